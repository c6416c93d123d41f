"""Keeps, per column, the best eligible operation; looks again only where it may have changed."""

from libc.math cimport INFINITY, isnan
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport clear_bit, clear_row, has_bit, lowest_bit, next_bit, set_bit
from dagbag._kernels.closure cimport (
    Neighbors, closure_add, closure_delete, closure_reversal_cyclic,
)
from dagbag._kernels.columns cimport BLOCK, dagbag_masked_peak, dagbag_reaching
from dagbag._kernels.delta cimport (
    delta_addition, delta_additions, delta_gain, delta_lose, delta_merits, delta_slot, delta_start,
)
from dagbag._kernels.node_score cimport Column, Deltas, block_width


cdef void _settle(Eligible* E, int32_t j) noexcept nogil:
    E.best[j] = min(E.addition[j], min(E.deletion[j], E.reversal[j]))
    set_bit(E.stale, j // BLOCK)


# The best addition of a column

cdef void _column_filled(Eligible* E, int32_t j) noexcept nogil:
    """Take the peaks of a column over, whatever is eligible."""
    cdef int32_t words = E.deltas.words
    if E.peak != NULL:
        memcpy(
            E.peak + <size_t> j * words, E.deltas.peak + <size_t> j * words,
            words * sizeof(double))


cdef void _free_blocks(Eligible* E, int32_t j, const uint64_t* freed) noexcept nogil:
    """Take those of blocks over that have sources among those given, which may be eligible now."""
    cdef int32_t words = E.deltas.words, b
    cdef size_t first = <size_t> j * words
    if E.peak != NULL:
        for b in range(words):
            if freed[b] != 0:
                E.peak[first + b] = E.deltas.peak[first + b]


cdef bint _next_block(
    const Eligible* E, int32_t j, double top, int32_t best, int32_t* block, double* peak
) noexcept nogil:
    """The block after `block`, by falling peaks, if it may hold a merit above `top`, or as large
    and before that of block `best`."""
    cdef int32_t b, first = -1
    cdef double here, most = -INFINITY
    for b in range(E.deltas.words):
        here = eligible_peak(E, j, b)
        if here > most and (here < peak[0] or (here == peak[0] and b > block[0])):
            most = here
            first = b
    block[0] = first
    peak[0] = most
    return most > top or (most == top and 0 <= first < best)


cdef void _scan_additions(Eligible* E, int32_t j) noexcept nogil:
    """Best eligible source of target j, the lowest of those tied.

    Blocks are looked into by their peaks, the largest first, while one may hold more than was
    found: the winner's, and those with a descendant of j that would have won. What is left of these
    is noted as their peak, so that the next scan need not look into them again.
    """
    cdef Deltas* D = E.deltas
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * D.words
    cdef const double* merit
    cdef const double* winners = NULL
    cdef double room[2][BLOCK]
    cdef double top = -INFINITY, peak = INFINITY, here
    cdef int32_t b = -1, best = -1, free = 0, width
    cdef uint64_t sources = 0
    clear_bit(E.spoilt, j)
    E.source[j] = -1
    E.addition[j] = INFINITY
    if D.column[j].size >= D.limit:
        return
    while _next_block(E, j, top, best, &b, &peak):
        width = block_width(D, b)
        merit = delta_merits(D, j, b, room[free])
        sources = dagbag_reaching(width, merit, peak) & ~down[b]
        if sources != 0:                # the peak is eligible: nothing else can be more
            best = b
            winners = merit
            break
        here = dagbag_masked_peak(width, merit, down[b])
        if here > top or (here == top and b < best):
            top = here
            best = b
            winners = merit
            free = 1 - free
        if E.peak != NULL:
            E.peak[<size_t> j * D.words + b] = here
    if winners == NULL:
        return
    if sources == 0:
        sources = dagbag_reaching(block_width(D, best), winners, top) & ~down[best]
    sources &= ~(sources - 1)
    E.source[j] = best * BLOCK + lowest_bit(sources)
    delta_additions(D, j, best, winners, sources, &E.addition[j])


# Deletions and reversals

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
    if first == 0:
        clear_row(E.spoilt, E.deltas.words)
    for j in range(first, last):
        if delta_start(E.deltas, j) != OK:
            return NO_MEMORY
        _column_filled(E, j)
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


cdef void _after_addition(Eligible* E, int32_t source) noexcept nogil:
    """Additions may have become cyclic: note where the best one has.

    At once looked at again are the source, of which the reverse of the edge was often the best and
    would be the next to be asked for, and all in a search from the data, where the best additions
    tell what to prepare.
    """
    cdef const uint64_t* affected = E.closure.affected
    cdef int32_t words = E.deltas.words, v
    v = next_bit(affected, words, 0)
    while v >= 0:
        if E.source[v] >= 0 and has_bit(
                E.closure.descendants + <size_t> v * words, E.source[v]):
            if v == source or E.peak == NULL:
                eligible_restore(E, v)
            else:
                set_bit(E.spoilt, v)
        v = next_bit(affected, words, v + 1)


cdef void eligible_restore(Eligible* E, int32_t target) noexcept nogil:
    _scan_additions(E, target)
    _settle(E, target)


cdef void _after_deletion(Eligible* E, int32_t target) noexcept nogil:
    """Cyclic operations may have become acyclic: look again wherever there was one.

    Nothing is freed but descendants of the target of the edge that was taken away.
    """
    cdef int32_t words = E.deltas.words, v, t
    v = next_bit(E.closure.affected, words, 0)
    while v >= 0:
        _free_blocks(E, v, E.closure.descendants + <size_t> target * words)
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
        _column_filled(E, target)
        _after_deletion(E, target)
    if operation == REVERSE:
        source, target = target, source
    if operation != DELETE:
        if closure_add(E.closure, source, target) != OK or delta_gain(
            E.deltas, target, source
        ) != OK:
            return NO_MEMORY
        _column_filled(E, target)
        _after_addition(E, source)
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
