"""``validate``: a comparison from the command line.

Options are named as R's arguments: ``--max-step`` is ``max.step`` of ``score``.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FAILED = 2  # exit status: the comparison could not be made


def add_validate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command ``validate``."""
    parser = commands.add_parser(
        "validate",
        help="run R and Python on a data file and compare every move",
        description="Run R and Python on the same data, arguments and seed. The exit status is 0 "
        "if they agree in every move, 3 if every difference is explained, 1 if one is not, and 2 "
        "if the comparison could not be made.",
    )
    parser.add_argument("data", type=Path, help="CSV file, a row per sample, names on top")
    parser.add_argument("--no-header", action="store_true", help="the first line is data, too")
    parser.add_argument("--n-boot", type=int, default=100, metavar="B", help="resamples (100)")
    parser.add_argument("--seed", type=int, default=1, help="for set.seed (1)")
    parser.add_argument("--alpha", type=float, nargs="+", default=[1.0], help="aggregations (1)")
    parser.add_argument(
        "--shd-threshold",
        type=float,
        default=0.0,
        metavar="T",
        help="threshold of the aggregations (0)",
    )
    parser.add_argument(
        "--engine",
        choices=("package", "reference"),
        default="package",
        help="R's dagbag (default), or the reference in plain R",
    )
    _add_score_arguments(parser.add_argument_group("arguments of score(), as in R"))
    parser.add_argument(
        "--all-moves",
        action="store_true",
        help="compare the moves of all resamples, not only of those that differ",
    )
    parser.add_argument("--timeout", type=float, help="seconds that one call of R may take")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to send")
    parser.set_defaults(run=run_validate)


def _add_score_arguments(group: argparse._ArgumentGroup) -> None:
    """Add R's arguments; those that are not given keep the default of both sides."""
    flag = argparse.BooleanOptionalAction
    lists = "a p x p table of 0 and 1, or lines of source, target (names, or numbers from 1)"

    def add(*options: str, **how: Any) -> None:
        group.add_argument(*options, default=argparse.SUPPRESS, **how)

    add("--score-type", help="BIC (default) or likelihood")
    add("--threshold", type=float, help="of the search (0)")
    add("--max-step", type=int, help="search steps (500)")
    add("--blacklist", type=Path, metavar="FILE", help=f"edges never to be added: {lists}")
    add("--whitelist", type=Path, metavar="FILE", help="edges that are there and stay")
    add("--ini-adj-matrix", type=Path, metavar="FILE", help="the graph to start from")
    add("--standardize", action=flag, help="the columns of the data")
    add("--standardize-boot", action=flag, help="the columns of each resample")
    add("--random-forest", action=flag, help="draw each operation at random")
    add(
        "--random-step-length",
        type=float,
        nargs="+",
        metavar="L",
        help="how greedy these draws are: a number, or one for each step",
    )
    add("--nrestart", type=int, help="random restarts (0)")
    add("--perturb", type=int, help="random operations before each (0)")
    add("--shuffle", action=flag, help="search in a random order of the nodes")
    add("--EPS", "--eps", type=float, dest="EPS", help="deltas closer than this are ties (1e-6)")


_SCORE = ("score_type", "threshold", "max_step", "standardize", "standardize_boot", "random_forest",
          "nrestart", "perturb", "shuffle", "EPS")  # fmt: skip


def _score_arguments(options: argparse.Namespace, nodes: tuple[str, ...]) -> dict[str, Any]:
    """Return the arguments of ``score`` that were given."""
    from .comparison import LISTS

    given = vars(options)
    arguments = {name: given[name] for name in _SCORE if name in given}
    arguments |= {name: read_edges(given[name], name, nodes) for name in LISTS if name in given}
    lengths = given.get("random_step_length")
    if lengths is not None:
        arguments["random_step_length"] = lengths[0] if len(lengths) == 1 else lengths
    return arguments


def run_validate(options: argparse.Namespace) -> int:
    """Compare, print and write; return the exit status."""
    from .._runs.whole_files import write_text
    from .bridge import RBridgeError
    from .comparison import compare

    try:
        for path in (options.json, options.html):
            _check_writable(path)
        names, values = read_table(options.data, header=not options.no_header)
        found = compare(
            values,
            nodes=names,
            seed=options.seed,
            n_boot=options.n_boot,
            alpha=options.alpha,
            engine=options.engine,
            all_moves=options.all_moves,
            timeout=options.timeout,
            shd_threshold=options.shd_threshold,
            **_score_arguments(options, names),
        )
        if options.json is not None:
            content = json.dumps(found.to_dict(), indent=2, allow_nan=False)
            write_text(options.json, content + "\n")
        if options.html is not None:
            write_text(options.html, found.to_html())
        print(found, flush=True)
    except KeyboardInterrupt:
        print("validate: interrupted", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # nobody reads what is printed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (RBridgeError, ValueError, TypeError, OSError, OverflowError) as error:
        print(f"validate: {error}", file=sys.stderr)
        return FAILED
    return found.status


def _check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written, before R has worked for an hour."""
    if path is None:
        return
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OSError(f"the output file {str(path)!r} cannot be written")


def read_table(
    path: Path, *, header: bool = True
) -> tuple[tuple[str, ...], npt.NDArray[np.float64]]:
    """Read a table of numbers, as R's ``write.csv`` or pandas' ``to_csv`` write it.

    Parameters
    ----------
    path : path
        Fields are separated by commas, semicolons or tabs. A first column without a name, as of
        row names, is left out.
    header : bool, default True
        Whether the first line may have names: it does if it has anything but numbers, is quoted,
        or counts the columns from 0 or 1.

    Returns
    -------
    names : tuple of str
    values : ndarray of shape (n, p)
    """
    rows, first = _read_cells(path, "data")
    names: tuple[str, ...] | None = None
    if header and _is_header(rows[0], first):
        names = tuple(cell.strip() for cell in rows.pop(0))
        if names[0] == "" or (rows and len(rows[0]) == len(names) + 1):  # row names
            names = names[1:] if names[0] == "" else names
            rows = [row[1:] for row in rows]
    if not rows:
        raise ValueError(f"data must have rows of numbers, got only names in {str(path)!r}")
    width = len(rows[0]) if names is None else len(names)
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise ValueError(
                f"data must have {width} fields in every row, got {len(row)} in row {number}"
            )
        for k, cell in enumerate(row):
            if not _is_number(cell):
                column = names[k] if names is not None else k
                raise ValueError(
                    f"data must be numbers, got {cell!r} in row {number}, column {column!r}"
                )
    if names is None:
        names = tuple(f"V{k + 1}" for k in range(width))
    return names, np.array([[float(cell) for cell in row] for row in rows]).reshape(-1, width)


def _read_cells(path: Path, name: str) -> tuple[list[list[str]], str]:
    """Return the fields of a file's lines, and its first line as it is."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} must be a text file in UTF-8, got {error}") from None
    if not text.strip():
        raise ValueError(f"{name} must be a table of numbers, got the empty file {str(path)!r}")
    first = text.lstrip().splitlines()[0]
    separator = max(",;\t", key=first.count)
    return [row for row in csv.reader(io.StringIO(text), delimiter=separator) if row], first


def read_edges(path: Path, name: str, nodes: tuple[str, ...]) -> list[tuple[str, str]]:
    """Read a list of edges, or a graph, for nodes that have names.

    Parameters
    ----------
    path : path
        A p x p table of 0 and 1, rows to columns, as R's ``write.csv`` writes a matrix; or a line
        for each edge with its source and its target, by name or by number from 1.
    name : str
        What errors call it.
    nodes : tuple of str

    Returns
    -------
    list of (source, target)
    """
    matrix = _read_matrix(path, nodes)
    if matrix is not None:
        return [(nodes[i], nodes[j]) for i, j in np.argwhere(matrix).tolist()]
    rows, _ = _read_cells(path, name)
    if rows[0][0].strip() == "" and len(rows[0]) == 3:  # row names
        rows = [row[1:] for row in rows]
    found = [tuple(_node(cell, nodes) for cell in row) for row in rows]
    known = [len(edge) == 2 and None not in edge for edge in found]
    if not known[0] and all(cell is None for cell in found[0]):  # names of the columns
        rows, found, known = rows[1:], found[1:], known[1:]
    if not all(known):
        raise ValueError(
            f"{name} must be a {len(nodes)} x {len(nodes)} table of 0 and 1, or lines of source "
            "and target (names of the data's columns, or numbers from 1), got "
            f"{','.join(rows[known.index(False)])!r}"
        )
    return [(str(edge[0]), str(edge[1])) for edge in found]


def _read_matrix(path: Path, nodes: tuple[str, ...]) -> npt.NDArray[np.float64] | None:
    """Read a p x p table of 0 and 1 in the order of the nodes; None if the file has none."""
    try:
        names, values = read_table(path)
    except ValueError:
        return None
    if values.shape != (len(nodes), len(nodes)) or not np.isin(values, (0, 1)).all():
        return None
    if set(names) == set(nodes):
        order = [names.index(node) for node in nodes]
        return values[np.ix_(order, order)]
    return values


def _node(cell: str, nodes: tuple[str, ...]) -> str | None:
    cell = cell.strip()
    if cell in nodes:
        return cell
    inside = cell.isascii() and cell.isdigit() and 1 <= int(cell) <= len(nodes)
    return nodes[int(cell) - 1] if inside else None


def _is_header(row: list[str], line: str) -> bool:
    if not all(map(_is_number, row)) or line.lstrip().startswith(('"', "'")):
        return True
    counted = [str(k) for k in range(len(row) + 1)]
    return len(row) > 1 and [cell.strip() for cell in row] in (counted[:-1], counted[1:])


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell
