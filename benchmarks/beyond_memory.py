"""Searches without cross-products: time and memory by the number of nodes.

``python benchmarks/beyond_memory.py [--sizes 5000 20000] [--threads 2] [--compare]``

Every size runs in a child process of its own, on n = 250 samples of a random graph with 1.03 p
edges, p steps, with ``memory="data"``; with ``--compare`` also with cross-products. Printed are

seconds     the whole ``score()`` call, data in memory
CPU         seconds of all threads in it
process     largest resident memory of the child, data and interpreter included
/ p^2       of it less what was resident before the call, bytes
load        of the machine, mean of the last minute, when the call ended
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
from typing import Any

N = 250
EDGES_PER_NODE = 1.03
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}


@dataclass(frozen=True)
class Run:
    """One call of ``score()``."""

    p: int
    memory: str
    threads: int
    steps: int
    seconds: float
    cpu: float
    process: int  # bytes
    added: int  # bytes
    load: float
    moves: str  # a hash of them


def sparse_data(p: int, seed: int = 1) -> Any:
    """Return samples of a linear model on a random sparse graph, columns in random order."""
    import numpy as np

    rng = np.random.default_rng(seed)
    Y = rng.standard_normal((p, N))  # a row per node: what is added to is contiguous
    ends = np.sort(rng.integers(0, p, (int(EDGES_PER_NODE * p), 2)), axis=1)
    for source, target in ends[np.argsort(ends[:, 1], kind="stable")].tolist():
        if source != target:
            Y[target] += (
                rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.0) * Y[source] / Y[source].std()
            )
    return np.ascontiguousarray(Y[rng.permutation(p)].T)


def resident() -> int:
    """Return the largest resident memory of this process so far, in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(p: int, memory: str, threads: int, steps: int) -> Run:
    """Search in this process."""
    import hashlib

    from dagbag import score

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    Y = sparse_data(p)
    before, wall, cpu = resident(), time.perf_counter(), time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = score(Y, max_step=steps, memory=memory)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    moves = hashlib.sha256(repr([move[:3] for move in result.moves]).encode()).hexdigest()[:12]
    return Run(
        p, memory, threads, len(result.moves), wall, cpu, resident(), resident() - before,
        os.getloadavg()[0], moves,
    )  # fmt: skip


def in_child(p: int, memory: str, threads: int, steps: int) -> Run:
    """Search in a process of its own."""
    arguments = [str(p), memory, str(threads), str(steps)]
    child = subprocess.run(
        [sys.executable, __file__, "--child", *arguments],
        env={**os.environ, **ONE_THREAD},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return Run(**json.loads(child.stdout))


def table(runs: list[Run]) -> str:
    """Return what is printed."""
    head = "| p | steps | memory | threads | seconds | CPU | process | / p^2 | load |\n"
    return (
        head
        + "|---|---|---|---|---|---|---|---|---|\n"
        + "".join(
            f"| {run.p:,} | {run.steps:,} | {run.memory} | {run.threads} | {run.seconds:.1f} "
            f"| {run.cpu:.1f} | {run.process / 1e9:.2f} GB | {run.added / run.p**2:.2f} "
            f"| {run.load:.1f} |\n"
            for run in runs
        )
    )


def draw(runs: list[Run], path: str) -> None:
    """Draw the growth of time, which is CPU's as machines are shared, and memory with p."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for memory in sorted({run.memory for run in runs}):
        those = sorted((run for run in runs if run.memory == memory), key=lambda run: run.p)
        nodes = [run.p for run in those]
        left.plot(nodes, [run.cpu for run in those], "o-", label=memory)
        right.plot(nodes, [run.process / 1e9 for run in those], "o-", label=memory)
    for axes, what in ((left, "CPU seconds"), (right, "GB of the process")):
        axes.set(xscale="log", yscale="log", xlabel="nodes, and steps", ylabel=what)
        axes.legend(title="memory")
    figure.savefig(path)


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 2000, 5000, 10_000])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, help="by default as many as nodes")
    parser.add_argument("--compare", action="store_true", help="with cross-products, too")
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        p, memory, threads, steps = options.child
        print(json.dumps(asdict(measure(int(p), memory, int(threads), int(steps)))))
        return
    runs = []
    for p in options.sizes:
        for memory in ("cross-products", "data") if options.compare else ("data",):
            runs.append(in_child(p, memory, options.threads, options.steps or p))
            print(table(runs[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
        if options.compare and runs[-1].moves != runs[-2].moves:
            print(f"p = {p}: other moves", file=sys.stderr)
    print(table(runs))
    if options.picture is not None:
        draw(runs, options.picture)


if __name__ == "__main__":
    main()
