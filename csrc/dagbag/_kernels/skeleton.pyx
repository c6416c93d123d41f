"""Tests of the PC algorithm: whether conditions of a given size separate a node from neighbors.

All conditions of that size are the leaves of the tree of `_conditions`.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t

from dagbag._kernels.conditions cimport (
    BACK, DEEPER, FOUND, PAUSED, Take, Walk, determined, eliminate, walk, walk_start,
)

import numpy as np


cdef int _go_through(Walk* W, void* own, Take take) except -1:
    """Walk through the tree and hear Ctrl-C; what it ended with."""
    cdef int status = PAUSED
    while status == PAUSED:
        with nogil:
            status = walk(W, own, take)
        PyErr_CheckSignals()
    return status


cdef struct Tests:
    # A node and all its neighbors.
    int32_t size                        # nodes to be conditioned on
    int32_t count                       # neighbors
    double critical                     # r^2 of a test at the level alpha
    double* rows                        # (size, count + 1, count) the node, then each neighbor
    double* variance                    # (size + 1, count)
    double* last                        # (count,) the node's row given the whole condition
    double* target                      # (size + 1,) variance of the node
    int32_t* condition                  # (size,)
    uint8_t* separated                  # (count,) out
    uint8_t* members                    # (count, count) out, by neighbor, node of its condition


cdef void _test(Tests* T, const double* row) noexcept nogil:
    """Test all neighbors given the whole condition; a singular test is no evidence.

    The nodes of the condition are determined by it, and so are not tested.
    """
    cdef const double* variance = T.variance + <int64_t> T.size * T.count
    cdef double bound = T.critical * T.target[T.size]
    cdef int32_t y, m
    for y in range(T.count):
        if not determined(variance[y]) and row[y] * row[y] < bound * variance[y]:
            T.separated[y] = 1
            for m in range(T.size):
                T.members[<int64_t> y * T.count + T.condition[m]] = 1


cdef int _take(void* own, Walk* W, int32_t depth, int32_t i) noexcept nogil:
    """Take neighbor i as the next of the condition; those below it may follow."""
    cdef Tests* T = <Tests*> own
    cdef int32_t count = T.count, e, y
    cdef int64_t area = <int64_t> (count + 1) * count
    cdef const double* rows = T.rows + depth * area
    cdef const double* pivot = rows + <int64_t> (i + 1) * count
    cdef const double* variance = T.variance + <int64_t> depth * count
    cdef double* fresh = T.variance + <int64_t> (depth + 1) * count
    cdef double* to
    cdef double total = pivot[i]
    if determined(total):
        return BACK
    T.target[depth + 1] = T.target[depth] - rows[i] * rows[i] / total
    if determined(T.target[depth + 1]):
        return BACK
    T.condition[depth] = i
    for y in range(count):
        fresh[y] = variance[y] - pivot[y] * pivot[y] / total
    W.work += count
    if depth + 1 == T.size:
        eliminate(count, rows[i] / total, pivot, rows, T.last)
        _test(T, T.last)
        return BACK
    for e in range(i + 1):
        to = T.rows + (depth + 1) * area + <int64_t> e * count
        eliminate(
            count, rows[<int64_t> e * count + i] / total, pivot, rows + <int64_t> e * count, to)
    W.next[depth + 1] = T.size - depth - 2      # enough must be left to fill the condition
    W.end[depth + 1] = i
    return DEEPER


def separated(
    const double[:, ::1] R, int32_t node, const int32_t[::1] neighbors, int32_t size,
    double critical
):
    """Test a node and each neighbor given all conditions of `size` other neighbors.

    Parameters
    ----------
    R : (p, p) array
        Correlations.
    node : int
    neighbors : (k,) int32 array
    size : int
        At least 1.
    critical : float
        r^2 below which a test finds independence.

    Returns
    -------
    separated : (k,) bool array
        Whether a condition separates the node and the neighbor.
    members : (k, k) bool array
        By neighbor: the nodes of all conditions that do.
    """
    cdef int32_t count = neighbors.shape[0], e, y
    cdef Tests T
    cdef Walk W
    flags = np.zeros((count + 1, count), dtype=np.uint8)
    if size < 1:
        raise ValueError(f"size must be at least 1, got {size}")
    if count <= size:
        return flags[0].astype(bool), flags[1:].astype(bool)
    cdef double[:, :, ::1] rows = np.empty((size, count + 1, count))
    cdef double[:, ::1] variance = np.empty((size + 2, count))
    cdef double[::1] target = np.empty(size + 1)
    cdef int32_t[:, ::1] condition = np.empty((3, size), dtype=np.int32)
    cdef uint8_t[:, ::1] out = flags
    T.size, T.count, T.critical = size, count, critical
    T.rows, T.variance, T.target = &rows[0, 0, 0], &variance[0, 0], &target[0]
    T.last = &variance[size + 1, 0]
    T.condition, T.separated, T.members = &condition[0, 0], &out[0, 0], &out[1, 0]
    W.next, W.end, W.work = &condition[1, 0], &condition[2, 0], 0
    with nogil:
        target[0] = R[node, node]
        for y in range(count):
            variance[0, y] = R[neighbors[y], neighbors[y]]
            rows[0, 0, y] = R[node, neighbors[y]]
            for e in range(count):
                rows[0, e + 1, y] = R[neighbors[e], neighbors[y]]
    walk_start(&W, size - 1, count)
    _go_through(&W, &T, _take)
    return flags[0].astype(bool), flags[1:].astype(bool)


cdef struct Pair:
    # Two nodes, and those that may be in the condition.
    int32_t size                        # nodes to be conditioned on
    int32_t count                       # nodes that may be
    double critical                     # r^2 of a test at the level alpha
    double* rows                        # (size, count + 2, count): x, y, then each c
    double* own                         # (size + 1, 3) variances of x and y, their covariance
    int32_t* condition                  # (size,) out


cdef int _take_for_pair(void* own, Walk* W, int32_t depth, int32_t i) noexcept nogil:
    """Take node i as the next of the condition; those after it may follow. FOUND if it is whole
    and separates the pair."""
    cdef Pair* T = <Pair*> own
    cdef int32_t count = T.count, e
    cdef int64_t area = <int64_t> (count + 2) * count, at
    cdef const double* rows = T.rows + depth * area
    cdef const double* old = T.own + 3 * depth
    cdef double* fresh = T.own + 3 * (depth + 1)
    cdef const double* pivot = rows + <int64_t> (i + 2) * count
    cdef const double* row
    cdef double total = pivot[i], x = rows[i], y = rows[count + i]
    if determined(total):
        return BACK
    fresh[0] = old[0] - x * x / total
    fresh[1] = old[1] - y * y / total
    fresh[2] = old[2] - x * y / total
    if determined(fresh[0]) or determined(fresh[1]):
        return BACK
    T.condition[depth] = i
    W.work += 1
    if depth + 1 == T.size:
        return FOUND if fresh[2] * fresh[2] < T.critical * fresh[0] * fresh[1] else BACK
    for e in range(count - i + 1):
        at = e if e < 2 else i + e + 1          # x, y, and the nodes after i
        row = rows + at * count
        eliminate(
            count - i - 1, row[i] / total, pivot + i + 1, row + i + 1,
            T.rows + (depth + 1) * area + at * count + i + 1)
    W.next[depth + 1] = i + 1
    W.end[depth + 1] = count - (T.size - depth - 1) + 1
    return DEEPER


def separator(
    const double[:, ::1] R, int32_t x, int32_t y, const int32_t[::1] others, int32_t size,
    double critical
):
    """The first condition of `size` other nodes that separates x and y; None if there is none.

    Parameters
    ----------
    R : (p, p) array
        Correlations.
    x, y : int
    others : (k,) int32 array
        Nodes that may be in the condition; conditions come in the order of
        `itertools.combinations`.
    size : int
        At least 1.
    critical : float
        r^2 below which a test finds independence.

    Returns
    -------
    list of int, or None
    """
    cdef int32_t count = others.shape[0], e, c
    cdef Pair T
    cdef Walk W
    if size < 1:
        raise ValueError(f"size must be at least 1, got {size}")
    if count < size:
        return None
    cdef double[:, :, ::1] rows = np.empty((size, count + 2, count))
    cdef double[:, ::1] own = np.empty((size + 1, 3))
    cdef int32_t[:, ::1] condition = np.empty((3, size), dtype=np.int32)
    T.size, T.count, T.critical = size, count, critical
    T.rows, T.own, T.condition = &rows[0, 0, 0], &own[0, 0], &condition[0, 0]
    W.next, W.end, W.work = &condition[1, 0], &condition[2, 0], 0
    with nogil:
        own[0, 0], own[0, 1], own[0, 2] = R[x, x], R[y, y], R[x, y]
        for c in range(count):
            rows[0, 0, c], rows[0, 1, c] = R[x, others[c]], R[y, others[c]]
            for e in range(count):
                rows[0, e + 2, c] = R[others[e], others[c]]
    walk_start(&W, 0, count - size + 1)
    if _go_through(&W, &T, _take_for_pair) != FOUND:
        return None
    return [others[condition[0, c]] for c in range(size)]
