"""The score of a node: the contract between the search and whatever scores a target.

The search knows a score only by a `NodeScore`: eight functions, called per column, or per block of
64 of its sources. Every target has its own, so that targets may be scored in different ways. A
score has a figure of merit of every source, the larger the better, and fills what stands in
`Deltas`, the per-step delta-score matrix (Proposition score_update of the paper): a bound of the
merits of every block, and the delta of deleting every parent. An operation changes the parents of
one target (two for a reversal); only that column is filled again.

A merit is any number that grows as the delta of the addition falls. Which number is the score's
choice: where a delta takes a logarithm, the merit may go without it. Where merits come from is the
score's choice, too: it may keep them, or compute those of a block whenever it is asked for them.
The search asks only for blocks whose bound says that they may hold what it looks for.
"""

from libc.float cimport DBL_MAX
from libc.stdint cimport int32_t, uint8_t, uint64_t

from dagbag._kernels.bitset cimport lowest_bit
from dagbag._kernels.columns cimport BLOCK, dagbag_peak, dagbag_reaching

cdef struct Deltas

cdef struct NodeScore:
    void* own               # the score's memory, first argument of all functions
    # Fill the peaks of the target's column, the deletions of its parents, and tell in `collinear`
    # if a perfect fit was refused. gained: since it was last filled, the target has gained its last
    # parent and nothing else. With `limit` parents all peaks are -inf, and nothing will be asked
    # about additions. A Status.
    int (*fill)(void* own, Deltas* D, int32_t target, bint gained) noexcept nogil
    # Told of every parent, by its slot, that a target is about to lose.
    void (*lose)(void* own, Deltas* D, int32_t target, int32_t slot) noexcept nogil
    # The merits of a block of sources, -inf: not to be added. They are read where they are kept, or
    # written to `room` (64,); until the column is filled again they have the same bits. If memory
    # fails, D.status tells.
    const double* (*merits)(
        void* own, Deltas* D, int32_t target, int32_t block, double* room) noexcept nogil
    # The sources of a block whose merits are above -inf, as bits.
    uint64_t (*offered)(void* own, Deltas* D, int32_t target, int32_t block) noexcept nogil
    # Delta of adding a source, inf if it is not to be added. If memory fails, D.status tells.
    double (*addition)(void* own, Deltas* D, int32_t target, int32_t source) noexcept nogil
    # The same of those sources of a block whose bits are set, one after the other, out: a reversal
    # asks for one, the window for whole columns. merit (64,) in: what `merits` says of the block,
    # finite where a bit is set.
    void (*additions)(
        void* own, Deltas* D, int32_t target, int32_t block, const double* merit,
        uint64_t sources, double* out
    ) noexcept nogil
    # A merit that every source with delta <= bound reaches; rounding is on the safe side.
    double (*cut)(void* own, const Deltas* D, int32_t target, double bound) noexcept nogil
    # Neighborhood score; NaN if the target is constant.
    double (*value)(void* own, const Deltas* D, int32_t target) noexcept nogil
    bint dear               # filling a column takes long: Ctrl-C is to be looked for after each

cdef struct Column:
    const NodeScore* score
    int32_t size            # number of parents
    int32_t capacity
    int32_t* parents        # in order of arrival
    double* deletion        # delta of deleting each parent
    double* opposite        # delta of adding the target to each parent's parents; NaN: not known
    double* reversal        # delta of reversing each parent's edge; inf if it may not be
    uint8_t* cyclic         # 1 if that reversal is known to close a cycle

cdef struct Deltas:
    int32_t p
    int32_t words           # blocks of 64 sources
    int32_t limit           # largest number of parents an addition may lead to
    const uint64_t* barred  # (rows, words) sources that may never be added to a target
    const int32_t* barred_at    # (p,) the row of each target; NULL: its own
    double* peak            # (p, words) by target: no merit of the block is larger; or NULL, and
    float* bound            # (p, words) the same in single precision, rounded up
    uint8_t* collinear      # (p,) 1 if a perfect fit was refused for this target
    Column* column          # (p,)
    int status              # NO_MEMORY once an allocation failed inside a delta


cdef inline int32_t block_width(const Deltas* D, int32_t block) noexcept nogil:
    """Number of sources in a block."""
    return min(<int32_t> BLOCK, D.p - block * BLOCK)


cdef inline double block_peak(const Deltas* D, int32_t target, int32_t block) noexcept nogil:
    """A bound: no merit of the block is larger. Never NaN."""
    if D.peak == NULL:
        return D.bound[<size_t> target * D.words + block]
    return D.peak[<size_t> target * D.words + block]


cdef inline const uint64_t* barred_row(const Deltas* D, int32_t target) noexcept nogil:
    """Sources that may never be added to a target, (words,)."""
    return D.barred + <size_t> (target if D.barred_at == NULL else D.barred_at[target]) * D.words


cdef inline void fill_peaks(Deltas* D, int32_t target, const double* merit) noexcept nogil:
    """Bounds of the blocks of a column, the largest merits themselves; merit (p,) in."""
    cdef double* peak = D.peak + <size_t> target * D.words
    cdef int32_t b
    for b in range(D.words):
        peak[b] = dagbag_peak(block_width(D, b), merit + b * BLOCK)


# For scores that have the merits at hand.

cdef inline uint64_t offered_by_merit(
    void* own, Deltas* D, int32_t target, int32_t block
) noexcept nogil:
    cdef double room[BLOCK]
    return dagbag_reaching(
        block_width(D, block), D.column[target].score.merits(own, D, target, block, room),
        -DBL_MAX)


# For scores whose merit is minus the delta.

cdef inline double addition_of_merit(
    void* own, Deltas* D, int32_t target, int32_t source
) noexcept nogil:
    cdef double room[BLOCK]
    return -D.column[target].score.merits(
        own, D, target, source // BLOCK, room)[source % BLOCK]


cdef inline void additions_of_merit(
    void* own, Deltas* D, int32_t target, int32_t block, const double* merit,
    uint64_t sources, double* out
) noexcept nogil:
    while sources != 0:
        out[0] = -merit[lowest_bit(sources)]
        out += 1
        sources &= sources - 1


cdef inline double cut_of_merit(
    void* own, const Deltas* D, int32_t target, double bound
) noexcept nogil:
    return -bound - 1e-9 * (1.0 + abs(bound))


cdef struct Want:
    # A column that a search may soon have filled: that of a target with one more parent.
    int32_t target
    int32_t source          # the parent to come; -1: the parents it has

cdef class Scorer:
    cdef NodeScore contract
    # How many columns it is worth to prepare at once; 0: none.
    cdef int32_t batch
    # Whether the column that is wanted is prepared, or need not be. Called only if batch > 0.
    cdef bint (*ready)(void* own, Deltas* D, Want want) noexcept nogil
    cdef int bind(self, Deltas* D, double eps) except -1
    # Prepare columns, those wanted most first; what was prepared and is not among them is dropped.
    cdef int prepare(self, Deltas* D, const Want* wants, int32_t count) except -1
