"""Mistakes in the translator's rules that tests have to notice: ``python benchmarks/mutants.py``.

Each mutant is one plausible mistake (a claim made stronger, a guard removed, an index moved, a copy
dropped), made in one file of r_compat/migrate or r_compat/rvalues while a process of its own loads
it. It is killed if a construct, a doctest, a test or a random program notices, or takes too long; a
mistake by which a program is refused that was translated is told apart, and one that only random
programs notice. The status is 1 if a mutant survives that is not named in _mutants/equivalent.txt,
and 2 if one could not be judged.

    python benchmarks/mutants.py --count 200 --seed 1 --jobs 2 --listing survivors.txt
"""

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks"), str(ROOT / "tests")]

from _forks import forked  # noqa: E402  found by the line above
from _mutants import edits, suite  # noqa: E402

SECONDS = 1800  # that a mutant may take; programs and tests have limits of their own
MEMORY = 6 << 30  # bytes that a mutant may take
WORDS = ("killed", "refuses more", "random only", "does not load", "survived", "not judged")
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
    """Yield (mutant, its word, who noticed it, seconds) in order of their ends."""

    def judged(mutant):
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  for the life of the process
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        begun = time.monotonic()
        return tests.noticed(mutant), time.monotonic() - begun

    for mutant, answer, why in forked(judged, mutants, jobs, SECONDS):
        if answer is None:  # whatever the reason is, nobody noticed the mistake
            yield mutant, "not judged", why, 0.0
        else:
            yield mutant, word_of(answer[0]), answer[0], answer[1]


def word_of(told):
    if told is None:
        return "survived"
    starts = {suite.REFUSES: 1, suite.RANDOM: 2, suite.UNLOADED: 3}
    return WORDS[next((k for start, k in starts.items() if told.startswith(start)), 0)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only files whose path has this in it")
    parser.add_argument("--listing", type=Path, help="file for the survivors")
    parser.add_argument("--again", type=Path, help="only mutants of this listing")
    parser.add_argument("--results", type=Path, help="file to go on with: what is in it is judged")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which none is begun")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants")
    given = parser.parse_args()
    begun = time.monotonic()
    kept = suite.place(given.folder)
    if not suite.is_complete(kept):  # in a process of its own: this one must not load the package
        for _, _, why in forked(lambda path: suite.baseline(path, given.jobs), [kept], 1, 7200):
            if why:
                print(f"without a mistake: {why}")
                return 2
    preload()
    tests = suite.Suite(kept)
    print(
        f"{len(tests.constructs)} constructs, {len(tests.tests)} tests and {len(tests.random)} "
        f"random programs in {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    if tests.broken:
        told = "\n".join(tests.broken)
        print(f"{len(tests.broken)} fail without a mistake and are left out:\n{told}")
    known = equivalent()
    mutants = edits.sample(suite.PACKAGE, given.count, given.seed, given.only)
    if given.again:
        listed = given.again.read_text(encoding="utf-8").splitlines()
        mutants = [mutant for mutant in mutants if mutant.name in listed]
    before = {} if given.again else before_of(given.results)
    words = {mutant.name: before.get(mutant.name) for mutant in mutants}
    waiting = [mutant for mutant in mutants if words[mutant.name] is None]
    checked = kept.with_suffix(".checked")
    if not checked.exists():
        ((_, word, told, _),) = run([edits.nothing(suite.PACKAGE)], tests, 1)
        if word != "survived":
            print(f"without a mistake the suite fails: {told}")
            return 2
        checked.touch()
    end = time.monotonic() + 60 * given.minutes
    in_time = (mutant for mutant in waiting if time.monotonic() < end)
    for mutant, word, told, seconds in run(in_time, tests, given.jobs):
        words[mutant.name] = word
        print(f"{seconds:6.1f} s  {mutant.diff()}\n    {word}: {told}", flush=True)
        if given.results:
            with given.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps([mutant.name, word, told]) + "\n")
    left = report(mutants, words, known)
    print(f"seed {given.seed}, {time.monotonic() - begun:.0f} s")
    if given.listing:
        text = "".join(f"{mutant.name}\n{mutant.diff()}\n\n" for mutant in left)
        given.listing.write_text(text, encoding="utf-8")
    return 2 if {"not judged", None} & {*words.values()} else 1 if left else 0


def before_of(results):
    """Return the words of mutants by their names, as a file has them; the last counts."""
    if results is None or not results.exists():
        return {}
    lines = results.read_text(encoding="utf-8").splitlines()
    return {name: word for name, word, _ in map(json.loads, lines)}


def report(mutants, words, known):
    """Print what became of mutants, and return those that survived and are mistakes."""
    by = Counter((mutant.operator, words[mutant.name]) for mutant in mutants)
    print(f"\n{'mistake':22}" + "".join(f"{word:>15}" for word in WORDS))
    for operator in sorted({mutant.operator for mutant in mutants}):
        print(f"{operator:22}" + "".join(f"{by[operator, word]:15}" for word in WORDS))
    totals = Counter(words[mutant.name] for mutant in mutants)
    print(f"{'all':22}" + "".join(f"{totals[word]:15}" for word in WORDS))
    survivors = [mutant for mutant in mutants if words[mutant.name] == "survived"]
    left = [mutant for mutant in survivors if mutant.name not in known]
    print(
        f"{len(mutants)} mutants: {sum(totals[word] for word in WORDS[:4])} killed, "
        f"{len(survivors) - len(left)} equivalent, {len(left)} survived, "
        f"{totals[WORDS[-1]] + totals[None]} not judged"
    )
    return left


def preload():
    """Load what no mistake is made in, so that every process finds it loaded."""
    import pandas  # noqa: F401
    import pytest  # noqa: F401
    import scipy.stats  # noqa: F401

    import dagbag  # noqa: F401


if __name__ == "__main__":
    sys.exit(main())
