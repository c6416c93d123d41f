"""Expressions that are logicals, strings, matrices or lists."""

from __future__ import annotations

from ._types import WORDS, Mat, Vec


class Others:
    """Writes all but numbers."""

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
