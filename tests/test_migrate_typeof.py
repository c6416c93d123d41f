"""Integer or double: R's type of what every function of the tables makes of every type."""

import re

import pytest
import rprograms

ARGUMENTS = {
    "integers": "c(4L, 2L, 7L)",
    "doubles": "c(4, 2.5, 7)",
    "whole doubles": "c(4, 2, 7)",
    "range": "2:4",
    "logicals": "c(TRUE, FALSE, TRUE)",
    "integers with NA": "c(4L, NA, 7L)",
    "doubles with NA": "c(4, NA, 7)",
    "logicals with NA": "c(TRUE, NA, FALSE)",
    "integer": "3L",
    "double": "3",
    "logical": "TRUE",
    "no integers": "integer(0)",
    "no doubles": "numeric(0)",
    "no logicals": "logical(0)",
    "matrix of integers": "matrix(1:6, 2)",
    "matrix of doubles": "matrix(c(1, 2.5, 3, 4, 5, 6), 2)",
    "matrix of logicals": "matrix(c(TRUE, FALSE, TRUE, TRUE), 2)",
    "integers with names": "c(a = 1L, b = 2L, c = 3L)",
    "doubles with names": "c(a = 1, b = 2, c = 3)",
    "counts": 'table(c("a", "b", "a"))',
    "text": 'c("b", "a", "b")',
    "list of integers": "list(1L, 2L)",
    "list of both": "list(a = 1L, b = 2.5)",
    "integers or doubles": "if (length(letters) > 3) 2:4 else c(2, 3, 4)",
}
CALLS = """
x; -x; +x; !x; x + 1L; x + 1; x - x; x * 2L; x * TRUE; x / 2L; x ^ 2L; x %% 2L; x %/% 2L; x %% 2
x > 1; x & TRUE; 1L - x; 2 * x; x[1]; x[2:3]; x[-1]; x[5]; x[[1]]; x[x > 2]; x[c(1, NA)]
c(x, 1L); c(x, 1); c(x, NA); c(x, TRUE); c(x, "a"); c(x); rep(x, 2); rep_len(x, 5); rev(x)
sort(x); order(x); rank(x); unique(x); duplicated(x); which(x > 1); which.max(x); union(x, 1L)
union(x, 1); intersect(x, 2:4); setdiff(x, 1); x %in% 2; match(x, c(2, 7)); match(2, x)
head(x, 2); tail(x, 1); append(x, 1L); append(x, 1); length(x); nrow(x); ncol(x); NROW(x)
dim(x); matrix(x, 1); array(x, c(1, 1, 3)); t(x); diag(x); rbind(x, 1L); rbind(x, 1)
cbind(x, x); cbind(1L, x); row(x); col(x); names(x); unname(x); setNames(x, NULL); crossprod(x)
x %*% x; x %o% x; outer(x, x); outer(x, 1:2); outer(1:2, x); outer(x, x, "+"); outer(x, x, "-")
outer(x, x, "/"); outer(x, x, "*"); outer(x, x, pmax); outer(x, 1:2, function(a, b) a + b)
kronecker(x, 1:2); as.vector(outer(x, x)); sum(outer(x, 1:2)); sum(t(outer(x, 1:2))); scale(x)
sweep(x, 2, 1L); sweep(x, 2, 1); sqrt(x); exp(x); log(x); abs(x); sign(x); trunc(x); floor(x)
ceiling(x); round(x); round(x, 1); signif(x, 2); factorial(x); choose(x, 2); sum(x)
sum(x, na.rm = TRUE); sum(x, 1L); sum(x, 1); sum(x > 1); prod(x); mean(x); mean(x, na.rm = TRUE)
max(x); min(x); max(x, 1L); max(x, 1); min(x, na.rm = TRUE); range(x); any(x > 1); cumsum(x)
cumprod(x); cummax(x); cummin(x); diff(x); pmax(x, 1L); pmax(x, 1); pmin(1, x); pmin(3L, x)
pmin(x, x); pmax(x, TRUE); rowSums(x); colSums(x); rowMeans(x); sd(x); var(x); median(x)
median(x, na.rm = TRUE); median(c(x, x)); median(x[1]); mad(x); quantile(x); quantile(x, 0.5)
fivenum(x); IQR(x); summary(x); weighted.mean(x, x); cor(x, x); sapply(x, function(v) v)
sapply(x, function(v) v + 1L); sapply(x, function(v) v * 2); sapply(x, length)
sapply(x, identity); lapply(x, function(v) v); vapply(x, function(v) 1L, integer(1))
vapply(x, function(v) as.numeric(v), numeric(1)); vapply(x, function(v) 1L, numeric(1))
vapply(x, function(v) TRUE, numeric(1)); vapply(x, function(v) TRUE, integer(1))
Map(function(a, b) a + b, x, x); mapply(function(a, b) a + b, x, x); mapply(function(a) a, x)
Reduce(`+`, x); Reduce(`+`, x, accumulate = TRUE); Reduce(`+`, x, 0)
Reduce(function(a, b) a * b, x, 1L); Reduce(function(a, b) a + b, x, 0, accumulate = TRUE)
Filter(function(v) v > 1, x); Find(function(v) v > 1, x); Position(function(v) v > 1, x)
do.call(sum, as.list(x)); do.call("max", list(x, 1L)); do.call(rbind, list(x, x))
do.call(c, list(x, 1L)); lengths(x); identity(x); drop(x); apply(x, 1, sum); apply(x, 2, max)
apply(x, c(1, 2), function(v) v); apply(x, 1, function(r) r); apply(x, 2, median)
tapply(x, c(1, 1, 2), sum); tapply(x, c("a", "b", "a"), max); tapply(x, c(1, 1, 2), length)
tapply(x, c(1, 1, 2), mean); tapply(x, c(1, 2, 2), median); ave(x); ave(x, c(1, 1, 2))
split(x, c(1, 1, 2)); unsplit(split(x, c(1, 2, 1)), c(1, 2, 1)); table(x); tabulate(x)
rle(x)$values; rle(x)$lengths; cut(x, 2); findInterval(x, c(1, 3)); prop.table(x)
as.integer(factor(x)); levels(factor(x)); nlevels(factor(x)); is.na(x); is.finite(x); na.omit(x)
as.numeric(x); as.integer(x); as.double(x); as.logical(x); as.character(x); as.vector(x)
as.list(x); unlist(x); unlist(list(x, 1L)); unlist(list(x, 1)); unlist(list(a = x, b = 1L))
unlist(lapply(x, function(v) v)); unlist(lapply(x, length)); ifelse(x > 2, x, 0L)
ifelse(x > 2, x, 0); ifelse(x > 2, 1L, 0L); ifelse(x > 2, 1L, 0); ifelse(TRUE, x, 0)
combn(x, 2); combn(x, 2, sum); combn(x, 2, function(v) v[1]); expand.grid(x, 1:2); seq_along(x)
seq(x[1], 9); seq(1, x[1]); seq(x[1], 9, by = 2L); seq(x[1], 9, by = 2)
seq(2, 8, length.out = x[1]); seq_len(3) + x; 1:3 * x; seq(x); x[1]:9; 2.5:x[1]; nchar(x)
nchar("abc") + x; strtoi("12") + x; rev(seq_len(3)); data.frame(v = x)$v
data.frame(v = x)[["v"]]; data.frame(v = x); data.matrix(data.frame(v = x))
as.matrix(data.frame(v = x, w = 1L)); sapply(data.frame(v = x), class)
sapply(data.frame(v = x, w = 1), max); colSums(data.frame(v = x)); list(x)[[1]]; list(a = x)$a
replace(x, 2, 1L); replace(x, 2, 1); replicate(2, x); replicate(2, sum(x)); as.numeric(x) + 1L
length(x) / 1L; length(x) * 2; max(length(x), 1L); max(0, length(x)); min(length(x), 3)
bitwAnd(x, 3L); rowsum(x, c(1, 1, 2)); aperm(x); Recall; xor(x > 1, TRUE); mean(x > 1)
is.element(2, x); rev(x)[1]; sort(x, decreasing = TRUE)[1]; names(sort(x))[1]; sample(x)
sample(x, 1); rbinom(2, 3, 0.5) + x; rpois(2, 3); round(runif(2)); nchar(c("a", NA))
which(is.na(x)); cumsum(rev(x)); cumsum(1:3) + x; x %/% 2; x %/% 1.5; sum(x %/% 2L)
tail(x, 1) - head(x, 1); max(x) - min(x); mean(x) * 1L; abs(x - 3L); abs(-x); sum(abs(x))
sum(x * x); sum(x ^ 2); sum(sapply(list(x, x), length)); sapply(list(x, x), sum)
sapply(list(x, x), max); sapply(list(a = x, b = x), mean); sapply(split(x, c(1, 1, 2)), sum)
vapply(list(x), length, 1L); vapply(list(x), sum, 1); Reduce(max, x); Reduce(`+`, list(x, x))
Reduce(`+`, lapply(1:2, function(i) x)); outer(x, x, "=="); x == x; (x > 1) + 0L; (x > 1) * 1
(x > 1) + (x > 2); -(x > 1); +(x > 1); rowSums(x > 1); arr.ind <- which(x > 1)
max(which(x > 0)); trunc(x / 2); round(x / 2); floor(x / 2L); as.integer(x / 2); upper.tri(x)
solve(diag(2)) * x[1]; det(diag(2)) * 1L; diag(2L); diag(x[1]); ceiling(x); rev(list(x))[[1]]
max(unlist(list(x, x))); range(x)[1]; diff(range(x)); mode(x); if (TRUE) x else 1
switch("a", a = x, b = 1); tryCatch(x, error = function(e) 1); local(x + 1L)
(function(v) v + 1L)(x); (function(v, ...) sum(...))(1, x); (function(...) length(list(...)))(x)
(function(...) sum(sapply(list(...), length)))(x, x); rapply(list(x), sum, how = "unlist")
mapply(rep, 1:2, x[1:2]); stack <- c(x[1], 2L); vector("integer", 2) + x; numeric(2); integer(2)
logical(2) + 0L; is.na(x) + 0L; nchar(paste(x)); as.numeric(paste(1:2)); as.integer("4")
strtoi("7", 8L); utf8ToInt("a"); rowMeans(x); cor(x, rev(x)); order(x, decreasing = TRUE)[1]
which.min(x) + 1L; cumprod(x)[2]; max.col(x); prod(dim(x)); nrow(x) * ncol(x); col(x) + 0L
row(x) * 2; t(x)[1]; x[, 1]; x[1, ]; x[1, 2]; x[x > 1][1]; crossprod(x, x); tcrossprod(x)
array(x, 3); seq(1, 5); seq(1, 5, 2); seq(1L, 5L, 2L); seq(0, 1, length.out = 3); seq(5)
seq(2, 11, length.out = 4); seq_len(x[1]); numeric(x[1]); rev(1:x[1]); 5:1 - x; round(5L)
round(-2.5); ceiling(2.5); 5L %/% 2L; 5L / 2L; 2L ^ 2L; -TRUE; TRUE + TRUE; sum(TRUE, FALSE)
1e3; 1000000L; 0x10L; 7 %/% 2; bitwOr(1L, 2L); nlevels(factor("a")); Sys.getpid()
as.integer(Sys.time() > 0)
"""
QUESTIONS = (
    "class(y)",
    "typeof(y)",
    "mode(y)",
    "is.integer(y)",
    "is.double(y)",
    "is.numeric(y)",
    "identical(y, as.integer(y))",
    'inherits(y, "integer")',
    "format(y, nsmall = 1)",
)
EMPTY = re.compile(r"(integer|numeric|logical)\(0\)\n(?=y <- (ifelse|diff))")  # R has logical(0)
OTHER = re.compile(
    r'table\(.*\)\n(?=y <- as.matrix\(data.frame)|c\("b".*\n(?=y <- diag)'  # of R's own kind
    r"|y <- (mapply\(rep|combn|array\(x, 3)"  # as many as a value says, and arrays of one dimension
)


TYPES = ("integer", "double", "logical", "character")


def calls():
    return [call.strip() for call in CALLS.replace("\n", ";").split(";") if call.strip()]


def programs():
    """Each call of each argument."""
    texts = [f"x <- {value}\ny <- {call}\n" for value in ARGUMENTS.values() for call in calls()]
    return [text for text in texts if not EMPTY.search(text) and not OTHER.search(text)]


def surely(kind):
    """R's types that a kind leaves open, for an atomic value; None if it claims nothing."""
    if not kind.atomic or kind.mode == "any":
        return None
    if kind.either:
        return {"logical", "integer", "double"}
    if kind.mode == "double" and kind.na:
        return {"logical", "double"}  # NA alone is a logical
    return {kind.mode}


def denied(kind, value):
    """How the kinds of a value, its elements and columns deny R's types; None if they do not."""
    found = surely(kind)
    if found is not None and value["type"] in TYPES and value["type"] not in found:
        return f"{'/'.join(sorted(found))} ({kind.shape}), R {value['type']}"
    theirs = value.get("items")
    if theirs is None or (kind.items is None and kind.item is None):
        return None
    parts = [item for _, item in kind.items or ()] or [kind.item] * len(theirs)
    told = (denied(part, item) for part, item in zip(parts, theirs, strict=False) if part)
    return next((words for words in told if words), None)


@pytest.fixture(scope="module")
def answered():
    """The programs that R does not refuse, with R's answers."""
    texts = programs()
    found = zip(texts, rprograms.evaluate_in_r(texts), strict=True)
    return [(text, answer) for text, answer in found if answer["failure"] is None]


@pytest.mark.r
def test_kinds_claim_the_types_that_r_has(answered):
    wrong = []
    for text, answer in answered:
        kind = rprograms.translate(text)._kinds.get("y")
        value = answer["variables"].get("y")
        told = denied(kind, value) if kind is not None and value is not None else None
        if told:
            wrong.append(f"{text}: {told}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.r
def test_questions_about_types_are_answered_as_by_r_or_refused(answered):
    """A third of the programs, each with one question, is enough of them."""
    texts = [
        f"{text}z <- {QUESTIONS[(k // 3) % len(QUESTIONS)]}\n"
        for k, (text, _) in enumerate(answered)
        if k % 3 == 0
    ]
    wrong = []
    for text, answer in zip(texts, rprograms.evaluate_in_r(texts), strict=True):
        if answer["failure"] is None:
            kind = (migration := rprograms.translate(text))._kinds.get("y")
            if kind is None or not kind.atomic or kind.mode == "any" or "table(" in text:
                continue  # which is asked at run time
            verdict = rprograms.judge(text, answer, migration)
            if verdict.kind == "wrong" and verdict.what == "z":
                wrong.append(f"{text}: {verdict.reason}")
    assert not wrong, "\n".join(wrong)
