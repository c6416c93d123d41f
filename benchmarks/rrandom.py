"""R's random numbers beside numpy's: ``python benchmarks/rrandom.py [draws]``.

Each line is the time of one call here over that of numpy's Generator (PCG64), best of several
in the same run. The goal is a factor of at most 3.
"""

import sys
from collections.abc import Callable
from timeit import repeat

import numpy as np

from dagbag.rrandom import RRandom


def milliseconds(call: Callable[[], object]) -> float:
    return 1e3 * min(repeat(call, number=1, repeat=15))


def main(draws: int) -> None:
    ours, theirs = RRandom(1), np.random.default_rng(1)
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "runif / random": (lambda: ours.runif(draws), lambda: theirs.random(draws)),
        "rnorm / standard_normal": (
            lambda: ours.rnorm(draws),
            lambda: theirs.standard_normal(draws),
        ),
        "permutation / permutation": (
            lambda: ours.sample_int(draws),
            lambda: theirs.permutation(draws),
        ),
    }
    # 65537 is the least favourable population: two words a try, and half of the tries in vain.
    for n in (100, 65537, draws):
        pairs[f"sample_int({n}, replace) / integers"] = (
            lambda n=n: ours.sample_int(n, draws, replace=True),
            lambda n=n: theirs.integers(1, n + 1, draws),
        )
    print(f"{draws} draws{'':32} ours ms   numpy ms   ratio")
    for name, (our_call, their_call) in pairs.items():
        mine, numpys = milliseconds(our_call), milliseconds(their_call)
        print(f"{name:42}{mine:12.2f}{numpys:11.2f}{mine / numpys:8.2f}")


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**6)
