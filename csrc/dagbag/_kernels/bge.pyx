"""BGe, minus twice the log marginal likelihood: offset[m] + logdet C[S,S] + (power + m) log RSS.

C carries the prior. The merit is minus the delta, which weighs the partial variance of the source,
too.
"""

from libc.math cimport INFINITY, isfinite, log
from libc.stdint cimport int32_t

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.columns cimport BLOCK, COLLINEAR
from dagbag._kernels.node_score cimport (
    Deltas, NodeScore, Scorer, additions_of_merit, block_width, cut_of_merit, fill_peaks,
    offered_by_merit,
)
from dagbag._kernels.regression cimport (
    Fit, Regression, Regressions, near, regression_compute, regression_determinant, regression_keep,
    regression_kept, regression_lose, regression_refits, regression_rss_with, regression_solve,
    regression_sources,
)


cdef void _deletions(const BGe* G, Deltas* D, int32_t j, const Fit* fit) noexcept nogil:
    cdef double* deletion = D.column[j].deletion
    cdef double rss = G.regression.rss[j]
    cdef int32_t m = D.column[j].size, t
    for t in range(m):
        if G.regression.diag[j] == 0.0:
            deletion[t] = INFINITY
        else:
            deletion[t] = (
                G.offset[m - 1] - G.offset[m] + log(max(fit.variance[t], 1e-300))
                + (G.power + m - 1) * log(rss + fit.growth[t]) - (G.power + m) * log(rss)
            )


cdef int bge_solve(
    const BGe* G, Deltas* D, int32_t target, bint gained, Fit* fit
) noexcept nogil:
    """Regress a target on its parents; the deltas of deleting them."""
    if regression_solve(G.regression, D, target, gained, fit) != OK:
        return NO_MEMORY
    regression_determinant(G.regression, D, target, fit)
    _deletions(G, D, target, fit)
    return OK


cdef double bge_merit(
    const BGe* G, const Deltas* D, int32_t target, double log_d, double left
) noexcept nogil:
    cdef int32_t m = D.column[target].size
    cdef double rss = G.regression.rss[target]
    return (
        G.offset[m] - G.offset[m + 1] - log_d - log(rss) - (G.power + m + 1) * log(left))


cdef bint bge_turn(
    const BGe* G, Deltas* D, int32_t j, int32_t first, int32_t width, const double* d,
    double* merit
) noexcept nogil:
    """Turn q of some sources, (width,), into minus the delta; True if one was refitted."""
    cdef Regression* R = G.regression
    cdef int32_t m = D.column[j].size, k
    cdef bint refitted = False
    cdef double rss = R.rss[j], power = G.power + m + 1, after
    cdef double before = G.offset[m] - G.offset[m + 1] + (G.power + m) * log(rss)
    for k in range(width):
        if isfinite(d[k]) and merit[k] > -INFINITY:
            after = max(rss - merit[k], COLLINEAR * R.diag[j])
            if regression_refits(R, rss, after):
                after = regression_rss_with(R, D, j, first + k)
                refitted = True
            merit[k] = before - log(max(d[k], COLLINEAR * R.diag[first + k])) - power * log(after)
    return refitted


cdef int _fill(void* own, Deltas* D, int32_t target, bint gained) noexcept nogil:
    cdef BGe* G = <BGe*> own
    cdef Regression* R = G.regression
    cdef bint refitted
    cdef Fit fit
    if bge_solve(G, D, target, gained, &fit) != OK:
        return NO_MEMORY
    if regression_sources(R, D, target, &fit, True) != OK:
        return NO_MEMORY
    if D.column[target].size >= D.limit:
        return OK
    refitted = bge_turn(G, D, target, 0, D.p, R.d, R.merit)
    fill_peaks(D, target, R.merit)
    return regression_keep(R) if refitted or R.partial[target].merit != NULL else OK


cdef void _lose(void* own, Deltas* D, int32_t target, int32_t slot) noexcept nogil:
    regression_lose((<BGe*> own).regression, target, slot)


cdef const double* _merits(
    void* own, Deltas* D, int32_t target, int32_t block, double* room
) noexcept nogil:
    cdef BGe* G = <BGe*> own
    cdef const double* kept = regression_kept(G.regression, target, block * BLOCK)
    cdef double d[BLOCK]
    if kept != NULL:
        return kept
    regression_compute(G.regression, D, target, block * BLOCK, block_width(D, block), room, d)
    bge_turn(G, D, target, block * BLOCK, block_width(D, block), d, room)
    return room


cdef double _addition(void* own, Deltas* D, int32_t target, int32_t source) noexcept nogil:
    cdef BGe* G = <BGe*> own
    cdef const double* kept = regression_kept(G.regression, target, source)
    cdef double merit, d
    if kept != NULL:
        return -kept[0]
    regression_compute(G.regression, D, target, source, 1, &merit, &d)
    bge_turn(G, D, target, source, 1, &d, &merit)
    return -merit


cdef double bge_value(const BGe* G, const Deltas* D, int32_t target) noexcept nogil:
    cdef int32_t m = D.column[target].size
    return (
        G.offset[m] + G.regression.logdet[target]
        + (G.power + m) * log(G.regression.rss[target])
    )


cdef double _value(void* own, const Deltas* D, int32_t target) noexcept nogil:
    return bge_value(<BGe*> own, D, target)


cdef class BGeScorer(Scorer):
    """The score offset[m] + logdet C[S,S] + (power + m) log RSS of m parents S.

    Parameters
    ----------
    regressions : Regressions
        Of the search; its `crossprod` is filled, the prior's part included.
    X : (rows, p) array, or None
        Data with X'X = crossprod, for refits; None if there are none.
    n : float
    offset : (p + 1,) array
    power : float
    """

    cdef BGe own
    cdef Regressions _regressions
    cdef const double[:, ::1] _X
    cdef const double[::1] _offset

    def __init__(
        self, Regressions regressions not None, const double[:, ::1] X, double n,
        const double[::1] offset not None, double power,
    ):
        if offset.shape[0] != regressions.p + 1:
            raise ValueError(
                f"offset must have {regressions.p + 1} entries, got {offset.shape[0]}")
        self._regressions, self._X, self._offset = regressions, X, offset
        self.own = BGe(&regressions.memory, n, &offset[0], power)
        self.contract = NodeScore(
            &self.own, _fill, _lose, _merits, offered_by_merit, _addition, additions_of_merit,
            cut_of_merit, _value, False)

    cdef int bind(self, Deltas* D, double eps) except -1:
        self._regressions.begin(D, self._X, near(self.own.n, eps))
        return Scorer.bind(self, D, eps)
