"""The example data set that comes with the package.

``python -m dagbag.datasets`` rewrites its two files from `make_example`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dagbag._input.files import read_graph_file, read_table
from dagbag._input.table_cells import numbered_names
from dagbag.simulate import adjacency_edges, random_dag, simulate_gaussian

# The first seed whose graph has the 77 v-structures and 184 moral edges of the Sparse Graph.
GRAPH_SEED = 124
DATA_SEED = 102


@dataclass(frozen=True, eq=False)
class Example:
    """A simulated data set with its data generating graph.

    Attributes
    ----------
    Y : ndarray of shape (n, p), float64
        The data, one row per sample, not standardised.
    adjacency : ndarray of shape (p, p), int32
        The true graph, ``adjacency[source, target] = 1`` for source -> target.
    nodes : tuple of p str
        Names of the nodes.

    Examples
    --------
    >>> example = load_example()
    >>> example.nodes[:3]
    ('V1', 'V2', 'V3')
    """

    Y: NDArray[np.float64]
    adjacency: NDArray[np.int32]
    nodes: tuple[str, ...]


def load_example() -> Example:
    """Load the example data set.

    Simulated at the size of the paper's Sparse Graph in its high signal-to-noise setting:
    p = 102 nodes, 109 edges, 77 v-structures, 184 moral edges, at most 5 parents; n = 102 samples
    with signal-to-noise ratios in [0.5, 1.5]. The values are stored to 6 significant digits.

    Returns
    -------
    Example
        Data `Y`, true `adjacency`, and names `nodes`.

    Examples
    --------
    >>> example = load_example()
    >>> example.Y.shape, int(example.adjacency.sum())
    ((102, 102), 109)
    """
    folder = resources.files("dagbag") / "data"
    with resources.as_file(folder / "example-Y.csv") as path:
        nodes, Y = read_table(path)
    with resources.as_file(folder / "example-edges.csv") as path:
        edges = read_graph_file(path, nodes).edges
    adjacency = np.zeros((len(nodes), len(nodes)), dtype=np.int32)
    adjacency[edges[:, 0], edges[:, 1]] = 1
    return Example(Y, adjacency, nodes)


def make_example() -> Example:
    """Simulate the example data set again, at full precision.

    Returns
    -------
    Example
        What `load_example` returns, before the rounding to 6 significant digits.

    Examples
    --------
    >>> np.allclose(make_example().Y, load_example().Y, rtol=1e-5)
    True
    """
    adjacency = random_dag(p=102, n_edges=109, seed=GRAPH_SEED)
    Y = simulate_gaussian(adjacency, n=102, snr=(0.5, 1.5), seed=DATA_SEED)
    return Example(Y, adjacency, numbered_names(102))


def write_example(folder: Path) -> None:
    """Write the example data set as ``example-Y.csv`` and ``example-edges.csv``.

    Parameters
    ----------
    folder : Path
        An existing folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_example(Path(folder))
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['example-Y.csv', 'example-edges.csv']
    """
    example = make_example()
    header = ",".join(example.nodes)
    path = folder / "example-Y.csv"
    np.savetxt(path, example.Y, fmt="%.6g", delimiter=",", header=header, comments="")
    edges = adjacency_edges(example.adjacency)
    lines = [f"{example.nodes[source]},{example.nodes[target]}\n" for source, target in edges]
    (folder / "example-edges.csv").write_text("source,target\n" + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write_example(Path(__file__).parent / "data")
