"""Least squares on the data, one neighborhood at a time: where cross-products have no digits left.

The parents of a target, the owner, are made an orthonormal basis, and the residuals of the target
and of its sources are what is left of their columns of X. All of it is kept for the owner's next
parent, because a target near saturation gains one after the other: the basis gains a vector, and
the sources' residuals lose their part along it, O(rows p) instead of O(rows p m).

A prior that adds prior^2 to the squares of the columns is as many more rows as there are columns,
of which each has a number in its own. A neighborhood sees only those of its columns: they stand
behind the rows of X, the owner's first, then a candidate's, then the parents'. For a source that is
none of them products with the basis are those with its first `rows` entries.
"""

from libc.stdint cimport int32_t

cdef struct Refit:
    int32_t p
    int32_t rows            # rows of X; 0: no data, nothing can be refitted
    const double* X         # (rows, p) in
    const double* diag      # (p,) in: squares of its columns, with the prior's
    double prior            # 0: none; with one nothing is asked of all sources at once
    int32_t stride          # numbers of a vector: rows, and those of the prior
    int32_t owner           # the target whose basis this is, -1: none
    int32_t size            # basis vectors, of its first parents
    int32_t fitted          # as many parents as its residual is for, -1: none
    int32_t projected       # basis vectors taken off `residuals`, -1: nothing is loaded
    int32_t redundant       # zero vectors in the basis
    double rss              # square of the owner's residual
    int32_t capacity        # basis vectors there is room for
    double* basis           # (capacity + 2, stride) basis, then the owner's residual, one candidate
    double* factor          # packed rows of a lower triangle: parents = basis vectors times it
    double* residuals       # (blocks, rows, 64) of the sources; of one block only if not kept

# Forgets everything, keeps X and diag. Call it with rows 0 if there is no data.
cdef void refit_start(
    Refit* R, int32_t p, int32_t rows, const double* X, const double* diag, double prior
) noexcept nogil
cdef void refit_free(Refit* R) noexcept nogil

# Makes target the owner. parents (m,) in, in order of arrival; z (m,) out, or NULL. A Status.
cdef int refit_fit(
    Refit* R, int32_t target, const int32_t* parents, int32_t m, double* z) noexcept nogil
cdef bint refit_stands(const Refit* R, int32_t target, int32_t m) noexcept nogil
# To be told of every parent that a target loses; one that it gains comes last and needs no word.
cdef void refit_lose(Refit* R, int32_t target, int32_t slot) noexcept nogil
cdef double refit_rss_without(
    Refit* R, int32_t target, const int32_t* parents, int32_t m, int32_t slot) noexcept nogil

# While the fit stands: of one source, and of all, square (p,) out, product (p,) out.
cdef void refit_source(Refit* R, int32_t source, double* square, double* product) noexcept nogil
cdef int refit_sources(Refit* R, double* square, double* product) noexcept nogil
cdef double refit_rss_with(Refit* R, int32_t source) noexcept nogil
