"""The CPDAG of an equivalence class, and one of its DAGs, under changes of an edge.

A class is changed by changing an edge of one of its DAGs, the member: `essential_direct` makes it
one in which a chain component has the directions that are asked for, then an edge of the member is
added, taken out or reversed, then `essential_complete` labels what may have changed. All of it is
undone by a `Log`, whose rows are copied when they are first written to.
"""

from libc.stdint cimport int32_t, uint64_t

cdef struct Log:
    # Rows of nodes as they were when the log was begun.
    bint on
    uint64_t* touched           # (words,) nodes whose rows are kept
    uint64_t* rows              # (p, 4, words)

cdef struct Essential:
    int32_t p
    int32_t words
    uint64_t* rows              # (p, 4, words) by node: parents, children, neighbors, in the member
    Log step                    # of the operation under way
    Log trial                   # of operations that may all be undone
    uint64_t* must              # (p, words) directions asked of a component, by source; else 0
    uint64_t* scratch           # (6, words)
    int32_t* stack              # (p + 1,)
    int32_t* before             # (p,) how `essential_reach` came to each node

cdef enum:
    PARENTS = 0                 # by edges that every DAG of the class has
    CHILDREN = 1
    NEIGHBORS = 2               # by edges whose direction differs among them
    MEMBER = 3                  # parents in the member


cdef inline uint64_t* row_of(const Essential* E, int32_t node, int32_t which) noexcept nogil:
    return E.rows + (<size_t> node * 4 + which) * E.words


cdef inline uint64_t around(const Essential* E, int32_t node, int32_t word) noexcept nogil:
    """One word of the nodes adjacent to a node."""
    cdef const uint64_t* rows = row_of(E, node, PARENTS)
    return rows[word] | rows[E.words + word] | rows[2 * E.words + word]


# To be told before the rows of a node are written to.
cdef void essential_touch(Essential* E, int32_t node) noexcept nogil
cdef void log_begin(Essential* E, Log* log) noexcept nogil
# Put the rows back that were written to since the log was begun, and end it.
cdef void log_undo(Essential* E, Log* log) noexcept nogil

# The nodes that semi-directed paths from start lead to, itself included, without nodes of avoid
# (words,) in and without the edge start -> skip, unless that is -1; (words,) out. It stops, and is
# False, when all nodes of wanted (words,) in are reached.
cdef bint essential_reach(
    Essential* E, int32_t start, const uint64_t* avoid, int32_t skip, const uint64_t* wanted,
    uint64_t* out) noexcept nogil
# Add the nodes of the path by which that came to a node, itself aside, to watch (words,).
cdef void essential_path(
    const Essential* E, int32_t start, int32_t node, uint64_t* watch) noexcept nogil
# Direct the component of a node in the member as `must` asks, which is cleared; False if no member
# is so. Unless keep it is only told. Edges that are free to point from the lower to the higher
# rank (p,) in, or index if NULL, where they can.
cdef bint essential_direct(
    Essential* E, int32_t node, const int32_t* rank, bint keep) noexcept nogil
# Label the edges into the nodes whose member rows were written to in this step, and into their
# descendants; the pair source, target is not adjacent any more if gone. False if there is a cycle.
cdef bint essential_complete(
    Essential* E, int32_t source, int32_t target, bint gone) noexcept nogil
