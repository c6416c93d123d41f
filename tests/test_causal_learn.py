"""PC with its own skeleton and graphs against the whole of causal-learn's."""

import importlib
import warnings

import numpy as np
import pytest

from dagbag._search.crossprod import standardize
from dagbag.learners import PC, pdag_to_dag
from dagbag.simulate import random_dag, simulate_gaussian


@pytest.fixture(scope="module")
def pc():
    # Its dependencies warn when they are imported, each in its own way.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("causallearn.search.ConstraintBased.PC").pc


@pytest.mark.parametrize("seed", range(40))
def test_stable_pc_is_causal_learn_s(pc, seed):
    rng = np.random.default_rng(seed)
    p, n = int(rng.integers(2, 25)), int(rng.integers(10, 200))
    dag = random_dag(p, min(int(rng.integers(3 * p)), p * (p - 1) // 2), rng)
    X = standardize(simulate_gaussian(dag, n=n, seed=rng)).X
    alpha, deepest = float(rng.choice([0.001, 0.05, 0.3])), int(rng.integers(4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        told = pc(X, alpha=alpha, indep_test="fisherz", max_k=deepest, show_progress=False)
        marks = PC(alpha=alpha, max_k=deepest)._marks(X)
    assert np.array_equal(marks, told.G.graph)
    assert np.array_equal(PC(alpha=alpha, max_k=deepest)(X), pdag_to_dag(told.G.graph))


@pytest.mark.usefixtures("pc")
def test_a_thousand_columns_in_seconds():
    """The paper's Empty Graph at alpha = 0.005: 946.5 (12.47) edges, 560.8 (22.44) v-structures."""
    Y = np.random.default_rng(1).standard_normal((250, 1000))
    dag = PC(alpha=0.005, stable=False)(Y)
    assert abs(dag.sum() - 946.5) < 4 * 12.47
    parents = [np.flatnonzero(dag[:, j]) for j in range(1000)]
    skeleton = dag | dag.T
    unmarried = sum((~skeleton[np.ix_(pa, pa)]).sum() - len(pa) for pa in parents) / 2
    assert abs(unmarried - 560.8) < 4 * 22.44


@pytest.mark.usefixtures("pc")
def test_the_original_algorithm_leaves_more_edges():
    Y = np.random.default_rng(1).standard_normal((100, 80))
    assert PC(stable=False)(Y).sum() > PC()(Y).sum()
