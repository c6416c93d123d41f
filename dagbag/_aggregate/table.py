"""The edge table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._dag.class_counts import ClassCounts
from .._dag.counts import EdgeCounts, Edges
from .._dag.edges import keys_of
from .._dag.types import Node
from .._input.tables import make_frame

# The edge table


def edge_table(
    counts: EdgeCounts,
    nodes: Sequence[Node],
    alpha: float,
    selected: Edges | None = None,
    others: Edges | None = None,
    classes: ClassCounts | None = None,
    library: str | None = None,
) -> Any:
    """Tabulate every edge that was ever selected, and the given ones.

    Parameters
    ----------
    counts : EdgeCounts
    nodes : sequence
        Names of the nodes.
    alpha : float
        For the column gsf.
    selected : ndarray of shape (k, 2), optional
        Edges of the answer; without it there is no column of that name.
    others : ndarray of shape (k, 2), optional
        Further edges that get a row.
    classes : ClassCounts, optional
        Of the same DAGs; without them there are no columns compelled, reverse_compelled and
        undirected.
    library : {"pandas", "polars"}, optional

    Returns
    -------
    DataFrame
        Columns source, target, sf, reverse_sf, strength (sf + reverse_sf), direction
        (sf / strength; NaN for a pair never selected), gsf, compelled, reverse_compelled,
        undirected (into what the strength falls: parts of the DAGs whose equivalence class has
        this direction, has the other, or has both), selected; gsf descending, ties by target,
        then source.

    Examples
    --------
    >>> from dagbag._dag.counts import count_edges
    >>> counts = count_edges(np.array([[0, 1], [1, 0], [0, 1]]), p=2, n_boot=4)
    >>> print(edge_table(counts, ["a", "b"], alpha=1.0).to_string(index=False))
    source target   sf  reverse_sf  strength  direction   gsf
         a      b 0.50        0.25      0.75   0.666667 0.625
         b      a 0.25        0.50      0.75   0.333333 0.500
    """
    nothing = np.empty((0, 2), dtype=np.int32)
    chosen = nothing if selected is None else selected
    extra = np.concatenate((chosen, nothing if others is None else others))
    unseen = np.unique(extra[counts.of(extra[:, 0], extra[:, 1]) == 0], axis=0)
    source = np.concatenate((counts.source, unseen[:, 0]))
    target = np.concatenate((counts.target, unseen[:, 1]))
    count = np.concatenate((counts.count, np.zeros(len(unseen), dtype=counts.count.dtype)))
    reverse = np.concatenate((counts.reverse, counts.of(unseen[:, 1], unseen[:, 0])))
    gsf = counts.generalized(count, reverse, alpha)
    is_selected = np.isin(
        keys_of(source, target, counts.p), keys_of(chosen[:, 0], chosen[:, 1], counts.p)
    )
    order = np.lexsort((source, target, -gsf))
    total = (count + reverse)[order]
    with np.errstate(invalid="ignore"):  # 0 / 0: no replicate has the pair
        direction = count[order] / total
    columns: dict[str, Any] = {
        "source": [nodes[k] for k in source[order].tolist()],
        "target": [nodes[k] for k in target[order].tolist()],
        "sf": count[order] / counts.n_boot,
        "reverse_sf": reverse[order] / counts.n_boot,
        "strength": total / counts.n_boot,
        "direction": direction,
        "gsf": gsf[order],
    }
    if classes is not None:
        parts = classes.parts(source[order], target[order])
        columns |= {name: part / counts.n_boot for name, part in parts._asdict().items()}
    if selected is not None:
        columns["selected"] = is_selected[order]
    return make_frame(columns, library)
