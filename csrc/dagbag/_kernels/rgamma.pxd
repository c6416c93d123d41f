"""Draws of the exponential, gamma and beta distributions, one at a time, as R draws them."""

from dagbag._kernels.rrandom cimport mt19937_t


cdef struct gamma_t:
    # What GD computes of the shape; valid for that shape only, 0 for none.
    double shape
    double s2
    double s
    double d
    # Of step 4, which few draws reach; valid for this shape only.
    double shape4
    double q0
    double b
    double sigma
    double c


cdef double exponential(mt19937_t *mt) noexcept nogil


cdef double gamma(
    mt19937_t *mt,
    double shape,
    double scale,
    gamma_t *setup,  # in and out, zeroed before the first draw
) noexcept nogil


cdef double chi_squared(mt19937_t *mt, double df, gamma_t *setup) noexcept nogil


cdef double beta(mt19937_t *mt, double shape1, double shape2) noexcept nogil
