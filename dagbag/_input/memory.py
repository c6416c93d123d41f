"""How much memory can be had, and what is refused because it needs more.

What can be had is the least of: what the machine has free; what is left in the process's control
group and in each group above it (containers, jobs of a cluster, slices of systemd; of version 1 or
2); and what the process's own limits leave (``ulimit -v``). The kernel kills who goes beyond the
first two, without a word. So a run is refused before it begins if its draws and workers cannot fit.
How many edges its graphs will have nobody knows before: once the first are learned they are
counted, and a run whose graphs will not fit ends then, with all that is finished.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

if sys.platform != "win32":
    import resource

GRAPH_BYTES = 1000  # of a replicate without its edges
EDGE_BYTES = 8
UNWATCHED = 3e7  # what needs less is not worth a look at the machine, which takes 0.5 ms
_PROC = Path("/proc")


def available_memory() -> float:
    """Return the bytes of memory that can be had; infinity if that is not known."""
    return max(min(_free_in_machine(), _free_in_groups(), _free_in_process()), 0.0)


def _free_in_machine(proc: Path = _PROC) -> float:
    try:
        for line in (proc / "meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    except OSError:
        pass
    return math.inf


# The process's own limits


def _free_in_process(proc: Path = _PROC) -> float:
    """Return what the limits of the process leave: of its address space, and of its data."""
    if sys.platform == "win32":
        return math.inf
    try:  # pages: total, resident, shared, text, library, data
        pages = [int(word) for word in (proc / "self" / "statm").read_text().split()]
        used = {"RLIMIT_AS": pages[0], "RLIMIT_DATA": pages[5]}
    except (OSError, ValueError, IndexError):
        used = {}
    size = os.sysconf("SC_PAGESIZE")
    return min(
        _limit(name) - size * float(used.get(name, 0)) for name in ("RLIMIT_AS", "RLIMIT_DATA")
    )


def _limit(name: str) -> float:
    if sys.platform == "win32" or not hasattr(resource, name):
        return math.inf
    limit = resource.getrlimit(getattr(resource, name))[0]
    return math.inf if limit == resource.RLIM_INFINITY else float(limit)


# Control groups


def _free_in_groups(proc: Path = _PROC) -> float:
    """Return what is left in the process's control group and in those above it."""
    return min((_free_in_group(folder) for folder in _group_folders(proc)), default=math.inf)


def _free_in_group(folder: Path) -> float:
    """Return what is left in a group, of either version; infinity if it has no limit."""
    for limit, usage, cache in (
        ("memory.max", "memory.current", "inactive_file"),
        ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ):
        try:
            text = (folder / limit).read_text().strip()
            if text != "max":
                used = float((folder / usage).read_text()) - _droppable(folder, cache)
                return float(text) - used
        except (OSError, ValueError):
            continue
    return math.inf


def _droppable(folder: Path, name: str) -> float:
    """Return the cache of files in a group, which the kernel drops before it kills."""
    for line in (folder / "memory.stat").read_text().splitlines():
        key, _, value = line.partition(" ")
        if key == name:
            return float(value)
    return 0.0


def _group_folders(proc: Path) -> Iterator[Path]:
    """Yield the folders of the process's group and of all above it, as far as they can be seen."""
    try:
        groups = (proc / "self" / "cgroup").read_text().splitlines()
        mounts = (proc / "self" / "mountinfo").read_text().splitlines()
    except OSError:
        return
    for line in groups:  # number:controllers:path, without controllers in version 2
        _, controllers, path = (*line.split(":", 2), "", "", "")[:3]
        if controllers == "" or "memory" in controllers.split(","):
            for root, mount in _mounts(mounts, unified=controllers == ""):
                yield from _upwards(mount, _below(path, root))


def _mounts(lines: list[str], *, unified: bool) -> Iterator[tuple[str, Path]]:
    """Yield the root and the folder of mounted hierarchies that control memory."""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields, kinds = before.split(), after.split()
        if len(fields) < 5 or len(kinds) < 3:
            continue
        memory = kinds[0] == "cgroup" and "memory" in kinds[2].split(",")
        if kinds[0] == "cgroup2" if unified else memory:
            yield fields[3], Path(fields[4].replace("\\040", " "))


def _below(path: str, root: str) -> str:
    """Return a group's path below the root of a mount; the root itself if it is not there."""
    if ".." in path.split("/"):  # outside of what the container sees
        return ""
    root = root.rstrip("/")
    return path[len(root) :] if path == root or path.startswith(f"{root}/") else ""


def _upwards(mount: Path, path: str) -> Iterator[Path]:
    folder = mount / path.strip("/")
    yield folder
    while folder != mount:
        folder = folder.parent
        yield folder


# What is refused


def fits(each: float, workers: int = 1, other: float = 0.0) -> bool:
    """Tell whether workers that need so many bytes each, and other bytes, fit."""
    need = workers * each + other
    return need < UNWATCHED or need <= available_memory()


def check_fit(what: str, each: float, workers: int = 1, other: float = 0.0, hint: str = "") -> None:
    """Refuse what cannot fit, before it begins: the kernel would only be killed.

    Each of the workers needs so many bytes for what it does; other bytes are needed whoever works.
    A hint says what else could be done.
    """
    if workers * each + other < UNWATCHED:
        return
    available = available_memory()
    if available < other:
        raise MemoryError(
            f"the draws and graphs of so many replicates need {gigabytes(other)} of memory, "
            f"{gigabytes(available)} are available"
        )
    left = available - other
    if workers * each <= left:
        return
    fit = int(left // each)
    fewer = f"; n_jobs={fit} would fit" if 0 < fit < workers else ""
    raise MemoryError(
        f"{what} {'needs' if workers == 1 else 'need'} {gigabytes(workers * each)} of memory, "
        f"{gigabytes(left)} are available{fewer}{hint}"
    )


def check_array(name: str, shape: tuple[int, ...], itemsize: int, hint: str) -> None:
    """Refuse an array that cannot fit, and say what to look at instead."""
    check_room(f"{name} of shape {shape}", float(itemsize) * math.prod(shape), f"; {hint}")


def check_room(what: str, need: float, hint: str = "") -> None:
    """Refuse what cannot fit, before a part of it is made."""
    if need < UNWATCHED:
        return
    available = available_memory()
    if need > available:
        raise MemoryError(
            f"{what} needs {gigabytes(need)} of memory, {gigabytes(available)} are available{hint}"
        )


def gigabytes(size: float) -> str:
    """Return a size for readers."""
    return f"{size / 1e9:.1f} GB"


class GraphRoom:
    """Watches whether the graphs of a run will fit, from the edges of those that are finished.

    They are looked at after 1, 2, 4, 8, ... of them. Each is kept until the last is there, and then
    one after the other is put where all are.

    Parameters
    ----------
    wanted : int
        Replicates of the run.
    sizes : sequence of int
        Edges of those that need not be learned.
    """

    def __init__(self, wanted: int, sizes: Sequence[int] = ()) -> None:
        self._wanted = wanted
        self._count = len(sizes)
        self._edges = sum(sizes)
        self._next = self._count + 1

    def add(self, n_edges: int) -> None:
        """Count a finished graph.

        Raises
        ------
        MemoryError
            If those that are to come will not fit.
        """
        self._count += 1
        self._edges += n_edges
        if self._count == self._next:
            self._next *= 2
            self._check()

    def _check(self) -> None:
        mean = self._edges / self._count
        need = (self._wanted - self._count) * (GRAPH_BYTES + EDGE_BYTES * mean)
        if need < UNWATCHED:
            return
        available = available_memory()
        if need > available:
            raise MemoryError(
                f"{self._wanted} graphs of {mean:.0f} edges, as the first {self._count} have, need "
                f"{gigabytes(need)} more memory, {gigabytes(available)} are available; what is "
                "finished is in .ensemble of this error: ask for fewer replicates (n_boot), or for "
                "sparser graphs (max_parents, or a score with a larger penalty)"
            )
