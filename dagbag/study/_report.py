"""Published against reproduced: means, standard deviations, and their difference."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..curves import LearningCurve, mean_curve
from ._published import (
    BOOTSTRAP,
    CAPTIONS,
    COLUMNS,
    INDEPENDENT,
    INDEPENDENT_SHARE,
    REMARKS,
    Row,
)
from ._store import Record, Store

FAR = 3.0
"""Standard errors of the difference beyond which a number is marked."""

GENERATED = "generated"
"""Where a true graph that is not the user's came from."""

LABEL = 33  # width of the first column of a printed table


@dataclass(frozen=True)
class Cell:
    """One number of a table, twice.

    Attributes
    ----------
    published, published_sd : float
        NaN where the paper has none.
    mean, sd : float
        Reproduced; NaN for an sd of one replicate.
    z : float
        The difference in its standard errors, NaN where they are not known.
    """

    published: float
    published_sd: float
    mean: float
    sd: float
    z: float


@dataclass(frozen=True)
class Line:
    """A row of a table, published and reproduced.

    Attributes
    ----------
    row : Row
        What was published.
    replicates : int
        How many replicates were run.
    cells : dict of str to Cell
        By column.
    seconds : float
        Mean time of a replicate.
    capped, saturated : float
        Part of the searches that max_step ended, and that had saturated nodes.
    curve : LearningCurve or None
        Mean over the replicates.
    """

    row: Row
    replicates: int
    cells: dict[str, Cell]
    seconds: float
    capped: float
    saturated: float
    curve: LearningCurve | None = None


@dataclass(frozen=True)
class Summary:
    """A table, published and reproduced.

    Attributes
    ----------
    table : str
    lines : tuple of Line
    graph : str
        Where the true graph came from: "generated", or the user's.
    seconds : float
        How long this run took.
    ran : int
        How many replicates this run added to what was there.
    records : tuple
        Each replicate: (row, run, record).
    """

    table: str
    lines: tuple[Line, ...]
    graph: str
    seconds: float
    ran: int
    records: tuple[tuple[Row, str, Record], ...]

    @property
    def work(self) -> float:
        """Seconds of one core that all replicates took, this run's and earlier ones."""
        return float(sum(line.seconds * line.replicates for line in self.lines))

    @property
    def far(self) -> list[tuple[Line, str, Cell]]:
        """Numbers more than three standard errors from the published ones."""
        return [
            (line, name, cell)
            for line in self.lines
            for name, cell in line.cells.items()
            if abs(cell.z) > FAR
        ]

    def projected(self, replicates: int = 100) -> float:
        """Return the seconds of one core that the table would take, at the rate of these."""
        shares = [
            1 / INDEPENDENT_SHARE if line.row.method.ensemble == INDEPENDENT else 1.0
            for line in self.lines
        ]
        each = [line.seconds * share for line, share in zip(self.lines, shares, strict=True)]
        return replicates * float(sum(each))

    def __str__(self) -> str:
        return to_text(self)


def summarize(
    table: str,
    rows: Iterable[Row],
    runs: Mapping[Row, str],
    replicates: Mapping[Row, int],
    store: Store,
    *,
    graph: str,
    curves: bool,
    seconds: float,
    ran: int,
) -> Summary:
    """Set the stored outcomes of a table beside the published numbers."""
    lines, records = [], []
    for row in rows:
        found = store.read(runs[row], row.method.key, replicates[row])
        records += [(row, runs[row], record) for record in found]
        kept = store.read_curves(runs[row], row.method.key, replicates[row]) if curves else ()
        all_curves = list(kept)
        lines.append(
            Line(
                row,
                len(found),
                {name: _cell(row, name, found) for name in COLUMNS},
                float(np.mean([record.seconds for record in found])),
                sum(r.capped for r in found) / sum(r.searches for r in found),
                sum(r.saturated for r in found) / sum(r.searches for r in found),
                mean_curve(all_curves) if all_curves else None,
            )
        )
    return Summary(table, tuple(lines), graph, seconds, ran, tuple(records))


def _cell(row: Row, name: str, records: list[Record]) -> Cell:
    values = np.array([record.counts[name] for record in records], dtype=np.float64)
    mean = float(values.mean())
    sd = float(values.std(ddof=1)) if len(values) > 1 else math.nan
    published, published_sd = row.mean[name], row.sd[name]
    error = _standard_error(sd, len(values), published_sd, row.replicates)
    difference = mean - published
    z = difference / error if error > 0 else (0.0 if difference == 0 else math.nan)
    return Cell(published, published_sd, mean, sd, z)


def _standard_error(sd: float, n: int, published_sd: float, published_n: int) -> float:
    """Return the standard error of the difference of two means.

    From the pooled variance, so that few replicates do not pretend to know their own spread; with
    equal numbers of replicates it is the sum of the two squared standard errors. Of a published
    number without standard deviation the spread of the reproduced ones stands in.
    """
    degrees = n - 1, 0 if math.isnan(published_sd) else published_n - 1
    variances = [
        df * value**2 for df, value in zip(degrees, (sd, published_sd), strict=True) if df > 0
    ]
    if not variances:
        return math.nan
    return math.sqrt(sum(variances) / sum(degrees) * (1 / n + 1 / published_n))


# What is printed


def to_text(summary: Summary) -> str:
    """Write a table: a line for the published numbers, one for the reproduced, one for z."""
    names = [
        name
        for name in COLUMNS
        if any(not math.isnan(line.cells[name].published) for line in summary.lines)
    ]
    out = [f"{summary.table}: {CAPTIONS[summary.table]}"]
    head = " ".join(f"{name.replace('_', ' '):>17}" for name in names)
    last: Any = None
    for line in summary.lines:
        where = (line.row.setting, line.row.method.score)
        if where != last:
            out += ["", f"{line.row.setting}, {line.row.method.score}", f"{'':<{LABEL + 1}}{head}"]
            last = where
        out += _line_text(line, names)
    out += ["", *_notes(summary)]
    return "\n".join(out)


def _line_text(line: Line, names: list[str]) -> list[str]:
    cells = [line.cells[name] for name in names]
    published = " ".join(f"{_number(cell.published, cell.published_sd):>17}" for cell in cells)
    ours = " ".join(f"{_number(cell.mean, cell.sd):>17}" for cell in cells)
    z = " ".join(f"{_z_text(cell):>17}" for cell in cells)
    return [
        f"{f'{line.row.method!s:<{LABEL - 10}} published':>{LABEL}} {published}",
        f"{_counted(line.replicates):>{LABEL}} {ours}",
        f"{'difference / s.e.':>{LABEL}} {z}",
    ]


def _counted(replicates: int) -> str:
    return f"{replicates} replicate" + ("s" if replicates != 1 else "")


def _number(mean: float, sd: float) -> str:
    if math.isnan(mean):
        return "-"
    digits = 0 if mean >= 10_000 else 1 if mean >= 100 else 2
    return f"{mean:.{digits}f}" + ("" if math.isnan(sd) else f" ({sd:.{digits}f})")


def _z_text(cell: Cell) -> str:
    if math.isnan(cell.z):
        return "-"
    return f"{cell.z:+.1f}" + (" *" if abs(cell.z) > FAR else "")


def _notes(summary: Summary) -> list[str]:
    cells = [cell for line in summary.lines for cell in line.cells.values()]
    judged = sum(not math.isnan(cell.z) for cell in cells)
    notes = [
        f"{judged - len(summary.far)} of {judged} numbers within {FAR:g} standard errors of the "
        f"difference{'; others have a *' if summary.far else ''}."
    ]
    if summary.graph == GENERATED and summary.table != "empty_network_n250":
        notes.append(
            "The graph is a random one with the paper's statistics (--graph takes another): "
            "closeness is to be expected, not equality."
        )
    notes += _factors(summary)
    for line in summary.lines:
        parts = [
            f"{100 * share:.3g}% {what}"
            for share, what in (
                (line.capped, f"stopped by max_step={line.row.setting.max_step}"),
                (line.saturated, "with saturated nodes"),
            )
            if share
        ]
        if parts and line.row.method.alpha in (None, 2.0):
            of = "searches" if line.row.method.alpha is None else "searches of ensembles"
            where = f"{line.row.setting}, {line.row.method.score}, {line.row.method}"
            notes.append(f"{of} of {where}: {', '.join(parts)}.")
    notes += REMARKS.get(summary.table, ())
    notes.append(
        f"{_counted(summary.ran)} run in {summary.seconds:.1f} s; all of them together took "
        f"{summary.work:.1f} s of one core, 100 of each would take {summary.projected():.0f} s."
    )
    return notes


def _factors(summary: Summary) -> list[str]:
    """Tell how many times fewer false edges aggregated graphs have than a single search."""
    notes, single = [], None
    for line in summary.lines:
        correct, total = line.cells["correct_E"], line.cells["total_E"]
        false = total.published - correct.published, total.mean - correct.mean
        if line.row.method.name == "score":
            single = line.row.setting, line.row.method.score, false
        elif line.row.method.ensemble == BOOTSTRAP and single is not None:
            if single[:2] != (line.row.setting, line.row.method.score):
                continue
            paper, here = (
                f"{before / after:.0f}" if after > 0 else "all"
                for before, after in zip(single[2], false, strict=True)
            )
            notes.append(
                f"False edges, score over {line.row.method} ({line.row.setting}, "
                f"{line.row.method.score}): {here} times (published: {paper})."
            )
    return notes


# Tidy files


def write_csv(summaries: Iterable[Summary], folder: Path) -> tuple[Path, Path]:
    """Write every replicate, and published against reproduced, as tidy CSV files.

    Parameters
    ----------
    summaries : iterable of Summary
    folder : Path

    Returns
    -------
    tuple of two Path
        ``replicates.csv`` and ``summary.csv``.
    """
    summaries = list(summaries)
    columns = ("table", "graph", "n", "snr_low", "snr_high", "noise", "score", "ensemble", "method")
    replicates = folder / "replicates.csv"
    with replicates.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        rest = ("seconds", "capped", "saturated", "searches")
        writer.writerow([*columns, "tuning", "replicate", *COLUMNS, *rest])
        for summary in summaries:
            for row, _, record in summary.records:
                counts = [record.counts[name] for name in COLUMNS]
                writer.writerow(
                    [
                        *_where(summary.table, row),
                        record.replicate,
                        *counts,
                        f"{record.seconds:.6g}",
                        record.capped,
                        record.saturated,
                        record.searches,
                    ]
                )
    short = folder / "summary.csv"
    with short.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        numbers = ("published", "published_sd", "published_replicates", "mean", "sd", "replicates")
        writer.writerow(
            [*columns, "tuning", "measure", *numbers, "difference_in_standard_errors"]
        )
        for summary in summaries:
            for line in summary.lines:
                for name, cell in line.cells.items():
                    published = (cell.published, cell.published_sd, line.row.replicates)
                    values = (*published, cell.mean, cell.sd, line.replicates, cell.z)
                    text = ["" if math.isnan(value) else f"{value:.6g}" for value in values]
                    writer.writerow([*_where(summary.table, line.row), name, *text])
    return replicates, short


def _where(table: str, row: Row) -> list[Any]:
    setting, method = row.setting, row.method
    return [
        table,
        setting.graph,
        setting.n,
        *setting.snr,
        setting.noise,
        method.score,
        method.ensemble,
        method.name,
        "" if method.tuning is None else method.tuning,
    ]
