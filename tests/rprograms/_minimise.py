"""The few statements of a program that its verdict needs, and groups of alike verdicts."""

from __future__ import annotations

import re

from ._evaluate import evaluate_in_r
from ._grammar import DRAW, Program
from ._verdicts import judge

_NAME = re.compile(r"[A-Za-z.][\w.]*")
_CALL = re.compile(r"([A-Za-z.][\w.]*)\(")
MOST_ROUNDS = 12


def minimised(cases, rounds=MOST_ROUNDS, progress=None, judge=judge):
    """Drop statements of programs while their verdicts stay.

    Parameters
    ----------
    cases : list of (Program, Verdict)
    rounds : int
        Each asks one R for all candidates of all programs.

    Returns
    -------
    list of (Program, Verdict)
    """
    cases = [(program, verdict, False) for program, verdict in cases]
    for k in range(rounds):
        candidates = [
            (number, candidate)
            for number, (program, verdict, done) in enumerate(cases)
            if not done
            for candidate in (_slices(program, verdict) if k == 0 else _shorter(program))
        ]
        if progress:
            progress(f"minimising, round {k + 1}: {len(candidates)} candidates")
        if not candidates:
            if k:
                break
            continue
        answers = evaluate_in_r([candidate.text for _, candidate in candidates])
        better = {}
        for (number, candidate), answer in zip(candidates, answers, strict=True):
            if number in better or not _seeded(candidate.text):
                continue
            verdict = judge(candidate.text, answer)
            if _alike(verdict, cases[number][1]):
                better[number] = (candidate, verdict, False)
        for number, (program, verdict, _) in enumerate(cases):
            cases[number] = better.get(number, (program, verdict, k > 0))
    return [(program, verdict) for program, verdict, _ in cases]


def _seeded(text):
    """Whether nothing is drawn before a seed is set."""
    return DRAW.search(text.partition("set.seed(")[0]) is None


def _alike(a, b):
    if a.kind != b.kind or a.after_refusal > b.after_refusal:
        return False
    return signature_of_reason(a.reason) == signature_of_reason(b.reason)


def _shorter(program):
    """The program without one statement, the last first; then halves of what is left."""
    statements = program.statements
    count = len(statements)
    if count > 8:
        for k in range(0, count, max(count // 4, 2)):
            yield Program(statements[:k] + statements[k + max(count // 4, 2) :])
    for k in reversed(range(count)):
        if count > 1:
            yield Program(statements[:k] + statements[k + 1 :])


def _slices(program, verdict):
    """The statements that those at fault need, found by the names that they use."""
    line, last = 0, len(program.statements) - 1
    if verdict.line is not None:
        for k, (_, text) in enumerate(program.statements):
            line += text.count("\n") + 1
            if line >= verdict.line:
                last = k
                break
    chosen = {last}
    wanted = set(_NAME.findall(program.statements[last][1]))
    for k in reversed(range(last)):
        text = program.statements[k][1]
        names = set(_NAME.findall(re.split(r"<-|<<-|->| = ", text)[0])) | (
            {"set.seed"} if text.startswith("set.seed") else set()
        )
        if names & wanted or text.startswith("set.seed"):
            chosen.add(k)
            wanted |= set(_NAME.findall(text))
    yield Program([program.statements[k] for k in sorted(chosen)])
    yield Program(program.statements[: last + 1])


def signature_of_reason(reason):
    """A reason without what differs from program to program."""
    reason = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`", "'..'", reason)
    reason = re.sub(r"-?\d+(\.\d+)?(e[-+]?\d+)?", "0", reason)
    reason = re.sub(r"^[\w.]+: (?=R has)", "", reason)
    return re.sub(r"\(and 0 more of 0\)", "", reason).strip()


def grouped(cases):
    """Cases by likely cause: the kind, the functions of the last statement, and the reason.

    Returns
    -------
    list of (key, list of (Program, Verdict)), the largest group first
    """
    groups = {}
    for program, verdict in cases:
        last = program.statements[-1][1]
        calls = " ".join(dict.fromkeys(_CALL.findall(last)))
        after = "after a refusal, " if verdict.after_refusal else ""
        key = (verdict.kind, after + (calls or "-"), signature_of_reason(verdict.reason))
        groups.setdefault(key, []).append((program, verdict))
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
