"""Greedy search over equivalence classes: GES's operators in the order of XGES, and its trials.

State: a CPDAG. Every operation is an edge of one of its DAGs added, deleted or turned; it is known
by the source and the target of that edge and by the set C of the target's neighbors (undirected
edges) that point at the target in that DAG, a clique. Chickering (2002) and Hauser and Buehlmann
(2012) tell which ones there are:

- Insert: C has all neighbors of the target that are adjacent to the source, and meets every
  semi-directed path from the target to the source.
- Delete: C is among the neighbors of the target that are adjacent to the source.
- Turn of target -> source: as Insert, the path along the edge itself aside; C or a neighbor of the
  source meets the others.
- Turn of an undirected edge: C has nodes that are not adjacent to the source, and what it shares
  with its neighbors separates those from the rest of the shared ones.

One column of the delta-score matrix for a target and its parents and C together has the deltas of
all insertions with that C, of all deletions, and both halves of all turns, so that is what a
`Record` of a target is made from, one clique among its neighbors after the other. Records are made
again for targets whose own edges changed, those out of them included if they come or go, or that
have a neighbor whose adjacent nodes did.

The choice: the lowest delta; among those within eps of it the lowest target, then source, then C
in the order of its nodes.
"""

from libc.math cimport INFINITY, isnan
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bitset cimport (
    any_bit, clear_bit, clear_row, has_bit, lowest_bit, meets, next_bit, same_row, set_bit,
    union_row,
)
from dagbag._kernels.clock cimport SECONDS, now
from dagbag._kernels.columns cimport BLOCK, dagbag_reaching
from dagbag._kernels.delta cimport (
    column_reserve, delta_addition, delta_additions, delta_cut, delta_merits, delta_score,
    delta_start,
)
from dagbag._kernels.essential cimport (
    CHILDREN, MEMBER, NEIGHBORS, PARENTS, Essential, around, essential_complete, essential_direct,
    essential_path, essential_reach, essential_touch, log_begin, log_undo, row_of,
)
from dagbag._kernels.node_score cimport Column, Deltas, Scorer, block_peak, block_width
from dagbag._kernels.workspace cimport Workspace

import numpy as np

cdef enum:
    # A target with more cliques among its neighbors than this is looked at with small ones only:
    # their number doubles with each node of the largest one.
    MOST = 1024

cdef enum Operation:
    NONE = 0
    INSERT = 1
    DELETE = 2
    TURN = 3

cdef enum Ending:
    RUNNING = 0
    CONVERGED = 1
    CAPPED = 2              # by the number of operations
    OPEN = 3                # an operation is proposed

cdef struct Candidate:
    double delta            # of a turn: its insertion half
    int32_t source
    int32_t clique          # number of C in the record; of a deletion: C and the source, if in it
    int32_t refused         # in this step, by the lists

cdef struct Table:
    int32_t size
    int32_t capacity
    Candidate* row

cdef struct Record:
    # What can be done to the edges into a target.
    int32_t count           # cliques among its neighbors, the empty one first
    int32_t filled          # those whose candidates are in the tables
    int32_t capacity
    uint64_t* cliques       # (capacity, words)
    int32_t* deletions      # (capacity + 1,) where the deletions of each clique begin
    Table insert
    Table delete
    Table turn
    double deletion         # the lowest delta of a deletion

cdef struct Node:
    Record* record
    double insertion        # lowest deltas of what is valid, inf: none improves
    double turn
    uint8_t stale_insertion
    uint8_t stale_turn

cdef struct Move:
    int32_t operation
    int32_t source
    int32_t target
    double delta
    Record* record
    int32_t clique

cdef struct Path:
    int64_t size
    int64_t capacity
    int32_t* moves          # (capacity, 3) source, target, operation
    double* deltas          # (capacity,)

cdef struct Trial:
    # A deletion to be forced.
    double delta
    int32_t source
    int32_t target
    int32_t clique
    int32_t done

cdef struct Search:
    Essential graph
    Deltas* deltas
    double eps
    bint listed             # there are lists
    const uint64_t* forbidden   # (p, words) by source
    const uint64_t* fixed   # (p, words) pairs that stay adjacent
    Node* node              # (p,)
    Node* node_before       # (p,) as they were when the trial began
    uint64_t* node_kept     # (words,) those that are there
    uint64_t* watch         # (p, 2, words) nodes on whose edges out the best of a target depends
    uint64_t* watch_before  # (p, 2, words)
    uint64_t* dirty         # (words,) targets whose records are to be made again
    uint64_t* refused       # (words,) targets with refused candidates
    uint64_t* scratch       # (8, words)
    uint64_t* allowed       # (p + 2, words)
    Record** pool           # records without a target
    int32_t pool_size
    int32_t pool_capacity
    int32_t banned_source   # not to be joined with the target, -1: none
    int32_t banned_target
    bint in_trial
    bint tried              # the trials of this optimum are listed
    double change           # of the score since the trial began
    int64_t path_before
    Trial* trials
    int64_t trials_size
    int64_t trials_capacity
    Path path
    int64_t counts[3]       # operations carried out, those of trials included
    int64_t trials_done
    int64_t trials_kept
    int64_t limit           # of operations
    bint backward           # only deletions
    double optimum          # the score of the best DAG so far, by definition
    double anchor           # and of the DAG at the last look whether deltas come true, or inf
    int64_t since           # operations since then
    int64_t work            # columns filled


# Records and their memory

cdef int _append(Table* table, double delta, int32_t source, int32_t clique) noexcept nogil:
    cdef int status = OK
    cdef int32_t capacity
    if table.size == table.capacity:
        capacity = max(8, 2 * table.capacity)
        table.row = <Candidate*> grown(table.row, capacity * sizeof(Candidate), &status)
        if status != OK:
            return NO_MEMORY
        table.capacity = capacity
    table.row[table.size] = Candidate(delta, source, clique, 0)
    table.size += 1
    return OK


cdef void _record_free(Record* record) noexcept nogil:
    if record != NULL:
        free(record.cliques)
        free(record.deletions)
        free(record.insert.row)
        free(record.delete.row)
        free(record.turn.row)
        free(record)


cdef int _give_back(Search* S, Record* record) noexcept nogil:
    cdef int status = OK
    cdef int32_t capacity
    if S.pool_size == S.pool_capacity:
        capacity = max(16, 2 * S.pool_capacity)
        S.pool = <Record**> grown(S.pool, capacity * sizeof(Record*), &status)
        if status != OK:
            _record_free(record)
            return NO_MEMORY
        S.pool_capacity = capacity
    S.pool[S.pool_size] = record
    S.pool_size += 1
    return OK


cdef Record* _take(Search* S) noexcept nogil:
    if S.pool_size > 0:
        S.pool_size -= 1
        return S.pool[S.pool_size]
    return <Record*> calloc(1, sizeof(Record))


cdef inline uint64_t* _clique(const Search* S, const Record* record, int32_t at) noexcept nogil:
    return record.cliques + <size_t> at * S.graph.words


cdef int _add_clique(Search* S, Record* record, const uint64_t* clique) noexcept nogil:
    cdef int status = OK
    cdef int32_t capacity, words = S.graph.words
    if record.count == record.capacity:
        capacity = max(8, 2 * record.capacity)
        record.cliques = <uint64_t*> grown(
            record.cliques, <size_t> capacity * words * sizeof(uint64_t), &status)
        record.deletions = <int32_t*> grown(
            record.deletions, (capacity + 1) * sizeof(int32_t), &status)
        if status != OK:
            return NO_MEMORY
        record.capacity = capacity
    memcpy(_clique(S, record, record.count), clique, words * sizeof(uint64_t))
    record.count += 1
    return OK


cdef int _list_cliques(Search* S, int32_t target, int32_t size, Record* record) noexcept nogil:
    """The cliques of at most `size` nodes among the neighbors of a target, in the order of their
    nodes, MOST + 1 of them at most."""
    cdef int32_t words = S.graph.words, depth = 0, z, b
    cdef uint64_t* now_in = S.scratch
    cdef uint64_t* rest
    cdef const uint64_t* neighbors
    record.count = 0
    clear_row(now_in, words)
    memcpy(S.allowed, row_of(&S.graph, target, NEIGHBORS), words * sizeof(uint64_t))
    if _add_clique(S, record, now_in) != OK:
        return NO_MEMORY
    while depth >= 0:
        rest = S.allowed + <size_t> depth * words
        z = next_bit(rest, words, 0) if depth < size else -1
        if z < 0:
            depth -= 1
            if depth >= 0:
                clear_bit(now_in, S.graph.stack[depth])
            continue
        clear_bit(rest, z)
        set_bit(now_in, z)
        if _add_clique(S, record, now_in) != OK:
            return NO_MEMORY
        if record.count > MOST:
            return OK
        neighbors = row_of(&S.graph, z, NEIGHBORS)
        S.graph.stack[depth] = z
        depth += 1
        for b in range(words):
            rest[words + b] = rest[b] & neighbors[b]
    return OK


cdef int _make_cliques(Search* S, int32_t target, Record* record) noexcept nogil:
    cdef int32_t size = S.graph.p
    if _list_cliques(S, target, size, record) != OK:
        return NO_MEMORY
    size = 5
    while record.count > MOST and size > 1:
        size -= 1
        if _list_cliques(S, target, size, record) != OK:
            return NO_MEMORY
    return OK


# Candidates of a target

cdef int _give_parents(Search* S, int32_t target, const uint64_t* parents) noexcept nogil:
    """Make the nodes of a row the parents of a column."""
    cdef Column* column = &S.deltas.column[target]
    cdef int32_t words = S.graph.words, k = next_bit(parents, words, 0), size = 0
    cdef bint same = True
    while k >= 0:
        if column_reserve(column, size + 1) != OK:
            return NO_MEMORY
        if same and (size >= column.size or column.parents[size] != k):
            same = False
            if size < column.size:
                column.score.lose(column.score.own, S.deltas, target, size)
        column.parents[size] = k
        size += 1
        k = next_bit(parents, words, k + 1)
    if same and size < column.size:
        column.score.lose(column.score.own, S.deltas, target, size)
    column.size = size
    return OK


cdef int _add_insertions(
    Search* S, int32_t target, int32_t at, Record* record, const uint64_t* apart
) noexcept nogil:
    """Those that improve the score; apart (words,): adjacent to a neighbor that is not in C."""
    cdef Deltas* D = S.deltas
    cdef const double* merit
    cdef double cut = delta_cut(D, target, -S.eps)
    cdef double deltas[BLOCK]
    cdef double room[BLOCK]
    cdef int32_t b, i, k
    cdef uint64_t sources
    for b in range(D.words):
        if not block_peak(D, target, b) >= cut:
            continue
        merit = delta_merits(D, target, b, room)
        sources = dagbag_reaching(block_width(D, b), merit, cut)
        sources &= ~(apart[b] | around(&S.graph, target, b))
        delta_additions(D, target, b, merit, sources, deltas)
        i = 0
        while sources != 0:
            k = b * BLOCK + lowest_bit(sources)
            sources &= sources - 1
            if deltas[i] < -S.eps and k != target and _append(
                &record.insert, deltas[i], k, at
            ) != OK:
                return NO_MEMORY
            i += 1
    return OK


cdef int _add_turns(
    Search* S, int32_t target, int32_t at, Record* record, const uint64_t* apart
) noexcept nogil:
    """The insertion halves of turns: of children of the target, and of neighbors out of C."""
    cdef int32_t words = S.graph.words, b, k
    cdef const uint64_t* clique = _clique(S, record, at)
    cdef const uint64_t* children = row_of(&S.graph, target, CHILDREN)
    cdef const uint64_t* neighbors = row_of(&S.graph, target, NEIGHBORS)
    cdef bint beyond
    cdef double delta
    for b in range(words):
        S.scratch[words + b] = (children[b] & ~apart[b]) | (neighbors[b] & ~clique[b])
    k = next_bit(S.scratch + words, words, 0)
    while k >= 0:
        beyond = has_bit(children, k)
        for b in range(words):
            beyond |= (clique[b] & ~around(&S.graph, k, b)) != 0
        if beyond:
            delta = delta_addition(S.deltas, target, k)
            if delta < INFINITY and _append(&record.turn, delta, k, at) != OK:
                return NO_MEMORY
        k = next_bit(S.scratch + words, words, k + 1)
    return OK


cdef int _fill(Search* S, int32_t target, int32_t at, Record* record) noexcept nogil:
    """Find the candidates with one clique."""
    cdef Deltas* D = S.deltas
    cdef Column* column = &D.column[target]
    cdef int32_t words = S.graph.words, b, t, z
    cdef const uint64_t* clique = _clique(S, record, at)
    cdef const uint64_t* neighbors = row_of(&S.graph, target, NEIGHBORS)
    cdef uint64_t* apart = S.scratch + 2 * words
    cdef uint64_t* others = S.scratch + 3 * words
    for b in range(words):
        S.scratch[b] = row_of(&S.graph, target, PARENTS)[b] | clique[b]
    if _give_parents(S, target, S.scratch) != OK or delta_start(D, target) != OK:
        return NO_MEMORY
    record.deletions[at] = record.delete.size
    for t in range(column.size):
        z = column.parents[t]
        if S.listed and has_bit(S.fixed + <size_t> target * words, z):
            if _append(&record.delete, INFINITY, z, at) != OK:
                return NO_MEMORY
            record.delete.row[record.delete.size - 1].delta = column.deletion[t]
            record.delete.row[record.delete.size - 1].refused = 2
            continue
        if _append(&record.delete, column.deletion[t], z, at) != OK:
            return NO_MEMORY
        record.deletion = min(record.deletion, column.deletion[t])
    record.deletions[at + 1] = record.delete.size
    if column.size >= D.limit:
        return OK
    clear_row(apart, words)
    for b in range(words):
        others[b] = neighbors[b] & ~clique[b]
    z = next_bit(others, words, 0)
    while z >= 0:
        for b in range(words):
            apart[b] |= around(&S.graph, z, b)
        z = next_bit(others, words, z + 1)
    if _add_insertions(S, target, at, record, apart) != OK:
        return NO_MEMORY
    return _add_turns(S, target, at, record, apart)


# What a trial may undo

cdef void _keep_node(Search* S, int32_t k) noexcept nogil:
    """To be told before a node of the search is written to."""
    cdef size_t both = 2 * <size_t> S.graph.words
    if S.in_trial and not has_bit(S.node_kept, k):
        set_bit(S.node_kept, k)
        S.node_before[k] = S.node[k]
        memcpy(S.watch_before + k * both, S.watch + k * both, both * sizeof(uint64_t))


cdef void _forget_insertion(Search* S, int32_t k) noexcept nogil:
    if not S.node[k].stale_insertion:
        _keep_node(S, k)
        S.node[k].stale_insertion = 1


cdef void _forget_turn(Search* S, int32_t k) noexcept nogil:
    if not S.node[k].stale_turn:
        _keep_node(S, k)
        S.node[k].stale_turn = 1


cdef int _refresh(Search* S, double deadline) noexcept nogil:
    """Make the records of dirty targets; RUNNING if it is time to look for Ctrl-C, else
    CONVERGED."""
    cdef int32_t words = S.graph.words, k = next_bit(S.dirty, words, 0), other
    cdef Node* node
    cdef Record* record
    cdef const uint64_t* parents
    cdef const uint64_t* neighbors
    while k >= 0:
        node = &S.node[k]
        _keep_node(S, k)
        if S.in_trial and node.record == S.node_before[k].record or node.record == NULL:
            record = _take(S)
            if record == NULL:
                return NO_MEMORY
            record.filled = -1
            node.record = record
        record = node.record
        if record.filled < 0:
            record.filled = 0
            record.insert.size = record.delete.size = record.turn.size = 0
            record.deletion = INFINITY
            if _make_cliques(S, k, record) != OK:
                return NO_MEMORY
        while record.filled < record.count:
            if _fill(S, k, record.filled, record) != OK:
                return NO_MEMORY
            record.filled += 1
            S.work += 1
            if (S.work % 16 == 0 or S.deltas.column[k].size > 8) and now() > deadline:
                return RUNNING
        node.stale_insertion = node.stale_turn = 1
        parents, neighbors = row_of(&S.graph, k, PARENTS), row_of(&S.graph, k, NEIGHBORS)
        other = next_bit(parents, words, 0)
        while other >= 0:
            _forget_turn(S, other)
            other = next_bit(parents, words, other + 1)
        other = next_bit(neighbors, words, 0)
        while other >= 0:
            _forget_turn(S, other)
            other = next_bit(neighbors, words, other + 1)
        clear_bit(S.dirty, k)
        k = next_bit(S.dirty, words, k + 1)
    return CONVERGED


cdef void _soil(Search* S, int32_t k) noexcept nogil:
    """A target's record is to be made again."""
    if not has_bit(S.dirty, k):
        set_bit(S.dirty, k)
        if S.node[k].record != NULL and not (
            S.in_trial and (
                not has_bit(S.node_kept, k) or S.node[k].record == S.node_before[k].record)
        ):
            S.node[k].record.filled = -1


# Validity

cdef bint _may_insert(const Search* S, int32_t target, const Candidate* insert) noexcept nogil:
    if insert.source == S.banned_source and target == S.banned_target:
        return False
    if insert.source == S.banned_target and target == S.banned_source:
        return False
    return not insert.refused


cdef double _deletion_half(
    Search* S, int32_t target, const Record* record, const Candidate* turn
) noexcept nogil:
    """Delta of taking the target out of the parents of a turn's source; inf if there is none."""
    cdef int32_t words = S.graph.words, b, at = 0, i
    cdef const Record* other = S.node[turn.source].record
    cdef uint64_t* wanted = S.scratch + 4 * words
    cdef const uint64_t* clique = _clique(S, record, turn.clique)
    if has_bit(row_of(&S.graph, target, NEIGHBORS), turn.source):
        for b in range(words):
            wanted[b] = clique[b] & row_of(&S.graph, turn.source, NEIGHBORS)[b]
        set_bit(wanted, target)
        while at < other.count and not same_row(_clique(S, other, at), wanted, words):
            at += 1
        if at == other.count:
            return INFINITY
    for i in range(other.deletions[at], other.deletions[at + 1]):
        if other.delete.row[i].source == target:
            return other.delete.row[i].delta
    return INFINITY


cdef bint _separates(
    Search* S, int32_t target, int32_t source, const uint64_t* clique
) noexcept nogil:
    """Whether what C shares with the neighbors of the source separates the rest of C from the
    rest of the shared ones, among the neighbors of the target."""
    cdef int32_t words = S.graph.words, b, z
    cdef const uint64_t* neighbors = row_of(&S.graph, target, NEIGHBORS)
    cdef const uint64_t* shared = row_of(&S.graph, source, NEIGHBORS)
    cdef uint64_t* seen = S.scratch + 4 * words
    cdef uint64_t* todo = S.scratch + 5 * words
    cdef uint64_t fresh
    for b in range(words):
        seen[b] = todo[b] = clique[b] & ~shared[b]
    z = next_bit(todo, words, 0)
    while z >= 0:
        clear_bit(todo, z)
        for b in range(words):
            fresh = (
                row_of(&S.graph, z, NEIGHBORS)[b] & neighbors[b]
                & ~(clique[b] & shared[b]) & ~seen[b]
            )
            if fresh & shared[b]:
                return False
            seen[b] |= fresh
            todo[b] |= fresh
        z = next_bit(todo, words, 0)
    return True


cdef bint _insertion_is_valid(
    Search* S, int32_t target, const Record* record, const Candidate* insert
) noexcept nogil:
    cdef int32_t words = S.graph.words
    cdef uint64_t* wanted = S.scratch + 4 * words
    cdef uint64_t* reach = S.scratch + 5 * words
    clear_row(wanted, words)
    set_bit(wanted, insert.source)
    return _may_insert(S, target, insert) and essential_reach(
        &S.graph, target, _clique(S, record, insert.clique), -1, wanted, reach)


cdef bint _turn_is_valid(
    Search* S, int32_t target, const Record* record, const Candidate* turn, uint64_t* watch
) noexcept nogil:
    cdef int32_t words = S.graph.words, b
    cdef const uint64_t* clique = _clique(S, record, turn.clique)
    cdef uint64_t* avoid = S.scratch + 4 * words
    cdef uint64_t* reach = S.scratch + 5 * words
    cdef uint64_t* wanted = S.scratch + 7 * words
    if has_bit(row_of(&S.graph, target, NEIGHBORS), turn.source):
        return _separates(S, target, turn.source, clique)
    for b in range(words):
        avoid[b] = clique[b] | row_of(&S.graph, turn.source, NEIGHBORS)[b]
    clear_row(wanted, words)
    set_bit(wanted, turn.source)
    if essential_reach(&S.graph, target, avoid, turn.source, wanted, reach):
        union_row(watch, reach, words)
        return True
    essential_path(&S.graph, target, turn.source, watch)
    return False


cdef void _find_insertion(Search* S, int32_t target) noexcept nogil:
    """The lowest delta of a valid insertion.

    What makes one invalid is one path, what makes one valid are all nodes that can be reached: the
    answer stands as long as the edges out of those do.
    """
    cdef int32_t words = S.graph.words, first = 0, last, i
    cdef Node* node = &S.node[target]
    cdef Table* table = &node.record.insert
    cdef Candidate* row = table.row
    cdef uint64_t* watch = S.watch + 2 * <size_t> target * words
    cdef uint64_t* wanted = S.scratch + 4 * words
    cdef uint64_t* reach = S.scratch + 5 * words
    _keep_node(S, target)
    clear_row(watch, words)
    node.insertion = INFINITY
    node.stale_insertion = 0
    while first < table.size:
        # Those with the same C.
        clear_row(wanted, words)
        last = first
        while last < table.size and row[last].clique == row[first].clique:
            if row[last].delta < node.insertion and _may_insert(S, target, &row[last]):
                set_bit(wanted, row[last].source)
            last += 1
        if any_bit(wanted, words):
            if essential_reach(
                &S.graph, target, _clique(S, node.record, row[first].clique), -1, wanted, reach
            ):
                union_row(watch, reach, words)
            for i in range(first, last):
                if not has_bit(wanted, row[i].source):
                    continue
                if has_bit(reach, row[i].source):
                    essential_path(&S.graph, target, row[i].source, watch)
                else:
                    node.insertion = min(node.insertion, row[i].delta)
        first = last


cdef void _find_turn(Search* S, int32_t target) noexcept nogil:
    """The lowest delta of a valid turn."""
    cdef int32_t words = S.graph.words, i
    cdef Node* node = &S.node[target]
    cdef Table* table = &node.record.turn
    cdef Candidate* candidate
    cdef uint64_t* watch = S.watch + (2 * <size_t> target + 1) * words
    cdef double delta
    _keep_node(S, target)
    clear_row(watch, words)
    node.turn = INFINITY
    node.stale_turn = 0
    for i in range(table.size):
        candidate = &table.row[i]
        if candidate.refused:
            continue
        delta = candidate.delta + _deletion_half(S, target, node.record, candidate)
        if delta < min(-S.eps, node.turn) and _turn_is_valid(
            S, target, node.record, candidate, watch
        ):
            node.turn = delta


# Operations

cdef void _ask(Search* S, int32_t target, const uint64_t* clique) noexcept nogil:
    """Ask for a member in which the neighbors that point at a target are C."""
    cdef Essential* E = &S.graph
    cdef int32_t words = E.words, b, c = next_bit(clique, words, 0)
    cdef uint64_t* must = E.must + <size_t> target * words
    for b in range(words):
        must[b] |= row_of(E, target, NEIGHBORS)[b] & ~clique[b]
    while c >= 0:
        set_bit(E.must + <size_t> c * words, target)
        c = next_bit(clique, words, c + 1)


cdef bint _propose(Search* S, const Move* move) noexcept nogil:
    """Carry an operation out, in a step that is begun; False if it is not valid after all."""
    cdef Essential* E = &S.graph
    cdef int32_t words = E.words, b, x = move.source, y = move.target
    cdef const uint64_t* clique = _clique(S, move.record, move.clique)
    cdef uint64_t* shared = S.scratch + 6 * words
    cdef bint line = has_bit(row_of(E, y, NEIGHBORS), x), found
    log_begin(E, &E.step)
    _ask(S, y, clique)
    if move.operation == TURN:
        clear_row(shared, words)
        if line:
            for b in range(words):
                shared[b] = clique[b] & row_of(E, x, NEIGHBORS)[b]
            set_bit(shared, y)
        _ask(S, x, shared)
    found = essential_direct(E, y, NULL, True)
    if move.operation == TURN and not line:
        found &= essential_direct(E, x, NULL, True)
    if not found:
        return False
    essential_touch(E, y)
    if move.operation == DELETE:
        clear_bit(row_of(E, y, MEMBER), x)
    else:
        set_bit(row_of(E, y, MEMBER), x)
        if move.operation == TURN:
            essential_touch(E, x)
            clear_bit(row_of(E, x, MEMBER), y)
    return essential_complete(E, x, y, move.operation == DELETE)


cdef bint _ask_lists(Search* S) noexcept nogil:
    """Ask for the directions that the lists leave; False if they leave none for an edge."""
    cdef Essential* E = &S.graph
    cdef int32_t words = E.words, k, other, b
    cdef const uint64_t* forbidden
    cdef uint64_t bits
    for k in range(E.p):
        forbidden = S.forbidden + <size_t> k * words
        if meets(row_of(E, k, CHILDREN), forbidden, words):
            return False
        for b in range(words):
            bits = row_of(E, k, NEIGHBORS)[b] & forbidden[b]
            while bits != 0:
                other = b * 64 + lowest_bit(bits)
                bits &= bits - 1
                if has_bit(S.forbidden + <size_t> other * words, k):
                    return False
                set_bit(E.must + <size_t> other * words, k)
    return True


cdef bint _honours(Search* S, const int32_t* rank, bint keep) noexcept nogil:
    """Whether a DAG of the class honours the lists; keep: make it the member."""
    cdef Essential* E = &S.graph
    cdef int32_t words = E.words, k, b
    cdef uint64_t* left = S.scratch + 6 * words
    cdef bint honoured = not S.listed or _ask_lists(S)
    clear_row(left, words)
    for k in range(E.p):
        if any_bit(E.must + <size_t> k * words, words) or (
            keep and any_bit(row_of(E, k, NEIGHBORS), words)
        ):
            set_bit(left, k)
    k = next_bit(left, words, 0)
    while k >= 0:
        if not honoured:
            clear_row(E.must + <size_t> k * words, words)
            clear_bit(left, k)
        else:
            honoured = essential_direct(E, k, rank, keep)
            for b in range(words):      # its component is done
                left[b] &= ~E.scratch[4 * words + b]
        k = next_bit(left, words, 0)
    return honoured


cdef void _withdraw(Search* S) noexcept nogil:
    log_undo(&S.graph, &S.graph.step)


cdef void _settle(Search* S, const Move* move) noexcept nogil:
    """Tell who depends on what an operation has changed."""
    cdef Essential* E = &S.graph
    cdef int32_t words = E.words, k, b
    cdef uint64_t* out = S.scratch + 6 * words
    cdef const uint64_t* now_
    cdef const uint64_t* before
    clear_row(out, words)
    E.step.on = False
    k = next_bit(E.step.touched, words, 0)
    while k >= 0:
        now_ = row_of(E, k, PARENTS)
        before = E.step.rows + <size_t> k * 4 * words
        for b in range(words):
            if now_[b] != before[b] or now_[2 * words + b] != before[2 * words + b]:
                _soil(S, k)
            if (now_[words + b] | now_[2 * words + b]) != (
                before[words + b] | before[2 * words + b]
            ):
                set_bit(out, k)
        k = next_bit(E.step.touched, words, k + 1)
    if move.operation != TURN:
        _soil(S, move.source)           # whom it may be joined with, whom turned
        _soil(S, move.target)
        for b in range(words):
            S.scratch[7 * words + b] = (
                row_of(E, move.source, NEIGHBORS)[b] | row_of(E, move.target, NEIGHBORS)[b])
        k = next_bit(S.scratch + 7 * words, words, 0)
        while k >= 0:
            _soil(S, k)
            k = next_bit(S.scratch + 7 * words, words, k + 1)
    for k in range(E.p):
        if meets(S.watch + 2 * <size_t> k * words, out, words):
            _forget_insertion(S, k)
        if meets(S.watch + (2 * <size_t> k + 1) * words, out, words):
            _forget_turn(S, k)


cdef void _pardon(Search* S) noexcept nogil:
    """What the lists refused in one step they may allow in the next."""
    cdef int32_t words = S.graph.words, k = next_bit(S.refused, words, 0), i
    cdef Record* record
    while k >= 0:
        record = S.node[k].record
        record.deletion = INFINITY
        for i in range(record.delete.size):
            if record.delete.row[i].refused != 2:
                record.delete.row[i].refused = 0
                record.deletion = min(record.deletion, record.delete.row[i].delta)
        for i in range(record.insert.size):
            record.insert.row[i].refused = 0
        for i in range(record.turn.size):
            record.turn.row[i].refused = 0
        _forget_insertion(S, k)
        _forget_turn(S, k)
        k = next_bit(S.refused, words, k + 1)
    clear_row(S.refused, words)


cdef void _refuse(
    Search* S, int32_t operation, int32_t target, Candidate* candidate
) noexcept nogil:
    cdef Record* record = S.node[target].record
    cdef int32_t i
    candidate.refused = 1
    set_bit(S.refused, target)
    if operation == INSERT:
        _forget_insertion(S, target)
    elif operation == TURN:
        _forget_turn(S, target)
    else:
        record.deletion = INFINITY
        for i in range(record.delete.size):
            if not record.delete.row[i].refused:
                record.deletion = min(record.deletion, record.delete.row[i].delta)


cdef inline Table* _table(Record* record, int32_t operation) noexcept nogil:
    if operation == INSERT:
        return &record.insert
    return &record.delete if operation == DELETE else &record.turn


cdef double _best_of(Search* S, int32_t operation, int32_t target) noexcept nogil:
    """The lowest delta of a target's operations of one kind."""
    cdef Node* node = &S.node[target]
    if operation == DELETE:
        return node.record.deletion
    if operation == INSERT:
        if node.stale_insertion:
            _find_insertion(S, target)
        return node.insertion
    if node.stale_turn:
        _find_turn(S, target)
    return node.turn


cdef Candidate* _first(
    Search* S, int32_t operation, int32_t target, double bound, double* delta
) noexcept nogil:
    """The first of a target's valid operations of one kind, by source, then C, with a delta of at
    most bound; NULL if there is none."""
    cdef Record* record = S.node[target].record
    cdef Table* table = _table(record, operation)
    cdef Candidate* first = NULL
    cdef Candidate* candidate
    cdef int32_t words = S.graph.words, i
    cdef double value
    for i in range(table.size):
        candidate = &table.row[i]
        if candidate.refused or first != NULL and first.source <= candidate.source:
            continue
        value = candidate.delta
        if operation == TURN:
            value += _deletion_half(S, target, record, candidate)
        if value > bound:
            continue
        if operation == INSERT and not _insertion_is_valid(S, target, record, candidate):
            continue
        if operation == TURN and not _turn_is_valid(
            S, target, record, candidate, S.scratch + 6 * words
        ):
            continue
        first, delta[0] = candidate, value
    return first


cdef bint _try(
    Search* S, int32_t operation, int32_t target, Candidate* candidate, double delta, Move* move
) noexcept nogil:
    """Propose an operation; if the lists refuse it, withdraw it and pass it over in this step."""
    move[0] = Move(
        operation, candidate.source, target, delta, S.node[target].record, candidate.clique)
    if _propose(S, move) and (not S.listed or _honours(S, NULL, False)):
        return True
    _withdraw(S)
    _refuse(S, operation, target, candidate)
    return False


cdef int _choose(Search* S, int32_t operation, double deadline, Move* move) noexcept nogil:
    """Find the operation of one kind to be carried out, and propose it.

    CONVERGED if none improves, RUNNING if it is time to look for Ctrl-C, else OPEN.
    """
    cdef int32_t k, best
    cdef double lowest, delta = 0.0
    cdef Candidate* candidate
    while True:
        lowest, best = -S.eps, -1
        for k in range(S.graph.p):
            delta = _best_of(S, operation, k)
            if delta < lowest:
                lowest, best = delta, k
        if best < 0:
            return CONVERGED
        if S.listed:
            candidate = _first(S, operation, best, lowest, &delta)
            if not _try(S, operation, best, candidate, delta, move):
                if now() > deadline:
                    return RUNNING
                continue
            _withdraw(S)
        for k in range(S.graph.p):
            while _best_of(S, operation, k) <= lowest + S.eps:
                candidate = _first(S, operation, k, min(lowest + S.eps, -S.eps), &delta)
                if candidate == NULL:
                    break
                if _try(S, operation, k, candidate, delta, move):
                    return OPEN


cdef int _write_down(Search* S, const Move* move) noexcept nogil:
    cdef Path* path = &S.path
    cdef int status = OK
    cdef int64_t capacity
    if path.size == path.capacity:
        capacity = max(64, 2 * path.capacity)
        path.moves = <int32_t*> grown(path.moves, 3 * capacity * sizeof(int32_t), &status)
        path.deltas = <double*> grown(path.deltas, capacity * sizeof(double), &status)
        if status != OK:
            return NO_MEMORY
        path.capacity = capacity
    path.moves[3 * path.size] = move.source
    path.moves[3 * path.size + 1] = move.target
    path.moves[3 * path.size + 2] = move.operation
    path.deltas[path.size] = move.delta
    path.size += 1
    S.counts[move.operation - 1] += 1
    S.change += move.delta
    return OK


# The search

cdef int _score(Search* S, double* out) noexcept nogil:
    """The score of the member DAG by definition: deltas of nearly collinear data do not add up."""
    cdef int32_t j
    cdef double value
    out[0] = 0.0
    for j in range(S.graph.p):
        if _give_parents(S, j, row_of(&S.graph, j, MEMBER)) != OK:
            return NO_MEMORY
        if delta_start(S.deltas, j) != OK:
            return NO_MEMORY
        value = delta_score(S.deltas, j)
        out[0] += 0.0 if isnan(value) else value
    return OK


cdef int _goes_on(Search* S) noexcept nogil:
    """Whether the score fell in as many operations as a search could take: RUNNING or CONVERGED.

    Deltas that are rounding could lead the search in circles.
    """
    cdef double score
    if S.since <= 2 * S.graph.p + 64:
        return RUNNING
    if _score(S, &score) != OK:
        return NO_MEMORY
    if not score < S.anchor - S.eps:
        return CONVERGED
    S.anchor = score
    S.since = 0
    return RUNNING


cdef int _keeps(Search* S, bint* kept) noexcept nogil:
    """Whether a trial led to a better score than the optimum's, which it then is."""
    cdef double score
    kept[0] = False
    if S.change < -S.eps:
        if _score(S, &score) != OK:
            return NO_MEMORY
        if score < S.optimum - S.eps:
            S.optimum = score
            kept[0] = True
    return OK


cdef int _climb(Search* S, double deadline) noexcept nogil:
    """XGES-0: deletions while one improves, else a turn, else an insertion."""
    cdef Move move
    cdef int status
    while True:
        status = _refresh(S, deadline)
        if status != CONVERGED:
            return status
        if S.counts[0] + S.counts[1] + S.counts[2] >= S.limit:
            return CAPPED
        status = _goes_on(S)
        if status != RUNNING:
            _pardon(S)
            return status
        status = _choose(S, DELETE, deadline, &move)
        if status == CONVERGED and not S.backward:
            status = _choose(S, TURN, deadline, &move)
        if status == CONVERGED and not S.backward:
            status = _choose(S, INSERT, deadline, &move)
        if S.deltas.status != OK:
            return NO_MEMORY
        if status == RUNNING:           # what the lists have refused stays so
            return RUNNING
        _pardon(S)
        if status == CONVERGED:
            return CONVERGED
        if _write_down(S, &move) != OK:
            return NO_MEMORY
        _settle(S, &move)
        S.since += 1
        if now() > deadline:
            return RUNNING


cdef int _list_trials(Search* S) noexcept nogil:
    """All deletions of this optimum."""
    cdef int32_t k, i
    cdef Record* record
    cdef Candidate* candidate
    cdef int status = OK
    cdef int64_t capacity
    S.trials_size = 0
    for k in range(S.graph.p):
        record = S.node[k].record
        for i in range(record.delete.size):
            candidate = &record.delete.row[i]
            # An undirected edge is deleted in the same ways from either side.
            if candidate.refused == 2 or candidate.delta == INFINITY or (
                candidate.source < k and has_bit(row_of(&S.graph, k, NEIGHBORS), candidate.source)
            ):
                continue
            if S.trials_size == S.trials_capacity:
                capacity = max(64, 2 * S.trials_capacity)
                S.trials = <Trial*> grown(S.trials, capacity * sizeof(Trial), &status)
                if status != OK:
                    return NO_MEMORY
                S.trials_capacity = capacity
            S.trials[S.trials_size] = Trial(
                candidate.delta, candidate.source, k, candidate.clique, 0)
            S.trials_size += 1
    return OK


cdef Trial* _next_trial(Search* S) noexcept nogil:
    """The deletion, of those not tried, that costs most; ties are decided as elsewhere."""
    cdef double highest = -INFINITY
    cdef Trial* first = NULL
    cdef Trial* trial
    cdef int64_t i
    for i in range(S.trials_size):
        if not S.trials[i].done:
            highest = max(highest, S.trials[i].delta)
    for i in range(S.trials_size):
        trial = &S.trials[i]
        if not trial.done and trial.delta >= highest - S.eps and (
            first == NULL or trial.target == first.target and trial.source < first.source
        ):
            first = trial
    return first


cdef int _begin_trial(Search* S, Trial* trial) noexcept nogil:
    """Force a deletion whose insertion is banned. OK, NO_MEMORY, or 1 if the lists refuse it."""
    cdef Move move = Move(
        DELETE, trial.source, trial.target, trial.delta, S.node[trial.target].record, trial.clique)
    cdef int32_t k
    trial.done = 1
    clear_row(S.node_kept, S.graph.words)
    for k in range(S.graph.p):
        S.node_before[k].record = NULL
    log_begin(&S.graph, &S.graph.trial)
    S.in_trial = True
    S.change = 0.0
    S.since = 0
    S.anchor = INFINITY
    S.path_before = S.path.size
    if not (_propose(S, &move) and (not S.listed or _honours(S, NULL, False))):
        _withdraw(S)
        S.in_trial = False
        S.graph.trial.on = False
        return 1
    S.trials_done += 1
    S.banned_source, S.banned_target = move.source, move.target
    if _write_down(S, &move) != OK:
        return NO_MEMORY
    _settle(S, &move)
    return OK


cdef int _end_trial(Search* S, bint kept) noexcept nogil:
    """Keep what was found, or put everything back."""
    cdef int32_t words = S.graph.words, k = next_bit(S.node_kept, words, 0)
    cdef size_t both = 2 * <size_t> words
    cdef Record* lost
    cdef int status = OK
    S.in_trial = False
    while k >= 0:
        if S.node[k].record != S.node_before[k].record:
            lost = S.node_before[k].record if kept else S.node[k].record
            status = min(status, _give_back(S, lost))
        if not kept:
            S.node[k] = S.node_before[k]
            memcpy(S.watch + k * both, S.watch_before + k * both, both * sizeof(uint64_t))
        k = next_bit(S.node_kept, words, k + 1)
    if kept:
        S.graph.trial.on = False
        S.trials_kept += 1
    else:
        log_undo(&S.graph, &S.graph.trial)
        clear_row(S.dirty, words)
        S.path.size = S.path_before
    S.banned_source = S.banned_target = -1
    return status


cdef int _search(Search* S, bint extended, double deadline) noexcept nogil:
    """XGES: from the optimum of XGES-0, deletions are forced one after the other; the pair is
    not joined again until nothing else improves. What is better than the optimum is the next
    one; until none is.
    """
    cdef int status, begun = 1
    cdef bint kept
    cdef Trial* trial
    while True:
        status = _climb(S, deadline)
        if status == CAPPED and S.in_trial:
            if _keeps(S, &kept) != OK or _end_trial(S, kept) != OK:
                return NO_MEMORY
            return CAPPED
        if status != CONVERGED or not extended:
            return status
        if S.banned_source >= 0:
            _forget_insertion(S, S.banned_source)
            _forget_insertion(S, S.banned_target)
            S.banned_source = S.banned_target = -1
            continue
        if S.in_trial:
            if _keeps(S, &kept) != OK or _end_trial(S, kept) != OK:
                return NO_MEMORY
            S.tried = not kept
        elif S.optimum == INFINITY and _score(S, &S.optimum) != OK:
            return NO_MEMORY
        if not S.tried:
            if _list_trials(S) != OK:
                return NO_MEMORY
            S.tried = True
        begun = 1
        while begun == 1:
            trial = _next_trial(S)
            if trial == NULL:
                return CONVERGED
            begun = _begin_trial(S, trial)
        if begun != OK:
            return begun


cdef class ClassSearch(Workspace):
    """Memory and state of searches over equivalence classes on p nodes.

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

    cdef Search search
    cdef uint64_t[:, ::1] _bits
    cdef int32_t[::1] _stack
    cdef const uint64_t[:, ::1] _barred, _forbidden, _fixed

    def __cinit__(self, int32_t p):
        self.search.node = <Node*> calloc(p, sizeof(Node))
        self.search.node_before = <Node*> calloc(p, sizeof(Node))
        if self.search.node == NULL or self.search.node_before == NULL:
            raise MemoryError

    def __init__(self, int32_t p):
        Workspace.__init__(self, p)
        cdef int32_t words = self.deltas.words
        cdef Search* S = &self.search
        cdef Essential* E = &S.graph
        self._bits = np.zeros((18 * p + 22, words), dtype=np.uint64)
        self._stack = np.zeros(2 * p + 2, dtype=np.int32)
        E.words = words
        E.p = p
        S.deltas = &self.deltas
        E.rows = &self._bits[0, 0]
        E.step.rows = &self._bits[4 * p, 0]
        E.trial.rows = &self._bits[8 * p, 0]
        E.must = &self._bits[12 * p, 0]
        S.watch = &self._bits[13 * p, 0]
        S.watch_before = &self._bits[15 * p, 0]
        S.allowed = &self._bits[17 * p, 0]
        E.scratch = &self._bits[18 * p + 3, 0]
        E.step.touched = &self._bits[18 * p + 9, 0]
        E.trial.touched = &self._bits[18 * p + 10, 0]
        S.node_kept = &self._bits[18 * p + 11, 0]
        S.dirty = &self._bits[18 * p + 12, 0]
        S.refused = &self._bits[18 * p + 13, 0]
        S.scratch = &self._bits[18 * p + 14, 0]
        E.stack = &self._stack[0]
        E.before = &self._stack[p + 2]

    def __dealloc__(self):
        cdef int32_t j
        cdef Search* S = &self.search
        if S.node != NULL:
            self._drop_records()
        for j in range(S.pool_size):
            _record_free(S.pool[j])
        free(S.pool)
        free(S.node)
        free(S.node_before)
        free(S.trials)
        free(S.path.moves)
        free(S.path.deltas)

    cdef int _drop_records(self) except -1:
        """Those of a search that an exception ended in a trial are of two kinds."""
        cdef Search* S = &self.search
        cdef int32_t k
        for k in range(self.p):
            if S.in_trial and S.node_before[k].record != S.node[k].record:
                _record_free(S.node_before[k].record)
            _record_free(S.node[k].record)
            S.node[k].record = NULL
        S.in_trial = False
        return 0

    def start(
        self, Scorer score not None, *, int32_t limit, const uint64_t[:, ::1] barred not None,
        const uint64_t[:, ::1] forbidden, const uint64_t[:, ::1] fixed,
        const int32_t[:, ::1] edges not None, double eps,
    ):
        """Begin a search.

        Parameters
        ----------
        score : Scorer
            Score equivalent.
        limit : int
            Largest number of parents an operation may lead to.
        barred : (p, words) packed bits by target
            Sources that are never to be adjacent to a target, itself among them.
        forbidden : (p, words) packed bits by source, or None
            Targets of edges that the DAG must not have.
        fixed : (p, words) packed bits, or None
            Pairs, both ways, that stay adjacent; None only if forbidden is.
        edges : (n_edges, 2) array
            source, target of an acyclic graph to start from, without forbidden edges.
        eps : float
            Differences of deltas up to this are ties; operations must improve by more.
        """
        cdef Search* S = &self.search
        cdef Essential* E = &S.graph
        cdef int32_t j
        cdef Py_ssize_t i
        self._bind(score, limit, barred, eps)
        self._check_bits("forbidden", forbidden)
        self._check_bits("fixed", fixed)
        self._barred, self._forbidden, self._fixed = barred, forbidden, fixed
        S.listed = forbidden is not None
        if S.listed:
            S.forbidden, S.fixed = &forbidden[0, 0], &fixed[0, 0]
        self._drop_records()
        self._bits[:] = 0
        S.eps = eps
        S.banned_source = S.banned_target = -1
        S.tried = E.step.on = E.trial.on = False
        S.path.size = S.trials_size = S.trials_done = S.trials_kept = 0
        S.counts[0] = S.counts[1] = S.counts[2] = 0
        S.change = 0.0
        S.optimum = S.anchor = INFINITY
        S.since = 0
        for j in range(self.p):
            set_bit(S.dirty, j)
        log_begin(E, &E.step)
        for i in range(edges.shape[0]):
            if not (0 <= edges[i, 0] < self.p and 0 <= edges[i, 1] < self.p):
                raise ValueError(
                    f"edges must be among {self.p} nodes, got {edges[i, 0]} -> {edges[i, 1]}")
            essential_touch(E, edges[i, 1])
            set_bit(row_of(E, edges[i, 1], MEMBER), edges[i, 0])
            set_bit(row_of(E, edges[i, 1], PARENTS), edges[i, 0])
            set_bit(row_of(E, edges[i, 0], CHILDREN), edges[i, 1])
        if not essential_complete(E, 0, 0, False):
            raise ValueError("edges must be acyclic")
        E.step.on = False
        self.started = True

    def climb(self, int64_t max_step, bint extended, bint backward=False):
        """Search from where the search is.

        Parameters
        ----------
        max_step : int
            Largest number of operations, those of trials included.
        extended : bool
            Whether deletions are forced at the optimum.
        backward : bool, default False
            Whether the search only deletes: the backward step of GES.

        Returns
        -------
        moves : (steps, 3) int32 array
            source, target, operation (1 insert, 2 delete, 3 turn) on the way to the result.
        deltas : (steps,) array
        converged : bool
            False if it was max_step that ended the search.
        counts : tuple of int
            Insertions, deletions and turns carried out, trials, and those kept.
        """
        cdef Search* S = &self.search
        cdef int status = RUNNING
        self._require_start()
        S.limit = max_step
        S.backward = backward
        while status == RUNNING:
            with nogil:
                status = _search(S, extended, now() + 0.5 * SECONDS)
            self._listen()
        if status == NO_MEMORY:
            self.started = False
            raise MemoryError
        moves = np.empty((S.path.size, 3), dtype=np.int32)
        deltas = np.empty(S.path.size)
        cdef int32_t[:, ::1] move_view = moves
        cdef double[::1] delta_view = deltas
        if S.path.size > 0:
            memcpy(&move_view[0, 0], S.path.moves, 3 * S.path.size * sizeof(int32_t))
            memcpy(&delta_view[0], S.path.deltas, S.path.size * sizeof(double))
        counts = (S.counts[0], S.counts[1], S.counts[2], S.trials_done, S.trials_kept)
        return moves, deltas, status == CONVERGED, counts

    def cpdag(self):
        """The class: (p, p) bool, both directions where the DAGs of the class differ."""
        return self._matrix(PARENTS) | self._matrix(NEIGHBORS)

    def dag(self, const int32_t[::1] rank=None):
        """A DAG of the class that honours the lists, (p, p) bool by [source, target].

        Where they are free to, its edges point from the lower to the higher index, or rank (p,).
        """
        cdef const int32_t* ranks = NULL
        self._require_start()
        if rank is not None:
            if rank.shape[0] != self.p:
                raise ValueError(f"rank must have {self.p} entries, got {rank.shape[0]}")
            ranks = &rank[0]
        _honours(&self.search, ranks, True)
        return self._matrix(MEMBER)

    def scores(self):
        """Neighborhood scores of the DAG that `dag` has returned, (p,); NaN if constant."""
        cdef Search* S = &self.search
        cdef const uint64_t* parents
        cdef int32_t j
        self._require_start()
        array = np.empty(self.p)
        for j in range(self.p):
            parents = row_of(&S.graph, j, MEMBER)
            if _give_parents(S, j, parents) != OK or delta_start(&self.deltas, j) != OK:
                raise MemoryError
            array[j] = delta_score(&self.deltas, j)
        return array

    def finish(self):
        """Let go of the score, and what it holds of the data; the memory of searches stays."""
        self.started = False
        self._score = None
        self._barred = self._forbidden = self._fixed = None

    cdef object _matrix(self, int32_t which):
        cdef Py_ssize_t target, source
        cdef uint8_t[:, ::1] view
        self._require_start()
        matrix = np.zeros((self.p, self.p), dtype=np.uint8)
        view = matrix
        for target in range(self.p):
            for source in range(self.p):
                view[source, target] = has_bit(
                    row_of(&self.search.graph, target, which), source)
        return matrix.astype(bool)
