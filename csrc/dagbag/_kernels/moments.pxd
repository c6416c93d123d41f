"""Columns centred and scaled: the loops of moments.h, and which columns need no second look."""

from libc.math cimport hypot, sqrt
from libc.stdint cimport int64_t

cdef extern from "moments.h":
    void dagbag_center(
        size_t n, size_t p, const double* values, double* X, double* mean,
        double* square) noexcept nogil
    void dagbag_center_drawn(
        size_t rows, size_t p, const double* values, const int64_t* drawn, const double* count,
        double n, double* X, double* mean, double* square) noexcept nogil
    void dagbag_scale(size_t n, size_t p, const double* factor, double* X) noexcept nogil

cdef struct Ordinary:
    # Which columns need no second look.
    double least, most      # between which the size of a column, hypot(mean, sd), is to be
    double far              # sd that its mean may be from 0
    double constant         # parts of its size that its sd is to exceed


cdef inline bint ordinary_columns(
    const Ordinary* rule, size_t p, const double* mean, const double* square, double n, double* sd
) noexcept nogil:
    """The sd of columns, (p,) out; False as soon as one needs a second look."""
    cdef double size
    cdef size_t k
    for k in range(p):
        sd[k] = sqrt(square[k] / (n - 1.0))
        size = hypot(mean[k], sd[k])
        if not (
            rule.least < size < rule.most and abs(mean[k]) <= rule.far * sd[k]
            and sd[k] > rule.constant * size
        ):
            return False
    return True
