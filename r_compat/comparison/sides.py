"""The two sides of a comparison: whom to ask, and how long they took."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dagbag import AggregationResult, Ensemble, __version__, score, score_shd
from dagbag._dag.types import FloatArray
from dagbag._input.streams import SampleKind
from dagbag.exceptions import quietly

from .. import bridge


class Side(ABC):
    """One side of a comparison: calls, and the time they took in all."""

    original = False  # whether it is the original R package, with all that DEVIATIONS.md lists

    def __init__(self, name: str, sample_kind: SampleKind = "Rejection") -> None:
        self.name = name
        self.seconds = 0.0
        self.sample_kind: SampleKind = sample_kind

    @abstractmethod
    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Return a SearchResult or an Ensemble."""

    @abstractmethod
    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Return the aggregated DAG."""

    @contextmanager
    def off_the_clock(self) -> Iterator[None]:
        """Leave out the time of what only the comparison asks for."""
        before = self.seconds
        yield
        self.seconds = before


class PythonSide(Side):
    """The side of this package."""

    def __init__(self) -> None:
        super().__init__(f"dagbag {__version__}")

    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Search, or learn an ensemble."""
        return self._timed(lambda: score(Y, **arguments))

    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Aggregate."""
        result: AggregationResult = self._timed(lambda: score_shd(ensemble, **arguments))
        return result

    def _timed(self, call: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        with quietly():
            result = call()
        self.seconds += time.perf_counter() - start
        return result


class RSide(Side):
    """R, through the bridge."""

    def __init__(self, engine: bridge.Engine, timeout: float | None) -> None:
        what = {"package": "R package dagbag", "reference": "reference in R"}[engine.kind]
        super().__init__(f"{what}, R {engine.versions['r_version']}", engine.sample_kind)
        self.original = engine.kind == "package"
        self._engine = engine
        self._timeout = timeout

    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Search, or learn an ensemble."""
        return self._timed(bridge.score, Y, **arguments)

    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Aggregate."""
        result: AggregationResult = self._timed(bridge.score_shd, ensemble, **arguments)
        return result

    def _timed(self, function: Callable[..., Any], *data: Any, **arguments: Any) -> Any:
        with quietly():
            result = function(*data, engine=self._engine, timeout=self._timeout, **arguments)
        self.seconds += result.seconds
        return result
