"""The whole ``score()`` call beside ``Y.T @ Y``, and beside other libraries.

``python benchmarks/search.py [--transcriptome] [--peer pybnesian=/path/to/python] ...``

Every size runs in a child process of its own, with one BLAS thread and n = 250 samples from a
random graph with 1.03 p edges. What is printed:

Y.T@Y, score()   best wall time of several alternating calls, after a first one that is not timed;
                 the ratio of the best and that of the medians
us/step          (score() - the same call with max_step=1) / (steps - 1), best times
peak             largest resident memory during the first score() call less the resident memory
                 just before it: workspaces and result, without the interpreter, numpy and Y;
                 also over p^2. Below p = 500 the allocator's own pages are most of it
process          largest resident memory of that child, everything included

A peer is timed on the same data, from the array in memory to the learned graph; its imports and
a run on 10 columns (which compiles what it compiles) come before. One that exceeds its limit is
not tried on larger sizes.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import Any

N = 250
EDGES_PER_NODE = 1.03
SNR = (0.5, 1.5)
CONVERGENCE = 10_000  # more steps than p = 100 ever needs
SIZES = {100: CONVERGENCE, 500: 2000, 1000: 2000, 2639: 10_000, 10_000: 20_000}
TRANSCRIPTOME = {20_000: 20_000}

RATIO_REACH = {100: 6.0, 500: 5.0, 1000: 2.6, 2639: 3.7}  # score() over Y.T @ Y
GROWTH_REACH = (1000, 2639, 4.5)  # time per step, from p to p
MEMORY_REACH = {500: 40.0, 1000: 30.0, 2639: 11.0, 10_000: 11.0}  # bytes over p^2
PROCESS_REACH = {10_000: 4e9, 20_000: 16e9}  # bytes

ONE_THREAD = {
    f"{library}_NUM_THREADS": "1"
    for library in ("OPENBLAS", "OMP", "MKL", "BLIS", "VECLIB", "NUMBA", "NUMEXPR")
}
NOT_INSTALLED = 3  # exit status of a child
NOT_RUN = "not run"


@dataclass(frozen=True)
class Measured:
    """One size: seconds and bytes."""

    p: int
    max_step: int
    steps: int
    converged: bool
    edges: int
    gram: list[float]  # Y.T @ Y, a value per repetition
    call: list[float]  # score()
    one_step: list[float]  # score(max_step=1)
    peak: int
    process: int

    @property
    def ratio(self) -> float:
        """Best score() over best Y.T @ Y."""
        return min(self.call) / min(self.gram)

    @property
    def median_ratio(self) -> float:
        """The same of the medians."""
        return median(self.call) / median(self.gram)

    @property
    def per_step(self) -> float:
        """Seconds of a step, without what every call costs."""
        return (min(self.call) - min(self.one_step)) / max(self.steps - 1, 1)

    @property
    def peak_ratio(self) -> float:
        """Peak memory over p^2 bytes."""
        return self.peak / self.p**2


@dataclass(frozen=True)
class PeerRun:
    """One peer on one size; `seconds` is empty where it did not finish."""

    peer: str
    p: int
    status: str  # "ok", "> 600 s", "not installed", ...
    version: str = ""
    seconds: list[float] = field(default_factory=list)
    edges: int | None = None

    def times_ours(self, ours: Measured) -> float | None:
        """Best time over that of score()."""
        return min(self.seconds) / min(ours.call) if self.seconds else None


# ---------------------------------------------------------------------------------- peers

Fit = Callable[[Any, int], int]  # data, steps -> number of edges


def load_pybnesian() -> Fit:
    import pyarrow as pa
    import pybnesian

    def fit(Y: Any, steps: int) -> int:
        names = [f"x{k}" for k in range(Y.shape[1])]
        frame = pa.RecordBatch.from_arrays([pa.array(column) for column in Y.T.copy()], names)
        model = pybnesian.GreedyHillClimbing().estimate(
            pybnesian.ArcOperatorSet(),
            pybnesian.BIC(frame),
            pybnesian.GaussianNetwork(names),
            max_iters=steps,
        )
        return int(model.num_arcs())

    return fit


def load_pgmpy() -> Fit:
    import pandas as pd
    from pgmpy.causal_discovery import HillClimbSearch

    def fit(Y: Any, steps: int) -> int:
        frame = pd.DataFrame(Y, columns=[f"x{k}" for k in range(Y.shape[1])])
        search = HillClimbSearch(
            scoring_method="bic-g",
            tabu_length=0,
            return_type="dag",
            max_iter=steps,
            show_progress=False,
        )
        return int(search.fit(frame).causal_graph_.number_of_edges())

    return fit


def load_causal_learn() -> Fit:
    from causallearn.search.ScoreBased.GES import ges

    def fit(Y: Any, _: int) -> int:
        return int(ges(Y, "local_score_BIC")["G"].get_num_edges())

    return fit


def load_xges() -> Fit:
    from xges import XGES

    importlib.import_module("xges.bic_scorer_fast")  # without it fit() falls back to a slow score

    def fit(Y: Any, _: int) -> int:
        search = XGES(alpha=1.0)
        search.fit(Y, extended_search=False, verbose=0)
        return int(search.get_a_dag().to_adjacency_matrix().sum())

    return fit


@dataclass(frozen=True)
class Peer:
    """Another library: how to call it, and what is called."""

    load: Callable[[], Fit]
    module: str
    what: str
    largest: int = 10**9  # p beyond which it is not tried


PEERS = {
    "pybnesian": Peer(
        load_pybnesian,
        "pybnesian",
        "GreedyHillClimbing, ArcOperatorSet, BIC, GaussianNetwork, max_iters = max_step",
    ),
    "pgmpy": Peer(
        load_pgmpy,
        "pgmpy",
        "causal_discovery.HillClimbSearch, 'bic-g', no tabu list, max_iter = max_step",
    ),
    "causal-learn": Peer(
        load_causal_learn,
        "causallearn",
        "ges, local_score_BIC, to convergence (it has no hill climbing)",
        largest=100,
    ),
    "xges": Peer(
        load_xges,
        "xges",
        "XGES(alpha=1), extended_search=False, numba, to convergence",
    ),
}


def peer_child(name: str, data: str, steps: int, limit: int) -> None:
    """Run one peer and print its times; SIGALRM ends it at the limit."""
    peer = PEERS[name]
    try:
        importlib.import_module(peer.module)
    except ModuleNotFoundError as error:
        if error.name == peer.module:
            sys.exit(NOT_INSTALLED)
        raise
    import numpy as np

    warnings.simplefilter("ignore")
    fit = peer.load()
    Y = np.load(data)
    fit(np.ascontiguousarray(Y[:, :10]), 5)
    signal.alarm(limit)
    seconds: list[float] = []
    edges = 0
    while len(seconds) < 3 and 3 * sum(seconds) < limit and sum(seconds) < 10:
        began = time.perf_counter()
        edges = fit(Y, steps)
        seconds.append(time.perf_counter() - began)
    report({"version": metadata.version(name), "seconds": seconds, "edges": edges})


def run_peer(name: str, python: str, data: Path, ours: Measured, limit: int) -> PeerRun:
    if ours.p > PEERS[name].largest:
        return PeerRun(name, ours.p, NOT_RUN)
    arguments = ("peer", name, data, ours.max_step, limit)
    try:
        return PeerRun(name, ours.p, "ok", **child(*arguments, python=python, limit=limit + 600))
    except FileNotFoundError:
        return PeerRun(name, ours.p, f"no interpreter {python}")
    except subprocess.TimeoutExpired:
        return PeerRun(name, ours.p, f"> {limit} s")
    except subprocess.CalledProcessError as error:
        if error.returncode == -signal.SIGALRM:
            return PeerRun(name, ours.p, f"> {limit} s")
        if error.returncode == NOT_INSTALLED:
            return PeerRun(name, ours.p, "not installed")
        lines = (error.stderr or "").strip().splitlines() or [f"exit {error.returncode}"]
        return PeerRun(name, ours.p, f"failed: {lines[-1][:100]}")


# ------------------------------------------------------------------------------- ourselves


def simulate_child(p: int, seed: int, data: str) -> None:
    """Write the data of one size."""
    import numpy as np

    from dagbag.simulate import random_edges, simulate_gaussian

    edges = random_edges(p, round(EDGES_PER_NODE * p), seed=seed)
    np.save(data, simulate_gaussian(edges, N, snr=SNR, seed=seed + 1, nodes=p))
    report({})


def measure_child(data: str, max_step: int) -> None:
    """Time one size, and weigh the first call: nothing large has been allocated before it."""
    import numpy as np

    import dagbag

    warnings.simplefilter("ignore", dagbag.ConvergenceWarning)
    Y = np.load(data)
    p = Y.shape[1]
    small = np.ascontiguousarray(Y[:, :10])
    dagbag.score(small)
    gc.collect()

    before = resident()
    began = time.perf_counter()
    result = dagbag.score(Y, max_step=max_step)
    first = time.perf_counter() - began
    peak = largest_resident()
    found = {
        "p": p,
        "max_step": max_step,
        "steps": len(result.moves),
        "converged": result.converged,
        "edges": len(result.edges),
        "peak": peak - before,
        "process": peak,
    }
    del result

    calls: dict[str, Callable[[], object]] = {
        "gram": lambda: Y.T @ Y,
        "call": lambda: dagbag.score(Y, max_step=max_step),
        "one_step": lambda: dagbag.score(Y, max_step=1),
    }
    report(found | alternate(calls, 25 if first < 0.5 else 7 if first < 5 else 3))


def alternate(calls: dict[str, Callable[[], object]], repetitions: int) -> dict[str, list[float]]:
    """Seconds of each call; in turns, so that a busy machine hits them alike."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    calls["gram"]()  # the first one fetches BLAS's buffers
    for _ in range(repetitions):
        for name, call in calls.items():
            began = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - began)
    return seconds


def largest_resident() -> int:
    """Bytes of this process's resident memory at its largest."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


def resident() -> int:
    """Bytes of this process's resident memory; where /proc is missing, at its largest so far."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return largest_resident()
    return int(statm.read_text().split()[1]) * resource.getpagesize()


def machine_child() -> None:
    """Say what is measured and with what."""
    import numpy as np

    import dagbag

    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    python = ".".join(map(str, sys.version_info[:3]))
    report(
        {
            "text": f"dagbag {dagbag.__version__}, Python {python}, numpy {np.__version__}, "
            f"{blas.get('name')} {blas.get('version')}, one thread"
        }
    )


# ------------------------------------------------------------------------------- processes


def report(value: dict[str, Any]) -> None:
    """Hand a child's result to its parent: the last line of the standard output."""
    print("\n" + json.dumps(value))


def child(*arguments: object, python: str = sys.executable, limit: int | None = None) -> Any:
    """Run a function of this file in another process, with one thread, and return its report.

    The parent imports no numpy and stays small: a child's ru_maxrss begins at its parent's.
    """
    done = subprocess.run(
        [python, __file__, "child", *map(str, arguments)],
        env=os.environ | ONE_THREAD,
        capture_output=True,
        text=True,
        timeout=limit,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def child_main(what: str, *arguments: str) -> None:
    if what == "simulate":
        simulate_child(int(arguments[0]), int(arguments[1]), arguments[2])
    elif what == "measure":
        measure_child(arguments[0], int(arguments[1]))
    elif what == "peer":
        peer_child(arguments[0], arguments[1], int(arguments[2]), int(arguments[3]))
    else:
        machine_child()


# ---------------------------------------------------------------------------------- output


def steps_text(measured: Measured) -> str:
    return f"{measured.steps}{' (converged)' if measured.converged else ''}"


def time_text(seconds: float) -> str:
    return f"{1e3 * seconds:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def times_text(factor: float | None) -> str:
    if factor is None:
        return ""
    return f"{factor:,.0f} x" if factor >= 100 else f"{factor:.1f} x"


HEADER = (
    f"{'p':>6} {'steps':>16} {'edges':>6} {'Y.T@Y':>10} {'score()':>10} {'ratio':>6} "
    f"{'median':>6} {'us/step':>8} {'peak':>10} {'peak/p^2':>8} {'process':>8}"
)


def row(m: Measured) -> str:
    return (
        f"{m.p:>6} {steps_text(m):>16} {m.edges:>6} {time_text(min(m.gram)):>10} "
        f"{time_text(min(m.call)):>10} {m.ratio:>6.2f} {m.median_ratio:>6.2f} "
        f"{1e6 * m.per_step:>8.2f} {m.peak / 1e6:>7.1f} MB {m.peak_ratio:>8.1f} "
        f"{m.process / 1e9:>5.2f} GB"
    )


def peer_row(run: PeerRun, ours: Measured) -> str:
    if not run.seconds:
        return f"{run.p:>6} {run.peer:>16} {'':>6} {run.status:>14}"
    found = f"{run.p:>6} {run.peer:>16} {run.edges:>6} {time_text(min(run.seconds)):>14}"
    return f"{found} {times_text(run.times_ours(ours)):>12}"


def reaches(all_measured: Iterable[Measured]) -> list[str]:
    """Compare with the goals whatever was measured."""
    by_p = {m.p: m for m in all_measured}
    checks: list[tuple[str, float, float]] = []
    for p, m in by_p.items():
        if p in RATIO_REACH:
            checks.append((f"p = {p}: score() over Y.T @ Y", m.ratio, RATIO_REACH[p]))
        if p in MEMORY_REACH:
            checks.append((f"p = {p}: peak memory over p^2 bytes", m.peak_ratio, MEMORY_REACH[p]))
        if p in PROCESS_REACH:
            checks.append((f"p = {p}: process, GB", m.process / 1e9, PROCESS_REACH[p] / 1e9))
    low, high, most = GROWTH_REACH
    if low in by_p and high in by_p:
        growth = by_p[high].per_step / by_p[low].per_step
        checks.append((f"time per step, p = {high} over p = {low}", growth, most))
    return [
        f"{what:<44} {value:>7.2f}  at most {most:<5g} {'met' if value <= most else 'MISSED'}"
        for what, value, most in checks
    ]


def markdown_row(m: Measured, runs: Iterable[PeerRun]) -> str:
    cells = [
        str(m.p),
        steps_text(m),
        time_text(min(m.gram)),
        time_text(min(m.call)),
        f"{m.ratio:.1f}",
        f"{m.peak_ratio:.0f}" if m.p >= 500 else "",
    ]
    by_peer = {run.peer: run for run in runs if run.p == m.p}
    for name in PEERS:
        run = by_peer.get(name)
        if run is None or run.status == NOT_RUN:
            cells.append("")
        elif run.seconds:
            cells.append(f"{time_text(min(run.seconds))} ({times_text(run.times_ours(m))})")
        else:
            cells.append(run.status)
    return f"| {' | '.join(cells)} |"


def markdown(all_measured: list[Measured], runs: list[PeerRun]) -> str:
    titles = ["p", "steps", "`Y.T @ Y`", "`score()`", "ratio", "peak bytes / p²", *PEERS]
    rule = "|---:" * len(titles) + "|"
    rows = [markdown_row(m, runs) for m in all_measured]
    return "\n".join([f"| {' | '.join(titles)} |", rule, *rows])


# ------------------------------------------------------------------------------------ main


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--p", type=int, nargs="+", metavar="P", help="only these sizes")
    parser.add_argument("--transcriptome", action="store_true", help="p = 20000, too (16 GB)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--peers", nargs="*", choices=PEERS, default=list(PEERS), help="only these; or none"
    )
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=PYTHON",
        help="interpreter that has a peer; default: this one",
    )
    parser.add_argument("--peer-seconds", type=int, default=600, metavar="S", help="limit of each")
    parser.add_argument("--peer-max-p", type=int, default=1000, metavar="P")
    parser.add_argument("--markdown", action="store_true", help="print rows for the README")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    options = parser.parse_args()
    options.sizes = SIZES | (TRANSCRIPTOME if options.transcriptome else {})
    if options.p:
        known = SIZES | TRANSCRIPTOME
        if unknown := set(options.p) - set(known):
            parser.error(f"--p must be among {sorted(known)}, got {sorted(unknown)}")
        options.sizes = {p: known[p] for p in sorted(options.p)}
    given = dict(item.partition("=")[::2] for item in options.peer)
    if unknown := set(given) - set(PEERS):
        parser.error(f"--peer must name one of {list(PEERS)}, got {sorted(unknown)}")
    options.pythons = {name: given.get(name, sys.executable) for name in options.peers}
    return options


def measure_all(options: argparse.Namespace, folder: Path) -> list[Measured]:
    print(HEADER)
    all_measured = []
    for p, max_step in options.sizes.items():
        data = folder / f"{p}.npy"
        child("simulate", p, options.seed, data)
        all_measured.append(Measured(**child("measure", data, max_step)))
        print(row(all_measured[-1]), flush=True)
    return all_measured


def run_peers(
    options: argparse.Namespace, folder: Path, all_measured: list[Measured]
) -> list[PeerRun]:
    small = [m for m in all_measured if m.p <= options.peer_max_p]
    if not options.peers or not small:
        return []
    print("\nPeers on the same data, one thread")
    for name in options.peers:
        print(f"  {name}: {PEERS[name].what}")
    print(f"{'p':>6} {'':>16} {'edges':>6} {'time':>14} {'over score()':>12}")
    runs: list[PeerRun] = []
    exceeded: set[str] = set()
    for ours in small:
        for name, python in options.pythons.items():
            if name in exceeded:  # a larger p takes longer
                run = PeerRun(name, ours.p, NOT_RUN)
            else:
                data = folder / f"{ours.p}.npy"
                run = run_peer(name, python, data, ours, options.peer_seconds)
            if run.status.startswith(">"):
                exceeded.add(name)
            runs.append(run)
            print(peer_row(run, ours), flush=True)
    if versions := dict.fromkeys(f"{r.peer} {r.version}" for r in runs if r.version):
        print("Versions: " + ", ".join(versions))
    return runs


def main() -> None:
    options = parse()
    machine = child("machine")["text"]
    print(f"{machine}\nn = {N}, {EDGES_PER_NODE} p edges, snr {SNR}, seed {options.seed}\n")
    with tempfile.TemporaryDirectory() as folder:
        all_measured = measure_all(options, Path(folder))
        if goals := reaches(all_measured):
            print("", *goals, sep="\n", flush=True)
        runs = run_peers(options, Path(folder), all_measured)
    if options.markdown:
        print("\n" + markdown(all_measured, runs))
    if options.json:
        found = {
            "machine": machine,
            "seed": options.seed,
            "dagbag": [asdict(m) for m in all_measured],
            "peers": [asdict(run) for run in runs],
        }
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        child_main(*sys.argv[2:])
    else:
        main()
