"""CPDAGs on rows of bits: chain components directed, compelled edges labelled (Chickering 1995)."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from dagbag._kernels.bitset cimport (
    any_bit, clear_bit, clear_row, has_bit, last_bit, lowest_bit, meets, next_bit, set_bit,
)


# What can be undone

cdef void _keep(Essential* E, Log* log, int32_t node) noexcept nogil:
    if log.on and not has_bit(log.touched, node):
        set_bit(log.touched, node)
        memcpy(
            log.rows + <size_t> node * 4 * E.words, row_of(E, node, PARENTS),
            4 * E.words * sizeof(uint64_t))


cdef void essential_touch(Essential* E, int32_t node) noexcept nogil:
    _keep(E, &E.step, node)
    _keep(E, &E.trial, node)


cdef void log_begin(Essential* E, Log* log) noexcept nogil:
    log.on = True
    clear_row(log.touched, E.words)


cdef void log_undo(Essential* E, Log* log) noexcept nogil:
    cdef int32_t node = next_bit(log.touched, E.words, 0)
    while node >= 0:
        memcpy(
            row_of(E, node, PARENTS), log.rows + <size_t> node * 4 * E.words,
            4 * E.words * sizeof(uint64_t))
        node = next_bit(log.touched, E.words, node + 1)
    log.on = False


# Semi-directed paths

cdef bint essential_reach(
    Essential* E, int32_t start, const uint64_t* avoid, int32_t skip, const uint64_t* wanted,
    uint64_t* out
) noexcept nogil:
    cdef uint64_t* todo = E.scratch
    cdef int32_t node = start, b
    cdef const uint64_t* children
    cdef uint64_t fresh
    cdef bint missing
    clear_row(todo, E.words)
    clear_row(out, E.words)
    set_bit(out, start)
    while node >= 0:
        children = row_of(E, node, CHILDREN)
        missing = False
        for b in range(E.words):
            fresh = (children[b] | children[E.words + b]) & ~out[b] & ~avoid[b]
            if node == start and skip >= 0 and b == skip >> 6:
                fresh &= ~((<uint64_t> 1) << (skip & 63))
            out[b] |= fresh
            todo[b] |= fresh
            missing |= (wanted[b] & ~out[b]) != 0
            while fresh != 0:
                E.before[b * 64 + lowest_bit(fresh)] = node
                fresh &= fresh - 1
        if not missing:
            return False
        node = next_bit(todo, E.words, 0)
        if node >= 0:
            clear_bit(todo, node)
    return True


cdef void essential_path(
    const Essential* E, int32_t start, int32_t node, uint64_t* watch
) noexcept nogil:
    while node != start:
        node = E.before[node]
        set_bit(watch, node)


cdef void _spread(Essential* E, uint64_t* todo, uint64_t* out) noexcept nogil:
    """Add to out what semi-directed paths lead to from the nodes of todo, which are in it."""
    cdef int32_t node = next_bit(todo, E.words, 0), b
    cdef const uint64_t* children
    cdef uint64_t fresh
    while node >= 0:
        clear_bit(todo, node)
        children = row_of(E, node, CHILDREN)
        for b in range(E.words):
            fresh = (children[b] | children[E.words + b]) & ~out[b]
            out[b] |= fresh
            todo[b] |= fresh
        node = next_bit(todo, E.words, 0)


# Directions of a chain component

cdef void _component(Essential* E, int32_t node, uint64_t* out) noexcept nogil:
    """The nodes that undirected paths lead to."""
    cdef uint64_t* todo = E.scratch
    cdef const uint64_t* neighbors
    cdef uint64_t fresh
    cdef int32_t b
    clear_row(todo, E.words)
    clear_row(out, E.words)
    set_bit(out, node)
    while node >= 0:
        neighbors = row_of(E, node, NEIGHBORS)
        for b in range(E.words):
            fresh = neighbors[b] & ~out[b]
            out[b] |= fresh
            todo[b] |= fresh
        node = next_bit(todo, E.words, 0)
        if node >= 0:
            clear_bit(todo, node)


cdef bint _can_be_sink(
    Essential* E, int32_t node, const uint64_t* left, uint64_t* parents
) noexcept nogil:
    """Whether all that is left of the neighbors of a node may point at it: they are a clique and
    it has to point at none; parents (words,) out."""
    cdef const uint64_t* neighbors = row_of(E, node, NEIGHBORS)
    cdef const uint64_t* others
    cdef const uint64_t* must = E.must + <size_t> node * E.words
    cdef int32_t b, other
    if meets(must, left, E.words):
        return False
    for b in range(E.words):
        parents[b] = neighbors[b] & left[b]
    other = next_bit(parents, E.words, 0)
    while other >= 0:
        others = row_of(E, other, NEIGHBORS)
        for b in range(E.words):
            if parents[b] & ~others[b] and (
                b != other >> 6 or parents[b] & ~others[b] != (<uint64_t> 1) << (other & 63)
            ):
                return False
        other = next_bit(parents, E.words, other + 1)
    return True


cdef int32_t _last(const Essential* E, const uint64_t* row, const int32_t* rank) noexcept nogil:
    """The node of a row with the highest rank, or -1."""
    cdef int32_t k, last = -1
    if rank == NULL:
        return last_bit(row, E.words)
    k = next_bit(row, E.words, 0)
    while k >= 0:
        if last < 0 or rank[k] > rank[last]:
            last = k
        k = next_bit(row, E.words, k + 1)
    return last


cdef bint essential_direct(
    Essential* E, int32_t node, const int32_t* rank, bint keep
) noexcept nogil:
    """Take sinks out of the component, one after the other, the last node first.

    Whatever sink is taken, the rest can be directed if the whole can: a DAG of the class in which
    it is not a sink is still one when all edges of a simplicial node are turned to it.
    """
    cdef uint64_t* left = E.scratch + E.words
    cdef uint64_t* ready = E.scratch + 2 * E.words
    cdef uint64_t* parents = E.scratch + 3 * E.words
    cdef uint64_t* component = E.scratch + 4 * E.words
    cdef const uint64_t* neighbors
    cdef uint64_t* member
    cdef int32_t b, sink
    _component(E, node, component)
    memcpy(left, component, E.words * sizeof(uint64_t))
    memcpy(ready, component, E.words * sizeof(uint64_t))
    sink = _last(E, ready, rank)
    while sink >= 0:
        clear_bit(ready, sink)
        if _can_be_sink(E, sink, left, parents):
            clear_bit(left, sink)
            for b in range(E.words):    # those may be sinks now, and those asked to point here
                ready[b] |= left[b] & parents[b]
            if keep:
                member = row_of(E, sink, MEMBER)
                neighbors = row_of(E, sink, NEIGHBORS)
                for b in range(E.words):
                    if (member[b] & neighbors[b]) != parents[b]:
                        essential_touch(E, sink)
                        break
                for b in range(E.words):
                    member[b] = (member[b] & ~neighbors[b]) | parents[b]
        sink = _last(E, ready, rank)
    sink = next_bit(component, E.words, 0)
    while sink >= 0:
        clear_row(E.must + <size_t> sink * E.words, E.words)
        sink = next_bit(component, E.words, sink + 1)
    return not any_bit(left, E.words)


# Compelled edges

cdef int32_t _last_parent(const Essential* E, const uint64_t* parents) noexcept nogil:
    """The parent that all the other ones point at in the member, or -1."""
    cdef int32_t x = next_bit(parents, E.words, 0), b
    cdef const uint64_t* above
    cdef uint64_t rest
    while x >= 0:
        above = row_of(E, x, MEMBER)
        for b in range(E.words):
            rest = parents[b] & ~above[b]
            if b == x >> 6:
                rest &= ~((<uint64_t> 1) << (x & 63))
            if rest != 0:
                break
        else:
            return x
        x = next_bit(parents, E.words, x + 1)
    return -1


cdef void _part(Essential* E, int32_t a, int32_t b) noexcept nogil:
    """Make two nodes not adjacent in the CPDAG."""
    cdef int32_t which
    for which in range(3):
        clear_bit(row_of(E, a, which), b)
        clear_bit(row_of(E, b, which), a)


cdef void _label(Essential* E, int32_t node) noexcept nogil:
    """Label the edges into a node whose parents' are labelled.

    They are all compelled unless one parent x has all the others for parents, and its compelled
    parents point here, too: those are compelled then, the others are not.
    """
    cdef const uint64_t* member = row_of(E, node, MEMBER)
    cdef const uint64_t* compelled = member
    cdef int32_t x = _last_parent(E, member), b
    cdef bint differs = False
    if x >= 0:
        compelled = row_of(E, x, PARENTS)
        for b in range(E.words):
            if compelled[b] & ~member[b]:
                compelled = member
                break
    # Most nodes keep their labels, which is seen from their own rows.
    for b in range(E.words):
        if (
            (row_of(E, node, PARENTS)[b] & member[b]) != compelled[b]
            or row_of(E, node, PARENTS)[b] & ~member[b]
            or (row_of(E, node, NEIGHBORS)[b] & member[b]) != (member[b] & ~compelled[b])
        ):
            differs = True
    if not differs:
        return
    essential_touch(E, node)
    # Edges that were turned away from this node are labelled with those into their other end, but
    # a parent that it has no more must not be taken for one before.
    x = next_bit(row_of(E, node, PARENTS), E.words, 0)
    while x >= 0:
        if not has_bit(member, x):
            essential_touch(E, x)
            _part(E, x, node)
        x = next_bit(row_of(E, node, PARENTS), E.words, x + 1)
    x = next_bit(member, E.words, 0)
    while x >= 0:
        essential_touch(E, x)
        if has_bit(compelled, x):
            if not has_bit(row_of(E, node, PARENTS), x):
                _part(E, x, node)
                set_bit(row_of(E, node, PARENTS), x)
                set_bit(row_of(E, x, CHILDREN), node)
        elif not has_bit(row_of(E, node, NEIGHBORS), x):
            _part(E, x, node)
            set_bit(row_of(E, node, NEIGHBORS), x)
            set_bit(row_of(E, x, NEIGHBORS), node)
        x = next_bit(member, E.words, x + 1)


cdef bint essential_complete(
    Essential* E, int32_t source, int32_t target, bint gone
) noexcept nogil:
    """Label in an order in which parents come first.

    The labels of the edges into a node depend on its ancestors only; a descendant of a node in
    some DAG of the class, or in the changed one, is at the end of a semi-directed path from it.
    """
    cdef uint64_t* affected = E.scratch + 4 * E.words
    cdef uint64_t* waiting = E.scratch + 5 * E.words
    cdef uint64_t* todo = E.scratch
    cdef const uint64_t* member
    cdef int32_t node, depth, b, parent
    memcpy(affected, E.step.touched, E.words * sizeof(uint64_t))
    memcpy(todo, affected, E.words * sizeof(uint64_t))
    _spread(E, todo, affected)
    if gone:
        essential_touch(E, source)
        essential_touch(E, target)
        _part(E, source, target)
    clear_row(waiting, E.words)         # on the stack
    node = next_bit(affected, E.words, 0)
    while node >= 0:
        E.stack[0] = node
        set_bit(waiting, node)
        depth = 0
        while depth >= 0:
            node = E.stack[depth]
            member = row_of(E, node, MEMBER)
            parent = -1
            for b in range(E.words):
                if member[b] & affected[b]:
                    if member[b] & waiting[b]:
                        return False
                    parent = next_bit(member, E.words, b << 6)
                    while not has_bit(affected, parent):
                        parent = next_bit(member, E.words, parent + 1)
                    break
            if parent >= 0:
                depth += 1
                E.stack[depth] = parent
                set_bit(waiting, parent)
                continue
            _label(E, node)
            clear_bit(affected, node)
            clear_bit(waiting, node)
            depth -= 1
        node = next_bit(affected, E.words, 0)
    return True
