"""Best order score search (BOSS): nodes moved in an order until no move improves the score.

An order of the nodes projects to a DAG: each node takes its parents from those before it, its
prefix, by grow-shrink: the best improving source is added until none improves, then the best
improving deletion is carried out until none improves. The score of an order is that of its DAG.

What grow-shrink comes to is kept in trees, one per target. A tree node is a set of parents in the
order in which they were grown, with its score and the sources that improve it, best first; a trace
goes down along the first of them that is in the prefix. All of it is computed once.

What a trace depends on is kept, too: the parents it took (`holds`), and the sources it would have
taken first had they been in the prefix (`waits`). A node v that enters or leaves a prefix changes
the trace if and only if it waits there, or is held. So a move of v is judged by looking at those
few targets only, and the score at all places of v is a step function with few steps.

Of places that are equally good one is drawn, that where v stands among them: a search that stays
where it is ends in more local optima (of 30 to 107 nodes SHD of the CPDAG a tenth to a third
higher, for a tenth of the time), and on four, a -> c <- b, c -> d, in two searches of five has the
edge a - b.
"""

from libc.math cimport INFINITY, fabs, isnan
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, qsort

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bitset cimport clear_bit, has_bit, lowest_bit, next_bit, set_bit
from dagbag._kernels.clock cimport SECONDS, now
from dagbag._kernels.columns cimport BLOCK, dagbag_reaching
from dagbag._kernels.delta cimport (
    column_reserve, delta_additions, delta_cut, delta_merits, delta_score,
)
from dagbag._kernels.node_score cimport Column, Deltas, Scorer, block_peak, block_width
from dagbag._kernels.workspace cimport Workspace

import numpy as np

cdef enum:
    NOWHERE = -1            # no tree node: not made yet, or above a root
    ROOM = 1 << 27          # bytes of trees

cdef enum Ending:
    RUNNING = 0
    CONVERGED = 1

cdef struct TreeNode:
    # The parents of a target that were grown on the way down to here.
    double score            # neighborhood score
    double shrunk           # the score after the shrink step
    int64_t first           # of its candidates
    int64_t kept            # of the parents that the shrink step keeps; NOWHERE: not shrunk yet
    int32_t size            # number of candidates
    int32_t n_kept
    int32_t above           # the tree node of one parent less
    int32_t slot            # of `source` among the candidates of the tree node above
    int32_t source          # the parent grown last
    int32_t depth           # number of parents
    bint shrinks            # whether deleting a parent improves the score

cdef struct Candidate:
    int32_t source
    int32_t child           # tree node

cdef struct Gain:
    double delta
    int32_t source

cdef struct Step:
    # From a place on, the score differs by so much.
    int32_t place
    int32_t node            # whose score it is
    double change

cdef struct Orders:
    Deltas* deltas
    double eps
    uint64_t random         # state of the generator that decides between places
    const uint64_t* fixed   # (p, words) by target: sources that are parents in any case
    const uint64_t* before  # (p, words) nodes that come before a node in every order, or NULL
    const uint64_t* after   # (p, words) nodes that come after it, or NULL
    uint64_t* holds         # (p, words) by source: targets whose trace took it
    uint64_t* waits         # (p, words) by source: targets whose trace would take it
    int32_t* order          # (p,)
    int32_t* place          # (p,) of each node in the order
    int32_t* root           # (p,) tree node of each target
    int32_t* leaf           # (p,) where its trace ends
    uint8_t* filled         # (p,) 1: the target's column is that of its `parents`
    int32_t* path           # (p,) scratch: parents
    Gain* gains             # (p,) scratch
    Step* steps             # (2 p + 2,) scratch
    TreeNode* nodes
    int64_t n_nodes, node_capacity
    Candidate* candidates
    int64_t n_candidates, candidate_capacity
    int32_t* kept
    int64_t n_kept, kept_capacity


# Trees

cdef int _reserve(Orders* T, int64_t candidates, int64_t kept) noexcept nogil:
    """Make room for one more tree node, and so many candidates and parents kept."""
    cdef int status = OK
    if T.n_nodes + 1 > T.node_capacity:
        T.node_capacity = max(1024, 2 * T.node_capacity)
        T.nodes = <TreeNode*> grown(T.nodes, T.node_capacity * sizeof(TreeNode), &status)
    if T.n_candidates + candidates > T.candidate_capacity:
        T.candidate_capacity = max(T.n_candidates + candidates, max(4096, 2 * T.candidate_capacity))
        T.candidates = <Candidate*> grown(
            T.candidates, T.candidate_capacity * sizeof(Candidate), &status)
    if T.n_kept + kept > T.kept_capacity:
        T.kept_capacity = max(T.n_kept + kept, max(4096, 2 * T.kept_capacity))
        T.kept = <int32_t*> grown(T.kept, T.kept_capacity * sizeof(int32_t), &status)
    return status


cdef int32_t _path(Orders* T, int32_t target, int64_t node) noexcept nogil:
    """Write the parents of a tree node to `path`, in the order in which they came; how many."""
    cdef int32_t depth = T.nodes[node].depth, t = depth - 1, k
    cdef const uint64_t* fixed = T.fixed + <size_t> target * T.deltas.words
    while T.nodes[node].above != NOWHERE:
        T.path[t] = T.nodes[node].source
        t -= 1
        node = T.nodes[node].above
    k = next_bit(fixed, T.deltas.words, 0)
    t = 0
    while k >= 0:
        T.path[t] = k
        t += 1
        k = next_bit(fixed, T.deltas.words, k + 1)
    return depth


cdef int _fill(Orders* T, int32_t target, int32_t m) noexcept nogil:
    """Fill the column of a target whose m parents are in `path`."""
    cdef Column* column = &T.deltas.column[target]
    cdef int32_t t = 0, old = column.size
    cdef bint gained
    if column_reserve(column, m) != OK:
        return NO_MEMORY
    while t < old and t < m and column.parents[t] == T.path[t]:
        t += 1
    if T.filled[target] and t == old == m:
        return OK
    if t < old:
        column.score.lose(column.score.own, T.deltas, target, t)
    gained = T.filled[target] and t == old and m == old + 1
    for t in range(t, m):
        column.parents[t] = T.path[t]
    column.size = m
    T.filled[target] = 1
    return column.score.fill(column.score.own, T.deltas, target, gained)


cdef double _value(Orders* T, int32_t target) noexcept nogil:
    cdef double value = delta_score(T.deltas, target)
    return 0.0 if isnan(value) else value


cdef int32_t _best_deletion(const Orders* T, int32_t target) noexcept nogil:
    """The slot of the parent whose deletion improves most, ties to the lower source; or -1."""
    cdef const Column* column = &T.deltas.column[target]
    cdef const uint64_t* fixed = T.fixed + <size_t> target * T.deltas.words
    cdef int32_t t, best = -1
    for t in range(column.size):
        if (
            has_bit(fixed, column.parents[t]) or column.deletion[t] > -T.eps
            or column.deletion[t] >= 0.0
        ):
            continue
        if (
            best < 0 or column.deletion[t] <= column.deletion[best] - T.eps
            or (column.deletion[t] < column.deletion[best] + T.eps
                and column.parents[t] < column.parents[best])
        ):
            best = t
    return best


cdef int _by_gain(const void* a, const void* b) noexcept nogil:
    cdef const Gain* x = <const Gain*> a
    cdef const Gain* y = <const Gain*> b
    if x.delta != y.delta:
        return -1 if x.delta < y.delta else 1
    return -1 if x.source < y.source else 1


cdef int _by_source(const void* a, const void* b) noexcept nogil:
    return (<const Gain*> a).source - (<const Gain*> b).source


cdef int32_t _gains(Orders* T, int32_t target) noexcept nogil:
    """Sources that improve the score of a target, by gain, those tied by their index; how many.

    Gains are tied that are linked by differences below eps.
    """
    cdef Deltas* D = T.deltas
    cdef const double* merit
    cdef double cut
    cdef double deltas[BLOCK]
    cdef double room[BLOCK]
    cdef int32_t b, i, first, size = 0
    cdef uint64_t sources
    if D.column[target].size >= D.limit:
        return 0
    cut = delta_cut(D, target, -T.eps)
    for b in range(D.words):
        if not block_peak(D, target, b) >= cut:
            continue
        merit = delta_merits(D, target, b, room)
        sources = dagbag_reaching(block_width(D, b), merit, cut)
        delta_additions(D, target, b, merit, sources, deltas)
        i = 0
        while sources != 0:
            if deltas[i] <= -T.eps and deltas[i] < 0.0:
                T.gains[size].delta = deltas[i]
                T.gains[size].source = b * BLOCK + lowest_bit(sources)
                size += 1
            i += 1
            sources &= sources - 1
    qsort(T.gains, size, sizeof(Gain), _by_gain)
    first = 0
    for i in range(1, size + 1):
        if i == size or T.gains[i].delta - T.gains[i - 1].delta >= T.eps:
            if i - first > 1:
                qsort(T.gains + first, i - first, sizeof(Gain), _by_source)
            first = i
    return size


cdef int _grow(Orders* T, int32_t target, int32_t above, int32_t slot, int32_t* out) noexcept nogil:
    """Make the tree node below `above` by its candidate in a slot, or the root of a target."""
    cdef Deltas* D = T.deltas
    cdef TreeNode* node
    cdef int32_t m = 0, k, i, size
    cdef const uint64_t* fixed = T.fixed + <size_t> target * D.words
    if above != NOWHERE:
        m = _path(T, target, above)
        T.path[m] = T.candidates[T.nodes[above].first + slot].source
        m += 1
    else:
        k = next_bit(fixed, D.words, 0)
        while k >= 0:
            T.path[m] = k
            m += 1
            k = next_bit(fixed, D.words, k + 1)
    if _fill(T, target, m) != OK:
        return NO_MEMORY
    size = _gains(T, target)
    if D.status != OK or _reserve(T, size, 0) != OK:
        return NO_MEMORY
    node = &T.nodes[T.n_nodes]
    node.score = node.shrunk = _value(T, target)
    node.first = T.n_candidates
    node.size = size
    node.kept = NOWHERE
    node.n_kept = 0
    node.above = above
    node.slot = slot
    node.source = T.path[m - 1] if above != NOWHERE else NOWHERE
    node.depth = m
    node.shrinks = _best_deletion(T, target) >= 0
    for i in range(size):
        T.candidates[T.n_candidates + i] = Candidate(T.gains[i].source, NOWHERE)
    T.n_candidates += size
    out[0] = <int32_t> T.n_nodes
    T.n_nodes += 1
    return OK


cdef int _shrink(Orders* T, int32_t target, int32_t at) noexcept nogil:
    """Carry out the shrink step of a tree node, in which a deletion improves the score."""
    cdef int32_t m = _path(T, target, at), slot, t
    cdef TreeNode* node
    if _fill(T, target, m) != OK:
        return NO_MEMORY
    slot = _best_deletion(T, target)
    while slot >= 0:
        m -= 1
        for t in range(slot, m):
            T.path[t] = T.path[t + 1]
        if _fill(T, target, m) != OK:
            return NO_MEMORY
        slot = _best_deletion(T, target)
    if _reserve(T, 0, m) != OK:
        return NO_MEMORY
    node = &T.nodes[at]
    node.shrunk = _value(T, target)
    node.kept = T.n_kept
    node.n_kept = m
    for t in range(m):
        T.kept[T.n_kept + t] = T.path[t]
    T.n_kept += m
    return OK


# Traces

cdef struct Prefix:
    # Nodes placed before `place`, and v if `with_v`, wherever it is.
    int32_t place
    int32_t v
    bint with_v

cdef struct Trace:
    int32_t leaf
    double score
    int32_t next            # place of the first node that waits, INT32_MAX if none does


cdef int _trace(Orders* T, int32_t target, Prefix prefix, Trace* out) noexcept nogil:
    """Grow-shrink the parents of a target within a prefix."""
    cdef int32_t node = T.root[target], i, c, child, size, taken, first_waiting = INT32_MAX
    cdef int64_t first
    if node == NOWHERE:
        if _grow(T, target, NOWHERE, NOWHERE, &node) != OK:
            return NO_MEMORY
        T.root[target] = node
    while True:
        first = T.nodes[node].first
        size = T.nodes[node].size
        taken = -1
        for i in range(size):
            c = T.candidates[first + i].source
            if c == prefix.v:
                if prefix.with_v:
                    taken = i
                    break
            elif T.place[c] < prefix.place:
                taken = i
                break
            elif T.place[c] < first_waiting:
                first_waiting = T.place[c]
        if taken < 0:
            break
        child = T.candidates[first + taken].child
        if child == NOWHERE:
            if _grow(T, target, node, taken, &child) != OK:
                return NO_MEMORY
            T.candidates[first + taken].child = child
        node = child
    if T.nodes[node].shrinks and T.nodes[node].kept == NOWHERE:
        if _shrink(T, target, node) != OK:
            return NO_MEMORY
    out[0] = Trace(node, T.nodes[node].shrunk, first_waiting)
    return OK


cdef void _mark(Orders* T, int32_t target, bint on) noexcept nogil:
    """Enter in `holds` and `waits` what the trace of a target depends on, or take it out."""
    cdef int32_t words = T.deltas.words, node = T.leaf[target], size, i, c
    cdef int64_t first
    size = T.nodes[node].size
    while True:
        first = T.nodes[node].first
        for i in range(size):
            c = T.candidates[first + i].source
            if on:
                set_bit(T.waits + <size_t> c * words, target)
            else:
                clear_bit(T.waits + <size_t> c * words, target)
        if T.nodes[node].above == NOWHERE:
            return
        c = T.nodes[node].source
        if on:
            set_bit(T.holds + <size_t> c * words, target)
        else:
            clear_bit(T.holds + <size_t> c * words, target)
        size = T.nodes[node].slot
        node = T.nodes[node].above


cdef int _settle(Orders* T, int32_t target, bint first) noexcept nogil:
    """Trace a target where it stands, and keep what its trace depends on."""
    cdef Trace trace
    if _trace(T, target, Prefix(T.place[target], target, False), &trace) != OK:
        return NO_MEMORY
    if not first:
        _mark(T, target, False)
    T.leaf[target] = trace.leaf
    _mark(T, target, True)
    return OK


# Moves

# Places of a node v are counted among the others: in place i there are i nodes before it. Nodes
# that stand behind v now are one place further ahead without it.

cdef inline int32_t _place_behind(const Orders* T, int32_t v, int32_t k) noexcept nogil:
    """The first place of v that is behind node k."""
    return T.place[k] + (T.place[k] < T.place[v])


cdef inline int32_t _end_of_prefix(const Orders* T, int32_t v, int32_t place) noexcept nogil:
    """Where, in the order as it is, the nodes end that v would have before it."""
    return place + (place > T.place[v])


cdef int32_t _first_place(const Orders* T, int32_t v) noexcept nogil:
    """The first place that v may take."""
    cdef int32_t first = 0, k
    if T.before != NULL:
        k = next_bit(T.before + <size_t> v * T.deltas.words, T.deltas.words, 0)
        while k >= 0:
            first = max(first, _place_behind(T, v, k))
            k = next_bit(T.before + <size_t> v * T.deltas.words, T.deltas.words, k + 1)
    return first


cdef int32_t _last_place(const Orders* T, int32_t v) noexcept nogil:
    """The last place that v may take."""
    cdef int32_t last = T.deltas.p - 1, k
    if T.after != NULL:
        k = next_bit(T.after + <size_t> v * T.deltas.words, T.deltas.words, 0)
        while k >= 0:
            last = min(last, _place_behind(T, v, k) - 1)
            k = next_bit(T.after + <size_t> v * T.deltas.words, T.deltas.words, k + 1)
    return last


cdef int _own_steps(
    Orders* T, int32_t v, int32_t first, int32_t last, int32_t* n_steps
) noexcept nogil:
    """What the score of v itself does from place to place."""
    cdef Trace trace
    cdef double score = 0.0
    cdef int32_t place = first
    while place <= last:
        if _trace(T, v, Prefix(_end_of_prefix(T, v, place), v, False), &trace) != OK:
            return NO_MEMORY
        T.steps[n_steps[0]] = Step(place, v, trace.score - score)
        n_steps[0] += 1
        score = trace.score
        if trace.next == INT32_MAX:
            break
        place = _place_behind(T, v, T.order[trace.next])
    return OK


cdef int _other_steps(
    Orders* T, int32_t v, int32_t first, int32_t last, int32_t* n_steps
) noexcept nogil:
    """What v, once placed behind them, no longer does to the scores of other nodes."""
    cdef int32_t words = T.deltas.words, k, place
    cdef const uint64_t* rows[2]
    cdef int held
    cdef double change
    cdef Trace trace
    rows[0] = T.waits + <size_t> v * words
    rows[1] = T.holds + <size_t> v * words
    for held in range(2):
        k = next_bit(rows[held], words, 0)
        while k >= 0:
            place = _place_behind(T, v, k)
            # Where v stands now it is held by nodes behind it, and waits at nodes before it.
            if first < place <= last and (T.place[k] > T.place[v]) == held:
                if _trace(T, k, Prefix(T.place[k], v, not held), &trace) != OK:
                    return NO_MEMORY
                change = trace.score - T.nodes[T.leaf[k]].shrunk
                T.steps[n_steps[0]] = Step(place, k, change if held else -change)
                n_steps[0] += 1
            k = next_bit(rows[held], words, k + 1)
    return OK


cdef int _by_place(const void* a, const void* b) noexcept nogil:
    cdef const Step* x = <const Step*> a
    cdef const Step* y = <const Step*> b
    return x.place - y.place if x.place != y.place else x.node - y.node


cdef struct Run:
    # Neighbouring places with one score.
    int32_t first
    int32_t last
    double score


cdef bint _next_run(
    const Orders* T, int32_t n_steps, int32_t last, int32_t* step, Run* run
) noexcept nogil:
    """Go on to the next places with one score; False if there are none."""
    cdef int32_t i = step[0]
    if i == n_steps:
        return False
    run.first = T.steps[i].place
    while i < n_steps and T.steps[i].place == run.first:
        run.score += T.steps[i].change
        i += 1
    run.last = T.steps[i].place - 1 if i < n_steps else last
    step[0] = i
    return True


cdef int32_t _best_place(
    Orders* T, int32_t v, int32_t n_steps, int32_t last, double* gain
) noexcept nogil:
    """Draw one of the best places, all those within half an eps; also what is gained there.

    If v gains nothing it may still move: what is as good now may be the way to something better.
    """
    cdef int32_t step = 0, here = T.place[v]
    cdef double lowest = INFINITY, score_here = 0.0, size = 0.0, eps
    cdef int64_t count = 0, drawn
    cdef int32_t i
    cdef Run run = Run(0, 0, 0.0)
    for i in range(n_steps):
        size += fabs(T.steps[i].change)
    # What sums of such numbers do not tell apart is no gain, or the search could go in circles.
    eps = max(T.eps, 1e-13 * size)
    while _next_run(T, n_steps, last, &step, &run):
        if run.first <= here <= run.last:
            score_here = run.score
        lowest = min(lowest, run.score)
    gain[0] = score_here - lowest
    if gain[0] <= eps:
        lowest = score_here
        gain[0] = 0.0
    step, run.score = 0, 0.0
    while _next_run(T, n_steps, last, &step, &run):
        if run.score <= lowest + 0.5 * eps:
            count += run.last - run.first + 1
    if count == 0:
        return here
    # Knuth's generator, its upper half.
    T.random = T.random * <uint64_t> 6364136223846793005ULL + <uint64_t> 1442695040888963407ULL
    drawn = <int64_t> ((T.random >> 33) % <uint64_t> count)
    step, run.score = 0, 0.0
    while _next_run(T, n_steps, last, &step, &run):
        if run.score <= lowest + 0.5 * eps:
            if drawn <= run.last - run.first:
                break
            drawn -= run.last - run.first + 1
    return run.first + <int32_t> drawn


cdef void _move(Orders* T, int32_t v, int32_t to) noexcept nogil:
    """Put v into a place."""
    cdef int32_t k, here = T.place[v]
    for k in range(here, to):
        T.order[k] = T.order[k + 1]
        T.place[T.order[k]] = k
    for k in range(here, to, -1):
        T.order[k] = T.order[k - 1]
        T.place[T.order[k]] = k
    T.order[to] = v
    T.place[v] = to


cdef int _settle_moved(Orders* T, int32_t v, int32_t here) noexcept nogil:
    """Trace the nodes again that v, which was in place `here`, has passed."""
    cdef int32_t words = T.deltas.words, there = T.place[v], k
    cdef bint forward = there > here
    cdef const uint64_t* row = (T.holds if forward else T.waits) + <size_t> v * words
    k = next_bit(row, words, 0)
    while k >= 0:
        if (here <= T.place[k] < there) if forward else (there < T.place[k] <= here):
            if _settle(T, k, False) != OK:
                return NO_MEMORY
        k = next_bit(row, words, k + 1)
    return _settle(T, v, False)


cdef int _try(Orders* T, int32_t v, bint* improved) noexcept nogil:
    """Move v to a best place; tell whether that improves the score by more than eps."""
    cdef int32_t first = _first_place(T, v), last = _last_place(T, v), n_steps = 0
    cdef int32_t here = T.place[v], to
    cdef double gain
    if _own_steps(T, v, first, last, &n_steps) != OK:
        return NO_MEMORY
    if _other_steps(T, v, first, last, &n_steps) != OK:
        return NO_MEMORY
    qsort(T.steps, n_steps, sizeof(Step), _by_place)
    to = _best_place(T, v, n_steps, last, &gain)
    improved[0] = gain > 0.0
    if to == here:
        return OK
    _move(T, v, to)
    return _settle_moved(T, v, here)


cdef int _begin(Orders* T) noexcept nogil:
    """Trace every node where it stands."""
    cdef int32_t j
    cdef size_t i, bits = <size_t> T.deltas.p * T.deltas.words
    for i in range(bits):
        T.holds[i] = T.waits[i] = 0
    for j in range(T.deltas.p):
        if _settle(T, j, True) != OK:
            return NO_MEMORY
    return OK


cdef int64_t _size(const Orders* T) noexcept nogil:
    """Bytes of the trees."""
    return (
        T.n_nodes * <int64_t> sizeof(TreeNode) + T.n_candidates * <int64_t> sizeof(Candidate)
        + T.n_kept * <int64_t> sizeof(int32_t)
    )


cdef void _forget(Orders* T) noexcept nogil:
    """Cut down all trees."""
    cdef int32_t j
    T.n_nodes = T.n_candidates = T.n_kept = 0
    for j in range(T.deltas.p):
        T.root[j] = NOWHERE


cdef struct Course:
    # A search under way.
    const int32_t* tries    # (p,) the order in which nodes are tried, again and again
    int32_t at              # the next of them
    int64_t idle            # how many were tried since the last that improved the score
    int64_t patience        # how many are tried before the search ends
    int64_t moves           # that improved the score
    int64_t room            # bytes that the trees may take


cdef int _search(Orders* T, Course* S) noexcept nogil:
    """Try one node after the other until none moves any more; RUNNING: look for Ctrl-C."""
    cdef double deadline = now() + SECONDS
    cdef bint improved = False
    while S.idle < S.patience:
        if _try(T, S.tries[S.at], &improved) != OK:
            return NO_MEMORY
        S.at = S.at + 1 if S.at + 1 < T.deltas.p else 0
        S.idle = 0 if improved else S.idle + 1
        S.moves += improved
        if _size(T) > S.room:
            _forget(T)
            if _begin(T) != OK:
                return NO_MEMORY
            S.room = max(S.room, 2 * _size(T))
        if now() > deadline:
            return RUNNING
    return CONVERGED


cdef class OrderSearch(Workspace):
    """Memory and state of searches over the orders of p nodes.

    Parameters
    ----------
    p : int
        Number of nodes. At most 11 p^2 bytes are allocated, up to 1024 nodes 25 p^2, those of
        `regressions` included, and what the trees take: at most some `ROOM` bytes, then they are
        cut down and grow again.

    Attributes
    ----------
    regressions : Regressions
        Memory for the scores that are made of regressions.
    stop : threading.Event, or None
        Once set, by another thread, the search ends with a KeyboardInterrupt.
    """

    cdef Orders orders
    cdef uint8_t[::1] _filled
    cdef int32_t[:, ::1] _ints
    cdef uint64_t[:, :, ::1] _rows
    cdef const uint64_t[:, ::1] _barred, _fixed, _before, _after

    def __cinit__(self, int32_t p):
        self.orders.gains = <Gain*> calloc(p, sizeof(Gain))
        self.orders.steps = <Step*> calloc(2 * <size_t> p + 2, sizeof(Step))
        if self.orders.gains == NULL or self.orders.steps == NULL:
            raise MemoryError

    def __init__(self, int32_t p):
        Workspace.__init__(self, p)
        self._filled = np.zeros(p, dtype=np.uint8)
        self._ints = np.empty((5, p), dtype=np.int32)
        self._rows = np.zeros((2, p, self.deltas.words), dtype=np.uint64)
        cdef Orders* T = &self.orders
        T.deltas = &self.deltas
        T.order = &self._ints[0, 0]
        T.place = &self._ints[1, 0]
        T.root = &self._ints[2, 0]
        T.leaf = &self._ints[3, 0]
        T.path = &self._ints[4, 0]
        T.filled = &self._filled[0]
        T.holds = &self._rows[0, 0, 0]
        T.waits = &self._rows[1, 0, 0]

    def __dealloc__(self):
        free(self.orders.gains)
        free(self.orders.steps)
        free(self.orders.nodes)
        free(self.orders.candidates)
        free(self.orders.kept)

    def start(
        self, Scorer score not None, *, int32_t limit, const uint64_t[:, ::1] barred not None,
        const uint64_t[:, ::1] fixed not None, double eps, const uint64_t[:, ::1] before=None,
        const uint64_t[:, ::1] after=None,
    ):
        """Begin with data: trees of earlier ones are cut down.

        Parameters
        ----------
        score : Scorer
        limit : int
            Largest number of parents an addition may lead to.
        barred, fixed : (p, words) packed bits by target
            Sources that are never parents; those that always are.
        eps : float
            Differences of scores below it are none.
        before, after : (p, words) packed bits, optional
            Nodes that come before each in every order, and the transpose: those that come after.
        """
        cdef Orders* T = &self.orders
        self._bind(score, limit, barred, eps)
        self._check_bits("fixed", fixed)
        self._check_bits("before", before)
        self._check_bits("after", after)
        self._barred, self._fixed, self._before, self._after = barred, fixed, before, after
        T.eps = eps
        T.fixed = &fixed[0, 0]
        T.before = <const uint64_t*> NULL if before is None else &before[0, 0]
        T.after = <const uint64_t*> NULL if after is None else &after[0, 0]
        self._filled[:] = 0
        _forget(T)
        self.started = True

    def search(
        self, const int32_t[::1] order not None, const int32_t[::1] tries not None,
        uint64_t seed, int64_t laps, int64_t room=ROOM,
    ):
        """Move nodes until no move of one improves the score.

        Parameters
        ----------
        order, tries : (p,) permutations
            The order to begin with, which respects `before`; the order in which nodes are tried.
        seed : int
            Decides between places that are equally good.
        laps : int
            How often all nodes are tried without an improvement before the search ends.
        room : int, optional
            Bytes that the trees may take.

        Returns
        -------
        int
            Number of moves that improved the score.
        """
        cdef Orders* T = &self.orders
        cdef Course course
        cdef int32_t k
        cdef int status
        self._require_start()
        self._check_permutation("order", order)
        self._check_permutation("tries", tries)
        for k in range(self.p):
            T.order[k] = order[k]
            T.place[order[k]] = k
        with nogil:
            status = _begin(T)
        self._listen()
        T.random = seed
        course = Course(&tries[0], 0, 0, laps * self.p, 0, room)
        while status == RUNNING:
            with nogil:
                status = _search(T, &course)
            self._listen()
        if status != CONVERGED:
            self.started = False
            raise MemoryError
        return course.moves

    def order(self):
        """The order where the search is, (p,)."""
        return np.array(self._ints[0])

    def size(self):
        """Number of tree nodes, and bytes of the trees."""
        return self.orders.n_nodes, _size(&self.orders)

    def edges(self):
        """The DAG of the order: (n_edges, 2) source, target, ordered by target, then source."""
        cdef Orders* T = &self.orders
        cdef TreeNode* node
        cdef const int32_t* parents
        cdef int32_t j, t, m
        cdef list found = []
        self._require_start()
        for j in range(self.p):
            node = &T.nodes[T.leaf[j]]
            if node.kept != NOWHERE:
                parents, m = T.kept + node.kept, node.n_kept
            else:
                m = _path(T, j, T.leaf[j])
                parents = T.path
            found.extend((s, j) for s in sorted([parents[t] for t in range(m)]))
        return np.array(found, dtype=np.int32).reshape(-1, 2)

    def scores(self):
        """Neighborhood scores, (p,)."""
        cdef int32_t j
        self._require_start()
        array = np.empty(self.p)
        cdef double[::1] scores = array
        for j in range(self.p):
            scores[j] = self.orders.nodes[self.orders.leaf[j]].shrunk
        return array

    def finish(self):
        """Let go of the score, and what it holds of the data; the memory of searches stays."""
        self.started = False
        self._score = None
        self._barred = self._fixed = self._before = self._after = None

    cdef int _check_permutation(self, str name, const int32_t[::1] nodes) except -1:
        if not np.array_equal(np.sort(nodes), np.arange(self.p)):
            raise ValueError(f"{name} must be a permutation of 0..{self.p - 1}")
        return 0
