"""Hill climbing: the search loop, and the only entry to a search.

A `Search` owns the memory of searches on p nodes and is used again and again: `start` with a score
and the terms, then `climb`. Only its methods allocate, raise and look for Ctrl-C; everything below
is nogil and returns a status.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from dagbag._kernels.alloc cimport NO_MEMORY, OK
from dagbag._kernels.bitset cimport words_for
from dagbag._kernels.choice cimport (
    Move, choice_all, choice_at_random, choice_best, choice_count, choice_free,
    choice_nth, choice_reserve, choice_start,
)
from dagbag._kernels.clock cimport SECONDS, now
from dagbag._kernels.closure cimport (
    ClosureGraph, closure_add, closure_addition_cyclic, closure_clear,
)
from dagbag._kernels.delta cimport column_reserve, delta_score
from dagbag._kernels.eligible cimport (
    ADD, DELETE, NONE, REVERSE, Eligible, eligible_apply, eligible_start,
)
from dagbag._kernels.node_score cimport Column, Scorer, Want
from dagbag._kernels.workspace cimport Workspace

import numpy as np


cdef inline Want _want(const Move* move) noexcept nogil:
    """The column with one more parent that a move leads to."""
    if move.operation == REVERSE:
        return Want(move.source, move.target)
    return Want(move.target, move.source)


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
    cdef Column* column
    cdef Move winner = Move(NONE, 0, 0, 0.0)
    for step in range(first, last):
        done[0] = step
        if choice_best(S.choice, S.eligible, &winner) != OK:
            return NO_MEMORY
        if winner.operation == NONE or winner.delta >= S.threshold:
            return CONVERGED
        if S.lengths != NULL:
            if choice_at_random(
                S.choice, S.eligible, S.lengths[step], S.uniforms[step], &winner
            ) != OK:
                return NO_MEMORY
            S.draws += 1
            if winner.operation == NONE:
                return STAYED
            if winner.delta >= S.threshold:
                return CONVERGED
        elif S.ready != NULL and winner.operation != DELETE:
            S.want = _want(&winner)
            if not S.ready(S.own, S.eligible.deltas, S.want):
                return WANTING
        if eligible_apply(
            S.eligible, winner.operation, winner.source, winner.target
        ) != OK:
            return NO_MEMORY
        if moves != NULL:
            moves[3 * step] = winner.source
            moves[3 * step + 1] = winner.target
            moves[3 * step + 2] = winner.operation
            deltas[step] = winner.delta
        column = &S.eligible.deltas.column[winner.target]
        dear = S.lengths != NULL or column.score.dear or column.size > 8
        if (dear or step % 64 == 0) and now() > deadline:
            done[0] = step + 1
            return RUNNING
    done[0] = last
    return RUNNING


cdef class Terms:
    """What a search is held to, whatever the score.

    Parameters
    ----------
    limit : int
        Largest number of parents an addition may lead to.
    barred, fixed : (p, words) packed bits by target
        Sources never to be added; sources of edges never to be taken away.
    barred_at, fixed_at : (p,) arrays, optional
        The row of each target; then there are as many rows as there are different ones. Row 0 of
        `barred` is that of targets without a list of their own.
    edges : (n_edges, 2) array
        source, target of an acyclic graph to start from.
    threshold : float
        The search ends where no delta is below it.
    eps : float
        EPS of the choice rule.
    """

    def __init__(
        self, *, int32_t limit, const uint64_t[:, ::1] barred not None,
        const uint64_t[:, ::1] fixed not None, const int32_t[:, ::1] edges not None,
        double threshold, double eps, const int32_t[::1] barred_at=None,
        const int32_t[::1] fixed_at=None,
    ):
        self.limit, self.threshold, self.eps = limit, threshold, eps
        self.barred, self.fixed, self.edges = barred, fixed, edges
        self.barred_at, self.fixed_at = barred_at, fixed_at


cdef class Search(Workspace):
    """Memory and state of searches on p nodes.

    Parameters
    ----------
    p : int
        Number of nodes. At most 11 p^2 bytes are allocated, up to 1024 nodes 25 p^2, those of
        `regressions` included.

    Attributes
    ----------
    regressions : Regressions
        Memory for the scores that are made of regressions, kept with the search's own.
    stop : threading.Event, or None
        Once set, by another thread, the search ends with a KeyboardInterrupt.
    """

    def __cinit__(self, int32_t p, bint matrices=True):
        if choice_reserve(&self.choice, p) != OK:
            raise MemoryError

    def __init__(self, int32_t p, bint matrices=True):
        Workspace.__init__(self, p, matrices)
        self.graph = ClosureGraph(p)
        self._vectors = np.empty((4, p))
        self._source = np.empty(p, dtype=np.int32)
        self._flagged = np.zeros(self.deltas.words, dtype=np.uint64)
        self._spoilt = np.zeros(self.deltas.words, dtype=np.uint64)
        self._stale = np.zeros(words_for(self.deltas.words), dtype=np.uint64)
        cdef Eligible* E = &self.eligible
        E.deltas = &self.deltas
        E.closure = &self.graph.graph
        E.addition = &self._vectors[0, 0]
        E.deletion = &self._vectors[1, 0]
        E.reversal = &self._vectors[2, 0]
        E.best = &self._vectors[3, 0]
        E.source = &self._source[0]
        E.flagged = &self._flagged[0]
        E.spoilt = &self._spoilt[0]
        E.stale = &self._stale[0]
        if matrices:
            self._eligible_peak = np.empty((p, self.deltas.words))
            E.peak = &self._eligible_peak[0, 0]
        self.state.eligible = E
        self.state.choice = &self.choice

    def __dealloc__(self):
        choice_free(&self.choice)

    def start(self, Scorer score not None, Terms terms not None):
        """Begin a search.

        Parameters
        ----------
        score : Scorer
        terms : Terms
        """
        cdef int32_t j = 0
        cdef double deadline
        cdef int status = OK
        self._bind(score, terms.limit, terms.barred, terms.eps, terms.barred_at)
        self._hold(terms)
        self.state.ready = score.ready if score.batch > 0 else NULL
        self.state.own = score.contract.own
        while j < self.p and status == OK:
            if not self._is_ready(j):
                self._prepare_from(j)
            with nogil:
                deadline = now() + SECONDS
                while j < self.p and status == OK and self._is_ready(j):
                    # The time, to look at which takes a tenth of a column, only now and then.
                    if (j % 16 == 0 or self.deltas.column[j].score.dear) and now() > deadline:
                        break
                    status = eligible_start(&self.eligible, j, j + 1)
                    j += 1
            self._listen()
        if status != OK:
            raise MemoryError
        self.started = True

    cdef bint _is_ready(self, int32_t j) noexcept nogil:
        """Whether a column of the graph to start from need not be prepared."""
        return self.state.ready == NULL or self.state.ready(
            self.state.own, &self.deltas, Want(j, -1))

    cdef int _prepare_from(self, int32_t j) except -1:
        """Prepare as many columns of the graph to start from as it is worth, j the first."""
        cdef int32_t batch = self._score.batch, count = 0
        cdef Want[::1] wants = np.empty(batch, dtype=np.dtype("i4,i4"))
        while j < self.p and count < batch:
            if not self._is_ready(j):
                wants[count] = Want(j, -1)
                count += 1
            j += 1
        return self._score.prepare(&self.deltas, &wants[0], count)

    cdef int _look_ahead(self) except -1:
        """Prepare what is wanted, and what the best additions, likely to be next, lead to.

        Of a sparse graph on 20,000 nodes nine steps in ten find their column prepared.
        """
        cdef const Eligible* E = &self.eligible
        cdef int32_t batch = self._score.batch, count = 0, j, at
        cdef Want[::1] wants = np.empty(batch + 1, dtype=np.dtype("i4,i4"))
        wants[0] = self.state.want
        for j in range(self.p):
            if not (E.addition[j] <= E.best[j] and E.addition[j] < self.state.threshold) or (
                count == batch and E.best[j] >= E.best[wants[batch].target]
            ) or j == wants[0].target:
                continue
            count = min(count + 1, batch)
            at = count
            while at > 1 and E.best[wants[at - 1].target] > E.best[j]:
                wants[at] = wants[at - 1]
                at -= 1
            wants[at] = Want(j, E.source[j])
        return self._score.prepare(&self.deltas, &wants[0], count + 1)

    cdef int _hold(self, Terms terms) except -1:
        """Take the terms over; the graph is that of their edges."""
        cdef const int32_t[:, ::1] edges = terms.edges
        cdef Py_ssize_t i
        self._check_bits("fixed", terms.fixed, terms.fixed_at)
        self._terms = terms
        self.eligible.fixed = &terms.fixed[0, 0]
        self.eligible.fixed_at = NULL
        if terms.fixed_at is not None:
            self.eligible.fixed_at = &terms.fixed_at[0]
        choice_start(&self.choice, terms.eps)
        self.state.threshold = terms.threshold
        closure_clear(&self.graph.graph)
        for i in range(edges.shape[0]):
            if i % 1024 == 0:
                self._listen()
            self.graph.add(edges[i, 0], edges[i, 1])
            if self._join(edges[i, 0], edges[i, 1]) != OK:
                raise MemoryError
        return 0

    cdef int _join(self, int32_t source, int32_t target) noexcept nogil:
        """One more parent of a target whose column is still to be filled."""
        cdef Column* column = &self.deltas.column[target]
        if column_reserve(column, column.size + 1) != OK:
            return NO_MEMORY
        column.parents[column.size] = source
        column.size += 1
        return OK

    cdef int _plant(self) noexcept nogil:
        """The graph of the terms, on columns without parents."""
        cdef const int32_t[:, ::1] edges = self._terms.edges
        cdef Py_ssize_t i
        closure_clear(&self.graph.graph)
        for i in range(edges.shape[0]):
            if closure_add(&self.graph.graph, edges[i, 0], edges[i, 1]) != OK or self._join(
                edges[i, 0], edges[i, 1]
            ) != OK:
                return NO_MEMORY
        return OK

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
            if status == WANTING:
                self._look_ahead()
                status = RUNNING
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
        cdef int64_t count
        self._require_start()
        with nogil:
            count = choice_count(&self.choice, E, additions, deletions, reversals)
        if count == NO_MEMORY:
            raise MemoryError
        if count == 0:
            return None
        move = choice_nth(&self.choice, E, draw(count))
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
            status = choice_all(&self.choice, &self.eligible)
        if status != OK:
            raise MemoryError
        moves = np.empty((self.choice.size, 3), dtype=np.int32)
        deltas = np.empty(self.choice.size)
        for i in range(self.choice.size):
            moves[i] = (
                self.choice.moves[i].source, self.choice.moves[i].target,
                self.choice.moves[i].operation,
            )
            deltas[i] = self.choice.moves[i].delta
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

    cdef Py_ssize_t _n_edges(self) noexcept nogil:
        cdef Py_ssize_t total = 0
        cdef int32_t j
        for j in range(self.p):
            total += self.deltas.column[j].size
        return total

    cdef void _write_edges(self, int32_t* edges) noexcept nogil:
        """Each parent sinks to its place: they stand in order of arrival."""
        cdef const Column* column
        cdef int32_t j, t, slot
        for j in range(self.p):
            column = &self.deltas.column[j]
            for t in range(column.size):
                slot = t
                while slot > 0 and edges[2 * slot - 2] > column.parents[t]:
                    edges[2 * slot] = edges[2 * slot - 2]
                    slot -= 1
                edges[2 * slot] = column.parents[t]
                edges[2 * t + 1] = j
            edges += 2 * column.size

    cdef void _write_scores(self, double* scores) noexcept nogil:
        cdef int32_t j
        for j in range(self.p):
            scores[j] = delta_score(&self.deltas, j)

    def edges(self):
        """The current graph: (n_edges, 2) source, target, ordered by target, then source."""
        self._require_start()
        array = np.empty((self._n_edges(), 2), dtype=np.int32)
        cdef int32_t[:, ::1] edges = array
        if edges.shape[0] > 0:
            self._write_edges(&edges[0, 0])
        return array

    def scores(self):
        """Neighborhood scores, (p,); NaN for a constant column."""
        self._require_start()
        array = np.empty(self.p)
        cdef double[::1] scores = array
        self._write_scores(&scores[0])
        return array

    def finish(self):
        """Let go of the score, and what it holds of the data; the memory of searches stays."""
        self.started = False
        self._score = self._terms = None


cdef class DataSearch(Search):
    """Memory and state of searches on p nodes without matrices of doubles.

    Parameters
    ----------
    p : int
        Number of nodes. About 5/16 p^2 bytes are allocated; the score has the data, and for every
        parent, and twice for every node with parents, a vector as long as a column.
    """

    def __init__(self, int32_t p):
        Search.__init__(self, p, False)
