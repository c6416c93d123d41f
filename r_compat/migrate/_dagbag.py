"""R's package dagbag: its functions, their arguments in R's order, and what they return.

The table of another package, as dagbagM, is made in the same way: a `Signature` per function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dagbag.ensemble import Ensemble
from dagbag.results import AggregationResult, SearchResult

from ._functions import Table
from ._kinds import (
    ANY,
    EXTENT,
    NULL,
    NUMBER_MATRIX,
    POSITIONS,
    Kind,
    array,
    atom,
    list_of,
    matrix,
    record,
    result,
    scalar,
    vector,
)
from ._pyexpr import Py, Refused, call, fill, literal
from ._tools import size

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = dagbag = Table(
    "dagbag",
    imports={
        "dagbag": "import dagbag",
        "move_adj": "from dagbag.r_compat import move_adj",
        "result_skeleton": "from dagbag.r_compat import result_skeleton",
        "y_stand": "from dagbag.r_compat import y_stand",
    },
)
dagbag.drawing.add("score")  # with n.boot or shuffle

_GRAPH = matrix("integer", finite=True, low=0, high=1, many=True, bare=True)
_MOVES = matrix("integer", finite=True, low=0, dims=(None, 3), bare=True)
_STEP = scalar("integer", finite=True, low=0)
_STEPS = vector("double", finite=True, stored="float", many=True, bare=True)
_FLAGS = vector("integer", finite=True, many=True, bare=True)

MOVEMENT = "node numbers in movement count from 1, as in R: subtract 1 before using one as an index"
DROPPED = "R drops the names of the columns; here the result keeps them as result.nodes"
SHUFFLE = (
    "shuffle=True is R's: one permutation for all resamples; shuffle='resample' draws a fresh one "
    "for each"
)
MAX_STEP = (
    "max.step (R's default 500) also regularises: a search that it ends has not converged; see "
    "result.converged"
)


@dataclass(frozen=True)
class Signature:
    """A function of a package: R's parameters in R's order with Python's names."""

    python: str
    params: tuple[tuple[str, str], ...]
    integers: frozenset[str] = frozenset()
    singles: frozenset[str] = frozenset()


def _params(names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, name.replace(".", "_")) for name in names.split())


SCORE = Signature(
    "dagbag.score",
    _params(
        "Y n.boot score.type threshold max.step ini.adj.matrix blacklist whitelist standardize "
        "standardize.boot random.forest random.step.length nrestart perturb shuffle print EPS"
    ),
    frozenset({"n.boot", "max.step", "nrestart", "perturb"}),
    frozenset({"score.type", "threshold", "standardize", "standardize.boot", "shuffle"}),
)
SCORE_SHD = Signature(
    "dagbag.score_shd",
    _params("boot.adj alpha threshold max.step blacklist whitelist print"),
    frozenset({"max.step"}),
    frozenset({"alpha", "threshold"}),
)


def called(signature: Signature, given: dict[str, Py | None], kind: Kind) -> Py:
    """Return the call of a function of a table: the data by position, the rest by name."""
    positional: list[Py] = []
    words: dict[str, Py | None] = {}
    for k, (r_name, python_name) in enumerate(signature.params):
        value = given.get(r_name.replace(".", "_"))
        if value is None:
            continue
        if r_name in signature.integers:
            value = size(value)
        elif r_name == "score.type" and value.kind.shape == "vector":
            value = fill("X[0]", X=value)
        elif r_name in signature.singles and not (value.kind.is_scalar or _is_null(value)):
            value = call("rv.single", [value], ANY)
        if k == 0:
            positional.append(value)
        else:
            words[python_name] = value
    return call(signature.python, positional, kind, **words)


def _is_null(value: Py) -> bool:
    return value.kind.shape in ("null", "never")


def _is_false(value: Py | None) -> bool:
    return value is None or value.kind.const is False or value.kind.const == 0


@dagbag("score", *(name for name, _ in SCORE.params))
def _score(t: Translator, **given: Py | None) -> Py:
    n_boot, shuffle = given.get("n_boot"), given.get("shuffle")
    if given.get("Y") is None:
        raise Refused("score() without data")
    bootstrap = not _is_false(n_boot)
    if bootstrap or not _is_false(shuffle):
        t.draw()
    unsure = False
    if n_boot is not None and not isinstance(n_boot.kind.const, (int, float)):
        low = n_boot.kind.low
        if low is None or low < 1:
            unsure = True
    if not _is_false(shuffle):
        t.note(SHUFFLE, once=True)
    if given.get("max_step") is not None:
        t.note(MAX_STEP, once=True)
    Y = given["Y"]
    if Y is not None and (Y.kind.names or Y.kind.shape == "frame"):
        t.note(DROPPED, once=True)
    given.pop("print", None)
    tag = "either" if unsure else "ensemble" if bootstrap else "search"
    return called(SCORE, given, result(tag))


@dagbag("score_shd", *(name for name, _ in SCORE_SHD.params))
def _score_shd(t: Translator, **given: Py | None) -> Py:
    if given.get("max_step") is not None:
        t.note(MAX_STEP, once=True)
    boot = given.get("boot_adj")
    if boot is None:
        raise Refused("score_shd() without an ensemble")
    given["boot_adj"] = _as_ensemble(boot)
    given.pop("print", None)
    return called(SCORE_SHD, given, result("aggregation"))


@dagbag.listed("score")
def _score_of_list(t: Translator, arguments: Py) -> Py:
    t.draw()  # there may be resamples
    return call("rv.do_call", [fill(SCORE.python), arguments], result("either"))


@dagbag.listed("score_shd")
def _score_shd_of_list(t: Translator, arguments: Py) -> Py:
    return call("rv.do_call", [fill(SCORE_SHD.python), arguments], result("aggregation"))


def _as_ensemble(value: Py) -> Py:
    """``boot.adj_matrix.astype(int)`` need not be widened to be counted."""
    text = value.text
    if text.endswith(".adj_matrix.astype(int)"):
        import ast

        return Py(ast.parse(text.removesuffix(".astype(int)"), mode="eval").body, value.kind)
    return value


_ITEMS = {
    "search": SearchResult._r_names,
    "ensemble": Ensemble._r_names,
    "either": SearchResult._r_names,
    "aggregation": AggregationResult._r_names,
}
_KINDS = {"adj.matrix": _GRAPH, "final.step": _STEP, "movement": _MOVES, "delta.min": _STEPS,
          "bic.ok": _FLAGS}  # fmt: skip


def _item(t: Translator, value: Py, key: str | int) -> Py:
    names = _ITEMS[value.kind.tag]
    if isinstance(key, int):
        if value.kind.tag == "either" or not 1 <= key <= len(names):
            return call("rv.element", [value, literal(key)], ANY)
        key = names[key - 1]
    found = [name for name in names if name == key] or [n for n in names if n.startswith(key)]
    if len(found) != 1:
        return literal(None, NULL)
    name = found[0]
    if name != key:
        t.note(f"${key} is short for ${name}: R matches names by their beginning")
    if name == "movement":
        t.note(MOVEMENT, once=True)
    text = f"X.{name.replace('.', '_')}"
    kind = _KINDS[name]
    if value.kind.tag == "ensemble":
        kind = array(_GRAPH.values, many=True, bare=True, dims=(None, None, None))
        return fill(f"{text}.astype(int)", kind, X=value)
    if value.kind.tag == "either" and name == "adj.matrix":
        # A matrix or, of resamples, an array.
        return fill(f"{text}.astype(int)", atom(_GRAPH.values, bare=True), X=value)
    return Py(fill(text, X=value).node, kind, value.alias)


for _tag in _ITEMS:
    dagbag.results[_tag] = _item


@dagbag("y.stand", "Y")
def _y_stand(t: Translator, Y: Py) -> Py:
    return fill(
        "y_stand(X)", NUMBER_MATRIX.with_(finite=Y.kind.finite, dims=Y.kind.dims, many=True), X=Y
    )


@dagbag("result_skeleton", "adj", "true.ske")
def _result_skeleton(t: Translator, adj: Py, true_ske: Py) -> Py:
    kind = POSITIONS.with_(length=2, low=0)
    return fill("np.array(result_skeleton(A, B))", kind, A=adj, B=true_ske)


@dagbag("move_adj", "p", "movement")
def _move_adj(t: Translator, p: Py, movement: Py) -> Py:
    if movement.kind.mode != "integer":
        movement = fill("M.astype(int)", M=movement)
    return fill("move_adj(P, M)", list_of(_GRAPH), P=size(p), M=movement)


EXAMPLE = record(
    (
        ("Y", matrix("double", finite=True, many=True, bare=True, dims=(102, 102))),
        (
            "true.dir",
            matrix("double", finite=True, low=0, high=1, many=True, bare=True, dims=(102, 102)),
        ),
        ("true.ske", matrix("logical", finite=True, many=True, bare=True, dims=(102, 102))),
    )
)

__all__ = ["EXTENT", "TABLE"]
