"""What the BGe score is made of, wherever q and the partial variances come from."""

from libc.stdint cimport int32_t

from dagbag._kernels.node_score cimport Deltas
from dagbag._kernels.regression cimport Fit, Regression

cdef struct BGe:
    Regression* regression
    double n                # rows, with multiplicity
    const double* offset    # (p + 1,)
    double power

# fit out; also the deltas of deletions, rss and logdet of the target. A Status.
cdef int bge_solve(
    const BGe* G, Deltas* D, int32_t target, bint gained, Fit* fit) noexcept nogil
# q of some sources, (width,), becomes minus the delta; d (width,) in, inf or q = -inf: not to be
# added. Whether one was refitted.
cdef bint bge_turn(
    const BGe* G, Deltas* D, int32_t target, int32_t first, int32_t width, const double* d,
    double* merit) noexcept nogil
# Minus the delta of a source whose partial variance has the logarithm log_d, and which leaves a
# part `left` of the RSS.
cdef double bge_merit(
    const BGe* G, const Deltas* D, int32_t target, double log_d, double left) noexcept nogil
cdef double bge_value(const BGe* G, const Deltas* D, int32_t target) noexcept nogil
