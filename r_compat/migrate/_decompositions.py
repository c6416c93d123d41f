"""Decompositions of matrices: QR, eigenvalues, singular values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLES,
    NULL,
    matrix,
    other,
    record,
    scalar,
    shaped,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._tools import flag

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats")


@stats("qr", "x")
def _qr(t: Translator, x: Py) -> Py:
    return call("rv.QR", [x], other("qr"))


for _word in ("qr.resid", "qr.coef", "qr.fitted"):

    @stats(_word, "qr", "y")
    def _qr_part(t: Translator, qr: Py, y: Py, _name: str = _word) -> Py:
        if qr.kind.tag != "qr":
            raise Refused("a decomposition that is not known")
        shape = (
            shaped(y.kind.shape, "double", stored="float")
            if y.kind.shape in ("vector", "matrix")
            else ANY
        )
        return fill(f"Q.{_name[3:]}(Y)", shape, Q=qr, Y=y)


for _word in ("Q", "R"):

    @stats(f"qr.{_word}", "qr", "complete")
    def _qr_factor(t: Translator, qr: Py, complete: Py | None, _name: str = _word) -> Py:
        if qr.kind.tag != "qr":
            raise Refused("a decomposition that is not known")
        whole = "complete=True" if flag(complete, False, "complete") else ""
        kind = matrix("double", stored="float", bare=_name == "Q")
        return fill(f"Q.{_name.lower()}({whole})", kind, Q=qr)


@stats("chol2inv", "x")
def _chol2inv(t: Translator, x: Py) -> Py:
    kind = matrix("double", stored="float", bare=True, extents=x.kind.extents)
    return call("rv.chol2inv", [x], kind if x.kind.shape == "matrix" else matrix("double"))


@stats("kappa", "z", "exact")
def _kappa(t: Translator, z: Py, exact: Py | None) -> Py:
    if not flag(exact, False, "exact"):
        raise Refused("kappa() is an estimate, without exact = TRUE")
    return call("rv.kappa", [z], scalar("double", stored="float", low=1))


_OF_COMPLEX = ("Mod", "Re", "Im", "Arg", "Conj", "is.complex")


@stats("eigen", "x", "symmetric", "only.values")
def _eigen(t: Translator, x: Py, symmetric: Py | None, only_values: Py | None) -> Py:
    t.note("the signs of eigenvectors are arbitrary and may not be R's", once=True)
    bare = only_values is not None and flag(only_values, False, "only.values")
    wide = t.usage.calls(*_OF_COMPLEX) and not (symmetric and symmetric.kind.const is True)
    values, vectors = (ANY, ANY) if wide else (DOUBLES, matrix("double"))
    return call(
        "rv.eigen",
        [x],
        record((("values", values), ("vectors", NULL if bare else vectors))),
        symmetric=symmetric,
        only_values=literal(True) if bare else None,
        imaginary=literal(True) if wide else None,
    )


for _r_name, _word in (
    ("Mod", "modulus"),
    ("Re", "real_part"),
    ("Im", "imaginary_part"),
    ("Arg", "argument"),
):

    @stats(_r_name, "z")
    def _part(t: Translator, z: Py, _word: str = _word) -> Py:
        low = 0 if _word == "modulus" else None
        kind = z.kind.mapped("double", low=low, stored="float") if z.kind.numeric else ANY
        return call(f"rv.{_word}", [z], kind)


@stats("Conj", "z")
def _conj(t: Translator, z: Py) -> Py:
    return call("rv.conjugate", [z], ANY)


@stats("is.complex", "x")
def _is_complex(t: Translator, x: Py) -> Py:
    return call("rv.is_complex", [x], scalar("logical", finite=True))


@stats("svd", "x", "nu", "nv")
def _svd(t: Translator, x: Py, nu: Py | None, nv: Py | None) -> Py:
    if nu is not None and nv is not None and constant_of(nu.node) == constant_of(nv.node) == 0:
        return fill("{'d': rv.svd(X)['d']}", record((("d", DOUBLES),)), X=x)
    if nu is not None or nv is not None:  # of none there is no component
        return call("rv.svd", [x], ANY, nu=nu, nv=nv)
    return call(
        "rv.svd",
        [x],
        record((("d", DOUBLES), ("u", matrix("double")), ("v", matrix("double")))),
    )
