"""The per-step delta-score matrix as the search uses it: columns gain and lose parents.

What a column holds is up to the score of its target, see `node_score.pxd`.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t

from dagbag._kernels.node_score cimport Column, Deltas, NodeScore

cdef int delta_start(Deltas* D, int32_t target) noexcept nogil
cdef int delta_gain(Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef int delta_lose(Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef int32_t delta_slot(const Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef int column_reserve(Column* column, int32_t size) noexcept nogil
cdef void column_free(Column* column) noexcept nogil


cdef inline const double* delta_merits(
    Deltas* D, int32_t target, int32_t block, double* room
) noexcept nogil:
    """Merits of a block of sources; room (64,) may be written to.

    The target has fewer parents than the limit.
    """
    cdef const NodeScore* score = D.column[target].score
    return score.merits(score.own, D, target, block, room)


cdef inline void delta_additions(
    Deltas* D, int32_t target, int32_t block, const double* merit, uint64_t sources, double* out
) noexcept nogil:
    """Deltas of adding sources of a block, by their bits, one after the other, out.

    merit (64,) in: those of the block, finite for the sources.
    """
    cdef const NodeScore* score = D.column[target].score
    score.additions(score.own, D, target, block, merit, sources, out)


cdef inline double delta_addition(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Delta of adding source -> target; inf if it is not to be added."""
    cdef const NodeScore* score = D.column[target].score
    if D.column[target].size >= D.limit:
        return INFINITY
    return score.addition(score.own, D, target, source)


cdef inline double delta_cut(const Deltas* D, int32_t target, double bound) noexcept nogil:
    """A merit that every source with delta <= bound reaches."""
    return D.column[target].score.cut(D.column[target].score.own, D, target, bound)


cdef inline double delta_score(const Deltas* D, int32_t target) noexcept nogil:
    """Neighborhood score of a target; NaN if the target is constant."""
    return D.column[target].score.value(D.column[target].score.own, D, target)
