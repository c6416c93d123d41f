"""What strength arises from nothing: the same learner on data whose columns are permuted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._aggregate.strengths import pair_counts
from ._dag.types import FloatArray
from ._input.arguments import accepts_dots
from ._input.checks import check_count, check_learner, check_part, check_progress
from ._input.cutoffs import check_false_edges, check_strength
from ._input.data import Data, check_data
from ._input.tables import make_frame
from ._input.words import counted
from ._runs.draws import draw_seed
from ._runs.progress import progress_bar
from ._runs.replicates import pack_state
from .bagging import bag
from .ensemble import Ensemble
from .learners import BOSS
from .rrandom import RRandom, stream_for

__all__ = ["NullStrength", "null_strength"]

# What learns if nobody says what: what is recommended.
DEFAULT_LEARNER: Callable[..., Any] = BOSS()


class NullStrength:
    """Strengths of pairs of nodes that have nothing to do with each other.

    Made by :func:`null_strength`.

    Attributes
    ----------
    n : int
        Permutations of the data.
    n_boot : int
        Replicates learned on each.
    p : int
        Number of nodes.
    strengths : ndarray
        All strengths above 0 of all permutations together, descending.
    largest : ndarray of shape (n,)
        The largest strength of each permutation.
    mean_edges : ndarray of shape (n,)
        Mean number of edges of the replicates of each permutation.
    """

    def __init__(self, p: int, n_boot: int, counts: list[npt.NDArray[np.int64]]) -> None:
        self.p = p
        self.n_boot = n_boot
        self.n = len(counts)
        self._counts = counts
        together = np.concatenate([np.empty(0, dtype=np.int64), *counts])
        self.strengths: FloatArray = np.sort(together)[::-1] / n_boot
        self.largest: FloatArray = np.array([c.max(initial=0) for c in counts]) / n_boot
        self.mean_edges: FloatArray = np.array([c.sum() for c in counts]) / n_boot

    @property
    def possible(self) -> int:
        """Pairs of nodes."""
        return self.p * (self.p - 1) // 2

    def quantile(self, q: float) -> float:
        """Return the strength that a part q of all pairs of nodes does not exceed.

        Parameters
        ----------
        q : float
            From 0 to 1. Pairs that no replicate joins count as well, with strength 0.

        Returns
        -------
        float
            The smallest strength of which this is true.

        Examples
        --------
        See :func:`null_strength`.
        """
        part = check_part(q, "q")
        total = self.n * self.possible
        beyond = min(total - math.ceil(part * total), total - 1)  # pairs that may exceed it
        return float(self.strengths[beyond]) if 0 <= beyond < len(self.strengths) else 0.0

    def expected_false_edges(self, cutoff: float) -> float:
        """Return the mean number of pairs above a cutoff in data without any edge.

        Parameters
        ----------
        cutoff : float
            What the strength must exceed; from 0 to below 1.

        Returns
        -------
        float
            A mean over the permutations, not a bound.

        Examples
        --------
        See :func:`null_strength`.
        """
        number = check_strength(cutoff, "cutoff")
        return float((self.strengths > number).sum()) / self.n

    def cutoff(self, false_edges: float) -> float:
        """Return the smallest cutoff above which at most so many pairs arise from nothing.

        Parameters
        ----------
        false_edges : float
            In the mean over the permutations; above 0.

        Returns
        -------
        float
            For ``score_shd(ensemble, strength=...)``.

        Raises
        ------
        ValueError
            If more pairs than that have strength 1.

        Examples
        --------
        See :func:`null_strength`.
        """
        wished = check_false_edges(false_edges)
        most = math.floor(wished * self.n)  # pairs of all permutations that may be above
        if most >= len(self.strengths):
            return 0.0
        found = float(self.strengths[most])
        if found >= 1:
            certain = float((self.strengths >= 1).sum()) / self.n
            raise ValueError(
                f"false_edges must be at least {certain:g}, since so many pairs have strength 1 in "
                f"data without any edge, got {wished:g}; take a larger penalty or max_parents"
            )
        return found

    def to_frame(self, library: str | None = None) -> Any:
        """Return a table with a row per permutation.

        Parameters
        ----------
        library : {"pandas", "polars"}, optional
            By default pandas.

        Returns
        -------
        DataFrame
            Columns permutation, pairs (with a strength above 0), mean_edges, largest.
        """
        return make_frame(
            {
                "permutation": np.arange(self.n),
                "pairs": np.array([len(c) for c in self._counts], dtype=np.int64),
                "mean_edges": self.mean_edges,
                "largest": self.largest,
            },
            library,
        )

    def __repr__(self) -> str:
        if self.n == 0:
            return f"<NullStrength: no permutations on {counted(self.p, 'node')}>"
        return (
            f"<NullStrength: {counted(self.n, 'permutation')} of {counted(self.p, 'node')}, "
            f"{counted(self.n_boot, 'replicate')} each; {self.mean_edges.mean():.3g} edges in the "
            f"mean; strengths up to {self.largest.max():g}, "
            f"{self.expected_false_edges(0.5):.3g} above 0.5 per permutation>"
        )


@accepts_dots
def null_strength(
    Y: Any,
    learner: Callable[..., Any] | None = None,
    n: int = 20,
    n_boot: int = 100,
    *,
    shuffle: bool | str = False,
    seed: int | RRandom | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Literal["auto"] | Callable[[int, int], None] | None = None,
    timeout: float | None = None,
    knowledge: Any = None,
) -> NullStrength:
    """Learn ensembles on permuted data: what strength arises from nothing.

    Every column is permuted by itself, which keeps its distribution and cuts every tie to the
    others; then an ensemble is learned as on the data. Give the learner and the resampling whose
    strengths are to be judged. Has no counterpart in R.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
        Data, as in :func:`dagbag.bag`.
    learner : callable, optional
        As in :func:`dagbag.bag`; by default :class:`dagbag.learners.BOSS`, as it is recommended.
    n : int, default 20
        Number of permutations.
    n_boot : int, default 100
        Resamples of each: as many as the ensemble has whose strengths are to be judged.
    shuffle, seed, resample, sample_frac, n_jobs, timeout
        As in :func:`dagbag.bag`. All permutations come from the stream before anything is learned:
        the result is the same for every `n_jobs`.
    progress : bool, "auto" or callable, optional
        A bar that counts the replicates of all permutations together.
    knowledge : Knowledge, dict or path, optional
        As in :func:`dagbag.bag`. Required edges, which are always there, are not counted.

    Returns
    -------
    NullStrength

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C; its ``null`` has the permutations that are finished.

    Notes
    -----
    This is the null of a graph without edges. In data with edges a false edge has more ways to
    arise, beside a true one or instead of it, so that the numbers here are rather too small.

    Examples
    --------
    >>> from dagbag import load_example, null_strength
    >>> from dagbag.learners import HillClimbing
    >>> Y = load_example().Y[:, :20]
    >>> null = null_strength(Y, HillClimbing(max_parents=3), n=5, n_boot=20, seed=1, n_jobs=1)
    >>> float(null.largest.max()), null.quantile(0.95)
    (0.95, 0.45)
    >>> null.expected_false_edges(0.6), null.cutoff(false_edges=1)
    (4.0, 0.85)
    """
    data = check_data(Y)
    learner = DEFAULT_LEARNER if learner is None else check_learner(learner)
    count = check_count(n, "n", minimum=1)
    size = check_count(n_boot, "n_boot", minimum=1)
    wanted = check_progress(progress)
    found: list[npt.NDArray[np.int64]] = []
    with _seeds(stream_for(seed), count) as seeds:
        try:
            with progress_bar(wanted, count * size, name="null") as tell:
                for each in seeds:
                    stream = RRandom(each)
                    ensemble = bag(
                        _permuted(data, stream),
                        learner,
                        size,
                        shuffle=shuffle,
                        seed=stream,
                        resample=resample,
                        sample_frac=sample_frac,
                        n_jobs=n_jobs,
                        progress=lambda _done, _total: tell(),
                        timeout=timeout,
                        knowledge=knowledge,
                    )
                    found.append(_learned(ensemble))
        except KeyboardInterrupt:
            raise _interrupted(NullStrength(data.p, size, found), count) from None
    return NullStrength(data.p, size, found)


def _learned(ensemble: Ensemble) -> npt.NDArray[np.int64]:
    """Return how many replicates join each pair, but for those that are required to."""
    counts = pair_counts(ensemble.edge_counts)
    if ensemble.knowledge is None:
        return counts
    always = np.flatnonzero(counts == ensemble.n_boot)
    return np.delete(counts, always[: int(ensemble.knowledge.whitelist.sum())])


@contextmanager
def _seeds(stream: RRandom, count: int) -> Iterator[list[int]]:
    """Lend a seed for each permutation; a call that fails has drawn nothing."""
    with stream.exclusive():
        before = stream.state
        seeds = [draw_seed(stream) for _ in range(count)]
        after = stream.state
    try:
        yield seeds
    except BaseException:
        with stream.exclusive():
            if pack_state(stream.state) == pack_state(after):  # nobody drew meanwhile
                stream.move_to(before)
        raise


def _permuted(data: Data, stream: RRandom) -> Any:
    """Return the data with each column permuted by itself, as a frame if they came as one."""
    rows = np.column_stack([stream.sample_int(data.n) - 1 for _ in range(data.p)])
    values = np.take_along_axis(data.values, rows, axis=0)
    if data.library is None:
        return values
    columns: dict[Any, Any] = dict(zip(data.nodes, values.T, strict=True))
    return make_frame(columns, data.library)


def _interrupted(null: NullStrength, count: int) -> KeyboardInterrupt:
    """Return an interrupt with the finished permutations, not with half of an ensemble on noise."""
    interrupt = KeyboardInterrupt(
        f"interrupted after {null.n} of {counted(count, 'permutation')}, see .null"
    )
    interrupt.null = null  # type: ignore[attr-defined]
    return interrupt
