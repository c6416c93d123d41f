"""Random numbers: R's very stream, by `dagbag.rrandom`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import ANY, DOUBLES, INTEGERS, NULL, Kind, constant, element_of
from ._pyexpr import Py, Refused, call, literal
from ._tools import size, sized, text

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = random = Table("stats")
DONE = Kind("other", tag="done")


@random("set.seed", "seed", "kind", "normal.kind", "sample.kind")
def _set_seed(
    t: Translator, seed: Py, kind: Py | None, normal_kind: Py | None, sample_kind: Py | None
) -> Py:
    if (
        kind is not None
        and kind.kind.shape != "null"
        and text(kind, "", "kind") not in ("Mersenne-Twister", "default")
    ):
        raise Refused("only R's default generator, Mersenne-Twister, has a translation")
    if normal_kind is not None and text(normal_kind, "", "normal.kind") not in (
        "Inversion",
        "default",
    ):
        raise Refused("only R's default normal.kind, Inversion, has a translation")
    value = seed if seed.kind.shape == "null" else size(seed)
    t.lost_draws = None
    which = None
    if sample_kind is not None:
        word = text(sample_kind, "", "sample.kind")
        which = literal("Rejection" if word == "default" else word)
    return call("rrandom.set_seed", [value], DONE, sample_kind=which)


@random("RNGkind", "kind", "normal.kind", "sample.kind")
def _rng_kind(t: Translator, kind: Py | None, normal_kind: Py | None, sample_kind: Py | None) -> Py:
    words = [text(v, "default", "kind") for v in (kind, normal_kind, sample_kind) if v is not None]
    if set(words) <= {"Mersenne-Twister", "Inversion", "Rejection", "default"}:
        return literal(None, NULL)
    raise Refused("only R's default generators have a translation")


def _count(n: Py) -> Py | None:
    """Return the number of draws; of a vector R takes the length."""
    if n.kind.is_scalar:
        return size(n)
    return None


def _drawn(n: Py, word: str, parts: list[Py | None], kind: Kind, names: tuple[str, ...]) -> Py:
    count = _count(n)
    given = [p for p in parts if p is not None]
    if count is not None and all(p.kind.is_scalar and not p.kind.na for p in given):
        words = dict(zip(names, parts, strict=True))
        return call(f"rrandom.{word}", [count], sized(kind, count), **words)
    claims = kind if count is None else sized(kind, count)
    words = dict(zip(names, parts, strict=True))
    return call(f"rv.{word}", [n], claims, **words)


@random("runif", "n", "min", "max")
def _runif(t: Translator, n: Py, min: Py | None, max: Py | None) -> Py:
    t.draw()
    low = 0.0 if min is None else min.kind.low
    high = 1.0 if max is None else max.kind.high
    return _drawn(n, "runif", [min, max], DOUBLES.with_(low=low, high=high), ("min", "max"))


@random("rnorm", "n", "mean", "sd")
def _rnorm(t: Translator, n: Py, mean: Py | None, sd: Py | None) -> Py:
    t.draw()
    return _drawn(n, "rnorm", [mean, sd], DOUBLES, ("mean", "sd"))


@random("rexp", "n", "rate")
def _rexp(t: Translator, n: Py, rate: Py | None) -> Py:
    raise Refused("rexp() has no stream of R's numbers here")


@random("rbinom rpois rgamma rbeta rt rchisq rmultinom rgeom rweibull rlogis rcauchy", "...")
def _refused(t: Translator, dots: object) -> Py:
    raise Refused("only runif(), rnorm() and sample() have R's very numbers here")


@random("sample", "x", "size", "replace", "prob")
def _sample(t: Translator, x: Py, replace: Py | None, prob: Py | None, **given: Py | None) -> Py:
    t.draw()
    count = given["size"]
    kind = x.kind
    if prob is not None and prob.kind.shape != "null":
        return _sample_weighted(t, x, count, replace, prob)
    if kind.is_scalar and kind.mode in ("integer", "double") and not kind.na:
        return _sample_int(t, x, replace, None, **{"size": count})
    new = Kind(
        "vector",
        kind.mode,
        low=kind.low,
        high=kind.high,
        na=kind.na,
        whole=kind.whole,
        integral=kind.integral,
    )
    if count is not None and count.kind.is_scalar:
        new = sized(new, count)
    else:
        new = new.with_(length=kind.length, many=kind.many)
    fixed = kind.shape == "vector" and (
        (kind.length or 0) > 1 or kind.many or kind.mode in ("character", "logical")
    )
    if fixed and not kind.names:
        words = {"size": None if count is None else size(count), "replace": replace}
        return _first(call("rrandom.sample", [x], new, **words), count)
    if kind.shape == "list":
        return call("rv.sample", [x], Kind("list", item=kind.item), size=count, replace=replace)
    t.note("sample(x) of a single number x draws from 1:x, as in R", once=True)
    return _first(
        call("rv.sample", [x], new if kind.atomic else ANY, size=count, replace=replace), count
    )


def _first(drawn: Py, count: Py | None) -> Py:
    """One draw is one value."""
    if count is not None and count.kind.const == 1:
        import ast

        node = ast.Subscript(drawn.node, ast.Constant(0), ast.Load())
        return Py(node, element_of(drawn.kind))
    return drawn


@random("sample.int", "n", "size", "replace", "prob")
def _sample_int(
    t: Translator, n: Py, replace: Py | None, prob: Py | None, **given: Py | None
) -> Py:
    count = given["size"]
    if prob is not None and prob.kind.shape != "null":
        return _sample_weighted(t, n, count, replace, prob)
    top = size(n)
    kind = INTEGERS.with_(low=1, high=top.kind.high)
    kind = sized(kind, count if count is not None else top)
    parts = [top] if count is None else [top, size(count)]
    return _first(call("rrandom.sample_int", parts, kind, replace=replace), count)


def _sample_weighted(t: Translator, x: Py, count: Py | None, replace: Py | None, prob: Py) -> Py:
    kind = x.kind
    new = Kind(
        "vector",
        kind.mode if kind.atomic else "any",
        low=1 if kind.is_scalar else kind.low,
        high=kind.high,
        length=kind.length if count is None else None,
    )
    if count is not None and count.kind.is_scalar:
        new = sized(new, count)
    return _first(call("rv.sample", [x], new, size=count, replace=replace, prob=prob), count)


__all__ = ["TABLE", "constant"]
