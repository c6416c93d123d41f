"""What was learned beside the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..metrics import cpdag
from ._learned import Learned

STRONG = 0.9  # a strength that users take for certain

Matrix = npt.NDArray[np.bool_]  # (p, p) by [source, target]


def measure(learned: Learned, truth: Matrix) -> dict[str, Any]:
    """Compare what was learned with the true DAG.

    Returns
    -------
    dict
        ``edges``, ``false_edges``, ``missing_edges``: pairs of the skeleton; ``power``, ``fdr``,
        ``f1`` of the skeleton (power is None without true edges, F1 is 1 if there is nothing to
        find and nothing is found); ``shd``: pairs of nodes that the CPDAGs join differently;
        ``directed``, ``false_directed``: edges with a direction in the learned CPDAG, and those
        that the true CPDAG does not direct so; ``direction_precision``, ``direction_recall``:
        what is left, over the directed edges of the learned and of the true CPDAG, None if there
        are none; ``false_strong``: learned pairs with a strength of at least 0.9 that the true
        skeleton has not, None for a single search.
    """
    p = len(truth)
    graph = _matrix(learned.edges, p)
    if learned.is_dag:
        graph = cpdag(graph)
    true_graph = cpdag(truth)
    pairs, true_pairs = _pairs(graph), _pairs(true_graph)
    found = int((pairs & true_pairs).sum())
    total, true_total = int(pairs.sum()), int(true_pairs.sum())
    arrows, true_arrows = graph & ~graph.T, true_graph & ~true_graph.T
    right = int((arrows & true_arrows).sum())
    directed, true_directed = int(arrows.sum()), int(true_arrows.sum())
    return {
        "edges": total,
        "false_edges": total - found,
        "missing_edges": true_total - found,
        "power": found / true_total if true_total else None,
        "fdr": (total - found) / total if total else 0.0,
        "f1": 2 * found / (total + true_total) if total + true_total else 1.0,
        "shd": int(_pairs(graph != true_graph).sum()),
        "directed": directed,
        "false_directed": directed - right,
        "direction_precision": right / directed if directed else None,
        "direction_recall": right / true_directed if true_directed else None,
        "false_strong": _false_strong(learned, true_pairs),
    }


def _false_strong(learned: Learned, true_pairs: Matrix) -> int | None:
    if learned.strengths is None:
        return None
    strong = learned.edges[learned.strengths >= STRONG]
    return int((_pairs(_matrix(strong, len(true_pairs))) & ~true_pairs).sum())


def _matrix(edges: npt.NDArray[np.int64], p: int) -> Matrix:
    matrix = np.zeros((p, p), dtype=bool)
    matrix[edges[:, 0], edges[:, 1]] = True
    return matrix


def _pairs(graph: Matrix) -> Matrix:
    """Return the pairs of nodes with something between them, above the diagonal."""
    return np.triu(graph | graph.T, 1)
