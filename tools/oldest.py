"""Print the oldest versions that pyproject.toml allows, as constraints for pip.

``python tools/oldest.py > constraints.txt``. Every ``name>=version`` among the dependencies and the
extras becomes ``name==version``, so that the versions are written in one place only.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    from pip._vendor import tomli as tomllib

BOUND = re.compile(r"([\w.-]+)(?:\[[^]]*\])?>=([\w.]+)")


def constraints(pyproject: dict[str, Any]) -> list[str]:
    """Return the lower bounds of all dependencies as pins, sorted by name.

    Examples
    --------
    >>> constraints({"project": {"dependencies": ["numpy>=1.26"],
    ...     "optional-dependencies": {"r": ["rpy2-rinterface>=3.6,<3.6.6"], "x": ["a<1.0"]}}})
    ['numpy==1.26', 'rpy2-rinterface==3.6']
    """
    project = pyproject["project"]
    asked = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    oldest: dict[str, str] = {}
    for name, version in (match.groups() for text in asked if (match := BOUND.match(text))):
        if oldest.setdefault(name, version) != version:
            raise ValueError(f"{name} has two lower bounds, {oldest[name]} and {version}")
    return [f"{name}=={version}" for name, version in sorted(oldest.items())]


if __name__ == "__main__":
    root = Path(__file__).resolve().parent.parent
    print("\n".join(constraints(tomllib.loads((root / "pyproject.toml").read_text()))))
