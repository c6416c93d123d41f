"""Max-min parents and children: the nodes that no subset of the others separates from a target.

The tests are those of partial correlations, all of them from the correlation matrix. A branch of
the tree of conditions (`_conditions`) eliminates one node from the partial covariances of the
target, of the nodes that may still join, and of all candidates at once. Nodes join in descending
order, and most conditions have few nodes left that may, so a test costs some ten operations
whatever its size.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY, exp, fabs, log, log1p
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.conditions cimport (
    BACK, DEEPER, PAUSED, Walk, determined, eliminate, walk, walk_start,
)

import numpy as np

cdef int TERMS = 10000                  # of a continued fraction; some ten are needed


cdef struct Level:
    # Partial covariances given the nodes taken so far.
    int32_t open                        # nodes c that may still be taken
    int32_t count                       # candidates
    double target                       # variance of the target
    double* rows                        # (open + 1, open + count): target, then each c; by c, x
    double* variance                    # (count,) of the candidates
    int32_t* candidate                  # (count,) positions among all candidates
    int32_t* origin                     # (count,) positions in the level above
    int64_t room                        # capacity of rows
    int64_t places                      # capacity of the others


cdef struct Tests:
    # One target's candidates under test.
    const double* critical              # (deepest + 1,) r^2 of a test at the level alpha, by size
    int32_t deepest                     # most nodes conditioned on
    uint8_t* dependent                  # (candidates,) out: no test found otherwise
    double* low                         # (candidates, stride) smallest r^2 by size of the condition
    int32_t stride
    Level* levels                       # (deepest + 2,)
    Walk walk


cdef double log_fraction(double a, double b, double x) noexcept nogil:
    """Logarithm of the continued fraction of the incomplete beta function, by Lentz's method.

    For x < (a + 1) / (a + b + 2), where it takes about sqrt(a) terms.
    """
    cdef double tiny = 1e-300, c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0), h, factor, term
    cdef int k
    if fabs(d) < tiny:
        d = tiny
    d = 1.0 / d
    h = d
    for k in range(1, TERMS):
        term = k * (b - k) * x / ((a + 2 * k - 1.0) * (a + 2 * k))
        d = 1.0 + term * d
        c = 1.0 + term / c
        d = 1.0 / (d if fabs(d) > tiny else tiny)
        c = c if fabs(c) > tiny else tiny
        h *= d * c
        term = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1.0))
        d = 1.0 + term * d
        c = 1.0 + term / c
        d = 1.0 / (d if fabs(d) > tiny else tiny)
        c = c if fabs(c) > tiny else tiny
        factor = d * c
        h *= factor
        if fabs(factor - 1.0) < 1e-15:
            break
    return log(h)


cpdef double log_p_value(double r2, double df, double log_beta) noexcept nogil:
    """Logarithm of the two-sided p-value of a (partial) correlation, by its exact t test.

    p is the incomplete beta function I_x(df / 2, 1 / 2) at x = 1 - r^2; its logarithm does not
    underflow where p does. log_beta is log B(df / 2, 1 / 2).
    """
    cdef double a = 0.5 * df, x = 1.0 - r2
    if x <= 0.0:
        return -INFINITY
    if r2 <= 0.0:
        return 0.0
    cdef double front = a * log(x) + 0.5 * log(r2) - log_beta
    if x < (a + 1.0) / (a + 2.5):
        return front - log(a) + log_fraction(a, 0.5, x)
    return log1p(-2.0 * exp(front + log_fraction(0.5, a, r2)))


cdef int _reserve(Level* L, int64_t room, int64_t places) noexcept nogil:
    cdef int status = OK
    if room > L.room:
        L.rows = <double*> grown(L.rows, room * sizeof(double), &status)
        if status == OK:
            L.room = room
    if places > L.places:
        L.variance = <double*> grown(L.variance, places * sizeof(double), &status)
        L.candidate = <int32_t*> grown(L.candidate, places * sizeof(int32_t), &status)
        L.origin = <int32_t*> grown(L.origin, places * sizeof(int32_t), &status)
        if status == OK:
            L.places = places
    return status


cdef int32_t _test(Tests* T, int32_t size, int32_t i, double by) noexcept nogil:
    """Test the candidates of level `size` given its condition and node i.

    Those still dependent are put on the next level; returns their number.
    """
    cdef Level* L = &T.levels[size]
    cdef Level* N = &T.levels[size + 1]
    cdef const double* pivot = L.rows + <int64_t> (i + 1) * (L.open + L.count)
    cdef double spread, covariance, r2, critical = T.critical[size + 1]
    cdef double* low
    cdef int32_t e, x, kept = 0
    for e in range(L.count):
        x = L.candidate[e]
        if not T.dependent[x]:
            continue
        spread = L.variance[e] - pivot[L.open + e] * pivot[L.open + e] / pivot[i]
        if determined(spread):
            continue
        covariance = L.rows[L.open + e] - by * pivot[L.open + e]
        r2 = covariance * covariance / (N.target * spread)
        low = T.low + <int64_t> x * T.stride + size + 1
        if r2 < low[0]:
            low[0] = r2
            if r2 < critical:
                T.dependent[x] = 0
                continue
        N.rows[i + kept] = covariance
        N.variance[kept] = spread
        N.candidate[kept] = x
        N.origin[kept] = e
        kept += 1
    return kept


cdef int _take(void* own, Walk* W, int32_t size, int32_t i) noexcept nogil:
    """Take node i of level `size` into the condition, and test.

    A node, target or candidate that the condition determines is not tested: a singular test is no
    evidence. A node that the condition determines is not taken: it adds nothing.
    """
    cdef Tests* T = <Tests*> own
    cdef Level* L = &T.levels[size]
    cdef Level* N = &T.levels[size + 1]
    cdef int32_t width = L.open + L.count, e, k, kept
    cdef const double* pivot = L.rows + <int64_t> (i + 1) * width
    cdef const double* from_
    cdef double* to
    cdef double total = pivot[i], by
    if determined(total):
        return BACK
    by = L.rows[i] / total
    N.target = L.target - by * L.rows[i]
    if determined(N.target):
        return BACK
    if _reserve(N, <int64_t> (i + 1) * (i + L.count), L.count) != OK:
        return NO_MEMORY
    kept = _test(T, size, i, by)
    W.work += L.count
    if kept == 0 or i == 0 or size + 1 == T.deepest:
        return BACK
    N.open = i
    N.count = kept
    eliminate(i, by, pivot, L.rows, N.rows)
    for e in range(i):
        from_ = L.rows + <int64_t> (e + 1) * width
        to = N.rows + <int64_t> (e + 1) * (i + kept)
        by = from_[i] / total
        eliminate(i, by, pivot, from_, to)
        for k in range(kept):
            to[i + k] = from_[L.open + N.origin[k]] - by * pivot[L.open + N.origin[k]]
    # Rows were written for a width of i + kept; that of the target is at its place already.
    W.next[size + 1] = 0
    W.end[size + 1] = i
    return DEEPER


cdef class MaxMin:
    """Memory of the tests, and the correlations they are made of.

    Parameters
    ----------
    R : (p, p) array
        Correlations; a constant column has none but 0, and 0 on the diagonal.
    critical : (deepest + 1,) array
        r^2 of a test at the level alpha, by the number of nodes conditioned on.
    df : float
        Degrees of freedom of the test without a condition.
    log_beta : (deepest + 1,) array
        log B((df - m) / 2, 1 / 2).
    """

    cdef const double[:, ::1] R
    cdef const double[::1] critical, log_beta
    cdef double df
    cdef Tests tests

    def __cinit__(self, const double[:, ::1] R, const double[::1] critical, double df,
                  const double[::1] log_beta):
        if R.shape[0] != R.shape[1]:
            raise ValueError(f"R must be square, got {R.shape[0]} x {R.shape[1]}")
        if critical.shape[0] < 1 or log_beta.shape[0] != critical.shape[0]:
            raise ValueError("critical and log_beta must have the same length, at least 1")
        self.R, self.critical, self.df, self.log_beta = R, critical, df, log_beta
        self.tests.critical = &critical[0]
        self.tests.deepest = <int32_t> critical.shape[0] - 1
        self.tests.levels = <Level*> calloc(critical.shape[0] + 1, sizeof(Level))
        self.tests.walk.next = <int32_t*> malloc((critical.shape[0] + 1) * sizeof(int32_t))
        self.tests.walk.end = <int32_t*> malloc((critical.shape[0] + 1) * sizeof(int32_t))
        if (
            self.tests.levels == NULL or self.tests.walk.next == NULL
            or self.tests.walk.end == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        cdef int32_t m
        if self.tests.levels != NULL:
            for m in range(self.tests.deepest + 2):
                free(self.tests.levels[m].rows)
                free(self.tests.levels[m].variance)
                free(self.tests.levels[m].candidate)
                free(self.tests.levels[m].origin)
            free(self.tests.levels)
        free(self.tests.walk.next)
        free(self.tests.walk.end)

    cdef int _begin(
        self, int32_t target, const int32_t[::1] taken, int32_t k, int32_t[::1] nodes, int32_t count
    ) noexcept nogil:
        """Fill the first level, without a condition, for taken[:k] to join and nodes[:count]."""
        cdef Level* L = &self.tests.levels[0]
        cdef int32_t e, i, width = k + count
        cdef double* row
        if _reserve(L, <int64_t> (k + 1) * width, count) != OK:
            return NO_MEMORY
        L.open = k
        L.count = count
        L.target = self.R[target, target]
        for i in range(k + 1):
            row = L.rows + <int64_t> i * width
            for e in range(k):
                row[e] = self.R[target if i == 0 else taken[i - 1], taken[e]]
            for e in range(count):
                row[k + e] = self.R[target if i == 0 else taken[i - 1], nodes[e]]
        for e in range(count):
            L.variance[e] = self.R[nodes[e], nodes[e]]
            L.candidate[e] = e
            L.origin[e] = e
        return OK

    def neighbors(self, int32_t target, known=(), int32_t first=0):
        """The parents and children of a target, in the order in which they came in.

        Forward: of the candidates that no subset of the nodes taken so far separates from the
        target, take the one whose largest p-value is the smallest; of equal ones the first.
        Backward: drop, in that order, the nodes that a subset of the others separates from it.

        Parameters
        ----------
        target : int
        known : sequence of int
            Nodes taken from the start and never dropped.
        first : int
            Nodes before it are no candidates.
        """
        cdef int32_t p = self.R.shape[0], count = 0, k = len(known), fresh = k, given = k, e, best
        cdef Tests* T = &self.tests
        cdef double r2
        if not 0 <= target < p:
            raise ValueError(f"target must be in 0..{p - 1}, got {target}")
        if k > 0 and not all(0 <= v < p and v != target for v in known):
            raise ValueError(f"known must be other nodes in 0..{p - 1}, got {list(known)}")
        taken_array = np.empty(p, dtype=np.int32)
        taken_array[:k] = known
        cdef int32_t[::1] nodes = np.empty(p, dtype=np.int32), taken = taken_array
        cdef double[::1] worst = np.empty(p)            # logarithms of the largest p-values
        cdef uint8_t[::1] dependent = np.empty(p, dtype=np.uint8)
        T.dependent = &dependent[0]
        if not determined(self.R[target, target]):
            for e in range(first, p):
                r2 = self.R[target, e] * self.R[target, e]
                if e != target and not determined(self.R[e, e]) and r2 >= T.critical[0]:
                    nodes[count] = e
                    worst[count] = log_p_value(r2, self.df, self.log_beta[0])
                    count += 1
        while count > 0:
            if fresh > 0:
                count = self._sift(target, taken, k, fresh, nodes, count, worst)
                if count == 0:
                    break
            best = 0
            for e in range(1, count):
                if worst[e] < worst[best]:
                    best = e
            taken[k] = nodes[best]
            k += 1
            fresh = 1
            count -= 1
            for e in range(best, count):
                nodes[e] = nodes[e + 1]
                worst[e] = worst[e + 1]
        e = given
        while e < k:
            nodes[0] = taken[e]
            others = np.delete(taken_array[:k], e)
            if self._sift(target, others, k - 1, k - 1, nodes, 1, worst):
                e += 1
            else:
                taken_array[e:k - 1] = taken_array[e + 1:k].copy()
                k -= 1
        return taken_array[:k].copy()

    cdef int32_t _sift(
        self, int32_t target, const int32_t[::1] taken, int32_t k, int32_t fresh,
        int32_t[::1] nodes, int32_t count, double[::1] worst
    ) except -1:
        """Test nodes[:count] given every subset of taken[:k] with one of the last `fresh` of them.

        Those that none separates from the target are moved to the front with their largest
        p-values; returns their number.
        """
        cdef Tests* T = &self.tests
        cdef int32_t most = min(k, T.deepest), kept = 0, e, m
        cdef int status
        cdef double r2
        if most == 0:
            return count
        cdef double[::1] low = np.full(count * (most + 1), np.inf)
        T.low = &low[0]
        T.stride = most + 1
        for e in range(count):
            T.dependent[e] = 1
        status = self._begin(target, taken, k, nodes, count)
        walk_start(&T.walk, k - fresh, k)
        if status == OK:
            status = PAUSED
        while status == PAUSED:
            with nogil:
                status = walk(&T.walk, T, _take)
            PyErr_CheckSignals()
        if status == NO_MEMORY:
            raise MemoryError
        for e in range(count):
            if not T.dependent[e]:
                continue
            nodes[kept] = nodes[e]
            worst[kept] = worst[e]
            for m in range(1, most + 1):
                r2 = T.low[<int64_t> e * T.stride + m]
                if r2 < INFINITY:
                    worst[kept] = max(
                        worst[kept], log_p_value(r2, self.df - m, self.log_beta[m])
                    )
            kept += 1
        return kept
