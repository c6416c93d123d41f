"""Components that what a test, a search or a fit returns always has, by their names.

Such a value is a ``dict``, or a `Model`, which is one; a component that is always there is read by
its name. What is not listed here depends on the data or on arguments.
"""

from __future__ import annotations

from ._kinds import ANY, COUNT, NUMBER, NUMBERS, POSITIONS, TEXT, Kind

_TEST = {"p.value": NUMBER, "method": TEXT}
_SAMPLES = {
    **_TEST,
    "statistic": ANY,
    "parameter": ANY,
    "conf.int": NUMBERS.with_(length=2),
    "estimate": ANY,
    "null.value": ANY,
    "alternative": TEXT,
}
_ALWAYS: dict[str, dict[str, Kind]] = {
    "t.test": {**_SAMPLES, "stderr": NUMBER},
    "var.test": _SAMPLES,
    "binom.test": _SAMPLES,
    "wilcox.test": {**_TEST, "statistic": ANY, "null.value": ANY, "alternative": TEXT},
    "kruskal.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "bartlett.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "cor.test": {**_TEST, "statistic": ANY, "estimate": ANY, "alternative": TEXT},
    "Box.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "shapiro.test": {**_TEST, "statistic": ANY},
    "chisq.test": {**_TEST, "statistic": ANY, "parameter": ANY, "observed": ANY, "expected": ANY,
                   "residuals": ANY, "stdres": ANY},
    "fisher.test": _TEST,
    "prop.test": _SAMPLES | {"conf.int": ANY},
    "prop.trend.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "mcnemar.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "mantelhaen.test": {**_TEST, "statistic": ANY, "parameter": ANY},
    "ks.test": {**_TEST, "statistic": ANY, "alternative": TEXT},
    "uniroot": {"root": NUMBER, "f.root": ANY, "iter": COUNT},
    "integrate": {"value": NUMBER, "abs.error": NUMBER},
    "optim": {"par": ANY, "value": NUMBER, "counts": ANY, "convergence": COUNT},
    "optimize": {"minimum": NUMBER, "objective": ANY},
    "optimize.maximum": {"maximum": NUMBER, "objective": ANY},
    "density": {"x": NUMBERS.with_(many=True), "y": NUMBERS.with_(many=True), "bw": NUMBER},
    "hclust": {"merge": ANY, "height": ANY, "order": POSITIONS.with_(many=True), "method": TEXT},
    "prcomp": {"sdev": NUMBERS, "rotation": ANY},
    "lsfit": {"coefficients": ANY, "residuals": NUMBERS},
    "lm.fit": {"coefficients": ANY, "residuals": ANY, "fitted.values": ANY},
}  # fmt: skip


def returned_by(function: str) -> Kind:
    """Return the kind of what a function of R returns, whose components are known in part."""
    return ANY.with_(tag=f"of {function}") if function in _ALWAYS else ANY


def component(kind: Kind, key: object) -> Kind | None:
    """Return the kind of a component that is there for sure."""
    if kind.shape != "any" or not isinstance(key, str):
        return None
    return _ALWAYS.get(kind.tag.removeprefix("of "), {}).get(key)
