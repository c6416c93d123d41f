"""The choice rule: which eligible operation a step takes. Scan order, ties and window are here.

R's rule. The deltas of additions, deletions and reversals with |delta| < EPS count as 0. Operations
are looked at in scan order: additions, deletions, reversals; within each by target; then by source.
One replaces the incumbent only if its delta is <= the incumbent's - EPS.
"""

from libc.stdint cimport int32_t, int64_t

from dagbag._kernels.eligible cimport Eligible

cdef struct Move:
    int32_t operation       # an Operation
    int32_t source
    int32_t target
    double delta            # as the rule counts it

cdef struct Choice:
    double eps
    double nothing          # the largest delta that counts as 0
    Move* moves             # the window: operations within reach, in scan order
    int64_t size
    int64_t capacity
    double* sorted          # (capacity,) scratch
    int32_t* columns        # (p,) scratch
    double* low             # (words,) the smallest delta in each block of columns
    int64_t* additions      # (p,) eligible additions of each target, see choice_count

cdef int choice_reserve(Choice* W, int32_t p) noexcept nogil
cdef void choice_free(Choice* W) noexcept nogil
cdef void choice_start(Choice* W, double eps) noexcept nogil

# What a step takes; operation NONE if nothing is eligible. A Status.
cdef int choice_best(Choice* W, Eligible* E, Move* winner) noexcept nogil
# winner: the best operation in, the drawn one, possibly NONE, out. A Status.
cdef int choice_at_random(
    Choice* W, Eligible* E, double length, double u, Move* winner) noexcept nogil
# Everything eligible, as the window. A Status.
cdef int choice_all(Choice* W, Eligible* E) noexcept nogil

# The number of eligible operations of the kinds allowed, or NO_MEMORY; and one of them, by its rank
# in scan order.
cdef int64_t choice_count(
    Choice* W, Eligible* E, bint additions, bint deletions, bint reversals) noexcept nogil
cdef Move choice_nth(Choice* W, Eligible* E, int64_t rank) noexcept nogil
