"""Tables for notebooks: plain HTML, every text escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

MOST_ROWS = 20  # of a table in a notebook


def html_table(title: str, columns: Mapping[str, Sequence[Any]], notes: Sequence[str] = ()) -> str:
    """Return a title, the first rows of a table, how many more there are, and notes.

    Examples
    --------
    >>> print(html_table("a < b", {"n": [1]}))
    <div><p><b>a &lt; b</b></p><table>...<tr><td>1</td></tr></tbody></table></div>
    """
    from html import escape

    names = list(columns)
    rows = list(zip(*columns.values(), strict=True))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell_text(cell))}</td>" for cell in row) + "</tr>"
        for row in rows[:MOST_ROWS]
    )
    more = [f"and {len(rows) - MOST_ROWS} more rows"] if len(rows) > MOST_ROWS else []
    told = "".join(f"<p>{escape(note)}</p>" for note in (*more, *notes))
    return (
        f"<div><p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{told}</div>"
    )


def cell_text(cell: Any) -> str:
    """Write a number with few digits, anything else as it is."""
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
