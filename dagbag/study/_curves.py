"""Learning curves of a table's settings, as pictures and tidy files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .._runs.whole_files import write_whole
from ..curves import LearningCurve
from ._published import COLUMNS, INDEPENDENT
from ._report import Line, Summary, write_table


def draw_curves(summary: Summary, folder: Path) -> Iterator[Path]:
    """Draw the mean learning curves of each setting and score of a table.

    Parameters
    ----------
    summary : Summary
        Of a run with ``curves=True``.
    folder : Path
        Where to write a picture and a CSV file for each.

    Yields
    ------
    Path
        Each picture.
    """
    from ..plotting import plot_learning_curves

    groups: dict[str, list[Line]] = {}
    for line in summary.lines:
        if line.curve is not None and line.row.method.ensemble != INDEPENDENT:
            groups.setdefault(f"{line.row.setting}, {line.row.method.score}", []).append(line)
    for title, lines in groups.items():
        curves = {str(line.row.method): line.curve for line in lines if line.curve is not None}
        name = re.sub(r"[^0-9a-z.]+", "-", title.casefold()).strip("-")
        stem = folder / f"curves-{summary.table}-{name}"
        axes = plot_learning_curves(curves, title=f"{title}; {lines[0].replicates} replicates")
        figure: Any = axes[0].figure
        picture = stem.with_name(f"{stem.name}.png")
        save = partial(figure.savefig, format="png", dpi=150, bbox_inches="tight")
        write_whole(picture, save)
        _write(curves, stem.with_name(f"{stem.name}.csv"))
        yield picture


def _write(curves: dict[str, LearningCurve], path: Path) -> None:
    lines: list[list[Any]] = [["method", "step", *COLUMNS]]
    for method, curve in curves.items():
        for step in range(len(curve)):
            lines.append([method, step, *(f"{curve.point(step)[c]:g}" for c in COLUMNS)])
    write_table(path, lines)
