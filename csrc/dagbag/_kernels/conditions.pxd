"""Conditions of independence tests: the tree that they form, and partial covariances along it.

A branch of the tree takes one more node into the condition, by one step of elimination on the
partial covariances of whatever is still to be tested or taken. Taking nodes in one order visits
every condition once.
"""

from libc.stdint cimport int32_t, int64_t

cdef enum Step:
    # What taking a node leads to; or a Status below 0.
    BACK = 0                # nothing below it, also: the tree is done
    DEEPER = 1              # the nodes of the next level
    FOUND = 2               # the end
    PAUSED = 3              # from `walk`: time to look for Ctrl-C

cdef enum:
    WORK = 1 << 20          # tests between two looks for Ctrl-C

cdef struct Walk:
    int32_t depth           # nodes in the condition
    int32_t* next           # (levels,) the node to be taken next on each level
    int32_t* end            # (levels,) and where they end
    int64_t work            # tests since the last pause

# Take node i of level `depth`: fill level depth + 1, if DEEPER with its walk's next and end.
ctypedef int (*Take)(void* own, Walk* W, int32_t depth, int32_t i) noexcept nogil


cdef inline bint determined(double variance) noexcept nogil:
    """Whether so little of a variance of 1 is left that the condition determines the node."""
    return variance <= 1e-10


cdef inline void eliminate(
    int32_t n, double by, const double* pivot, const double* row, double* out
) noexcept nogil:
    """Take `by` times a pivot's row off a row: pivot, row (n,) in, (n,) out."""
    cdef int32_t k
    for k in range(n):
        out[k] = row[k] - by * pivot[k]


cdef inline void walk_start(Walk* W, int32_t first, int32_t end) noexcept nogil:
    """Stand before the first of the nodes first..end - 1 of the first level."""
    W.depth = 0
    W.next[0] = first
    W.end[0] = end


cdef inline int walk(Walk* W, void* own, Take take) noexcept nogil:
    """Go on through the tree, to its end or to the first FOUND, PAUSED or Status below 0."""
    cdef int32_t i
    cdef int step
    while W.depth >= 0:
        if W.work > WORK:
            W.work = 0
            return PAUSED
        i = W.next[W.depth]
        if i >= W.end[W.depth]:
            W.depth -= 1
            continue
        W.next[W.depth] = i + 1
        step = take(own, W, W.depth, i)
        if step == DEEPER:
            W.depth += 1
        elif step != BACK:
            return step
    return BACK
