"""Regressions of targets on their parents, and of what is left of them on every source."""

from libc.float cimport DBL_EPSILON
from libc.math cimport INFINITY, isfinite, log, sqrt
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport next_bit
from dagbag._kernels.columns cimport (
    BLOCK, COLLINEAR, dagbag_column_add, dagbag_column_empty, dagbag_column_full, dagbag_dot,
)
from dagbag._kernels.node_score cimport Column, barred_row, fill_peaks
from dagbag._kernels.refit cimport (
    refit_fit, refit_free, refit_rss_with, refit_rss_without, refit_source, refit_sources,
    refit_stands, refit_start,
)

import numpy as np


cpdef double near(double n, double eps) noexcept:
    """The part of a total below which cross-products give way to the data.

    The error of a delta from cross-products is about n DBL_EPSILON / (part of the total that is
    left); keep it to a twentieth of eps, which decides ties. At 1e-6 and n of some hundred it is
    2e-7 with few parents and 1e-6 with 140.
    """
    return max(1e-6, min(1e-2, 20.0 * n * DBL_EPSILON / max(eps, 1e-300)))


# Scratch

cdef int _reserve_scratch(Regression* R, int32_t m) noexcept nogil:
    cdef int32_t size
    cdef double* scratch
    if m <= R.scratch_size:
        return OK
    size = max(8, max(m, 2 * R.scratch_size))
    scratch = <double*> malloc((2 * <size_t> size + BLOCK + 5) * size * sizeof(double))
    if scratch == NULL:
        return NO_MEMORY
    free(R.scratch)
    R.scratch = scratch
    R.scratch_size = size
    return OK


cdef void _cut(const Regression* R, int32_t m, Fit* fit) noexcept nogil:
    cdef size_t square = <size_t> m * m
    fit.factor = R.scratch
    fit.inverse = fit.factor + square
    fit.z = fit.inverse + square
    fit.beta = fit.z + m
    fit.variance = fit.beta + m
    fit.growth = fit.variance + m
    fit.work = fit.growth + m
    fit.rows = <const double**> (fit.work + <size_t> m * BLOCK)


# The regression of a target on its parents

cdef bint _factor(Regression* R, Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Cholesky factor, z and RSS from cross-products; False if they cannot be trusted."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, s, t
    cdef const double* row
    cdef const double* target = R.C + <size_t> j * D.p
    cdef double value, rss = R.diag[j]
    for s in range(m):
        row = R.C + <size_t> column.parents[s] * D.p
        for t in range(s + 1):
            value = row[column.parents[t]] - dagbag_dot(t, fit.factor + s * m, fit.factor + t * m)
            if t < s:
                fit.factor[s * m + t] = value / fit.factor[t * m + t]
        if value <= R.near * R.diag[column.parents[s]]:
            if R.refit.rows > 0:
                return False
            value = max(value, COLLINEAR * R.diag[column.parents[s]])
        fit.factor[s * m + s] = sqrt(value)
        value = target[column.parents[s]] - dagbag_dot(s, fit.factor + s * m, fit.z)
        fit.z[s] = value / fit.factor[s * m + s]
        rss -= fit.z[s] * fit.z[s]
    if rss < R.near * R.diag[j]:
        if R.refit.rows > 0:
            return False
        rss = max(rss, COLLINEAR * R.diag[j])
    R.rss[j] = rss
    return True


cdef int _refit(Regression* R, Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Factor, z and RSS from the data: squares the accuracy of `_factor`."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, s, t
    cdef const double* row
    if refit_fit(&R.refit, j, column.parents, m, fit.z) != OK:
        return NO_MEMORY
    row = R.refit.factor
    for s in range(m):
        for t in range(m):
            fit.factor[s * m + t] = row[t] if t <= s else 0.0
        row += s + 1
    R.rss[j] = max(R.refit.rss, COLLINEAR * R.diag[j])
    return OK


cdef void _invert(Regression* R, Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Inverse of the factor, coefficients, variances, log determinant."""
    cdef int32_t m = D.column[j].size, s, t
    cdef double value, logdet = 0.0
    for t in range(m):
        fit.beta[t] = 0.0
        fit.variance[t] = 0.0
        if fit.factor[t * m + t] > 0.0:
            logdet += log(fit.factor[t * m + t])
        for s in range(t, m):
            if fit.factor[s * m + s] == 0.0:
                value = 0.0
            elif s == t:
                value = 1.0 / fit.factor[s * m + s]
            else:
                value = -dagbag_dot(
                    s - t, fit.factor + s * m + t, fit.inverse + t * m + t
                ) / fit.factor[s * m + s]
            fit.inverse[t * m + s] = value
            fit.beta[t] += value * fit.z[s]
            fit.variance[t] += value * value
    R.logdet[j] = 2.0 * logdet


cdef double _rss_without(Regression* R, Deltas* D, int32_t j, int32_t slot) noexcept nogil:
    """RSS of j without one parent, from the data; needed where parents are collinear."""
    cdef Column* column = &D.column[j]
    return max(
        refit_rss_without(&R.refit, j, column.parents, column.size, slot),
        COLLINEAR * R.diag[j])


cdef void _growths(
    Regression* R, Deltas* D, int32_t j, Fit* fit, bint deficient
) noexcept nogil:
    """Without a parent, RSS grows by beta^2 / variance.

    Not so if the parents are collinear (`deficient`), which only a graph given from outside is:
    then what is left of them may fit as well.
    """
    cdef int32_t t
    for t in range(D.column[j].size):
        fit.growth[t] = 0.0
        if fit.variance[t] > 0.0:
            fit.growth[t] = fit.beta[t] * fit.beta[t] / fit.variance[t]
            if deficient:
                fit.growth[t] = max(_rss_without(R, D, j, t) - R.rss[j], 0.0)


cdef int regression_solve(
    Regression* R, Deltas* D, int32_t target, bint gained, Fit* fit
) noexcept nogil:
    """Regress a target on its parents."""
    cdef int32_t m = D.column[target].size
    if _reserve_scratch(R, m) != OK:
        return NO_MEMORY
    _cut(R, m, fit)
    # One more parent changes no pivot of the others and RSS only shrinks: a refit follows a refit.
    fit.sound = (
        R.C != NULL and not (gained and R.ill[target] and m <= D.limit)
        and _factor(R, D, target, fit)
    )
    if not fit.sound and _refit(R, D, target, fit) != OK:
        return NO_MEMORY
    _invert(R, D, target, fit)
    _growths(R, D, target, fit, not fit.sound and R.refit.redundant > 0)
    fit.gained = gained and not R.ill[target]
    R.ill[target] = not fit.sound or m >= D.limit
    return OK


# The merits of all sources of a target

cdef void _bar(Regression* R, Deltas* D, int32_t j, double* d, bint undo) noexcept nogil:
    """Set d to inf where a source is barred or a parent, or back to its variance."""
    cdef const uint64_t* barred = barred_row(D, j)
    cdef Column* column = &D.column[j]
    cdef int32_t t, k = next_bit(barred, D.words, 0)
    while k >= 0:
        d[k] = R.diag[k] if undo else INFINITY
        k = next_bit(barred, D.words, k + 1)
    for t in range(column.size):
        k = column.parents[t]
        d[k] = R.diag[k] if undo else INFINITY


cdef void _reset_d(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """Partial variances given no parents; inf bars a source."""
    cdef double* d = R.d + <size_t> j * D.p
    memcpy(d, R.diag, D.p * sizeof(double))
    _bar(R, D, j, d, False)


cdef void _judge(
    Regression* R, Deltas* D, int32_t j, int32_t k, double square, double g
) noexcept nogil:
    """d and merit of one source from the square of its residual and its product with that of j."""
    cdef size_t at = <size_t> j * D.p + k
    R.merit[at] = -INFINITY
    R.d[at] = INFINITY
    if square <= COLLINEAR * R.diag[k]:
        return
    R.d[at] = square
    if R.rss[j] - g * g / square <= COLLINEAR * R.diag[j]:
        D.collinear[j] |= D.column[j].size < D.limit
    else:
        R.merit[at] = g * g / square


cdef int _column_from_data(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """d and merits of column j, refitted."""
    cdef double* d = R.d + <size_t> j * D.p
    cdef double* merit = R.merit + <size_t> j * D.p
    cdef int32_t k
    if refit_sources(&R.refit, d, merit) != OK:
        return NO_MEMORY
    _bar(R, D, j, d, False)
    for k in range(D.p):
        if isfinite(d[k]):
            _judge(R, D, j, k, d[k], merit[k])
        else:
            merit[k] = -INFINITY
    fill_peaks(D, j, merit)
    return OK


cdef void _suspects_from_data(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """d and merits of the sources of column j, refitted, that cross-products do not tell."""
    cdef double* d = R.d + <size_t> j * D.p
    cdef double* merit = R.merit + <size_t> j * D.p
    cdef double enough = R.rss[j] - R.near * R.diag[j], square, g
    cdef int32_t k
    for k in range(D.p):
        # The negation also catches the NaN of 0/0.
        if not (d[k] >= R.near * R.diag[k] and merit[k] <= enough):
            if isfinite(d[k]):
                refit_source(&R.refit, k, &square, &g)
                _judge(R, D, j, k, square, g)
            else:
                merit[k] = -INFINITY
    fill_peaks(D, j, merit)


cdef double regression_rss_with(
    Regression* R, Deltas* D, int32_t target, int32_t source
) noexcept nogil:
    """RSS of a target with one more parent, from the data."""
    cdef Column* column = &D.column[target]
    if not refit_stands(&R.refit, target, column.size) and refit_fit(
        &R.refit, target, column.parents, column.size, NULL
    ) != OK:
        D.status = NO_MEMORY
        return R.rss[target]
    return max(refit_rss_with(&R.refit, source), COLLINEAR * R.diag[target])


cdef bint _carry_on(Regression* R, Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """d and merits of column j from cross-products; True if a source is suspect."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, t
    cdef size_t at = <size_t> j * D.p
    cdef const double* target = R.C + at
    cdef double* peak = D.peak + <size_t> j * D.words
    cdef double q_near = R.rss[j] - R.near * R.diag[j]
    cdef bint suspect
    for t in range(m):
        fit.rows[t] = R.C + <size_t> column.parents[t] * D.p
    if m <= 1:
        # d of a target without parents is R.bare; it gets a row of its own with its first parent.
        _bar(R, D, j, R.bare, False)
        if m == 0:
            suspect = dagbag_column_empty(
                D.p, target, R.diag, R.near, q_near, R.bare, R.merit + at, peak)
        else:
            suspect = dagbag_column_add(
                D.p, m, fit.rows, target, fit.beta, fit.inverse, R.diag, R.near, q_near,
                R.bare, R.d + at, R.merit + at, peak)
        _bar(R, D, j, R.bare, True)
        return suspect
    if fit.gained:
        R.d[at + column.parents[m - 1]] = INFINITY
        for t in range(m):      # the last row of the inverse; z is not needed any more
            fit.z[t] = fit.inverse[t * m + m - 1]
        return dagbag_column_add(
            D.p, m, fit.rows, target, fit.beta, fit.z, R.diag, R.near, q_near,
            R.d + at, R.d + at, R.merit + at, peak)
    _reset_d(R, D, j)
    return dagbag_column_full(
        D.p, m, fit.rows, target, fit.factor, fit.z, R.diag, R.near, q_near, fit.work,
        R.d + at, R.merit + at, peak)


cdef int regression_sources(
    Regression* R, Deltas* D, int32_t target, Fit* fit, bint whole_d
) noexcept nogil:
    """What every source would take off the RSS of a target."""
    cdef int32_t m = D.column[target].size, b
    cdef bint suspect
    if m >= D.limit:
        # Nothing may be added before something is deleted, which fills the column anew.
        for b in range(D.words):
            D.peak[<size_t> target * D.words + b] = -INFINITY
        return OK
    if not fit.sound:
        if not refit_stands(&R.refit, target, m) and _refit(R, D, target, fit) != OK:
            return NO_MEMORY
        return _column_from_data(R, D, target)
    suspect = _carry_on(R, D, target, fit)
    if m == 0 and (suspect or whole_d):
        _reset_d(R, D, target)
    if suspect and R.refit.rows > 0:
        if _refit(R, D, target, fit) != OK:
            return NO_MEMORY
        _suspects_from_data(R, D, target)
    return OK


cdef class Regressions:
    """Memory of the regressions of p targets, used again and again.

    Parameters
    ----------
    p : int
        Number of nodes. About 24 p^2 bytes are allocated, and once a neighborhood is refitted on
        fewer than p / 2 rows, 8 rows p more.

    Attributes
    ----------
    crossprod : ndarray of shape (p, p)
        To be filled with the cross-products before a search starts.
    """

    def __init__(self, int32_t p):
        cdef Regression* R = &self.memory
        self.p = R.p = p
        self.crossprod = np.empty((p, p))
        self._C = self.crossprod
        self._d, self._merit = np.empty((p, p)), np.empty((p, p))
        self._vectors = np.empty((4, p))
        self._ill = np.zeros(p, dtype=np.uint8)
        R.C = &self._C[0, 0]
        R.d, R.merit = &self._d[0, 0], &self._merit[0, 0]
        R.diag = &self._vectors[0, 0]
        R.rss = &self._vectors[1, 0]
        R.logdet = &self._vectors[2, 0]
        R.bare = &self._vectors[3, 0]
        R.ill = &self._ill[0]

    def __dealloc__(self):
        free(self.memory.scratch)
        refit_free(&self.memory.refit)

    cdef int begin(self, const Deltas* D, const double[:, ::1] X, double near) except -1:
        """Take the cross-products as they are now; X (rows, p) or None is there for refits."""
        cdef Regression* R = &self.memory
        cdef int32_t j
        if D.p != self.p:
            raise ValueError(f"the search must have {self.p} nodes, got {D.p}")
        if X is not None and X.shape[1] != self.p:
            raise ValueError(f"X must have {self.p} columns, got {X.shape[1]}")
        if X is None or X.shape[0] == 0:
            refit_start(&R.refit, self.p, 0, NULL, R.diag)
        else:
            refit_start(&R.refit, self.p, X.shape[0], &X[0, 0], R.diag)
        R.near = near
        for j in range(self.p):
            R.diag[j] = R.bare[j] = self._C[j, j]
            R.ill[j] = 0
        return 0
