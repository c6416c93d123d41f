"""The identity of a run, for ensembles, checkpoints and warm starts: all that replicates depend on.

Files hold a record as one flat mapping from names to texts, numbers, True, False or None. Data and
lists stand in it as hashes; which entries these are is told by their names (`HASHED`). Where the
replicates were learned (`LEARNED_WITH`) decides about the last bits of scores only: runs that
differ in nothing else are the same.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._dag.edge_sets import EdgeSet
from .._input.applied_knowledge import AppliedKnowledge
from .._input.data import Data
from .._input.words import show
from .draws import Recipe
from .origin import join_origins

Value = str | int | float | bool | None

AT_ONCE = 1024  # rows of a matrix that is hashed from its edges
LEARNED_WITH = "learned_with"
COLUMN_ORDER = "column_order"  # in which learners saw the columns, if not in their own
# Entries that stand for something by a hash, which means nothing to a reader.
HASHED = frozenset(
    {
        "data",
        "nodes",
        "blacklist",
        "whitelist",
        "ini_adj_matrix",
        "prior",
        "random_step_length",
        "learner_contents",
        COLUMN_ORDER,
        "knowledge",
    }
)


def order_text(order: npt.NDArray[np.int64]) -> str:
    """Write an order of the nodes as a setting."""
    return " ".join(map(str, order.tolist()))


def read_order(text: object, p: int) -> npt.NDArray[np.int64]:
    """Undo `order_text`; a ValueError if it is no order of p nodes."""
    try:
        order = np.array([int(number) for number in str(text).split(" ")], dtype=np.int64)
    except (ValueError, OverflowError):
        order = np.empty(0, dtype=np.int64)
    if not np.array_equal(np.sort(order), np.arange(p)):
        raise ValueError("column_order is no order of the nodes")
    return order


def digest(*parts: bytes | npt.NDArray[Any] | None) -> str:
    """Return a hash of data or lists."""
    hasher = hashlib.sha256()
    for part in parts:
        content = b"" if part is None else np.ascontiguousarray(part).tobytes()
        hasher.update(struct.pack("<?q", part is not None, len(content)))
        hasher.update(content)
    return hasher.hexdigest()[:32]


def digest_of_known(known: AppliedKnowledge | None) -> dict[str, Value]:
    """Return the entry of a record for what is known; none if nothing is."""
    if known is None:
        return {}
    return {"knowledge": digest(np.packbits(known.blacklist), np.packbits(known.whitelist))}


def digest_of(part: npt.NDArray[Any] | EdgeSet | None) -> str | None:
    """Return a hash of a list, the same for edges and for their matrix; None if there is none."""
    if not isinstance(part, EdgeSet):
        return None if part is None else digest(part)
    hasher = hashlib.sha256(struct.pack("<?q", True, part.p**2))
    source, target = part.edges[np.argsort(part.edges[:, 0], kind="stable")].T
    for first in range(0, part.p, AT_ONCE):
        low, high = np.searchsorted(source, (first, first + AT_ONCE))
        rows = np.zeros((min(AT_ONCE, part.p - first), part.p), dtype=bool)
        rows[source[low:high] - first, target[low:high]] = True
        hasher.update(rows.tobytes())
    return hasher.hexdigest()[:32]


@dataclass(frozen=True)
class RunRecord:
    """What a run is: its settings, large things as hashes, and where it was learned."""

    settings: Mapping[str, Value]
    learned_with: str = ""  # versions, BLAS and machines, see `origin`

    @classmethod
    def of(cls, data: Data, recipe: Recipe, governing: Mapping[str, Value]) -> RunRecord:
        """Describe a run by its data, its draws, and what governs the learning."""
        return cls(
            {
                "data": digest(data.values),
                "nodes": digest(repr(data.nodes).encode()),
                "rows": data.n,
                **governing,
                "shuffle": recipe.shuffle,
                "resample": recipe.resampling.kind,
                "resample_rows": recipe.resampling.size,
            }
        )

    @classmethod
    def from_flat(cls, entries: Mapping[str, Value]) -> RunRecord:
        """Undo `flat`."""
        settings = {name: value for name, value in entries.items() if name != LEARNED_WITH}
        return cls(settings, str(entries.get(LEARNED_WITH) or ""))

    def flat(self) -> dict[str, Value]:
        """Return the mapping that files and users get."""
        learned = {LEARNED_WITH: self.learned_with} if self.learned_with else {}
        return {**self.settings, **learned}

    def common(self, other: RunRecord) -> RunRecord:
        """Return what two records agree on, and all places where they were learned."""
        theirs = other.settings
        agreed = {k: v for k, v in self.settings.items() if k in theirs and theirs[k] == v}
        return RunRecord(agreed, join_origins(self.learned_with, other.learned_with))

    def differences(self, there: RunRecord) -> str:
        """Say in which settings a record differs from this one; "" if it is the same run.

        Values compare as texts: NaN equals itself, and True is not 1.
        """
        names = [*self.settings, *(name for name in there.settings if name not in self.settings)]
        found = ((name, _texts(name, there.settings, self.settings)) for name in names)
        return "; ".join(_difference(name, *texts) for name, texts in found if texts is not None)


def _texts(
    name: str, there: Mapping[str, Value], here: Mapping[str, Value]
) -> tuple[str, str] | None:
    """Return an entry of two records for readers; None if it is the same."""
    if name in there and name in here and repr(there[name]) == repr(here[name]):
        return None
    return _text(name, there), _text(name, here)


def _text(name: str, settings: Mapping[str, Value]) -> str:
    if name not in settings:
        return "absent"
    value = settings[name]
    return "present" if name in HASHED and value is not None else show(value)


def _difference(name: str, there: str, here: str) -> str:
    return f"{name} differs" if there == here else f"{name} is {there} there, {here} here"
