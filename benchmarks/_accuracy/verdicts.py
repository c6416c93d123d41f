"""The best learner of every cell, and how far the recommended one is from it.

Learners are compared on the replicates that all of them have ended. The recommended one holds in a
cell if its mean is the best, or worse than the best by no more than one standard error of the
paired difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from dagbag.accuracy._tables import Mean, Row, Rows, done

SIGNS = {"shd": 1, "f1": -1}  # of what is worse


@dataclass(frozen=True)
class Verdict:
    """A recommended learner in a cell, by one measure."""

    cell: str
    measure: str
    recommended: str
    best: str
    best_mean: Mean
    own_mean: Mean
    behind: Mean  # the paired difference, above 0 if worse than the best

    @property
    def holds(self) -> bool:
        """Whether it is the best, or within one standard error of it."""
        error = 0.0 if math.isnan(self.behind.error) else self.behind.error
        return self.behind.value <= error


def by_replicate(rows: Iterable[Row]) -> dict[tuple[int, int], Row]:
    """Return the rows of searches that ended by seed and replicate."""
    return {(row["seed"], row["replicate"]): row for row in done(rows)}


def common(grouped: Rows, cell: str) -> dict[str, list[Row]]:
    """Return the learners of a cell with the rows of the replicates that all have ended.

    One that ended none, being too slow or failing, is left out.
    """
    found = {
        learner: by_replicate(rows)
        for (where, learner), rows in grouped.items()
        if where == cell and done(rows)
    }
    if not found:
        return {}
    shared = sorted(set.intersection(*(set(rows) for rows in found.values())))
    return {learner: [rows[key] for key in shared] for learner, rows in found.items() if shared}


def behind(own: Sequence[Row], other: Sequence[Row], measure: str) -> Mean:
    """Return by how much the first rows are worse than the second, replicate by replicate."""
    sign = SIGNS[measure]
    return Mean.of(sign * (a[measure] - b[measure]) for a, b in zip(own, other, strict=True))


def best_of(found: Mapping[str, Sequence[Row]], measure: str) -> str:
    """Return the learner with the best mean; of equal ones the first."""
    sign = SIGNS[measure]
    return min(found, key=lambda name: sign * Mean.of(row[measure] for row in found[name]).value)


def judge(grouped: Rows, recommended: Mapping[str, str]) -> list[Verdict]:
    """Judge the recommended learner of every cell; `recommended` is a learner by pattern of cells.

    The first pattern that fits a cell decides. A cell that the recommended learner has not ended
    is left out.
    """
    verdicts = []
    for cell in dict.fromkeys(cell for cell, _ in grouped):
        name = next((learner for p, learner in recommended.items() if fnmatchcase(cell, p)), None)
        found = common(grouped, cell)
        if name is None or name not in found:
            continue
        for measure in SIGNS:
            best = best_of(found, measure)
            verdicts.append(
                Verdict(
                    cell,
                    measure,
                    name,
                    best,
                    Mean.of(row[measure] for row in found[best]),
                    Mean.of(row[measure] for row in found[name]),
                    behind(found[name], found[best], measure),
                )
            )
    return verdicts


def verdict_table(verdicts: Sequence[Verdict]) -> list[list[str]]:
    """Tabulate verdicts."""
    table = [
        ["cell", "measure", "reps", "recommended", "mean", "best", "mean", "behind", "verdict"]
    ]
    for v in verdicts:
        if v.behind.value <= 0:
            word = "best"
        elif v.holds:
            word = "within 1 se"
        else:
            word = f"NOT: behind by {v.behind.value:.3g}"
        table.append(
            [
                *(v.cell, v.measure, str(v.behind.count), v.recommended, str(v.own_mean)),
                *(v.best, str(v.best_mean), str(v.behind), word),
            ]
        )
    return table


def best_table(grouped: Rows) -> list[list[str]]:
    """Tabulate the best learner of every cell, and those within one standard error of it."""
    table = [["cell", "measure", "reps", "best", "mean", "within 1 se of it"]]
    for cell in dict.fromkeys(cell for cell, _ in grouped):
        found = common(grouped, cell)
        for measure in SIGNS if found else ():
            best = best_of(found, measure)
            near = []
            for name, rows in found.items():
                gap = behind(rows, found[best], measure)
                if name != best and gap.value <= (0 if math.isnan(gap.error) else gap.error):
                    near.append(name)
            mean = Mean.of(row[measure] for row in found[best])
            table.append([cell, measure, str(mean.count), best, str(mean), ", ".join(near)])
    return table


def ranking(grouped: Rows) -> list[list[str]]:
    """Tabulate learners over all cells, best first; those that ended in some only come last.

    ``SHD / best`` and ``F1 - best`` are means over cells of a learner's mean beside that of the
    best learner there (SHD with 1 added to both, so that a perfect one is no zero to divide by);
    ``holds`` counts the cells in which it is the best or within one standard error, by SHD, by F1.
    """
    cells = [
        found
        for cell in dict.fromkeys(cell for cell, _ in grouped)
        if (found := common(grouped, cell))
    ]
    everywhere = [name for name in (cells[0] if cells else ()) if all(name in c for c in cells)]
    lines = [(_standing(name, cells), name) for name in everywhere]
    some = dict.fromkeys(name for found in cells for name in found if name not in everywhere)
    rest = [[name, str(sum(name in found for found in cells)), *[""] * 5] for name in some]
    titles = ["learner", "cells", "SHD / best", "F1 - best", "holds by SHD", "holds by F1", "CPU s"]
    ranked = [[name, str(len(cells)), *texts] for (_, texts), name in sorted(lines)]
    return [titles, *ranked, *rest]


def _standing(
    name: str, cells: Sequence[Mapping[str, Sequence[Row]]]
) -> tuple[float, tuple[str, ...]]:
    ratios, gaps, seconds = [], [], []
    holds = dict.fromkeys(SIGNS, 0)
    for found in cells:
        for measure in SIGNS:
            best = best_of(found, measure)
            gap = behind(found[name], found[best], measure)
            holds[measure] += gap.value <= (0 if math.isnan(gap.error) else gap.error)
            top = Mean.of(row[measure] for row in found[best]).value
            if measure == "shd":
                ratios.append((top + gap.value + 1) / (top + 1))
            else:
                gaps.append(-gap.value)
        seconds.append(Mean.of(row["seconds"] for row in found[name]).value)
    ratio, gap_mean = Mean.of(ratios).value, Mean.of(gaps).value
    counts = (str(holds["shd"]), str(holds["f1"]))
    return ratio, (f"{ratio:.3f}", f"{gap_mean:.4f}", *counts, f"{Mean.of(seconds).value:.3g}")
