"""Linear Gaussian networks of pgmpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._dag.types import FloatArray
from .graph import Graph
from .libraries import library


def pgmpy_model(graph: Graph, values: FloatArray | None) -> Any:
    """Return the network of a DAG, with its CPDs if there are data.

    Parameters
    ----------
    graph : Graph
    values : ndarray of shape (n, p), optional
        In the order of the nodes.
    """
    model = library("pgmpy.models").LinearGaussianBayesianNetwork()
    model.add_nodes_from(graph.nodes)
    model.add_edges_from((graph.nodes[i], graph.nodes[j]) for i, j in graph._links.tolist())
    if values is None:
        return model
    distribution = library("pgmpy.factors.continuous").LinearGaussianCPD
    source, target = graph._links[:, 0], graph._links[:, 1]
    for k, node in enumerate(graph.nodes):
        parents = source[target == k]
        beta, std = _fit(values[:, k], values[:, parents])
        names = [graph.nodes[i] for i in parents.tolist()]
        model.add_cpds(distribution(node, beta, std, names))
    return model


def _fit(y: FloatArray, X: FloatArray) -> tuple[FloatArray, float]:
    """Return intercept and coefficients, and the standard deviation of what is left.

    Least squares on centred columns; the variance is the residual sum of squares by its degrees of
    freedom, as pgmpy's own fit has it.
    """
    mean, means = y.mean(), X.mean(axis=0)
    coefficients = np.linalg.lstsq(X - means, y - mean, rcond=None)[0]
    rest = y - mean - (X - means) @ coefficients
    std = float(np.sqrt(rest @ rest / (len(y) - 1 - X.shape[1])))
    return np.concatenate(([mean - means @ coefficients], coefficients)), std
