"""Python's side of a check: run a script and tell what it left behind, as R/run.R does of R's.

The output is JSON: ``failure`` (None, or the lines and the text of the error that ended it),
``variables``, ``drawn``, and ``pieces``: what each top-level statement printed, by its places in
the files that the streams are, with the values that ``print`` showed.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import json
import os
import sys
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from ..rvalues._untranslated import Untranslated
from ._describe import Description, describe, variables_of
from ._figures import FigureWatch

_MOST = 2000  # values shown that are described, and elements of each
_LARGEST = 20_000
_DRAWS = ("plt", "plot", "rv.open_device", "rv.new_plot")


class _Output:
    """Where the streams stand, and what was shown on the way."""

    def __init__(self) -> None:
        self.shown: list[Description] = []

    def places(self) -> list[int]:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        return [os.fstat(descriptor).st_size for descriptor in (1, 2)]

    def print(self, *values: Any, **options: Any) -> None:
        """Print, and note a value that is shown by itself."""
        single = len(values) == 1 and not options and len(self.shown) < _MOST
        if not single:
            builtins.print(*values, **options)
            return
        start = self.places()[0]
        builtins.print(values[0])
        value = values[0]
        if isinstance(value, np.ndarray) and value.size > _LARGEST:
            return
        note = {"start": start, "end": self.places()[0], "text": isinstance(value, str)}
        with contextlib.suppress(Exception):  # what cannot be described is text
            self.shown.append({**note, "value": describe(value)})


def run_script(script: str, out: str) -> None:
    """Run a script as ``__main__`` and write what it left; an error ends it, not this process."""
    main = types.ModuleType("__main__")
    main.__file__ = script
    sys.modules["__main__"] = main
    sys.argv = [script]
    out = str(Path(out).resolve())  # the script may go to another folder
    output, figures = _Output(), FigureWatch()
    main.__dict__["print"] = output.print
    text = Path(script).read_text(encoding="utf-8")
    _show_everything()
    if any(word in text for word in _DRAWS):
        with contextlib.suppress(ImportError):
            figures.start()
    failure, pieces = _run(text, script, main, output, figures)
    if main.__dict__.get("print") == output.print:
        del main.__dict__["print"]
    found = {
        "failure": failure,
        "variables": variables_of(main.__dict__),
        "pieces": pieces,
        "drawn": {"plots": figures.plots(), "grid": False},
    }
    Path(out).write_text(json.dumps(found), encoding="utf-8")


def _show_everything() -> None:
    """Have numpy and pandas leave nothing out, and warnings, which are not compared, unsaid."""
    import numpy as np
    import pandas as pd

    np.set_printoptions(threshold=sys.maxsize, precision=15, linewidth=10_000)
    for option in ("display.max_rows", "display.max_columns", "display.max_colwidth"):
        pd.set_option(option, None)
    pd.set_option("display.width", 10_000)
    pd.set_option("display.precision", 12)
    warnings.showwarning = lambda *args, **options: None


def _run(
    text: str, script: str, main: types.ModuleType, output: _Output, figures: FigureWatch
) -> tuple[Description | None, list[Description]]:
    pieces: list[Description] = []
    try:
        compile(text, script, "exec")
        statements = ast.parse(text, script).body
    except (SyntaxError, ValueError) as error:
        return _told(error, script), pieces
    for statement in statements:
        start = output.places()
        output.shown = []
        failure, ended = None, False
        try:
            exec(compile(ast.Module([statement], []), script, "exec"), main.__dict__)
        except SystemExit as error:
            ended = True
            if isinstance(error.code, str):
                failure = {"line": statement.lineno, "top": statement.lineno, "text": error.code}
        except (Exception, Untranslated) as error:
            ended, failure = True, _told(error, script)
        figures.at(statement.lineno)
        end = output.places()
        if end != start:
            pieces.append(
                {
                    "line": statement.lineno,
                    "out": [start[0], end[0]],
                    "err": [start[1], end[1]],
                    "values": output.shown,
                }
            )
        if ended:
            return failure, pieces
    return None, pieces


def _told(error: BaseException, script: str) -> Description:
    """Return the line of the script that failed, that of its top level, and what it said."""
    if isinstance(error, SyntaxError) and error.filename == script:
        return {"line": error.lineno, "top": None, "text": f"SyntaxError: {error.msg}"}
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == script
    ]
    said = io.StringIO()
    traceback.print_exception(type(error), error, None, file=said, chain=False)
    text = said.getvalue().strip().splitlines()[0]
    return {
        "line": lines[-1] if lines else None,
        "top": lines[0] if lines else None,
        "text": text,
    }
