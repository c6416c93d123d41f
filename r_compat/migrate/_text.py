"""Text: paste, format, sprintf, cat, print, and what goes by patterns."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from . import _rast as r
from ._calls import Bound
from ._functions import Table, match_arguments
from ._kinds import (
    ANY,
    COUNT,
    LOGICALS,
    NULL,
    POSITIONS,
    STRING,
    STRINGS,
    TEXT,
    TEXTS,
    TRUTH,
    TRUTHS,
    Kind,
    atom,
    constant,
    is_int,
    list_of,
    vector,
)
from ._pyexpr import Line, Py, Refused, call, fill, literal, name
from ._tools import DONE, as_float, flag, like, refuse_given, refuse_more, strings_literal, text
from ._types import printable

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = strings = Table("base")

Dots = list[tuple[str | None, Py]]


def _plain_part(value: Py) -> bool:
    """Whether Python's own text of a value is R's: text, integers, small whole numbers."""
    kind = value.kind
    if not kind.is_scalar or kind.na or kind.tag == "null":
        return False
    if kind.mode == "character":
        return True
    if kind.mode == "integer":
        return True
    if kind.mode == "double" and is_int(kind):
        low, high = kind.low, kind.high
        return low is not None and high is not None and max(abs(low), abs(high)) < 1e5
    return False


def _f_string(parts: list[Py], separator: str) -> Py:
    """``paste`` of single values is an f-string."""
    values: list[ast.expr] = []

    def add(piece: str) -> None:
        if not piece:
            return
        last = values[-1] if values else None
        if isinstance(last, ast.Constant) and isinstance(last.value, str):
            values[-1] = ast.Constant(last.value + piece)
        else:
            values.append(ast.Constant(piece))

    for k, part in enumerate(parts):
        if k:
            add(separator)
        if isinstance(part.node, ast.Constant) and isinstance(part.node.value, str):
            add(part.node.value)
        elif isinstance(part.node, ast.Constant) and isinstance(part.node.value, int):
            add(str(part.node.value))
        elif isinstance(part.node, ast.JoinedStr):
            for value in part.node.values:
                if isinstance(value, ast.Constant):
                    add(str(value.value))
                else:
                    values.append(value)
        else:
            values.append(ast.FormattedValue(part.node, -1, None))
    if not values:
        return literal("", TEXT)
    if all(isinstance(value, ast.Constant) for value in values):
        whole = "".join(str(value.value) for value in values)  # type: ignore[attr-defined]
        return literal(whole, TEXT.with_(const=whole))
    return Py(ast.JoinedStr(values), TEXT)


def _spoken(value: Py) -> Py:
    """Return a value as text is made of it: a single text that is NA is no NULL."""
    kind = value.kind
    if kind.is_scalar and kind.mode == "character" and kind.na:
        if isinstance(value.node, ast.Constant) and value.node.value is None:
            return literal("NA", TEXT)
        return call("rv.or_na", [value], TEXT)
    if kind.is_scalar and kind.mode == "any":
        return call("rv.or_na", [value], kind.with_(none=False))
    return printable(value)


def _written(value: Py) -> Py:
    """Return a value as ``cat()`` writes it, to which None is NULL or NA."""
    nothing = call("rv.nothing", [], NULL)
    if value.kind.shape == "null":
        return nothing
    said = _spoken(value)
    return Py(_with_nothing(said.node, nothing.node), said.kind, said.alias)


def _with_nothing(node: ast.expr, nothing: ast.expr) -> ast.expr:
    """Return `if (x) y` with NULL where there is no else; a text that is NA is asked for before."""
    if isinstance(node, ast.IfExp):
        return ast.IfExp(
            node.test, _with_nothing(node.body, nothing), _with_nothing(node.orelse, nothing)
        )
    return nothing if isinstance(node, ast.Constant) and node.value is None else node


_ARRAYS = ("vector", "matrix", "array", "list", "frame")  # of one element, too


def pasted(t: Translator, dots: Dots, separator: str, collapse: Py | None = None) -> Py:
    """Translate ``paste`` with a separator that is known."""
    parts = [p for _, p in dots]
    for part in parts:
        if part.kind.shape in ("dict", "function", "result"):
            raise Refused("paste() of a list")
    if collapse is None and parts and all(_plain_part(part) for part in parts):
        made = _f_string(parts, separator)
        if not _quotes_clash(made):
            return made
    if collapse is not None and isinstance(collapse.kind.const, str):
        if len(parts) == 1 and _are_texts(parts[0].kind):
            return fill("S.join(X)", TEXT, S=collapse, X=parts[0])
    elif collapse is None:
        each = _pasted_each(t, parts, separator)
        if each is not None:
            return each
    shown = [_spoken(part) for part in parts]
    word = "rv.paste0" if separator == "" else "rv.paste"
    sep = None if separator in ("", " ") else literal(separator)
    scalar = all(p.kind.is_scalar for p in parts) or (
        collapse is not None and collapse.kind.shape != "null"
    )
    kind = TEXT if scalar else TEXTS
    if not scalar:
        lengths = [p.kind.length for p in parts if not p.kind.is_scalar]
        known = len(lengths) == 1 or (None not in lengths and len(set(lengths)) == 1)
        length = lengths[0] or None if lengths and known else None
        kind = kind.with_(length=length, many=any(p.kind.many for p in parts))
        if not all(p.kind.atomic for p in parts):
            kind = TEXTS
        if not any(p.kind.shape in _ARRAYS and p.kind.tag != "null" for p in parts):
            kind = atom("character", complete=True)
    return call(word, shown, kind, sep=sep, collapse=collapse)


def _are_texts(kind: Kind) -> bool:
    """Whether a value is a vector of text without NA."""
    return kind.shape == "vector" and kind.mode == "character" and kind.complete


def _pasted_each(t: Translator, parts: list[Py], separator: str) -> Py | None:
    """Return text around each element of one vector, whose elements Python writes as R does."""
    found = [k for k, part in enumerate(parts) if part.kind.shape == "vector"]
    if len(found) != 1 or not all(
        isinstance(part.kind.const, str) for k, part in enumerate(parts) if k not in found
    ):
        return None
    several = parts[found[0]]
    kind = several.kind
    if not kind.filled or kind.grows or kind.names or not _plain_part(several.of(kind.element())):
        return None
    variable = t.temporary("text" if kind.mode == "character" else "k")
    parts = [*parts]
    parts[found[0]] = fill(variable)
    each = _f_string(parts, separator)
    if _quotes_clash(each):
        return None
    listed = "np.array([E for V in X], dtype=object)"
    new = TEXTS.with_(length=kind.length, many=kind.many)
    return fill(listed, new, E=each, V=variable, X=_counted(several))


def _counted(value: Py) -> Py:
    """Return what a comprehension goes through: a range instead of an array of its numbers."""
    node = value.node
    if (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) == "np.arange"
        and len(node.args) < 3
        and not node.keywords
    ):
        return Py(ast.Call(ast.Name("range", ast.Load()), node.args, []), value.kind)
    return strings_literal(value)


def _quotes_clash(value: Py) -> bool:
    """Python before 3.12 cannot have quotes or backslashes inside the braces of an f-string."""
    node = value.node
    if not isinstance(node, ast.JoinedStr):
        return False
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            inner = ast.unparse(part.value)
            if "\\" in inner or ("'" in inner and '"' in inner):
                return True
    return False


@strings("paste", "...", "sep", "collapse", "recycle0")
def _paste(
    t: Translator, dots: Dots, sep: Py | None, collapse: Py | None, recycle0: Py | None
) -> Py:
    return _paste_with(t, dots, sep, collapse, " ", recycle0)


@strings("paste0", "...", "collapse", "recycle0")
def _paste0(t: Translator, dots: Dots, collapse: Py | None, recycle0: Py | None) -> Py:
    return _paste_with(t, dots, None, collapse, "", recycle0)


def _paste_with(
    t: Translator,
    dots: Dots,
    sep: Py | None,
    collapse: Py | None,
    default: str,
    recycle0: Py | None,
) -> Py:
    if any(n for n, _ in dots):
        dots = [(None, p) for _, p in dots]
    if collapse is not None and collapse.kind.shape == "null":
        collapse = None
    if flag(recycle0, False, "recycle0") and not all(p.kind.filled for _, p in dots):
        one = collapse is not None and collapse.kind.is_scalar
        return call(
            "rv.paste" if default else "rv.paste0",
            [printable(p) for _, p in dots],
            TEXT if one else atom("character", complete=True),
            sep=sep,
            collapse=collapse,
            recycle0=literal(True),
        )
    starred = any(isinstance(p.node, ast.Starred) for _, p in dots)
    if starred:
        return call(
            "rv.paste" if default else "rv.paste0",
            [p for _, p in dots],
            ANY,
            sep=sep,
            collapse=collapse,
        )
    if sep is not None and not isinstance(sep.kind.const, str):
        parts = [printable(p) for _, p in dots]
        return call("rv.paste", parts, atom("character", complete=True), sep=sep, collapse=collapse)
    return pasted(t, dots, text(sep, default, "sep"), collapse)


@strings("cat", "...", "sep", "fill", "file", "append", "labels")
def _cat(t: Translator, dots: Dots, sep: Py | None, **others: Py | None) -> Py:
    if others.get("file") is not None:
        value = others["file"]
        assert value is not None
        is_stderr = "stderr" in value.text
        if not (isinstance(value.kind.const, str) and value.kind.const == "") and not is_stderr:
            parts = [_written(p) for _, p in dots]
            return call("rv.cat", parts, DONE, sep=sep, file=value, append=others.get("append"))
    refuse_given("cat", labels=others.get("labels"))
    parts = [p for _, p in dots]
    separator = " " if sep is None else sep.kind.const
    filled = others.get("fill")
    if filled is not None and not isinstance(filled.kind.const, (int, float)):
        flag(filled, False, "fill")
    if isinstance(separator, str) and filled is None and parts:
        pieces = [literal(_number_text(p), TEXT) if _number_text(p) else p for p in parts]
        if all(_plain_part(p) or _number_text(q) for p, q in zip(pieces, parts, strict=True)):
            made = _cat_print(pieces, separator)
            if made is not None:
                return made
    texts = len(parts) == 1 and _are_texts(parts[0].kind)
    if texts and filled is None and isinstance(separator, str):
        shown = "print(*X, sep=S)" if "\n" in separator else "print(*X, sep=S, end='')"
        if separator == " ":
            shown = shown.replace(", sep=S", "")
        return fill(shown, DONE, X=parts[0], S=literal(separator))
    words = {"sep": sep, "fill": filled}
    return call("rv.cat", [_written(p) for p in parts], DONE, **words)


def _number_text(value: Py) -> str:
    return ""


def _cat_print(parts: list[Py], separator: str) -> Py | None:
    r"""``cat(..., "\\n")`` of single values is ``print``."""
    made = _f_string_cat(parts, separator)
    if made is None or _quotes_clash(made):
        return None
    node = made.node
    if isinstance(node, ast.Constant):
        whole = str(node.value)
        if whole.endswith("\n"):
            body = whole[:-1]
            if not body:
                return fill("print()", DONE)
            return fill("print(X)", DONE, X=literal(body))
        return fill("print(X, end='')", DONE, X=made)
    assert isinstance(node, ast.JoinedStr)
    last = node.values[-1]
    if isinstance(last, ast.Constant) and str(last.value).endswith("\n"):
        rest = str(last.value)[:-1]
        values = [*node.values[:-1], *([ast.Constant(rest)] if rest else [])]
        if len(values) == 1 and isinstance(values[0], ast.FormattedValue):
            return fill("print(X)", DONE, X=Py(values[0].value))
        return fill("print(X)", DONE, X=Py(ast.JoinedStr(values)))
    return fill("print(X, end='')", DONE, X=made)


def _f_string_cat(parts: list[Py], separator: str) -> Py | None:
    """Return what cat() writes of single values."""
    if "\n" in separator:  # then R ends the last element, too
        return _f_string([*parts, literal("", TEXT)], separator)
    return _f_string(parts, separator)


@strings("print", "x", "...", "digits", "quote", "row.names")
def _print(t: Translator, x: Py, dots: Dots, **layout: Py | None) -> Py:
    if any(label == "max" for label, _ in dots):
        raise Refused("print() with max")
    if x.printed is not None:
        return Py(x.printed, DONE)
    if x.kind.tag in t.library.shows:
        return t.library.shows[x.kind.tag](t, x)
    if any(value is not None for value in layout.values()):
        return call("rv.print_", [x], DONE, **layout)
    return Py(fill(f"{t.usage.printing}(X)", X=x).node, DONE)


@strings.statement("print")
def _print_on_the_way(t: Translator, node: r.Call, dest: Dest) -> bool:
    """``print(x)`` whose value, x, goes somewhere."""
    first = node.args[0] if node.args else None
    if dest.how not in ("assign", "return") or first is None or first.value is None:
        return False
    if t.usage.methods("print"):
        return False
    value = t.expr(first.value)
    if value.kind.tag == "done" or value.kind.tag in t.library.shows:
        return False
    if not isinstance(value.node, (ast.Name, ast.Constant)):
        held = t.temporary("value")
        t.emit(Line(f"{held} = {value.text}"))
        value = name(held, value.kind, alias=False)
    arg = r.Arg(first.name, Bound(first.value.span, value))
    t.emit(Line(t.call_known("print", [arg, *node.args[1:]]).text))
    t.deliver(value, dest, invisible=True)
    return True


@strings("print.default noquote", "x", "...")
def _noquote(t: Translator, x: Py, dots: Dots) -> Py:
    return x


@strings("abbreviate", "names.arg", "minlength", "named")
def _abbreviate(t: Translator, names_arg: Py, minlength: Py | None, named: Py | None) -> Py:
    whole = flag(named, True, "named")
    kind = vector("character", complete=True, bare=not whole, length=names_arg.kind.length)
    words = {"minlength": minlength, "use_names": None if whole else literal(False)}
    return call("rv.abbreviate", [names_arg], kind, **words)


@strings("message", "...", "appendLF", "domain")
def _message(t: Translator, dots: Dots, appendLF: Py | None, domain: Py | None) -> Py:
    made = message_text(t, dots)
    if t.usage.catches_messages:
        if appendLF is not None:
            raise Refused("message() with appendLF where messages are caught")
        return call("rv.message", [made], DONE)
    if not flag(appendLF, True, "appendLF"):
        return fill("print(X, end='', file=sys.stderr)", DONE, X=made)
    return fill("print(X, file=sys.stderr)", DONE, X=made)


def message_text(t: Translator, dots: Dots) -> Py:
    """Return what message(), warning() and stop() say: all elements, one behind the other."""
    if not dots:
        return literal("", TEXT)
    parts: Dots = []
    for _, part in dots:
        if not part.kind.is_scalar and part.kind.shape not in ("dict", "function", "result"):
            part = call("rv.paste0", [part], TEXT, collapse=literal(""))
        parts.append((None, part))
    if len(parts) == 1 and parts[0][1].kind.mode == "character":
        return parts[0][1]
    return pasted(t, parts, "")


@strings("writeLines", "text", "con", "sep")
def _write_lines(t: Translator, con: Py | None, sep: Py | None, **given: Py) -> Py:
    x = given["text"]
    if sep is not None:
        return call("rv.write_lines", [x] if con is None else [x, con], DONE, sep=sep)
    if con is None:
        if not x.kind.complete:
            return call("rv.write_lines", [x], DONE)
        if x.kind.is_scalar:
            return fill("print(X)", DONE, X=x)
        if x.kind.shape != "vector" or not x.kind.filled:
            return call("rv.write_lines", [x], DONE)
        return fill("print(*X, sep='\\n')", DONE, X=x)
    return call("rv.write_lines", [x, con], DONE)


@strings("str View", "x", "...")
def _str(t: Translator, x: Py, dots: Dots) -> Py:
    t.note("str() and View() show a value in R's way, print() in Python's", once=True)
    return fill("print(X)", DONE, X=x)


@strings("sprintf gettextf", "fmt", "...")
def _sprintf(t: Translator, fmt: Py, dots: Dots) -> Py:
    parts = [p for _, p in dots]
    if any(isinstance(p.node, ast.Starred) for p in parts):
        return call("rv.sprintf", [fmt, *parts], ANY)
    scalar = fmt.kind.is_scalar and all(p.kind.is_scalar for p in parts)
    pattern = fmt.kind.const
    if scalar and isinstance(pattern, str):
        made = _formatted(pattern, parts)
        if made is not None and not _quotes_clash(made):
            return made
    parts = [_spoken(p) for p in parts]
    kind = TEXT if scalar else TEXTS
    if fmt.kind.na:
        kind = kind.with_(complete=False)
    loose = any(not p.kind.atomic or p.kind.shape == "atomic" for p in [fmt, *parts])
    if not scalar and loose:
        kind = atom("character", complete=not fmt.kind.na)
    elif not scalar:
        lengths = {p.kind.length for p in [fmt, *parts] if not p.kind.is_scalar}
        kind = kind.with_(length=lengths.pop() if len(lengths) == 1 else None)
    return call("rv.sprintf", [fmt, *parts], kind)


def _formatted(pattern: str, parts: list[Py]) -> Py | None:
    """Return ``sprintf`` as an f-string, where Python formats as R does."""
    values: list[ast.expr] = []
    used, k, text_so_far = 0, 0, ""
    while k < len(pattern):
        if pattern[k] != "%":
            text_so_far += pattern[k]
            k += 1
            continue
        end = k + 1
        while end < len(pattern) and pattern[end] in "0123456789.+- #":
            end += 1
        if end >= len(pattern):
            return None
        options, field = pattern[k + 1 : end], pattern[end]
        k = end + 1
        if field == "%":
            if options:
                return None
            text_so_far += "%"
            continue
        if used >= len(parts) or "#" in options or not _fits_field(field, parts[used]):
            return None
        spec = _format_spec(options, field)
        if spec is None:
            return None
        known = parts[used].node
        if not spec and isinstance(known, ast.Constant):
            text_so_far += str(known.value)
            used += 1
            continue
        if text_so_far:
            values.append(ast.Constant(text_so_far))
            text_so_far = ""
        inner = ast.JoinedStr([ast.Constant(spec)]) if spec else None
        values.append(ast.FormattedValue(parts[used].node, -1, inner))
        used += 1
    if used != len(parts):
        return None
    if text_so_far:
        values.append(ast.Constant(text_so_far))
    if all(isinstance(value, ast.Constant) for value in values):
        whole = "".join(str(value.value) for value in values if isinstance(value, ast.Constant))
        return literal(whole, TEXT.with_(const=whole))
    return Py(ast.JoinedStr(values), TEXT)


def _format_spec(options: str, field: str) -> str | None:
    """Return Python's format of a field of C's: flags, width, precision."""
    flags = options[: len(options) - len(options.lstrip("+- 0"))]
    rest = options[len(flags) :]
    left = "-" in flags
    sign = "+" if "+" in flags else " " if " " in flags else ""
    zero = "0" if "0" in flags and not left else ""
    width, point, precision = rest.partition(".")
    if point and not precision:
        precision = "0"
    if field == "s":
        if sign or zero:
            return None
        side = "" if not width else "<" if left else ">"
        return f"{side}{width}{point}{precision}"
    if field in "di":
        if point:
            return None
        return f"{'<' if left and width else ''}{sign}{zero}{width}d" if width or sign else ""
    return f"{'<' if left and width else ''}{sign}{zero}{width}{point}{precision}{field}"


def _fits_field(field: str, value: Py) -> bool:
    kind = value.kind
    if kind.na:
        return False
    if field in "di":
        return is_int(kind)
    if field in "fegEG":
        return kind.mode in ("integer", "double") and kind.low is not None and kind.high is not None
    if field == "s":
        return kind.mode == "character"
    return False


@strings(
    "format",
    "x",
    "...",
    "digits",
    "nsmall",
    "width",
    "justify",
    "big.mark",
    "scientific",
    "trim",
    "format",
)
def _format(t: Translator, x: Py, dots: Dots, **given: Py | None) -> Py:
    form = given.pop("format", None)
    if x.kind.tag == "span":
        raise Refused("format() of a difference of dates that is not in days")
    if form is None and len(dots) == 1 and dots[0][0] is None:
        form = dots.pop()[1]
        if not (form.kind.is_scalar and form.kind.mode == "character"):
            raise Refused("format() with further arguments")
    if dots:
        raise Refused("format() with further arguments")
    if form is not None or x.kind.tag == "time":
        from ._dates import formatted

        if x.kind.atomic and x.kind.tag != "time" and x.kind.mode != "any":
            raise Refused("format() with further arguments")
        return formatted(t, x, form)
    if x.kind.shape in ("function", "result"):
        raise Refused(f"format() of a {x.kind.shape} has no translation")
    kind = TEXT if x.kind.is_scalar else like(x.kind, "character", complete=True)
    words = {key: value for key, value in given.items() if value is not None}
    if "nsmall" in words and x.kind.either:
        raise Refused("format() with nsmall of numbers that may be integers or doubles")
    if "nsmall" in words and x.kind.atomic:
        unsure = x.kind.whole and x.kind.shape == "atomic"
        if unsure or x.kind.mode == "any":
            raise Refused("format() with nsmall of numbers that may be integers or doubles")
        if x.kind.mode == "integer":
            del words["nsmall"]  # which is for doubles
    known = ("scalar", "vector", "matrix", "array")
    if x.kind.mode == "double" and x.kind.whole and x.kind.shape in known:
        x = as_float(x)
    return call("rv.format_", [x], kind, **words)


@strings("format.pval", "pv", "digits", "eps")
def _format_pval(t: Translator, pv: Py, digits: Py | None, eps: Py | None) -> Py:
    if pv.kind.is_list or pv.kind.shape == "frame":
        raise Refused("format.pval() of a list")
    kind = TEXT if pv.kind.is_scalar else TEXTS
    return call("rv.format_pval", [pv], kind if pv.kind.atomic else ANY, digits=digits, eps=eps)


@strings("formatC", "x", "width", "digits", "format", "flag", "mode", "big.mark")
def _format_c(t: Translator, x: Py, **given: Py | None) -> Py:
    kind = TEXT if x.kind.is_scalar else like(x.kind, "character", complete=True)
    words = {key: value for key, value in given.items() if value is not None}
    if "mode" in words:
        raise Refused("formatC() with mode")
    if x.text == "rv.NA":
        raise Refused("formatC() of NA, which is a logical")
    return call("rv.format_c", [printable(x)], kind, **words)


@strings("prettyNum", "x", "big.mark")
def _pretty_num(t: Translator, x: Py, big_mark: Py | None) -> Py:
    complete = x.kind.complete or x.kind.numeric
    kind = TEXT if x.kind.is_scalar else like(x.kind, "character", complete=complete)
    return call("rv.pretty_num", [printable(x)], kind, big_mark=big_mark)


@strings("nchar", "x", "type")
def _nchar(t: Translator, x: Py, type: Py | None) -> Py:
    if x.kind.shape == "null":
        return fill("np.array([], dtype=np.int64)", vector("integer", length=0, bare=True))
    if x.kind.is_scalar and x.kind.mode == "character" and not x.kind.na:
        return fill("len(X)", COUNT, X=x)
    return call("rv.nchar", [x], x.kind.mapped("integer", low=0))


def _text_kind(kind: Kind) -> Kind:
    """Return the kind of texts made of each element: dimensions are only those of text."""
    return kind.mapped("character") if kind.shape in ("scalar", "vector") else ANY


for _word, _method in (("toupper", "upper"), ("tolower", "lower")):

    @strings(_word, "x")
    def _case(t: Translator, x: Py, _name: str = _word, _method: str = _method) -> Py:
        if x.kind.is_scalar and x.kind.mode == "character" and not x.kind.na:
            return fill(f"X.{_method}()", TEXT, X=x)
        return call(f"rv.{_name}", [x], _text_kind(x.kind))


@strings("casefold", "x", "upper")
def _casefold(t: Translator, x: Py, upper: Py | None) -> Py:
    word = "toupper" if flag(upper, False, "upper") else "tolower"
    return call(f"rv.{word}", [x], _text_kind(x.kind))


@strings("expression", "...", lazy=True)
def _expression(t: Translator, dots: list[r.Arg]) -> Py:
    if len(dots) != 1 or dots[0].value is None:
        raise Refused("expression() of several expressions")
    words = t.text_of(dots[0].value)
    return literal(words, TEXT.with_(const=words))


@strings("substr", "x", "start", "stop")
def _substr(t: Translator, x: Py, start: Py, stop: Py) -> Py:
    return _part(x, start, stop, "rv.substr")


@strings("substring", "text", "first", "last")
def _substring(t: Translator, text: Py, first: Py, last: Py | None) -> Py:
    return _part(text, first, last, "rv.substring")


def _part(x: Py, start: Py, end: Py | None, rule: str) -> Py:
    parts = [x, start] if end is None else [x, start, end]
    scalar = x.kind.is_scalar and start.kind.is_scalar and (end is None or end.kind.is_scalar)
    if (
        scalar
        and x.kind.mode == "character"
        and not x.kind.na
        and (start.kind.low or 0) >= 1
        and (
            end is not None
            and is_int(start.kind)
            and is_int(end.kind)
            and (end.kind.low or -1) >= 0
        )
    ):
        from ._pyexpr import minus_one

        node = ast.Subscript(x.node, ast.Slice(minus_one(start).node, end.node), ast.Load())
        if ast.unparse(minus_one(start).node) == "0":
            node = ast.Subscript(x.node, ast.Slice(None, end.node), ast.Load())
        return Py(node, TEXT)
    known = x.kind.complete and x.kind.mode == "character"
    kind = STRING if scalar else STRINGS
    if not scalar and not any(p.kind.shape in ("vector", "matrix", "array") for p in parts):
        kind = atom("character")  # of one text it is one text
    if rule == "rv.substr" and x.kind.is_scalar:
        kind = STRING
    return call(rule, parts, kind.with_(complete=known))


@strings("strsplit", "x", "split", "fixed", "perl")
def _strsplit(t: Translator, x: Py, split: Py, fixed: Py | None, perl: Py | None) -> Py:
    parts = STRINGS.with_(complete=x.kind.complete, bare=True)
    length = 1 if x.kind.is_scalar else x.kind.length
    listed = list_of(parts, length=length, many=x.kind.many)
    return call(
        "rv.strsplit",
        [x, split],
        ANY if x.kind.names else listed,  # by the names of the texts
        fixed=fixed,
        perl=perl,
    )


def _pattern_call(t: Translator, word: str, parts: list[Py], kind: Kind, **words: Py | None) -> Py:
    return call(f"rv.{word}", parts, kind, **words)


for _word in ("gsub", "sub"):

    @strings(_word, "pattern", "replacement", "x", "ignore.case", "perl", "fixed")
    def _substitute(
        t: Translator,
        pattern: Py,
        replacement: Py,
        x: Py | None,
        ignore_case: Py | None,
        perl: Py | None,
        fixed: Py | None,
        _name: str = _word,
    ) -> Py:
        if x is None:
            raise Refused(f"{_name}() without a text")
        plain = isinstance(pattern.kind.const, str) and (
            (fixed is not None and fixed.kind.const is True)
            or not set(pattern.kind.const) & set(".^$*+?()[]{}|\\")
        )
        if (
            plain
            and x.kind.is_scalar
            and x.kind.mode == "character"
            and not x.kind.na
            and (ignore_case is None and "\\" not in str(replacement.kind.const or "\\"))
        ):
            extra = "" if _name == "gsub" else ", 1"
            return fill(f"X.replace(P, R{extra})", TEXT, X=x, P=pattern, R=replacement)
        kind = _text_kind(x.kind)
        return _pattern_call(
            t,
            _name,
            [pattern, replacement, x],
            kind,
            ignore_case=ignore_case,
            perl=perl,
            fixed=fixed,
        )


@strings("grepl", "pattern", "x", "ignore.case", "perl", "fixed")
def _grepl(t: Translator, pattern: Py, x: Py, **given: Py | None) -> Py:
    kind = TRUTHS.with_(length=x.kind.length, many=x.kind.many)
    if not x.kind.atomic or x.kind.shape == "atomic":
        kind = atom("logical", finite=True)
    return _pattern_call(t, "grepl", [pattern, x], TRUTH if x.kind.is_scalar else kind, **given)


@strings("grep", "pattern", "x", "ignore.case", "perl", "value", "fixed")
def _grep(t: Translator, pattern: Py, x: Py, value: Py | None, **given: Py | None) -> Py:
    shown = flag(value, False, "value")
    kind = TEXTS.with_(bare=x.kind.labels.bare) if shown else POSITIONS
    return _pattern_call(t, "grep", [pattern, x], kind, value=value, **given)


@strings("regexec", "...", lazy=True)
def _positions(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("positions of matches have no translation, except in regmatches()")


@strings("regmatches", "x", "m", lazy=True)
def _regmatches(t: Translator, x: r.Node, m: r.Node) -> Py:
    """``regmatches(x, regexpr(p, x))``, the matches themselves."""
    if not (
        isinstance(m, r.Call)
        and isinstance(m.function, r.Name)
        and m.function.name in ("regexpr", "gregexpr", "regexec")
    ):
        raise Refused("regmatches() is translated with regexpr(), gregexpr(), regexec() in place")
    params = ("pattern", "text", "ignore.case", "perl", "fixed")
    given, _ = match_arguments(m.function.name, params, m.args)
    where = given.get("text")
    if where is None or where.value is None or t.text_of(where.value) != t.text_of(x):
        raise Refused("regmatches() of another text than that of the matches")
    words = {
        key.replace(".", "_"): t.expr(arg.value)
        for key, arg in given.items()
        if key not in ("pattern", "text")
    }
    parts = [t.expr(given["pattern"].value), t.expr(x)]
    if m.function.name == "regexpr":
        texts = (
            TEXTS
            if parts[1].kind.labels.bare or parts[1].kind.is_scalar
            else TEXTS.with_(bare=False)
        )
        return call("rv.first_matches", parts, texts, **words)
    length = 1 if parts[1].kind.is_scalar else parts[1].kind.length
    word = "rv.all_matches" if m.function.name == "gregexpr" else "rv.group_matches"
    listed = list_of(STRINGS.with_(bare=True), length=length)
    return call(word, parts, ANY if parts[1].kind.names else listed, **words)


@strings("nzchar", "x")
def _nzchar(t: Translator, x: Py) -> Py:
    if x.kind.is_scalar and x.kind.mode == "character":
        return fill("X != ''", TRUTH, X=x)  # NA has characters
    several = TRUTHS if x.kind.shape == "vector" else atom("logical", finite=True)
    return call("rv.nzchar", [x], TRUTH if x.kind.is_scalar else several)


@strings("strwrap", "x", "width")
def _strwrap(t: Translator, x: Py, width: Py | None) -> Py:
    return call("rv.strwrap", [x], TEXTS.with_(length=None), width=width)


@strings("strtrim", "x", "width")
def _strtrim(t: Translator, x: Py, width: Py) -> Py:
    one = literal(1, constant(1, "integer"))
    return _part(x, one, width, "rv.substr")


for _word in ("file_ext", "file_path_sans_ext"):

    @strings(_word, "x")
    def _extension(t: Translator, x: Py, _name: str = _word) -> Py:
        return call(f"rv.{_name}", [x], _text_kind(x.kind))


@strings("startsWith", "x", "prefix")
def _starts_with(t: Translator, x: Py, prefix: Py) -> Py:
    if x.kind.is_scalar and prefix.kind.is_scalar:
        return fill("X.startswith(P)", TRUTH, X=x, P=prefix)
    return call("rv.starts_with", [x, prefix], LOGICALS.with_(length=x.kind.length))


@strings("endsWith", "x", "suffix")
def _ends_with(t: Translator, x: Py, suffix: Py) -> Py:
    if x.kind.is_scalar and suffix.kind.is_scalar:
        return fill("X.endswith(P)", TRUTH, X=x, P=suffix)
    return call("rv.ends_with", [x, suffix], LOGICALS.with_(length=x.kind.length))


@strings("strrep", "x", "times")
def _strrep(t: Translator, x: Py, times: Py) -> Py:
    text = x.kind.is_scalar and x.kind.mode == "character" and x.kind.complete
    if text and times.kind.is_scalar and is_int(times.kind):
        return fill("X * N", TEXT, X=x, N=times)
    kinds = (x.kind, times.kind)
    if all(kind.is_scalar for kind in kinds):
        return call("rv.strrep", [x, times], TEXT.with_(complete=all(k.complete for k in kinds)))
    several = any(kind.shape == "vector" for kind in kinds)
    return call("rv.strrep", [x, times], STRINGS if several else atom("character"))


@strings("toString", "x", "...")
def _to_string(t: Translator, x: Py, dots: Dots) -> Py:
    refuse_more("toString", dots)
    return call("rv.paste", [printable(x)], TEXT, collapse=literal(", "))


for _word, _mark in (("sQuote", "'"), ("dQuote", '"')):

    @strings(_word, "x", "q")
    def _quoted(t: Translator, x: Py, q: Py | None, _mark: str = _mark) -> Py:
        if q is None or q.kind.const is not False:
            raise Refused("quotes that depend on the locale: write q = FALSE")
        mark = literal(_mark, TEXT.with_(const=_mark))
        if x.kind.is_scalar or x.kind.many or (x.kind.length or 0) > 0:
            return pasted(t, [(None, mark), (None, x), (None, mark)], "")
        return call("rv.quoted", [x, mark], atom("character"))


@strings("chartr", "old", "new", "x")
def _chartr(t: Translator, old: Py, new: Py, x: Py) -> Py:
    if x.kind.is_scalar:
        return fill("X.translate(str.maketrans(A, B))", TEXT, X=x, A=old, B=new)
    return call("rv.chartr", [old, new, x], like(x.kind, "character"))


@strings("rawToChar charToRaw iconv enc2utf8", "...")
def _codes(t: Translator, dots: Dots) -> Py:
    raise Refused("codes of characters have no translation")


__all__ = ["NULL", "TABLE", "pasted"]
