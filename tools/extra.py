"""Print what an extra of pyproject.toml needs, for ``pip install -r``.

``python tools/extra.py test``. The package itself is left out: ``pip install -e ".[test]"`` would
build its kernels once more.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from oldest import tomllib

OWN = re.compile(r"dagbag\[([\w,]+)\]")


def needed(extras: dict[str, list[str]], name: str) -> list[str]:
    """Return the requirements of an extra, with those of the extras that it takes in.

    Examples
    --------
    >>> needed({"plot": ["matplotlib>=3.7"], "test": ["dagbag[plot]", "pytest"]}, "test")
    ['matplotlib>=3.7', 'pytest']
    """
    found: dict[str, None] = {}
    for text in extras[name]:
        own = OWN.fullmatch(text)
        if own is None:
            found[text] = None
        else:
            for other in own[1].split(","):
                found.update(dict.fromkeys(needed(extras, other)))
    return list(found)


if __name__ == "__main__":
    root = Path(__file__).resolve().parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    print("\n".join(needed(project["optional-dependencies"], sys.argv[1])))
