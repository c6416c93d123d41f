"""Matrices of `rvalues` against R."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    CLEAN_MATRIX,
    FINITE,
    FLAG,
    LOGICAL_MATRIX,
    MATRIX,
    NUMBER,
    NUMBERS,
    TEXT_MATRIX,
    TEXTS,
    Row,
    check,
    const,
    doubles,
    frames,
    integers,
    matrices,
    named,
    one_of,
    texts,
)

ANY_MATRIX = one_of(MATRIX, TEXT_MATRIX, LOGICAL_MATRIX)
LINE = one_of(doubles([1, 2, 3]), named(doubles([2, 3])), texts([2]), NUMBER)
THREE = matrices(rows=(2,), columns=(3,))
CUBE = "array({0}, c(2, 2, 2))"


def cube(x):
    return x.reshape((2, 2, 2), order="F")


def square(rng):
    return np.eye(3) * 4 + np.array([[rng.uniform(-1, 1) for _ in range(3)] for _ in range(3)])


def symmetric(rng):
    a = square(rng)
    return a + a.T


ROWS = [
    Row("matrix", "matrix({0}, nrow = {nrow})", one_of(NUMBERS, TEXTS), nrow=const(1, 2, 3), n=60),
    Row("matrix", "matrix({0}, ncol = {ncol}, byrow = {byrow})", NUMBERS, ncol=const(1, 2, 3),
        byrow=FLAG, n=60),
    Row("matrix", "matrix({0}, {nrow}, {ncol})", one_of(NUMBER, NUMBERS, TEXTS),
        nrow=const(0, 1, 2), ncol=const(1, 3), n=60),
    Row("matrix", "matrix(nrow = {nrow}, ncol = 2)", nrow=const(0, 1, 2), ncol=const(2)),
    Row("matrix", "matrix({0}, 2, 2, dimnames = list(c('p', 'q'), NULL))", doubles(4),
        call=lambda x: rv.matrix(x, 2, 2, dimnames=[np.array(["p", "q"], dtype=object), None])),
    Row("array", "array({0}, c(2, 2, 2))", doubles([1, 3, 8]), const(np.array([2, 2, 2]))),
    Row("array", "array({0}, {1})", doubles([1, 4]), const(np.array([2, 2]), np.array([2, 3]))),
    Row("dim", "dim({0})", one_of(ANY_MATRIX, NUMBERS, frames(), const(None)), n=30),
    Row("nrow", "nrow({0})", one_of(ANY_MATRIX, NUMBERS, frames()), n=30),
    Row("ncol", "ncol({0})", one_of(ANY_MATRIX, NUMBERS, frames()), n=30),
    Row("t", "t({0})", one_of(ANY_MATRIX, NUMBERS), n=60),
    Row("t", "t({0})", frames([2], gaps=False), n=20),
    Row("diag", "diag({0})", one_of(MATRIX, const(1, 2, 3), doubles([2, 3])), n=60),
    Row("diag", "diag({0}, {nrow})", one_of(doubles([2, 3]), FINITE), nrow=const(2, 3), n=30),
    Row("set_diag", "{{ x <- {0}; diag(x) <- {1}; x }}", matrices(rows=(2,), columns=(2,)),
        one_of(FINITE, doubles(2)), n=30),
    Row("row", "row({0})", ANY_MATRIX),
    Row("col", "col({0})", ANY_MATRIX),
    Row("is_symmetric", "isSymmetric({0})", one_of(MATRIX, symmetric, const(np.eye(2), np.eye(2) + np.triu(np.ones((2, 2)), 1) * 1e-9)), n=30),
    Row("array_ind", "arrayInd({0}, {1})", integers([1, 3], 1, 6), const(np.array([2, 3])), n=20),
    Row("upper_tri", "upper.tri({0}, diag = {diag})", ANY_MATRIX, diag=FLAG, n=20),
    Row("lower_tri", "lower.tri({0}, diag = {diag})", ANY_MATRIX, diag=FLAG, n=20),
    Row("rbind", "rbind({0}, {1})", one_of(THREE, LINE), one_of(THREE, LINE), n=80,
        call=lambda *v: rv.rbind(*v)),
    Row("cbind", "cbind({0}, {1})", one_of(THREE, LINE), one_of(THREE, LINE), n=80),
    Row("rbind", "rbind(a = {0}, b = {1})", doubles(3), named(doubles(3)),
        names=const(np.array(["a", "b"], dtype=object))),
    Row("cbind", "cbind(a = {0}, {1})", doubles(3), matrices(doubles, (3,), (2,)),
        names=const(np.array(["a", ""], dtype=object))),
    Row("cbind", "cbind({0}, {1})", TEXT_MATRIX, NUMBER, n=40),
    Row("rbind", "rbind({0}, {1})", matrices(texts, (2,), (2,)), matrices(doubles, (2,), (2,))),
    Row("rbind", "rbind({0}, {1})", const(None), one_of(LINE, THREE)),
    Row("row_sums", "rowSums({0}, na.rm = {na_rm})", one_of(MATRIX, LOGICAL_MATRIX), na_rm=FLAG,
        n=50),
    Row("col_sums", "colSums({0}, na.rm = {na_rm})", one_of(MATRIX, LOGICAL_MATRIX), na_rm=FLAG,
        n=50),
    Row("row_means", "rowMeans({0}, na.rm = {na_rm})", one_of(MATRIX, LOGICAL_MATRIX), na_rm=FLAG,
        n=50),
    Row("col_means", "colMeans({0}, na.rm = {na_rm})", one_of(MATRIX, LOGICAL_MATRIX), na_rm=FLAG,
        n=50),
    Row("row_sums", f"rowSums({CUBE}, dims = {{1}})", doubles(8), const(1, 2),
        call=lambda x, k: rv.row_sums(cube(x), dims=k)),
    Row("col_means", f"colMeans({CUBE}, dims = {{1}})", doubles(8), const(1, 2),
        call=lambda x, k: rv.col_means(cube(x), dims=k)),
    Row("row_means", f"rowMeans({CUBE})", doubles(8), call=lambda x: rv.row_means(cube(x))),
    Row("col_sums", f"colSums({CUBE})", doubles(8), call=lambda x: rv.col_sums(cube(x))),
    Row("col_sums", "colSums({0})", frames([3], gaps=False), n=30),
    Row("matmul", "{0} %*% {1}", one_of(CLEAN_MATRIX, doubles([1, 2, 3], gaps=False)),
        one_of(CLEAN_MATRIX, doubles([1, 2, 3], gaps=False)), n=120),
    Row("crossprod", "crossprod({0})", CLEAN_MATRIX, n=30),
    Row("crossprod", "crossprod({0}, {1})", CLEAN_MATRIX, CLEAN_MATRIX, n=60),
    Row("tcrossprod", "tcrossprod({0})", CLEAN_MATRIX, n=30),
    Row("solve", "solve({0})", one_of(square, const(2.0)), n=20),
    Row("solve", "solve({0}, {1})", square, one_of(doubles(3, gaps=False)), n=20),
    Row("scale", "{{ r <- scale({0}); attributes(r)[c('scaled:center', 'scaled:scale')] <- NULL; r }}",
        matrices(doubles, (3,), (2, 3)), n=40),
    Row("scale", "{{ r <- scale({0}, {center}, {scale}); "
        "attributes(r)[c('scaled:center', 'scaled:scale')] <- NULL; r }}",
        matrices(lambda n: doubles(n, gaps=False), (3,), (2, 3)), center=FLAG, scale=FLAG, n=40),
    Row("sweep", "sweep({0}, {1}, {2}, {3})", matrices(doubles, (2,), (2,)), const(1, 2),
        doubles(2), const("-", "+", "*", "/"), n=60),
    Row("aperm", f"aperm({CUBE}, {{1}})", doubles(8), const(np.array([3, 1, 2]), None),
        call=lambda x, p: rv.aperm(cube(x), p)),
    Row("aperm", "aperm({0})", MATRIX, n=30),
]  # fmt: skip


@pytest.mark.r
def test_matrices_are_those_of_r():
    check(ROWS)


def test_chosen_rows_have_their_numbers_as_names_in_a_matrix():
    frame = pd.DataFrame({"a": [1, 2, 3, 4], "b": 5})
    assert rv.rownames(rv.as_matrix(rv.head(frame, 2))).tolist() == ["1", "2"]
    assert rv.rownames(rv.as_matrix(frame)) is None
    for chosen in ([1, 2], [1, 3]):
        kept = rv.as_matrix(rv.get(frame, np.array(chosen), ...))
        assert rv.rownames(kept).tolist() == [str(row) for row in chosen]
