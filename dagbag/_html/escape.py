"""Any value as text that is harmless in HTML and in XML."""

from __future__ import annotations

import html

LONGEST = 60  # characters of a label


def printable(value: object) -> str:
    r"""Return the text of a value on one line, with marks for what cannot be seen.

    Control characters, marks that turn the direction of writing and halves of characters would
    break the page, or let a name pass for another.

    Examples
    --------
    >>> printable(("a", 1)), printable("a\nb"), printable("\x00")
    ("('a', 1)", 'a b', '�')
    """
    try:
        text = str(value)
    except Exception:  # a repr never fails, whatever a label is
        text = f"<{type(value).__name__}>"
    if text.isprintable():
        return text
    return "".join(
        mark if mark.isprintable() else " " if mark.isspace() else "\ufffd" for mark in text
    )


def shortened(text: str, longest: int = LONGEST) -> str:
    """Leave out the middle of a long text: names of one family often differ at their ends.

    Examples
    --------
    >>> shortened("abcdefghij", 7)
    'abc…hij'
    """
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[-half:]}"


def escaped(value: object) -> str:
    """Return the text of a value for HTML or XML, within an element or a quoted attribute.

    Examples
    --------
    >>> escaped('<b>"a" & b')
    '&lt;b&gt;&quot;a&quot; &amp; b'
    """
    return html.escape(printable(value), quote=True)


def label(value: object, longest: int = LONGEST) -> str:
    """Return the name of a node for a cell: escaped, its middle left out if it is long.

    Examples
    --------
    >>> label("<" * 100, 5)
    '&lt;&lt;…&lt;&lt;'
    """
    return html.escape(shortened(printable(value), longest), quote=True)
