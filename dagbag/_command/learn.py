"""``dagbag learn``: a directed acyclic graph from a table of data."""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path
from typing import Any

from .._input.checks import REGIMES
from .data import DataFile, add_data, is_piped, read_data_argument
from .errors import FINE, Resumable, UsageError, say, tell
from .known import add_knowledge, read_known
from .parsers import existing, named, one_of, whole, workers
from .runs import (
    CHECKPOINT,
    ENSEMBLE,
    GRAPHS,
    KNOWLEDGE,
    RECORD,
    Record,
    Run,
    RunFolder,
    read_record,
)
from .settings import OF_DATA, SETTINGS, add_settings, all_settings, given_settings, read_settings
from .shared import add_progress, print_long, progress_of

DESCRIPTION = f"""\
Learn a directed acyclic graph from data: a search on each of many resamples of the rows, and one
graph of the pairs of nodes that most of them connect. Prints the edges with their strengths (the
part of the resamples that connect the two) and what is known of their directions. An arrow -> is a
direction that data can tell; -- is an edge whose direction they cannot.

A folder (-o) gets edges.csv, graph.dot, graph.graphml and graph.json (the graph with all
that is known of its edges), {ENSEMBLE} (for dagbag aggregate) and {RECORD}, the settings that
reproduce the run bit by bit: dagbag learn --config {RECORD}. Interrupted or killed, the
same command goes on where it was."""

EXAMPLES = (
    "dagbag learn data.csv -o out",
    "dagbag learn data.csv -o strict --n-boot 200 --cutoff 0.8 --seed 7",
    "dagbag learn --config out/run.json -o again",
)

NOT_OF_DAGBAG = (*OF_DATA, "seed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_data(parser, optional=True)
    add_settings(parser, tuple(SETTINGS))
    add_knowledge(parser)
    where = parser.add_argument_group("the run")
    where.add_argument(
        "-o",
        "--output",
        type=named,
        metavar="FOLDER",
        help="folder to write to; - prints the edges as CSV (default: nothing is written)",
    )
    where.add_argument("--force", action="store_true", help="overwrite the folder of another run")
    where.add_argument(
        "--config",
        type=existing,
        metavar="FILE",
        help=f"{RECORD} of a run, whose data and settings are taken where none are given",
    )
    where.add_argument(
        "--n-jobs",
        type=workers,
        metavar="J",
        help="workers; no answer depends on it (default: cores)",
    )
    where.add_argument(
        "--memory",
        type=one_of(REGIMES),
        default="auto",
        metavar="WORD",
        help=f"{', '.join(REGIMES)}: where hill climbing takes its deltas from; no answer depends "
        "on it (default: auto, what fits)",
    )
    where.add_argument(
        "--show", type=whole(0), default=20, metavar="K", help="edges to print (default: 20)"
    )
    add_progress(where)


def run(options: argparse.Namespace) -> int:
    """Learn, write and print."""
    from .. import __version__

    record = None if options.config is None else read_record(options.config)
    settings = all_settings(
        read_settings(record.run.settings, str(record.path)) if record else {},
        given_settings(options),
    )
    data = read_data_argument(_data_path(options, record), settings)
    known = read_known(options, record)
    before = None if record is None or options.data else record.run.data["sha256"]
    if before and data.sha256 != before:
        tell(f"warning: {data.name} is not what it was in the run of {options.config}")
    place = {"file": "-" if data.path is None else str(data.path), "sha256": data.sha256}
    described = Run(__version__, place, settings, None if known is None else known.text)
    if options.output in (None, "-"):
        estimator, seconds = _fit(data, settings, known, options, None)
        return _print(estimator.result_, options, _head(data, estimator, seconds))
    folder = RunFolder(Path(options.output))
    if folder.begin(described, force=options.force):
        return _print_finished(folder, settings, options)
    try:
        estimator, seconds = _fit(data, settings, known, options, folder.checkpoint)
        _write(folder, estimator)
        folder.end(described, chosen=_chosen(estimator))
    except KeyboardInterrupt as interrupt:
        raise Resumable(_kept(interrupt, folder, settings)) from None
    except (TypeError, ValueError):  # data or knowledge that were refused
        folder.give_up()
        raise
    _print(estimator.result_, options, _head(data, estimator, seconds))
    _print_files(folder)
    return FINE


def _data_path(options: argparse.Namespace, record: Record | None) -> Path:
    if options.data is not None:
        path: Path = options.data
        return path
    if record is None:
        raise UsageError("the following arguments are required: DATA; see dagbag learn --help")
    if str(record.data) == "-" and not is_piped():
        raise UsageError(f"{record.path} had its data from a pipe: give DATA, or pipe them in")
    if not (str(record.data) == "-" or record.data.exists()):
        raise UsageError(f"{record.path} names the data {record.data}, which are not there")
    return record.data


def _fit(
    data: DataFile,
    settings: dict[str, Any],
    known: Any,
    options: argparse.Namespace,
    checkpoint: Path | None,
) -> tuple[Any, float]:
    """Return the fitted estimator, and the seconds that it took."""
    from ..estimator import DAGBag
    from ..exceptions import DataWarning

    given = {name: value for name, value in settings.items() if name not in NOT_OF_DAGBAG}
    if known is not None:
        given["knowledge"] = known.knowledge
    estimator = DAGBag(
        **given,
        random_state=settings["seed"],
        n_jobs=options.n_jobs,
        memory=options.memory,
        progress=progress_of(options),
        checkpoint=checkpoint if settings["n_boot"] else None,
    )
    X = data.complete(settings["missing"])
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # told of the file, by its name
        estimator.fit(X)
    return estimator, time.perf_counter() - began


def _write(folder: RunFolder, estimator: Any) -> None:
    from ..exchange import write_graph

    for name in GRAPHS:
        write_graph(estimator.result_, folder.path / name)
    if estimator.ensemble_ is not None:
        estimator.ensemble_.save(folder.path / ENSEMBLE)


def _chosen(estimator: Any) -> dict[str, Any]:
    return {
        choice.parameter: {"value": choice.value, "why": choice.why}
        for choice in estimator.choices_
    }


def _kept(interrupt: KeyboardInterrupt, folder: RunFolder, settings: dict[str, Any]) -> str:
    ensemble = getattr(interrupt, "ensemble", None)
    done = "" if ensemble is None else f" after {len(ensemble)} of {settings['n_boot']} resamples"
    return (
        f"interrupted{done}; what is finished is in {folder.path / CHECKPOINT}, "
        "the same command goes on from there"
    )


# What is printed


def _head(data: DataFile, estimator: Any, seconds: float) -> list[str]:
    n, p, n_boot = estimator.n_samples_, estimator.n_features_in_, estimator.n_boot
    what = f"{n_boot} resamples" if n_boot else "One search"
    choices = estimator.choices_
    return [
        f"{data.name}: {n} rows, {p} columns.",
        f"{what}, learned by {choices['learner'].value} with seed {estimator.random_state} "
        f"in {seconds:.1f} s.",
    ]


def _print(result: Any, options: argparse.Namespace, head: list[str]) -> int:
    from .summary import count_line, edge_lines, near_misses

    if options.output == "-":
        from ..exchange import to_csv

        print_long(to_csv(result))
        return FINE
    more = "" if options.output is None else f" in {Path(options.output) / GRAPHS[0]}"
    if options.output is None:
        more = "; -o FOLDER writes them all"
    lines = [*head, count_line(result), "", *edge_lines(result, options.show, more)]
    missed = near_misses(result)
    say("\n".join([*lines, *(["", missed] if missed else [])]))
    return FINE


def _print_finished(
    folder: RunFolder, settings: dict[str, Any], options: argparse.Namespace
) -> int:
    """Print a run that had ended before: nothing is learned again."""
    from .aggregate import aggregate

    head = [f"{folder.path}: this run has ended before, nothing was learned again."]
    if (folder.path / ENSEMBLE).exists():
        names = ("alpha", "cutoff", "method")
        result = aggregate(folder.path / ENSEMBLE, **{name: settings[name] for name in names})
    else:
        from ..exchange import read_graph

        result = read_graph(folder.path / "graph.json")
    _print(result, options, head)
    _print_files(folder)
    return FINE


def _print_files(folder: RunFolder) -> None:
    names = (*GRAPHS, ENSEMBLE, KNOWLEDGE, RECORD)
    there = [name for name in names if (folder.path / name).exists()]
    print(f"\nWritten to {folder.path}: {', '.join(there)}")
