"""Hill climbing: a search under way, and the memory of searches that are begun again and again."""

from libc.stdint cimport int32_t, int64_t, uint64_t

from dagbag._kernels.choice cimport Choice
from dagbag._kernels.closure cimport ClosureGraph
from dagbag._kernels.eligible cimport Eligible
from dagbag._kernels.node_score cimport Deltas, Want
from dagbag._kernels.workspace cimport Workspace

cdef struct Climb:
    # A search under way.
    Eligible* eligible
    Choice* choice
    double threshold
    const double* lengths   # random forest search, one per step; NULL: hill climbing
    const double* uniforms  # one per step
    int64_t draws           # uniforms used
    # Where columns are prepared; ready is NULL otherwise.
    bint (*ready)(void* own, Deltas* D, Want want) noexcept nogil
    void* own
    Want want               # what is to be prepared

cdef enum Ending:
    RUNNING = 0
    CONVERGED = 1
    STAYED = 2              # converged, by drawing no movement
    WANTING = 3             # a column is to be prepared before the step

# Steps first..last - 1. moves (last, 3) and deltas (last,) out, or NULL; done out: steps carried
# out. An Ending, or NO_MEMORY; RUNNING after last steps, or when it is time to look for Ctrl-C.
cdef int climb(
    Climb* S, int64_t first, int64_t last, int32_t* moves, double* deltas, int64_t* done
) noexcept nogil

cdef class Terms:
    cdef int32_t limit
    cdef const uint64_t[:, ::1] barred, fixed
    cdef const int32_t[::1] barred_at, fixed_at
    cdef const int32_t[:, ::1] edges
    cdef double threshold, eps

cdef class Search(Workspace):
    cdef ClosureGraph graph
    cdef Eligible eligible
    cdef Choice choice
    cdef Climb state
    cdef double[:, ::1] _vectors
    cdef int32_t[::1] _source
    cdef uint64_t[::1] _flagged, _spoilt, _stale
    cdef double[:, ::1] _eligible_peak
    cdef Terms _terms

    cdef bint _is_ready(self, int32_t j) noexcept nogil
    cdef int _prepare_from(self, int32_t j) except -1
    cdef int _look_ahead(self) except -1
    # Take the terms over, and check their edges.
    cdef int _hold(self, Terms terms) except -1
    cdef int _join(self, int32_t source, int32_t target) noexcept nogil
    # Make the graph that of the terms, which are held; no column is filled. A Status.
    cdef int _plant(self) noexcept nogil
    cdef Py_ssize_t _n_edges(self) noexcept nogil
    # By target, then source; edges (n_edges, 2) out.
    cdef void _write_edges(self, int32_t* edges) noexcept nogil
    # Neighborhood scores, (p,) out.
    cdef void _write_scores(self, double* scores) noexcept nogil
