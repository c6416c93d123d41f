"""Learning curves: correct against total along the path of each method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from .._dag.types import FloatArray
from .._draw.styles import GREY, LineStyle, line_styles
from ..curves import LearningCurve
from .chart import Line, Note, Panel

TITLES = {"E": "Skeleton edges", "V": "V-structures", "M": "Moral edges"}
CUT_BEYOND = 1.8  # a score that stops so much later than all others is cut short
ROOM_BEYOND = 1.5


def curve_panels(
    curves: Mapping[str, LearningCurve], kinds: Sequence[str], cut: bool | float
) -> list[Panel]:
    """Return a panel for each kind."""
    styles = line_styles(list(curves))
    return [_panel(curves, kind, styles, cut) for kind in kinds]


def _panel(
    curves: Mapping[str, LearningCurve],
    kind: str,
    styles: Mapping[str, LineStyle],
    cut: bool | float,
) -> Panel:
    paths = {
        name: np.array([getattr(curve, f"{part}_{kind}") for part in ("total", "correct")])
        for name, curve in curves.items()
    }
    limit = _right_end({name: float(path[0, -1]) for name, path in paths.items()}, cut)
    lines = [Line((0, limit), (0, limit), GREY, ":", width=1, zorder=1)]
    for name, path in paths.items():
        lines += _curve(name, path, styles[name], limit)
    return Panel(
        f"Total {kind}",
        f"Correct {kind}",
        lines=tuple(lines),
        notes=_notes(paths, limit),
        title=TITLES[kind],
        xlim=(0, limit),
        ylim=(0, 1.06 * _highest(paths, limit)),
    )


def _curve(name: str, path: FloatArray, style: LineStyle, limit: float) -> list[Line]:
    """Return a curve, what explains it, and the marker of its end if that can be seen."""
    total, correct = path.tolist()
    lines = [
        Line(tuple(total), tuple(correct), style.color, style.dashes),
        # The marker of the line in the legend is that of its end.
        Line((), (), style.color, style.dashes, name, style.marker, 5, zorder=2),
    ]
    if total[-1] <= limit:
        lines.append(
            Line(
                (total[-1],),
                (correct[-1],),
                style.color,
                "",
                marker=style.marker,
                marker_size=7,
                marker_border="white",
                zorder=4,
                clipped=False,
            )
        )
    return lines


def _right_end(ends: dict[str, float], cut: bool | float) -> float:
    """Return where the horizontal axis ends."""
    if not isinstance(cut, bool):
        return float(cut)
    furthest = max(*ends.values(), 1.0)
    others = max((end for name, end in ends.items() if name != "score"), default=0.0)
    if cut and others > 0 and ends.get("score", 0.0) > CUT_BEYOND * others:
        return ROOM_BEYOND * others
    return 1.04 * furthest


def _highest(paths: Mapping[str, FloatArray], limit: float) -> float:
    inside = [path[1, path[0] <= limit] for path in paths.values()]
    return max(float(np.concatenate([np.zeros(1), *inside]).max()), 1.0)


def _notes(paths: Mapping[str, FloatArray], limit: float) -> tuple[Note, ...]:
    """Write down where those methods stop that go on beyond the panel."""
    ends = {name: path[:, -1].tolist() for name, path in paths.items() if path[0, -1] > limit}
    stops = [f"{name} stops at ({', '.join(map(_number, end))})" for name, end in ends.items()]
    text = "\n".join(stop.lstrip() for stop in stops)
    return (Note(text, (0.98, 0.03), ("panel", "panel"), ("right", "bottom")),) if text else ()


def _number(value: float) -> str:
    """Return a mean with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
