"""Shapes that functions of the tables do not take: a list, a data frame, a factor, an array.

R's functions treat each of them in a way of its own; a translation that is written for vectors
would flatten them. Where the kind of an argument is known, the call is refused; where it is not,
`rvalues` looks at the value.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._kinds import Kind, item_of
from ._pyexpr import Py, Refused

# "deep" is a list with elements that are not single values.
_NOT_OF = {
    "list": """array as.Date as.data.frame as.factor as.matrix aperm basename beta bitwAnd bitwOr
        bitwXor cut choose combn complete.cases cor cov crossprod diff ecdf expand.grid factor
        fivenum formatC ifelse interaction intersect IQR is.finite is.infinite is.nan kronecker mad
        make.unique margin.table marginSums matrix median na.omit noquote norm order ordered outer
        pmax pmin prop.table proportions quantile rank rep.int rep_len rle row scale sd setdiff
        sign sort svd t table tabulate tcrossprod union var weighted.mean which xor %*% %o% %x%
        data.frame sweep dist""",
    "deep": """%in% as.character as.double as.integer as.logical as.numeric casefold chartr cummax
        cummin cumprod cumsum diag dist duplicated file.path findInterval format grep grepl gsub
        intToUtf8 is.element lower.tri match nchar nzchar p.adjust paste0 prettyNum qr regexpr
        gregexpr sequence shQuote sprintf stack strrep strtoi strtrim sub substr substring tolower
        toString toupper trimws upper.tri which.max which.min startsWith endsWith strsplit""",
    "frame": """%in% array as.Date as.character as.double as.factor as.integer as.logical
        as.numeric as.vector basename beta bitwAnd bitwOr bitwXor casefold chartr chol choose combn
        crossprod cummax cummin cumprod cumsum cut dQuote det diag diff ecdf expand.grid factor
        file.path findInterval fivenum formatC grep grepl gsub ifelse intToUtf8 interaction
        intersect IQR is.element is.finite is.infinite is.nan isSymmetric kronecker mad make.unique
        margin.table marginSums match matrix median nchar norm nzchar ordered outer p.adjust
        paste paste0 pmax pmin prettyNum quantile rank rapply regexpr gregexpr rep rep.int rep_len
        rle sQuote sd sequence setdiff shQuote signif sprintf strrep strtoi strtrim sub substr
        substring sweep tabulate tcrossprod tolower toString toupper trimws union unname which.max
        which.min %*% %o% %x% startsWith endsWith strsplit""",
    "factor": """all any aperm as.data.frame as.list basename cbind combn diag endsWith
        file.exists formatC ifelse kronecker lapply make.unique Map mapply na.omit nchar
        NCOL ncol NROW nrow nzchar pmax pmin rapply rbind rle rnorm row sapply setNames stack
        startsWith strsplit t which xor Find Reduce diff""",
    "array": """as.Date basename beta chartr casefold chol choose col complete.cases cor cov
        crossprod det diag diff duplicated findInterval formatC gsub head isSymmetric lengths
        lower.tri make.unique na.omit nzchar prettyNum rapply rle row scale shQuote solve stack
        strtoi sub sweep t tail tcrossprod tolower toupper unique upper.tri var %*%
        data.frame""",
}
_REFUSED = {shape: frozenset(names.split()) for shape, names in _NOT_OF.items()}
_DISTRIBUTED = ("norm", "unif", "exp", "gamma", "beta", "t", "chisq", "f", "weibull", "lnorm",
                "logis", "cauchy", "binom", "pois", "geom", "nbinom", "hyper")  # fmt: skip
_DENSITIES = frozenset(kind + name for name in _DISTRIBUTED for kind in "dpq") - {"df", "pf"}
_WORDS = {
    "list": "a list",
    "deep": "a list of vectors",
    "frame": "a data frame",
    "factor": "a factor",
    "array": "an array of more than two dimensions",
}
# Arguments that are lists whatever the function is about.
_OWN_LISTS = frozenset(["dimnames", "by", "f", "INDEX", "FUN", "probs", "group"])


def _shape_of(kind: Kind) -> str:
    if kind.is_list:
        single = item_of(kind).shape in ("scalar", "never")
        return "list" if single else "deep"
    return kind.shape


def check(function: str, values: Sequence[tuple[str, Py]]) -> None:
    """Refuse a call with an argument of a shape that the function is not written for."""
    for param, value in values:
        shape = _shape_of(value.kind)
        if shape not in _WORDS or param in _OWN_LISTS or value.kind.tag:
            continue
        if function == "as.data.frame" and value.kind.shape == "dict":
            continue  # its elements are the columns
        refused = function in _REFUSED[shape]
        if shape == "deep":
            refused = refused or function in _REFUSED["list"]
        if shape in ("list", "deep", "frame"):
            refused = refused or function in _DENSITIES
        if refused:
            raise Refused(f"{function}() of {_WORDS[shape]}")


# Functions whose result may share memory with an argument.
_SHARING = frozenset(
    ["unname", "drop", "as.vector", "setNames", "t", "as.matrix", "data.matrix", "head", "tail",
     "rev", "matrix", "array", "aperm", "zapsmall", "Reduce", "identity", "round", "signif",
     "as.numeric", "as.double", "na.omit", "invisible", "suppressWarnings", "replace",
     "modifyList", "append", "as.list", "unlist"]
)  # fmt: skip


def shares(function: str) -> bool:
    """Whether the result of a function may be a view of an argument, or the argument itself."""
    return function in _SHARING
