"""Memory that grows, and what a kernel returns instead of raising when there is none left."""

from libc.stdlib cimport realloc

cdef enum Status:
    OK = 0
    NO_MEMORY = -1


cdef inline void* grown(void* block, size_t size, int* status) noexcept nogil:
    """A block of at least 1 byte, grown; the block as it was, and NO_MEMORY, if it cannot be."""
    cdef void* larger = realloc(block, size)
    if larger == NULL:
        status[0] = NO_MEMORY
        return block
    return larger
