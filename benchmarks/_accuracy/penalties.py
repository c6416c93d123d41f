"""What a penalty of each library is in units of BIC's: checked, not believed.

In two ways. By the score of a given graph: an edge between two nodes of a given correlation changes
the log likelihood by a number that is known, so what else the score changes by is the penalty of a
parent. And by what a search takes: two nodes are joined from the correlation on that gains more
than the penalty, which is found by bisection. The second needs no score function, and tells the
defaults of a search, which need not be those of its library's score.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import dagbag
from dagbag.accuracy._learned import Failed, Unavailable
from dagbag.accuracy._problems import Problem

from .learners import learner_of
from .peers import METHODS, Peers

N = 1000
NAMES = [
    *("hc", "hc-x2", "boss", "boss-x1", "boss-x2", "xges", "xges-x1", "xges-x2"),
    *("cl.ges", "cl.ges-x1", "cl.ges-x2", "cl.boss", "cl.boss-x1", "cl.boss-x2"),
    *("cl.grasp", "cl.grasp-x1", "cl.grasp-x2", "xges.xges", "xges.xges-x1", "xges.xges-x2"),
    *("pybnesian.hc", "pgmpy.hc"),
]


def print_penalties(peers: Peers, say: Callable[[str], None] = print) -> None:
    """Print the penalties of all libraries that are there, as multiples of log(n) per parent."""
    say(
        "By the score of a given graph, (change of -2 score - change of -2 log likelihood) / log n:"
    )
    for penalty in (1.0, 2.0):
        say(f"  {'dagbag.score':14} penalty {penalty:g}: {by_own_score(penalty):.6f}")
    for library in METHODS:
        for asked in (None, 1.0, 2.0):
            try:
                found = by_score(peers, library, asked)
            except (Unavailable, Failed) as error:
                say(f"  {library:14} penalty {asked or 'default'}: {error}")
                continue
            say(f"  {library:14} penalty {asked or 'default'}: " + (
                "does not tell" if found is None else f"{found:.6f}"
            ))  # fmt: skip
    say("By the weakest edge that a search takes:")
    for name in NAMES:
        try:
            say(f"  {name:14} {by_search(name, peers):.3f}")
        except (Unavailable, Failed) as error:
            say(f"  {name:14} {error}")


def exact_columns(correlation: float, n: int = N) -> npt.NDArray[np.float64]:
    """Return three columns of variance 1: two of exactly this correlation, and one of none."""
    rng = np.random.default_rng(1)
    values = rng.standard_normal((n, 3))
    basis, _ = np.linalg.qr(values - values.mean(axis=0))
    basis *= math.sqrt(n)
    second = correlation * basis[:, 0] + math.sqrt(1 - correlation**2) * basis[:, 1]
    return np.column_stack((basis[:, 0], second, basis[:, 2]))


def correlation_worth(penalty: float, n: int = N) -> float:
    """Return the correlation whose gain, -n log(1 - r^2), is a multiple of log(n)."""
    return math.sqrt(-math.expm1(-penalty * math.log(n) / n))


def by_score(peers: Peers, library: str, penalty: float | None) -> float | None:
    """Return the penalty of a parent in a library's score, from the score of two graphs."""
    r = 0.5
    Y = exact_columns(r)
    scores = [peers.score(library, Y, edges, penalty) for edges in ([(0, 1)], [])]
    if scores[0] is None or scores[1] is None:
        return None
    gain = -N * math.log1p(-(r**2))  # of -2 log likelihood
    return (gain - 2 * (scores[0] - scores[1])) / math.log(N)


def by_own_score(penalty: float) -> float:
    """Return the same of `dagbag.score`, whose score is smaller if better."""
    r = 0.5
    Y = exact_columns(r)
    asked = penalty * math.log(N)
    scores = [
        dagbag.score(Y, score_type=asked, whitelist=edges, max_step=1, blacklist=rest).score
        for edges, rest in (([(0, 1)], ~np.eye(3, dtype=bool)), ([], ~np.eye(3, dtype=bool)))
    ]
    gain = -N * math.log1p(-(r**2))
    return float(gain + scores[0] - scores[1]) / math.log(N)


def by_search(name: str, peers: Peers, low: float = 0.01, high: float = 20.0) -> float:
    """Return the gain from which on a learner takes an edge, by bisection to 1 in 1000."""
    learner = learner_of(name, peers)
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        Y = exact_columns(correlation_worth(middle))
        found = learner.learn(Problem("penalty", 0, Y, np.zeros((3, 3), dtype=bool), seed=1))
        low, high = (low, middle) if len(found.edges) else (middle, high)
    return math.sqrt(low * high)
