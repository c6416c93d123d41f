"""Loops that R runs in several processes: here one after the other, with the same results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import ANY, COUNT, NULL, item_of, other
from ._pyexpr import Py, Refused, call, fill, literal
from ._statements import Dest
from ._usage import assigned

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = parallel = Table("parallel")

_CLUSTER = other("cluster")
_NOTE = "loops in several processes run one after the other here"


def _undrawn(t: Translator, function: r.Node) -> None:
    """Refuse workers that draw random numbers: each R process has a generator of its own.

    Those that begin with a seed of theirs draw R's numbers; what is drawn after them need not be.
    """
    seen: set[str] = set()
    workers = [function] if isinstance(function, r.Function) else []
    if isinstance(function, r.Name) and (kind := t.lookup(function.name)) is not None:
        workers = [info.node for info in kind.functions]
    if workers and all(t.effects.seeds_first(worker) for worker in workers):
        t.output.lost_draws = function.span.line
        t.note(_NOTE, once=True)
        return
    waiting = [function]
    while waiting:
        node = waiting.pop()
        if t.effects.moves(node):
            raise Refused("random numbers drawn in several processes are not R's very numbers")
        for inner in r.walk(node):
            if isinstance(inner, r.Name) and inner.name not in seen:
                seen.add(inner.name)
                kind = t.lookup(inner.name)
                waiting += [info.node for info in kind.functions] if kind is not None else []
    t.note(_NOTE, once=True)


def _plain(function: str, node: r.Node, args: list[r.Arg]) -> r.Call:
    return r.Call(node.span, r.Name(node.span, function), args)


def _options(dots: list[r.Arg]) -> list[r.Arg]:
    """Return the arguments without those about processes."""
    return [arg for arg in dots if not (arg.name or "").startswith("mc.")]


@parallel("mclapply pblapply", "X", "FUN", "...", lazy=True)
def _mclapply(t: Translator, X: r.Node, FUN: r.Node, dots: list[r.Arg]) -> Py:
    _undrawn(t, FUN)
    return t.expr(_plain("lapply", X, [r.Arg(None, X), r.Arg(None, FUN), *_options(dots)]))


@parallel("mcmapply", "FUN", "...", lazy=True)
def _mcmapply(t: Translator, FUN: r.Node, dots: list[r.Arg]) -> Py:
    _undrawn(t, FUN)
    return t.expr(_plain("mapply", FUN, [r.Arg(None, FUN), *_options(dots)]))


for _word, _serial in (
    ("parLapply", "lapply"),
    ("parLapplyLB", "lapply"),
    ("clusterApply", "lapply"),
    ("clusterApplyLB", "lapply"),
    ("parSapply", "sapply"),
    ("parSapplyLB", "sapply"),
):

    @parallel(_word, "cl", "X", "FUN", "...", lazy=True)
    def _over_cluster(
        t: Translator,
        cl: r.Node | None,
        X: r.Node,
        FUN: r.Node,
        dots: list[r.Arg],
        _serial: str = _serial,
    ) -> Py:
        _undrawn(t, FUN)
        return t.expr(_plain(_serial, X, [r.Arg(None, X), r.Arg(None, FUN), *dots]))


@parallel("parApply", "cl", "X", "MARGIN", "FUN", "...", lazy=True)
def _par_apply(
    t: Translator, cl: r.Node, X: r.Node, MARGIN: r.Node, FUN: r.Node, dots: list[r.Arg]
) -> Py:
    _undrawn(t, FUN)
    args = [r.Arg(None, X), r.Arg(None, MARGIN), r.Arg(None, FUN), *dots]
    return t.expr(_plain("apply", X, args))


@parallel("detectCores", "...")
def _detect_cores(t: Translator, dots: object) -> Py:
    return fill("rv.cpu_count()", COUNT.with_(low=1))


@parallel("makeCluster makePSOCKcluster makeForkCluster", "...", lazy=True)
def _make_cluster(t: Translator, dots: list[r.Arg]) -> Py:
    t.note(_NOTE, once=True)
    return literal(None, _CLUSTER)


@parallel.statement(
    "clusterExport stopCluster registerDoParallel registerDoSEQ stopImplicitCluster "
    "clusterEvalQ registerDoMC setDefaultCluster"
)
def _about_processes(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        raise Refused("the value of a function about processes")
    assert isinstance(node.function, r.Name)
    if node.function.name == "clusterEvalQ" and t.effects.moves(node):
        raise Refused("random numbers drawn in several processes are not R's very numbers")
    return True


@parallel("clusterExport stopCluster registerDoParallel registerDoSEQ", "...", lazy=True)
def _about_processes_value(t: Translator, dots: list[r.Arg]) -> Py:
    return literal(None, NULL)


@parallel("clusterSetRNGStream clusterCall clusterMap", "...", lazy=True)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("random numbers and calls in several processes have no translation")


# foreach


_FOREACH = (".combine", ".packages", ".export", ".inorder", ".verbose", ".init", ".multicombine",
            ".errorhandling", ".noexport", ".final", ".maxcombine")  # fmt: skip


@parallel("%dopar%", "obj", "ex", lazy=True)
def _dopar(t: Translator, obj: r.Node, ex: r.Node) -> Py:
    return _foreach(t, obj, ex)


@parallel("%do%", "obj", "ex", lazy=True)
def _do(t: Translator, obj: r.Node, ex: r.Node) -> Py:
    changed = [name for name in sorted(assigned(r.walk(ex))) if t.lookup(name) is not None]
    if changed:
        raise Refused(f"%do% that changes `{changed[0]}` outside of it")
    return _foreach(t, obj, ex)


def _foreach(t: Translator, obj: r.Node, ex: r.Node) -> Py:
    """``foreach(i = x, .combine = f) %do% body`` is ``lapply`` with the results put together."""
    if not (
        isinstance(obj, r.Call)
        and isinstance(obj.function, r.Name)
        and obj.function.name == "foreach"
    ):
        raise Refused("%do% of something other than foreach()")
    loops = [arg for arg in obj.args if arg.name and arg.name not in _FOREACH]
    given = {arg.name: arg.value for arg in obj.args if arg.name in _FOREACH}
    if len(loops) != 1 or len(loops) + len(given) != len(obj.args) or loops[0].value is None:
        raise Refused("foreach() over other than one variable with a name")
    if set(given) & {".init", ".errorhandling", ".final", ".maxcombine"}:
        raise Refused("this option of foreach() has no translation")
    function = t.functions.in_place(ex)
    function.params = [r.Param(str(loops[0].name), None)]
    _undrawn(t, function)
    sequence = loops[0].value
    listed = _plain("lapply", obj, [r.Arg(None, sequence), r.Arg(None, function)])
    combine = given.get(".combine")
    if combine is None:
        return t.expr(listed)
    name = combine.value if isinstance(combine, r.Str) else getattr(combine, "name", "")
    if name == "c":
        return t.expr(_plain("unlist", obj, [r.Arg(None, listed)]))
    if name in ("rbind", "cbind"):
        value = t.expr(listed)
        item = item_of(value.kind) if value.kind.is_list else ANY
        kind = item if item.shape in ("frame", "never") else ANY
        return call("rv.combined", [value, literal(name)], kind)
    if name in ("+", "*"):
        args = [r.Arg(None, r.Str(obj.span, name)), r.Arg(None, listed)]
        return t.expr(_plain("Reduce", obj, args))
    raise Refused("this .combine of foreach() has no translation")
