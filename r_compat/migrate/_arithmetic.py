"""Operators: plain Python where kinds say that it means the same as in R."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING

from . import _rast as r
from ._kinds import (
    ANY,
    EXACT_BITS,
    FRAME,
    INTEGER_BITS,
    LOGICAL,
    NEVER,
    TRUTH,
    USUAL_BITS,
    Kind,
    Mode,
    Stored,
    assumed_low,
    atom,
    bits_of_product,
    bits_of_sum,
    constant,
    higher,
    is_int,
    may_be_integers,
    of_data,
    scalar,
    vector,
)
from ._pyexpr import Py, Refused, call, constant_of, fill, literal
from ._stops import may_stop

if TYPE_CHECKING:
    from ._translate import Translator

_PLAIN = {"+": "A + B", "-": "A - B", "*": "A * B", "/": "A / B", "^": "A ** B",
          "%%": "A % B", "%/%": "A // B"}  # fmt: skip
_COMPARE = {"==": "A == B", "!=": "A != B", "<": "A < B", ">": "A > B", "<=": "A <= B",
            ">=": "A >= B"}  # fmt: skip
_GENERIC = {
    "+": "rv.add", "-": "rv.subtract", "*": "rv.multiply", "/": "rv.divide", "^": "rv.power",
    "%%": "rv.mod", "%/%": "rv.intdiv", "==": "rv.eq", "!=": "rv.ne", "<": "rv.lt", ">": "rv.gt",
    "<=": "rv.le", ">=": "rv.ge", "&": "rv.and_", "|": "rv.or_",
}  # fmt: skip
ARITHMETIC = {op: _GENERIC[op] for op in _PLAIN}


def unary(t: Translator, node: r.Unary) -> Py:
    """Translate a sign or a negation."""
    value = t.expr(node.value)
    kind = value.kind
    if node.op == "!":
        return negated(t, value)
    if node.op not in "+-":
        raise Refused(f"the operator {node.op} has no translation")
    if kind.shape == "never":
        return call("rv.negative", [value], NEVER) if node.op == "-" else value
    if kind.shape == "frame":
        made = call("rv.negative", [value], FRAME)
        return made if node.op == "-" else call("rv.negative", [made], FRAME)
    if node.op == "+" and (kind.is_list or kind.shape == "factor" or kind.mode == "character"):
        raise Refused("+ of what is no number")
    if not kind.numeric:
        opposite = ANY if kind.shape == "null" else kind.plain()
        made = call("rv.negative", [value], opposite)
        return made if node.op == "-" else call("rv.negative", [made], opposite)
    if kind.mode == "logical" and kind.na:
        made = call("rv.negative", [value], kind.elementwise("integer"))
        return made if node.op == "-" else call("rv.negative", [made], made.kind)
    if kind.mode == "logical":
        value = as_integer(value)
        kind = value.kind
    if node.op == "+":
        return fill("+X", kind, X=value) if kind.nullable else value
    new = kind.with_(
        const=None,
        low=None if kind.high is None else -kind.high,
        high=None if kind.low is None else -kind.low,
        soft=None,
    )
    known = constant_of(value.node)
    if known == 0 and kind.mode == "double":
        zero: ast.expr = ast.Constant(0.0)
        if math.copysign(1, known) > 0:
            zero = ast.UnaryOp(ast.USub(), zero)
        return Py(zero, constant(0, "double").with_(stored="float", const=None))
    if known is not None and kind.is_scalar:
        return literal(-known, constant(-known, kind.mode))
    if kind.whole and not kind.either and not _never_zero(kind):  # of 0 it is -0, and 1 / -0 -Inf
        exact = as_float(value)
        return fill("-A", new.with_(stored="float", numpy=exact.kind.values.numpy), A=exact)
    return fill("-A", new, A=value)


def negated(t: Translator, value: Py) -> Py:
    """Return ``!value``."""
    kind = value.kind
    if kind.na or not kind.numeric or kind.shape == "atomic" or kind.nullable or kind.grows:
        return call(
            "rv.not_",
            [value],
            kind.elementwise("logical", low=0, high=1, complete=kind.complete),
        )
    new = kind.elementwise("logical", low=0, high=1, finite=True)
    if kind.is_scalar:
        node = value.node
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and not _may_be_nan(value):
            flipped = {ast.In: ast.NotIn, ast.Is: ast.IsNot, ast.Eq: ast.NotEq}.get(
                type(node.ops[0])
            )
            if flipped is not None:
                return Py(ast.Compare(node.left, [flipped()], node.comparators), new)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Py(node.operand, new)
        return fill("not A", new, A=value)
    if kind.mode != "logical":
        return fill("A == 0", new, A=value)
    return fill("~A", new, A=value)


def _may_be_nan(value: Py) -> bool:
    return value.kind.na


def as_integer(value: Py) -> Py:
    """Return a logical as 0 and 1."""
    kind = value.kind
    new = kind.with_(mode="integer", const=None)
    if kind.is_scalar:
        if isinstance(kind.const, bool):
            return literal(int(kind.const), constant(int(kind.const), "integer"))
        return fill("int(A)", new.with_(numpy=False), A=value)
    return fill("A.astype(int)", new, A=value)


def as_float(value: Py) -> Py:
    """Return a number as a double of numpy or Python."""
    kind = value.kind
    known = constant_of(value.node)
    if known is not None:
        return literal(float(known), constant(float(known), "double"))
    if value.text == "rv.NA":
        return number_na(value)
    if kind.is_scalar:
        new = kind.with_(stored="float", mode="double", numpy=False, const=None)
        return fill("float(A)", new, A=value)
    new = kind.with_(stored="float", mode="double")
    if kind.shape == "atomic":  # perhaps one number
        return fill("1.0 * A", new, A=value)
    return fill("A.astype(float)", new, A=value)


def number_na(value: Py) -> Py:
    """Return a value as it is, but NA as one that is a number: alone it is a logical of R."""
    if value.text != "rv.NA":
        return value
    return fill("rv.NA_REAL", value.kind.with_(mode="double", stored="float"))


def binary(t: Translator, node: r.Binary) -> Py:
    """Translate an operator."""
    op = node.op
    if op.startswith("%") and t.lookup(op) is not None:  # the script's own, of R's name or not
        args = [r.Arg(None, node.left), r.Arg(None, node.right)]
        return t.call(r.Call(node.span, r.Name(node.span, op), args))
    if op in t.library.operators:
        special = t.library.operators[op](t, node)
        if special is not None:
            return special
    if op in ("&&", "||"):
        return _condition(t, node)
    if op == ":":
        from ._positions import colon, nameless

        return colon(t, nameless(t, node.left), nameless(t, node.right))
    if op in ("%in%", "%*%", "%o%", "%x%", "%do%", "%dopar%"):
        return t.call_known(op, [r.Arg(None, node.left), r.Arg(None, node.right)])
    if op.startswith("%") and op not in ("%%", "%/%"):
        raise Refused(f"the operator {op} is not known")
    if op not in _GENERIC:
        raise Refused(f"the operator {op} has no translation")
    left, right = t.expr(node.left), t.expr(node.right)
    return operate(t, op, left, right)


def operate(t: Translator, op: str, left: Py, right: Py) -> Py:
    """Return an operator applied to two values."""
    for side in (left, right):
        if side.kind.shape in ("function", "result") or (
            side.kind.is_list and op not in ("==", "!=")
        ):
            raise Refused(f"{op} of a {side.kind.shape}")
    if op in _COMPARE:
        return _comparison(t, op, left, right)
    if op in ("&", "|"):
        return _logical(t, op, left, right)
    return _arithmetic(t, op, left, right)


def _condition(t: Translator, node: r.Binary) -> Py:
    """``&&`` and ``||``."""
    from ._positions import nameless

    with t.body():
        raw = [nameless(t, side) for side in (node.left, node.right)]
    for value in raw:
        if value.kind.shape in ("vector", "matrix", "array") and value.kind.length != 1:
            raise Refused(f"{node.op} of several values")
    if raw[0].kind.numeric and raw[0].kind.na:  # FALSE or TRUE of the right may win over NA
        left = _one_value(nameless(t, node.left))
        with t.body() as extra:
            right = _one_value(nameless(t, node.right))
        if any(hasattr(out, "header") or hasattr(out, "after") for out in extra):
            raise Refused("a condition that needs statements of its own")
        for out in extra:
            t.emit(out)
        if may_stop(right.node):  # it may draw or stop: it is evaluated only where it counts
            word = "rv.and_then" if node.op == "&&" else "rv.or_else"
            return call(word, [left, fill("lambda: X", X=right)], LOGICAL)
        word = "rv.and_" if node.op == "&&" else "rv.or_"
        return call(word, [left, right], LOGICAL)
    open_end = raw[1].kind.is_scalar and raw[1].kind.mode == "logical" and raw[1].kind.na
    parts = []
    for side in (node.left, node.right):
        with t.body() as extra:
            value = nameless(t, side) if open_end and side is node.right else t.test(side)
        if (
            extra
            and side is node.right
            and any(hasattr(out, "header") or hasattr(out, "after") for out in extra)
        ):
            raise Refused("a condition that needs statements of its own")
        for out in extra:
            t.emit(out)
        parts.append(value)
    word = "and" if node.op == "&&" else "or"
    plain = all(p.kind.is_scalar and p.kind.mode == "logical" for p in parts)
    if not plain:
        parts = [
            p
            if (p.kind.is_scalar and p.kind.mode == "logical") or _is_truth(p)
            else fill("bool(A)", TRUTH, A=p)
            for p in parts
        ]
    return fill(f"A {word} B", LOGICAL if open_end else TRUTH, A=parts[0], B=parts[1])


def _one_value(value: Py) -> Py:
    """Return the one value of a side of ``&&`` or ``||``; of nothing R takes NA."""
    if value.kind.length == 1:
        return fill("rv.flag(X[0])", X=value)
    return value if value.kind.is_scalar else call("rv.one_or_na", [value], LOGICAL)


def _is_truth(value: Py) -> bool:
    node = value.node
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "rv.truth"


def combined(left: Kind, right: Kind) -> tuple[Kind | None, str]:
    """Return the shape of an operation on two atomic values, and how numpy has to be helped.

    The second value is "" where numpy does the same as R, "left" or "right" if that side is a
    vector that runs down the columns of a matrix, and "?" where R's recycling has to be asked.
    """
    if left.is_scalar and right.is_scalar:
        labels = left.labels if left.labels.lost else right.labels
        return scalar(numpy=left.values.numpy or right.values.numpy, labels=labels), ""
    bare = left.labels.bare and right.labels.bare
    if right.is_scalar or left.is_scalar:
        big, small = (left, right) if right.is_scalar else (right, left)
        if small.tag == "null":  # of nothing there is nothing
            return atom(bare=bare), "?"
        return big.elementwise("any").with_(bare=bare), ""
    if left.shape == right.shape == "vector":
        return _vectors(left, right)
    if left.shape == right.shape and left.shape in ("matrix", "array"):
        if left.dims != right.dims and 1 in (*(left.dims or ()), *(right.dims or ())):
            return left.elementwise("any").with_(bare=bare, dims=None), "?"  # numpy stretches it
        return left.elementwise("any").with_(bare=bare, dims=left.dims or right.dims), ""
    if left.shape == "matrix" and right.shape == "vector":
        if (
            not is_larger(left) or right.length == 0
        ):  # R has a vector of a 1 x 1 matrix and a longer vector
            return atom(bare=bare), "?"
        known = right.length is not None and left.dims is not None and left.dims[0] is not None
        if right.length is not None and not (known and left.dims[0] == right.length):  # type: ignore[index]
            return left.elementwise("any"), "?"
        return left.elementwise("any"), "right"
    if left.shape == "vector" and right.shape == "matrix":
        shape, help_ = combined(right, left)
        return shape, "left" if help_ == "right" else help_
    return atom(), "?"


def _helped(t: Translator, left: Py, right: Py) -> tuple[Kind | None, str]:
    """Return what `combined` says of two values; one as long as a matrix runs down its columns."""
    shape, help_ = combined(left.kind, right.kind)
    vector_ = {"left": left, "right": right}.get(help_)
    if vector_ is not None and t.usage.has_tables and not vector_.kind.labels.bare:
        return shape, "?"  # a table does not fit a matrix
    if vector_ is not None and any(
        isinstance(part, ast.Attribute) and part.attr == "size" for part in ast.walk(vector_.node)
    ):
        return shape, "?"
    return shape, help_


def is_larger(kind: Kind) -> bool:
    """Whether a matrix has more than one element."""
    if kind.dims is not None and all(extent == 1 for extent in kind.dims):
        return False
    return kind.many or any((extent or 0) > 1 for extent in kind.dims or ())


def _vectors(left: Kind, right: Kind) -> tuple[Kind, str]:
    both = left.length is not None and right.length is not None
    length = left.length if left.length == right.length else None
    bare = left.labels.bare and right.labels.bare
    filled = left.filled and right.filled  # beside nothing there is nothing
    shape = vector(length=length, many=filled and (left.many or right.many), bare=bare)
    if both and left.length == right.length:
        return shape, ""
    known = left.length if left.length is not None else right.length
    if left.grows or right.grows:
        return shape.with_(grows=length is None), "?"
    if both or (known is not None and known != 1):
        longest = None
        if left.length is not None and right.length is not None:
            longest = max(left.length, right.length) if left.length and right.length else 0
        return shape.with_(length=longest, grows=not both), "?"
    return shape, ""


def _generic(op: str, left: Py, right: Py, mode: Mode) -> Py:
    kinds = (left.kind, right.kind)
    if any(kind.shape == "never" for kind in kinds):
        return call(_GENERIC[op], [left, right], NEVER)
    if not all(kind.atomic for kind in kinds):
        if op in _COMPARE and all(k.atomic or k.shape in ("factor",) for k in kinds):
            complete = all(k.complete for k in kinds)
            return call(_GENERIC[op], [left, right], vector("logical", complete=complete))
        return call(_GENERIC[op], [left, right], ANY.with_(either=op not in "/"))
    shape, _ = combined(*kinds)
    assert shape is not None
    if mode == "logical":
        complete = finite = all(kind.complete for kind in kinds)
        shape = shape.with_(low=0, high=1)
    else:
        complete, finite = _defined(op, *kinds)
    stored = "float" if op in "/^" else ""
    either = mode == "double" and op not in "/^" and may_be_integers(*kinds)
    shape = shape.with_(
        mode=mode, complete=complete, finite=finite, numpy=False, stored=stored, either=either,
        bits=USUAL_BITS if of_data(*kinds) else min(_bits(op, *kinds), EXACT_BITS),
    )  # fmt: skip
    told = _told(shape) if op == "%/%" and not _not_zero(kinds[1]) else None
    return call(_GENERIC[op], [left, right], shape, integers=told)


def _told(kind: Kind) -> Py | None:
    """Return whether numbers are integers of R, if that is known."""
    known = kind.mode in ("integer", "double") and not kind.either
    return literal(kind.mode == "integer") if known else None


def _defined(op: str, a: Kind, b: Kind) -> tuple[bool, bool]:
    """Return whether the result is complete, and whether it is finite, for sure.

    Inf - Inf, 0 * Inf, 0 / 0 and roots of negative numbers are NaN. Sums and products that leave
    the range of numbers are not followed.
    """
    if not (a.numeric and b.numeric and a.complete and b.complete):
        return False, False
    finite = a.finite and b.finite
    if op in "+-":
        return a.finite or b.finite, finite
    if op == "*":
        scaled = (a.finite and _never_zero(a)) or (b.finite and _never_zero(b))
        return finite or scaled, finite
    if op in ("/", "%/%", "%%"):
        if b.finite and _never_zero(b):
            return finite or op == "/", finite
        return op == "/" and finite and _never_zero(a), False
    exponent = b.const
    if isinstance(exponent, (int, float)) and exponent == int(exponent):
        return True, finite and (exponent >= 0 or _never_zero(a))
    positive = a.low is not None and a.low >= 0
    if not positive:
        return False, False
    return True, finite and (_never_zero(a) or (b.low is not None and b.low >= 0))


def _never_zero(kind: Kind) -> bool:
    """Whether no element is 0 for sure, extents of data included."""
    if kind.const is not None:
        return kind.const != 0
    low = kind.low is not None and kind.low > 0
    return low or (kind.high is not None and kind.high < 0) or (kind.soft or 0) >= 2


def _arithmetic(t: Translator, op: str, left: Py, right: Py) -> Py:
    left, right = number_na(left), number_na(right)
    a, b = left.kind, right.kind
    if not (a.numeric and b.numeric):
        if (a.mode == "character" and a.atomic) or (b.mode == "character" and b.atomic):
            raise Refused(f"{op} of text is an error in R")
        mode: Mode = "any"
        if op in "/^":
            mode = "double"
        return _generic(op, left, right, mode)
    mode = _mode(op, a.mode, b.mode)
    shape, help_ = _helped(t, left, right)
    assert shape is not None
    gaps = any(k.mode == "logical" and k.na for k in (a, b))  # None in an array
    if help_ == "?" or gaps:
        return _generic(op, left, right, mode)
    folded = _fold(op, a, b, mode)
    low, soft, high = _bounds(op, a, b)
    complete, finite = _defined(op, a, b)
    kind = shape.with_(
        mode=mode, complete=complete, finite=finite, low=low, soft=soft, high=high,
        bits=_bits(op, a, b),
    )  # fmt: skip
    either = mode == "double" and op not in "/^" and may_be_integers(a, b)
    kind = kind.with_(stored=_stored(op, a, b, mode), either=either)
    if folded is not None:
        kind = kind.with_(const=folded, finite=True)
    if a.mode == b.mode == "logical" or (a.mode == "logical" and op in "-^%/%%"):
        left = as_integer(left)
    if b.mode == "logical" and (a.mode == "logical" or op in "-^%/%%"):
        right = as_integer(right)
    if help_ == "left":
        left = fill("A[:, np.newaxis]", left.kind, A=left)
    elif help_ == "right":
        right = fill("A[:, np.newaxis]", right.kind, A=right)
    if op == "^":
        return _power(left, right, kind)
    whole = mode == "double" and not either and kind.stored != "float"
    if op == "*" and whole and (_may_lose_sign(a, b) or _may_lose_sign(b, a)):
        left = as_float(left)  # -9 * 0 is -0, and 1 / -0 is -Inf
        kind = kind.with_(stored="float", numpy=left.kind.values.numpy or b.values.numpy)
    if op in "+-*" and mode == "double" and kind.stored != "float" and _inexact(kind):
        left, right = _one_as_float(left, right)
        numpy = left.kind.values.numpy or right.kind.values.numpy
        kind = kind.with_(stored="float", numpy=numpy, const=None)
    if op == "/" and shape.is_scalar and a.native and b.native and not _not_zero(b):
        return fill("np.divide(A, B)", kind.with_(numpy=True), A=left, B=right)
    # numpy's are exact, R's are not; and Inf // 2 is nan
    rounded = op in ("%%", "%/%") and not (is_int(a) and is_int(b))
    zero = not _never_zero(b)  # what a condition leaves may be nothing, and its length 0
    if rounded or (op in ("%%", "%/%") and zero):
        if mode == "double" and kind.whole and not either:
            left = as_float(left)
        kind = kind.with_(
            low=None, high=None, soft=None, complete=False, const=None, numpy=False, stored=""
        )
        by_zero = op == "%/%" and zero
        return call(_GENERIC[op], [left, right], kind, integers=_told(kind) if by_zero else None)
    if mode == "integer" and op in "+-*" and _too_large(a, b, kind, folded):
        kind = kind.with_(complete=False, const=None, low=None, high=None, soft=None, numpy=False)
        return fill(f"rv.integers({_PLAIN[op]})", kind, A=left, B=right)
    return fill(_PLAIN[op], kind, A=left, B=right)


def _too_large(a: Kind, b: Kind, result: Kind, known: int | float | None) -> bool:
    """Whether integers of the script may become NA; those of data are not followed."""
    if known is not None:
        return abs(known) >= 1 << INTEGER_BITS
    unknown = any(k.const is None and USUAL_BITS <= k.bits < INTEGER_BITS for k in (a, b))
    return result.values.bits > INTEGER_BITS and not unknown


def _bits(op: str, a: Kind, b: Kind) -> int:
    """Return the bits of what an operator makes of whole numbers."""
    if op in "+-":
        return bits_of_sum(a, b)
    if op == "%%":
        return b.bits
    if op == "^":
        return a.bits * b.const if isinstance(b.const, int) and b.const > 0 else a.bits
    return a.bits if op == "%/%" else bits_of_product(a, b)


def _inexact(kind: Kind) -> bool:
    """Whether R may round whole numbers that integers of Python would keep, or numpy's lose."""
    return kind.values.bits > EXACT_BITS


def _one_as_float(left: Py, right: Py) -> tuple[Py, Py]:
    """Return two whole numbers, the one that is easier to read so as a double."""
    plainer = [constant_of(side.node) is not None for side in (left, right)]
    if not any(plainer):
        plainer = [side.kind.is_scalar for side in (left, right)]
    if plainer[1] and not plainer[0]:
        return left, as_float(right)
    return as_float(left), right


def _may_lose_sign(a: Kind, b: Kind) -> bool:
    """Whether one number is known to be below 0, and the other may be 0."""
    below = a.high is not None and a.high < 0
    if isinstance(a.const, (int, float)):
        below = a.const < 0
    return below and a.is_scalar and not _never_zero(b)


def _stored(op: str, a: Kind, b: Kind, mode: Mode) -> Stored:
    """Return the Python type of doubles that an operator makes."""
    if mode != "double":
        return ""
    if op == "/" or a.stored == "float" or b.stored == "float":
        return "float"
    return "int" if is_int(a) and is_int(b) else ""


def _whole(kind: Kind) -> bool:
    return kind.mode in ("integer", "logical") or kind.whole


def _not_zero(kind: Kind) -> bool:
    if kind.const is not None:
        return kind.const != 0
    low = assumed_low(kind)
    return (low is not None and low > 0) or (kind.high is not None and kind.high < 0)


def _power(left: Py, right: Py, kind: Kind) -> Py:
    """R's powers are doubles: no integers that overflow, no complex roots."""
    a, b = left.kind, right.kind
    exponent = b.const
    signless = exponent == 2 or is_int(a) or (a.low is not None and a.low >= 0)  # R: (-0)^3 is 0
    if isinstance(exponent, (int, float)) and exponent in (2, 3) and b.is_scalar and signless:
        stored: Stored = "int" if is_int(a) else a.stored if a.mode == "double" else ""
        if stored == "int" and isinstance(exponent, float):  # Python's 100 ** 2.0 is a float
            stored = ""
        if stored != "float" and _inexact(kind):
            right, stored = as_float(right), "float"
            kind = kind.with_(const=None)
        kind = kind.with_(stored=stored)
        return fill("A ** B", kind, A=left, B=right)
    if exponent == 0.5 and b.is_scalar:
        return fill("np.sqrt(A)", kind.with_(numpy=kind.is_scalar, stored="float"), A=left)
    base_low = a.low
    below = isinstance(exponent, (int, float)) and exponent < 0
    root = isinstance(exponent, float) and exponent != exponent // 1 and not a.finite
    odd = isinstance(exponent, (int, float)) and exponent % 2 == 1 and not is_int(a)
    signed = base_low is None or base_low < 0
    limits = signed and (root or odd or not b.finite)  # of -Inf, -0 and infinite exponents
    if limits or (below and not (base_low is not None and base_low > 0)):  # R: Inf of 0 and of -0
        known = kind.with_(stored="float", numpy=False, complete=False, finite=False)
        return call("rv.power", [left, right], known.with_(low=None, high=None, const=None))
    if _whole(a):
        left = as_float(left)
        kind = kind.with_(numpy=b.values.numpy)
    positive = base_low is not None and base_low > 0
    if a.is_scalar and (a.native or _whole(a)):  # which Python's own float() has made so
        small = (
            (isinstance(kind.const, (int, float)) and math.isfinite(kind.const))
            or (isinstance(exponent, int) and 0 <= exponent <= 10)
            or (
                positive
                and a.const is not None
                and b.high is not None
                and abs(b.high) < 100
                and b.low is not None
                and abs(b.low) < 100
            )
        )
        if not small or not b.is_scalar:
            return fill(
                "np.power(A, B)", kind.with_(numpy=kind.is_scalar, stored="float"), A=left, B=right
            )
    return fill("A ** B", kind.with_(stored="float"), A=left, B=right)


def _mode(op: str, a: Mode, b: Mode) -> Mode:
    if op in ("/", "^"):
        return "double"
    mode = higher(a, b)
    return "integer" if mode == "logical" else mode


def _fold(op: str, a: Kind, b: Kind, mode: Mode) -> int | float | None:
    """Return the value of an operation on known numbers."""
    if not (a.is_scalar and b.is_scalar):
        return None
    x, y = a.const, b.const
    if not isinstance(x, (int, float)) or not isinstance(y, (int, float)):
        return None
    try:
        match op:
            case "+":
                found: int | float = x + y
            case "-":
                found = x - y
            case "*":
                found = x * y
            case "/":
                found = x / y
            case "%%":
                found = x % y
            case "%/%" if isinstance(x, int) and isinstance(y, int):
                found = x // y
            case "%/%":
                return None
            case _:
                found = float(x) ** y
    except (ArithmeticError, ValueError):
        return None
    if isinstance(found, complex) or not math.isfinite(found):
        return None
    return found


def _bounds(op: str, a: Kind, b: Kind) -> tuple[float | None, float | None, float | None]:
    """Return what bounds, sure and assumed, follow for the result."""
    low = soft = high = None
    a_soft, b_soft = assumed_low(a), assumed_low(b)
    if op == "+":
        low = _sum(a.low, b.low)
        soft = _sum(a_soft, b_soft)
        high = _sum(a.high, b.high)
    elif op == "-":
        low = _sum(a.low, None if b.high is None else -b.high)
        soft = _sum(a_soft, None if b.high is None else -b.high)
        high = _sum(a.high, None if b.low is None else -b.low)
    elif op == "*":
        low = _product(a.low, b.low)
        soft = _product(a_soft, b_soft)
        if low is not None and a.high is not None and b.high is not None:
            high = a.high * b.high
    elif op in ("/", "%/%"):
        if a.low is not None and a.low >= 0 and b.low is not None and b.low > 0:
            low = 0.0
            if b.high is not None and op == "%/%":
                low = a.low // b.high
        if a.high is not None and b.low is not None and b.low >= 1 and a.high >= 0:
            high = a.high
    elif op == "%%":
        if isinstance(b.const, int) and b.const > 0:
            low, high = 0.0, float(b.const - 1 if is_int(a) else b.const)
        elif b.low is not None and b.low > 0:
            low = 0.0
    elif op == "^" and a.low is not None and a.low >= 0:
        low = 0.0
        if a.low >= 1 and b.low is not None and b.low >= 0:
            low = 1.0
        if isinstance(b.const, int) and b.const >= 1 and a.high is not None:
            high = _highest(a.high, b.const)
    return low, soft, high


def _highest(x: float, y: int) -> float | None:
    try:
        return float(x) ** y
    except OverflowError:
        return None


def _sum(x: float | None, y: float | None) -> float | None:
    return None if x is None or y is None else x + y


def _product(x: float | None, y: float | None) -> float | None:
    return x * y if x is not None and y is not None and x >= 0 and y >= 0 else None


def _comparison(t: Translator, op: str, left: Py, right: Py) -> Py:
    a, b = left.kind, right.kind
    both_text = a.mode == b.mode == "character" and a.atomic and b.atomic
    numbers = a.numeric and b.numeric
    shape, help_ = _helped(t, left, right) if a.atomic and b.atomic else (None, "?")
    if not (both_text or numbers) or help_ == "?" or a.na or b.na or shape is None:
        return _generic(op, left, right, "logical")
    kind = shape.with_(mode="logical", low=0, high=1, finite=True, numpy=False)
    if help_ == "left":
        left = fill("A[:, np.newaxis]", left.kind, A=left)
    elif help_ == "right":
        right = fill("A[:, np.newaxis]", right.kind, A=right)
    simple = _with_logical_constant(t, op, left, right)
    if simple is not None:
        return simple
    if both_text and op in ("<", ">", "<=", ">="):
        return _generic(op, left, right, "logical")
    return fill(_COMPARE[op], kind, A=left, B=right)


def _with_logical_constant(t: Translator, op: str, left: Py, right: Py) -> Py | None:
    """``x == TRUE`` is x, and ``x == FALSE`` its negation."""
    if op not in ("==", "!="):
        return None
    for value, other in ((left, right), (right, left)):
        known = other.kind.const
        if isinstance(known, bool) and isinstance(other.node, ast.Constant):
            if value.kind.mode == "logical":
                return value if known == (op == "==") else negated(t, value)
            text = "A == B" if op == "==" else "A != B"
            shape = value.kind.elementwise("logical", low=0, high=1, finite=True)
            return fill(text, shape, A=value, B=literal(int(known)))
    return None


def _does_nothing(node: ast.expr) -> bool:
    """Whether it is the same if an expression is not evaluated, as Python's ``or`` may do."""
    called = [ast.unparse(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)]
    return all(word.startswith("rv.is_") or word in _QUIET for word in called)


_QUIET = ("len", "abs", "bool", "float", "int", "isinstance", "np.isnan", "np.isfinite", "np.isinf",
          "np.any", "np.all")  # fmt: skip


def _logical(t: Translator, op: str, left: Py, right: Py) -> Py:
    a, b = left.kind, right.kind
    shape, help_ = _helped(t, left, right) if a.numeric and b.numeric else (None, "?")
    if shape is None or help_ or a.na or b.na or shape.shape == "atomic":
        return _generic(op, left, right, "logical")
    parts = []
    for side in (left, right):
        if side.kind.mode != "logical":
            side = fill("A != 0", side.kind.elementwise("logical", finite=True), A=side)
        parts.append(side)
    word = op
    if shape.is_scalar and _does_nothing(right.node):
        word = "and" if op == "&" else "or"
    kind = shape.with_(mode="logical", low=0, high=1, finite=True)
    return fill(f"A {word} B", kind, A=parts[0], B=parts[1])
