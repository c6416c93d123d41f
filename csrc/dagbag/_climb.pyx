"""Hill climbing: the choice rule, the search loop, and the only entry to a search.

A `Search` owns the memory of searches on p nodes and is used again and again: fill `crossprod`,
`start`, then `climb`. Only its methods allocate, raise and look for Ctrl-C; everything below is
nogil and returns a status.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.float cimport DBL_EPSILON
from libc.math cimport INFINITY, exp
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc

from dagbag._bitset cimport has_bit, lowest_bit, words_for
from dagbag._closure cimport ClosureGraph, closure_addition_cyclic, closure_clear
from dagbag._delta cimport (
    BGE, GAUSSIAN, Column, Deltas, column_free, column_reserve, delta_addition, delta_cut,
    delta_score,
)
from dagbag._eligible cimport (
    ADD, DELETE, NONE, REVERSE, Eligible, Move, eligible_apply, eligible_reversal, eligible_round,
    eligible_start,
)
from dagbag._refit cimport NO_MEMORY, OK, refit_free, refit_start

import numpy as np

cdef extern from *:
    """
    #include <time.h>
    static inline double dagbag_now(void)
    {
        struct timespec now;
        timespec_get(&now, TIME_UTC);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    """
    double now "dagbag_now"() noexcept nogil

cdef extern from "columns.h":
    uint64_t dagbag_reaching(int width, const double* merit, double cut) noexcept nogil
    double dagbag_smallest(int p, const double* value, double* low) noexcept nogil

# Ctrl-C is looked for this often.
cdef double SECONDS = 0.05


cpdef double near(double n, double eps) noexcept:
    """The part of a total below which cross-products give way to the data.

    The error of a delta from cross-products is about n DBL_EPSILON / (part of the total that is
    left); keep it to a twentieth of eps, which decides ties. At 1e-6 and n of some hundred it is
    2e-7 with few parents and 1e-6 with 140.
    """
    return max(1e-6, min(1e-2, 20.0 * n * DBL_EPSILON / max(eps, 1e-300)))


cdef struct Window:
    # Eligible operations in R's scan order: additions, deletions, reversals; by target; by source.
    Move* moves
    int64_t size
    int64_t capacity
    double* sorted          # (capacity,) scratch
    int32_t* columns        # (p,) scratch
    double* low             # (words,) at most the best delta of each block of columns


cdef int _push(
    Window* W, int32_t operation, int32_t source, int32_t target, double delta
) noexcept nogil:
    cdef int64_t capacity
    cdef Move* moves
    cdef double* values
    if W.size == W.capacity:
        capacity = max(64, 2 * W.capacity)
        moves = <Move*> realloc(W.moves, capacity * sizeof(Move))
        if moves == NULL:
            return NO_MEMORY
        W.moves = moves
        values = <double*> realloc(W.sorted, capacity * sizeof(double))
        if values == NULL:
            return NO_MEMORY
        W.sorted = values
        W.capacity = capacity
    W.moves[W.size].operation = operation
    W.moves[W.size].source = source
    W.moves[W.size].target = target
    W.moves[W.size].delta = delta
    W.size += 1
    return OK


cdef int _push_edge(
    Window* W, int32_t operation, int32_t source, int32_t target, double delta
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


cdef int _collect_additions(Eligible* E, int32_t j, double bound, Window* W) noexcept nogil:
    cdef Deltas* D = E.deltas
    cdef const double* merit = D.merit + <size_t> j * D.p
    cdef const double* peak = D.peak + <size_t> j * D.words
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * D.words
    # Whatever rounds to 0 is within a bound of 0.
    cdef double cut = delta_cut(D, j, max(bound, E.eps) if bound >= 0.0 else bound)
    cdef double delta
    cdef int32_t b, k
    cdef uint64_t hits
    for b in range(D.words):
        if not peak[b] >= cut:
            continue
        hits = dagbag_reaching(min(64, D.p - b * 64), merit + b * 64, cut) & ~down[b]
        while hits != 0:
            k = b * 64 + lowest_bit(hits)
            hits &= hits - 1
            delta = eligible_round(E, delta_addition(D, j, k))
            if delta <= bound and delta < INFINITY and _push(W, ADD, k, j, delta) != OK:
                return NO_MEMORY
    return OK


cdef int _collect_edges(
    Eligible* E, int32_t operation, int32_t j, double bound, Window* W
) noexcept nogil:
    cdef Column* column = &E.deltas.column[j]
    cdef const uint64_t* fixed = E.fixed + <size_t> j * E.deltas.words
    cdef double delta
    cdef int32_t t
    for t in range(column.size):
        if has_bit(fixed, column.parents[t]):
            continue
        if operation == DELETE:
            delta = eligible_round(E, column.deletion[t])
        else:
            delta = column.reversal[t]
        if not (delta <= bound and delta < INFINITY):
            continue
        if operation == REVERSE and not eligible_reversal(E, j, t):
            continue
        if _push_edge(W, operation, column.parents[t], j, delta) != OK:
            return NO_MEMORY
    return OK


cdef double survey(Eligible* E, Window* W) noexcept nogil:
    """The smallest delta, of reversals not checked for a cycle, too; also of each block."""
    return dagbag_smallest(E.deltas.p, E.best, W.low)


cdef int collect(Eligible* E, double bound, Window* W) noexcept nogil:
    """All eligible operations with delta <= bound, in scan order, after a survey."""
    cdef int32_t count = 0, b, j, i, p = E.deltas.p
    W.size = 0
    for b in range(E.deltas.words):
        if W.low[b] <= bound:
            for j in range(b * 64, min(p, b * 64 + 64)):
                if E.best[j] <= bound:
                    W.columns[count] = j
                    count += 1
    for i in range(count):
        j = W.columns[i]
        if E.addition[j] <= bound and _collect_additions(E, j, bound, W) != OK:
            return NO_MEMORY
    for i in range(count):
        j = W.columns[i]
        if E.deletion[j] <= bound and _collect_edges(E, DELETE, j, bound, W) != OK:
            return NO_MEMORY
    for i in range(count):
        j = W.columns[i]
        if E.reversal[j] <= bound and _collect_edges(E, REVERSE, j, bound, W) != OK:
            return NO_MEMORY
    return E.deltas.status


cdef int _ascending(const void* a, const void* b) noexcept nogil:
    cdef double x = (<const double*> a)[0], y = (<const double*> b)[0]
    return (x > y) - (x < y)


cdef double _end_of_chain(Window* W, double eps) noexcept nogil:
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


cdef int choose(Eligible* E, Window* W, Move* winner) noexcept nogil:
    """R's choice: in scan order, replace the incumbent only by a delta <= incumbent - EPS.

    Equivalent, and cheap: replay that rule only on the operations linked to the smallest delta by
    gaps below EPS. Looking 2 EPS far shows the first gap, unless the chain is longer.
    """
    cdef int64_t i
    cdef double low = survey(E, W), reach = 2.0 * E.eps, bound, end
    winner.operation = NONE
    winner.delta = INFINITY
    while low < INFINITY:
        bound = low + reach
        if collect(E, bound, W) != OK:
            return NO_MEMORY
        if W.size == 0:
            end = low
            low = survey(E, W)
            if low == end:              # its cached delta was smaller, by rounding: look further
                reach = 2.0 * max(reach, 1e-12 * (1.0 + abs(low)))
            continue                    # otherwise only reversals were there, all of them cyclic
        end = _end_of_chain(W, E.eps)
        if W.sorted[0] + reach > bound or end > bound - E.eps:
            reach = max(reach, end - W.sorted[0] + 2.0 * E.eps)
            if W.sorted[0] + reach > bound:
                low = W.sorted[0]
                continue
        for i in range(W.size):
            if W.moves[i].delta <= end and (
                winner.operation == NONE or W.moves[i].delta <= winner.delta - E.eps
            ):
                winner[0] = W.moves[i]
        return OK
    return OK


cdef int choose_at_random(
    Eligible* E, Window* W, double length, double u, Move* winner
) noexcept nogil:
    """Random forest search: an eligible operation with weight exp(-(delta - best) * length).

    `winner` is the best operation on entry and the drawn one, possibly NONE, on return.
    """
    cdef double best = winner.delta, stay = exp(best * length), total, below, above, gap
    cdef int64_t i
    if best * length > 700.0:           # exp() is beyond the floats: staying has all the weight
        winner.operation = NONE
        return OK
    if collect(E, INFINITY, W) != OK:
        return NO_MEMORY
    total = stay
    for i in range(W.size):
        gap = W.moves[i].delta - best
        W.sorted[i] = exp(-gap * length) if gap > E.eps else 1.0
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


cdef struct Climb:
    # A search under way.
    Eligible* eligible
    Window* window
    double threshold
    const double* lengths   # random forest search, one per step; NULL: hill climbing
    const double* uniforms  # one per step
    int64_t draws           # uniforms used

cdef enum Ending:
    RUNNING = 0
    CONVERGED = 1
    STAYED = 2              # converged, by drawing no movement


cdef int climb(
    Climb* S, int64_t first, int64_t last, int32_t* moves, double* deltas, int64_t* done
) noexcept nogil:
    """Steps first..last - 1, recorded in moves (source, target, operation) and deltas.

    Returns RUNNING early when it is time to look for Ctrl-C: near saturation a step may suddenly
    take a thousand times as long as the one before.
    """
    cdef int64_t step
    cdef double deadline = now() + SECONDS
    cdef bint dear
    cdef Move winner = Move(NONE, 0, 0, 0.0)
    for step in range(first, last):
        done[0] = step
        if choose(S.eligible, S.window, &winner) != OK:
            return NO_MEMORY
        if winner.operation == NONE or winner.delta >= S.threshold:
            return CONVERGED
        if S.lengths != NULL:
            if choose_at_random(
                S.eligible, S.window, S.lengths[step], S.uniforms[step], &winner
            ) != OK:
                return NO_MEMORY
            S.draws += 1
            if winner.operation == NONE:
                return STAYED
            if winner.delta >= S.threshold:
                return CONVERGED
        if eligible_apply(
            S.eligible, winner.operation, winner.source, winner.target
        ) != OK:
            return NO_MEMORY
        moves[3 * step] = winner.source
        moves[3 * step + 1] = winner.target
        moves[3 * step + 2] = winner.operation
        deltas[step] = winner.delta
        dear = S.lengths != NULL or S.eligible.deltas.column[winner.target].size > 8
        if (dear or step % 64 == 0) and now() > deadline:
            done[0] = step + 1
            return RUNNING
    done[0] = last
    return RUNNING


cdef int64_t _count_additions(Eligible* E, int32_t j) noexcept nogil:
    cdef Deltas* D = E.deltas
    cdef const double* merit = D.merit + <size_t> j * D.p
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * D.words
    cdef int64_t count = 0
    cdef int32_t k
    if D.column[j].size >= D.limit:
        return 0
    for k in range(D.p):
        count += merit[k] > -INFINITY and not has_bit(down, k)
    return count


cdef int _list_edges(Eligible* E, int32_t operation, Window* W) noexcept nogil:
    """All eligible deletions or reversals, in scan order, after what is in the window."""
    cdef int32_t j
    for j in range(E.deltas.p):
        if _collect_edges(E, operation, j, INFINITY, W) != OK:
            return NO_MEMORY
    return OK


cdef int32_t _nth_addition(Eligible* E, int32_t j, int64_t rank) noexcept nogil:
    cdef const double* merit = E.deltas.merit + <size_t> j * E.deltas.p
    cdef const uint64_t* down = E.closure.descendants + <size_t> j * E.deltas.words
    cdef int32_t k = -1
    rank += 1
    while rank > 0:
        k += 1
        rank -= merit[k] > -INFINITY and not has_bit(down, k)
    return k


cdef class Search:
    """Memory and state of searches on p nodes.

    Parameters
    ----------
    p : int
        Number of nodes. About 25 p^2 bytes are allocated, and once a neighborhood is refitted on
        fewer than p / 2 rows, 8 rows p more.

    Attributes
    ----------
    crossprod : ndarray of shape (p, p)
        To be filled with the cross-products before `start`.
    stop : threading.Event, or None
        Once set, by another thread, the search ends with a KeyboardInterrupt.
    """

    cdef readonly object crossprod
    cdef public object stop
    cdef readonly int32_t p
    cdef ClosureGraph graph
    cdef Deltas deltas
    cdef Eligible eligible
    cdef Window window
    cdef Climb state
    cdef double[:, ::1] _C, _d, _merit, _peak
    cdef double[:, ::1] _vectors
    cdef double[::1] _low
    cdef uint8_t[::1] _perfect
    cdef int32_t[:, ::1] _indices
    cdef uint64_t[::1] _flagged
    cdef const double[:, ::1] _X
    cdef const double[::1] _offset
    cdef const uint64_t[:, ::1] _barred, _fixed
    cdef bint started

    def __cinit__(self, int32_t p):
        if p < 1:
            raise ValueError(f"p must be at least 1, got {p}")
        self.deltas.column = <Column*> calloc(p, sizeof(Column))
        if self.deltas.column == NULL:
            raise MemoryError
        self.p = self.deltas.p = p

    def __init__(self, int32_t p):
        cdef int32_t words = words_for(p)
        self.graph = ClosureGraph(p)
        self.crossprod = np.empty((p, p))
        self._C = self.crossprod
        self._d = np.empty((p, p))
        self._merit = np.empty((p, p))
        self._peak = np.empty((p, words))
        self._vectors = np.empty((8, p))
        self._perfect = np.zeros(p, dtype=np.uint8)
        self._indices = np.empty((2, p), dtype=np.int32)
        self._low = np.empty(words)
        self._flagged = np.zeros(words, dtype=np.uint64)
        cdef Deltas* D = &self.deltas
        D.words = words
        D.C = &self._C[0, 0]
        D.d = &self._d[0, 0]
        D.merit = &self._merit[0, 0]
        D.peak = &self._peak[0, 0]
        D.diag = &self._vectors[0, 0]
        D.rss = &self._vectors[1, 0]
        D.logdet = &self._vectors[2, 0]
        D.bare = &self._vectors[7, 0]
        D.perfect = &self._perfect[0]
        cdef Eligible* E = &self.eligible
        E.deltas = D
        E.closure = &self.graph.graph
        E.addition = &self._vectors[3, 0]
        E.deletion = &self._vectors[4, 0]
        E.reversal = &self._vectors[5, 0]
        E.best = &self._vectors[6, 0]
        E.source = &self._indices[0, 0]
        self.window.columns = &self._indices[1, 0]
        self.window.low = &self._low[0]
        E.flagged = &self._flagged[0]
        self.state.eligible = E
        self.state.window = &self.window

    def __dealloc__(self):
        cdef int32_t j
        if self.deltas.column != NULL:
            for j in range(self.p):
                column_free(&self.deltas.column[j])
            free(self.deltas.column)
        free(self.deltas.scratch)
        refit_free(&self.deltas.refit)
        free(self.window.moves)
        free(self.window.sorted)

    def start(
        self,
        const double[:, ::1] X,
        double n,
        double penalty,
        const double[::1] offset,
        double power,
        int32_t limit,
        const uint64_t[:, ::1] barred,
        const uint64_t[:, ::1] fixed,
        const int32_t[:, ::1] edges,
        double threshold,
        double eps,
    ):
        """Begin a search on the cross-products now in `crossprod`.

        Parameters
        ----------
        X : (rows, p) array, or None
            Data with X'X = crossprod, for refits; None if there are none.
        n, penalty : float
            The score n log(RSS/n) + penalty * parents.
        offset : (p + 1,) array, or None
            Not None: the BGe score, offset[m] + logdet C[S,S] + (power + m) log RSS.
        power : float
        limit : int
            Largest number of parents an addition may lead to.
        barred, fixed : (p, words) packed bits by target
            Sources never to be added; sources of edges never to be taken away.
        edges : (n_edges, 2) array
            source, target of an acyclic graph to start from.
        threshold, eps : float
        """
        cdef Deltas* D = &self.deltas
        cdef int32_t j, p = self.p, words = D.words
        cdef double deadline
        cdef Py_ssize_t i
        cdef int status = OK
        cdef Column* column
        if X is not None and X.shape[1] != p:
            raise ValueError(f"X must have {p} columns, got {X.shape[1]}")
        if offset is not None and offset.shape[0] != p + 1:
            raise ValueError(f"offset must have {p + 1} entries, got {offset.shape[0]}")
        for name, bits in (("barred", barred), ("fixed", fixed)):
            if bits.shape[0] != p or bits.shape[1] != words:
                raise ValueError(
                    f"{name} must have shape ({p}, {words}), got {tuple(bits.shape)[:2]}")
        self.started = False
        self._X, self._offset, self._barred, self._fixed = X, offset, barred, fixed
        if X is None or X.shape[0] == 0:
            refit_start(&D.refit, p, 0, NULL, D.diag)
        else:
            refit_start(&D.refit, p, X.shape[0], &X[0, 0], D.diag)
        D.score.kind = GAUSSIAN if offset is None else BGE
        D.score.n = n
        D.score.penalty = penalty
        D.score.power = power
        D.score.offset = NULL
        if offset is not None:
            D.score.offset = &offset[0]
        D.limit = limit
        D.barred = &barred[0, 0]
        D.status = OK
        D.near = near(n, eps)
        self.eligible.fixed = &fixed[0, 0]
        self.eligible.eps = eps
        self.state.threshold = threshold
        for j in range(p):
            self._vectors[0, j] = self._vectors[7, j] = self._C[j, j]
            self._perfect[j] = 0
            D.column[j].size = 0
            D.column[j].ill = 0
        closure_clear(&self.graph.graph)
        for i in range(edges.shape[0]):
            if i % 1024 == 0:
                self._listen()
            self.graph.add(edges[i, 0], edges[i, 1])
            column = &D.column[edges[i, 1]]
            if column_reserve(column, column.size + 1) != OK:
                raise MemoryError
            column.parents[column.size] = edges[i, 0]
            column.size += 1
        j = 0
        while j < p and status == OK:
            with nogil:
                deadline = now() + SECONDS
                while j < p and status == OK and now() < deadline:
                    status = eligible_start(&self.eligible, j, j + 1)
                    j += 1
            self._listen()
        if status != OK:
            raise MemoryError
        self.started = True

    def climb(self, int64_t max_step, lengths=None, uniforms=None):
        """Search at most max_step steps from where the search is.

        Parameters
        ----------
        max_step : int
        lengths, uniforms : (max_step,) arrays, optional
            Random forest search: random.step.length and the uniforms it may use.

        Returns
        -------
        moves : (steps, 3) int32 array
            source, target, operation (1 add, 2 delete, 3 reverse).
        deltas : (steps,) array
        converged : bool
            False if it was max_step that ended the search.
        draws : int
            Uniforms used.
        stayed : bool
            True if a random forest search converged by drawing "no movement".
        """
        cdef int64_t first = 0, done = 0, capacity
        cdef int status = RUNNING
        cdef const double[::1] length_view
        cdef const double[::1] uniform_view
        cdef int32_t[:, ::1] moves
        cdef double[::1] deltas
        self._require_start()
        self.state.lengths = NULL
        self.state.draws = 0
        if lengths is not None and max_step > 0:
            length_view, uniform_view = lengths, uniforms
            if length_view.shape[0] < max_step or uniform_view.shape[0] < max_step:
                raise ValueError("lengths and uniforms must have max_step entries")
            self.state.lengths = &length_view[0]
            self.state.uniforms = &uniform_view[0]
        capacity = min(max_step, 1024)
        move_array = np.empty((max(capacity, 1), 3), dtype=np.int32)
        delta_array = np.empty(max(capacity, 1))
        moves, deltas = move_array, delta_array
        while status == RUNNING and first < max_step:
            if first == capacity:
                capacity = min(max_step, 2 * capacity)
                move_array = np.resize(move_array, (capacity, 3))
                delta_array = np.resize(delta_array, capacity)
                moves, deltas = move_array, delta_array
            with nogil:
                status = climb(&self.state, first, capacity, &moves[0, 0], &deltas[0], &done)
            first = done
            self._listen()
        if status == NO_MEMORY:
            self.started = False
            raise MemoryError
        return (
            move_array[:done].copy(), delta_array[:done].copy(), status in (CONVERGED, STAYED),
            self.state.draws, status == STAYED,
        )

    def perturb(self, draw, bint additions, bint deletions, bint reversals):
        """Carry out one operation drawn evenly among the eligible ones of the kinds allowed.

        `draw(m)` returns an integer in 0..m - 1. Returns (source, target, operation, delta), or
        None if no operation is eligible.
        """
        cdef Eligible* E = &self.eligible
        cdef Move move
        cdef int64_t rank, total = 0
        cdef int32_t j
        cdef int status = OK
        self._require_start()
        counts = np.zeros(self.p, dtype=np.int64)
        cdef int64_t[::1] count = counts
        with nogil:
            self.window.size = 0
            if additions:
                for j in range(self.p):
                    count[j] = _count_additions(E, j)
                    total += count[j]
            if deletions:
                status |= _list_edges(E, DELETE, &self.window)
            if reversals:
                status |= _list_edges(E, REVERSE, &self.window)
        if status != OK:
            raise MemoryError
        if total + self.window.size == 0:
            return None
        rank = draw(total + self.window.size)
        if rank >= total:
            move = self.window.moves[rank - total]
        else:
            j = 0
            while rank >= count[j]:
                rank -= count[j]
                j += 1
            move.operation = ADD
            move.target = j
            move.source = _nth_addition(E, j, rank)
            move.delta = eligible_round(E, delta_addition(&self.deltas, j, move.source))
        if eligible_apply(E, move.operation, move.source, move.target) != OK:
            self.started = False
            raise MemoryError
        return move.source, move.target, move.operation, move.delta

    def operations(self):
        """All eligible operations in scan order: (k, 3) source, target, operation; their deltas."""
        cdef int status
        cdef int64_t i
        self._require_start()
        with nogil:
            survey(&self.eligible, &self.window)
            status = collect(&self.eligible, INFINITY, &self.window)
        if status != OK:
            raise MemoryError
        moves = np.empty((self.window.size, 3), dtype=np.int32)
        deltas = np.empty(self.window.size)
        for i in range(self.window.size):
            moves[i] = (
                self.window.moves[i].source, self.window.moves[i].target,
                self.window.moves[i].operation,
            )
            deltas[i] = self.window.moves[i].delta
        return moves, deltas

    def apply(self, int32_t operation, int32_t source, int32_t target):
        """Carry out one eligible operation."""
        self._require_start()
        self.graph._check(source, target)
        if operation not in (ADD, DELETE, REVERSE):
            raise ValueError(f"operation must be 1, 2 or 3, got {operation}")
        if operation == ADD and (
            self.graph.has_edge(source, target)
            or closure_addition_cyclic(&self.graph.graph, source, target)
        ):
            raise ValueError(f"adding {source} -> {target} is not eligible")
        if operation != ADD and not self.graph.has_edge(source, target):
            raise ValueError(f"there is no edge {source} -> {target}")
        if operation == REVERSE and self.graph.reversal_is_cyclic(source, target):
            raise ValueError(f"reversing {source} -> {target} closes a cycle")
        if eligible_apply(&self.eligible, operation, source, target) != OK:
            self.started = False
            raise MemoryError

    def edges(self):
        """The current graph: (n_edges, 2) source, target, ordered by target, then source."""
        cdef int32_t j, t
        cdef Py_ssize_t at = 0, total = 0
        self._require_start()
        for j in range(self.p):
            total += self.deltas.column[j].size
        array = np.empty((total, 2), dtype=np.int32)
        cdef int32_t[:, ::1] edges = array
        for j in range(self.p):
            for t in range(self.deltas.column[j].size):
                edges[at, 0] = self.deltas.column[j].parents[t]
                edges[at, 1] = j
                at += 1
        return array[np.lexsort((array[:, 0], array[:, 1]))]

    def scores(self):
        """Neighborhood scores, (p,); NaN for a constant column."""
        cdef int32_t j
        self._require_start()
        array = np.empty(self.p)
        cdef double[::1] scores = array
        for j in range(self.p):
            scores[j] = delta_score(&self.deltas, j)
        return array

    def rss(self):
        """Residual sums of squares, (p,)."""
        self._require_start()
        return np.array(self._vectors[1])

    def perfect(self):
        """Targets for which a source that fits perfectly was refused, (p,) bool."""
        self._require_start()
        return np.array(self._perfect, dtype=bool)

    cdef int _listen(self) except -1:
        """Hear Ctrl-C: signals reach the main thread only, the others are told by `stop`."""
        PyErr_CheckSignals()
        if self.stop is not None and self.stop.is_set():
            raise KeyboardInterrupt
        return 0

    cdef int _require_start(self) except -1:
        if not self.started:
            raise RuntimeError("the search has not been started")
        return 0
