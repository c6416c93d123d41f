"""Greedy search over equivalence classes by definition: every DAG of a class, every edge of it.

An operation changes an edge of one DAG of the class. It is known by its kind, its target, its
source, and the target's neighbors (by undirected edges) that point at the target in that DAG. No
condition of Chickering's or of Hauser and Buehlmann's is used.
"""

from __future__ import annotations

import itertools
from functools import cache, lru_cache

import numpy as np
from reference import COLLINEAR, equivalence_class, is_acyclic, residual

INSERT, DELETE, TURN = 1, 2, 3


def key(dag):
    return np.asarray(dag, dtype=bool).tobytes()


@cache
def _members(bytes_, p):
    dag = np.frombuffer(bytes_, dtype=bool).reshape(p, p).astype(int)
    return [member.astype(bool) for member in equivalence_class(dag)]


def members(dag):
    """All DAGs of the class of a DAG."""
    return _members(key(dag), len(dag))


def cpdag(dag):
    return np.any(members(dag), axis=0)


class ClassOracle:
    """XGES on data, score n log(RSS/n) + penalty per parent, columns standardised."""

    def __init__(self, Y, penalty, blacklist=None, whitelist=None, limit=None, eps=1e-6):
        self.n, self.p = Y.shape
        none = np.zeros((self.p, self.p), dtype=bool)
        self.white = none if whitelist is None else whitelist
        self.black = (none if blacklist is None else blacklist) & ~self.white
        self.penalty, self.eps = penalty, eps
        self.limit = self.p if limit is None else limit
        centred = Y - Y.mean(axis=0)
        self.constant = np.ptp(Y, axis=0) == 0
        self.Z = centred / np.where(self.constant, 1, centred.std(axis=0, ddof=1))
        self.node_score = lru_cache(maxsize=None)(self._node_score)

    def _node_score(self, target, parents):
        """None where the fit is perfect or a parent is determined by the others."""
        total = self.n - 1.0
        for k in (*parents, target):
            others = [s for s in parents if s != k]
            rest = residual(self.Z[:, k], self.Z[:, others])
            if rest @ rest <= COLLINEAR * total:
                return None
        return self.n * np.log(rest @ rest / self.n) + self.penalty * len(parents)

    def score(self, dag):
        return sum(
            self.node_score(k, tuple(np.flatnonzero(dag[:, k])))
            for k in range(self.p)
            if not self.constant[k]
        )

    def honours(self, dag):
        return not (dag & self.black).any() and not (self.white & ~dag).any()

    def allowed(self, dag):
        """Whether a class has a DAG that honours the lists."""
        return any(self.honours(member) for member in members(dag))

    def operations(self, dag):
        """All operations on the class of a DAG: {(kind, target, source, C): (delta, DAG)}."""
        found = {}
        lines = cpdag(dag) & cpdag(dag).T
        for member in members(dag):
            for x, y in itertools.permutations(range(self.p), 2):
                if (
                    self.constant[x]
                    or self.constant[y]
                    or (member[y, x] and not lines[x, y] and (member[x, y]))
                ):
                    continue
                new = member.copy()
                if member[x, y]:
                    kind = DELETE
                    new[x, y] = False
                elif member[y, x]:
                    kind = TURN
                    new[y, x], new[x, y] = False, True
                else:
                    kind = INSERT
                    new[x, y] = True
                C = tuple(int(c) for c in np.flatnonzero(member[:, y] & lines[:, y]) if c != x)
                name = (kind, y, x, C)
                if name in found or not is_acyclic(new) or new[:, y].sum() > self.limit:
                    continue
                if kind == TURN and key(cpdag(new)) == key(cpdag(member)):
                    continue
                after = self._change(member, new, (x, y))
                if after is not None and self.allowed(new):
                    found[name] = (after, new)
        return found

    def _change(self, old, new, nodes):
        total = 0.0
        for k in nodes:
            if not (old[:, k] == new[:, k]).all():
                scores = [self.node_score(k, tuple(np.flatnonzero(d[:, k]))) for d in (old, new)]
                if None in scores:
                    return None
                total += scores[1] - scores[0]
        return total

    def first(self, operations):
        """The lowest delta; within eps the lowest target, source, C."""
        lowest = min(delta for delta, _ in operations.values())
        return min(name for name, (delta, _) in operations.items() if delta <= lowest + self.eps)

    def climb(self, dag, moves, banned=None):
        """XGES-0: deletions while one improves, else a turn, else an insertion."""
        while True:
            operations = {
                name: found
                for name, found in self.operations(dag).items()
                if found[0] < -self.eps and not (name[0] == INSERT and banned == {name[2], name[1]})
            }
            for kind in (DELETE, TURN, INSERT):
                some = {name: found for name, found in operations.items() if name[0] == kind}
                if some:
                    name = self.first(some)
                    dag = some[name][1]
                    moves.append((name[2], name[1], kind))
                    break
            else:
                return dag

    def search(self, extended):
        """The DAG of the class that is found, and the moves that led to it."""
        moves = []
        dag = self.climb(self.white.copy(), moves)
        while extended:
            better = self._escape(dag, moves)
            if better is None:
                break
            dag, moves = better
        return dag, moves

    def _escape(self, dag, before):
        lines = cpdag(dag) & cpdag(dag).T
        trials = {
            name: found
            for name, found in self.operations(dag).items()
            if name[0] == DELETE and not (lines[name[1], name[2]] and name[2] < name[1])
        }
        while trials:
            most = max(delta for delta, _ in trials.values())
            name = min(name for name in trials if trials[name][0] >= most - self.eps)
            other, moves = trials.pop(name)[1], [*before, (name[2], name[1], DELETE)]
            other = self.climb(other, moves, banned={name[2], name[1]})
            other = self.climb(other, moves)
            if self.score(other) < self.score(dag) - self.eps:
                return other, moves
        return None
