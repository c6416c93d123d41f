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
    for name, arguments, theirs_name, their_arguments in (
        ("rexp", (), "exponential", ()),
        ("rgamma", (2.5,), "gamma", (2.5,)),
        ("rgamma", (0.5,), "gamma", (0.5,)),
        ("rbeta", (2, 3), "beta", (2, 3)),
        ("rbinom", (10, 0.3), "binomial", (10, 0.3)),
        ("rbinom", (1000, 0.3), "binomial", (1000, 0.3)),
        ("rpois", (3,), "poisson", (3,)),
        ("rpois", (30,), "poisson", (30,)),
        ("rt", (5,), "standard_t", (5,)),
        ("rhyper", (50, 50, 30), "hypergeometric", (50, 50, 30)),
    ):
        pairs[f"{name}{arguments} / {theirs_name}"] = (
            lambda name=name, a=arguments: getattr(ours, name)(draws, *a),
            lambda name=theirs_name, a=their_arguments: getattr(theirs, name)(*a, size=draws),
        )
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
