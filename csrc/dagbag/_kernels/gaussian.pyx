"""Gaussian scores with a penalty per parent: n log(RSS/n) + penalty * parents. The merit is q."""

from libc.math cimport INFINITY, NAN, expm1, log, log1p
from libc.stdint cimport int32_t, uint64_t

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport lowest_bit
from dagbag._kernels.columns cimport BLOCK
from dagbag._kernels.node_score cimport (
    Deltas, NodeScore, Scorer, block_width, offered_by_merit,
)
from dagbag._kernels.regression cimport (
    Fit, Regression, Regressions, near, regression_compute, regression_kept, regression_lose,
    regression_refits, regression_rss_with, regression_solve, regression_sources,
)


cdef int gaussian_solve(
    Gaussian* G, Deltas* D, int32_t target, bint gained, Fit* fit
) noexcept nogil:
    """Regress a target on its parents; the deltas of deleting them."""
    cdef Regression* R = G.regression
    cdef double* deletion = D.column[target].deletion
    cdef int32_t t
    if regression_solve(R, D, target, gained, fit) != OK:
        return NO_MEMORY
    for t in range(D.column[target].size):
        if R.diag[target] == 0.0:
            deletion[t] = INFINITY
        else:
            deletion[t] = G.n * log1p(fit.growth[t] / R.rss[target]) - G.penalty
    return OK


cdef int _fill(void* own, Deltas* D, int32_t target, bint gained) noexcept nogil:
    cdef Gaussian* G = <Gaussian*> own
    cdef Fit fit
    if gaussian_solve(G, D, target, gained, &fit) != OK:
        return NO_MEMORY
    return regression_sources(G.regression, D, target, &fit, False)


cdef void _lose(void* own, Deltas* D, int32_t target, int32_t slot) noexcept nogil:
    regression_lose((<Gaussian*> own).regression, target, slot)


cdef const double* _merits(
    void* own, Deltas* D, int32_t target, int32_t block, double* room
) noexcept nogil:
    cdef Regression* R = (<Gaussian*> own).regression
    cdef const double* kept = regression_kept(R, target, block * BLOCK)
    cdef double d[BLOCK]
    if kept != NULL:
        return kept
    regression_compute(R, D, target, block * BLOCK, block_width(D, block), room, d)
    return room


cdef double gaussian_delta(
    Gaussian* G, Deltas* D, int32_t target, int32_t source, double q
) noexcept nogil:
    """Delta of adding a source that takes q off the RSS."""
    cdef double rss = G.regression.rss[target]
    if regression_refits(G.regression, rss, rss - q):
        return G.n * log(regression_rss_with(G.regression, D, target, source) / rss) + G.penalty
    return G.n * log1p(-q / rss) + G.penalty


cdef double _addition(void* own, Deltas* D, int32_t target, int32_t source) noexcept nogil:
    cdef Gaussian* G = <Gaussian*> own
    cdef const double* kept = regression_kept(G.regression, target, source)
    cdef double q, d
    if kept != NULL:
        q = kept[0]
    else:
        regression_compute(G.regression, D, target, source, 1, &q, &d)
    return gaussian_delta(G, D, target, source, q) if q > -INFINITY else INFINITY


cdef void _additions(
    void* own, Deltas* D, int32_t target, int32_t block, const double* merit,
    uint64_t sources, double* out
) noexcept nogil:
    cdef int32_t k
    while sources != 0:
        k = lowest_bit(sources)
        out[0] = gaussian_delta(<Gaussian*> own, D, target, block * BLOCK + k, merit[k])
        out += 1
        sources &= sources - 1


cdef double gaussian_cut(void* own, const Deltas* D, int32_t target, double bound) noexcept nogil:
    cdef Gaussian* G = <Gaussian*> own
    return G.regression.rss[target] * (-expm1((bound - G.penalty) / G.n) - 1e-12)


cdef double gaussian_value(void* own, const Deltas* D, int32_t target) noexcept nogil:
    cdef Gaussian* G = <Gaussian*> own
    if G.regression.diag[target] == 0.0:
        return NAN
    return G.n * log(G.regression.rss[target] / G.n) + G.penalty * D.column[target].size


cdef class GaussianScorer(Scorer):
    """The score n log(RSS/n) + penalty * parents.

    Parameters
    ----------
    regressions : Regressions
        Of the search; its `crossprod` is filled.
    X : (rows, p) array, or None
        Data with X'X = crossprod, for refits; None if there are none.
    n, penalty : float
    """

    cdef Gaussian own
    cdef Regressions _regressions
    cdef const double[:, ::1] _X

    def __init__(
        self, Regressions regressions not None, const double[:, ::1] X, double n, double penalty
    ):
        self._regressions, self._X = regressions, X
        self.own = Gaussian(&regressions.memory, n, penalty)
        self.contract = NodeScore(
            &self.own, _fill, _lose, _merits, offered_by_merit, _addition, _additions, gaussian_cut,
            gaussian_value, False)

    cdef int bind(self, Deltas* D, double eps) except -1:
        self._regressions.begin(D, self._X, near(self.own.n, eps))
        return Scorer.bind(self, D, eps)
