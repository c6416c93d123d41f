"""Rows of bits in 64-bit words, the whole concept: bit k of a row is word k // 64, bit k % 64."""

from libc.stdint cimport int32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__)
    static inline int dagbag_ctz(uint64_t word) { return __builtin_ctzll(word); }
    static inline int dagbag_msb(uint64_t word) { return 63 - __builtin_clzll(word); }
    __attribute__((unused))  /* clang warns of what a kernel does not call */
    static inline int dagbag_popcount(uint64_t word) { return __builtin_popcountll(word); }
    #else
    static inline int dagbag_ctz(uint64_t word)
    { int k = 0; while (!(word & 1)) { word >>= 1; k++; } return k; }
    static inline int dagbag_msb(uint64_t word)
    { int k = 0; while (word >>= 1) k++; return k; }
    static inline int dagbag_popcount(uint64_t word)
    { int k = 0; while (word) { word &= word - 1; k++; } return k; }
    #endif
    """
    int lowest_bit "dagbag_ctz"(uint64_t word) noexcept nogil    # word != 0
    int highest_bit "dagbag_msb"(uint64_t word) noexcept nogil   # word != 0
    int count_bits "dagbag_popcount"(uint64_t word) noexcept nogil


cdef inline int32_t words_for(int32_t p) noexcept nogil:
    return (p + 63) >> 6


cdef inline bint has_bit(const uint64_t* row, int32_t k) noexcept nogil:
    return (row[k >> 6] >> (k & 63)) & 1


cdef inline void set_bit(uint64_t* row, int32_t k) noexcept nogil:
    row[k >> 6] |= (<uint64_t> 1) << (k & 63)


cdef inline void clear_bit(uint64_t* row, int32_t k) noexcept nogil:
    row[k >> 6] &= ~((<uint64_t> 1) << (k & 63))


cdef inline void clear_row(uint64_t* row, int32_t words) noexcept nogil:
    cdef int32_t b
    for b in range(words):
        row[b] = 0


cdef inline void union_row(uint64_t* row, const uint64_t* other, int32_t words) noexcept nogil:
    cdef int32_t b
    for b in range(words):
        row[b] |= other[b]


cdef inline int32_t next_bit(const uint64_t* row, int32_t words, int32_t k) noexcept nogil:
    """The first set bit at or after k, or -1: ``k = next_bit(row, words, k + 1)`` walks a row."""
    cdef int32_t b = k >> 6
    cdef uint64_t word
    if b >= words:
        return -1
    word = row[b] & ((<uint64_t> -1) << (k & 63))
    while word == 0:
        b += 1
        if b == words:
            return -1
        word = row[b]
    return (b << 6) + lowest_bit(word)


cdef inline int32_t last_bit(const uint64_t* row, int32_t words) noexcept nogil:
    """The last set bit of a row, or -1."""
    cdef int32_t b = words - 1
    while b >= 0:
        if row[b] != 0:
            return (b << 6) + highest_bit(row[b])
        b -= 1
    return -1


cdef inline bint any_bit(const uint64_t* row, int32_t words) noexcept nogil:
    cdef int32_t b
    for b in range(words):
        if row[b] != 0:
            return True
    return False


cdef inline bint meets(
    const uint64_t* row, const uint64_t* other, int32_t words
) noexcept nogil:
    """Whether two rows have a bit in common."""
    cdef int32_t b
    for b in range(words):
        if row[b] & other[b]:
            return True
    return False


cdef inline bint same_row(
    const uint64_t* row, const uint64_t* other, int32_t words
) noexcept nogil:
    cdef int32_t b
    for b in range(words):
        if row[b] != other[b]:
            return False
    return True
