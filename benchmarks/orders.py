"""Best order score search beside causal-learn's, and on more nodes than that can.

``python benchmarks/orders.py``

Data from a random graph with 1.03 p edges, one BLAS thread; every size in a child process, whose
largest resident memory is printed less what it had before the search. CPU time of warm calls, the
best of several; the workers of an ensemble are timed by the clock. Penalties are multiples of
BIC's; causal-learn counts half of them.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "BLIS")}
EDGES_PER_NODE = 1.03
# p, n, penalty
SINGLE = ((107, 500, 1.0), (107, 500, 2.0), (200, 250, 2.0), (1000, 250, 2.0), (1000, 250, 1.5))
BESIDE = ((107, 500, 1.0), (107, 500, 2.0))


def make_data(p: int, n: int):
    from dagbag.simulate import random_edges, simulate_gaussian

    edges = random_edges(p, int(EDGES_PER_NODE * p), seed=1)
    return simulate_gaussian(edges, n, seed=2, nodes=p)


def best(call, rounds: int, clock=time.process_time) -> float:
    found = []
    for _ in range(rounds):
        start = clock()
        call()
        found.append(clock() - start)
    return min(found)


def peak() -> float:
    """Largest resident memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_single(p: int, n: int, penalty: float) -> dict:
    from dagbag.learners import BOSS

    Y = make_data(p, n)
    learner = BOSS(penalty=penalty, seed=1)
    learner(Y[:, :5])
    before = peak()
    result = learner(Y)
    memory = peak() - before
    seconds = best(lambda: learner(Y), 7)
    return {"seconds": seconds, "MB": memory, "edges": len(result), "moves": result.operations}


def measure_beside(p: int, n: int, penalty: float) -> dict:
    from causallearn.search.PermutationBased.BOSS import boss

    Y = make_data(p, n)
    given = {"lambda_value": penalty / 2}
    return {"seconds": best(lambda: boss(Y, parameters=given, verbose=False), 1)}


def measure_bagged(p: int, n: int, penalty: float) -> dict:
    from dagbag import bag
    from dagbag.learners import BOSS

    Y = make_data(p, n)
    bag(Y, BOSS(penalty=penalty), 4, seed=1, n_jobs=2)
    call = lambda jobs: best(  # noqa: E731
        lambda: bag(Y, BOSS(penalty=penalty), 100, seed=1, n_jobs=jobs), 3, time.perf_counter
    )
    return {"one": call(1), "two": call(2)}


MEASURES = {"single": measure_single, "beside": measure_beside, "bagged": measure_bagged}


def child(what: str, p: int, n: int, penalty: float) -> dict:
    """Measure in a process of its own."""
    words = [sys.executable, __file__, "--measure", what, str(p), str(n), str(penalty)]
    done = subprocess.run(
        words, env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE, check=True, text=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--measure", nargs=4, metavar=("WHAT", "P", "N", "PENALTY"))
    parser.add_argument("--alone", action="store_true", help="without causal-learn")
    given = parser.parse_args()
    if given.measure is not None:
        what, p, n, penalty = given.measure
        print(json.dumps(MEASURES[what](int(p), int(n), float(penalty))))
        return
    print(f"{'p':>5} {'n':>5} {'penalty':>8} {'edges':>6} {'ms':>8} {'MB':>6}  causal-learn, ratio")
    for case in SINGLE:
        own = child("single", *case)
        line = f"{case[0]:5} {case[1]:5} {case[2]:8g} {own['edges']:6} {1e3 * own['seconds']:8.1f}"
        line += f" {own['MB']:6.1f}"
        if case in BESIDE and not given.alone:
            theirs = child("beside", *case)["seconds"]
            line += f"  {theirs:.1f} s, {theirs / own['seconds']:.0f}"
        print(line, flush=True)
    bagged = child("bagged", 100, 200, 2.0)
    print(
        f"100 resamples, p = 100, n = 200, twice BIC's penalty: {bagged['one']:.2f} s, "
        f"{bagged['two']:.2f} s with two workers"
    )


if __name__ == "__main__":
    main()
