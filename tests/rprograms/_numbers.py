"""Draws, and expressions that are numbers or vectors of them."""

from __future__ import annotations

from ._types import Frame, Fun, Items, Mat, Named, Vec, is_name


class Numbers:
    """Writes numbers by drawing from a random.Random."""

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
