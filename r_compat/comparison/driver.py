"""The whole comparison: arguments checked, both sides asked, what is found put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dagbag._dag.edge_sets import matrix_of
from dagbag._input.checks import check_alpha, check_count, check_number, check_seed
from dagbag._input.constraints import Constraints
from dagbag._input.data import check_data
from dagbag._input.labels import check_nodes
from dagbag._learners.question import ARGUMENTS, ask

from .. import bridge
from .case import Case
from .found import AggregationComparison, SearchComparison
from .result import Comparison
from .sides import PythonSide, RSide, Side
from .text import LISTS


def compare(
    Y: Any,
    *,
    seed: int = 1,
    n_boot: int = 100,
    alpha: Any = (1.0,),
    engine: str | bridge.Engine | Side = "package",
    nodes: Sequence[Any] | None = None,
    all_moves: bool = False,
    timeout: float | None = None,
    shd_threshold: float = 0.0,
    **arguments: Any,
) -> Comparison:
    """Run R and this package on the same data, arguments and seed, and compare them.

    First one search on the data, move by move; then an ensemble, graph by graph; then its
    aggregation under each alpha. R tells no moves of resamples: where graphs differ, the two
    searches are repeated on that resample to find the step at which they part.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
    seed : int, default 1
        For R's ``set.seed``.
    n_boot : int, default 100
        Resamples; 0 for one search only.
    alpha : float or sequence of float, default (1,)
        Of the aggregations.
    engine : {"package", "reference"}, Engine or Side, default "package"
        What stands for R: the installed R package dagbag, or the plain R of this package.
    nodes : sequence of length p, optional
        Names of the columns, if Y has none.
    all_moves : bool, default False
        Repeat the searches on all resamples, also on those whose graphs are equal.
    timeout : float, optional
        Seconds that one call of R may take.
    shd_threshold : float, default 0
        Threshold of the aggregations.
    **arguments
        Of R's ``score``: score_type, threshold, max_step, blacklist, whitelist, shuffle, ...

    Returns
    -------
    Comparison

    Examples
    --------
    >>> from dagbag import load_example
    >>> from dagbag.r_compat import compare
    >>> Y = load_example().Y[:, 20:32]
    >>> found = compare(Y, n_boot=5, alpha=(1, 2), engine="reference")
    >>> found.agree
    True
    """
    arguments = {name.replace(".", "_"): value for name, value in arguments.items()}
    seed = check_seed(seed)
    data = check_data(Y)
    if nodes is not None:
        data = replace(data, nodes=check_nodes(nodes, data.p))
    count = check_count(n_boot, "n_boot")
    alphas = [check_alpha(value) for value in np.atleast_1d(np.asarray(alpha, dtype=object))]
    level = check_number(shd_threshold, "shd_threshold")
    # What else there is, and what nobody knows, `score` checks.
    known = {name: value for name, value in arguments.items() if name in ARGUMENTS}
    question = ask(data, **known)
    given = {**arguments, **_as_matrices(question.constraints, arguments)}
    sides = (PythonSide(), _r_side(engine, timeout))
    case = Case(question, given, seed, sides)
    searches, aggregations = _compared(case, count, alphas, level, all_moves)
    return Comparison(
        engine=sides[1].name,
        shape=(data.n, data.p),
        arguments={
            "seed": seed,
            "n_boot": count,
            "alpha": alphas,
            **({"shd_threshold": shd_threshold} if shd_threshold else {}),
            **arguments,
            **_as_edges(given, data.nodes),
        },
        searches=tuple(searches),
        aggregations=tuple(aggregations),
        seconds=(sides[0].seconds, sides[1].seconds),
        notes=case.notes(count),
    )


def _compared(
    case: Case, n_boot: int, alphas: Sequence[float], threshold: float, all_moves: bool
) -> tuple[list[SearchComparison], list[AggregationComparison]]:
    """Compare the search on the data, then those on resamples, then the aggregations."""
    on_data = case.on_data()
    if n_boot == 0:
        return [on_data], []
    ours, theirs = case.ensembles(n_boot)
    searches = [on_data, *case.on_resamples(ours, theirs, all_moves=all_moves)]
    return searches, [case.on_ensembles(alpha, threshold, ours, theirs) for alpha in alphas]


def _r_side(engine: str | bridge.Engine | Side, timeout: float | None) -> Side:
    if isinstance(engine, Side):
        return engine
    return RSide(bridge.get_engine(engine), timeout)


def _as_matrices(constraints: Constraints, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists that were given, as matrices by position."""
    lists = (constraints.blacklist, constraints.whitelist, constraints.start)
    named = zip(LISTS, lists, strict=True)
    return {name: matrix_of(part) for name, part in named if arguments.get(name) is not None}


def _as_edges(given: Mapping[str, Any], nodes: tuple[Any, ...]) -> dict[str, Any]:
    """Return the lists that were given, as edges by name."""
    return {
        name: [(nodes[i], nodes[j]) for i, j in np.argwhere(given[name]).tolist()]
        for name in LISTS
        if given.get(name) is not None
    }
