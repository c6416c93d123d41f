"""Kernels of R's draws of counts, each by the paper that R's manual names.

- binomial: inversion, and BTPE of Kachitvichyanukul and Schmeiser (1988), doi:10.1145/42372.42381
- Poisson: PD of Ahrens and Dieter (1982), doi:10.1145/355993.355997
- hypergeometric: HIN and H2PE of Kachitvichyanukul and Schmeiser (1985),
  doi:10.1080/00949658508810839

Steps are numbered as in the papers. Which of equal formulas is computed, and the order in which
uniforms, normals and exponentials are taken, is what gave R's numbers.
"""

from libc.math cimport NAN, copysign, exp, fabs, floor, isfinite, isnan, log, nearbyint, pow, sqrt
from libc.stdint cimport int32_t, uint32_t

from dagbag._kernels.rgamma cimport exponential
from dagbag._kernels.rrandom cimport mt19937_t, next_normal, next_unit


# Binomial

cdef double _power(double x, int n) noexcept nogil:
    """x^n by squaring, n >= 0."""
    cdef double value = 1.0
    while True:
        if n & 1:
            value *= x
        n >>= 1
        if n == 0:
            return value
        x *= x


cdef void _set_up_binomial(double size, double prob, binomial_t *b) noexcept nogil:
    """Step 0."""
    cdef double a
    b.size = size
    b.prob = prob
    b.n = <int>size
    b.p = min(prob, 1.0 - prob)
    b.q = 1.0 - b.p
    b.np = b.n * b.p
    b.ratio = b.p / b.q
    b.g = b.ratio * (b.n + 1)
    if b.np < 30.0:
        b.qn = _power(b.q, b.n)
        return
    b.fm = b.np + b.p
    b.m = <int>b.fm
    b.npq = b.np * b.q
    b.p1 = <int>(2.195 * sqrt(b.npq) - 4.6 * b.q) + 0.5
    b.xm = b.m + 0.5
    b.xl = b.xm - b.p1
    b.xr = b.xm + b.p1
    b.c = 0.134 + 20.5 / (15.3 + b.m)
    a = (b.fm - b.xl) / (b.fm - b.xl * b.p)
    b.xll = a * (1.0 + 0.5 * a)
    a = (b.xr - b.fm) / (b.xr * b.q)
    b.xlr = a * (1.0 + 0.5 * a)
    b.p2 = b.p1 * (1.0 + b.c + b.c)
    b.p3 = b.p2 + b.c / b.xll
    b.p4 = b.p3 + b.c / b.xlr


cdef int _binomial_inversion(mt19937_t *mt, const binomial_t *b) noexcept nogil:
    cdef double f, u
    cdef int x
    while True:
        x = 0
        f = b.qn
        u = next_unit(mt)
        while x <= 110:
            if u < f:
                return x
            u -= f
            x += 1
            f *= b.g / x - b.ratio
        # Rounding can leave u above every sum: again.


cdef inline double _correction(double x) noexcept nogil:
    """Stirling's series, as in step 5.3."""
    cdef double x2 = x * x
    return (13860.0 - (462.0 - (132.0 - (99.0 - 140.0 / x2) / x2) / x2) / x2) / x / 166320.0


cdef bint _accepted(const binomial_t *b, int x, double v) noexcept nogil:
    """Step 5: whether v is below f(x) / f(m)."""
    cdef int i, k = x - b.m if x > b.m else b.m - x
    cdef double f, bound, normal, alv, x1, f1, z, w, square
    if k <= 20 or k >= b.npq / 2 - 1:
        # Step 5.1: by recursion from the mode
        f = 1.0
        for i in range(b.m + 1, x + 1):
            f *= b.g / i - b.ratio
        for i in range(x + 1, b.m + 1):
            f /= b.g / i - b.ratio
        return v <= f
    # Step 5.2: squeezed from below and above
    bound = (k / b.npq) * ((k * (k / 3.0 + 0.625) + 0.1666666666666) / b.npq + 0.5)
    # R squares k as a 32-bit integer, which wraps beyond 46340, a size of some hundred millions.
    square = <int32_t>(<uint32_t>k * <uint32_t>k)
    normal = -square / (2.0 * b.npq)
    alv = log(v)
    if alv < normal - bound:
        return True
    if alv > normal + bound:
        return False
    # Step 5.3
    x1 = x + 1
    f1 = b.m + 1.0
    z = b.n + 1.0 - b.m
    w = b.n - x + 1.0
    return alv <= (
        b.xm * log(f1 / x1) + (b.n - b.m + 0.5) * log(z / w) + (x - b.m) * log(w * b.p / (x1 * b.q))
        + _correction(f1) + _correction(z) + _correction(x1) + _correction(w)
    )


cdef int _btpe(mt19937_t *mt, const binomial_t *b) noexcept nogil:
    """np >= 30, algorithm BTPE."""
    cdef double u, v, x
    cdef int ix
    while True:
        # Step 1
        u = next_unit(mt) * b.p4
        v = next_unit(mt)
        if u <= b.p1:
            return <int>(b.xm - b.p1 * v + u)
        if u <= b.p2:  # Step 2, parallelograms
            x = b.xl + (u - b.p1) / b.c
            v = v * b.c + 1.0 - fabs(b.xm - x) / b.p1
            if v > 1.0 or v <= 0.0:
                continue
            ix = <int>x
        elif u <= b.p3:  # Step 3, left tail
            x = b.xl + log(v) / b.xll
            if x <= -1.0:
                continue
            ix = <int>x
            v = v * (u - b.p2) * b.xll
        else:  # Step 4, right tail
            x = b.xr - log(v) / b.xlr
            if x >= b.n + 1.0:
                continue
            ix = <int>x
            v = v * (u - b.p3) * b.xlr
        if _accepted(b, ix, v):
            return ix


cdef double binomial(mt19937_t *mt, double size, double prob, binomial_t *setup) noexcept nogil:
    cdef int x
    if not isfinite(size) or size != floor(size + 0.5) or size < 0.0:
        return NAN
    if not 0.0 <= prob <= 1.0:
        return NAN
    if size == 0.0 or prob == 0.0:
        return 0.0
    if prob == 1.0:
        return size
    if setup.size != size or setup.prob != prob:
        _set_up_binomial(size, prob, setup)
    x = _binomial_inversion(mt, setup) if setup.np < 30.0 else _btpe(mt, setup)
    return setup.n - x if prob > 0.5 else x


# Poisson

cdef double[10] FACTORIAL = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0, 40320.0, 362880.0]

cdef double ROOT_2PI = 0.398942280401432677939946059934  # 1 / sqrt(2 pi)


cdef double _poisson_table(mt19937_t *mt, double mu, poisson_t *p) noexcept nogil:
    """Case B, mu < 10: the table of cumulated probabilities is made as far as it is needed."""
    cdef double u
    cdef int k
    if p.mu != mu:
        p.mu = mu
        p.last = exp(-mu)
        p.cumulated[0] = p.last
        p.filled = 1
    while True:
        u = next_unit(mt)
        for k in range(p.filled):
            if u <= p.cumulated[k]:
                return k
        while p.filled < 36:
            k = p.filled
            p.last *= mu / k
            p.cumulated[k] = p.cumulated[k - 1] + p.last
            p.filled += 1
            if u <= p.cumulated[k]:
                return k


cdef void _set_up_p(double mu, poisson_t *p) noexcept nogil:
    """Step P."""
    cdef double b1 = 1.0 / (24.0 * mu), b2 = 0.3 * b1 * b1
    p.mu_p = mu
    p.omega = ROOT_2PI / p.s
    p.c3 = 0.1428571428571428571 * b1 * b2
    p.c2 = b2 - 15.0 * p.c3
    p.c1 = b1 - 6.0 * b2 + 45.0 * p.c3
    p.c0 = 1.0 - b1 + 3.0 * b2 - 15.0 * p.c3
    p.c = 0.1069 / mu


cdef inline double _poisson_series(double v) noexcept nogil:
    """The polynomial of PD for (ln(1 + v) - v) / v^2, |v| <= 1/4."""
    return (
        ((((((0.1250060 * v - 0.1384794) * v + 0.1421878) * v - 0.1661269) * v + 0.2000118) * v
          - 0.2500068) * v + 0.3333333) * v - 0.5
    )


cdef void _procedure_f(
    double k, double mu, const poisson_t *p, double *px, double *py, double *fx, double *fy
) noexcept nogil:
    cdef double difference = mu - k, delta, v, x
    if k < 10.0:
        px[0] = -mu
        py[0] = pow(mu, k) / FACTORIAL[<int>k]
    else:
        delta = 0.083333333333333333333 / k
        delta -= 4.8 * delta * delta * delta
        v = difference / k
        if fabs(v) <= 0.25:
            px[0] = k * v * v * _poisson_series(v) - delta
        else:
            px[0] = k * log(1.0 + v) - difference - delta
        py[0] = ROOT_2PI / sqrt(k)
    x = (0.5 - difference) / p.s
    x *= x
    fx[0] = -0.5 * x
    fy[0] = p.omega * (((p.c3 * x + p.c2) * x + p.c1) * x + p.c0)


cdef double _poisson_pd(mt19937_t *mt, double mu, poisson_t *p) noexcept nogil:
    """Case A, mu >= 10, algorithm PD."""
    cdef double g, k = -1.0, u = 0.0, e, t, difference, px, py, fx, fy
    if p.mu != mu:
        p.mu = mu
        p.filled = 0
        p.s = sqrt(mu)
        p.d = 6.0 * mu * mu
        p.least = floor(mu - 1.1484)
    # Step N
    g = mu + p.s * next_normal(mt)
    if g >= 0.0:
        k = floor(g)
        # Step I
        if k >= p.least:
            return k
        # Step S
        difference = mu - k
        u = next_unit(mt)
        if p.d * u >= difference * difference * difference:
            return k
    if p.mu_p != mu:
        _set_up_p(mu, p)
    if g >= 0.0:
        # Step Q
        _procedure_f(k, mu, p, &px, &py, &fx, &fy)
        if fy - u * fy <= py * exp(px - fx):
            return k
    while True:
        # Step E
        e = exponential(mt)
        u = 2.0 * next_unit(mt) - 1.0
        t = 1.8 + copysign(e, u)
        if t > -0.6744:
            k = floor(mu + p.s * t)
            _procedure_f(k, mu, p, &px, &py, &fx, &fy)
            # Step H
            if p.c * fabs(u) <= py * exp(px + e) - fy * exp(fx + e):
                return k


cdef double poisson(mt19937_t *mt, double mu, poisson_t *setup) noexcept nogil:
    if not isfinite(mu) or mu < 0.0:
        return NAN
    if mu == 0.0:
        return 0.0
    if mu < 10.0:
        return _poisson_table(mt, mu, setup)
    return _poisson_pd(mt, mu, setup)


# Hypergeometric

cdef double[8] LOG_FACTORIAL = [
    0.0, 0.0, 0.69314718055994530941723212145817, 1.79175946922805500081247735838070,
    3.17805383034794561964694160129705, 4.78749174278204599424770093452324,
    6.57925121201010099506017829290394, 8.52516136106541430016553103634712,
]


cdef double _log_factorial(double i) noexcept nogil:
    """ln(i!), by Stirling's formula with two terms of its series from 8 on."""
    if i <= 7.0:
        return LOG_FACTORIAL[<int>i]
    return (
        (i + 0.5) * log(i) - i + 0.0833333333333333 / i - 0.00277777777777778 / i / i / i
        + 0.9189385332
    )


cdef inline double _log_ratio(const hypergeometric_t *h, double x) noexcept nogil:
    """ln(P(X = x) / P(X = m)), one log factorial after the other: their sum rounds otherwise."""
    return (
        h.a - _log_factorial(x) - _log_factorial(h.n1 - x) - _log_factorial(h.k - x)
        - _log_factorial(h.n2 - h.k + x)
    )


cdef void _set_up_hypergeometric(
    double white, double black, double drawn, hypergeometric_t *h
) noexcept nogil:
    """Step 0 of H2PE, and the first probability of HIN."""
    cdef double n, s, d, kl, kr, log_w
    h.white = white
    h.black = black
    h.drawn = drawn
    h.total = n = white + black
    h.n1 = min(white, black)
    h.n2 = max(white, black)
    h.k = drawn if drawn + drawn < n else n - drawn
    h.m = <int>((h.k + 1.0) * (h.n1 + 1.0) / (n + 2.0))
    h.lowest = <int>max(0.0, h.k - h.n2)
    h.highest = <int>min(h.n1, h.k)
    if h.lowest == h.highest:
        return
    if h.m - h.lowest < 10:
        if h.k < h.n2:
            log_w = (
                _log_factorial(h.n2) + _log_factorial(n - h.k)
                - _log_factorial(h.n2 - h.k) - _log_factorial(n)
            )
        else:
            log_w = (
                _log_factorial(h.n1) + _log_factorial(h.k)
                - _log_factorial(h.k - h.n2) - _log_factorial(n)
            )
        h.w = exp(log_w + 57.5646273248511421)
        return
    s = sqrt((n - h.k) * h.k * h.n1 * h.n2 / (n - 1.0) / n / n)
    d = <int>(1.5 * s) + 0.5
    h.xl = h.m - d + 0.5
    h.xr = h.m + d + 0.5
    h.a = (
        _log_factorial(h.m) + _log_factorial(h.n1 - h.m) + _log_factorial(h.k - h.m)
        + _log_factorial(h.n2 - h.k + h.m)
    )
    kl = exp(_log_ratio(h, <int>h.xl))
    kr = exp(_log_ratio(h, <int>(h.xr - 1.0)))
    h.lambda_l = -log(h.xl * (h.n2 - h.k + h.xl) / (h.n1 - h.xl + 1.0) / (h.k - h.xl + 1.0))
    h.lambda_r = -log((h.n1 - h.xr + 1.0) * (h.k - h.xr + 1.0) / h.xr / (h.n2 - h.k + h.xr))
    h.p1 = d + d
    h.p2 = h.p1 + kl / h.lambda_l
    h.p3 = h.p2 + kr / h.lambda_r


cdef double _hin(mt19937_t *mt, const hypergeometric_t *h) noexcept nogil:
    """Algorithm HIN: inversion, scaled by 1e25 so that the first probability does not vanish."""
    cdef double u, p
    cdef int x
    while True:
        x = h.lowest
        u = next_unit(mt) * 1e25
        p = h.w
        while u > p:
            u -= p
            p *= (h.n1 - x) * (h.k - x)
            x += 1
            p = p / x / (h.n2 - h.k + x)
            if x > h.highest:
                break
        else:
            return x


cdef inline double _cubic(double r) noexcept nogil:
    """ln(1 + r) to the third order."""
    return r * (1.0 + r * (-0.5 + r / 3.0))


cdef inline double _fourth(double scale, double r) noexcept nogil:
    """A bound of what _cubic leaves out."""
    cdef double d = scale * (r * r * r * r)
    return d / (1.0 + r) if r < 0.0 else d


cdef bint _accepted_hypergeometric(const hypergeometric_t *h, int x, double v) noexcept nogil:
    """Step 4: whether v is below f(x) / f(m)."""
    cdef int i, m = h.m
    cdef double f, y, y1, ym, yn, yk, nk, r, s, t, e, g, gu, gl, dg, xm, xn, xk, nm, upper, alv
    if m < 100 or x <= 50:
        # Step 4.1: by recursion from the mode
        f = 1.0
        for i in range(m + 1, x + 1):
            f = f * (h.n1 - i + 1.0) * (h.k - i + 1.0) / (h.n2 - h.k + i) / i
        for i in range(x + 1, m + 1):
            f = f * i * (h.n2 - h.k + i) / (h.n1 - i + 1.0) / (h.k - i + 1.0)
        return v <= f
    # Step 4.2: squeezed from above and below
    y = x
    y1 = y + 1.0
    ym = y - m
    yn = h.n1 - y + 1.0
    yk = h.k - y + 1.0
    nk = h.n2 - h.k + y1
    r = -ym / y1
    s = ym / yn
    t = ym / yk
    e = -ym / nk
    g = yn * yk / (y1 * nk) - 1.0
    dg = 1.0 + g if g < 0.0 else 1.0
    gu = g * (1.0 + g * (-0.5 + g / 3.0))
    gl = gu - 0.25 * (g * g * g * g) / dg
    xm = m + 0.5
    xn = h.n1 - m + 0.5
    xk = h.k - m + 0.5
    nm = h.n2 - h.k + xm
    upper = (
        xm * _cubic(r) + xn * _cubic(s) + xk * _cubic(t) + nm * _cubic(e)
        + y * gu - m * gl + 0.0034
    )
    alv = log(v)
    if alv > upper:
        return False
    if alv < (
        upper - 0.25 * (_fourth(xm, r) + _fourth(xn, s) + _fourth(xk, t) + _fourth(nm, e))
        + (y + m) * (gl - gu) - 0.0078
    ):
        return True
    # Step 4.3
    return alv <= _log_ratio(h, y)


cdef double _h2pe(mt19937_t *mt, const hypergeometric_t *h) noexcept nogil:
    """Algorithm H2PE."""
    cdef double u, v, x
    cdef int ix
    while True:
        # Steps 1 to 3
        u = next_unit(mt) * h.p3
        v = next_unit(mt)
        if u < h.p1:
            ix = <int>(h.xl + u)
        elif u <= h.p2:
            x = h.xl + log(v) / h.lambda_l
            if x <= h.lowest - 1.0 or <int>x < h.lowest:
                continue
            ix = <int>x
            v = v * (u - h.p1) * h.lambda_l
        else:
            x = h.xr - log(v) / h.lambda_r
            if x >= h.highest + 1.0:
                continue
            ix = <int>x
            v = v * (u - h.p2) * h.lambda_r
        if _accepted_hypergeometric(h, ix, v):
            return ix


cdef double hypergeometric(
    mt19937_t *mt, double white, double black, double drawn, hypergeometric_t *setup
) noexcept nogil:
    cdef double x
    if not (isfinite(white) and isfinite(black) and isfinite(drawn)):
        return NAN
    # Halves go to the even number.
    white = nearbyint(white)
    black = nearbyint(black)
    drawn = nearbyint(drawn)
    if white < 0.0 or black < 0.0 or drawn < 0.0 or drawn > white + black:
        return NAN
    if (
        setup.white != white or setup.black != black or setup.drawn != drawn
        or setup.total != white + black
    ):
        _set_up_hypergeometric(white, black, drawn, setup)
    if setup.lowest == setup.highest:
        x = setup.highest
    elif setup.m - setup.lowest < 10:
        x = _hin(mt, setup)
    else:
        x = _h2pe(mt, setup)
    # Back from (n1, n2, k) to what was asked for.
    if drawn + drawn >= white + black:
        return drawn - black + x if white > black else white - x
    return drawn - x if white > black else x


# Ranks

cdef double signed_rank(mt19937_t *mt, double n) noexcept nogil:
    """Sum of the ranks 1..n that a fair coin chooses."""
    cdef double total = 0.0
    cdef int i
    if isnan(n):
        return n
    n = nearbyint(n)
    if n < 0.0:
        return NAN
    for i in range(1, <int>n + 1):
        total += i * floor(next_unit(mt) + 0.5)
    return total
