"""Means and standard errors over the replicates, and how they are printed."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._learned import DONE

MEASURES = (
    *("shd", "f1", "power", "fdr", "direction_precision", "direction_recall"),
    *("false_edges", "false_directed", "false_strong", "edges", "seconds"),
)
SHORT = {
    "direction_precision": "dir.prec",
    "direction_recall": "dir.rec",
    "false_edges": "false",
    "false_directed": "false dir",
    "false_strong": "false>=.9",
    "seconds": "CPU s",
}

Row = dict[str, Any]
Rows = dict[tuple[str, str], list[Row]]  # by cell and learner


@dataclass(frozen=True)
class Mean:
    """A mean over replicates, and its standard error; of none nothing is known."""

    value: float
    error: float  # nan for a single replicate
    count: int

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Mean:
        """Take the mean of those that are there."""
        there = [value for value in values if value is not None]
        count = len(there)
        if not count:
            return cls(math.nan, math.nan, 0)
        value = math.fsum(there) / count
        if count == 1:
            return cls(value, math.nan, 1)
        variance = math.fsum((x - value) ** 2 for x in there) / (count - 1)
        return cls(value, math.sqrt(variance / count), count)

    def __str__(self) -> str:
        if not self.count:
            return ""
        text = _short(self.value)
        return text if math.isnan(self.error) else f"{text} ± {_short(self.error)}"


def _short(value: float) -> str:
    size = abs(value)
    return f"{value:.0f}" if size >= 1000 else f"{value:.1f}" if size >= 10 else f"{value:.3f}"


def group(rows: Iterable[Row], cells: Sequence[str] = (), learners: Sequence[str] = ()) -> Rows:
    """Sort rows by cell and learner, those asked for, in the order asked for."""
    found: Rows = {}
    for row in rows:
        if (not cells or row["cell"] in cells) and (not learners or row["learner"] in learners):
            found.setdefault((row["cell"], row["learner"]), []).append(row)

    def place(key: tuple[str, str]) -> Any:
        cell, learner = key
        return (
            cells.index(cell) if cells else natural(cell),
            learners.index(learner) if learners else natural(learner),
        )

    return {key: found[key] for key in sorted(found, key=place)}


def natural(name: str) -> list[tuple[float, str]]:
    """Return a key that sorts numbers in names by their size."""
    parts = re.findall(r"\d+(?:\.\d+)?|[^\d]+", name)
    return [(float(part), "") if part[0].isdigit() else (math.inf, part) for part in parts]


def done(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of searches that ended."""
    return [row for row in rows if row["status"] == DONE]


def means(grouped: Rows, measures: Sequence[str] = MEASURES) -> list[list[str]]:
    """Tabulate every cell and learner: the first row is the title."""
    table = [["cell", "learner", "reps", *(SHORT.get(name, name) for name in measures)]]
    for (cell, learner), rows in grouped.items():
        ended = done(rows)
        cells = [str(Mean.of(row.get(name) for row in ended)) for name in measures]
        if not ended:
            cells[0] = rows[0]["status"]
        table.append([cell, learner, str(len(ended)), *cells])
    return table


def pivot(grouped: Rows, measure: str) -> list[list[str]]:
    """Tabulate one measure: a row per cell, a column per learner."""
    cells = list(dict.fromkeys(cell for cell, _ in grouped))
    learners = list(dict.fromkeys(learner for _, learner in grouped))
    table = [[f"mean {measure}", *learners]]
    for cell in cells:
        there = [grouped.get((cell, learner), []) for learner in learners]
        texts = [
            str(Mean.of(row.get(measure) for row in done(rows)))
            or (rows[0]["status"] if rows and not done(rows) else "")
            for rows in there
        ]
        table.append([cell, *texts])
    return table


def as_text(table: list[list[str]]) -> str:
    """Align the columns, names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    names = [
        not column[1].lstrip("-")[:1].isdigit() if len(column) > 1 else True
        for column in zip(*table, strict=True)
    ]
    return "\n".join(
        "  ".join(
            text.ljust(width) if left else text.rjust(width)
            for text, width, left in zip(row, widths, names, strict=True)
        ).rstrip()
        for row in table
    )


def as_markdown(table: list[list[str]]) -> str:
    """Write a table of markdown."""
    rule = ["---"] * len(table[0])
    return "\n".join(f"| {' | '.join(row)} |" for row in (table[0], rule, *table[1:]))


def as_csv(table: list[list[str]]) -> str:
    """Write CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue().rstrip("\n")


FORMS: dict[str, Callable[[list[list[str]]], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "csv": as_csv,
}


def numbers(grouped: Rows, measures: Sequence[str] = MEASURES) -> list[list[str]]:
    """Tabulate means and standard errors in columns of their own, for other programs."""
    titles = [f"{name}{kind}" for name in measures for kind in ("", "_se")]
    table = [["cell", "learner", "replicates", *titles]]
    for (cell, learner), rows in grouped.items():
        ended = done(rows)
        found = [Mean.of(row.get(name) for row in ended) for name in measures]
        values = [value for mean in found for value in (mean.value, mean.error)]
        texts = ["" if math.isnan(value) else f"{value:.6g}" for value in values]
        table.append([cell, learner, str(len(ended)), *texts])
    return table
