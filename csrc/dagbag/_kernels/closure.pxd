"""Ancestor and descendant rows of a growing and shrinking DAG (Proposition acyclic of the paper).

Invariant: ``descendants`` row v holds v and every node reachable from v, ``ancestors`` row v holds
v and every node that reaches v. Adding source -> target closes a cycle iff source is in the
descendants row of target.
"""

from libc.stdint cimport int32_t, uint64_t

cdef struct Neighbors:
    int32_t size
    int32_t capacity
    int32_t* node               # (capacity,) in any order

cdef struct Closure:
    int32_t p
    int32_t words               # words per row
    Neighbors* children         # (p,)
    Neighbors* parents          # (p,)
    uint64_t* descendants       # (p, words)
    uint64_t* ancestors         # (p, words)
    uint64_t* order             # (p,) scratch: size of the reach << 32 | node
    uint64_t* members           # (words,) scratch
    uint64_t* affected          # (words,) out: descendants rows that changed in the last operation

cdef void closure_clear(Closure* G) noexcept nogil
# A Status; if memory fails nothing has changed.
cdef int closure_add(Closure* G, int32_t source, int32_t target) noexcept nogil
cdef void closure_delete(Closure* G, int32_t source, int32_t target) noexcept nogil
cdef bint closure_addition_cyclic(const Closure* G, int32_t source, int32_t target) noexcept nogil
cdef bint closure_reversal_cyclic(const Closure* G, int32_t source, int32_t target) noexcept nogil

cdef class ClosureGraph:
    cdef Closure graph
    cdef uint64_t[::1] _affected, _members
    cdef uint64_t[::1] _order
    cdef int _check(self, int32_t source, int32_t target) except -1
