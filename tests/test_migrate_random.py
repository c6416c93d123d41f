"""Random R by R and by its translation: equal, or refused with a reason, never silently wrong."""

import os
from collections import Counter

import pytest
import rprograms

COUNT = int(os.environ.get("DAGBAG_EXAMPLES", "300"))
SHARES = {"by type": 0.4, "expressions": 0.2, "idioms": 0.4}


@pytest.fixture(scope="module")
def outcomes(request):
    """What became of each random program: (family, verdict, text)."""
    start = request.config.getoption("--hypothesis-seed")
    start = 1 if start in (None, "random") else int(start)
    families = (rprograms.programs, rprograms.expressions, rprograms.compositions)
    found = []
    for (family, share), write in zip(SHARES.items(), families, strict=True):
        texts = rprograms.generate(write, max(round(share * COUNT), 1), start)
        answers = rprograms.evaluate_in_r(texts)
        for text, answer in zip(texts, answers, strict=True):
            found.append((family, rprograms.judge(text, answer), text))
    return found


@pytest.mark.r
def test_random_programs_are_never_silently_wrong(outcomes):
    wrong = [(verdict, text) for _, verdict, text in outcomes if verdict.kind == "wrong"]
    assert len(outcomes) >= COUNT
    assert not wrong, f"{len(wrong)} of {len(outcomes)}, the first:\n{wrong[0][1]}{wrong[0][0]}"


@pytest.mark.r
def test_nearly_all_random_programs_by_type_are_translated(outcomes):
    counts = Counter(verdict.kind for family, verdict, _ in outcomes if family != "idioms")
    assert counts["equal"] >= 0.9 * (counts.total() - counts["both stop"])


@pytest.mark.r
def test_every_refusal_has_a_reason(outcomes):
    assert all(verdict.reason for _, verdict, _ in outcomes if verdict.kind == "refused")


@pytest.mark.r
def test_a_program_of_a_seed_is_always_the_same():
    first, again = (rprograms.numbered(7, 3) for _ in range(2))
    assert first.text == again.text != rprograms.numbered(8, 3).text


@pytest.mark.r
@pytest.mark.parametrize(
    ("r", "python", "kind"),
    [
        ("x <- 1:3\n", "import numpy as np\nx = np.arange(1, 4)", "equal"),
        ("x <- 1:3\n", "import numpy as np\nx = np.arange(4)", "wrong"),
        ("x <- 1:3\n", "pass", "wrong"),
        ("x <- 1:3\n", "x = nothing", "loud"),
        ("x <- 1\nstop('no')\ny <- 2\n", "x = 1.0\nraise RuntimeError('no')", "both stop"),
        ("x <- 1\nstop('no')\ny <- 2\n", "x = 1.0\ny = 2.0", "wrong"),
        ("x <- 1\nstop('no')\ny <- 2\n", "x = 1.0\ny = 2.0\nz = x.none", "wrong"),
        ("cat(1.5, 'a\\n')\n", "print('1.5 a')", "equal"),
        ("cat(1.5, 'a\\n')\n", "print('1.5  a')", "wrong"),
        ("print(c(1, NA, 1/3))\n", "print([1.0, float('nan'), 0.33333333])", "equal"),
        ("print(c(1, NA, 1/3))\n", "print([1.0, float('nan'), 0.3334])", "wrong"),
        ("cat(1/3, file = 'f')\n", "open('f', 'w').write('0.3333333')", "equal"),
        ("cat(1/3, file = 'f')\n", "open('f', 'w').write('0.3333334')", "wrong"),
        ("cat(1/3, file = 'f')\n", "pass", "wrong"),
    ],
)
def test_verdicts(r, python, kind):
    (answer,) = rprograms.evaluate_in_r([r])
    migration = rprograms.translation_of(r, python)
    assert rprograms.judge(r, answer, migration).kind == kind


@pytest.mark.r
def test_programs_leave_nothing_to_the_next_in_r():
    first = (
        "x <- 1\noptions(digits = 3)\nset.seed(1)\npdf('p.pdf')\nsink('s')\ncat(1, file = 'f')\n"
    )
    second = "n <- exists('x')\nd <- getOption('digits')\nf <- list.files()\ncat('here')\n"
    _, answer = rprograms.evaluate_in_r([first, second])
    assert answer["variables"]["n"]["values"] == [False]
    assert answer["variables"]["d"]["values"] == [7]
    assert answer["variables"]["f"]["values"] == []
    assert answer["output"] == "here"


@pytest.mark.r
def test_statements_that_a_verdict_does_not_need_are_dropped():
    program = rprograms.Program(
        [("a", "x <- 1"), ("b", "y <- x + 1"), ("a", "z <- 3"), ("b", "u <- 2")]
    )

    def judge(_, answer):
        kind = "wrong" if "y" in answer["variables"] and answer["failure"] is None else "equal"
        return rprograms.Verdict(kind, "", 2, "y")

    case = (program, rprograms.Verdict("wrong", "", 2, "y"))
    ((small, _),) = rprograms.minimised([case], judge=judge)
    assert small.text == "x <- 1\ny <- x + 1\n"


@pytest.mark.r
def test_every_idiom_is_r_and_mostly_runs():
    texts = []
    for name, templates in rprograms.grammar().idioms.items():
        for k in range(len(templates)):
            texts.append(rprograms.idiom_alone(name, k))
    answers = rprograms.evaluate_in_r(texts)
    unread = [text for text, answer in zip(texts, answers, strict=True) if answer["line"] is None]
    assert not unread, unread[0]
    assert sum(answer["failure"] is None for answer in answers) >= 0.85 * len(answers)
