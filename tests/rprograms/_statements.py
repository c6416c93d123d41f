"""Statements of random programs, and the programs: each uses what those before it made."""

from __future__ import annotations

from ._numbers import Numbers
from ._others import Others
from ._types import FIELDS, NAMES, Frame, Fun, Items, Mat, Named, Vec, is_name


class Writer(Numbers, Others):
    """Writes R by drawing from a random.Random.

    An expression is made for a type: a kind (number, logical, string) with a length, a matrix with
    its dimensions, a list or data frame with its fields. So R evaluates nearly all of them; where a
    length is not known (``x[x > 2]``, ``unique(x)``) only what works for any length is asked of it.

    A production is a method named after the type it makes, with a comment for a family of R's
    functions; to cover another function, add a line to one of them.
    """

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
