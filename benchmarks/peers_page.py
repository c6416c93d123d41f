"""Run what vignettes/from-other-packages.md shows of other packages, and time it.

    pip install pgmpy causal-learn lingam                   # into an environment that has dagbag
    python benchmarks/peers_page.py                         # is it as on the page?
    python benchmarks/peers_page.py --write                 # what comes out onto the page
    python benchmarks/peers_page.py --times --data-sets 10  # the table of times and distances

A block of the page that begins with ```python NAME needs the package NAME, and a block ```text
after it is what it prints. All blocks share their variables, also with those that ``make test``
runs; blocks of R are not run. Without a package its blocks are left out, and that is told. The exit
status is 1 if something differs, 2 if nothing was compared.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import importlib.util
import io
import os
import re
import resource
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[1] / "vignettes" / "from-other-packages.md"
MODULES = {"pgmpy": "pgmpy", "causal-learn": "causallearn", "lingam": "lingam"}
BLOCK = re.compile(r"^```(\w+)(?: ([\w-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


# The page


def present() -> list[str]:
    return [name for name, module in MODULES.items() if importlib.util.find_spec(module)]


def run_page(text: str, packages: list[str]) -> list[tuple[int, int, str, str]]:
    """Return (start, end, shown, printed) of each block of text that is the output of one."""
    variables: dict[str, Any] = {"__name__": "page"}
    outputs = []
    printed = None
    for block in BLOCK.finditer(text):
        language, package, content = block.groups()
        if language == "text" and printed is not None:
            outputs.append((*block.span(3), content, printed))
        printed = None
        if language != "python":
            continue
        if ">>>" in content:
            run_examples(content, variables)
        elif package in packages:
            line = text.count("\n", 0, block.start()) + 1
            printed = run_block(content, variables, f"{PAGE.name}, the block of line {line}")
    return outputs


def run_examples(content: str, variables: dict[str, Any]) -> None:
    """Run the examples of a block; whether they print what they should is for ``make test``."""
    for example in doctest.DocTestParser().get_examples(content):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(example.source, PAGE.name, "single"), variables)


def run_block(content: str, variables: dict[str, Any], where: str) -> str:
    caught = io.StringIO()
    with contextlib.redirect_stdout(caught):
        exec(compile(content, where, "exec"), variables)
    return "".join(f"{line.rstrip()}\n" for line in caught.getvalue().splitlines())


def with_outputs(text: str, outputs: list[tuple[int, int, str, str]]) -> str:
    for start, end, _, printed in reversed(outputs):
        text = text[:start] + printed + text[end:]
    return text


def compare(outputs: list[tuple[int, int, str, str]], text: str) -> int:
    wrong = 0
    for start, _, shown, printed in outputs:
        if shown.split() != printed.split():
            wrong += 1
            line = text.count("\n", 0, start) + 1
            print(f"line {line} shows\n{shown}but it prints\n{printed}")
    print(f"{len(outputs) - wrong} of {len(outputs)} outputs are as on the page")
    return wrong


# Times


def searches(packages: list[str]) -> dict[str, Callable[[Any], Any]]:
    """Return what is timed, each a function of a frame that returns a graph that dagbag reads."""
    import pandas as pd

    from dagbag import DAGBag

    found: dict[str, Callable[[Any], Any]] = {
        "dagbag: one search": lambda X: DAGBag(0, random_state=1).fit(X).result_,
        "dagbag: 100 resamples": lambda X: DAGBag(100, random_state=1).fit(X).result_,
    }

    def labelled(matrix: Any, X: Any) -> Any:
        return pd.DataFrame(matrix, index=X.columns, columns=X.columns)

    if "pgmpy" in packages:
        from pgmpy.causal_discovery import GES, PC, HillClimbSearch

        found["pgmpy: HillClimbSearch"] = lambda X: (
            HillClimbSearch(scoring_method="bic-g", return_type="dag", show_progress=False)
            .fit(X)
            .causal_graph_
        )
        found["pgmpy: GES"] = lambda X: GES(scoring_method="bic-g").fit(X).adjacency_matrix_
        found["pgmpy: PC"] = lambda X: (
            PC(ci_test="pearsonr", significance_level=0.01, show_progress=False)
            .fit(X)
            .adjacency_matrix_
        )
    if "causal-learn" in packages:
        from causallearn.search.ConstraintBased.PC import pc
        from causallearn.search.PermutationBased.BOSS import boss
        from causallearn.search.ScoreBased.GES import ges

        for value in (2, 0.5):  # boss()'s own, and BIC
            found[f"causal-learn: boss, lambda {value}"] = lambda X, value=value: labelled(
                boss(X.to_numpy(), parameters={"lambda_value": value}, verbose=False).graph == -1, X
            )
        found["causal-learn: ges"] = lambda X: labelled(ges(X.to_numpy())["G"].graph == -1, X)
        found["causal-learn: pc"] = lambda X: labelled(
            pc(X.to_numpy(), 0.01, show_progress=False).G.graph == -1, X
        )
    if "lingam" in packages:
        import lingam

        found["lingam: DirectLiNGAM"] = lambda X: labelled(
            (lingam.DirectLiNGAM().fit(X).adjacency_matrix_ != 0).T, X
        )
        found["lingam: bootstrap, 100 resamples"] = lambda X: lingam_bootstrap(X, lingam)
    return found


def lingam_bootstrap(X: Any, lingam: Any) -> Any:
    import pandas as pd

    from dagbag import score_shd

    found = lingam.DirectLiNGAM(random_state=1).bootstrap(X, n_sampling=100)
    frequencies = found.get_probabilities().T
    return score_shd(
        pd.DataFrame(frequencies, index=X.columns, columns=X.columns), strength=0.5, n_boot=100
    )


def cpu_seconds() -> float:
    """Of all threads, and of processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def time_all(text: str, packages: list[str], data_sets: int) -> None:
    """Print CPU seconds, and how far the CPDAG is from the true one, for both kinds of noise."""
    import numpy as np

    from dagbag.metrics import shd_cpdag
    from dagbag.simulate import simulate_gaussian

    variables: dict[str, Any] = {}
    truth_block = next(block for block in BLOCK.finditer(text) if "truth = " in block[3])
    run_examples(truth_block[3], variables)
    truth, nodes = variables["truth"], variables["nodes"]
    print("| | CPU s | times dagbag's | SHD, normal noise | SHD, gamma noise |")
    print("|---|---:|---:|---:|---:|")
    base = None
    for name, search in searches(packages).items():
        few = min(data_sets, 2) if "bootstrap" in name else data_sets
        seconds, distances = [], []
        for noise in ("normal", "gamma(1, 2)"):
            off = []
            for seed in range(1, few + 1):
                X = simulate_gaussian(truth, n=500, seed=seed, noise=noise)[nodes].round(4)
                np.random.seed(seed)  # noqa: NPY002 -- causal-learn's only source
                before = cpu_seconds()
                graph = search(X)
                seconds.append(cpu_seconds() - before)
                off.append(shd_cpdag(graph, truth))
            spread = np.std(off, ddof=1) / len(off) ** 0.5 if len(off) > 1 else float("nan")
            distances.append(f"{np.mean(off):.1f} ({spread:.1f})")
        middle = float(np.median(seconds))
        base = middle if name == "dagbag: 100 resamples" else base
        ratio = "" if base is None else f"{middle / base:.3g}"
        print(f"| {name} | {middle:.3g} | {ratio} | {' | '.join(distances)} |", flush=True)


def fix_hashes() -> None:
    """Start again with one order of sets: pgmpy's hill climbing depends on it."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        fixed = {**os.environ, "PYTHONHASHSEED": "0"}
        os.execve(sys.executable, [sys.executable, *sys.argv], fixed)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packages", nargs="+", choices=MODULES, help="by default all there are")
    parser.add_argument("--write", action="store_true", help="write the outputs into the page")
    parser.add_argument("--times", action="store_true", help="print the table of times instead")
    parser.add_argument("--data-sets", type=int, default=10, help="of each kind of noise")
    given = parser.parse_args()
    packages = given.packages or present()
    missing = [name for name in MODULES if name not in packages]
    if missing:
        print(f"without {', '.join(missing)}", file=sys.stderr)
    warnings.simplefilter("ignore")  # theirs
    text = PAGE.read_text(encoding="utf-8")
    if given.times:
        time_all(text, packages, given.data_sets)
        return 0
    began = time.perf_counter()
    outputs = run_page(text, packages)
    print(f"{len(packages)} packages, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    if given.write:
        PAGE.write_text(with_outputs(text, outputs), encoding="utf-8")
        return 0
    return (1 if compare(outputs, text) else 0) if outputs else 2


if __name__ == "__main__":
    fix_hashes()
    sys.exit(main())
