"""Published against reproduced: means, standard deviations, and their difference."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .._runs.whole_files import write_text
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

FEW = 5
"""Replicates below which a published number without standard deviation is not judged."""

LEGEND = (
    "E skeleton edges, V v-structures, M moral edges: mean (sd) over replicates; indep.: "
    "aggregated\nfrom 100 independent data sets instead of resamples."
)

LABEL = 33  # width of the first column of a printed table


@dataclass(frozen=True)
class GraphUsed:
    """The true graph of a run.

    Attributes
    ----------
    name : str
        Tells it from others.
    file : str or None
        Of a user's graph.
    p, edges, v_structures, moral_edges : int
    comparable : bool
        Whether these are those of the paper's graph.
    """

    name: str
    file: str | None
    p: int
    edges: int
    v_structures: int
    moral_edges: int
    comparable: bool

    def __str__(self) -> str:
        whose = "random graph with the paper's statistics" if self.file is None else self.file
        return (
            f"{whose}: {self.p} nodes, {self.edges} edges, {self.v_structures} v-structures, "
            f"{self.moral_edges} moral edges"
        )


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
    graph : GraphUsed
    left_out : tuple of str
        Rows that could not be run, and why.
    seconds : float
        How long this run took.
    ran : int
        How many replicates this run added to what was there.
    records : tuple
        Each replicate, with its row: (row, record).
    """

    table: str
    lines: tuple[Line, ...]
    graph: GraphUsed
    left_out: tuple[str, ...]
    seconds: float
    ran: int
    records: tuple[tuple[Row, Record], ...]

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
    graph: GraphUsed,
    left_out: tuple[str, ...],
    curves: bool,
    seconds: float,
    ran: int,
) -> Summary:
    """Set the stored outcomes of a table beside the published numbers."""
    lines, records = [], []
    for row in rows:
        found = store.read(runs[row], row.method.key, replicates[row])
        records += [(row, record) for record in found]
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
    return Summary(table, tuple(lines), graph, left_out, seconds, ran, tuple(records))


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
    if math.isnan(published_sd) and n < FEW:
        return math.nan
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
    out = [f"{summary.table}: {CAPTIONS[summary.table]}", f"True graph: {summary.graph}.", LEGEND]
    head = " ".join(f"{name.replace('_', ' '):>17}" for name in names)
    last: Any = None
    for line in summary.lines:
        where = (line.row.setting, line.row.method.score)
        if where != last:
            out += ["", f"{line.row.setting}, {line.row.method.score}", f"{'':<{LABEL + 1}}{head}"]
            last = where
        out += _line_text(line, names, summary.graph.comparable)
    out += ["", *_notes(summary)]
    return "\n".join(out)


def _line_text(line: Line, names: list[str], comparable: bool) -> list[str]:
    cells = [line.cells[name] for name in names]
    published = " ".join(f"{_number(cell.published, cell.published_sd):>17}" for cell in cells)
    ours = " ".join(f"{_number(cell.mean, cell.sd):>17}" for cell in cells)
    text = [
        f"{f'{line.row.method!s:<{LABEL - 10}} published':>{LABEL}} {published}",
        f"{_counted(line.replicates):>{LABEL}} {ours}",
    ]
    if comparable:
        z = " ".join(f"{_z_text(cell):>17}" for cell in cells)
        text.append(f"{'difference / s.e.':>{LABEL}} {z}")
    return text


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
    notes = [*summary.left_out, *_judgement(summary), *_factors(summary)]
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
        f"{_counted(summary.ran)} run in {summary.seconds:.1f} s. In seconds of one core: "
        f"{summary.work:.1f} for all that are there, {summary.projected():.0f} for 100 of each."
    )
    return notes


def _judgement(summary: Summary) -> list[str]:
    """Say how many numbers are near the published ones, if they can be."""
    if not summary.graph.comparable:
        return ["Another graph than the paper's: its numbers are no yardstick for these."]
    cells = [
        cell
        for line in summary.lines
        for cell in line.cells.values()
        if not math.isnan(cell.published)
    ]
    judged = sum(not math.isnan(cell.z) for cell in cells)
    near = (
        f"{judged - len(summary.far)} of {judged} numbers within {FAR:g} standard errors of the "
        f"difference{'; others have a *' if summary.far else ''}."
    )
    if judged < len(cells):
        near += f" {len(cells) - judged} more cannot be judged: their spread is not known."
    if summary.graph.file is None and summary.graph.edges:
        near += " With another graph closeness is to be expected, not equality."
    return [near]


def _factors(summary: Summary) -> list[str]:
    """Tell how many times fewer false edges aggregated graphs have than a single search."""
    found: dict[str, list[str]] = {}
    single: tuple[str, tuple[float, float]] | None = None
    for line in summary.lines:
        where = f"{line.row.setting}, {line.row.method.score}"
        correct, total = line.cells["correct_E"], line.cells["total_E"]
        false = total.published - correct.published, total.mean - correct.mean
        if line.row.method.name == "score":
            single = where, false
        elif line.row.method.ensemble == BOOTSTRAP and single is not None and single[0] == where:
            paper, here = (
                f"{before / after:.0f}" if after > 0 else "no false edge left"
                for before, after in zip(single[1], false, strict=True)
            )
            found.setdefault(where, []).append(f"{line.row.method} {here} ({paper})")
    return [
        f"Times fewer false edges than score, here (published): {', '.join(each)}; {where}."
        for where, each in found.items()
    ]


# Tidy files


def write_csv(summary: Summary, folder: Path) -> tuple[Path, Path]:
    """Write every replicate, and published against reproduced, as tidy CSV files.

    Parameters
    ----------
    summary : Summary
    folder : Path

    Returns
    -------
    tuple of two Path
        ``TABLE-replicates.csv`` and ``TABLE-summary.csv``.
    """
    setting = ("graph", "true_graph", "n", "snr_low", "snr_high", "noise")
    columns = ("table", *setting, "score", "ensemble", "method", "tuning")
    rest = ("seconds", "capped", "saturated", "searches")
    replicates = folder / f"{summary.table}-replicates.csv"
    lines: list[list[Any]] = [[*columns, "replicate", *COLUMNS, *rest]]
    for row, record in summary.records:
        counts = [record.counts[name] for name in COLUMNS]
        numbers = (record.capped, record.saturated, record.searches)
        where = [*_where(summary, row), record.replicate]
        lines.append([*where, *counts, f"{record.seconds:.6g}", *numbers])
    write_table(replicates, lines)
    short = folder / f"{summary.table}-summary.csv"
    measures = ("published", "published_sd", "published_replicates", "mean", "sd", "replicates")
    lines = [[*columns, "measure", *measures, "difference_in_standard_errors"]]
    for line in summary.lines:
        for name, cell in line.cells.items():
            published = (cell.published, cell.published_sd, line.row.replicates)
            values = (*published, cell.mean, cell.sd, line.replicates, cell.z)
            text = ["" if math.isnan(value) else f"{value:.6g}" for value in values]
            lines.append([*_where(summary, line.row), name, *text])
    write_table(short, lines)
    return replicates, short


def write_table(path: Path, lines: Iterable[Iterable[Any]]) -> None:
    """Write lines as a CSV file, which is replaced only when the new one is complete."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(lines)
    write_text(path, text.getvalue())


def _where(summary: Summary, row: Row) -> list[Any]:
    setting, method = row.setting, row.method
    return [
        summary.table,
        setting.graph,
        summary.graph.name,
        setting.n,
        *setting.snr,
        setting.noise,
        method.score,
        method.ensemble,
        method.name,
        "" if method.tuning is None else method.tuning,
    ]
