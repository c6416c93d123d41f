"""Mistakes in the translator's rules that tests have to notice: ``python benchmarks/mutants.py``.

Each mutant is one plausible mistake (a claim made stronger, a guard removed, an index moved, a copy
dropped), made in one file of r_compat/migrate or r_compat/rvalues while a process of its own loads
it. It is killed if a construct, a random program, a doctest or a test notices; a mistake by which a
program is refused that was translated is told apart. The status is 1 if a mutant survives that is
not named in _mutants/equivalent.txt.

    python benchmarks/mutants.py --count 200 --seed 1 --jobs 2 --listing survivors.txt
"""

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks"), str(ROOT / "tests")]

from _forks import LATE, forked  # noqa: E402  found by the line above
from _mutants import edits, suite  # noqa: E402

SECONDS = 1200  # that a mutant may take
EQUIVALENT = Path(edits.__file__).with_name("equivalent.txt")


def equivalent():
    """Return the names of mutants that are no mistakes, with the reasons."""
    found, reason = {}, ""
    if EQUIVALENT.exists():
        for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                reason = line[2:]
            elif line.strip():
                found[line] = reason
    return found


def run(mutants, tests, jobs):
    """Yield (mutant, who noticed it or None, seconds) in order of their ends."""

    def judged(mutant):
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  for the life of the process
        begun = time.monotonic()
        return tests.noticed(mutant), time.monotonic() - begun

    for mutant, answer, why in forked(judged, mutants, jobs, SECONDS):
        if answer is None and why == LATE:  # of that nobody noticed anything
            answer = None, SECONDS
        told, seconds = (why, 0.0) if answer is None else answer
        yield mutant, told, seconds


def kind(told):
    if told is None:
        return "survived"
    return "refuses" if told.startswith(suite.REFUSES) else "killed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only files whose path has this in it")
    parser.add_argument("--listing", type=Path, help="file for the survivors")
    parser.add_argument("--again", type=Path, help="only mutants of this listing")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants")
    given = parser.parse_args()
    begun = time.monotonic()
    kept = suite.place(given.folder)
    if not kept.exists():  # in a process of its own: this one must not load the package
        for _, _, why in forked(lambda path: suite.baseline(path, given.jobs), [kept], 1, 7200):
            if why:
                print(f"without a mistake: {why}")
                return 2
    preload()
    tests = suite.Suite(kept)
    counts = Counter(program["kind"] for program in tests.programs)
    print(
        f"{len(tests.programs)} programs ({dict(counts)}) and {len(tests.tests)} tests "
        f"in {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    if tests.broken:
        told = ", ".join(tests.broken)
        print(f"{len(tests.broken)} tests fail without a mistake and are left out: {told}")
    ((_, told, _),) = run([edits.nothing(suite.PACKAGE)], tests, 1)
    if told is not None:
        print(f"without a mistake the suite fails: {told}")
        return 2
    known = equivalent()
    mutants = edits.sample(suite.PACKAGE, given.count, given.seed, given.only)
    if given.again:
        before = given.again.read_text(encoding="utf-8").splitlines()
        mutants = [mutant for mutant in mutants if mutant.name in before]
    results = []
    for mutant, told, seconds in run(mutants, tests, given.jobs):
        results.append((mutant, told, seconds))
        print(f"{seconds:6.1f} s  {mutant.diff()}\n    {told or 'SURVIVED'}", flush=True)
    survivors = [mutant for mutant, told, _ in results if told is None]
    named = [mutant for mutant in survivors if mutant.name in known]
    left = [mutant for mutant in survivors if mutant.name not in known]
    by = Counter((mutant.operator, kind(told)) for mutant, told, _ in results)
    print(f"\n{'mistake':22}{'killed':>8}{'refuses more':>14}{'survived':>10}")
    for operator in sorted({operator for operator, _ in by}):
        cells = [by[operator, word] for word in ("killed", "refuses", "survived")]
        print(f"{operator:22}{cells[0]:8}{cells[1]:14}{cells[2]:10}")
    print(
        f"{len(results)} mutants of seed {given.seed}: {len(results) - len(survivors)} killed, "
        f"{len(named)} equivalent, {len(left)} survived; {time.monotonic() - begun:.0f} s"
    )
    if given.listing:
        text = "".join(f"{mutant.name}\n{mutant.diff()}\n\n" for mutant in left)
        given.listing.write_text(text, encoding="utf-8")
    return 1 if left else 0


def preload():
    """Load what no mistake is made in, so that every process finds it loaded."""
    import pandas  # noqa: F401
    import pytest  # noqa: F401
    import scipy.stats  # noqa: F401

    import dagbag  # noqa: F401


if __name__ == "__main__":
    sys.exit(main())
