"""``y.stand``, ``result_skeleton`` and ``move_adj`` of R scripts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]


def y_stand(Y: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Bring columns to mean 0 and sd 1 (denominator n - 1). R: ``y.stand``.

    Parameters
    ----------
    Y : array-like of shape (n, p)

    Returns
    -------
    ndarray of shape (n, p)

    Examples
    --------
    >>> y_stand([[1.0], [2.0], [3.0]]).ravel()
    array([-1.,  0.,  1.])
    """
    values = np.asarray(Y, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ValueError(f"Y must be a matrix of at least 2 rows, got shape {values.shape}")
    sd = values.std(axis=0, ddof=1)
    if (sd == 0).any():
        raise ValueError(f"Y must have no constant columns, got {int(np.argmin(sd))}")
    return np.asarray((values - values.mean(axis=0)) / sd)


def _graph(adjacency: Any, name: str) -> npt.NDArray[np.bool_]:
    matrix = np.asarray(adjacency)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"{name} must be a square matrix, got shape {matrix.shape}")
    return np.asarray(matrix != 0)


def result_skeleton(adj: npt.ArrayLike, true_ske: npt.ArrayLike) -> tuple[int, int]:
    """Count skeleton edges, and those that are in the true skeleton.

    Parameters
    ----------
    adj : array-like of shape (p, p)
        Learned adjacency matrix.
    true_ske : array-like of shape (p, p)
        Adjacency matrix of the true graph or skeleton.

    Returns
    -------
    total, correct : int

    Examples
    --------
    >>> result_skeleton([[0, 1], [0, 0]], [[0, 0], [1, 0]])
    (1, 1)
    """
    learned, true = _graph(adj, "adj"), _graph(true_ske, "true_ske")
    if learned.shape != true.shape:
        raise ValueError(f"true_ske must have shape {learned.shape}, got {true.shape}")
    learned, true = learned | learned.T, true | true.T
    return int(np.triu(learned, 1).sum()), int(np.triu(learned & true, 1).sum())


def move_adj(p: int, movement: npt.ArrayLike) -> list[IntArray]:
    """Replay R's ``movement``: the adjacency matrix after each step, from the empty graph.

    Parameters
    ----------
    p : int
        Number of nodes.
    movement : array-like of shape (steps, 3)
        Rows of source, target (1-based) and operation; rows of 0 end it.

    Returns
    -------
    list of ndarray of shape (p, p)

    Examples
    --------
    >>> [int(a.sum()) for a in move_adj(2, [[1, 2, 1], [1, 2, 3], [2, 1, 2], [0, 0, 0]])]
    [1, 1, 0]
    """
    rows = np.asarray(movement)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"movement must have 3 columns, got shape {rows.shape}")
    adjacency = np.zeros((p, p), dtype=np.int32)
    graphs = []
    for source, target, operation in rows.tolist():
        if operation == 0:
            break
        if not (1 <= source <= p and 1 <= target <= p and operation in (1, 2, 3)):
            raise ValueError(
                f"movement must have nodes in 1..{p} and operations in 1..3, "
                f"got {[source, target, operation]}"
            )
        adjacency[source - 1, target - 1] = operation == 1
        if operation == 3:
            adjacency[target - 1, source - 1] = 1
        graphs.append(adjacency.copy())
    return graphs
