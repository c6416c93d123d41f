"""Learning curves: correct against total edges, v-structures and moral edges along a path.

Section "Performance evaluation" of the paper. A search and an aggregation carry their paths, so
that nothing is fitted again; a learner without a path has a curve over its tuning parameter.
"""

# ruff: noqa: N815  # total_E and the like: the names of the paper's tables

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ._dag.detection import KINDS, compare
from ._dag.running_counts import ADD, COLUMNS, counts_along
from ._dag.structures import Structures
from ._dag.types import FloatArray
from ._input.common_nodes import shared_nodes
from ._input.curves import check_alike, check_graph_list, check_with_path
from ._input.graphs import read_structures
from ._input.tables import make_frame
from .results import AggregationResult, SearchResult

__all__ = ["LearningCurve", "curve_of", "learning_curve", "mean_curve"]

Counts = npt.NDArray[np.int64] | FloatArray


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Correct and total edges, v-structures and moral edges along a path.

    Made by :func:`learning_curve`, :func:`curve_of` and :func:`mean_curve`. Drawn as in the paper:
    `correct_E` over `total_E`, or `correct_V` over `total_V`.

    Attributes
    ----------
    correct_E, total_E : ndarray of shape (n_points,)
        Skeleton edges of the graph after 0, 1, 2, ... steps; the last point is the learned graph.
    correct_V, total_V : ndarray of shape (n_points,)
        V-structures.
    correct_M, total_M : ndarray of shape (n_points,)
        Moral edges.
    true_E, true_V, true_M : float
        How many the true graph has.
    values : tuple or None
        What drives the curve if it is not steps: a value of the tuning parameter for each point.
    n_curves : int
        How many curves this is the mean of.
    """

    correct_E: Counts
    total_E: Counts
    correct_V: Counts
    total_V: Counts
    correct_M: Counts
    total_M: Counts
    true_E: float
    true_V: float
    true_M: float
    values: tuple[Any, ...] | None = None
    n_curves: int = 1
    _library: str | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.total_E)

    def point(self, step: int = -1) -> dict[str, float]:
        """Return the counts at one step.

        Parameters
        ----------
        step : int, default -1
            The last one, where the search stops, if not given.

        Returns
        -------
        dict

        Examples
        --------
        >>> from dagbag import load_example, score
        >>> from dagbag.curves import learning_curve
        >>> example = load_example()
        >>> end = learning_curve(score(example.Y), example.adjacency).point()
        >>> end["total_E"], end["correct_E"]
        (311, 100)
        """
        return {name: getattr(self, name)[step].item() for name in COLUMNS}

    def to_frame(self) -> Any:
        """Return a table with a row per point.

        Returns
        -------
        DataFrame
            Columns step (or value, of the tuning parameter), correct_E, total_E, correct_V,
            total_V, correct_M, total_M.

        Examples
        --------
        >>> from dagbag import score_shd
        >>> from dagbag.curves import learning_curve
        >>> truth = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
        >>> result = score_shd(np.array([[0, 0.9, 0.6], [0, 0, 0], [0, 0.8, 0]]))
        >>> table = learning_curve(result, truth).to_frame()
        >>> print(table[["step", "correct_E", "total_E", "correct_V"]].to_string(index=False))
         step  correct_E  total_E  correct_V
            0          0        0          0
            1          1        1          0
            2          2        2          1
            3          2        3          0
        """
        first: dict[str, Any] = {"step": np.arange(len(self))}
        if self.values is not None:
            first = {"value": list(self.values)}
        return make_frame(first | {name: getattr(self, name) for name in COLUMNS}, self._library)

    def __repr__(self) -> str:
        end = self.point()
        mean = f", mean of {self.n_curves} curves" if self.n_curves > 1 else ""
        ends = ", ".join(
            f"{kind} ({end[f'total_{kind}']:g}, {end[f'correct_{kind}']:g})" for kind in KINDS
        )
        return f"<LearningCurve: {len(self)} points{mean}; total, correct at the end: {ends}>"


def learning_curve(result: Any, truth: Any) -> LearningCurve:
    """Count what was correct after each step of a search or an aggregation.

    Parameters
    ----------
    result : SearchResult or AggregationResult
        Its path is that of `movement`: whitelisted edges, then operations of a search, through
        all restarts to the best graph, or the edges in the order in which an aggregation added
        them. An exact aggregation has no path of its own; its edges come by descending gsf.
    truth : graph or Structures
        As in :func:`dagbag.metrics.detection`; of a truth that many results are compared with,
        give its :func:`dagbag.metrics.structures`.

    Returns
    -------
    LearningCurve
        The first point is the graph before the first row of `movement`: empty, or the initial
        graph. The last one is the result.

    Notes
    -----
    Counts follow each operation: 10,000 steps at p = 2,639 take 0.1 s.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.curves import learning_curve
    >>> example = load_example()
    >>> learning_curve(score(example.Y), example.adjacency)
    <LearningCurve: 332 points; total, correct at the end: E (311, 100), V (601, 48), M (876, 157)>
    """
    moves = _path(result)
    nodes, of = shared_nodes({"result": result, "truth": truth})
    true = read_structures(truth, "truth", nodes, of)
    counts = counts_along(moves, result._edges, true)
    return _curve(counts, true, library=result._library)


def curve_of(
    graphs: Iterable[Any], truth: Any, values: Sequence[Any] | None = None
) -> LearningCurve:
    """Count what is correct in each of several graphs, such as one per value of a parameter.

    For learners without a path, as the paper does it for MMHC and PC, and for the results of an
    :func:`dagbag.aggregation_path`.

    Parameters
    ----------
    graphs : iterable of graph
        As in :func:`dagbag.metrics.detection`, in the order of the curve.
    truth : graph or Structures
        With the same nodes.
    values : sequence, optional
        Of the tuning parameter, one for each graph.

    Returns
    -------
    LearningCurve

    Examples
    --------
    >>> from dagbag import aggregation_path, load_example, score
    >>> from dagbag.curves import curve_of
    >>> example = load_example()
    >>> ensemble = score(example.Y, n_boot=20, max_parents=4, seed=1)
    >>> alphas = [2.0, 1.0, 0.5]
    >>> curve = curve_of(aggregation_path(ensemble, alpha=alphas), example.adjacency, alphas)
    >>> bool((curve.total_E[1:] >= curve.total_E[:-1]).all())
    True
    """
    given = check_graph_list(graphs, values)
    named = {f"graphs[{k}]": graph for k, graph in enumerate(given)}
    nodes, of = shared_nodes({"truth": truth, **named})
    true = read_structures(truth, "truth", nodes, of)
    learned = [read_structures(graph, name, nodes, of) for name, graph in named.items()]
    found = [compare(graph, true) for graph in learned]
    counts = np.array([[getattr(one, name) for name in COLUMNS] for one in found])
    return _curve(counts, true, values=None if values is None else tuple(values))


def mean_curve(curves: Iterable[LearningCurve]) -> LearningCurve:
    """Average learning curves of replicates, step by step.

    A curve that has ended stays where it ended, so that the last point of the mean is the mean of
    the learned graphs, as it stands in the tables.

    Parameters
    ----------
    curves : iterable of LearningCurve
        If they are driven by a tuning parameter, then by the same values.

    Returns
    -------
    LearningCurve
        As long as the longest.

    Examples
    --------
    >>> from dagbag import score_shd
    >>> from dagbag.curves import learning_curve, mean_curve
    >>> short = score_shd(np.array([[0, 0.9, 0], [0, 0, 0], [0, 0, 0]]))
    >>> long = score_shd(np.array([[0, 0.9, 0], [0, 0, 0.8], [0, 0, 0]]))
    >>> mean_curve(learning_curve(result, np.eye(3, k=1)) for result in (short, long)).total_E
    array([0. , 1. , 1.5])
    """
    given = check_alike(curves, LearningCurve)
    length = max(map(len, given))
    sums = np.zeros((length, len(COLUMNS)))
    for curve in given:
        counts = np.column_stack([getattr(curve, name) for name in COLUMNS])
        sums[: len(curve)] += counts
        sums[len(curve) :] += counts[-1]
    means = dict(zip(COLUMNS, (sums / len(given)).T, strict=True))
    true = {
        name: sum(getattr(curve, name) for curve in given) / len(given)
        for name in (f"true_{kind}" for kind in KINDS)
    }
    return replace(given[0], **means, **true, n_curves=len(given))


def _path(result: Any) -> npt.NDArray[np.int32]:
    """Return the rows of `movement` that were used, nodes counted from 0."""
    check_with_path(result, SearchResult, AggregationResult)
    searched = isinstance(result, SearchResult)
    moves = result._moves if searched else _as_additions(result._added)
    return np.concatenate((_as_additions(result._whitelisted), moves)).astype(np.int32)


def _as_additions(edges: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    return np.column_stack((edges, np.full(len(edges), ADD, dtype=np.int32)))


def _curve(
    counts: npt.NDArray[np.int64],
    true: Structures,
    *,
    values: tuple[Any, ...] | None = None,
    library: str | None = None,
) -> LearningCurve:
    columns = dict(zip(COLUMNS, np.ascontiguousarray(counts.T), strict=True))
    return LearningCurve(
        **columns,
        true_E=true.n_edges,
        true_V=true.n_v_structures,
        true_M=true.n_moral_edges,
        values=values,
        _library=library,
    )
