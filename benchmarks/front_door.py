"""What the front door costs: fit beside the searches it makes, and the import.

Run ``python benchmarks/front_door.py``; one BLAS thread, warm, ratios within one run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pandas as pd

from dagbag import DAGBag, bag, score_shd
from dagbag.learners import BOSS
from dagbag.simulate import random_dag, simulate_gaussian


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    command.add_argument("--p", type=int, default=1000)
    command.add_argument("--n", type=int, default=250)
    command.add_argument("--n-boot", type=int, default=10)
    command.add_argument("--rounds", type=int, default=3)
    options = command.parse_args()
    Y = np.asarray(simulate_gaussian(random_dag(options.p, options.p, seed=1), n=options.n, seed=1))
    X = pd.DataFrame(Y, columns=[f"gene_{k}" for k in range(options.p)])
    print(f"p={options.p}, n={options.n}, {options.n_boot} resamples, one worker")
    searches, fits, both = [], [], []
    for _ in range(options.rounds + 1):  # the first warms up
        searches.append(timed(lambda: bag(Y, BOSS(), options.n_boot, seed=1, n_jobs=1)))
        fits.append(timed(lambda: DAGBag(options.n_boot, random_state=1, n_jobs=1).fit(X)))
        both.append(timed(lambda: _by_hand(X, options.n_boot)))
    base = min(searches[1:])
    print(f"searches on resamples of the array   {base:8.3f} s")
    print(f"bag and score_shd of the frame       {min(both[1:]):8.3f} s, {ratio(both, base)}")
    print(f"DAGBag().fit of the frame            {min(fits[1:]):8.3f} s, {ratio(fits, base)}")
    print(f"import dagbag                        {1e3 * imported('dagbag'):6.0f} ms")
    print(f"import numpy alone                   {1e3 * imported('numpy'):6.0f} ms")
    print(f"loaded with it, beside numpy: {others() or 'nothing but the standard library'}")


def _by_hand(X: pd.DataFrame, n_boot: int) -> None:
    ensemble = bag(X, BOSS(), n_boot, seed=1, n_jobs=1, column_order="canonical")
    score_shd(ensemble, strength=0.5, max_step=10**6)


def timed(call: object) -> float:
    start = time.process_time()
    call()  # type: ignore[operator]
    return time.process_time() - start


def ratio(times: list[float], base: float) -> str:
    return f"{min(times[1:]) / base:.3f} of the searches"


def imported(module: str) -> float:
    """Return the best of ten fresh interpreters, without their own start."""
    return min(_start(f"import {module}") for _ in range(10)) - min(_start("") for _ in range(10))


def _start(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def others() -> str:
    """Name the packages that importing dagbag loads, beside numpy and those of Python."""
    code = (
        "import sys, dagbag\n"
        "roots = {name.partition('.')[0] for name in sys.modules}\n"
        "own = {'dagbag', 'numpy'} | set(sys.stdlib_module_names)\n"
        "print(' '.join(sorted(r for r in roots - own if not r.startswith('__editable__'))))"
    )
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
