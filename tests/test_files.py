"""Files that are whole or not there: kills, errors, several writers, folders on the disk."""

import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

from dagbag import Ensemble, load_example, score
from dagbag._runs import whole_files as _files
from dagbag._runs.checkpoint import Checkpoint
from dagbag._runs.whole_files import sync_folder, write_text, write_whole

KINDS = ["unnamed", "named"]


@pytest.fixture(params=KINDS)
def kind(request, monkeypatch):
    """Files without a name, and a file system that has none."""
    if request.param == "named":
        monkeypatch.setattr(_files, "_open_unnamed", lambda _folder: None)
    return request.param


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_made_and_replaced(kind, tmp_path):  # noqa: ARG001
    path = tmp_path / "file"
    for text in ("first", "second, longer", "3"):
        write_text(path, text)
        assert path.read_text() == text
        assert names(tmp_path) == ["file"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_an_error_changes_nothing(kind, tmp_path):  # noqa: ARG001
    path = tmp_path / "file"
    write_text(path, "before")

    def fail(file):
        file.write(b"half")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_whole(path, fail)
    assert path.read_text() == "before"
    assert names(tmp_path) == ["file"]


def test_a_folder_that_is_not_there(kind, tmp_path):  # noqa: ARG001
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "none" / "file", "")


def test_a_pipe_is_written_to(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=write_text, args=(tmp_path / "pipe", "through"))
    writer.start()
    assert (tmp_path / "pipe").read_text() == "through"
    writer.join()
    with pytest.raises(IsADirectoryError):
        write_text(tmp_path, "")


KILLED = """
import os, pathlib, signal, sys
from dagbag._runs import whole_files as _files
if {named}:
    _files._open_unnamed = lambda folder: None
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if {at_end}:
    pathlib.Path.replace = die
def write(file):
    file.write(b"x" * 100_000)
    file.flush()
    if not {at_end}:
        die()
_files.write_whole(sys.argv[1], write)
"""


def kill_in(tmp_path, *, named, at_end):
    code = KILLED.format(named=named, at_end=at_end)
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "file"], check=False)
    assert done.returncode == -signal.SIGKILL


def test_a_kill_in_the_midst_of_writing_leaves_nothing(tmp_path):
    write_text(tmp_path / "file", "before")
    kill_in(tmp_path, named=False, at_end=False)
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text() == "before"


@pytest.mark.parametrize(("named", "at_end"), [(True, False), (True, True), (False, True)])
def test_what_a_kill_leaves_goes_with_the_next_writing(tmp_path, named, at_end):
    write_text(tmp_path / "file", "before")
    for _ in range(2):  # it is one file, however often
        kill_in(tmp_path, named=named, at_end=at_end)
        assert names(tmp_path) == [".file.tmp", "file"]
    assert (tmp_path / "file").read_text() == "before"
    write_text(tmp_path / "file", "after")
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text() == "after"


SAVING = """
import sys
from dagbag import Ensemble
ensembles = [Ensemble.load(path) for path in sys.argv[2:]]
print("ready", flush=True)
while True:
    for ensemble in ensembles:
        ensemble.save(sys.argv[1])
"""


def test_kills_at_any_time_leave_one_ensemble_or_the_other(tmp_path):
    both = [score(load_example().Y, 4, "eBIC", seed=seed) for seed in (1, 2)]
    given = [tmp_path / "a.npz", tmp_path / "b.npz"]
    for ensemble, path in zip(both, given, strict=True):
        ensemble.save(path)
    folder = tmp_path / "saved"
    folder.mkdir()
    both[0].save(folder / "e.npz")
    wait = random.Random(3)
    for _ in range(4):
        command = [sys.executable, "-c", SAVING, folder / "e.npz", *given]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(wait.uniform(0, 0.02))
            process.kill()
        assert Ensemble.load(folder / "e.npz") in both
    both[1].save(folder / "e.npz")
    assert names(folder) == ["e.npz"]


def test_writers_at_the_same_time_leave_one_whole_file(kind, tmp_path):  # noqa: ARG001
    path = tmp_path / "file"
    texts = [letter * 50_000 for letter in "abcd"]

    def many(text):
        for _ in range(10):
            write_text(path, text)
            assert path.read_text() in texts

    threads = [threading.Thread(target=many, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in texts
    assert names(tmp_path) == ["file"]


@pytest.fixture
def synced(monkeypatch):
    """What was brought to the disk, in order: files, folders."""
    seen, fsync = [], os.fsync

    def note(descriptor):
        seen.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    return seen


def test_the_folder_is_synced_after_the_name_is_given(kind, tmp_path, synced):  # noqa: ARG001
    for text in ("new", "replaced"):
        write_text(tmp_path / "file", text)
        assert synced == ["file", "folder"]
        synced.clear()


def test_the_folder_of_a_new_checkpoint_is_synced(tmp_path, synced, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "run.ckpt", "here.ckpt"):
        with Checkpoint.open(path, {}):
            assert synced == ["file", "folder"]
        synced.clear()


def test_file_systems_that_sync_no_folders(tmp_path, monkeypatch):
    def refuse(_descriptor):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    sync_folder(tmp_path)
