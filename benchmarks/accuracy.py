"""How much of the truth learners find: cells x replicates x learners, measured and judged.

``python benchmarks/accuracy.py run --store FILE --cells quick --learners ours --replicates 5``
learns, and appends a row per cell, replicate and learner to FILE; a run that was killed goes on
where it was. Then, of the same FILE:

``table``       means and standard errors of all measures; ``--pivot shd``: a column per learner
``best``        the best learner of every cell, and those that are not told from it
``verdict``     whether ``--recommended NAME`` is the best in every cell by SHD and F1, or within
                one standard error of the paired difference, and if not by how much; PATTERN=NAME
                recommends a learner for some cells
``ranking``     learners over all cells, best first: what to choose

``penalties`` prints what a penalty of each library is in units of BIC's, ``list`` the names that
stand for several cells or learners. How cells are named is told in `dagbag/accuracy/_problems.py`,
how learners are in `dagbag/accuracy/_learners.py`; tables take patterns of names, too:
``--learners 'bag-*'``.

Graphs of others are read by path: ``--graph own=edges.csv`` (1-based, as R writes them), or
``--graph ecoli70=ecoli70.json`` (a Gaussian network with its coefficients, as in the wheel of pgmpy
1.0.0). Libraries run in a process of the interpreter that has them, ``--python xges=PATH``. Times
are CPU seconds with one BLAS thread, at most ``--limit`` of them; an ensemble that several learners
share is counted for each.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from _accuracy import learners as learners_
from _accuracy.learners import Learner, learner_of, name_of, read_name
from _accuracy.peers import Peers
from _accuracy.penalties import print_penalties
from _accuracy.store import Store
from _accuracy.verdicts import best_table, judge, ranking, verdict_table
from threadpoolctl import threadpool_limits

import dagbag
from dagbag.accuracy import _problems as problems_
from dagbag.accuracy._learned import DONE, Unavailable
from dagbag.accuracy._problems import Cell, make_problem
from dagbag.accuracy._run import run_one
from dagbag.accuracy._tables import FORMS, MEASURES, group, means, natural, numbers, pivot


def run(
    store: Store,
    cells: Sequence[Cell],
    learners: Sequence[Learner],
    replicates: Iterable[int],
    seed: int,
    files: Mapping[str, Path],
    limit: float | None = None,
) -> None:
    """Fill what is missing in the store: all cells of a replicate before the next one."""
    absent: set[str] = set()
    for replicate in replicates:
        for cell in cells:
            problem = None
            for learner in learners:
                key = (cell.name, seed, replicate, learner.name)
                if key in store or learner.name in absent:
                    continue
                if store.exceeded(cell.name, learner.name):
                    continue
                problem = problem or make_problem(cell, replicate, seed, files)
                try:
                    found = run_one(learner, problem, limit)
                except Unavailable as error:
                    absent.add(learner.name)
                    print(f"{learner.name}: {error}", file=sys.stderr)
                    continue
                store.add(dict(zip(("cell", "seed", "replicate", "learner"), key, strict=True))
                          | {"version": dagbag.__version__} | found)  # fmt: skip
                print(_line(key, found), flush=True)


def _line(key: tuple[str, int, int, str], found: dict[str, Any]) -> str:
    what = found["status"]
    if what == DONE:
        what = f"SHD {found['shd']}, F1 {found['f1']:.3f}, {found['seconds']:.2f} s"
    return f"{key[0]} {key[2]} {key[3]}: {what}"


# --------------------------------------------------------------------------- command line


def expand(names: Sequence[str], groups: Mapping[str, Sequence[str]]) -> list[str]:
    """Replace names that stand for several; each once."""
    return list(dict.fromkeys(one for name in names for one in groups.get(name, [name])))


def matching(pattern: str, names: Iterable[str]) -> list[str]:
    """Return the names that a pattern with a star stands for."""
    return sorted(fnmatch.filter(names, pattern), key=natural) if "*" in pattern else []


def learner_names(names: Sequence[str], n_boot: int) -> list[str]:
    return [name_of(read_name(name, n_boot)) for name in expand(names, learners_.GROUPS)]


def pairs(texts: Sequence[str], option: str, parser: argparse.ArgumentParser) -> dict[str, str]:
    for text in texts:
        if "=" not in text:
            parser.error(f"{option} must be NAME=PATH, got {text}")
    return {name: value for name, _, value in (text.partition("=") for text in texts)}


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    of_store = argparse.ArgumentParser(add_help=False)
    of_store.add_argument("--store", type=Path, required=True, metavar="FILE", help="JSON lines")
    of_store.add_argument("--cells", nargs="+", default=[], metavar="CELL", help="or a group")
    of_store.add_argument("--learners", nargs="+", default=[], metavar="NAME", help="or a group")
    of_store.add_argument(
        "--n-boot", type=int, default=100, metavar="B", help="where no -B is said"
    )
    children = argparse.ArgumentParser(add_help=False)
    children.add_argument("--python", action="append", default=[], metavar="LIBRARY=PATH")
    children.add_argument(
        "--limit", type=float, default=600, metavar="S", help="CPU s of a learner"
    )
    printed = argparse.ArgumentParser(add_help=False)
    printed.add_argument("--form", choices=FORMS, default="text")

    learn = commands.add_parser("run", parents=[of_store, children])
    learn.add_argument("--replicates", type=int, default=5, metavar="R")
    learn.add_argument("--first", type=int, default=0, metavar="K", help="number of the first")
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--graph", action="append", default=[], metavar="NAME=PATH")
    table = commands.add_parser("table", parents=[of_store, printed])
    table.add_argument("--measures", nargs="+", choices=MEASURES, default=MEASURES)
    table.add_argument("--pivot", choices=MEASURES, help="one measure, a column per learner")
    verdict = commands.add_parser("verdict", parents=[of_store, printed])
    verdict.add_argument("--recommended", nargs="+", required=True, metavar="[PATTERN=]NAME")
    for name in ("best", "ranking"):
        commands.add_parser(name, parents=[of_store, printed])
    commands.add_parser("penalties", parents=[children])
    commands.add_parser("list")
    options = parser.parse_args(arguments)
    for name, option in (("python", "--python"), ("graph", "--graph")):
        if hasattr(options, name):
            setattr(options, name, pairs(getattr(options, name), option, parser))
    return options


def recommended(texts: Sequence[str], n_boot: int) -> dict[str, str]:
    """Return learners by pattern of cells; one without a pattern is for those that are left."""
    found = {}
    for text in sorted(texts, key=lambda text: "=" not in text):
        pattern, _, name = text.rpartition("=")
        found[pattern or "*"] = name_of(read_name(name, n_boot))
    return found


def learn(options: argparse.Namespace) -> None:
    cells = [Cell.of(name) for name in expand(options.cells or ["quick"], problems_.GROUPS)]
    names = learner_names(options.learners or ["ours"], options.n_boot)
    files = {name: Path(path) for name, path in options.graph.items()}
    replicates = range(options.first, options.first + options.replicates)
    with Peers(options.python, options.limit) as peers, threadpool_limits(1):
        learners = [learner_of(name, peers) for name in names]
        run(Store(options.store), cells, learners, replicates, options.seed, files, options.limit)


def tabulate(options: argparse.Namespace) -> list[list[str]]:
    rows = Store(options.store).rows()
    there = {kind: {row[kind] for row in rows} for kind in ("cell", "learner")}
    wanted = [matching(name, there["learner"]) or [name] for name in options.learners]
    rows_of = group(
        rows,
        [
            one
            for name in expand(options.cells, problems_.GROUPS)
            for one in matching(name, there["cell"]) or [name]
        ],
        learner_names([one for names in wanted for one in names], options.n_boot),
    )
    if options.command == "verdict":
        return verdict_table(judge(rows_of, recommended(options.recommended, options.n_boot)))
    if options.command == "best":
        return best_table(rows_of)
    if options.command == "ranking":
        return ranking(rows_of)
    if options.pivot:
        return pivot(rows_of, options.pivot)
    return (numbers if options.form == "csv" else means)(rows_of, options.measures)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command."""
    options = parse(arguments)
    if options.command == "run":
        learn(options)
    elif options.command == "penalties":
        with Peers(options.python, options.limit) as peers, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            print_penalties(peers)
    elif options.command == "list":
        for what, groups in (("cells", problems_.GROUPS), ("learners", learners_.GROUPS)):
            for name, stands_for in groups.items():
                print(f"{what} {name}: {' '.join(stands_for)}")
    else:
        print(FORMS[options.form](tabulate(options)))


if __name__ == "__main__":
    main()
