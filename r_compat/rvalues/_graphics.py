"""The state of R's graphics: devices, their pages and panels, and the settings of ``par``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ._core import path_of, vector
from ._named import named
from ._untranslated import Untranslated

_PIXELS = ("png", "jpg", "jpeg", "tif", "tiff", "bmp")
_UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4}

# R's settings on a fresh page of a PDF, in R's order; what changes nothing here is only remembered.
_DEFAULTS: dict[str, Any] = {
    "xlog": False, "ylog": False, "adj": 0.5, "ann": True, "ask": False, "bg": "transparent",
    "bty": "o", "cex": 1.0, "cex.axis": 1.0, "cex.lab": 1.0, "cex.main": 1.2, "cex.sub": 1.0,
    "col": "black", "col.axis": "black", "col.lab": "black", "col.main": "black",
    "col.sub": "black", "crt": 0.0, "err": 0, "family": "", "fg": "black",
    "fig": (0.0, 1.0, 0.0, 1.0), "fin": (7.0, 7.0), "font": 1, "font.axis": 1, "font.lab": 1,
    "font.main": 2, "font.sub": 1, "lab": (5, 5, 7), "las": 0, "lend": "round", "lheight": 1.0,
    "ljoin": "round", "lmitre": 10.0, "lty": "solid", "lwd": 1.0, "mai": (1.02, 0.82, 0.82, 0.42),
    "mar": (5.1, 4.1, 4.1, 2.1), "mex": 1.0, "mfcol": (1, 1), "mfg": (1, 1, 1, 1),
    "mfrow": (1, 1), "mgp": (3.0, 1.0, 0.0), "mkh": 0.001, "new": False,
    "oma": (0.0, 0.0, 0.0, 0.0), "omd": (0.0, 1.0, 0.0, 1.0), "omi": (0.0, 0.0, 0.0, 0.0),
    "pch": 1, "pin": (5.76, 5.16), "plt": (0.82 / 7, 0.94, 1.02 / 7, 6.18 / 7), "ps": 12,
    "pty": "m", "smo": 1.0, "srt": 0.0, "tck": float("nan"), "tcl": -0.5,
    "usr": (0.0, 1.0, 0.0, 1.0), "xaxp": (0.0, 1.0, 5.0), "xaxs": "r", "xaxt": "s",
    "xpd": False, "yaxp": (0.0, 1.0, 5.0), "yaxs": "r", "yaxt": "s", "ylbias": 0.2,
}  # fmt: skip


@dataclass
class _Device:
    """A file that is drawn into, or the screen if `file` is None."""

    file: str | None = None
    size: tuple[float, float] | None = None
    dpi: float = 100
    kind: str = ""
    pages: int = 0
    document: Any = None  # of a PDF with pages
    figure: Any = None
    used: int = 0
    settings: dict[str, Any] = field(default_factory=lambda: dict(_DEFAULTS))
    cells: Any = ((1,),)  # which panel each cell of the page belongs to
    widths: tuple[float, ...] | None = None
    heights: tuple[float, ...] | None = None


_devices = [_Device()]


def panels(rows: int, columns: int, by_column: bool = False) -> None:
    """Divide the pages that follow into panels. R: ``par(mfrow = c(rows, columns))``."""
    numbers = np.arange(1, int(rows) * int(columns) + 1)
    device = _devices[-1]
    device.cells = numbers.reshape(int(rows), int(columns), order="F" if by_column else "C")
    device.widths = device.heights = None
    device.used = int(device.cells.max())  # what is drawn stays; the next plot is on a new page
    shape = (int(rows), int(columns))
    device.settings["mfrow"] = device.settings["mfcol"] = shape


def layout(mat: Any, widths: Any = None, heights: Any = None) -> int:
    """Divide pages into panels by the number of the panel of each cell. R: ``layout``."""
    device = _devices[-1]
    device.cells = np.asarray(mat, dtype=int).reshape(np.atleast_2d(mat).shape)
    rows, columns = device.cells.shape
    device.widths = None if widths is None else _recycled(widths, columns)
    device.heights = None if heights is None else _recycled(heights, rows)
    device.used = int(device.cells.max())
    device.settings["mfrow"] = device.settings["mfcol"] = (rows, columns)
    return int(device.cells.max())


def _recycled(values: Any, count: int) -> tuple[float, ...]:
    given = vector(values)
    return tuple(float(given[k % len(given)]) for k in range(count))


def par(**settings: Any) -> dict[str, Any]:
    """Set graphical parameters and return what they were. R: ``par``.

    Names have underscores for R's dots. The panels and ``new`` have an effect; the others are
    remembered, so that they can be asked for and set back.

    Examples
    --------
    >>> old = par(mar=np.array([4.0, 4.0, 2.0, 1.0]))
    >>> old
    {'mar': array([5.1, 4.1, 4.1, 2.1])}
    >>> _ = restore_par(old)
    """
    old = {}
    for key, value in settings.items():
        name = key.replace("_", ".")
        old[name] = par_value(name)
        _set(name, value)
    return old


def _set(name: str, value: Any) -> None:
    state = _devices[-1].settings
    if name in ("mfrow", "mfcol"):
        rows, columns = (int(v) for v in vector(value))
        panels(rows, columns, by_column=name == "mfcol")
        return
    state[name] = value if np.ndim(value) == 0 else tuple(np.asarray(value).tolist())


def restore_par(old: Mapping[str, Any]) -> None:
    """Set parameters as they were. R: ``par(old)``."""
    for name, value in old.items():
        if name == "mfcol" and "mfrow" in old:
            continue
        if name in ("mfrow", "mfcol") and tuple(vector(value)) == _devices[-1].settings["mfrow"]:
            continue
        if name != "new":
            _set(name, value)


def par_value(name: str) -> Any:
    """Return a graphical parameter. R: ``par("mar")``."""
    if name == "usr":
        import matplotlib.pyplot as plt

        return np.array([*plt.xlim(), *plt.ylim()])
    state = _devices[-1].settings
    if name not in state:
        raise Untranslated(f"par() must be asked for one of {', '.join(state)}; got {name!r}")
    value = state[name]
    return np.array(value) if isinstance(value, tuple) else value


def all_par() -> dict[str, Any]:
    """Return all parameters that can be set. R: ``par(no.readonly = TRUE)``."""
    device = _devices[-1]
    state = dict(device.settings)
    width, height = device.size or (7.0, 7.0)
    state["fin"] = (width, height)
    state["pin"] = (width - 1.24, height - 1.84)
    state["plt"] = (0.82 / width, 1 - 0.42 / width, 1.02 / height, 1 - 0.82 / height)
    return {n: np.array(v) if isinstance(v, tuple) else v for n, v in state.items()}


def new_plot() -> Any:
    """Go to the next panel, on a new page if there is none left, as R's ``plot`` does."""
    import matplotlib.pyplot as plt

    device = _devices[-1]
    if device.settings["new"]:
        device.settings["new"] = False
        if device.figure is not None:
            return _over()
    cells = np.asarray(device.cells)
    if device.figure is None or device.used >= cells.max():
        _finish_page()
        device.figure = plt.figure(figsize=device.size, dpi=device.dpi, layout="constrained")
        device.pages += 1
        device.used = 0
    device.used += 1
    plt.figure(device.figure)
    rows, columns = np.nonzero(cells == device.used)
    grid = getattr(device.figure, "_r_grid", None)
    if grid is None:
        grid = device.figure.add_gridspec(
            *cells.shape, width_ratios=device.widths, height_ratios=device.heights
        )
        device.figure._r_grid = grid
    place = grid[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    axes = device.figure.add_subplot(place)
    axes.set_prop_cycle(color=["black"])  # as R draws what is given no colour
    return axes


def hold_limits() -> None:
    """Keep in mind which x the plot has by now, if it is one of several marks: see `x_limits`."""
    import matplotlib.pyplot as plt

    axes: Any = plt.gca()
    axes._r_x = tuple(axes.dataLim.intervalx)


def x_limits() -> tuple[float, float]:
    """Return the limits of x that R would have: those given, or of what the plot began with.

    What was added later has no part in them, other than in matplotlib's. R: ``par("usr")`` without
    the margins, which ``curve(add = TRUE)`` runs over.
    """
    import matplotlib.pyplot as plt

    axes: Any = plt.gca()
    if axes.get_xscale() == "log":
        raise Untranslated("a curve over the limits of a logarithmic axis has no translation")
    drawn = [child for child in axes.get_children() if child in (*axes.lines, *axes.collections)]
    if not axes.get_autoscalex_on():
        low, high = axes.get_xlim()
    elif hasattr(axes, "_r_x"):
        low, high = axes._r_x
    elif drawn and drawn[0] in axes.lines:
        x = np.asarray(drawn[0].get_xdata(), dtype=float)
        low, high = np.nanmin(x), np.nanmax(x)
    elif drawn:
        low, high = drawn[0].get_datalim(axes.transData).intervalx
    else:
        low, high = (
            axes.dataLim.intervalx if np.all(np.isfinite(axes.dataLim.intervalx)) else (0, 1)
        )
    return float(low), float(high)


def _over() -> Any:
    """Return axes over the present ones, with a scale of their own. R: ``par(new = TRUE)``."""
    import matplotlib.pyplot as plt

    place: Any = plt.gca().get_subplotspec()
    axes = plt.gcf().add_subplot(place, frameon=False)
    axes.yaxis.tick_right()
    axes.xaxis.tick_top()
    axes.set_prop_cycle(color=["black"])
    return axes


def open_device(
    file: Any,
    width: Any = None,
    height: Any = None,
    units: str = "px",
    res: Any = None,
    device: str = "",
) -> None:
    """Draw into a file from now on. R: ``pdf``, ``png`` and others; the file's name tells which.

    Sizes are inches for PDF, SVG and PostScript. For images they are pixels or `units`, with `res`
    of them to the inch. `device` tells the format where the name does not. Without a file what is
    drawn is not kept.
    """
    name = "" if file is None else str(path_of(file))
    kind = device or Path(name).suffix.lower().lstrip(".")
    if kind in _PIXELS:
        dpi = 72.0 if res is None or res != res else float(res)
        scale = 1 / dpi if units == "px" else _UNITS[units]
        default = 480.0
    else:
        dpi, scale, default = 100.0, 1.0, 7.0
    sides = [default if side is None else float(side) for side in (width, height)]
    _devices.append(_Device(name, (sides[0] * scale, sides[1] * scale), dpi, kind=kind))


def _finish_page() -> None:
    """Write the present page of a file."""
    import matplotlib.pyplot as plt

    device = _devices[-1]
    if device.file is None or device.figure is None:
        return
    name = device.file
    if not name:
        pass
    elif device.kind == "pdf":
        if device.document is None:
            from matplotlib.backends.backend_pdf import PdfPages

            device.document = PdfPages(name % 1 if "%" in name else name)
        device.document.savefig(device.figure)
    else:
        path = name % device.pages if "%" in name else name
        form = "ps" if device.kind == "ps" else device.kind
        device.figure.savefig(path, format=form or None)
    plt.close(device.figure)
    device.figure = None


def close_device() -> Any:
    """Finish the file, or close what is shown, and say what is current then. R: ``dev.off``."""
    import matplotlib.pyplot as plt

    device = _devices[-1]
    if device.file is None:
        plt.close("all")
        _devices[-1] = _Device()
        return named(np.array([1]), ["null device"])
    if device.pages == 0 and device.kind == "pdf" and device.file:
        from matplotlib.figure import Figure

        device.figure = Figure(figsize=device.size)  # R leaves a file all the same
    _finish_page()
    if device.document is not None:
        device.document.close()
    _devices.pop()
    label = "null device" if len(_devices) == 1 else _devices[-1].kind
    return named(np.array([len(_devices)]), [label])


def close_all_devices() -> None:
    """R: ``graphics.off``."""
    while len(_devices) > 1:
        close_device()
    close_device()


def own_figure(figure: Any) -> None:
    """Make a page of a figure that was drawn by other means, as ggplot's is."""
    device = _devices[-1]
    _finish_page()
    if device.size is not None:
        figure.set_size_inches(*device.size)
        figure.set_dpi(device.dpi)
    device.figure = figure
    device.pages += 1
    device.used = int(np.asarray(device.cells).max())
