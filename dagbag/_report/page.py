"""The document within the page."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from .._html.escape import escaped

TITLE, DATA = "<!--dagbag:title-->", "<!--dagbag:data-->"
# What could end the element that the document stands in, or begin a comment there.
_HARMLESS = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}


def page_of(content: dict[str, Any]) -> str:
    r"""Return the page that shows a document.

    Its scripts and styles are those of the built page, whose hashes its content security policy
    names; names of nodes and all other texts are data in it, never markup.

    Examples
    --------
    >>> text = page_of({"title": "</script><b>", "nodes": ["<img src=x>"]})
    >>> "<b>" in text, r"\u003cimg src=x\u003e" in text
    (False, True)
    """
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    document = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for mark, written in _HARMLESS.items():
        document = document.replace(mark, written)
    before, rest = template.split(TITLE)
    between, after = rest.split(DATA)
    return "".join((before, escaped(content["title"]), between, document, after))
