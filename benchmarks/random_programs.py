"""Random R programs by R and by their translation: ``python benchmarks/random_programs.py``.

Program k of a seed is always the same. Each is evaluated by R (many by one process) and its
translation by Python; a table tells the verdicts by idiom, and the listing has what is wrong or
loud, minimised and grouped by likely cause. The status is 1 if a program is silently wrong.

    python benchmarks/random_programs.py --count 20000 --seed 1 --jobs 2 --listing found.md
    python benchmarks/random_programs.py --seed 1 --only 17 204
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
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]

import rprograms  # noqa: E402  found by the line above
from _forks import forked  # noqa: E402
from dagbag.r_compat.migrate import migrate  # noqa: E402

BATCH = 100  # programs of one R process
SECONDS = 1200  # that a batch may take


def judged(task):
    """Verdicts on some programs of a seed: (number, verdict, idiom at fault)."""
    seed, numbers = task
    programs = [rprograms.numbered(seed, number) for number in numbers]
    answers = rprograms.evaluate_in_r([program.text for program in programs])
    found = []
    for number, program, answer in zip(numbers, programs, answers, strict=True):
        try:
            verdict = rprograms.judge(program.text, answer)
        except Exception as error:  # of the translator: nothing may end this run
            told = f"the translator: {type(error).__name__}: {error}"
            verdict = rprograms.Verdict("loud", told)
        found.append((number, verdict, at_fault(program, verdict)))
    return found


def at_fault(program, verdict):
    """Return the idiom of the statement that a verdict is about; "" if that is not known."""
    if verdict.line is None:
        return ""
    line = 0
    for idiom, text in program.statements:
        line += text.count("\n") + 1
        if line >= verdict.line:
            return idiom
    return ""


def run(seed, numbers, jobs, progress):
    """Return the verdicts on programs, in their order; those that crash Python are found too."""
    migrate(
        "x <- 1"
    )  # so that all processes have the same translator, whatever becomes of its files
    tasks = [(seed, numbers[k : k + BATCH]) for k in range(0, len(numbers), BATCH)]
    found = []
    for size in (BATCH, 1):
        left = []
        for (_, part), answer, why in forked(judged, tasks, jobs, SECONDS):
            if answer is not None:
                found += answer
            elif size > 1:
                left += [(seed, [number]) for number in part]
            else:
                found.append((part[0], rprograms.Verdict("loud", why), ""))
            counts = Counter(verdict.kind for _, verdict, _ in found)
            progress(f"{len(found)} of {len(numbers)}: {told(counts)}")
        tasks = left
    return sorted(found, key=lambda item: item[0])


def told(counts):
    return ", ".join(f"{counts[kind]} {kind}" for kind in rprograms.KINDS)


def table(seed, found):
    """Programs with an idiom, and the verdicts on its statements."""
    uses, faults = Counter(), Counter()
    for number, verdict, idiom in found:
        uses.update({name for name, _ in rprograms.numbered(seed, number).statements})
        faults[idiom, verdict.kind] += 1
    lines = [f"{'idiom':18}{'programs':>10}{'refused':>10}{'loud':>8}{'wrong':>8}"]
    for name in [*sorted(uses), ""]:
        cells = [faults[name, kind] for kind in ("refused", "loud", "wrong")]
        lines.append(
            f"{name or '(not known)':18}{uses[name]:10}{cells[0]:10}{cells[1]:8}{cells[2]:8}"
        )
    return "\n".join(lines)


def listing(seed, found, kinds, most, progress):
    """Tell what is wrong or loud, minimised and grouped, and the reasons for refusals."""
    parts = []
    for kind in kinds:
        cases = [
            (rprograms.numbered(seed, number), verdict, number)
            for number, verdict, _ in found
            if verdict.kind == kind
        ]
        chosen, seen = [], Counter()
        for program, verdict, number in cases:
            key = rprograms.signature_of_reason(verdict.reason)
            seen[key] += 1
            if seen[key] <= most:
                chosen.append((program, verdict, number))
        small = rprograms.minimised([(p, v) for p, v, _ in chosen], progress=progress)
        numbers = {id(program): case[2] for (program, _), case in zip(small, chosen, strict=True)}
        groups = rprograms.grouped(small)
        parts.append(
            f"# {kind}: {len(cases)} programs, {len(chosen)} minimised, {len(groups)} groups\n"
        )
        for (_, calls, reason), members in groups:
            program, verdict = min(members, key=lambda case: len(case[0].text))
            parts.append(
                f"## {len(members)} x {calls}: {reason}\n\n"
                f"program {numbers[id(program)]} of seed {seed}; "
                f"{verdict.what}: {verdict.reason}\n\n"
                f"```r\n{program.text}```\n"
            )
    refusals = Counter(verdict.reason for _, verdict, _ in found if verdict.kind == "refused")
    parts.append("# refused\n")
    parts += [f"- {count} x {reason}" for reason, count in refusals.most_common(150)]
    return "\n".join(parts) + "\n"


def show(seed, numbers):
    for number in numbers:
        program = rprograms.numbered(seed, number)
        (answer,) = rprograms.evaluate_in_r([program.text])
        migration = migrate(program.text)
        verdict = rprograms.judge(program.text, answer, migration)
        print(f"# program {number} of seed {seed}\n{program.text}\n{migration.python}\n{verdict}")
        print(f"R: {answer['failure']} (line {answer['line']})\n{answer['output']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--listing", type=Path, help="file for what was found")
    parser.add_argument("--kinds", nargs="*", default=["wrong", "loud"], help="what to minimise")
    parser.add_argument("--most", type=int, default=4, help="programs to minimise of a reason")
    parser.add_argument("--only", type=int, nargs="*", help="show these programs")
    given = parser.parse_args()
    if given.only:
        show(given.seed, given.only)
        return 0
    begun = time.monotonic()

    def progress(text):
        if sys.stderr.isatty():
            print(f"\r{time.monotonic() - begun:6.0f} s  {text}", end="", file=sys.stderr)

    numbers = list(range(given.start, given.start + given.count))
    found = run(given.seed, numbers, given.jobs, progress)
    counts = Counter(verdict.kind for _, verdict, _ in found)
    print(f"{len(found)} programs of seed {given.seed}: {told(counts)}")
    print(table(given.seed, found))
    print(f"{time.monotonic() - begun:.0f} s", flush=True)
    if given.listing:
        text = listing(given.seed, found, given.kinds, given.most, progress)
        given.listing.write_text(text, encoding="utf-8")
        print(f"{time.monotonic() - begun:.0f} s with {given.listing}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
