"""R's Mersenne-Twister stream: the state, and one draw of each kind."""

from libc.stdint cimport uint32_t

cdef enum:
    N_WORDS = 624
    # Draws between two looks at pending signals: about a millisecond of work.
    CHUNK = 65536


cdef struct mt19937_t:
    # Invariant: word = temper(key), element by element.
    uint32_t key[N_WORDS]
    uint32_t word[N_WORDS]
    # Words already handed out, 1..624 between draws; R's .Random.seed[2].
    int position


cdef void refill(mt19937_t *mt) noexcept nogil


cdef inline uint32_t next_word(mt19937_t *mt) noexcept nogil:
    """The next 32-bit output."""
    if mt.position == N_WORDS:
        refill(mt)
    mt.position += 1
    return mt.word[mt.position - 1]


cdef inline double unit(uint32_t word) noexcept nogil:
    """R's uniform of one word, in (0, 1): word / 2^32, and never 0."""
    # The scaling is exact, so the largest word stays below 1 and only 0 needs R's guard,
    # half of 2.328306437080797e-10.
    return word * 2.3283064365386963e-10 if word else 0.5 * 2.328306437080797e-10


cdef inline double next_unit(mt19937_t *mt) noexcept nogil:
    """The next uniform, in (0, 1)."""
    return unit(next_word(mt))


cdef double quantile(double p) noexcept nogil


cdef inline double next_normal(mt19937_t *mt) noexcept nogil:
    """The next standard normal, by Inversion: quantile((floor(2^27 u1) + u2) / 2^27)."""
    # floor(2^27 u1) is the upper part of a word, so no floating point is needed.
    cdef uint32_t high = next_word(mt) >> 5
    return quantile((high + next_unit(mt)) / 134217728.0)


cdef inline int bit_width(uint32_t m) noexcept nogil:
    """ceil(log2(m)) for m >= 1: the bits that an index below m needs."""
    cdef int bits = 0
    m -= 1
    while m:
        m >>= 1
        bits += 1
    return bits


cdef inline uint32_t draw_bits(mt19937_t *mt, int bits) noexcept nogil:
    """An integer of 0..31 random bits, from the upper halves of one or two words."""
    # floor(65536 * u) of R is the upper half of the word, so no floating point is needed.
    # Exactly 16 bits take two words in R, one of them in vain.
    cdef uint32_t value = next_word(mt) >> 16
    if bits >= 16:
        value = (value << 16) | (next_word(mt) >> 16)
    return value & ((<uint32_t>1 << bits) - 1)


cdef inline uint32_t index_rounding(mt19937_t *mt, uint32_t m) noexcept nogil:
    """An index below m as R < 3.6 drew it, floor(m * u)."""
    return <uint32_t>(m * unit(next_word(mt)))


cdef inline uint32_t index_rejection(mt19937_t *mt, uint32_t m, int bits) noexcept nogil:
    """An index below m, bits = bit_width(m): redrawn while it is not below m."""
    cdef uint32_t value = draw_bits(mt, bits)
    while value >= m:
        value = draw_bits(mt, bits)
    return value


cdef class MersenneTwister:
    cdef mt19937_t mt
