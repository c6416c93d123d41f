"""Examples that are tests which need R, and what every test leaves as it was."""

import numpy as np
import pytest

NEED_R = ("r_compat/bridge.py", "r_compat/comparison.py", "migrate/check.py", "does-it-match-r.md")


def pytest_collection_modifyitems(items):
    """Give the examples of the modules in NEED_R the marker of tests against R."""
    for item in items:
        if isinstance(item, pytest.DoctestItem) and item.path.as_posix().endswith(NEED_R):
            item.add_marker(pytest.mark.r)


@pytest.fixture(autouse=True)
def _numpy_errors():
    """Undo np.seterr, which translations of R scripts call."""
    with np.errstate():
        yield
