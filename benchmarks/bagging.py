"""Bagging beside a single search: time per replicate, speed-up with two workers, memory.

``python benchmarks/bagging.py``

n = 250 samples from a random graph with 1.03 p edges, one BLAS thread. Each size runs in a child
process; peak memory is that of another child which does nothing else.

search          median of single ``score()`` calls, warm, taken between the ensembles
replicate       time of ``score(n_boot=B, n_jobs=1)`` over B; its ratio to the search
2 workers       the same with ``n_jobs=2``; the speed-up over one
peak            largest resident memory during ``score(n_boot=B)`` less that just before it
aggregation     ``score_shd`` on B = 100 replicates, the counting included, over the search

Small searches first, to convergence:

replicate       time of ``score(n_boot=B, n_jobs=1)`` over B
floor           the kernels alone on the same resamples, in one workspace: columns centred and
                scaled, cross-products, the search; what they are called with is made before
score()         a single search on the data, best of as many calls

A shared machine disturbs all of it: the best of several rounds is printed, the others beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
import warnings
from dataclasses import asdict, dataclass
from statistics import median

N = 250
EDGES_PER_NODE = 1.03
REPLICATE_REACH = 1.8
SPEEDUP_REACH = 1.7
FLOOR_REACH = {100: 1.5}
R_SECONDS = {1000: 51 * 60.0}  # R dagbag 1.1, B = 100, max.step = 2000, on another machine
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "BLIS")}


@dataclass(frozen=True)
class Case:
    """What is measured."""

    p: int
    max_step: int
    n_boot: int
    rounds: int


SMALL_CASES = tuple(Case(p, 100_000, 100, 15) for p in (20, 50, 100))
CASES = (Case(1000, 2000, 100, 3), Case(2639, 10_000, 20, 2))


def make_data(p: int):
    from dagbag.simulate import random_edges, simulate_gaussian

    edges = random_edges(p, int(EDGES_PER_NODE * p), seed=1)
    return simulate_gaussian(edges, N, seed=2, nodes=p)


def seconds(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure_times(case: Case) -> dict:
    from dagbag import score

    Y = make_data(case.p)
    given = {"max_step": case.max_step}

    def bagged(n_jobs: int) -> float:
        asked = {**given, "n_boot": case.n_boot, "seed": 1, "n_jobs": n_jobs}
        return seconds(lambda: score(Y, **asked)) / case.n_boot

    for _ in range(3):
        score(Y, **given)
    bagged(2)
    rounds = []
    for _ in range(case.rounds):
        single = median(seconds(lambda: score(Y, **given)) for _ in range(7))
        rounds.append((single, bagged(1), bagged(2)))
    return {"rounds": rounds}


def measure_floor(case: Case) -> dict:
    import numpy as np

    from dagbag import RRandom, score
    from dagbag._input.constraints import Constraints
    from dagbag._kernels.climb import Search
    from dagbag._kernels.moments import center_drawn, scale
    from dagbag._search.crossprod import standardize, standardize_resample
    from dagbag._search.scores import make_score
    from dagbag._search.search import list_terms
    from dagbag._search.settings import Settings

    Y = make_data(case.p)
    data, search = standardize(Y), Search(case.p)
    settings = Settings(make_score("BIC", N, case.p, 0, 0), case.p - 1, 0.0, case.max_step, 1e-6)
    terms = list_terms(settings, Constraints(None, None, None), data.constant)
    stream, resamples = RRandom(1), []
    for _ in range(case.n_boot):
        counts = np.bincount(np.ceil(N * stream.runif(N)).astype(np.int64) - 1, minlength=N)
        drawn = np.flatnonzero(counts)
        sd = standardize_resample(data, counts).sd
        resamples.append((drawn, counts[drawn].astype(float), 1.0 / sd))

    def floor() -> tuple[float, int]:
        total, edges, products = 0.0, 0, search.regressions.crossprod
        for drawn, times, factor in resamples:
            start = time.perf_counter()
            X = center_drawn(data.X, drawn, times)[0]
            scale(X, factor)
            np.matmul(X.T, X, out=products)
            total += time.perf_counter() - start
            scorer = settings.score.of_products(search.regressions, X, N)
            start = time.perf_counter()
            search.start(scorer, terms)
            search.climb(case.max_step)
            total += time.perf_counter() - start
            edges += len(search.edges())
        return total / case.n_boot, edges

    asked = {"max_step": case.max_step, "n_boot": case.n_boot, "seed": 1, "n_jobs": 1}
    rounds = []
    for _ in range(case.rounds):
        bagged = seconds(lambda: score(Y, **asked)) / case.n_boot
        single = min(seconds(lambda: score(Y, max_step=case.max_step)) for _ in range(10))
        rounds.append((bagged, floor()[0], single))
    edges = int(score(Y, **asked).n_edges.sum())
    if edges != floor()[1]:
        sys.exit(f"the floor found {floor()[1]} edges, the ensemble {edges}")
    return {"rounds": rounds, "edges": edges}


def measure_memory(case: Case, n_jobs: int) -> dict:
    from dagbag import score

    Y = make_data(case.p)
    score(Y[:, :50], n_boot=2, n_jobs=n_jobs, seed=1, score_type="eBIC")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ensemble = score(Y, n_boot=case.n_boot, max_step=case.max_step, seed=1, n_jobs=n_jobs)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "peak": 1024 * (after - before),
        "process": 1024 * after,
        "edges": int(ensemble.n_edges.sum()),
        "converged": int(ensemble.converged.sum()),
        "saturated": int((ensemble.saturated > 0).sum()),
    }


def measure_aggregation(case: Case) -> dict:
    from dagbag import score, score_shd

    Y = make_data(case.p)
    ensemble = score(Y, n_boot=100, max_step=case.max_step, seed=1)
    searches, passes = [], []
    for _ in range(5):
        searches.append(seconds(lambda: score(Y, max_step=case.max_step)))
        ensemble.__dict__.pop("edge_counts", None)  # count again
        passes.append(seconds(lambda: score_shd(ensemble, max_step=10**6)))
    result = score_shd(ensemble, max_step=10**6)
    return {
        "search": median(searches),
        "aggregation": median(passes),
        "edges": len(result.edges),
        "cyclic": len(result.cyclic_edges),
    }


MEASURES = {
    "times": measure_times,
    "floor": measure_floor,
    "memory": measure_memory,
    "aggregation": measure_aggregation,
}


def in_child(what: str, case: Case, *extra: int) -> dict:
    """Run one measurement in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", what, json.dumps(asdict(case)), *map(str, extra)],
        env={**os.environ, **ONE_THREAD},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return json.loads(done.stdout)


def report_small() -> None:
    print(f"Small searches, n = {N}, one worker, best of {SMALL_CASES[0].rounds} rounds")
    print("    p    B   replicate       floor   ratio   score()   edges")
    for case in SMALL_CASES:
        found = in_child("floor", case)
        bagged, floor, single = (min(column) for column in zip(*found["rounds"], strict=True))
        reach = f"  (reach {FLOOR_REACH[case.p]})" if case.p in FLOOR_REACH else ""
        print(
            f"{case.p:5} {case.n_boot:4} {1e6 * bagged:8.0f} us {1e6 * floor:8.0f} us "
            f"{bagged / floor:7.2f} {1e6 * single:6.0f} us {found['edges'] / case.n_boot:7.1f}"
            f"{reach}",
            flush=True,
        )


def report(case: Case) -> None:
    print(f"\np = {case.p}, n = {N}, B = {case.n_boot}, max_step = {case.max_step}")
    rounds = in_child("times", case)["rounds"]
    best = [min(column) for column in zip(*rounds, strict=True)]
    ratio, speedup = best[1] / best[0], best[1] / best[2]
    spread = ", ".join(f"{r[1] / r[0]:.2f} / {r[1] / r[2]:.2f}" for r in rounds)
    print(f"  search      {1e3 * best[0]:8.1f} ms")
    print(f"  replicate   {1e3 * best[1]:8.1f} ms, {ratio:.2f} searches (reach {REPLICATE_REACH})")
    print(f"  2 workers   {1e3 * best[2]:8.1f} ms, {speedup:.2f} times one (reach {SPEEDUP_REACH})")
    print(f"  by round    {spread}")
    print(f"  ensemble    {best[2] * case.n_boot:8.2f} s with two workers")
    if case.p in R_SECONDS:
        times = R_SECONDS[case.p] / (100 * best[2])
        print(f"  R dagbag    {R_SECONDS[case.p]:8.0f} s for B = 100, {times:,.0f} times as long")
    for n_jobs in (1, 2):
        memory = in_child("memory", case, n_jobs)
        print(
            f"  peak        {memory['peak'] / 1e6:8.0f} MB with n_jobs={n_jobs}, "
            f"{memory['peak'] / case.p**2:.0f} bytes / p^2; "
            f"process {memory['process'] / 1e6:.0f} MB"
        )
    print(
        f"  replicates  {memory['converged']} of {case.n_boot} converged, {memory['saturated']} "
        f"saturated, {memory['edges'] / case.n_boot:,.0f} edges each"
    )
    if case.p > 2000:
        found = in_child("aggregation", case)
        share = found["aggregation"] / found["search"]
        print(
            f"  aggregation {1e3 * found['aggregation']:8.1f} ms for B = 100, {share:.2f} searches "
            f"(reach 1); {found['edges']} edges, {found['cyclic']} refused as cyclic"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--small", action="store_true", help="small searches only")
    given = parser.parse_args()
    if given.child:
        what, case, *extra = given.child
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = MEASURES[what](Case(**json.loads(case)), *map(int, extra))
        print(json.dumps(answer))
        return
    report_small()
    for case in () if given.small else CASES:
        report(case)


if __name__ == "__main__":
    main()
