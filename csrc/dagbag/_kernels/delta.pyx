"""Parents that come and go, and the columns filled again for it."""

from libc.math cimport INFINITY, NAN
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.node_score cimport NodeScore


cdef int column_reserve(Column* column, int32_t size) noexcept nogil:
    """Make room for `size` parents."""
    cdef int32_t capacity
    cdef int status = OK
    if size <= column.capacity:
        return OK
    capacity = max(4, max(size, 2 * column.capacity))
    column.parents = <int32_t*> grown(column.parents, capacity * sizeof(int32_t), &status)
    column.deletion = <double*> grown(column.deletion, capacity * sizeof(double), &status)
    column.opposite = <double*> grown(column.opposite, capacity * sizeof(double), &status)
    column.reversal = <double*> grown(column.reversal, capacity * sizeof(double), &status)
    column.cyclic = <uint8_t*> grown(column.cyclic, capacity * sizeof(uint8_t), &status)
    if status == OK:
        column.capacity = capacity
    return status


cdef void column_free(Column* column) noexcept nogil:
    free(column.parents)
    free(column.deletion)
    free(column.opposite)
    free(column.reversal)
    free(column.cyclic)
    column.parents = NULL
    column.deletion = NULL
    column.opposite = NULL
    column.reversal = NULL
    column.cyclic = NULL
    column.size = 0
    column.capacity = 0


cdef int _fill(Deltas* D, int32_t target, bint gained) noexcept nogil:
    cdef const NodeScore* score = D.column[target].score
    return score.fill(score.own, D, target, gained)


cdef int delta_start(Deltas* D, int32_t target) noexcept nogil:
    """Fill the column of a target from its parents."""
    return _fill(D, target, False)


cdef int delta_gain(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Add source to the parents of target."""
    cdef Column* column = &D.column[target]
    if column_reserve(column, column.size + 1) != OK:
        return NO_MEMORY
    column.parents[column.size] = source
    column.cyclic[column.size] = 0
    column.opposite[column.size] = NAN
    column.reversal[column.size] = INFINITY
    column.size += 1
    return _fill(D, target, True)


cdef int delta_lose(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Take source from the parents of target."""
    cdef Column* column = &D.column[target]
    cdef int32_t t = delta_slot(D, target, source)
    column.score.lose(column.score.own, D, target, t)
    column.size -= 1
    for t in range(t, column.size):
        column.parents[t] = column.parents[t + 1]
        column.opposite[t] = column.opposite[t + 1]
        column.reversal[t] = column.reversal[t + 1]
        column.cyclic[t] = column.cyclic[t + 1]
    return _fill(D, target, False)


cdef int32_t delta_slot(const Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Where source stands among the parents of target."""
    cdef int32_t t = 0
    while D.column[target].parents[t] != source:
        t += 1
    return t
