"""What Gaussian scores with a penalty per parent are made of, wherever the merits q come from."""

from libc.stdint cimport int32_t

from dagbag._kernels.node_score cimport Deltas
from dagbag._kernels.regression cimport Fit, Regression

cdef struct Gaussian:
    Regression* regression
    double n                # rows, with multiplicity
    double penalty          # per parent

# fit out; also the deltas of deletions and rss of the target. A Status.
cdef int gaussian_solve(
    Gaussian* G, Deltas* D, int32_t target, bint gained, Fit* fit) noexcept nogil
# Delta of adding a source that takes q off the RSS.
cdef double gaussian_delta(
    Gaussian* G, Deltas* D, int32_t target, int32_t source, double q) noexcept nogil
# Of the contract; `own` begins with a Gaussian.
cdef double gaussian_cut(
    void* own, const Deltas* D, int32_t target, double bound) noexcept nogil
cdef double gaussian_value(void* own, const Deltas* D, int32_t target) noexcept nogil
