"""Regressions of targets on their parents, and of what is left of them on every source."""

from libc.float cimport DBL_EPSILON
from libc.math cimport INFINITY, isfinite, log, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bitset cimport next_bit, set_bit, words_for
from dagbag._kernels.columns cimport (
    BLOCK, COLLINEAR, Recipe, dagbag_column, dagbag_empty_column, dagbag_sources, dot,
)
from dagbag._kernels.node_score cimport Column, barred_row, fill_peaks
from dagbag._kernels.refit cimport (
    refit_fit, refit_free, refit_rss_with, refit_rss_without, refit_source, refit_sources,
    refit_stands, refit_start,
)

import numpy as np

# Columns with more parents than this keep their partial variances, on up to SMALL nodes all of
# them, on more nodes as many as there are rows for. On up to SMALL nodes merits are kept, too: a
# tenth of a search at p = 500, where most of a step is spent on looking at columns again.
cdef enum:
    FEW = 4
    MANY = 6
    SMALL = 1024


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
            value = row[column.parents[t]] - dot(t, fit.factor + s * m, fit.factor + t * m)
            if t < s:
                fit.factor[s * m + t] = value / fit.factor[t * m + t]
        if value <= R.near * R.diag[column.parents[s]]:
            if R.refit.rows > 0:
                return False
            value = max(value, COLLINEAR * R.diag[column.parents[s]])
        fit.factor[s * m + s] = sqrt(value)
        value = target[column.parents[s]] - dot(s, fit.factor + s * m, fit.z)
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


cdef void _invert(const Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Inverse of the factor, coefficients, variances."""
    cdef int32_t m = D.column[j].size, s, t
    cdef double value
    for t in range(m):
        fit.beta[t] = 0.0
        fit.variance[t] = 0.0
        for s in range(t, m):
            if fit.factor[s * m + s] == 0.0:
                value = 0.0
            elif s == t:
                value = 1.0 / fit.factor[s * m + s]
            else:
                value = -dot(
                    s - t, fit.factor + s * m + t, fit.inverse + t * m + t
                ) / fit.factor[s * m + s]
            fit.inverse[t * m + s] = value
            fit.beta[t] += value * fit.z[s]
            fit.variance[t] += value * value


cdef void regression_determinant(
    Regression* R, const Deltas* D, int32_t target, const Fit* fit
) noexcept nogil:
    """Twice the sum of the logarithms of the pivots, without redundant parents."""
    cdef int32_t m = D.column[target].size, t
    cdef double logdet = 0.0
    for t in range(m):
        if fit.factor[t * m + t] > 0.0:
            logdet += log(fit.factor[t * m + t])
    R.logdet[target] = 2.0 * logdet


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
    _invert(D, target, fit)
    _growths(R, D, target, fit, not fit.sound and R.refit.redundant > 0)
    fit.gained = gained and not R.ill[target]
    R.ill[target] = not fit.sound or m >= D.limit
    return OK


# What is kept of a target

cdef double* _lend(Regression* R) noexcept nogil:
    """A row of p numbers, or NULL."""
    cdef void* row = R.pool
    if row == NULL:
        return <double*> malloc(R.p * sizeof(double))
    R.pool = (<void**> row)[0]
    return <double*> row


cdef void _take_back(Regression* R, double** row) noexcept nogil:
    if row[0] != NULL:
        (<void**> row[0])[0] = R.pool
        R.pool = row[0]
        row[0] = NULL


cdef void _give_back(Regression* R, int32_t j) noexcept nogil:
    """Forget how the sources of a target come about."""
    cdef Partial* P = &R.partial[j]
    P.joint = 0
    R.lent -= P.d != NULL
    _take_back(R, &P.d)
    _take_back(R, &P.merit)


cdef int _own_d(Regression* R, Partial* P) noexcept nogil:
    P.d = _lend(R)
    R.lent += P.d != NULL
    return OK if P.d != NULL else NO_MEMORY


cdef int regression_keep(Regression* R) noexcept nogil:
    cdef Partial* P = &R.partial[R.current]
    if R.stored != NULL:
        return OK
    if P.merit == NULL:
        P.merit = _lend(R)
        if P.merit == NULL:
            return NO_MEMORY
    memcpy(P.merit, R.merit, R.p * sizeof(double))
    return OK


cdef inline int64_t _triangle(int32_t m) noexcept nogil:
    return <int64_t> m * (m + 1) // 2


cdef bint _deserves_row(const Regression* R, int32_t m) noexcept nogil:
    """Whether partial variances are better kept than computed from a basis."""
    if _triangle(m) > R.p:
        return True
    return m > (FEW if R.p <= SMALL else MANY) and R.lent < R.most


cdef int _reserve_coefficients(Partial* P, int32_t m, bint basis) noexcept nogil:
    cdef int32_t size
    cdef int status = OK
    if m > P.slopes:
        size = max(FEW, max(m, 2 * P.slopes))
        P.slope = <double*> grown(P.slope, size * sizeof(double), &status)
        if status == OK:
            P.slopes = size
    if basis and m > P.basis_rows:
        size = max(FEW, max(m, P.basis_rows + P.basis_rows // 2))
        P.basis = <double*> grown(P.basis, _triangle(size) * sizeof(double), &status)
        if status == OK:
            P.basis_rows = size
    return status


cdef Recipe _recipe(
    const Regression* R, const Deltas* D, int32_t j, const double** rows, double* work
) noexcept nogil:
    """All of what is written down of a target, for partial variances from C alone."""
    cdef const Column* column = &D.column[j]
    cdef const Partial* P = &R.partial[j]
    cdef int32_t t
    for t in range(column.size):
        rows[t] = R.C + <size_t> column.parents[t] * R.p
    return Recipe(
        column.size, P.joint, 0, R.C + <size_t> j * R.p, rows, P.slope, P.basis, work)


cdef int _describe(Regression* R, Deltas* D, int32_t j, Fit* fit, Recipe* recipe) noexcept nogil:
    """Write down how d and q of the sources of j come from C.

    A target that has gained its last parent takes the square of that parent's basis row off d, a
    combination of C[parent t] with the last row of the inverse; another one all of them at once.
    """
    cdef Partial* P = &R.partial[j]
    cdef int32_t m = D.column[j].size, s, t
    cdef bint joint = m > 1 and not fit.gained, carried
    cdef double* row
    _take_back(R, &P.merit)
    if m == 1 or joint:
        _give_back(R, j)
    carried = P.d != NULL
    if not carried and _deserves_row(R, m) and _own_d(R, P) != OK:
        return NO_MEMORY
    if _reserve_coefficients(P, m, not carried) != OK:
        return NO_MEMORY
    memcpy(P.slope, fit.z if joint else fit.beta, m * sizeof(double))
    if joint:
        P.joint = m
        row = P.basis
        for s in range(m):
            memcpy(row, fit.factor + s * m, (s + 1) * sizeof(double))
            row += s + 1
    else:
        row = fit.z if carried else P.basis + _triangle(m - 1)
        for t in range(m):
            row[t] = fit.inverse[t * m + m - 1]
    recipe[0] = _recipe(R, D, j, fit.rows, fit.work)
    if carried:
        recipe.taken = m - 1
        recipe.basis = fit.z
    return OK


# Sources that data have a say in

cdef void _bar(Regression* R, const Deltas* D, int32_t j) noexcept nogil:
    """Bits of the sources that are barred, or parents."""
    cdef const uint64_t* barred = barred_row(D, j)
    cdef const Column* column = &D.column[j]
    cdef int32_t b, t
    for b in range(D.words):
        R.barred[b] = barred[b]
    for t in range(column.size):
        set_bit(R.barred, column.parents[t])


cdef void _set_inf(const Regression* R, int32_t words, double* d) noexcept nogil:
    cdef int32_t k = next_bit(R.barred, words, 0)
    while k >= 0:
        d[k] = INFINITY
        k = next_bit(R.barred, words, k + 1)


cdef void _judge(
    Regression* R, Deltas* D, int32_t j, int32_t k, double square, double g
) noexcept nogil:
    """d and merit of one source from the square of its residual and its product with that of j."""
    R.merit[k] = -INFINITY
    R.d[k] = INFINITY
    if square <= COLLINEAR * R.diag[k]:
        return
    R.d[k] = square
    if R.rss[j] - g * g / square <= COLLINEAR * R.diag[j]:
        D.collinear[j] |= D.column[j].size < D.limit
    else:
        R.merit[k] = g * g / square


cdef int _column_from_data(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """d and merits of column j, refitted."""
    cdef int32_t k
    _give_back(R, j)
    R.d = R.room
    if refit_sources(&R.refit, R.d, R.merit) != OK:
        return NO_MEMORY
    _bar(R, D, j)
    _set_inf(R, D.words, R.d)
    for k in range(D.p):
        if isfinite(R.d[k]):
            _judge(R, D, j, k, R.d[k], R.merit[k])
        else:
            R.merit[k] = -INFINITY
    fill_peaks(D, j, R.merit)
    return OK


cdef void _suspects_from_data(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """d and merits of the sources of column j, refitted, that cross-products do not tell."""
    cdef double enough = R.rss[j] - R.near * R.diag[j], square, g
    cdef int32_t k
    for k in range(D.p):
        # The negation also catches the NaN of 0/0.
        if not (R.d[k] >= R.near * R.diag[k] and R.merit[k] <= enough):
            if isfinite(R.d[k]):
                refit_source(&R.refit, k, &square, &g)
                _judge(R, D, j, k, square, g)
            else:
                R.merit[k] = -INFINITY
    fill_peaks(D, j, R.merit)


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


# Other data

cdef void regression_begin(Regression* R, int32_t rows, const double* X) noexcept nogil:
    """Forget every regression."""
    cdef int32_t j
    refit_start(&R.refit, R.p, rows, X, R.diag, 0.0)
    for j in range(R.p):
        R.diag[j] = R.C[<size_t> j * (R.p + 1)]
        R.ill[j] = 0
        _give_back(R, j)
    R.current = -1


# The merits of all sources of a target

cdef int _carry_on(
    Regression* R, Deltas* D, int32_t j, Fit* fit, bint whole_d, bint* suspect
) noexcept nogil:
    """d and merits of column j from cross-products, and whether a source is suspect."""
    cdef Partial* P = &R.partial[j]
    cdef double* peak = D.peak + <size_t> j * D.words
    cdef double q_near = R.rss[j] - R.near * R.diag[j]
    cdef int32_t m = D.column[j].size
    cdef Recipe recipe
    _bar(R, D, j)
    R.d = R.room
    if m == 0:
        _give_back(R, j)
        suspect[0] = dagbag_empty_column(
            D.p, R.C + <size_t> j * D.p, R.barred, R.diag, R.near, q_near, R.merit, peak)
        if suspect[0] or whole_d:
            memcpy(R.d, R.diag, D.p * sizeof(double))
            _set_inf(R, D.words, R.d)
        return OK
    if _describe(R, D, j, fit, &recipe) != OK:
        return NO_MEMORY
    if P.d != NULL:
        R.d = P.d
    suspect[0] = dagbag_column(
        D.p, &recipe, R.barred, R.d if recipe.taken > 0 else R.diag, R.diag, R.near, q_near, R.d,
        R.merit, peak)
    return OK


cdef int _keep_judged(Regression* R, Deltas* D, int32_t j) noexcept nogil:
    """Keep what the data had a say in: merits, and d, which the next parent's part is taken off."""
    cdef Partial* P = &R.partial[j]
    if D.column[j].size > 0 and P.d == NULL:
        if _own_d(R, P) != OK:
            return NO_MEMORY
        memcpy(P.d, R.d, R.p * sizeof(double))
        R.d = P.d
    return regression_keep(R)


cdef int regression_sources(
    Regression* R, Deltas* D, int32_t target, Fit* fit, bint whole_d
) noexcept nogil:
    """What every source would take off the RSS of a target."""
    cdef int32_t m = D.column[target].size, b
    cdef bint suspect = False
    R.current = target
    R.merit = R.merit_room if R.stored == NULL else R.stored + <size_t> target * R.p
    if m >= D.limit:
        # Nothing may be added before something is deleted, which fills the column anew.
        _give_back(R, target)
        for b in range(D.words):
            D.peak[<size_t> target * D.words + b] = -INFINITY
        return OK
    if not fit.sound:
        if not refit_stands(&R.refit, target, m) and _refit(R, D, target, fit) != OK:
            return NO_MEMORY
        if _column_from_data(R, D, target) != OK:
            return NO_MEMORY
        return regression_keep(R)
    if _carry_on(R, D, target, fit, whole_d, &suspect) != OK:
        return NO_MEMORY
    if suspect and R.refit.rows > 0:
        if _refit(R, D, target, fit) != OK:
            return NO_MEMORY
        _suspects_from_data(R, D, target)
        return _keep_judged(R, D, target)
    return OK


# The merits of some of them

cdef const double* regression_kept(
    const Regression* R, int32_t target, int32_t first
) noexcept nogil:
    if R.stored != NULL:
        return R.stored + <size_t> target * R.p + first
    if target == R.current:
        return R.merit + first
    if R.partial[target].merit != NULL:
        return R.partial[target].merit + first
    return NULL


cdef void regression_compute(
    Regression* R, const Deltas* D, int32_t target, int32_t first, int32_t width, double* q,
    double* d
) noexcept nogil:
    cdef const Column* column = &D.column[target]
    cdef const Partial* P = &R.partial[target]
    cdef int32_t m = column.size, t, k
    cdef bint known = P.d != NULL and P.joint < m
    cdef const double** rows = <const double**> R.scratch
    cdef Recipe recipe = _recipe(R, D, target, rows, R.scratch + m)
    cdef uint64_t barred = barred_row(D, target)[first // BLOCK] >> (first % BLOCK)
    for t in range(m):
        k = column.parents[t] - first
        if 0 <= k < width:
            barred |= (<uint64_t> 1) << k
    recipe.taken = m if known else 0
    if width < BLOCK:
        barred &= ((<uint64_t> 1) << width) - 1
    dagbag_sources(
        width, &recipe, first, barred, P.d if known else R.diag, R.diag, d, q)


cdef class Regressions:
    """Memory of the regressions of p targets, used again and again.

    Parameters
    ----------
    p : int
        Number of nodes. Up to 10 p^2 bytes are allocated; once a neighborhood is refitted on fewer
        than p / 2 rows, 8 rows p more, and 8 or 16 p of every target with sources that are.

    Attributes
    ----------
    crossprod : ndarray of shape (p, p)
        To be filled with the cross-products before a search starts.
    """

    def __cinit__(self, int32_t p):
        if p < 1:
            raise ValueError(f"p must be at least 1, got {p}")
        self.memory.partial = <Partial*> calloc(p, sizeof(Partial))
        if self.memory.partial == NULL:
            raise MemoryError
        self.p = self.memory.p = p

    def __init__(self, int32_t p):
        cdef Regression* R = &self.memory
        self.crossprod = np.empty((p, p))
        self._C = self.crossprod
        self._vectors = np.empty((5, p))
        self._ill = np.zeros(p, dtype=np.uint8)
        self._barred = np.zeros(words_for(p), dtype=np.uint64)
        R.C = &self._C[0, 0]
        R.diag = &self._vectors[0, 0]
        R.rss = &self._vectors[1, 0]
        R.logdet = &self._vectors[2, 0]
        R.merit = R.merit_room = &self._vectors[3, 0]
        R.room = R.d = &self._vectors[4, 0]
        R.ill = &self._ill[0]
        R.barred = &self._barred[0]
        R.current = -1
        R.most = p // 8
        if p <= SMALL:
            self._merits = np.empty((p, p))
            R.stored = &self._merits[0, 0]
            R.most = p

    def __dealloc__(self):
        cdef Regression* R = &self.memory
        cdef int32_t j
        if R.partial != NULL:
            for j in range(self.p):
                _give_back(R, j)
                free(R.partial[j].slope)
                free(R.partial[j].basis)
            free(R.partial)
        while R.pool != NULL:
            free(_lend(R))
        free(R.scratch)
        refit_free(&self.memory.refit)

    cdef int begin(self, const Deltas* D, const double[:, ::1] X, double near) except -1:
        """Take the cross-products as they are now; X (rows, p) or None is there for refits."""
        if D.p != self.p:
            raise ValueError(f"the search must have {self.p} nodes, got {D.p}")
        if X is not None and X.shape[1] != self.p:
            raise ValueError(f"X must have {self.p} columns, got {X.shape[1]}")
        self.memory.near = near
        if X is None or X.shape[0] == 0:
            regression_begin(&self.memory, 0, NULL)
        else:
            regression_begin(&self.memory, X.shape[0], &X[0, 0])
        return 0
