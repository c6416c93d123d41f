"""Programs evaluated: many by one R, and their translations by Python."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import tempfile
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from dagbag.r_compat import rvalues
from dagbag.r_compat.migrate import check
from dagbag.r_compat.migrate._describe import variables_of

SECONDS = 20  # that a translation may take
_SEPARATOR = "\x1e"


class Overtime(BaseException):
    """A translation took too long; no ``except Exception`` of it holds this."""


@dataclass
class Outcome:
    """What a translation left behind.

    Attributes
    ----------
    failure : str or None
        The error that ended it.
    code : str
        Python's line that failed.
    line : int or None
        Its number.
    """

    variables: dict[str, object] = field(default_factory=dict)
    printed: str = ""
    files: dict[str, str | None] = field(default_factory=dict)
    failure: str | None = None
    code: str = ""
    line: int | None = None
    namespace: dict[str, object] = field(default_factory=dict, repr=False)


def evaluate_in_r(texts):
    """R's answers, from one process: dicts with failure, line, variables, output and files."""
    with tempfile.TemporaryDirectory() as folder:
        sources, out, work = (Path(folder) / name for name in ("programs", "out", "work"))
        work.mkdir()
        sources.write_text(
            "".join(f"{t.rstrip()}\n{_SEPARATOR}\n" for t in texts), encoding="utf-8"
        )
        here = Path(__file__).parents[1]
        describe = Path(check.__file__).parents[1] / "R" / "describe.R"
        command = ["Rscript", "--no-init-file", here / "evaluate.R", describe, sources, out, work]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(command, capture_output=True, timeout=1800, env=environment)
        if done.returncode:
            raise AssertionError(f"R failed: {done.stderr.decode(errors='replace')[-2000:]}")
        answers = [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n")[:-1]]
    if len(answers) != len(texts):
        raise AssertionError(f"R answered {len(answers)} of {len(texts)} programs")
    return answers


@contextlib.contextmanager
def elsewhere():
    """An empty folder to run a translation in: its files are nothing for the checkout."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="translation-", ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(before)


def run_in_python(text):
    """The namespace and the output of a translation; what it only warns of is no failure."""
    namespace = {"__name__": "__main__"}
    rvalues.set_locale("C.UTF-8")  # as R's side has it, whatever the last translation chose
    printed = io.StringIO()
    with (
        elsewhere(),
        warnings.catch_warnings(),
        np.errstate(),
        contextlib.redirect_stdout(printed),
    ):
        warnings.simplefilter("ignore")
        exec(compile(text, "<translation>", "exec"), namespace)
        return namespace, printed.getvalue()


def evaluate_in_python(text):
    """The variables and the output of a translation."""
    namespace, printed = run_in_python(text)
    return variables_of(namespace), printed


def run_translation(text, seconds=SECONDS):
    """What a translation leaves behind when it runs in an empty folder, even if it fails.

    Only for the main thread of a process, as it sets an alarm.
    """
    found = Outcome()
    namespace = {"__name__": "__main__"}
    rvalues.set_locale("C.UTF-8")  # as R's side has it, whatever the last translation chose
    printed = io.StringIO()
    with elsewhere() as folder:
        old = signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            with (
                warnings.catch_warnings(),
                np.errstate(),
                contextlib.redirect_stdout(printed),
                contextlib.redirect_stderr(io.StringIO()),
            ):
                warnings.simplefilter("ignore")
                try:
                    exec(compile(text, "<translation>", "exec"), namespace)
                except (Exception, rvalues.Untranslated, Overtime, SystemExit) as error:
                    found.failure = f"{type(error).__name__}: {error}"
                    found.line = _line(error)
                    found.code = text.splitlines()[found.line - 1].strip() if found.line else ""
                found.variables = json.loads(json.dumps(variables_of(namespace)))
                found.namespace = namespace
        except Overtime:
            found.failure = found.failure or "Overtime: its variables took too long"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
            os.chdir(folder)  # wherever the translation went
        found.files = {
            path.relative_to(folder).as_posix(): _text(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
    found.printed = printed.getvalue()
    return found


def _ring(*_):
    raise Overtime("it took too long")


def _line(error):
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == "<translation>"
    ]
    if isinstance(error, SyntaxError) and error.filename == "<translation>":
        lines = [error.lineno]
    return lines[-1] if lines else None


def _text(path):
    raw = path.read_bytes()
    if b"\0" in raw or raw[:1] == b"\x1f":
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
