"""What a construct does besides having a value: draws of random numbers, here and further in.

A statement that is not translated draws nothing, so what is drawn after it is not what R draws,
until the next ``set.seed()``. What it would have drawn, or written into a file, is lost with it.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._environments import is_environment
from ._kinds import ANY, without_value
from ._pyexpr import Refused
from ._usage import SEED, is_call, root_of

if TYPE_CHECKING:
    from ._functions import FunctionInfo
    from ._translate import Translator

_DRAWS = (
    "mvrnorm", "rbeta", "rbinom", "rcauchy", "rchisq", "rexp", "rf", "rgamma", "rgeom", "rhyper",
    "rlnorm", "rlogis", "rmultinom", "rnbinom", "rnorm", "rpois", "rsignrank", "rt", "runif",
    "rweibull", "rwilcox", "sample", "sample.int", "r2dtable", "jitter", "rWishart", "kmeans",
    # Of packages without a translation:
    "arima.sim", "boot", "createDataPartition", "createFolds", "cv.glmnet", "randomForest",
    "rdirichlet", "rmvnorm", "rmvt", "sample_frac", "sample_gnm", "sample_gnp", "sample_n",
    "simulate", "slice_sample",
)  # fmt: skip
_STARTS = ("set.seed", "RNGkind", "RNGversion")
_WRITES = (
    "write", "write.csv", "write.csv2", "write.table", "writeLines", "cat", "save", "saveRDS",
    "save.image", "dput", "dump", "sink", "file.copy", "file.rename", "file.remove", "unlink",
    "file.create", "dir.create", "file.append", "file", "gzfile", "capture.output", "write_csv",
    "write.matrix", "write.dcf", "fwrite", "write.xlsx", "write_tsv", "exportJSON", "write_json",
)  # fmt: skip
_PRINTS = ("cat", "print", "writeLines", "write", "str", "show", "dput", "write.table", "write.csv")
_READS = (
    "read.csv", "read.csv2", "read.table", "read.delim", "readLines", "readRDS", "load", "scan",
    "file.exists", "file.size", "file.info", "list.files", "dir", "source", "dget", "readline",
    "md5sum", "Sys.glob", "file.copy", "file.rename", "unlink", "file.remove",
)  # fmt: skip

_PLOTS = (
    "plot", "hist", "barplot", "boxplot", "image", "curve", "pie", "matplot", "pairs", "contour",
    "plot.new", "dotchart", "mosaicplot", "qqnorm", "heatmap", "stripchart", "persp", "coplot",
    "sunflowerplot", "smoothScatter", "plot.default", "plot.ts", "interaction.plot", "biplot",
)  # fmt: skip
_ADDITIONS = (
    "lines", "points", "abline", "legend", "text", "title", "mtext", "axis", "box", "grid",
    "segments", "arrows", "rect", "polygon", "rug", "matlines", "matpoints", "qqline", "symbols",
)  # fmt: skip

_DEVICES = ("pdf", "png", "jpeg", "bmp", "tiff", "svg", "postscript", "cairo_pdf", "ggsave")
_COMPOUND = (r.If, r.For, r.While, r.Block)
# Functions of R that call those among their arguments, or hand them on.
_FUNCTIONALS = (
    "lapply", "sapply", "vapply", "mapply", "rapply", "eapply", "Map", "Filter", "Reduce", "Find",
    "Position", "apply", "tapply", "outer", "do.call", "match.fun", "get", "get0", "mget",
    "aggregate", "by", "ave", "sweep", "Vectorize", "integrate", "optimize", "optimise", "optim",
    "uniroot", "nlm", "nlminb", "mclapply", "pblapply", "parLapply", "parSapply", "clusterApply",
    "future_lapply", "future_sapply", "map", "map_dbl", "map_int", "map_chr", "map_lgl", "map2",
    "pmap", "walk", "reduce", "boot",
)  # fmt: skip
_EACH = ("lapply", "sapply", "vapply", "mapply", "Map", "apply", "tapply", "outer")
_HOLDERS = ("list", "c", "append", "setNames", "structure", "modifyList", "match.fun", "Vectorize",
            "get", "get0", "rev", "Filter", "Negate", "invisible", "identity")  # fmt: skip


class Effects:
    """Which functions of a script draw random numbers, also through others that they call."""

    def __init__(self, script: r.Block, drawing: frozenset[str] = frozenset()) -> None:
        self._script = script
        self._drawing = frozenset(_DRAWS) | drawing
        self._own: dict[str, list[r.Node]] | None = None
        self._assigned: frozenset[str] = frozenset()
        self._methods: dict[str, list[str]] = {}
        self._drawers: set[str] = set()
        self._known_draws: dict[int, tuple[r.Node, bool]] = {}
        self._known_sinks: list[frozenset[str] | None] = []
        self._known_moves: dict[int, tuple[r.Node, bool]] = {}
        self._known_calls: dict[tuple[str, ...], list[r.Call]] = {}
        self._top = [statement.node for statement in script.statements]

    def _functions(self) -> dict[str, list[r.Node]]:
        """Return by name what makes the functions of variables, also of lists that hold them."""
        if self._own is None:
            nodes = r.walk(self._script)
            assigned = [(root_of(n.target), n.value) for n in nodes if isinstance(n, r.Assign)]
            names = {root for root, _ in assigned if root is not None}
            names |= {n.variable for n in nodes if isinstance(n, r.For)}
            names |= {p.name for n in nodes if isinstance(n, r.Function) for p in n.params}
            self._assigned = frozenset(names)
            self._own = {}
            news = True
            while news:  # a name of what has a name
                news = False
                for root, value in assigned:
                    if root is None or any(value is n for n in self._own.get(root, ())):
                        continue
                    if self._hands_on(value):
                        self._own.setdefault(root, []).append(value)
                        news = True
            for name in self._own:
                for k in [k for k, letter in enumerate(name) if letter == "."]:
                    self._methods.setdefault(name[:k], []).append(name)
            news = True
            while news:
                found = {
                    name
                    for name, nodes in self._own.items()
                    if name not in self._drawers and any(self._draws(node) for node in nodes)
                }
                news = bool(found)
                self._drawers |= found
        return self._own

    def _hands_on(self, node: r.Node | None) -> bool:
        own = self._own or {}
        match node:
            case r.Function():
                return True
            case r.Name(name=name):
                return name in own or self._is_of_r(name)
            case r.Paren(value=inner) | r.Assign(value=inner):
                return self._hands_on(inner)
            case r.Index(value=inner) | r.Dollar(value=inner):
                return self._hands_on(inner)
            case r.If() | r.Block():
                return any(map(self._hands_on, r.children(node)))
            case r.Call(function=r.Function()):
                return any(isinstance(n, r.Function) for n in r.walk(node)[2:])
            case r.Call(function=r.Name(name=name), args=args):
                given = [arg.value for arg in args]
                if name in _HOLDERS:
                    names = [text.value for text in given if isinstance(text, r.Str)]
                    asked = name in ("get", "get0", "match.fun") and any(
                        text in own or self._is_of_r(text) for text in names
                    )
                    return asked or any(map(self._hands_on, given))
                makers = [made for made in own.get(name, ()) if self._makes(made)]
                if name in _FUNCTIONALS:  # which may return what its functions do
                    inside = [value for value in given if isinstance(value, r.Function)]
                    makers += [function for function in inside if self._makes(function)]
                    called = [value.name for value in given if isinstance(value, r.Name)]
                    makers += [n for word in called for n in own.get(word, ()) if self._makes(n)]
                return bool(makers)
        return False

    def hands_on(self, node: r.Node) -> bool:
        """Whether a value is, or holds, functions of the script, or of R that draw."""
        self._functions()
        return self._hands_on(node)

    def _makes(self, node: r.Node) -> bool:
        """Whether a function may return functions."""
        inner = r.walk(node)[1:]
        called: set[int] = set()  # for each element, and not returned
        for n in inner:
            if isinstance(n, r.Call) and is_call(n, *_EACH):
                given = [id(arg.value) for arg in n.args if isinstance(arg.value, r.Function)]
                called.update(given if len(given) == 1 else ())
        made = any(isinstance(n, r.Function) and id(n) not in called for n in inner)
        return not isinstance(node, r.Function) or made

    def _is_of_r(self, name: str) -> bool:
        """Whether a name that is no variable of the script is that of a function which draws."""
        return name in self._drawing and name not in self._assigned

    def _draws(self, node: r.Node) -> bool:
        if isinstance(node, r.Name) and self._is_of_r(node.name):
            return True
        for n in r.walk(node):
            if isinstance(n, r.Call) and is_call(n, *self._drawing):
                return True
            names = self._named(n)
            if not self._drawers.isdisjoint(names):
                return True
            if not isinstance(n, r.Name) and any(map(self._is_of_r, names)):
                return True
        return False

    def _named(self, node: r.Node) -> list[str]:
        """Return the functions that a construct may mean: with a generic also its methods."""
        match node:
            case r.Name(name=name):
                names = [name]
            case r.Call(function=r.Name(name="UseMethod"), args=[first, *_]):
                generic = first.value
                names = [generic.value if isinstance(generic, r.Str) else ""]
            case r.Call(function=function, args=args):
                names = []
                if is_call(node, *_FUNCTIONALS):
                    names = [arg.value.value for arg in args if isinstance(arg.value, r.Str)]
                elif isinstance(function, r.Name) and function.name not in self._assigned:
                    return []
                names += [arg.value.name for arg in args if isinstance(arg.value, r.Name)]
            case r.Function(params=params):
                names = [p.default.name for p in params if isinstance(p.default, r.Name)]
            case r.Assign(value=r.Name(name=name)):
                names = [name]
            case _:
                return []
        return [found for name in names for found in (name, *self._methods.get(name, ()))]

    def draws(self, node: r.Node) -> bool:
        """Whether a construct draws random numbers, itself or by a function that it names."""
        known = self._known_draws.get(id(node))
        if known is None:  # with the node, so that no other one ever has its number
            self._functions()
            known = self._known_draws[id(node)] = (node, self._draws(node))
        return known[1]

    def draws_by(self, name: str) -> bool:
        """Whether a function of R draws."""
        return name in self._drawing

    def reached(self, node: r.Node) -> list[r.Node]:
        """Return a construct and the functions of the script that it leads to."""
        own = self._functions()
        found: list[r.Node] = [node]
        seen: set[str] = set()
        for inner in found:
            for n in r.walk(inner):
                for name in self._named(n):
                    if name in own and name not in seen:
                        seen.add(name)
                        found += own[name]
        return found

    def sinks(self, node: r.Node) -> frozenset[str] | None:
        """Return the files that ``sink()`` writes when a statement runs, empty if not known.

        None if it writes none: the script has no such call, or ended the last one before.
        """
        if self._closed_before(node):
            return None
        if not self._known_sinks:
            calls: list[r.Node] = [n for n in self._called("sink") if n.args]
            self._known_sinks.append(_files(calls, ("sink",)))
        return self._known_sinks[0]

    def drawn_into(self, node: r.Node) -> frozenset[str] | None:
        """Return the files that a plot may go to, empty if not known; None if to none."""
        calls: list[r.Node] = [*self._called(*_DEVICES)]
        before = [call for call in calls if call.span.start < node.span.start]
        return _files(before[-1:] or calls, _DEVICES)

    def _called(self, *names: str) -> list[r.Call]:
        """Return the calls of some functions in the script."""
        if names not in self._known_calls:
            nodes = (n for n in r.walk(self._script) if isinstance(n, r.Call))
            self._known_calls[names] = [n for n in nodes if is_call(n, *names)]
        return self._known_calls[names]

    def _closed_before(self, node: r.Node) -> bool:
        """Whether all calls of ``sink()`` are top-level statements, the last one before an end."""
        calls = self._called("sink")
        top = self._top
        k = bisect.bisect_right(top, node.span.start, key=lambda n: n.span.start) - 1
        if k < 0 or node.span.start >= top[k].span.end:
            return False
        if any(not any(n is call for n in top) for call in calls):
            return False
        before = [call for call in calls if call.span.start < top[k].span.start]
        return not before or not before[-1].args

    def moves(self, node: r.Node) -> bool:
        """Whether a construct draws, or says where random numbers start."""
        known = self._known_moves.get(id(node))
        if known is None:
            moves = self.draws(node) or any(
                is_call(n, *_STARTS)
                or (isinstance(n, r.Name) and n.name == SEED)
                or (isinstance(n, r.Str) and n.value == SEED)
                for n in r.walk(node)
            )
            known = self._known_moves[id(node)] = (node, moves)
        return known[1]

    def seeds_first(self, function: r.Function) -> bool:
        """Whether a function calls set.seed() before it draws."""
        body = function.body
        for statement in body.statements if isinstance(body, r.Block) else []:
            if is_call(statement.node, "set.seed"):
                return True
            if self.draws(statement.node):
                return False
        return False


def check_draw(t: Translator) -> None:
    """Refuse random numbers that are not R's, since a draw before them was not translated."""
    other, lost = t.output.other_generator, t.output.lost_draws
    if other is not None:
        _need(t, other, f"the random numbers of the generator of line {other}")
    elif lost is not None:
        _need(t, lost, f"the random numbers after those of line {lost}")


def _need(t: Translator, line: int, what: str) -> None:
    """Refuse what needs a line that was not translated, unless it may wait for it."""
    if t.scopes.waits_for is None:
        raise Refused(f"it needs {what}, which was not translated")
    t.scopes.waits_for.add(line)


def called(t: Translator, info: FunctionInfo, args: Sequence[r.Arg]) -> None:
    """Take note that a function of the script runs, and may call those that it is given."""
    node = info.node
    nodes = [node, *(arg.value for arg in args if arg.value is not None)]
    if not any(map(t.effects.moves, nodes)):
        return
    first = t.effects.seeds_first(node)
    if not first and any(map(t.effects.draws, nodes)):
        check_draw(t)
    parts = [part for inner in nodes for part in t.effects.reached(inner)]
    found = [lost_inside(t, part) for part in parts]
    lost = next((line for line in found if line is not None), None)
    if lost is not None:
        t.output.lost_draws = lost
    elif first:
        t.output.lost_draws = None


def lost_inside(t: Translator, node: r.Node) -> int | None:
    """Return the line of a draw inside a construct that was refused in the last round."""
    return t.scopes.lost_draw(node)


def lose(t: Translator, node: r.Node, root: int) -> None:
    """Take note of what a statement would have done that is refused, or waits for such a line."""
    if t.effects.moves(node):
        if t.output.lost_draws is None:
            t.output.lost_draws = node.span.line
        t.output.draws_refused.append((node.span.start, t.output.lost_draws))
    if _calls(node, _PLOTS) and not _is_definition(node):
        t.output.lost_plot = root
        drawn = t.effects.drawn_into(node)
        if drawn is not None:
            t.output.lost_files = [*t.output.lost_files, (root, drawn)]
    written = _files(t.effects.reached(node), _WRITES)
    if written is not None:
        t.output.lost_files = [*t.output.lost_files, (root, written)]
    kept = t.effects.sinks(node)
    if kept is not None and _prints(t, node):
        t.output.lost_files = [*t.output.lost_files, (root, kept)]
    for name in sorted(changed_inside(t, node)):
        t.set_kind(name, without_value(f"line {node.span.line}, which was not translated"))


def _prints(t: Translator, node: r.Node) -> bool:
    """Whether a statement may print, which is written into a file while ``sink()`` has one."""
    if _is_definition(node):
        return False
    if not isinstance(node, r.Assign):
        return True
    return any(_calls(part, _PRINTS) for part in t.effects.reached(node))


def changed_inside(t: Translator, node: r.Node) -> set[str]:
    """Return closures and environments that a construct would have changed from inside."""
    found: set[str] = set()
    called = [node, *(function.body for function in t.usage.reached(node))]
    for n in (inner for part in called for inner in r.walk(part)):
        if isinstance(n, r.Call) and isinstance(n.function, (r.Dollar, r.Index)):
            root = root_of(n.function)
            kind = None if root is None else t.lookup(root)
            if root is not None and kind is not None and kind.shape in ("dict", "any"):
                found |= {root} if t.usage.keeps_state(root) else set()
        if isinstance(n, r.Call) and isinstance(n.function, r.Name) and t.usage.outer:
            called_name = n.function.name  # of what a function of the script returned
            kind = t.lookup(called_name)
            made = called_name not in t.usage.functions and t.usage.keeps_state(called_name)
            if kind is not None and kind.shape in ("function", "any") and made:
                found.add(called_name)
    if not t.usage.has_environments:
        return found
    # An environment is also changed by the functions that are called.
    for part in called:
        names = {n.name for n in r.walk(part) if isinstance(n, r.Name)}
        found |= {name for name in names if is_environment(t.lookup(name) or ANY)}
    return found


def _files(nodes: list[r.Node], functions: tuple[str, ...]) -> frozenset[str] | None:
    """Return the names of files that calls of some functions may mean; empty if not known."""
    found: set[str] = set()
    some = False
    for n in [inner for node in nodes for inner in r.walk(node)]:
        if not isinstance(n, r.Call) or not _runs(n, functions):
            continue
        if is_call(n, "cat") and not any(arg.name == "file" for arg in n.args):
            continue
        some = True
        names = [arg.value.value for arg in n.args if isinstance(arg.value, r.Str)]
        paths = [name for name in names if "." in name or "/" in name]
        if not paths:
            return frozenset()
        found.update(paths)
    return frozenset(found) if some else None


def check_files(t: Translator, node: r.Node) -> None:
    """Refuse to look at a file that a statement before would have changed."""
    if not t.output.lost_files or isinstance(node, _COMPOUND) or _is_definition(node):
        return
    read = _files(t.effects.reached(node), _READS)
    if read is None:
        return
    for line, written in t.output.lost_files:
        if not read or not written or read & written:
            _need(t, line, f"a file of line {line}")


def check_plots(t: Translator, node: r.Node) -> None:
    """Refuse to add to a plot that was not drawn."""
    line = t.output.lost_plot
    if line is None or isinstance(node, _COMPOUND) or _is_definition(node):
        return
    if not _calls(node, _PLOTS) and _calls(node, _ADDITIONS):
        _need(t, line, f"the plot of line {line}")


def _calls(node: r.Node, functions: tuple[str, ...]) -> bool:
    return any(_runs(n, functions) for n in r.walk(node) if isinstance(n, r.Call))


def _runs(node: r.Call, functions: tuple[str, ...]) -> bool:
    """Whether a call is that of one of some functions, or hands it to one that calls it."""
    if is_call(node, *functions) or not is_call(node, *_FUNCTIONALS):
        return is_call(node, *functions)
    given = [arg.value for arg in node.args]
    names = {value.name for value in given if isinstance(value, r.Name)}
    names |= {value.value for value in given if isinstance(value, r.Str)}
    return not names.isdisjoint(functions)


def draw_plots(t: Translator, node: r.Node) -> None:
    """Take note of a plot that a statement begins."""
    if t.output.lost_plot is not None and not isinstance(node, _COMPOUND) and _calls(node, _PLOTS):
        t.output.lost_plot = None


def write_files(t: Translator, node: r.Node) -> None:
    """Take note of files that a statement writes anew."""
    if not t.output.lost_files or isinstance(node, _COMPOUND) or _is_definition(node):
        return
    written = _files([node], _WRITES)
    if not written or any(
        arg.name in ("append", "open")
        for n in r.walk(node)
        if isinstance(n, r.Call)
        for arg in n.args
    ):
        return
    left = [(line, names - written) for line, names in t.output.lost_files if names - written]
    t.output.lost_files = left + [lost for lost in t.output.lost_files if not lost[1]]


def _is_definition(node: r.Node) -> bool:
    return isinstance(node, r.Assign) and isinstance(node.value, r.Function)


__all__ = [
    "Effects", "called", "changed_inside", "check_draw", "check_files", "check_plots",
    "draw_plots", "lose", "lost_inside", "write_files",
]  # fmt: skip
