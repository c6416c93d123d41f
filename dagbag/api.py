"""R's functions, in R's argument order and with R's defaults: check, call, wrap."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np

from ._aggregate.greedy import Bound, GreedyPass, Selection, greedy_pass
from ._aggregate.stability import FalseEdges, bounded, cutoff_for
from ._aggregate.strengths import inclusion_threshold
from ._dag.counts import Edges
from ._dag.edge_sets import Listed, edges_of, matrix_of
from ._input.arguments import accepts_dots
from ._input.checks import (
    OPERATIONS,
    check_alpha,
    check_bounds,
    check_count,
    check_flag,
    check_max_step,
    check_method,
    check_pairs_at_once,
    check_path,
    check_resample,
    check_shuffle,
    check_time_limit,
)
from ._input.constraints import Constraints, check_constraints
from ._input.cutoffs import AUTO, GSF, STABILITY, THRESHOLD, Wanted, check_wanted
from ._input.data import check_data
from ._input.ensembles import CountedEnsemble, check_boot_adj
from ._input.words import counted, listing
from ._learners.hill_climbing import search_data, search_resamples
from ._learners.question import ask, check_options
from ._runs.draws import Recipe, Resampling
from .ensemble import Ensemble
from .exceptions import ConvergenceWarning, DegenerateDataWarning, warn_user
from .knowledge import known_of
from .results import AggregationPath, AggregationResult, SearchResult
from .rrandom import RRandom, stream_for


# To a type checker `n_boot` left out, or a literal 0, is a SearchResult and any other int an
# Ensemble: it cannot tell a variable that is 0.
@overload
def score(
    Y: Any,
    n_boot: Literal[0] = 0,
    score_type: str | float = "BIC",
    threshold: float = 0,
    max_step: int = 500,
    ini_adj_matrix: Any = None,
    blacklist: Any = None,
    whitelist: Any = None,
    standardize: bool = True,
    standardize_boot: bool = True,
    random_forest: bool = False,
    random_step_length: Any = None,
    nrestart: int = 0,
    perturb: int = 0,
    shuffle: bool | str = False,
    print: bool = False,
    EPS: float = 1e-06,
    *,
    seed: int | RRandom | None = None,
    max_parents: int | None = None,
    perturb_operations: Any = OPERATIONS,
    iss_mu: float = 1.0,
    iss_w: float | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Literal["auto"] | Callable[[int, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    warm_start: Ensemble | None = None,
    knowledge: Any = None,
    memory: str = "auto",
) -> SearchResult: ...


@overload
def score(
    Y: Any,
    n_boot: int,
    score_type: str | float = "BIC",
    threshold: float = 0,
    max_step: int = 500,
    ini_adj_matrix: Any = None,
    blacklist: Any = None,
    whitelist: Any = None,
    standardize: bool = True,
    standardize_boot: bool = True,
    random_forest: bool = False,
    random_step_length: Any = None,
    nrestart: int = 0,
    perturb: int = 0,
    shuffle: bool | str = False,
    print: bool = False,
    EPS: float = 1e-06,
    *,
    seed: int | RRandom | None = None,
    max_parents: int | None = None,
    perturb_operations: Any = OPERATIONS,
    iss_mu: float = 1.0,
    iss_w: float | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Literal["auto"] | Callable[[int, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    warm_start: Ensemble | None = None,
    knowledge: Any = None,
    memory: str = "auto",
) -> Ensemble: ...


@accepts_dots
def score(
    Y: Any,
    n_boot: int = 0,
    score_type: str | float = "BIC",
    threshold: float = 0,
    max_step: int = 500,
    ini_adj_matrix: Any = None,
    blacklist: Any = None,
    whitelist: Any = None,
    standardize: bool = True,
    standardize_boot: bool = True,
    random_forest: bool = False,
    random_step_length: Any = None,
    nrestart: int = 0,
    perturb: int = 0,
    shuffle: bool | str = False,
    print: bool = False,
    EPS: float = 1e-06,
    *,
    seed: int | RRandom | None = None,
    max_parents: int | None = None,
    perturb_operations: Any = OPERATIONS,
    iss_mu: float = 1.0,
    iss_w: float | None = None,
    resample: str = "bootstrap",
    sample_frac: float | None = None,
    n_jobs: int | None = None,
    progress: bool | Literal["auto"] | Callable[[int, int], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    warm_start: Ensemble | None = None,
    knowledge: Any = None,
    memory: str = "auto",
) -> SearchResult | Ensemble:
    """Learn a DAG by hill climbing on a decomposable score, or an ensemble on resamples.

    The R function ``score``: the same moves, in the same order, on the same resamples. R's dotted
    argument names are accepted, too: ``score(Y, **{"max.step": 1000})``. Where R is wrong this
    function differs; see ``r_compat/DEVIATIONS.md``.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
        Data, a row per sample, a column per node. Column names of a pandas or polars frame, or of
        a pyarrow table or record batch, label the result. Never modified. Integers beyond 2^32
        are taken less the smallest of their column, so that no difference is lost.
    n_boot : int, default 0
        Number of resamples; 0 is one search on the data. :func:`dagbag.score_shd` aggregates
        the ensemble into one DAG.
    score_type : str or float, default "BIC"
        "BIC", "likelihood" (also "like", "loglik"), "AIC", "eBIC", "GIC", "BGe", in any case, or a
        number: the penalty per parent.
    threshold : float, default 0
        Stop when the best delta is at least this; a negative one demands larger gains.
    max_step : int, default 500
        Largest number of search steps (of each search, with restarts).
    ini_adj_matrix : p x p matrix, DataFrame or list of pairs, optional
        Graph to start from. As for both lists: 0/1 or boolean by [source, target], a labelled
        frame, or (source, target) pairs by name or 0-based index.
    blacklist, whitelist : p x p matrix, DataFrame or list of pairs, optional
        Edges never to be added; edges that are there from the start and stay. An edge in both
        stays.
    standardize : bool, default True
        Refer the scores to standardised columns. The moves do not depend on it, but for BGe.
    standardize_boot : bool, default True
        The same for each resample; if False, its scores refer to the columns as `standardize`
        has them. Without meaning for ``n_boot=0``.
    random_forest : bool, default False
        Randomised search: draw each operation with weight exp(-(delta - best) * length).
    random_step_length : float or sequence of length max_step, optional
        That length, for each step; larger is greedier.
    nrestart : int, default 0
        Random restarts: perturb the local optimum, search again, in the end return the best; also
        inside each resample.
    perturb : int, default 0
        Number of random operations in each perturbation.
    shuffle : bool or "resample", default False
        Search in a random order of the nodes, which decides ties: True is one order for the whole
        call, as in R, "resample" a fresh one for every resample, as in the paper's tables.
    print : bool, default False
        For compatibility: as in R, nothing is printed.
    EPS : float, default 1e-06
        Deltas closer than this are ties, and the first in scan order wins.
    seed : int or RRandom, optional
        A stream of R's random numbers for this call alone, as after ``set.seed(seed)`` in R.
        Without it the stream of :func:`dagbag.set_seed` is used.
    max_parents : int, optional
        Largest number of parents an operation may give a node.
    perturb_operations : choice of "add", "delete", "reverse", default all three
        What a perturbation may draw from.
    iss_mu, iss_w : float, optional
        BGe: prior weight of the mean (1), degrees of freedom of the Wishart prior (p + 2).
    resample : {"bootstrap", "subsample", "pairs"}, default "bootstrap"
        Rows drawn with replacement, exactly as R draws them, or without (R's ``sample``). "pairs"
        are complementary pairs of subsamples: replicates 2k and 2k + 1 are learned on two halves
        of the rows, floor(n / 2) each, that have none in common, so that `n_boot` must be even.
        They tell what a strength is worth, see :mod:`dagbag.stability`.
    sample_frac : float, optional
        Rows of a resample as a part of n, by default 1, and 0.5 for "subsample". Not with "pairs".
    n_jobs : int, optional
        Workers, as joblib counts them: threads, unless ``joblib.parallel_config`` says
        otherwise (processes, Dask, Ray). By default all cores. A random forest search takes its
        draws in turn and uses one.
    progress : bool, "auto" or callable, optional
        A bar that counts replicates. By default, which is "auto", in notebooks and at a prompt
        after some seconds, not in scripts, pipes and CI. A callable is told (done, total).
    checkpoint : path, optional
        File that keeps each replicate as it is finished. The same call takes up what it finds
        there: a run that was killed ends as if it had not been. A checkpoint of other data or
        arguments is refused.
    warm_start : Ensemble, optional
        Replicates that need not be learned again: an ensemble of the same call with a smaller
        `n_boot`, which is the number in total. The stream of random numbers goes on where the
        ensemble's ended, so that 60 and 40 more are 100 at once (not with ``shuffle="resample"``
        and `nrestart`, whose draws come after the rows of all resamples).
    knowledge : Knowledge, dict or path, optional
        What is known of the edges by name, see :mod:`dagbag.knowledge`; added to both lists, which
        must not contradict it. An ensemble keeps it, and its aggregation honours it; the lists are
        R's, of which :func:`score_shd` knows nothing.
    memory : {"auto", "cross-products", "data"}, default "auto"
        Where deltas come from. "cross-products" of all pairs of columns are fast, and take about
        11 p^2 bytes (25 p^2 up to 1024 columns); "data" takes about p^2 / 3 bytes, and a few
        vectors of n numbers for every edge, and recomputes deltas from the data: hundreds of
        thousands of columns are possible. The moves are the same, but where EPS is the difference
        of two deltas to the last bits. "auto" takes what is faster of what fits: cross-products,
        unless there are 4096 columns or more and few steps (n `max_step` at most 16 p).

    Returns
    -------
    SearchResult
        If `n_boot` is 0: to a type checker if it is left out or a literal 0.
    Ensemble
        Otherwise. The same bits for every `n_jobs` and backend, with or without a checkpoint.

    Raises
    ------
    EnsembleInterrupt
        On Ctrl-C while an ensemble is learned. It is a KeyboardInterrupt, and its ``ensemble``
        has the replicates that are finished: pass it as `warm_start` to learn the others.

    Warns
    -----
    ConvergenceWarning
        If `max_step` ended the search.
    DegenerateDataWarning
        If columns are constant, fits would be perfect, or nodes are saturated.
    ReplicateWarning
        Both of them, once for all replicates of an ensemble, with their numbers.
    CheckpointWarning
        If part of a checkpoint was damaged and is learned again.

    Notes
    -----
    A search needs the memory that `memory` says, an ensemble as much for each worker, of which
    there are as many as fit unless `n_jobs` says how many; what cannot fit is refused with a
    MemoryError before it begins, or, if it is the edges of many graphs, once the first are
    learned, with an ``ensemble`` of these. Ctrl-C is heard within a second. The same call gives
    the same bits in every process; the last bits of the deltas, not the moves, may differ between
    machines and between what `memory` says, and with cross-products, which are BLAS's, without
    resamples, between numbers of BLAS threads.

    Examples
    --------
    >>> from dagbag import load_example, score
    >>> example = load_example()
    >>> result = score(example.Y)
    >>> result.converged
    True
    >>> result.moves[0].operation
    'add'
    >>> result["adj.matrix"].shape
    (102, 102)

    >>> score(example.Y, n_boot=20, max_parents=4, seed=1)
    <Ensemble: 20 replicates on 102 nodes; 333 to 357 edges; BIC; 20 converged; at most 4 parents>
    """
    data = check_data(Y)
    n_boot = check_count(n_boot, "n_boot")
    check_flag(print, "print")
    shuffled = check_shuffle(shuffle, ensemble=n_boot > 0)
    resampling = Resampling(*check_resample(resample, sample_frac, data.n, n_boot), data.n)
    question = ask(
        data,
        rows=resampling.size,
        score_type=score_type,
        threshold=threshold,
        max_step=max_step,
        ini_adj_matrix=ini_adj_matrix,
        blacklist=blacklist,
        whitelist=whitelist,
        standardize=standardize,
        standardize_boot=standardize_boot,
        random_forest=random_forest,
        random_step_length=random_step_length,
        nrestart=nrestart,
        perturb=perturb,
        EPS=EPS,
        max_parents=max_parents,
        perturb_operations=perturb_operations,
        iss_mu=iss_mu,
        iss_w=iss_w,
        knowledge=knowledge,
        memory=memory,
    )
    check_pairs_at_once(resampling.kind, in_turn=question.draws_while_searching)
    options = check_options(
        n_boot,
        seed,
        n_jobs=n_jobs,
        progress=progress,
        checkpoint=checkpoint,
        warm_start=warm_start,
    )
    if n_boot == 0:
        result = search_data(question, shuffle=shuffled is not None, stream=stream_for(seed))
        _warn(result)
        return result
    recipe = Recipe(resampling, data.p, shuffled, seeds=question.needs_seeds)
    return search_resamples(question, n_boot, recipe, stream_for(seed), options)


def _warn(result: SearchResult) -> None:
    """Say what the user has to decide about: once per kind."""
    found = [
        text.format(counted(len(nodes), what), listing(nodes))
        for what, text, nodes in (
            ("constant column", "{} isolated: {}", result.constant),
            (
                "exact linear function",
                "{} of other nodes, such edges were refused: {}",
                result.collinear,
            ),
            (
                "saturated node",
                "{}, with as many parents as the distinct rows can fit: {}; "
                "consider max_parents or score_type='eBIC'",
                result.saturated,
            ),
        )
        if nodes
    ]
    if found:
        warn_user("; ".join(found), DegenerateDataWarning)
    if not result.converged:
        warn_user(
            f"the search was stopped by max_step={result.max_step} before it converged; "
            "raise max_step, or accept an early stop",
            ConvergenceWarning,
        )


# Aggregation


@accepts_dots
def score_shd(
    boot_adj: Any,
    alpha: float = 1,
    threshold: float = 0,
    max_step: int = 500,
    blacklist: Any = None,
    whitelist: Any = None,
    print: bool = False,
    *,
    cutoff: float | str | None = None,
    strength: float | None = None,
    false_edges: float | None = None,
    bound: str | None = None,
    method: str = "greedy",
    nodes: Any = None,
    n_boot: int | None = None,
    time_limit: float = 60.0,
    knowledge: Any = None,
) -> AggregationResult:
    """Aggregate an ensemble of DAGs into one.

    The R function ``score_shd``: a DAG with a small mean generalized structural Hamming distance
    GSHD(alpha) to the DAGs of the ensemble. The generalized selection frequency (gsf) of an edge
    is its selection frequency plus (1 - alpha / 2) times that of its reverse; edges are added by
    descending gsf unless they close a cycle, as long as their gsf is above the cutoff, one half.
    R's dotted argument names are accepted, too.

    Parameters
    ----------
    boot_adj : ensemble, array of shape (p, p, B), matrix of shape (p, p), or list of graphs
        The DAGs: an ensemble of this package; R's array, [source, target, resample], graphs last
        (``np.stack`` puts them first: give the list itself); a matrix or labelled frame of
        selection frequencies; or a list of DAGs, each a 0/1 or boolean matrix, a scipy sparse
        matrix, a labelled frame, a networkx DiGraph or a result of this package.
    alpha : float, default 1
        What a reversal costs, where an addition or a deletion costs 1: 2 is the structural
        Hamming distance (SHD), 1 the adjusted one (adjSHD). At least 0.
    threshold : float, default 0
        R's way to move the cutoff: the gsf must exceed (1 - threshold) / 2, so that above 0 more
        edges are let in, below 0 fewer. Not together with `cutoff`.
    max_step : int, default 500
        Largest number of candidates looked at (not of edges added).
    blacklist, whitelist : p x p matrix, DataFrame, list of pairs, DiGraph or result, optional
        Edges never to be added; edges that are there from the start and stay. An edge in both
        stays.
    print : bool, default False
        For compatibility: as in R, nothing is printed.
    cutoff : float, "auto" or "stability", optional
        What the gsf must exceed, as it is: 0.7 asks for edges with a gsf above 0.7, where
        ``threshold=0.7`` means a cutoff of 0.15. From 0 to below 1, without a `threshold` other
        than 0. Only edges that some DAG of the ensemble has are selected. "auto" and "stability"
        look for a cutoff on the strength, as `strength` does: "auto" takes that of
        :func:`dagbag.stability.inclusion_threshold`, "stability" the smallest one for which at
        most `false_edges` false edges are expected.
    strength : float, optional
        What the strength of a pair of nodes must exceed, the part of the DAGs that have an edge
        between the two, either way; from 0 to below 1, instead of `cutoff`. Its gsf then decides
        about the direction only: the pair gets its better one unless that closes a cycle.
    false_edges : float, default 1
        With ``cutoff="stability"``: the expected number of false edges, at most.
    bound : {"simple", "unimodal"}, optional
        Which bound on that number is taken, see :mod:`dagbag.stability`; by default "unimodal" for
        complementary pairs (``resample="pairs"``) and "simple" for other subsamples.
    method : {"greedy", "exact"}, default "greedy"
        "greedy" is R's. "exact" finds the best DAG among the same candidates by integer
        programming, and proves it; it is greedy's own where that is as good.
    nodes : sequence, optional
        Names of the nodes, if `boot_adj` has none; otherwise the order in which to take them.
    n_boot : int, optional
        Number of DAGs behind a matrix of frequencies, which makes them exact counts.
    time_limit : float, default 60
        Seconds for the exact method, after which the best DAG found so far is returned. With
        scipy before 1.15 Ctrl-C, too, may be heard only then.
    knowledge : Knowledge, dict or path, optional
        What is known of the edges by name, see :mod:`dagbag.knowledge`: required edges are in,
        forbidden ones out. What an ensemble was learned with it honours without being told.

    Returns
    -------
    AggregationResult

    Raises
    ------
    NoBoundError
        A ValueError: if ``cutoff="stability"`` cannot be had, or the `bound` that was named.

    Warns
    -----
    ConvergenceWarning
        If `max_step` left candidates unseen, or `time_limit` ended the exact method.

    Notes
    -----
    The aggregation score is the sum of 1 - 2 gsf over the edges, plus a constant. The greedy DAG
    has the smallest one if at most one edge was refused as closing a cycle, or if all that were
    are reverses of edges of the DAG with no smaller gsf (``AggregationResult.optimal``). With a
    threshold other than 0 the same holds for the score less `threshold` per edge. The answer is
    the same every time, unless `time_limit` cuts in.

    With `threshold` the candidates are R's: with alpha below 2 an edge that no DAG has may get a
    gsf above the cutoff from its reverse, and is selected if the reverse is blacklisted, closes a
    cycle, or ties with it at alpha = 0; with a threshold above 1 even pairs that no DAG connects
    are. With `cutoff` an edge that no DAG has is never selected, and ``optimal`` compares with
    DAGs of edges that some DAG has. With a cutoff on the strength it compares with DAGs of edges
    between pairs above it, by the sum of their gsf.

    A gsf is never above the strength of its pair. So whatever the cutoff is on, the result's
    ``expected_false_edges`` bounds the number of false edges, if the replicates are subsamples and
    the cutoff is at least 1/2. Whitelisted edges are not counted.

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag import score_shd
    >>> dags = np.zeros((3, 3, 4), dtype=int)
    >>> dags[0, 1, :3] = dags[1, 0, 3] = dags[1, 2, :] = 1
    >>> result = score_shd(dags)
    >>> result.edges
    ((0, 1), (1, 2))
    >>> result.gsf
    array([0.875, 1.   ])
    >>> result.cyclic_edges
    ((1, 0),)
    >>> result.score, result.optimal
    (0.25, True)
    >>> score_shd(dags, cutoff=0.9).edges
    ((1, 2),)
    >>> score_shd(dags, strength=0.9).edges
    ((0, 1), (1, 2))
    """
    check_flag(print, "print")
    given = check_boot_adj(boot_adj, nodes, n_boot)
    wanted = check_wanted(threshold, cutoff, strength, false_edges, bound)
    return _aggregate(
        given,
        (check_alpha(alpha),),
        (_bound(wanted, given, boot_adj),),
        check_max_step(max_step),
        (blacklist, whitelist, knowledge),
        check_method(method),
        check_time_limit(time_limit),
        # What "auto" selects is above 1/2, also where the largest strength below it is smaller.
        lambda own, weight: bounded(
            boot_adj, Bound.of_strength(0.5) if wanted.kind == AUTO else own, weight, wanted.bound
        ),
    )[0]


@accepts_dots
def aggregation_path(
    boot_adj: Any,
    alpha: Any = (0.25, 0.5, 1.0, 1.5, 2.0),
    threshold: Any = 0,
    max_step: int = 500,
    blacklist: Any = None,
    whitelist: Any = None,
    *,
    cutoff: Any = None,
    method: str = "greedy",
    nodes: Any = None,
    n_boot: int | None = None,
    time_limit: float = 60.0,
    knowledge: Any = None,
) -> AggregationPath:
    """Aggregate an ensemble of DAGs under several alphas, cutoffs, or both.

    The edges are counted once, and all cutoffs of an alpha share one greedy pass.

    Parameters
    ----------
    boot_adj : ensemble, array, matrix, or list of graphs
        As in :func:`score_shd`.
    alpha : float or sequence, default (0.25, 0.5, 1, 1.5, 2)
    threshold : float or sequence, default 0
        R's way to move the cutoff, (1 - threshold) / 2; not together with `cutoff`.
    cutoff : float or sequence, optional
        What the gsf must exceed, of edges that some DAG has; from 0 to below 1.
    max_step, blacklist, whitelist, method, nodes, n_boot : optional
        As in :func:`score_shd`.
    time_limit : float, default 60
        Seconds for the exact method, for each result.
    knowledge : Knowledge, dict or path, optional
        As in :func:`score_shd`.

    Returns
    -------
    AggregationPath
        Its `results` are those of :func:`score_shd`, by alpha, then cutoff as given.

    Examples
    --------
    >>> import numpy as np
    >>> from dagbag import aggregation_path
    >>> frequency = np.array([[0, 0.5, 0], [0.4, 0, 0.5], [0, 0, 0]])
    >>> path = aggregation_path(frequency, alpha=[1, 2], cutoff=[0.5, 0.45], n_boot=10)
    >>> print(path.to_frame().drop(columns="optimal").to_string(index=False))
     alpha  threshold  cutoff  edges  cyclic  score
       1.0        0.0    0.50      1       1    1.0
       1.0        0.1    0.45      2       1    1.0
       2.0        0.0    0.50      0       0    1.4
       2.0        0.1    0.45      2       0    1.4
    """
    return AggregationPath(
        _aggregate(
            check_boot_adj(boot_adj, nodes, n_boot),
            tuple(check_alpha(value) for value in check_path(alpha, "alpha")),
            _bounds(
                check_path(threshold, "threshold"),
                None if cutoff is None else check_path(cutoff, "cutoff"),
            ),
            check_max_step(max_step),
            (blacklist, whitelist, knowledge),
            check_method(method),
            check_time_limit(time_limit),
            lambda bound, weight: bounded(boot_adj, bound, weight),
        )
    )


def _bound(wanted: Wanted, given: CountedEnsemble, boot_adj: Any) -> Bound:
    """Return what a gsf or a strength must exceed, if need be by what the ensemble tells."""
    if wanted.kind == THRESHOLD:
        return Bound.of_threshold(wanted.value)
    if wanted.kind == GSF:
        return Bound.of_cutoff(wanted.value)
    if wanted.kind == AUTO:
        return Bound.of_strength(inclusion_threshold(given.counts))
    if wanted.kind == STABILITY:
        return Bound.of_strength(cutoff_for(boot_adj, wanted.value, wanted.bound))
    return Bound.of_strength(wanted.value)


def _bounds(thresholds: list[Any], cutoffs: list[Any] | None) -> tuple[Bound, ...]:
    """Return what a gsf must exceed, by thresholds or by cutoffs."""
    values = check_bounds(thresholds, cutoffs)
    return tuple(map(Bound.of_threshold if cutoffs is None else Bound.of_cutoff, values))


def _aggregate(
    given: CountedEnsemble,
    alphas: tuple[float, ...],
    bounds: tuple[Bound, ...],
    max_step: int,
    lists: tuple[Any, Any, Any],
    method: str,
    time_limit: float,
    false_edges: Callable[[Bound, float], FalseEdges],
) -> tuple[AggregationResult, ...]:
    """Aggregate for every alpha and bound, with one warning of each kind.

    All bounds are on the gsf, or there is a single one.
    """
    blacklist, whitelist, knowledge = lists
    known, told = given.known, known_of(knowledge, given.nodes)
    if told is not None:
        known = told if known is None else known.merge(told)
    constraints: Constraints = check_constraints(
        blacklist, whitelist, None, given.nodes, of="boot_adj", known=known
    )
    barred, fixed = matrix_of(constraints.blacklist), _edges(constraints.whitelist)
    results = []
    in_time = True
    lowest = min(bounds, key=lambda bound: bound.cutoff)
    for alpha in alphas:
        greedy = greedy_pass(
            given.counts,
            alpha,
            lowest.cutoff,
            max_step,
            barred,
            fixed,
            only_seen=lowest.only_seen,
            strength=lowest.strength,
            places=given.places,
        )
        for bound in bounds:
            selection, finished = _select(greedy, bound.cutoff, method, time_limit)
            in_time &= finished
            results.append(
                AggregationResult(
                    nodes=given.nodes,
                    counts=given.counts,
                    selection=selection,
                    whitelisted=fixed,
                    alpha=alpha,
                    bound=bound,
                    max_step=max_step,
                    method=method,
                    library=given.library,
                    classes=given.classes,
                    blacklist=barred,
                    false_edges=false_edges(bound, alpha),
                    places=given.places,
                )
            )
    _warn_aggregation(results, in_time, time_limit)
    return tuple(results)


def _edges(listed: Listed | None) -> Edges:
    return np.empty((0, 2), dtype=np.int32) if listed is None else edges_of(listed)


def _select(
    greedy: GreedyPass, cutoff: float, method: str, time_limit: float
) -> tuple[Selection, bool]:
    """Return the selection of a method, and whether it had time enough."""
    selection = greedy.selection(cutoff)
    if method == "greedy" or selection.optimal:
        return selection, True
    from ._aggregate.exact import exact_selection

    return exact_selection(greedy, cutoff, time_limit)


def _warn_aggregation(results: list[AggregationResult], in_time: bool, time_limit: float) -> None:
    stopped = [result for result in results if not result.converged]
    if stopped:
        warn_user(
            f"the aggregation was stopped by max_step={stopped[0].max_step} while candidates "
            "above the cutoff were left; raise max_step, or accept an early stop",
            ConvergenceWarning,
        )
    if not in_time:
        warn_user(
            f"the exact method was stopped by time_limit={time_limit:g} before it proved the "
            "best DAG; raise time_limit, or accept the best DAG found",
            ConvergenceWarning,
        )
