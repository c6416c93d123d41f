"""The tests in Python that a mistake is shown to: which run a statement, and which fail."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
NAMES = [
    *("test_kinds", "test_migrate", "test_migrate_deviations", "test_migrate_frames"),
    *("test_migrate_graphics", "test_migrate_random", "test_migrate_readable"),
    *("test_migrate_robust", "test_migrate_shapes", "test_migrate_stops"),
    *("test_migrate_typeof", "test_rdata", "test_rdraws", "test_rstats", "test_rvalues_*"),
]
_OPTIONS = ["-q", "-p", "no:cacheprovider", "-m", "not slow"]
_OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of what is loaded already
_SLOWER = (30, 20)  # a test takes too long after so many seconds, and times those it took


def files() -> list[Path]:
    """Return the files of tests, in their order."""
    return sorted(path for name in NAMES for path in TESTS.glob(f"{name}.py"))


class _Results:
    """A plugin of pytest: runs chosen tests, and keeps the names of those that fail."""

    def __init__(self, chosen: dict[str, float] | None = None) -> None:
        self.chosen = chosen
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen is not None:
            items[:] = [item for item in items if item.nodeid in self.chosen]
            if len(items) < len(self.chosen) and not self.failed:
                missing = {*self.chosen} - {item.nodeid for item in items}
                raise RuntimeError(f"{len(missing)} tests are not there: {min(missing)}")
            items.sort(key=lambda item: self.chosen[item.nodeid])  # quick ones first

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        if self.chosen is not None:  # by the CPU's time, whatever else the machine does
            least, times = _SLOWER
            signal.setitimer(signal.ITIMER_VIRTUAL, least + times * self.chosen[item.nodeid])
        result = yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return result

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


class _Coverage(_Results):
    """Keeps the statements that each test runs, too."""

    def __init__(self, probes: Any) -> None:
        super().__init__()
        self.probes = probes
        self.statements: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}
        self.shared: dict[str, set[int]] = defaultdict(set)  # by files: all their tests need them

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        self.shared[_file(item.nodeid)].update(self.probes.taken())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.probes.taken()
        self.statements[item.nodeid] = set()
        begun = time.monotonic()
        result = yield
        self.seconds[item.nodeid] = time.monotonic() - begun
        self.statements[item.nodeid].update(self.probes.taken())
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        if fixturedef.scope == "function":
            return (yield)
        before = self.probes.taken()
        result = yield
        name = request.node.nodeid
        self.shared[_file(name)].update(self.probes.taken())
        for nodeid, statements in self.statements.items():
            if _file(nodeid) == _file(name):
                statements.update(before)
        return result


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _run(plugin: _Results, paths: list[Path], *more: str) -> None:
    os.chdir(ROOT)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = pytest.main([*_OPTIONS, *more, *map(str, paths)], plugins=[plugin])
    if status not in (0, 1, 5) and not plugin.failed:  # 5: none was collected
        raise RuntimeError(f"pytest ended with status {int(status)}: {said.getvalue()[-500:]}")


def coverage(probes: Any, path: Path) -> dict[str, Any]:
    """Return what each test of a file runs and how long, and the tests that fail as it is."""
    plugin = _Coverage(probes)
    _run(plugin, [path])
    tests = {
        name: sorted(statements | plugin.shared[_file(name)])
        for name, statements in plugin.statements.items()
        if name not in plugin.failed
    }
    return {"tests": tests, "seconds": plugin.seconds, "broken": sorted(set(plugin.failed))}


def first_failing(chosen: dict[str, float]) -> str | None:
    """Return the first that fails of some tests, given with their seconds; None if none does."""
    plugin = _Results(chosen)
    names = {_file(name) for name in chosen}
    paths = [path for path in files() if path.relative_to(ROOT).as_posix() in names]
    if paths:
        signal.signal(signal.SIGVTALRM, _ring)
        _run(plugin, paths, "-x")
    return plugin.failed[0] if plugin.failed else None


class _Late(BaseException):
    """A test took too long; no ``except Exception`` holds this."""


def _ring(*_: Any) -> None:
    raise _Late
