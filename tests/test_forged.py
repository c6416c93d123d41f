"""Files from strangers: forged, with valid checksums, and refused by name or harmless.

Each family makes variants of a sound file. Opening one never runs anything, never takes memory
that its bytes do not stand for, and either is refused by a ValueError that names the file, or
gives just what the sound file gives.
"""

import errno
import gzip
import io
import json
import os
import pickle
import re
import sqlite3
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from dagbag.r_compat import rstats
from dagbag.r_compat import rvalues as rv

import dagbag
from dagbag import Ensemble, exchange, score
from dagbag._command.errors import UsageError
from dagbag._command.runs import read_record
from dagbag._command.settings import read_settings
from dagbag._input.data_files import read_data_file
from dagbag._input.files import read_table
from dagbag._runs.checkpoint import MAGIC, _digest, _pack
from dagbag._runs.replicates import STATE_SIZE, Replicate
from dagbag.study import read_graph
from dagbag.study._store import Store

P, B = 6, 5


@pytest.fixture(scope="module")
def Y():
    rng = np.random.default_rng(8)
    Y = rng.standard_normal((40, P))
    Y[:, 1:] += Y[:, :-1]
    return Y


class Canary:
    """A pickle that would make a folder."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.fixture
def canary(tmp_path):
    yield Canary(tmp_path / "ran")
    assert not (tmp_path / "ran").exists()


def refused(open_file, path):
    """Return the message of the ValueError that names the file."""
    with pytest.raises(ValueError, match=re.escape(path.name)) as caught:
        open_file(path)
    assert not re.search("allow_pickle|max_header_size", str(caught.value))
    return str(caught.value)


# Ensembles


@pytest.fixture(scope="module")
def ensemble(Y):
    return score(Y, B, seed=3)


@pytest.fixture(scope="module")
def content(ensemble, tmp_path_factory):
    path = tmp_path_factory.mktemp("sound") / "e.npz"
    ensemble.save(path)
    with np.load(path) as file:
        return dict(file)


def changed(array, at, value):
    array = array.copy()
    array[at] = value
    return array


def state(position=1, words=7, kind=0):
    return np.frombuffer(
        struct.pack("<qB", position, kind) + np.full(624, words, "<u4").tobytes(), np.uint8
    )


def text(value):
    return np.array(value if isinstance(value, str) else json.dumps(value))


def with_edges(content, *replicates):
    """Give the last replicates these edges."""
    lists = [list(map(tuple, e)) for e in np.split(content["edges"].tolist(), content["ends"][:-1])]
    lists[-len(replicates) :] = replicates
    edges = np.array([e for edges in lists for e in edges], dtype=np.int32).reshape(-1, 2)
    return {"edges": edges, "ends": np.cumsum([len(e) for e in lists])}


NAMES = list(range(P))
BIG = 2**62
OF_EDGES = {
    "cycle of 2": [(1, 0), (0, 1)],
    "cycle of 3": [(2, 0), (0, 1), (1, 2)],
    "cycle of all": [(P - 1, 0), *((k, k + 1) for k in range(P - 1))],
    "self loop": [(3, 3)],
    "self loop beside": [(0, 1), (2, 2)],
    "twice": [(0, 1), (0, 1)],
    "out of order": [(0, 2), (0, 1)],
    "sources out of order": [(1, 2), (0, 2)],
    "beyond": [(0, P)],
    "far beyond": [(2**31 - 1, 0)],
    "negative": [(-1, 0)],
    "negative target": [(0, -1)],
    "least": [(-(2**31), 1)],
}
OF_ARRAYS = {
    "counts": [
        (name, value)
        for name in ("saturated", "constant", "collinear", "steps", "distinct_rows")
        for value in (-2, -BIG, *((P + 1, BIG) if name not in ("steps", "distinct_rows") else ()))
    ],
    "index": [
        ("index", v)
        for v in (
            [0, 1, 2, 3, 3],
            [1, 0, 2, 3, 4],
            [-1, 0, 1, 2, 3],
            [0, 1, 2, 3, 5],
            [0, 1, 2, 3, BIG],
            [0, 1, 2, 3, -2 * BIG],
            [2 * BIG - 1, -2 * BIG, 2, 3, 4],
        )
    ],
    "ends": [("ends", v) for v in (0, -1, BIG, 1)],
    "ends that wrap": [
        ("ends", np.array(v, dtype=np.int64))
        for v in ([BIG, 2 * BIG - 1, -2 * BIG + 5, -BIG, 0], [2 * BIG - 1, -2 * BIG, -BIG, -1, 0])
    ],
    "nodes": [
        ("nodes", text(v))
        for v in (
            NAMES[:-1],
            [*NAMES[:-1], 0],
            [*NAMES[:-1], False],
            [*NAMES[:-1], 0.0],
            [*NAMES, 6, 6],
            [],
            {},
            5,
            None,
            [*NAMES[:-1], [1]],
            [*NAMES[:-1], {"tuple": 1}],
            [*NAMES[:-1], {"list": [1]}],
            [[{}]] * P,
            "[" * 100_000,
            "nothing",
            "",
            '["a",',
            "[" + "1" * 5000 + "]",
            [float("nan")] * P,
        )
    ],
    "settings": [
        ("settings", text(v))
        for v in ([], 5, None, {"a": []}, {"a": {"b": 1}}, "{" * 50_000, "", "x")
    ],
    "library": [
        ("library", text(json.dumps(v)))
        for v in ("canary_module", "os", "pandas.io", "", 5, ["pandas"], {"a": 1}, True)
    ],
    "library as text": [("library", text("pandas")), ("library", text(""))],
    "batches": [
        ("batches", np.array(v, dtype=np.int64)) for v in ([-5], [4], [], [5, 0], [[5]], [-BIG])
    ],
    "states": [
        ("states", v)
        for v in (
            np.stack([state(0)] * 2),
            np.stack([state(625)] * 2),
            np.stack([state(-1)] * 2),
            np.stack([state(BIG)] * 2),
            np.stack([state(words=0)] * 2),
            np.stack([state(kind=7)] * 2),
            np.stack([state()] * 3),
            np.stack([state()]),
            np.zeros((2, STATE_SIZE), np.uint8),
            np.zeros((2, 3), np.uint8),
            np.zeros(STATE_SIZE, np.uint8),
        )
    ],
    "kinds": [
        ("edges", np.int64),
        ("edges", np.float32),
        ("edges", "U4"),
        ("ends", np.int32),
        ("ends", np.float64),
        ("index", np.uint64),
        ("converged", np.int8),
        ("score", np.float32),
        ("score", np.complex128),
        ("steps", "S8"),
        ("states", np.int8),
        ("nodes", "S99"),
        ("format", np.int32),
        ("batches", "m8[s]"),
    ],
    "shapes": [
        ("edges", (-1,)),
        ("edges", (-1, 1)),
        ("score", (1, -1)),
        ("index", (-1, 1)),
        ("converged", (1, -1)),
        ("format", (1,)),
    ],
    "lengths": [(name, None) for name in ("score", "converged", "index", "steps", "saturated")],
}


def forged_arrays(content, family, name, value):
    array = content[name]
    if family == "counts":
        return changed(array, 2, value)
    if family == "index":
        return np.array(value, dtype=np.int64)
    if family == "ends":
        return changed(array, -1, value)
    if family == "ends that wrap":
        return changed(value, -1, array[-1])
    if family == "kinds":
        return array.astype(value)
    if family == "shapes":
        return array.reshape(value)
    if family == "lengths":
        return array[:-1]
    return value


@pytest.mark.parametrize("edges", OF_EDGES.values(), ids=OF_EDGES)
def test_forged_graphs_of_an_ensemble(content, edges, tmp_path):
    path = tmp_path / "forged.npz"
    np.savez(path, **{**content, **with_edges(content, edges)})
    assert f"replicate {B - 1} has" in refused(Ensemble.load, path)


@pytest.mark.parametrize("edges", [[], [(0, 1)], [(0, 1), (1, 2), (0, 3)]])
def test_other_graphs_are_harmless(content, ensemble, edges, tmp_path):
    path = tmp_path / "forged.npz"
    np.savez(path, **{**content, **with_edges(content, edges)})
    found = Ensemble.load(path)
    assert found[B - 1].edges == tuple(edges)
    assert found[: B - 1] == ensemble[: B - 1]


VARIANTS = [(family, *pair) for family, pairs in OF_ARRAYS.items() for pair in pairs]


@pytest.mark.parametrize(
    ("family", "name", "value"), VARIANTS, ids=[f"{v[0]}-{k}" for k, v in enumerate(VARIANTS)]
)
def test_forged_arrays_of_an_ensemble(content, family, name, value, tmp_path, monkeypatch):
    (tmp_path / "canary_module.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "forged.npz"
    np.savez(path, **{**content, name: forged_arrays(content, family, name, value)})
    refused(Ensemble.load, path)
    assert "canary_module" not in sys.modules


# Knowledge, in an ensemble and in its text file


@pytest.fixture(scope="module")
def knowing(Y, tmp_path_factory):
    path = tmp_path_factory.mktemp("sound") / "e.npz"
    score(Y, B, seed=3, knowledge={"required": [(0, 3)], "roots": [0]}).save(path)
    with np.load(path) as file:
        return dict(file)


def bits(*edges):
    matrix = np.zeros((P, P), dtype=bool)
    for edge in edges:
        matrix[edge] = True
    return np.packbits(matrix)


OF_KNOWLEDGE = {
    "too few bits": ({"forbidden": bits()[:-1]}, "forbidden has no bit for each pair"),
    "too many bits": ({"required": np.zeros(99, np.uint8)}, "required has no bit for each pair"),
    "a matrix": ({"required": np.zeros((P, P), np.uint8)}, "required has no bit for each pair"),
    "bits beyond": ({"required": changed(bits(), -1, 1)}, "required has more bits"),
    "a self loop": ({"forbidden": bits((1, 1))}, "forbidden has a self loop"),
    "a cycle": ({"required": bits((1, 2), (2, 1))}, "form the cycle 1 -> 2 -> 1"),
    "both": ({"forbidden": bits((0, 3))}, "0 -> 3 is both required and forbidden"),
    "lacking": ({"required": bits((0, 3), (5, 0)), "forbidden": bits()}, "lacks edges"),
    "barred": ({"forbidden": bits(*((1, k) for k in range(P) if k != 1),
                                  *((k, 1) for k in range(P) if k != 1))}, "which is forbidden"),
    "kind": ({"required": np.zeros(5, np.int8)}, "required must be an array of kind u1"),
    "one of the two": ({"required": None}, "it must hold 18 arrays"),
    "another format": ({"format": np.int64(1)}, "it must hold 16 arrays"),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_KNOWLEDGE)
def test_forged_knowledge_of_an_ensemble(knowing, name, tmp_path):
    path = tmp_path / "forged.npz"
    wrong, text_ = OF_KNOWLEDGE[name]
    changed_ = {**knowing, **wrong}
    np.savez(path, **{key: array for key, array in changed_.items() if array is not None})
    assert text_ in refused(Ensemble.load, path)


@pytest.mark.parametrize(
    "content",
    [
        "[required]\n" + ",".join(["a"] * 200) + " -> " + ",".join(["b"] * 200),
        "[roots]\n" + '"' * 100_001,
        "[roots]\n" + "1" * 5000,
        "[tiers: edges within " + "9" * 5000 + "]\na",
        '[roots]\n"\\u12"',
        "[" * 100_000 + "]",
        "[roots" + "]" * 100_000,
    ],
)
def test_forged_knowledge_in_a_text_file(content, tmp_path):
    path = tmp_path / "forged.txt"
    path.write_text(content)
    assert len(refused(dagbag.Knowledge.read, path)) < 1000


def test_groups_that_would_take_for_ever(tmp_path):
    path = tmp_path / "forged.txt"
    deep = "\n".join(f"g{k}: g{k + 1}, h{k + 1}\nh{k}: g{k + 1}, h{k + 1}" for k in range(200))
    path.write_text(f"[groups]\n{deep}\ng200: a\nh200: a\n[roots]\ng0\n")
    with pytest.raises(dagbag.KnowledgeError, match="groups are nested deeper than 50"):
        dagbag.Knowledge.read(path).apply(["a", "b"])
    path.write_text("[roots]\n" + "*a" * 1000 + "*b\n")
    with pytest.raises(dagbag.KnowledgeError, match="matches no node"):
        dagbag.Knowledge.read(path).apply(["a" * 3000, "b"])


def npy(header, data=b"", length=117):
    written = header.encode().ljust(length)[:length] + b"\n"
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(written)) + written + data


OF_MEMBERS = {
    "huge shape": npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1099511627776, 2), }"),
    "overflowing shape": npy(
        "{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }"
    ),
    "negative shape": npy("{'descr': '<i4', 'fortran_order': False, 'shape': (-1, 2), }"),
    "an expression": npy(
        "{'descr': __import__('os').mkdir('ran'), 'fortran_order': False, 'shape': ()}"
    ),
    "deep header": npy("[" * 110),
    "no header": b"",
    "text": b"nothing",
    "structured": npy(
        "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1, 2), }", b"\0" * 8
    ),
    "trailing": npy("{'descr': '<i4', 'fortran_order': False, 'shape': (0, 2), }", b"\0" * 8),
    "other version": b"\x93NUMPY\x03\0" + b"\0" * 8,
    "long header": npy(
        "{'descr': '<i4', 'fortran_order': False, 'shape': (0, 2), }", length=20_000
    ),
}


@pytest.mark.parametrize("member", OF_MEMBERS.values(), ids=OF_MEMBERS)
def test_forged_members_of_an_archive(content, member, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.npz"
    np.savez(path, **{name: array for name, array in content.items() if name != "edges"})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("edges.npy", member)
    refused(Ensemble.load, path)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["edges", "nodes", "score", "settings", "format"])
def test_an_ensemble_with_pickled_arrays(content, canary, name, tmp_path):
    path = tmp_path / "forged.npz"
    np.savez(path, **{**content, name: np.array([canary], dtype=object)})
    refused(Ensemble.load, path)


@pytest.mark.parametrize("protocol", range(6))
def test_a_pickle_is_no_ensemble(canary, protocol, tmp_path):
    path = tmp_path / "forged.npz"
    path.write_bytes(pickle.dumps(canary, protocol))
    refused(Ensemble.load, path)


def test_an_archive_that_unpacks_to_more_than_memory(content, tmp_path, monkeypatch):
    path = tmp_path / "forged.npz"
    np.savez_compressed(path, **{**content, "edges": np.zeros((1 << 20, 2), np.int32)})
    monkeypatch.setattr("dagbag._runs.loaded.available_memory", lambda: 4e6)
    assert "GB are available" in refused(Ensemble.load, path)


@pytest.mark.parametrize(
    "how", ["missing", "besides", "twice", "truncated", "beheaded", "empty", "folder of zip"]
)
def test_other_archives(content, how, tmp_path):
    path = tmp_path / "forged.npz"
    kept = {name: array for name, array in content.items() if how != "missing" or name != "steps"}
    np.savez(path, **kept, **({"more": np.zeros(3)} if how == "besides" else {}))
    if how == "twice":
        with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("edges.npy", archive.read("edges.npy"))
    if how in ("truncated", "empty"):
        path.write_bytes(path.read_bytes()[: 900 if how == "truncated" else 0])
    if how == "beheaded":  # where it was, zipfile seeks before the beginning
        path.write_bytes(path.read_bytes()[1:])
    if how == "folder of zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("../edges.npy", b"")
    refused(Ensemble.load, path)


def test_what_is_no_file_is_no_ensemble(tmp_path):
    assert "is no file" in refused(Ensemble.load, tmp_path)
    assert "is no file" in refused(Ensemble.load, Path(os.devnull))


def test_a_disk_that_fails_is_said_with_the_file(content, tmp_path, monkeypatch):
    path = tmp_path / "sound.npz"
    np.savez(path, **content)

    def fail(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("dagbag.ensemble.read_arrays", fail)
    with pytest.raises(OSError, match=r"sound\.npz") as caught:
        Ensemble.load(path)
    assert caught.value.errno == errno.EIO


def test_many_replicates_on_many_nodes_take_no_time(content, tmp_path):
    """Twenty million nodes of which two thousand have edges are not numbered one by one."""
    path = tmp_path / "wide.npz"
    count, p = 1000, 20_000
    edges = np.tile(np.array([[5, 6]], dtype=np.int32), (count, 1))
    whole = {name: np.resize(content[name], count) for name in
             ("converged", "steps", "distinct_rows", "saturated", "constant", "collinear", "score")}  # fmt: skip
    np.savez(path, **{**content, **whole, "edges": edges, "ends": np.arange(1, count + 1), "index": np.arange(count),
                      "nodes": text(list(range(p))), "batches": np.array([count])})  # fmt: skip
    assert len(Ensemble.load(path)) == count


# Checkpoints


@pytest.fixture(scope="module")
def sound(Y, tmp_path_factory):
    path = tmp_path_factory.mktemp("sound") / "run.ckpt"
    score(Y, B, seed=3, checkpoint=path)
    return path.read_bytes()


def header_of(sound):
    """Return the payload of the header."""
    (length,) = struct.unpack_from("<Q", sound, 44)
    return sound[56 : 56 + length]


def fingerprint_of(sound):
    return sound[12:28]


def checkpoint_with(sound, *records):
    """Write a file of the same run whose records are these (index, payload)."""
    mark = fingerprint_of(sound)
    frames = [_pack(0, mark, 0, 0, header_of(sound))]
    frames += [_pack(1, mark, index, k + 1, payload) for k, (index, payload) in enumerate(records)]
    return b"".join(frames)


def record(
    edges=((0, 1),), converged=True, steps=3, rows=20, total=1.5, counts=(0, 0, 0), state=None
):
    return Replicate(
        np.array(edges, dtype=np.int32).reshape(-1, 2),
        converged,
        steps,
        rows,
        total,
        *counts,
        state,
    ).to_bytes()


PLAIN = record()
OF_RECORDS = {
    **{f"edges: {name}": record(edges) for name, edges in OF_EDGES.items()},
    "empty": b"",
    "short": PLAIN[:20],
    "cut": PLAIN[:-4],
    "odd": PLAIN[:-1],
    "longer": PLAIN + b"\0" * 8,
    "text": b"nothing " * 20,
    "too many edges": struct.pack("<q", BIG) + PLAIN[8:],
    "any number of edges": struct.pack("<q", -1) + PLAIN[8:],
    "half true": PLAIN[:8] + b"\x07" + PLAIN[9:],
    "steps": record(steps=-2),
    "steps not told": record(steps=-1),
    "more steps than max_step": record(steps=501),
    "any number of steps": record(steps=BIG),
    "score not told": record(total=float("nan")),
    "endless score": record(total=float("-inf")),
    "rows": record(rows=-2),
    "rows not told": record(rows=-1),
    "more rows than drawn": record(rows=41),
    "saturated": record(counts=(P + 1, 0, 0)),
    "constant": record(counts=(0, -1, 0)),
    "collinear": record(counts=(0, 0, BIG)),
    "a state": record(state=dagbag.RRandom(1).state),
    "half a state": PLAIN[:57] + struct.pack("<q", 1) + PLAIN[65:],
    "pickle": pickle.dumps(Canary("ran")),
}


def resume(Y):
    return lambda path: score(Y, B, seed=3, checkpoint=path)


@pytest.mark.parametrize("index", [0, B - 1])
@pytest.mark.parametrize("payload", OF_RECORDS.values(), ids=OF_RECORDS)
def test_forged_records(Y, sound, payload, index, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.ckpt"
    data = checkpoint_with(sound, (1, PLAIN), (index, payload))
    path.write_bytes(data)
    message = refused(resume(Y), path)
    assert f"holds what no run wrote: replicate {index}" in message
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("steps", "possible"), [(278, True), (279, False)])
def test_steps_of_all_restarts_are_possible(Y, steps, possible, tmp_path):
    """Three searches of at most 90 steps, with 4 operations before the second and the third."""
    path = tmp_path / "run.ckpt"

    def run(path):
        options = {"max_step": 90, "nrestart": 2, "perturb": 4, "shuffle": "resample"}
        return score(Y, 2, seed=3, checkpoint=path, **options)

    run(path)
    path.write_bytes(checkpoint_with(path.read_bytes(), (0, record(steps=steps))))
    if possible:
        assert run(path).steps[0] == steps
    else:
        assert f"replicate 0 cannot have steps {steps}" in refused(run, path)


def test_a_learner_need_not_tell(Y, tmp_path):
    path = tmp_path / "run.ckpt"

    def run(path):
        return dagbag.bag(Y, chain, 2, seed=3, n_jobs=1, checkpoint=path)

    run(path)
    untold = record(converged=False, steps=-1, total=float("nan"))
    path.write_bytes(checkpoint_with(path.read_bytes(), (0, untold)))
    assert run(path).steps[0] == -1


def chain(data):
    return np.eye(data.shape[1], k=1, dtype=int)


def test_a_record_beyond_the_run(Y, tmp_path):
    path = tmp_path / "run.ckpt"
    score(Y, 2, seed=3, shuffle="resample", checkpoint=path)
    path.write_bytes(checkpoint_with(path.read_bytes(), (BIG, PLAIN)))
    with pytest.raises(ValueError, match=f"run.ckpt.*replicate {BIG} of 2"):
        score(Y, 2, seed=3, shuffle="resample", checkpoint=path)


@pytest.mark.parametrize("state", [b"", b"\0", b"\0" * 8, struct.pack("<q", BIG), struct.pack("<q", -1) + b"\0" * STATE_SIZE,
                                   struct.pack("<q", 0) + b"\0" * STATE_SIZE, struct.pack("<qq", 1, -4) + b"\1" * 2 * STATE_SIZE,
                                   struct.pack("<qq", 1, BIG) + b"\1" * 2 * STATE_SIZE])  # fmt: skip
def test_forged_draws(Y, sound, state, tmp_path):
    path = tmp_path / "forged.ckpt"
    header = header_of(sound).partition(b"\n")[0] + b"\n" + state
    mark = _digest(header)
    path.write_bytes(_pack(0, mark, 0, 0, header) + _pack(1, mark, 0, 1, PLAIN))
    assert "another seed" in refused(resume(Y), path)
    stream = dagbag.RRandom()
    assert stream.from_entropy
    refused(lambda path: score(Y, B, seed=stream, checkpoint=path), path)


@pytest.mark.parametrize(
    "header", [b"", b"nothing", b"[]\n", b"5\n", b"[" * 100_000 + b"\n", b'{"a": {}}\n', b"null\n"]
)
def test_forged_headers(Y, header, tmp_path):
    path = tmp_path / "forged.ckpt"
    path.write_bytes(_pack(0, _digest(header), 0, 0, header))
    refused(resume(Y), path)


def test_a_header_under_another_fingerprint(Y, sound, tmp_path):
    path = tmp_path / "forged.ckpt"
    path.write_bytes(_pack(0, b"x" * 16, 0, 0, header_of(sound)))
    refused(resume(Y), path)


@pytest.mark.parametrize("count", [0, 7, 2**64 - 1])
@pytest.mark.parametrize("kind", [2, 65535])
def test_frames_of_no_kind_are_harmless(Y, sound, ensemble, count, kind, tmp_path):
    path = tmp_path / "forged.ckpt"
    path.write_bytes(sound + _pack(kind, b"y" * 16, 0, count, PLAIN))
    assert score(Y, B, seed=3, checkpoint=path) == ensemble


def test_overlapping_frames_are_refused_at_once(Y, sound, tmp_path):
    """Ten thousand frames that each claim the rest of a file would be 3 GB to look at."""
    count = 10_000
    heads = []
    for k in range(count):
        length = (count - k - 1) * 56 + 16
        fields = struct.pack("<8sHH16sQQQ", MAGIC, 1, 1, fingerprint_of(sound), k, k, length)
        heads.append(fields + struct.pack("<I", zlib.crc32(fields)))
    path = tmp_path / "forged.ckpt"
    path.write_bytes(sound + b"".join(heads) + b"\0" * 64)
    assert "its frames overlap" in refused(resume(Y), path)


# Files of R


def i4(*values):
    return struct.pack(f">{len(values)}i", *values)


def chars(word):
    return i4(9 | 1 << 18, len(word)) + word.encode()


def pairs(**items):
    cells = (i4(2 | 1 << 10, 1) + chars(name) + item for name, item in items.items())
    return b"".join(cells) + i4(254)


def ints(*values):
    return i4(13, len(values), *values)


def words(*values):
    return i4(16, len(values)) + b"".join(map(chars, values))


def doubles(*values):
    return i4(14, len(values)) + struct.pack(f">{len(values)}d", *values)


def alternative(name, state):
    info = i4(2) + i4(1) + chars(name) + i4(2) + i4(1) + chars("base") + i4(2) + ints(13) + i4(254)
    return i4(238) + info + state + i4(254)


HEAD = b"X\n" + i4(2, 0x030600, 0x020300)
ATTRIBUTES, CLASSED = 1 << 9, 1 << 8
frame = i4(19 | ATTRIBUTES | CLASSED, 1) + ints(1, 2)
OF_R = {
    **{
        f"length {n} of type {t}": i4(t, n)
        for t in (10, 13, 14, 15, 16, 19, 24)
        for n in (2**31 - 1, 1, -2, -(2**31))
    },
    **{f"long length of type {t}": i4(t, -1, 2**20, 5) for t in (13, 14, 16, 19, 24)},
    "text longer than the file": i4(16, 1, 9, 2**31 - 1) + b"abc",
    "negative text": i4(16, 1, 9, -5),
    "text of numbers": i4(16, 1) + ints(1),
    "text of no encoding": i4(16, 1) + i4(9 | 1 << 15, 2) + b"\xff\xff",
    "text of bytes": i4(16, 1) + i4(9 | 1 << 13, 2) + b"ab",
    "deep": i4(19, 1) * 5000 + i4(254),
    "deep pairlists": (i4(2)) * 5000 + i4(254),
    "deep attributes": (i4(13 | ATTRIBUTES, 0) + i4(2 | 1 << 10, 1) + chars("a")) * 3000,
    "deep bytecode": i4(21, 1) + (ints() + i4(1, 21)) * 3000,
    "deep compiled calls": i4(21, 1) + ints() + i4(1) + (i4(6) + i4(254)) * 3000,
    "unknown type": i4(77),
    "no reference": i4(255 | 5 << 8),
    "reference to nothing": i4(255, 0),
    "trailing": ints(1) + b"\0",
    "nothing": b"",
    "tagged by a number": i4(2 | 1 << 10) + ints(1) + ints(1) + i4(254),
    "attributes that are numbers": i4(13 | ATTRIBUTES, 0) + ints(1),
    "too few names": i4(19 | ATTRIBUTES, 2) + ints(1) + ints(2) + pairs(names=words("a")),
    "names of numbers": i4(13 | ATTRIBUTES, 2, 1, 2) + pairs(names=ints(1, 2)),
    "wrong dimensions": i4(13 | ATTRIBUTES, 2, 1, 2) + pairs(dim=ints(3, 1)),
    "huge dimensions": i4(13 | ATTRIBUTES, 2, 1, 2) + pairs(dim=ints(2**31 - 1, 2**31 - 1, 4)),
    "negative dimensions": i4(13 | ATTRIBUTES, 2, 1, 2) + pairs(dim=ints(-1, -2)),
    "no dimensions": i4(13 | ATTRIBUTES, 2, 1, 2) + pairs(dim=ints()),
    "wrong dimnames": i4(13 | ATTRIBUTES, 2, 1, 2)
    + pairs(dim=ints(2, 1), dimnames=i4(19, 1) + words("a")),
    "factor beyond its levels": i4(13 | ATTRIBUTES | CLASSED, 1, 2)
    + pairs(levels=words("a"), **{"class": words("factor")}),
    "factor below its levels": i4(13 | ATTRIBUTES | CLASSED, 1, -1)
    + pairs(levels=words("a"), **{"class": words("factor")}),
    "levels twice": i4(13 | ATTRIBUTES | CLASSED, 1, 1)
    + pairs(levels=words("a", "a"), **{"class": words("factor")}),
    "frame of other length": frame
    + pairs(names=words("x"), **{"row.names": ints(1, 2, 3), "class": words("data.frame")}),
    "frame without end": frame
    + pairs(
        names=words("x"),
        **{"row.names": ints(-(2**31), -(2**31) + 1), "class": words("data.frame")},
    ),
    "frame without names": frame + pairs(**{"row.names": ints(1, 2), "class": words("data.frame")}),
    "frame of lists": i4(19 | ATTRIBUTES | CLASSED, 1)
    + i4(19, 1)
    + ints(1)
    + pairs(names=words("x"), **{"row.names": ints(1), "class": words("data.frame")}),
    "class of numbers": i4(13 | ATTRIBUTES | CLASSED, 1, 1) + pairs(**{"class": ints(1)}),
    "endless sequence": alternative("compact_intseq", doubles(1e15, 1, 1)),
    "endless real sequence": alternative("compact_realseq", doubles(1e300, 1, 1)),
    "sequence of nothing": alternative("compact_intseq", doubles(float("nan"), 1, 1)),
    "sequence beyond integers": alternative("compact_intseq", doubles(10, 2**31 - 5, 1)),
    "sequence in place": alternative("compact_intseq", doubles(5, 1, 0)),
    "unknown alternative": alternative("mmap_real", doubles(1)),
    "alternative without state": alternative("wrap_real", i4(254)),
    "long sequence": alternative("compact_realseq", doubles(1e8, 1, 1)),
    "long sequence of integers": alternative("compact_intseq", doubles(1e8, 1, 1)),
    "sequences that are long in sum": i4(19, 200)
    + alternative("compact_intseq", doubles(1e6, 1, 1)) * 200,
    "long sequence to be written": alternative(
        "deferred_string", i4(2) + alternative("compact_realseq", doubles(3e6, 1, 1)) + ints(0)
    ),
    "one sequence written again and again": i4(19, 1000)
    + alternative(
        "deferred_string", i4(2) + alternative("compact_intseq", doubles(2e4, 1, 1)) + ints(0)
    )
    * 1000,
    "many dimensions": i4(13 | ATTRIBUTES, 0) + pairs(dim=ints(*[0] * 100)),
    "many dimensions of one": i4(13 | ATTRIBUTES, 1, 5) + pairs(dim=ints(*[1] * 65)),
    "text of text": alternative("deferred_string", i4(2) + words("a") + ints(0)),
}


def test_sequences_of_r_that_are_not_too_long(tmp_path):
    path = tmp_path / "sound.rds"
    path.write_bytes(HEAD + alternative("compact_intseq", doubles(1e5, 1, 1)))
    assert rv.read_rds(path).sum() == 5000050000
    body = i4(2) + ints(*range(1000)) + ints(0)
    path.write_bytes(HEAD + alternative("deferred_string", body))
    assert rv.read_rds(path)[-1] == "999"


def test_a_list_of_r_with_a_name_twice_is_harmless(tmp_path):
    path = tmp_path / "sound.rds"
    names = pairs(names=words("a", "a"))
    path.write_bytes(HEAD + i4(19 | ATTRIBUTES, 2) + ints(1) + ints(2) + names)
    found = rv.read_rds(path)
    assert type(found) is rv.NamedList
    assert list(found) == [1, 2]
    assert list(rv.names(found)) == ["a", "a"]


@pytest.mark.parametrize("packed", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("body", OF_R.values(), ids=OF_R)
def test_forged_values_of_r(body, packed, tmp_path):
    path = tmp_path / "forged.rds"
    path.write_bytes(packed(HEAD + body))
    refused(rv.read_rds, path)


@pytest.mark.parametrize(
    "formula",
    [
        "y ~ __import__('os').mkdir('ran')",
        "y ~ system('mkdir ran')",
        "y ~ eval(x)",
        "y ~ I(x.__class__)",
        "y ~ x$__class__",
        "y ~ os.mkdir('ran')",
        "log(__builtins__) ~ x",
        "y ~ " + "(" * 5000 + "x" + ")" * 5000,
        "y ~ " + "I(" * 5000 + "x" + ")" * 5000,
    ],
)
def test_forged_formulas(formula, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = {"x": np.arange(4.0), "y": np.array([1.0, 3, 2, 5])}
    with pytest.raises(ValueError, match=r"^(?s:.){1,400}$"):
        rstats.lm(formula, data)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("data", [
    b"", b"X\n", b"RDX2\n", b"RDX2\nX\n" + i4(2, 1, 1) + ints(1), b"RDX2\nX\n" + i4(2, 1, 1) + i4(19, 0), b"X\n" + i4(9, 1, 1, 254),
    b"X\n" + i4(3, 1, 1, 2**31 - 1), b"A\n2\n1\n1\n13\n99999999999\n", b"A\n2\n1\n1\n14\n1\n__import__('os')\n", b"A\n2\n1\n1\n13\n1\n1e9\n",
    b"A\n2\n1\n1\n13\n1\n1_0\n", b"A\n2\n1\n1\n14\n1\n1_0.5\n", b"A\n2\n1\n1\n24\n1\n0_1\n", b"A\n2\n1\n1\n13\n1\n\xd9\xa1\n", b"A\n2\n1\n1\n13\n1\n 1\n",
    b"A\n2\n1\n1\n16\n1\n9\n3\nab\n", b"A\n2\n1\n1\n14\n2000000000\n1\n", b"A\n" + b"9" * 5000 + b"\n", b"\x1f\x8bnothing", b"BZhnothing",
    b"\xfd7zXZ\0nothing", gzip.compress(b"X\n", mtime=0)[:-9], gzip.compress(HEAD + ints(1), mtime=0) * 2, b"x <- system('mkdir ran')", b"\x80", b"\x80\x04N.",
])  # fmt: skip
def test_files_that_are_not_of_r(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.rds"
    path.write_bytes(data)
    refused(rv.read_rds, path)
    refused(rv.load, path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_of_r_that_unpacks_to_more_than_memory(tmp_path, monkeypatch):
    path = tmp_path / "forged.rds"
    path.write_bytes(gzip.compress(HEAD + i4(14, 2**20) + b"\0" * 2**23))
    monkeypatch.setattr("dagbag.r_compat.rvalues._serialized.available_memory", lambda: 4e6)
    assert "more than memory can take" in refused(rv.read_rds, path)


def test_damaged_files_of_r_are_refused_or_numbers(tmp_path):
    path = tmp_path / "forged.rds"
    rv.save_rds({"a": np.arange(4.0), "b": ["x", None, {"c": True}]}, path)
    whole = gzip.decompress(path.read_bytes())
    rng = np.random.default_rng(0)
    for _ in range(150):
        content = bytearray(whole)
        for at in rng.integers(14, len(content), size=rng.integers(1, 4)):
            content[at] ^= int(rng.integers(1, 256))
        path.write_bytes(content)
        try:
            rv.read_rds(path)
        except ValueError:
            refused(rv.read_rds, path)
    for end in range(0, len(whole), 3):
        path.write_bytes(whole[:end])
        refused(rv.read_rds, path)


# Graphs

BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
) + "]>"  # fmt: skip
GRAPHML = '<graphml><key id="k" for="edge" attr.name="sf" attr.type="double"/><graph edgedefault="directed">{}</graph></graphml>'
TWO = '<node id="a"/><node id="b"/>'
JSON = '{{"format": "dagbag.graph", "version": 1, "kind": "dag", "nodes": [{}], "edges": [{}]}}'
AB, EDGE = '{"name": "a"}, {"name": "b"}', '{"source": "a", "target": "b", "mark": "directed"}'
GRAPHS = {
    "empty": (".json .dot .gv .graphml .gml .sif .csv .tsv .txt", b""),
    "nothing": (".json .dot .graphml .gml .txt", b"nothing"),
    "bytes": (".json .dot .graphml .gml .sif .csv .txt", b"\xff\xfe\x00\x01"),
    "pickle": (".json .dot .graphml .gml .sif .csv .tsv .txt", pickle.dumps([1, {"a": 2}])),
    "deep": (".json", b"[" * 200_000),
    "deep names": (".json", JSON.format('{"name": ' + "[" * 50_000 + "]" * 50_000 + "}", "")),
    "deep elements": (".graphml", "<graphml>" * 200_000),
    "deep lists": (".gml", "graph [ a " + "[ a " * 50_000),
    "long number": (".json", JSON.format('{"name": ' + "1" * 100_000 + "}", "")),
    "not a number": (".json", JSON.format('{"name": "a", "attributes": {"x": NaN}}', "")),
    "no finite number": (".json", JSON.format('{"name": "a", "attributes": {"x": 1e999}}', "")),
    "another format": (".json", '{"nodes": [], "edges": []}'),
    "later version": (".json", JSON.format(AB, EDGE).replace("1", "2")),
    "version of another type": (".json", JSON.format(AB, EDGE).replace("1", "true")),
    "no kind": (".json", JSON.format(AB, EDGE).replace('"dag"', '"tree"')),
    "no nodes": (".json", JSON.format("", "")),
    "nodes twice": (".json", JSON.format(AB + ", " + AB, EDGE)),
    "names of objects": (".json", JSON.format('{"name": {"a": 1}}', "")),
    "names of lists": (".json", JSON.format('{"name": [["a"]]}', "")),
    "logical names": (".json", JSON.format('{"name": true}', "")),
    "unknown keys": (".json", JSON.format('{"name": "a", "run": "x"}', "")),
    "nodes that are numbers": (".json", JSON.format("1, 2", "")),
    "attributes of lists": (".json", JSON.format('{"name": "a", "attributes": {"x": [1]}}', "")),
    "attributes of two types": (".json", JSON.format('{"name": "a", "attributes": {"x": 1}}, {"name": "b", "attributes": {"x": "1"}}', "")),
    "edges elsewhere": (".json", JSON.format(AB, EDGE.replace('"b"', '"c"'))),
    "unhashable ends": (".json", JSON.format(AB, EDGE.replace('"b"', "{}"))),
    "edges twice": (".json", JSON.format(AB, f"{EDGE}, {EDGE}")),
    "self loop": (".json", JSON.format(AB, EDGE.replace('"b"', '"a"'))),
    "no mark": (".json", JSON.format(AB, EDGE.replace('"directed"', '"both"'))),
    "cycle of two": (".json", JSON.format(AB, EDGE + ", " + EDGE.replace('"a"', '"c"').replace('"b"', '"a"').replace('"c"', '"b"'))),
    "line from the second": (".json", JSON.format(AB, '{"source": "b", "target": "a", "mark": "undirected"}').replace('"dag"', '"cpdag"')),
    "entities": (".graphml", BOMB + GRAPHML.format('<node id="&i;"/>')),
    "two graphs": (".graphml", "<graphml><graph/><graph/></graphml>"),
    "no graph": (".graphml", "<html/>"),
    "no ids": (".graphml", GRAPHML.format("<node/>")),
    "ids twice": (".graphml", GRAPHML.format(TWO + TWO)),
    "ends elsewhere": (".graphml", GRAPHML.format(TWO + '<edge source="a" target="c"/>')),
    "no ends": (".graphml", GRAPHML.format(TWO + "<edge/>")),
    "undeclared key": (".graphml", GRAPHML.format('<node id="a"><data key="z">1</data></node>')),
    "no number": (".graphml", GRAPHML.format(TWO + '<edge source="a" target="b"><data key="k">x</data></edge>')),
    "cycle": (".graphml", GRAPHML.format(TWO + '<node id="c"/><edge source="a" target="b"/><edge source="b" target="c"/><edge source="c" target="a"/>')),
    "cycle in GML": (".gml", 'graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "b" ] node [ id 2 label "c" ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] edge [ source 2 target 0 ] ]'),
    "undirected": (".gml", 'graph [ node [ id 0 label "a" ] ]'),
    "self loop in dot": (".dot .gv", 'digraph { kind=dag; "a"; "a" -> "a"; }'),
    "node twice": (".dot", 'digraph { kind=dag; "a"; "a"; }'),
    "undeclared": (".dot", 'digraph { kind=dag; "a" -> "b"; }'),
    "dot of another": (".dot", "graph { a -- b }"),
    "open quotation": (".dot", 'digraph { kind=dag; "a'),
    "open braces": (".dot", 'digraph { kind=dag; "a";'),
    "more": (".dot", 'digraph { kind=dag; "a"; } x'),
    "strength that is none": (".dot", 'digraph { kind=dag; "a"; "b"; "a" -> "b" [sf="x"]; }'),
    "open pdag": (".txt", "pdag { a b a -- b"),
    "line in a dag": (".txt", "dag { a b a -- b }"),
    "undeclared in dagitty": (".txt", "dag { a a -> b }"),
    "cycle in dagitty": (".txt", "dag { a b c a -> b b -> c c -> a }"),
    "four cells": (".sif", "a\tdirected\tb\tc\n"),
    "relation": (".sif", "a\tpp\tb\n"),
    "cycle in SIF": (".sif", "a\tdirected\tb\nb\tdirected\tc\nc\tdirected\ta\n"),
    "ragged": (".csv", "source,target,mark\na,b\n"),
    "no source": (".csv", "source,target,mark\n,b,directed\n"),
    "quotation": (".csv", 'source,target,mark\n"a"b,c,directed\n'),
    "no frequency": (".csv", "source,target,mark,sf\na,b,directed,x\n"),
    "cycle in CSV": (".csv", "source,target,mark\na,b,directed\nb,c,directed\nc,a,directed\n"),
    "table of others": (".csv", "a,b,c\n1,2,3\n"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("suffix", "data"),
    [(suffix, data) for suffixes, data in GRAPHS.values() for suffix in suffixes.split()],
    ids=[
        f"{name}{suffix}" for name, (suffixes, _) in GRAPHS.items() for suffix in suffixes.split()
    ],
)
def test_forged_graphs(suffix, data, tmp_path):
    path = tmp_path / f"forged{suffix}"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    refused(exchange.read_graph, path)


def test_damaged_graphs_are_refused_or_graphs(tmp_path):
    rng = np.random.default_rng(0)
    for suffix in (".json", ".dot", ".graphml", ".gml", ".sif", ".csv", ".txt"):
        path = tmp_path / f"forged{suffix}"
        exchange.write_graph(
            [("a", "b"), ("c", "b"), ("b", "d")], path, nodes=["a", "b", "c", "d", "e"]
        )
        whole = path.read_bytes()
        for _ in range(40):
            content = bytearray(whole)
            for at in rng.integers(0, len(content), size=rng.integers(1, 4)):
                content[at] = int(rng.integers(9, 128))
            path.write_bytes(content)
            try:
                found = exchange.read_graph(path)
            except ValueError:
                refused(exchange.read_graph, path)
            else:
                assert sorted(map(repr, found.nodes)) == sorted(
                    map(repr, dict.fromkeys(found.nodes))
                )
                found.to_json(kind="cpdag")


# Other files


@pytest.mark.parametrize("data", [
    b"", b"nothing", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776, 3), }"),
    npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }") + pickle.dumps([Canary("ran")]), pickle.dumps(Canary("ran")),
])  # fmt: skip
def test_forged_arrays_of_tables_and_graphs(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.npy"
    path.write_bytes(data)
    refused(read_graph, path)
    refused(read_table, path)
    assert not (tmp_path / "ran").exists()


FORGED_DATA = {
    "npy": (".npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776, 3), }")),
    "pickled npy": (".npy", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }") + pickle.dumps([Canary("ran")])),
    "npz": (".npz", pickle.dumps(Canary("ran"))),
    "h5ad": (".h5ad", pickle.dumps(Canary("ran"))),
    "h5ad that begins as one": (".h5ad", b"\x89HDF\r\n\x1a\n" + b"\0" * 500),
    "parquet": (".parquet", b"PAR1" + pickle.dumps(Canary("ran"))),
    "text": (".csv", pickle.dumps(Canary("ran"), 4)),
    "oldest pickle": (".csv", pickle.dumps(Canary("ran"), 0)),
    "packed": (".csv.gz", gzip.compress(pickle.dumps(Canary("ran"), 4))),
    "packed wrongly": (".csv.gz", b"\x1f\x8b" + pickle.dumps(Canary("ran"))),
}  # fmt: skip
FORGED_MEMBERS = {
    name: content for name, content in OF_MEMBERS.items() if name not in ("trailing", "long header")
}


@pytest.mark.parametrize(
    ("suffix", "data"),
    [
        pytest.param(*row, id=name, marks=[pytest.mark.anndata] if row[0] == ".h5ad" else [])
        for name, row in FORGED_DATA.items()
    ],
)
def test_forged_files_of_data(suffix, data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"forged{suffix}"
    path.write_bytes(data)
    try:
        table = read_data_file(path)
    except ValueError:
        refused(read_data_file, path)
    else:  # the oldest pickles are text, and stay text
        assert set(table.kinds) == {"text"}
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("member", FORGED_MEMBERS.values(), ids=FORGED_MEMBERS)
def test_forged_members_of_data(member, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.npy", member)
    refused(read_data_file, path)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["../../x.npy", "/tmp/x.npy"])
def test_members_of_data_stay_where_they_are(name, tmp_path):
    path = tmp_path / "in" / "forged.npz"
    path.parent.mkdir()
    buffer = io.BytesIO()
    np.save(buffer, np.eye(3))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, buffer.getvalue())
    assert read_data_file(path).values.tolist() == np.eye(3).tolist()
    assert [each.name for each in tmp_path.rglob("*")] == ["in", "forged.npz"]


@pytest.mark.parametrize(
    "data", [b"nothing", b"SQLite format 3\0" + b"\0" * 100, pickle.dumps(Canary("ran"))]
)
def test_a_store_that_is_none(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "forged.sqlite"
    path.write_bytes(data)
    refused(Store, path)
    assert not (tmp_path / "ran").exists()


def test_a_store_of_other_tables(tmp_path):
    path = tmp_path / "forged.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table outcomes (x)")
    connection.close()
    refused(Store, path)


def test_names_of_nodes_are_text_on_a_page():
    from dagbag.r_compat.comparison.page import _edges, _table

    shown = _table(("a", "b"), [(_edges((("<script>alert(1)</script>", "<img src=x>"),)), "&")])
    assert "<script" not in shown
    assert "<img" not in shown
    assert "&lt;script&gt;" in shown


def test_no_module_unpickles():
    """Files are opened by readers of this project, none of which runs what it reads."""
    words = re.compile(
        r"pickle\.load|Unpickler|allow_pickle=True|import (shelve|marshal|yaml)|joblib\.load"
    )
    for package in (dagbag, sys.modules["dagbag.r_compat"]):
        for file in Path(package.__file__).parent.rglob("*.py"):
            assert not words.search(file.read_text(encoding="utf-8")), file


def test_nothing_is_run_by_any_reader(tmp_path):
    """Every reader, in a process of its own, on a pickle under every name."""
    (tmp_path / "x").write_bytes(pickle.dumps(Canary(tmp_path / "ran"), 4))
    buffer = io.BytesIO()
    np.save(buffer, np.array([Canary(tmp_path / "ran")], dtype=object), allow_pickle=True)
    (tmp_path / "y").write_bytes(buffer.getvalue())
    program = """
import sys, numpy as np
from pathlib import Path
from dagbag import Ensemble, score
from dagbag.r_compat import rvalues as rv
from dagbag._input.data_files import read_data_file
from dagbag._input.files import read_table
from dagbag.exchange import read_graph as read_exchanged
from dagbag.study import read_graph
from dagbag.study._store import Store
Y = np.random.default_rng(0).standard_normal((20, 3))
readers = [read_exchanged, Ensemble.load, rv.read_rds, rv.load, Store, read_graph, read_table, read_data_file, rv.read_csv, lambda p: score(Y, 2, checkpoint=p)]
for suffix in (".npz", ".rds", ".RData", ".npy", ".gml", ".graphml", ".csv", ".parquet", ".sqlite", ".json", ".dot", ".sif", ".txt"):
    for name in "xy":
        path = Path(sys.argv[1]) / (name + suffix)
        path.write_bytes((Path(sys.argv[1]) / name).read_bytes())
        for read in readers:
            try:
                read(path)
            except (ValueError, TypeError):
                continue
            print("read", path, read)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "ran").exists()


# Settings of a run


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"settings"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"settings": []}',
        b'{"settings": {"n_boot": 1e400}}',
        b'{"settings": {"n_boot": ' + b"9" * 5000 + b"}}",
        b'{"settings": {"n_boot": [1]}}',
        b'{"settings": {"n_boot": true}}',
        b'{"settings": {"n_boot": "__import__(\'os\')"}}',
        b'{"settings": {"learner": "os.system"}}',
        b'{"settings": {"checkpoint": "/etc/passwd"}}',
        b'{"settings": {"cutoff": NaN}}',
        b'{"settings": {}, "knowledge": "/etc/passwd"}',
    ],
)
def test_forged_settings_of_a_run(content, tmp_path):
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="run.json"):
        read_settings(read_record(path).run.settings, str(path))
