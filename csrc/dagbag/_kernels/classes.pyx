"""The edges of many DAGs labelled, compelled or reversible."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t

import numpy as np

cdef Py_ssize_t STRIDE = 1 << 19    # nodes and edges between two looks for Ctrl-C: some 10 ms


cdef class ClassWorkspace:
    def __cinit__(self, int32_t p, Py_ssize_t capacity):
        cdef ClassScratch* S = &self.scratch
        # Rows of at least one entry have an address.
        self._starts = np.empty((2, p + 1), dtype=np.intp)
        self._nodes = np.empty((4, max(p, 1)), dtype=np.int32)
        self._edge = np.empty(max(capacity, 1), dtype=np.intp)
        self._ends = np.empty((2, max(capacity, 1)), dtype=np.int32)
        self._label = np.empty(max(capacity, 1), dtype=np.uint8)
        S.p = p
        S.capacity = capacity
        S.into = &self._starts[0, 0]
        S.out_of = &self._starts[1, 0]
        S.edge = &self._edge[0]
        S.parent = &self._ends[0, 0]
        S.child = &self._ends[1, 0]
        S.label = &self._label[0]
        S.order = &self._nodes[0, 0]
        S.rank = &self._nodes[1, 0]
        S.waiting = &self._nodes[2, 0]
        S.mark = &self._nodes[3, 0]


cdef void _sort_by_ends(ClassScratch* S, const int32_t* edges, Py_ssize_t m) noexcept nogil:
    """The parents of each node with the numbers of their edges, and its children."""
    cdef Py_ssize_t k, at
    cdef int32_t v
    for v in range(S.p + 1):
        S.into[v] = S.out_of[v] = 0
    for k in range(m):
        S.out_of[edges[2 * k]] += 1
        S.into[edges[2 * k + 1]] += 1
    for v in range(S.p):
        S.waiting[v] = <int32_t> S.into[v]
    for v in range(S.p):            # where they end; filled from there, they begin there
        S.into[v + 1] += S.into[v]
        S.out_of[v + 1] += S.out_of[v]
    for k in range(m - 1, -1, -1):
        S.out_of[edges[2 * k]] -= 1
        S.child[S.out_of[edges[2 * k]]] = edges[2 * k + 1]
        S.into[edges[2 * k + 1]] -= 1
        at = S.into[edges[2 * k + 1]]
        S.parent[at] = edges[2 * k]
        S.edge[at] = k


cdef bint _order_nodes(ClassScratch* S) noexcept nogil:
    """Sources before their targets; False if a cycle leaves nodes over."""
    cdef int32_t done = 0, known = 0, v
    cdef Py_ssize_t k
    for v in range(S.p):
        if S.waiting[v] == 0:
            S.order[known] = v
            known += 1
    while done < known:
        v = S.order[done]
        S.rank[v] = done
        done += 1
        for k in range(S.out_of[v], S.out_of[v + 1]):
            S.waiting[S.child[k]] -= 1
            if S.waiting[S.child[k]] == 0:
                S.order[known] = S.child[k]
                known += 1
    return done == S.p


cdef int32_t _last_parent(const ClassScratch* S, int32_t y) noexcept nogil:
    cdef Py_ssize_t k
    cdef int32_t last = S.parent[S.into[y]]
    for k in range(S.into[y] + 1, S.into[y + 1]):
        if S.rank[S.parent[k]] > S.rank[last]:
            last = S.parent[k]
    return last


cdef void _label_node(ClassScratch* S, int32_t y) noexcept nogil:
    """Label the edges into a node with parents. Marks are 2 rank: a parent of y; + 1: of x, too."""
    cdef int32_t x = _last_parent(S, y), own = 2 * S.rank[y]
    cdef Py_ssize_t k, common = 0
    cdef bint all_of_them = False
    for k in range(S.into[y], S.into[y + 1]):
        S.mark[S.parent[k]] = own
    for k in range(S.into[x], S.into[x + 1]):
        if S.mark[S.parent[k]] == own:
            common += 1
        elif S.label[k]:
            all_of_them = True
    if common != S.into[y + 1] - S.into[y] - 1:
        all_of_them = True
    if all_of_them:
        for k in range(S.into[y], S.into[y + 1]):
            S.label[k] = 1
        return
    for k in range(S.into[x], S.into[x + 1]):
        if S.label[k]:
            S.mark[S.parent[k]] = own + 1
    for k in range(S.into[y], S.into[y + 1]):
        S.label[k] = S.mark[S.parent[k]] == own + 1


cdef int label_edges(
    ClassScratch* S, const int32_t* edges, Py_ssize_t m, uint8_t* compelled
) noexcept nogil:
    cdef Py_ssize_t k
    cdef int32_t v
    _sort_by_ends(S, edges, m)
    if not _order_nodes(S):
        return CYCLIC
    for v in range(S.p):
        S.mark[v] = -1
    for v in range(S.p):
        if S.into[S.order[v]] < S.into[S.order[v] + 1]:
            _label_node(S, S.order[v])
    for k in range(m):
        compelled[S.edge[k]] = S.label[k]
    return ACYCLIC


def _check_graphs(edges, ends, p):
    if not 0 <= p < 2**30:          # marks are twice as large
        raise ValueError(f"p must be in 0..{2**30 - 1}, got {p}")
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise ValueError(f"edges must have shape (m, 2), got {edges.shape}")
    if len(edges) and not (0 <= edges.min() and edges.max() < p):
        raise ValueError(f"edges must hold nodes in 0..{p - 1}, got {edges.min()}..{edges.max()}")
    ascending = ends.ndim == 1 and (ends >= 0).all() and (np.sort(ends) == ends).all()
    if not ascending or ends.max(initial=0) != len(edges):
        raise ValueError(f"ends must ascend to the number of edges, {len(edges)}, got {ends}")
    return np.ascontiguousarray(edges, dtype=np.int32), np.ascontiguousarray(ends, dtype=np.int64)


def compelled(edges, ends, p):
    """Tell the edges of DAGs that have the same direction in every equivalent DAG.

    Parameters
    ----------
    edges : (m, 2) integer array
        Rows of source and target, one DAG after the other, each in any order.
    ends : (B,) integer array
        Where the edges of each DAG end.
    p : int
        Number of nodes.

    Returns
    -------
    (m,) bool array
        True for a compelled edge. A cycle is a ValueError.
    """
    edges, ends = _check_graphs(edges, ends, p)
    labels = np.empty(max(len(edges), 1), dtype=np.uint8)
    most = int(np.diff(ends, prepend=0).max()) if len(ends) else 0
    cdef ClassWorkspace workspace = ClassWorkspace(p, most)
    cdef const int32_t[:, ::1] rows = edges if len(edges) else np.zeros((1, 2), dtype=np.int32)
    cdef const int64_t[::1] stops = ends
    cdef uint8_t[::1] out = labels
    cdef Py_ssize_t graph = 0, n_graphs = stops.shape[0], start = 0, work
    cdef int status = ACYCLIC
    while graph < n_graphs:
        with nogil:
            work = 0
            while graph < n_graphs and work < STRIDE:
                status = ACYCLIC
                if start < stops[graph]:
                    status = label_edges(
                        &workspace.scratch, &rows[start, 0], stops[graph] - start, &out[start]
                    )
                if status != ACYCLIC:
                    break
                work += stops[graph] - start + workspace.scratch.p
                start = stops[graph]
                graph += 1
        PyErr_CheckSignals()
        if status != ACYCLIC:
            raise ValueError(f"edges must be those of DAGs, got a cycle in graph {graph}")
    return labels[: len(edges)].view(bool)
