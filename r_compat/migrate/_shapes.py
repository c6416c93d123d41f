"""Which shapes the functions of the tables take: anything else is refused.

R's functions treat matrices, arrays, lists, data frames, factors and NULL each in a way of its own.
A function says here what it takes; one that says nothing takes plain vectors of numbers, logicals
and text. Where the kind of an argument is known, a call with another shape is refused. Where it is
not, `rvalues` looks at the value: in its own functions, and by `rvalues.only` where the translation
is written in numpy.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..rvalues._shapes import WORDS, entries, guarded_names, taken
from ._functions import Known
from ._kinds import Kind, item_of
from ._pyexpr import Py, Refused, call, literal, text_of

# The shapes, and the functions that take them. What is asked is the first parameter; of f* all of
# them, of f@x the parameter x.
_TAKES = (
    # What asks for a shape, hands its argument on, writes it, or looks at it itself
    ("any", """AIC BIC Filter NCOL NROW Negate NextMethod Position Recall Sys.time UseMethod
        Vectorize View aggregate all.equal anova aov append apply approx approxfun
        oneway.test formula type.convert
        as.data.frame.table as.dist as.formula attach attr attributes bartlett.test binom.test
        body bquote by c capture.output cat cbind chisq.test class cmdscale coef coefficients
        colMeans colSums colnames conditionCall conditionMessage confint confint.default
        cooks.distance hatvalues rstandard rstudent
        cophenetic cor.test
        cutree data.frame data.matrix density deparse detach deviance df.residual dim dimnames
        dput drop eapply embed environment errorCondition eval exists file.remove fisher.test
        fitted fitted.values force formals ftable gc get get0 getElement glm hclust
        identical identity inherits integrate inverse.rle invisible is.array is.atomic
        is.character is.data.frame is.double is.environment is.factor is.function is.integer
        is.list is.logical is.matrix is.na is.null is.numeric is.ordered is.vector isFALSE isTRUE
        kruskal.test ks.test length levels list list2env lm lm.fit logLik ls mahalanobis
        match.arg match.call match.fun merge message mget missing mode model.matrix names ncol
        new.env nlevels nobs nrow object.size on.exit optim optimise optimize ordered
        pairwise.t.test parent.frame parse prcomp predict print print.default prop.table
        proportions qr.Q qr.R qr.coef qr.fitted qr.resid quote rapply rbind reformulate
        replicate reshape resid residuals rev row.names rowMeans rowSums rownames sample saveRDS
        seq seq_along set.seed setNames setequal shapiro.test simplify2array source stack
        storage.mode str structure subset substitute suppressMessages suppressWarnings switch
        sys.call sys.function system.time t.test table transform typeof unclass uniroot unlist
        unsplit unstack mantelhaen.test mcnemar.test prop.test
        prop.trend.test var.test vcov vector wilcox.test within write.csv write.csv2 write.table
        xtabs"""),
    # Functions of numbers, element by element
    ("numbers dims frame", """abs acos acosh asin asinh atan atanh ceiling cos cosh
        digamma exp expm1 factorial floor gamma lfactorial lgamma log log10 log1p log2 sign sin
        sinh sqrt tan tanh trunc"""),
    ("numbers dims", "zapsmall signif is.finite is.infinite fivenum"),
    ("flat number dims", "as.table margin.table marginSums"),
    ("numbers dims date frame", "round"),
    ("numbers dims date", "ecdf"),
    ("flat number text matrix array table date", "median"),
    ("numbers table", "seq_len"),
    ("numbers dims", "atan2* beta* choose* lbeta* lchoose*"),
    ("numbers dims", """dbeta* dbinom* dcauchy* dchisq* dexp* dgamma* dgeom* dhyper* dlnorm* dlogis*
        dnbinom* dnorm* dpois* dt* dunif* dweibull* pbeta* pbinom* pcauchy* pchisq* pexp* pgamma*
        pgeom* phyper* plnorm* plogis* pnbinom* pnorm* ppois* pt* punif* pweibull* qbeta* qbinom*
        qcauchy* qchisq* qexp* qgamma* qgeom* qhyper* qlnorm* qlogis* qnbinom* qnorm* qpois* qt*
        qunif* qweibull* df* pf* qf*"""),
    ("flat number matrix array table", "bitwAnd bitwOr bitwXor bitwShiftL bitwShiftR IQR"),
    ("flat number matrix array table date", "cut"),
    # Summaries
    ("vectors dims factor date frame null", "max* min* range"),
    ("vectors dims factor date frame null", "order"),
    ("numbers dims frame null", "sum* prod* all* any*"),
    ("numbers dims null", "xor* mad quantile"),
    ("vectors dims date null", "mean pmax* pmin* sd"),
    ("numbers dims frame", "weighted.mean"),
    ("vectors dims date list null", "which.max which.min"),
    ("numbers dims list null", "cummax cummin cumprod cumsum"),
    ("numbers matrix table date", "diff"),
    ("flat logical matrix array table", "which"),
    ("flat number text table", "ave"),
    # Vectors
    ("vectors dims factor", "matrix array sQuote dQuote rep.int rep_len"),
    ("vectors dims factor date", "is.nan"),
    ("vectors table factor date", "is.unsorted"),
    ("vectors dims factor lists", "as.vector"),
    ("vectors dims factor date lists null", """as.character as.double as.integer as.logical
        rep paste* paste0* toString"""),
    ("vectors dims factor date lists frame text null", "as.numeric"),
    ("vectors dims factor list null", "file.path"),
    ("vectors dims factor date null", "match@x match@table %in%* is.element*"),
    ("vectors dims factor date null", "as.factor factor interaction rank sort"),
    ("vectors dims factor null", "intersect* setdiff* union*"),
    ("vectors matrix grid table factor date list frame null", "duplicated"),
    ("vectors matrix grid table factor date lists frame null", "unique"),
    ("vectors dims factor date lists frame null", "anyDuplicated"),
    ("vectors dims factor date lists frame", "anyNA"),
    ("vectors dims factor date list frame null", "format"),
    ("vectors matrix grid table factor date frame", "complete.cases"),
    ("vectors table factor date list deep frame", "expand.grid*"),
    ("vectors date", "as.POSIXlt"),
    ("vectors matrix grid table date frame", "na.omit t"),
    ("vectors", "rle"),
    ("flat number matrix array table factor", "tabulate"),
    ("numbers dims list null", "findInterval sequence"),
    ("numbers dims null", "ifelse@test"),
    ("vectors dims null", "ifelse@yes ifelse@no"),
    ("numbers matrix grid text table list null", "diag"),
    ("vectors dims factor", "combn"),
    ("number logical text dims", "aperm"),
    ("factor", "relevel"),
    ("factor frame text", "droplevels"),
    ("vectors factor date null", "as.Date difftime* weekdays months strftime"),
    # Matrices
    ("flat number matrix frame", "rowsum scale"),
    ("numbers matrix frame", "solve eigen qr.solve determinant max.col cov2cor"),
    ("numbers dims frame", "svd chol2inv kappa ginv"),
    ("number matrix", "varimax"),
    ("vectors dims factor date frame", "as.matrix"),
    ("number logical text matrix grid frame", "col row"),
    ("numbers matrix table", "%*%* crossprod* tcrossprod* sweep"),
    ("numbers matrix table frame", "cor@x cor@y cov@x cov@y"),
    ("vectors matrix table frame", "var@x var@y"),
    ("numbers dims", "%o%* %x%* kronecker*"),
    ("vectors dims", "outer@X outer@Y"),
    ("numbers matrix", "backsolve* forwardsolve* addmargins det"),
    ("flat number matrix", "chol"),
    ("number logical matrix", "norm"),
    ("numbers matrix table frame", "dist qr lsfit"),
    ("vectors matrix grid", "isSymmetric"),
    # Text
    ("texts", "utf8ToInt"),
    ("texts matrix grid", "basename dirname endsWith file.exists make.unique startsWith strsplit"),
    ("vectors matrix table factor date list null", """casefold gsub@x strtrim strtoi sub@x substr
        substring tolower toupper trimws"""),
    ("vectors dims factor date list null", """grepl@x grep@x regexpr@text
        gregexpr@text sprintf@... strrep"""),
    ("vectors table factor date list null", "chartr@x prettyNum shQuote make.names"),
    ("vectors dims list", "nchar"),
    ("vectors matrix array table date list", "nzchar"),
    ("flat number text matrix array grid table null", "formatC"),
    ("any", "regmatches write is.complex"),
    # Lists
    ("vectors dims date lists frame null", """Find@x Reduce@x lapply mapply@... sapply
        vapply"""),
    ("vectors dims factor lists frame", "split"),
    ("number logical text matrix grid frame", "split.data.frame"),
    ("vectors dims factor date lists frame", "tapply"),
    ("vectors matrix grid table factor date list frame", "upper.tri lower.tri"),
    ("lists", "modifyList"),
    ("vectors dims date lists frame null", "as.list"),
    ("vectors dims lists frame date null", "replace@x"),
    ("vectors dims factor date lists null", "unname"),
    ("lists frame", "do.call@args"),
    ("numbers lists factor frame", "lengths"),
    ("vectors dims factor frame", "noquote"),
    ("lists frame", "with"),
    ("vectors matrix array table date lists frame null", "Map@..."),
    ("vectors matrix grid table factor date lists frame null", "head tail"),
    ("vectors dims date lists frame", "as.data.frame"),
    ("flat number factor date frame", "summary"),
    ("vectors dims list null", "intToUtf8"),
    ("flat number matrix array table", "p.adjust"),
    # Random numbers
    ("numbers matrix table", """rbeta* rbinom* rcauchy* rchisq* rexp* rf* rgamma* rgeom* rhyper*
        rlnorm* rlogis* rmultinom* rnbinom* rnorm* rpois* rsignrank* rt* runif* rweibull*
        rwilcox*"""),
)  # fmt: skip
_GUARDED = frozenset(["base", "stats", "utils"])


def _rules() -> dict[tuple[str, str], str]:
    """Return words for what is taken by function and parameter; "*" is each, "" the first."""
    found: dict[tuple[str, str], str] = {}
    for name, param, words in entries(_TAKES):
        if (name, param) in found:
            raise ValueError(f"{name} is entered twice among the shapes")
        found[name, param] = words
    return found


_RULES = _rules()
_ASKED = {name: param for name, param in _RULES if param not in ("", "*")}
# Lists whatever the function is about.
_OWN_LISTS = frozenset(["dimnames"])


def _words(known: Known, param: str) -> str:
    """Return words for what a parameter takes: everything if it is not asked for its shape."""
    if known.package not in _GUARDED:
        return "any"
    rule = _RULES.get((known.name, "*")) or _RULES.get((known.name, param))
    if rule is not None:
        return rule
    if known.name in _ASKED or not known.params or param != known.params[0]:
        return "any"
    return _RULES.get((known.name, ""), "vectors")


def _shapes(kind: Kind) -> tuple[str, ...]:
    """Return the words for a kind, as far as it is known."""
    if kind.tag and kind.shape != "frame":
        return ()
    if kind.is_list:
        single = item_of(kind).shape in ("scalar", "never")
        return ("list",) if single else ("deep",)
    if kind.shape in ("frame", "factor", "null"):
        return (kind.shape,)
    if not kind.atomic:
        return ()
    mode = {"double": "number", "integer": "number", "character": "text"}.get(kind.mode, kind.mode)
    words = () if mode == "any" else (str(mode),)
    if kind.shape in ("matrix", "array"):
        return (kind.shape, *(("grid",) if mode == "text" else ()), *words)
    sure = kind.is_scalar or (kind.shape == "vector" and not kind.names)
    return ("flat", *words) if sure else words  # counts of a table are vectors here


def check(known: Known, values: Sequence[tuple[str, Py]]) -> None:
    """Refuse a call with an argument of a shape that the function does not take."""
    for param, value in values:
        shapes = taken(_words(known, param))
        found = _shapes(value.kind)
        if value.kind.shape == "vector" and not {"flat", "table"} & shapes:
            found = ("flat",)
        for shape in found:
            if shape not in shapes:
                raise Refused(f"{known.name}() of {WORDS[shape]}")


class _Guard(ast.NodeTransformer):
    """Puts a question for the shape around arguments that numpy would get as they are."""

    def __init__(self, asked: dict[int, ast.expr]) -> None:
        self.asked = asked

    def visit(self, node: ast.AST) -> Any:
        if id(node) in self.asked:
            return self.asked[id(node)]
        if isinstance(node, ast.Call) and text_of(node.func).startswith("rv."):
            if text_of(node.func).removeprefix("rv.") not in guarded_names():
                return self.generic_visit(node)
            args = [arg if id(arg) in self.asked else self.visit(arg) for arg in node.args]
            words = [ast.keyword(w.arg, self.visit(w.value)) for w in node.keywords]
            return ast.Call(node.func, args, words)
        return self.generic_visit(node)


def _unsure(kind: Kind, shapes: frozenset[str]) -> bool:
    """Whether only run time tells if a value has one of the shapes."""
    if kind.shape == "vector" and kind.names and not kind.tag:  # it may be a table
        return ("flat" in shapes) != ("table" in shapes)
    return kind.shape in ("any", "never")


def guarded(known: Known, result: Py, values: Sequence[tuple[str, Py]]) -> Py:
    """Return a translation that asks values of unknown kinds for their shape."""
    asked = {}
    for param, value in values:
        words = _words(known, param)
        if words == "any":
            continue
        # numpy's functions are an error of NULL that is going to grow; scipy's take it.
        nullable = value.kind.nullable and known.package == "stats" and "null" not in taken(words)
        if nullable or _unsure(value.kind, taken(words)):
            made = call("rv.only", [value, literal(words), literal(known.name)])
            asked[id(value.node)] = made.node
    if not asked:
        return result
    return replace(result, node=_Guard(asked).visit(result.node))


# Functions whose result may share memory with an argument.
_SHARING = frozenset(
    ["unname", "drop", "as.vector", "setNames", "t", "as.matrix", "data.matrix", "head", "tail",
     "rev", "matrix", "array", "aperm", "zapsmall", "Reduce", "identity", "round", "signif",
     "as.numeric", "as.double", "na.omit", "invisible", "suppressWarnings", "replace",
     "modifyList", "append", "as.list", "unlist", "as.table"]
)  # fmt: skip


def shares(function: str) -> bool:
    """Whether the result of a function may be a view of an argument, or the argument itself."""
    return function in _SHARING
