"""Examples that are tests which need R, and what every test finds and leaves as it was."""

import signal
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from shown_pictures import check_pictures, drawn_alike

hypothesis.settings.register_profile("dagbag", deadline=None)  # no test is one of speed
hypothesis.settings.load_profile("dagbag")

collect_ignore = ["tests/typing"]  # for type checkers
NEED_R = (
    "r_compat/bridge.py",
    "r_compat/comparison/driver.py",
    "migrate/check.py",
    "does-it-match-r.md",
)


def pytest_configure():
    """Hear Ctrl-C, as the tests of it do; a job in the background inherits that it is ignored.

    So do its children, which is why this is not left to the tests that send it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Give the examples of the modules in NEED_R the marker of tests against R; so for pgmpy."""
    for item in items:
        if isinstance(item, pytest.DoctestItem) and item.path.as_posix().endswith(NEED_R):
            item.add_marker(pytest.mark.r)
        if item.name == "dagbag.exchange.to_pgmpy":
            item.add_marker(pytest.mark.pgmpy)


@pytest.fixture(autouse=True)
def _numpy_errors():
    """Undo np.seterr, which translations of R scripts call."""
    with np.errstate():
        yield


def _is_page(item):
    return isinstance(item, pytest.DoctestItem) and item.path.suffix == ".md"


@pytest.fixture(autouse=True)
def _pages_elsewhere(request):
    """Follow pages in an empty folder, as readers would, and draw the same bytes each time."""
    if not _is_page(request.node):
        yield
        return
    folder = request.getfixturevalue("tmp_path")
    request.getfixturevalue("monkeypatch").chdir(folder)
    with drawn_alike():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Hold the pictures that a page shows to those that it draws."""
    done = yield
    if _is_page(item):
        check_pictures(item.path, Path.cwd())
    return done
