"""The cyclic/acyclic operation cache: the best eligible operation of every column.

An addition is eligible if the delta matrix offers it (not barred, not collinear, below the limit of
parents) and its source is no descendant of its target. A reversal is checked for a cycle only when
it would win; one found cyclic stays so until an edge is taken away (Proposition acyclic).

Most columns whose best addition becomes cyclic are not looked at again before another step spoils
what they would find: the delta stays as a bound, and they are looked at when it is among the best.

Deltas are as the score gives them. What becomes of small ones and of ties is the choice rule's.
"""

from libc.stdint cimport int32_t, uint64_t

from dagbag._kernels.closure cimport Closure
from dagbag._kernels.node_score cimport Deltas, block_peak

cdef enum Operation:
    NONE = 0
    ADD = 1
    DELETE = 2
    REVERSE = 3

cdef struct Eligible:
    Deltas* deltas
    Closure* closure
    const uint64_t* fixed   # (rows, words) sources of whitelisted edges
    const int32_t* fixed_at     # (p,) the row of each target; NULL: its own
    int32_t* source         # (p,) best eligible source of an addition, -1: none
    double* addition        # (p,) its delta, inf: none
    double* deletion        # (p,) best deletion, inf: none
    double* reversal        # (p,) best reversal not known to be cyclic, inf: none
    double* best            # (p,) the smallest of the three
    uint64_t* stale         # bits of the blocks of `best` that have changed since a survey
    double* peak            # (p, words) no eligible merit of a block is larger; NULL: block_peak
    uint64_t* flagged       # (words,) columns with a reversal known to be cyclic
    # (words,) columns whose best addition has become cyclic: its delta is a bound, until they are
    # looked at again.
    uint64_t* spoilt


cdef inline const uint64_t* fixed_row(const Eligible* E, int32_t target) noexcept nogil:
    """Sources of whitelisted edges to a target, (words,)."""
    cdef size_t row = target if E.fixed_at == NULL else E.fixed_at[target]
    return E.fixed + row * E.deltas.words


cdef inline double eligible_peak(const Eligible* E, int32_t target, int32_t block) noexcept nogil:
    """A bound: no eligible merit of the block is larger. Never NaN."""
    if E.peak == NULL:
        return block_peak(E.deltas, target, block)
    return E.peak[<size_t> target * E.deltas.words + block]


cdef int eligible_start(Eligible* E, int32_t first, int32_t last) noexcept nogil
cdef int eligible_apply(
    Eligible* E, int32_t operation, int32_t source, int32_t target) noexcept nogil
# Look at the additions of a spoilt column again.
cdef void eligible_restore(Eligible* E, int32_t target) noexcept nogil
cdef bint eligible_reversal(Eligible* E, int32_t target, int32_t slot) noexcept nogil
