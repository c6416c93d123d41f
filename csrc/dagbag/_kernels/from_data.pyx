"""Scores without cross-products: merits from the data, block by block, when asked for.

There is no p x p matrix of doubles. For a target with residual r and orthonormal basis Q of its m
parents, both vectors of the rows, a source x has
    g = x'r,   d = x'x - |Q'x|^2,   q = g^2 / d,
so that the merits of a block are products of 64 columns of the data with m + 1 vectors. What is
kept is a bound of every block's merits, in single precision: the products of all columns with the
vectors of many targets at once are one matrix product of BLAS, on columns of length 1. Its error is
bounded whatever the order of the sums (`slack`), so that which BLAS it is, and how many threads, is
seen nowhere: what the search goes by are the merits, which have one order of summation.

The prior of BGe adds a number to every d and to the RSS, and nothing to g but by the basis, which
`refit` has: products with the data stay what they are.

A column takes a pass over all data. So the columns that the best candidates would lead to are
prepared together, before they are needed.
"""

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer
from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.bge cimport BGe, bge_merit, bge_solve, bge_turn, bge_value
from dagbag._kernels.bitset cimport lowest_bit
from dagbag._kernels.clock cimport SECONDS, now
from dagbag._kernels.columns cimport BLOCK, COLLINEAR, dagbag_peak
from dagbag._kernels.gaussian cimport (
    Gaussian, gaussian_cut, gaussian_delta, gaussian_solve, gaussian_value,
)
from dagbag._kernels.node_score cimport (
    Column, Deltas, NodeScore, Scorer, Want, additions_of_merit, barred_row, block_width,
    cut_of_merit, offered_by_merit,
)
from dagbag._kernels.refit cimport (
    Refit, refit_fit, refit_free, refit_lose, refit_source, refit_stands, refit_start,
)
from dagbag._kernels.regression cimport Fit, Regression, near

import numpy as np

cdef extern from "bounds.h":
    enum: CHUNK "DAGBAG_CHUNK"
    float ROUNDING "DAGBAG_ROUNDING"
    void dagbag_tile_bounds(
        const float* tile, float slack, float* first, float* second) noexcept nogil
    float dagbag_block_bound(
        int m, const float* g, const float* w, float slack, float weight, uint64_t barred
    ) noexcept nogil
    void dagbag_merits_from_data(
        int n, int width, size_t stride, const double* X, int m, size_t length,
        const double* basis, const double* diag, double* d, double* q) noexcept nogil

ctypedef void (*Gemm)(
    char*, char*, int*, int*, int*, float*, float*, int*, float*, int*, float*, float*, int*
) noexcept nogil

cdef enum:
    PANEL = 512             # rows that one product sums up; longer sums are added up here
    AHEAD = 192             # columns that are kept prepared
    BATCH = 64              # columns prepared at once
    TILES = 8               # of the first pass between two looks for Ctrl-C
    BLOCKS = CHUNK // BLOCK

cdef struct Prepared:
    # The bounds of a column for an RSS of 1.
    int32_t target          # -1: nothing is here
    int32_t size            # of the parents it was prepared for
    int32_t capacity
    int32_t* parents        # (capacity,) in order of arrival
    int32_t at              # its first vector in a pass: the residual, then the basis
    bint wanted

cdef struct FromData:
    Gaussian gaussian       # comes first: functions of the contract are shared
    BGe bge                 # instead, with a prior
    double prior            # what it adds to the square of a column; 0: there is none
    double* log_diag        # (words,) of the smallest square in a block, for BGe
    Regression regression   # without cross-products; its refit is that of `held`
    int32_t p
    int32_t words
    int32_t rows
    int32_t chunks
    const double* X         # (rows, p) in
    const float* columns    # (chunks, rows, CHUNK) columns of X of length 1; 0 beyond the last
    float slack             # error of a product of two of them
    Refit* refits           # (p + 1,) bases of the targets with parents; the last: of all others
    int32_t held            # whose refit is in `regression`, -1: nobody's
    double* column          # (rows,) the column of `gathered`
    int32_t gathered        # -1: none
    uint8_t* suspects       # (p,) a source may fit perfectly, or be a function of the parents
    uint8_t* fresh          # (p,) the first pass has left bounds of the target, for an RSS of 1
    Prepared* prepared      # (AHEAD + 2,)
    float* bounds           # (AHEAD + 2, words) of the prepared
    Prepared alone          # one that nobody prepared
    float* vectors          # room for `vectors_size` of a pass, rows each
    int32_t vectors_size
    Refit trial             # for parents that a target does not have yet
    Gemm gemm


# Whose turn it is

cdef void _hold(FromData* F, int32_t slot) noexcept nogil:
    """Make the refit in a slot the one of the regression."""
    if F.held != slot:
        if F.held >= 0:
            F.refits[F.held] = F.regression.refit
        F.regression.refit = F.refits[slot]
        F.held = slot


cdef void _hold_of(FromData* F, const Deltas* D, int32_t j) noexcept nogil:
    """Hold the refit of target j: its own if it has parents."""
    _hold(F, j if D.column[j].size > 0 else F.p)


cdef int _stand(FromData* F, Deltas* D, int32_t j) noexcept nogil:
    """Hold the fit of target j on its parents."""
    cdef Column* column = &D.column[j]
    _hold_of(F, D, j)
    if not refit_stands(&F.regression.refit, j, column.size):
        return refit_fit(&F.regression.refit, j, column.parents, column.size, NULL)
    return OK


cdef uint64_t _unfit(
    const Deltas* D, int32_t j, const int32_t* parents, int32_t m, int32_t block
) noexcept nogil:
    """Sources of a block that are not to be added to j: itself, parents, barred ones."""
    cdef uint64_t bits = barred_row(D, j)[block]
    cdef int32_t t
    if j // BLOCK == block:
        bits |= (<uint64_t> 1) << (j % BLOCK)
    for t in range(m):
        if parents[t] // BLOCK == block:
            bits |= (<uint64_t> 1) << (parents[t] % BLOCK)
    return bits


# Merits

cdef double _judge(
    FromData* F, Deltas* D, int32_t j, int32_t k, double* square
) noexcept nogil:
    """q of a source that leaves next to nothing, or of which next to nothing is left; its d."""
    cdef Regression* R = &F.regression
    cdef double g
    if _stand(F, D, j) != OK:
        D.status = NO_MEMORY
        return -INFINITY
    refit_source(&R.refit, k, square, &g)
    if square[0] <= COLLINEAR * R.diag[k]:
        return -INFINITY
    if R.rss[j] - g * g / square[0] <= COLLINEAR * R.diag[j]:
        D.collinear[j] |= D.column[j].size < D.limit
        return -INFINITY
    return g * g / square[0]


cdef const double* _basis(FromData* F, Deltas* D, int32_t j) noexcept nogil:
    """The basis of the parents of j and its residual, (m + 1, rows); NULL without memory."""
    cdef int32_t i
    if D.column[j].size == 0:
        if F.gathered != j:
            for i in range(F.rows):
                F.column[i] = F.X[<size_t> i * F.p + j]
            F.gathered = j
        return F.column
    if _stand(F, D, j) != OK:
        D.status = NO_MEMORY
        return NULL
    return F.regression.refit.basis


cdef void _merits_of(
    FromData* F, Deltas* D, int32_t j, int32_t first, int32_t width, uint64_t unfit, double* out
) noexcept nogil:
    """Merits of the sources first..first + width - 1, in one block; unfit: bit 0 is the first."""
    cdef Regression* R = &F.regression
    cdef double enough = R.rss[j] - R.near * R.diag[j]
    cdef double d[BLOCK]
    cdef const double* basis = _basis(F, D, j)
    cdef int32_t k
    if basis != NULL:
        dagbag_merits_from_data(
            F.rows, width, F.p, F.X + first, D.column[j].size,
            F.rows if D.column[j].size == 0 else R.refit.stride, basis, R.diag + first, d, out)
    for k in range(width):
        if basis == NULL or (unfit >> k) & 1:
            out[k] = -INFINITY
        elif not (d[k] >= R.near * R.diag[first + k] and out[k] <= enough):
            out[k] = _judge(F, D, j, first + k, &d[k])
    if F.prior > 0.0:
        _hold_of(F, D, j)
        bge_turn(&F.bge, D, j, first, width, d, out)


cdef const double* _merits(
    void* own, Deltas* D, int32_t target, int32_t block, double* room
) noexcept nogil:
    cdef Column* column = &D.column[target]
    _merits_of(
        <FromData*> own, D, target, block * BLOCK, block_width(D, block),
        _unfit(D, target, column.parents, column.size, block), room)
    return room


cdef uint64_t _offered(void* own, Deltas* D, int32_t target, int32_t block) noexcept nogil:
    cdef FromData* F = <FromData*> own
    cdef Column* column = &D.column[target]
    cdef int32_t width = block_width(D, block)
    cdef uint64_t bits = (<uint64_t> -1) >> (BLOCK - width)
    if F.suspects[target]:
        return offered_by_merit(own, D, target, block)
    return bits & ~_unfit(D, target, column.parents, column.size, block)


cdef double _addition(void* own, Deltas* D, int32_t target, int32_t source) noexcept nogil:
    cdef FromData* F = <FromData*> own
    cdef Column* column = &D.column[target]
    cdef uint64_t unfit = _unfit(D, target, column.parents, column.size, source // BLOCK)
    cdef double q
    _merits_of(F, D, target, source, 1, unfit >> (source % BLOCK), &q)
    if q == -INFINITY or F.prior > 0.0:
        return -q
    _hold_of(F, D, target)
    return gaussian_delta(&F.gaussian, D, target, source, q)


cdef void _additions(
    void* own, Deltas* D, int32_t target, int32_t block, const double* merit, uint64_t sources,
    double* out
) noexcept nogil:
    cdef FromData* F = <FromData*> own
    cdef int32_t k
    _hold_of(F, D, target)
    while sources != 0:
        k = lowest_bit(sources)
        out[0] = gaussian_delta(&F.gaussian, D, target, block * BLOCK + k, merit[k])
        out += 1
        sources &= sources - 1


# Bounds

cdef void _product(
    const FromData* F, char* second, const float* left, const float* right, int32_t columns,
    float* part, float* out
) noexcept nogil:
    """Products of a chunk with `columns` vectors, out (columns, CHUNK).

    second: "N", vectors of rows, or "T", another chunk. part: room of the size of out.
    """
    cdef int chunk = CHUNK, m = CHUNK, n = columns, k, first = 0
    cdef int stride = F.rows if second[0] == b"N" else CHUNK
    cdef char* plain = b"N"
    cdef float one = 1.0, zero = 0.0
    cdef const float* at
    cdef size_t i
    while first < F.rows:
        k = min(<int32_t> PANEL, F.rows - first)
        at = right + first if second[0] == b"N" else right + <size_t> first * CHUNK
        F.gemm(
            plain, second, &m, &n, &k, &one, <float*> left + <size_t> first * CHUNK, &chunk,
            <float*> at, &stride, &zero, out if first == 0 else part, &m)
        if first > 0:
            for i in range(<size_t> columns * CHUNK):
                out[i] += part[i]
        first += PANEL


cdef int _bound_chunks(
    const FromData* F, const Deltas* D, const Prepared* wanted, int32_t count, int32_t vectors,
    float* bounds, int32_t first, int32_t last
) noexcept nogil:
    """A pass over chunks first..last - 1: the bounds of `count` columns, (count, words) out."""
    cdef float* products = <float*> malloc(
        2 * <size_t> CHUNK * max(vectors, 1) * sizeof(float))
    cdef const float* g
    cdef const Prepared* W
    cdef int32_t c, i, b, block
    if products == NULL:
        return NO_MEMORY
    for c in range(first, last):
        _product(
            F, b"N", F.columns + <size_t> c * F.rows * CHUNK, F.vectors, vectors,
            products + <size_t> CHUNK * vectors, products)
        for i in range(count):
            W = &wanted[i]
            if not W.wanted:
                continue
            g = products + <size_t> W.at * CHUNK
            for b in range(BLOCKS):
                block = c * BLOCKS + b
                if block < F.words:
                    bounds[<size_t> i * F.words + block] = dagbag_block_bound(
                        W.size, g + b * BLOCK, g + CHUNK + b * BLOCK, F.slack,
                        0.0 if F.prior == 0.0 else 1.0 / (F.bge.power + W.size + 1),
                        _unfit(D, W.target, W.parents, W.size, block))
    free(products)
    return OK


cdef int _bound_tiles(
    const FromData* F, float* bounds, int32_t row, int32_t first, int32_t last
) noexcept nogil:
    """The first pass, over pairs of chunks (row, first..last - 1): bounds (p, words) out."""
    cdef float* tile = <float*> malloc(2 * <size_t> CHUNK * (CHUNK + BLOCKS) * sizeof(float))
    cdef float* one
    cdef float* other
    cdef int32_t c, i
    if tile == NULL:
        return NO_MEMORY
    one = tile + 2 * CHUNK * CHUNK
    other = one + CHUNK * BLOCKS
    for c in range(first, last):
        _product(
            F, b"T", F.columns + <size_t> row * F.rows * CHUNK,
            F.columns + <size_t> c * F.rows * CHUNK, CHUNK, tile + CHUNK * CHUNK, tile)
        if c == row:
            for i in range(CHUNK):
                tile[i * CHUNK + i] = 0.0
        dagbag_tile_bounds(tile, F.slack, one, other)
        _put_bounds(F, row, c, one, bounds)
        _put_bounds(F, c, row, other, bounds)
    free(tile)
    return OK


cdef void _put_bounds(
    const FromData* F, int32_t targets, int32_t sources, const float* part, float* bounds
) noexcept nogil:
    """Put the bounds of a chunk of targets over a chunk of sources, part (CHUNK, BLOCKS) in, where
    all are, (p, words) out."""
    cdef int32_t width = min(<int32_t> BLOCKS, F.words - sources * BLOCKS), i
    for i in range(min(<int32_t> CHUNK, F.p - targets * CHUNK)):
        memcpy(
            bounds + <size_t> (targets * CHUNK + i) * F.words + sources * BLOCKS,
            part + i * BLOCKS, width * sizeof(float))


cdef int _load(
    FromData* F, const Deltas* D, Prepared* W, int32_t target, int32_t source, int32_t at
) noexcept nogil:
    """Put the residual and the basis of a target among the vectors of a pass: of its parents, and
    one more unless source is -1."""
    cdef Column* column = &D.column[target]
    cdef Refit* T = &F.trial
    cdef float* vector
    cdef const double* from_
    cdef double scale
    cdef int32_t m = column.size + (source >= 0), size, t, i
    cdef int status = OK
    if m > W.capacity:
        W.parents = <int32_t*> grown(W.parents, m * sizeof(int32_t), &status)
        if status != OK:
            return NO_MEMORY
        W.capacity = m
    for t in range(column.size):
        W.parents[t] = column.parents[t]
    if source >= 0:
        W.parents[m - 1] = source
    if at + m + 1 > F.vectors_size:
        size = max(at + m + 1, 2 * F.vectors_size)
        F.vectors = <float*> grown(
            F.vectors, <size_t> size * F.rows * sizeof(float), &status)
        if status != OK:
            return NO_MEMORY
        F.vectors_size = size
    refit_lose(T, target, 0)
    if refit_fit(T, target, W.parents, m, NULL) != OK:
        return NO_MEMORY
    W.target, W.size, W.at, W.wanted = target, m, at, True
    vector = F.vectors + <size_t> at * F.rows
    from_ = T.basis + <size_t> m * T.stride
    scale = 1.0 / sqrt(T.rss) if T.rss > 0.0 else 0.0
    for i in range(F.rows):
        vector[i] = <float> (from_[i] * scale)
    for t in range(m):
        vector += F.rows
        from_ = T.basis + <size_t> t * T.stride
        for i in range(F.rows):
            vector[i] = <float> from_[i]
    return OK


cdef int32_t _find(
    const FromData* F, int32_t target, const int32_t* parents, int32_t m, int32_t source
) noexcept nogil:
    """Where the column of a target with m parents, and source unless -1, is prepared; or -1."""
    cdef const Prepared* W
    cdef int32_t i, t
    for i in range(AHEAD + 2):
        W = &F.prepared[i]
        if W.target != target or W.size != m + (source >= 0):
            continue
        t = 0
        while t < m and W.parents[t] == parents[t]:
            t += 1
        if t == m and (source < 0 or W.parents[m] == source):
            return i
    return -1


cdef bint _ready(void* own, Deltas* D, Want want) noexcept nogil:
    cdef FromData* F = <FromData*> own
    cdef Column* column = &D.column[want.target]
    if column.size + (want.source >= 0) >= D.limit:
        return True
    if want.source < 0 and column.size == 0 and F.fresh[want.target]:
        return True
    return _find(F, want.target, column.parents, column.size, want.source) >= 0


# The contract

cdef int _bounds(FromData* F, Deltas* D, int32_t j) noexcept nogil:
    """Bounds of a column for an RSS of 1: prepared, or computed now."""
    cdef Column* column = &D.column[j]
    cdef float* bound = D.bound + <size_t> j * D.words
    cdef int32_t at
    if F.fresh[j] and column.size == 0:
        F.fresh[j] = 0
        return OK
    F.fresh[j] = 0
    at = _find(F, j, column.parents, column.size, -1)
    if at >= 0:
        memcpy(bound, F.bounds + <size_t> at * D.words, D.words * sizeof(float))
        F.prepared[at].target = -1
        return OK
    if _load(F, D, &F.alone, j, -1, 0) != OK:
        return NO_MEMORY
    return _bound_chunks(F, D, &F.alone, 1, column.size + 1, bound, 0, F.chunks)


cdef int _fill(void* own, Deltas* D, int32_t target, bint gained) noexcept nogil:
    cdef FromData* F = <FromData*> own
    cdef Regression* R = &F.regression
    cdef float* bound = D.bound + <size_t> target * D.words
    cdef int32_t m = D.column[target].size, b
    cdef double enough
    cdef double room[BLOCK]
    cdef Fit fit
    cdef int status
    if m == 0:
        R.rss[target] = R.diag[target]
        R.logdet[target] = 0.0
    else:
        _hold(F, target)
        if F.prior > 0.0:
            status = bge_solve(&F.bge, D, target, gained, &fit)
        else:
            status = gaussian_solve(&F.gaussian, D, target, gained, &fit)
        if status != OK:
            return NO_MEMORY
    if m >= D.limit or R.diag[target] == 0.0:
        for b in range(D.words):
            bound[b] = -INFINITY
        return OK
    if _bounds(F, D, target) != OK:
        return NO_MEMORY
    enough = R.rss[target] - R.near * R.diag[target]
    F.suspects[target] = 0
    for b in range(D.words):
        bound[b] = <float> (bound[b] * R.rss[target] * (1.0 + ROUNDING))
        if not bound[b] <= enough:
            F.suspects[target] = 1
            # What was refused for a perfect fit must be known; and the bound may be none.
            bound[b] = _above(dagbag_peak(block_width(D, b), _merits(own, D, target, b, room)))
        elif F.prior > 0.0:
            bound[b] = _bge_bound(F, D, target, b, bound[b] / R.rss[target])
    return D.status


cdef inline float _above(double merit) noexcept nogil:
    """A number of single precision that is not below a merit."""
    return <float> (merit + abs(merit) * ROUNDING)


cdef float _bge_bound(
    const FromData* F, const Deltas* D, int32_t j, int32_t block, double part
) noexcept nogil:
    """The bound of the merits of a block that takes at most a part off the RSS."""
    if part == -INFINITY:
        return -INFINITY
    return _above(
        bge_merit(&F.bge, D, j, F.log_diag[block], 1.0 - part * (1.0 + ROUNDING)))


cdef void _lose(void* own, Deltas* D, int32_t target, int32_t slot) noexcept nogil:
    cdef FromData* F = <FromData*> own
    _hold(F, target)
    if D.column[target].size == 1:
        refit_free(&F.regression.refit)
    else:
        refit_lose(&F.regression.refit, target, slot)


cdef double _bge_value(void* own, const Deltas* D, int32_t target) noexcept nogil:
    return bge_value(&(<FromData*> own).bge, D, target)


cdef class DataScorer(Scorer):
    """A score of data and not of cross-products: n log(RSS/n) + penalty * parents, or BGe.

    Parameters
    ----------
    X : (rows, p) array
        The cross-products of its columns are those of n rows.
    n, penalty : float
    listen : callable
        Called without arguments every now and then; what it raises ends the work.
    share : callable, optional
        ``share(task, arguments)`` calls a task, which needs no lock of the interpreter, with each
        of the arguments, on threads; by default one after the other.
    offset : (p + 1,) array, optional
        Of BGe, which takes no notice of the penalty.
    power, ridge : float
        Of BGe; the second is what the prior adds to the square of every column.
    """

    cdef FromData own
    cdef const double[:, ::1] _X
    cdef float[:, :, ::1] _columns
    cdef double[:, ::1] _vectors
    cdef double[::1] _log_diag
    cdef const double[::1] _offset
    cdef double[::1] _column
    cdef float[:, ::1] _bounds
    cdef uint8_t[:, ::1] _flags
    cdef object _listen, _share
    cdef Deltas* _deltas

    def __cinit__(self, const double[:, ::1] X not None, *args, **kwargs):
        self.own.p = <int32_t> X.shape[1]
        self.own.refits = <Refit*> calloc(self.own.p + 1, sizeof(Refit))
        self.own.prepared = <Prepared*> calloc(AHEAD + 2, sizeof(Prepared))
        if self.own.refits == NULL or self.own.prepared == NULL:
            raise MemoryError

    def __init__(
        self, const double[:, ::1] X not None, double n, double penalty, listen, share=None,
        const double[::1] offset=None, double power=0.0, double ridge=0.0,
    ):
        from scipy.linalg import cython_blas

        cdef FromData* F = &self.own
        cdef int32_t i, p = F.p
        if p < 1 or X.shape[0] < 1:
            raise ValueError(f"X must have rows and columns, got shape {tuple(X.shape)[:2]}")
        if offset is not None and (offset.shape[0] != p + 1 or ridge <= 0.0):
            raise ValueError(f"offset must have {p + 1} entries, and ridge be positive")
        capsule = cython_blas.__pyx_capi__["sgemm"]
        F.gemm = <Gemm> PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule))
        self._X, self._listen, self._share = X, listen, share or _in_turn
        F.words, F.rows = (p + BLOCK - 1) // BLOCK, <int32_t> X.shape[0]
        F.chunks = (p + CHUNK - 1) // CHUNK
        F.X = &X[0, 0]
        F.slack = 1.05 * 2.0**-24 * (min(F.rows, <int32_t> PANEL) + F.rows // PANEL + 8)
        self._vectors = np.zeros((3, p))
        self._column = np.empty(F.rows)
        self._flags = np.zeros((3, p), dtype=np.uint8)
        self._bounds = np.empty((AHEAD + 2, F.words), dtype=np.float32)
        F.regression.p = p
        F.regression.diag, F.regression.rss = &self._vectors[0, 0], &self._vectors[1, 0]
        F.regression.logdet = &self._vectors[2, 0]
        F.regression.ill, F.fresh = &self._flags[0, 0], &self._flags[1, 0]
        F.suspects = &self._flags[2, 0]
        F.column, F.bounds = &self._column[0], &self._bounds[0, 0]
        F.held = F.gathered = -1
        F.gaussian = Gaussian(&F.regression, n, penalty)
        self._log_diag = np.empty(F.words)
        F.log_diag = &self._log_diag[0]
        if offset is not None:
            self._offset = offset
            F.bge, F.prior = BGe(&F.regression, n, &offset[0], power), ridge
        for i in range(AHEAD + 2):
            F.prepared[i].target = -1
        self._load_columns()
        for i in range(p + 1):
            refit_start(&F.refits[i], p, F.rows, F.X, F.regression.diag, sqrt(F.prior))
        refit_start(&F.trial, p, F.rows, F.X, F.regression.diag, sqrt(F.prior))
        if F.prior > 0.0:
            self.contract = NodeScore(
                F, _fill, _lose, _merits, _offered, _addition, additions_of_merit, cut_of_merit,
                _bge_value, True)
        else:
            self.contract = NodeScore(
                F, _fill, _lose, _merits, _offered, _addition, _additions, gaussian_cut,
                gaussian_value, True)
        self.batch, self.ready = AHEAD, _ready

    def __dealloc__(self):
        cdef FromData* F = &self.own
        cdef int32_t i
        if F.refits != NULL:
            if F.held >= 0:
                F.refits[F.held] = F.regression.refit
            for i in range(F.p + 1):
                refit_free(&F.refits[i])
        if F.prepared != NULL:
            for i in range(AHEAD + 2):
                free(F.prepared[i].parents)
        refit_free(&F.trial)
        free(F.refits)
        free(F.prepared)
        free(F.alone.parents)
        free(F.vectors)
        free(F.regression.scratch)

    def _load_columns(self):
        """Squares of the columns, and the columns for squares of 1, chunk by chunk."""
        cdef FromData* F = &self.own
        cdef double* least
        cdef int32_t c, i, k, first, width
        cdef const double* row
        cdef float* out
        cdef double scale[CHUNK]
        cdef double* diag = F.regression.diag
        self._columns = np.zeros((F.chunks, F.rows, CHUNK), dtype=np.float32)
        F.columns = &self._columns[0, 0, 0]
        for c in range(F.chunks):
            self._listen()
            first = c * CHUNK
            width = min(<int32_t> CHUNK, F.p - first)
            for i in range(F.rows):
                row = F.X + <size_t> i * F.p + first
                for k in range(width):
                    diag[first + k] += row[k] * row[k]
            for k in range(width):
                least = &F.log_diag[(first + k) // BLOCK]
                if k % BLOCK == 0:
                    least[0] = INFINITY
                if diag[first + k] > 0.0:       # a constant column is never added
                    least[0] = min(least[0], log(diag[first + k] + F.prior))
                diag[first + k] += F.prior
                scale[k] = 1.0 / sqrt(diag[first + k]) if diag[first + k] > 0.0 else 0.0
            for i in range(F.rows):
                row = F.X + <size_t> i * F.p + first
                out = &self._columns[c, i, 0]
                for k in range(width):
                    out[k] = <float> (row[k] * scale[k])

    cdef int bind(self, Deltas* D, double eps) except -1:
        """Make the first pass, over all pairs of columns: the bounds of targets without parents."""
        cdef FromData* F = &self.own
        cdef int32_t j
        if D.p != F.p:
            raise ValueError(f"the search must have {F.p} nodes, got {D.p}")
        if D.bound == NULL:
            raise ValueError("the search must have bounds in single precision")
        F.regression.near = near(F.gaussian.n, eps)
        self._deltas = D
        tasks = [
            (row, first, min(first + TILES, F.chunks))
            for row in range(F.chunks)
            for first in range(row, F.chunks, TILES)
        ]
        self._share(self._tiles, tasks, self._listen)
        for j in range(F.p):        # the first pass knows of no lists
            F.fresh[j] = D.barred_at != NULL and D.barred_at[j] == 0
        return Scorer.bind(self, D, eps)

    def _tiles(self, int32_t row, int32_t first, int32_t last):
        cdef int status
        with nogil:
            status = _bound_tiles(&self.own, self._deltas.bound, row, first, last)
        if status != OK:
            raise MemoryError

    def _chunks(self, int32_t vectors, int32_t first, int32_t last):
        cdef int status
        with nogil:
            status = _bound_chunks(
                &self.own, self._deltas, self.own.prepared, AHEAD + 2, vectors, self.own.bounds,
                first, last)
        if status != OK:
            raise MemoryError

    cdef int prepare(self, Deltas* D, const Want* wants, int32_t count) except -1:
        """Prepare the columns that are not, in one pass over the data."""
        cdef FromData* F = &self.own
        cdef Column* column
        cdef int32_t i, new = 0, vectors = 0, free_ = 0, step
        cdef int32_t keep[AHEAD + 2]
        cdef Prepared* W
        count = min(count, <int32_t> AHEAD + 2)
        for i in range(AHEAD + 2):
            F.prepared[i].wanted = False
        for i in range(count):
            column = &D.column[wants[i].target]
            keep[i] = _find(F, wants[i].target, column.parents, column.size, wants[i].source)
            if keep[i] >= 0:
                F.prepared[keep[i]].wanted = True
        for i in range(AHEAD + 2):
            if not F.prepared[i].wanted:
                F.prepared[i].target = -1
            F.prepared[i].wanted = False
        for i in range(count):
            if keep[i] >= 0 or new == BATCH or _ready(F, D, wants[i]):
                continue
            new += 1
            while F.prepared[free_].target >= 0:
                free_ += 1
            W = &F.prepared[free_]
            if _load(F, D, W, wants[i].target, wants[i].source, vectors) != OK:
                W.target = -1
                raise MemoryError
            vectors += W.size + 1
        if vectors > 0:
            step = max(1, (F.chunks + 15) // 16)
            try:
                self._share(
                    self._chunks,
                    [
                        (vectors, first, min(first + step, F.chunks))
                        for first in range(0, F.chunks, step)
                    ],
                    self._listen)
            except BaseException:
                for i in range(AHEAD + 2):
                    F.prepared[i].target = -1
                raise
        return 0


def _in_turn(task, arguments, listen):
    """Call a task with each of the arguments."""
    cdef double deadline = now() + SECONDS
    for each in arguments:
        task(*each)
        if now() > deadline:
            listen()
            deadline = now() + SECONDS
