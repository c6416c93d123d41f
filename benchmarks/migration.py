"""How much of a folder of R scripts is translated at first sight, and whether it computes the same.

Run ``python benchmarks/migration.py FOLDER ...``: every script is translated, both run, and what
they leave behind is compared (``migrate --check``). One line per script, a total at the end; the
exit status is 1 if anything differs or a translation fails.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from dagbag.r_compat.migrate import migrate
from dagbag.r_compat.migrate.check import read_script, run_check

COLUMNS = {
    "statements": "stmts",
    "refused": "refused",
    "waiting": "waiting",
    "variables equal": "vars =",
    "variables differ": "differ",
    "variables only in R": "only R",
    "printed pieces equal": "printed =",
    "printed pieces differ": "differ",
    "files equal": "files =",
    "files differ": "differ",
    "plots equal": "plots =",
    "plots differ": "differ",
    "not compared": "skipped",
}
COMPARED = ("variables", "printed pieces", "files", "plots")


def main(arguments: Sequence[str] | None = None) -> int:
    command = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    command.add_argument("paths", type=Path, nargs="+", help="folders of scripts, or scripts")
    command.add_argument("--engine", choices=("auto", "package", "reference"), default="reference")
    command.add_argument("--timeout", type=float, default=120, help="seconds for each side (120)")
    command.add_argument("--processes", type=int, choices=(1, 2), default=1, help="at a time (1)")
    command.add_argument("--json", type=Path, metavar="FILE", help="write everything found here")
    command.add_argument("--verbose", action="store_true", help="and what differs")
    options = command.parse_args(arguments)
    scripts = [script for path in options.paths for script in scripts_of(path)]
    width = max((len(script.name) for script in scripts), default=6)
    print("  ".join([f"{'script':{width}}", *COLUMNS.values(), "failure"]))
    rows = []
    with ThreadPoolExecutor(options.processes) as pool:
        for row in pool.map(lambda s: measured(s, options.engine, options.timeout), scripts):
            rows.append(row)
            print(line_of(row["script"].rpartition("/")[2], row, width), flush=True)
            for text in row["found"] if options.verbose else ():
                print(f"    {text}", flush=True)
    print(line_of("total", total(rows), width))
    print(conclusion(rows))
    if options.json is not None:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    wrong = any(row[f"{what} differ"] for row in rows for what in COMPARED)
    return int(wrong or any(row["failure"] for row in rows))


def scripts_of(path: Path) -> list[Path]:
    """Return a script, or those of a folder and of the folders in it."""
    if not path.is_dir():
        return [path]
    return sorted(found for found in path.rglob("*") if found.suffix in (".R", ".r"))


def measured(script: Path, engine: Any, timeout: float) -> dict[str, Any]:
    """Translate a script, run both, and count."""
    row: dict[str, Any] = {"script": str(script), **dict.fromkeys(COLUMNS, 0)}
    row |= {"failure": "", "found": []}
    try:
        done = migrate(read_script(script))
        row |= {
            "statements": done.statements,
            "refused": done.refused_statements,
            "waiting": done.waiting_statements,
        }
        report = run_check(script, done, engine=engine, timeout=timeout)
    except Exception as error:
        return {**row, "failure": f"{type(error).__name__}: {error}"}
    for what, counts in report.counts().items():
        row |= {f"{what} {verdict}": counts[verdict] for verdict in ("equal", "differ")}
        row["not compared"] += counts["not compared"]
    row["variables only in R"] = len(report.named("only in R"))
    row["not compared"] -= row["variables only in R"]
    failures = (("R", report.r_failure), ("Python", report.python_failure))
    row["failure"] = "; ".join(f"{side}: {told}" for side, told in failures if told is not None)
    row["found"] = [
        f"{what}: {item.name}: {item.verdict}: {item.remark}"
        for what, items in report.everything.items()
        for item in items
        if item.verdict in ("differs", "only in R")
    ]
    return row


def line_of(name: str, row: dict[str, Any], width: int) -> str:
    cells = [f"{row[key]:{len(title)}}" for key, title in COLUMNS.items()]
    return "  ".join([f"{name:{width}}", *cells, row.get("failure", "").split("\n")[0]]).rstrip()


def total(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: sum(row[key] for row in rows) for key in COLUMNS}


def conclusion(rows: list[dict[str, Any]]) -> str:
    sums = total(rows)
    done = sums["statements"] - sums["refused"]
    share = done / max(sums["statements"], 1)
    equal = ", ".join(
        f"{sums[f'{what} equal']} of {sums[f'{what} equal'] + sums[f'{what} differ']} {what}"
        for what in COMPARED
    )
    failed = sum(bool(row["failure"]) for row in rows)
    return (
        f"{len(rows)} scripts: {done} of {sums['statements']} statements ({share:.1%}) need no "
        f"hand-work, {sums['waiting']} of them wait for others; equal are {equal}; {failed} "
        "scripts failed"
    )


if __name__ == "__main__":
    sys.exit(main())
