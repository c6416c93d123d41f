"""Deltas of additions and deletions for every column, refreshed one column at a time."""

from libc.math cimport INFINITY, expm1, isfinite, log, log1p, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from dagbag._bitset cimport next_bit
from dagbag._refit cimport (
    COLLINEAR, NO_MEMORY, OK, refit_fit, refit_lose, refit_rss_with, refit_rss_without,
    refit_source, refit_sources, refit_stands,
)

cdef extern from "columns.h":
    int dagbag_column_empty(
        int p, const double* c, const double* diag, double near, double q_near,
        const double* d, double* q, double* peak) noexcept nogil
    int dagbag_column_add(
        int p, int m, const double** rows, const double* c, const double* beta,
        const double* basis, const double* diag, double near, double q_near,
        const double* before, double* d, double* q, double* peak) noexcept nogil
    int dagbag_column_full(
        int p, int m, const double** rows, const double* c, const double* factor,
        const double* z, const double* diag, double near, double q_near,
        double* work, double* d, double* q, double* peak) noexcept nogil
    double dagbag_dot(int n, const double* a, const double* b) noexcept nogil
    double dagbag_peak(int width, const double* merit) noexcept nogil

cdef enum:
    BLOCK = 64


cdef struct Fit:
    # One neighborhood's regression, cut out of Deltas.scratch.
    double* factor          # (m, m) lower Cholesky factor of C[S,S]; a zero pivot: redundant parent
    double* inverse         # (m, m) the transpose of its inverse: upper
    double* z               # (m,) factor^-1 C[S,j]
    double* beta            # (m,) regression coefficients
    double* variance        # (m,) diagonal of C[S,S]^-1
    double* work            # (m, 64)
    const double** rows     # (m,) rows of C


# Memory: columns, scratch

cdef int column_reserve(Column* column, int32_t size) noexcept nogil:
    """Make room for `size` parents."""
    cdef int32_t capacity
    cdef void* parents
    cdef void* deletion
    cdef void* reversal
    cdef void* cyclic
    if size <= column.capacity:
        return OK
    capacity = max(4, max(size, 2 * column.capacity))
    parents = realloc(column.parents, capacity * sizeof(int32_t))
    if parents != NULL:
        column.parents = <int32_t*> parents
    deletion = realloc(column.deletion, capacity * sizeof(double))
    if deletion != NULL:
        column.deletion = <double*> deletion
    reversal = realloc(column.reversal, capacity * sizeof(double))
    if reversal != NULL:
        column.reversal = <double*> reversal
    cyclic = realloc(column.cyclic, capacity * sizeof(uint8_t))
    if cyclic != NULL:
        column.cyclic = <uint8_t*> cyclic
    if parents == NULL or deletion == NULL or reversal == NULL or cyclic == NULL:
        return NO_MEMORY
    column.capacity = capacity
    return OK


cdef void column_free(Column* column) noexcept nogil:
    free(column.parents)
    free(column.deletion)
    free(column.reversal)
    free(column.cyclic)
    column.parents = NULL
    column.deletion = NULL
    column.reversal = NULL
    column.cyclic = NULL
    column.size = 0
    column.capacity = 0


cdef int _reserve_scratch(Deltas* D, int32_t m) noexcept nogil:
    cdef int32_t size
    cdef double* scratch
    if m <= D.scratch_size:
        return OK
    size = max(8, max(m, 2 * D.scratch_size))
    scratch = <double*> malloc((2 * <size_t> size + BLOCK + 4) * size * sizeof(double))
    if scratch == NULL:
        return NO_MEMORY
    free(D.scratch)
    D.scratch = scratch
    D.scratch_size = size
    return OK


cdef Fit _cut(const Deltas* D, int32_t m) noexcept nogil:
    cdef Fit fit
    cdef size_t square = <size_t> m * m
    fit.factor = D.scratch
    fit.inverse = fit.factor + square
    fit.z = fit.inverse + square
    fit.beta = fit.z + m
    fit.variance = fit.beta + m
    fit.work = fit.variance + m
    fit.rows = <const double**> (fit.work + <size_t> m * BLOCK)
    return fit


# The regression of a target on its parents

cdef bint _factor(Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Cholesky factor, z and RSS from cross-products; False if they cannot be trusted."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, s, t
    cdef const double* row
    cdef const double* target = D.C + <size_t> j * D.p
    cdef double value, rss = D.diag[j]
    for s in range(m):
        row = D.C + <size_t> column.parents[s] * D.p
        for t in range(s + 1):
            value = row[column.parents[t]] - dagbag_dot(t, fit.factor + s * m, fit.factor + t * m)
            if t < s:
                fit.factor[s * m + t] = value / fit.factor[t * m + t]
        if value <= D.near * D.diag[column.parents[s]]:
            if D.refit.rows > 0:
                return False
            value = max(value, COLLINEAR * D.diag[column.parents[s]])
        fit.factor[s * m + s] = sqrt(value)
        value = target[column.parents[s]] - dagbag_dot(s, fit.factor + s * m, fit.z)
        fit.z[s] = value / fit.factor[s * m + s]
        rss -= fit.z[s] * fit.z[s]
    if rss < D.near * D.diag[j]:
        if D.refit.rows > 0:
            return False
        rss = max(rss, COLLINEAR * D.diag[j])
    D.rss[j] = rss
    return True


cdef int _refit(Deltas* D, int32_t j, Fit* fit) noexcept nogil:
    """Factor, z and RSS from the data: squares the accuracy of `_factor`."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, s, t
    cdef const double* row
    if refit_fit(&D.refit, j, column.parents, m, fit.z) != OK:
        return NO_MEMORY
    row = D.refit.factor
    for s in range(m):
        for t in range(m):
            fit.factor[s * m + t] = row[t] if t <= s else 0.0
        row += s + 1
    D.rss[j] = max(D.refit.rss, COLLINEAR * D.diag[j])
    return OK


cdef void _invert(Deltas* D, int32_t j, Fit* fit) noexcept nogil:
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
    D.logdet[j] = 2.0 * logdet


cdef double _rss_without(Deltas* D, int32_t j, int32_t slot) noexcept nogil:
    """RSS of j without one parent, from the data; needed where parents are collinear."""
    cdef Column* column = &D.column[j]
    return max(
        refit_rss_without(&D.refit, j, column.parents, column.size, slot),
        COLLINEAR * D.diag[j])


cdef void _deletions(Deltas* D, int32_t j, const Fit* fit, bint deficient) noexcept nogil:
    """Delta of deleting each parent: its RSS grows by beta^2 / variance.

    Not so if the parents are collinear (`deficient`), which only a graph given from outside is:
    then what is left of them may fit as well.
    """
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, t
    cdef double growth, rss = D.rss[j]
    for t in range(m):
        growth = 0.0
        if fit.variance[t] > 0.0:
            growth = fit.beta[t] * fit.beta[t] / fit.variance[t]
            if deficient:
                growth = max(_rss_without(D, j, t) - rss, 0.0)
        if D.diag[j] == 0.0:
            column.deletion[t] = INFINITY
        elif D.score.kind == GAUSSIAN:
            column.deletion[t] = D.score.n * log1p(growth / rss) - D.score.penalty
        else:
            column.deletion[t] = (
                D.score.offset[m - 1] - D.score.offset[m] + log(max(fit.variance[t], 1e-300))
                + (D.score.power + m - 1) * log(rss + growth) - (D.score.power + m) * log(rss)
            )


# The merits of all sources of a target

cdef void _bar(Deltas* D, int32_t j, double* d, bint undo) noexcept nogil:
    """Set d to inf where a source is barred or a parent, or back to its variance."""
    cdef const uint64_t* barred = D.barred + <size_t> j * D.words
    cdef Column* column = &D.column[j]
    cdef int32_t t, k = next_bit(barred, D.words, 0)
    while k >= 0:
        d[k] = D.diag[k] if undo else INFINITY
        k = next_bit(barred, D.words, k + 1)
    for t in range(column.size):
        k = column.parents[t]
        d[k] = D.diag[k] if undo else INFINITY


cdef void _reset_d(Deltas* D, int32_t j) noexcept nogil:
    """Partial variances given no parents; inf bars a source."""
    cdef double* d = D.d + <size_t> j * D.p
    memcpy(d, D.diag, D.p * sizeof(double))
    _bar(D, j, d, False)


cdef void _peaks(Deltas* D, int32_t j) noexcept nogil:
    """Largest merit of each block of column j."""
    cdef const double* merit = D.merit + <size_t> j * D.p
    cdef double* peak = D.peak + <size_t> j * D.words
    cdef int32_t b
    for b in range(D.words):
        peak[b] = dagbag_peak(min(BLOCK, D.p - b * BLOCK), merit + b * BLOCK)


cdef void _judge(Deltas* D, int32_t j, int32_t k, double square, double g) noexcept nogil:
    """d and merit of one source from the square of its residual and its product with that of j."""
    cdef size_t at = <size_t> j * D.p + k
    D.merit[at] = -INFINITY
    D.d[at] = INFINITY
    if square <= COLLINEAR * D.diag[k]:
        return
    D.d[at] = square
    if D.rss[j] - g * g / square <= COLLINEAR * D.diag[j]:
        D.perfect[j] |= D.column[j].size < D.limit
    else:
        D.merit[at] = g * g / square


cdef int _column_from_data(Deltas* D, int32_t j) noexcept nogil:
    """d and merits of column j, refitted."""
    cdef double* d = D.d + <size_t> j * D.p
    cdef double* merit = D.merit + <size_t> j * D.p
    cdef int32_t k
    if refit_sources(&D.refit, d, merit) != OK:
        return NO_MEMORY
    _bar(D, j, d, False)
    for k in range(D.p):
        if isfinite(d[k]):
            _judge(D, j, k, d[k], merit[k])
        else:
            merit[k] = -INFINITY
    _peaks(D, j)
    return OK


cdef void _suspects_from_data(Deltas* D, int32_t j) noexcept nogil:
    """d and merits of the sources of column j, refitted, that cross-products do not tell."""
    cdef double* d = D.d + <size_t> j * D.p
    cdef double* merit = D.merit + <size_t> j * D.p
    cdef double enough = D.rss[j] - D.near * D.diag[j], square, g
    cdef int32_t k
    for k in range(D.p):
        # The negation also catches the NaN of 0/0.
        if not (d[k] >= D.near * D.diag[k] and merit[k] <= enough):
            if isfinite(d[k]):
                refit_source(&D.refit, k, &square, &g)
                _judge(D, j, k, square, g)
            else:
                merit[k] = -INFINITY
    _peaks(D, j)


cdef double _rss_with(Deltas* D, int32_t j, int32_t k) noexcept nogil:
    """RSS of j with one more parent, from the data: where RSS - q has no digits left."""
    cdef Column* column = &D.column[j]
    if not refit_stands(&D.refit, j, column.size) and refit_fit(
        &D.refit, j, column.parents, column.size, NULL
    ) != OK:
        D.status = NO_MEMORY
        return D.rss[j]
    return max(refit_rss_with(&D.refit, k), COLLINEAR * D.diag[j])


cdef void _merits_bge(Deltas* D, int32_t j) noexcept nogil:
    """Turn q into minus the delta: BGe weighs the partial variance of the source, too."""
    cdef double* d = D.d + <size_t> j * D.p
    cdef double* merit = D.merit + <size_t> j * D.p
    cdef int32_t m = D.column[j].size, k
    cdef double rss = D.rss[j], power = D.score.power + m + 1, after
    cdef double before = (
        D.score.offset[m] - D.score.offset[m + 1] + (D.score.power + m) * log(rss)
    )
    for k in range(D.p):
        if isfinite(d[k]) and merit[k] > -INFINITY:
            after = max(rss - merit[k], COLLINEAR * D.diag[j])
            if D.refit.rows > 0 and after < D.near * rss:
                after = _rss_with(D, j, k)
            merit[k] = before - log(max(d[k], COLLINEAR * D.diag[k])) - power * log(after)
    _peaks(D, j)


cdef int _refresh(Deltas* D, int32_t j, bint gained) noexcept nogil:
    """Everything of column j from its parents; `gained`: only the last parent is new to d."""
    cdef Column* column = &D.column[j]
    cdef int32_t m = column.size, t
    cdef size_t at = <size_t> j * D.p
    cdef const double* target = D.C + at
    cdef double* peak = D.peak + <size_t> j * D.words
    cdef double q_near
    cdef bint sound, suspect
    cdef Fit fit
    if _reserve_scratch(D, m) != OK:
        return NO_MEMORY
    fit = _cut(D, m)
    # One more parent changes no pivot of the others and RSS only shrinks: a refit follows a refit.
    sound = not (gained and column.ill and m <= D.limit) and _factor(D, j, &fit)
    if not sound and _refit(D, j, &fit) != OK:
        return NO_MEMORY
    _invert(D, j, &fit)
    _deletions(D, j, &fit, not sound and D.refit.redundant > 0)
    gained = gained and not column.ill
    column.ill = not sound or m >= D.limit
    if m >= D.limit:
        # Nothing may be added before something is deleted, which fills the column anew.
        for t in range(D.words):
            peak[t] = -INFINITY
        return OK
    if not sound:
        if not refit_stands(&D.refit, j, m) and _refit(D, j, &fit) != OK:
            return NO_MEMORY
        if _column_from_data(D, j) != OK:
            return NO_MEMORY
        if D.score.kind == BGE:
            _merits_bge(D, j)
        return OK
    for t in range(m):
        fit.rows[t] = D.C + <size_t> column.parents[t] * D.p
    q_near = D.rss[j] - D.near * D.diag[j]
    if m <= 1:
        # d of a target without parents is D.bare; it gets a row of its own with its first parent.
        _bar(D, j, D.bare, False)
        if m == 0:
            suspect = dagbag_column_empty(
                D.p, target, D.diag, D.near, q_near, D.bare, D.merit + at, peak)
        else:
            suspect = dagbag_column_add(
                D.p, m, fit.rows, target, fit.beta, fit.inverse, D.diag, D.near, q_near,
                D.bare, D.d + at, D.merit + at, peak)
        _bar(D, j, D.bare, True)
        if m == 0 and (suspect or D.score.kind == BGE):
            _reset_d(D, j)
    elif gained:
        for t in range(m):      # the last row of the inverse; z is not needed any more
            fit.z[t] = fit.inverse[t * m + m - 1]
        suspect = dagbag_column_add(
            D.p, m, fit.rows, target, fit.beta, fit.z, D.diag, D.near, q_near,
            D.d + at, D.d + at, D.merit + at, peak)
    else:
        _reset_d(D, j)
        suspect = dagbag_column_full(
            D.p, m, fit.rows, target, fit.factor, fit.z, D.diag, D.near, q_near, fit.work,
            D.d + at, D.merit + at, peak)
    if suspect and D.refit.rows > 0:
        if _refit(D, j, &fit) != OK:
            return NO_MEMORY
        _suspects_from_data(D, j)
    if D.score.kind == BGE:
        _merits_bge(D, j)
    return OK


# What the search asks and does

cdef int delta_start(Deltas* D, int32_t target) noexcept nogil:
    """Fill the column of a target from its parents."""
    return _refresh(D, target, False)


cdef int delta_gain(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Add source to the parents of target."""
    cdef Column* column = &D.column[target]
    if column_reserve(column, column.size + 1) != OK:
        return NO_MEMORY
    column.parents[column.size] = source
    column.cyclic[column.size] = 0
    column.reversal[column.size] = INFINITY
    column.size += 1
    D.d[<size_t> target * D.p + source] = INFINITY
    return _refresh(D, target, True)


cdef int delta_lose(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Take source from the parents of target."""
    cdef Column* column = &D.column[target]
    cdef int32_t t = delta_slot(D, target, source)
    refit_lose(&D.refit, target, t)
    column.size -= 1
    for t in range(t, column.size):
        column.parents[t] = column.parents[t + 1]
        column.reversal[t] = column.reversal[t + 1]
        column.cyclic[t] = column.cyclic[t + 1]
    return _refresh(D, target, False)


cdef int32_t delta_slot(const Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Where source stands among the parents of target."""
    cdef int32_t t = 0
    while D.column[target].parents[t] != source:
        t += 1
    return t


cdef double delta_addition(Deltas* D, int32_t target, int32_t source) noexcept nogil:
    """Delta of adding source -> target; inf if it is not to be added."""
    cdef int32_t m = D.column[target].size
    cdef double rss = D.rss[target], merit
    if m >= D.limit:
        return INFINITY
    merit = D.merit[<size_t> target * D.p + source]
    if merit == -INFINITY:
        return INFINITY
    if D.score.kind == BGE:
        return -merit
    if D.refit.rows > 0 and rss - merit < D.near * rss:
        return D.score.n * log(_rss_with(D, target, source) / rss) + D.score.penalty
    return D.score.n * log1p(-merit / rss) + D.score.penalty


cdef double delta_cut(const Deltas* D, int32_t target, double bound) noexcept nogil:
    """A merit that every source with delta <= bound reaches; rounding is on the safe side."""
    if D.score.kind == BGE:
        return -bound - 1e-9 * (1.0 + abs(bound))
    return D.rss[target] * (-expm1((bound - D.score.penalty) / D.score.n) - 1e-12)


cdef double delta_score(const Deltas* D, int32_t target) noexcept nogil:
    """Neighborhood score of a target; NaN if the target is constant."""
    cdef int32_t m = D.column[target].size
    cdef double rss = D.rss[target]
    if D.score.kind == BGE:
        return D.score.offset[m] + D.logdet[target] + (D.score.power + m) * log(rss)
    if D.diag[target] == 0.0:
        return INFINITY - INFINITY
    return D.score.n * log(rss / D.score.n) + D.score.penalty * m
