"""X'X by numpy's own loop of `matmul`: the bits of ``X.T @ X``, without Python."""

cdef struct Product:
    # numpy's loop of matmul on doubles, and what it is called with; loop NULL: not to be had.
    void (*loop)(char** args, const Py_ssize_t* sizes, const Py_ssize_t* steps, void* data
                 ) noexcept nogil
    void* data

# Whether numpy's loop is to be had.
cdef bint product_find(Product* P) except -1
# X (rows, p) in, C (p, p) out.
cdef void product_of_columns(
    const Product* P, Py_ssize_t rows, Py_ssize_t p, const double* X, double* C) noexcept nogil
