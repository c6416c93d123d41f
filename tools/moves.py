"""Print what searches do on random problems, as a digest per search: builds can be compared.

``python tools/moves.py [--problems 300]``. Two builds, of different compilers or for other CPUs,
must print the same lines. There are two kinds of data. The cross-products of signs are whole
numbers, whatever BLAS sums them up: there every bit of every delta is part of the digest. With
ordinary data only the moves and the edges are, since the last bits of cross-products are those of
the BLAS. Logarithms are those of the C library: glibc's have the same bits on aarch64 and on an
x86-64 CPU with FMA, but not on one without.
"""

from __future__ import annotations

import argparse
import hashlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dagbag import ConvergenceWarning, DegenerateDataWarning, load_example, score, score_shd
from dagbag.learners import BOSS, XGES


def signs(rng: np.random.Generator) -> np.ndarray:
    """Return above, at or below the median (1, 0, -1): means 0, standard deviations 1, exactly.

    Examples
    --------
    >>> Y = signs(np.random.default_rng(0))
    >>> bool((Y.sum(axis=0) == 0).all() and (Y.std(axis=0, ddof=1) == 1).all())
    True
    """
    Y = ordinary(rng)
    Y = Y[: len(Y) - 1 + len(Y) % 2]  # an odd number of rows
    ranks = Y.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    return np.sign(ranks - len(Y) // 2).astype(float)


def ordinary(rng: np.random.Generator) -> np.ndarray:
    """Return data of a random DAG, rounded so that they are the same whatever BLAS made them.

    Examples
    --------
    >>> Y = ordinary(np.random.default_rng(0))
    >>> bool((Y == Y.round(4)).all())
    True
    """
    n, p = int(rng.integers(20, 120)), int(rng.integers(3, 40))
    Y = rng.standard_normal((n, p))
    for k in range(1, p):
        for source in rng.integers(k, size=rng.integers(3)):
            Y[:, k] += rng.uniform(0.3, 1.2) * Y[:, source]
    return Y.round(4)


def moves(Y: np.ndarray, bits: bool, **settings: Any) -> Iterator[object]:
    """Yield the moves of hill climbing, with the bits of their deltas if asked for.

    Examples
    --------
    >>> next(moves(np.random.default_rng(2).standard_normal((60, 2)) @ [[1, 2], [0, 1]], False))
    ('add', 1, 0)
    """
    for move in score(Y, **settings).moves:
        yield move[:3]
        if bits:
            yield move.delta.hex()


def edges(Y: np.ndarray, bits: bool, learner: Callable[[np.ndarray], Any]) -> Iterator[object]:
    """Yield the edges that a learner finds; scores of whole DAGs are sums in another order.

    Examples
    --------
    >>> Y = np.random.default_rng(2).standard_normal((60, 2)) @ [[1, 2], [0, 1]]
    >>> list(edges(Y, False, XGES()))
    [(0, 1)]
    """
    del bits
    yield from learner(Y).edges


def digest(search: Callable[..., Iterator[object]], bits: bool, problems: int) -> tuple[str, int]:
    """Return the digest of what a search does on random problems, and how much that is.

    Examples
    --------
    >>> digest(moves, True, 2) == digest(moves, True, 2) != digest(moves, True, 3)
    True
    """
    sha, count = hashlib.sha256(), 0
    for seed in range(problems):
        rng = np.random.default_rng(seed)
        Y = signs(rng) if bits else ordinary(rng)
        sha.update(Y.tobytes())
        for found in search(Y, bits):
            sha.update(repr(found).encode())
            count += 1
    return sha.hexdigest()[:16], count


SEARCHES: dict[str, Callable[..., Iterator[object]]] = {
    "BIC": lambda Y, bits: moves(Y, bits),
    "BGe": lambda Y, bits: moves(Y, bits, score_type="BGe"),
    "two parents": lambda Y, bits: moves(Y, bits, max_parents=2),
    "BOSS": lambda Y, bits: edges(Y, bits, BOSS(seed=1)),
    "XGES": lambda Y, bits: edges(Y, bits, XGES()),
}


def main() -> None:
    """Print a line per search and kind of data, and one of the example's ensemble."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=300)
    problems = parser.parse_args().problems
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", DegenerateDataWarning)
    for name, search in SEARCHES.items():
        for bits in (True, False):
            kind = "signs" if bits else "ordinary data"
            sha, count = digest(search, bits, problems)
            print(f"{name}, {kind}: {sha} of {problems} problems, {count} items", flush=True)
    ensemble = score(load_example().Y, 20, max_parents=4, seed=1, n_jobs=1)
    found = repr([score_shd(ensemble, alpha=alpha).edges for alpha in (1.0, 1.5)])
    print("ensemble of the example:", hashlib.sha256(found.encode()).hexdigest()[:16])


if __name__ == "__main__":
    main()
