"""Equivalence classes: which edges of a DAG every equivalent one has (Chickering, 1995).

All edges into a node y are labelled at once, nodes in topological order, from the last parent x
of y: all are compelled if a compelled parent of x does not point at y, or if another parent of y
does not point at x. Otherwise the compelled parents of x have compelled edges into y, too, and
all others are reversible. So a node costs its own parents and those of x: O(edges x parents) at
most, and O(edges) where no node is the last parent of many.
"""

from libc.stdint cimport int32_t, uint8_t

cdef enum ClassStatus:
    ACYCLIC = 0
    CYCLIC = -2                 # nothing was labelled

cdef struct ClassScratch:
    int32_t p
    Py_ssize_t capacity         # edges that there is room for
    Py_ssize_t* into            # (p + 1,) where the edges into a node begin
    Py_ssize_t* out_of          # (p + 1,) where the children of a node begin
    Py_ssize_t* edge            # (capacity,) numbers of edges, by target
    int32_t* parent             # (capacity,) by target, beside `edge`
    int32_t* child              # (capacity,) by source
    uint8_t* label              # (capacity,) 1: compelled; beside `edge`
    int32_t* order              # (p,) the nodes, sources before their targets
    int32_t* rank               # (p,) places in that order
    int32_t* waiting            # (p,) parents that are not yet in that order
    int32_t* mark               # (p,) the last rank for which a node was met, times 2

cdef int label_edges(
    ClassScratch* S,            # in/out
    const int32_t* edges,       # (m, 2) source, target in 0..p-1, each once, in any order
    Py_ssize_t m,               # at most S.capacity
    uint8_t* compelled,         # (m,) out: 1 compelled, 0 reversible
) noexcept nogil                # a ClassStatus

cdef class ClassWorkspace:
    """Owns the scratch of `label_edges` for graphs of p nodes and at most so many edges."""

    cdef ClassScratch scratch
    cdef Py_ssize_t[:, ::1] _starts         # into, out_of
    cdef int32_t[:, ::1] _nodes             # order, rank, waiting, mark
    cdef Py_ssize_t[::1] _edge
    cdef int32_t[:, ::1] _ends              # parent, child
    cdef uint8_t[::1] _label
