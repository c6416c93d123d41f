"""The two sides of a check: a script in a process and in a copy of its folder."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from ._engine import R_FILES, TAIL, CheckError

_MAX_COPY = 2**30  # bytes of the script's folder
_MAX_PRINTED = 2**30  # bytes that a script may print
_PATIENCE = 0.2  # seconds between two looks at it


class Side:
    """One script in a process and a folder of its own.

    Parameters
    ----------
    name : str
        "R" or "Python".
    folder : Path
        The script's, of which it gets a copy.
    scratch : Path
        Where the copy and what it prints go.
    timeout : float
        Seconds it may take.
    """

    def __init__(self, name: str, folder: Path, scratch: Path, timeout: float) -> None:
        self.name = name
        self.folder = scratch / "work"
        self.found = scratch / "found.json"
        self.out, self.err = scratch / "stdout.txt", scratch / "stderr.txt"
        self._timeout = timeout
        _copy(folder, self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, command: list[str], environment: dict[str, str]) -> None:
        """Start it; what it prints is appended to two files, so that their sizes are places."""
        self._deadline = time.monotonic() + self._timeout
        with self.out.open("ab") as out, self.err.open("ab") as err:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,  # Ctrl-C reaches only the caller, who ends it
            )

    def result(self) -> dict[str, Any]:
        """Wait for its end and return what it wrote."""
        status = self._wait()
        if not self.found.exists():
            said = self._said()
            how = f"was killed by {signal.Signals(-status).name}" if status < 0 else "crashed"
            raise CheckError(f"{self.name} {how}" + (f"; the last it said: {said}" if said else ""))
        found: dict[str, Any] = json.loads(self.found.read_text(encoding="utf-8"))
        return found

    def _wait(self) -> int:
        assert self._process is not None
        while True:
            left = self._deadline - time.monotonic()
            try:
                return self._process.wait(max(min(left, _PATIENCE), 0))
            except subprocess.TimeoutExpired:
                if left <= 0:
                    raise CheckError(
                        f"{self.name} took longer than {self._timeout:g} seconds and was ended"
                    ) from None
            if any(path.stat().st_size > _MAX_PRINTED for path in (self.out, self.err)):
                raise CheckError(f"{self.name} printed more than {_MAX_PRINTED} bytes")

    def _said(self) -> str:
        tails = [
            path.read_bytes()[-TAIL:].decode(errors="replace") for path in (self.out, self.err)
        ]
        return "".join(tails).strip()[-TAIL:]

    def close(self) -> None:
        """End it, and what it started."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def r_command(executable: Path, side: Side, script: Path) -> list[str]:
    """Return the command that runs a script in R."""
    copy = side.folder / script.name
    copy.write_text(read_script(script), encoding="utf-8")
    settings = {
        "DAGBAG_SCRIPT": copy,
        "DAGBAG_OUT": side.found,
        "DAGBAG_STDOUT": side.out,
        "DAGBAG_STDERR": side.err,
        "DAGBAG_TOOLS": R_FILES,
    }
    return [
        *r_start(executable),
        "-e",
        f"Sys.setenv({', '.join(f'{k} = {_r_string(v)}' for k, v in settings.items())})",
        "-e",
        f"source({_r_string(R_FILES / 'run.R')})",
    ]


def r_start(executable: Path) -> list[str]:
    """Return the command for an R that knows nothing of its user."""
    return [str(executable), "--no-save", "--no-restore", "--no-init-file", "--no-echo"]


def _r_string(path: Path) -> str:
    return json.dumps(str(path), ensure_ascii=False)


def python_command(side: Side, script: Path, python: str) -> list[str]:
    """Return the command that runs a translation in this Python."""
    copy = side.folder / f"{script.stem}.py"
    copy.write_text(python, encoding="utf-8")
    run = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        "from dagbag.r_compat.migrate._watch import run_script; "
        f"run_script({str(copy)!r}, {str(side.found)!r})"
    )
    return [sys.executable, "-c", run]


def read_script(script: Path) -> str:
    r"""Read an R script in UTF-8, with or without a byte order mark, or else in Latin-1.

    Examples
    --------
    >>> import tempfile
    >>> script = Path(tempfile.mkdtemp()) / "latin.R"
    >>> _ = script.write_bytes("name <- 'J\xe9r\xf4me'\r\n".encode("latin-1"))
    >>> read_script(script)
    "name <- 'Jérôme'\n"
    """
    raw = script.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _copy(folder: Path, target: Path) -> None:
    """Copy a folder without what is hidden in it, and without the copy itself."""
    folder, target = folder.resolve(), target.resolve()
    own = {target, *target.parents}

    def left_out(inside: str, names: list[str]) -> list[str]:
        """Name also what is neither a file nor a folder: a pipe would never end."""
        paths = {name: Path(inside, name) for name in names}
        return [
            name
            for name, path in paths.items()
            if name.startswith(".") or path in own or not (path.is_file() or path.is_dir())
        ]

    size = 0
    for inside, folders, names in os.walk(folder):
        skipped = {*left_out(inside, folders), *left_out(inside, names)}
        folders[:] = [name for name in folders if name not in skipped]
        size += sum(Path(inside, name).stat().st_size for name in names if name not in skipped)
        if size > _MAX_COPY:
            raise CheckError(
                f"{folder} has more than {_MAX_COPY >> 30} GB of files: move the script to a "
                "folder with only what it reads"
            )
    try:
        shutil.copytree(folder, target, ignore=left_out, ignore_dangling_symlinks=True)
    except shutil.Error as error:
        failed = error.args[0]
        raise CheckError(
            f"{len(failed)} files of {folder} cannot be copied, the first: {failed[0][2]}; move "
            "the script to a folder with only what it reads"
        ) from None
