"""The first rows of some columns."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from itertools import islice
from numbers import Integral, Real

from .escape import LONGEST, escaped, printable, shortened

MOST_ROWS = 10
_CELL = "padding:2px 10px 2px 0;border:none;vertical-align:baseline;background:none"
_TEXT = f"{_CELL};text-align:left;max-width:24em;overflow-wrap:break-word"
_NUMBER = f"{_CELL};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"
_HEAD = "font-weight:600;white-space:nowrap;border-bottom:1px solid rgba(128,128,128,.5)"
_TABLE = (
    "border-collapse:collapse;border:none;margin:0;width:auto;table-layout:auto;"
    "font-size:inherit;color:inherit"
)


def html_table(
    columns: Mapping[str, Sequence[object]],
    *,
    most: int = MOST_ROWS,
    total: int | None = None,
    more: str = "",
    caption: str = "",
    longest: int = LONGEST,
) -> str:
    """Return a table of the first rows, numbers to the right, all names escaped.

    Parameters
    ----------
    columns : mapping of header to values
        All of the same length; anything with ``len`` and iteration, arrays too.
    most : int, default 10
        Rows that are shown.
    total : int, optional
        Rows there are, if `columns` has only the first of them.
    more : str, optional
        How to get the rest, such as ``"result.to_frame()"``; told with its length if there is one.
    caption : str, optional
        Above the table.
    longest : int, default 60
        Characters of a cell; the middle of longer ones is left out.

    Returns
    -------
    str
        HTML; none if there are no columns or no rows.

    Examples
    --------
    >>> text = html_table({"node": ["a<b", "c"], "R2": [0.5, 0.25]}, most=1, more="e.to_frame()")
    >>> "a&lt;b" in text, "1 more: e.to_frame()" in text
    (True, True)
    """
    n_rows = min((len(values) for values in columns.values()), default=0)
    if not n_rows:
        return ""
    shown = {name: list(islice(iter(values), most)) for name, values in columns.items()}
    styles = {name: _NUMBER if _is_numeric(cells) else _TEXT for name, cells in shown.items()}
    head = "".join(
        f'<th scope="col" style="{styles[name]};{_HEAD}">{escaped(name)}</th>' for name in shown
    )
    rows = "".join(
        "<tr style='background:none'>"
        + "".join(
            _cell(value, styles[name], longest) for name, value in zip(shown, row, strict=True)
        )
        + "</tr>"
        for row in zip(*shown.values(), strict=True)
    )
    title = f'<caption style="{_small("left")}">{escaped(caption)}</caption>' if caption else ""
    rest = (n_rows if total is None else total) - min(n_rows, most)
    note = f"{rest:,} more{': ' * bool(more)}{more}"
    below = f'<div style="{_small("left")}">{escaped(note)}</div>' if rest > 0 else ""
    return (
        f'<div style="overflow-x:auto;max-width:100%"><table style="{_TABLE}">{title}'
        f"<thead><tr style='background:none'>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"{below}</div>"
    )


def _small(side: str) -> str:
    return f"text-align:{side};opacity:.75;padding:2px 0;color:inherit;caption-side:top"


def _cell(value: object, style: str, longest: int) -> str:
    """Return a cell; a name whose middle was left out is whole when pointed at."""
    whole = cell_text(value)
    text = shortened(whole, longest)
    told = "" if text == whole else f' title="{html.escape(whole[:1000])}"'
    return f'<td style="{style}"{told}>{html.escape(text)}</td>'


def cell_text(value: object) -> str:
    """Write a value: numbers to three places, yes and no, nothing for what is missing.

    Examples
    --------
    >>> [cell_text(value) for value in (0.12345, -1234.5, 1e-9, 7, True, None, float("nan"), "x")]
    ['0.123', '-1,234.5', '1e-09', '7', 'yes', '', '', 'x']
    """
    if value is None:
        return ""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "yes" if value else "no"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return number_text(float(value))
    return printable(value)


def number_text(number: float) -> str:
    """Write a number to three places, or as a power of ten if that says nothing of it."""
    if math.isnan(number):
        return ""
    if math.isinf(number) or 0 < abs(number) < 0.0005 or abs(number) >= 1e9:
        return f"{number:.3g}"
    return f"{number:,.1f}" if abs(number) >= 1000 else f"{number:.3f}"


def _is_numeric(cells: Sequence[object]) -> bool:
    told = [cell for cell in cells if cell is not None]
    return bool(told) and all(
        isinstance(cell, Real) and not isinstance(cell, bool) for cell in told
    )
