"""The look of what is drawn: R's graphical parameters and labels in matplotlib's words."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import match_arguments
from ._kinds import STRING
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._tools import array_literal

if TYPE_CHECKING:
    from ._translate import Translator

STYLE = ("col", "pch", "cex", "bg", "lty", "lwd")
LABELS = ("main", "sub", "xlab", "ylab", "xlim", "ylim", "log", "axes", "xaxt", "yaxt", "ann",
          "asp")  # fmt: skip
_SUITS = {"bty": ("o",), "las": (0,), "frame.plot": (), "ask": ()}
_GREEK_WORDS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK = frozenset(_GREEK_WORDS.split())
_HEXED = ("rv.rgb", "rv.adjustcolor", "rv.gray", "rv.rainbow", "rv.heat_colors", "rv.hcl_colors",
          "rv.terrain_colors", "rv.topo_colors", "rv.cm_colors", "rv.gray_colors", "rv.hsv",
          "rv.hcl")  # fmt: skip
_RELATIONS = {"==": "=", "<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "%*%": r"\times",
              "%+-%": r"\pm", "%in%": r"\in", "*": ""}  # fmt: skip

Options = dict[str, r.Node]


def options_of(node: r.Call, params: tuple[str, ...]) -> tuple[Options, Options]:
    """Return the data of a plot by R's names, and its graphical parameters."""
    function = node.function.name if isinstance(node.function, r.Name) else "plot"
    matched, dots = match_arguments(function, (*params, "..."), node.args)
    data = {key: arg.value for key, arg in matched.items() if arg.value is not None}
    rest = {arg.name: arg.value for arg in dots if arg.name and arg.value is not None}
    for arg in dots:
        if isinstance(arg.value, r.Name) and arg.value.name == "...":
            continue
        if not arg.name:
            raise Refused(f"{function}() with more values than it takes")
    return data, rest


def say_ignored(t: Translator, options: Options, known: tuple[str, ...]) -> None:
    """Note the arguments that only change the look and are left out."""
    left = []
    for key, node in options.items():
        if key in known:
            continue
        usual = _SUITS.get(key)
        value = node.value if isinstance(node, (r.Num, r.Str, r.Bool)) else None
        if usual is not None and (not usual or value in usual):
            continue
        left.append(key)
    if left:
        t.note(f"only the look is concerned, left out: {', '.join(left)}")


def color_of(t: Translator, node: r.Node) -> Py:
    """Return a colour, or several."""
    from ..rvalues._colors import SHARED, color  # brings pandas in: only for scripts that draw

    if isinstance(node, r.Missing):
        return literal("none", STRING)
    value = t.expr(node)
    known = value.kind.const
    if isinstance(known, str) and known in SHARED:
        return value
    if isinstance(value.node, ast.Call) and ast.unparse(value.node.func) in _HEXED:
        return value
    if isinstance(known, bool) or not isinstance(known, (str, int, float)):
        return call("rv.color", [value])
    try:
        return literal(str(color(known)), STRING)
    except ValueError:
        raise Refused(f"R has no colour {known!r}") from None


class Look:
    """The style of points or lines, as keywords of matplotlib where they are known."""

    def __init__(self, t: Translator, options: Options) -> None:
        self._t = t
        self.values = {key: t.expr(options[key]) for key in STYLE if key in options}
        self._nodes = options

    @property
    def simple(self) -> bool:
        """Whether one style holds for all that is drawn, and is known well enough."""
        for key, value in self.values.items():
            if not value.kind.is_scalar:
                return False
            if key == "pch" and value.kind.const is None:
                return False
        return "bg" not in self.values

    def plain(self, *, lines: bool, marks: bool) -> tuple[str, str]:
        """Return matplotlib's format, such as ``"o-"``, and the other keywords."""
        from ..rvalues._marks import is_hollow, line_style, marker

        words = []
        symbol = dash = ""
        if marks:
            pch = self.values["pch"].kind.const if "pch" in self.values else 1
            symbol = marker(pch)
            if symbol.startswith("$"):
                words.append(f"marker={symbol!r}")
                symbol = ""
            if is_hollow(pch) and symbol not in ("+", "x", "*"):
                words.append("markerfacecolor='none'")
            if "cex" in self.values:
                cex = self.values["cex"]
                size = cex.kind.const
                shown = f"{6 * size:g}" if isinstance(size, (int, float)) else f"6 * ({cex.text})"
                words.append(f"markersize={shown}")
        if lines:
            dash = "-"
            lty = self.values.get("lty")
            if lty is not None and isinstance(lty.kind.const, (int, float, str)):
                style = line_style(lty.kind.const)
                if isinstance(style, str):
                    dash = "" if style == "None" else style
                else:
                    words.append(f"linestyle={style}")
            elif lty is not None:
                words.append(f"linestyle={call('rv.line_style', [lty]).text}")
            if "lwd" in self.values:
                words.append(f"linewidth={self.values['lwd'].text}")
        elif not symbol:
            words.append("linestyle='None'")
        if "col" in self.values:
            words.insert(0, f"color={color_of(self._t, self._nodes['col']).text}")
        return symbol + dash, "".join(f", {word}" for word in words)

    def line_words(self) -> str:
        """Return keywords for a function that draws lines only."""
        form, words = self.plain(lines=True, marks=False)
        return words if form in ("-", "") else f"{words}, linestyle={form!r}"

    def r_words(self) -> dict[str, Py]:
        """Return R's own parameters, for functions that look at them at run time."""
        return dict(self.values)


def labels(t: Translator, options: Options) -> None:
    """Emit titles, limits and scales."""
    if isinstance(options.get("ann"), r.Bool):
        options = {k: v for k, v in options.items() if k not in ("main", "xlab", "ylab", "sub")}
    for key, word in (("main", "title"), ("xlab", "xlabel"), ("ylab", "ylabel")):
        if key in options:
            value = label_text(t, options[key])
            if value is not None:
                t.emit(Line(f"plt.{word}({value.text})"))
    if "sub" in options:
        value = label_text(t, options["sub"])
        if value is not None:
            t.emit(Line(f"rv.margin_text({value.text}, side=1, line=3)"))
    for key in ("xlim", "ylim"):
        if key in options:
            _limits(t, key, t.expr(options[key]))
    if "log" in options:
        known = t.expr(options["log"]).kind.const
        if not isinstance(known, str):
            raise Refused("the axes that are logarithmic must be written out")
        for axis in "xy":
            if axis in known:
                t.emit(Line(f"plt.{axis}scale('log')"))
    hidden = isinstance(options.get("axes"), r.Bool) and not options["axes"].value  # type: ignore[attr-defined]
    for key, axis in (("xaxt", "x"), ("yaxt", "y")):
        shown = options.get(key)
        if hidden or (isinstance(shown, r.Str) and shown.value == "n"):
            t.emit(Line(f"plt.{axis}ticks([])"))
    if "asp" in options:
        t.emit(Line(f"plt.gca().set_aspect({t.expr(options['asp']).text})"))


def _limits(t: Translator, word: str, value: Py) -> None:
    if value.kind.shape == "null":
        return
    ends = array_literal(value)
    if ends is not None and len(ends.elts) == 2:
        t.emit(Line(f"plt.{word}({', '.join(ast.unparse(e) for e in ends.elts)})"))
    else:
        t.emit(Line(f"plt.{word}({value.text})"))


def label_text(t: Translator, node: r.Node) -> Py | None:
    """Return the text of a label; None if there is none."""
    if isinstance(node, (r.Null, r.Missing)):
        return None
    if isinstance(node, r.Call) and isinstance(node.function, r.Name):
        word = node.function.name
        if word in ("expression", "bquote", "quote", "substitute") and not t.is_own(word):
            if word == "substitute" or not node.args or node.args[0].value is None:
                raise Refused(f"a label that {word}() makes has no translation")
            t.note("a formula of R's in a label: matplotlib's shows it similarly")
            return _joined(_formula(t, node.args[0].value))
    value = t.expr(node)
    if value.kind.const == "" or value.kind.shape == "null":
        return None
    if value.kind.is_scalar and value.kind.mode == "character":
        return value
    return call("rv.as_label", [value], STRING)


Part = str | Py


def _joined(parts: list[Part]) -> Py:
    """Return pieces of text as one."""
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            last = merged[-1]
            both = last + part
            if last.endswith("$") and part.startswith("$"):  # one formula beside another
                both = last[:-1] + " " + part[1:]
            merged[-1] = both
        else:
            merged.append(part)
    if all(isinstance(part, str) for part in merged):
        return literal("".join(str(part) for part in merged), STRING)
    values = [literal(p, STRING) if isinstance(p, str) else p for p in merged]
    return fill("rv.paste0(*XS)", STRING, XS=values)


def _formula(t: Translator, node: r.Node) -> list[Part]:
    """Return a formula of ``plotmath`` as text and mathtext."""
    match node:
        case r.Str(value=value):
            return [value]
        case r.Num(value=value):
            return [f"{value:g}"]
        case r.Name(name=word):
            return [f"$\\{word}$" if word in _GREEK else word]
        case r.Paren(value=inner):
            return ["(", *_formula(t, inner), ")"]
        case r.Call(function=r.Name(name="paste"), args=args):
            return [part for arg in args if arg.value for part in _formula(t, arg.value)]
        case r.Call(function=r.Name(name="."), args=[arg]):
            return [call("rv.as_label", [t.expr(arg.value)], STRING)]
        case r.Call(function=r.Name(name="italic" | "bold" | "plain"), args=[arg]) if arg.value:
            return _formula(t, arg.value)
        case r.Call(function=r.Name(name="hat" | "bar" | "sqrt" as word), args=[arg]) if arg.value:
            made = _joined(_formula(t, arg.value))
            if isinstance(made.node, ast.Constant):
                text = str(made.node.value).strip("$")
                return [rf"$\{word}{{{text}}}$"]
        case r.Binary(op="~", left=left, right=right) | r.Formula(left=left, right=right) if left:
            return [*_formula(t, left), " ", *_formula(t, right)]
        case r.Binary(op="^", left=left, right=right):
            return _raised(t, left, right, "^")
        case r.Index(value=inner, args=[arg]) if arg.value:
            return _raised(t, inner, arg.value, "_")
        case r.Binary(op=op, left=left, right=right) if op in _RELATIONS:
            sign = _RELATIONS[op]
            between = f" ${sign}$ " if sign.startswith("\\") else (f" {sign} " if sign else "")
            return [*_formula(t, left), between, *_formula(t, right)]
        case r.Binary(op=op, left=left, right=right) if op in ("+", "-", "/", "<", ">"):
            return [*_formula(t, left), f" {op} ", *_formula(t, right)]
    return [t.text_of(node)]


def _raised(t: Translator, base: r.Node, small: r.Node, sign: str) -> list[Part]:
    parts = [_joined(_formula(t, each)) for each in (base, small)]
    if all(isinstance(part.node, ast.Constant) for part in parts):
        texts = [str(part.node.value).replace("$", "") for part in parts]  # type: ignore[attr-defined]
        return [f"${texts[0]}{sign}{{{texts[1]}}}$"]
    return [parts[0], sign, parts[1]]
