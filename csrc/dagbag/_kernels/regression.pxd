"""The regressions of targets on their parents, from cross-products: what Gaussian scores share.

For a target j with parents S and a source k not in S
    g[k] = C[j,k] - C[j,S] C[S,S]^-1 C[S,k],   d[k] = C[k,k] - C[k,S] C[S,S]^-1 C[S,k],
so that adding k -> j takes q[k] = g[k]^2 / d[k] off RSS_j. Where cross-products have no digits
left, the data have their say (`_refit`).

A score fills a column in two calls: `regression_solve`, after which it can tell the deltas of
deletions, and `regression_sources`, which makes q the merits.
"""

from libc.stdint cimport int32_t, uint8_t

from dagbag._kernels.columns cimport BLOCK
from dagbag._kernels.node_score cimport Deltas
from dagbag._kernels.refit cimport Refit, refit_lose

cdef struct Regression:
    int32_t p
    const double* C         # (p, p) in
    double* diag            # (p,) diagonal of C
    Refit refit             # on data X, C = X'X
    double near             # parts of a total smaller than this are recomputed from X
    double* d               # (p, p) partial variances, inf = not to be added; unset without parents
    double* merit           # (p, p) by target
    double* bare            # (p,) those of a target without parents, but for its barred sources
    double* rss             # (p,)
    double* logdet          # (p,) log det C[S,S]
    uint8_t* ill            # (p,) d cannot be carried on: refitted, or not computed at all
    double* scratch         # room for `scratch_size` parents, cut up into a Fit
    int32_t scratch_size

cdef struct Fit:
    # One neighborhood's regression; its memory is the next one's, too.
    double* factor          # (m, m) lower Cholesky factor of C[S,S]; a zero pivot: redundant parent
    double* inverse         # (m, m) the transpose of its inverse: upper
    double* z               # (m,) factor^-1 C[S,j]
    double* beta            # (m,) regression coefficients
    double* variance        # (m,) diagonal of C[S,S]^-1
    double* growth          # (m,) of RSS without each parent
    double* work            # (m, 64)
    const double** rows     # (m,) rows of C
    bint sound              # from cross-products, not from the data
    bint gained             # d can be carried on from one parent less

# fit out: all but work and rows; also rss and logdet of the target. A Status.
cdef int regression_solve(
    Regression* R, Deltas* D, int32_t target, bint gained, Fit* fit) noexcept nogil
# fit of the same target in; d, merit = q, and D.peak out; d of a target without parents only if
# whole_d. A Status.
cdef int regression_sources(
    Regression* R, Deltas* D, int32_t target, Fit* fit, bint whole_d) noexcept nogil
# RSS with one more parent, from the data; if memory fails, D.status tells.
cdef double regression_rss_with(
    Regression* R, Deltas* D, int32_t target, int32_t source) noexcept nogil


cdef inline bint regression_refits(const Regression* R, double rss, double after) noexcept nogil:
    """Whether the RSS left with one more parent, rss - q, has no digits, but data can tell."""
    return R.refit.rows > 0 and after < R.near * rss


cdef inline const double* regression_merits(
    const Regression* R, int32_t target, int32_t block
) noexcept nogil:
    return R.merit + <size_t> target * R.p + block * BLOCK


cdef inline void regression_lose(Regression* R, int32_t target, int32_t slot) noexcept nogil:
    refit_lose(&R.refit, target, slot)


cpdef double near(double n, double eps) noexcept

cdef class Regressions:
    cdef readonly object crossprod
    cdef readonly int32_t p
    cdef Regression memory
    cdef double[:, ::1] _C, _d, _merit, _vectors
    cdef uint8_t[::1] _ill
    cdef int begin(self, const Deltas* D, const double[:, ::1] X, double near) except -1
