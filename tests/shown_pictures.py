"""Pictures that pages show: written by the examples of the page, kept beside it.

An example writes ``name.svg`` into the folder it runs in; the page shows ``images/name.svg``. The
doctest of the page (``conftest.py``) holds the one to the other. ``DAGBAG_PICTURES=write`` keeps
what the examples wrote instead.
"""

import os
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

ALIKE = {"svg.fonttype": "none", "svg.hashsalt": "dagbag"}
PIXELS = 0.5  # of coordinates, which rest on rounding
SHOWN = re.compile(r"!\[[^\]]+\]\(((?:[\w.-]+/)*images/[\w-]+\.svg)\)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
DRAWER = re.compile(r"<dc:title>(Matplotlib v[\d.]+)")
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
LABEL = re.compile(r"(?<=url\(#)\w+(?=\))|(?<=id=\")p[0-9a-f]{10}(?=\")")


@contextmanager
def drawn_alike():
    """Let matplotlib write the same bytes each time, with names as text and without a date.

    Its figures are closed in the end, of which it warns if they become many.
    """
    import matplotlib as mpl  # here, as other tests do without
    from matplotlib import pyplot

    with mpl.rc_context(ALIKE), patch.dict(os.environ, SOURCE_DATE_EPOCH="0"):
        yield
    pyplot.close("all")


def pictures_of(page):
    """The pictures that a page shows, by the path of the file that is kept."""
    return [page.parent / name for name in SHOWN.findall(page.read_text(encoding="utf-8"))]


def difference(kept, drawn):
    """Say how two pictures, texts of SVG, differ; '' if they do not.

    Those of other versions of matplotlib may place things otherwise: only their texts are compared.
    """
    if TEXT.findall(kept) != TEXT.findall(drawn):
        return "other texts"
    if DRAWER.findall(kept) != DRAWER.findall(drawn):
        return ""
    kept, drawn = _relabelled(kept), _relabelled(drawn)
    if NUMBER.sub("0", kept) != NUMBER.sub("0", drawn):
        return "other shapes or colours"
    pairs = zip(NUMBER.findall(kept), NUMBER.findall(drawn), strict=True)
    furthest = max((abs(float(a) - float(b)) for a, b in pairs), default=0.0)
    return f"a number that differs by {furthest:g}" if furthest > PIXELS else ""


def _relabelled(picture):
    """Number the labels of clipping paths, which matplotlib makes of the very bits of coordinates."""
    found = {}
    return LABEL.sub(lambda label: f"p{found.setdefault(label[0], len(found))}", picture)


def check_pictures(page, folder):
    """Hold the pictures that a page shows to those its examples wrote into a folder, or keep them."""
    for kept in pictures_of(page):
        drawn = Path(folder) / kept.name
        assert drawn.exists(), f"{page.name} shows {kept.name}, which no example of it writes"
        if os.environ.get("DAGBAG_PICTURES") == "write":
            kept.parent.mkdir(exist_ok=True)
            shutil.copy(drawn, kept)
        found = difference(kept.read_text(encoding="utf-8"), drawn.read_text(encoding="utf-8"))
        assert not found, f"{kept.name}, shown by {page.name}, is not what it draws: {found}"
