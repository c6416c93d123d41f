"""R's draws by the name of their distribution, with parameters that are recycled."""

from cpython.exc cimport PyErr_CheckSignals
from libc.float cimport DBL_MAX
from libc.math cimport (
    M_PI, NAN, exp, isfinite, isinf, isnan, log, nearbyint, pow, sqrt, tan,
)
from libc.stdint cimport uint32_t
from libc.string cimport memset

from dagbag._kernels.rcounts cimport (
    binomial, binomial_t, hypergeometric, hypergeometric_t, poisson, poisson_t, signed_rank,
)
from dagbag._kernels.rgamma cimport beta, chi_squared, exponential, gamma, gamma_t
from dagbag._kernels.rrandom cimport (
    CHUNK, MersenneTwister, bit_width, index_rejection, index_rounding, mt19937_t, next_normal,
    next_unit,
)

__all__ = ["DISTRIBUTIONS", "fill", "multinomial", "rank_sums"]

cdef enum:
    MAX_PARAMETERS = 3


cdef struct setups_t:
    # What the algorithms remember of the parameters of the draw before.
    gamma_t gamma
    gamma_t gamma2
    binomial_t binomial
    poisson_t poisson
    hypergeometric_t hypergeometric


ctypedef double (*draw_t)(mt19937_t *, const double *, setups_t *) noexcept nogil


# One draw each; p has the parameters in R's order. A parameter for which there is no distribution
# gives NaN, and takes from the stream what it takes in R.

cdef double _unif(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    if not (isfinite(p[0]) and isfinite(p[1])) or p[1] < p[0]:
        return NAN
    if p[0] == p[1]:
        return p[0]
    return p[0] + (p[1] - p[0]) * next_unit(mt)


cdef double _norm(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    if isnan(p[0]) or not isfinite(p[1]) or p[1] < 0.0:
        return NAN
    if p[1] == 0.0 or isinf(p[0]):
        return p[0]
    return p[0] + p[1] * next_normal(mt)


cdef double _lnorm(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return exp(_norm(mt, p, s))


cdef double _exp(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    cdef double scale = 1.0 / p[0]
    if scale == 0.0:
        return 0.0
    if not isfinite(scale) or scale < 0.0:
        return NAN
    return scale * exponential(mt)


cdef double _gamma(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return gamma(mt, p[0], p[1], &s.gamma)


cdef double _chisq(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return chi_squared(mt, p[0], &s.gamma)


cdef double _nchisq(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    """A Poisson mixture of central ones."""
    cdef double df = p[0], ncp = p[1], value = 0.0
    if isnan(df) or not isfinite(ncp) or df < 0.0 or ncp < 0.0:
        return NAN
    if ncp > 0.0:
        value = poisson(mt, ncp / 2.0, &s.poisson)
        if value > 0.0:
            value = chi_squared(mt, 2.0 * value, &s.gamma2)
    if df > 0.0:
        value += gamma(mt, df / 2.0, 2.0, &s.gamma)
    return value


cdef double _t(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    cdef double z
    if isnan(p[0]) or p[0] <= 0.0:
        return NAN
    z = next_normal(mt)
    return z if isinf(p[0]) else z / sqrt(chi_squared(mt, p[0], &s.gamma) / p[0])


cdef double _f(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    cdef double above, below
    if isnan(p[0]) or isnan(p[1]) or p[0] <= 0.0 or p[1] <= 0.0:
        return NAN
    above = 1.0 if isinf(p[0]) else chi_squared(mt, p[0], &s.gamma) / p[0]
    below = 1.0 if isinf(p[1]) else chi_squared(mt, p[1], &s.gamma2) / p[1]
    return above / below


cdef double _beta(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return beta(mt, p[0], p[1])


cdef double _weibull(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    if not (isfinite(p[0]) and isfinite(p[1])) or p[0] <= 0.0 or p[1] <= 0.0:
        return 0.0 if p[1] == 0.0 else NAN
    return p[1] * pow(-log(next_unit(mt)), 1.0 / p[0])


cdef double _logis(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    cdef double u
    if isnan(p[0]) or not isfinite(p[1]):
        return NAN
    if p[1] == 0.0 or isinf(p[0]):
        return p[0]
    u = next_unit(mt)
    return p[0] + p[1] * log(u / (1.0 - u))


cdef double _cauchy(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    if isnan(p[0]) or not isfinite(p[1]) or p[1] < 0.0:
        return NAN
    if p[1] == 0.0 or isinf(p[0]):
        return p[0]
    return p[0] + p[1] * tan(M_PI * next_unit(mt))


cdef double _binom(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return binomial(mt, p[0], p[1], &s.binomial)


cdef double _pois(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return poisson(mt, p[0], &s.poisson)


cdef double _geom(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    """A Poisson draw whose mean is exponential."""
    if not isfinite(p[0]) or p[0] <= 0.0 or p[0] > 1.0:
        return NAN
    return poisson(mt, exponential(mt) * ((1.0 - p[0]) / p[0]), &s.poisson)


cdef inline double _not_infinite(double size) noexcept nogil:
    """An infinite size stands for a huge one."""
    return 0.5 * DBL_MAX if isinf(size) else size


cdef double _nbinom(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    """A Poisson draw whose mean is gamma, by size and prob."""
    if isnan(p[0]) or not isfinite(p[1]) or p[0] <= 0.0 or p[1] <= 0.0 or p[1] > 1.0:
        return NAN
    if p[1] == 1.0:
        return 0.0
    return poisson(mt, gamma(mt, _not_infinite(p[0]), (1.0 - p[1]) / p[1], &s.gamma), &s.poisson)


cdef double _nbinom_mu(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    """The same by size and mean."""
    if isnan(p[0]) or not isfinite(p[1]) or p[0] <= 0.0 or p[1] < 0.0:
        return NAN
    if p[1] == 0.0:
        return 0.0
    return poisson(
        mt, gamma(mt, _not_infinite(p[0]), p[1] / _not_infinite(p[0]), &s.gamma), &s.poisson
    )


cdef double _hyper(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return hypergeometric(mt, p[0], p[1], p[2], &s.hypergeometric)


cdef double _signrank(mt19937_t *mt, const double *p, setups_t *s) noexcept nogil:
    return signed_rank(mt, p[0])


# Names of parameters by the name of a distribution.
DISTRIBUTIONS = {
    "unif": ("min", "max"),
    "norm": ("mean", "sd"),
    "lnorm": ("meanlog", "sdlog"),
    "exp": ("rate",),
    "gamma": ("shape", "scale"),
    "chisq": ("df",),
    "nchisq": ("df", "ncp"),
    "t": ("df",),
    "f": ("df1", "df2"),
    "beta": ("shape1", "shape2"),
    "weibull": ("shape", "scale"),
    "logis": ("location", "scale"),
    "cauchy": ("location", "scale"),
    "binom": ("size", "prob"),
    "pois": ("mean",),
    "geom": ("prob",),
    "nbinom": ("size", "prob"),
    "nbinom_mu": ("size", "mu"),
    "hyper": ("white", "black", "k"),
    "signrank": ("n",),
}

# In the order of DISTRIBUTIONS.
cdef draw_t[20] DRAWS = [
    _unif, _norm, _lnorm, _exp, _gamma, _chisq, _nchisq, _t, _f, _beta, _weibull, _logis, _cauchy,
    _binom, _pois, _geom, _nbinom, _nbinom_mu, _hyper, _signrank,
]
_POSITIONS = {name: i for i, name in enumerate(DISTRIBUTIONS)}


def fill(
    MersenneTwister twister,
    str name,
    const double[::1] values,       # the parameters' values, one parameter after the other
    const Py_ssize_t[::1] lengths,  # of each parameter, at least 1
    double[::1] out,
):
    """Fill ``out`` with draws of a distribution of DISTRIBUTIONS, parameters recycled.

    Ctrl-C is looked for as in `MersenneTwister`.
    """
    cdef draw_t draw = DRAWS[<int>_POSITIONS[name]]
    cdef int n_parameters = <int>lengths.shape[0], j
    cdef Py_ssize_t start, i, size = out.shape[0]
    cdef Py_ssize_t[MAX_PARAMETERS] offset, at
    cdef double[MAX_PARAMETERS] p
    cdef bint fixed = True
    cdef setups_t setups
    memset(&setups, 0, sizeof(setups_t))
    for j in range(n_parameters):
        offset[j] = 0 if j == 0 else offset[j - 1] + lengths[j - 1]
        at[j] = 0
        p[j] = values[offset[j]]
        fixed = fixed and lengths[j] == 1
    for start in range(0, size, CHUNK):
        with nogil:
            for i in range(start, min(size, start + CHUNK)):
                if not fixed:
                    for j in range(n_parameters):
                        p[j] = values[offset[j] + at[j]]
                        at[j] += 1
                        if at[j] == lengths[j]:
                            at[j] = 0
                out[i] = draw(&twister.mt, p, &setups)
        PyErr_CheckSignals()


def rank_sums(
    MersenneTwister twister,
    bint rounding,
    const double[::1] m,
    const double[::1] n,
    uint32_t[::1] pool,  # (>= max(m + n),) work
    double[::1] out,
):
    """Fill ``out`` with Wilcoxon's rank sum statistic of two samples, sizes recycled."""
    cdef Py_ssize_t i
    cdef uint32_t left, j, k, _drawn
    cdef double first, second, total
    for i in range(out.shape[0]):
        first, second = m[i % m.shape[0]], n[i % n.shape[0]]
        if isnan(first) or isnan(second):
            out[i] = first + second
            continue
        first = nearbyint(first)
        second = nearbyint(second)
        if first < 0.0 or second < 0.0:
            out[i] = NAN
            continue
        if first == 0.0 or second == 0.0:
            out[i] = 0.0
            continue
        total = 0.0
        left = <uint32_t>(first + second)
        with nogil:
            for j in range(left):
                pool[j] = j
            for _drawn in range(<uint32_t>second):
                if rounding:
                    k = index_rounding(&twister.mt, left)
                else:
                    k = index_rejection(&twister.mt, left, bit_width(left))
                total += pool[k]
                left -= 1
                pool[k] = pool[left]
        out[i] = total - second * (second - 1.0) / 2.0
        PyErr_CheckSignals()


def multinomial(MersenneTwister twister, int size, const double[::1] prob, double[:, ::1] out):
    """Fill rows of ``out`` with counts of ``size`` balls in boxes of probabilities ``prob``.

    One box after the other, each a binomial draw of the balls that are left.
    """
    cdef Py_ssize_t i, k, n_boxes = prob.shape[0]
    cdef double left, p
    cdef long double total, whole = 0.0  # the probability that is left; a double is not R's
    cdef binomial_t setup
    memset(&setup, 0, sizeof(binomial_t))
    for k in range(n_boxes):
        whole += prob[k]
    for i in range(out.shape[0]):
        with nogil:
            left = size
            total = whole
            for k in range(n_boxes):
                out[i, k] = 0.0
            for k in range(n_boxes - 1):
                if prob[k] > 0.0:
                    p = <double>(prob[k] / total)
                    out[i, k] = binomial(&twister.mt, left, p, &setup) if p < 1.0 else left
                    left -= out[i, k]
                if left <= 0.0:
                    break
                total -= prob[k]
            if left > 0.0:
                out[i, n_boxes - 1] = left
        PyErr_CheckSignals()
