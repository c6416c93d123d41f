"""Elidan's bagged score: a node's score is the mean of its scores on resamples.

Of a resample the kernel has the cross-products C, about its own mean. The score of a node with m
parents S on it is constant[m] + weight[m] log RSS, plus log det C[S,S] for BGe; where the
likelihood is that of other rows, with cross-products M about the same mean, n (J / RSS - 1) more,
J being the sum of their squared residuals. The merit is minus the mean delta.
"""

from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport has_bit
from dagbag._kernels.columns cimport BLOCK, dagbag_dot
from dagbag._kernels.node_score cimport (
    Column, Deltas, NodeScore, Scorer, addition_of_merit, additions_of_merit, barred_row,
    cut_of_merit, fill_peaks, offered_by_merit,
)

import numpy as np

# A residual below this part of its total counts as none. There is no refit on the data here: the
# error of a delta is about 2e-16 n / (part of the total that is left).
cdef double DETERMINED = 1e-10
# Parts of a total, each above DETERMINED, whose product is no subnormal: one logarithm for all.
cdef int32_t FACTORS = 8


cdef struct Bagged:
    int32_t p
    int32_t resamples
    double n
    const double* fit       # (resamples, p, p) C
    const double* judge     # (resamples, p, p) M; NULL: the rows fitted are those judged
    const double* constant  # (p + 1,)
    const double* weight    # (p + 1,)
    bint determinant
    double* merit           # (p, p) by target
    double* value           # (p,) out: mean neighborhood scores
    double* logs            # (p,) of one column: sums of log(RSS with the source / RSS)
    double* ratios          # (p,) products still without a logarithm
    double* volumes         # (p,) sums of log d, for the determinant
    double* parts           # (p,) products of d / C[k,k] still without a logarithm
    double* totals          # (p,) sums of log C[k,k]
    double* gains           # (p,) sums of the changes of J / RSS
    uint8_t* usable         # (p,) not determined by the parents in any resample
    uint8_t* refused        # (p,) leaves no residual in some resample
    double* scratch
    int32_t scratch_size

cdef struct Fit:
    # A target and its parents on one resample.
    const double* C         # (p, p)
    const double* M         # (p, p) or NULL
    double rss
    double judged           # J
    double* factor          # (m, m) lower Cholesky factor of C[S,S]
    double* inverse         # (m, m) its inverse, lower
    double* P               # (m, m) C[S,S]^-1
    double* z               # (m,) factor^-1 C[S,j]
    double* beta            # (m,)
    double* rows            # (m, p) factor^-1 C[S,:]; then the coefficients of every node on S
    double* c               # (p,) partial covariances with the target
    double* d               # (p,) partial variances
    double* u               # (p,) products of M with the target's residual, no longer a residual
    double* cross           # (p,) and those of the sources' residuals with it
    double* spread          # (p,) squares of the sources' residuals on M
    double* work            # (p,)


cdef int _reserve(Bagged* G, int32_t m) noexcept nogil:
    cdef int32_t size
    cdef double* scratch
    if G.scratch != NULL and m <= G.scratch_size:
        return OK
    size = max(8, max(m, 2 * G.scratch_size))
    scratch = <double*> malloc(
        ((3 * <size_t> size + 2 + G.p) * size + 6 * <size_t> G.p) * sizeof(double))
    if scratch == NULL:
        return NO_MEMORY
    free(G.scratch)
    G.scratch = scratch
    G.scratch_size = size
    return OK


cdef Fit _cut(const Bagged* G, int32_t m, int32_t b) noexcept nogil:
    cdef Fit fit
    cdef size_t square = <size_t> m * m, area = <size_t> G.p * G.p
    fit.C = G.fit + b * area
    fit.M = NULL
    if G.judge != NULL:
        fit.M = G.judge + b * area
    fit.rss = fit.judged = 0.0
    fit.factor = G.scratch
    fit.inverse = fit.factor + square
    fit.P = fit.inverse + square
    fit.z = fit.P + square
    fit.beta = fit.z + m
    fit.rows = fit.beta + m
    fit.c = fit.rows + <size_t> m * G.p
    fit.d = fit.c + G.p
    fit.u = fit.d + G.p
    fit.cross = fit.u + G.p
    fit.spread = fit.cross + G.p
    fit.work = fit.spread + G.p
    return fit


# One resample

cdef inline void _subtract(int32_t n, double by, const double* row, double* out) noexcept nogil:
    cdef int32_t k
    for k in range(n):
        out[k] -= by * row[k]


cdef int32_t _solve(
    const Bagged* G, int32_t j, const int32_t* parents, int32_t m, Fit* fit
) noexcept nogil:
    """Cholesky factor, z and RSS. The first parent, by its slot, that is determined by those
    before it or leaves no residual, -1 if there is none."""
    cdef const double* target = fit.C + <size_t> j * G.p
    cdef const double* row
    cdef double* own
    cdef double value, total
    cdef int32_t s, t, k, first = -1
    fit.rss = target[j]
    for s in range(m):
        k = parents[s]
        row = fit.C + <size_t> k * G.p
        own = fit.factor + s * m
        for t in range(s):
            own[t] = (row[parents[t]] - dagbag_dot(t, own, fit.factor + t * m)) / fit.factor[
                t * m + t]
        total = DETERMINED * row[k]
        value = row[k] - dagbag_dot(s, own, own)
        if value <= total and first < 0:
            first = s
        own[s] = sqrt(max(value, total))
        fit.z[s] = (target[k] - dagbag_dot(s, own, fit.z)) / own[s]
        fit.rss -= fit.z[s] * fit.z[s]
        if fit.rss <= DETERMINED * target[j] and first < 0:
            first = s
    return first


cdef void _invert(int32_t m, Fit* fit) noexcept nogil:
    """Inverses of the factor and of C[S,S], coefficients."""
    cdef int32_t r, s, t
    cdef double value
    for t in range(m):
        fit.beta[t] = 0.0
        for s in range(t, m):
            value = 1.0 if s == t else 0.0
            for r in range(t, s):
                value -= fit.factor[s * m + r] * fit.inverse[r * m + t]
            fit.inverse[s * m + t] = value / fit.factor[s * m + s]
            fit.beta[t] += fit.inverse[s * m + t] * fit.z[s]
    for s in range(m):
        for t in range(s + 1):
            value = 0.0
            for r in range(s, m):
                value += fit.inverse[r * m + s] * fit.inverse[r * m + t]
            fit.P[s * m + t] = fit.P[t * m + s] = value


cdef void _regress_sources(
    const Bagged* G, int32_t j, const int32_t* parents, int32_t m, Fit* fit
) noexcept nogil:
    """c and d of every source."""
    cdef int32_t k, s, t, p = G.p
    cdef double* row
    cdef double scale
    memcpy(fit.c, fit.C + <size_t> j * p, p * sizeof(double))
    for k in range(p):
        fit.d[k] = fit.C[<size_t> k * p + k]
    for s in range(m):
        row = fit.rows + <size_t> s * p
        memcpy(row, fit.C + <size_t> parents[s] * p, p * sizeof(double))
        for t in range(s):
            _subtract(p, fit.factor[s * m + t], fit.rows + <size_t> t * p, row)
        scale = 1.0 / fit.factor[s * m + s]
        for k in range(p):
            row[k] *= scale
            fit.d[k] -= row[k] * row[k]
        _subtract(p, fit.z[s], row, fit.c)


cdef void _judge_sources(
    const Bagged* G, int32_t j, const int32_t* parents, int32_t m, Fit* fit
) noexcept nogil:
    """u, cross, spread and J: the residuals of target and sources on the rows to be judged by."""
    cdef int32_t k, s, t, p = G.p
    cdef double* row
    cdef const double* judged
    cdef double scale
    for s in range(m - 1, -1, -1):
        row = fit.rows + <size_t> s * p
        for t in range(s + 1, m):
            _subtract(p, fit.factor[t * m + s], fit.rows + <size_t> t * p, row)
        scale = 1.0 / fit.factor[s * m + s]
        for k in range(p):
            row[k] *= scale
    memcpy(fit.u, fit.M + <size_t> j * p, p * sizeof(double))
    for s in range(m):
        _subtract(p, fit.beta[s], fit.M + <size_t> parents[s] * p, fit.u)
    fit.judged = fit.u[j]
    memcpy(fit.cross, fit.u, p * sizeof(double))
    for k in range(p):
        fit.spread[k] = fit.M[<size_t> k * p + k]
    for s in range(m):
        row = fit.rows + <size_t> s * p
        judged = fit.M + <size_t> parents[s] * p
        fit.judged -= fit.beta[s] * fit.u[parents[s]]
        _subtract(p, fit.u[parents[s]], row, fit.cross)
        for k in range(p):
            fit.work[k] = 2.0 * judged[k]
        for t in range(m):
            _subtract(p, judged[parents[t]], fit.rows + <size_t> t * p, fit.work)
        for k in range(p):
            fit.spread[k] -= row[k] * fit.work[k]


# Sums over the resamples

cdef void _add_additions(Bagged* G, int32_t j, const Fit* fit) noexcept nogil:
    cdef double least = DETERMINED * fit.C[<size_t> j * G.p + j], rss = fit.rss, g, after
    cdef int32_t k
    for k in range(G.p):
        if fit.d[k] <= DETERMINED * fit.C[<size_t> k * G.p + k]:
            G.usable[k] = 0
            continue
        g = fit.c[k] / fit.d[k]
        after = rss - g * fit.c[k]
        if after <= least:
            G.refused[k] = 1
            continue
        G.ratios[k] *= after / rss
        G.parts[k] *= fit.d[k] / fit.C[<size_t> k * G.p + k]
        if fit.M != NULL:
            G.gains[k] += (
                fit.judged - g * (2.0 * fit.cross[k] - g * fit.spread[k])
            ) / after - fit.judged / rss


cdef void _take_logs(Bagged* G) noexcept nogil:
    cdef int32_t k
    for k in range(G.p):
        G.logs[k] += log(G.ratios[k])
        G.ratios[k] = 1.0
    if G.determinant:
        for k in range(G.p):
            G.volumes[k] += log(G.parts[k])
    for k in range(G.p):
        G.parts[k] = 1.0


cdef double _judged_without(
    const Bagged* G, const int32_t* parents, int32_t m, int32_t slot, const Fit* fit
) noexcept nogil:
    """J without one parent."""
    cdef double h = fit.beta[slot] / fit.P[slot * m + slot], step = 0.0, bend = 0.0, inner
    cdef const double* row
    cdef int32_t r, s
    for s in range(m):
        row = fit.M + <size_t> parents[s] * G.p
        inner = 0.0
        for r in range(m):
            inner += row[parents[r]] * fit.P[r * m + slot]
        step += fit.P[s * m + slot] * fit.u[parents[s]]
        bend += fit.P[s * m + slot] * inner
    return fit.judged + h * (2.0 * step + h * bend)


cdef void _add_deletions(
    const Bagged* G, const int32_t* parents, int32_t m, const Fit* fit, double* deletion
) noexcept nogil:
    cdef double variance, without
    cdef int32_t t
    for t in range(m):
        variance = fit.P[t * m + t]
        without = fit.rss + fit.beta[t] * fit.beta[t] / variance
        deletion[t] += G.weight[m - 1] * log(without) - G.weight[m] * log(fit.rss)
        if G.determinant:
            deletion[t] += log(variance)
        if fit.M != NULL:
            deletion[t] += G.n * (
                _judged_without(G, parents, m, t, fit) / without - fit.judged / fit.rss)


cdef double _local(const Bagged* G, int32_t m, const Fit* fit) noexcept nogil:
    """The neighborhood score on one resample, without its constant."""
    cdef double value = G.weight[m] * log(fit.rss)
    cdef int32_t s
    if G.determinant:
        for s in range(m):
            value += 2.0 * log(fit.factor[s * m + s])
    if fit.M != NULL:
        value += G.n * (fit.judged / fit.rss - 1.0)
    return value


# The contract

cdef void _clear(Bagged* G, Column* column) noexcept nogil:
    cdef int32_t k
    for k in range(column.size):
        column.deletion[k] = 0.0
    for k in range(G.p):
        G.logs[k] = G.gains[k] = 0.0
        G.volumes[k] = G.totals[k]
        G.ratios[k] = G.parts[k] = 1.0
        G.usable[k] = 1
        G.refused[k] = 0


cdef void _set_merits(Bagged* G, Deltas* D, int32_t j, double log_rss) noexcept nogil:
    """Minus the mean deltas of what may be added; log_rss is the sum of log RSS."""
    cdef Column* column = &D.column[j]
    cdef const uint64_t* barred = barred_row(D, j)
    cdef double* merit = G.merit + <size_t> j * D.p
    cdef int32_t m = column.size, k
    cdef double constant = G.constant[m + 1] - G.constant[m], sum_
    for k in range(m):
        G.usable[column.parents[k]] = 0
    for k in range(G.p):
        merit[k] = -INFINITY
        if not G.usable[k] or has_bit(barred, k):
            continue
        if G.refused[k]:
            D.collinear[j] = 1
        elif m < D.limit:
            sum_ = (
                G.weight[m + 1] * G.logs[k] + (G.weight[m + 1] - G.weight[m]) * log_rss
                + G.volumes[k] + G.n * G.gains[k]
            )
            merit[k] = -(constant + sum_ / G.resamples)
    fill_peaks(D, j, merit)


cdef int _fill(void* own, Deltas* D, int32_t target, bint gained) noexcept nogil:
    cdef Bagged* G = <Bagged*> own
    cdef Column* column = &D.column[target]
    cdef int32_t m = column.size, b, t
    cdef double log_rss = 0.0, value = 0.0
    cdef Fit fit
    if _reserve(G, m) != OK:
        return NO_MEMORY
    _clear(G, column)
    for b in range(G.resamples):
        fit = _cut(G, m, b)
        _solve(G, target, column.parents, m, &fit)
        _invert(m, &fit)
        _regress_sources(G, target, column.parents, m, &fit)
        if fit.M != NULL:
            _judge_sources(G, target, column.parents, m, &fit)
        _add_additions(G, target, &fit)
        _add_deletions(G, column.parents, m, &fit, column.deletion)
        log_rss += log(fit.rss)
        value += _local(G, m, &fit)
        if b % FACTORS == FACTORS - 1:
            _take_logs(G)
    _take_logs(G)
    _set_merits(G, D, target, log_rss)
    for t in range(m):
        column.deletion[t] = (
            G.constant[m - 1] - G.constant[m] + column.deletion[t] / G.resamples)
    G.value[target] = G.constant[m] + value / G.resamples
    return OK


cdef void _lose(void* own, Deltas* D, int32_t target, int32_t slot) noexcept nogil:
    pass


cdef const double* _merits(
    void* own, Deltas* D, int32_t target, int32_t block, double* room
) noexcept nogil:
    return (<Bagged*> own).merit + <size_t> target * D.p + block * BLOCK


cdef double _value(void* own, const Deltas* D, int32_t target) noexcept nogil:
    return (<Bagged*> own).value[target]


cdef class BaggedScorer(Scorer):
    """The mean over resamples of constant[m] + weight[m] log RSS, with m parents.

    Parameters
    ----------
    fit : (resamples, p, p) array
        Cross-products of the rows fitted, no diagonal entry 0.
    judge : (resamples, p, p) array, or None
        Those of the rows whose likelihood is taken; None if they are the same.
    n : float
        Rows of each, with multiplicity.
    constant, weight : (p + 1,) arrays
    determinant : bool
        Whether log det C[S,S] is part of the score.
    """

    cdef Bagged own
    cdef const double[:, :, ::1] _fit, _judge
    cdef const double[::1] _constant, _weight
    cdef double[:, ::1] _sums, _merit
    cdef uint8_t[:, ::1] _flags

    def __init__(
        self, const double[:, :, ::1] fit not None, const double[:, :, ::1] judge, double n,
        const double[::1] constant not None, const double[::1] weight not None, bint determinant,
    ):
        cdef Bagged* G = &self.own
        cdef int32_t p = <int32_t> fit.shape[2]
        if fit.shape[0] < 1 or p < 1 or fit.shape[1] != p:
            raise ValueError(f"fit must have shape (resamples, p, p), got {tuple(fit.shape)[:3]}")
        if judge is not None and tuple(judge.shape) != tuple(fit.shape):
            raise ValueError("judge must have the shape of fit")
        if constant.shape[0] != p + 1 or weight.shape[0] != p + 1:
            raise ValueError(f"constant and weight must have {p + 1} entries")
        self._fit, self._judge, self._constant, self._weight = fit, judge, constant, weight
        self._sums, self._merit = np.zeros((7, p)), np.empty((p, p))
        self._flags = np.zeros((2, p), dtype=np.uint8)
        G.p, G.resamples, G.n, G.determinant = p, <int32_t> fit.shape[0], n, determinant
        G.fit = &fit[0, 0, 0]
        G.judge = NULL
        if judge is not None:
            G.judge = &judge[0, 0, 0]
        G.constant, G.weight = &constant[0], &weight[0]
        G.merit = &self._merit[0, 0]
        G.value, G.logs, G.ratios = &self._sums[0, 0], &self._sums[1, 0], &self._sums[2, 0]
        G.volumes, G.parts, G.gains = &self._sums[3, 0], &self._sums[4, 0], &self._sums[5, 0]
        G.totals = &self._sums[6, 0]
        if determinant:
            np.asarray(self._sums)[6] = np.log(np.einsum("bkk->bk", fit)).sum(axis=0)
        G.usable, G.refused = &self._flags[0, 0], &self._flags[1, 0]
        self.contract = NodeScore(
            G, _fill, _lose, _merits, offered_by_merit, addition_of_merit, additions_of_merit,
            cut_of_merit, _value, True)

    def __dealloc__(self):
        free(self.own.scratch)

    cdef int bind(self, Deltas* D, double eps) except -1:
        if D.p != self.own.p:
            raise ValueError(f"the search must have {self.own.p} nodes, got {D.p}")
        return Scorer.bind(self, D, eps)

    def first_unusable(self, int32_t target, const int32_t[::1] parents not None):
        """The first of the parents that, in a resample, those before it determine, or with which
        they leave no residual of the target; None if there is none.
        """
        cdef int32_t m = <int32_t> parents.shape[0], b, slot, first = m
        cdef Fit fit
        if m == 0:
            return None
        for slot in range(m):
            if not 0 <= parents[slot] < self.own.p:
                raise ValueError(f"parents must be in 0..{self.own.p - 1}, got {parents[slot]}")
        if not 0 <= target < self.own.p:
            raise ValueError(f"target must be in 0..{self.own.p - 1}, got {target}")
        if _reserve(&self.own, m) != OK:
            raise MemoryError
        with nogil:
            for b in range(self.own.resamples):
                fit = _cut(&self.own, m, b)
                slot = _solve(&self.own, target, &parents[0], m, &fit)
                if slot >= 0:
                    first = min(first, slot)
        return None if first == m else parents[first]
