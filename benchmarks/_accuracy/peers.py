"""Children that run other libraries, each in the interpreter that has it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dagbag.accuracy._learned import Failed, TooSlow, Unavailable

from .peer_child import NOT_INSTALLED

CHILD = Path(__file__).with_name("peer_child.py")
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1"
    for library in ("OPENBLAS", "OMP", "MKL", "BLIS", "VECLIB", "NUMBA", "NUMEXPR")
}
METHODS = {
    "cl": ("pc", "ges", "boss", "grasp"),
    "xges": ("xges", "xges0"),
    "pybnesian": ("hc",),
    "pgmpy": ("hc",),
}
"""Libraries, by the name that learners have here, and what they can."""


@dataclass(frozen=True)
class Fits:
    """What a library learned: a graph of the data, or one of each resample."""

    graphs: list[npt.NDArray[np.int64]]  # each (k, 2)
    is_dag: bool
    seconds: float  # CPU


class Peers:
    """The children, started when they are first asked; a context manager that ends them.

    Parameters
    ----------
    pythons : mapping
        Interpreters by library; this one by default.
    limit : float, optional
        CPU seconds that a library may take for one answer.
    """

    methods = METHODS

    def __init__(
        self, pythons: Mapping[str, str] | None = None, limit: float | None = None
    ) -> None:
        self._pythons = dict(pythons or {})
        self._limit = limit
        self._children: dict[str, subprocess.Popen[str]] = {}
        self._absent: dict[str, str] = {}
        self._folder = tempfile.TemporaryDirectory()
        self.versions: dict[str, str] = {}

    def __enter__(self) -> Peers:
        return self

    def __exit__(self, *_: object) -> None:
        for library in list(self._children):
            self._end(library)
        self._folder.cleanup()

    def fit(
        self,
        library: str,
        method: str,
        Y: npt.NDArray[np.float64],
        penalty: float | None,
        seed: int,
        rows: npt.NDArray[np.int64] | None = None,
    ) -> Fits:
        """Learn from the data, or from resamples by their rows, (B, size)."""
        told = self._ask(
            library,
            {
                "fit": method,
                "data": self._save("data", Y),
                "rows": None if rows is None else self._save("rows", rows),
                "penalty": penalty,
                "seed": seed,
                "limit": self._limit,
            },
        )
        graphs = [np.array(graph, dtype=np.int64).reshape(-1, 2) for graph in told["graphs"]]
        return Fits(graphs, told["is_dag"], told["seconds"])

    def score(
        self,
        library: str,
        Y: npt.NDArray[np.float64],
        edges: list[tuple[int, int]],
        penalty: float | None,
    ) -> float | None:
        """Return the score of a DAG as a library has it, larger is better; None if unknown."""
        request = {"score": self._save("data", Y), "edges": edges, "penalty": penalty}
        score: float | None = self._ask(library, request)["score"]
        return score

    def _save(self, name: str, values: npt.NDArray[Any]) -> str:
        path = Path(self._folder.name, f"{name}.npy")
        np.save(path, values)
        return str(path)

    def _ask(self, library: str, request: dict[str, Any]) -> dict[str, Any]:
        child = self._child(library)
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps(request) + "\n")
        child.stdin.flush()
        line = child.stdout.readline()
        if not line:
            status = self._end(library)
            if status == -signal.SIGPROF:
                raise TooSlow(f"> {self._limit:g} s")
            raise Failed(f"{library} ended with status {status}")
        told: dict[str, Any] = json.loads(line)
        if "error" in told:
            raise Failed(told["error"])
        return told

    def _child(self, library: str) -> subprocess.Popen[str]:
        if library in self._absent:
            raise Unavailable(self._absent[library])
        if library not in self._children:
            python = self._pythons.get(library, sys.executable)
            try:
                child = subprocess.Popen(
                    [python, str(CHILD), library],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=os.environ | ONE_THREAD,
                    text=True,
                )
            except OSError as error:
                raise self._missing(library, f"{python}: {error.strerror}") from None
            assert child.stdout is not None
            self._children[library] = child
            line = child.stdout.readline()
            if not line:
                status = self._end(library)
                what = "is not installed" if status == NOT_INSTALLED else f"ended with {status}"
                raise self._missing(library, f"{library} {what} in {python}")
            self.versions[library] = json.loads(line)["version"]
        return self._children[library]

    def _missing(self, library: str, why: str) -> Unavailable:
        self._absent[library] = f"{why}; name another interpreter by --python {library}=PATH"
        return Unavailable(self._absent[library])

    def _end(self, library: str) -> int:
        child = self._children.pop(library)
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.close()
        try:
            status = child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        child.stdout.close()
        return status
