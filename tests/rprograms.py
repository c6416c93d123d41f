"""Random R: strategies for expressions and small programs over what `migrate` covers.

An expression is made for a type: a kind (number, logical, string) with a length, a matrix with its
dimensions, a list or data frame with its fields. So R evaluates nearly all of them; where a length
is not known (``x[x > 2]``, ``unique(x)``) only what works for any length is asked of it.

A production is a method named after the type it makes, with a comment for a family of R's functions;
to cover another function, add a line to one of them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from dagbag.r_compat.migrate import check
from dagbag.r_compat.migrate._compare import INCOMPARABLE, difference
from dagbag.r_compat.migrate._describe import variables_of
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

VALUES = re.compile(r"[0-9.]+|'[^']*'|\"[^\"]*\"")
WORDS = ["a", "b", "gene", "TP53", "x1", "Zeta", "mid", "low"]
FIELDS = ["alpha", "beta", "n.obs", "size", "tag"]
NAMES = ["x", "y", "z", "w", "k.max", "total", "val", "tmp", "res.1", "idx", "lambda", "n_obs", "B"]


@dataclass(frozen=True)
class Vec:
    """A vector; n is None if its length is not known, kind "num", "int", "lgl" or "chr"."""

    kind: str
    n: int | None


@dataclass(frozen=True)
class Mat:
    kind: str
    r: int
    c: int


@dataclass(frozen=True)
class Named:
    """A named list."""

    fields: tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Items:
    """A list without names, of n numeric vectors of length m."""

    n: int
    m: int


@dataclass(frozen=True)
class Frame:
    columns: tuple[tuple[str, str], ...]
    n: int


@dataclass(frozen=True)
class Fun:
    """A function of scalars: names of its parameters, how many have defaults."""

    params: tuple[str, ...]
    defaults: int


def is_name(text):
    return text.replace(".", "_").isidentifier()


class Writer:
    """Writes R by drawing from a generator that hypothesis seeds."""

    def __init__(self, random):
        self.random = random
        self.scope: dict[str, object] = {}
        self.seeded = False

    # Draws

    def pick(self, options):
        return self.random.choice(list(options))

    def int(self, low, high):
        return self.random.randint(low, high)

    def chance(self, percent):
        return self.int(1, 100) <= percent

    def variables(self, wanted):
        return [name for name, type_ in self.scope.items() if wanted(type_)]

    def expr(self, type_, depth):
        """An expression of a type; depth limits what is inside."""
        known = self.variables(lambda t: t == type_)
        if known and self.chance(35 if depth else 80):
            return self.pick(known)
        if isinstance(type_, Vec):
            if type_.n == 1:
                return getattr(self, f"{type_.kind}_scalar")(depth)
            return getattr(self, f"{type_.kind}_vector")(type_.n, depth)
        if isinstance(type_, Mat):
            return self.matrix(type_, depth)
        if isinstance(type_, Named):
            items = ", ".join(f"{name} = {self.expr(t, depth - 1)}" for name, t in type_.fields)
            return f"list({items})"
        if isinstance(type_, Items):
            return self.items(type_)
        if isinstance(type_, Frame):
            columns = [
                f"{name} = {self.expr(Vec(kind, type_.n), 0)}" for name, kind in type_.columns
            ]
            return f"data.frame({', '.join(columns)})"
        raise AssertionError(type_)

    def num(self, depth):
        return self.expr(Vec("num", 1), depth)

    def lgl(self, depth):
        return self.expr(Vec("lgl", 1), depth)

    def chr(self, depth):
        return self.expr(Vec("chr", 1), depth)

    def vec(self, n, depth):
        return self.expr(Vec("num", n), depth)

    def length(self, low=2, high=5):
        """A length, preferably one that a variable has."""
        known = [
            t.n for t in self.scope.values() if isinstance(t, Vec) and t.n and low <= t.n <= high
        ]
        return self.pick(known) if known and self.chance(60) else self.int(low, high)

    def any_vector(self, kind="num"):
        """A vector and its length; known variables come first."""
        known = self.variables(lambda t: isinstance(t, Vec) and t.kind == kind and t.n != 1)
        if known and self.chance(60):
            name = self.pick(known)
            return name, self.scope[name].n
        n = self.length()
        return self.expr(Vec(kind, n), 1), n

    def any_matrix(self):
        known = self.variables(lambda t: isinstance(t, Mat) and t.kind == "num")
        if known and self.chance(70):
            name = self.pick(known)
            return name, self.scope[name]
        type_ = Mat("num", self.int(2, 3), self.int(2, 4))
        return self.matrix(type_, 1), type_

    # Numbers

    def number(self):
        return self.pick(
            [
                str(self.int(0, 9)),
                f"{self.int(1, 9)}L",
                f"{self.int(0, 9)}.{self.int(1, 9)}",
                "0.5",
                "10",
                "100",
                "1e3",
                "2.25",
                "pi",
            ]
        )

    def operand(self, depth):
        """A scalar, in parentheses or not: precedence is R's."""
        text = self.num(depth - 1)
        return text if self.chance(50) or is_name(text) else f"({text})"

    def num_scalar(self, depth):
        if depth <= 0:
            return self.number()
        way = self.int(0, 13)
        if way <= 3:
            operator = self.pick(["+", "-", "*", "/", "%%", "%/%"])
            return f"{self.operand(depth)} {operator} {self.operand(depth)}"
        if way == 4:
            return f"{self.operand(depth)}^{self.pick(['2', '3', '0.5', '(-1)'])}"
        if way == 5:
            return f"-{self.operand(depth)}"
        if way == 6:
            f = self.pick(
                ["abs", "floor", "ceiling", "trunc", "sign", "exp", "as.integer", "as.numeric"]
            )
            inner = self.num(depth - 1)
            return f"{f}({inner})" if f != "exp" else f"exp(-abs({inner}))"
        if way == 7:
            f = self.pick(
                ["sqrt(abs({}))", "log(abs({}) + 1)", "round({}, 2)", "round({})", "signif({}, 3)"]
            )
            return f.format(self.num(depth - 1))
        if way <= 9:
            return self.summary()
        if way == 10:
            return f"if ({self.lgl(depth - 1)}) {self.num(depth - 1)} else {self.num(depth - 1)}"
        if way == 11:
            return f"nchar({self.chr(depth - 1)})"
        functions = self.variables(lambda t: isinstance(t, Fun))
        if way == 12 and functions:
            return self.call(self.pick(functions), depth)
        return self.element()

    int_scalar = num_scalar

    def summary(self):
        """A number that stands for a vector or matrix."""
        way = self.int(0, 6)
        if way <= 2:
            text, n = self.any_vector()
            functions = ["sum", "length", "length(unique({}))", "prod"]
            if n is not None:
                functions += [
                    "mean",
                    "max",
                    "min",
                    "median",
                    "which.max",
                    "which.min",
                    "sd",
                    "var",
                    "sum({}^2)",
                    "max(abs({}))",
                    "sum(rev({}))",
                    "length(which({} > 2))",
                ]
            f = self.pick(functions)
            return f.format(text) if "{}" in f else f"{f}({text})"
        if way == 3:
            text, _ = self.any_vector("lgl")
            return f"{self.pick(['sum', 'length'])}({text})"
        if way == 4:
            text, n = self.any_vector("chr")
            return (
                f"length({text})"
                if n is None
                else self.pick([f"length({text})", f"sum(nchar({text}))"])
            )
        if way == 5:
            text, _ = self.any_matrix()
            f = self.pick(
                [
                    "sum({})",
                    "nrow({})",
                    "ncol({})",
                    "mean({})",
                    "max({})",
                    "dim({})[2]",
                    "sum(diag({}))",
                    "length({})",
                ]
            )
            return f.format(text)
        text, n = self.any_vector()
        return (
            f"Reduce({self.pick([chr(34) + '+' + chr(34), 'function(a, b) a + b'])}, {text})"
            if n
            else "1"
        )

    def element(self):
        """One element of something."""
        way = self.int(0, 4)
        if way == 0:
            text, type_ = self.any_matrix()
            text = text if is_name(text) else f"({text})"
            return f"{text}[{self.int(1, type_.r)}, {self.int(1, type_.c)}]"
        if way == 1:
            lists = self.variables(lambda t: isinstance(t, Named))
            for name in lists:
                for field, type_ in self.scope[name].fields:
                    if type_ == Vec("num", 1):
                        return self.pick([f"{name}${field}", f'{name}[["{field}"]]'])
        if way == 2:
            frames = self.variables(lambda t: isinstance(t, Frame))
            for name in frames:
                for column, kind in self.scope[name].columns:
                    if kind == "num":
                        row = self.int(1, self.scope[name].n)
                        return self.pick([f"{name}${column}[{row}]", f'{name}[{row}, "{column}"]'])
        text, n = self.any_vector()
        if n is None:
            return f"length({text})"
        text = text if is_name(text) else f"({text})"
        return self.pick(
            [f"{text}[{self.int(1, n)}]", f"{text}[length({text})]", f"{text}[[{self.int(1, n)}]]"]
        )

    def call(self, name, depth):
        fun = self.scope[name]
        given = len(fun.params) - (self.int(0, fun.defaults))
        arguments = [self.num(depth - 1) for _ in range(given)]
        named = self.int(0, 3)
        texts = []
        for k, (param, argument) in enumerate(zip(fun.params, arguments, strict=False)):
            if named and k >= given - named:
                short = param[: max(3, len(param) - 2)] if self.chance(30) else param
                texts.append(f"{short} = {argument}")
            else:
                texts.append(argument)
        if named and len(texts) > 1 and self.chance(30) and all("=" in t for t in texts):
            texts.reverse()
        return f"{name}({', '.join(texts)})"

    # Vectors of numbers

    def num_vector(self, n, depth):
        if n is None:
            return self.unknown_length()
        if depth <= 0:
            start = self.int(-3, 5)
            return self.pick(
                [
                    f"c({', '.join(self.signed() for _ in range(n))})",
                    f"{start}:{start + n - 1}",
                    f"seq_len({n})",
                    f"seq({start}, by = {self.pick(['2', '0.5', '-1'])}, length.out = {n})",
                    f"rep({self.number()}, {n})",
                ]
            )
        way = 11 if self.seeded and self.chance(15) else self.int(0, 15)
        if way <= 2:
            operator = self.pick(["+", "-", "*", "/", "^2 +", "%%", "%/%"])
            left, right = self.vec(n, depth - 1), self.recycled(n, depth)
            sides = [f"({left})", f"({right})"]
            return f" {operator} ".join(sides if self.chance(50) else sides[::-1]).replace(
                ") ^", ")^"
            )
        if way == 3:
            f = self.pick(
                [
                    "rev",
                    "sort",
                    "cumsum",
                    "abs",
                    "order",
                    "round",
                    "cumprod",
                    "rank",
                    "-",
                    "seq_along",
                    "floor",
                    "as.integer",
                    "as.numeric",
                ]
            )
            return f"{f}({self.vec(n, depth - 1)})"
        if way == 4:
            f = self.pick(
                [
                    "sort({}, decreasing = TRUE)",
                    "order({}, decreasing = TRUE)",
                    "order(-{})",
                    "rev(sort({}))",
                    "round({}, 1)",
                    "({})^2",
                    "sqrt(abs({}))",
                    "cumsum(rev({}))",
                    "pmax({}, 1)",
                    "pmin({}, 3)",
                    "scale({})[, 1]",
                    "exp(-abs({}))",
                    "unname({})",
                    "as.numeric(as.character({}))",
                ]
            )
            return f.format(f"({self.vec(n, depth - 1)})")
        if way == 5:
            return f"ifelse({self.expr(Vec('lgl', n), depth - 1)}, {self.vec(n, 0)}, {self.recycled(n, 1)})"
        if way == 6:
            longer = self.vec(n + 1, depth - 1)
            return self.pick(
                [
                    f"diff({longer})",
                    f"({longer})[-1]",
                    f"head({longer}, {n})",
                    f"tail({longer}, -1)",
                    f"({longer})[-{n + 1}]",
                    f"({longer})[1:{n}]",
                    f"({longer})[-{self.int(1, n + 1)}]",
                ]
            )
        if way == 7:
            where = self.pick(
                [
                    f"1:{n}",
                    f"{n}:1",
                    f"c({', '.join(str(self.int(1, n)) for _ in range(n))})",
                    f"order({self.vec(n, 0)})",
                ]
            )
            return f"({self.vec(n, depth - 1)})[{where}]"
        if way == 8:
            f = self.pick(["sapply", "sapply", "unlist(lapply"])
            body = self.body("v")
            over = self.pick([f"1:{n}", f"seq_len({n})", self.vec(n, depth - 1)])
            style = self.pick(["function(v) ", "\\(v) "])
            return f"{f}({over}, {style}{body})" + ")" * (f != "sapply")
        if way == 9:
            return f"vapply({self.vec(n, depth - 1)}, function(v) {self.body('v')}, numeric(1))"
        if way == 10:
            text, type_ = self.any_matrix()
            return self.margin(f"({text})", type_, n)
        if way == 11:
            if not self.seeded:
                return f"c({', '.join(self.num(depth - 1) for _ in range(n))})"
            return self.pick(
                [
                    f"runif({n})",
                    f"rnorm({n})",
                    f"sample({n})",
                    f"runif({n}, -1, 2)",
                    f"rnorm({n}, mean = 5, sd = 2)",
                    f"sample(1:10, {n})",
                    f"sample({n}, {n}, replace = TRUE)",
                    f"round(rnorm({n}), 2)",
                ]
            )
        if way == 12:
            return (
                f"mapply(function(a, b) {self.body2()}, {self.vec(n, depth - 1)}, {self.vec(n, 0)})"
            )
        if way == 13:
            f = self.pick(
                [
                    "Reduce(function(a, b) a + b, {}, accumulate = TRUE)",
                    "outer({}, 1:2)[, 2]",
                    "as.vector(outer({}, 2))",
                    "Recall",
                ]
            )
            if f == "Recall":
                return f"match({self.vec(n, 0)}, {self.vec(n, 0)})"
            return f.format(self.vec(n, depth - 1))
        if way == 14:
            columns = [
                f"{name}${column}"
                for name in self.variables(lambda t: isinstance(t, Frame) and t.n == n)
                for column, kind in self.scope[name].columns
                if kind == "num"
            ]
            if columns:
                return self.pick(columns)
            return f"nchar({self.expr(Vec('chr', n), depth - 1)})"
        return f"c({', '.join(self.num(depth - 1) for _ in range(n))})"

    int_vector = num_vector

    def signed(self):
        return f"-{self.number()}" if self.chance(20) else self.number()

    def recycled(self, n, depth):
        """A scalar, or a vector whose length divides n."""
        lengths = [m for m in range(1, n + 1) if n % m == 0]
        return self.vec(self.pick(lengths), depth - 1)

    def body(self, v):
        """The body of a function of one number."""
        return self.pick(
            [
                f"{v}^2",
                f"{v} + {self.number()}",
                f"{v} * {self.num(0)}",
                f"if ({v} > 2) {v} else 0",
                f"{{ u <- {v} + 1; u * 2 }}",
                f"abs({v}) / 2",
                f"sum({v}, 1)",
                f"max({v}, 1)",
            ]
        )

    def body2(self):
        return self.pick(["a + b", "a * b - 1", "if (a > b) a else b", "max(a, b)", "a - 2 * b"])

    def margin(self, text, type_, n):
        """A vector out of a matrix, of length n if that can be."""
        rows, columns = type_.r, type_.c
        options = []
        if rows == n:
            options += [
                f"{text}[, {self.int(1, columns)}]",
                f"rowSums({text})",
                f"rowMeans({text})",
                f"apply({text}, 1, sum)",
                f"apply({text}, 1, function(v) max(v) - min(v))",
                f"apply({text}, 1, max)",
                f"as.vector({text} %*% {self.vec(columns, 0)})",
            ]
        if columns == n:
            options += [
                f"{text}[{self.int(1, rows)}, ]",
                f"colSums({text})",
                f"colMeans({text})",
                f"apply({text}, 2, mean)",
                f"apply({text}, 2, sd)",
                f"apply({text}, 2, function(v) sum(v^2))",
            ]
        if rows * columns == n:
            options += [f"as.vector({text})", f"c(t({text}))"]
        if min(rows, columns) == n:
            options += [f"diag({text})"]
        if n == 2:
            options += [f"dim({text})", f"range({text})"]
        return self.pick(options) if options else f"rep(sum({text}), {n})"

    def unknown_length(self):
        """Numbers whose count depends on their values."""
        text, _ = self.any_vector()
        other, _ = self.any_vector()
        options = [
            f"unique({text})",
            f"union({text}, {other})",
            f"setdiff({text}, {other})",
            f"intersect({text}, {other})",
            f"sort(unique({text}))",
            f"rev({text})",
            f"c({text}, {other})",
            f"which(({text}) > {self.number()})",
            f"rep({text}, 2)",
            f"rep({text}, each = 2)",
        ]
        if is_name(text):
            options += [
                f"{text}[{text} > {self.number()}]",
                f"{text}[{text} %in% c(1, 2, 3)]",
                f"{text}[!duplicated({text})]",
                f"{text}[-which.max({text})]",
            ]
        return self.pick(options)

    # Logicals

    def lgl_scalar(self, depth):
        if depth <= 0:
            return self.pick(["TRUE", "FALSE", "T"])
        way = self.int(0, 8)
        if way <= 2:
            comparison = self.pick(["<", ">", "<=", ">=", "==", "!="])
            return f"{self.num(depth - 1)} {comparison} {self.num(0)}"
        if way == 3:
            return f"!({self.lgl(depth - 1)})"
        if way == 4:
            operator = self.pick(["&&", "||", "&", "|"])
            return f"({self.lgl(depth - 1)}) {operator} ({self.lgl(depth - 1)})"
        if way == 5:
            return f"{self.pick(['any', 'all'])}({self.any_vector('lgl')[0]})"
        if way == 6:
            return f"{self.chr(depth - 1)} {self.pick(['==', '!=', '%in%'])} {self.chr(0)}"
        if way == 7:
            text, _ = self.any_vector()
            return self.pick(
                [
                    f"is.numeric({text})",
                    f"is.null({text})",
                    f"anyNA({text})",
                    f"{self.number()} %in% ({text})",
                    f"is.character({text})",
                    f"length({text}) > 2",
                    f"identical({text}, {text})",
                ]
            )
        return self.pick(
            [
                f"xor({self.lgl(0)}, {self.lgl(0)})",
                f"isTRUE({self.lgl(depth - 1)})",
                f"is.na({self.num(depth - 1)})",
            ]
        )

    def lgl_vector(self, n, depth):
        if n is None:
            return f"duplicated({self.any_vector()[0]})"
        if depth <= 0:
            return f"c({', '.join(self.pick(['TRUE', 'FALSE']) for _ in range(n))})"
        way = self.int(0, 5)
        if way <= 1:
            comparison = self.pick(["<", ">", "<=", ">=", "==", "!="])
            return f"({self.vec(n, depth - 1)}) {comparison} {self.num(0)}"
        if way == 2:
            return f"!({self.expr(Vec('lgl', n), depth - 1)})"
        if way == 3:
            left, right = (self.expr(Vec("lgl", n), depth - 1) for _ in range(2))
            return f"({left}) {self.pick(['&', '|'])} ({right})"
        if way == 4:
            return f"({self.vec(n, depth - 1)}) %in% {self.any_vector()[0]}"
        return self.pick(
            [
                f"is.na({self.vec(n, depth - 1)})",
                f"duplicated({self.vec(n, 0)})",
                f"sapply({self.vec(n, 0)}, function(v) v > 1)",
                f"({self.expr(Vec('chr', n), 0)}) == {self.chr(0)}",
            ]
        )

    # Strings

    def quoted(self):
        quote = self.pick(['"', "'"])
        return f"{quote}{self.pick(WORDS)}{quote}"

    def chr_scalar(self, depth):
        if depth <= 0:
            return self.quoted()
        way = self.int(0, 8)
        if way == 0:
            return f"paste({self.chr(depth - 1)}, {self.num(0)})"
        if way == 1:
            return f"paste0({self.chr(depth - 1)}, {self.pick([self.chr(0), self.num(depth - 1)])})"
        if way == 2:
            sep = self.pick(['collapse = ""', 'collapse = ", "', 'sep = "-", collapse = "+"'])
            kind = self.pick(["num", "chr"])
            return f"paste({self.any_vector(kind)[0]}, {sep})"
        if way == 3:
            form, kind = self.pick(
                [
                    ("%.2f", "num"),
                    ("%5.1f|", "num"),
                    ("%s", "chr"),
                    ("<%-6s>", "chr"),
                    ("%s!", "num"),
                    ("%8.3e", "num"),
                    ("%g", "num"),
                    ("%%%s", "chr"),
                ]
            )
            return f'sprintf("{form}", {self.expr(Vec(kind, 1), depth - 1)})'
        if way == 4:
            return f"{self.pick(['toupper', 'tolower'])}({self.chr(depth - 1)})"
        if way == 5:
            return f"substr({self.chr(depth - 1)}, {self.int(1, 2)}, {self.int(2, 4)})"
        if way == 6:
            return f"as.character({self.pick([self.num(depth - 1), self.lgl(0)])})"
        if way == 7:
            return f"{self.pick(['letters', 'LETTERS'])}[{self.int(1, 9)}]"
        return self.pick(
            [
                f"if ({self.lgl(depth - 1)}) {self.chr(0)} else {self.chr(0)}",
                f'sub("a", "o", {self.chr(depth - 1)})',
                f'gsub("[0-9]", "#", {self.chr(depth - 1)})',
                f'sprintf("%d of %d", {self.int(1, 9)}L, length({self.any_vector()[0]}))',
                f'switch({self.chr(0)}, a = "first", b = , gene = "second", "none")',
                f"format({self.number()}, nsmall = 2)",
            ]
        )

    def chr_vector(self, n, depth):
        if n is None:
            return f"unique({self.any_vector('chr')[0]})"
        if depth <= 0:
            return self.pick(
                [
                    f"c({', '.join(self.quoted() for _ in range(n))})",
                    f"letters[1:{n}]",
                    f'paste0("V", 1:{n})',
                ]
            )
        way = self.int(0, 6)
        if way == 0:
            return f'paste({self.expr(Vec("chr", n), 0)}, {self.recycled(n, depth)}, sep = "_")'
        if way == 1:
            return f"paste0({self.chr(0)}, {self.vec(n, depth - 1)})"
        if way == 2:
            return f'sprintf("{self.pick(["%s", "%s=1", "%5s"])}", {self.expr(Vec("chr", n), depth - 1)})'
        if way == 3:
            f = self.pick(["rev", "sort", "toupper", "unname"])
            return f"{f}({self.expr(Vec('chr', n), depth - 1)})"
        if way == 4:
            return (
                f"ifelse({self.expr(Vec('lgl', n), depth - 1)}, {self.quoted()}, {self.quoted()})"
            )
        if way == 5:
            return f"as.character({self.vec(n, depth - 1)})"
        return f"substr({self.expr(Vec('chr', n), 0)}, 1, 2)"

    # Matrices

    def matrix(self, type_, depth):
        r, c = type_.r, type_.c
        if type_.kind == "lgl":
            return f"{self.matrix(Mat('num', r, c), depth)} {self.pick(['>', '==', '<='])} {self.number()}"
        if depth <= 0:
            return self.pick(
                [
                    f"matrix({self.vec(r * c, 0)}, {r}, {c})",
                    f"matrix({self.vec(r * c, 0)}, nrow = {r}, byrow = TRUE)",
                    f"matrix({self.number()}, {r}, {c})",
                    f"matrix(0, nrow = {r}, ncol = {c})",
                ]
            )
        way = self.int(0, 10)
        if way == 0:
            return f"t({self.matrix(Mat('num', c, r), depth - 1)})"
        if way == 1:
            m = self.int(1, 3)
            left, right = self.matrix(Mat("num", r, m), 0), self.matrix(Mat("num", m, c), 0)
            return f"({left}) %*% ({right})"
        if way == 2:
            return f"outer({self.vec(r, depth - 1)}, {self.vec(c, 0)}{self.pick(['', ', ' + chr(34) + '+' + chr(34)])})"
        if way == 3:
            return (
                f"cbind({', '.join(self.vec(r, depth - 1) for _ in range(c))})"
                if c > 1
                else self.matrix(type_, 0)
            )
        if way == 4:
            return (
                f"rbind({', '.join(self.vec(c, depth - 1) for _ in range(r))})"
                if r > 1
                else self.matrix(type_, 0)
            )
        if way <= 6:
            operator = self.pick(["+", "-", "*", "/"])
            other = self.pick([self.num(0), self.vec(r, 0), self.matrix(type_, 0)])
            return f"({self.expr(type_, depth - 1)}) {operator} ({other})"
        if way == 7:
            return f"apply({self.expr(type_, depth - 1)}, c(1, 2), function(v) v + 1)"
        if way == 8:
            bigger = self.matrix(Mat("num", r + 1, c + 1), 0)
            return self.pick(
                [
                    f"({bigger})[-1, -1, drop = FALSE]",
                    f"({bigger})[1:{r}, 2:{c + 1}, drop = FALSE]",
                    f"({bigger})[{r + 1}:2, 1:{c}, drop = FALSE]",
                ]
            )
        if way == 9 and c > 1 and r > 1:
            return f"sapply(1:{c}, function(k) k * {self.vec(r, 0)})"
        if way == 10 and r == c:
            return self.pick(
                [
                    f"diag({r})",
                    f"diag({self.vec(r, 0)})" if r > 1 else f"diag({r})",
                    f"crossprod({self.matrix(type_, 0)})",
                ]
            )
        f = self.pick(["abs", "round", "sqrt(abs", "-"])
        return f"{f}({self.expr(type_, depth - 1)})" + ")" * f.count("(")

    def items(self, type_):
        n, m = type_.n, type_.m
        return self.pick(
            [
                f"list({', '.join(self.vec(m, 0) for _ in range(n))})",
                f"lapply(1:{n}, function(i) i + {self.vec(m, 0)})",
                f"Map(function(a, b) a * b, 1:{n}, {n}:1)"
                if m == 1
                else f"lapply(1:{n}, function(i) rep(i, {m}))",
            ]
        )

    # Statements

    def fresh(self):
        free = [name for name in NAMES if name not in self.scope]
        return self.pick(free) if free and self.chance(85) else self.pick(NAMES)

    def type_(self):
        way = self.int(0, 16)
        if way <= 3:
            return Vec("num", 1)
        if way <= 7:
            return Vec("num", self.length())
        if way == 8:
            return Vec("lgl", self.pick([1, self.length()]))
        if way <= 10:
            return Vec("chr", self.pick([1, self.length(2, 4)]))
        if way == 11:
            return Vec("num", None)
        if way <= 13:
            return Mat(self.pick(["num", "num", "num", "lgl"]), self.int(1, 3), self.int(1, 4))
        if way == 14:
            count = self.int(1, 3)
            types = [
                self.pick([Vec("num", 1), Vec("num", 3), Vec("chr", 1), Vec("lgl", 2)])
                for _ in range(count)
            ]
            return Named(tuple(zip(FIELDS, types, strict=False)))
        return self.pick(
            [
                Items(self.int(2, 3), self.int(1, 3)),
                Frame((("a", "num"), ("b", "num"), ("s", "chr")), self.int(2, 4)),
            ]
        )

    def assignment(self, depth=3):
        type_ = self.type_()
        text = self.expr(type_, depth)
        name = self.fresh()
        self.scope[name] = type_
        if "if (" in text[:4] or text.startswith("function"):
            return f"{name} <- {text}"
        return self.pick(
            [f"{name} <- {text}", f"{name} <- {text}", f"{name} = {text}", f"({text}) -> {name}"]
        )

    def statement(self):
        way = self.int(0, 16)
        makers = [
            self.change_vector,
            self.change_matrix,
            self.change_list,
            self.loop,
            self.branch,
            self.function,
            self.frame_statement,
            self.pipe,
            self.named_vector,
            self.copy_and_change,
            self.accumulate,
            self.list_statement,
            self.closure,
            self.array_statement,
            self.table_statement,
        ]
        if way < len(makers):
            return makers[way]() or self.assignment()
        return self.assignment()

    def change_vector(self):
        names = self.variables(lambda t: isinstance(t, Vec) and t.kind == "num" and t.n and t.n > 1)
        if not names:
            return None
        name = self.pick(names)
        n = self.scope[name].n
        way = self.int(0, 5)
        if way == 0:
            return f"{name}[{self.int(1, n)}] <- {self.num(2)}"
        if way == 1:
            return f"{name}[{name} > {self.number()}] <- {self.num(1)}"
        if way == 2:
            return f"{name}[2:{n}] <- {self.vec(n - 1, 1)}" if n > 2 else f"{name}[-1] <- 0"
        if way == 3:
            self.scope[name] = Vec("num", n + 1)
            return self.pick(
                [
                    f"{name}[{n + 1}] <- {self.num(1)}",
                    f"{name} <- c({name}, {self.num(1)})",
                    f"{name} <- append({name}, {self.num(1)})",
                    f"{name}[length({name}) + 1] <- 1",
                ]
            )
        if way == 4:
            return f"{name}[c(1, {n})] <- {name}[c({n}, 1)]"
        return f"{name}[which.max({name})] <- NA; {name}[is.na({name})] <- 0"

    def change_matrix(self):
        names = self.variables(lambda t: isinstance(t, Mat) and t.kind == "num")
        if not names:
            return None
        name = self.pick(names)
        r, c = self.scope[name].r, self.scope[name].c
        options = [
            f"{name}[{self.int(1, r)}, {self.int(1, c)}] <- {self.num(2)}",
            f"{name}[{self.int(1, r)}, ] <- {self.vec(c, 1)}",
            f"{name}[, {self.int(1, c)}] <- {self.num(1)}",
            f"{name}[{name} < {self.number()}] <- 0",
            f"{name} <- {name}[, {c}:1, drop = FALSE]",
            f"{name}[{r}, {c}] <- {name}[1, 1] + 1",
        ]
        if min(r, c) > 1:
            options.append(f"diag({name}) <- {self.number()}")
        if self.chance(20):
            self.scope[name] = Mat("num", r + 1, c)
            return f"{name} <- rbind({name}, {self.vec(c, 1)})"
        return self.pick(options)

    def change_list(self):
        names = self.variables(lambda t: isinstance(t, Named))
        if not names:
            return None
        name = self.pick(names)
        fields = dict(self.scope[name].fields)
        way = self.int(0, 3)
        if way == 0:
            fields["extra"] = Vec("num", 1)
            text = f"{name}$extra <- {self.num(2)}"
        elif way == 1 and len(fields) > 1:
            field = self.pick(fields)
            del fields[field]
            text = f"{name}${field} <- NULL"
        elif way == 2:
            field = self.pick(fields)
            fields[field] = Vec("chr", 1)
            text = f'{name}[["{field}"]] <- {self.chr(1)}'
        else:
            other = self.fresh()
            self.scope[other] = Vec("chr", None)
            return f"{other} <- names({name})"
        self.scope[name] = Named(tuple(fields.items()))
        return text

    def list_statement(self):
        lists = self.variables(lambda t: isinstance(t, Items))
        if not lists:
            return None
        name, other = self.pick(lists), self.fresh()
        if other == name:
            return None
        n, m = self.scope[name].n, self.scope[name].m
        way = self.int(0, 5)
        if way == 0:
            self.scope[other] = Vec("num", n)
            return f"{other} <- sapply({name}, {self.pick(['sum', 'length', 'max', 'function(v) v[1]'])})"
        if way == 1:
            self.scope[other] = Vec("num", n * m)
            return f"{other} <- unlist({name})"
        if way == 2:
            self.scope[other] = Vec("num", m)
            return f"{other} <- {self.pick([f'{name}[[{n}]]', f'Reduce(`+`, {name})'])}"
        if way == 3 and m > 1:
            self.scope[other] = Mat("num", n, m)
            return f"{other} <- do.call(rbind, {name})"
        if way == 4:
            self.scope[other] = Items(n, 1)
            return f"{other} <- lapply({name}, {self.pick(['mean', 'sum', 'function(v) v[length(v)]'])})"
        self.scope[name] = Items(n + 1, m)
        return f"{name}[[{n + 1}]] <- {self.vec(m, 1)}"

    def loop(self):
        total = self.fresh()
        self.scope[total] = Vec("num", 1)
        n = self.int(2, 5)
        step = self.pick(
            [
                f"{total} <- {total} + i",
                f"{total} <- {total} * 2 - i",
                f"if (i %% 2 == 0) {total} <- {total} + i else {total} <- {total} - 1",
                f"if (i == 3) next\n  {total} <- {total} + i^2",
                f"if ({total} > 10) break\n  {total} <- {total} + i * 3",
            ]
        )
        way = self.int(0, 4)
        if way == 0:
            return f"{total} <- 0\nfor (i in 1:{n}) {{\n  {step}\n}}"
        if way == 1:
            return f"{total} <- 1\ni <- 0\nwhile (i < {n}) {{\n  i <- i + 1\n  {step}\n}}"
        if way == 2:
            return (
                f"{total} <- 0\ni <- 0\nrepeat {{\n  i <- i + 1\n  if (i > {n}) break\n  {step}\n}}"
            )
        if way == 3:
            text, _ = self.any_vector()
            return f"{total} <- 0\nfor (v in {text}) {total} <- {total} + v"
        self.scope[total] = Vec("num", n)
        body = self.pick(
            [
                f"{total}[i] <- i^2",
                f"{total}[i] <- sum({total}) + i",
                f"{total}[i] <- {self.number()}",
            ]
        )
        return f"{total} <- {self.pick([f'numeric({n})', f'rep(0, {n})'])}\nfor (i in seq_along({total})) {body}"

    def accumulate(self):
        name = self.fresh()
        n = self.int(2, 4)
        if self.chance(50):
            self.scope[name] = Vec("num", n)
            return f"{name} <- c()\nfor (j in 1:{n}) {name} <- c({name}, j * {self.number()})"
        self.scope.pop(name, None)
        value = self.num(1)
        self.scope[name] = Mat("num", n, 2)
        return f"{name} <- NULL\nfor (j in 1:{n}) {{\n  {name} <- rbind({name}, c(j, {value}))\n}}"

    def branch(self):
        name = self.fresh()
        first, second = self.num(2), self.num(1)
        condition = self.lgl(2)
        self.scope[name] = Vec("num", 1)
        return f"if ({condition}) {{\n  {name} <- {first}\n}} else {{\n  {name} <- {second}\n}}"

    def function(self):
        name = self.pick(["f", "g", "my.fun", "helper"])
        params = self.pick([("value",), ("value", "power"), ("value", "power", "shift")])
        defaults = self.int(0, len(params) - 1)
        signature = ", ".join(
            p if k < len(params) - defaults else f"{p} = {self.number()}"
            for k, p in enumerate(params)
        )
        result = " + ".join(params) if self.chance(50) else f"{params[0]} * 2 - {params[-1]}"
        body = self.pick(
            [
                result,
                f"{{\n  if ({params[0]} > 3) return({params[0]})\n  {result}\n}}",
                f"{{\n  out <- {result}\n  out <- out + 1\n  return(out)\n}}",
                f"{{\n  total <- 0\n  for (q in 1:2) total <- total + q * {params[0]}\n  total\n}}",
                f"{{\n  inner <- function(u) u + {params[0]}\n  inner({params[-1]})\n}}",
            ]
        )
        self.scope[name] = Fun(params, defaults)
        called = self.fresh()
        text = f"{name} <- function({signature}) {body}\n{called} <- {self.call(name, 2)}"
        self.scope[called] = Vec("num", 1)
        return text

    def closure(self):
        name, first, second = self.fresh(), self.fresh(), self.fresh()
        if len({name, first, second}) < 3:
            return None
        step = self.pick(
            ["count <<- count + by", "count <<- count * 2 + by", "count <<- max(count, by)"]
        )
        self.scope.pop(name, None)
        self.scope.pop(first, None)
        argument = self.num(1)
        self.scope[first] = self.scope[second] = Vec("num", 1)
        return (
            f"{name} <- (function() {{\n  count <- {self.number()}\n  function(by = 1) {{\n    {step}\n"
            f"    count\n  }}\n}})()\n{first} <- {name}()\n{second} <- {name}({argument})"
        )

    def array_statement(self):
        name, other = self.fresh(), self.fresh()
        if name == other:
            return None
        r, c, d = self.int(2, 3), self.int(1, 3), self.int(2, 3)
        self.scope[name] = None
        text = f"{name} <- array({self.vec(r * c * d, 0)}, c({r}, {c}, {d}))"
        if self.chance(40):
            text += f"\n{name}[{r}, {c}, {d}] <- {self.num(1)}"
        way = self.int(0, 5)
        if way == 0:
            self.scope[other] = Mat("num", r, c) if c > 1 else None
            return f"{text}\n{other} <- {name}[, , {self.int(1, d)}]"
        if way == 1:
            self.scope[other] = Mat("num", r, c)
            return f"{text}\n{other} <- apply({name}, c(1, 2), {self.pick(['sum', 'mean', 'max'])})"
        if way == 2:
            self.scope[other] = Vec("num", d)
            return f"{text}\n{other} <- apply({name}, 3, {self.pick(['sum', 'mean', 'function(m) sum(m > 1)'])})"
        if way == 3:
            self.scope[other] = Vec("num", d)
            return f"{text}\n{other} <- {name}[{self.int(1, r)}, {self.int(1, c)}, ]"
        if way == 4:
            self.scope[other] = Vec("num", 3)
            return f"{text}\n{other} <- dim({name})"
        self.scope[other] = Vec("num", d)
        return f"{text}\n{other} <- sapply(1:{d}, function(b) sum({name}[, , b] * 2))"

    def frame_statement(self):
        frames = self.variables(lambda t: isinstance(t, Frame))
        if not frames:
            return None
        name, other = self.pick(frames), self.fresh()
        if other == name:
            return None
        frame = self.scope[name]
        way = self.int(0, 8)
        if way == 0:
            self.scope[name] = Frame(
                (*[c for c in frame.columns if c[0] != "d"], ("d", "num")), frame.n
            )
            return f"{name}$d <- {name}$a * 2 + {self.recycled(frame.n, 1)}"
        if way == 1:
            self.scope[other] = None
            return f"{other} <- {name}[{name}$a > {self.number()}, ]"
        if way == 2:
            self.scope[other] = frame
            return f"{other} <- {name}[order({self.pick(['', '-'])}{name}$a), ]"
        if way == 3:
            self.scope[other] = Vec("num", 1)
            f = self.pick(
                [
                    "nrow({})",
                    "ncol({})",
                    "sum({}$a)",
                    "mean({}$b)",
                    "max({}[, 1])",
                    'sum({}[["b"]])',
                ]
            )
            return f"{other} <- {f.format(name)}"
        if way == 4:
            self.scope[other] = Vec("chr", len(frame.columns))
            return f"{other} <- names({name})"
        if way == 5:
            self.scope[other] = Vec("num", 2)
            return f'{other} <- colMeans({name}[, c("a", "b")])'
        if way == 6:
            self.scope[other] = None
            return self.pick(
                [
                    f"{other} <- tapply({name}$a, {name}$s, sum)",
                    f"{other} <- table({name}$s)",
                    f"{other} <- sapply(split({name}$a, {name}$s), mean)",
                    f"{other} <- aggregate(a ~ s, data = {name}, FUN = sum)",
                ]
            )
        if way == 7:
            self.scope[other] = None
            return self.pick(
                [
                    f"{other} <- subset({name}, a > 1)",
                    f"{other} <- with({name}, a + b)",
                    f'{other} <- subset({name}, b < 5, select = c("a", "s"))',
                    f"{other} <- {name}[1, ]",
                    f"{other} <- sapply({name}[, 1:2], max)",
                    f"{other} <- head({name}, 2)",
                    f'{other} <- as.matrix({name}[, c("a", "b")])',
                ]
            )
        self.scope[other] = Frame(frame.columns, 2 * frame.n)
        return f"{other} <- rbind({name}, {name})"

    def table_statement(self):
        name = self.fresh()
        self.scope[name] = None
        n = self.length(3, 5)
        groups = "c(" + ", ".join(f'"{self.pick("uvw")}"' for _ in range(n)) + ")"
        values = self.vec(n, 1)
        return (
            name
            + " <- "
            + self.pick(
                [
                    f"table({groups})",
                    f"tapply({values}, {groups}, {self.pick(['sum', 'mean', 'length', 'max'])})",
                    f"sapply(split({values}, {groups}), {self.pick(['sum', 'mean', 'length'])})",
                    f"names(table({groups}))",
                    f"table({groups})[[1]]",
                    f"sort(table({groups}), decreasing = TRUE)[1]",
                    f"unique({groups})",
                    f"as.vector(table({groups}))",
                    f"factor({groups})",
                    f"levels(factor({groups}))",
                    f"table({values} > 1)",
                    f"split({values}, {groups})",
                    f"as.integer(factor({groups}))",
                    f"cut({values}, breaks = c(-100, 0, 2, 100), labels = c('lo', 'mid', 'hi'))",
                    f"quantile({values})",
                    f"quantile({values}, c(0.1, 0.9))",
                    f"which({values} > 1)",
                ]
            )
        )

    def pipe(self):
        text, n = self.any_vector()
        name = self.fresh()
        text = text if is_name(text) else f"({text})"
        if self.chance(50) or n is None:
            self.scope[name] = Vec("num", 1)
            return f"{name} <- {text} |> {self.pick(['unique()', 'rev()', 'sort()'])} |> {self.pick(['sum()', 'length()'])}"
        self.scope[name] = Vec("num", n)
        return f"{name} <- {text} |> {self.pick(['rev()', 'sapply(FUN = function(v) v + 1)', 'sort(decreasing = TRUE)'])}"

    def named_vector(self):
        n = self.length(2, 4)
        name, other = self.fresh(), self.fresh()
        if name == other:
            return None
        labels = ", ".join(f'"{label}"' for label in FIELDS[:n])
        values = self.vec(n, 1)
        self.scope[name] = None
        self.scope[other] = None
        first = self.pick(
            [
                f"{name} <- {values}\nnames({name}) <- c({labels})",
                f"{name} <- setNames({values}, c({labels}))",
                f"{name} <- c({', '.join(f'{label} = {self.num(1)}' for label in FIELDS[:n])})",
            ]
        )
        second = self.pick(
            [
                f'{name}["alpha"]',
                f'{name}[["beta"]]',
                f"names({name})",
                f"{name}[2:1]",
                f"rev({name})",
                f"{name} * 2",
                f"sort({name})",
                f'{name}[c("beta", "alpha")]',
                f"names({name})[{name} > 1]",
                f"unname({name})",
                f"names(sort({name}, decreasing = TRUE))[1]",
                f"{name}[-1]",
                f"sapply({name}, function(v) v + 1)",
                f"names(which.max({name}))",
                f"as.list({name})",
                f'{name}[setdiff(names({name}), "beta")]',
                f"paste(names({name}), {name})",
            ]
        )
        return f"{first}\n{other} <- {second}"

    def copy_and_change(self):
        names = self.variables(
            lambda t: (
                (isinstance(t, Vec) and t.kind == "num" and t.n and t.n > 1)
                or (isinstance(t, Mat) and t.kind == "num")
                or isinstance(t, Named)
            )
        )
        if not names:
            return None
        name, other = self.pick(names), self.fresh()
        if name == other:
            return None
        type_ = self.scope[name]
        self.scope[other] = type_
        if isinstance(type_, Named):
            self.scope[other] = None
            change = f"{other}$alpha <- -1"
        else:
            change = f"{other}[1] <- -1" if isinstance(type_, Vec) else f"{other}[1, 1] <- -1"
        return f"{other} <- {name}\n{change}"

    def program(self):
        lines = []
        if self.chance(25):
            self.seeded = True
            lines.append(f"set.seed({self.int(1, 99)})")
        for _ in range(self.int(1, 3)):
            lines.append(self.assignment())
        for _ in range(self.int(0, 5)):
            lines.append(self.statement())
        return "\n".join(lines) + "\n"


# Even draws: hypothesis's own favour small and repeated ones, and programs would look alike.
_generators = st.randoms(use_true_random=True)


def expressions():
    """Programs of one assignment."""
    return _generators.map(lambda random: Writer(random).assignment(depth=4) + "\n")


def programs():
    """Programs of one to eight statements, each of which may use what those before it made."""
    return _generators.map(lambda random: Writer(random).program())


def generate(strategy, count, start):
    """Different programs of a strategy: no two that differ only in numbers and strings."""
    found = {}

    @seed(start)
    @settings(
        max_examples=4 * count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(program):
        if len(found) < count:
            found.setdefault(VALUES.sub("", program), program)

    collect()
    return list(found.values())


def evaluate_in_r(texts):
    """R's answers, from one process: dicts with failure, variables and output."""
    with tempfile.TemporaryDirectory() as folder:
        sources, out = Path(folder) / "programs", Path(folder) / "out"
        sources.mkdir()
        for k, text in enumerate(texts):
            (sources / f"{k:06d}.R").write_text(text, encoding="utf-8")
        here = Path(__file__).parent
        describe = Path(check.__file__).parents[1] / "R" / "describe.R"
        command = ["Rscript", "--no-init-file", here / "evaluate.R", describe, sources, out]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        subprocess.run(command, check=True, capture_output=True, timeout=600, env=environment)
        answers = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    if len(answers) != len(texts):
        raise AssertionError(f"R answered {len(answers)} of {len(texts)} programs")
    return answers


def evaluate_in_python(text):
    """The variables and the output of a translation; what it only warns of is no failure."""
    namespace = {"__name__": "__main__"}
    printed = io.StringIO()
    with warnings.catch_warnings(), np.errstate(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        exec(compile(text, "<translation>", "exec"), namespace)
        return variables_of(namespace), printed.getvalue()


def disagreement(answer, migration):
    """How R's answer and a translation differ; None if they do not."""
    try:
        found, _ = evaluate_in_python(migration.python)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    for name, value in answer["variables"].items():
        theirs = migration.names.get(name, name)
        if value["type"] in INCOMPARABLE:
            continue
        if value["type"] == "NULL" and theirs not in found:  # R's variable of a loop over nothing
            continue
        if theirs not in found:
            return f"{name}: Python has no {theirs}"
        told = difference(value, json.loads(json.dumps(found[theirs])))
        if told is not None:
            return f"{name}: {told}"
    return None
