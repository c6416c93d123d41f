"""Hill climbing on resamples, one after the other, without Python between.

A replicate is row counts, standardised columns, cross-products, a search and its edges; below some
hundred nodes Python around each of them would take longer than most. Each step is the function that
a single search goes through, so that a replicate has the same bits either way. A resample with a
column that needs a second look is left to the caller.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from dagbag._kernels.alloc cimport NO_MEMORY, OK, grown
from dagbag._kernels.climb cimport CONVERGED, RUNNING, Search, Terms, climb
from dagbag._kernels.clock cimport SECONDS, now
from dagbag._kernels.eligible cimport eligible_start
from dagbag._kernels.moments cimport (
    Ordinary, dagbag_center_drawn, dagbag_scale, ordinary_columns,
)
from dagbag._kernels.node_score cimport Scorer
from dagbag._kernels.product cimport Product, product_find, product_of_columns
from dagbag._kernels.regression cimport Regression, regression_begin

import numpy as np

cdef enum Met:
    # What else than OK and NO_MEMORY may become of a replicate.
    LONG = 1                # it is time to look for Ctrl-C
    UNUSUAL = 2             # to be learned in another way

cdef struct Data:
    # What all resamples have in common.
    Py_ssize_t n            # distinct rows
    Py_ssize_t size         # rows of a resample
    const double* values    # (n, p)
    const int64_t* row_of   # number of each row among the distinct ones
    Ordinary ordinary
    double ridge            # what a prior adds to the diagonal of the cross-products; 0: none
    int32_t limit           # of parents
    bint saturates          # whether distinct rows limit them, too
    int64_t max_step

cdef struct Finished:
    int64_t distinct        # rows
    int64_t steps
    int64_t converged
    int64_t collinear       # nodes
    int64_t end             # of its edges among those of all


cdef class ResampleSearch(Search):
    """Memory of searches on p nodes, which may follow each other without Python.

    Parameters
    ----------
    p : int
        Number of nodes. Beside the memory of a `Search` there are a resample's rows, once one has
        been searched by `learn`.
    """

    cdef Product product
    cdef Data data
    cdef double[:, ::1] _X          # (size, p) distinct rows, scaled
    cdef double[:, ::1] _moments    # (3, p) means, sums of squares, 1 / sd
    cdef int64_t[::1] _counts, _drawn
    cdef double[::1] _times
    cdef int32_t* edges_found       # (capacity, 2) of all replicates, one after the other
    cdef Py_ssize_t capacity
    cdef Py_ssize_t rows_kept, counts_kept  # sizes of what is allocated, 0: nothing yet

    def __init__(self, int32_t p):
        Search.__init__(self, p)
        product_find(&self.product)
        self._moments = np.empty((3, p))

    def __dealloc__(self):
        free(self.edges_found)

    @property
    def can_learn(self):
        """Whether `learn` can be called: numpy's matrix product is to be had."""
        return self.product.loop != NULL

    def room(self, Py_ssize_t rows):
        """Rows for a resample, (rows, p), kept for the next one."""
        if self.rows_kept != rows:
            self._X = np.empty((rows, self.p))
            self._drawn = np.empty(rows, dtype=np.int64)
            self._times = np.empty(rows)
            self.rows_kept = rows
        return np.asarray(self._X)

    def learn(
        self, Scorer score not None, Terms terms not None, const double[:, ::1] values not None,
        const int64_t[::1] row_of not None, const int64_t[:, ::1] rows not None, *,
        int64_t max_step, bint saturates, double ridge, double far, double constant,
    ):
        """Search on the first of some resamples, as many as take little time.

        Parameters
        ----------
        score : Scorer
            Of the cross-products of `regressions`, to be filled, and the data of `room`.
        terms : Terms
        values : (n, p) array
            Distinct rows.
        row_of : array
            The number of each row of the data among them.
        rows : (k, size) array
            Rows of the data that each resample has.
        max_step : int
        saturates : bool
            Whether a node may have at most as many parents as there are distinct rows, less 2.
        ridge : float
            Added to the diagonal of the cross-products, of which then nothing is refitted; 0: none.
        far, constant : float
            A mean beyond `far` sd, or an sd of at most `constant` sizes, needs a second look: the
            resamples from there on are not searched.

        Returns
        -------
        told : (done, 5) int64 array
            Distinct rows, steps, whether it converged, nodes for which a perfect fit was refused,
            and where its edges end.
        edges : (n_edges, 2) int32 array
        scores, sd : (done, p) arrays
            Neighborhood scores, and what columns were divided by.
        """
        cdef Py_ssize_t k = rows.shape[0], done = 0
        cdef int status = OK
        cdef double deadline
        self._set_out(values, row_of, rows)
        self.data.ordinary = Ordinary(-INFINITY, INFINITY, far, constant)
        self.data.ridge, self.data.limit, self.data.saturates = ridge, terms.limit, saturates
        self.data.max_step = max_step
        told = np.empty((k, 5), dtype=np.int64)
        score_array, sd_array = np.empty((k, self.p)), np.empty((k, self.p))
        cdef int64_t[:, ::1] numbers = told
        cdef double[:, ::1] scores = score_array, sd = sd_array
        cdef Finished* finished = <Finished*> &numbers[0, 0]
        self._bind(score, terms.limit, terms.barred, terms.eps, terms.barred_at)
        self._hold(terms)
        self.state.ready = NULL
        self.state.lengths = NULL
        with nogil:
            deadline = now() + SECONDS
            while done < k and status == OK and now() < deadline:
                status = self._standardize(&rows[done, 0], &sd[done, 0], &finished[done])
                if status == OK:
                    status = self._begin(&finished[done])
                if status == OK:
                    status = self._go_on(&finished[done])
                while status == LONG:
                    with gil:
                        self._listen()
                    status = self._go_on(&finished[done])
                if status == OK:
                    status = self._write(
                        finished[done - 1].end if done > 0 else 0, &scores[done, 0],
                        &finished[done])
                if status == OK:
                    done += 1
        self._listen()
        if status == NO_MEMORY:
            raise MemoryError
        edges = np.empty((finished[done - 1].end if done > 0 else 0, 2), dtype=np.int32)
        cdef int32_t[:, ::1] copied = edges
        if copied.shape[0] > 0:
            memcpy(&copied[0, 0], self.edges_found, 2 * copied.shape[0] * sizeof(int32_t))
        return told[:done], edges, score_array[:done], sd_array[:done]

    cdef int _set_out(
        self, const double[:, ::1] values, const int64_t[::1] row_of, const int64_t[:, ::1] rows
    ) except -1:
        """Take the data over, and make room for the resamples."""
        cdef Py_ssize_t n = values.shape[0], i, t
        if not self.can_learn:
            raise RuntimeError("numpy's matrix product is not to be had")
        if n == 0 or values.shape[1] != self.p:
            raise ValueError(f"values must have {self.p} columns, got {values.shape[1]}")
        if rows.shape[0] == 0 or rows.shape[1] < 2 or row_of.shape[0] == 0:
            raise ValueError("there must be a resample, of two rows at least")
        for i in range(row_of.shape[0]):
            if not 0 <= row_of[i] < n:
                raise ValueError(f"row_of must be rows of values, got {row_of[i]}")
        for i in range(rows.shape[0]):
            for t in range(rows.shape[1]):
                if not 0 <= rows[i, t] < row_of.shape[0]:
                    raise ValueError(f"rows must be rows of the data, got {rows[i, t]}")
        self.room(rows.shape[1])
        if self.counts_kept != n:
            self._counts = np.empty(n, dtype=np.int64)
            self.counts_kept = n
        self.data.n, self.data.size = n, rows.shape[1]
        self.data.values, self.data.row_of = &values[0, 0], &row_of[0]
        return 0

    cdef int _standardize(
        self, const int64_t* rows, double* sd, Finished* found
    ) noexcept nogil:
        """The columns of a resample, as `standardize_resample` has them."""
        cdef const Data* data = &self.data
        cdef double* mean = &self._moments[0, 0]
        cdef double* square = &self._moments[1, 0]
        cdef double* factor = &self._moments[2, 0]
        cdef Py_ssize_t distinct = 0, i
        cdef int32_t k
        memset(&self._counts[0], 0, data.n * sizeof(int64_t))
        for i in range(data.size):
            self._counts[data.row_of[rows[i]]] += 1
        for i in range(data.n):
            if self._counts[i] > 0:
                self._drawn[distinct] = i
                self._times[distinct] = <double> self._counts[i]
                distinct += 1
        found.distinct = distinct
        found.steps = 0
        dagbag_center_drawn(
            distinct, self.p, data.values, &self._drawn[0], &self._times[0], <double> data.size,
            &self._X[0, 0], mean, square)
        if distinct < 2 or not ordinary_columns(
            &data.ordinary, self.p, mean, square, <double> data.size, sd
        ):
            return UNUSUAL
        for k in range(self.p):
            factor[k] = 1.0 / sd[k]
        dagbag_scale(distinct, self.p, factor, &self._X[0, 0])
        return OK

    cdef int _begin(self, const Finished* found) noexcept nogil:
        """Cross-products, and the search before its first step, as `start` does it."""
        cdef Regression* R = &self.regressions.memory
        cdef double* C = &self.regressions._C[0, 0]
        cdef double most = 0.0
        cdef int32_t k
        product_of_columns(&self.product, found.distinct, self.p, &self._X[0, 0], C)
        if self.data.ridge > 0.0:
            for k in range(self.p):
                C[<size_t> k * (self.p + 1)] += self.data.ridge
                most = max(most, C[<size_t> k * (self.p + 1)])
            if self.data.ridge < R.near * most:     # a prior of which refits would have to know
                return UNUSUAL
        self._clear()
        regression_begin(
            R, 0 if self.data.ridge > 0.0 else <int32_t> found.distinct, &self._X[0, 0])
        self.deltas.limit = self.data.limit
        if self.data.saturates:
            self.deltas.limit = min(self.data.limit, max(<int32_t> found.distinct - 2, 0))
        if self._plant() != OK:
            return NO_MEMORY
        return eligible_start(&self.eligible, 0, self.p)

    cdef int _go_on(self, Finished* found) noexcept nogil:
        """Steps from where the search is; found.steps and found.converged in and out."""
        cdef int status = RUNNING
        if found.steps < self.data.max_step:
            status = climb(
                &self.state, found.steps, self.data.max_step, NULL, NULL, &found.steps)
        if status == NO_MEMORY:
            return NO_MEMORY
        found.converged = status == CONVERGED
        if status == RUNNING and found.steps < self.data.max_step:
            return LONG
        return OK

    cdef int _write(self, Py_ssize_t first, double* scores, Finished* found) noexcept nogil:
        """What was found; its edges stand behind the `first` ones."""
        cdef Py_ssize_t end = first + self._n_edges(), capacity
        cdef int status = OK
        cdef int32_t k
        if end > self.capacity:
            capacity = max(end, 2 * self.capacity)
            self.edges_found = <int32_t*> grown(
                self.edges_found, 2 * capacity * sizeof(int32_t), &status)
            if status != OK:
                return NO_MEMORY
            self.capacity = capacity
        self._write_edges(self.edges_found + 2 * first)
        self._write_scores(scores)
        found.end = end
        found.collinear = 0
        for k in range(self.p):
            found.collinear += self.deltas.collinear[k]
        return OK
