"""Use an installed dagbag that has only what it needs to run: it must be whole."""

from __future__ import annotations

import platform
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import scipy
from dagbag.r_compat.r_package import r_package_path

import dagbag
from dagbag import load_example, score, score_shd

FILES = ("py.typed", "_kernels/climb.pyi", "r_compat/DEVIATIONS.md", "r_compat/R/reference.R")

if __name__ == "__main__":
    assert Path(dagbag.__file__).is_relative_to(sys.prefix), dagbag.__file__
    assert all(resources.files("dagbag").joinpath(name).is_file() for name in FILES)
    assert (r_package_path() / "DESCRIPTION").is_file()
    Y = load_example().Y
    ensemble = score(Y, n_boot=10, max_parents=4, seed=1, n_jobs=2)
    assert ensemble == score(Y, n_boot=10, max_parents=4, seed=1, n_jobs=1)
    result = score_shd(ensemble, method="exact")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, scipy {scipy.__version__}")
    print(dagbag.__file__, result, sep="\n")
