"""With as many rows as anybody has, are the edges there that are called certain.

``python benchmarks/certain.py --graphs 50 --n 100000``

Collider, chain, fork and random graphs of 5 to 40 nodes and degrees of 1 to 4. Pairs of nodes that
have no edge, but a strength of 0.9 or more in the ensemble, and the largest strength of such a
pair; for ``bag(Y, BOSS())``, as recommended, and for ``score(Y, n_boot)`` with R's defaults but for
`max_step`. Also the distance of the aggregated DAG's CPDAG from the true one.
"""

from __future__ import annotations

import argparse

import numpy as np
from threadpoolctl import threadpool_limits

from dagbag import bag, score, score_shd
from dagbag.learners import BOSS
from dagbag.metrics import shd_cpdag
from dagbag.simulate import random_dag, simulate_gaussian

CERTAIN = 0.9
SMALL = {
    "collider": [(0, 2), (1, 2), (2, 3)],
    "chain": [(0, 1), (1, 2), (2, 3)],
    "fork": [(0, 1), (0, 2), (0, 3)],
}
LEARNERS = {
    "bag(Y, BOSS())": lambda Y, n_boot, seed: bag(Y, BOSS(), n_boot, seed=seed),
    "score(Y, n_boot)": lambda Y, n_boot, seed: score(Y, n_boot, seed=seed, max_step=100_000),
}


def draw_graph(seed: int):
    """Return a random graph of any size and density, as a 0/1 matrix."""
    draws = np.random.default_rng(seed)
    p = int(draws.integers(5, 41))
    edges = min(round(p * draws.uniform(1, 4) / 2), p * (p - 1) // 2)
    return random_dag(p, edges, seed=seed)


def small_graph(name: str):
    graph = np.zeros((4, 4), dtype=np.int32)
    graph[tuple(np.transpose(SMALL[name]))] = 1
    return graph


def judge(ensemble, graph) -> tuple[int, float, int]:
    """Return the certain pairs that are false, the largest false strength, and the distance."""
    frequency = ensemble.selection_frequency
    strength = np.triu(frequency + frequency.T)
    strength[(graph + graph.T) > 0] = 0.0
    distance = shd_cpdag(score_shd(ensemble, strength=0.5).adj_matrix, graph)
    return int((strength >= CERTAIN).sum()), float(strength.max()), distance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--graphs", type=int, default=50)
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--n-boot", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    graphs = {name: small_graph(name) for name in SMALL}
    graphs |= {f"random {k}": draw_graph(1000 * given.seed + k) for k in range(given.graphs)}
    found: dict[str, list[tuple[int, float, int]]] = {name: [] for name in LEARNERS}
    for number, (graph_name, graph) in enumerate(graphs.items()):
        seed = 1000 * given.seed + number
        Y = simulate_gaussian(graph, n=given.n, seed=seed)
        for name, learn in LEARNERS.items():
            found[name].append(judge(learn(Y, given.n_boot, seed), graph))
            if found[name][-1][0]:
                print(
                    f"{graph_name}, {len(graph)} nodes, {graph.sum()} edges, {name}: "
                    f"{found[name][-1][0]} false pairs of strength {CERTAIN} or more",
                    flush=True,
                )
    for name, rows in found.items():
        false, largest, distance = np.transpose(rows)
        print(
            f"{name}: {int(false.sum())} false pairs of strength {CERTAIN} or more, in "
            f"{int((false > 0).sum())} of {len(rows)} graphs; largest false strength "
            f"{largest.max():.2f}; mean distance of CPDAGs {distance.mean():.2f}"
        )


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
