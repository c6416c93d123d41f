"""How much of a translation is plain Python, and which run-time rules the rest calls.

Run ``python benchmarks/readability.py SCRIPT_OR_FOLDER ...``: every R script is translated (none is
run), and the lines of code that call `rvalues` are counted, by function. Lines longer than the
formatter allows are counted, too, and definitions that are written twice.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from dagbag.r_compat.migrate import migrate

CALLED = re.compile(r"\brv\.(\w+)")
WIDTH = 100


def main(arguments: Sequence[str] | None = None) -> int:
    command = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    command.add_argument("paths", type=Path, nargs="+", help="folders of scripts, or scripts")
    command.add_argument("--most", type=int, default=40, help="functions to show (40)")
    command.add_argument("--lines", metavar="FUNCTION", help="show the lines that call rv.FUNCTION")
    options = command.parse_args(arguments)
    total: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    for script in (script for path in options.paths for script in scripts_of(path)):
        python = migrate(script.read_text(encoding="utf-8", errors="replace")).python
        found, called = measured(python)
        total += found
        functions += called
        label = script.stem if script.stem != "script" else script.parent.name
        print(f"{label:28} {found['code']:5} lines, {share(found)} call rv")
        for line in code_lines(python) if options.lines else ():
            if options.lines in CALLED.findall(line):
                print(f"    {line.strip()}")
    print(f"{'total':28} {total['code']:5} lines, {share(total)} call rv")
    print(f"longer than {WIDTH}: {total['long']}; defined twice in a row: {total['twice']}")
    for function, count in functions.most_common(options.most):
        print(f"  {count:5} lines  rv.{function}")
    return 0


def scripts_of(path: Path) -> list[Path]:
    """Return a script, or those of a folder and of the folders in it."""
    if path.is_file():
        return [path]
    return sorted([*path.glob("*.R"), *path.glob("*/script.R")])


def code_lines(python: str) -> list[str]:
    """Return the lines that are code: no comments, imports or blank lines."""
    texts = (line.strip() for line in python.splitlines())
    return [
        text
        for text in texts
        if text and not text.startswith(("#", "import ", "from ", "np.seterr"))
    ]


def measured(python: str) -> tuple[Counter[str], Counter[str]]:
    """Return counts of lines, and in how many of them each function of rvalues is called."""
    lines = code_lines(python)
    functions: Counter[str] = Counter()
    for line in lines:
        functions.update(dict.fromkeys(CALLED.findall(line), 1))
    found = Counter(
        code=len(lines),
        rv=sum("rv." in line for line in lines),
        long=sum(len(line) > WIDTH for line in python.splitlines()),
        twice=sum(a == b for a, b in zip(defined(lines), defined(lines)[1:], strict=False)),
    )
    return found, functions


def defined(lines: Sequence[str]) -> list[str]:
    """Return the names of the functions that are defined, in their order."""
    return [match[1] for line in lines if (match := re.match(r"def (\w+)", line))]


def share(found: Counter[str]) -> str:
    """Return the share of lines that call rvalues."""
    return f"{found['rv'] / max(found['code'], 1):6.1%}"


if __name__ == "__main__":
    raise SystemExit(main())
