"""Ancestor/descendant closure: the acyclicity check of every operation in one bit test."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport qsort

from dagbag._kernels.bitset cimport (
    clear_bit, clear_row, count_row, has_bit, next_bit, set_bit, union_row, words_for,
)

import numpy as np


cdef void closure_clear(Closure* G) noexcept nogil:
    """The graph without edges."""
    cdef int32_t v
    cdef Py_ssize_t total = <Py_ssize_t> G.p * G.words, i
    for i in range(total):
        G.children[i] = 0
        G.parents[i] = 0
        G.descendants[i] = 0
        G.ancestors[i] = 0
    for v in range(G.p):
        set_bit(G.descendants + <Py_ssize_t> v * G.words, v)
        set_bit(G.ancestors + <Py_ssize_t> v * G.words, v)
    clear_row(G.affected, G.words)


cdef int32_t _used_words(Closure* G, const uint64_t* row) noexcept nogil:
    """Put the indices of the words that hold a bit into G.order; return their number."""
    cdef int32_t b, count = 0
    for b in range(G.words):
        if row[b] != 0:
            G.order[count] = b
            count += 1
    return count


cdef void closure_add(Closure* G, int32_t source, int32_t target) noexcept nogil:
    """Add source -> target, which must close no cycle.

    Only ancestors(source) without ancestors(target), and descendants(target) without
    descendants(source), gain anything: without this pruning the updates took three times as long.
    """
    cdef int32_t v, i, count, words = G.words
    cdef uint64_t* up = G.ancestors + <Py_ssize_t> source * words
    cdef uint64_t* down = G.descendants + <Py_ssize_t> target * words
    cdef uint64_t* row
    clear_row(G.affected, words)
    set_bit(G.children + <Py_ssize_t> source * words, target)
    set_bit(G.parents + <Py_ssize_t> target * words, source)
    count = _used_words(G, down)
    v = next_bit(up, words, 0)
    while v >= 0:
        row = G.descendants + <Py_ssize_t> v * words
        if not has_bit(row, target):
            for i in range(count):
                row[G.order[i]] |= down[G.order[i]]
            set_bit(G.affected, v)
        v = next_bit(up, words, v + 1)
    count = _used_words(G, up)
    v = next_bit(down, words, 0)
    while v >= 0:
        row = G.ancestors + <Py_ssize_t> v * words
        if not has_bit(row, source):
            for i in range(count):
                row[G.order[i]] |= up[G.order[i]]
        v = next_bit(down, words, v + 1)


cdef int _compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*> a)[0], y = (<const uint64_t*> b)[0]
    return (x > y) - (x < y)


cdef void _rebuild(
    Closure* G, const uint64_t* members, const uint64_t* steps, uint64_t* reach
) noexcept nogil:
    """Recompute the reach of the members from the reach of their neighbours along `steps`.

    A node reaches strictly more than any node it reaches, so going by the old sizes of the reach
    is a topological order.
    """
    cdef int32_t words = G.words, count = 0, at, v, near
    cdef uint64_t* row
    cdef const uint64_t* step
    v = next_bit(members, words, 0)
    while v >= 0:
        G.order[count] = (
            <uint64_t> count_row(reach + <Py_ssize_t> v * words, words) << 32 | <uint64_t> v
        )
        count += 1
        v = next_bit(members, words, v + 1)
    qsort(G.order, count, sizeof(uint64_t), _compare)
    for at in range(count):
        v = <int32_t> <uint32_t> G.order[at]
        row = reach + <Py_ssize_t> v * words
        step = steps + <Py_ssize_t> v * words
        clear_row(row, words)
        set_bit(row, v)
        near = next_bit(step, words, 0)
        while near >= 0:
            union_row(row, reach + <Py_ssize_t> near * words, words)
            near = next_bit(step, words, near + 1)


cdef void closure_delete(Closure* G, int32_t source, int32_t target) noexcept nogil:
    """Delete source -> target; nothing changes while another path joins the two."""
    cdef int32_t words = G.words, child
    cdef const uint64_t* step
    clear_row(G.affected, words)
    clear_bit(G.children + <Py_ssize_t> source * words, target)
    clear_bit(G.parents + <Py_ssize_t> target * words, source)
    step = G.children + <Py_ssize_t> source * words
    child = next_bit(step, words, 0)
    while child >= 0:
        if has_bit(G.descendants + <Py_ssize_t> child * words, target):
            return
        child = next_bit(step, words, child + 1)
    union_row(G.affected, G.ancestors + <Py_ssize_t> source * words, words)
    _rebuild(G, G.descendants + <Py_ssize_t> target * words, G.parents, G.ancestors)
    _rebuild(G, G.affected, G.children, G.descendants)


cdef bint closure_addition_cyclic(
    const Closure* G, int32_t source, int32_t target
) noexcept nogil:
    return has_bit(G.descendants + <Py_ssize_t> target * G.words, source)


cdef bint closure_reversal_cyclic(
    const Closure* G, int32_t source, int32_t target
) noexcept nogil:
    """Whether source reaches target also through another parent of target."""
    cdef int32_t words = G.words, parent
    cdef const uint64_t* step = G.parents + <Py_ssize_t> target * words
    cdef const uint64_t* down = G.descendants + <Py_ssize_t> source * words
    parent = next_bit(step, words, 0)
    while parent >= 0:
        if parent != source and has_bit(down, parent):
            return True
        parent = next_bit(step, words, parent + 1)
    return False


cdef class ClosureGraph:
    """A DAG under edge operations, with its closure; the kernel's rows for tests and tools.

    Parameters
    ----------
    p : int
        Number of nodes.
    """

    def __init__(self, int32_t p):
        if p < 1:
            raise ValueError(f"p must be at least 1, got {p}")
        cdef int32_t words = words_for(p)
        self._rows = np.zeros((4, p, words), dtype=np.uint64)
        self._affected = np.zeros(words, dtype=np.uint64)
        self._order = np.zeros(p, dtype=np.uint64)
        self.graph.p = p
        self.graph.words = words
        self.graph.children = &self._rows[0, 0, 0]
        self.graph.parents = &self._rows[1, 0, 0]
        self.graph.descendants = &self._rows[2, 0, 0]
        self.graph.ancestors = &self._rows[3, 0, 0]
        self.graph.affected = &self._affected[0]
        self.graph.order = &self._order[0]
        closure_clear(&self.graph)

    cdef int _check(self, int32_t source, int32_t target) except -1:
        if not (0 <= source < self.graph.p and 0 <= target < self.graph.p):
            raise ValueError(
                f"source and target must be in 0..{self.graph.p - 1}, got {source}, {target}"
            )
        return 0

    def has_edge(self, int32_t source, int32_t target):
        """Whether source -> target is in the graph."""
        self._check(source, target)
        return has_bit(self.graph.children + <Py_ssize_t> source * self.graph.words, target)

    def addition_is_cyclic(self, int32_t source, int32_t target):
        """Whether adding source -> target would close a cycle."""
        self._check(source, target)
        return closure_addition_cyclic(&self.graph, source, target)

    def reversal_is_cyclic(self, int32_t source, int32_t target):
        """Whether reversing the edge source -> target would close a cycle."""
        self._check(source, target)
        return closure_reversal_cyclic(&self.graph, source, target)

    def add(self, int32_t source, int32_t target):
        """Add source -> target; a cycle is a ValueError."""
        if self.addition_is_cyclic(source, target):
            raise ValueError(f"the edge {source} -> {target} closes a cycle")
        closure_add(&self.graph, source, target)

    def delete(self, int32_t source, int32_t target):
        """Delete source -> target; an absent edge is a ValueError."""
        if not self.has_edge(source, target):
            raise ValueError(f"there is no edge {source} -> {target}")
        closure_delete(&self.graph, source, target)

    def rows(self, str which):
        """The boolean p x p matrix of "descendants", "ancestors", "children" or "parents"."""
        index = ("children", "parents", "descendants", "ancestors").index(which)
        packed = np.asarray(self._rows[index]).astype("<u8").view(np.uint8)
        bits = np.unpackbits(packed, axis=1, bitorder="little")
        return bits[:, : self.graph.p].astype(bool)
