"""The regressions of targets on their parents, from cross-products: what Gaussian scores share.

For a target j with parents S and a source k not in S
    g[k] = C[j,k] - C[j,S] C[S,S]^-1 C[S,k],   d[k] = C[k,k] - C[k,S] C[S,S]^-1 C[S,k],
so that adding k -> j takes q[k] = g[k]^2 / d[k] off RSS_j. Where cross-products have no digits
left, the data have their say (`_refit`).

A score fills a column in two calls: `regression_solve`, after which it can tell the deltas of
deletions, and `regression_sources`, which makes q the merits.

Of all that only C is kept whole, and the merits if there are few nodes. The merits and partial
variances of the column filled last stand in `merit` and `d`; those of others are computed again,
block by block, from C and some coefficients per parent, always with the same bits. Rows of their
own have columns that data had a say in, and, as long as there are few, those whose many parents
would make that slow.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from dagbag._kernels.node_score cimport Deltas
from dagbag._kernels.refit cimport Refit, refit_lose

cdef struct Partial:
    # How the sources of one target come from C, see `dagbag_recipe` in columns.h.
    int32_t joint
    int32_t slopes          # there is room for
    int32_t basis_rows      # there is room for
    double* slope
    double* basis
    double* d               # (p,) partial variances, or NULL: there is a basis instead
    double* merit           # (p,) merits, or NULL: they can be computed

cdef struct Regression:
    int32_t p
    const double* C         # (p, p) in
    double* diag            # (p,) diagonal of C
    Refit refit             # on data X, C = X'X
    double near             # parts of a total smaller than this are recomputed from X
    double* rss             # (p,)
    double* logdet          # (p,) log det C[S,S], if a score asks for it
    uint8_t* ill            # (p,) d cannot be carried on: refitted, or not computed at all
    Partial* partial        # (p,)
    int32_t current         # the target filled last, -1: none
    double* merit           # (p,) its merits: q, unless the score has made something else of it
    double* merit_room      # (p,) where they are, if they are not kept,
    double* stored          # (p, p) and if those of all targets are; NULL: they are not
    double* d               # (p,) its partial variances, inf = not to be added
    double* room            # (p,) where they are, if it has no row of its own
    uint64_t* barred        # (words,) scratch
    void* pool              # rows that are free, each begins with the next
    int32_t lent            # rows of partial variances
    int32_t most            # so many may be lent only to save time
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

# Take the cross-products as they are now, and the rows of data, X'X = C, for refits; 0: none.
cdef void regression_begin(Regression* R, int32_t rows, const double* X) noexcept nogil
# fit out: all but work and rows; also rss of the target. A Status.
cdef int regression_solve(
    Regression* R, Deltas* D, int32_t target, bint gained, Fit* fit) noexcept nogil
# fit of the same target in; its logdet out. A logarithm per parent: 4% of a search with p = 100.
cdef void regression_determinant(
    Regression* R, const Deltas* D, int32_t target, const Fit* fit) noexcept nogil
# fit of the same target in; current, merit = q, d and D.peak out; d of a target without parents
# only if whole_d. A Status.
cdef int regression_sources(
    Regression* R, Deltas* D, int32_t target, Fit* fit, bint whole_d) noexcept nogil
# Keep the merits of the target filled last as they are now. A Status.
cdef int regression_keep(Regression* R) noexcept nogil
# Where the merits of sources from `first` on are kept, or NULL: then compute them.
cdef const double* regression_kept(
    const Regression* R, int32_t target, int32_t first) noexcept nogil
# q and d of at most 64 sources of a block, (width,) out.
cdef void regression_compute(
    Regression* R, const Deltas* D, int32_t target, int32_t first, int32_t width, double* q,
    double* d) noexcept nogil
# RSS with one more parent, from the data; if memory fails, D.status tells.
cdef double regression_rss_with(
    Regression* R, Deltas* D, int32_t target, int32_t source) noexcept nogil


cdef inline bint regression_refits(const Regression* R, double rss, double after) noexcept nogil:
    """Whether the RSS left with one more parent, rss - q, has no digits, but data can tell."""
    return R.refit.rows > 0 and after < R.near * rss


cdef inline void regression_lose(Regression* R, int32_t target, int32_t slot) noexcept nogil:
    refit_lose(&R.refit, target, slot)


cpdef double near(double n, double eps) noexcept

cdef class Regressions:
    cdef readonly object crossprod
    cdef readonly int32_t p
    cdef Regression memory
    cdef double[:, ::1] _C, _merits, _vectors
    cdef uint8_t[::1] _ill
    cdef uint64_t[::1] _barred
    cdef int begin(self, const Deltas* D, const double[:, ::1] X, double near) except -1
