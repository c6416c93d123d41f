"""The package MASS: draws of the multivariate normal distribution, an inverse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._functions import Table
from ._kinds import ANY, matrix, vector
from ._pyexpr import Py, Refused, call, literal
from ._tools import length_of, refuse_given

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = mass = Table("MASS")
_SURE = 2  # variables of which every LAPACK gives the eigenvectors the same signs


@mass("mvrnorm", "n", "mu", "Sigma", "tol", "empirical", "EISPACK")
def _mvrnorm(
    t: Translator,
    n: Py | None,
    mu: Py,
    Sigma: Py,
    tol: Py | None,
    empirical: Py | None,
    EISPACK: Py | None,
) -> Py:
    refuse_given("mvrnorm", EISPACK=EISPACK)
    extents = Sigma.kind.dims or (mu.kind.length,)
    if mu.kind.is_scalar:
        extents = (1,)
    if extents[0] is None or extents[0] > _SURE:
        raise Refused(
            "mvrnorm() draws along eigenvectors, whose signs are up to R's LAPACK: with three or "
            "more variables its numbers cannot be had; rv.mvrnorm(n, mu, Sigma) has the same "
            "distribution"
        )
    t.draw()
    count = literal(1) if n is None else n
    kind = ANY
    if length_of(count.kind) == 1:
        kind = vector("double", stored="float")
    elif length_of(count.kind) is not None or (count.kind.soft or count.kind.low or 0) >= 2:
        kind = matrix("double", stored="float", dims=(length_of(count.kind), mu.kind.length))
    return call("rv.mvrnorm", [count, mu, Sigma], kind, tol=tol, empirical=empirical)


@mass("ginv", "X", "tol")
def _ginv(t: Translator, X: Py, tol: Py | None) -> Py:
    return call("rv.ginv", [X], matrix("double", stored="float", bare=True), tol=tol)


__all__ = ["TABLE"]
