"""The per-step delta-score matrix (Proposition score_update of the paper), from cross-products.

For a target j with parents S and a source k not in S
    g[k] = C[j,k] - C[j,S] C[S,S]^-1 C[S,k],   d[k] = C[k,k] - C[k,S] C[S,S]^-1 C[S,k],
so that adding k -> j takes q[k] = g[k]^2 / d[k] off RSS_j. An operation changes the parent set of
one target (two for a reversal); only that column is refreshed.

The neighborhood score enters in few places: `_merits_bge` (a figure of merit per source, the larger
the better; q itself for the Gaussian scores), `delta_addition`, `delta_cut`, `_deletions` and
`delta_score`.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t

from dagbag._refit cimport Refit

cdef enum ScoreKind:
    GAUSSIAN = 0            # n log(RSS/n) + penalty * parents
    BGE = 1                 # -2 log marginal likelihood; C carries the prior

cdef struct Score:
    int kind
    double n                # rows, with multiplicity
    double penalty          # GAUSSIAN: per parent
    double power            # BGE: score = offset[m] + logdet C[S,S] + (power + m) log RSS
    const double* offset    # BGE: (p + 1,)

cdef struct Column:
    int32_t size            # number of parents
    int32_t capacity
    int32_t* parents        # in order of arrival
    double* deletion        # delta of deleting each parent
    double* reversal        # delta of reversing each parent's edge; inf if it may not be
    uint8_t* cyclic         # 1 if that reversal is known to close a cycle
    uint8_t ill             # d cannot be carried on: refitted on the data, or not computed at all

cdef struct Deltas:
    int32_t p
    int32_t words           # blocks of 64 sources
    int32_t limit           # largest number of parents an addition may lead to
    Score score
    const double* C         # (p, p) in
    Refit refit             # on data X, C = X'X
    double near             # parts of a total smaller than this are recomputed from X
    const double* diag      # (p,) diagonal of C
    const uint64_t* barred  # (p, words) sources that may never be added to a target
    double* d               # (p, p) partial variances, inf = not to be added; unset without parents
    double* bare            # (p,) those of a target without parents, but for its barred sources
    double* merit           # (p, p)
    double* peak            # (p, words) largest merit of each block
    double* rss             # (p,)
    double* logdet          # (p,) log det C[S,S], BGE
    uint8_t* perfect        # (p,) out: 1 if a perfect fit was refused for this target
    Column* column          # (p,)
    double* scratch         # room for `scratch_size` parents, cut up by _cut
    int32_t scratch_size
    int status              # NO_MEMORY once an allocation failed inside a delta

cdef int delta_start(Deltas* D, int32_t target) noexcept nogil
cdef int delta_gain(Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef int delta_lose(Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef int32_t delta_slot(const Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef double delta_addition(Deltas* D, int32_t target, int32_t source) noexcept nogil
cdef double delta_cut(const Deltas* D, int32_t target, double bound) noexcept nogil
cdef double delta_score(const Deltas* D, int32_t target) noexcept nogil
cdef int column_reserve(Column* column, int32_t size) noexcept nogil
cdef void column_free(Column* column) noexcept nogil
