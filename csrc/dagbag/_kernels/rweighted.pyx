"""Kernels of R's samples with unequal probabilities.

The likeliest values come first, so that a search along the cumulated probabilities is short; many
values, drawn with replacement, are drawn by the alias method of Walker (1977),
doi:10.1145/355744.355749.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t

from dagbag._kernels.rrandom cimport (
    CHUNK, MersenneTwister, bit_width, index_rejection, next_unit,
)

__all__ = ["alias", "descending", "with_replacement", "without_replacement"]


cdef void _sift(
    double *p, int64_t *value, Py_ssize_t hole, Py_ssize_t end, double weight, int64_t number
) noexcept nogil:
    """Put (weight, number) into the heap p[:end], least first, at or below a hole."""
    cdef Py_ssize_t child = 2 * hole + 1
    while child < end:
        if child + 1 < end and p[child] > p[child + 1]:
            child += 1
        if weight <= p[child]:
            break
        p[hole] = p[child]
        value[hole] = value[child]
        hole = child
        child = 2 * hole + 1
    p[hole] = weight
    value[hole] = number


def descending(double[::1] p, int64_t[::1] value):
    """Sort weights in place, the greatest first, and values along with them.

    By heapsort (Williams 1964, Floyd 1964), since which of equal weights comes first decides what
    is drawn.
    """
    cdef Py_ssize_t n = p.shape[0], i
    cdef double weight
    cdef int64_t number
    if n < 2:
        return
    with nogil:
        for i in range(n // 2 - 1, -1, -1):
            _sift(&p[0], &value[0], i, n, p[i], value[i])
        for i in range(n - 1, 0, -1):
            weight = p[i]
            number = value[i]
            p[i] = p[0]
            value[i] = value[0]
            _sift(&p[0], &value[0], 0, i, weight, number)


cdef Py_ssize_t _first_at_least(const double *total, Py_ssize_t n, double u) noexcept nogil:
    """The first i with u <= total[i], the last one if there is none."""
    cdef Py_ssize_t low = 0, high = n - 1, middle
    while low < high:
        middle = (low + high) // 2
        if u <= total[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def with_replacement(
    MersenneTwister twister,
    const double[::1] total,    # (n,) cumulated probabilities
    const int64_t[::1] value,   # (n,)
    int64_t[::1] out,
):
    """Fill ``out`` with values, one uniform each."""
    cdef Py_ssize_t start, i, n = total.shape[0], size = out.shape[0]
    for start in range(0, size, CHUNK):
        with nogil:
            for i in range(start, min(size, start + CHUNK)):
                out[i] = value[_first_at_least(&total[0], n, next_unit(&twister.mt))]
        PyErr_CheckSignals()


def without_replacement(
    MersenneTwister twister,
    double[::1] p,       # (n,) in and out, probabilities
    int64_t[::1] value,  # (n,) in and out
    int64_t[::1] out,    # (size,) out, size <= n
):
    """Fill ``out`` with values that are taken out of the population one by one."""
    cdef Py_ssize_t i, j, k, left = p.shape[0]
    cdef double total = 1.0, sought, mass
    for i in range(out.shape[0]):
        with nogil:
            left -= 1
            sought = total * next_unit(&twister.mt)
            mass = 0.0
            j = 0
            while j < left:
                mass += p[j]
                if sought <= mass:
                    break
                j += 1
            out[i] = value[j]
            total -= p[j]
            for k in range(j, left):
                p[k] = p[k + 1]
                value[k] = value[k + 1]
        if i % 1024 == 0:
            PyErr_CheckSignals()


cdef void _aliases(double *q, int64_t *other, int64_t *order, Py_ssize_t n) noexcept nogil:
    """Walker's table: value i is i while the uniform is below q[i], and other[i] above it.

    Scarce values (q < 1) are listed in ``order`` from the front, the others from the back; each
    scarce one takes what it lacks from the other that is in turn, which may become scarce itself.
    """
    cdef Py_ssize_t i, front = 0, back = n, at
    for i in range(n):
        if q[i] < 1.0:
            order[front] = i
            front += 1
        else:
            back -= 1
            order[back] = i
    if front > 0 and back < n:
        for at in range(n - 1):
            i = order[at]
            other[i] = order[back]
            q[order[back]] += q[i] - 1.0
            if q[order[back]] < 1.0:
                back += 1
            if back >= n:
                break
    for i in range(n):
        q[i] += i


def alias(
    MersenneTwister twister,
    bint rounding,
    double[::1] q,         # (n,) in and out, n times the probabilities
    int64_t[::1] other,    # (n,) work, zeroed
    int64_t[::1] order,    # (n,) work
    int64_t[::1] out,      # values 1..n
):
    """Fill ``out`` by Walker's alias method.

    An index and a uniform each, which are the two parts of one uniform under Rounding.
    """
    cdef Py_ssize_t start, i, k, n = q.shape[0], size = out.shape[0]
    cdef int bits = bit_width(<uint32_t>n)
    cdef double u
    _aliases(&q[0], &other[0], &order[0], n)
    for start in range(0, size, CHUNK):
        with nogil:
            for i in range(start, min(size, start + CHUNK)):
                if rounding:
                    u = next_unit(&twister.mt) * n
                    k = <Py_ssize_t>u
                else:
                    k = index_rejection(&twister.mt, <uint32_t>n, bits)
                    u = k + next_unit(&twister.mt)
                out[i] = (k if u < q[k] else other[k]) + 1
        PyErr_CheckSignals()
