import subprocess
import sys
from importlib import resources
from itertools import combinations

import numpy as np
import pytest

from dagbag.datasets import load_example, make_example, write_example

# Half a unit of the sixth significant digit, relative to a leading digit 1, and rounding.
SIX_DIGITS = 5.001e-6


def test_shapes_and_types():
    example = load_example()
    assert example.Y.shape == (102, 102)
    assert example.Y.dtype == np.float64
    assert example.adjacency.shape == (102, 102)
    assert example.adjacency.dtype == np.int32
    assert example.nodes == tuple(f"V{i}" for i in range(1, 103))


def test_graph_statistics_are_those_of_the_sparse_graph():
    adjacency = load_example().adjacency
    skeleton = adjacency | adjacency.T
    moral = skeleton.copy()
    n_v_structures = 0
    for k in range(102):
        for i, j in combinations(np.flatnonzero(adjacency[:, k]), 2):
            n_v_structures += not skeleton[i, j]
            moral[i, j] = moral[j, i] = 1
    assert adjacency.sum() == 109
    assert n_v_structures == 77
    assert moral.sum() // 2 == 184
    assert adjacency.sum(axis=0).max() == 5


def test_files_hold_what_make_example_gives():
    stored, made = load_example(), make_example()
    np.testing.assert_array_equal(stored.adjacency, made.adjacency)
    np.testing.assert_allclose(stored.Y, made.Y, rtol=SIX_DIGITS)
    assert stored.nodes == made.nodes


def test_write_example_writes_the_files_of_the_package(tmp_path):
    write_example(tmp_path)
    folder = resources.files("dagbag") / "data"
    edges = "example-edges.csv"
    assert (tmp_path / edges).read_text() == (folder / edges).read_text()
    again = np.loadtxt(tmp_path / "example-Y.csv", delimiter=",", skiprows=1)
    np.testing.assert_allclose(again, load_example().Y, rtol=2 * SIX_DIGITS)


def test_an_example_is_frozen():
    with pytest.raises(AttributeError, match="cannot assign to field 'Y'"):
        load_example().Y = np.zeros((2, 2))


def test_importing_needs_no_matplotlib():
    code = "import dagbag.datasets, sys; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
