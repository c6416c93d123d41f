"""The number of edges, and of correct ones, along an aggregation path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .._dag.structures import Structures
from .._draw.styles import BLACK, GREY, STYLES, line_styles
from ..metrics import detection
from ..results import AggregationPath, AggregationResult
from .chart import Line, Note, Panel, Rule

MOST_NUMBERS = 10  # a line of so many points has its values written beside them


@dataclass(frozen=True)
class _Track:
    """Results of a path that share all but what the horizontal axis shows."""

    label: str
    x: tuple[float, ...]
    results: list[AggregationResult]


@dataclass(frozen=True)
class _Series:
    """One count of the results of a track, and how it is drawn."""

    track: _Track
    heights: tuple[int, ...]
    label: str
    color: str
    dashes: str
    marker: str
    side: int  # of the numbers: above (1) or below (-1) their points


def path_panel(
    path: AggregationPath, truth: Structures | None, x: Literal["alpha", "cutoff", None]
) -> Panel:
    """Return the lines of a path over alpha or the cutoff.

    Parameters
    ----------
    path : AggregationPath
    truth : Structures, optional
        The true graph: then correct edges have lines of their own.
    x : {"alpha", "cutoff"}, optional
        By default alpha, or the cutoff if there is one alpha and several cutoffs.
    """
    by_alpha = _is_by_alpha(path, x)
    tracks = _tracks(path, by_alpha)
    drawn = [series for track in tracks for series in _series(track, tracks, truth)]
    written = len(tracks) == 1 and len(tracks[0].x) <= MOST_NUMBERS
    return Panel(
        "Weight alpha of a reversal" if by_alpha else "Cutoff of the gsf",
        "Edges of the aggregated DAG",
        lines=tuple(line for series in drawn for line in _lines(series)),
        rules=() if truth is None else (_level(truth.n_edges),),
        notes=tuple(note for series in drawn for note in _numbers(series)) if written else (),
        headroom=1.12,
        legend="best",
    )


def _is_by_alpha(path: AggregationPath, x: Literal["alpha", "cutoff", None]) -> bool:
    if x is not None:
        return x == "alpha"
    return len({r.alpha for r in path}) > 1 or len({r.cutoff for r in path}) == 1


def _tracks(path: AggregationPath, by_alpha: bool) -> list[_Track]:
    """Sort the results into lines, each from left to right."""
    groups: dict[float, list[AggregationResult]] = {}
    for result in path:
        groups.setdefault(result.cutoff if by_alpha else result.alpha, []).append(result)
    tracks = []
    short = len({f"{value:g}" for value in groups}) == len(groups)
    for value, results in groups.items():
        at = {id(r): r.alpha if by_alpha else r.cutoff for r in results}
        ordered = sorted(results, key=lambda r: at[id(r)])
        label = f"{'cutoff' if by_alpha else 'alpha'} {f'{value:g}' if short else value}"
        tracks.append(_Track(label, tuple(at[id(r)] for r in ordered), ordered))
    return tracks


def _series(track: _Track, tracks: Sequence[_Track], truth: Structures | None) -> Iterator[_Series]:
    """Yield the edges of a track and, with a truth, the correct ones; one track has two colours."""
    alone = len(tracks) == 1
    among = "" if alone else f" ({track.label})"
    color = line_styles([one.label for one in tracks])[track.label].color
    totals = tuple(len(result.edges) for result in track.results)
    yield _Series(track, totals, f"edges{among}", BLACK if alone else color, "-", "o", 1)
    if truth is not None:
        correct = tuple(detection(result, truth).correct_E for result in track.results)
        blue = STYLES["correct"].color
        yield _Series(
            track, correct, f"correct edges{among}", blue if alone else color, "--", "s", -1
        )


def _lines(series: _Series) -> Iterator[Line]:
    """Yield the line and its markers, hollow where nothing is proved."""
    x, marker = series.track.x, series.marker
    yield Line(x, series.heights, series.color, series.dashes, series.label, marker)
    for at, height, result in zip(x, series.heights, series.track.results, strict=True):
        if not result.optimal:
            border = series.color
            yield Line((at,), (height,), "white", "", "", marker, marker_border=border, zorder=4)


def _numbers(series: _Series) -> Iterator[Note]:
    """Write the heights beside their points."""
    align: Literal["bottom", "top"] = "bottom" if series.side > 0 else "top"
    for at, height in zip(series.track.x, series.heights, strict=True):
        yield Note(
            f"{height:,}",
            (at, height),
            ("data", "data"),
            ("center", align),
            shift=(0, 7 * series.side),
            color=series.color,
            size="x-small",
            on_white=True,
        )


def _level(n_true: int) -> Rule:
    return Rule("y", n_true, GREY, ":", f"true graph: {n_true} edges", width=1, zorder=1)
