"""The identity of a run: what differs is said, hashes are known by their names."""

import numpy as np
import pytest

import dagbag
from dagbag import Ensemble, bag, score
from dagbag._runs.record import HASHED, LEARNED_WITH, RunRecord, digest, digest_of

LONG = "a text of more than thirty-two characters"


def test_a_flat_record_is_read_back():
    record = RunRecord({"rows": 5, "data": digest(b"x"), "shuffle": None}, "dagbag 1, numpy 2")
    assert RunRecord.from_flat(record.flat()) == record
    assert record.flat()[LEARNED_WITH] == "dagbag 1, numpy 2"
    assert RunRecord.from_flat({"rows": 5}) == RunRecord({"rows": 5})
    assert LEARNED_WITH not in RunRecord({"rows": 5}).flat()


@pytest.mark.parametrize(
    ("there", "here", "text"),
    [
        ({"rows": 5}, {"rows": 5}, ""),
        ({"rows": 5}, {"rows": 6}, "rows is 5 there, 6 here"),
        ({"x": True}, {"x": 1}, "x is True there, 1 here"),
        ({"x": float("nan")}, {"x": float("nan")}, ""),
        ({}, {"x": None}, "x is absent there, None here"),
        ({"data": "ab"}, {"data": "cd"}, "data differs"),
        ({"blacklist": None}, {"blacklist": "cd"}, "blacklist is None there, present here"),
        ({"learner": "Tree"}, {"learner": LONG}, f"learner is 'Tree' there, '{LONG}' here"),
        ({"a": 1, "b": 2}, {"a": 2, "c": 3},
         "a is 1 there, 2 here; c is absent there, 3 here; b is 2 there, absent here"),
    ],
)  # fmt: skip
def test_differences(there, here, text):
    assert RunRecord(here).differences(RunRecord(there, "elsewhere")) == text


def test_what_two_records_agree_on():
    first = RunRecord({"rows": 5, "max_step": 1, "shuffle": None}, "here")
    second = RunRecord({"rows": 5, "max_step": 2, "shuffle": None}, "there")
    assert first.common(second) == RunRecord({"rows": 5, "shuffle": None}, "here; there")


def test_a_digest_tells_nothing_from_empty():
    assert digest_of(None) is None
    assert digest_of(np.empty(0)) is not None
    assert digest(None, b"") != digest(b"", None)


def test_hashes_of_runs_are_known_by_their_names(tmp_path):
    Y = dagbag.load_example().Y[:, :6]
    black = [(0, 1)]
    searched = score(Y, 2, seed=1, blacklist=black, score_type="BGe")
    learned = bag(Y, dagbag.learners.SpanningTree(), 2, seed=1, n_jobs=1)
    for ensemble in (searched, learned):
        path = tmp_path / "ensemble.npz"
        ensemble.save(path)
        record = RunRecord.from_flat(Ensemble.load(path).settings)
        assert not record.differences(ensemble._record)
        hexadecimal = {
            name
            for name, value in record.settings.items()
            if isinstance(value, str) and len(value) == 32 and set(value) <= set("0123456789abcdef")
        }
        assert hexadecimal == {name for name in HASHED if record.settings.get(name)}


def test_a_warm_start_and_a_checkpoint_say_the_same(tmp_path):
    Y = dagbag.load_example().Y[:, :6]
    path = tmp_path / "run.ckpt"
    first = score(Y, 2, seed=1, checkpoint=path)
    asked = {"blacklist": [(0, 1)], "max_step": 400}
    said = "max_step is 500 there, 400 here; blacklist is None there, present here"
    with pytest.raises(ValueError, match=f"same call, but {said}$"):
        score(Y, 2, warm_start=first, **asked)
    with pytest.raises(ValueError, match="another run: blacklist .* here; max_step is 500 there"):
        score(Y, 2, seed=1, checkpoint=path, **asked)
