"""Selection frequencies of pairs of nodes, on either side of a cutoff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .._dag.counts import EdgeCounts
from .._dag.structures import contained, pair_codes
from .._dag.types import FloatArray, IntArray
from .._draw.styles import STYLES, VERMILION
from .chart import Bars, Note, Panel, Rule

BAR = 0.05  # width of a bar, at least one frequency wide
TRUE = "in the true skeleton"
COLORS = (STYLES["correct"].color, STYLES["extra"].color)


@dataclass(frozen=True)
class Frequencies:
    """What is drawn of an ensemble: a measure of each pair of nodes, and the cutoff."""

    counts: EdgeCounts
    measure: Literal["gsf", "sf", "strength"]
    alpha: float  # of the gsf
    cutoff: float

    @property
    def title(self) -> str:
        """The measure in words."""
        return {
            "gsf": f"Generalized selection frequency (alpha = {self.alpha:g})",
            "sf": "Selection frequency of the better direction",
            "strength": "Selection frequency of either direction (strength)",
        }[self.measure]

    def groups(self, true_edges: IntArray | None) -> dict[str, FloatArray]:
        """Return the measure of the better direction of each pair, true pairs apart."""
        counts = self.counts
        # The alpha that makes each of the measures a gsf.
        alpha = {"gsf": self.alpha, "sf": 2.0, "strength": 0.0}[self.measure]
        forward = counts.generalized(counts.count, counts.reverse, alpha)
        backward = counts.generalized(counts.reverse, counts.count, alpha)
        edges = np.column_stack((counts.source, counts.target))
        pairs, first = np.unique(pair_codes(edges, counts.p), return_index=True)
        values = np.maximum(forward, backward)[first]
        if true_edges is None:
            return {"": values}
        true = contained(pairs, np.sort(pair_codes(true_edges, counts.p)))
        return {TRUE: values[true], "not in it": values[~true]}


def frequency_panel(
    frequencies: Frequencies, true_edges: IntArray | None, n_bars: int | None, *, log: bool
) -> Panel:
    """Return bars of how many pairs were selected how often.

    Parameters
    ----------
    frequencies : Frequencies
    true_edges : ndarray of shape (k, 2), optional
    n_bars : int, optional
        Between 0 and 1; by default about 20.
    log : bool
    """
    groups, cutoff = frequencies.groups(true_edges), frequencies.cutoff
    width = _bar_width(frequencies.counts) if n_bars is None else 1.0 / n_bars
    label = f"cutoff {cutoff:.4g}"
    return Panel(
        frequencies.title,
        "Pairs of nodes",
        bars=_bars(groups, cutoff, width),
        rules=(Rule("x", cutoff, VERMILION, "--", label, width=1.5, zorder=4),),
        notes=tuple(_note(groups, cutoff, above=above) for above in (False, True)),
        xlim=(min(0.0, cutoff), 1.0),
        log=log,
        legend="below",
    )


def _bar_width(counts: EdgeCounts) -> float:
    """Return a width that holds the same number of possible frequencies in every bar."""
    if counts.count.dtype.kind != "i":
        return BAR
    return max(1, round(BAR * counts.n_boot)) / counts.n_boot


def _bars(groups: dict[str, FloatArray], cutoff: float, width: float) -> tuple[Bars, ...]:
    """Return a bar per group and interval (a, b], one of which begins at the cutoff."""
    part = width / len(groups)
    bars = []
    for k, (name, values) in enumerate(groups.items()):
        # A frequency at the cutoff does not exceed it; rounding must not lift it over.
        interval = np.ceil((values - cutoff) / width - 1e-9).astype(np.int64) - 1
        found, height = np.unique(interval, return_counts=True)
        left = cutoff + found * width + k * part
        bars.append(
            Bars(tuple(left.tolist()), tuple(height.tolist()), 0.92 * part, COLORS[k], name)
        )
    return tuple(bars)


def _note(groups: dict[str, FloatArray], cutoff: float, *, above: bool) -> Note:
    """Write how many pairs are on one side of the cutoff."""
    n = _n_beside(np.concatenate(list(groups.values())), cutoff, above=above)
    text = f"{n:,} pair{'s' * (n != 1)} {'above' if above else 'not above'}"
    if TRUE in groups:
        text += f"\n{_n_beside(groups[TRUE], cutoff, above=above):,} of them true"
    return Note(
        text,
        (cutoff, 1.0),
        ("data", "panel"),
        ("left" if above else "right", "top"),
        shift=(6 if above else -6, -2),
    )


def _n_beside(values: FloatArray, cutoff: float, *, above: bool) -> int:
    return int(((values > cutoff) == above).sum())
