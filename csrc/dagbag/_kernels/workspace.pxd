"""What every search in the kernel has: columns, memory for regressions, an ear for Ctrl-C."""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from dagbag._kernels.node_score cimport Deltas, Scorer
from dagbag._kernels.regression cimport Regressions

cdef class Workspace:
    cdef readonly Regressions regressions
    cdef public object stop
    cdef readonly int32_t p
    cdef Deltas deltas
    cdef double[:, ::1] _peak
    cdef float[:, ::1] _bound
    cdef uint8_t[::1] _collinear
    cdef Scorer _score
    cdef bint started

    # bits (p, words), or None; or (rows, words) and at (p,), the row of each target.
    cdef int _check_bits(
        self, str name, const uint64_t[:, ::1] bits, const int32_t[::1] at=*) except -1
    # Begin with a score: no target has parents, none is collinear.
    cdef int _bind(
        self, Scorer score, int32_t limit, const uint64_t[:, ::1] barred, double eps,
        const int32_t[::1] at=*) except -1
    # The same once more, with the score bound before: after its cross-products were filled again.
    cdef void _clear(self) noexcept nogil
    cdef int _listen(self) except -1
    cdef int _require_start(self) except -1
