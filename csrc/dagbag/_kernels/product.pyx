"""Cross-products of columns, called without Python.

BLAS is numpy's business: which one it has, how it is called, and what is done where there is none.
So that there is one product, whoever asks for it, the kernels call the loop that ``numpy.matmul``
calls, as it calls it for ``X.T @ X``: it finds both arguments at one place and takes BLAS's syrk.
"""

cdef extern from "ufunc.h":
    ctypedef void (*Loop "dagbag_ufunc_loop")(
        char** args, const Py_ssize_t* sizes, const Py_ssize_t* steps, void* data) noexcept nogil
    Loop dagbag_loop_of_doubles(
        object ufunc, const char* name, long loops, char code, void** data) noexcept

import numpy as np

cdef enum:
    DOUBLE = 12             # NPY_DOUBLE


cdef bint product_find(Product* P) except -1:
    cdef bint usual = isinstance(np.matmul, np.ufunc) and np.matmul.signature is not None
    P.loop = NULL
    P.data = NULL
    if usual:
        P.loop = dagbag_loop_of_doubles(
            np.matmul, b"matmul", np.matmul.ntypes, DOUBLE, &P.data)
    return P.loop != NULL


cdef void product_of_columns(
    const Product* P, Py_ssize_t rows, Py_ssize_t p, const double* X, double* C
) noexcept nogil:
    """np.matmul(X.T, X, out=C)"""
    cdef char* args[3]
    cdef Py_ssize_t sizes[4]
    cdef Py_ssize_t steps[9]
    cdef Py_ssize_t one = sizeof(double), row = p * sizeof(double)
    args[0] = args[1] = <char*> X
    args[2] = <char*> C
    sizes[:] = [1, p, rows, p]
    steps[:] = [0, 0, 0, one, row, row, one, row, one]
    P.loop(args, sizes, steps, P.data)


def columns_product(const double[:, ::1] X not None):
    """X'X, (p, p), of X (rows, p); None if numpy's loop is not to be had. For tests."""
    cdef Product found
    cdef Py_ssize_t p = X.shape[1]
    if X.shape[0] == 0 or p == 0:
        raise ValueError(f"X must not be empty, got shape ({X.shape[0]}, {p})")
    if not product_find(&found):
        return None
    array = np.empty((p, p))
    cdef double[:, ::1] C = array
    with nogil:
        product_of_columns(&found, X.shape[0], p, &X[0, 0], &C[0, 0])
    return array
