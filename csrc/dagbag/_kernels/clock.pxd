"""The time, for kernels that look for Ctrl-C now and then."""

cdef extern from *:
    """
    #include <time.h>
    static inline double dagbag_now(void)
    {
        struct timespec now;
        timespec_get(&now, TIME_UTC);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    /* Ctrl-C is looked for this often. */
    #define DAGBAG_SECONDS 0.05
    """
    double now "dagbag_now"() noexcept nogil
    double SECONDS "DAGBAG_SECONDS"
