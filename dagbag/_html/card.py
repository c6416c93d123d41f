"""A headline, warnings, facts, tables and a picture in one frame."""

from __future__ import annotations

from collections.abc import Sequence

from .escape import escaped

# Grey that is translucent shows on light and on dark pages; nothing else has a colour of its own.
_FRAME = (
    "border:1px solid rgba(128,128,128,.4);border-radius:6px;padding:8px 12px;margin:4px 0;"
    "max-width:100%;box-sizing:border-box;overflow-x:auto;"
    "font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:13px;line-height:1.45;"
    "color:inherit"
)
_WARNING = (
    "border-left:4px solid #D55E00;background:rgba(213,94,0,.12);padding:3px 8px;margin:4px 0"
)
_SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:8px 24px;align-items:flex-start;margin-top:6px"


def card(
    title: str,
    lines: Sequence[str] = (),
    *,
    warnings: Sequence[str] = (),
    table: str = "",
    picture: str = "",
    picture_width: float = 280.0,
    note: str = "",
) -> str:
    """Return the frame that a notebook shows for an object.

    Parameters
    ----------
    title : str
        The headline: what it is and how large, in words.
    lines : sequence of str
        Facts, a line each.
    warnings : sequence of str
        What must be read first, each in a box of its own above the facts, marked by the word
        "Warning", not by colour alone.
    table, picture : str
        HTML that is already made, by :func:`dagbag._html.table.html_table` or the like; side by
        side where the page is wide enough.
    picture_width : float, default 280
        Pixels that the picture needs beside the table; where they are not left it stands below.
    note : str
        A last line in small.

    Returns
    -------
    str
        HTML. Title, lines, warnings and note are escaped here; `table` and `picture` are not.

    Examples
    --------
    >>> text = card("Effects: 2 edges", ["n = 100"], warnings=["x<y is collinear"])
    >>> "x&lt;y" in text, "<script" in text
    (True, False)
    """
    parts = [f'<div style="font-weight:600;overflow-wrap:anywhere">{escaped(title)}</div>']
    parts += [
        f'<div role="note" style="{_WARNING}"><b>Warning:</b> {escaped(each)}</div>'
        for each in warnings
    ]
    parts += [f'<div style="overflow-wrap:anywhere">{escaped(line)}</div>' for line in lines]
    beside = [
        f'<div style="max-width:100%;min-width:0;overflow-x:auto;flex:{grow}">{each}</div>'
        for each, grow in ((table, "0 1 auto"), (picture, f"1 1 {picture_width:.0f}px"))
        if each
    ]
    if beside:
        parts.append(f'<div style="{_SIDE_BY_SIDE}">{"".join(beside)}</div>')
    if note:
        parts.append(f'<div style="opacity:.75;margin-top:4px">{escaped(note)}</div>')
    return f'<div class="dagbag-card" style="{_FRAME}">{"".join(parts)}</div>'
