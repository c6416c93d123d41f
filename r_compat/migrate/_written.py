"""Whether R and Python write the same files into the script's folder."""

from __future__ import annotations

import filecmp
import gzip
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ._compare import difference, same
from ._describe import Description
from ._report import Compared, Verdict
from ._texts import text_difference

IMAGES = (".pdf", ".png", ".jpg", ".jpeg", ".svg", ".tif", ".tiff", ".eps", ".ps", ".bmp")
VALUES = (".rds", ".rda", ".rdata")
_PACKED = (".zip", ".bz2", ".xz", ".tar", ".tgz", ".npz", ".xlsx", ".h5", ".parquet", ".feather")
_LARGEST = 20_000_000  # bytes of a text that is compared

Reader = Callable[[list[Path]], list[Description | None]]  # of values in files of R
Excuse = Callable[..., str]  # of the name of a file, and whether both sides have it


def written(before: Path, after: Path, ignored: tuple[str, ...]) -> dict[str, Path]:
    """Return the files that were made or changed in a copy of a folder.

    Parameters
    ----------
    before, after : Path
        The folder and its copy; links in it are not followed.
    ignored : tuple of str
        Files in the copy that are not the script's.

    Returns
    -------
    dict of str to Path
        By their path in the folder, sorted.
    """
    found = {}
    for folder, _, names in os.walk(after):
        for name in names:
            path = Path(folder, name)
            relative = path.relative_to(after)
            if path.is_symlink() or not path.is_file() or str(relative) in ignored:
                continue
            original = before / relative
            if original.is_file() and filecmp.cmp(original, path, shallow=False):
                continue
            found[relative.as_posix()] = path
    return dict(sorted(found.items()))


def compare_files(
    r: Mapping[str, Path], python: Mapping[str, Path], read: Reader, excused: Excuse
) -> list[Compared]:
    """Compare what both wrote.

    Parameters
    ----------
    r, python : mapping of str to Path
        Files by their path in the folder.
    read : callable
        Describes the values in files of R.
    excused : callable
        Says why a file that only one side has, or that both have, says nothing; empty if it does.

    Returns
    -------
    list of Compared
    """
    both = [name for name in r if name in python]
    stored = [name for name in both if Path(name).suffix.lower() in VALUES]
    described = read([side[name] for name in stored for side in (r, python)]) if stored else []
    values = {name: described[2 * k : 2 * k + 2] for k, name in enumerate(stored)}
    found = []
    for name in sorted({*r, *python}):
        if name not in both:
            side, path = ("R", r[name]) if name in r else ("Python", python[name])
            excuse = excused(name)
            remark = f"only {side} writes it" + (f": {excuse}" if excuse else "")
            verdict: Verdict = "not compared" if excuse else "differs"
            found.append(Compared(name, verdict, _size(path), remark))
        elif name in values:
            found.append(_compare_values(name, r[name], *values[name]))
        else:
            found.append(_compare_one(name, r[name], python[name]))
        if found[-1].verdict == "differs" and name in both and (excuse := excused(name, True)):
            found[-1] = replace(found[-1], verdict="not compared", remark=excuse)
    return found


def _size(path: Path) -> str:
    return f"{path.stat().st_size} bytes"


def _compare_values(
    name: str, path: Path, r: Description | None, python: Description | None
) -> Compared:
    if r is None or python is None:
        side = "Python" if python is None else "R"
        return Compared(name, "differs", _size(path), f"R cannot read {side}'s")
    omitted: list[str] = []
    told = difference(r, python, omitted)
    if told is not None:
        return Compared(name, "differs", _size(path), told)
    return Compared(name, "equal", _size(path), "; ".join(omitted))


def _compare_one(name: str, r: Path, python: Path) -> Compared:
    kind = Path(name).suffix.lower()
    if kind in IMAGES:
        return Compared(name, "not compared", "an image", "both write it; see the plots")
    if filecmp.cmp(r, python, shallow=False):
        return Compared(name, "equal", _size(r))
    if kind in _PACKED:
        return Compared(name, "not compared", _size(r), f"what is in a file {kind}")
    if max(path.stat().st_size for path in (r, python)) > _LARGEST:
        return Compared(name, "not compared", _size(r), "more than is compared")
    contents = [_contents(path) for path in (r, python)]
    if any(b"\0" in content for content in contents):
        return Compared(name, "differs", _size(r), "other bytes")
    told = _text_difference(kind, *(_decoded(content) for content in contents))
    return Compared(name, "equal" if told is None else "differs", _size(r), told or "")


def _contents(path: Path) -> bytes:
    raw = path.read_bytes()
    if raw.startswith(b"\x1f\x8b"):
        try:
            with gzip.open(path) as packed:
                return packed.read(_LARGEST)
        except (OSError, EOFError):
            return raw
    return raw


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _text_difference(kind: str, r: str, python: str) -> str | None:
    if kind == ".json":
        try:
            return None if _same_json(json.loads(r), json.loads(python)) else "other contents"
        except ValueError:
            pass
    return text_difference(r, python)


def _same_json(r: Any, python: Any) -> bool:
    if isinstance(r, dict) and isinstance(python, dict):
        return list(r) == list(python) and all(_same_json(r[key], python[key]) for key in r)
    if isinstance(r, list) and isinstance(python, list):
        return len(r) == len(python) and all(map(_same_json, r, python))
    if isinstance(r, bool) or isinstance(python, bool) or r is None or python is None:
        return r is python
    if isinstance(r, str) or isinstance(python, str):
        return bool(r == python)
    return type(r) not in (dict, list) and type(python) not in (dict, list) and same(r, python)
