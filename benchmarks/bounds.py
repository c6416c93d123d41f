"""Do the bounds on false edges hold? Simulations beside what the bounds claim.

``python benchmarks/bounds.py``, ``--learner HillClimbing --settings '{"max_parents": 3}'``

Data sets are drawn again and again from one random graph, and from a graph without edges; on each
an ensemble of complementary pairs is learned. By cutoff, in the mean over the data sets:

above           pairs of nodes whose strength is above the cutoff
false           those of them that the graph does not join
low             those of them that the learner selects with a chance of at most q / P, true or not:
                what Shah and Samworth's theorems are about. The chance is estimated by the mean
                strength over all data sets
simple, unimodal   the bounds, each from its own data set's q

All bounds must be above `low`, and on the graph without edges above `false`, too. On a graph with
edges they bound `false` only if false edges are exchangeable, which they are not: the table tells
how far that goes. A bound below one of the two means is marked, by ! if by more than two standard
errors, else by ?; the exit code is then 1.
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
from dagbag._input.cutoffs import BOUNDS
from dagbag.simulate import linear_mechanism, random_dag
from dagbag.stability import expected_false_edges

CUTOFFS = (0.5, 0.55, 0.6, 0.7, 0.8, 0.9)
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Correlations:
    """The simplest learner: pairs of nodes whose correlation is above a cutoff.

    On noise all pairs have the same chance, known from the normal distribution, and no search
    comes between the data and what is selected.
    """

    cutoff: float

    def __call__(self, data: Floats) -> npt.NDArray[np.int8]:
        """Join each such pair from the lower to the higher index."""
        return np.triu(np.abs(np.corrcoef(data.T)) > self.cutoff, 1).astype(np.int8)


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


def table(found: Simulated) -> bool:
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
        most = max(("false", "low"), key=lambda name: mean[name])
        cells = []
        for claimed in found.claims[:, :, j].mean(axis=0):
            excess = mean[most] - claimed
            holds &= excess <= 0
            mark = "!" if excess > 2 * error[most] else "?" if excess > 0 else " "
            cells.append(f"{claimed:9.3f}{mark}")
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
    parser.add_argument("--learner", default="BOSS", help="of dagbag.learners, or Correlations")
    parser.add_argument("--settings", type=json.loads, default={}, help="of the learner, JSON")
    options = parser.parse_args()
    learner = (
        Correlations
        if options.learner == Correlations.__name__
        else getattr(learners, options.learner)
    )(**options.settings)
    warnings.simplefilter("ignore", ReplicateWarning)
    holds = True
    for n_edges in sorted({0, options.edges}):
        name = f"{n_edges} edges" if n_edges else "no edges"
        begun = time.perf_counter()
        found = simulate(options, n_edges, learner)
        print(
            f"{name}: p = {options.p}, n = {options.n}, {options.simulations} data sets, "
            f"{options.n_boot // 2} complementary pairs, {options.learner} {options.settings} "
            f"({time.perf_counter() - begun:.0f} s)"
        )
        holds &= table(found)
    print("every claim holds" if holds else "a mean is above its bound, see ! and ?")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
