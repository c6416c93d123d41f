"""Plots as ggplot2 describes them, drawn by matplotlib: data, mapping, layers, scales, facets.

A plot is a value: ``+`` makes a new one with a further part. Nothing is drawn before
:meth:`Plot.draw` or :func:`ggsave`.

>>> import numpy as np, pandas as pd
>>> frame = pd.DataFrame({"n": [1, 2, 3], "shd": [4.0, 2.0, 1.0]})
>>> plot = ggplot(frame, aes(x="n", y="shd")) + geom_line() + labs(y="SHD")
>>> [layer.geom for layer in plot.layers]
['line']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ._colors import color, hcl
from ._core import column, vector
from ._geoms import GEOMS, Pen, Shown, levels_of
from ._graphics import own_figure
from ._named import plain

_AES = {"color": "colour", "col": "colour", "pch": "shape", "cex": "size", "lty": "linetype",
        "lwd": "linewidth", "min": "ymin", "max": "ymax"}  # fmt: skip
_STYLES = ("-", "--", ":", "-.", (0, (8, 3)), (0, (8, 3, 2, 3)))
_SHAPES = (16, 17, 15, 3, 7, 8)


@dataclass(frozen=True)
class Computed:
    """An aesthetic that is computed from the data, and how R writes it."""

    label: str
    of: Callable[[Any], Any]
    after: bool = False  # a name of what a statistic computes, as density


def computed(label: str, of: Callable[[pd.DataFrame], Any]) -> Computed:
    """Return an aesthetic that is a function of the data frame."""
    return Computed(label, of)


def after_stat(name: str) -> Computed:
    """R: ``after_stat(density)``."""
    return Computed(name, len, after=True)


def aes(**mapping: Any) -> dict[str, Any]:
    """Return which column, by name, each aesthetic shows. R: ``aes``."""
    return {_AES.get(key, key): value for key, value in mapping.items()}


@dataclass(frozen=True)
class Layer:
    """One layer: what is drawn of which data, and what is the same for all of it."""

    geom: str
    stat: str
    mapping: dict[str, Any] = field(default_factory=dict)
    data: pd.DataFrame | None = None
    params: dict[str, Any] = field(default_factory=dict)
    inherits: bool = True


@dataclass(frozen=True)
class Facets:
    """By what a plot is split into panels."""

    rows: tuple[Any, ...] = ()
    columns: tuple[Any, ...] = ()
    wrapped: bool = False
    ncol: int | None = None
    nrow: int | None = None
    free: str = "fixed"


@dataclass(frozen=True)
class Setting:
    """A part that is neither a layer nor facets: labels, scales, coordinates."""

    changes: dict[str, Any]


class _Last:
    """The plot that was made or changed last, which `ggsave` takes if it is given none."""

    plot: Any = None


def last_plot() -> Plot:
    """R: ``last_plot``."""
    if _Last.plot is None:
        raise ValueError("there is no last plot")
    found: Plot = _Last.plot
    return found


@dataclass(frozen=True)
class Plot:
    """A plot of ggplot2."""

    data: pd.DataFrame | None
    mapping: dict[str, Any]
    layers: tuple[Layer, ...] = ()
    facets: Facets = field(default_factory=Facets)
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _Last.plot = self

    def __add__(self, part: Any) -> Plot:
        if part is None:
            return self
        if isinstance(part, Layer):
            return replace(self, layers=(*self.layers, part))
        if isinstance(part, Facets):
            return replace(self, facets=part)
        if isinstance(part, Setting):
            return replace(self, settings=self.settings | part.changes)
        if isinstance(part, dict):
            return replace(self, mapping=self.mapping | part)
        if isinstance(part, pd.DataFrame):
            return replace(self, data=part)
        if isinstance(part, (list, tuple)):
            found = self
            for each in part:
                found = found + each
            return found
        raise TypeError(
            f"a plot takes layers, facets, scales and labels, got {type(part).__name__}"
        )

    def draw(self, size: tuple[float, float] | None = None) -> Any:
        """Draw it on a new page and return the figure. R: ``print`` of a plot."""
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=size, layout="constrained")
        own_figure(figure)
        _Drawing(self, figure).draw()
        return figure


def ggplot(data: Any = None, mapping: dict[str, Any] | None = None) -> Plot:
    """Begin a plot. R: ``ggplot``."""
    return Plot(data, mapping or {})


def ggsave(
    filename: Any,
    plot: Plot | None = None,
    width: Any = 7,
    height: Any = 7,
    dpi: Any = 300,
    units: str = "in",
    path: Any = None,
) -> None:
    """Draw a plot into a file. R: ``ggsave``."""
    import matplotlib.pyplot as plt

    target = Path(str(filename)) if path is None else Path(str(path)) / str(filename)

    resolution = (
        {"retina": 320.0, "print": 300.0, "screen": 72.0}.get(dpi)
        if isinstance(dpi, str)
        else float(dpi)
    )
    scale = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "px": 1 / (resolution or 300.0)}[units]
    figure = plt.figure(figsize=(float(width) * scale, float(height) * scale), layout="constrained")
    _Drawing(plot or last_plot(), figure).draw()
    figure.savefig(target, dpi=resolution)
    plt.close(figure)


# Parts


def _layer(geom: str, stat: str, mapping: Any, data: Any, given: dict[str, Any]) -> Layer:
    if isinstance(mapping, pd.DataFrame):
        mapping, data = None, mapping
    inherits = given.pop("inherit_aes", True)
    stat = given.pop("stat", None) or stat
    params = {_AES.get(key, key): value for key, value in given.items()}
    return Layer(geom, stat, mapping or {}, data, params, bool(inherits))


def _made(geom: str, stat: str = "identity") -> Callable[..., Layer]:
    def layer(mapping: Any = None, data: Any = None, **given: Any) -> Layer:
        return _layer(geom, stat, mapping, data, given)

    layer.__name__ = f"geom_{geom}"
    layer.__doc__ = f"R: ``geom_{geom}``; what is the same for all is given by keywords."
    return layer


geom_point = _made("point")
geom_jitter = _made("jitter")
geom_line = _made("line")
geom_path = _made("path")
geom_step = _made("step")
geom_area = _made("area")
geom_ribbon = _made("ribbon")
geom_col = _made("bar")
geom_bar = _made("bar", "count")
geom_histogram = _made("bar", "bin")
geom_freqpoly = _made("line", "bin")
geom_density = _made("density", "density")
geom_boxplot = _made("boxplot", "boxplot")
geom_smooth = _made("smooth", "smooth")
geom_tile = _made("tile")
geom_raster = _made("tile")
geom_text = _made("text")
geom_label = _made("text")
geom_errorbar = _made("errorbar")
geom_linerange = _made("linerange")
geom_pointrange = _made("pointrange")
geom_segment = _made("segment")
geom_hline = _made("hline")
geom_vline = _made("vline")
geom_abline = _made("abline")
geom_rect = _made("rect")
stat_ecdf = _made("step", "ecdf")
stat_function = _made("line", "function")
stat_summary = _made("summary", "summary")


_PLACED = ("x", "y", "xend", "yend", "xmin", "xmax", "ymin", "ymax", "label")


def annotate(geom: str, **given: Any) -> Layer:
    """Draw something that is not in the data. R: ``annotate``."""
    placed = {key: vector(v) for key, v in given.items() if key in _PLACED}
    rest = {key: v for key, v in given.items() if key not in _PLACED}
    kind = "text" if geom == "label" else geom
    count = max(len(v) for v in placed.values())
    data = pd.DataFrame({key: np.resize(v, count) for key, v in placed.items()})
    return Layer(kind, "identity", {k: k for k in placed}, data, aes(**rest), inherits=False)


def facet_wrap(*by: Any, ncol: Any = None, nrow: Any = None, scales: str = "fixed") -> Facets:
    """R: ``facet_wrap``."""
    sizes = [None if n is None else int(n) for n in (ncol, nrow)]
    return Facets(columns=by, wrapped=True, ncol=sizes[0], nrow=sizes[1], free=scales)


def facet_grid(
    rows: tuple[Any, ...] = (), cols: tuple[Any, ...] = (), scales: str = "fixed"
) -> Facets:
    """R: ``facet_grid``."""
    return Facets(rows=tuple(rows), columns=tuple(cols), free=scales)


def labs(**texts: Any) -> Setting:
    """R: ``labs``; None for no text."""
    return Setting({f"label_{_AES.get(key, key)}": value for key, value in texts.items()})


def lims(**limits: Any) -> Setting:
    """Show a part of the data and leave out the rest. R: ``xlim`` and ``ylim``."""
    return Setting(
        {f"{key}_limits": value for key, value in limits.items()}
        | {f"{key}_cut": True for key in limits}
    )


def coord_cartesian(**limits: Any) -> Setting:
    """Show a part of what is drawn of all data. R: ``coord_cartesian``; `x` and `y`."""
    return Setting({f"{key}_limits": value for key, value in limits.items()})


def scale(aesthetic: str, **changes: Any) -> Setting:
    """Change how an aesthetic is shown. R: ``scale_colour_manual`` and others.

    `name`, `values` (colours, by level if it is a dict), `labels`, `limits`, `breaks`, `colors`
    (of a gradient), `midpoint`, `transform` ("log10", "sqrt", "reverse").
    """
    key = _AES.get(aesthetic, aesthetic)
    made = {f"{key}_{name}": value for name, value in changes.items()}
    if key in ("x", "y") and "limits" in changes:
        made[f"{key}_cut"] = True
    return Setting(made)


def coord_flip() -> Setting:
    """R: ``coord_flip``."""
    return Setting({"flip": True})


def coord_fixed(ratio: Any = 1) -> Setting:
    """R: ``coord_fixed``."""
    return Setting({"aspect": float(ratio)})


def no_legend() -> Setting:
    """R: ``theme(legend.position = "none")``."""
    return Setting({"legend": False})


# Drawing


class _Drawing:
    """The drawing of one plot: trains the scales on all layers, then draws panel by panel."""

    def __init__(self, plot: Plot, figure: Any) -> None:
        self._plot = plot
        self._figure = figure
        self._settings = plot.settings
        self._data = [self._values(layer) for layer in plot.layers]
        self._panels = self._panel_labels()
        self.levels = {key: self._trained(key) for key in ("x", "y", *_LOOKS)}

    # Values

    def _mapping(self, layer: Layer) -> dict[str, Any]:
        inherited = self._plot.mapping if layer.inherits else {}
        return inherited | layer.mapping

    def _frame(self, layer: Layer) -> pd.DataFrame | None:
        data = layer.data if layer.data is not None else self._plot.data
        return data(self._plot.data) if callable(data) else data

    def _values(self, layer: Layer) -> dict[str, Any]:
        """Return the aesthetics of a layer, each as long as its data."""
        frame = self._frame(layer)
        values: dict[str, Any] = {}
        count = 1 if frame is None else len(frame)
        for key, source in self._mapping(layer).items():
            if isinstance(source, Computed) and source.after:
                continue
            found = _evaluated(source, frame)
            if not isinstance(found, pd.Categorical) and np.size(found) == 1 and count != 1:
                found = np.repeat(vector(found), count)
            values[key] = self._cut(key, found)
        for k, facet in enumerate((*self._plot.facets.rows, *self._plot.facets.columns)):
            known = frame is not None and (not isinstance(facet, str) or facet in frame.columns)
            if known:
                values[f"facet{k}"] = _evaluated(facet, frame)
        return values

    def _cut(self, key: str, values: Any) -> Any:
        """Return numbers with those beyond the limits missing, as R leaves them out."""
        if not self._settings.get(f"{key}_cut") or _is_discrete(values):
            return values
        low, high = (
            end if v is None or v != v else float(v)
            for v, end in zip(
                vector(self._settings[f"{key}_limits"]), (-np.inf, np.inf), strict=True
            )
        )
        numbers = np.asarray(plain(vector(values)), dtype=float)
        low, high = min(low, high), max(low, high)
        return np.where((numbers >= low) & (numbers <= high), numbers, np.nan)

    def _trained(self, key: str) -> list[str] | None:
        """Return the levels of an aesthetic that is discrete anywhere; None if it is not."""
        columns = [values[key] for values in self._data if key in values]
        discrete = [c for c in columns if _is_discrete(c)]
        if not discrete:
            return None
        given = self._settings.get(f"{key}_limits")
        if given is not None and key not in ("x", "y"):
            return [str(v) for v in vector(given)]
        if given is not None and vector(given).dtype.kind == "O":
            return [str(v) for v in vector(given)]
        found: list[str] = []
        for each in discrete:
            found += [level for level in levels_of(each) if level not in found]
        texts = all(not isinstance(c, pd.Categorical) for c in discrete)
        return sorted(found) if texts and len(discrete) > 1 else found

    # Panels

    def _panel_labels(self) -> list[tuple[str, ...]]:
        facets = self._plot.facets
        count = len(facets.rows) + len(facets.columns)
        if not count:
            return [()]
        sides: list[list[str]] = []
        for k in range(count):
            found: list[str] = []
            for values in self._data:
                if f"facet{k}" in values:
                    found += [v for v in levels_of(values[f"facet{k}"]) if v not in found]
            if not found:
                frame = self._plot.data
                facet = (*facets.rows, *facets.columns)[k]
                found = levels_of(_evaluated(facet, frame))
            sides.append(found)
        labels = [tuple(each) for each in _product(sides)]
        if facets.wrapped:
            there = {
                tuple(row)
                for values in self._data
                if all(f"facet{k}" in values for k in range(count))
                for row in zip(*(_texts(values[f"facet{k}"]) for k in range(count)), strict=True)
            }
            labels = [label for label in labels if not there or label in there]
        return labels

    def _axes(self) -> list[Any]:
        facets, count = self._plot.facets, len(self._panels)
        if facets.wrapped:
            columns = facets.ncol or (
                int(np.ceil(count / facets.nrow)) if facets.nrow else int(np.ceil(np.sqrt(count)))
            )
            rows = int(np.ceil(count / columns))
        else:
            height = len({label[: len(facets.rows)] for label in self._panels})
            rows, columns = max(height, 1), max(count // max(height, 1), 1)
        grid = self._figure.subplots(
            rows,
            columns,
            squeeze=False,
            sharex=facets.free not in ("free", "free_x"),
            sharey=facets.free not in ("free", "free_y"),
        ).ravel()
        for spare in grid[count:]:
            spare.remove()
        return list(grid[:count])

    def _inside(self, values: dict[str, Any], label: tuple[str, ...]) -> dict[str, Any]:
        """Return the part of a layer's values that belongs to a panel."""
        keep: Any = None
        for k, text in enumerate(label):
            if f"facet{k}" in values:
                mask = np.array([v == text for v in _texts(values[f"facet{k}"])])
                keep = mask if keep is None else keep & mask
        if keep is None:
            return values
        return {key: v[keep] for key, v in values.items() if not key.startswith("facet")}

    # The whole

    def draw(self) -> None:
        axes = self._axes()
        flipped = bool(self._settings.get("flip"))
        for axis, label in zip(axes, self._panels, strict=True):
            pen = Pen(axis, flipped)
            for layer, values in zip(self._plot.layers, self._data, strict=True):
                inside = self._inside(values, label)
                shown = Shown(
                    inside,
                    dict(layer.params),
                    layer.stat,
                    self.levels,
                    self._look,
                    {
                        k: v.label
                        for k, v in self._mapping(layer).items()
                        if isinstance(v, Computed) and v.after
                    },
                    self._range("x"),
                )
                GEOMS[layer.geom](pen, shown)
            if label:
                axis.set_title(", ".join(label))
            self._finish(axis, pen)
        self._texts(axes)
        if self._settings.get("legend", True):
            self._legends(axes)

    def _range(self, key: str) -> tuple[float, float] | None:
        numbers = [
            np.asarray(plain(vector(values[key])), dtype=float)
            for values in self._data
            if key in values and not _is_discrete(values[key])
        ]
        found = np.concatenate(numbers) if numbers else np.array([])
        found = found[np.isfinite(found)]
        return (float(found.min()), float(found.max())) if len(found) else None

    def _finish(self, axis: Any, pen: Pen) -> None:
        for key in ("x", "y"):
            own = pen.axis_of(key)
            levels = self.levels[key]
            if levels is not None:
                shown = self._named_levels(key, levels)
                own.set_ticks(np.arange(1, len(levels) + 1), shown)
            way = self._settings.get(f"{key}_transform")
            name = own.axis_name
            if way in ("log10", "log2", "log"):
                getattr(axis, f"set_{name}scale")("log", base={"log2": 2, "log": np.e}.get(way, 10))
            elif way == "reverse":
                own.set_inverted(True)
            elif way == "sqrt":
                getattr(axis, f"set_{name}scale")("function", functions=(np.sqrt, np.square))
            limits = self._settings.get(f"{key}_limits")
            if limits is not None and levels is None:
                low, high = (None if v is None or v != v else float(v) for v in vector(limits))
                getattr(axis, f"set_{name}lim")(low, high)
            breaks = self._settings.get(f"{key}_breaks")
            if breaks is not None and levels is None:
                texts = self._settings.get(f"{key}_labels")
                own.set_ticks(
                    np.asarray(plain(vector(breaks)), dtype=float),
                    None if texts is None else [str(v) for v in vector(texts)],
                )
        if "aspect" in self._settings:
            axis.set_aspect(self._settings["aspect"])

    def _named_levels(self, key: str, levels: list[str]) -> list[str]:
        given = self._settings.get(f"{key}_labels")
        if given is None:
            return levels
        if isinstance(given, Mapping):
            return [str(given.get(level, level)) for level in levels]
        return [str(v) for v in vector(given)]

    def _title_of(self, key: str) -> str | None:
        """Return the title of an axis or a legend."""
        for name in (f"label_{key}", f"{key}_name"):
            if name in self._settings:
                given = self._settings[name]
                return None if given is None else str(given)
        for layer in self._plot.layers:
            found = self._mapping(layer).get(key)
            if found is not None:
                if isinstance(found, Computed):
                    return found.label
                return found if isinstance(found, str) else key
        return (
            _STAT_LABELS.get(self._plot.layers[0].stat)
            if self._plot.layers and key == "y"
            else None
        )

    def _texts(self, axes: list[Any]) -> None:
        flipped = bool(self._settings.get("flip"))
        labels = [self._title_of(key) or "" for key in ("x", "y")]
        if flipped:
            labels.reverse()
        if len(axes) == 1:
            axes[0].set_xlabel(labels[0])
            axes[0].set_ylabel(labels[1])
        else:
            self._figure.supxlabel(labels[0])
            self._figure.supylabel(labels[1])
        title, below = self._settings.get("label_title"), self._settings.get("label_subtitle")
        said = "\n".join(str(v) for v in (title, below) if v is not None)
        if said and len(axes) == 1:
            axes[0].set_title(said, loc="left")
        elif said:
            self._figure.suptitle(said)

    # Colours, shapes, line types

    def _look(self, key: str, values: Any) -> list[Any]:
        """Return how the values of an aesthetic are shown."""
        levels = self.levels[key]
        if levels is None:
            return self._continuous(key, values)
        shown = self._palette(key, levels)
        return [shown.get(text, "gray") for text in _texts(values)]

    def _palette(self, key: str, levels: list[str]) -> dict[str, Any]:
        given = self._settings.get(f"{key}_values")
        if isinstance(given, Mapping):
            found = [given.get(level, np.nan) for level in levels]
        elif given is not None:
            own = getattr(given, "names", None)
            if own is not None and set(levels) <= {str(v) for v in own}:
                by_name = dict(zip([str(v) for v in own], vector(given), strict=True))
                found = [by_name[level] for level in levels]
            else:
                found = list(vector(given))[: len(levels)]
            if len(found) < len(levels):
                raise ValueError(f"{key}: {len(levels)} values are needed, got {len(found)}")
        elif key in ("colour", "fill"):
            hues = np.linspace(15, 375, len(levels) + 1)[:-1]
            found = [hcl(h, 100, 65) for h in hues]
        elif key == "shape":
            found = [_SHAPES[k % len(_SHAPES)] for k in range(len(levels))]
        elif key == "linetype":
            return {level: _STYLES[k % len(_STYLES)] for k, level in enumerate(levels)}
        else:
            found = list(
                np.linspace(2, 6, len(levels))
                if key == "size"
                else np.linspace(0.1, 1, len(levels))
            )
        if key in ("colour", "fill"):
            found = [color(v) for v in found]
        return dict(zip(levels, found, strict=True))

    def _continuous(self, key: str, values: Any) -> list[Any]:
        numbers = np.asarray(plain(vector(values)), dtype=float)
        if key in ("colour", "fill"):
            shades, norm = self.gradient(key)
            return [shades(norm(v)) if v == v else "gray" for v in numbers]
        low, high = self._range(key) or (0.0, 1.0)
        share = (numbers - low) / (high - low) if high > low else np.ones(len(numbers))
        if key == "size":
            return list(1 + 5 * np.sqrt(np.clip(share, 0, 1)))
        if key == "alpha":
            return list(0.1 + 0.9 * share)
        return list(numbers)

    def gradient(self, key: str) -> tuple[Any, Any]:
        """Return the map of colours of a continuous aesthetic, and where it begins and ends."""
        from matplotlib import colormaps
        from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm

        low, high = self._range(key) or (0.0, 1.0)
        limits = self._settings.get(f"{key}_limits")
        if limits is not None:
            low, high = (float(v) for v in vector(limits))
        given = self._settings.get(f"{key}_colors")
        if isinstance(given, str) and given in colormaps:
            return colormaps[given], Normalize(low, high)
        shades = ["#132B43", "#56B1F7"] if given is None else [color(v) for v in vector(given)]
        shade_map = LinearSegmentedColormap.from_list("gradient", shades)
        middle = self._settings.get(f"{key}_midpoint")
        if middle is not None:
            reach = max(high - float(middle), float(middle) - low) or 1.0
            return shade_map, TwoSlopeNorm(
                float(middle), float(middle) - reach, float(middle) + reach
            )
        return shade_map, Normalize(low, high if high > low else low + 1)

    def _legends(self, axes: list[Any]) -> None:
        from matplotlib.cm import ScalarMappable

        merged: dict[tuple[str, tuple[str, ...]], dict[str, dict[str, Any]]] = {}
        for key in _LOOKS:
            if not any(key in values for values in self._data):
                continue
            if self._settings.get(f"{key}_guide") in ("none", False):
                continue
            title, levels = self._title_of(key) or "", self.levels[key]
            if levels is not None:
                merged.setdefault((title, tuple(levels)), {})[key] = self._palette(key, levels)
            elif key in ("colour", "fill"):
                shades, norm = self.gradient(key)
                self._figure.colorbar(ScalarMappable(norm, shades), ax=axes, label=title)
        for k, ((title, shown), looks) in enumerate(merged.items()):
            names = self._named_levels(next(iter(looks)), list(shown))
            handles = [
                _handle(level, name, looks) for level, name in zip(shown, names, strict=True)
            ]
            axis = axes[-1]
            old = axis.get_legend()
            anchor = {"loc": "upper left", "bbox_to_anchor": (1.01, 1 - 0.45 * k)}
            axis.legend(handles=handles, title=title or None, **anchor)
            if old is not None:
                axis.add_artist(old)


_LOOKS = ("colour", "fill", "shape", "linetype", "size", "alpha")
_STAT_LABELS = {"count": "count", "bin": "count", "density": "density", "ecdf": "y"}


def _handle(level: str, name: str, looks: dict[str, dict[str, Any]]) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    from ._marks import marker

    if "fill" in looks and "shape" not in looks:
        return Patch(facecolor=looks["fill"][level], label=name)
    return Line2D(
        [],
        [],
        color=looks["colour"][level] if "colour" in looks else "black",
        linestyle=looks["linetype"][level] if "linetype" in looks else "-",
        marker=marker(looks["shape"][level]) if "shape" in looks else "o",
        label=name,
    )


def _evaluated(source: Any, frame: pd.DataFrame | None) -> Any:
    if isinstance(source, Computed):
        return _column_like(source.of(frame))
    if isinstance(source, str):
        if frame is None or source not in frame.columns:
            raise KeyError(f"the data of the plot have no column {source!r}")
        return column(frame, list(frame.columns).index(source))
    return _column_like(source)


def _column_like(value: Any) -> Any:
    return value if isinstance(value, pd.Categorical) else vector(value)


def _is_discrete(values: Any) -> bool:
    return isinstance(values, pd.Categorical) or vector(values).dtype.kind in "bOU"


def _texts(values: Any) -> list[str]:
    from ._geoms import texts_of

    return texts_of(values)


def _product(sides: list[list[str]]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for side in sides:
        found = [[*each, text] for each in found for text in side]
    return found
