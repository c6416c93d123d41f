"""Make what the gallery of the site shows, by its own examples: ``python tools/gallery.py``.

The examples of ``docs/gallery.md`` are run in ``docs/made``, where the page finds its pictures;
reports go on into ``docs/made/extra/reports``, which is copied into the site as it is.
"""

from __future__ import annotations

import doctest
import os
import shutil
import sys
from pathlib import Path

import matplotlib as mpl

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = DOCS / "made"


def main() -> int:
    """Run the page; return how many of its examples failed."""
    reports = MADE / "extra" / "reports"
    shutil.rmtree(MADE, ignore_errors=True)
    reports.mkdir(parents=True)
    os.chdir(MADE)
    mpl.use("agg")
    mpl.rcParams["svg.fonttype"] = "none"  # names that can be searched for and copied
    failed, _ = doctest.testfile(str(DOCS / "gallery.md"), module_relative=False, encoding="utf-8")
    for report in MADE.glob("*.html"):
        report.rename(reports / report.name)
    return failed


if __name__ == "__main__":
    sys.exit(main() > 0)
