"""The naive algorithm: least squares on the data, search by definition, no caches.

The oracle of every kernel. Nothing here is fast, everything is meant to be obviously right;
`R-BEHAVIOUR` in prose: scan add, then delete, then reverse; within each by target, within that by
source; replace the incumbent only by a delta <= incumbent - EPS; stop at delta >= threshold.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

import numpy as np

COLLINEAR = 1e-14  # the part of a total below which a residual is rounding noise
ADD, DELETE, REVERSE = 1, 2, 3


def residual(y, X):
    """Residual of y on the columns of X and an intercept, by QR, refined once."""
    design = np.column_stack([np.ones(len(y)), X]) if X.size else np.ones((len(y), 1))
    q, _ = np.linalg.qr(design)
    for _ in range(2):
        y = y - q @ (q.T @ y)
    return y


def reachable(adjacency, start):
    """Nodes reachable from start, itself included."""
    seen, todo = {start}, [start]
    while todo:
        for child in np.flatnonzero(adjacency[todo.pop()]):
            if child not in seen:
                seen.add(int(child))
                todo.append(int(child))
    return seen


def is_acyclic(adjacency):
    p = len(adjacency)
    return not any(
        adjacency[i, j] and i in reachable(adjacency, j) for i in range(p) for j in range(p)
    )


@dataclass
class Oracle:
    """One search problem, by definition."""

    Y: np.ndarray
    penalty: float
    blacklist: np.ndarray | None = None
    whitelist: np.ndarray | None = None
    initial: np.ndarray | None = None
    limit: int | None = None
    eps: float = 1e-6
    bge: tuple[float, float] | None = None
    memo: dict = field(default_factory=dict)

    def __post_init__(self):
        self.n, self.p = self.Y.shape
        self.constant = np.ptp(self.Y, axis=0) == 0
        sd = np.where(self.constant, 1.0, self.Y.std(axis=0, ddof=1))
        self.Y = np.where(self.constant, 0.0, (self.Y - self.Y.mean(axis=0)) / sd)
        nothing = np.zeros((self.p, self.p), dtype=bool)
        self.blacklist = nothing if self.blacklist is None else self.blacklist
        self.whitelist = nothing if self.whitelist is None else self.whitelist
        if self.limit is None:
            self.limit = self.p
        if self.bge is None:
            distinct = len({tuple(row) for row in self.Y})
            self.limit = min(self.limit, distinct - 2)
        start = self.whitelist if self.initial is None else self.initial | self.whitelist
        self.adjacency = start.copy()

    def parents(self, j, adjacency=None):
        adjacency = self.adjacency if adjacency is None else adjacency
        return tuple(int(i) for i in np.flatnonzero(adjacency[:, j]))

    def rss(self, j, parents):
        key = (j, tuple(sorted(parents)))
        if key not in self.memo:
            r = residual(self.Y[:, j], self.Y[:, list(key[1])])
            self.memo[key] = float(r @ r)
        return self.memo[key]

    def neighborhood_score(self, j, parents):
        if self.bge is not None:
            return self._bge(j, tuple(sorted(parents)))
        rss = max(self.rss(j, parents), COLLINEAR * self.rss(j, ()))
        return self.n * math.log(rss / self.n) + self.penalty * len(parents)

    def _bge(self, j, parents):
        mu, w = self.bge
        n, p, m = self.n, self.p, len(parents)
        t = mu * (w - p - 1) / (mu + 1)
        R = t * np.eye(p) + (self.Y - self.Y.mean(0)).T @ (self.Y - self.Y.mean(0))
        S, Sj = list(parents), [*parents, j]
        logdet = lambda rows: np.linalg.slogdet(R[np.ix_(rows, rows)])[1] if rows else 0.0  # noqa: E731
        log_ml = (
            0.5 * math.log(mu / (n + mu))
            + math.lgamma((n + w - p + m + 1) / 2)
            - math.lgamma((w - p + m + 1) / 2)
            - n / 2 * math.log(math.pi)
            + (w - p + 2 * m + 1) / 2 * math.log(t)
            + (n + w - p + m) / 2 * logdet(S)
            - (n + w - p + m + 1) / 2 * logdet(Sj)
        )
        return -2 * log_ml

    def total_score(self, adjacency=None):
        return sum(
            self.neighborhood_score(j, self.parents(j, adjacency))
            for j in range(self.p)
            if not self.constant[j]
        )

    def may_add(self, i, j, parents):
        """Whether i may become a parent of j, apart from cycles."""
        if i == j or self.constant[i] or self.constant[j] or self.blacklist[i, j]:
            return False
        if len(parents) + 1 > self.limit:
            return False
        if self.bge is not None:
            return True
        collinear = self.rss(i, parents) <= COLLINEAR * self.rss(i, ())
        perfect = self.rss(j, (*parents, i)) <= COLLINEAR * self.rss(j, ())
        return not collinear and not perfect

    def change(self, j, before, after):
        return self.neighborhood_score(j, after) - self.neighborhood_score(j, before)

    def operations(self):
        """All eligible operations with their deltas, in scan order."""
        A, p = self.adjacency, self.p
        pairs = [(i, j) for j, i in itertools.product(range(p), range(p)) if i != j]
        down = [reachable(A, v) for v in range(p)]
        found = []
        for i, j in pairs:
            if not A[i, j] and i not in down[j] and self.may_add(i, j, self.parents(j)):
                pa = self.parents(j)
                found.append((ADD, i, j, self.change(j, pa, (*pa, i))))
        edges = [(i, j) for i, j in pairs if A[i, j] and not self.whitelist[i, j]]
        deletions = {}
        for i, j in edges:
            pa = self.parents(j)
            deletions[i, j] = self.change(j, pa, tuple(k for k in pa if k != i))
            found.append((DELETE, i, j, deletions[i, j]))
        for i, j in edges:
            without = A.copy()
            without[i, j] = False
            if j in reachable(without, i) or not self.may_add(j, i, self.parents(i)):
                continue
            pa = self.parents(i)
            found.append((REVERSE, i, j, deletions[i, j] + self.change(i, pa, (*pa, j))))
        return [(op, i, j, 0.0 if abs(delta) < self.eps else delta) for op, i, j, delta in found]

    def choose(self, operations):
        best = None
        for candidate in operations:
            if best is None or candidate[3] <= best[3] - self.eps:
                best = candidate
        return best

    def apply(self, op, i, j):
        self.adjacency[i, j] = op == ADD
        if op == REVERSE:
            self.adjacency[j, i] = True

    def search(self, threshold=0.0, max_step=500):
        """Moves (source, target, operation), deltas, converged."""
        moves, deltas = [], []
        for _ in range(max_step):
            best = self.choose(self.operations())
            if best is None or best[3] >= threshold:
                return moves, deltas, True
            op, i, j, delta = best
            self.apply(op, i, j)
            moves.append((i, j, op))
            deltas.append(delta)
        return moves, deltas, False

    def restart(self, draw, nrestart, perturb, kinds, threshold=0.0, max_step=500):
        """Random restart as the paper describes it: the path to the best graph, and its score."""
        moves, *_ = self.search(threshold, max_step)
        best = (self.total_score(), list(moves), self.adjacency.copy())
        for _ in range(nrestart):
            for _ in range(perturb):
                allowed = [o for o in self.operations() if o[0] in kinds]
                if not allowed:
                    break
                op, i, j, _ = allowed[draw(len(allowed))]
                self.apply(op, i, j)
                moves.append((i, j, op))
            moves += self.search(threshold, max_step)[0]
            if self.total_score() < best[0] - self.eps:
                best = (self.total_score(), list(moves), self.adjacency.copy())
        return best

    def forest(self, lengths, uniforms, threshold=0.0, max_step=500):
        """Random forest search; returns also the number of uniforms used, and delta.min."""
        moves, deltas, draws = [], [], 0
        for step in range(max_step):
            operations = self.operations()
            best = self.choose(operations)
            if best is None or best[3] >= threshold:
                return moves, deltas, True, draws, [*deltas, 0.0]
            weights = [math.exp(best[3] * lengths[step])] + [
                math.exp(-gap * lengths[step]) if gap > self.eps else 1.0
                for gap in (delta - best[3] for *_, delta in operations)
            ]
            cumulated = np.cumsum(np.array(weights) / math.fsum(weights))
            k = int(np.searchsorted(cumulated, uniforms[draws]))
            draws += 1
            if (
                k == 0 and threshold > 0
            ):  # no movement is a move of delta 0, which R does not record
                return moves, deltas, True, draws, deltas
            if k == 0 or operations[k - 1][3] >= threshold:
                return moves, deltas, True, draws, [*deltas, 0.0]
            op, i, j, delta = operations[k - 1]
            self.apply(op, i, j)
            moves.append((i, j, op))
            deltas.append(delta)
        return moves, deltas, False, draws, deltas


# Aggregation


@dataclass
class Aggregate:
    """What the naive aggregation answers."""

    adjacency: np.ndarray
    added: list
    cyclic: list
    converged: bool


def gsf_matrix(dags, alpha):
    """Generalized selection frequencies of a (p, p, B) array, in R's rounding order."""
    counts, n_boot = dags.sum(axis=2).tolist(), dags.shape[2]
    p = len(counts)
    return np.array(
        [
            [counts[i][j] / n_boot + ((1 - alpha / 2) * counts[j][i]) / n_boot for j in range(p)]
            for i in range(p)
        ]
    )


def aggregate(dags, alpha=1.0, threshold=0.0, max_step=500, blacklist=None, whitelist=None):
    """R's score_shd from its description."""
    p = len(dags)
    gsf, cutoff = gsf_matrix(dags, alpha), (1 - threshold) / 2
    nothing = np.zeros((p, p), dtype=bool)
    blacklist = nothing if blacklist is None else blacklist
    whitelist = nothing if whitelist is None else whitelist
    candidates = [(i, j) for j in range(p) for i in range(p) if i != j]
    candidates.sort(key=lambda edge: -gsf[edge])  # stable: ties stay by target, then source
    adjacency, added, cyclic = whitelist.copy(), [], []
    for i, j in candidates[:max_step]:
        if gsf[i, j] <= cutoff:
            break
        if whitelist[i, j] or blacklist[i, j]:
            continue
        if i in reachable(adjacency, j):
            cyclic.append((i, j))
        else:
            adjacency[i, j] = True
            added.append((i, j))
    left = [
        edge
        for edge in candidates[max_step:]
        if gsf[edge] > cutoff and not whitelist[edge] and not blacklist[edge]
    ]
    return Aggregate(adjacency, added, cyclic, not left)


def gshd_by_pairs(first, second, alpha):
    """Definition of the generalized structural Hamming distance."""
    p = len(first)
    cost = {0: 0, 1: 1, 2: alpha}
    return sum(
        cost[abs(int(first[i, j]) - int(second[i, j])) + abs(int(first[j, i]) - int(second[j, i]))]
        for i in range(p)
        for j in range(i + 1, p)
    )


def mean_distance(adjacency, dags, alpha):
    """Definition of the aggregation score."""
    distances = [gshd_by_pairs(adjacency, dag, alpha) for dag in np.moveaxis(dags, 2, 0)]
    return math.fsum(distances) / len(distances)


def largest_weight(weight, allowed, whitelist):
    """The best total weight of a DAG of allowed and all whitelisted edges, over all orderings.

    In a given order of the nodes every allowed edge of positive weight that follows it is taken.
    """
    p = len(weight)
    best = -math.inf
    for order in itertools.permutations(range(p)):
        position = np.argsort(order)
        forward = position[:, np.newaxis] < position
        if (whitelist & ~forward).any():
            continue
        taken = (allowed & forward & (weight > 0)) | whitelist
        best = max(best, math.fsum(weight[taken].tolist()))
    return best


def largest_weight_by_subsets(weight):
    """The same without lists, for up to 16 nodes: the best order of a set ends in one of them."""
    p = len(weight)
    sets = np.arange(2**p)
    size = sum(sets >> k & 1 for k in range(p))
    best = np.full(2**p, -math.inf)
    best[0] = 0.0
    into = np.zeros((p, 2**p))  # [j, S]: all positive weights from S into j
    for j in range(p):
        for i in range(p):
            into[j] += (sets >> i & 1) * max(weight[i, j], 0.0)
    for k in range(1, p + 1):
        layer = sets[size == k]
        for j in range(p):
            last = layer[layer >> j & 1 == 1]
            rest = last ^ 1 << j
            best[last] = np.maximum(best[last], best[rest] + into[j, rest])
    return best[-1]


# Structures of a graph, by definition. Both directions at once are an undirected edge.


def skeleton_edges(adjacency):
    """Adjacent pairs of nodes."""
    p = len(adjacency)
    return {
        frozenset((i, j)) for i in range(p) for j in range(p) if adjacency[i][j] or adjacency[j][i]
    }


def v_structures(adjacency):
    """Pairs of parents that are not adjacent, each with their child."""
    p = len(adjacency)
    skeleton = skeleton_edges(adjacency)
    arrow = [[bool(adjacency[i][j] and not adjacency[j][i]) for j in range(p)] for i in range(p)]
    return {
        (frozenset((i, j)), k)
        for i, j, k in itertools.permutations(range(p), 3)
        if arrow[i][k] and arrow[j][k] and frozenset((i, j)) not in skeleton
    }


def moral_edges(adjacency):
    """The skeleton with an edge between the parents of each v-structure."""
    return skeleton_edges(adjacency) | {parents for parents, _ in v_structures(adjacency)}


def detected(adjacency, truth):
    """Correct, total and true E, V and M."""
    counts = []
    for part in (skeleton_edges, v_structures, moral_edges):
        learned, true = part(adjacency), part(truth)
        counts += [len(learned & true), len(learned), len(true)]
    return tuple(counts)


def equivalence_class(dag):
    """All DAGs with the same skeleton and the same v-structures, every orientation tried."""
    pairs = sorted(tuple(sorted(pair)) for pair in skeleton_edges(dag))
    wanted = v_structures(dag)
    for turned in itertools.product([False, True], repeat=len(pairs)):
        other = np.zeros_like(dag)
        for (i, j), turn in zip(pairs, turned, strict=True):
            other[(j, i) if turn else (i, j)] = 1
        if is_acyclic(other) and v_structures(other) == wanted:
            yield other


def cpdag_of_class(dag):
    """The union of all equivalent DAGs: both directions where they differ."""
    return np.any([other.astype(bool) for other in equivalence_class(dag)], axis=0)


def cpdag_by_meek(dag):
    """The v-structures directed, then Meek's first three rules for as long as one applies."""
    p = len(dag)
    adjacent = dag.astype(bool) | dag.astype(bool).T
    arrow = np.zeros((p, p), dtype=bool)
    for parents, child in v_structures(dag):
        arrow[list(parents), child] = True
    changed = True
    while changed:
        changed = False
        for a, b in itertools.permutations(range(p), 2):
            if not adjacent[a, b] or arrow[a, b] or arrow[b, a]:
                continue
            line = adjacent & ~arrow & ~arrow.T
            others = [c for c in range(p) if c not in (a, b)]
            if (
                any(arrow[c, a] and not adjacent[c, b] for c in others)
                or any(arrow[a, c] and arrow[c, b] for c in others)
                or any(
                    line[a, c] and line[a, d] and arrow[c, b] and arrow[d, b] and not adjacent[c, d]
                    for c, d in itertools.permutations(others, 2)
                )
            ):
                arrow[a, b] = changed = True
    return arrow | (adjacent & ~arrow.T)


def compelled_by_chickering(edges, p):
    """Chickering's labels of the edges of a DAG (1995), by sets: True for a compelled one.

    The edges into y from its last parent x in topological order: all compelled if a compelled
    parent of x does not point at y, or if another parent of y does not point at x; otherwise
    those of the compelled parents of x are.
    """
    parents = [{s for s, t in edges if t == y} for y in range(p)]
    order = []
    while len(order) < p:
        order.append(next(y for y in range(p) if y not in order and parents[y] <= set(order)))
    compelled = [set() for _ in range(p)]  # parents by compelled edges
    for y in order:
        if parents[y]:
            x = max(parents[y], key=order.index)
            all_of_them = not (compelled[x] <= parents[y] and parents[y] - parents[x] == {x})
            compelled[y] = parents[y] if all_of_them else compelled[x]
    return np.array([s in compelled[t] for s, t in edges], dtype=bool)


def class_frequencies(dags):
    """Parts of DAGs (p, p, B) that compel each edge, and that have each pair undirected."""
    classes = [cpdag_by_meek(dags[:, :, b]) for b in range(dags.shape[2])]
    compelled = np.mean([found & ~found.T for found in classes], axis=0)
    undirected = np.mean([found & found.T for found in classes], axis=0)
    return compelled, undirected


def separated_by_moralisation(dag, first, second, given):
    """Whether given nodes separate two sets in the moral graph of all their ancestors."""
    p = len(dag)
    kept = set().union(
        *({i for i in range(p) if k in reachable(dag, i)} for k in {*first, *second, *given})
    )
    moral = np.zeros((p, p), dtype=bool)
    for i, j in itertools.permutations(kept, 2):
        shared = any(dag[i][k] and dag[j][k] for k in kept)
        moral[i, j] = dag[i][j] or dag[j][i] or shared
    moral[list(given)] = False
    moral[:, list(given)] = False
    return not any(j in reachable(moral, i) for i in first for j in second)
