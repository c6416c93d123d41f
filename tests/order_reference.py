"""Best order score search by definition: every order scored from scratch, nothing kept.

The oracle of the kernel `orders`, on top of `reference.Oracle`, which knows the score of a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from reference import Oracle


@dataclass
class OrderOracle:
    """Searches over the orders of the nodes of one problem."""

    problem: Oracle
    before: np.ndarray | None = None  # [earlier, later]
    memo: dict = field(default_factory=dict)
    random: int = 0

    def required(self, target):
        return tuple(int(k) for k in np.flatnonzero(self.problem.whitelist[:, target]))

    def candidates(self, target, parents, prefix):
        """Sources of the prefix that improve the score, best first."""
        problem, eps = self.problem, self.problem.eps
        allowed = [k for k in prefix if k not in parents and problem.may_add(k, target, parents)]
        gains = sorted((problem.change(target, parents, (*parents, k)), k) for k in allowed)
        gains = [(delta, k) for delta, k in gains if delta <= -eps]
        # Ties, linked by differences below eps, go by index.
        groups, last = [], None
        for delta, k in gains:
            if last is None or delta - last >= eps:
                groups.append([])
            groups[-1].append(k)
            last = delta
        return [k for group in groups for k in sorted(group)]

    def first_candidate(self, target, parents, prefix):
        """The best of the prefix; ties are those among all nodes, wherever they stand."""
        everybody = self.candidates(target, parents, range(self.problem.p))
        return next((k for k in everybody if k in prefix), None)

    def grow_shrink(self, target, prefix):
        """Parents of a target within a prefix, and its score."""
        key = (target, frozenset(prefix))
        if key not in self.memo:
            problem, eps = self.problem, self.problem.eps
            parents = self.required(target)
            if problem.constant[target]:
                self.memo[key] = (), 0.0
                return self.memo[key]
            while (best := self.first_candidate(target, parents, prefix)) is not None:
                parents = (*parents, best)
            while True:
                best, best_delta = None, 0.0
                for k in sorted(set(parents) - set(self.required(target))):
                    delta = problem.change(target, parents, tuple(i for i in parents if i != k))
                    if delta <= -eps and (best is None or delta <= best_delta - eps):
                        best, best_delta = k, delta
                if best is None:
                    break
                parents = tuple(i for i in parents if i != best)
            self.memo[key] = parents, problem.neighborhood_score(target, parents)
        return self.memo[key]

    def score(self, order):
        return sum(self.grow_shrink(v, order[:k])[1] for k, v in enumerate(order))

    def places(self, order, v):
        """Orders with v in every place that it may take."""
        rest = [k for k in order if k != v]
        for place in range(len(order)):
            if self.before is not None and (
                any(self.before[v, k] for k in rest[:place])
                or any(self.before[k, v] for k in rest[place:])
            ):
                continue
            yield place, (*rest[:place], v, *rest[place:])

    def best_move(self, order, v):
        """One of the best orders that move v, or leave it, and the gain."""
        eps, here = self.problem.eps, order.index(v)
        scored = [(place, self.score(moved)) for place, moved in self.places(order, v)]
        now = dict(scored)[here]
        lowest = min(score for _, score in scored)
        gain = now - lowest
        if gain <= eps:
            lowest = now
        good = [place for place, score in scored if score <= lowest + eps / 2]
        self.random = (self.random * 6364136223846793005 + 1442695040888963407) % 2**64
        best = good[(self.random >> 33) % len(good)]
        rest = [k for k in order if k != v]
        return (*rest[:best], v, *rest[best:]), gain

    def search(self, order, tries, seed, laps):
        """The order where no move of a node improves the score any more, and the moves."""
        order, idle, at, moves = tuple(order), 0, 0, 0
        self.random = seed
        while idle < laps * len(order):
            order, gain = self.best_move(order, tries[at])
            at = (at + 1) % len(order)
            idle = 0 if gain > self.problem.eps else idle + 1
            moves += gain > self.problem.eps
        return order, moves

    def edges(self, order):
        found = [
            (source, v) for k, v in enumerate(order) for source in self.grow_shrink(v, order[:k])[0]
        ]
        return sorted(found, key=lambda edge: (edge[1], edge[0]))
