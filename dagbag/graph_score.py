"""The score of a given DAG, and of its neighbours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ._dag.edge_sets import matrix_of
from ._dag.edges import edge_matrix
from ._dag.types import FloatArray, IntArray, Node
from ._input.checks import OPERATIONS, check_count, check_penalty
from ._input.data import check_data
from ._input.effects import check_held, check_scorable, check_table
from ._input.graphs import read_dag
from ._input.tables import make_frame
from ._input.words import counted
from ._learners.question import ask
from ._search.scores import RegressionScore, with_penalty
from ._search.search import Standing, stand_at
from ._search.settings import limit_parents
from .results import Move

__all__ = ["GraphScore", "score_graph"]

_TABLES = ("operations", "nodes")
_SHOWN = 3  # operations in a repr


class GraphScore:
    """The score of a DAG on data, and the deltas of every operation that is eligible there.

    Made by :func:`score_graph`.

    Attributes
    ----------
    score : float
        Total score, lower is better; the sum of the neighborhood scores.
    neighborhood_scores : ndarray of shape (p,)
        NaN for a constant column.
    is_local_optimum : bool
        Whether hill climbing would stay at this DAG: no eligible operation improves the score.
    nodes : tuple
    n, p : int
        Rows and nodes.
    n_edges : int
        Edges of the DAG.
    n_operations : int
        Eligible operations.
    score_type : str
        With the multiple of its penalty.
    penalty : float or None
        Per parent; None for BGe.
    collinear : tuple
        Nodes for which an operation was left out because its fit would be perfect.
    """

    def __init__(
        self,
        nodes: tuple[Node, ...],
        edges: IntArray,
        n: int,
        score: RegressionScore,
        standing: Standing,
        library: str | None,
    ) -> None:
        self.nodes = nodes
        self.p = len(nodes)
        self.n = n
        self.n_edges = len(edges)
        self.score_type = score.name
        self.penalty = score.penalty
        self.neighborhood_scores: FloatArray = standing.scores
        self.score = float(np.nansum(standing.scores))
        self.is_local_optimum = standing.optimum
        self.collinear = tuple(nodes[k] for k in np.flatnonzero(standing.collinear))
        by_delta = np.argsort(standing.deltas, kind="stable")  # ties in scan order
        self._moves = standing.moves[by_delta]
        self._deltas = standing.deltas[by_delta]
        self._parents = np.bincount(edges[:, 1], minlength=self.p)
        self._library = library

    @property
    def n_operations(self) -> int:
        """Eligible operations."""
        return len(self._moves)

    def best(self, n: int = 5) -> tuple[Move, ...]:
        """Return the n operations with the smallest deltas, the best first.

        Parameters
        ----------
        n : int, default 5

        Returns
        -------
        tuple of Move

        Examples
        --------
        See :func:`score_graph`.
        """
        first = slice(check_count(n, "n"))
        return tuple(
            Move(OPERATIONS[operation - 1], self.nodes[source], self.nodes[target], delta)
            for (source, target, operation), delta in zip(
                self._moves[first].tolist(), self._deltas[first].tolist(), strict=True
            )
        )

    @cached_property
    def _operations(self) -> dict[str, Any]:
        source, target, operation = self._moves.T.tolist()
        return {
            "operation": [OPERATIONS[k - 1] for k in operation],
            "source": [self.nodes[k] for k in source],
            "target": [self.nodes[k] for k in target],
            "delta": self._deltas,
            "score": self.score + self._deltas,
        }

    def to_frame(self, table: str = "operations") -> Any:
        """Return a table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"operations", "nodes"}, default "operations"
            "operations": operation ("add", "delete", "reverse"), source and target of the edge
            before it, delta, and the score of the neighbour, by delta; "nodes": node, number of
            parents, neighborhood score.

        Returns
        -------
        DataFrame

        Examples
        --------
        See :func:`score_graph`.
        """
        if check_table(table, _TABLES) == "operations":
            return make_frame(self._operations, self._library)
        columns = {"node": list(self.nodes), "parents": self._parents}
        return make_frame({**columns, "score": self.neighborhood_scores}, self._library)

    def _title(self) -> str:
        where = "a local optimum" if self.is_local_optimum else "no local optimum"
        return (
            f"GraphScore: {self.score:.6g} ({self.score_type}), {counted(self.p, 'node')}, "
            f"{counted(self.n_edges, 'edge')}, n={self.n}; {where} of "
            f"{counted(self.n_operations, 'operation')}"
        )

    def __repr__(self) -> str:
        lines = [f"<{self._title()}>"]
        lines += [
            f"  {move.operation} {move.source!r} -> {move.target!r}: {move.delta:+.4g}"
            for move in self.best(_SHOWN)
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        best = self.best(10)
        columns = {name: [getattr(move, name) for move in best] for name in Move._fields}
        from ._html.card import card
        from ._html.table import html_table

        return card(self._title(), table=html_table(columns, more=".to_frame() has them all"))


def score_graph(
    X: Any,
    graph: Any,
    *,
    score_type: str | float = "BIC",
    penalty: float | None = 1.0,
    standardize: bool = True,
    blacklist: Any = None,
    whitelist: Any = None,
    max_parents: int | None = None,
    EPS: float = 1e-06,
    iss_mu: float = 1.0,
    iss_w: float | None = None,
) -> GraphScore:
    """Score a given DAG on data, and every DAG that one operation leads to.

    The score is the one that :func:`dagbag.score` has for its own results. Has no counterpart in R.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        Data, as for :func:`dagbag.score`.
    graph : graph
        A DAG between the columns of X, in any form; see :func:`dagbag.metrics.shd`.
    score_type : str or float, default "BIC"
        As for :func:`dagbag.score`.
    penalty : float, optional
        Multiple of the score's own penalty per parent, by default 1; only 1 for BGe, which has
        none. None is what :class:`dagbag.learners.BOSS` takes if nothing is said: for BIC log(n) +
        1.5 log(p), otherwise 1.
    standardize : bool, default True
        Whether the score is that of the standardised columns, as for :func:`dagbag.score`.
    blacklist, whitelist : graph, optional
        Edges that no operation may add, and that none may delete or reverse; the DAG must have
        the latter.
    max_parents : int, optional
        Largest number of parents that an operation may lead to, and that the DAG may have.
    EPS, iss_mu, iss_w
        As for :func:`dagbag.score`.

    Returns
    -------
    GraphScore

    Notes
    -----
    A DAG has no score if it has an edge of a constant column, or more parents than the distinct
    rows can fit; both are refused. A perfect fit has the score at which :func:`dagbag.score` stops
    to believe it.

    Examples
    --------
    >>> from dagbag import score, score_graph
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([("a", "c"), ("b", "c"), ("c", "d")], n=500, seed=1)
    >>> found = score_graph(Y, [("a", "c"), ("b", "c")])
    >>> found.is_local_optimum
    False
    >>> move = found.best(1)[0]
    >>> move.operation, sorted((move.source, move.target))
    ('add', ['c', 'd'])
    >>> climbed = score(Y)
    >>> abs(score_graph(Y, climbed).score - climbed.score) < 1e-9
    True
    """
    data = check_data(X, "X")
    edges = read_dag(graph, "graph", data.nodes, "X")
    start = edge_matrix(edges, data.p)
    question = ask(
        data,
        score_type=score_type,
        blacklist=blacklist,
        whitelist=whitelist,
        standardize=standardize,
        max_parents=max_parents,
        EPS=EPS,
        iss_mu=iss_mu,
        iss_w=iss_w,
    )
    check_held(matrix_of(question.constraints.whitelist), start, data.nodes)
    plain = question.settings.score
    assert isinstance(plain, RegressionScore)
    score = with_penalty(plain, check_penalty(penalty), data.n, data.p)
    settings = limit_parents(replace(question.settings, score=score), question.distinct)
    few = settings.limit < question.settings.limit
    why = f"{question.distinct} distinct rows" if few else "max_parents"
    check_scorable(edges, question.columns.constant, settings.limit, why, data.nodes)
    question.check(question.distinct, standardized=question.standardize)
    standing = stand_at(
        question.columns,
        settings,
        replace(question.constraints, start=start),
        standardized=question.standardize,
    )
    return GraphScore(data.nodes, edges, data.n, score, standing, data.library)
