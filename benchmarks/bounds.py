"""Do the bounds on false edges hold? Simulations beside what the bounds claim.

``python benchmarks/bounds.py``

Data sets are drawn again and again from one random graph, and from a graph without edges; on each
an ensemble of complementary pairs is learned. By cutoff, in the mean over the data sets:

above           pairs of nodes whose strength is above the cutoff
false           those of them that the graph does not join
low             those of them that the learner selects with a chance of at most q / P, true or not:
                what Shah and Samworth's theorems are about. The chance is estimated by the mean
                strength over all data sets
simple, unimodal, r-concave     the bounds, each from its own data set's q

All bounds must be above `low`, on the graph without edges above `false`, too. On a graph with edges
they bound `false` only if false edges are exchangeable, which they are not: the table tells how
far that goes. A bound that the simulations exceed by more than two standard errors is marked, and
the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dagbag import ReplicateWarning, bag, learners
from dagbag.simulate import linear_mechanism, random_dag
from dagbag.stability import expected_false_edges

BOUNDS = ("simple", "unimodal", "r-concave")
CUTOFFS = (0.5, 0.55, 0.6, 0.7, 0.8, 0.9)
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Simulated:
    """What was found: a row for each data set."""

    strengths: Floats  # (simulations, P)
    edges: Floats  # (simulations,), mean number of edges of a replicate
    claims: Floats  # (simulations, bounds, cutoffs)
    true: npt.NDArray[np.bool_]  # (P,)


def simulate(options: argparse.Namespace, n_edges: int, learner: Any) -> Simulated:
    """Draw the data sets, learn the ensembles, and state the bounds."""
    adjacency = random_dag(options.p, n_edges, seed=options.seed)
    mechanism = linear_mechanism(adjacency, seed=options.seed + 1)
    pairs = np.triu_indices(options.p, 1)
    strengths, edges, claims = [], [], []
    for k in range(options.simulations):
        Y = mechanism.sample(options.n, seed=options.seed + 1000 + k)
        ensemble = bag(Y, learner, options.n_boot, resample="pairs", seed=k, n_jobs=options.n_jobs)
        frequency = ensemble.selection_frequency
        strengths.append((frequency + frequency.T)[pairs])
        edges.append(ensemble.n_edges.mean())
        claims.append(
            [[expected_false_edges(ensemble, c, bound) for c in CUTOFFS] for bound in BOUNDS]
        )
    return Simulated(
        np.array(strengths), np.array(edges), np.array(claims), (adjacency + adjacency.T)[pairs] > 0
    )


def table(found: Simulated, *, empty: bool) -> bool:
    """Print the table of a graph; whether every claim holds."""
    theta = found.edges.mean() / found.strengths.shape[1]
    low = found.strengths.mean(axis=0) <= theta
    print(
        f"  q = {found.edges.mean():.1f} edges in the mean, theta = {theta:.4f}; {low.sum()} of "
        f"{len(low)} pairs have a low selection probability, {(low & found.true).sum()} of them "
        f"true; {(~low & ~found.true).sum()} of {(~found.true).sum()} false ones have a high one"
    )
    print(f"  {'cutoff':>6} {'above':>7} {'false':>14} {'low':>14}", *(f"{b:>10}" for b in BOUNDS))
    holds = True
    for j, cutoff in enumerate(CUTOFFS):
        above = found.strengths > cutoff + 1e-12
        counts = {
            "above": above.sum(axis=1),
            "false": (above & ~found.true).sum(axis=1),
            "low": (above & low).sum(axis=1),
        }
        mean = {name: float(count.mean()) for name, count in counts.items()}
        error = {name: count.std(ddof=1) / len(count) ** 0.5 for name, count in counts.items()}
        least = {name: mean[name] - 2 * error[name] for name in mean}
        cells = []
        for claimed in found.claims[:, :, j].mean(axis=0):
            broken = (least["false"] if empty else least["low"]) > claimed
            holds &= not broken
            cells.append(f"{claimed:9.3f}{'!' if broken else ' '}")
        shown = [f"{mean[name]:7.2f} ({error[name]:.2f})" for name in ("false", "low")]
        print(f"  {cutoff:6.2f} {mean['above']:7.2f}", *shown, *cells)
    return holds


def main() -> int:
    """Simulate both graphs; the exit code is 1 if a claim is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--p", type=int, default=30)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--edges", type=int, default=30)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--n-boot", type=int, default=100)
    parser.add_argument("--n-jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learner", default="HillClimbing", help="of dagbag.learners")
    parser.add_argument(
        "--settings", type=json.loads, default={"score_type": "eBIC"}, help="of the learner, JSON"
    )
    options = parser.parse_args()
    learner = getattr(learners, options.learner)(**options.settings)
    warnings.simplefilter("ignore", ReplicateWarning)
    holds = True
    for name, n_edges in (("no edges", 0), (f"{options.edges} edges", options.edges)):
        begun = time.perf_counter()
        found = simulate(options, n_edges, learner)
        print(
            f"{name}: p = {options.p}, n = {options.n}, {options.simulations} data sets, "
            f"{options.n_boot // 2} complementary pairs, {options.learner} {options.settings} "
            f"({time.perf_counter() - begun:.0f} s)"
        )
        holds &= table(found, empty=n_edges == 0)
    print("every claim holds" if holds else "a claim is broken, see !")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
