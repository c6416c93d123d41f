"""R's choice rule on the raw deltas of the operation cache."""

from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, exp, nextafter
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, qsort

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bitset cimport (
    clear_row, count_bits, has_bit, lowest_bit, next_bit, words_for,
)
from dagbag._kernels.columns cimport BLOCK, dagbag_reaching, dagbag_smallest, dagbag_within
from dagbag._kernels.delta cimport delta_addition, delta_additions, delta_cut, delta_merits
from dagbag._kernels.eligible cimport (
    ADD, DELETE, NONE, REVERSE, eligible_peak, eligible_restore, eligible_reversal, fixed_row,
)
from dagbag._kernels.node_score cimport Column, Deltas, NodeScore, block_peak, block_width


cdef inline double _counted(const Choice* W, double delta) noexcept nogil:
    """A delta as it counts. Larger deltas never count as less: the smallest stays the smallest."""
    return 0.0 if -W.eps < delta < W.eps else delta


cdef inline double _reaching(const Choice* W, double bound) noexcept nogil:
    """The largest delta that counts as at most bound: what is to be compared per column."""
    if bound >= 0.0:
        return max(bound, W.nothing)
    return bound if bound <= -W.eps else -W.eps


# Memory

cdef int choice_reserve(Choice* W, int32_t p) noexcept nogil:
    """Make room for p nodes, once."""
    W.columns = <int32_t*> malloc(p * sizeof(int32_t))
    W.low = <double*> malloc(words_for(p) * sizeof(double))
    W.additions = <int64_t*> malloc(p * sizeof(int64_t))
    if W.columns == NULL or W.low == NULL or W.additions == NULL:
        return NO_MEMORY
    return OK


cdef void choice_free(Choice* W) noexcept nogil:
    free(W.moves)
    free(W.sorted)
    free(W.columns)
    free(W.low)
    free(W.additions)


cdef void choice_start(Choice* W, double eps) noexcept nogil:
    """Begin a search with another EPS."""
    W.eps = eps
    W.nothing = nextafter(eps, -INFINITY)


# The window

cdef int _push(
    Choice* W, int32_t operation, int32_t source, int32_t target, double delta
) noexcept nogil:
    cdef int64_t capacity
    cdef int status = OK
    if W.size == W.capacity:
        capacity = max(64, 2 * W.capacity)
        W.moves = <Move*> grown(W.moves, capacity * sizeof(Move), &status)
        W.sorted = <double*> grown(W.sorted, capacity * sizeof(double), &status)
        if status != OK:
            return NO_MEMORY
        W.capacity = capacity
    W.moves[W.size].operation = operation
    W.moves[W.size].source = source
    W.moves[W.size].target = target
    W.moves[W.size].delta = delta
    W.size += 1
    return OK


cdef int _push_edge(
    Choice* W, int32_t operation, int32_t source, int32_t target, double delta
) noexcept nogil:
    """Push a deletion or reversal and let it sink to its place: parents stand in any order."""
    cdef int64_t at
    cdef Move move
    if _push(W, operation, source, target, delta) != OK:
        return NO_MEMORY
    at = W.size - 1
    move = W.moves[at]
    while (
        at > 0 and W.moves[at - 1].operation == operation and W.moves[at - 1].target == target
        and W.moves[at - 1].source > source
    ):
        W.moves[at] = W.moves[at - 1]
        at -= 1
    W.moves[at] = move
    return OK


cdef int _collect_additions(Choice* W, Eligible* E, int32_t j, double reach) noexcept nogil:
    cdef Deltas* D = E.deltas
    cdef const double* merit
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * D.words
    # -inf is the merit of what is not to be added.
    cdef double cut = max(-DBL_MAX, delta_cut(D, j, reach))
    cdef double deltas[BLOCK]
    cdef double room[BLOCK]
    cdef int32_t b, k, i
    cdef uint64_t hits
    if D.column[j].size >= D.limit:
        return OK
    for b in range(D.words):
        if not eligible_peak(E, j, b) >= cut:
            continue
        merit = delta_merits(D, j, b, room)
        hits = dagbag_reaching(block_width(D, b), merit, cut) & ~down[b]
        delta_additions(D, j, b, merit, hits, deltas)
        i = 0
        while hits != 0:
            k = b * BLOCK + lowest_bit(hits)
            hits &= hits - 1
            if deltas[i] <= reach and deltas[i] < INFINITY and _push(
                W, ADD, k, j, _counted(W, deltas[i])
            ) != OK:
                return NO_MEMORY
            i += 1
    return OK


cdef int _collect_edges(
    Choice* W, Eligible* E, int32_t operation, int32_t j, double reach
) noexcept nogil:
    cdef Column* column = &E.deltas.column[j]
    cdef const uint64_t* fixed = fixed_row(E, j)
    cdef double delta
    cdef int32_t t
    for t in range(column.size):
        if has_bit(fixed, column.parents[t]):
            continue
        delta = column.deletion[t] if operation == DELETE else column.reversal[t]
        if not (delta <= reach and delta < INFINITY):
            continue
        if operation == REVERSE and not eligible_reversal(E, j, t):
            continue
        if _push_edge(W, operation, column.parents[t], j, _counted(W, delta)) != OK:
            return NO_MEMORY
    return OK


cdef double _survey(Choice* W, Eligible* E) noexcept nogil:
    """The smallest delta, of reversals not checked for a cycle and spoilt columns, too; also of
    each block."""
    cdef int32_t words = E.deltas.words, b = next_bit(E.stale, words_for(words), 0)
    cdef double low = INFINITY
    while b >= 0:
        W.low[b] = dagbag_smallest(block_width(E.deltas, b), E.best + b * BLOCK)
        b = next_bit(E.stale, words_for(words), b + 1)
    clear_row(E.stale, words_for(words))
    for b in range(words):
        low = min(low, W.low[b])
    return _counted(W, low)


cdef int _collect(Choice* W, Eligible* E, double bound) noexcept nogil:
    """All eligible operations that count as at most bound, in scan order, after a survey."""
    cdef int32_t count = 0, b, j, i
    cdef uint64_t near
    cdef double reach = _reaching(W, bound)
    W.size = 0
    for b in range(E.deltas.words):
        if W.low[b] <= reach:
            near = dagbag_within(block_width(E.deltas, b), E.best + b * BLOCK, reach)
            while near != 0:
                W.columns[count] = b * BLOCK + lowest_bit(near)
                count += 1
                near &= near - 1
    for i in range(count):
        j = W.columns[i]
        if E.addition[j] <= reach and has_bit(E.spoilt, j):
            eligible_restore(E, j)
        if E.addition[j] <= reach and _collect_additions(W, E, j, reach) != OK:
            return NO_MEMORY
    for i in range(count):
        j = W.columns[i]
        if E.deletion[j] <= reach and _collect_edges(W, E, DELETE, j, reach) != OK:
            return NO_MEMORY
    for i in range(count):
        j = W.columns[i]
        if E.reversal[j] <= reach and _collect_edges(W, E, REVERSE, j, reach) != OK:
            return NO_MEMORY
    return E.deltas.status


cdef int _ascending(const void* a, const void* b) noexcept nogil:
    cdef double x = (<const double*> a)[0], y = (<const double*> b)[0]
    return (x > y) - (x < y)


cdef double _end_of_chain(Choice* W, double eps) noexcept nogil:
    """The largest delta linked to the smallest by gaps below eps; sorts W.sorted."""
    cdef int64_t i
    cdef double end
    for i in range(W.size):
        W.sorted[i] = W.moves[i].delta
    if W.size > 1:
        qsort(W.sorted, W.size, sizeof(double), _ascending)
    end = W.sorted[0]
    for i in range(1, W.size):
        if W.sorted[i] - end >= eps and W.sorted[i] > end:
            break
        end = W.sorted[i]
    return end


cdef int choice_best(Choice* W, Eligible* E, Move* winner) noexcept nogil:
    """R's choice: in scan order, replace the incumbent only by a delta <= incumbent - EPS.

    Equivalent, and cheap: replay that rule only on the operations linked to the smallest delta by
    gaps below EPS. Looking 2 EPS far shows the first gap, unless the chain is longer.
    """
    cdef int64_t i
    cdef double low = _survey(W, E), reach = 2.0 * W.eps, bound, end
    winner.operation = NONE
    winner.delta = INFINITY
    while low < INFINITY:
        bound = low + reach
        if _collect(W, E, bound) != OK:
            return NO_MEMORY
        if W.size == 0:
            end = low
            low = _survey(W, E)
            if low == end:              # its cached delta was smaller, by rounding: look further
                reach = 2.0 * max(reach, 1e-12 * (1.0 + abs(low)))
            continue                    # otherwise all that was there was cyclic
        end = _end_of_chain(W, W.eps)
        if W.sorted[0] + reach > bound or end > bound - W.eps:
            reach = max(reach, end - W.sorted[0] + 2.0 * W.eps)
            if W.sorted[0] + reach > bound:
                low = W.sorted[0]
                continue
        for i in range(W.size):
            if W.moves[i].delta <= end and (
                winner.operation == NONE or W.moves[i].delta <= winner.delta - W.eps
            ):
                winner[0] = W.moves[i]
        return OK
    return OK


cdef int choice_at_random(
    Choice* W, Eligible* E, double length, double u, Move* winner
) noexcept nogil:
    """Random forest search: an eligible operation with weight exp(-(delta - best) * length).

    `winner` is the best operation on entry and the drawn one, possibly NONE, on return.
    """
    cdef double best = winner.delta, stay = exp(best * length), total, below, above, gap
    cdef int64_t i
    if best * length > 700.0:           # exp() is beyond the floats: staying has all the weight
        winner.operation = NONE
        return OK
    if _collect(W, E, INFINITY) != OK:
        return NO_MEMORY
    total = stay
    for i in range(W.size):
        gap = W.moves[i].delta - best
        W.sorted[i] = exp(-gap * length) if gap > W.eps else 1.0
        total += W.sorted[i]
    above = stay / total
    if u <= above:
        winner.operation = NONE
        return OK
    for i in range(W.size):
        below = above
        above += W.sorted[i] / total
        if below <= u <= above:
            winner[0] = W.moves[i]
            return OK
    winner[0] = W.moves[W.size - 1]     # u beyond a cumulated sum that rounding left below 1
    return OK


cdef int choice_all(Choice* W, Eligible* E) noexcept nogil:
    """Everything eligible, in scan order."""
    _survey(W, E)
    return _collect(W, E, INFINITY)


# One operation drawn evenly

cdef uint64_t _may_be_added(Eligible* E, int32_t j, int32_t b) noexcept nogil:
    """The eligible sources of a block, as bits."""
    cdef Deltas* D = E.deltas
    cdef const NodeScore* score = D.column[j].score
    if block_peak(D, j, b) == -INFINITY:
        return 0
    return score.offered(score.own, D, j, b) & ~E.closure.descendants[<size_t> j * D.words + b]


cdef int64_t _count_additions(Eligible* E, int32_t j) noexcept nogil:
    cdef int64_t count = 0
    cdef int32_t b
    if E.deltas.column[j].size < E.deltas.limit:
        for b in range(E.deltas.words):
            count += count_bits(_may_be_added(E, j, b))
    return count


cdef int _list_edges(Choice* W, Eligible* E, int32_t operation) noexcept nogil:
    """All eligible deletions or reversals, in scan order, after what is in the window."""
    cdef int32_t j
    for j in range(E.deltas.p):
        if _collect_edges(W, E, operation, j, INFINITY) != OK:
            return NO_MEMORY
    return OK


cdef int32_t _nth_addition(Eligible* E, int32_t j, int64_t rank) noexcept nogil:
    cdef int32_t b = 0
    cdef uint64_t sources = _may_be_added(E, j, 0)
    while rank >= count_bits(sources):
        rank -= count_bits(sources)
        b += 1
        sources = _may_be_added(E, j, b)
    while rank > 0:
        sources &= sources - 1
        rank -= 1
    return b * BLOCK + lowest_bit(sources)


cdef int64_t choice_count(
    Choice* W, Eligible* E, bint additions, bint deletions, bint reversals
) noexcept nogil:
    """Count the eligible operations; edges that may be deleted or reversed are the window."""
    cdef int64_t total = 0
    cdef int32_t j
    W.size = 0
    for j in range(E.deltas.p):
        W.additions[j] = _count_additions(E, j) if additions else 0
        total += W.additions[j]
    if deletions and _list_edges(W, E, DELETE) != OK:
        return NO_MEMORY
    if reversals and _list_edges(W, E, REVERSE) != OK:
        return NO_MEMORY
    return total + W.size


cdef Move choice_nth(Choice* W, Eligible* E, int64_t rank) noexcept nogil:
    """An operation by its rank among those counted last."""
    cdef Move move
    cdef int32_t j = 0, p = E.deltas.p
    while j < p and rank >= W.additions[j]:
        rank -= W.additions[j]
        j += 1
    if j == p:
        return W.moves[rank]
    move.operation = ADD
    move.source = _nth_addition(E, j, rank)
    move.target = j
    move.delta = _counted(W, delta_addition(E.deltas, j, move.source))
    return move
