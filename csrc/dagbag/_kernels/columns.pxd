"""The vectorised loops of columns.h, declared once for all kernels."""

from libc.stdint cimport uint64_t

cdef extern from "columns.h":
    # Parts of a total smaller than this are rounding noise: such candidates are not eligible.
    double COLLINEAR "DAGBAG_COLLINEAR"
    # Sources of a column are walked in blocks, one bitset word each.
    enum: BLOCK "DAGBAG_BLOCK"

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
    double dagbag_masked_peak(int width, const double* merit, uint64_t barred) noexcept nogil
    uint64_t dagbag_reaching(int width, const double* merit, double cut) noexcept nogil
    double dagbag_smallest(int p, const double* value, double* low) noexcept nogil
