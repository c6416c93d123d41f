"""Models by formula (lm, glm, aov), what is asked of a fit, and tests of hypotheses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from . import _rast as r
from ._columns import in_frame
from ._components import returned_by
from ._deparse import deparsed
from ._functions import Table, match_arguments
from ._kinds import ANY, other
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._pyexpr import name as variable
from ._tools import flag, text
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = stats = Table("stats", imports={"rstats": "from dagbag.r_compat import rstats"})

# What a formula may compute by itself: see dagbag.r_compat.rstats._expressions.
_COMPUTED = (
    "I", "log", "log2", "log10", "log1p", "exp", "sqrt", "abs", "sin", "cos", "tanh", "factor",
    "as.factor", "as.numeric", "as.integer", "as.character", "offset", "round", "c", "cbind",
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z.][\w.]*")
_OPERATORS = frozenset(("+", "-", "*", ":", "^", "%in%", "/"))
_ARITHMETIC = frozenset(("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", ">", "<=", ">="))


def formula_text(t: Translator, node: r.Node) -> str:
    """Return R's text of a formula in one line, by which its terms are called."""
    quoted = any(isinstance(n, r.Name) and not _WORD.fullmatch(n.name) for n in r.walk(node))
    if not quoted:
        try:
            return deparsed(node)
        except Refused:
            pass
    return " ".join(t.text_of(node).split())


def _variables(node: r.Node | None) -> Iterator[r.Node]:
    """Yield what stands between the operators of a formula."""
    match node:
        case None | r.Num():
            return
        case r.Paren(value=inner):
            yield from _variables(inner)
        case r.Unary(value=inner):
            yield from _variables(inner)
        case r.Binary(op="^", left=left):
            yield from _variables(left)
        case r.Binary(op=op, left=left, right=right) if op in _OPERATORS:
            if op == "/":
                raise Refused("nested terms (a / b) of a formula have no translation")
            yield from _variables(left)
            yield from _variables(right)
        case _:
            yield node


def _is_computed(node: r.Node | None) -> bool:
    """Whether an expression is computed from its text when the script runs."""
    match node:
        case r.Num() | r.Name(package="") | r.Str() | r.Bool():
            return True
        case r.Paren(value=inner) | r.Unary(value=inner):
            return _is_computed(inner)
        case r.Binary(op=op, left=left, right=right):
            return op in _ARITHMETIC and _is_computed(left) and _is_computed(right)
        case r.Dollar(value=r.Name()):
            return True
        case r.Call(function=r.Name(name=name), args=args):
            return name in _COMPUTED and all(
                arg.name is None and _is_computed(arg.value) for arg in args
            )
    return False


def _names(node: r.Node) -> list[str]:
    found = []
    for inner in r.walk(node):
        if isinstance(inner, r.Name) and inner.name != "." and inner.name not in found:
            found.append(inner.name)
    return found


def rows(
    t: Translator, data: r.Node | None, subset: r.Node | None, formula: r.Node | None = None
) -> r.Node | None:
    """Return the data of a formula, or those of their rows that ``subset =`` names."""
    if subset is None:
        return data
    if data is None:
        data = _workspace(t, formula)
    span = subset.span
    mode = t.expr(in_frame(t, subset, data)).kind.mode
    if mode == "logical":
        return r.Call(
            span, r.Name(span, "subset", "base"), [r.Arg(None, data), r.Arg(None, subset)]
        )
    if mode in ("double", "integer"):
        return r.Index(span, data, [r.Arg(None, subset), r.Arg(None, None)], double=False)
    raise Refused("subset = of what is not known to be logicals or numbers")


def _workspace(t: Translator, formula: r.Node | None) -> r.Node:
    """Return the variables of a formula that stands alone, as a data frame."""
    from ._calls import Bound

    if not isinstance(formula, r.Formula):
        raise Refused("subset = without data = has no translation")
    functions = {id(n.function) for n in r.walk(formula) if isinstance(n, r.Call)}
    words = dict.fromkeys(
        n.name for n in r.walk(formula) if isinstance(n, r.Name) and id(n) not in functions
    )
    for word in words:
        kind = t.lookup(word)
        if kind is None or kind.shape not in ("vector", "factor", "atomic", "any"):
            raise Refused("subset = without data = and variables that are not known to be vectors")
    span = formula.span
    columns = [r.Arg(word, r.Name(span, word)) for word in words]
    made = t.expr(r.Call(span, r.Name(span, "data.frame", "base"), columns))
    held = t.temporary("data")
    t.emit(Line(f"{held} = {made.text}"))
    return Bound(span, variable(held, made.kind))


class _Model:
    """The parts of a call with a formula: its text, the data, and what is given beside them."""

    def __init__(
        self, t: Translator, formula: r.Node, data: r.Node | None, subset: r.Node | None = None
    ) -> None:
        self.t = t
        data = self.frame = rows(t, data, subset, formula)
        self.data = None if data is None else t.expr(data)
        while isinstance(formula, r.Paren):
            formula = formula.value
        if not isinstance(formula, r.Formula):
            self._read_later(formula)
            return
        self.text: Py = literal(formula_text(t, formula))
        self.computed: dict[str, Py] = {}
        self.beside: dict[str, Py] = {}
        left = [] if formula.left is None else [formula.left]
        for node in [*left, *_variables(formula.right)]:
            if not _is_computed(node):
                self._compute(node)
            for name in _names(node):
                self._find(name)

    def _read_later(self, formula: r.Node) -> None:
        """Take a formula that is made when the script runs."""
        value = self.t.expr(formula)
        if self.data is None:
            raise Refused("a formula that is made by the script needs data =")
        self.text, self.computed, self.beside = value, {}, {}

    def _columns(self) -> list[str] | None:
        if self.data is None or not self.data.kind.items:
            return None
        return [name for name, _ in self.data.kind.items]

    def _find(self, name: str) -> None:
        """Give a variable of the script along, unless it is known to be a column."""
        columns = self._columns()
        if columns is not None and name in columns:
            return
        kind = self.t.lookup(name)
        if kind is None or kind.shape == "function":
            known = name in _COMPUTED or name in self.t.library.functions
            if self.data is None and kind is None and not known:
                raise Refused(f"`{name}` of the formula is defined nowhere in the script")
            return
        self.beside[name] = self.t.expr(r.Name(r.Span(0, 0, 0, 0), name))

    def _compute(self, node: r.Node) -> None:
        """Compute a variable by a function of the data."""
        from ._calls import Bound

        given = {
            name: Bound(node.span, fill("d[N]", ANY, N=literal(name)))
            for name in _names(node)
            if name != "I" and not self._is_function(name)
        }
        whole = _of_all(self.t, node)
        value = self.t.expr(_replaced(node if whole is None else whole.variable, given))
        body = Py(ast.Lambda(_arguments("d"), value.node))
        if whole is not None:
            body = call(f"rstats.{whole.name}_of", [body], ANY, **whole.words)
        self.computed[formula_text(self.t, node)] = body

    def _is_function(self, name: str) -> bool:
        kind = self.t.lookup(name)
        return kind is not None and kind.shape == "function"

    def called(self, function: str, *rest: Py, **words: Py | None) -> Py:
        """Return the call."""
        data = self.data
        beside = self.beside
        if data is None:
            data, beside = _dict(beside), {}
        words["computed"] = _dict(self.computed) if self.computed else None
        words["others"] = _dict(beside) if beside else None
        return call(f"rstats.{function}", [self.text, *rest, data], ANY, **words)


class _Whole(NamedTuple):
    """A variable that is made of all values of another, by ``poly`` or ``scale``."""

    name: str
    variable: r.Node
    words: dict[str, Py]


def _of_all(t: Translator, node: r.Node) -> _Whole | None:
    """Return what predictions must make as the fit did; None for other variables."""
    if not is_call(node, "poly", "scale") or not isinstance(node, r.Call):
        return None
    assert isinstance(node.function, r.Name)
    word = node.function.name
    params = ("x", "degree", "raw") if word == "poly" else ("x", "center", "scale")
    if t.is_own(word):
        return None
    if word == "scale" and not all(arg.name for arg in node.args[1:]):
        raise Refused("scale() in a formula, of which R cannot predict unless arguments have names")
    matched, _ = match_arguments(word, params, node.args)
    words = {key: t.expr(arg.value) for key, arg in matched.items() if key != "x"}
    if flag(words.pop("raw", None), False, "raw"):
        return None
    variable = matched["x"].value if "x" in matched else None
    if variable is None:
        raise Refused(f"{word}() of nothing")
    return _Whole(word, variable, words)


def _arguments(name: str) -> ast.arguments:
    return ast.arguments(posonlyargs=[], args=[ast.arg(name)], kwonlyargs=[], kw_defaults=[],
                         defaults=[])  # fmt: skip


def _dict(values: dict[str, Py]) -> Py:
    return Py(ast.Dict([ast.Constant(k) for k in values], [v.node for v in values.values()]))


def _replaced(node: r.Node, given: Mapping[str, r.Node]) -> r.Node:
    """Return an expression with other nodes in place of names."""

    def args_of(args: list[r.Arg]) -> list[r.Arg]:
        return [r.Arg(a.name, None if a.value is None else go(a.value)) for a in args]

    def go(found: r.Node) -> r.Node:
        match found:
            case r.Name(name=name):
                return given.get(name, found)
            case r.Call(span=span, function=r.Name(name="I"), args=[r.Arg(None, inner)]) if inner:
                return r.Paren(span, go(inner))
            case r.Call(span=span, function=function, args=args):
                return r.Call(span, function, args_of(args))
            case r.Index(span=span, value=value, args=args, double=double):
                return r.Index(span, go(value), args_of(args), double)
            case r.Dollar(span=span, value=value, name=name):
                return r.Dollar(span, go(value), name)
            case r.Unary(span=span, op=op, value=value):
                return r.Unary(span, op, go(value))
            case r.Binary(span=span, op=op, left=left, right=right):
                return r.Binary(span, op, go(left), go(right))
            case r.Paren(span=span, value=value):
                return r.Paren(span, go(value))
            case r.Num() | r.Str() | r.Bool() | r.Null() | r.Missing():
                return found
        raise Refused("this variable of a formula has no translation")

    return go(node)


def _weights(model: _Model, weights: r.Node | None) -> Py | None:
    if weights is None:
        return None
    if model.frame is None:
        return model.t.expr(weights)
    return model.t.expr(in_frame(model.t, weights, model.frame))


def formula_value(t: Translator, node: r.Formula) -> Py:
    """Return a formula that is kept for later: its text, whose variables are those of the data."""
    left = [] if node.left is None else [node.left]
    if not all(_is_computed(part) for part in [*left, *_variables(node.right)]):
        raise Refused("this formula has no translation outside of a call")
    text = literal(formula_text(t, node))
    return call("rstats.as_formula", [text], other("formula"))


@stats("formula", "x")
def _formula(t: Translator, x: Py) -> Py:
    if x.kind.mode != "character" or not x.kind.atomic:
        raise Refused("formula() of what is not known to be text")
    return _as_formula(t, x)


@stats("as.formula", "object")
def _as_formula(t: Translator, object: Py) -> Py:
    if object.kind.atomic and object.kind.mode not in ("character", "any"):
        raise Refused("as.formula() of what is no text")
    return call("rstats.as_formula", [object], other("formula"))


@stats("reformulate", "termlabels", "response", "intercept")
def _reformulate(t: Translator, termlabels: Py, response: Py | None, intercept: Py | None) -> Py:
    words = {"response": response, "intercept": intercept}
    return call("rstats.reformulate", [termlabels], other("formula"), **words)


@stats("lm", "formula", "data", "subset", "weights", lazy=True)
def _lm(
    t: Translator,
    formula: r.Node,
    data: r.Node | None,
    subset: r.Node | None,
    weights: r.Node | None,
) -> Py:
    model = _Model(t, formula, data, subset)
    return model.called("lm", weights=_weights(model, weights))


@stats("update", "object", "formula.", "...", lazy=True)
def _update(t: Translator, dots: list[r.Arg], **given: r.Node | None) -> Py:
    """``update(fit, . ~ . - x)``: the call that made the fit, with another formula."""
    return t.expr(_updated_call(t, given["object"], given["formula_"], dots))


def _updated_call(
    t: Translator, fit: r.Node | None, change: r.Node | None, dots: list[r.Arg], depth: int = 0
) -> r.Call:
    made = [
        node
        for node in r.walk(t.usage.script)
        if isinstance(node, r.Assign)
        and isinstance(fit, r.Name)
        and _names(node.target) == [fit.name]
    ]
    if t.scope.parent is not None or len(made) != 1 or not isinstance(made[0].target, r.Name):
        raise Refused("update() of a model that is not fitted once, by the script itself")
    source = made[0].value
    if is_call(source, "update") and isinstance(source, r.Call) and depth < 9:
        matched, rest = match_arguments("update", ["object", "formula.", "..."], source.args)
        before = [matched[key].value if key in matched else None for key in ("object", "formula.")]
        source = _updated_call(t, before[0], before[1], rest, depth + 1)
    if not isinstance(source, r.Call) or not is_call(source, "lm", "glm", "aov"):
        raise Refused("update() of what is not known to be a fit of lm(), glm() or aov()")
    if dots or not isinstance(change, r.Formula):
        raise Refused("update() other than of the formula")
    named = [arg for arg in source.args if arg.name == "formula"]
    found = named or [arg for arg in source.args if not arg.name]
    if not found:
        raise Refused("update() of a fit without a formula")
    first = found[0]
    new = r.Arg("formula", updated(first.value, change))
    others = [arg for arg in source.args if arg is not first]
    return r.Call(source.span, source.function, [new, *others])


def updated(old: r.Node | None, change: r.Formula) -> r.Formula:
    """Return a formula in which ``.`` stands for the sides of another; sums of terms only."""
    if not isinstance(old, r.Formula):
        raise Refused("update() of a formula that is made when the script runs")
    span = change.span
    dot = isinstance(change.left, r.Name) and change.left.name == "."
    names = [n.name for side in (old, change) for n in r.walk(side) if isinstance(n, r.Name)]
    before = _summed(old.right)
    if any(isinstance(term, r.Name) and term.name == "." for _, term in before):
        raise Refused("update() of a formula with all columns")
    if not all(_WORD.fullmatch(found) for found in names):
        raise Refused("update() of a formula with names in quotes")
    terms: list[tuple[bool, r.Node]] = []
    for plus, term in _summed(change.right):
        if isinstance(term, r.Name) and term.name == ".":
            terms += before if plus else [(False, inner) for _, inner in before]
        else:
            terms.append((plus, term))
    kept: dict[str, r.Node] = {}
    for plus, term in terms:
        label = deparsed(term)
        if not plus and label not in kept:
            raise Refused("update() that takes away what is no term of the formula")
        kept.pop(label, None) if not plus else kept.setdefault(label, term)
    ordered = sorted(kept.values(), key=lambda term: deparsed(term).count(":"))
    right: r.Node = ordered[0] if ordered else r.Num(span, 1.0, False)
    for term in ordered[1:]:
        right = r.Binary(span, "+", right, term)
    return r.Formula(span, old.left if dot else change.left, right)


def _summed(node: r.Node | None) -> list[tuple[bool, r.Node]]:
    """Return the terms of a sum and whether each is added; other formulas are refused."""
    match node:
        case r.Binary(op="+" | "-" as op, left=left, right=r.Name() | r.Call() as right):
            return [*_summed(left), (op == "+", right)]
        case r.Binary(op="+" | "-" as op, left=left, right=r.Binary(op=":") as right):
            return [*_summed(left), (op == "+", right)]
        case r.Name() | r.Call() | r.Binary(op=":"):
            return [(True, node)]
        case r.Num(value=1):
            return []
    raise Refused("update() of a formula that is no sum of terms")


@stats("aov", "formula", "data", "subset", lazy=True)
def _aov(t: Translator, formula: r.Node, data: r.Node | None, subset: r.Node | None) -> Py:
    return _Model(t, formula, data, subset).called("aov")


@stats("model.matrix", "object", "data", lazy=True)
def _model_matrix(t: Translator, data: r.Node | None = None, **given: r.Node) -> Py:
    value = given["object"]
    if not isinstance(value, r.Formula):
        made = t.expr(value)
        if made.kind == other("formula"):
            return _Model(t, value, data).called("model_matrix")
        return call("rstats.model_matrix", [made], ANY)
    return _Model(t, value, data).called("model_matrix")


_FAMILIES = ("binomial", "poisson", "gaussian", "Gamma", "quasibinomial", "quasipoisson")


def _family(t: Translator, node: r.Node | None) -> Py:
    match node:
        case None:
            return literal("gaussian")
        case r.Str(value=name) | r.Name(name=name) if name in _FAMILIES:
            return literal(name)
        case r.Call(function=r.Name(name=name), args=args) if name in _FAMILIES:
            if not args:
                return literal(name)
            link = args[0].value
            if isinstance(link, r.Name):
                link = r.Str(link.span, link.name)
            if len(args) > 1 or not isinstance(link, r.Str):
                raise Refused("the link of a family must be written out")
            return call("rstats.family", [literal(name), literal(link.value)])
    if node is not None and not isinstance(node, (r.Call, r.Str)):
        return t.expr(node)
    raise Refused("this family of glm() has no translation")


@stats("glm", "formula", "family", "data", "weights", "subset", lazy=True)
def _glm(
    t: Translator,
    formula: r.Node,
    family: r.Node | None,
    data: r.Node | None,
    weights: r.Node | None,
    subset: r.Node | None,
) -> Py:
    model = _Model(t, formula, data, subset)
    law = _family(t, family)
    return model.called("glm", law, weights=_weights(model, weights))


@stats("lm.fit", "x", "y")
def _lm_fit(t: Translator, x: Py, y: Py) -> Py:
    return call("rstats.lm_fit", [x, y], returned_by("lm.fit"))


@stats("lsfit", "x", "y", "wt", "intercept")
def _lsfit(t: Translator, x: Py, y: Py, wt: Py | None, intercept: Py | None) -> Py:
    if wt is not None:
        raise Refused("lsfit() with weights")
    bare = None if flag(intercept, True, "intercept") else literal(False)
    return call("rstats.lsfit", [x, y], returned_by("lsfit"), intercept=bare)


for _words, _python in (
    ("coef coefficients", "coef"),
    ("fitted fitted.values", "fitted"),
    ("vcov", "vcov"),
    ("nobs", "nobs"),
    ("deviance", "deviance"),
):

    @stats(_words, "object")
    def _of_fit(t: Translator, _python: str = _python, **given: Py) -> Py:
        return call(f"rstats.{_python}", [given["object"]], ANY)


for _word in ("hatvalues", "rstandard", "rstudent", "cooks.distance"):

    @stats(_word, "model")
    def _influence(t: Translator, model: Py, _python: str = _word.replace(".", "_")) -> Py:
        return call(f"rstats.{_python}", [model], ANY)


@stats("logLik", "object")
def _log_likelihood(t: Translator, **given: Py) -> Py:
    value = call("rstats.log_likelihood", [given["object"]], ANY)
    shown = call("rstats.print_log_likelihood", [given["object"]])
    return replace(value, printed=shown.node)


@stats("df.residual", "object")
def _df_residual(t: Translator, **given: Py) -> Py:
    return fill("F['df.residual']", ANY, F=given["object"])


@stats("resid residuals", "object", "type")
def _residuals(t: Translator, type: Py | None, **given: Py) -> Py:
    return call("rstats.residuals", [given["object"]], ANY, type=type)


def _compared(t: Translator, word: str, models: list[r.Arg], k: Py | None) -> Py:
    """Return a criterion of one model, or of several as a table by their names."""
    if t.usage.methods("logLik"):
        raise Refused(f"{word}() where the script has methods of logLik()")
    values = [t.expr(arg.value) for arg in models]
    labels = None
    if len(models) > 1:
        if any(arg.name or not isinstance(arg.value, r.Name) for arg in models):
            raise Refused(f"{word}() of several models that are no variables")
        names = [arg.value.name for arg in models if isinstance(arg.value, r.Name)]
        labels = fill("[*XS]", XS=[literal(name) for name in names])
    return call(f"rstats.{word.lower()}", values, ANY, k=k, labels=labels)


@stats("AIC", "...", "k", lazy=True)
def _aic(t: Translator, dots: list[r.Arg], k: r.Node | None) -> Py:
    return _compared(t, "AIC", dots, None if k is None else t.expr(k))


@stats("BIC", "...", lazy=True)
def _bic(t: Translator, dots: list[r.Arg]) -> Py:
    return _compared(t, "BIC", dots, None)


@stats("predict", "object", "newdata", "type", "interval", "level", "se.fit")
def _predict(t: Translator, **given: Py | None) -> Py:
    fit = given.pop("object")
    assert fit is not None
    return call("rstats.predict", [fit], ANY, **given)


@stats("anova", "object", "...", "test")
def _anova(t: Translator, dots: list[tuple[str | None, Py]], test: Py | None, **given: Py) -> Py:
    return call("rstats.anova", [given["object"], *[value for _, value in dots]], ANY, test=test)


for _word in ("confint", "confint.default"):

    @stats(_word, "object", "parm", "level")
    def _confint(
        t: Translator,
        parm: Py | None,
        level: Py | None,
        _python: str = _word.replace(".", "_"),
        **given: Py,
    ) -> Py:
        return call(f"rstats.{_python}", [given["object"]], ANY, parm=parm, level=level)


# Tests


def _samples(
    t: Translator, x: r.Node, y: r.Node | None, data: r.Node | None, subset: r.Node | None
) -> tuple[list[Py], Py | None]:
    """Return the samples of a test, and the groups of a formula."""
    if not isinstance(x, r.Formula):
        if subset is not None:
            raise Refused("subset = of a test without a formula")
        first = t.expr(x)
        if first.kind == other("formula"):
            raise Refused("a test of a formula that the script makes")
        return [first] if y is None else [first, t.expr(y)], None
    if x.left is None:
        raise Refused("a test of a formula without a left side")
    if data is None and y is not None:
        data = y  # the second argument of a formula is its data
    data = rows(t, data, subset, x)
    sides = [x.left, x.right]
    if data is not None:
        sides = [in_frame(t, side, data) for side in sides]
    if isinstance(x.right, r.Num):
        return [t.expr(sides[0])], None
    return [t.expr(sides[0])], t.expr(sides[1])


def _side(alternative: Py | None) -> Py | None:
    word = text(alternative, "two.sided", "alternative")
    found = [s for s in ("two.sided", "less", "greater") if s.startswith(word)]
    if len(found) != 1:
        raise Refused(f"the alternative {word!r}")
    return None if found[0] == "two.sided" else literal(found[0])


def _translated(t: Translator, given: dict[str, r.Node | None]) -> dict[str, Py | None]:
    words = {key: None if node is None else t.expr(node) for key, node in given.items()}
    if "alternative" in words:
        words["alternative"] = _side(words["alternative"])
    return words


for _word, _params in (
    ("t.test", "alternative mu paired var.equal conf.level"),
    ("wilcox.test", "alternative mu paired exact correct"),
):

    @stats(_word, "x", "y", *_params.split(), "data", "subset", lazy=True)
    def _two_sample_test(
        t: Translator,
        x: r.Node,
        y: r.Node | None,
        data: r.Node | None,
        subset: r.Node | None,
        _python: str = _word.replace(".", "_"),
        **given: r.Node | None,
    ) -> Py:
        samples, groups = _samples(t, x, y, data, subset)
        words = _translated(t, given)
        kind = returned_by(_python.replace("_", "."))
        return call(f"rstats.{_python}", samples, kind, groups=groups, **words)


for _word in ("kruskal.test", "bartlett.test"):

    @stats(_word, "x", "g", "data", "subset", lazy=True)
    def _grouped_test(
        t: Translator,
        x: r.Node,
        g: r.Node | None,
        data: r.Node | None,
        subset: r.Node | None,
        _python: str = _word.replace(".", "_"),
    ) -> Py:
        samples, groups = _samples(t, x, g, data, subset)
        kind = returned_by(_python.replace("_", "."))
        return call(f"rstats.{_python}", samples, kind, g=groups)


@stats("oneway.test", "formula", "data", "subset", "na.action", "var.equal", lazy=True)
def _oneway(
    t: Translator,
    formula: r.Node,
    data: r.Node | None,
    subset: r.Node | None,
    na_action: r.Node | None,
    var_equal: r.Node | None,
) -> Py:
    if na_action is not None or not isinstance(formula, r.Formula):
        raise Refused("oneway.test() needs a formula that is written out, and no na.action")
    samples, groups = _samples(t, formula, None, data, subset)
    assert groups is not None
    equal = None if var_equal is None else t.expr(var_equal)
    return call("rstats.oneway_test", [*samples, groups], ANY, var_equal=equal)


@stats("var.test", "x", "y", "ratio", "alternative", "conf.level", "data", "subset", lazy=True)
def _var_test(
    t: Translator,
    x: r.Node,
    y: r.Node | None,
    data: r.Node | None,
    subset: r.Node | None,
    **given: r.Node | None,
) -> Py:
    samples, groups = _samples(t, x, y, data, subset)
    if groups is not None:
        pair = call("rstats.two_groups", [samples[0], groups])
        samples = [Py(ast.Starred(pair.node, ast.Load()))]
    return call("rstats.var_test", samples, returned_by("var.test"), **_translated(t, given))


@stats("cor.test", "x", "y", "alternative", "method", "exact", "conf.level", "continuity", "data",
       "subset", lazy=True)  # fmt: skip
def _cor_test(
    t: Translator,
    x: r.Node,
    y: r.Node | None,
    data: r.Node | None,
    subset: r.Node | None,
    **given: r.Node | None,
) -> Py:
    if isinstance(x, r.Formula) and data is None and y is not None:
        data, y = y, None  # the second argument of a formula is its data
    data = rows(t, data, subset, x)
    if isinstance(x, r.Formula):
        terms = list(_variables(x.right))
        if x.left is not None or len(terms) != 2:
            raise Refused("cor.test() of this formula")
        x, y = terms
        if data is not None:
            x, y = in_frame(t, x, data), in_frame(t, y, data)
    if y is None:
        raise Refused("cor.test() needs two samples")
    kind = returned_by("cor.test")
    return call("rstats.cor_test", [t.expr(x), t.expr(y)], kind, **_translated(t, given))


@stats("Box.test", "x", "lag", "type", "fitdf")
def _box(t: Translator, x: Py, **given: Py | None) -> Py:
    return call("rstats.box_test", [x], returned_by("Box.test"), **given)


@stats("shapiro.test", "x")
def _shapiro(t: Translator, x: Py) -> Py:
    return call("rstats.shapiro_test", [x], returned_by("shapiro.test"))


@stats("chisq.test", "x", "y", "correct", "p", "rescale.p", "simulate.p.value")
def _chisq(t: Translator, x: Py, simulate_p_value: Py | None, **given: Py | None) -> Py:
    if simulate_p_value is not None and simulate_p_value.kind.const is not False:
        raise Refused("chisq.test() with simulate.p.value has no translation")
    return call("rstats.chisq_test", [x], returned_by("chisq.test"), **given)


@stats("fisher.test", "x", "y", "alternative", "conf.level")
def _fisher(t: Translator, x: Py, alternative: Py | None, **given: Py | None) -> Py:
    kind = returned_by("fisher.test")
    return call("rstats.fisher_test", [x], kind, alternative=_side(alternative), **given)


@stats("prop.test", "x", "n", "p", "alternative", "conf.level", "correct")
def _prop(t: Translator, x: Py, alternative: Py | None, **given: Py | None) -> Py:
    kind = returned_by("prop.test")
    return call("rstats.prop_test", [x], kind, alternative=_side(alternative), **given)


@stats("prop.trend.test", "x", "n", "score")
def _prop_trend(t: Translator, x: Py, n: Py, score: Py | None) -> Py:
    return call("rstats.prop_trend_test", [x, n], returned_by("prop.trend.test"), score=score)


@stats("mcnemar.test", "x", "y", "correct")
def _mcnemar(t: Translator, x: Py, **given: Py | None) -> Py:
    return call("rstats.mcnemar_test", [x], returned_by("mcnemar.test"), **given)


@stats("mantelhaen.test", "x", "y", "z", "alternative", "correct", "exact", "conf.level")
def _mantelhaen(
    t: Translator, x: Py, alternative: Py | None, exact: Py | None, **given: Py | None
) -> Py:
    if exact is not None and flag(exact, False, "exact"):
        raise Refused("mantelhaen.test() with exact = TRUE")
    kind = returned_by("mantelhaen.test")
    return call("rstats.mantelhaen_test", [x], kind, alternative=_side(alternative), **given)


@stats("binom.test", "x", "n", "p", "alternative", "conf.level")
def _binom(t: Translator, x: Py, alternative: Py | None, **given: Py | None) -> Py:
    kind = returned_by("binom.test")
    return call("rstats.binom_test", [x], kind, alternative=_side(alternative), **given)


@stats("ks.test", "x", "y", "...", "alternative")
def _ks(
    t: Translator, x: Py, y: Py, dots: list[tuple[str | None, Py]], alternative: Py | None
) -> Py:
    if y.kind.const is not None:
        function = str(y.kind.const)
        if any(name for name, _ in dots) or function not in ("pnorm", "punif", "pexp"):
            raise Refused("ks.test() of this distribution has no translation")
        law = {"pnorm": "norm", "punif": "uniform", "pexp": "expon"}[function]
        if function != "pnorm" and dots:
            raise Refused("ks.test() of this distribution has no translation")
        y = fill(f"stats.{law}.cdf")
    rest = [value for _, value in dots]
    kind = returned_by("ks.test")
    return call("rstats.ks_test", [x, y, *rest], kind, alternative=_side(alternative))


@stats("p.adjust", "p", "method", "n")
def _p_adjust(t: Translator, p: Py, method: Py | None, n: Py | None) -> Py:
    return call("rstats.p_adjust", [p, *([] if method is None else [method])], ANY, n=n)


@stats("pairwise.t.test", "x", "g", "p.adjust.method", "pool.sd")
def _pairwise(t: Translator, x: Py, g: Py, **given: Py | None) -> Py:
    return call("rstats.pairwise_t_test", [x, g], ANY, **given)
