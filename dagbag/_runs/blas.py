"""BLAS held to one thread while replicates are learned: more would change the last bits.

Libraries are found by threadpoolctl, and where a release of it does not know how numpy's or
scipy's own OpenBLAS is called (3.4 and before), through the module that is linked with it.
OpenBLAS and MKL are then told directly: threadpoolctl from 3.8 on obeys a single thread of the
process and ignores the others without a word.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..exceptions import warn_user

# Modules that are linked with a BLAS of their own.
LINKED = ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath", "scipy.linalg._fblas")
# Names of OpenBLAS's functions, as wheels and distributions change them.
OPENBLAS = tuple(
    f"{prefix}openblas_{{}}{suffix}" for prefix in ("", "scipy_") for suffix in ("", "64_", "_64")
)
_OPENMP = 2  # what openblas_get_parallel says


@dataclass(frozen=True)
class Library:
    """A loaded BLAS: how its number of threads is read and set."""

    key: object  # tells libraries apart
    name: str
    get: Callable[[], int]
    put: Callable[[int], Any]
    local: bool = False  # whether the number is that of the calling thread alone


def openblas_function(handle: ctypes.CDLL, name: str) -> Any:
    """Return a function of the OpenBLAS that a library is or is linked with, None without one."""
    names = (pattern.format(name) for pattern in OPENBLAS)
    return next((getattr(handle, each) for each in names if hasattr(handle, each)), None)


def _uses_openmp(handle: ctypes.CDLL) -> bool:
    """Whether OpenBLAS has the threads of OpenMP, whose number each thread has for itself."""
    parallel = openblas_function(handle, "get_parallel")
    openmp = parallel is not None and parallel() == _OPENMP
    return openmp and hasattr(handle, "omp_set_num_threads")


def _library(handle: ctypes.CDLL) -> Library | None:
    """Return the OpenBLAS or MKL that a library is or is linked with."""
    local = hasattr(handle, "MKL_Set_Num_Threads_Local")
    if local:
        name, get, put = "MKL", handle.MKL_Get_Max_Threads, handle.MKL_Set_Num_Threads_Local
    else:
        name = "OpenBLAS"
        get = openblas_function(handle, "get_num_threads")
        put = openblas_function(handle, "set_num_threads")
        if get is None or put is None:
            return None
        local = _uses_openmp(handle)
        if local:
            get, put = handle.omp_get_max_threads, handle.omp_set_num_threads
    return Library(ctypes.cast(put, ctypes.c_void_p).value, name, get, put, local)


def linked_handles(package: str = "") -> Iterator[ctypes.CDLL]:
    """Yield the modules of a package, or of all, that are linked with BLAS."""
    for name in LINKED:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is not None and name.startswith(package):
            yield ctypes.CDLL(path)


def find_libraries() -> list[Library]:
    """Return every BLAS that is loaded."""
    from threadpoolctl import ThreadpoolController

    found: dict[object, Library] = {}
    for lib in ThreadpoolController().lib_controllers:
        if lib.user_api == "blas":
            library = _library(ctypes.CDLL(lib.filepath)) or Library(
                lib.filepath, lib.internal_api, lib.get_num_threads, lib.set_num_threads
            )
            found.setdefault(library.key, library)
    for handle in linked_handles():
        known = _library(handle)
        if known is not None:
            found.setdefault(known.key, known)
    return list(found.values())


class _Numbers:
    """The numbers of threads that libraries had before they were held.

    Any moment may be the last, as Ctrl-C comes between two lines: a number is kept before it is
    changed, and forgotten after it is put back.
    """

    def __init__(self) -> None:
        self._own: dict[object, tuple[Library, int]] = {}

    def hold(self, library: Library) -> bool:
        """Hold a library to one thread; whether it had been held and somebody changed it."""
        number = library.get()
        held = library.key in self._own
        if not held or number != 1:  # who changed it wants that number afterwards
            self._own[library.key] = (library, number)
        if number != 1:
            library.put(1)
        return held and number != 1

    def give_back(self) -> None:
        """Put the numbers back, unless somebody has set another one."""
        for key, (library, number) in list(self._own.items()):
            if number != 1 and library.get() == 1:
                library.put(number)
            self._own.pop(key, None)


class _Thread(threading.local):
    """What a thread knows of libraries whose number is its own."""

    def __init__(self) -> None:
        self.numbers = _Numbers()


class _Process:
    """Who needs one thread: the first to come sets the limit, the last to go lifts it.

    Libraries that are loaded in between are held from the next question on.
    """

    def __init__(self) -> None:
        self._libraries: list[Library] = []
        self._modules = 0  # imported when libraries were looked for
        self._unheld: set[object] = set()  # libraries that do not obey; the user was told
        self._thread = _Thread()
        self._numbers = _Numbers()
        self._holds: dict[OneBlasThread, int] = {}  # with the thread that took it
        self._changes = 0  # how often others set another number meanwhile
        self.lock = threading.RLock()  # a signal handler may come here while its thread is here

    def take(self, hold: OneBlasThread) -> None:
        """Hold all libraries."""
        with self.lock:
            self._holds[hold] = threading.get_ident()
            self.check()
            hold.changes = self._changes

    def check(self) -> int:
        """Hold the libraries that are loaded by now; return how often others have changed one."""
        with self.lock:
            modules = len(sys.modules)
            if modules != self._modules:  # looking for libraries takes 1 ms
                self._libraries = find_libraries()
                self._modules = modules
            for library in self._libraries:
                numbers = self._thread.numbers if library.local else self._numbers
                self._changes += numbers.hold(library)
            refused = [lib for lib in self._libraries if lib.get() != 1]
        self._tell(refused)
        return self._changes

    def _tell(self, refused: list[Library]) -> None:
        for library in refused:
            if library.key not in self._unheld:
                self._unheld.add(library.key)
                warn_user(
                    f"{library.name} cannot be held to one thread, so that the last bits of "
                    "scores may depend on the number of workers; start Python with "
                    "OPENBLAS_NUM_THREADS=1 and MKL_NUM_THREADS=1",
                    RuntimeWarning,
                )

    def release(self, hold: OneBlasThread) -> None:
        """Lift the limit if nobody else needs it; at any time, and any number of times."""
        with self.lock:
            self._holds.pop(hold, None)
            if threading.get_ident() not in self._holds.values():
                self._thread.numbers.give_back()
            if not self._holds:
                self._numbers.give_back()

    def release_all(self, group: object) -> None:
        """Release what a group has taken in all threads, as nobody waits for their results."""
        for hold in [hold for hold in list(self._holds) if hold.group is group]:
            self.release(hold)

    def after_fork(self) -> None:
        """Forget the holds of threads that are not in this child; one may have had the lock."""
        self.lock = threading.RLock()
        me = threading.get_ident()
        self._holds = {hold: thread for hold, thread in self._holds.items() if thread == me}
        if not self._holds:
            self._numbers.give_back()


_process = _Process()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_process.after_fork)


class OneBlasThread:
    """A ``with`` block in which BLAS has one thread.

    Parameters
    ----------
    group : object, optional
        What the blocks of all threads that work on the same have in common.
    """

    def __init__(self, group: object = None) -> None:
        self.group = self if group is None else group
        self.changes = 0

    def __enter__(self) -> OneBlasThread:
        try:
            _process.take(self)
        except BaseException:
            self.release()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()

    def was_kept(self) -> bool:
        """Whether nobody has set another number of threads since this was last asked."""
        before, self.changes = self.changes, _process.check()
        return before == self.changes

    def release(self) -> None:
        """End before the block does; any number of times."""
        _process.release(self)

    def release_group(self) -> None:
        """Release all blocks of the group."""
        _process.release_all(self.group)
        self.release()
