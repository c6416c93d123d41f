"""Draws of counts, one at a time, as R draws them: binomial, Poisson, hypergeometric, ranks."""

from dagbag._kernels.rrandom cimport mt19937_t


cdef struct binomial_t:
    # What is computed of (size, prob); valid for those only, size 0 for none.
    double size
    double prob
    int n
    double p       # the lesser of prob and 1 - prob
    double q
    double np
    double npq
    double ratio   # p / q
    double g       # (n + 1) p / q
    double qn      # q^n, for inversion
    double fm
    int m          # the mode
    double xm      # m + 1/2
    double xl      # ends of the triangle
    double xr
    double c       # height of the parallelograms beyond it
    double xll     # rates of the exponential tails
    double xlr
    double p1      # cumulated areas
    double p2
    double p3
    double p4


cdef struct poisson_t:
    # What is computed of the mean; valid for that only, 0 for none.
    double mu
    double s
    double d
    double least
    # Of step P, which few draws reach; valid for this mean only.
    double mu_p
    double omega
    double c
    double c0
    double c1
    double c2
    double c3
    # For a mean below 10: P(X <= k) for k < filled.
    double cumulated[36]
    double last    # P(X = filled - 1)
    int filled


cdef struct hypergeometric_t:
    # What is computed of (white, black, drawn); valid for those only, total 0 for none.
    double white
    double black
    double drawn
    double total
    double n1      # the lesser of white and black
    double n2
    double k       # the lesser of drawn and left over
    int m          # the mode
    int lowest
    int highest
    double w       # 1e25 P(X = lowest), for inversion
    double a       # log factorials at the mode
    double xl
    double xr
    double lambda_l
    double lambda_r
    double p1
    double p2
    double p3


cdef double binomial(
    mt19937_t *mt,
    double size,         # below 2^31 - 1, or not a number
    double prob,
    binomial_t *setup,   # in and out, zeroed before the first draw
) noexcept nogil


cdef double poisson(
    mt19937_t *mt,
    double mu,
    poisson_t *setup,    # in and out, zeroed before the first draw
) noexcept nogil


cdef double hypergeometric(
    mt19937_t *mt,
    double white,
    double black,
    double drawn,        # each, and white + black, below 2^31 - 1, or not a number
    hypergeometric_t *setup,  # in and out, zeroed before the first draw
) noexcept nogil


cdef double signed_rank(mt19937_t *mt, double n) noexcept nogil
