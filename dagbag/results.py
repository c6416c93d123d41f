"""What a search returns: R's list, and the same by name for a Python user."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._frames import make_frame
from ._validation import OPERATIONS, Node, nearest

UNUSED = -99
_R_NAMES = ("adj.matrix", "final.step", "movement", "delta.min", "bic.ok")
_TABLES = ("edges", "adjacency", "moves", "nodes")


class Move(NamedTuple):
    """One operation of a search, by name."""

    operation: str  #: "add", "delete" or "reverse"
    source: Node  #: of the edge before the operation
    target: Node
    delta: float  #: change of the total score; negative improves


class SearchResult:
    """A DAG learned by hill climbing. Mirrors the list that R's ``score`` returns.

    Made by :func:`dagbag.score`. R's names work as keys: ``result["adj.matrix"]``.

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
        Delta of each search step, 0 for the converged one, -99 unused. R: ``delta.min``.
    bic_ok : ndarray of shape (max_step,)
        0 for each step taken, -99 unused. R: ``bic.ok``.
    nodes : tuple
        Column labels of the data, 0..p-1 if it had none.
    converged : bool
        False if it was `max_step` that ended the search.
    moves : tuple of Move
        The operations by name, without whitelisted edges.
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    score : float
        Total score, lower is better; the sum of the neighborhood scores.
    neighborhood_scores : ndarray of shape (p,)
        NaN for a constant column.
    max_parents : int
        Largest number of parents of a node.
    score_type : str
    n, p : int
        Rows and nodes.
    constant, saturated, collinear : tuple
        Nodes that were isolated because they are constant; that reached the largest number of
        parents their distinct rows can fit; for which a perfect fit was refused.
    """

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
    ) -> None:
        self.nodes = nodes
        self.n = n
        self.p = len(nodes)
        self.converged = converged
        self.max_step = max_step
        self.score_type = score_type
        self.neighborhood_scores = scores
        self.score = float(np.nansum(scores))
        self.constant = constant
        self.saturated = saturated
        self.collinear = collinear
        self._edges = edges
        self._whitelisted = whitelisted
        self._moves = moves
        self._deltas = deltas
        self._shuffled = shuffled
        self._library = library
        parents = np.bincount(edges[:, 1], minlength=self.p)
        self.max_parents = int(parents.max())

    # R's list

    @cached_property
    def adj_matrix(self) -> npt.NDArray[np.int32]:
        """0/1 adjacency matrix, [source, target]. R: ``adj.matrix``."""
        matrix = np.zeros((self.p, self.p), dtype=np.int32)
        matrix[self._edges[:, 0], self._edges[:, 1]] = 1
        return matrix

    @property
    def final_step(self) -> int:
        """Whitelisted edges + moves, + 1 if the search converged. R: ``final.step``."""
        return len(self._whitelisted) + len(self._moves) + self.converged

    @cached_property
    def movement(self) -> npt.NDArray[np.int32]:
        """Whitelisted edges and moves, 1-based, as R gives them."""
        used = len(self._whitelisted) + len(self._moves)
        rows = used if self._shuffled else max(self.max_step, self.final_step)
        movement = np.zeros((rows, 3), dtype=np.int32)
        white = len(self._whitelisted)
        movement[:white, :2] = self._whitelisted + 1
        movement[:white, 2] = 1
        movement[white:used] = self._moves
        movement[white:used, :2] += 1
        return movement

    def _by_step(self, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """One entry per search step, the converged one 0, unused ones -99."""
        done = len(self._moves)
        out = np.full(max(self.max_step, done + self.converged), float(UNUSED))
        out[:done] = values
        if self.converged:
            out[done] = 0.0
        return out

    @cached_property
    def delta_min(self) -> npt.NDArray[np.float64]:
        """Delta of each search step. R: ``delta.min``."""
        return self._by_step(self._deltas)

    @cached_property
    def bic_ok(self) -> npt.NDArray[np.float64]:
        """0 for each search step taken, -99 unused. R: ``bic.ok``."""
        return self._by_step(0.0)

    def names(self) -> list[str]:
        """R's ``names(result)``."""
        return list(_R_NAMES)

    def __getitem__(self, name: str) -> Any:
        plain = name.replace(".", "_") if isinstance(name, str) else name
        if not isinstance(name, str) or plain.replace("_", ".") not in _R_NAMES:
            hint = nearest(name, _R_NAMES) if isinstance(name, str) else ""
            raise KeyError(f"{name!r} is not one of {', '.join(_R_NAMES)}{hint}")
        return getattr(self, plain)

    def __iter__(self) -> Iterator[str]:
        return iter(_R_NAMES)

    # By name

    @cached_property
    def edges(self) -> tuple[tuple[Node, Node], ...]:
        """(source, target) by name, ordered by target, then source."""
        return tuple((self.nodes[s], self.nodes[t]) for s, t in self._edges.tolist())

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
            columns = dict(zip(self.nodes, self.adj_matrix.T, strict=True))
            return make_frame(columns, self._library, index=self.nodes)  # type: ignore[arg-type]
        if table == "moves":
            fields = zip(*self.moves, strict=True) if self.moves else ((), (), (), ())
            by_field = dict(zip(Move._fields, map(list, fields), strict=True))
            return make_frame(
                {"step": list(range(1, len(self.moves) + 1)), **by_field}, self._library
            )
        if table == "nodes":
            parents = np.bincount(self._edges[:, 1], minlength=self.p)
            return make_frame(
                {
                    "node": list(self.nodes),
                    "parents": parents,
                    "score": self.neighborhood_scores,
                },
                self._library,
            )
        hint = nearest(str(table), _TABLES)
        raise ValueError(f"table must be one of {', '.join(_TABLES)}, got {table!r}{hint}")

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

    def __repr__(self) -> str:
        steps = len(self._moves)
        ending = (
            f"converged after {steps} step{'s' * (steps != 1)}"
            if self.converged
            else f"NOT converged: stopped by max_step={self.max_step}"
        )
        lines = [
            f"<SearchResult: {self.p} nodes, {len(self._edges)} edges, n={self.n}; {ending}; "
            f"{self.score_type} {self.score:.2f}; at most {self.max_parents} parents>"
        ]
        lines += [
            f"  {what}: {len(nodes)} of {self.p} nodes"
            for what, nodes in (
                ("constant, isolated", self.constant),
                ("saturated", self.saturated),
                ("perfect fit refused", self.collinear),
            )
            if nodes
        ]
        return "\n".join(lines)
