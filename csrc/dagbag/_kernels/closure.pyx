"""Ancestor/descendant closure: the acyclicity check of every operation in one bit test."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, qsort

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bitset cimport (
    clear_row, has_bit, next_bit, set_bit, union_row, words_for,
)
from dagbag._kernels.columns cimport dagbag_count, dagbag_spread, dagbag_unite

import numpy as np


cdef int _join(Neighbors* list_, int32_t node) noexcept nogil:
    cdef int32_t capacity
    cdef int status = OK
    if list_.size == list_.capacity:
        capacity = max(2, 2 * list_.capacity)
        list_.node = <int32_t*> grown(list_.node, capacity * sizeof(int32_t), &status)
        if status != OK:
            return NO_MEMORY
        list_.capacity = capacity
    list_.node[list_.size] = node
    list_.size += 1
    return OK


cdef bint _joined(const Neighbors* list_, int32_t node) noexcept nogil:
    cdef int32_t i
    for i in range(list_.size):
        if list_.node[i] == node:
            return True
    return False


cdef void _part(Neighbors* list_, int32_t node) noexcept nogil:
    """Take a node, which is there, out of a list; the last one takes its place."""
    cdef int32_t i = 0
    while list_.node[i] != node:
        i += 1
    list_.size -= 1
    list_.node[i] = list_.node[list_.size]


cdef void closure_clear(Closure* G) noexcept nogil:
    """The graph without edges.

    A row of a node without neighbors that way holds the node alone, and is not looked at: pages
    that no search has touched take no memory.
    """
    cdef int32_t v
    cdef uint64_t* row
    for v in range(G.p):
        if G.children[v].size > 0:
            row = G.descendants + <Py_ssize_t> v * G.words
            clear_row(row, G.words)
            set_bit(row, v)
        if G.parents[v].size > 0:
            row = G.ancestors + <Py_ssize_t> v * G.words
            clear_row(row, G.words)
            set_bit(row, v)
        G.children[v].size = 0
        G.parents[v].size = 0
    clear_row(G.affected, G.words)


cdef int closure_add(Closure* G, int32_t source, int32_t target) noexcept nogil:
    """Add source -> target, which must close no cycle.

    What ancestors(source) without ancestors(target) gain is descendants(target) without
    descendants(source), and the other way round. Without this pruning the updates took three times
    as long, and a third longer if whole rows were added to those that gain something.
    """
    cdef int32_t b, words = G.words
    cdef const uint64_t* up = G.ancestors + <Py_ssize_t> source * words
    cdef const uint64_t* down = G.descendants + <Py_ssize_t> target * words
    cdef const uint64_t* above = G.ancestors + <Py_ssize_t> target * words
    cdef const uint64_t* below = G.descendants + <Py_ssize_t> source * words
    clear_row(G.affected, words)
    if _joined(&G.parents[target], source):
        return OK
    if _join(&G.children[source], target) != OK:
        return NO_MEMORY
    if _join(&G.parents[target], source) != OK:
        G.children[source].size -= 1
        return NO_MEMORY
    for b in range(words):
        G.affected[b] = up[b] & ~above[b]
        G.members[b] = down[b] & ~below[b]
    dagbag_spread(words, G.members, G.affected, G.order, G.ancestors)
    dagbag_spread(words, G.affected, G.members, G.order, G.descendants)
    return OK


cdef enum:
    FEW = 24                # numbers that are sorted faster by insertion than by qsort


cdef void _sort(uint64_t* numbers, int32_t count) noexcept nogil:
    """Ascending."""
    cdef int32_t i, at
    cdef uint64_t number
    if count > FEW:
        qsort(numbers, count, sizeof(uint64_t), _compare)
        return
    for i in range(1, count):
        number = numbers[i]
        at = i
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


cdef int _compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*> a)[0], y = (<const uint64_t*> b)[0]
    return (x > y) - (x < y)


cdef void _rebuild(
    Closure* G, const uint64_t* members, const Neighbors* steps, uint64_t* reach
) noexcept nogil:
    """Recompute the reach of the members from the reach of their neighbours along `steps`.

    A node reaches strictly more than any node it reaches, so going by the old sizes of the reach
    is a topological order.
    """
    cdef int32_t words = G.words, count = 0, at, v, i
    cdef uint64_t* row
    v = next_bit(members, words, 0)
    while v >= 0:
        G.order[count] = (
            <uint64_t> dagbag_count(words, reach + <Py_ssize_t> v * words) << 32 | <uint64_t> v
        )
        count += 1
        v = next_bit(members, words, v + 1)
    _sort(G.order, count)
    for at in range(count):
        v = <int32_t> <uint32_t> G.order[at]
        row = reach + <Py_ssize_t> v * words
        clear_row(row, words)
        set_bit(row, v)
        for i in range(steps[v].size):
            dagbag_unite(words, reach + <Py_ssize_t> steps[v].node[i] * words, row)


cdef void closure_delete(Closure* G, int32_t source, int32_t target) noexcept nogil:
    """Delete source -> target; nothing changes while another path joins the two."""
    cdef int32_t words = G.words, i
    cdef const Neighbors* children = &G.children[source]
    clear_row(G.affected, words)
    _part(&G.children[source], target)
    _part(&G.parents[target], source)
    for i in range(children.size):
        if has_bit(G.descendants + <Py_ssize_t> children.node[i] * words, target):
            return
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
    cdef const Neighbors* parents = &G.parents[target]
    cdef const uint64_t* down = G.descendants + <Py_ssize_t> source * G.words
    cdef int32_t i
    for i in range(parents.size):
        if parents.node[i] != source and has_bit(down, parents.node[i]):
            return True
    return False


cdef class ClosureGraph:
    """A DAG under edge operations, with its closure; the kernel's rows for tests and tools.

    Parameters
    ----------
    p : int
        Number of nodes.
    """

    def __cinit__(self, int32_t p):
        if p < 1:
            raise ValueError(f"p must be at least 1, got {p}")
        self.graph.p = p
        self.graph.words = words_for(p)
        self.graph.children = <Neighbors*> calloc(2 * <size_t> p, sizeof(Neighbors))
        # Not by numpy, which asks for huge pages, and one of them has rows that are in use.
        self.graph.descendants = <uint64_t*> calloc(
            2 * <size_t> p, self.graph.words * sizeof(uint64_t))
        if self.graph.children == NULL or self.graph.descendants == NULL:
            raise MemoryError
        self.graph.parents = self.graph.children + p
        self.graph.ancestors = self.graph.descendants + <size_t> p * self.graph.words

    def __init__(self, int32_t p):
        cdef int32_t words = self.graph.words, v
        self._affected = np.zeros(words, dtype=np.uint64)
        self._order = np.zeros(p, dtype=np.uint64)
        self._members = np.zeros(words, dtype=np.uint64)
        self.graph.members = &self._members[0]
        self.graph.affected = &self._affected[0]
        self.graph.order = &self._order[0]
        for v in range(p):
            set_bit(self.graph.descendants + <Py_ssize_t> v * words, v)
            set_bit(self.graph.ancestors + <Py_ssize_t> v * words, v)

    def __dealloc__(self):
        cdef int32_t v
        if self.graph.children != NULL:
            for v in range(2 * self.graph.p):
                free(self.graph.children[v].node)
            free(self.graph.children)
        free(self.graph.descendants)

    cdef int _check(self, int32_t source, int32_t target) except -1:
        if not (0 <= source < self.graph.p and 0 <= target < self.graph.p):
            raise ValueError(
                f"source and target must be in 0..{self.graph.p - 1}, got {source}, {target}"
            )
        return 0

    def has_edge(self, int32_t source, int32_t target):
        """Whether source -> target is in the graph."""
        self._check(source, target)
        return _joined(&self.graph.parents[target], source)

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
        if closure_add(&self.graph, source, target) != OK:
            raise MemoryError

    def delete(self, int32_t source, int32_t target):
        """Delete source -> target; an absent edge is a ValueError."""
        if not self.has_edge(source, target):
            raise ValueError(f"there is no edge {source} -> {target}")
        closure_delete(&self.graph, source, target)

    def rows(self, str which):
        """The boolean p x p matrix of "descendants", "ancestors", "children" or "parents"."""
        cdef int32_t v, i, p = self.graph.p
        index = ("descendants", "ancestors", "children", "parents").index(which)
        if index < 2:
            packed = np.array(
                <uint64_t[:p, :self.graph.words]> (
                    self.graph.descendants if index == 0 else self.graph.ancestors)
            ).astype("<u8").view(np.uint8)
            return np.unpackbits(packed, axis=1, bitorder="little")[:, :p].astype(bool)
        matrix = np.zeros((p, p), dtype=bool)
        for v in range(p):
            for i in range(self.graph.children[v].size):
                matrix[v, self.graph.children[v].node[i]] = True
        return matrix if which == "children" else matrix.T
