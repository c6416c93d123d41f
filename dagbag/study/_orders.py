"""What the order of the nodes does to a single search.

Of two score-equivalent additions the choice rule takes the one with the lower-numbered target, so
the order of the columns decides most directions, and with them the v-structures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from .._input.checks import check_integer
from .._input.words import show
from ..api import score
from ..exceptions import quietly
from ..metrics import detection, structures
from ..simulate import PAPER_GRAPHS
from ._published import COLUMNS, SINGLE, Method, Setting
from ._replicate import Task, draw_data
from ._runner import Options, find_truth


@dataclass(frozen=True, eq=False)
class OrderEffect:
    """Means and standard deviations of a search's counts in several node orders.

    Attributes
    ----------
    mean, sd : ndarray of shape (orders, 6)
        Over the replicates, in each order; columns as in `COLUMNS`.
    """

    mean: npt.NDArray[np.float64]
    sd: npt.NDArray[np.float64]


def order_effect(
    setting: Setting, orders: int = 20, replicates: int = 20, options: Options | None = None
) -> OrderEffect:
    """Search the same data sets in several random orders of the nodes.

    Parameters
    ----------
    setting : Setting
        What the data are drawn from; searches use BIC.
    orders, replicates : int, default 20
        Number of orders, each used for all replicates, and of replicates.
    options : Options, optional
        For its seed and graph.

    Returns
    -------
    OrderEffect

    Examples
    --------
    >>> from dagbag.study import published
    >>> setting = published()["sparse_agg_diff_n"][9].setting
    >>> effect = order_effect(setting, orders=3, replicates=2)
    >>> effect.mean.shape
    (3, 6)
    """
    options = options or Options()
    if not isinstance(setting, Setting) or setting.graph not in PAPER_GRAPHS:
        raise TypeError(f"setting must be the setting of a published row, got {show(setting)}")
    orders = check_integer(orders, "orders", 1)
    replicates = check_integer(replicates, "replicates", 2)
    truth = find_truth(setting.graph, options)
    known = structures(truth.edges, nodes=truth.p)
    task = Task(
        "",
        setting,
        truth.edges,
        truth.p,
        0,
        (Method("score", "BIC", SINGLE),),
        options.seed,
        "given",
        options.n_boot,
        1,
    )
    counts = np.empty((orders, replicates, len(COLUMNS)))
    for r in range(replicates):
        Y = draw_data(replace(task, replicate=r))
        for k in range(orders):
            with quietly():
                # R's shuffle draws the order first: the same seed, the same order.
                found = score(Y, max_step=setting.max_step, shuffle=True, seed=k + 1)
            numbers = detection(found, known)
            counts[k, r] = [getattr(numbers, name) for name in COLUMNS]
    return OrderEffect(counts.mean(axis=1), counts.std(axis=1, ddof=1))
