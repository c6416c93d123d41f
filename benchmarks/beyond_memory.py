"""Searches without cross-products: time and memory by the number of nodes.

``python benchmarks/beyond_memory.py [--sizes 5000 20000] [--threads 2] [--compare]``

Every size runs in a child process of its own, on n = 250 samples of a random graph with 1.03 p
edges, p steps, with ``memory="data"``; with ``--compare`` also with cross-products. Printed are

seconds     the whole ``score()`` call, data in memory
CPU         seconds of all threads in it
process     largest resident memory of the child, data and interpreter included
/ p^2       of it less what was resident before the call, bytes
load        of the machine, mean of the last minute, when the call ended

``--store FILE`` adds the runs to a file, and ``--picture FILE.svg`` draws all that are there; the
one in ``docs/images`` is drawn from ``beyond_memory.jsonl`` beside this script (``--sizes`` alone
runs nothing).

``--ensemble 20`` learns as many resamples instead, on two workers: once as it is, once killed
(SIGKILL) when a third is finished, and resumed; the first four also on a local Dask cluster. All
must be the same bits.
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
from pathlib import Path
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
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "dagbag"})
    from matplotlib import pyplot as plt

    runs = [run for run in runs if run.steps == run.p]
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for memory in sorted({run.memory for run in runs}):
        those = sorted((run for run in runs if run.memory == memory), key=lambda run: run.p)
        nodes = [run.p for run in those]
        left.plot(nodes, [run.cpu for run in those], "o-", label=memory)
        right.plot(nodes, [run.process / 1e9 for run in those], "o-", label=memory)
    for axes, what in ((left, "CPU seconds"), (right, "GB of the process")):
        axes.set(xscale="log", yscale="log", xlabel="nodes, and steps", ylabel=what)
        axes.legend(title="memory")
    figure.savefig(path, metadata={"Date": None})


def learn(p: int, steps: int, n_boot: int, checkpoint: str, dask: bool) -> None:
    """Learn an ensemble in this process; print a hash of each replicate, seconds and memory."""
    import hashlib
    from contextlib import ExitStack

    from dagbag import score

    Y = sparse_data(p)
    wall, cpu = time.perf_counter(), time.process_time()
    with warnings.catch_warnings(), ExitStack() as opened:
        warnings.simplefilter("ignore")
        if dask:
            import joblib
            from distributed import Client, LocalCluster

            cluster = opened.enter_context(
                LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
            )
            opened.enter_context(Client(cluster))
            opened.enter_context(joblib.parallel_config("dask"))
        ensemble = score(
            Y,
            n_boot,
            max_step=steps,
            memory="data",
            seed=1,
            n_jobs=2,
            checkpoint=checkpoint or None,
        )
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    hashes = [
        hashlib.sha256(f"{member.edges}{score_}".encode()).hexdigest()[:12]
        for member, score_ in zip(ensemble, ensemble.score.tolist(), strict=True)
    ]
    processes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(json.dumps([wall, cpu, resident(), processes, hashes]))


def run_ensemble(p: int, steps: int, n_boot: int) -> None:
    """Learn an ensemble as it is, killed and resumed, and in part on Dask."""
    import tempfile

    def child(n_boot: int, checkpoint: str = "", dask: bool = False) -> list[str]:
        return [
            sys.executable, __file__, "--learn",
            str(p), str(steps), str(n_boot), checkpoint, str(int(dask)),
        ]  # fmt: skip

    def finished(name: str, command: list[str]) -> list[str]:
        out = subprocess.run(
            command,
            env={**os.environ, **ONE_THREAD},
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
        wall, cpu, process, others, hashes = json.loads(out.stdout)
        print(
            f"{name}: {len(hashes)} resamples, {wall:.1f} s, {cpu:.1f} s of CPU, "
            f"{process / 1e9:.2f} GB, of the largest other process {others / 1e9:.2f} GB, "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        return list(hashes)

    print(f"p = {p:,}, {steps:,} steps, n = {N}, two workers", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run")
        single = p * EDGES_PER_NODE * 8 * min(1.0, steps / p)  # about the bytes of a replicate
        killed = subprocess.Popen(
            child(n_boot, str(path)), env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE
        )
        while killed.poll() is None and not (
            path.exists() and path.stat().st_size > n_boot / 3 * 0.9 * single
        ):
            time.sleep(0.2)
        assert killed.poll() is None, "finished before it was killed"
        killed.kill()
        killed.wait()
        print(f"killed with {path.stat().st_size / 1e6:.2f} MB in the checkpoint", flush=True)
        resumed = finished("resumed", child(n_boot, str(path)))
    some = finished("on Dask", child(min(4, n_boot), dask=True))
    print("the same first ones on Dask:", some == resumed[: len(some)], flush=True)
    print("the same bits, killed or not:", finished("as it is", child(n_boot)) == resumed)


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[1000, 2000, 5000, 10_000])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, help="by default as many as nodes")
    parser.add_argument("--compare", action="store_true", help="with cross-products, too")
    parser.add_argument("--store", metavar="FILE", help="where runs are kept, a line each")
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("--ensemble", type=int, metavar="B", help="learn so many resamples")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--learn", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.learn is not None:
        p, steps, n_boot, checkpoint, dask = options.learn
        learn(int(p), int(steps), int(n_boot), checkpoint, dask == "1")
        return
    if options.ensemble is not None:
        for p in options.sizes:
            run_ensemble(p, options.steps or p, options.ensemble)
        return
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
    if options.store is not None:
        with Path(options.store).open("a+") as store:
            store.writelines(json.dumps(asdict(run)) + "\n" for run in runs)
            store.seek(0)
            runs = [Run(**json.loads(line)) for line in store]
    if options.picture is not None:
        draw(runs, options.picture)


if __name__ == "__main__":
    main()
