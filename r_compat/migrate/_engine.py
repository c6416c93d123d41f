"""Who is dagbag in R: the package in its library, or the reference in plain R."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from .._errors import RUnavailable
from .._process import DOCTOR, find_r
from ..r_package import r_package_path

Engine = Literal["auto", "package", "reference"]

R_FILES = Path(__file__).parents[1] / "R"
TAIL = 1000  # characters of a side's output that a message shows
_PROBE = """
if (nzchar(system.file(package = "dagbag"))) {
  tried <- try(dagbag::score(matrix(c(1, 2, 3, 5, 2, 1, 4, 3), 4)), silent = TRUE)
  cat(if (inherits(tried, "try-error")) paste("fails:", tried) else "works")
} else cat("absent")
"""


class CheckError(RuntimeError):
    """The comparison could not be made."""


def choose_engine(engine: Engine) -> str:
    """Return "package" or "reference": the one asked for, or the first that works."""
    if engine == "reference":
        return engine
    state = package_state()
    if state == "works":
        return "package"
    if engine == "package":
        told = "R's library has no package dagbag" if state == "absent" else f"dagbag {state}"
        raise RUnavailable(f"{told}; {DOCTOR}")
    return "reference"


@functools.cache
def package_state() -> str:
    """Return whether R's dagbag works, is absent, or how it fails."""
    done = subprocess.run(
        [str(find_r()), "--no-save", "--no-restore", "--no-init-file", "--no-echo"],
        input=_PROBE,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=r_environment("package"),
    )
    return done.stdout.strip() or f"fails: {done.stderr.strip()[-TAIL:]}"


def r_environment(engine: str) -> dict[str, str]:
    """Return the environment of an R whose ``library(dagbag)`` is the one chosen."""
    environment = {k: v for k, v in os.environ.items() if k != "R_SESSION_INITIALIZED"}
    for category in ("LC_CTYPE", "LC_COLLATE"):
        known = filter(None, map(environment.get, ("LC_ALL", category, "LANG")))
        if "utf" not in next(known, "C").lower():  # where R knows no letters, nor their order
            environment["LC_ALL"] = "C.UTF-8"
    if engine == "package":
        environment.setdefault("RETICULATE_PYTHON", sys.executable)
    else:
        libraries = [_reference_library(), environment.get("R_LIBS", "")]
        environment["R_LIBS"] = os.pathsep.join(filter(None, libraries))
    return environment


@functools.cache
def _reference_library() -> str:
    """Install the reference as an R package in a folder that this process keeps."""
    library = tempfile.mkdtemp(prefix="dagbag-r-library-")
    atexit.register(shutil.rmtree, library, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="dagbag-check-") as scratch:
        source = Path(scratch) / "dagbag"
        (source / "R").mkdir(parents=True)
        for name in ("reference.R", "reference-helpers.R"):
            shutil.copy(R_FILES / name, source / "R")
        shutil.copytree(r_package_path() / "data", source / "data")
        shutil.copy(r_package_path() / "NAMESPACE", source)
        (source / "DESCRIPTION").write_text(_DESCRIPTION, encoding="utf-8")
        command = ["CMD", "INSTALL", "--no-docs", "--no-test-load", "--no-byte-compile"]
        done = subprocess.run(
            [str(find_r()), *command, f"--library={library}", str(source)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    if done.returncode:
        raise CheckError(f"R could not install the reference: {done.stderr.strip()[-TAIL:]}")
    return library


_DESCRIPTION = """\
Package: dagbag
Version: 1.1
Title: The Reference Implementation of dagbag in Plain R
Description: For the comparison of R scripts with their translations.
Author: The dagbag developers
Maintainer: The dagbag developers <dagbag@example.org>
License: BSD_3_clause + file LICENSE
"""
