"""Random problems for hypothesis: data for searches, ensembles of DAGs for aggregation."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from reference import Oracle

from dagbag import Ensemble
from dagbag._dag.edges import matrix_edges
from dagbag._runs.replicates import Replicate

# `make fuzz` sets both; the default keeps `make test` quick.
EXAMPLES = int(os.environ.get("DAGBAG_EXAMPLES", "100"))
thorough = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="DAGBAG_EXAMPLES" not in os.environ,
    database=None,
    suppress_health_check=list(HealthCheck),
)

KINDS = ("normal", "rounded", "binary", "heavy", "duplicated", "collinear", "nearly", "constant")

SMALL_RUN = {"n_boot": 9, "max_parents": 4, "seed": 1}


def small_run_data():
    """Data for ensembles of which the course is tested: 80 samples of 40 nodes."""
    rng = np.random.default_rng(3)
    noise = rng.standard_normal((80, 40))
    return noise @ (np.eye(40) + np.triu(rng.normal(0, 0.3, (40, 40)), 1))


@dataclass
class Problem:
    Y: np.ndarray
    penalty: float
    blacklist: np.ndarray | None
    whitelist: np.ndarray | None
    initial: np.ndarray | None
    threshold: float
    max_step: int
    max_parents: int | None
    eps: float

    def oracle(self, **changes):
        return Oracle(
            self.Y.copy(),
            self.penalty,
            self.blacklist,
            self.whitelist,
            self.initial,
            self.max_parents,
            self.eps,
            **changes,
        )

    def arguments(self):
        return {
            "score_type": self.penalty,
            "threshold": self.threshold,
            "max_step": self.max_step,
            "blacklist": self.blacklist,
            "whitelist": self.whitelist,
            "EPS": self.eps,
            "ini_adj_matrix": self.initial,
            "max_parents": self.max_parents,
        }


def random_dag_mask(rng, p, share):
    """A random DAG without regard to any order of the labels."""
    order = rng.permutation(p)
    upper = np.triu(rng.random((p, p)) < share, 1)
    mask = np.zeros((p, p), dtype=bool)
    mask[np.ix_(order, order)] = upper
    return mask


def make_data(rng, kind, n, p):
    mask = random_dag_mask(rng, p, 0.5)
    W = mask * rng.choice([-1, 1], (p, p)) * rng.uniform(0.3, 1.5, (p, p))
    noise = rng.standard_t(2, (n, p)) if kind == "heavy" else rng.standard_normal((n, p))
    Y = noise @ np.linalg.inv(np.eye(p) - W)
    a, b, c = rng.integers(p, size=3)
    if kind == "rounded":
        return np.round(Y)
    if kind == "binary":
        return (Y > 0).astype(float)
    if kind == "duplicated":
        Y[:, a] = Y[:, b]
    elif kind == "collinear":
        Y[:, a] = Y[:, b] + 2.0 * Y[:, c]
    elif kind == "nearly":
        Y[:, a] = Y[:, b] + 10.0 ** rng.uniform(-5.5, -2) * rng.standard_normal(n)
    elif kind == "constant":
        Y[:, a] = 0.1
    return Y


@st.composite
def problems(draw, kinds=KINDS, lists=True):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(1, 7))
    n = draw(st.integers(6, 40))
    kind = draw(st.sampled_from(kinds))
    Y = make_data(rng, kind, n, p)
    blacklist = whitelist = initial = None
    if lists:
        if draw(st.booleans()):
            blacklist = rng.random((p, p)) < draw(st.sampled_from([0.1, 0.5, 0.9]))
        # Degenerate parents given from outside are a case of their own, tested by hand.
        enough = len(np.unique(Y, axis=0)) > p + 3 and np.ptp(Y, axis=0).all()
        if kind in ("normal", "rounded", "heavy") and enough:
            if draw(st.booleans()):
                whitelist = random_dag_mask(rng, p, 0.2)
            if draw(st.booleans()):
                initial = random_dag_mask(rng, p, 0.4)
                if blacklist is not None:
                    initial &= ~blacklist
                union = initial if whitelist is None else initial | whitelist
                if np.linalg.matrix_power(union.astype(float), p).any():
                    initial = None
    penalty = draw(st.sampled_from([math.log(n), 0.0, 2.0, math.log(n) + 2 * math.log(p)]))
    return Problem(
        Y,
        penalty,
        blacklist,
        whitelist,
        initial,
        threshold=draw(st.sampled_from([0.0, 0.0, -2.0])),
        max_step=draw(st.sampled_from([3, 60])),
        max_parents=draw(st.sampled_from([None, None, 1, 2]))
        if initial is whitelist is None
        else None,
        eps=draw(st.sampled_from([1e-6, 1e-6, 1e-3, 0.5])),
    )


ALPHAS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0)


def random_ensemble(rng, p, n_boot, kind):
    """A (p, p, n_boot) boolean array of DAGs.

    "unrelated" DAGs share nothing; "perturbed" ones are one DAG with noise. The others have the
    same dense skeleton, each along its own order: "conflicting" ones along rotations of one order,
    the classical cyclic majority, "contested" ones along any.
    """
    dags = np.zeros((p, p, n_boot), dtype=bool)
    skeleton = np.triu(rng.random((p, p)) < 0.9, 1)
    common = random_dag_mask(rng, p, 0.5)
    shifts = rng.permutation(p)
    for b in range(n_boot):
        if kind == "unrelated":
            dags[:, :, b] = random_dag_mask(rng, p, rng.choice([0.3, 0.9]))
        elif kind == "perturbed":
            dags[:, :, b] = common & (rng.random((p, p)) < 0.8)
        else:
            turned = np.roll(shifts, rng.integers(p))
            order = np.argsort(turned if kind == "conflicting" else rng.permutation(p))
            forward = order[:, np.newaxis] < order
            dags[:, :, b] = (skeleton | skeleton.T) & forward & (rng.random((p, p)) < 0.95)
    return dags


def ensemble_of(graphs):
    """An Ensemble of given DAGs, each a (p, p) matrix."""
    replicates = {
        k: Replicate(matrix_edges(graph), converged=True, steps=1, distinct_rows=1, score=0.0)
        for k, graph in enumerate(graphs)
    }
    return Ensemble(tuple(range(len(graphs[0]))), replicates, settings={})


@dataclass
class EnsembleProblem:
    dags: np.ndarray
    alpha: float
    threshold: float
    max_step: int
    blacklist: np.ndarray | None
    whitelist: np.ndarray | None

    def arguments(self):
        return {
            "alpha": self.alpha,
            "threshold": self.threshold,
            "max_step": self.max_step,
            "blacklist": self.blacklist,
            "whitelist": self.whitelist,
        }


@st.composite
def ensembles(
    draw, largest=8, limited=True, kinds=("unrelated", "perturbed", "conflicting", "contested")
):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    p = draw(st.integers(1, largest))
    dags = random_ensemble(rng, p, draw(st.integers(1, 12)), draw(st.sampled_from(kinds)))
    blacklist = whitelist = None
    if draw(st.booleans()):
        blacklist = rng.random((p, p)) < draw(st.sampled_from([0.1, 0.5]))
    if draw(st.booleans()):
        whitelist = random_dag_mask(rng, p, 0.2)
    return EnsembleProblem(
        dags,
        alpha=draw(st.sampled_from(ALPHAS) | st.floats(0, 4)),
        threshold=draw(st.sampled_from([0.0, 0.0, 0.0, -0.4, 0.3, 0.8, 1.0, 1.2, 2.5])),
        max_step=draw(st.sampled_from([3, 500])) if limited else 500,
        blacklist=blacklist,
        whitelist=whitelist,
    )
