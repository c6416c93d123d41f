"""The vectorised loops of columns.h, declared once for all kernels."""

from libc.stdint cimport uint64_t

cdef extern from "columns.h":
    # Parts of a total smaller than this are rounding noise: such candidates are not eligible.
    double COLLINEAR "DAGBAG_COLLINEAR"
    # Sources of a column are walked in blocks, one bitset word each.
    enum: BLOCK "DAGBAG_BLOCK"

    ctypedef struct Recipe "dagbag_recipe":
        int m
        int joint
        int taken
        const double* c
        const double** rows
        const double* slope
        const double* basis
        double* work

    int dagbag_empty_column(
        int p, const double* c, const uint64_t* barred, const double* diag, double near,
        double q_near, double* q, double* peak) noexcept nogil
    int dagbag_column(
        int p, const Recipe* R, const uint64_t* barred, const double* before,
        const double* diag, double near, double q_near, double* d, double* q,
        double* peak) noexcept nogil
    void dagbag_sources(
        int width, const Recipe* R, int at, uint64_t barred, const double* before,
        const double* diag, double* d, double* q) noexcept nogil
    double dagbag_dot(int n, const double* a, const double* b) noexcept nogil
    enum: LANES "DAGBAG_LANES"
    double dagbag_peak(int width, const double* merit) noexcept nogil
    double dagbag_masked_peak(int width, const double* merit, uint64_t barred) noexcept nogil
    uint64_t dagbag_reaching(int width, const double* merit, double cut) noexcept nogil
    uint64_t dagbag_within(int width, const double* value, double reach) noexcept nogil
    void dagbag_unite(int words, const uint64_t* more, uint64_t* row) noexcept nogil
    void dagbag_spread(
        int words, const uint64_t* members, const uint64_t* more, uint64_t* at,
        uint64_t* reach) noexcept nogil
    int dagbag_count(int words, const uint64_t* row) noexcept nogil
    double dagbag_smallest(int width, const double* value) noexcept nogil


cdef inline double dot(int n, const double* a, const double* b) noexcept nogil:
    """dagbag_dot, to the bit; a call took longer than the few products of most parents."""
    cdef double total = 0.0
    cdef int i
    if n >= LANES:
        return dagbag_dot(n, a, b)
    for i in range(n):
        total += a[i] * b[i]
    return total
