"""Where the source of the R package is, which comes with the Python package."""

from __future__ import annotations

from pathlib import Path


def r_package_path() -> Path:
    """Return the folder of the R package's source, to be given to ``R CMD INSTALL``.

    Returns
    -------
    Path

    Examples
    --------
    >>> sorted(path.name for path in r_package_path().iterdir() if path.suffix == "")
    ['DESCRIPTION', 'LICENSE', 'NAMESPACE', 'R', 'data', 'man', 'tests']
    """
    return Path(__file__).parent / "R" / "dagbag"
