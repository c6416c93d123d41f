"""One replicate of an ensemble, and its bytes in a checkpoint."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .._input.streams import N_WORDS, SampleKind
from ..rrandom import RRandomState

_FIXED = struct.Struct("<q?qqdqqqq")
_STATE = struct.Struct("<q?")
STATE_SIZE = _STATE.size + 4 * N_WORDS


@dataclass(frozen=True, eq=False)
class Replicate:
    """A DAG learned on one resample, in the kernel's terms."""

    edges: npt.NDArray[np.int32]  # (n_edges, 2) by target, then source
    converged: bool  # False if the learner does not say
    steps: int  # -1: the learner does not say
    distinct_rows: int
    score: float  # NaN: the learner does not say
    saturated: int = 0  # nodes with as many parents as the distinct rows can fit
    constant: int = 0  # isolated columns
    collinear: int = 0  # nodes for which a perfect fit was refused
    state: RRandomState | None = None  # of a stream that was drawn from while learning

    def with_edges(self, edges: npt.NDArray[np.int32]) -> Replicate:
        """Return the same with its edges elsewhere: `replace` takes four times as long."""
        return Replicate(
            edges,
            self.converged,
            self.steps,
            self.distinct_rows,
            self.score,
            self.saturated,
            self.constant,
            self.collinear,
            self.state,
        )

    def to_bytes(self) -> bytes:
        """Pack into bytes, the same on every machine."""
        fixed = _FIXED.pack(
            len(self.edges),
            self.converged,
            self.steps,
            self.distinct_rows,
            self.score,
            self.saturated,
            self.constant,
            self.collinear,
            self.state is not None,
        )
        return fixed + pack_state(self.state) + self.edges.astype("<i4").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Replicate:
        """Undo `to_bytes`; a ValueError if it could not have made these bytes."""
        try:
            n_edges, *fields, has_state = _FIXED.unpack_from(data)
            end = _FIXED.size
            state = None
            if has_state:
                state, end = unpack_state(data, end)
            edges = np.frombuffer(data, dtype="<i4", offset=end).astype(np.int32)
            found = replace(cls(edges.reshape(n_edges, 2), *fields), state=state)
        except (struct.error, ValueError):
            raise ValueError("its bytes are no replicate") from None
        if found.to_bytes() != data:
            raise ValueError("its bytes are no replicate")
        return found


def stack(replicates: dict[int, Replicate]) -> npt.NDArray[np.int32]:
    """Put the edges of all replicates into one array, by their numbers; each keeps its part of it.

    One after the other lets go of its own, so that they are never held twice.
    """
    numbers = sorted(replicates)
    ends = np.cumsum([len(replicates[number].edges) for number in numbers], dtype=np.int64)
    whole = np.empty((int(ends[-1]) if numbers else 0, 2), dtype=np.int32)
    for number, end in zip(numbers, ends.tolist(), strict=True):
        own = replicates[number].edges
        part = whole[end - len(own) : end]
        part[:] = own
        replicates[number] = replicates[number].with_edges(part)
    return whole


def pack_state(state: RRandomState | None) -> bytes:
    """Pack the state of a stream; nothing for None."""
    if state is None:
        return b""
    head = _STATE.pack(state.position, state.sample_kind == "Rounding")
    return head + state.key.astype("<u4").tobytes()


def check_state(state: RRandomState) -> None:
    """Refuse a state in which no stream can be."""
    if not 1 <= state.position <= N_WORDS or not state.key.any():
        raise ValueError("a state of the random stream is none")


def unpack_state(data: bytes, start: int = 0) -> tuple[RRandomState, int]:
    """Undo `pack_state`; return the state and where it ended."""
    position, rounding = _STATE.unpack_from(data, start)
    start += _STATE.size
    key = np.frombuffer(data, dtype="<u4", count=N_WORDS, offset=start).astype(np.uint32)
    kind: SampleKind = "Rounding" if rounding else "Rejection"
    return RRandomState(key, position, kind), start + 4 * N_WORDS
