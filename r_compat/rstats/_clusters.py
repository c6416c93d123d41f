"""Distances, trees of clusters, principal components."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ..rvalues._core import as_matrix, vector
from ..rvalues._named import NamedArray, named, plain
from ..rvalues._printing import printed
from ..rvalues._text import format_
from ..rvalues._untranslated import Untranslated
from ._models import Model


class Dist(np.ndarray):
    """The distances of all pairs, column by column below the diagonal. R: class ``dist``.

    Attributes
    ----------
    size : int
        Shadowed by numpy; the number of objects is `objects`.
    objects : int
    labels : object array or None
    method : str or None
        How they were computed.
    """

    objects: int
    labels: Any
    method: str | None

    def __new__(cls, values: Any, objects: int, labels: Any, method: str | None = None) -> Dist:
        made = np.asarray(values, dtype=float).view(cls)
        made.objects, made.labels, made.method = objects, labels, method
        return made

    def __str__(self) -> str:
        full = dist_matrix(self)
        texts = np.asarray(format_(np.asarray(plain(full))), dtype=object)
        below = np.tril(np.ones(texts.shape, dtype=bool), -1)
        shown = NamedArray(np.where(below, texts, ""), full.dimnames)
        return "\n".join(printed(shown[1:, :-1], quote=False))

    __repr__ = __str__

    def __array_finalize__(self, obj: Any) -> None:
        self.objects = getattr(obj, "objects", 0)
        self.labels = getattr(obj, "labels", None)
        self.method = getattr(obj, "method", None)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if return_scalar:
            return array[()]
        if array.shape != self.shape or array.dtype.kind != "f":  # comparisons are no distances
            return np.asarray(array)
        return Dist(array, self.objects, self.labels, self.method)

    def __getitem__(self, index: Any) -> Any:
        return np.asarray(self)[index]

    def r_matrix(self) -> Any:
        """Return the full matrix, as ``as.matrix`` does."""
        return dist_matrix(self)


def dist(x: Any, method: str = "euclidean", p: float = 2) -> Dist:
    """Return the distances between the rows of a matrix. R: ``dist``.

    Examples
    --------
    >>> np.asarray(dist(np.array([[0.0, 0], [3, 4], [0, 1]])))
    array([5.        , 1.        , 4.24264069])
    """
    matrix = as_matrix(x)
    values = np.asarray(plain(matrix), dtype=float)
    n = len(values)
    left, right = (np.array(k, dtype=int) for k in _pairs(n))
    a, b = values[left], values[right]
    with np.errstate(invalid="ignore"):
        gap = np.abs(a - b)
    known = ~np.isnan(gap)  # columns with NA are left out, and sums are scaled up for them
    counts = known.sum(axis=1)
    gap = np.where(known, gap, 0)
    share = np.where(counts, counts, np.nan) / max(values.shape[1], 1)
    if method == "euclidean":
        found = np.sqrt((gap**2).sum(axis=1) / share)
    elif method == "maximum":
        found = np.where(counts, gap.max(axis=1, initial=0), np.nan)
    elif method == "manhattan":
        found = gap.sum(axis=1) / share
    elif method == "minkowski":
        found = ((gap**p).sum(axis=1) / share) ** (1 / p)
    elif method == "canberra":
        total = np.abs(a) + np.abs(b)
        used = known & (total > 0)
        terms = np.where(used, gap / np.where(used, total, 1), 0)
        counts = used.sum(axis=1)
        found = terms.sum(axis=1) * values.shape[1] / np.where(counts, counts, np.nan)
    elif method == "binary":
        either = known & ((a != 0) | (b != 0))
        unlike = (either & ((a != 0) != (b != 0))).sum(axis=1)
        some = either.sum(axis=1)
        found = np.where(counts, np.where(some, unlike / np.maximum(some, 1), 0.0), np.nan)
    else:
        raise ValueError(f"method of dist() is not known: {method!r}")
    labels = matrix.dimnames[0] if isinstance(matrix, NamedArray) else None
    return Dist(found, n, labels, method)


def _pairs(n: int) -> tuple[list[int], list[int]]:
    left = [j for j in range(n) for i in range(j + 1, n)]
    right = [i for j in range(n) for i in range(j + 1, n)]
    return left, right


def dist_matrix(x: Dist) -> Any:
    """Return distances as a symmetric matrix. R: ``as.matrix`` of a ``dist``."""
    n = x.objects
    full = np.zeros((n, n))
    left, right = _pairs(n)
    full[left, right] = full[right, left] = np.asarray(x)
    labels = x.labels
    if labels is None:
        labels = np.array([str(k + 1) for k in range(n)], dtype=object)
    return NamedArray(full, (labels, labels))


def as_dist(x: Any) -> Dist:
    """Return the lower triangle of a matrix as distances. R: ``as.dist``."""
    if isinstance(x, Dist):
        return x
    matrix = as_matrix(x)
    left, right = _pairs(len(matrix))
    labels = matrix.dimnames[0] if isinstance(matrix, NamedArray) else None
    if labels is None and isinstance(matrix, NamedArray):
        labels = matrix.dimnames[1]
    return Dist(np.asarray(plain(matrix), dtype=float)[right, left], len(matrix), labels)


_METHODS = (
    "ward.D", "ward.D2", "single", "complete", "average", "mcquitty", "median", "centroid",
)  # fmt: skip


def hclust(d: Any, method: str = "complete") -> Model:
    """Join the nearest clusters until one is left. R: ``hclust``.

    Distances to a joined cluster are updated by Lance and Williams' formula. Among pairs at equal
    distance the one that R's list of nearest neighbours has first is joined.
    """
    if method == "ward":
        method = "ward.D"
    if method not in _METHODS:
        raise ValueError(f"method of hclust() must be one of {', '.join(_METHODS)}, got {method!r}")
    if not isinstance(d, Dist):
        raise TypeError("hclust() takes distances of dist() or as.dist()")
    n = d.objects
    if n < 2:
        raise ValueError("must have n >= 2 objects to cluster")
    if not np.isfinite(np.asarray(plain(d))).all():
        raise ValueError("NA/NaN/Inf in foreign function call (arg 10)")
    D = np.asarray(plain(dist_matrix(d))).copy()
    if method == "ward.D2":
        D **= 2
    np.fill_diagonal(D, np.inf)
    alive = np.ones(n, dtype=bool)
    sizes = np.ones(n)
    nearest = np.zeros(n, dtype=int)
    for i in range(n - 1):
        nearest[i] = i + 1 + int(np.argmin(D[i, i + 1 :]))
    pairs, heights = [], []
    for _ in range(n - 1):
        active = [i for i in range(n - 1) if alive[i] and alive[i + 1 :].any()]
        i = min(active, key=lambda k: D[k, nearest[k]])
        j = int(nearest[i])
        i, j = min(i, j), max(i, j)
        height = D[i, j]
        heights.append(np.sqrt(height) if method == "ward.D2" else height)
        pairs.append((i, j))
        alive[j] = False
        others = [k for k in range(n) if alive[k] and k != i]
        for k in others:
            new = _updated(method, D[i, k], D[j, k], height, sizes[i], sizes[j], sizes[k])
            D[i, k] = D[k, i] = new
            if k < i and new < D[k, nearest[k]]:
                nearest[k] = i
        sizes[i] += sizes[j]
        for k in range(n - 1):
            stale = k == i or nearest[k] in (i, j)
            if alive[k] and stale and alive[k + 1 :].any():
                later = [m for m in range(k + 1, n) if alive[m]]
                nearest[k] = later[int(np.argmin(D[k, later]))]
    merge = _signed(pairs, n)
    return Model(
        {
            "merge": merge,
            "height": np.array(heights),
            "order": _in_order(merge),
            "labels": d.labels,
            "method": method,
            "dist.method": d.method,
        },
        ("hclust",),
    )


def _updated(
    method: str, ik: float, jk: float, ij: float, ni: float, nj: float, nk: float
) -> float:
    if method in ("ward.D", "ward.D2"):
        total = ni + nj + nk
        return ((ni + nk) * ik + (nj + nk) * jk - nk * ij) / total
    if method == "single":
        return min(ik, jk)
    if method == "complete":
        return max(ik, jk)
    if method == "average":
        return (ni * ik + nj * jk) / (ni + nj)
    if method == "mcquitty":
        return (ik + jk) / 2
    if method == "median":
        return ((ik + jk) - ij / 2) / 2
    return (ni * ik + nj * jk - ni * nj * ij / (ni + nj)) / (ni + nj)


def _signed(pairs: list[tuple[int, int]], n: int) -> Any:
    """Return clusters by the step that made them, single objects by their negative number."""
    at = {k: -(k + 1) for k in range(n)}
    rows = []
    for step, (i, j) in enumerate(pairs):
        a, b = at[i], at[j]
        if a > 0 > b:
            a, b = b, a
        elif a > 0 and b > 0:
            a, b = min(a, b), max(a, b)
        elif a < 0 and b < 0:
            a, b = max(a, b), min(a, b)
        rows.append([a, b])
        at[i] = step + 1
    return np.array(rows, dtype=int)


def _in_order(merge: Any) -> Any:
    found = [len(merge)]
    while any(k > 0 for k in found):
        found = [
            m
            for k in found
            for m in ((int(merge[k - 1, 0]), int(merge[k - 1, 1])) if k > 0 else (k,))
        ]
    return np.array([-k for k in found], dtype=int)


def cutree(tree: Any, k: Any = None, h: Any = None) -> Any:
    """Cut a tree into k clusters, or at a height. R: ``cutree``."""
    merge, height = tree["merge"], np.asarray(tree["height"])
    n = len(merge) + 1
    if k is None:
        if np.any(np.diff(height) < 0):
            raise ValueError("the 'height' component of 'tree' is not sorted (increasingly)")
        k = n - np.searchsorted(height, np.asarray(plain(h), dtype=float), side="right")
    counts = np.atleast_1d(np.asarray(plain(k))).astype(int)
    columns = [_cut(merge, n, int(count)) for count in counts]
    labels = tree["labels"]
    if np.ndim(k) == 0 or len(counts) == 1:
        return columns[0] if labels is None else named(columns[0], labels)
    names = np.array([str(count) for count in counts], dtype=object)
    return NamedArray(np.column_stack(columns), (labels, names))


def cophenetic(tree: Any) -> Dist:
    """Return at which height each two objects are joined. R: ``cophenetic``."""
    merge, heights = tree["merge"], np.asarray(tree["height"], dtype=float)
    n = len(merge) + 1
    full = np.zeros((n, n))
    members: dict[int, list[int]] = {}
    for step, height in enumerate(heights):
        first, second = (
            [-part - 1] if part < 0 else members.pop(part)
            for part in np.asarray(merge)[step].tolist()
        )
        full[np.ix_(first, second)] = full[np.ix_(second, first)] = height
        members[step + 1] = first + second
    rows, columns = _pairs(n)
    return Dist(full[rows, columns], n, tree["labels"])


def _cut(merge: Any, n: int, k: int) -> Any:
    if not 1 <= k <= n:
        raise ValueError(f"elements of 'k' must be between 1 and {n}")
    owner = list(range(n))
    members: dict[int, list[int]] = {}
    for step in range(n - k):
        joined: list[int] = []
        for part in merge[step].tolist():
            joined += [-part - 1] if part < 0 else members.pop(part)
        members[step + 1] = joined
        for m in joined:
            owner[m] = n + step
    seen: dict[int, int] = {}
    return np.array([seen.setdefault(o, len(seen) + 1) for o in owner], dtype=int)


def prcomp(
    x: Any, center: Any = True, scale: Any = False, rank: int | None = None, retx: bool = True
) -> Model:
    """Return the principal components of the columns. R: ``prcomp``.

    Signs of components are those of LAPACK's singular value decomposition, as in R.
    """
    matrix = as_matrix(x)
    values = np.asarray(plain(matrix), dtype=float)
    if np.isnan(values).any():
        raise ValueError("prcomp() with NA: infinite or missing values in 'x'")
    labels = matrix.dimnames[1] if isinstance(matrix, NamedArray) else None
    rows = matrix.dimnames[0] if isinstance(matrix, NamedArray) else None
    middle: Any = values.mean(axis=0) if center is True else center
    moved = values - middle if middle is not False else values
    width: Any = False
    if scale is True:
        width = np.sqrt((moved**2).sum(axis=0) / max(len(values) - 1, 1))
        if (width == 0).any():
            raise ValueError("cannot rescale a constant/zero column to unit variance")
    elif scale is not False:
        width = np.asarray(plain(scale), dtype=float)
    moved = moved / width if width is not False else moved
    _, d, vt = np.linalg.svd(moved, full_matrices=False)
    count = min(values.shape) if rank is None else min(int(rank), *values.shape)
    components = np.array([f"PC{k + 1}" for k in range(count)], dtype=object)
    rotation = NamedArray(vt.T[:, :count].copy(), (labels, components))

    def along(part: Any) -> Any:
        return part if part is False or labels is None else named(part, labels)

    parts = {
        "sdev": d / np.sqrt(max(1, len(values) - 1)),
        "rotation": rotation,
        "center": along(middle),
        "scale": along(width),
    }
    if retx:
        parts["x"] = NamedArray(moved @ plain(rotation), (rows, components))
    return Model(parts, ("prcomp",))


def prcomp_summary(model: Model) -> Model:
    """Return a summary with the importance of components. R: ``summary`` of ``prcomp``."""
    variance = model["sdev"] ** 2
    share = variance / variance.sum()
    labels = ["Standard deviation", "Proportion of Variance", "Cumulative Proportion"]
    count = model["rotation"].shape[1]
    table = np.vstack([model["sdev"], np.round(share, 5), np.round(np.cumsum(share), 5)])
    importance = NamedArray(
        table[:, :count], (np.array(labels, dtype=object), model["rotation"].dimnames[1])
    )
    return Model({**model, "importance": importance}, ("summary.prcomp",))


def cmdscale(d: Any, k: int = 2, eig: bool = False) -> Any:
    """Place objects in a plane by their distances. R: ``cmdscale``.

    Directions that no distances need are left out, as in R, which warns then.
    """
    from scipy import linalg

    full = dist_matrix(d) if isinstance(d, Dist) else as_matrix(d)
    squares = np.asarray(plain(full), dtype=float) ** 2
    middle = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, np.newaxis] + squares.mean()
    values, vectors = linalg.eigh(-middle / 2, driver="evr")  # LAPACK's routine that R calls
    values, vectors = values[::-1], vectors[:, ::-1]
    used = values[: int(k)]
    chosen = np.flatnonzero(used > 0)
    points = vectors[:, chosen] * np.sqrt(used[chosen])
    labels = d.labels if isinstance(d, Dist) else getattr(full, "dimnames", (None,))[0]
    placed = points if labels is None else NamedArray(points, (labels, None))
    if not eig:
        return placed
    total = used[chosen].sum()
    fit = np.array([total / np.abs(values).sum(), total / np.maximum(values, 0).sum()])
    return {"points": placed, "eig": values, "x": None, "ac": 0.0, "GOF": fit}


def varimax(x: Any, normalize: bool = True, eps: float = 1e-5) -> dict[str, Any]:
    """Rotate loadings so that each is large on few factors. R: ``varimax``.

    Examples
    --------
    >>> found = varimax(np.array([[0.8, 0.3], [0.7, 0.2], [0.2, 0.9], [0.3, 0.8]]))
    >>> found["loadings"].round(2).tolist()
    [[0.8, 0.29], [0.7, 0.19], [0.21, 0.9], [0.31, 0.8]]
    """
    given = as_matrix(x)
    loadings = np.asarray(plain(given), dtype=float)
    p, factors = loadings.shape
    if factors < 2:
        raise Untranslated("varimax() of one factor, which is no list in R")
    length = np.sqrt((loadings**2).sum(axis=1, keepdims=True)) if normalize else np.ones((p, 1))
    scaled = loadings / length
    turn, before = np.eye(factors), 0.0
    for _ in range(1000):
        turned = scaled @ turn
        slope = scaled.T @ (turned**3 - turned * ((turned**2).sum(axis=0) / p))
        left, sizes, right = np.linalg.svd(slope)
        turn = left @ right
        now = float(sizes.sum())
        if now < before * (1 + eps):
            break
        before = now
    turned = (scaled @ turn) * length
    named_ones = isinstance(given, NamedArray)
    kept = NamedArray(turned, given.dimnames) if named_ones else turned
    return {"loadings": kept, "rotmat": turn}


def mahalanobis(x: Any, center: Any, cov: Any, inverted: bool = False) -> Any:
    """Return squared distances from a center. R: ``mahalanobis``."""
    if isinstance(x, pd.DataFrame) or np.ndim(x) == 2:
        matrix = as_matrix(x)
    else:
        matrix = vector(x)[np.newaxis, :]
    gap = np.asarray(plain(matrix), dtype=float) - np.asarray(plain(vector(center)), dtype=float)
    inverse = np.asarray(plain(cov), dtype=float)
    if not inverted:
        inverse = np.linalg.inv(inverse)
    found = ((gap @ inverse) * gap).sum(axis=1)
    labels = matrix.dimnames[0] if isinstance(matrix, NamedArray) else None
    return found if labels is None else named(found, labels)
