"""Checkpoints under kills, damage, strangers and full disks."""

import copy
import errno
import os
import pickle
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from problems import thorough

from dagbag._runs import checkpoint as _checkpoint
from dagbag._runs.checkpoint import MAGIC, Checkpoint

RUN = {"data": "ab" * 32, "nodes": "cd" * 32, "score_type": "BIC", "max_step": 500, "EPS": 1e-6}
STATE = b"random stream \x00\xff" * 8
FRAME_OVERHEAD = 72  # the module's docstring
VERSION_OFFSET, CRC_OFFSET, PAYLOAD_OFFSET = 8, 52, 56


def payload_of(index):
    rng = random.Random(index)
    return rng.randbytes(rng.choice([0, 1, 40, 400, 3000]))


def write_run(path, indices, state=STATE):
    """Write records and return the bytes of each frame: of the records, and of the headers."""
    frames, headers = {}, [path.read_bytes()] if path.exists() else []
    with Checkpoint.open(path, RUN, state) as checkpoint:
        headers = headers or [path.read_bytes()]
        for index in indices:
            start = path.stat().st_size
            checkpoint.write(index, payload_of(index))
            data = path.read_bytes()[start:]
            end = FRAME_OVERHEAD + len(payload_of(index))
            frames[index] = data[:end]
            headers += [data[end:]] if data[end:] else []
    return frames, headers


def read_run(path, state=b"another"):
    with Checkpoint.open(path, RUN, state) as checkpoint:
        return checkpoint


def set_field(data, at, offset, code, value):
    """Overwrite a field of the frame at an offset, with a CRC that holds."""
    head = bytearray(data[at : at + CRC_OFFSET])
    struct.pack_into(code, head, offset, value)
    return (
        data[:at] + bytes(head) + struct.pack("<I", zlib.crc32(head)) + data[at + PAYLOAD_OFFSET :]
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.ckpt"


# A sound file


def test_round_trip(path):
    write_run(path, range(5))
    with Checkpoint.open(path, RUN, b"another") as checkpoint:
        assert checkpoint.records == {k: payload_of(k) for k in range(5)}
        assert checkpoint.state == STATE
        assert checkpoint.damaged == ""
        checkpoint.write(2**40, b"far")
    assert read_run(path).records == {k: payload_of(k) for k in range(5)} | {2**40: b"far"}
    assert list(path.parent.iterdir()) == [path]


@given(
    st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.floats() | st.text()),
    st.binary(),
)
@thorough
def test_description_and_state_round_trip(description, state):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "run.ckpt")
        Checkpoint.open(path, description, state).close()
        shuffled = dict(reversed(description.items()))
        with Checkpoint.open(str(path), shuffled) as checkpoint:
            assert checkpoint.state == state
            assert checkpoint.records == {}


def test_same_run_same_bytes(tmp_path):
    for name in "ab":
        write_run(tmp_path / name, range(40))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_first_of_two_records_stays(path):
    with Checkpoint.open(path, RUN) as checkpoint:
        checkpoint.write(1, b"first")
        checkpoint.write(1, b"second")
    data = path.read_bytes()
    with Checkpoint.open(path, RUN) as checkpoint:
        assert checkpoint.records == {1: b"first"}
        checkpoint.write(1, b"third")
    assert path.read_bytes() == data
    path.unlink()
    with Checkpoint.open(path, RUN) as checkpoint:
        checkpoint.write(1, b"fourth")
    path.write_bytes(data + path.read_bytes())
    assert read_run(path).records == {1: b"first"}


def test_opening_does_not_change_the_file(path):
    write_run(path, range(3))
    data = path.read_bytes()[:-5]  # torn
    path.write_bytes(data)
    read_run(path)
    assert path.read_bytes() == data


def test_copies_of_the_header_stay_a_small_part(path):
    frames, headers = write_run(path, range(300))
    assert len(headers) > 20
    assert sum(map(len, headers)) < sum(map(len, frames.values())) / 10


def test_empty_file_is_begun(path):
    path.touch()
    write_run(path, range(3))
    assert read_run(path).records == {k: payload_of(k) for k in range(3)}


@pytest.mark.parametrize("value", [[1], {"a": 1}, b"bytes", 1j])
def test_description_is_flat(path, value):
    with pytest.raises(TypeError, match="description must map str to str, int.* got 'lists': "):
        Checkpoint.open(path, {"lists": value})
    with pytest.raises(TypeError, match="got 1: 'one'"):
        Checkpoint.open(path, {1: "one"})
    assert not path.exists()


def test_closed(path):
    checkpoint = Checkpoint.open(path, RUN)
    checkpoint.close()
    checkpoint.close()
    with pytest.raises(ValueError, match=r"checkpoint '.*run\.ckpt' is closed"):
        checkpoint.write(0, b"")


@pytest.mark.parametrize("duplicate", [pickle.dumps, copy.copy, copy.deepcopy])
def test_not_picklable(path, duplicate):
    with (
        Checkpoint.open(path, RUN) as checkpoint,
        pytest.raises(TypeError, match="cannot be pickled or copied"),
    ):
        duplicate(checkpoint)


# Damage


@pytest.mark.slow
def test_cut_at_every_offset(path):
    frames, _ = write_run(path, [0, 2, 3])
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        survivors = [k for k in frames if frames[k] in data[:size]]
        with Checkpoint.open(path, RUN, STATE) as checkpoint:
            assert checkpoint.records == {k: payload_of(k) for k in survivors}
            assert checkpoint.damaged == ""
            for index in frames:
                checkpoint.write(index, payload_of(index))
        again = read_run(path)
        assert (again.records, again.state) == ({k: payload_of(k) for k in frames}, STATE)
        assert again.damaged == ""


def test_every_byte_flipped(path):
    frames, _ = write_run(path, [0, 2, 3])
    data = path.read_bytes()
    for at in range(len(data)):
        bad = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        path.write_bytes(bad)
        checkpoint = read_run(path)
        assert checkpoint.records == {k: payload_of(k) for k in frames if frames[k] in bad}
        assert checkpoint.state == STATE
        assert len(checkpoint.records) == 3 or "damaged" in checkpoint.damaged


def damage(data, draw):
    """Damage a stretch of the data in one of the ways disks, copies and editors do."""
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.integers(1, 600)))
    kind = draw(st.sampled_from(["flip", "zero", "cut", "insert", "repeat", "delete"]))
    if kind == "flip":
        flipped = bytes(byte ^ draw(st.integers(1, 255)) for byte in data[start : start + 3])
        return data[:start] + flipped + data[start + 3 :]
    if kind == "zero":
        return data[:start] + bytes(end - start) + data[end:]
    if kind == "cut":
        return data[:start]
    if kind == "insert":
        return data[:start] + draw(st.binary(max_size=100)) + data[start:]
    if kind == "repeat":
        at = draw(st.integers(0, len(data)))
        return data[:at] + data[start:end] + data[at:]
    return data[:start] + data[end:]


@thorough
@given(st.data())
def test_damage_loses_what_it_touches_and_nothing_else(choices):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "run.ckpt")
        frames, headers = write_run(path, range(choices.draw(st.integers(0, 12))))
        data = path.read_bytes()
        for _ in range(choices.draw(st.integers(1, 4))):
            data = damage(data, choices.draw)
        path.write_bytes(data)
        state = choices.draw(st.sampled_from([STATE, b"another"]))
        survivors = {k: payload_of(k) for k in frames if frames[k] in data}
        has_header = any(header in data for header in headers)
        known = has_header or (survivors and state == STATE)
        try:
            checkpoint = Checkpoint.open(path, RUN, state)
        except ValueError:
            assert not known
            assert path.read_bytes() == data
            return
        with checkpoint:
            if not known:  # cut short before the first record: begun again
                assert not survivors
            assert checkpoint.records == (survivors if known else {})
            assert checkpoint.state == (STATE if has_header else state)
            for index in frames:
                checkpoint.write(index, payload_of(index))
        again = read_run(path, checkpoint.state)
        assert again.records == {k: payload_of(k) for k in frames}
        assert "records" not in again.damaged


def test_losses_are_counted(path):
    frames, _ = write_run(path, range(57))
    data = path.read_bytes()
    for index in (20, 33):
        data = data.replace(frames[index], b"")
    path.write_bytes(data)
    assert read_run(path).damaged == "2 of 57 records were damaged and are learned again"
    write_run(path, [20])
    assert read_run(path).damaged == ""  # 33 is missing, as it was when 20 was written
    assert 33 not in read_run(path).records


def test_damaged_end(path):
    frames, _ = write_run(path, range(5))
    data = path.read_bytes()
    last = data.index(frames[4])
    counted = "1 of 5 records was damaged and is learned again"
    unknown = "the end of the file was damaged"
    for bad, text in [
        (bytes(300), unknown),
        (data[last:-1] + b"!", counted),
        (data[last:-1] + b"!" + bytes(300), f"{counted}; {unknown}"),
    ]:
        path.write_bytes(data[:last] + bad)
        checkpoint = read_run(path)
        assert sorted(checkpoint.records) == [0, 1, 2, 3]
        assert checkpoint.damaged == text
        write_run(path, [4])
        assert path.read_bytes().startswith(data[:last] + bad)  # it may be evidence
        assert read_run(path).damaged == ""


def test_junk_between_records_costs_nothing(path):
    frames, _ = write_run(path, range(5))
    path.write_bytes(path.read_bytes().replace(frames[2], b"junk" + MAGIC + b"junk" + frames[2]))
    checkpoint = read_run(path)
    assert checkpoint.records == {k: payload_of(k) for k in range(5)}
    assert checkpoint.damaged == ""


def test_header_is_read_from_a_copy(path):
    _, headers = write_run(path, range(5))
    path.write_bytes(bytes(len(headers[0])) + path.read_bytes()[len(headers[0]) :])
    checkpoint = read_run(path)
    assert checkpoint.records == {k: payload_of(k) for k in range(5)}
    assert checkpoint.state == STATE
    assert checkpoint.damaged == "the header was damaged and is recovered"


def drop_headers(path, headers):
    data = path.read_bytes()
    for header in headers:
        data = data.replace(header, b"")
    path.write_bytes(data)
    return data


def test_without_header_the_same_run_goes_on(path):
    _, headers = write_run(path, range(5))
    drop_headers(path, headers)
    assert read_run(path, STATE).records == {k: payload_of(k) for k in range(5)}
    write_run(path, [5])  # and puts a header back
    assert read_run(path).records == {k: payload_of(k) for k in range(6)}
    assert read_run(path).state == STATE


def test_without_header_another_stream_is_refused(path):
    _, headers = write_run(path, range(5))
    data = drop_headers(path, headers)
    with pytest.raises(ValueError, match="is damaged: no copy of its header is intact"):
        read_run(path, b"another")
    assert path.read_bytes() == data


def test_shortened_header_hides_no_records(path):
    # What is left is shorter than the header says it is, as if the header had been cut short.
    frames, headers = write_run(path, [1], bytes(5000))
    data = headers[0][:100] + frames[1]
    path.write_bytes(data)
    with pytest.raises(ValueError, match="is damaged"):
        read_run(path)
    assert path.read_bytes() == data
    assert read_run(path, bytes(5000)).records == {1: payload_of(1)}


def test_records_of_another_run_are_not_mixed_in(path):
    write_run(path, [0, 1])
    other = path.with_name("other.ckpt")
    with Checkpoint.open(other, RUN, b"other stream") as checkpoint:
        for index in (1, 2, 3):
            checkpoint.write(index, b"other")
    path.write_bytes(path.read_bytes() + other.read_bytes())
    checkpoint = read_run(path)
    assert checkpoint.records == {k: payload_of(k) for k in (0, 1)}
    assert checkpoint.damaged == ""


def test_length_beyond_the_file_is_not_believed(path):
    frames, _ = write_run(path, range(4))
    data = path.read_bytes()
    bad = set_field(data, data.index(frames[1]), 44, "<Q", 2**62)
    path.write_bytes(bad)
    checkpoint = read_run(path)
    assert sorted(checkpoint.records) == [0, 2, 3]
    assert checkpoint.damaged == "1 of 4 records was damaged and is learned again"


# Files of others


def test_another_run_is_refused(path):
    write_run(path, range(3))
    data = path.read_bytes()
    here = RUN | {"max_step": 1000, "data": "ff" * 32, "EPS": 0.0}
    del here["nodes"]
    with pytest.raises(ValueError, match="another run") as caught:
        Checkpoint.open(path, here | {"shuffle": True}, STATE)
    assert str(caught.value) == (
        f"checkpoint {str(path)!r} belongs to another run: EPS is 1e-06 there, 0.0 here; "
        "data differs; max_step is 500 there, 1000 here; shuffle is absent there, True here; "
        "nodes is present there, absent here; give another file, or remove this one"
    )
    assert path.read_bytes() == data


@pytest.mark.parametrize(("there", "here"), [(1, True), (1, 1.0), (None, "None"), (0.0, -0.0)])
def test_equal_is_not_the_same(path, there, here):
    Checkpoint.open(path, {"x": there}).close()
    with pytest.raises(ValueError, match=f"x is {there!r} there, {here!r} here"):
        Checkpoint.open(path, {"x": here})


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"\x89PNG\r\n\x1a\n", bytes(5000), b"\n"])
def test_foreign_file_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(ValueError, match="'.*run.ckpt' is another kind of file"):
        read_run(path)
    assert path.read_bytes() == content


def test_magic_is_found_across_chunks(path, monkeypatch):
    monkeypatch.setattr(_checkpoint, "_CHUNK", 16)
    _, headers = write_run(path, [])
    for shift in range(20):
        path.write_bytes(bytes(shift) + headers[0])
        assert read_run(path).state == STATE


def test_newer_format_is_refused(path):
    write_run(path, range(3))
    data = set_field(path.read_bytes(), 0, VERSION_OFFSET, "<H", 2)
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"run.ckpt' has format version 2, and this .* reads 1"):
        read_run(path)
    assert path.read_bytes() == data


# The operating system


def test_directory(path):
    path.mkdir()
    with pytest.raises(IsADirectoryError, match="checkpoint cannot be opened: .*run.ckpt"):
        read_run(path)


def test_missing_directory(path):
    with pytest.raises(FileNotFoundError, match="opened: its directory does not exist: '.*a/run"):
        read_run(path.parent / "a" / "run.ckpt")


def test_device():
    with pytest.raises(ValueError, match="checkpoint must be a regular file, got '/dev/null'"):
        Checkpoint.open("/dev/null", RUN)


@pytest.fixture
def nobody():
    """Give up the rights of root, who may write everywhere, for the test."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield
    os.seteuid(user)


def test_no_permission(nobody):  # noqa: ARG001
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.ckpt")
        write_run(path, range(3))
        path.chmod(0o400)
        with pytest.raises(PermissionError, match="checkpoint cannot be opened: .*run.ckpt"):
            read_run(path)


class FullDisk:
    """os.write on a disk that has room for a number of bytes."""

    def __init__(self, room, monkeypatch):
        self.room = room
        self.real = os.write
        monkeypatch.setattr(os, "write", self)

    def __call__(self, descriptor, data):
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = self.real(descriptor, bytes(data)[: self.room])
        self.room -= count
        return count


@pytest.mark.parametrize("room", [0, 1, 60, 471])
def test_full_disk(path, monkeypatch, room):
    write_run(path, range(3))
    data = path.read_bytes()
    with Checkpoint.open(path, RUN, STATE) as checkpoint:
        with monkeypatch.context() as patch:
            FullDisk(room, patch)
            with pytest.raises(
                OSError, match="cannot be written: No space left.*run.ckpt'"
            ) as caught:
                checkpoint.write(9, bytes(400))
        assert caught.value.errno == errno.ENOSPC
        assert path.read_bytes() == data
        checkpoint.write(9, b"there is room again")
    checkpoint = read_run(path)
    assert sorted(checkpoint.records) == [0, 1, 2, 9]
    assert checkpoint.records[9] == b"there is room again"
    assert checkpoint.damaged == ""


def test_file_size_limit(path):
    """The operating system's own short write, and its error after that."""
    write_run(path, range(3))
    data = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Checkpoint.open(path, RUN, STATE) as checkpoint:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(data) + 1000, limits[1]))
        try:
            with pytest.raises(OSError, match="cannot be written: File too large: '.*run.ckpt'"):
                checkpoint.write(9, bytes(100_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == data


@pytest.mark.parametrize("room", [0, 1, 60])
def test_full_disk_at_creation(path, monkeypatch, room):
    with monkeypatch.context() as patch:
        FullDisk(room, patch)
        with pytest.raises(OSError, match="No space left on device"):
            Checkpoint.open(path, RUN)
    assert path.read_bytes() == b""
    assert list(path.parent.iterdir()) == [path]
    write_run(path, range(2))
    assert sorted(read_run(path).records) == [0, 1]


def test_short_writes_go_on(path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data)[:7]))
    write_run(path, range(5))
    assert read_run(path).records == {k: payload_of(k) for k in range(5)}


@pytest.mark.parametrize("part", [0, 30, None])
def test_interrupt_during_a_write(path, monkeypatch, part):
    """Ctrl-C before, in and after the write of a record; the object can be used afterwards."""
    write_run(path, range(3))
    real = os.write

    def interrupted(descriptor, data):
        real(descriptor, bytes(data)[:part])
        raise KeyboardInterrupt

    with Checkpoint.open(path, RUN, STATE) as checkpoint:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", interrupted)
            with pytest.raises(KeyboardInterrupt):
                checkpoint.write(7, payload_of(7))
        assert (payload_of(7) in path.read_bytes()) == (part is None)
        checkpoint.write(8, payload_of(8))
        checkpoint.write(7, payload_of(7))
    checkpoint = read_run(path)
    assert checkpoint.records == {k: payload_of(k) for k in (0, 1, 2, 7, 8)}
    assert checkpoint.damaged == ""


def test_synced_by_the_clock_and_at_close(path, monkeypatch):
    synced = []
    now = [0.0]
    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Checkpoint.open(path, RUN) as checkpoint:
        synced.clear()
        for index in range(100):
            now[0] += 0.1
            checkpoint.write(index, b"")
        assert 8 <= len(synced) <= 10
        checkpoint.write(100, b"")
        synced.clear()
    assert len(synced) == 1


# Other processes

CHILD = """
import os, sys, time
from dagbag._runs.checkpoint import Checkpoint
sys.path.insert(0, {tests!r})
from test_checkpoint import RUN, STATE, payload_of
checkpoint = Checkpoint.open({path!r}, RUN, STATE)
{body}
"""
WRITE_ON = """
for index in range(10**6):
    if index not in checkpoint.records:
        checkpoint.write(index, 100 * payload_of(index))
        print(index, flush=True)
"""
HOLD = "print('open', flush=True); time.sleep(600)"
FORK = """
if os.fork() == 0:
    try:
        checkpoint.write(1, b"from the child")
    except ValueError as error:
        print(os.getpid(), error, flush=True)
time.sleep(600)
"""


def start_child(path, body):
    script = CHILD.format(tests=str(Path(__file__).parent), path=str(path), body=body)
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)


def kill(child):
    child.kill()
    output = child.stdout.read()
    child.wait()
    child.stdout.close()
    return output


@pytest.mark.slow
def test_killed_processes_lose_nothing(path):
    rng = random.Random(5)
    acknowledged = []
    for _ in range(5):
        child = start_child(path, WRITE_ON)
        first = child.stdout.readline()  # a first record is in the file
        time.sleep(rng.random() / 20)
        lines = (first + kill(child)).split(b"\n")[:-1]
        assert lines
        acknowledged += [int(line) for line in lines]
        checkpoint = read_run(path)
        assert checkpoint.damaged == ""
        assert checkpoint.state == STATE
        assert set(acknowledged) <= set(checkpoint.records)
        assert all(checkpoint.records[k] == 100 * payload_of(k) for k in checkpoint.records)
    assert len(set(acknowledged)) == len(acknowledged)


def test_file_in_use(path):
    child = start_child(path, HOLD)
    try:
        assert child.stdout.readline() == b"open\n"
        with pytest.raises(
            BlockingIOError, match="checkpoint is in use by another run: .*run.ckpt"
        ):
            read_run(path)
    finally:
        kill(child)
    assert read_run(path).records == {}


def test_file_in_use_by_this_process(path):
    with Checkpoint.open(path, RUN), pytest.raises(BlockingIOError, match="in use by another run"):
        read_run(path)


def test_file_systems_without_locks(path, monkeypatch):
    def unsupported(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(_checkpoint.fcntl, "flock", unsupported)
    write_run(path, range(3))
    assert sorted(read_run(path).records) == [0, 1, 2]


def test_forked_worker_neither_writes_nor_locks(path):
    child = start_child(path, FORK)
    worker, _, message = child.stdout.readline().decode().partition(" ")
    child.kill()
    child.wait()
    try:
        assert message.endswith("run.ckpt' is closed\n")
        assert read_run(path).records == {}
    finally:
        os.kill(int(worker), signal.SIGKILL)
        child.stdout.close()
