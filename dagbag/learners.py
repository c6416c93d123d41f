"""Learning procedures to be bagged: what is run on every resample.

The DAGBag procedure takes any DAG learning procedure. Here is the one that is recommended,
:class:`BOSS`, a search over orders; :class:`XGES`, a search over equivalence classes; and those of
the paper's comparisons: hill climbing, also among the pairs of max-min parents and children (MMHC)
and on Elidan's bagged score, the tree of Chow and Liu, and adapters to PC and GES of causal-learn
(``pip install dagbag[learners]``). A learner is called with data, an n x p array or a frame, and
returns a DAG. Those of this module compare by their settings, and their repr tells all of them.

A learner of your own
---------------------
Any function of the data that returns a DAG is a learner: as a p x p 0/1 matrix by
[source, target], a list of (source, target) pairs by name or 0-based index, or any other form of a
graph (:mod:`dagbag.metrics`); a :class:`dagbag.SearchResult` also tells how the search ended. If
it has a parameter ``seed``, it gets a fresh integer for every resample, and by a parameter
``knowledge``, or a field of that name, what ``bag(..., knowledge=)`` was told. An attribute
``prefer`` says where it is best run: in "threads", if it releases the GIL, or in "processes", the
default.

>>> import numpy as np
>>> def strong_pairs(data):
...     '''Point from the earlier to the later column of each strongly correlated pair.'''
...     strong = np.abs(np.corrcoef(data, rowvar=False)) > 0.83
...     return [(i, j) for i, j in np.argwhere(strong).tolist() if i < j]
>>> from dagbag import bag, load_example
>>> strong_pairs(load_example().Y)
[(14, 64), (25, 72), (43, 84), (59, 82)]
>>> int(bag(load_example().Y, strong_pairs, n_boot=20, seed=1, n_jobs=1).n_edges.max())
6

One with settings is best a frozen dataclass with a ``__call__``, which has the repr and the
comparison by itself, as :class:`SpanningTree` is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar

import numpy as np

from ._dag.types import BoolArray, FloatArray
from ._input.checks import (
    check_count,
    check_eps,
    check_evaluate,
    check_flag,
    check_learner_seed,
    check_level,
    check_max_step,
    check_number,
    check_penalty,
    check_score_type,
    check_shuffle,
)
from ._input.constraints import check_constant_edges, check_one_parent, fix_tiers
from ._input.data import Data, check_data
from ._input.fixed_graphs import fix_graph, given_graph
from ._input.labels import check_node
from ._learners.bagged_score import search_bagged
from ._learners.boss import ask_orders, search_orders
from ._learners.causal_learn import GES, PC, pdag_to_dag
from ._learners.hill_climbing import row_counts_job as climbing_job
from ._learners.hill_climbing import search_data
from ._learners.learned import row_counts_job
from ._learners.mmpc import max_min_pairs
from ._learners.question import ask
from ._learners.spanning_tree import best_branching, spanning_tree
from ._learners.xges import ask_classes, search_classes
from ._runs.jobs import CLASSES, ORDERS, SearchJob
from ._search.correlations import correlations
from ._search.crossprod import number_rows, standardize
from .knowledge import known_of, read_knowledge
from .results import LearnedDAG, SearchResult
from .rrandom import stream_for

__all__ = [
    "BOSS",
    "GES",
    "MMHC",
    "PC",
    "XGES",
    "BaggedScore",
    "HillClimbing",
    "SpanningTree",
    "pdag_to_dag",
]

# More steps than a search takes: bounds it without ending it.
MANY = 100_000


# Hill climbing


@dataclass(frozen=True, kw_only=True)
class HillClimbing:
    """Hill climbing on a decomposable score: :func:`dagbag.score`, without its warnings.

    Parameters
    ----------
    score_type, threshold, max_step, ini_adj_matrix, blacklist, whitelist, standardize, \
    random_forest, random_step_length, nrestart, perturb, shuffle, EPS, max_parents, \
    perturb_operations, iss_mu, iss_w, knowledge, memory
        As for :func:`dagbag.score`, with its defaults. Arrays and frames are copied.
    seed : int, optional
        As for :func:`dagbag.score`; needed when `random_forest`, `nrestart` or `shuffle` is in
        use. Every call starts this stream anew, so the answer does not depend on what ran before.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.learners import HillClimbing
    >>> Y = load_example().Y
    >>> HillClimbing(max_step=1000)(Y).moves == score(Y, max_step=1000).moves
    True
    """

    score_type: str | float = "BIC"
    threshold: float = 0
    max_step: int = 500
    ini_adj_matrix: Any = None
    blacklist: Any = None
    whitelist: Any = None
    standardize: bool = True
    random_forest: bool = False
    random_step_length: Any = None
    nrestart: int = 0
    perturb: int = 0
    shuffle: bool = False
    EPS: float = 1e-06
    seed: int | None = None
    max_parents: int | None = None
    perturb_operations: Any = ("add", "delete", "reverse")
    iss_mu: float = 1.0
    iss_w: float | None = None
    knowledge: Any = None
    memory: str = field(default="auto", repr=False, compare=False)  # the answer is the same

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))
        for name in ("ini_adj_matrix", "blacklist", "whitelist"):
            _set(self, name, fix_graph(getattr(self, name), name))
        _set(self, "random_step_length", _as_tuple(self.random_step_length))
        if not isinstance(self.perturb_operations, str):
            _set(self, "perturb_operations", _as_tuple(self.perturb_operations))
        needed = bool(self.random_forest or self.nrestart or self.shuffle)
        _set(self, "seed", check_learner_seed(self.seed, needed=needed))

    def __call__(self, data: Any) -> SearchResult:
        """Search on the data.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)

        Returns
        -------
        SearchResult
        """
        return search_data(
            ask(check_data(data, moments=True), **self._given()),
            shuffle=self._is_shuffled(),
            stream=stream_for(self.seed),
        )

    def on_row_counts(self, data: Data, rows: int) -> SearchJob:
        """Return the job of :func:`dagbag.bag`: searches on resamples by their row counts."""
        question = ask(data, rows=rows, **self._given())
        return climbing_job(question, rows, seed=self.seed, shuffled=self._is_shuffled())

    def _is_shuffled(self) -> bool:
        return check_shuffle(self.shuffle, ensemble=False) is not None

    def _given(self) -> dict[str, Any]:
        return _arguments(self, fields(self), without=("seed", "shuffle"))


# Best order score search


@dataclass(frozen=True, kw_only=True)
class BOSS:
    """Best order score search (Andrews, Ramsey, Sanchez-Romero, Camchong, Kummerfeld 2023).

    Nodes are moved in an order until no move of one improves the score. The score of an order is
    that of the DAG in which each node takes its parents from those before it by grow-shrink: the
    best improving parent is added until none improves, then the best improving deletion is carried
    out until none improves. What grow-shrink comes to is kept for orders to come.

    Where hill climbing stays in a local optimum, with edges that are not there and arrows the
    wrong way round, this search mostly escapes, in about the same time; ``bag(Y, BOSS())`` is what
    this package recommends.

    Parameters
    ----------
    score_type : str or float, default "BIC"
        As for :func:`dagbag.score`.
    penalty : float, optional
        Multiple of the score's own penalty per parent, 2 for twice BIC's; only 1 for BGe, which
        has none. By default 1, but for BIC, which becomes log(n) + 1.5 log(p): the extended BIC
        with gamma = 0.75.
    n_starts : int, default 1
        Searches from so many random orders; the best is returned, of equally good ones the first.
    backward : bool, default False
        Whether edges are deleted at the end, as long as that improves the score, of any DAG that
        is equivalent: the backward step of GES (Chickering 2002).
    max_parents : int, optional
        Largest number of parents of a node; by default a tenth of the distinct rows that are
        searched on, but at least 3. What has more overfits.
    blacklist, whitelist, EPS, iss_mu, iss_w, knowledge
        As for :func:`dagbag.score`. Arrays and frames are copied. The nodes of whitelisted edges
        keep their order.
    tiers : sequence of sequences of nodes, optional
        Nodes by name or index, the earliest tier first: no edge leads from a later tier to an
        earlier one. Nodes that are in no tier may stand anywhere. `knowledge` has tiers, too, with
        patterns, and says whether a tier may have edges inside.
    seed : int, optional
        A stream of R's random numbers for the first orders and the orders in which nodes are
        tried, begun anew by every call. Without it the stream of :func:`dagbag.set_seed` is used,
        which goes on from call to call. :func:`dagbag.bag` gives every resample a seed of its own.

    Notes
    -----
    Scores are lower the better. Gains and scores that differ by less than `EPS` are equal: of
    equally good parents the lowest index is added, of equally good places the nearest is taken.
    An edge whose direction does not matter to the score follows the random order, so that it comes
    out both ways in an ensemble. The graph is a DAG of an equivalence class, which is all that the
    score tells.

    Constant columns are isolated; parents that fit perfectly or are determined by the others are
    refused, as in :func:`dagbag.score`.

    Examples
    --------
    Two independent causes of one effect. Hill climbing may first put an edge the wrong way round,
    and then needs a false one to make up for it:

    >>> from dagbag.learners import BOSS, HillClimbing
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([["a", "c"], ["b", "c"], ["c", "d"]], n=3000, seed=1)
    >>> HillClimbing()(Y).edges
    (('c', 'a'), ('b', 'a'), ('d', 'c'), ('c', 'b'))
    >>> BOSS(seed=1)(Y).edges
    (('a', 'c'), ('b', 'c'), ('c', 'd'))
    """

    score_type: str | float = "BIC"
    penalty: float | None = None
    n_starts: int = 1
    backward: bool = False
    blacklist: Any = None
    whitelist: Any = None
    tiers: Any = None
    EPS: float = 1e-06
    max_parents: int | None = None
    iss_mu: float = 1.0
    iss_w: float | None = None
    seed: int | None = None
    knowledge: Any = None

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))
        _set(self, "score_type", check_score_type(self.score_type))
        _set(self, "penalty", check_penalty(self.penalty))
        _set(self, "n_starts", check_count(self.n_starts, "n_starts", minimum=1))
        _set(self, "backward", check_flag(self.backward, "backward"))
        _set(self, "EPS", check_eps(self.EPS))
        for name in ("blacklist", "whitelist"):
            _set(self, name, fix_graph(getattr(self, name), name))
        _set(self, "tiers", fix_tiers(self.tiers))
        _set(self, "seed", check_learner_seed(self.seed))

    def __call__(self, data: Any, seed: int | None = None) -> LearnedDAG:
        """Search on the data.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)
        seed : int, optional
            Takes the place of the learner's own.

        Returns
        -------
        LearnedDAG
        """
        question, settings = ask_orders(check_data(data, moments=True), **self._given())
        stream = stream_for(self.seed if seed is None else seed)
        return search_orders(question, settings, stream)

    def on_row_counts(self, data: Data, rows: int) -> SearchJob:
        """Return the job of :func:`dagbag.bag`: searches on resamples by their row counts."""
        return row_counts_job(*ask_orders(data, rows=rows, **self._given()), rows, ORDERS)

    def _given(self) -> dict[str, Any]:
        return _arguments(self, fields(self), without=("seed",))


# Greedy search over equivalence classes


@dataclass(frozen=True, kw_only=True)
class XGES:
    """Extremely greedy equivalence search (Chickering 2002; Nazaret and Blei 2024).

    The search goes from one class of equivalent DAGs to another: by inserting, deleting or turning
    an edge of any of its DAGs. As long as a deletion improves the score, the best one is carried
    out, else the best turn (Hauser and Buehlmann 2012), else the best insertion. From the optimum,
    the deletion of each edge is forced in turn, the one that costs most first, and what the search
    then comes to is kept if it is better, until nothing is.

    Parameters
    ----------
    score_type : str or float, default "BIC"
        As for :func:`dagbag.score`.
    penalty : float, optional
        As for :class:`BOSS`.
    extended : bool, default True
        Whether deletions are forced at the optimum; without it the search is XGES-0, ten times as
        fast. Needs a penalty: without one there would be no end of them.
    max_parents : int, optional
        Largest number of parents of a node; by default a tenth of the distinct rows that are
        searched on, but at least 3. What has more overfits.
    blacklist, whitelist, EPS, iss_mu, iss_w, knowledge
        As for :func:`dagbag.score`. Arrays and frames are copied. The search keeps to classes that
        have a DAG with the whitelisted edges and without the blacklisted ones, and returns it.
    max_step : int, default 1000000
        Largest number of operations, those counted that forced deletions led to in vain.
    seed : int, optional
        A stream of R's random numbers for the order of the nodes along which edges point that may
        point either way; without it they point from the earlier to the later column.
        :func:`dagbag.bag` gives every resample a seed of its own, so that such an edge comes out
        both ways in an ensemble.

    Notes
    -----
    Scores are lower the better. Deltas that differ by less than `EPS` are equal: of equally good
    operations that with the lowest target is carried out, then with the lowest source, then with
    the first neighbors of the target that point at it. An operation must improve the score by more
    than `EPS`. Nothing is random but the directions that the data do not tell.

    The pair of a forced deletion is not joined again until nothing else improves the score. A node
    with more than 1024 cliques among its undirected neighbors is looked at with the small ones
    only.

    Constant columns are isolated; parents that fit perfectly or are determined by the others are
    refused, as in :func:`dagbag.score`.

    Examples
    --------
    >>> from dagbag.learners import XGES
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([["a", "c"], ["b", "c"], ["c", "d"]], n=3000, seed=1)
    >>> XGES()(Y).edges
    (('a', 'c'), ('b', 'c'), ('c', 'd'))
    """

    score_type: str | float = "BIC"
    penalty: float | None = None
    extended: bool = True
    blacklist: Any = None
    whitelist: Any = None
    EPS: float = 1e-06
    max_parents: int | None = None
    iss_mu: float = 1.0
    iss_w: float | None = None
    max_step: int = 1_000_000
    seed: int | None = None
    knowledge: Any = None

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))
        _set(self, "score_type", check_score_type(self.score_type))
        _set(self, "penalty", check_penalty(self.penalty))
        _set(self, "extended", check_flag(self.extended, "extended"))
        _set(self, "EPS", check_eps(self.EPS))
        _set(self, "max_step", check_max_step(self.max_step))
        for name in ("blacklist", "whitelist"):
            _set(self, name, fix_graph(getattr(self, name), name))
        _set(self, "seed", check_learner_seed(self.seed))

    def __call__(self, data: Any, seed: int | None = None) -> LearnedDAG:
        """Search on the data.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)
        seed : int, optional
            Takes the place of the learner's own.

        Returns
        -------
        LearnedDAG
        """
        question, settings = ask_classes(check_data(data, moments=True), **self._given())
        chosen = self.seed if seed is None else seed
        return search_classes(question, settings, None if chosen is None else stream_for(chosen))

    def on_row_counts(self, data: Data, rows: int) -> SearchJob:
        """Return the job of :func:`dagbag.bag`: searches on resamples by their row counts."""
        return row_counts_job(*ask_classes(data, rows=rows, **self._given()), rows, CLASSES)

    def _given(self) -> dict[str, Any]:
        return _arguments(self, fields(self), without=("seed",))


# Hill climbing among the pairs of max-min parents and children


@dataclass(frozen=True, kw_only=True)
class MMHC:
    """Max-min hill climbing: a search among pairs that no test separates.

    The max-min parents and children step (MMPC) of Tsamardinos, Brown and Aliferis (2006) on
    partial correlations, then :func:`dagbag.score` without its warnings, in which every other pair
    is blacklisted. The paper's ``MMHC``.

    Parameters
    ----------
    alpha : float, default 0.05
        Significance level of the tests: the exact t test for Pearson's (partial) correlation.
    max_condition : int or None, default 6
        Largest number of nodes conditioned on; None: as many as there are. In any case at most 4
        less than there are distinct rows, beyond which fits are perfect.
    backtracking : bool, default False
        Whether the columns are gone through in their order, and what was found of earlier ones is
        kept: the earlier column of a pair decides about it, and the later one has it in its
        neighborhood from the start. Otherwise each must be in the neighborhood of the other, and
        the order of the columns does not matter but for ties.
    score_type, threshold, max_step, blacklist, whitelist, EPS, max_parents, iss_mu, iss_w, \
    knowledge
        As for :func:`dagbag.score`, but for the default of `max_step`, 100000. Arrays and frames
        are copied. Whitelisted and required edges are in, whatever the tests say.

    Notes
    -----
    The neighborhood of a target grows by the node whose largest p-value, over all subsets of the
    nodes already in, is the smallest, while that is at most alpha; of equal ones the first. Then
    each node is dropped that a subset of the others separates from the target, in the order in
    which they came in. The number of tests doubles with every node in a neighborhood: with
    ``max_condition=None`` one of 20 takes half a second, one of 30 ten minutes. With 6 the pairs
    are 1% more on p = 1000 independent columns at alpha = 0.05, the most that was seen.

    Constant columns are isolated. A column that a condition determines exactly is not tested given
    it, nor does it join a condition that determines it: that is no evidence; the search refuses
    perfect fits. Rows that a resample repeats count as rows in the tests, as they do in the score.

    ``backtracking=True, max_condition=None`` is what the R package bnlearn did by default when the
    paper was written, and gives the paper's numbers: independent tests at a level alpha leave more
    pairs if one of two neighborhoods decides.

    Examples
    --------
    >>> from dagbag.learners import MMHC
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([[2, 1], [3, 1], [1, 0]], n=500, seed=1, nodes=5)
    >>> np.argwhere(np.triu(MMHC(alpha=0.01).pairs(Y))).tolist()
    [[0, 1], [1, 2], [1, 3]]
    >>> MMHC(alpha=0.01)(Y).edges
    ((1, 0), (2, 1), (3, 1))
    """

    alpha: float = 0.05
    max_condition: int | None = 6
    backtracking: bool = False
    score_type: str | float = "BIC"
    threshold: float = 0
    max_step: int = MANY
    blacklist: Any = None
    whitelist: Any = None
    EPS: float = 1e-06
    max_parents: int | None = None
    iss_mu: float = 1.0
    iss_w: float | None = None
    knowledge: Any = None

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))
        _set(self, "alpha", check_level(self.alpha))
        if self.max_condition is not None:
            _set(self, "max_condition", check_count(self.max_condition, "max_condition"))
        _set(self, "backtracking", check_flag(self.backtracking, "backtracking"))
        for name in ("blacklist", "whitelist"):
            _set(self, name, fix_graph(getattr(self, name), name))

    def __call__(self, data: Any) -> SearchResult:
        """Search among the pairs.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)

        Returns
        -------
        SearchResult
        """
        given = _arguments(self, fields(self), without=("alpha", "max_condition", "backtracking"))
        question = ask(check_data(data), **given)
        outside = ~self._pairs(question.columns.X, question.distinct)
        np.fill_diagonal(outside, False)
        return search_data(question.barring(outside), shuffle=False, stream=stream_for(None))

    def pairs(self, data: Any) -> BoolArray:
        """Find the pairs of parents and children, the max-min step alone.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)

        Returns
        -------
        ndarray of shape (p, p), bool
            Symmetric.
        """
        values = check_data(data).values
        return self._pairs(standardize(values).X, int(number_rows(values).max()) + 1)

    def _pairs(self, X: FloatArray, distinct: int) -> BoolArray:
        """Find the pairs on standardised columns of so many distinct rows."""
        deepest = max(min(distinct - 4, X.shape[1] - 2), 0)
        if self.max_condition is not None:
            deepest = min(deepest, self.max_condition)
        return max_min_pairs(X, self.alpha, deepest, backtracking=self.backtracking)


# Hill climbing on the bagged score


@dataclass(frozen=True, kw_only=True)
class BaggedScore:
    """Hill climbing on Elidan's bagged score: every delta is a mean over resamples.

    One search, in which the delta of each operation is the mean of its deltas on `n_boot`
    bootstrap resamples, all drawn before (Elidan 2011, as the paper describes it). Choice of the
    operation, its ties and the end of the search are those of :func:`dagbag.score`.

    Parameters
    ----------
    n_boot : int, default 100
        Number of resamples.
    score_type : str or float, default "BIC"
        As for :func:`dagbag.score`.
    evaluate : {"resample", "data", "left_out"}, default "resample"
        The rows whose likelihood is taken, with the coefficients and the variance fitted to the
        resample: those of the resample, all rows of the data, or those that the resample left out
        (weighted to add up to n). Not with BGe, which has no fit.
    threshold, max_step, blacklist, whitelist, EPS, max_parents, iss_mu, iss_w, knowledge
        As for :func:`dagbag.score`, but for the default of `max_step`, 100000. Arrays and frames
        are copied.
    seed : int, optional
        A stream of R's random numbers for the resamples, begun anew by every call; those of
        ``score(Y, n_boot=n_boot, seed=seed)``. Without it the stream of :func:`dagbag.set_seed`
        is used, which goes on from call to call.

    Notes
    -----
    With "likelihood" and ``evaluate="resample"`` every addition improves the score: only
    `max_step`, `max_parents` or the limit below end such a search. The paper speaks of likelihood,
    but its table (101 correct of 629 edges with 10 resamples, 102 of 509 to 561 with more, on one
    data set of the Sparse Graph with n = 102) is that of "BIC": 99 of 590 and 100 of 555, with a
    sd of 3 and 40. The likelihood of rows left out gives 94 of 620 and 98 of 390 to 430, that of
    the data 100 of 1220 and of 1000 to 1060.

    A node can have 2 parents less than the poorest resample has distinct rows, beyond which it
    fits perfectly there. A candidate that fits perfectly, or is determined by the parents, in any
    resample (a residual below 1e-10 of the total) is refused. A column that is constant in a
    resample gains nothing there; one that is constant in the data is isolated.

    Time n_boot p m^2 per step for a target with m parents, memory 8 n_boot p^2 bytes, twice that
    unless `evaluate` is "resample".

    In the result, `score` and `neighborhood_scores` are means over the resamples, each with
    standardised columns.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> from dagbag.learners import BaggedScore
    >>> Y = load_example().Y[:, :20]
    >>> result = BaggedScore(n_boot=50, seed=1)(Y)
    >>> result.converged, len(result.edges), len(score(Y).edges)
    (True, 18, 14)
    """

    n_boot: int = 100
    score_type: str | float = "BIC"
    evaluate: str = "resample"
    threshold: float = 0
    max_step: int = MANY
    blacklist: Any = None
    whitelist: Any = None
    EPS: float = 1e-06
    max_parents: int | None = None
    iss_mu: float = 1.0
    iss_w: float | None = None
    seed: int | None = None
    knowledge: Any = None

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))
        _set(self, "n_boot", check_count(self.n_boot, "n_boot", minimum=1))
        _set(self, "score_type", check_score_type(self.score_type))
        _set(self, "evaluate", check_evaluate(self.evaluate, self.score_type))
        _set(self, "threshold", check_number(self.threshold, "threshold"))
        _set(self, "max_step", check_max_step(self.max_step))
        _set(self, "EPS", check_eps(self.EPS))
        for name in ("blacklist", "whitelist"):
            _set(self, name, fix_graph(getattr(self, name), name))
        _set(self, "seed", check_learner_seed(self.seed))

    def __call__(self, data: Any, seed: int | None = None) -> SearchResult:
        """Draw the resamples and search.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)
        seed : int, optional
            Takes the place of the learner's own.

        Returns
        -------
        SearchResult
        """
        given = _arguments(self, fields(self), without=("n_boot", "evaluate", "seed"))
        return search_bagged(
            ask(check_data(data), **given),
            n_boot=self.n_boot,
            evaluate=self.evaluate,
            stream=stream_for(self.seed if seed is None else seed),
        )


def _arguments(
    learner: object, settings: Iterable[Field[Any]], *, without: tuple[str, ...]
) -> dict[str, Any]:
    """Return the settings of a learner that are arguments of the search, but for some."""
    names = (field.name for field in settings if field.name not in without)
    return {name: given_graph(getattr(learner, name)) for name in names}


def _set(learner: object, name: str, value: object) -> None:
    """Write a normalised setting during the construction of a frozen dataclass."""
    object.__setattr__(learner, name, value)


def _as_tuple(value: Any) -> Any:
    """Return a sequence or array of plain values as a tuple, which compares and cannot change."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(value) if isinstance(value, Iterable) else value


# The spanning tree


@dataclass(frozen=True)
class SpanningTree:
    """The maximum-weight spanning tree of Chow and Liu: the method of choice for a tree.

    The weight of an edge is the mutual information of Gaussian variables, -log(1 - r^2) / 2 for
    their correlation r: the most likely tree for the data. The paper's ``MST``.

    Parameters
    ----------
    root : node, optional
        By name or 0-based index. All edges point away from it: a tree has no v-structures, so any
        root gives the same independences. Default, and if the root is constant: the first column
        that is not.
    knowledge : Knowledge, dict or path, optional
        What is known of the edges by name, see :mod:`dagbag.knowledge`. Every node has one parent
        at most, so what requires two is refused, and roots make several trees of one.

    Notes
    -----
    The tree has an edge less than there are columns that are not constant; constant columns are
    isolated. The weight increases with abs(r), so that is what is compared, to 12 decimals; of
    equal ones the first pair wins, in the order (0, 1), (0, 2), (1, 2), (0, 3), ... Time n p^2.

    With knowledge that forbids or requires something it is the most likely of all forests in which
    every node has at most one parent (Edmonds 1967): the sum of the weights is the largest.

    Examples
    --------
    >>> from dagbag.learners import SpanningTree
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([[0, 1], [1, 2], [1, 3]], n=500, seed=1, nodes=4)
    >>> np.argwhere(SpanningTree()(Y)).tolist()
    [[0, 1], [1, 2], [1, 3]]
    >>> np.argwhere(SpanningTree(root=3)(Y)).tolist()
    [[1, 0], [1, 2], [3, 1]]
    """

    root: Any = None
    knowledge: Any = None

    prefer: ClassVar[str] = "threads"

    def __post_init__(self) -> None:
        _set(self, "knowledge", read_knowledge(self.knowledge))

    def __call__(self, data: Any) -> BoolArray:
        """Learn the tree.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)

        Returns
        -------
        ndarray of shape (p, p), bool
            By [source, target].
        """
        checked = check_data(data)
        root = 0 if self.root is None else check_node(self.root, "root", checked.nodes)
        columns = standardize(checked.values)
        kept = np.flatnonzero(~columns.constant)
        adjacency = np.zeros((checked.p, checked.p), dtype=bool)
        known = known_of(self.knowledge, checked.nodes)
        strengths = np.abs(correlations(columns.X[:, kept]))
        if known is not None and (known.blacklist.any() or known.whitelist.any()):
            check_constant_edges(known.whitelist, columns.constant, checked.nodes, known)
            alone = None if self.root is None else root
            barred, required = check_one_parent(known, alone)
            within = np.ix_(kept, kept)
            edges = kept[best_branching(strengths, barred[within], required[within])]
            adjacency |= required  # a column may be constant in a resample
        else:
            start = int(np.searchsorted(kept, root)) if root in kept else 0
            edges = kept[spanning_tree(strengths, start)]
        adjacency[edges[:, 0], edges[:, 1]] = True
        return adjacency
