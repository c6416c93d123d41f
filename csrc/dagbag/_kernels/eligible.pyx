"""Keeps, per column, the best eligible operation; looks again only where it may have changed."""

from libc.math cimport INFINITY, isnan
from libc.stdint cimport int32_t, uint64_t

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport clear_row, has_bit, lowest_bit, next_bit, set_bit
from dagbag._kernels.closure cimport (
    Neighbors, closure_add, closure_delete, closure_reversal_cyclic,
)
from dagbag._kernels.columns cimport BLOCK, dagbag_masked_peak, dagbag_reaching
from dagbag._kernels.delta cimport (
    delta_addition, delta_additions, delta_gain, delta_lose, delta_merits, delta_slot, delta_start,
)
from dagbag._kernels.node_score cimport Column, Deltas, block_peak, block_width


cdef void _settle(Eligible* E, int32_t j) noexcept nogil:
    E.best[j] = min(E.addition[j], min(E.deletion[j], E.reversal[j]))


cdef bint _next_block(
    const Deltas* D, int32_t j, double top, int32_t source, int32_t* block, double* peak
) noexcept nogil:
    """The block after `block`, by falling peaks, if it may hold a merit above `top`, or as large at
    a lower source."""
    cdef int32_t b, first = -1
    cdef double here, most = -INFINITY
    for b in range(D.words):
        here = block_peak(D, j, b)
        if here > most and (here < peak[0] or (here == peak[0] and b > block[0])):
            most = here
            first = b
    block[0] = first
    peak[0] = most
    return most > top or (most == top and 0 <= first * BLOCK < source)


cdef void _scan_additions(Eligible* E, int32_t j) noexcept nogil:
    """Best eligible source of target j, the lowest of those tied.

    Blocks are looked into by their peaks, the largest first, while one may hold more than was
    found: the winner's, and those with a descendant of j that would have won.
    """
    cdef Deltas* D = E.deltas
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * D.words
    cdef const double* merit
    cdef double room[BLOCK]
    cdef double top = -INFINITY, peak = INFINITY, here
    cdef int32_t b = -1
    cdef uint64_t sources
    E.source[j] = -1
    E.addition[j] = INFINITY
    if D.column[j].size >= D.limit:
        return
    while _next_block(D, j, top, E.source[j], &b, &peak):
        merit = delta_merits(D, j, b, room)
        here = dagbag_masked_peak(block_width(D, b), merit, down[b])
        if here > top or (here == top and E.source[j] > b * BLOCK):
            top = here
            sources = dagbag_reaching(block_width(D, b), merit, top) & ~down[b]
            sources &= ~(sources - 1)
            E.source[j] = b * BLOCK + lowest_bit(sources)
            delta_additions(D, j, b, merit, sources, &E.addition[j])
        if here == peak:
            break


cdef void _scan_edges(Eligible* E, int32_t j) noexcept nogil:
    """Best deletion and reversal among the edges into j."""
    cdef Column* column = &E.deltas.column[j]
    cdef const uint64_t* fixed = fixed_row(E, j)
    cdef int32_t t
    E.deletion[j] = INFINITY
    E.reversal[j] = INFINITY
    for t in range(column.size):
        if has_bit(fixed, column.parents[t]):
            continue
        E.deletion[j] = min(E.deletion[j], column.deletion[t])
        if not column.cyclic[t]:
            E.reversal[j] = min(E.reversal[j], column.reversal[t])


cdef void _price_reversal(Eligible* E, int32_t j, int32_t t, bint changed) noexcept nogil:
    """Delta of reversing the edge from parent slot t: its deletion and the opposite addition, which
    is known but for a new parent or one whose own parents have changed."""
    cdef Column* column = &E.deltas.column[j]
    if changed or isnan(column.opposite[t]):
        column.opposite[t] = delta_addition(E.deltas, column.parents[t], j)
    column.reversal[t] = column.deletion[t] + column.opposite[t]


cdef void _refresh(Eligible* E, int32_t j) noexcept nogil:
    """Everything that depends on the parents of j."""
    cdef Column* column = &E.deltas.column[j]
    cdef const Neighbors* children = &E.closure.children[j]
    cdef int32_t t, i
    for t in range(column.size):
        _price_reversal(E, j, t, False)
    _scan_additions(E, j)
    _scan_edges(E, j)
    _settle(E, j)
    for i in range(children.size):
        _price_reversal(E, children.node[i], delta_slot(E.deltas, children.node[i], j), True)
        _scan_edges(E, children.node[i])
        _settle(E, children.node[i])


cdef int eligible_start(Eligible* E, int32_t first, int32_t last) noexcept nogil:
    """Fill columns first..last - 1; the edges' reversals are priced when the last one is there."""
    cdef int32_t j, t, p = E.deltas.p
    for j in range(first, last):
        if delta_start(E.deltas, j) != OK:
            return NO_MEMORY
        _scan_additions(E, j)
    if last == p:
        clear_row(E.flagged, E.deltas.words)
        for j in range(p):
            for t in range(E.deltas.column[j].size):
                _price_reversal(E, j, t, True)
                E.deltas.column[j].cyclic[t] = 0
            _scan_edges(E, j)
            _settle(E, j)
    return OK


cdef void _after_addition(Eligible* E) noexcept nogil:
    """Additions may have become cyclic: look again where the best one has."""
    cdef const uint64_t* affected = E.closure.affected
    cdef int32_t words = E.deltas.words, v
    v = next_bit(affected, words, 0)
    while v >= 0:
        if E.source[v] >= 0 and has_bit(
                E.closure.descendants + <size_t> v * words, E.source[v]):
            _scan_additions(E, v)
            _settle(E, v)
        v = next_bit(affected, words, v + 1)


cdef void _after_deletion(Eligible* E) noexcept nogil:
    """Cyclic operations may have become acyclic: look again wherever there was one."""
    cdef int32_t words = E.deltas.words, v, t
    v = next_bit(E.closure.affected, words, 0)
    while v >= 0:
        _scan_additions(E, v)
        _settle(E, v)
        v = next_bit(E.closure.affected, words, v + 1)
    v = next_bit(E.flagged, words, 0)
    while v >= 0:
        for t in range(E.deltas.column[v].size):
            E.deltas.column[v].cyclic[t] = 0
        _scan_edges(E, v)
        _settle(E, v)
        v = next_bit(E.flagged, words, v + 1)
    clear_row(E.flagged, words)


cdef int eligible_apply(
    Eligible* E, int32_t operation, int32_t source, int32_t target
) noexcept nogil:
    """Carry out an eligible operation on the graph and bring every cache up to date."""
    if operation != ADD:
        closure_delete(E.closure, source, target)
        if delta_lose(E.deltas, target, source) != OK:
            return NO_MEMORY
        _after_deletion(E)
    if operation == REVERSE:
        source, target = target, source
    if operation != DELETE:
        if closure_add(E.closure, source, target) != OK or delta_gain(
            E.deltas, target, source
        ) != OK:
            return NO_MEMORY
        _after_addition(E)
        _refresh(E, target)
    if operation != ADD:
        _refresh(E, source if operation == REVERSE else target)
    return E.deltas.status


cdef bint eligible_reversal(Eligible* E, int32_t target, int32_t slot) noexcept nogil:
    """Whether reversing the edge from a parent slot closes no cycle; remembered if it does."""
    cdef Column* column = &E.deltas.column[target]
    if column.cyclic[slot]:
        return False
    if not closure_reversal_cyclic(E.closure, column.parents[slot], target):
        return True
    column.cyclic[slot] = 1
    set_bit(E.flagged, target)
    _scan_edges(E, target)
    _settle(E, target)
    return False
