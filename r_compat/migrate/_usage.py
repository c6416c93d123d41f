"""What can be read off R's syntax alone: which variables a construct assigns, changes, reads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from . import _rast as r
from ._pyexpr import Refused

OPERATORS = (
    "+", "-", "*", "/", "^", "%%", "%/%", "%in%", "%*%", "%o%", "==", "!=", "<", ">", "<=", ">=",
    "&", "|", "&&", "||", ":",
)  # fmt: skip
_OF_COLUMNS = ("with", "subset", "transform", "within", "aggregate")
_UNEVALUATED = ("library", "require", "data", "quote", "expression")
_ENVIRONMENTS = ("new.env", "environment", "globalenv", "as.environment", "list2env", "local")
SEED = ".Random.seed"


@dataclass(frozen=True)
class Inside:
    """The variables of a function: assigned by ``<<-``, both so and as its own, own, changed."""

    outer: frozenset[str]
    twofold: tuple[str, ...]
    local: frozenset[str]
    mutated: frozenset[str]


@dataclass(frozen=True)
class Use:
    """What a function without a name is used for.

    Attributes
    ----------
    how : str
        "value": it helps to compute a variable; "item": it is an argument by name; "handler": of
        a condition; "returned": it is what a function returns; "" if none of these.
    name : str
        Of the variable, argument or condition.
    """

    how: str = ""
    name: str = ""


# Functions that make a matrix of a data frame: rows that were chosen have their numbers as names.
_ROW_NAMES = (
    "as.matrix", "data.matrix", "apply", "t", "dimnames", "scale", "dist", "prcomp", "sweep",
    "heatmap", "rowSums", "rowMeans", "crossprod", "solve", "max.col",
)  # fmt: skip


# Functions that make, or read, an array of one dimension, which is one without names, too.
_TABLES = (
    "table", "tapply", "xtabs", "as.table", "array", "ftable", "margin.table", "marginSums",
    "addmargins", "by", "dim", "structure", "readRDS", "load", "source",
)  # fmt: skip


def _in_any_order(script: r.Block) -> frozenset[int]:
    """Return the arguments, by their ids, of names() whose order whoever asks does not see."""
    found: set[int] = set()
    for node in r.walk(script):
        asked: list[r.Node | None] = []
        if isinstance(node, r.Call) and is_call(node, "sort", "length", "is.null"):
            asked = [arg.value for arg in node.args[:1]]
        elif isinstance(node, r.Binary) and node.op == "%in%":
            asked = [node.right]
        for value in asked:
            if isinstance(value, r.Call) and is_call(value, "names") and value.args:
                found.add(id(value.args[0].value))
    return frozenset(found)


def _mentions_sorted(node: r.Node, names: set[str]) -> bool:
    return any(
        n.name in names if isinstance(n, r.Name) else _sorts_with_gaps(n) for n in r.walk(node)
    )


def _sorts_with_gaps(node: r.Node) -> bool:
    return (
        isinstance(node, r.Call)
        and is_call(node, "sort")
        and any(arg.name == "na.last" for arg in node.args)
    )


def _sorted_with_gaps(script: r.Block) -> set[str]:
    """Return the variables that come from ``sort()`` with ``na.last``, by any number of steps."""
    assigned = [n for n in r.walk(script) if isinstance(n, r.Assign)]
    found: set[str] = set()
    while True:
        more = {
            root
            for n in assigned
            if _mentions_sorted(n.value, found) and (root := root_of(n.target)) is not None
        }
        if more <= found:
            return found
        found |= more


class Usage:
    """How a script uses its variables. The syntax does not change, so answers are kept."""

    def __init__(self, script: r.Block) -> None:
        self.script = script
        _tell_operators(script)
        self.changes_parts = any(
            isinstance(n, r.Assign)
            and isinstance(n.target, (r.Index, r.Dollar))
            and isinstance(n.target.value, (r.Index, r.Dollar))
            for n in r.walk(script)
        )
        # Where printed text is kept it has to be R's.
        kept = any(
            isinstance(n, r.Call) and is_call(n, "sink", "capture.output") for n in r.walk(script)
        )
        self.printing = "rv.print_" if kept else "print"
        self.shows_row_names = any(
            isinstance(n, r.Name) and n.name in _ROW_NAMES for n in r.walk(script)
        )
        self.tries = any(is_call(n, "try") for n in r.walk(script))
        self.has_tables = any(
            (isinstance(n, r.Name) and n.name in _TABLES)
            or (isinstance(n, r.Str) and n.value in _TABLES)
            for n in r.walk(script)
        )
        self.mutated = mutated(script)
        self.local = frozenset(assigned(r.walk(script, into_functions=False)))
        self.functions = {
            root
            for s in script.statements
            if isinstance(s.node, r.Assign) and isinstance(s.node.value, r.Function)
            if (root := root_of(s.node.target)) is not None
        }
        self.outer = frozenset(assigned_outside(r.walk(script)))
        self.catches_messages = any(
            isinstance(n, r.Call)
            and is_call(n, "tryCatch", "withCallingHandlers")
            and any(arg.name == "message" for arg in n.args)
            for n in r.walk(script)
        )
        self.has_environments = any(
            isinstance(n, r.Name) and n.name in _ENVIRONMENTS for n in r.walk(script)
        )
        self.sorted_with_gaps = _sorted_with_gaps(script)
        self.classes, self.any_class = _classes(script)
        self.maybe_null = _maybe_null(script)
        self.in_any_order = _in_any_order(script)
        self.attributes = _attributes(script)
        self._touched: dict[int, tuple[r.Node, frozenset[str]]] = {}
        self._reached: dict[tuple[str, bool], tuple[r.Function, ...]] = {}
        self._inside: dict[int, Inside] = {}
        self._captured: dict[int, frozenset[str]] = {}
        self._methods: dict[str, dict[str, str]] = {}
        self._values: dict[str, list[r.Node]] = {}
        self.blocks: dict[int, tuple[r.Block, r.Call]] = {}

    def methods(self, generic: str) -> dict[str, str]:
        """Return the functions of the script that are methods of a generic one, by class."""
        found = self._methods.get(generic)
        if found is None:
            prefix = f"{generic}."
            found = self._methods[generic] = {
                name.removeprefix(prefix): name
                for name in sorted(self.functions)
                if name.startswith(prefix)
                and (self.any_class or name.removeprefix(prefix) in self.classes)
            }
        return dict(found)

    def touched(self, node: r.Node) -> frozenset[str]:
        """Return the variables that a construct may change."""
        known = self._touched.get(id(node))
        if known is None:  # with the node, so that no other one ever has its number
            known = self._touched[id(node)] = (node, frozenset(assigned(r.walk(node))))
        return known[1]

    def effects(self, node: r.Node, hidden: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the variables that running a construct assigns outside, also by functions.

        Names that are `hidden` are variables of the functions around.
        """
        if is_definition(node):
            return frozenset()
        run: list[r.Node] = [node, *self.reached(node, hidden)]
        return frozenset(name for part in run for name in assigned_outside(r.walk(part)))

    def reached(self, node: r.Node, hidden: frozenset[str] = frozenset()) -> tuple[r.Function, ...]:
        """Return the functions of the script that running a construct may call."""
        found: dict[int, r.Function] = {}
        if not is_definition(node):
            for key in _mentioned(node, hidden):
                found |= {id(function): function for function in self._reached_by(key)}
        return tuple(found.values())

    def as_function(self, block: r.Block, *, top: bool) -> tuple[r.Block, r.Call]:
        """Make several statements inside an expression the body of a function that is called.

        On top its variables stay those of the script; in a function nobody else may read them.
        """
        inside = list(r.walk(block, into_functions=False))
        own = assigned(list(r.walk(block)))
        if leaves_early(block) or assigned_outside(list(r.walk(block))):
            raise Refused("a block inside an expression that ends what is around it")
        if top and any(isinstance(n, (r.For, r.While)) for n in inside):
            raise Refused("a block with a loop inside an expression")
        if not top and own & _read_outside(self.script, block, own):
            raise Refused("a block inside an expression with variables that are read elsewhere")
        body = block
        if top:
            body = replace(block, statements=[_outer(statement) for statement in block.statements])
            self.outer |= own
        function = r.Function(block.span, [], body)
        made = self.blocks[id(block)] = (block, r.Call(block.span, function, []))
        return made

    def values_of(self, r_name: str) -> list[r.Node]:
        """Return all that is assigned to a variable of some name; nothing if that is not known."""
        known = self._values.get(r_name)
        if known is None:
            known = self._values[r_name] = self._find_values(r_name)
        return known

    def _find_values(self, r_name: str) -> list[r.Node]:
        found: list[r.Node] = []
        for node in r.walk(self.script):
            if isinstance(node, r.Assign) and root_of(node.target) == r_name:
                if not isinstance(node.target, (r.Name, r.Str)):
                    return []
                found.append(node.value)
            elif (isinstance(node, r.For) and node.variable == r_name) or (
                isinstance(node, r.Function) and any(p.name == r_name for p in node.params)
            ):
                return []
        return found

    def keeps_state(self, r_name: str) -> bool:
        """Whether a name may mean functions that change variables around them, or environments."""
        bodies = [function.body for function in self._reached_by((r_name, True))]
        return self.has_environments or any(assigned_outside(list(r.walk(body))) for body in bodies)

    def _reached_by(self, key: tuple[str, bool]) -> tuple[r.Function, ...]:
        """Return the functions that a name may mean, with those they call."""
        known = self._reached.get(key)
        if known is None:
            found: dict[int, r.Function] = {}
            seen, waiting = {key}, [key]
            while waiting:
                parts = self._values_of(*waiting.pop())
                inner = [n for part in parts for n in r.walk(part)]
                found |= {id(n): n for n in inner if isinstance(n, r.Function)}
                new = dict.fromkeys(k for part in parts for k in _mentioned(part) if k not in seen)
                seen |= set(new)
                waiting += new
            known = self._reached[key] = tuple(found.values())
        return known

    def _values_of(self, r_name: str, is_called: bool) -> list[r.Node]:
        """Return what was assigned to a name, or to methods of it, as far as it may be called.

        A name that is called may hold a function that another one made; others only count if a
        function, or a list with functions, was written out for them.
        """
        values = self._assigned_values.get(r_name, [])
        return [
            value
            for value in values
            if isinstance(value, r.Function) or is_call(value, "list", "c") or is_called
        ]

    @cached_property
    def _assigned_values(self) -> dict[str, list[r.Node]]:
        found: dict[str, list[r.Node]] = {}
        for node in r.walk(self.script):
            root = root_of(node.target) if isinstance(node, r.Assign) else None
            if root is None or not isinstance(node, r.Assign):
                continue
            found.setdefault(root, []).append(node.value)
            if isinstance(node.value, r.Function):
                parts = root.split(".")
                for k in range(1, len(parts)):
                    found.setdefault(".".join(parts[:k]), []).append(node.value)
        return found

    def inside(self, node: r.Function) -> Inside:
        """Return the variables of a function."""
        found = self._inside.get(id(node))
        if found is None:
            inner = r.walk(node.body, into_functions=False)
            outer = {
                root
                for n in inner
                if isinstance(n, r.Assign) and n.outer
                if (root := root_of(n.target)) is not None
            }
            local = assigned(inner) | {param.name for param in node.params}
            twofold = tuple(sorted(outer & local))
            found = Inside(frozenset(outer), twofold, frozenset(local), mutated(node.body))
            self._inside[id(node)] = found
        return found

    def captured(self, node: r.Function) -> frozenset[str]:
        """Return the parameters that only functions inside a function look at."""
        found = self._captured.get(id(node))
        if found is None:
            here = {
                n.name for n in r.walk(node.body, into_functions=False) if isinstance(n, r.Name)
            }
            all_ = {n.name for n in r.walk(node.body) if isinstance(n, r.Name)}
            params = {param.name for param in node.params}
            found = self._captured[id(node)] = frozenset(params & (all_ - here))
        return found

    def use_of(self, node: r.Function) -> Use:
        """Return what a function without a name is used for."""
        return self._uses_of.get((node.span.start, node.span.end), Use())

    @cached_property
    def _uses_of(self) -> dict[tuple[int, int], Use]:
        return {(inner.span.start, inner.span.end): use for inner, use in _uses_of(self.script)}

    def mentions(self, r_name: str) -> bool:
        """Whether the script has a variable of a name."""
        return r_name in self._variables

    def calls(self, *names: str) -> bool:
        """Whether the script calls one of some functions, or names it."""
        return not self._variables.isdisjoint(names)

    def formula_of(self, node: r.Node | None) -> r.Formula | None:
        """Return the formula that a variable is, if the script assigns it once and nothing else."""
        return self._formulas.get(node.name) if isinstance(node, r.Name) else None

    @cached_property
    def _formulas(self) -> dict[str, r.Formula]:
        found: dict[str, r.Formula | None] = {}
        for n in r.walk(self.script):
            if isinstance(n, r.Function):
                found |= dict.fromkeys(param.name for param in n.params)
            elif isinstance(n, r.For):
                found[n.variable] = None
            elif isinstance(n, r.Assign):
                root = root_of(n.target) or ""
                once = isinstance(n.target, r.Name) and root not in found
                found[root] = n.value if once and isinstance(n.value, r.Formula) else None
        return {name: node for name, node in found.items() if node is not None}

    @cached_property
    def _variables(self) -> set[str]:
        walked = r.walk(self.script)
        names = {n.name for n in walked if isinstance(n, r.Name)} | assigned(walked)
        return names | {p.name for n in walked if isinstance(n, r.Function) for p in n.params}

    def assigned_after(self, names: set[str], node: r.Node | None) -> set[str]:
        """Return those of some variables that are assigned further down in the text."""
        end = node.span.end if node is not None else 0
        return {r_name for r_name in names if self._last_assigned.get(r_name, -1) >= end}

    @cached_property
    def _last_assigned(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for n in r.walk(self.script):
            if isinstance(n, (r.For, r.Assign)):
                r_name = n.variable if isinstance(n, r.For) else root_of(n.target) or ""
                found[r_name] = max(n.span.start, found.get(r_name, 0))
        return found

    def names_to_come(self, node: r.Node, is_known: Callable[[str], bool]) -> list[str]:
        """Return the variables that the rest of the script reads before it assigns them."""
        found: list[tuple[int, str]] = []
        for r_name, (latest, places) in self._places.items():
            if is_known(r_name):
                continue
            k = bisect_right(latest, node.span.start)
            if k < len(places) and places[k][1] and r_name != "...":
                found.append((places[k][0], r_name))
        return [r_name for _, r_name in sorted(found)]

    @cached_property
    def _places(self) -> dict[str, tuple[list[int], list[tuple[int, bool]]]]:
        """Return where each variable is read or assigned, as R does, and the last place so far.

        The events of a statement are not in the order of the text; the last places so far are, so
        that the first event behind a place is found without a look at those before.
        """
        found: dict[str, tuple[list[int], list[tuple[int, bool]]]] = {}
        for event, r_name in events(self.script):
            latest, places = found.setdefault(r_name, ([], []))
            latest.append(max(event.span.start, latest[-1] if latest else 0))
            places.append((event.span.start, isinstance(event, r.Name)))
        return found


_HANDLED = ("error", "warning", "message", "condition", "interrupt")
_FUNCTION_ARGUMENTS = ("FUN", "f", "fn", "fun", "fcn", "func", "x", "expr", "object", "what")


def _uses_of(script: r.Block) -> Iterator[tuple[r.Node, Use]]:
    """Yield the functions and blocks of a script, each with what it is used for."""
    stack: list[tuple[r.Node, Use]] = [(script, Use())]
    while stack:
        node, use = stack.pop()
        if isinstance(node, r.Function):
            yield node, use
            stack.append((node.body, Use("returned")))
        elif isinstance(node, r.Block):
            yield node, use
            last = len(node.statements) - 1
            for k, statement in enumerate(node.statements):
                stack.append((statement.node, use if k == last else Use()))
        elif isinstance(node, r.Assign):
            stack.append((node.value, Use("value", root_of(node.target) or "x")))
            stack.append((node.target, Use()))
        elif isinstance(node, r.Call):
            stack.append((node.function, use))
            for arg in node.args:
                if arg.value is not None:
                    stack.append((arg.value, _argument_use(node, arg, use)))
        else:
            stack += [(child, use) for child in r.children(node)]


def _argument_use(node: r.Call, arg: r.Arg, use: Use) -> Use:
    """Return what an argument of a call is used for, that has a use itself."""
    if arg.name in _HANDLED:
        return Use("handler", arg.name)
    if arg.name and arg.name not in _FUNCTION_ARGUMENTS:
        return Use("item", arg.name)
    if use.how == "returned" and not is_call(node, "return", "invisible"):
        return Use()
    return use


def is_call(node: r.Node | None, *names: str) -> bool:
    """Whether a construct is the call of one of some functions, by its name."""
    return (
        isinstance(node, r.Call)
        and isinstance(node.function, r.Name)
        and node.function.name in names
    )


def is_dots(arg: r.Arg) -> bool:
    """Whether an argument is ``...``."""
    return isinstance(arg.value, r.Name) and arg.value.name == "..."


def _classes(script: r.Block) -> tuple[set[str], bool]:
    """Return the classes that a script gives to values, and whether it computes others."""
    found: set[str] = set()
    computed = False
    for node in r.walk(script):
        given: list[r.Node | None] = []
        if isinstance(node, r.Call) and is_call(node, "structure"):
            given = [arg.value for arg in node.args if arg.name in ("class", ".class")]
        elif isinstance(node, r.Assign) and is_call(node.target, "class", "oldClass"):
            given = [node.value]
        for value in given:
            words = {n.value for n in r.walk(value) if isinstance(n, r.Str)}
            found |= words
            computed |= not words and not isinstance(value, r.Null)
    return found, computed


def _attributes(script: r.Block) -> frozenset[str]:
    """Return the attributes that a script gives to values."""
    found: set[str] = set()
    for node in r.walk(script):
        if isinstance(node, r.Assign) and is_call(node.target, "attr"):
            assert isinstance(node.target, r.Call)
            found |= {arg.value.value for arg in node.target.args if isinstance(arg.value, r.Str)}
        elif isinstance(node, r.Call) and is_call(node, "structure", "attr<-"):
            found |= {arg.name for arg in node.args if arg.name}
            found |= {arg.value.value for arg in node.args if isinstance(arg.value, r.Str)}
    return frozenset(found)


_SHOW_NULL = ("is.null", "identical", "list")


def _maybe_null(script: r.Block) -> frozenset[str]:
    """Return the variables of which a script sees whether they are NULL or an empty vector.

    It asks ``is.null()`` or the like, or puts them into a list, where NULL is no element.
    """
    found: set[str] = set()
    for node in r.walk(script):
        given: list[r.Node | None] = []
        if isinstance(node, r.Call) and is_call(node, *_SHOW_NULL):
            given = [arg.value for arg in node.args]
        elif isinstance(node, r.Assign) and isinstance(node.target, (r.Index, r.Dollar)):
            double = isinstance(node.target, r.Dollar) or node.target.double
            given = [node.value] if double else []
        found |= {value.name for value in given if isinstance(value, r.Name)}
    return frozenset(found)


def single(node: r.Node | None) -> r.Node | None:
    """Return the expression that a body consists of."""
    inner: r.Node | None
    while True:
        match node:
            case r.Paren(value=inner):
                node = inner
            case r.Block(statements=[r.Statement(node=inner, before=before)], dangling=[]) if not [
                text for text in before if text
            ]:
                node = inner
            case r.Call(function=r.Name(name="return"), args=[r.Arg(name=None, value=inner)]):
                node = inner
            case r.Block():
                return None
            case _:
                return node


def shows_value(node: r.If) -> bool:
    """Whether an ``if`` on the top level shows a value."""
    last: r.Node | None = node.then
    while isinstance(last, r.Block) and last.statements:
        last = last.statements[-1].node
    return not isinstance(last, (r.Assign, r.For, r.While))


def _outer(statement: r.Statement) -> r.Statement:
    """Return a statement whose assignment is one of ``<<-``."""
    node = statement.node
    if not isinstance(node, r.Assign):
        if assigned(list(r.walk(node, into_functions=False))):
            raise Refused("a block inside an expression that assigns under a condition")
        return statement
    if assigned(list(r.walk(node.value, into_functions=False))):
        raise Refused("a block inside an expression with several assignments in one")
    return replace(statement, node=replace(node, outer=True))


def _read_outside(script: r.Block, block: r.Block, names: set[str]) -> set[str]:
    """Return those names that a script reads outside of a block, as far as they may be its own."""
    found: set[str] = set()
    inside = {id(n) for n in r.walk(block)}

    def look(node: r.Node, hidden: frozenset[str]) -> None:
        nodes = list(r.walk(node, into_functions=False))
        targets = {id(n.target) for n in nodes if isinstance(n, r.Assign)}
        for n in nodes:
            if id(n) in inside or n is node:
                continue
            if isinstance(n, r.Name) and id(n) not in targets and n.name not in hidden:
                found.add(n.name)
            if isinstance(n, r.Function):
                others = [inner for inner in r.walk(n.body) if id(inner) not in inside]
                own = {param.name for param in n.params} | assigned(others)
                around = len(others) < len(list(r.walk(n.body)))
                look(n.body, hidden if around else hidden | own)

    look(script, frozenset())
    return found & names


def leaves_early(node: r.Node) -> bool:
    """Whether a construct holds something that ends the body around it."""
    return any(
        isinstance(n, (r.Break, r.Next)) or is_call(n, "return", "stop")
        for n in r.walk(node, into_functions=False)
    )


def has_inner_function(node: r.Node) -> bool:
    """Whether a body holds a function that may have to be written before the statement."""
    return any(
        isinstance(inner, r.Function) and single(inner.body) is None for inner in r.walk(node)
    )


def root_of(node: r.Node) -> str | None:
    """Return the variable that an assignment changes."""
    while True:
        match node:
            case r.Name(name=found):
                return found
            case r.Str(value=found):
                return found
            case r.Index(value=inner) | r.Dollar(value=inner) | r.Paren(value=inner):
                node = inner
            case r.Call(args=[first, *_]) if first.value is not None:
                node = first.value
            case _:
                return None


def is_definition(node: r.Node) -> bool:
    """Whether a statement only defines a function, and runs nothing."""
    return isinstance(node, r.Assign) and isinstance(node.value, r.Function)


def assigned_outside(nodes: list[r.Node]) -> set[str]:
    """Return the variables that are assigned outside of a function: by ``<<-`` or assign()."""
    found = set()
    for node in nodes:
        root = None
        if isinstance(node, r.Assign) and node.outer:
            root = root_of(node.target)
        elif isinstance(node, r.Call) and is_call(node, "assign", "delayedAssign") and node.args:
            first = node.args[0].value
            root = first.value if isinstance(first, r.Str) else None
        if root is not None:
            found.add(root)
    return found


def hidden_in(node: r.Function) -> set[str]:
    """Return the parameters of a function, and its variables that are not functions."""
    body = r.walk(node.body, into_functions=False)
    own = assigned([n for n in body if not is_definition(n)])
    return {param.name for param in node.params} | own


def _mentioned(node: r.Node, hidden: frozenset[str] = frozenset()) -> list[tuple[str, bool]]:
    """Return the names in a construct that may be functions, and whether they are called.

    Parameters and variables of functions in it hide what has the same name outside.
    """
    found: dict[tuple[str, bool], None] = {}
    waiting: list[tuple[r.Node, frozenset[str]]] = [(node, hidden)]
    while waiting:
        inner, hidden = waiting.pop()
        if isinstance(inner, r.Function):
            hidden |= hidden_in(inner)
        name: str | None = None
        if isinstance(inner, r.Call):
            name = root_of(inner.function)
        elif isinstance(inner, r.Name):
            name = inner.name
        elif isinstance(inner, r.Str):
            name = inner.value
        if name is not None and name not in hidden:
            found[name, isinstance(inner, r.Call)] = None
        waiting += [(child, hidden) for child in r.children(inner)]
    return list(found)


def events(node: r.Node | None) -> Iterator[tuple[r.Node, str]]:
    """Yield readings (the name) and assignments (the construct) of variables, as R makes them."""
    match node:
        case r.Name(name=found, package=""):
            yield node, found
        case r.Assign(target=target, value=value):
            yield from events(value)
            if isinstance(target, (r.Name, r.Str)):
                yield node, target.name if isinstance(target, r.Name) else target.value
            else:
                yield from events(target)
        case r.For(variable=variable, sequence=sequence, body=body):
            yield from events(sequence)
            yield node, variable
            yield from events(body)
        case r.Function(params=params):
            own = {param.name for param in params} | assigned(r.walk(node.body))
            for event, found in events(node.body):
                if found not in own:
                    yield event, found
        case r.Call(function=function, args=args):
            if not isinstance(function, r.Name):
                yield from events(function)
            called = function.name if isinstance(function, r.Name) else ""
            if called in _UNEVALUATED:
                return
            for arg in args[:1] if called in _OF_COLUMNS else args:
                yield from events(arg.value)
        case r.Formula():
            return
        case None:
            return
        case _:
            for child in r.children(node):
                yield from events(child)


def read_beyond_loops(node: r.Node, r_name: str) -> bool:
    """Whether a variable is read where it is not the one of a loop around."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        match found:
            case r.Name(name=name) if name == r_name:
                return True
            case r.For(variable=variable, sequence=sequence) if variable == r_name:
                waiting.append(sequence)
            case r.Function() if r_name in hidden_in(found):
                pass
            case r.Assign(target=r.Name(), value=value):
                waiting.append(value)
            case _:
                waiting += r.children(found)
    return False


def assigned(nodes: list[r.Node]) -> set[str]:
    """Return the variables that are assigned, in whole or in part; ``within`` has its own."""
    found = set()
    columns = {
        id(inner)
        for node in nodes
        if isinstance(node, r.Call) and is_call(node, "with", "within")
        for arg in node.args[1:]
        for inner in r.walk(arg.value)
    }
    for node in nodes:
        root = None
        if id(node) in columns:
            continue
        if isinstance(node, r.Assign) and not node.outer:
            root = root_of(node.target)
        elif isinstance(node, r.For):
            root = node.variable
        if root is not None:
            found.add(root)
    return found


def mutated(node: r.Node) -> frozenset[str]:
    """Return the variables of which a part is assigned, here or by ``<<-`` further in."""
    found = set()
    here = {id(inner) for inner in r.walk(node, into_functions=False)}
    for inner in r.walk(node):
        if not isinstance(inner, r.Assign) or isinstance(inner.target, (r.Name, r.Str)):
            continue
        if inner.outer or id(inner) in here:
            root = root_of(inner.target)
            if root is not None:
                found.add(root)
    return frozenset(found)


def _tell_operators(script: r.Block) -> None:
    """Give methods of the group Ops a parameter for ``.Generic``, the operator they are called by.

    R defines the variable for the call of a method; as a parameter it is one like others.
    """
    for statement in script.statements:
        node = statement.node
        if not (isinstance(node, r.Assign) and isinstance(node.value, r.Function)):
            continue
        method = node.value
        if (root_of(node.target) or "").startswith("Ops.") and any(
            isinstance(n, r.Name) and n.name == ".Generic" for n in r.walk(method.body)
        ):
            method.params.append(r.Param(".Generic", None))
