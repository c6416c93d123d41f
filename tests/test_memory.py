"""Memory: how much can be had under every kind of limit, and what is refused for want of it."""

import math
import subprocess
import sys

import numpy as np
import pytest
from problems import SMALL_RUN, small_run_data

from dagbag import bag, score, score_shd
from dagbag._input import memory as _memory
from dagbag._input.memory import GraphRoom, _free_in_groups, _free_in_machine, _free_in_process
from dagbag._search import search as _search
from dagbag.exceptions import quietly
from dagbag.learners import SpanningTree


@pytest.fixture(scope="module")
def Y():
    return small_run_data()


@pytest.fixture(scope="module")
def expected(Y):
    return score(Y, **SMALL_RUN, n_jobs=1)


# How much there is

UNLIMITED = 9223372036854771712  # what version 1 says where there is no limit


class Machine:
    """A folder that looks like /proc and /sys/fs/cgroup."""

    def __init__(self, folder):
        self.folder = folder
        self.proc = folder / "proc"
        (self.proc / "self").mkdir(parents=True)
        self.mounts = []

    def process(self, *groups):
        (self.proc / "self" / "cgroup").write_text("".join(f"{group}\n" for group in groups))
        (self.proc / "self" / "mountinfo").write_text("".join(self.mounts))

    def mount(self, path, kind, options="rw", root="/"):
        where = str(self.folder / path).replace(" ", "\\040")
        self.mounts.append(
            f"35 31 0:32 {root} {where} rw,relatime shared:9 - {kind} cgroup {options}\n"
        )

    def group(self, path, limit, used, cache=0, version=2):
        names = (
            ("memory.max", "memory.current", "inactive_file"),
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        )[2 - version]
        folder = self.folder / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / names[0]).write_text(f"{limit}\n")
        (folder / names[1]).write_text(f"{used}\n")
        (folder / "memory.stat").write_text(f"anon 1\n{names[2]} {cache}\nactive_file 3\n")

    def free(self):
        return _free_in_groups(self.proc)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path / "a machine")


def test_nothing_is_known_of_a_machine_without_proc(tmp_path):
    assert _free_in_machine(tmp_path) == math.inf
    assert _free_in_groups(tmp_path) == math.inf


def test_free_memory_of_the_machine(machine):
    (machine.proc / "meminfo").write_text("MemTotal: 9 kB\nMemFree: 1 kB\nMemAvailable:   5 kB\n")
    assert _free_in_machine(machine.proc) == 5 * 1024


def test_a_container_of_version_2(machine):
    machine.mount("cgroup", "cgroup2")
    machine.process("0::/")
    machine.group("cgroup", 1000, 700, 50)
    assert machine.free() == 350
    machine.group("cgroup", "max", 700)
    assert machine.free() == math.inf


def test_any_group_above_may_have_the_limit(machine):
    machine.mount("cgroup", "cgroup2")
    machine.process("0::/user.slice/user-1000.slice/job.scope")
    (machine.folder / "cgroup").mkdir()  # the first group of all has no files of memory
    machine.group("cgroup/user.slice", 5000, 4000, 500)
    machine.group("cgroup/user.slice/user-1000.slice", "max", 4000)
    machine.group("cgroup/user.slice/user-1000.slice/job.scope", 9000, 100)
    machine.group("cgroup/other.slice", 10, 10)
    assert machine.free() == 1500
    machine.group("cgroup/user.slice/user-1000.slice", 4100, 4000)
    assert machine.free() == 100


def test_version_1(machine):
    machine.mount("cgroup/cpu", "cgroup", "rw,cpu")
    machine.mount("cgroup/memory", "cgroup", "rw,memory")
    machine.process("9:memory:/slurm/job_7/step_0", "3:cpu,cpuacct:/elsewhere", "1:name=systemd:/x")
    machine.group("cgroup/memory", UNLIMITED, 10**9, version=1)
    machine.group("cgroup/memory/slurm", UNLIMITED, 10**9, version=1)
    machine.group("cgroup/memory/slurm/job_7", 8000, 3000, 1000, version=1)
    machine.group("cgroup/memory/slurm/job_7/step_0", UNLIMITED, 2000, version=1)
    machine.group("cgroup/cpu/elsewhere", 1, 1, version=1)
    assert machine.free() == 6000
    machine.group("cgroup/memory/slurm/job_7", UNLIMITED, 3000, version=1)
    assert machine.free() > 1e18


def test_both_versions_at_once(machine):
    machine.mount("cgroup/memory", "cgroup", "rw,memory")
    machine.mount("cgroup/unified", "cgroup2")
    machine.process("9:memory:/a", "0::/b")
    machine.group("cgroup/memory/a", 900, 100, version=1)
    (machine.folder / "cgroup/unified/b").mkdir(parents=True)
    assert machine.free() == 800


@pytest.mark.parametrize(
    ("path", "root", "free"),
    [
        ("/docker/abc", "/docker/abc", 900),  # the host's path, the container's mount
        ("/docker/abc/inner", "/docker/abc", 70),
        ("/docker/abc", "/", 900),  # the host's path, and no namespace to tell
        ("/../other", "/", 900),
        ("/docker/abcd", "/docker/abc", 900),
    ],
)
def test_what_a_container_sees_of_the_host(machine, path, root, free):
    machine.mount("cgroup", "cgroup2", root=root)
    machine.process(f"0::{path}")
    machine.group("cgroup", 1000, 100)
    machine.group("cgroup/inner", 100, 30)
    assert machine.free() == free


def test_files_that_cannot_be_read_limit_nothing(machine):
    machine.mount("cgroup", "cgroup2")
    machine.mounts.append("nonsense\n")
    machine.process("0::/", "nonsense")
    machine.group("cgroup", "junk", 1)
    assert machine.free() == math.inf
    machine.group("cgroup", 1000, 1)
    (machine.folder / "cgroup" / "memory.current").unlink()
    assert machine.free() == math.inf


LIMITED = """
import resource, sys
import numpy as np
from dagbag import score, score_shd
from dagbag._input import memory as _memory
used = 4096 * int(open("/proc/self/statm").read().split()[{field}])
resource.setrlimit(resource.{name}, (used + {room}, resource.RLIM_INFINITY))
print(_memory.available_memory())
Y = np.random.default_rng(1).standard_normal((20, 5))
for ask in (
    lambda: score(Y, 10**6, n_jobs=1),
    lambda: score_shd(score(Y, 3, seed=1, n_jobs=1), max_step=2**31 - 1).movement,
):
    try:
        ask()
    except MemoryError as error:
        print(error)
"""


@pytest.mark.parametrize(("name", "field"), [("RLIMIT_AS", 0), ("RLIMIT_DATA", 5)])
def test_the_limits_of_the_process(name, field):
    code = LIMITED.format(name=name, field=field, room=400 * 10**6)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    available, *errors = done.stdout.splitlines()
    assert 3e8 < float(available) < 4e8 + 1e6
    assert errors[0].startswith(
        "the draws and graphs of so many replicates need 1.0 GB of memory, 0."
    )
    assert errors[1].startswith("movement of shape (2147483647, 3) needs 25.8 GB of memory, 0.")


def test_a_process_without_limits(machine):
    (machine.proc / "self" / "statm").write_text("1 1 1 1 0 1 0\n")
    assert _free_in_process(machine.proc) > 1e12
    assert _memory.available_memory() > 0


# What is refused


def test_so_many_replicates_are_refused_before_they_are_drawn(Y, monkeypatch):
    monkeypatch.setattr(_memory, "available_memory", lambda: 1e9)
    with pytest.raises(MemoryError, match="so many replicates need .* GB of memory, 1.0 GB are"):
        score(Y, 2**31 - 1, n_jobs=1)
    with pytest.raises(MemoryError, match="so many replicates need .* GB of memory, 1.0 GB are"):
        bag(Y, SpanningTree(), 10**8, n_jobs=1)


def test_a_run_that_cannot_fit_says_so_before_it_begins(Y, monkeypatch):
    monkeypatch.setattr(_memory, "UNWATCHED", 0)
    monkeypatch.setattr(_memory, "available_memory", lambda: 1.5 * (25 * 40 * 40 + 16 * 80 * 40))
    calls = []
    with pytest.raises(
        MemoryError, match=r"2 searches on 40 nodes at once need 0.0 GB.*; n_jobs=1 would fit"
    ):
        score(Y, **SMALL_RUN, n_jobs=2, progress=lambda *told: calls.append(told))
    assert calls == []
    monkeypatch.setattr(_memory, "available_memory", lambda: 0.8 * (25 * 40 * 40 + 16 * 80 * 40))
    with pytest.raises(MemoryError, match=r"a search on 40 nodes needs 0.0 GB of memory"):
        score(Y, **SMALL_RUN, n_jobs=1)
    monkeypatch.setattr(_memory, "available_memory", lambda: 1.5 * 16 * 80 * 40 + 10**4)
    with pytest.raises(MemoryError, match=r"2 resamples at once need .*; n_jobs=1 would fit"):
        bag(Y, SpanningTree(), 5, n_jobs=2)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_graphs_that_will_not_fit_end_the_run_with_what_is_finished(
    Y, tmp_path, monkeypatch, n_jobs
):
    """Edges are known only after the first graphs are: here each has 20."""
    monkeypatch.setattr(_memory, "UNWATCHED", 0)
    need = 64 * (1000 + 8 * 20 * 2)
    asked = iter([10 * need] * 3)  # before the run, and the first looks; then others take it

    monkeypatch.setattr(_memory, "available_memory", lambda: next(asked, need / 10))
    full = np.triu(np.ones((40, 40)), 1)
    full[1:, :] = 0
    full[0, 21:] = 0
    path = tmp_path / "run.ckpt"
    with pytest.raises(
        MemoryError, match=r"64 graphs of 20 edges, as the first 4 have, need"
    ) as caught:
        bag(Y, lambda _data: full, 64, seed=1, n_jobs=n_jobs, checkpoint=path)
    finished = caught.value.ensemble
    assert 4 <= len(finished) < 64
    monkeypatch.undo()
    whole = bag(Y, SpanningTree(), 64, seed=1, n_jobs=1)
    assert finished.distinct_rows.tolist() == whole.distinct_rows[finished.index].tolist()


def test_a_small_run_does_not_look_at_the_machine(Y, expected, monkeypatch):
    """It takes as long as half a search at p = 100."""
    monkeypatch.setattr(_memory, "available_memory", lambda: pytest.fail("looked"))
    assert score(Y, **SMALL_RUN, n_jobs=1) == expected
    assert expected.adj_matrix.shape == (40, 40, 9)


def test_an_array_that_cannot_fit_says_so(expected, monkeypatch):
    monkeypatch.setattr(_memory, "UNWATCHED", 0)
    monkeypatch.setattr("dagbag._input.memory.available_memory", lambda: 1e4)
    with pytest.raises(MemoryError, match=r"adj_matrix of shape \(40, 40, 9\) needs"):
        expected.adj_matrix  # noqa: B018
    result = score_shd(expected, max_step=2**31 - 1)
    with pytest.raises(
        MemoryError, match=r"movement of shape \(2147483647, 3\) needs 25.8 GB of memory.*see edges"
    ):
        result.movement  # noqa: B018


def test_steps_without_end_need_no_memory(Y, monkeypatch):
    forest = {"random_forest": True, "random_step_length": 0.5, "seed": 2}
    short, long = (score(Y, max_step=steps, **forest) for steps in (3000, 2**31 - 1))
    assert short.converged
    assert long.moves == short.moves
    several, many = (score(Y, 2, max_step=steps, **forest) for steps in (3000, 2**31 - 1))
    assert several == many
    monkeypatch.setattr(_search, "AHEAD", 7)
    for steps in (1, 7, 8, 3000):
        with quietly():
            part = score(Y, max_step=steps, **forest)
        assert part.moves == short.moves[:steps]
        assert part.converged == (len(short.moves) < steps)
    monkeypatch.setattr("dagbag._input.memory.available_memory", lambda: 1e9)
    for name in ("movement", "delta_min", "bic_ok"):
        with pytest.raises(MemoryError, match=r"of memory, 1.0 GB are available; see moves"):
            getattr(long, name)


def test_graphs_are_looked_at_seldom_and_only_if_they_are_many(monkeypatch):
    looks = []
    monkeypatch.setattr(_memory, "available_memory", lambda: looks.append(1) or math.inf)
    few, many = GraphRoom(1000), GraphRoom(10**7)
    for _ in range(1000):
        few.add(10)
        many.add(1000)
    assert len(looks) == 10
    monkeypatch.setattr(_memory, "available_memory", lambda: 1e9)
    with pytest.raises(
        MemoryError, match=r"10000000 graphs of 1000 edges, as the first 501 have, need 90.0 GB"
    ):
        GraphRoom(10**7, [1000] * 500).add(1000)
