"""Kernels of R's exponential, gamma and beta draws, each by the paper that R's manual names.

- exponential: algorithm SA of Ahrens and Dieter (1972), doi:10.1145/355604.361593
- gamma: GD of Ahrens and Dieter (1982), doi:10.1145/358315.358390, for a shape of at least 1, and
  GS of Ahrens and Dieter (1974), doi:10.1007/BF02293108, below it
- beta: BB and BC of Cheng (1978), doi:10.1145/359460.359482

Steps are numbered as in the papers. Which of equal formulas is computed, and the order in which
uniforms, normals and exponentials are taken, is what gave R's numbers bit for bit.
"""

from libc.float cimport DBL_MAX
from libc.math cimport INFINITY, NAN, copysign, exp, expm1, fabs, isfinite, isinf, isnan, log, sqrt

from dagbag._kernels.rrandom cimport mt19937_t, next_normal, next_unit

cdef enum:
    N_TERMS = 16

# Q[k - 1] = ln(2) / 1! + ... + ln(2)^k / k!; the last one is 1 in double precision.
cdef double[N_TERMS] Q


cdef void _fill_q() noexcept:
    cdef double term = 1.0, total = 0.0
    cdef int k
    for k in range(N_TERMS):
        term *= log(2.0) / (k + 1)
        total += term
        Q[k] = total


_fill_q()


cdef double exponential(mt19937_t *mt) noexcept nogil:
    """Standard exponential, algorithm SA."""
    cdef double whole = 0.0, u = next_unit(mt), least, other
    cdef int k = 0
    # Step 1: every leading zero bit of u is one more ln(2).
    u += u
    while u <= 1.0:
        whole += Q[0]
        u += u
    u -= 1.0
    if u <= Q[0]:
        return whole + u
    # Steps 3 to 5: the least of as many uniforms as the rest of u asks for, and one more.
    least = next_unit(mt)
    while True:
        other = next_unit(mt)
        if other < least:
            least = other
        k += 1
        if u <= Q[k]:
            return whole + least * Q[0]


# Gamma

cdef inline double _series(double v) noexcept nogil:
    """The polynomial of GD for ln(1 + v), |v| <= 1/4."""
    return (
        (((((((0.1233795 * v - 0.1367177) * v + 0.1423657) * v - 0.1662921) * v + 0.2000062) * v
           - 0.250003) * v + 0.3333333) * v)
    )


cdef inline double _quotient(gamma_t *setup, double t) noexcept nogil:
    """q(t) of steps 6 and 10."""
    cdef double v = t / (setup.s + setup.s)
    if fabs(v) <= 0.25:
        return setup.q0 + 0.5 * t * t * _series(v)
    return setup.q0 - setup.s * t + 0.25 * t * t + (setup.s2 + setup.s2) * log(1.0 + v)


cdef void _set_up(double a, gamma_t *setup) noexcept nogil:
    """Step 1."""
    setup.shape = a
    setup.s2 = a - 0.5
    setup.s = sqrt(setup.s2)
    setup.d = 5.656854 - setup.s * 12.0


cdef void _set_up_rejection(double a, gamma_t *setup) noexcept nogil:
    """Step 4."""
    cdef double r = 1.0 / a, s = setup.s
    setup.shape4 = a
    setup.q0 = (
        (((((((2.424e-4 * r + 2.4511e-4) * r - 7.388e-5) * r + 0.00144121) * r + 0.00801191) * r
           + 0.02083148) * r + 0.04166669) * r)
    )
    if a <= 3.686:
        setup.b = 0.463 + s + 0.178 * setup.s2
        setup.sigma = 1.235
        setup.c = 0.195 / s - 0.079 + 0.16 * s
    elif a <= 13.022:
        setup.b = 1.654 + 0.0076 * setup.s2
        setup.sigma = 1.68 / s + 0.275
        setup.c = 0.062 / s + 0.024
    else:
        setup.b = 1.77
        setup.sigma = 0.75
        setup.c = 0.1515 / s


cdef double _gamma_gd(mt19937_t *mt, double a, double scale, gamma_t *setup) noexcept nogil:
    """Shape a >= 1, algorithm GD."""
    cdef double t, x, u, e, q
    if setup.shape != a:
        _set_up(a, setup)
    # Step 2: the normal deviate is right at once where it is not negative.
    t = next_normal(mt)
    x = setup.s + 0.5 * t
    if t >= 0.0:
        return scale * (x * x)
    # Step 3
    u = next_unit(mt)
    if setup.d * u <= t * t * t:
        return scale * (x * x)
    if setup.shape4 != a:
        _set_up_rejection(a, setup)
    # Steps 5 to 7
    if x > 0.0 and log(1.0 - u) <= _quotient(setup, t):
        return scale * (x * x)
    while True:
        # Step 8: double exponential rejection
        e = exponential(mt)
        u = next_unit(mt)
        u = u + u - 1.0
        t = setup.b + copysign(setup.sigma * e, u)
        # Steps 9 to 11
        if t >= -0.71874483771719:
            q = _quotient(setup, t)
            if q > 0.0 and setup.c * fabs(u) <= expm1(q) * exp(e - 0.5 * t * t):
                break
    # Step 12
    x = setup.s + 0.5 * t
    return scale * x * x


cdef double _gamma_gs(mt19937_t *mt, double a, double scale) noexcept nogil:
    """Shape a < 1, algorithm GS."""
    cdef double b = 1.0 + 0.36787944117144233 * a, p, x
    while True:
        p = b * next_unit(mt)
        if p >= 1.0:
            x = -log((b - p) / a)
            if exponential(mt) >= (1.0 - a) * log(x):
                return scale * x
        else:
            x = exp(log(p) / a)
            if exponential(mt) >= x:
                return scale * x


cdef double gamma(
    mt19937_t *mt,
    double shape,
    double scale,
    gamma_t *setup,
) noexcept nogil:
    if isnan(shape) or isnan(scale):
        return NAN
    if shape <= 0.0 or scale <= 0.0:
        return 0.0 if shape == 0.0 or scale == 0.0 else NAN
    if isinf(shape) or isinf(scale):
        return INFINITY
    if shape < 1.0:
        return _gamma_gs(mt, shape, scale)
    return _gamma_gd(mt, shape, scale, setup)


cdef double chi_squared(mt19937_t *mt, double df, gamma_t *setup) noexcept nogil:
    if not isfinite(df) or df < 0.0:
        return NAN
    return gamma(mt, df / 2.0, 2.0, setup)


# Beta

cdef inline double _bounded(double factor, double v) noexcept nogil:
    """factor * exp(v), at most the largest number."""
    cdef double w = factor * exp(v)
    return w if isfinite(w) else DBL_MAX


cdef void _beta_bb(
    mt19937_t *mt,
    double low,   # the lesser shape, above 1
    double high,
    double *w,    # out
) noexcept nogil:
    """Algorithm BB."""
    cdef double alpha = low + high
    cdef double slope = sqrt((alpha - 2.0) / (2.0 * low * high - alpha))
    cdef double gamma = low + 1.0 / slope
    cdef double u1, u2, v, z, r, s, t
    while True:
        u1 = next_unit(mt)
        u2 = next_unit(mt)
        v = slope * log(u1 / (1.0 - u1))
        w[0] = _bounded(low, v)
        z = u1 * u1 * u2
        r = gamma * v - 1.3862944
        s = low + r - w[0]
        if s + 2.609438 >= 5.0 * z:
            return
        t = log(z)
        # Not ">=": where 2 low high overflows this is a comparison with NaN, which ends it.
        if s > t or not r + alpha * log(alpha / (high + w[0])) < t:
            return


cdef void _beta_bc(
    mt19937_t *mt,
    double low,   # the lesser shape, at most 1
    double high,
    double *w,    # out
) noexcept nogil:
    """Algorithm BC."""
    cdef double alpha = low + high
    cdef double slope = 1.0 / low
    cdef double delta = 1.0 + high - low
    cdef double k1 = delta * (0.0138889 + 0.0416667 * low) / (high * slope - 0.777778)
    cdef double k2 = 0.25 + (0.5 + 0.25 / delta) * low
    cdef double u1, u2, v, y, z
    while True:
        u1 = next_unit(mt)
        u2 = next_unit(mt)
        if u1 < 0.5:
            y = u1 * u2
            z = u1 * y
            if 0.25 * u2 + z - y >= k1:
                continue
        else:
            z = u1 * u1 * u2
            if z > 0.25 and z >= k2:
                continue
        v = slope * log(u1 / (1.0 - u1))
        w[0] = _bounded(high, v)
        if u1 >= 0.5 and z <= 0.25:
            return
        if alpha * (log(alpha / (low + w[0])) + v) - 1.3862944 >= log(z):
            return


cdef double beta(mt19937_t *mt, double shape1, double shape2) noexcept nogil:
    cdef double low = min(shape1, shape2), high = max(shape1, shape2), w
    if isnan(shape1) or isnan(shape2) or low < 0.0:
        return NAN
    if isinf(low):
        return 0.5
    if high == 0.0:
        return 0.0 if next_unit(mt) < 0.5 else 1.0
    if isinf(shape1) or shape2 == 0.0:
        return 1.0
    if isinf(shape2) or shape1 == 0.0:
        return 0.0
    # BB is of the lesser shape first, BC of the greater one.
    if low <= 1.0:
        _beta_bc(mt, low, high, &w)
        return low / (low + w) if shape1 == low else w / (low + w)
    _beta_bb(mt, low, high, &w)
    return w / (high + w) if shape1 == low else high / (high + w)
