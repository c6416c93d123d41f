"""Random R by R and by its translation: equal, or refused with a reason."""

import os
from collections import Counter

import pytest
import rprograms
from dagbag.r_compat.migrate import migrate

COUNT = int(os.environ.get("DAGBAG_EXAMPLES", "300"))


@pytest.fixture(scope="module")
def outcomes(request):
    """What became of each random program: (kind, text) with kind equal, refused, wrong or error."""
    start = request.config.getoption("--hypothesis-seed")
    start = 1 if start in (None, "random") else int(start)
    texts = rprograms.generate(rprograms.programs(), 2 * COUNT // 3, start)
    texts += rprograms.generate(rprograms.expressions(), COUNT - len(texts), start)
    found = []
    for text, answer in zip(texts, rprograms.evaluate_in_r(texts), strict=True):
        migration = migrate(text)
        if answer["failure"] is not None:
            found.append(("error in R", text))
        elif migration.refused:
            reasons = "; ".join(f"line {item.line}: {item.reason}" for item in migration.refused)
            found.append(("refused", f"{text}# {reasons}"))
        else:
            told = rprograms.disagreement(answer, migration)
            kind = "equal" if told is None else "wrong"
            found.append((kind, f"{text}# {told}\n{migration.python}"))
    return found


@pytest.mark.r
def test_random_programs_are_equal_or_refused(outcomes):
    wrong = [text for kind, text in outcomes if kind == "wrong"]
    assert len(outcomes) >= COUNT
    assert not wrong, f"{len(wrong)} of {len(outcomes)}, the first:\n{wrong[0]}"


@pytest.mark.r
def test_nearly_all_random_programs_are_translated(outcomes):
    counts = Counter(kind for kind, _ in outcomes)
    assert counts["equal"] >= 0.9 * (len(outcomes) - counts["error in R"])


@pytest.mark.r
def test_every_refusal_has_a_reason(outcomes):
    reasons = [text.rpartition("# ")[2] for kind, text in outcomes if kind == "refused"]
    assert all(reason.partition(": ")[2] for reason in reasons)
