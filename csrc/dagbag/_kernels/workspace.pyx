"""The memory of searches, and what they all do: begin with a score, hear Ctrl-C."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free

from dagbag._kernels.alloc cimport OK
from dagbag._kernels.bitset cimport words_for
from dagbag._kernels.delta cimport column_free
from dagbag._kernels.node_score cimport Column

import numpy as np


cdef class Workspace:
    """Memory of searches on p nodes.

    Parameters
    ----------
    p : int
        Number of nodes. At most 11 p^2 bytes are allocated, up to 1024 nodes 25 p^2, those of
        `regressions` included.
    matrices : bool, default True
        Whether there are any matrices of doubles; without them, bounds of blocks take p^2 / 16
        bytes.

    Attributes
    ----------
    regressions : Regressions, or None
        Memory for the scores that are made of regressions, kept with the search's own; None without
        matrices.
    stop : threading.Event, or None
        Once set, by another thread, the search ends with a KeyboardInterrupt.
    """

    def __cinit__(self, int32_t p, bint matrices=True):
        if p < 1:
            raise ValueError(f"p must be at least 1, got {p}")
        self.p = self.deltas.p = p
        self.deltas.column = <Column*> calloc(p, sizeof(Column))
        if self.deltas.column == NULL:
            raise MemoryError

    def __init__(self, int32_t p, bint matrices=True):
        cdef int32_t words = words_for(p)
        if matrices:
            self.regressions = Regressions(p)
            self._peak = np.empty((p, words))
            self.deltas.peak = &self._peak[0, 0]
        else:
            self._bound = np.empty((p, words), dtype=np.float32)
            self.deltas.bound = &self._bound[0, 0]
        self._collinear = np.zeros(p, dtype=np.uint8)
        self.deltas.words = words
        self.deltas.collinear = &self._collinear[0]

    def __dealloc__(self):
        cdef int32_t j
        if self.deltas.column != NULL:
            for j in range(self.p):
                column_free(&self.deltas.column[j])
            free(self.deltas.column)

    def collinear(self):
        """Targets for which a source that fits perfectly was refused, (p,) bool."""
        self._require_start()
        return np.array(self._collinear, dtype=bool)

    def peaks(self):
        """Bounds of the merits of each block of 64 sources, (p, words) by target; for tests."""
        self._require_start()
        if self.regressions is None:
            return np.array(self._bound, dtype=float)
        return np.array(self._peak)

    cdef int _check_bits(
        self, str name, const uint64_t[:, ::1] bits, const int32_t[::1] at=None
    ) except -1:
        cdef Py_ssize_t rows = self.p
        if at is not None:
            rows = max(bits.shape[0], 1)
            if at.shape[0] != self.p or not 0 <= min(at) <= max(at) < rows:
                raise ValueError(f"{name} must have a row for each of {self.p} targets")
        if bits is not None and (bits.shape[0] != rows or bits.shape[1] != self.deltas.words):
            raise ValueError(
                f"{name} must have shape ({rows}, {self.deltas.words}), "
                f"got ({bits.shape[0]}, {bits.shape[1]})")
        return 0

    cdef int _bind(
        self, Scorer score, int32_t limit, const uint64_t[:, ::1] barred, double eps,
        const int32_t[::1] at=None
    ) except -1:
        self.started = False
        self._check_bits("barred", barred, at)
        self.deltas.limit = limit
        self.deltas.barred = &barred[0, 0]
        self.deltas.barred_at = NULL
        if at is not None:
            self.deltas.barred_at = &at[0]
        self._score = score
        self._clear()
        return score.bind(&self.deltas, eps)

    cdef void _clear(self) noexcept nogil:
        """The graph without parents, about which nothing is known."""
        cdef int32_t j
        self.deltas.status = OK
        for j in range(self.p):
            self.deltas.collinear[j] = 0
            self.deltas.column[j].size = 0

    def listen(self):
        """Hear Ctrl-C, in whatever thread this is."""
        self._listen()

    cdef int _listen(self) except -1:
        """Hear Ctrl-C: signals reach the main thread only, the others are told by `stop`."""
        PyErr_CheckSignals()
        if self.stop is not None and self.stop.is_set():
            raise KeyboardInterrupt
        return 0

    cdef int _require_start(self) except -1:
        if not self.started:
            raise RuntimeError("the search has not been started")
        return 0
