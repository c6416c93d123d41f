"""Random numbers: R's very stream, by `dagbag.rrandom`."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import (
    ANY,
    NUMBERS,
    POSITIONS,
    TEXTS,
    Kind,
    list_of,
    matrix,
    other,
    vector,
)
from ._pyexpr import Line, Py, Refused, call, literal
from ._tools import length_of, size, sized, text

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = random = Table("stats")
DONE = other("done")
DRAWN_COUNTS = vector("integer", low=0, finite=True, bare=True)

_GENERATORS = ("Mersenne-Twister", "default")
_NORMALS = ("Inversion", "default")
_SAMPLES = ("Rejection", "Rounding", "default")


# The stream


def _kind_word(t: Translator, value: Py | None, what: str, known: tuple[str, ...]) -> str | None:
    """Return which generator an argument names, perhaps in short; None if it is NULL."""
    if value is None or value.kind.shape == "null":
        return None
    word = text(value, "", what)
    found = [name for name in known if word and name.startswith(word)]
    if len(found) != 1:
        t.output.other_generator = t.output.line
        raise Refused(
            f'only R\'s default generators and sample.kind = "Rounding" have a translation, not '
            f"{what} = {word!r}"
        )
    return found[0]


def _sample_kind(t: Translator, value: Py | None) -> Py | None:
    word = _kind_word(t, value, "sample.kind", _SAMPLES)
    if word is None:
        return None
    return literal("Rejection" if word == "default" else word)


@random("set.seed", "seed", "kind", "normal.kind", "sample.kind")
def _set_seed(
    t: Translator, seed: Py, kind: Py | None, normal_kind: Py | None, sample_kind: Py | None
) -> Py:
    _kind_word(t, kind, "kind", _GENERATORS)
    _kind_word(t, normal_kind, "normal.kind", _NORMALS)
    which = _sample_kind(t, sample_kind)
    value = seed if seed.kind.shape == "null" else size(seed)
    t.output.lost_draws = None
    return call("rrandom.set_seed", [value], DONE, sample_kind=which)


@random("RNGkind", "kind", "normal.kind", "sample.kind")
def _rng_kind(t: Translator, kind: Py | None, normal_kind: Py | None, sample_kind: Py | None) -> Py:
    word = _kind_word(t, kind, "kind", _GENERATORS)
    _kind_word(t, normal_kind, "normal.kind", _NORMALS)
    which = _sample_kind(t, sample_kind)
    if kind is None and normal_kind is None and sample_kind is None:
        return call("rv.rng_kind", [], TEXTS.with_(length=3))
    if word is not None:
        word = "Mersenne-Twister"
    generator = None if word is None else literal(word)
    return call("rv.rng_kind", [], DONE, generator=generator, sample_kind=which)


def _seed(t: Translator) -> Py:
    t.draw()  # it is not R's if a draw before was lost
    return call("rv.random_seed", [], vector("integer", length=626))


random.values[".Random.seed"] = _seed


def store_seed(t: Translator, value: Py, *, outer: bool) -> None:
    """Translate ``.Random.seed <- value`` in the workspace: the stream goes on from there."""
    if t.scope.parent is not None and not outer:
        raise Refused("`.Random.seed` of a function is not that of the generator")
    t.emit(Line(call("rv.set_random_seed", [value]).text))
    t.output.lost_draws = None


# Distributions

_ANY_SIGN = ("min", "max", "mean", "meanlog", "location")


def _is_plain(parameter: Py, lowest: float = 0.0) -> bool:
    """Whether a parameter is one that `rrandom` takes: numbers without NA, or a vector of them.

    What is known to be below the lowest value, and so no parameter, is left to R's rules.
    """
    kind = parameter.kind
    if kind.low is not None and kind.low < lowest:
        return False
    if kind.mode not in ("integer", "double") or kind.na:
        return False
    return kind.is_scalar or (kind.shape == "vector" and kind.filled)


def _drawn(word: str, n: Py, required: list[Py | None], kind: Kind, **optional: Py | None) -> Py:
    """Return a draw by `rrandom` if the parameters are known to be plain, else by R's rules.

    Parameters of `rrandom` are right, or it raises; so its draws are never missing.
    """
    for parameter in required:
        if parameter is None:
            raise Refused(f"{word}() needs all of its parameters")
    parameters = [p for p in required if p is not None]
    given = {key: p for key, p in optional.items() if p is not None and p.kind.shape != "null"}
    plain = all(_is_plain(p) for p in parameters) and all(
        _is_plain(p, -math.inf if key in _ANY_SIGN or (word, key) == ("rt", "ncp") else 0.0)
        for key, p in given.items()
    )
    if n.kind.is_scalar and plain:
        count = size(n)
        return call(f"rrandom.{word}", [count, *parameters], sized(kind, count), **given)
    claims = kind.with_(complete=False, finite=False)
    if claims.mode == "integer":
        claims = vector(bare=True)  # NA among counts makes them floats
    if n.kind.is_scalar:
        claims = sized(claims, size(n))
    return call(f"rv.{word}", [n, *parameters], claims.with_(low=None, high=None), **given)


@random("runif", "n", "min", "max")
def _runif(t: Translator, n: Py, min: Py | None, max: Py | None) -> Py:
    t.draw()
    low = 0.0 if min is None else min.kind.low
    high = 1.0 if max is None else max.kind.high
    kind = NUMBERS.with_(low=low, high=high, finite=True)
    return _drawn("runif", n, [], kind, min=min, max=max)


@random("rnorm", "n", "mean", "sd")
def _rnorm(t: Translator, n: Py, mean: Py | None, sd: Py | None) -> Py:
    t.draw()
    return _drawn("rnorm", n, [], NUMBERS.with_(finite=True), mean=mean, sd=sd)


@random("rlnorm", "n", "meanlog", "sdlog")
def _rlnorm(t: Translator, n: Py, meanlog: Py | None, sdlog: Py | None) -> Py:
    t.draw()
    kind = NUMBERS.with_(low=0, complete=True)
    return _drawn("rlnorm", n, [], kind, meanlog=meanlog, sdlog=sdlog)


@random("rexp", "n", "rate")
def _rexp(t: Translator, n: Py, rate: Py | None) -> Py:
    t.draw()
    return _drawn("rexp", n, [], NUMBERS.with_(low=0, complete=True), rate=rate)


@random("rgamma", "n", "shape", "rate", "scale")
def _rgamma(t: Translator, n: Py, shape: Py | None, rate: Py | None, scale: Py | None) -> Py:
    t.draw()
    if rate is not None and scale is not None:
        words = {"shape": shape, "rate": rate, "scale": scale}
        return call("rv.rgamma", [n], NUMBERS, **words)  # R warns or stops, by their values
    return _drawn("rgamma", n, [shape], NUMBERS.with_(low=0, complete=True), rate=rate, scale=scale)


@random("rchisq", "n", "df", "ncp")
def _rchisq(t: Translator, n: Py, df: Py | None, ncp: Py | None) -> Py:
    t.draw()
    return _drawn("rchisq", n, [df], NUMBERS.with_(low=0, complete=True), ncp=ncp)


@random("rt", "n", "df", "ncp")
def _rt(t: Translator, n: Py, df: Py | None, ncp: Py | None) -> Py:
    t.draw()
    return _drawn("rt", n, [df], NUMBERS.with_(complete=ncp is None), ncp=ncp)


@random("rf", "n", "df1", "df2", "ncp")
def _rf(t: Translator, n: Py, df1: Py | None, df2: Py | None, ncp: Py | None) -> Py:
    t.draw()
    return _drawn("rf", n, [df1, df2], NUMBERS, ncp=ncp)


@random("rbeta", "n", "shape1", "shape2", "ncp")
def _rbeta(t: Translator, n: Py, shape1: Py | None, shape2: Py | None, ncp: Py | None) -> Py:
    t.draw()
    kind = NUMBERS.with_(low=0, high=1, finite=True) if ncp is None else NUMBERS
    return _drawn("rbeta", n, [shape1, shape2], kind, ncp=ncp)


@random("rweibull", "n", "shape", "scale")
def _rweibull(t: Translator, n: Py, shape: Py | None, scale: Py | None) -> Py:
    t.draw()
    return _drawn("rweibull", n, [shape], NUMBERS.with_(low=0, complete=True), scale=scale)


@random("rlogis", "n", "location", "scale")
def _rlogis(t: Translator, n: Py, location: Py | None, scale: Py | None) -> Py:
    t.draw()
    kind = NUMBERS.with_(complete=True)
    return _drawn("rlogis", n, [], kind, location=location, scale=scale)


@random("rcauchy", "n", "location", "scale")
def _rcauchy(t: Translator, n: Py, location: Py | None, scale: Py | None) -> Py:
    t.draw()
    kind = NUMBERS.with_(complete=True)
    return _drawn("rcauchy", n, [], kind, location=location, scale=scale)


@random("rbinom", "n", "size", "prob")
def _rbinom(t: Translator, n: Py, prob: Py | None, **given: Py | None) -> Py:
    t.draw()
    trials = given["size"]
    high = None if trials is None else trials.kind.high
    return _drawn("rbinom", n, [trials, prob], DRAWN_COUNTS.with_(high=high))


@random("rpois", "n", "lambda")
def _rpois(t: Translator, n: Py, **given: Py | None) -> Py:
    t.draw()
    return _drawn("rpois", n, [given["lambda"]], DRAWN_COUNTS)


@random("rgeom", "n", "prob")
def _rgeom(t: Translator, n: Py, prob: Py | None) -> Py:
    t.draw()
    return _drawn("rgeom", n, [prob], DRAWN_COUNTS)


@random("rnbinom", "n", "size", "prob", "mu")
def _rnbinom(t: Translator, n: Py, prob: Py | None, mu: Py | None, **given: Py | None) -> Py:
    t.draw()
    if (prob is None) == (mu is None):
        raise Refused("rnbinom() needs one of prob and mu")
    kind = DRAWN_COUNTS if mu is None else NUMBERS.with_(low=0, complete=True)
    return _drawn("rnbinom", n, [given["size"]], kind, prob=prob, mu=mu)


@random("rhyper", "nn", "m", "n", "k")
def _rhyper(t: Translator, nn: Py, m: Py | None, n: Py | None, k: Py | None) -> Py:
    t.draw()
    return _drawn("rhyper", nn, [m, n, k], DRAWN_COUNTS)


@random("rsignrank", "nn", "n")
def _rsignrank(t: Translator, nn: Py, n: Py | None) -> Py:
    t.draw()
    return _drawn("rsignrank", nn, [n], DRAWN_COUNTS)


@random("rwilcox", "nn", "m", "n")
def _rwilcox(t: Translator, nn: Py, m: Py | None, n: Py | None) -> Py:
    t.draw()
    return _drawn("rwilcox", nn, [m, n], DRAWN_COUNTS)


@random("rmultinom", "n", "size", "prob")
def _rmultinom(t: Translator, n: Py, prob: Py, **given: Py | None) -> Py:
    t.draw()
    balls = given["size"]
    if balls is None:
        raise Refused("rmultinom() needs all of its parameters")
    sizes = all(p.kind.is_scalar and not p.kind.na for p in (n, balls))
    if sizes and prob.kind.shape == "vector" and _is_plain(prob) and not prob.kind.names:
        count = size(n)
        dims = (prob.kind.length, length_of(count.kind))
        kind = matrix("integer", low=0, finite=True, bare=True, dims=dims)
        return call("rrandom.rmultinom", [count, size(balls), prob], kind)
    return call("rv.rmultinom", [n, balls, prob], matrix("integer", low=0, finite=True))


# Samples


def _flag(replace: Py | None) -> Py | None:
    """Return whether to replace as a bool of Python."""
    if replace is None or (replace.kind.is_scalar and replace.kind.mode == "logical"):
        return replace
    return call("bool", [replace])


def _weights(prob: Py | None) -> Py | None:
    return None if prob is None or prob.kind.shape == "null" else prob


def _is_one_number(kind: Kind) -> bool:
    return kind.is_scalar and kind.mode in ("integer", "double") and not kind.na


@random("sample", "x", "size", "replace", "prob")
def _sample(t: Translator, x: Py, replace: Py | None, prob: Py | None, **given: Py | None) -> Py:
    t.draw()
    count, weights, kind = given["size"], _weights(prob), x.kind
    plain = (weights is None or _is_plain(weights)) and (count is None or count.kind.is_scalar)
    if plain and _is_one_number(kind) and (kind.high is None or kind.high >= 1):
        # A number below 1 stands for itself in R; rrandom.sample refuses it.
        word = "sample_int" if (kind.low or kind.soft or 0) >= 1 else "sample"
        return _sampled_integers(word, x, count, replace, weights)
    fixed = kind.shape == "vector" and (
        (kind.length or 0) > 1 or kind.many or kind.mode in ("character", "logical")
    )
    new = _sample_kind_of(kind, count)
    words = {"replace": _flag(replace), "prob": weights}
    if plain and fixed and not kind.names:
        number = None if count is None else size(count)
        return _first(call("rrandom.sample", [x], new, size=number, **words), count)
    if kind.atomic and not fixed:
        t.note("sample(x) of a single number x draws from 1:x, as in R", once=True)
    return _first(call("rv.sample", [x], new, size=count, **words), count)


def _sample_kind_of(kind: Kind, count: Py | None) -> Kind:
    """Return the kind of elements of a value; of one number they may be 1..x."""
    if kind.shape == "list":
        return list_of(kind.item or ANY)
    if kind.shape != "vector":
        return ANY if not kind.atomic else vector()
    new = vector(kind.values, labels=kind.labels)
    if not ((kind.length or 0) > 1 or kind.many) and kind.mode in ("integer", "double", "any"):
        new = vector(kind.mode if kind.mode == "integer" else "any")
    if count is None:
        return new.with_(length=kind.length if (kind.length or 0) > 1 else None, many=kind.many)
    return sized(new, count) if count.kind.is_scalar else new


def _first(drawn: Py, count: Py | None) -> Py:
    """One draw is one value, if it can have no name."""
    kind = drawn.kind
    if count is not None and count.kind.const == 1 and kind.shape == "vector" and not kind.names:
        return Py(ast.Subscript(drawn.node, ast.Constant(0), ast.Load()), kind.element())
    return drawn


def _sampled_integers(
    word: str,
    n: Py,
    count: Py | None,
    replace: Py | None,
    prob: Py | None,
    **more: Py | None,
) -> Py:
    top = size(n)
    kind = sized(POSITIONS.with_(high=top.kind.high), count if count is not None else top)
    parts = [top] if count is None else [top, size(count)]
    words = {"replace": _flag(replace), "prob": prob, **more}
    return _first(call(f"rrandom.{word}", parts, kind, **words), count)


@random("sample.int", "n", "size", "replace", "prob", "useHash")
def _sample_int(
    t: Translator,
    n: Py,
    replace: Py | None,
    prob: Py | None,
    useHash: Py | None,
    **given: Py | None,
) -> Py:
    t.draw()
    count, weights = given["size"], _weights(prob)
    plain = (weights is None or _is_plain(weights)) and (count is None or count.kind.is_scalar)
    if plain and _is_one_number(n.kind):
        hashed = _flag(useHash)
        return _sampled_integers("sample_int", n, count, replace, weights, use_hash=hashed)
    words = {"replace": _flag(replace), "prob": weights, "use_hash": useHash}
    kind = POSITIONS if count is None else sized(POSITIONS, count)
    return _first(call("rv.sample_int", [n], kind, size=count, **words), count)


__all__ = ["TABLE"]
