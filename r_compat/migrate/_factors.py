"""Factors, their levels, and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import (
    ANY,
    EXTENT,
    FACTOR,
    POSITIONS,
    TEXTS,
    vector,
)
from ._pyexpr import Py, Refused, call
from ._tools import (
    flag,
    like,
)

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")


@stats("as.factor", "x")
def _as_factor(t: Translator, x: Py) -> Py:
    made = x.kind.shape in ("scalar", "vector", "matrix")
    return call("rv.factor" if made else "rv.as_factor", [x], FACTOR)


@stats("factor", "x", "levels", "labels", "ordered")
def _factor(t: Translator, x: Py, levels: Py | None, labels: Py | None, ordered: Py | None) -> Py:
    return call("rv.factor", [x], FACTOR, levels=levels, labels=labels, ordered=ordered)


@stats("levels", "x")
def _levels(t: Translator, x: Py) -> Py:
    return call("rv.levels", [x], TEXTS if x.kind.shape == "factor" else ANY)


@stats.store("levels")
def _store_levels(t: Translator, x: Py, args: list[r.Arg], value: Py) -> Py:
    return call("rv.set_levels", [x, value], FACTOR)


@stats("nlevels", "x")
def _nlevels(t: Translator, x: Py) -> Py:
    return call("rv.nlevels", [x], EXTENT.with_(soft=None))


@stats("droplevels", "x")
def _droplevels(t: Translator, x: Py) -> Py:
    return call("rv.droplevels", [x], x.kind)


@stats("cut", "x", "breaks", "labels", "include.lowest", "right", "dig.lab",
       "ordered_result")  # fmt: skip
def _cut(
    t: Translator,
    x: Py,
    breaks: Py,
    labels: Py | None,
    include_lowest: Py | None,
    right: Py | None,
    dig_lab: Py | None,
    ordered_result: Py | None,
) -> Py:
    coded = labels is not None and labels.kind.const is False
    kind = vector("integer", low=1) if coded else FACTOR
    words = {"labels": labels, "right": right, "include_lowest": include_lowest}
    words |= {"dig_lab": dig_lab, "ordered_result": ordered_result}
    return call("rv.cut", [x, breaks], kind, **words)


@stats("symnum", "x", "cutpoints", "symbols", "legend", "na", "corr")
def _symnum(
    t: Translator,
    x: Py,
    cutpoints: Py | None,
    symbols: Py | None,
    legend: Py | None,
    na: Py | None,
    corr: Py | None,
) -> Py:
    if cutpoints is None or symbols is None or flag(corr, False, "corr"):
        raise Refused("symnum() of correlations, or without cutpoints and symbols")
    if x.kind.shape not in ("vector", "scalar", "atomic", "any"):
        raise Refused("symnum() of what is no vector")
    kind = vector("character", complete=True, bare=x.kind.labels.bare, length=x.kind.length)
    return call("rv.symnum", [x, cutpoints, symbols], kind.with_(tag="symnum"), na=na)


def _shown_with_legend(t: Translator, x: Py) -> Py:
    raise Refused("the legend of symnum() has no translation: show as.character() of it")


stats.shows["symnum"] = _shown_with_legend


@stats("findInterval", "x", "vec")
def _find_interval(t: Translator, x: Py, vec: Py) -> Py:
    kind = x.kind.mapped("integer", low=0)
    if x.kind.shape in ("matrix", "array"):
        kind = vector("integer", low=0, bare=True)
    return call("rv.find_interval", [x, vec], kind)


@stats("tabulate", "bin", "nbins")
def _tabulate(t: Translator, bin: Py, nbins: Py | None) -> Py:
    kind = POSITIONS.with_(low=0)
    if nbins is not None and isinstance(nbins.kind.const, int):
        kind = kind.with_(length=nbins.kind.const)
    return call("rv.tabulate", [bin], kind, nbins=nbins)


@stats("prop.table proportions", "x", "margin")
def _prop_table(t: Translator, x: Py, margin: Py | None) -> Py:
    parts = [x] if margin is None else [x, margin]
    low = 0 if x.kind.low is not None and x.kind.low >= 0 else None
    return call("rv.prop_table", parts, like(x.kind, "double", low=low, stored="float"))


@stats("relevel", "x", "ref")
def _relevel(t: Translator, x: Py, ref: Py) -> Py:
    return call("rv.relevel", [x, ref], FACTOR)


@stats("mapvalues", "...", lazy=True)
def _refused_tables(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it has no translation")
