"""The example data set of the R package.

``python -m dagbag.r_compat.r_example`` rewrites it from `dagbag.load_example`.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np

from dagbag.datasets import load_example

from .r_package import r_package_path

#: What is said wherever this data set stands for that of the original R package.
ANOTHER_EXAMPLE = (
    "data(example) is another data set than that of the R package dagbag 1.1, simulated at its "
    "size; in Python dagbag.r_compat.bridge.example() reads R's own, where that package is "
    "installed"
)
_EXACT = 10**11  # makes every value of the example a whole number


def r_example() -> str:
    """Return the R script that makes ``example``, the example data set, to the last bit.

    R's own reading of decimals is off by a bit now and then; its whole numbers and a division
    are not.

    Returns
    -------
    str

    Examples
    --------
    >>> print(r_example()[:46])
    # The example data set of dagbag.load_example(
    """
    example = load_example()
    n, p = example.Y.shape
    values = [_whole(value) for value in example.Y.T.ravel().tolist()]
    edges = [f"{s + 1}, {t + 1}" for s, t in np.argwhere(example.adjacency).tolist()]
    return (
        "# The example data set of dagbag.load_example() in Python, written by\n"
        "# python -m dagbag.r_compat.r_example: decimals as whole numbers, which R reads exactly.\n"
        f"message({_text(ANOTHER_EXAMPLE)})\n"
        "example <- local({\n"
        f"  Y <- matrix(c(\n{_rows(values)}\n  ) / 1e11, {n}, {p})\n"
        f"  edges <- matrix(c(\n{_rows(edges)}\n  ), ncol = 2, byrow = TRUE)\n"
        f"  true.dir <- matrix(0, {p}, {p})\n"
        "  true.dir[edges] <- 1\n"
        "  list(Y = Y, true.dir = true.dir, true.ske = true.dir == 1 | t(true.dir) == 1)\n"
        "})\n"
    )


def _text(text: str) -> str:
    """Return a text as the arguments of R's ``message``, a line each."""
    lines = textwrap.wrap(text, 84)
    parts = [f'  "{line} "' for line in lines[:-1]] + [f'  "{lines[-1]}"']
    return "\n" + ",\n".join(parts) + "\n"


def _whole(value: float) -> str:
    """Return value * 10^11, a whole number because the data have 6 significant digits."""
    digits, exponent = f"{value:.5e}".split("e")
    shifted = int(digits.replace(".", "")) * 10 ** (int(exponent) + 6)
    if shifted / _EXACT != value:
        raise ValueError(f"value must have at most 6 significant digits, got {value!r}")
    text = str(shifted)
    zeros = len(text) - len(text.rstrip("0"))
    return f"{text[:-zeros]}e{zeros}" if zeros > 1 else text


def _rows(items: list[str], width: int = 96) -> str:
    lines = ["   "]
    for number, item in enumerate(items, start=1):
        item += "," * (number < len(items))
        if len(lines[-1]) + 1 + len(item) > width:
            lines.append("   ")
        lines[-1] += f" {item}"
    return "\n".join(lines)


def write_r_example(folder: Path | None = None) -> None:
    """Write the example data set of the R package.

    Parameters
    ----------
    folder : Path, optional
        By default the package's own ``data``.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_r_example(Path(folder))
    ...     (Path(folder) / "example.R").read_text(encoding="utf-8") == r_example()
    True
    """
    folder = r_package_path() / "data" if folder is None else folder
    (folder / "example.R").write_text(r_example(), encoding="utf-8")


if __name__ == "__main__":
    write_r_example()
