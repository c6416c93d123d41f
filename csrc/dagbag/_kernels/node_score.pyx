"""Scores as objects: what `Search.start` takes."""

from libc.stdint cimport int32_t


cdef class Scorer:
    """A score of nodes, made for one search and kept alive by it."""

    cdef int bind(self, Deltas* D, double eps) except -1:
        """Give the targets their scores, before any column is filled.

        eps is the difference of deltas that decides ties: errors must stay well below it.
        """
        cdef int32_t j
        for j in range(D.p):
            D.column[j].score = &self.contract
        return 0

    cdef int prepare(self, Deltas* D, const Want* wants, int32_t count) except -1:
        """Prepare columns before they are needed, where that is cheaper."""
        return 0
