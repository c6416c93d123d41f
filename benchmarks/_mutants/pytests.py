"""The tests in Python that a mistake is shown to: which run a statement, and which fail."""

from __future__ import annotations

import contextlib
import io
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
NAMES = [
    *("test_kinds", "test_migrate", "test_migrate_frames", "test_migrate_graphics"),
    *("test_migrate_readable", "test_migrate_robust", "test_migrate_shapes"),
    *("test_migrate_typeof", "test_rdata", "test_rdraws", "test_rstats", "test_rvalues_*"),
]
_OPTIONS = ["-q", "-p", "no:cacheprovider", "-m", "not r and not slow"]
_OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of what is loaded already


def files() -> list[Path]:
    """Return the files of tests, in their order."""
    return sorted(path for name in NAMES for path in TESTS.glob(f"{name}.py"))


class _Results:
    """A plugin of pytest: runs chosen tests, and keeps the names of those that fail."""

    def __init__(self, chosen: set[str] | None = None) -> None:
        self.chosen = chosen
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen is not None:
            items[:] = [item for item in items if item.nodeid in self.chosen]

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
        self.shared: dict[str, set[int]] = defaultdict(set)  # by files: all their tests need them

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        self.shared[_file(item.nodeid)].update(self.probes.taken())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.probes.taken()
        self.statements[item.nodeid] = set()
        result = yield
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
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main([*_OPTIONS, *more, *map(str, paths)], plugins=[plugin])
    if status not in (0, 1, 5) and not plugin.failed:  # 5: none was collected
        plugin.failed.append("a test")


def coverage(probes: Any, path: Path) -> tuple[dict[str, list[int]], list[str]]:
    """Return the statements that each test of a file runs, and the tests that fail as it is."""
    plugin = _Coverage(probes)
    _run(plugin, [path])
    tests = {
        name: sorted(statements | plugin.shared[_file(name)])
        for name, statements in plugin.statements.items()
        if name not in plugin.failed
    }
    return tests, sorted(set(plugin.failed))


def first_failing(chosen: set[str]) -> str | None:
    """Return the first of some tests that fails, None if none does."""
    plugin = _Results(chosen)
    names = {_file(name) for name in chosen}
    paths = [path for path in files() if path.relative_to(ROOT).as_posix() in names]
    if paths:
        _run(plugin, paths, "-x")
    return plugin.failed[0] if plugin.failed else None
