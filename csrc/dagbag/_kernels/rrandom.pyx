"""Kernels of R's random numbers: Mersenne-Twister, Inversion, Rejection or Rounding.

The generator is our own and not ``numpy.random.MT19937``, although that can hold the same key:
a call per word through its C interface made runif 2.0 to 2.4 and sample_int 2.4 to 3.0 times
as slow as a block of 624 words tempered at once, which the compiler vectorises. It put the
least favourable population, 65537, at 4.6 times numpy's own ``integers``, against 1.6 here.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY, fabs, log, sqrt
from libc.stdint cimport int64_t, uint32_t

__all__ = ["MersenneTwister"]


# The generator (Matsumoto and Nishimura 1998, doi:10.1145/272991.272995)

cdef inline uint32_t _twist(uint32_t upper, uint32_t lower) noexcept nogil:
    cdef uint32_t y = (upper & 0x80000000u) | (lower & 0x7fffffffu)
    return (y >> 1) ^ ((0 - (y & 1)) & 0x9908b0dfu)


cdef void _temper(mt19937_t *mt) noexcept nogil:
    """Restore the invariant word = temper(key)."""
    cdef int i
    cdef uint32_t y
    for i in range(N_WORDS):
        y = mt.key[i]
        y ^= y >> 11
        y ^= (y << 7) & 0x9d2c5680u
        y ^= (y << 15) & 0xefc60000u
        mt.word[i] = y ^ (y >> 18)


cdef void refill(mt19937_t *mt) noexcept nogil:
    """The next 624 words; position becomes 0."""
    cdef uint32_t *key = mt.key
    cdef int i
    for i in range(227):
        key[i] = key[i + 397] ^ _twist(key[i], key[i + 1])
    for i in range(227, 623):
        key[i] = key[i - 227] ^ _twist(key[i], key[i + 1])
    key[623] = key[396] ^ _twist(key[623], key[0])
    _temper(mt)
    mt.position = 0


cdef void _seed(mt19937_t *mt, uint32_t x) noexcept nogil:
    """set.seed: 50 steps of x <- 69069 x + 1, one value dropped, then the key."""
    cdef int i, _dropped
    for _dropped in range(51):
        x = 69069u * x + 1u
    for i in range(N_WORDS):
        x = 69069u * x + 1u
        mt.key[i] = x
    _temper(mt)
    mt.position = N_WORDS


# Draws

cdef void _uniform(
    mt19937_t *mt,
    double low,
    double width,
    Py_ssize_t size,
    double *out,  # (size,) out
) noexcept nogil:
    """The values low + width * u, block by block so that the inner loop vectorises."""
    cdef Py_ssize_t done = 0, block, i
    cdef uint32_t *word
    while done < size:
        if mt.position == N_WORDS:
            refill(mt)
        block = min(size - done, N_WORDS - mt.position)
        word = mt.word + mt.position
        for i in range(block):
            out[done + i] = low + width * unit(word[i])
        mt.position += <int>block
        done += block


cdef inline double _quantile_central(double q) noexcept nogil:
    """AS 241 for |q| <= 0.425, q = p - 1/2."""
    cdef double r = 0.180625 - q * q
    # (q * a) / b rounds as R does: q * (a / b) differed from R in 30 % of a million draws.
    return (
        q * (((((((r * 2509.0809287301226727 + 33430.575583588128105) * r
                  + 67265.770927008700853) * r + 45921.953931549871457) * r
                + 13731.693765509461125) * r + 1971.5909503065514427) * r
              + 133.14166789178437745) * r + 3.387132872796366608)
        / (((((((r * 5226.495278852854561 + 28729.085735721942674) * r
                + 39307.89580009271061) * r + 21213.794301586595867) * r
              + 5394.1960214247511077) * r + 687.1870074920579083) * r
            + 42.313330701600911252) * r + 1.0)
    )


cdef inline double _quantile_tail(double tail) noexcept nogil:
    """AS 241 for the probability 0 <= tail < 0.075 beyond the quantile; its absolute value."""
    cdef double r
    if tail <= 0.0:
        return INFINITY
    r = sqrt(-log(tail))
    if r <= 5.0:
        r -= 1.6
        return (
            (((((((r * 7.7454501427834140764e-4 + 0.0227238449892691845833) * r
                  + 0.24178072517745061177) * r + 1.27045825245236838258) * r
                + 3.64784832476320460504) * r + 5.7694972214606914055) * r
              + 4.6303378461565452959) * r + 1.42343711074968357734)
            / (((((((r * 1.05075007164441684324e-9 + 5.475938084995344946e-4) * r
                    + 0.0151986665636164571966) * r + 0.14810397642748007459) * r
                  + 0.68976733498510000455) * r + 1.6763848301838038494) * r
                + 2.05319162663775882187) * r + 1.0)
        )
    r -= 5.0
    return (
        (((((((r * 2.01033439929228813265e-7 + 2.71155556874348757815e-5) * r
              + 0.0012426609473880784386) * r + 0.026532189526576123093) * r
            + 0.29656057182850489123) * r + 1.7848265399172913358) * r
          + 5.4637849111641143699) * r + 6.6579046435011037772)
        / (((((((r * 2.04426310338993978564e-15 + 1.4215117583164458887e-7) * r
                + 1.8463183175100546818e-5) * r + 7.868691311456132591e-4) * r
              + 0.0148753612908506148525) * r + 0.13692988092273580531) * r
            + 0.59983220655588793769) * r + 1.0)
    )


cdef double quantile(double p) noexcept nogil:
    """Standard normal quantile, algorithm AS 241 PPND16 (Wichura 1988, doi:10.2307/2347330)."""
    cdef double q = p - 0.5
    if fabs(q) <= 0.425:
        return _quantile_central(q)
    return -_quantile_tail(p) if q < 0.0 else _quantile_tail(0.5 - q)


cdef void _normal(
    mt19937_t *mt,
    double mean,
    double sd,
    Py_ssize_t size,
    double *out,  # (size,) out
) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(size):
        out[i] = mean + sd * next_normal(mt)


cdef void _with_replacement(
    mt19937_t *mt,
    bint rounding,
    uint32_t n,
    Py_ssize_t size,
    int64_t *out,  # (size,) out, values 1..n
) noexcept nogil:
    cdef int bits = bit_width(n)
    cdef Py_ssize_t done = 0
    cdef uint32_t value
    if rounding:
        for done in range(size):
            out[done] = <int64_t>index_rounding(mt, n) + 1
        return
    # A rejected value is overwritten by the next one: no branch to mispredict.
    while done < size:
        value = draw_bits(mt, bits)
        out[done] = <int64_t>value + 1
        done += value < n


cdef void _without_replacement(
    mt19937_t *mt,
    bint rounding,
    uint32_t m,
    Py_ssize_t size,
    uint32_t *pool,  # (>= m,) in and out, the first m elements are what is left to draw from
    int64_t *out,    # (size,) out, size <= m
) noexcept nogil:
    """Draw from the pool; the last element left takes the place of the one drawn."""
    cdef int bits = bit_width(m)
    cdef Py_ssize_t i
    cdef uint32_t j
    for i in range(size):
        j = index_rounding(mt, m) if rounding else index_rejection(mt, m, bits)
        out[i] = pool[j]
        m -= 1
        pool[j] = pool[m]
        # Invariant: bits = bit_width(m).
        if bits > 0 and m == <uint32_t>1 << (bits - 1):
            bits -= 1


cdef void _distinct(
    mt19937_t *mt,
    bint rounding,
    uint32_t n,
    int log2_slots,
    Py_ssize_t size,
    uint32_t *table,  # (2^log2_slots,) in and out, the values drawn so far by hash; 0 is free
    int64_t *out,     # (size,) out
) noexcept nogil:
    """Draw from 1..n, again while the value was drawn already."""
    cdef int bits = bit_width(n)
    cdef uint32_t mask = (<uint32_t>1 << log2_slots) - 1
    cdef Py_ssize_t done = 0
    cdef uint32_t value, slot
    while done < size:
        value = (index_rounding(mt, n) if rounding else index_rejection(mt, n, bits)) + 1
        slot = <uint32_t>(value * 2654435769u) >> (32 - log2_slots)
        while table[slot] != 0 and table[slot] != value:
            slot = (slot + 1) & mask
        if table[slot] == 0:
            table[slot] = value
            out[done] = value
            done += 1


cdef class MersenneTwister:
    """State of the stream. Arguments are trusted, and calls must not overlap.

    Every draw fills ``out`` in chunks and looks for signals in between, so that Ctrl-C ends it
    with the stream after the last whole chunk.
    """

    chunk = CHUNK

    def __cinit__(self):
        _seed(&self.mt, 0)

    def seed(self, uint32_t seed):
        """Start the stream that ``set.seed(seed)`` starts."""
        _seed(&self.mt, seed)

    def load(self, const uint32_t[::1] key, int position):
        """Take over a key of 624 words, ``position`` (1 to 624) of them used."""
        cdef int i
        for i in range(N_WORDS):
            self.mt.key[i] = key[i]
        _temper(&self.mt)
        self.mt.position = position

    def save(self, uint32_t[::1] key_out):
        """Write the key into ``key_out`` and return the position."""
        cdef int i
        for i in range(N_WORDS):
            key_out[i] = self.mt.key[i]
        return self.mt.position

    def uniform(self, double low, double width, double[::1] out):
        """Fill ``out`` with ``low + width * u``."""
        cdef Py_ssize_t start, size = out.shape[0]
        for start in range(0, size, CHUNK):
            with nogil:
                _uniform(&self.mt, low, width, min(size - start, CHUNK), &out[start])
            PyErr_CheckSignals()

    def normal(self, double mean, double sd, double[::1] out):
        """Fill ``out`` with normal draws by Inversion."""
        cdef Py_ssize_t start, size = out.shape[0]
        for start in range(0, size, CHUNK):
            with nogil:
                _normal(&self.mt, mean, sd, min(size - start, CHUNK), &out[start])
            PyErr_CheckSignals()

    def with_replacement(self, bint rounding, uint32_t n, int64_t[::1] out):
        """Fill ``out`` with draws from 1..n, ``1 <= n < 2**31``."""
        cdef Py_ssize_t start, size = out.shape[0]
        for start in range(0, size, CHUNK):
            with nogil:
                _with_replacement(&self.mt, rounding, n, min(size - start, CHUNK), &out[start])
            PyErr_CheckSignals()

    def without_replacement(self, bint rounding, uint32_t[::1] pool, int64_t[::1] out):
        """Fill ``out`` with distinct elements of ``pool``, which is used up."""
        cdef Py_ssize_t start, size = out.shape[0]
        cdef uint32_t n = <uint32_t>pool.shape[0]
        for start in range(0, size, CHUNK):
            with nogil:
                _without_replacement(
                    &self.mt, rounding, n - <uint32_t>start, min(size - start, CHUNK),
                    &pool[0], &out[start],
                )
            PyErr_CheckSignals()

    def distinct(self, bint rounding, uint32_t n, uint32_t[::1] table, int64_t[::1] out):
        """Fill ``out`` with distinct draws from 1..n, remembered in a zeroed ``table``.

        The table's length is a power of two, at least 2 and at least twice that of ``out``.
        """
        cdef Py_ssize_t start, size = out.shape[0]
        cdef int log2_slots = bit_width(<uint32_t>table.shape[0])
        for start in range(0, size, CHUNK):
            with nogil:
                _distinct(
                    &self.mt, rounding, n, log2_slots, min(size - start, CHUNK),
                    &table[0], &out[start],
                )
            PyErr_CheckSignals()
