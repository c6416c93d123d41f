"""``validate``: a comparison from the command line."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from pathlib import Path

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
    parser.add_argument("--engine", choices=("package", "reference"), default="package",
                        help="R's dagbag (default), or the reference in plain R")
    parser.add_argument("--score-type", default="BIC", help="BIC (default) or likelihood")
    parser.add_argument("--max-step", type=int, default=500, help="search steps (500)")
    parser.add_argument("--threshold", type=float, default=0.0, help="of the search (0)")
    parser.add_argument("--shuffle", action="store_true", help="search in a random order")
    parser.add_argument("--all-moves", action="store_true",
                        help="compare the moves of all resamples, not only of those that differ")
    parser.add_argument("--timeout", type=float, help="seconds that one call of R may take")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page to send")
    parser.set_defaults(run=run_validate)


def run_validate(options: argparse.Namespace) -> int:
    """Compare, print and write; return the exit status."""
    from .._files import write_text
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
            score_type=options.score_type,
            max_step=options.max_step,
            threshold=options.threshold,
            shuffle=options.shuffle,
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
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"data must be a text file in UTF-8, got {error}") from None
    if not text.strip():
        raise ValueError(f"data must be a table of numbers, got the empty file {str(path)!r}")
    first = text.lstrip().splitlines()[0]
    separator = max(",;\t", key=first.count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if row]
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
