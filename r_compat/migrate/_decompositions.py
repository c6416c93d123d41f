"""Decompositions of matrices: QR, eigenvalues, singular values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import (
    ANY,
    DOUBLES,
    matrix,
    other,
    record,
    shaped,
)
from ._pyexpr import Py, Refused, call, constant_of, fill

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


@stats("eigen", "x", "symmetric", "only.values")
def _eigen(t: Translator, x: Py, symmetric: Py | None, only_values: Py | None) -> Py:
    t.note("the signs of eigenvectors are arbitrary and may not be R's", once=True)
    return call(
        "rv.eigen",
        [x],
        record((("values", DOUBLES), ("vectors", matrix("double")))),
    )


@stats("svd", "x", "nu", "nv")
def _svd(t: Translator, x: Py, nu: Py | None, nv: Py | None) -> Py:
    if nu is not None or nv is not None:
        if any(v is None or constant_of(v.node) != 0 for v in (nu, nv)):
            raise Refused("svd() with a number of vectors other than 0 of both")
        return fill("{'d': rv.svd(X)['d']}", record((("d", DOUBLES),)), X=x)
    return call(
        "rv.svd",
        [x],
        record((("d", DOUBLES), ("u", matrix("double")), ("v", matrix("double")))),
    )
