"""Ensembles of DAGs learned on resamples: what ``score(Y, n_boot=B)`` and ``bag`` return.

An ensemble file (:meth:`dagbag.Ensemble.save`) is a numpy ``.npz`` archive without pickled objects:

==============  =====================  ==========================================================
``format``      int                    1 or 2
``nodes``       JSON text              labels
``edges``       int32 (total, 2)       source, target of every replicate's edges, one after the
                                       other, each ordered by target, then source
``ends``        int64 (B,)             where each replicate's edges end
``index``       int64 (B,)             number of the replicate in the plan
``converged``   bool (B,)
``steps``       int64 (B,)             likewise ``distinct_rows``, ``saturated``, ``constant`` and
                                       ``collinear``
``score``       float64 (B,)
``settings``    JSON text              what the ensemble was learned with
``library``     JSON text              frames the labels came from
``batches``     int64 (k,)             plan: number of resamples drawn in each batch
``states``      uint8 (k + 1, 2505)    plan: the stream before each batch, and after the last
==============  =====================  ==========================================================

``states`` has no rows if the ensemble cannot be continued. Format 2 is that of an ensemble learned
with knowledge, and has two arrays more:

==============  =====================  ==========================================================
``forbidden``   uint8                  p x p bits by [source, target], row by row, packed
``required``    uint8                  likewise
==============  =====================  ==========================================================
"""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from ._aggregate.table import edge_table
from ._dag.class_counts import ClassCounts, EnsembleClasses
from ._dag.counts import EdgeCounts, count_edges
from ._dag.edges import edge_matrix
from ._dag.order import topological_order
from ._dag.types import Node
from ._input.applied_knowledge import AppliedKnowledge
from ._input.checks import check_alpha
from ._input.memory import check_array
from ._input.renamed import renamed
from ._input.tables import make_frame
from ._input.words import counted, nearest, plain_text, show
from ._runs.draws import PAIRS, SUBSAMPLE, Batch, Plan
from ._runs.loaded import (
    check_counts,
    check_edges,
    check_honours,
    known_of_bits,
    labels_of,
    library_of,
    read_arrays,
    read_format,
    settings_of,
)
from ._runs.record import COLUMN_ORDER, RunRecord, Value, read_order
from ._runs.replicates import STATE_SIZE, Replicate, check_state, pack_state, stack, unpack_state
from ._runs.whole_files import write_whole
from .results import EdgeCollection, RList, plotting, reporting

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMAT, FORMAT_KNOWN = 1, 2  # without and with knowledge
LONGEST_NAME = 40  # characters of a learner's name in a repr
_FIELDS = ("converged", "steps", "distinct_rows", "score", "saturated", "constant", "collinear")
_KINDS = {  # of the arrays in a file
    "format": "i8", "nodes": "U", "edges": "i4", "ends": "i8", "index": "i8", "converged": "b1",
    "steps": "i8", "distinct_rows": "i8", "saturated": "i8", "constant": "i8", "collinear": "i8",
    "score": "f8", "settings": "U", "library": "U", "batches": "i8", "states": "u1",
}  # fmt: skip
_KNOWN_KINDS = {"forbidden": "u1", "required": "u1"}
_TABLES = ("edges", "replicates", "frequency")


@dataclass(frozen=True)
class Member(EdgeCollection):
    """One DAG of an ensemble: the collection of its edges, and what became of its search.

    Made by indexing an ensemble, ``ensemble[0]``, and by iteration.

    Attributes
    ----------
    nodes : tuple
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    adj_matrix : ndarray of shape (p, p)
        0/1 by [source, target].
    cpdag : ndarray of bool of shape (p, p)
        Its CPDAG, undirected edges in both directions; see :func:`dagbag.metrics.cpdag`.
    compelled_edges, undirected_edges : tuple of (source, target)
        The edges by name that have a direction in the CPDAG, and those that have none there.
    converged : bool or None
        None if the learner does not say.
    steps : int
        Search steps; -1 if the learner does not say.
    most_parents : int
        Largest number of parents of a node.
    distinct_rows : int
        Distinct rows of the resample.
    score : float
        NaN if the learner does not say.
    saturated : int
        Nodes with as many parents as the distinct rows can fit.
    """

    nodes: tuple[Node, ...]
    converged: bool | None
    steps: int
    distinct_rows: int
    score: float
    saturated: int
    _edges: npt.NDArray[np.int32]

    max_parents = renamed("max_parents", "most_parents")

    @property
    def adj_matrix(self) -> npt.NDArray[np.int8]:
        """0/1 adjacency matrix, [source, target]."""
        return edge_matrix(self._edges, len(self.nodes), np.int8)

    def _headline(self) -> str:
        return f"{super()._headline()}, one DAG of an ensemble"

    def _facts(self) -> list[str]:
        known = {
            f"converged after {counted(self.steps, 'step')}": bool(self.converged),
            f"score {self.score:.2f}": not np.isnan(self.score),
            f"{counted(self.distinct_rows, 'distinct row')}": self.distinct_rows > 0,
            f"at most {counted(self.most_parents, 'parent')}": True,
        }
        return ["; ".join(text for text, told in known.items() if told)]

    def _cautions(self) -> list[str]:
        saturated = f"{counted(self.saturated, 'node')} saturated: as many parents as rows can fit"
        stopped = self.converged is False  # None: not told
        return [*["NOT converged"] * stopped, *[saturated] * (self.saturated > 0)]


class Ensemble(RList):
    """DAGs learned on resamples of one data set. Mirrors the list of R's ``score(n.boot=B)``.

    Made by :func:`dagbag.score` with ``n_boot`` and by :func:`dagbag.bag`. Edge lists and counts
    are kept; R's p x p x B array is built when it is asked for. ``len(ensemble)`` is the number
    of replicates, ``ensemble[b]`` is one of them, ``ensemble[:50]`` and ``ensemble[mask]`` are
    ensembles.

    Attributes
    ----------
    adj_matrix : ndarray of int8 of shape (p, p, n_boot)
        0/1 by [source, target, replicate]. R: ``adj.matrix``.
    selection_frequency : ndarray of shape (p, p)
        Part of the replicates that have the edge [source, target].
    compelled_frequency, undirected_frequency : ndarray of shape (p, p)
        Part of the replicates whose CPDAG has the edge [source, target], and has it without a
        direction: what each of them says about directions at the level of what data can tell.
    n_boot, p : int
        Replicates and nodes.
    nodes : tuple
        Column labels of the data, 0..p-1 if it had none.
    converged : ndarray of bool of shape (n_boot,)
        True where the search is known to have converged: not where `max_step` ended it, nor
        where the learner does not say.
    capped : ndarray of bool of shape (n_boot,)
        True where `max_step` is known to have ended the search.
    steps, most_parents, distinct_rows, n_edges : ndarray of int of shape (n_boot,)
        Search steps (-1: the learner does not say), largest number of parents, distinct rows of
        the resample, edges.
    score : ndarray of shape (n_boot,)
        Total score on the resample (NaN: the learner does not say).
    saturated, constant, collinear : ndarray of int of shape (n_boot,)
        Number of nodes that reached the largest number of parents their distinct rows can fit;
        that were constant in the resample and isolated; for which a perfect fit was refused.
    index : ndarray of int of shape (n_boot,)
        Number of the replicate in the run: 0, 1, 2, ... unless some are missing.
    settings : dict
        What the ensemble was learned with; the data by their hash. ``learned_with`` names versions,
        BLAS and machine, on which the last bits of scores depend.
    knowledge : AppliedKnowledge or None
        What every replicate honours, see :mod:`dagbag.knowledge`; an aggregation does, too.
    """

    _r_names = ("adj.matrix",)
    knowledge: AppliedKnowledge | None = None  # that of a pickle of an earlier version

    def __init__(
        self,
        nodes: tuple[Node, ...],
        replicates: dict[int, Replicate],
        *,
        settings: Mapping[str, Value],
        library: str | None = None,
        plan: Plan | None = None,
        knowledge: AppliedKnowledge | None = None,
    ) -> None:
        edges = stack(replicates)
        index = sorted(replicates)
        members = [replicates[k] for k in index]
        self._fill(
            nodes,
            edges,
            np.array([len(member.edges) for member in members], dtype=np.int64),
            {
                "index": np.array(index, dtype=np.int64),
                **{name: np.array([getattr(m, name) for m in members]) for name in _FIELDS},
            },
            settings=settings,
            library=library,
            plan=plan,
            knowledge=knowledge,
        )

    @classmethod
    def _made_of(cls, *parts: Any, **rest: Any) -> Ensemble:
        """Make an ensemble of the arrays that `_fill` takes."""
        ensemble = cls.__new__(cls)
        ensemble._fill(*parts, **rest)
        return ensemble

    def _fill(
        self,
        nodes: tuple[Node, ...],
        edges: npt.NDArray[np.int32],
        lengths: npt.NDArray[np.int64],
        fields: Mapping[str, npt.NDArray[Any]],
        *,
        settings: Mapping[str, Value],
        library: str | None,
        plan: Plan | None,
        knowledge: AppliedKnowledge | None,
    ) -> None:
        self.knowledge = knowledge
        self.nodes = nodes
        self.p = len(nodes)
        self.n_boot = len(lengths)
        self.n_edges = lengths
        self.index: npt.NDArray[np.int64] = fields["index"].astype(np.int64)
        self.settings = dict(settings)
        self.steps: npt.NDArray[np.int64] = fields["steps"].astype(np.int64)
        self.converged: npt.NDArray[np.bool_] = fields["converged"].astype(bool) & self._told
        self.distinct_rows: npt.NDArray[np.int64] = fields["distinct_rows"].astype(np.int64)
        self.score: npt.NDArray[np.float64] = fields["score"].astype(np.float64)
        self.saturated: npt.NDArray[np.int64] = fields["saturated"].astype(np.int64)
        self.constant: npt.NDArray[np.int64] = fields["constant"].astype(np.int64)
        self.collinear: npt.NDArray[np.int64] = fields["collinear"].astype(np.int64)
        self._edges = edges
        self._library = library
        self._plan = plan

    @property
    def _record(self) -> RunRecord:
        return RunRecord.from_flat(self.settings)

    @property
    def _places(self) -> npt.NDArray[np.int64] | None:
        """Where each node stands in the order that decides ties, (p,); None: in its own place."""
        if COLUMN_ORDER not in self.settings:
            return None
        return np.argsort(read_order(self.settings[COLUMN_ORDER], self.p))

    # Replicates

    def __len__(self) -> int:
        return self.n_boot

    def __iter__(self) -> Iterator[Member]:
        return (self._member(k) for k in range(self.n_boot))

    def __contains__(self, member: object) -> bool:
        if not isinstance(member, Member):  # an edge, most likely: False would mislead
            raise TypeError(
                f"only its replicates can be in an Ensemble, got {show(member)}; ask `edge in "
                "replicate` of each, or selection_frequency"
            )
        same = (np.array_equal(member._edges, edges) for edges in self._edge_lists())
        return member.nodes == self.nodes and any(same)

    @property
    def _ends(self) -> npt.NDArray[np.int64]:
        """Where the edges of each replicate end."""
        return np.cumsum(self.n_edges, dtype=np.int64)

    @property
    def _told(self) -> npt.NDArray[np.bool_]:
        """Where the learner says how its search went."""
        return self.steps >= 0

    @property
    def capped(self) -> npt.NDArray[np.bool_]:
        """Where `max_step` is known to have ended the search."""
        return self._told & ~self.converged

    max_parents = renamed("max_parents", "most_parents")

    @cached_property
    def most_parents(self) -> npt.NDArray[np.int64]:
        """Largest number of parents in each replicate."""
        most = np.zeros(self.n_boot, dtype=np.int64)
        for k, edges in enumerate(self._edge_lists()):
            if len(edges):
                most[k] = np.bincount(edges[:, 1]).max()
        return most

    def _edge_lists(self) -> list[npt.NDArray[np.int32]]:
        return np.split(self._edges, self._ends[:-1]) if self.n_boot else []

    def _member(self, k: int) -> Member:
        end = int(self.n_edges[: k + 1].sum())
        return Member(
            nodes=self.nodes,
            converged=bool(self.converged[k]) if self.steps[k] >= 0 else None,
            steps=int(self.steps[k]),
            distinct_rows=int(self.distinct_rows[k]),
            score=float(self.score[k]),
            saturated=int(self.saturated[k]),
            _edges=self._edges[end - int(self.n_edges[k]) : end],
        )

    def _replicates(self) -> dict[int, Replicate]:
        """Return the replicates by their number in the plan."""
        return {
            int(number): Replicate(edges, *(getattr(self, name)[k].item() for name in _FIELDS))
            for k, (number, edges) in enumerate(zip(self.index, self._edge_lists(), strict=True))
        }

    @overload
    def __getitem__(self, key: int) -> Member: ...
    @overload
    def __getitem__(self, key: str) -> Any: ...
    @overload
    def __getitem__(self, key: slice | Sequence[int] | npt.NDArray[Any]) -> Ensemble: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return super().__getitem__(key)
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
            if not -self.n_boot <= key < self.n_boot:
                raise IndexError(
                    f"replicate must be in {-self.n_boot}..{self.n_boot - 1}, got {key}"
                )
            return self._member(int(key) % self.n_boot)
        rule = "an ensemble is indexed by a number, a slice, a mask or a list of numbers"
        try:
            wanted = key if isinstance(key, slice) else np.asarray(key, dtype=_index_type(key))
            chosen = np.arange(self.n_boot)[wanted]
        except (IndexError, TypeError, ValueError):
            chosen = np.empty((0, 0), dtype=np.int64)
        if chosen.ndim != 1:
            raise IndexError(f"{rule} below {self.n_boot}, got {show(key)}")
        return self._take(chosen)

    def _take(self, chosen: npt.NDArray[np.int64]) -> Ensemble:
        edges = self._edge_lists()
        # Replicates taken out of order or twice are no longer those of the plan.
        planned = bool((np.diff(self.index[chosen]) > 0).all())
        sequential = self.settings.get("random_forest") is True
        whole = len(chosen) == self.n_boot
        keep = planned and (whole or not sequential)
        fields = {name: getattr(self, name)[chosen] for name in _FIELDS}
        fields["index"] = self.index[chosen] if keep else np.arange(len(chosen))
        return self._made_of(
            self.nodes,
            _stacked([edges[k] for k in chosen]),
            self.n_edges[chosen],
            fields,
            settings=self.settings if keep else self._without_pairs(),
            library=self._library,
            plan=self._plan if keep else None,
            knowledge=self.knowledge,
        )

    @property
    def _paired(self) -> bool:
        """Whether these are complementary pairs, and no replicate is without its other half."""
        halves = self.settings.get("resample") == PAIRS
        return halves and bool(np.isin(self.index ^ 1, self.index).all())

    def _without_pairs(self) -> dict[str, Value]:
        """Return the settings of replicates whose numbers no longer tell the pairs."""
        told = self.settings.get("resample") == PAIRS
        return {**self.settings, "resample": SUBSAMPLE} if told else self.settings

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ensemble):
            return NotImplemented
        names = ("index", "n_edges", "_edges", *_FIELDS)
        return self.nodes == other.nodes and all(
            np.array_equal(getattr(self, name), getattr(other, name), equal_nan=name == "score")
            for name in names
        )

    __hash__ = None  # type: ignore[assignment]

    # Counts

    @cached_property
    def edge_counts(self) -> EdgeCounts:
        """In how many replicates each edge is."""
        return count_edges(self._edges, self.p, self.n_boot)

    @cached_property
    def _classes(self) -> EnsembleClasses | None:
        """Classes that are counted when asked for; None where graphs of R's have cycles."""
        return EnsembleClasses(self._edges, self.n_edges, self.p)

    @property
    def class_counts(self) -> ClassCounts:
        """In the CPDAGs of how many replicates each edge is, by its direction or without one."""
        if self._classes is None:
            raise ValueError("replicates must be acyclic to have CPDAGs, got some with cycles")
        return self._classes.counts

    @cached_property
    def compelled_frequency(self) -> npt.NDArray[np.float64]:
        """Part of the replicates that compel each edge, (p, p) by [source, target].

        An edge is compelled where every DAG that is equivalent to the replicate's has it: where
        its direction is one that data can tell.

        Examples
        --------
        >>> from dagbag import load_example, score
        >>> ensemble = score(load_example().Y, 5, "eBIC", seed=1)
        >>> bool((ensemble.compelled_frequency <= ensemble.selection_frequency).all())
        True
        """
        return self._frequency(self.class_counts.compelled)

    @cached_property
    def undirected_frequency(self) -> npt.NDArray[np.float64]:
        """Part of the replicates that join each pair in either direction, (p, p), symmetric.

        Examples
        --------
        >>> import numpy as np
        >>> from dagbag import load_example, score
        >>> ensemble = score(load_example().Y, 5, "eBIC", seed=1)
        >>> strength = ensemble.selection_frequency + ensemble.selection_frequency.T
        >>> compelled = ensemble.compelled_frequency + ensemble.compelled_frequency.T
        >>> np.allclose(compelled + ensemble.undirected_frequency, strength)
        True
        """
        one_way = self._frequency(self.class_counts.reversible)
        return one_way + one_way.T

    @cached_property
    def selection_frequency(self) -> npt.NDArray[np.float64]:
        """Part of the replicates that have each edge, (p, p) by [source, target]."""
        return self._frequency(self.edge_counts)

    def _frequency(self, counts: EdgeCounts) -> npt.NDArray[np.float64]:
        frequency = np.zeros((self.p, self.p))
        frequency[counts.source, counts.target] = counts.count / max(self.n_boot, 1)
        return frequency

    @property
    def adj_matrix(self) -> npt.NDArray[np.int8]:
        """0/1 adjacency matrices, [source, target, replicate]. R: ``adj.matrix``.

        Built anew at each call: p * p * n_boot bytes.
        """
        shape = (self.p, self.p, self.n_boot)
        check_array("adj_matrix", shape, 1, "see edge_counts, or slice")
        array = np.zeros(shape, dtype=np.int8)
        replicate = np.repeat(np.arange(self.n_boot), self.n_edges)
        array[self._edges[:, 0], self._edges[:, 1], replicate] = 1
        return array

    # Putting ensembles together

    def merge(self, *others: Ensemble) -> Ensemble:
        """Put the replicates of other ensembles after those of this one.

        Parameters
        ----------
        *others : Ensemble
            On the same nodes. They may come from other data, scores or learners; what they do not
            agree on is dropped from `settings`, and knowledge that is not the same is dropped.

        Returns
        -------
        Ensemble
            It can be continued with ``warm_start`` if each part goes on where the one before
            ended: ``score(Y, 60)`` and ``score(Y, 40)`` after it are ``score(Y, 100)``, unless
            nodes are shuffled or searches restarted, whose draws come before or after all rows.

        Examples
        --------
        >>> from dagbag import load_example, score, set_seed
        >>> Y = load_example().Y
        >>> set_seed(1)
        >>> first, second = score(Y, 6, "eBIC"), score(Y, 4, "eBIC")
        >>> first.merge(second) == score(Y, 10, "eBIC", seed=1)
        True
        """
        merged = self
        for other in others:
            if not isinstance(other, Ensemble):
                raise TypeError(f"others must be ensembles, got {type(other).__name__}")
            merged = merged._joined(other)
        return merged

    def __add__(self, other: Ensemble) -> Ensemble:
        return self.merge(other) if isinstance(other, Ensemble) else NotImplemented

    def _joined(self, other: Ensemble) -> Ensemble:
        if self.nodes != other.nodes:
            raise ValueError(
                "others must be ensembles on the same nodes in the same order, got "
                f"{other.p} nodes{' in another order' * (set(self.nodes) == set(other.nodes))}"
                f" for {self.p}"
            )
        return self._made_of(
            self.nodes,
            np.concatenate([self._edges, other._edges]),
            np.concatenate([self.n_edges, other.n_edges]),
            {
                "index": np.arange(self.n_boot + other.n_boot),
                **{
                    name: np.concatenate([getattr(self, name), getattr(other, name)])
                    for name in _FIELDS
                },
            },
            settings=self._common_settings(other),
            library=self._library if self._library == other._library else None,
            plan=self._continued(other),
            knowledge=self.knowledge if self.knowledge == other.knowledge else None,
        )

    def _common_settings(self, other: Ensemble) -> dict[str, Value]:
        """Return what both were learned with; halves without their other half are subsamples."""
        whole = self._paired and other._paired
        mine, theirs = (
            RunRecord.from_flat(each.settings if whole else each._without_pairs())
            for each in (self, other)
        )
        return mine.common(theirs).flat()

    def _continued(self, other: Ensemble) -> Plan | None:
        """Return the common plan, if the other one goes on where this one ends."""
        mine, theirs = self._plan, other._plan
        if mine is None or theirs is None:
            return None
        if self._record.differences(other._record):
            return None
        complete = mine.count == self.n_boot and theirs.count == other.n_boot
        if not complete or self.settings.get("shuffle") == "once":
            return None
        if pack_state(mine.end) != pack_state(theirs.batches[0].state):
            return None
        return Plan(mine.batches + theirs.batches, theirs.end)

    # Files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the ensemble to a file, which is replaced only when the new one is complete.

        Parameters
        ----------
        path : str or path
            By custom it ends in ``.npz``; the format is described in :mod:`dagbag.ensemble`.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from dagbag import Ensemble, load_example, score
        >>> ensemble = score(load_example().Y, 5, "eBIC", seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "ensemble.npz"
        ...     ensemble.save(path)
        ...     Ensemble.load(path) == ensemble
        True
        """
        states: list[bytes] = []
        batches: list[int] = []
        if self._plan is not None:
            batches = [batch.count for batch in self._plan.batches]
            states = [pack_state(batch.state) for batch in self._plan.batches]
            states.append(pack_state(self._plan.end))
        packed = np.array([np.frombuffer(s, dtype=np.uint8) for s in states], dtype=np.uint8)
        content: dict[str, Any] = {
            "format": np.int64(FORMAT if self.knowledge is None else FORMAT_KNOWN),
            "nodes": np.array(_nodes_to_json(self.nodes)),
            "edges": self._edges,
            "ends": self._ends,
            "index": self.index,
            "settings": np.array(json.dumps(self.settings)),
            "library": np.array(json.dumps(self._library)),
            "batches": np.array(batches, dtype=np.int64),
            "states": packed,
            **{name: getattr(self, name) for name in _FIELDS},
        }
        if self.knowledge is not None:
            content["forbidden"] = np.packbits(self.knowledge.blacklist)
            content["required"] = np.packbits(self.knowledge.whitelist)
        write_whole(path, lambda file: np.savez_compressed(file, **content))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Ensemble:
        """Read an ensemble from a file that :meth:`save` wrote.

        Parameters
        ----------
        path : str or path

        Returns
        -------
        Ensemble

        Raises
        ------
        ValueError
            If the file is anything that :meth:`save` cannot have written. Nothing in it is run.
        OSError
            If it cannot be read.

        Examples
        --------
        See :meth:`save`.
        """
        wrong = f"path must be a file that Ensemble.save wrote, got {str(path)!r}"
        if not Path(path).exists():
            raise FileNotFoundError(f"{wrong}, which does not exist")
        if not Path(path).is_file():
            raise ValueError(f"{wrong}, which is no file")
        try:
            with Path(path).open("rb") as raw:
                version = read_format(raw)
                if version not in (FORMAT, FORMAT_KNOWN):
                    raise ValueError(
                        f"of format {version}; this version reads format {FORMAT} and "
                        f"{FORMAT_KNOWN}"
                    )
                content = read_arrays(raw, _KINDS if version == FORMAT else _KINDS | _KNOWN_KINDS)
            return cls._from_content(content)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        except Exception as error:  # a damaged archive fails in ways that zipfile does not sort
            raise ValueError(f"{wrong}: {error}") from None

    @classmethod
    def _from_content(cls, content: Mapping[str, npt.NDArray[Any]]) -> Ensemble:
        nodes = labels_of(str(content["nodes"]))
        edges, ends, index = content["edges"], content["ends"], content["index"]
        if edges.ndim != 2 or edges.shape[1] != 2:
            raise ValueError("edges are no pairs")
        if any(content[name].shape != (len(index),) for name in (*_FIELDS, "index", "ends")):
            raise ValueError("replicates are incomplete")
        # Compared, not subtracted: differences of forged numbers would wrap.
        if (ends < 0).any() or (ends[1:] < ends[:-1]).any() or ends[-1:].sum() != len(edges):
            raise ValueError("ends do not fit the edges")
        if (index < 0).any() or (index[1:] <= index[:-1]).any():
            raise ValueError("index must be ascending numbers of replicates")
        lengths = np.diff(ends, prepend=0)
        check_edges(edges, lengths, nodes, lambda k: f"replicate {index[k]}")
        check_counts(content, len(nodes), lambda k: f"replicate {index[k]}")
        settings = settings_of(str(content["settings"]))
        if COLUMN_ORDER in settings:
            read_order(settings[COLUMN_ORDER], len(nodes))
        known = None
        if "forbidden" in content:
            known = known_of_bits(content["forbidden"], content["required"], nodes)
            check_honours(known, edges, lengths, lambda k: f"replicate {index[k]}")
        return cls._made_of(
            nodes,
            edges,
            lengths,
            content,
            settings=settings,
            library=library_of(str(content["library"])),
            plan=_plan_of(content["batches"], content["states"], index),
            knowledge=known,
        )

    # Tables

    def to_frame(self, table: str = "edges", alpha: float = 1.0) -> Any:
        """Return a labelled table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"edges", "replicates", "frequency"}, default "edges"
            "edges": source, target, sf, reverse_sf, strength (sf of either direction), direction
            (sf / strength), gsf, compelled, reverse_compelled and undirected (parts of the
            replicates whose CPDAG has the edge, its reverse, or a line between the two nodes; their
            sum is the strength), a row for each edge of any replicate, by gsf; "replicates": a
            row for each replicate; "frequency": the p x p matrix of selection frequencies.
        alpha : float, default 1
            Of the gsf, see :func:`dagbag.score_shd`.

        Returns
        -------
        DataFrame

        Examples
        --------
        >>> from dagbag import load_example, score
        >>> ensemble = score(load_example().Y, 5, "eBIC", seed=1)
        >>> list(ensemble.to_frame("replicates").columns)[:4]
        ['replicate', 'converged', 'steps', 'edges']
        """
        if table == "edges":
            weight = check_alpha(alpha)
            return edge_table(
                self.edge_counts,
                self.nodes,
                weight,
                classes=None if self._classes is None else self._classes.counts,
                library=self._library,
            )
        if table == "replicates":
            return make_frame(
                {
                    "replicate": self.index,
                    "converged": self._convergence(),
                    "steps": self.steps,
                    "edges": self.n_edges,
                    "max_parents": self.most_parents,
                    "distinct_rows": self.distinct_rows,
                    "score": self.score,
                    "saturated": self.saturated,
                    "constant": self.constant,
                    "collinear": self.collinear,
                },
                self._library,
            )
        if table == "frequency":
            columns = dict(zip(self.nodes, self.selection_frequency.T, strict=True))
            return make_frame(columns, self._library, index=self.nodes)  # type: ignore[arg-type]
        hint = nearest(str(table), _TABLES)
        raise ValueError(f"table must be one of {', '.join(_TABLES)}, got {table!r}{hint}")

    def _convergence(self) -> list[bool | None]:
        """Return `converged`, with None where the learner does not say."""
        both = zip(self.converged.tolist(), self._told.tolist(), strict=True)
        return [converged if told else None for converged, told in both]

    def _convergence_text(self) -> str:
        untold = int((~self._told).sum())
        if untold == self.n_boot:
            return "convergence not told"
        rest = f", {untold} not told" if untold else ""
        return f"{int(self.converged.sum())} converged{rest}"

    def _learner_text(self) -> str:
        """Return the learner's name, with its settings if they are short; all are in `settings`."""
        learner = str(self.settings.get("learner") or "")
        kind, opened, _ = learner.partition("(")
        return f"{kind}(...)" if opened and len(learner) > LONGEST_NAME else learner

    # What a notebook shows

    def plot(self, truth: Any = None, **kwargs: Any) -> Axes:
        """Draw how strong pairs are: :func:`dagbag.plotting.plot_selection_frequency` of it.

        An ensemble is not yet one DAG; this shows what a cutoff makes of it. The DAG is
        ``score_shd(ensemble, strength=0.5).plot()``.

        Parameters
        ----------
        truth : graph, optional
            Pairs that it connects are counted apart.
        **kwargs
            As :func:`dagbag.plotting.plot_selection_frequency` takes them; `measure` is "strength"
            unless it is given.

        Returns
        -------
        matplotlib Axes
        """
        kwargs.setdefault("measure", "strength")
        return plotting().plot_selection_frequency(self, truth, **kwargs)  # type: ignore[no-any-return]

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        alpha: float = 1.0,
        cutoff: float | str = 0.5,
        **kwargs: Any,
    ) -> Path:
        """Write one page in which its DAG can be explored: :func:`dagbag.reporting.write_report`.

        Parameters
        ----------
        path : str or path
            Where the page goes, such as ``"report.html"``.
        alpha : float, default 1
            What a reversal costs, see :func:`dagbag.score_shd`; the page has a slider for it.
        cutoff : float, "auto" or "stability", default 0.5
            The strength that an edge must exceed, as for :class:`dagbag.DAGBag`; likewise.
        **kwargs
            As :func:`dagbag.reporting.write_report` takes them: `data`, `effects`, `scatter`,
            `truth`, `other`, `title`.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from dagbag import load_example, score
        >>> ensemble = score(load_example().Y, 5, "eBIC", seed=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     ensemble.report(Path(folder) / "report.html", cutoff=0.7).name
        'report.html'
        """
        result = reporting()._aggregated(self, alpha, cutoff)
        return result.report(path, ensemble=self, **kwargs)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        from ._draw.small import small_picture
        from ._html.card import card
        from ._html.table import MOST_ROWS, html_table

        pairs, strength = self._strong_pairs()
        n_strong = int((strength > 0.5).sum())
        strong = pairs[:n_strong]
        picture = small_picture(
            self.nodes,
            _acyclic(strong, self.p),
            np.zeros(n_strong, dtype=bool),
            strengths=strength[:n_strong],
            kind="Pairs joined in more than half of the replicates",
            way_out="score_shd(ensemble, strength=0.5).plot() draws it",
            directed=False,
        )
        caption = "Drawn: pairs that more than half of the replicates join. "
        return card(
            f"Ensemble: {counted(self.n_boot, 'replicate')} on {counted(self.p, 'node')}",
            self._facts(n_strong, len(pairs)) if self.n_boot else [],
            warnings=self._cautions(),
            table=html_table(
                self._pair_columns(pairs[:MOST_ROWS], strength[:MOST_ROWS]),
                total=len(pairs),
                more=".to_frame() has all edges",
                caption="Strongest pairs",
            ),
            picture=picture.svg,
            picture_width=picture.width,
            note=caption * bool(picture.svg) + picture.note * bool(n_strong),
        )

    def _strong_pairs(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """Return the pairs of any replicate by strength, each in its commoner direction."""
        counts = self.edge_counts
        ahead = counts.count > counts.reverse
        once = ahead | ((counts.count == counts.reverse) & (counts.source < counts.target))
        both = (counts.count + counts.reverse)[once]
        pairs = np.column_stack((counts.source, counts.target))[once].astype(np.int32)
        order = np.lexsort((*pairs.T, -both))
        return pairs[order], both[order] / max(self.n_boot, 1)

    def _pair_columns(
        self, pairs: npt.NDArray[np.int32], strength: npt.NDArray[np.float64]
    ) -> dict[str, Sequence[object]]:
        from ._html.escape import printable

        forward = self.edge_counts.of(*pairs.T) / max(self.n_boot, 1)
        return {
            "source": [printable(self.nodes[k]) for k in pairs[:, 0].tolist()],
            "target": [printable(self.nodes[k]) for k in pairs[:, 1].tolist()],
            "strength": strength.tolist(),
            "sf": forward.tolist(),
            "reverse sf": (strength - forward).tolist(),
        }

    def _facts(self, n_strong: int, n_pairs: int) -> list[str]:
        name = self.settings.get("score_type") or self._learner_text() or "graphs"
        edges = self.n_edges
        return [
            f"{plain_text(str(name))}; {edges.min()} to {counted(edges.max(), 'edge')} each, "
            f"at most {counted(self.most_parents.max(), 'parent')}; {self._convergence_text()}",
            f"{counted(n_strong, 'pair')} of nodes joined in more than half of the replicates, "
            f"{n_pairs} in any; score_shd(ensemble) makes them one DAG",
        ]

    def _cautions(self) -> list[str]:
        capped = int(self.capped.sum())
        stopped = f"{capped} of {counted(self.n_boot, 'replicate')} NOT converged"
        return [*([stopped] if capped else []), *self._degenerate()]

    def _degenerate(self) -> list[str]:
        """Say in how many replicates the data were too poor for some nodes."""
        return [
            f"{what}: {int((counts > 0).sum())} of {counted(self.n_boot, 'replicate')}"
            for what, counts in (
                ("saturated nodes", self.saturated),
                ("constant columns", self.constant),
                ("perfect fits refused", self.collinear),
            )
            if counts.any()
        ]

    def __repr__(self) -> str:
        name = plain_text(str(self.settings.get("score_type") or self._learner_text() or "graphs"))
        if self.n_boot == 0:
            return f"<Ensemble: no replicates on {counted(self.p, 'node')}; {name}>"
        edges = self.n_edges
        lines = [
            f"<Ensemble: {counted(self.n_boot, 'replicate')} on {counted(self.p, 'node')}; "
            f"{edges.min()} to {counted(edges.max(), 'edge')}; {name}; "
            f"{self._convergence_text()}; at most {counted(self.most_parents.max(), 'parent')}>"
        ]
        lines += [f"  {line}" for line in self._degenerate()]
        if self.knowledge is not None:
            black, white = self.knowledge.blacklist.sum(), self.knowledge.whitelist.sum()
            lines.append(f"  known: {counted(int(white), 'edge')} required, {int(black)} forbidden")
        return "\n".join(lines)


def _acyclic(pairs: npt.NDArray[np.int32], p: int) -> npt.NDArray[np.int32]:
    """Return pairs that a picture can be placed by: as they are, or else by number."""
    if topological_order(pairs.astype(np.int64), p) is None:
        return np.sort(pairs, axis=1)
    return pairs


def _stacked(edges: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.int32]:
    return np.concatenate([np.empty((0, 2), np.int32), *edges])


def _index_type(key: object) -> type | None:
    """Return the type of an empty list of numbers, which numpy takes for floats."""
    return np.int64 if isinstance(key, (list, tuple)) and not key else None


def _nodes_to_json(nodes: tuple[Node, ...]) -> str:
    return json.dumps([_plain(node) for node in nodes])


def _plain(node: Hashable) -> Any:
    """Return a label as JSON has it: tuples as {"tuple": [...]}."""
    if isinstance(node, np.generic):
        node = node.item()
    if isinstance(node, tuple):
        return {"tuple": [_plain(part) for part in node]}
    if node is None or isinstance(node, (str, int, float, bool)):
        return node
    raise TypeError(
        f"nodes must be labelled by texts, numbers or tuples of them to be saved, got {node!r}"
    )


def _plan_of(
    batches: npt.NDArray[np.int64], states: npt.NDArray[np.uint8], index: npt.NDArray[np.int64]
) -> Plan | None:
    """Return the plan of a file; None if the ensemble cannot be continued."""
    if not states.size and not batches.size:
        return None
    if batches.ndim != 1 or states.shape != (len(batches) + 1, STATE_SIZE):
        raise ValueError("states do not fit the batches")
    found = [unpack_state(row.tobytes())[0] for row in states]
    for row, state in zip(states, found, strict=True):
        check_state(state)
        if pack_state(state) != row.tobytes():
            raise ValueError("a state of the random stream is none")
    counts = batches.tolist()
    if not counts or min(counts) < 0 or (len(index) and index[-1] >= sum(counts)):
        raise ValueError("batches do not fit the replicates")
    pairs = zip(found[:-1], counts, strict=True)
    return Plan(tuple(Batch(state, count) for state, count in pairs), found[-1])
