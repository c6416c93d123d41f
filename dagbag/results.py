"""What a search and an aggregation return: R's list, and the same by name for a Python user."""

from __future__ import annotations

import copy
import importlib
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ._aggregate.greedy import Bound, Selection
from ._aggregate.stability import UNASKED, FalseEdges
from ._aggregate.table import edge_table
from ._dag.class_counts import EnsembleClasses
from ._dag.counts import EdgeCounts, score_of
from ._dag.cpdag import compelled_edges, complete, settled_edges
from ._dag.edge_sets import Listed, has, matrix_of
from ._dag.edges import edge_keys, edge_matrix, sort_edges
from ._dag.types import BoolArray, Node
from ._exchange.methods import GraphMethods
from ._input.checks import OPERATIONS
from ._input.memory import check_array
from ._input.renamed import renamed
from ._input.tables import make_frame
from ._input.words import counted, listing, nearest

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from matplotlib.axes import Axes

__all__ = [
    "AggregationPath",
    "AggregationResult",
    "DAGResult",
    "EdgeCollection",
    "LearnedDAG",
    "Move",
    "RList",
    "SearchResult",
]

UNUSED = -99
_SEARCH_TABLES = ("edges", "adjacency", "moves", "nodes")
_LEARNED_TABLES = ("edges", "adjacency", "nodes")
_AGGREGATION_TABLES = ("edges", "adjacency")
_SHOWN = 5  # edges of a list that a repr shows
_ROWS = 20  # of the table of a path
_STRONGEST = 10  # edges of the table that a notebook shows


def plotting() -> Any:
    """Return :mod:`dagbag.plotting`, which stands above results.

    It is looked up by name when a picture is asked for: methods of results are what users know,
    and pictures are made of results. This and the next one are the only imports upwards, which a
    test sees to.
    """
    return importlib.import_module(f"{__package__}.plotting")


def reporting() -> Any:
    """Return :mod:`dagbag.reporting`, which stands above results, likewise."""
    return importlib.import_module(f"{__package__}.reporting")


class RList:
    """What R's list looks like from Python: ``names()``, and ``[]`` by R's names."""

    _r_names: ClassVar[tuple[str, ...]]

    def names(self) -> list[str]:
        """R's ``names(result)``."""
        return list(self._r_names)

    def __getitem__(self, name: str) -> Any:
        plain = name.replace(".", "_") if isinstance(name, str) else name
        if not isinstance(name, str) or plain.replace("_", ".") not in self._r_names:
            hint = nearest(name, self._r_names) if isinstance(name, str) else "; see result.edges"
            raise KeyError(f"{name!r} is not one of {', '.join(self._r_names)}{hint}")
        return getattr(self, plain)


class EdgeCollection:
    """A DAG as a collection of its edges, (source, target) by name: iteration, len, ``in``."""

    nodes: tuple[Node, ...]
    _edges: npt.NDArray[np.int32]  # (k, 2), ordered by target, then source
    _known: BoolArray | None = None  # (k,) whose direction the lists tell

    @cached_property
    def edges(self) -> tuple[tuple[Node, Node], ...]:
        """(source, target) by name, ordered by target, then source."""
        return self._named(self._edges)

    @cached_property
    def most_parents(self) -> int:
        """Largest number of parents of a node."""
        return int(np.bincount(self._edges[:, 1], minlength=1).max())

    @cached_property
    def _edge_set(self) -> frozenset[tuple[Node, Node]]:
        return frozenset(self.edges)

    # What data can tell of it

    @cached_property
    def _compelled(self) -> npt.NDArray[np.bool_]:
        return compelled_edges(self._edges, len(self.nodes))

    @cached_property
    def cpdag(self) -> npt.NDArray[np.bool_]:
        """The CPDAG: the edges of all equivalent DAGs, (p, p) by [source, target].

        An edge in both directions is undirected: there are equivalent DAGs, which fit any data
        equally well, with either of its directions. As :func:`dagbag.metrics.cpdag` gives it.
        """
        p = len(self.nodes)
        return edge_matrix(complete(self._edges, self._compelled), p)

    @cached_property
    def compelled_edges(self) -> tuple[tuple[Node, Node], ...]:
        """The edges that every equivalent DAG has: those with a direction that data can tell."""
        return self._named(self._edges[self._compelled])

    @cached_property
    def undirected_edges(self) -> tuple[tuple[Node, Node], ...]:
        """The edges, as the DAG has them, that an equivalent DAG has the other way round."""
        return self._named(self._edges[~self._compelled])

    @cached_property
    def _settled(self) -> BoolArray:
        """The edges whose direction data can tell, or data and the lists together."""
        if self._known is None:
            return self._compelled
        return settled_edges(self._edges, self._compelled | self._known, len(self.nodes))

    def _class_lines(self) -> list[str]:
        """Say in a repr how many directions are arbitrary."""
        try:
            free = len(self) - int(self._compelled.sum())
        except ValueError:  # R takes a cyclic whitelist, and a repr never fails
            free = 0
        if not free:
            return []
        has = "has" if free == 1 else "have"
        return [f"  {free} of {counted(len(self), 'edge')} {has} no direction that data can tell"]

    # What a notebook shows

    def plot(self, truth: Any = None, **kwargs: Any) -> Axes:
        """Draw the DAG: :func:`dagbag.plotting.plot_dag` of it.

        Parameters
        ----------
        truth : graph, optional
            To compare with.
        **kwargs
            As :func:`dagbag.plotting.plot_dag` takes them.

        Returns
        -------
        matplotlib Axes

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("Agg")
        >>> from dagbag import load_example, score
        >>> example = load_example()
        >>> ax = score(example.Y, score_type="eBIC").plot(example.adjacency)
        >>> len(ax.get_legend().get_texts())
        5
        """
        return plotting().plot_dag(self, truth, **kwargs)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        from ._draw.small import small_picture
        from ._html.card import card
        from ._html.table import html_table

        columns, more, caption = self._strongest()
        picture = small_picture(
            self.nodes,
            self._edges,
            self._arrows(),
            disputed=self._doubts(),
            strengths=self._strengths(),
        )
        return card(
            self._headline(),
            [*self._facts(), *(line.strip() for line in self._class_lines())],
            warnings=self._cautions(),
            table=html_table(columns, total=len(self), more=more, caption=caption),
            picture=picture.svg,
            picture_width=picture.width,
            note=picture.note,
        )

    def _headline(self) -> str:
        sizes = f"{counted(len(self.nodes), 'node')}, {counted(len(self), 'edge')}"
        return f"{type(self).__name__}: {sizes}"

    def _facts(self) -> list[str]:
        return []

    def _cautions(self) -> list[str]:
        """Say what must be read first."""
        return []

    def _strongest(self) -> tuple[dict[str, Sequence[object]], str, str]:
        """Return the columns of a table of edges, how to get them all, and what they are."""
        return (
            self._columns_of(np.arange(len(self))[:_STRONGEST]),
            ".edges has them all",
            "First edges",
        )

    def _columns_of(self, rows: npt.NDArray[np.int64]) -> dict[str, Sequence[object]]:
        """Return the names of edges, and whether data can tell their directions."""
        from ._html.escape import printable  # a name is written as it is, also a number or True

        pairs = self._named(self._edges[rows])
        columns: dict[str, Sequence[object]] = {
            "source": [printable(source) for source, _ in pairs],
            "target": [printable(target) for _, target in pairs],
        }
        with suppress(ValueError):  # R takes a cyclic whitelist, and a repr never fails
            columns["compelled"] = self._compelled[rows].tolist()
        return columns

    def _arrows(self) -> BoolArray:
        """Tell the edges that are drawn with heads, as in :func:`dagbag.plotting.plot_dag`."""
        try:
            return self._settled
        except ValueError:
            return np.ones(len(self), dtype=bool)

    def _doubts(self) -> BoolArray | None:
        """Tell the arrows that are disputed; None where that is not known."""
        return None

    def _strengths(self) -> npt.NDArray[np.float64] | None:
        """Return the widths of the edges in a small picture; None: all the same."""
        return None

    def _named(self, edges: npt.NDArray[np.int32]) -> tuple[tuple[Node, Node], ...]:
        return tuple((self.nodes[s], self.nodes[t]) for s, t in edges.tolist())

    def __iter__(self) -> Iterator[tuple[Node, Node]]:
        return iter(self.edges)

    def __len__(self) -> int:
        return len(self._edges)

    def __contains__(self, edge: object) -> bool:
        if isinstance(edge, str):  # no edge, and False would be taken for an answer
            raise TypeError(
                f"only (source, target) edges can be in a {type(self).__name__}, got {edge!r}; "
                "see nodes for nodes, and names() for R's names"
            )
        pair = tuple(edge) if isinstance(edge, (list, np.ndarray)) else edge
        return pair in self._edge_set

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Be one object to numpy, not rows of names that pass for data."""
        single = np.empty((), dtype=object)
        single[()] = self
        return single if dtype is None else single.astype(dtype)


def _listed(
    edges: npt.NDArray[np.int32],
    whitelisted: npt.NDArray[np.int32],
    blacklist: Listed | None,
    p: int,
) -> BoolArray | None:
    """Tell the edges that are whitelisted or have a blacklisted reverse; None without lists."""
    if blacklist is None and not len(whitelisted):
        return None
    known = np.isin(edge_keys(edges, p), edge_keys(whitelisted, p))
    return known if blacklist is None else known | has(blacklist, edges[:, 1], edges[:, 0])


class DAGResult(EdgeCollection, RList, GraphMethods):
    """What every result that is one DAG has: nodes, edges by name, the adjacency matrix."""

    _library: str | None
    constant: tuple[Node, ...]
    saturated: tuple[Node, ...]
    collinear: tuple[Node, ...]

    @property
    def p(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    def _renumbered(self, order: npt.NDArray[np.int64], nodes: tuple[Node, ...]) -> Self:
        """Return a fresh result of a search that saw the nodes in an order, in their own."""
        made = copy.copy(self)
        edges = order[self._edges].astype(np.int32)
        sequence = np.lexsort((edges[:, 0], edges[:, 1]))
        made.nodes = nodes
        made._edges = edges[sequence]
        made._known = None if self._known is None else self._known[sequence]
        place = {node: k for k, node in enumerate(nodes)}
        for name in ("constant", "saturated", "collinear"):
            setattr(made, name, tuple(sorted(getattr(self, name), key=place.__getitem__)))
        return made

    @cached_property
    def adj_matrix(self) -> npt.NDArray[np.int32]:
        """0/1 adjacency matrix, [source, target]. R: ``adj.matrix``."""
        return edge_matrix(self._edges, self.p, np.int32)

    def report(self, path: str | os.PathLike[str], **kwargs: Any) -> Path:
        """Write one page in which the graph can be explored: :func:`dagbag.reporting.write_report`.

        Parameters
        ----------
        path : str or path
            Where the page goes, such as ``"report.html"``.
        **kwargs
            As :func:`dagbag.reporting.write_report` takes them: `ensemble`, `data`, `effects`,
            `scatter`, `truth`, `other`, `title`.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from dagbag import load_example, score, score_shd
        >>> example = load_example()
        >>> ensemble = score(example.Y, 5, "eBIC", seed=1)
        >>> result = score_shd(ensemble, strength=0.5)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     page = result.report(Path(folder) / "report.html", ensemble=ensemble)
        ...     page.read_text(encoding="utf-8")[:15]
        '<!DOCTYPE html>'
        """
        return reporting().write_report(self, path, **kwargs)  # type: ignore[no-any-return]

    def _node_columns(self, scores: npt.NDArray[np.float64]) -> dict[str, Any]:
        parents = np.bincount(self._edges[:, 1], minlength=self.p)
        return {"node": list(self.nodes), "parents": parents, "score": scores}

    def _with_degenerate(self, line: str) -> str:
        """Add a line to a repr for each kind of nodes that the data were too poor for."""
        lines = [line]
        lines += [
            f"  {what}: {len(nodes)} of {counted(self.p, 'node')}"
            for what, nodes in self._degenerate()
        ]
        lines += self._class_lines()
        return "\n".join(lines)

    def _degenerate(self) -> list[tuple[str, tuple[Node, ...]]]:
        kinds = (
            ("constant, isolated", self.constant),
            ("saturated", self.saturated),
            ("perfect fit refused", self.collinear),
        )
        return [(what, nodes) for what, nodes in kinds if nodes]

    def _degenerate_cautions(self) -> list[str]:
        return [
            f"{what}: {len(nodes)} of {counted(self.p, 'node')}: {listing(nodes)}"
            for what, nodes in self._degenerate()
        ]

    def _adjacency_frame(self) -> Any:
        columns = dict(zip(self.nodes, self.adj_matrix.T, strict=True))
        return make_frame(columns, self._library, index=self.nodes)  # type: ignore[arg-type]


def _unknown_table(table: object, tables: tuple[str, ...]) -> ValueError:
    hint = nearest(str(table), tables)
    return ValueError(f"table must be one of {', '.join(tables)}, got {table!r}{hint}")


class Move(NamedTuple):
    """One operation of a search, by name."""

    operation: str  #: "add", "delete" or "reverse"
    source: Node  #: of the edge before the operation
    target: Node
    delta: float  #: change of the total score; negative improves


class SearchResult(DAGResult):
    """A DAG learned by hill climbing. Mirrors the list that R's ``score`` returns.

    Made by :func:`dagbag.score`. R's names work as keys: ``result["adj.matrix"]``, and are listed
    by ``result.names()``. Otherwise a result is the collection of its edges: ``("a", "b") in
    result``, ``len(result)``, ``for source, target in result``.

    Attributes
    ----------
    adj_matrix : ndarray of shape (p, p)
        0/1, ``adj_matrix[source, target] == 1`` means source -> target. R: ``adj.matrix``.
    final_step : int
        Whitelisted edges + moves, + 1 if the search converged. R: ``final.step``.
    movement : ndarray of shape (max_step, 3)
        Rows of source, target (1-based, as in R) and operation (1 add, 2 delete, 3 reverse):
        whitelisted edges, moves, a row of 0 if the search converged, unused rows of 0. Longer
        than `max_step` if it must be; with ``shuffle`` cut to the rows in use, as in R.
    delta_min : ndarray of shape (max_step,)
        Delta of each search step, 0 for the converged one, -99 unused. R: ``delta.min``. A random
        forest that ends by drawing no movement, with a threshold above 0, leaves that step unused.
    bic_ok : ndarray of int of shape (max_step,)
        0 for each step that `delta_min` has, -99 unused. R: ``bic.ok``.
    nodes : tuple
        Column labels of the data, 0..p-1 if it had none.
    converged : bool
        False if it was `max_step` that ended the search.
    moves : tuple of Move
        The operations by name, without whitelisted edges.
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    cpdag : ndarray of bool of shape (p, p)
        The CPDAG of the DAG, undirected edges in both directions; see :func:`dagbag.metrics.cpdag`.
    compelled_edges, undirected_edges : tuple of (source, target)
        The edges by name that have a direction in the CPDAG, and those that have none there.
    score : float
        Total score, lower is better; the sum of the neighborhood scores.
    neighborhood_scores : ndarray of shape (p,)
        NaN for a constant column.
    most_parents : int
        Largest number of parents of a node.
    score_type : str
    n, p : int
        Rows and nodes.
    constant, saturated, collinear : tuple
        Nodes that were isolated because they are constant; that reached the largest number of
        parents their distinct rows can fit; for which a perfect fit was refused.
    """

    _r_names = ("bic.ok", "movement", "final.step", "adj.matrix", "delta.min")

    max_parents = renamed("max_parents", "most_parents")

    def __init__(
        self,
        *,
        nodes: tuple[Node, ...],
        edges: npt.NDArray[np.int32],
        whitelisted: npt.NDArray[np.int32],
        moves: npt.NDArray[np.int32],
        deltas: npt.NDArray[np.float64],
        converged: bool,
        scores: npt.NDArray[np.float64],
        n: int,
        max_step: int,
        score_type: str,
        shuffled: bool,
        constant: tuple[Node, ...],
        saturated: tuple[Node, ...],
        collinear: tuple[Node, ...],
        library: str | None,
        recorded: bool = True,
        blacklist: Listed | None = None,
    ) -> None:
        self.nodes = nodes
        self.n = n
        self.converged = converged
        self.max_step = max_step
        self.score_type = score_type
        self.neighborhood_scores = scores
        total = float(scores.sum())
        # A NaN is that of a constant column; to look for it first took 6 us of a search's 500.
        self.score = total if total == total else float(np.nansum(scores))
        self.constant = constant
        self.saturated = saturated
        self.collinear = collinear
        self._edges = edges
        self._known = _listed(edges, whitelisted, blacklist, len(nodes))
        self._whitelisted = whitelisted
        self._moves = moves
        self._deltas = deltas
        self._shuffled = shuffled
        self._recorded = recorded  # whether R records the step in which the search converged
        self._library = library

    def _renumbered(self, order: npt.NDArray[np.int64], nodes: tuple[Node, ...]) -> Self:
        made = super()._renumbered(order, nodes)
        made.neighborhood_scores = self.neighborhood_scores[np.argsort(order)]
        made._whitelisted = order[self._whitelisted].astype(np.int32)
        made._moves = self._moves.copy()
        made._moves[:, :2] = order[self._moves[:, :2]]
        return made

    # R's list

    @property
    def operations(self) -> int:
        """Operations carried out, those on whitelisted edges aside."""
        return len(self._moves)

    @property
    def final_step(self) -> int:
        """Whitelisted edges + moves, + 1 if the search converged. R: ``final.step``."""
        return len(self._whitelisted) + len(self._moves) + self.converged

    @cached_property
    def movement(self) -> npt.NDArray[np.int32]:
        """Whitelisted edges and moves, 1-based, as R gives them."""
        used = len(self._whitelisted) + len(self._moves)
        rows = used if self._shuffled else max(self.max_step, self.final_step)
        check_array("movement", (rows, 3), 4, "see moves, or ask for fewer steps (max_step)")
        movement = np.zeros((rows, 3), dtype=np.int32)
        white = len(self._whitelisted)
        movement[:white, :2] = self._whitelisted + 1
        movement[:white, 2] = 1
        movement[white:used] = self._moves
        movement[white:used, :2] += 1
        return movement

    def _by_step(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """One entry per search step, the converged one 0, unused ones -99."""
        done = len(self._moves)
        steps = max(self.max_step, done + self.converged)
        check_array("delta_min", (steps,), 8, "see moves, or ask for fewer steps (max_step)")
        out = np.full(steps, UNUSED, dtype=values.dtype)
        out[:done] = values
        if self.converged and self._recorded:
            out[done] = 0
        return out

    @cached_property
    def delta_min(self) -> npt.NDArray[np.float64]:
        """Delta of each search step. R: ``delta.min``."""
        return self._by_step(self._deltas)

    @cached_property
    def bic_ok(self) -> npt.NDArray[np.int32]:
        """0 for each search step taken, -99 unused. R: ``bic.ok``."""
        return self._by_step(np.zeros(len(self._moves), dtype=np.int32))

    # By name

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The operations of the search by name."""
        return tuple(
            Move(OPERATIONS[operation - 1], self.nodes[source], self.nodes[target], delta)
            for (source, target, operation), delta in zip(
                self._moves.tolist(), self._deltas.tolist(), strict=True
            )
        )

    def to_frame(self, table: str = "edges") -> Any:
        """Return a labelled table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"edges", "adjacency", "moves", "nodes"}, default "edges"
            "edges": source, target, and the step and delta with which the edge last came in
            (step 0, delta NaN: it was there from the start); "adjacency": the p x p matrix;
            "moves": step, operation, source, target, delta; "nodes": node, number of parents,
            neighborhood score.

        Returns
        -------
        DataFrame

        Examples
        --------
        >>> import pandas as pd
        >>> from dagbag import load_example, score
        >>> example = load_example()
        >>> result = score(pd.DataFrame(example.Y, columns=example.nodes))
        >>> list(result.to_frame().columns)
        ['source', 'target', 'step', 'delta']
        """
        if table == "edges":
            return make_frame(self._edge_columns(), self._library)
        if table == "adjacency":
            return self._adjacency_frame()
        if table == "moves":
            fields = zip(*self.moves, strict=True) if self.moves else ((), (), (), ())
            by_field = dict(zip(Move._fields, map(list, fields), strict=True))
            return make_frame(
                {"step": list(range(1, len(self.moves) + 1)), **by_field}, self._library
            )
        if table == "nodes":
            return make_frame(self._node_columns(self.neighborhood_scores), self._library)
        raise _unknown_table(table, _SEARCH_TABLES)

    def _edge_columns(self) -> dict[str, list[Any]]:
        entered: dict[tuple[int, int], tuple[int, float]] = {}
        for step, ((source, target, operation), delta) in enumerate(
            zip(self._moves.tolist(), self._deltas.tolist(), strict=True), start=1
        ):
            if operation == 1:
                entered[source, target] = (step, delta)
            elif operation == 3:
                entered[target, source] = (step, delta)
        came = [entered.get((s, t), (0, float("nan"))) for s, t in self._edges.tolist()]
        return {
            "source": [source for source, _ in self.edges],
            "target": [target for _, target in self.edges],
            "step": [step for step, _ in came],
            "delta": [delta for _, delta in came],
        }

    def _headline(self) -> str:
        return f"{super()._headline()}, learned by hill climbing from {counted(self.n, 'row')}"

    def _facts(self) -> list[str]:
        ended = f"converged after {counted(len(self._moves), 'step')}; " if self.converged else ""
        return [
            f"{ended}{self.score_type} {self.score:.2f} (lower is better); "
            f"at most {counted(self.most_parents, 'parent')}"
        ]

    def _cautions(self) -> list[str]:
        stopped = f"NOT converged: stopped by max_step={self.max_step}; allow more steps"
        return [*([] if self.converged else [stopped]), *self._degenerate_cautions()]

    def _strongest(self) -> tuple[dict[str, Sequence[object]], str, str]:
        entered = self._edge_columns()
        delta = np.array(entered["delta"], dtype=float)
        # NaN, there from the start, comes last.
        rows = np.argsort(delta, kind="stable")[:_STRONGEST]
        columns = self._columns_of(rows)
        columns["step"] = [entered["step"][k] for k in rows]
        columns["delta"] = delta[rows].tolist()
        return columns, ".to_frame() has them all", "Edges that improved the score most"

    def __repr__(self) -> str:
        ending = (
            f"converged after {counted(len(self._moves), 'step')}"
            if self.converged
            else f"NOT converged: stopped by max_step={self.max_step}"
        )
        return self._with_degenerate(
            f"<SearchResult: {counted(self.p, 'node')}, {counted(len(self), 'edge')}, n={self.n}; "
            f"{ending}; {self.score_type} {self.score:.2f}; "
            f"at most {counted(self.most_parents, 'parent')}>"
        )


class LearnedDAG(DAGResult):
    """A DAG learned by a search that R does not have, such as :class:`dagbag.learners.BOSS`.

    The collection of its edges: ``("a", "b") in result``, ``len(result)``, ``for source, target in
    result``.

    Attributes
    ----------
    adj_matrix : ndarray of shape (p, p)
        0/1, ``adj_matrix[source, target] == 1`` means source -> target.
    nodes : tuple
        Column labels of the data, 0..p-1 if it had none.
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    score : float
        Total score, lower is better; the sum of the neighborhood scores.
    neighborhood_scores : ndarray of shape (p,)
        Of standardised columns; NaN for a constant one.
    cpdag : ndarray of shape (p, p), bool
        The CPDAG: what data can tell of the DAG.
    compelled_edges, undirected_edges : tuple of (source, target)
        The edges with a direction that data can tell, and those without.
    operations : int
        Operations carried out.
    converged : bool
        Whether no operation improves the score any more.
    most_parents : int
        Largest number of parents of a node.
    score_type : str
        With the multiple of its penalty.
    n, p : int
        Rows and nodes.
    constant, saturated, collinear : tuple
        Nodes that were isolated because they are constant; that reached the largest number of
        parents their distinct rows can fit; for which a perfect fit was refused.
    """

    _r_names = ("adj.matrix",)

    def __init__(
        self,
        *,
        nodes: tuple[Node, ...],
        edges: npt.NDArray[np.int32],
        scores: npt.NDArray[np.float64],
        converged: bool,
        operations: int,
        n: int,
        score_type: str,
        constant: tuple[Node, ...],
        saturated: tuple[Node, ...],
        collinear: tuple[Node, ...],
        library: str | None,
        whitelisted: npt.NDArray[np.int32],
        blacklist: Listed | None,
    ) -> None:
        self.nodes = nodes
        self.n = n
        self.converged = converged
        self.operations = operations
        self.score_type = score_type
        self.neighborhood_scores = scores
        self.score = float(np.nansum(scores))
        self.constant = constant
        self.saturated = saturated
        self.collinear = collinear
        self._edges = edges
        self._known = _listed(edges, whitelisted, blacklist, len(nodes))
        self._library = library

    def _renumbered(self, order: npt.NDArray[np.int64], nodes: tuple[Node, ...]) -> Self:
        made = super()._renumbered(order, nodes)
        made.neighborhood_scores = self.neighborhood_scores[np.argsort(order)]
        return made

    def to_frame(self, table: str = "edges") -> Any:
        """Return a labelled table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"edges", "adjacency", "nodes"}, default "edges"
            "edges": source, target; "adjacency": the p x p matrix; "nodes": node, number of
            parents, neighborhood score.

        Returns
        -------
        DataFrame
        """
        if table == "edges":
            columns = {
                "source": [source for source, _ in self.edges],
                "target": [target for _, target in self.edges],
            }
            return make_frame(columns, self._library)
        if table == "adjacency":
            return self._adjacency_frame()
        if table == "nodes":
            return make_frame(self._node_columns(self.neighborhood_scores), self._library)
        raise _unknown_table(table, _LEARNED_TABLES)

    def _headline(self) -> str:
        return f"{super()._headline()}, learned from {counted(self.n, 'row')}"

    def _facts(self) -> list[str]:
        ended = f"converged after {counted(self.operations, 'operation')}; " * self.converged
        return [
            f"{ended}{self.score_type} {self.score:.2f} (lower is better); "
            f"at most {counted(self.most_parents, 'parent')}"
        ]

    def _cautions(self) -> list[str]:
        return [*([] if self.converged else ["NOT converged"]), *self._degenerate_cautions()]

    def __repr__(self) -> str:
        ending = f"converged after {counted(self.operations, 'operation')}"
        return self._with_degenerate(
            f"<LearnedDAG: {counted(self.p, 'node')}, {counted(len(self), 'edge')}, n={self.n}; "
            f"{ending if self.converged else 'NOT converged'}; {self.score_type} {self.score:.2f}; "
            f"at most {counted(self.most_parents, 'parent')}>"
        )


class AggregationResult(DAGResult):
    """A DAG aggregated from an ensemble. Mirrors the list that R's ``score_shd`` returns.

    Made by :func:`dagbag.score_shd`. R's names work as keys: ``result["adj.matrix"]``, and are
    listed by ``result.names()``. Otherwise a result is the collection of its edges: ``("a", "b")
    in result``, ``len(result)``, ``for source, target in result``.

    Attributes
    ----------
    adj_matrix : ndarray of shape (p, p)
        0/1, ``adj_matrix[source, target] == 1`` means source -> target. R: ``adj.matrix``.
    final_step : int
        Whitelisted edges + edges added. R: ``final.step``.
    movement : ndarray of shape (max_step, 3)
        Rows of source, target (1-based, as in R) and operation (always 1, add): whitelisted
        edges, then edges in the order in which they were added, unused rows of 0. Longer than
        `max_step` if it must be.
    nodes : tuple
        Names of the nodes, 0..p-1 if they have none.
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    gsf : ndarray of shape (n_edges,)
        Generalized selection frequency of each edge.
    cyclic_edges : tuple of (source, target)
        Edges above the cutoff that were refused because they close a cycle, in order of their
        gsf: the set C of the paper.
    cpdag : ndarray of bool of shape (p, p)
        The CPDAG of the aggregated DAG: which of its arrows data could tell at all, if the DAG is
        right. What the DAGs of the ensemble say about each arrow is in the table, ``to_frame()``.
    compelled_edges, undirected_edges : tuple of (source, target)
        The edges by name that have a direction in the CPDAG, and those that have none there.
    disputed_edges : tuple of (source, target)
        The edges by name that more DAGs of the ensemble compel the other way round than this way.
    score : float
        Aggregation score: the mean generalized structural Hamming distance to the DAGs of the
        ensemble. Lower is better.
    score_constant : float
        The part of the score that depends on the ensemble alone: its mean number of edges.
    optimal : bool
        True if it is proved that no DAG (with the whitelisted, without the blacklisted edges, and
        if a cutoff was given of edges that the ensemble has) has a better score less `threshold`
        per edge. False means unknown.
    converged : bool
        False if `max_step` ended the pass while candidates above the cutoff were left.
    method : str
        "greedy" or "exact".
    alpha, max_step : float, int
        As given.
    cutoff, threshold : float, float
        What a gsf must exceed, and R's way to say it: cutoff = (1 - threshold) / 2. The one that
        was given is exact. If `cutoff_on` is "strength", the cutoff is what the strength of a pair
        must exceed, and the threshold is 1, as a gsf need only be above 0.
    cutoff_on : str
        "gsf" or "strength".
    expected_false_edges : float
        Bound on the expected number of false edges among those selected, see
        :mod:`dagbag.stability`; NaN where none can be stated.
    false_edges_note : str
        Which bound it is, or why there is none.
    n_boot : int or None
        Number of DAGs; None if only their frequencies were given.
    p : int
        Number of nodes.
    """

    _r_names = ("movement", "final.step", "adj.matrix")
    # What another aggregation of the same ensemble needs; of a pickle of an earlier version.
    _only_seen: bool = True
    _blacklist: BoolArray | None = None
    _places: npt.NDArray[np.int64] | None = None

    def __init__(
        self,
        *,
        nodes: tuple[Node, ...],
        counts: EdgeCounts,
        selection: Selection,
        whitelisted: npt.NDArray[np.int32],
        alpha: float,
        bound: Bound,
        max_step: int,
        method: str,
        library: str | None,
        classes: EnsembleClasses | None = None,
        blacklist: Listed | None = None,
        false_edges: FalseEdges = UNASKED,
        places: npt.NDArray[np.int64] | None = None,
    ) -> None:
        self.nodes = nodes
        self.converged = selection.converged
        self.optimal = selection.optimal
        self.method = method
        self.alpha = alpha
        self.threshold = bound.threshold
        self.cutoff = bound.cutoff if bound.strength is None else bound.strength
        self.cutoff_on = "gsf" if bound.strength is None else "strength"
        self.expected_false_edges = false_edges.expected
        self.false_edges_note = false_edges.note
        self.max_step = max_step
        self.n_boot = counts.n_boot if counts.count.dtype.kind == "i" else None
        self.score_constant = counts.constant
        edges = np.concatenate((whitelisted, selection.added))
        self._edges = sort_edges(edges)
        self._known = _listed(self._edges, whitelisted, blacklist, len(nodes))
        self.gsf = counts.gsf(self._edges, alpha)
        self.score = score_of(counts, self._edges, alpha)
        self._counts = counts
        self._classes = classes
        self._whitelisted = whitelisted
        self._added = selection.added
        self._cyclic = selection.cyclic
        self._library = library
        self._only_seen = bound.only_seen
        self._blacklist = matrix_of(blacklist)
        self._places = places

    @property
    def final_step(self) -> int:
        """Whitelisted edges + edges added. R: ``final.step``."""
        return len(self._edges)

    @cached_property
    def movement(self) -> npt.NDArray[np.int32]:
        """Whitelisted and added edges, 1-based, as R gives them."""
        rows = max(self.max_step, self.final_step)
        check_array("movement", (rows, 3), 4, "see edges, or ask for fewer steps (max_step)")
        movement = np.zeros((rows, 3), dtype=np.int32)
        movement[: self.final_step, :2] = np.concatenate((self._whitelisted, self._added)) + 1
        movement[: self.final_step, 2] = 1
        return movement

    @cached_property
    def cyclic_edges(self) -> tuple[tuple[Node, Node], ...]:
        """(source, target) by name of the edges refused as closing a cycle, in order."""
        return self._named(self._cyclic)

    @cached_property
    def disputed_edges(self) -> tuple[tuple[Node, Node], ...]:
        """The edges that more DAGs of the ensemble compel the other way round than this way.

        None if only frequencies were given.

        Examples
        --------
        >>> import numpy as np
        >>> from dagbag import score_shd
        >>> chain, collider = np.zeros((2, 3, 3), dtype=int)
        >>> chain[0, 1] = chain[1, 2] = collider[0, 1] = collider[2, 1] = 1
        >>> result = score_shd([chain, chain, collider])  # of which only the last tells directions
        >>> result.edges, result.disputed_edges
        (((0, 1), (1, 2)), ((1, 2),))
        """
        doubts = self._doubts()
        return () if doubts is None else self._named(self._edges[doubts])

    def _doubts(self) -> BoolArray | None:
        if self._classes is None:
            return None
        parts = self._classes.counts.parts(*self._edges.T)
        return np.asarray(parts.reverse_compelled > parts.compelled)

    def _edge_frequencies(self) -> dict[str, npt.NDArray[np.float64]]:
        """Return the columns of the edge table, one entry per edge of the DAG."""
        source, target = self._edges.T
        sf, reverse_sf = self._counts.of(source, target), self._counts.of(target, source)
        total, n_boot = sf + reverse_sf, self._counts.n_boot
        with np.errstate(invalid="ignore"):  # 0 / 0: no replicate has the pair
            direction = sf / total
        columns = {
            "sf": sf / n_boot,
            "reverse_sf": reverse_sf / n_boot,
            "strength": total / n_boot,
            "direction": direction,
            "gsf": self.gsf,
        }
        if self._classes is not None:
            parts = self._classes.counts.parts(source, target)._asdict()
            columns |= {name: part / n_boot for name, part in parts.items()}
        return columns

    def to_frame(self, table: str = "edges") -> Any:
        """Return a labelled table (polars if the nodes' labels were, otherwise pandas).

        Parameters
        ----------
        table : {"edges", "adjacency"}, default "edges"
            "edges": a row per directed edge that a DAG of the ensemble has, or that was selected
            or refused as cyclic: source, target, sf, reverse_sf (selection frequency of the edge
            and of its reverse), strength (their sum), direction (sf / strength), gsf; if the DAGs
            are known, not only their frequencies, compelled, reverse_compelled and undirected
            (parts of the DAGs whose CPDAG has the edge, its reverse, or a line between the two
            nodes; their sum is the strength); selected; by descending gsf. "adjacency": the p x p
            matrix.

        Returns
        -------
        DataFrame

        Examples
        --------
        >>> import numpy as np
        >>> from dagbag import score_shd
        >>> frequency = np.array([[0, 0.8, 0.1], [0.1, 0, 0.6], [0, 0.3, 0]])
        >>> table = score_shd(frequency, nodes=["a", "b", "c"]).to_frame()
        >>> print(table.loc[table.selected, ["source", "target", "gsf"]].to_string(index=False))
        source target  gsf
             a      b 0.85
             b      c 0.75
        """
        if table == "edges":
            return edge_table(
                self._counts,
                self.nodes,
                self.alpha,
                self._edges,
                self._cyclic,
                None if self._classes is None else self._classes.counts,
                self._library,
            )
        if table == "adjacency":
            return self._adjacency_frame()
        raise _unknown_table(table, _AGGREGATION_TABLES)

    def _cutoff_text(self) -> str:
        said = "cutoff" if self.cutoff_on == "gsf" else "strength above"
        return f"{said} {self.cutoff:g}"

    def plot(self, truth: Any = None, **kwargs: Any) -> Axes:
        """Draw the DAG, lines as wide as pairs are strong: :func:`dagbag.plotting.plot_dag` of it.

        Parameters
        ----------
        truth : graph, optional
            To compare with.
        **kwargs
            As :func:`dagbag.plotting.plot_dag` takes them; ``strength=None`` makes all lines of a
            kind equally wide.

        Returns
        -------
        matplotlib Axes
        """
        if "strength" not in kwargs:
            strength = np.zeros((self.p, self.p))
            strength[self._edges[:, 0], self._edges[:, 1]] = self._strengths()
            kwargs["strength"] = strength
        return super().plot(truth, **kwargs)

    def _headline(self) -> str:
        return f"{super()._headline()}, aggregated from {self._ensemble_text()}"

    def _ensemble_text(self) -> str:
        return "frequencies" if self.n_boot is None else counted(self.n_boot, "DAG")

    def _facts(self) -> list[str]:
        proof = "proved optimal" if self.optimal else "not proved optimal"
        lines = [
            f"alpha = {self.alpha:g}, {self._cutoff_text()}; aggregation score {self.score:.2f}; "
            f"{self.method}, {proof}"
        ]
        if not math.isnan(self.expected_false_edges):
            lines.append(self._false_edges_text())
        return [*lines, told] if (told := self._cyclic_text()) else lines

    def _cautions(self) -> list[str]:
        return [
            line
            for line in (self._ending_text(), self._unseen_text(), self._disputed_text())
            if line
        ]

    def _strongest(self) -> tuple[dict[str, Sequence[object]], str, str]:
        strength = self._strengths()
        rows = np.lexsort((*self._edges.T, -strength, -self.gsf))[:_STRONGEST]
        columns = self._columns_of(rows)
        with np.errstate(invalid="ignore"):  # 0 / 0: no replicate has the pair
            direction = self._counts.of(*self._edges.T) / self._counts.n_boot / strength
        columns["strength"] = strength[rows].tolist()
        columns["direction"] = direction[rows].tolist()
        columns["gsf"] = self.gsf[rows].tolist()
        doubts = self._doubts()
        if doubts is not None and doubts.any():
            columns["disputed"] = doubts[rows].tolist()
        return columns, ".to_frame() has them all", "Strongest edges"

    def _strengths(self) -> npt.NDArray[np.float64]:
        source, target = self._edges.T
        both = self._counts.of(source, target) + self._counts.of(target, source)
        return np.asarray(both / self._counts.n_boot, dtype=np.float64)

    # The lines of a repr

    def _false_edges_text(self) -> str:
        return (
            f"at most {self.expected_false_edges:.3g} false edges expected by chance "
            f"({self.false_edges_note})"
        )

    def _ending_text(self) -> str:
        if self.converged:
            return ""
        return f"NOT converged: stopped by max_step={self.max_step}, candidates were left"

    def _unseen_text(self) -> str:
        unseen = int((self._counts.of(*self._added.T) == 0).sum())
        if not unseen:
            return ""
        return f"{unseen} selected that no DAG of the ensemble has; cutoff= leaves them out"

    def _cyclic_text(self) -> str:
        own = set(map(tuple, self._edges.tolist()))
        # The reverse of an edge closes a cycle with it, which nobody needs to be told.
        others = [k for k, (s, t) in enumerate(self._cyclic.tolist()) if (t, s) not in own]
        if not others:
            return ""
        shown = _shown(self._named(self._cyclic[others]))
        return f"{len(others)} refused as closing a cycle with others: {shown}"

    def _disputed_text(self) -> str:
        if not self.disputed_edges:
            return ""
        arrows = counted(len(self.disputed_edges), "arrow")
        return f"{arrows} that more DAGs compel the other way: {_shown(self.disputed_edges)}"

    def __repr__(self) -> str:
        ensemble = self._ensemble_text()
        proof = "optimal" if self.optimal else "not proved optimal"
        lines = [
            f"<AggregationResult: {counted(self.p, 'node')}, {counted(len(self), 'edge')} "
            f"from {ensemble}; alpha={self.alpha:g}, {self._cutoff_text()}; "
            f"score {self.score:.2f}, {self.method}, {proof}>"
        ]
        if not math.isnan(self.expected_false_edges):
            lines.append(f"  {self._false_edges_text()}")
        told = [self._ending_text(), self._unseen_text(), self._cyclic_text()]
        lines += [f"  {line}" for line in told if line]
        lines += self._class_lines()
        if self.disputed_edges:
            lines.append(f"  {self._disputed_text()}")
        return "\n".join(lines)


def _shown(edges: tuple[tuple[Node, Node], ...]) -> str:
    """Write the first few edges and how many more there are."""
    more = len(edges) - _SHOWN
    arrows = ", ".join(f"{source!r} -> {target!r}" for source, target in edges[:_SHOWN])
    return arrows + (f" and {more} more" if more > 0 else "")


class AggregationPath:
    """Aggregations of one ensemble under several alphas or thresholds.

    Made by :func:`dagbag.aggregation_path`.

    Attributes
    ----------
    results : tuple of AggregationResult
        By alpha, then threshold, as given. ``path[k]``, ``len`` and iteration work, too.
    """

    def __init__(self, results: tuple[AggregationResult, ...]) -> None:
        self.results = results

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[AggregationResult]:
        return iter(self.results)

    def __getitem__(self, k: int) -> AggregationResult:
        return self.results[k]

    def to_frame(self) -> Any:
        """Return a table with a row per result.

        Returns
        -------
        DataFrame
            Columns alpha, threshold, cutoff, edges and cyclic (how many), score, optimal.
        """
        return make_frame(self._columns(), self.results[0]._library)

    def _columns(self) -> dict[str, list[Any]]:
        return {
            "alpha": [result.alpha for result in self.results],
            "threshold": [result.threshold for result in self.results],
            "cutoff": [result.cutoff for result in self.results],
            "edges": [len(result._edges) for result in self.results],
            "cyclic": [len(result._cyclic) for result in self.results],
            "score": [result.score for result in self.results],
            "optimal": [result.optimal for result in self.results],
        }

    def plot(self, truth: Any = None, **kwargs: Any) -> Axes:
        """Draw the number of edges along the path: :func:`dagbag.plotting.plot_alpha_path` of it.

        Parameters
        ----------
        truth : graph, optional
            Then the edges that are in its skeleton are counted, too.
        **kwargs
            As :func:`dagbag.plotting.plot_alpha_path` takes them.

        Returns
        -------
        matplotlib Axes
        """
        return plotting().plot_alpha_path(self, truth, **kwargs)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        from ._html.card import card
        from ._html.table import html_table

        columns = self._columns()
        stopped = len(self.results) - sum(result.converged for result in self.results)
        return card(
            f"AggregationPath: {counted(len(self), 'result')} from one ensemble",
            ["One result is path[k]; .plot() draws the number of edges along the path."],
            warnings=[f"{stopped} NOT converged: stopped by max_step"] if stopped else [],
            table=html_table(columns, most=_ROWS, more=".to_frame() has them all"),
        )

    def __repr__(self) -> str:
        sizes = [len(result._edges) for result in self.results]
        return (
            f"<AggregationPath: {counted(len(sizes), 'result')}, "
            f"{min(sizes)} to {counted(max(sizes), 'edge')}>"
        )
