"""Distances on the page that follow those in the graph: least stress."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .layout import NODE_HEIGHT, PAGE_RATIO, Edge, Floats, Part


def place_by_stress(
    members: list[int], edges: list[Edge], node_width: float, rng: np.random.Generator
) -> Part:
    """Place nodes at distances that follow those in the graph."""
    number = {i: k for k, i in enumerate(members)}
    m = len(members)
    pairs = np.array([(number[i], number[j]) for i, j in edges])
    hops = _hops(pairs, m)
    # Less than the distance itself: long chains curl instead of leaving the page.
    wanted = hops**0.7
    degree = np.bincount(pairs.ravel(), minlength=m).astype(np.float64)
    weight = np.zeros((m, m))
    np.divide(1.0, wanted**2, out=weight, where=wanted > 0)
    # Edges of hubs are stiff, so that the leaves of a star make a ring.
    stiff = np.where(hops == 1, np.sqrt(np.outer(degree, degree)), 1.0)
    centers = _least_stress(wanted, weight * stiff, rng)
    size = np.array([node_width + 0.5, NODE_HEIGHT + 0.5])
    # Stretched as the boxes are wide, but no more than a page.
    centers = _upright(centers) * np.array([min(node_width / NODE_HEIGHT, PAGE_RATIO), 1.0])
    lengths = np.hypot(*(centers[pairs[:, 0]] - centers[pairs[:, 1]]).T)
    scale = max(1.3 * (node_width + 1.6) / max(float(np.median(lengths)), 1e-9), 0.0)
    scale = max(scale, min(_clear_scale(centers, size), 3 * scale))
    centers = _spread(centers * scale, size)
    return Part({i: np.append(centers[k], 1.0) for k, i in enumerate(members)})


def _hops(pairs: NDArray[np.int64], m: int) -> Floats:
    """Return the number of edges between any two nodes of a connected graph."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import shortest_path

    # 32-bit indices: scipy 1.11 takes no others.
    source, target = pairs.T.astype(np.int32)
    graph = coo_array((np.ones(len(pairs)), (source, target)), shape=(m, m))
    return np.asarray(
        shortest_path(graph.tocsr(), method="D", directed=False, unweighted=True), dtype=np.float64
    )


def _least_stress(wanted: Floats, weight: Floats, rng: np.random.Generator) -> Floats:
    """Majorise the stress sum w (distance - wanted)^2, as Gansner, Koren and North do."""
    from scipy.linalg import cho_factor, cho_solve

    m = len(wanted)
    squares = wanted**2
    inner = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    # Classical scaling, as far as a start needs it: a few steps of subspace iteration.
    centers = rng.normal(size=(m, 2))
    for _ in range(30):
        centers = np.linalg.qr(-0.5 * inner @ centers)[0]
    size = np.abs(-0.5 * inner @ centers).sum(axis=0)
    centers *= np.sqrt(size / np.abs(centers).sum(axis=0))
    centers += rng.normal(scale=0.1, size=(m, 2))
    laplacian = np.diag(weight.sum(axis=1)) - weight
    target = weight * wanted
    factor = cho_factor(laplacian[1:, 1:])  # the first node stays at the origin
    for _ in range(int(np.clip(4e7 / m**2, 40, 400))):  # some seconds at m = 1,000
        across = centers[:, 0, None] - centers[:, 0]
        up = centers[:, 1, None] - centers[:, 1]
        ratio = target / np.sqrt(across**2 + up**2 + 1e-12)
        pull = ratio.sum(axis=1)[:, None] * centers - ratio @ centers
        before = centers - centers[0]
        centers = np.vstack([np.zeros(2), cho_solve(factor, pull[1:])])
        if np.abs(centers - before).max() < 1e-3:
            break
    return centers


def _upright(centers: Floats) -> Floats:
    """Turn the longest extent to the horizontal."""
    middle = centers - centers.mean(axis=0)
    _, _, axes = np.linalg.svd(middle, full_matrices=False)
    axes = axes * np.where(axes.sum(axis=1) < 0, -1.0, 1.0)[:, None]
    return np.asarray(middle @ axes.T)


def _clear_scale(centers: Floats, size: Floats) -> float:
    """Return the scale at which the boxes of four nodes in five are clear of all others."""
    apart = np.abs(centers[:, None] - centers[None])
    needed = np.min(size / np.maximum(apart, 1e-9), axis=2)
    np.fill_diagonal(needed, 0.0)
    return float(np.quantile(needed.max(axis=1), 0.8))


def _spread(centers: Floats, size: Floats, n_steps: int = 300) -> Floats:
    """Push nodes apart until their boxes no longer overlap."""
    from scipy.spatial import KDTree

    for _ in range(n_steps):
        # Near pairs by a tree: 0.3 s at m = 1,000, where all pairs take 20 s.
        pairs = KDTree(centers / size).query_pairs(1 - 1e-6, p=np.inf, output_type="ndarray")
        if not len(pairs):
            break
        first, second = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].T
        apart = centers[first] - centers[second]
        overlap = size - np.abs(apart)
        # Along the direction that needs the shorter way; ties by number keep pairs moving apart.
        axis = (overlap / size).argmin(axis=1)[:, None] == np.arange(2)
        push = 0.3 * np.where(apart < 0, -1.0, 1.0) * overlap * axis
        centers = centers.copy()
        np.add.at(centers, first, push)
        np.subtract.at(centers, second, push)
    return centers
