"""The aggregation loop: candidate edges in order, each added unless it closes a cycle."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint8_t

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.closure cimport Closure, ClosureGraph, closure_add, closure_addition_cyclic

import numpy as np

cdef Py_ssize_t STRIDE = 256    # candidates between two looks for Ctrl-C


cdef int _add_in_order(
    Closure* G,                         # in/out
    const int32_t[:, ::1] candidates,   # (m, 2)
    Py_ssize_t start,
    Py_ssize_t stop,
    uint8_t[::1] cyclic,                # (m,) out
) noexcept nogil:
    """Only the descendants rows are read here: an edge along a path adds nothing to them.

    A complete DAG of p = 2639 took 30 s without leaving such edges out.
    """
    cdef Py_ssize_t k
    cdef int32_t source, target
    for k in range(start, stop):
        source = candidates[k, 0]
        target = candidates[k, 1]
        cyclic[k] = closure_addition_cyclic(G, source, target)
        if not cyclic[k] and not closure_addition_cyclic(G, target, source):
            if closure_add(G, source, target) != OK:
                return NO_MEMORY
    return OK


def _check_edges(edges, str name, int32_t p):
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"{name} must have shape (m, 2), got {edges.shape}")
    if len(edges) and not (0 <= edges.min() and edges.max() < p):
        raise ValueError(
            f"{name} must hold nodes in 0..{p - 1}, got {edges.min()}..{edges.max()}"
        )
    return np.ascontiguousarray(edges, dtype=np.int32)


def add_in_order(int32_t p, fixed, candidates):
    """Add candidate edges in order to a DAG, leaving out those that close a cycle.

    Parameters
    ----------
    p : int
        Number of nodes.
    fixed : (k, 2) integer array
        Edges that are in from the start; a cycle among them is a ValueError.
    candidates : (m, 2) integer array

    Returns
    -------
    (m,) uint8 array
        0 added, 1 closes a cycle.
    """
    cdef ClosureGraph graph = ClosureGraph(p)
    cdef const int32_t[:, ::1] edges = _check_edges(fixed, "fixed", p)
    cdef Py_ssize_t k, stop, m
    cdef int status
    for k in range(edges.shape[0]):
        if k % STRIDE == 0:
            PyErr_CheckSignals()
        graph.add(edges[k, 0], edges[k, 1])
    edges = _check_edges(candidates, "candidates", p)
    m = edges.shape[0]
    cyclic = np.empty(m, dtype=np.uint8)
    cdef uint8_t[::1] out = cyclic
    for k in range(0, m, STRIDE):
        stop = min(k + STRIDE, m)
        with nogil:
            status = _add_in_order(&graph.graph, edges, k, stop, out)
        if status != OK:
            raise MemoryError
        PyErr_CheckSignals()
    return cyclic
