"""What a type checker knows of the public functions; read by mypy in ``make lint``, never run."""

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

from dagbag import Ensemble, SearchResult, score


def of_score(Y: npt.NDArray[np.float64], n_boot: int, settings: dict[str, Any]) -> None:
    """Without resamples a search, with them an ensemble."""
    assert_type(score(Y), SearchResult)
    assert_type(score(Y, score_type="eBIC", seed=1), SearchResult)
    assert_type(score(Y, 0, "eBIC"), SearchResult)
    assert_type(score(Y, n_boot=0), SearchResult)
    assert_type(score(Y, 100), Ensemble)
    assert_type(score(Y, n_boot=n_boot, max_parents=4), Ensemble)
    assert_type(score(Y, 100, **settings), Ensemble)
