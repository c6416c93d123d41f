"""The same call on a cluster: Dask with two worker processes; Ray, where it is installed."""

import warnings

import joblib
import numpy as np
import pytest

import dagbag
from dagbag import bag, score

pytestmark = pytest.mark.filterwarnings("ignore")  # the clusters' own


@pytest.fixture(scope="module")
def Y():
    return np.random.default_rng(2).standard_normal((200, 60))


@pytest.fixture(scope="module")
def dask():
    from distributed import Client, LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        )
        with cluster, Client(cluster) as client:
            yield client


@pytest.mark.usefixtures("dask")
def test_dask_gives_the_same_bits(Y, tmp_path):
    expected = score(Y, 12, seed=1, n_jobs=1)
    with joblib.parallel_config("dask"):
        assert score(Y, 12, seed=1) == expected
        assert score(Y, 12, seed=1, checkpoint=tmp_path / "run.ckpt") == expected
        shuffled = score(Y, 12, seed=1, shuffle="resample")
    assert shuffled == score(Y, 12, seed=1, shuffle="resample", n_jobs=1)


def test_dask_gets_the_data_once_per_process(dask):
    """Count, in the workers, how often a job arrives."""
    Y = np.random.default_rng(2).standard_normal((300, 250))

    def count(dask_worker):
        return dask_worker.__dict__.get("arrived", 0)

    def watch(dask_worker):
        from dagbag._runs.jobs import SearchJob

        original = SearchJob.__setstate__

        def counting(self, state):
            dask_worker.arrived = dask_worker.__dict__.get("arrived", 0) + 1
            original(self, state)

        SearchJob.__setstate__ = counting

    dask.run(watch)
    with joblib.parallel_config("dask"):
        score(Y, 40, seed=1)
    arrived = dask.run(count)
    assert len(arrived) == 2
    assert 1 <= max(arrived.values()) < 8, arrived  # of 40 tasks


@pytest.mark.usefixtures("dask")
def test_dask_bags_any_learner(Y):
    def learner(data):
        r = np.triu(abs(np.corrcoef(data.T)), 1)
        return [np.unravel_index(r.argmax(), r.shape)]

    with joblib.parallel_config("dask"):
        found = bag(Y, learner, 6, seed=1)
    assert found == bag(Y, learner, 6, seed=1, n_jobs=1)


@pytest.mark.slow
@pytest.mark.ray
def test_ray_gives_the_same_bits(Y):
    import ray
    from ray.util.joblib import register_ray

    expected = score(Y, 12, seed=1, n_jobs=1)
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    try:
        register_ray()
        with joblib.parallel_config("ray"):
            assert score(Y, 12, seed=1, n_jobs=2) == expected
    finally:
        ray.shutdown()


def test_the_package_is_what_the_workers_import(dask):
    assert set(dask.run(lambda: dagbag.__version__).values()) == {dagbag.__version__}
