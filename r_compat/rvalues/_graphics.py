"""The state of R's graphics: the device, its panels, and which one is next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._core import vector

_PALETTE = ("white", "black", "#DF536B", "#61D04F", "#2297E6", "#28E2E5", "#CD0BBC", "#F5C710",
            "gray")  # fmt: skip
_LINES = ("None", "-", "--", ":", "-.", "--", "-.")
_WORDS = {"solid": "-", "dashed": "--", "dotted": ":", "dotdash": "-.", "longdash": "--",
          "twodash": "-.", "blank": "None"}  # fmt: skip
_MARKS = {0: "s", 1: "o", 2: "^", 3: "+", 4: "x", 5: "D", 6: "v", 8: "*", 15: "s", 16: "o",
          17: "^", 18: "D", 19: "o", 20: "."}  # fmt: skip


@dataclass
class _State:
    rows: int = 1
    columns: int = 1
    by_column: bool = False
    used: int = 0
    file: str | None = None
    size: tuple[float, float] | None = None
    pages: int = 0


_state = _State()


def panels(rows: int, columns: int, by_column: bool = False) -> None:
    """Divide the pages that follow into panels. R: ``par(mfrow = c(rows, columns))``."""
    _state.rows, _state.columns, _state.by_column = int(rows), int(columns), by_column
    _state.used = 0


def new_plot() -> Any:
    """Go to the next panel, on a new page if there is none left, as R's ``plot`` does."""
    import matplotlib.pyplot as plt

    count = _state.rows * _state.columns
    if _state.used % count == 0:
        if _state.file is not None and _state.pages:
            _save_page()
        plt.figure(figsize=_state.size)
        _state.pages += 1
        _state.used = 0
    place = _state.used
    if _state.by_column:
        place = (place % _state.rows) * _state.columns + place // _state.rows
    _state.used += 1
    return plt.subplot(_state.rows, _state.columns, place + 1)


def open_device(file: Any, width: Any = 7, height: Any = 7) -> None:
    """Draw into a file from now on. R: ``pdf`` and ``png``."""
    _state.file = str(file)
    _state.size = (float(width), float(height))
    _state.used = _state.pages = 0
    panels(1, 1)


def _save_page() -> None:
    import matplotlib.pyplot as plt

    assert _state.file is not None
    name = _state.file
    if "%" in name:
        name = name % max(_state.pages, 1)
    plt.savefig(name)
    plt.close()


def close_device() -> None:
    """Finish the file, or close what is shown. R: ``dev.off``."""
    import matplotlib.pyplot as plt

    if _state.file is not None and _state.pages:
        _save_page()
    else:
        plt.close("all")
    _state.file = _state.size = None
    _state.used = _state.pages = 0
    panels(1, 1)


def color(x: Any) -> Any:
    """Return R's colours as matplotlib's: numbers of the palette, gray0 to gray100, names."""
    found = [_one_color(value) for value in vector(x)]
    return found[0] if np.ndim(x) == 0 else found


def _one_color(value: Any) -> Any:
    if isinstance(value, str):
        if value.startswith(("gray", "grey")) and value[4:].isdigit():
            return str(int(value[4:]) / 100)
        plain = value.rstrip("1234")
        return plain if plain else value
    return _PALETTE[(int(value) - 1) % 8 + 1] if int(value) > 0 else _PALETTE[0]


def line_style(x: Any) -> Any:
    """Return R's lty as matplotlib's line style."""
    value = vector(x)[0]
    return _WORDS.get(value, "-") if isinstance(value, str) else _LINES[int(value) % 7]


def gray(level: Any) -> Any:
    """R: ``gray``."""
    found = [str(float(value)) for value in vector(level)]
    return found[0] if np.ndim(level) == 0 else np.array(found, dtype=object)


def palette(n: Any) -> Any:
    """Return n colours."""
    import matplotlib.pyplot as plt
    from matplotlib.colors import to_hex

    values = plt.get_cmap("hsv")(np.linspace(0, 1, int(n), endpoint=False))
    return np.array([to_hex(value) for value in values], dtype=object)


def legend(
    labels: Any, colors: Any = None, styles: Any = None, marks: Any = None, loc: str = "best"
) -> None:
    """Draw a legend whose entries are given and not those of the curves. R: ``legend``."""
    import matplotlib.pyplot as plt
    from matplotlib.lines import Line2D

    texts = [str(v) for v in vector(labels)]
    shades = vector(color(colors)) if colors is not None else np.array(["black"], dtype=object)
    dashes = vector(styles) if styles is not None else [None if marks is not None else 1]
    points = vector(marks) if marks is not None else [None]
    handles = []
    for k, text in enumerate(texts):
        dash, point = dashes[k % len(dashes)], points[k % len(points)]
        handles.append(
            Line2D(
                [],
                [],
                color=shades[k % len(shades)],
                label=text,
                linestyle="None" if dash is None else line_style(dash),
                marker="None" if point is None or point != point else _MARKS.get(int(point), "o"),
            )
        )
    plt.legend(handles=handles, loc=loc)


def place_texts(x: Any, y: Any, labels: Any) -> None:
    """Write texts into a plot. R: ``text``."""
    import matplotlib.pyplot as plt

    across, up, texts = vector(x), vector(y), vector(labels)
    for k in range(max(len(across), len(up))):
        plt.text(across[k % len(across)], up[k % len(up)], str(texts[k % len(texts)]))
