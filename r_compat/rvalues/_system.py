"""Files, connections and the session."""

from __future__ import annotations

import contextlib
import glob
import io
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from ._core import NA, is_scalar, path_of, vector
from ._patterns import pattern as _regex
from ._text import collation_key
from ._untranslated import Untranslated


class Connection:
    """A connection of R: a file that is opened once and then read or written in parts."""

    def __init__(self, file: Any, mode: str = "") -> None:
        self.file = str(path_of(file))
        self.mode = mode
        self._handle: IO[str] | None = None
        if mode:
            self.open(mode)

    def open(self, mode: str) -> None:
        """Open it. R: ``open``."""
        words = {"r": "r", "rt": "r", "w": "w", "wt": "w", "a": "a", "at": "a"}
        if mode not in words:
            raise Untranslated(f"a connection with mode {mode!r} has no translation")
        self.mode = mode
        self._handle = Path(self.file).open(words[mode], encoding="utf-8")  # noqa: SIM115

    def write(self, text: str) -> None:
        """Write a text; a connection that is not open is opened for it alone."""
        if self._handle is None:
            Path(self.file).write_text(text, encoding="utf-8")
            return
        self._handle.write(text)
        self._handle.flush()

    def lines(self, n: int = -1) -> list[str]:
        """Return the next lines, all that are left if n is below 0."""
        handle = self._handle
        if handle is None:
            found = Path(self.file).read_text(encoding="utf-8").splitlines()
            return found if n < 0 else found[:n]
        read: list[str] = []
        while n < 0 or len(read) < n:
            line = handle.readline()
            if not line:
                break
            read.append(line.rstrip("\n"))
        return read

    def close(self) -> None:
        """R: ``close``."""
        if self._handle is not None:
            self._handle.close()


def text_connection(text: Any) -> Connection:
    """Return texts as lines that are read. R: ``textConnection``."""
    made = Connection("")
    made._handle = io.StringIO("".join(f"{line}\n" for line in vector(text)))
    return made


_sunk: list[tuple[Any, Any]] = []


class _Printed(io.TextIOBase):
    """What is printed into a connection, which stays open when that ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._opened = connection.mode == ""
        if self._opened:
            connection.open("w")

    def write(self, text: str) -> int:
        self._connection.write(text)
        return len(text)

    def close(self) -> None:
        if self._opened:  # it may be opened again
            self._connection.close()
            self._connection.mode, self._connection._handle = "", None


def sink(file: Any = None, append: bool = False) -> None:
    """Let what is printed go into a file or connection, or end that. R: ``sink``."""
    if isinstance(file, Connection):
        _sunk.append((_Printed(file), sys.stdout))
        sys.stdout = _sunk[-1][0]
    elif file is not None:
        raw = path_of(file).open("ab" if append else "wb", buffering=0)
        # As R's, the file has at any time what was printed so far.
        handle = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
        _sunk.append((handle, sys.stdout))
        sys.stdout = handle
    elif _sunk:
        handle, before = _sunk.pop()
        sys.stdout = before
        handle.close()


def captured(*written: Callable[[], Any]) -> Any:
    """Return the lines that functions print. R: ``capture.output``."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for function in written:
            function()
    return np.array(printed.getvalue().splitlines(), dtype=object)


def cpu_count() -> int:
    """R: ``detectCores``."""
    return os.cpu_count() or 1


def getenv(name: Any, unset: Any = "") -> Any:
    """Return a variable of the environment. R: ``Sys.getenv``."""
    if is_scalar(name):
        return os.environ.get(str(name), unset)
    return np.array([os.environ.get(str(key), unset) for key in vector(name)], dtype=object)


def setenv(**values: Any) -> None:
    """Set variables of the environment. R: ``Sys.setenv``."""
    from ._text import number_text

    for key, value in values.items():
        os.environ[key] = number_text(vector(value)[0])


def list_files(
    path: Any = ".",
    pattern: Any = None,
    full_names: bool = False,
    recursive: bool = False,
    ignore_case: bool = False,
) -> Any:
    """Return the names of the files of folders, sorted as text is. R: ``list.files``."""
    found: list[str] = []
    wanted = None if pattern is None else _regex(str(pattern), ignore_case=bool(ignore_case))
    for folder in vector(path):
        root = str(folder)
        if recursive:
            names = [
                str((Path(where) / name).relative_to(root))
                for where, folders, files in os.walk(root)
                for name in files
                if not any(part.startswith(".") for part in Path(where).relative_to(root).parts)
            ]
        else:
            names = [p.name for p in Path(root).iterdir()] if Path(root).is_dir() else []
        for name in names:
            last = name.rsplit("/", 1)[-1]
            if last.startswith(".") or (wanted is not None and not wanted.search(last)):
                continue
            found.append(f"{root}/{name}" if full_names else name)
    return np.array(sorted(found, key=collation_key), dtype=object)


def glob_files(paths: Any) -> Any:
    """Return the files whose paths fit patterns with ``*``, ``?`` and ``[]``. R: ``Sys.glob``."""
    found: list[str] = []
    for path in vector(paths):
        if "[^" in str(path) or "\\" in str(path):
            raise Untranslated(f"the pattern {path!r} of Sys.glob() has no translation")
        found += sorted(glob.glob(str(path_of(path))), key=collation_key)  # noqa: PTH207
    return np.array(found, dtype=object)


def file_size(*files: Any) -> Any:
    """Return the sizes of files in bytes, NA where there is none. R: ``file.size``."""
    paths = [Path(str(name)) for file in files for name in vector(file)]
    sizes = [float(p.stat().st_size) if p.exists() else NA for p in paths]
    return sizes[0] if len(files) == 1 and is_scalar(files[0]) else np.array(sizes)


def dir_exists(paths: Any) -> Any:
    """R: ``dir.exists``."""
    found = [Path(str(path)).is_dir() for path in vector(paths)]
    return found[0] if is_scalar(paths) else np.array(found)


def dirname(path: Any) -> Any:
    """R: ``dirname``."""

    def folder(text: str) -> str:
        text = re.sub(r"/+$", "", text) or text
        head, slash, _ = text.rpartition("/")
        return head.rstrip("/") or (slash or "." if text else "")

    made = [folder(str(p)) for p in vector(path)]
    return made[0] if is_scalar(path) else np.array(made, dtype=object)


def normalize_path(path: Any) -> Any:
    """R: ``normalizePath``."""
    made = [str(Path(str(p)).expanduser().resolve()) for p in vector(path)]
    return made[0] if is_scalar(path) else np.array(made, dtype=object)


def remove_all(*files: Any) -> int:
    """Remove files and folders with what is in them; 0. R: ``unlink(recursive = TRUE)``."""
    for file in files:
        for name in vector(file):
            path = Path(str(name))
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    return 0


def copy_file(source: Any, target: Any, overwrite: bool = False) -> bool:
    """Copy a file, into a folder or to a name. R: ``file.copy`` of one file."""
    start, end = path_of(source), path_of(target)
    if end.is_dir():
        end = end / start.name
    if not start.is_file() or (end.exists() and not overwrite):
        return False
    shutil.copyfile(start, end)
    return True


def rename_file(source: Any, target: Any) -> bool:
    """R: ``file.rename`` of one file."""
    if not path_of(source).exists():
        return False
    path_of(source).replace(path_of(target))
    return True


def scan_text(text: Any, what: str = "double", sep: str = "") -> Any:
    """Return the words of a text as numbers or texts. R: ``scan(text = )``."""
    whole = "\n".join(str(v) for v in vector(text))
    if sep:
        words = [part.strip() for line in whole.split("\n") for part in line.split(sep)]
    else:
        words = whole.split()
    if what == "character":
        return np.array([None if word == "NA" else word for word in words], dtype=object)
    return np.array([NA if word in ("NA", "") else float(word) for word in words])
