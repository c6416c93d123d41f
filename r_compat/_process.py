"""R's process as seen from this one: start, ask, kill."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from pathlib import Path
from typing import IO, Any

from ._errors import RCrash, RTimeout, RUnavailable
from ._wire import receive, send

START_TIMEOUT = 120.0  # seconds: a cold disk, a long Rprofile.site
LEAVE_TIMEOUT = 1.0  # seconds until R is killed that does not end by itself
_SLICE = 3.6e6  # milliseconds: poll takes at most 2**31 - 1 of them
_TAIL = 2000  # characters of R's output that a message shows at most
_RUN = (
    "import sys; sys.path[:] = {path!r}; from dagbag.r_compat._server import main; main({r}, {w})"
)

DOCTOR = "`python -m dagbag.r_compat doctor` says more"
GET_R = "install R (Debian: apt-get install r-base-core; others: https://cran.r-project.org)"
# The newest rpy2 needs functions that R has since 4.5; 3.6.0 to 3.6.5 do with older ones, too.
OLDEST_FOR_NEW_RPY2 = (4, 5)
GET_RPY2_OLD_R = 'python -m pip install "rpy2-rinterface>=3.6,<3.6.6"'
GET_RPY2 = "python -m pip install rpy2-rinterface"


def get_rpy2(r_version: str | None) -> str:
    """Return the command that installs an rpy2 that fits a version of R.

    Examples
    --------
    >>> get_rpy2("4.2.2")
    'python -m pip install "rpy2-rinterface>=3.6,<3.6.6"'
    >>> get_rpy2("4.5.1")
    'python -m pip install rpy2-rinterface'
    """
    if r_version is None:
        return GET_RPY2_OLD_R
    major, minor = (int(part) for part in r_version.split(".")[:2])
    return GET_RPY2 if (major, minor) >= OLDEST_FOR_NEW_RPY2 else GET_RPY2_OLD_R


def find_r() -> Path | None:
    """Return R's executable: the one on the PATH, or that of R_HOME."""
    found = shutil.which("R")
    if found is not None:
        return Path(found)
    inside = Path(os.environ.get("R_HOME", "/nonexistent")) / "bin" / "R"
    return inside if inside.exists() else None


def wrong_home() -> str | None:
    """Return what is wrong with R_HOME, which rpy2 believes more than the PATH; None if nothing."""
    home = os.environ.get("R_HOME")
    if not home or (Path(home) / "bin" / "R").exists():
        return None
    return f"R_HOME points to {home}, where there is no R; unset it"


def ask_r(code: str, timeout: float = START_TIMEOUT) -> str | None:
    """Run R code without rpy2 and return what it prints, None if that fails."""
    executable = find_r()
    if executable is None:
        return None
    try:
        done = subprocess.run(
            [str(executable), "--no-save", "--no-restore", "--no-init-file", "--no-echo"],
            input=code,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def r_version() -> str | None:
    """Return the version of R, asked without rpy2."""
    said = ask_r('cat("R is", as.character(getRversion()), "\n")') or ""
    found = re.search(r"R is (\d+\.\d+\.\d+)", said)
    return None if found is None else found[1]


class RProcess:
    """A child process with R in it, which answers one request after the other.

    It has a session of its own, so that Ctrl-C at the terminal reaches only the caller, who kills
    it: R would swallow the signal.

    Attributes
    ----------
    greeting : dict
        r_version, r_home, rpy2_version, folder (of R's temporary files).
    """

    def __init__(self) -> None:
        wrong = wrong_home()
        if wrong is not None:
            raise RUnavailable(f"{wrong}; {DOCTOR}")
        if find_r() is None:
            raise RUnavailable(
                f"R was not found, neither on the PATH nor by R_HOME: {GET_R}; {DOCTOR}"
            )
        theirs_in, self._requests = os.pipe()
        self._answers, theirs_out = os.pipe()
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  closed by _end
        environment = {k: v for k, v in os.environ.items() if k != "R_SESSION_INITIALIZED"}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _RUN.format(path=sys.path, r=theirs_in, w=theirs_out)],
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                pass_fds=(theirs_in, theirs_out),
                start_new_session=True,
                env=environment,
            )
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._owner = os.getpid()
        self._folders: list[str] = []  # R's own, known after the greeting
        self._end = weakref.finalize(
            self,
            _end,
            self._process,
            self._requests,
            self._answers,
            self._output,
            self._folders,
            self._owner,
        )
        _processes.add(self)
        self.greeting = self._greet()
        self._folders.append(self.greeting["folder"])

    def _greet(self) -> dict[str, Any]:
        try:
            greeting: dict[str, Any] = self._receive(START_TIMEOUT)
        except RCrash as error:
            raise RUnavailable(f"R does not start inside rpy2: {error}; {DOCTOR}") from None
        if greeting["ready"]:
            return greeting
        self.kill()
        found = greeting["rpy2_version"]
        what = (
            "rpy2, which the bridge to R needs, is not installed"
            if found is None
            else f"rpy2 {found} does not work with this R ({greeting['detail']})"
        )
        raise RUnavailable(f"{what}: {get_rpy2(r_version())}; {DOCTOR}")

    def ask(self, request: dict[str, Any], timeout: float | None = None) -> dict[str, Any]:
        """Send a request and wait for the answer.

        Whatever ends the waiting, Ctrl-C included, ends R, too, unless it was the answer.
        """
        # The child, which shares the file's position, is idle: output of this call alone.
        os.ftruncate(self._output.fileno(), 0)
        os.lseek(self._output.fileno(), 0, os.SEEK_SET)
        try:
            send(self._requests, request)
        except BrokenPipeError:
            raise self._crash() from None
        except BaseException:
            self.kill()
            raise
        answer: dict[str, Any] = self._receive(timeout)
        return answer

    def _receive(self, timeout: float | None) -> Any:
        try:
            self._wait(timeout)
            return receive(self._answers)
        except EOFError:
            raise self._crash() from None
        except BaseException:
            self.kill()
            raise

    def _wait(self, timeout: float | None) -> None:
        """Wait until something can be read, or the other side is gone."""
        poll = select.poll()
        poll.register(self._answers, select.POLLIN)
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if end is None else 1000 * (end - time.monotonic())
            if left is not None and left <= 0:
                raise RTimeout(f"R was killed after timeout={timeout:g} seconds{self._said()}")
            if poll.poll(None if left is None else min(left, _SLICE)):
                return

    def _crash(self) -> RCrash:
        try:
            status = self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        how = (
            f"was killed by {signal.Signals(-status).name}"
            if status < 0
            else f"ended with exit status {status}"
        )
        error = RCrash(f"R's process {how}{self._said()}", status, self.output())
        self._end()
        return error

    def output(self) -> str:
        """Return what R has printed since the last request was sent."""
        if self._output.closed:
            return ""
        descriptor = self._output.fileno()
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode(errors="replace")

    def _said(self) -> str:
        text = self.output().strip()
        return f"; the last it said: {text[-_TAIL:]}" if text else ""

    @property
    def alive(self) -> bool:
        """Whether it can be asked; a copy of it in a forked process cannot."""
        return self._owner == os.getpid() and self._end.alive

    def kill(self) -> None:
        """End R and what it started."""
        self._end()

    def interrupt(self) -> None:
        """Kill R while another thread waits for it, which then does the rest.

        Closing the pipes under that thread could make it read from another file.
        """
        if self.alive and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def disown(self) -> None:
        """Close a forked copy's ends of the pipes: R leaves when its owner's are closed."""
        if self._end.detach() is not None:
            os.close(self._requests)
            os.close(self._answers)
            self._output.close()


_processes: weakref.WeakSet[RProcess] = weakref.WeakSet()


def _disown_all() -> None:
    for process in list(_processes):
        process.disown()
    _processes.clear()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_disown_all)


def _end(
    process: subprocess.Popen[bytes],
    requests: int,
    answers: int,
    output: IO[bytes],
    folders: list[str],
    owner: int,
) -> None:
    """Leave nothing of a process behind; a forked copy of its owner has no say."""
    if os.getpid() != owner:
        return
    os.close(requests)
    try:
        if process.poll() is None:
            _wait_for_end(answers)
    finally:
        # Not reaped yet, so that the number of the group is still its own.
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        os.close(answers)
        output.close()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def _wait_for_end(answers: int) -> None:
    """Give R, whose pipe was closed, the time to remove its files; then its pipe ends, too."""
    poll = select.poll()
    poll.register(answers, select.POLLIN)
    end = time.monotonic() + LEAVE_TIMEOUT
    while (left := end - time.monotonic()) > 0:
        if poll.poll(1000 * left) and not os.read(answers, 1 << 20):
            return
