"""The estimator: a DAG with the confidence of its edges from a table, as scikit-learn does it."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from ._dag.types import Node
from ._input.arguments import hinting
from ._input.checks import (
    check_alpha,
    check_count,
    check_method,
    check_n_jobs,
    check_penalty,
    check_progress,
    check_regime,
    check_resample,
)
from ._input.covariance import check_covariance
from ._input.data import Data, read_data
from ._input.estimates import (
    NO_EFFECTS,
    NO_LIKELIHOOD,
    check_columns,
    check_cutoff_choice,
    check_ensemble,
    check_fitted,
    check_has_cross_products,
    check_kept,
    check_learner_choice,
    check_left_to_learner,
    check_parameter,
    check_parents_choice,
    check_random_state,
    check_resample_choice,
    check_result,
    check_rows,
    check_same_knowledge,
    check_same_resample,
    check_score,
    growing,
    parameters_of,
)
from ._input.findings import DataReport
from ._input.origins import origins
from ._input.tables import make_frame
from ._learners.gaussian import GaussianModel, fit_gaussian
from ._learners.informed import informed
from ._learners.recommended import climbing_score, recommend
from ._search.canonical import canonical_order, order_of_moments
from ._search.settings import FEW_PARENTS, ROWS_PER_PARENT
from .api import score_shd
from .bagging import bag, name_of, takes_seed
from .ensemble import Ensemble
from .knowledge import AppliedKnowledge, Knowledge, read_knowledge
from .learners import BOSS, MANY, XGES, HillClimbing
from .linear_effects import Effects, effects
from .results import AggregationResult, LearnedDAG, SearchResult, reporting

BY_PLACE = ("blacklist", "whitelist", "ini_adj_matrix", "tiers", "knowledge", "root")
N_STARTS = 10  # of a single search over orders; resamples have one each
SEARCHES = {"auto": BOSS, "boss": BOSS, "xges": XGES, "hill_climbing": HillClimbing}


class _ScoreText(str):
    """The name of a score, which can be called: scikit-learn calls ``estimator.score(X)``."""

    estimator: DAGBag

    def __call__(self, X: Any, y: None = None) -> float:
        return self.estimator.log_likelihood(X)


class _ScoreNumber(float):
    """A penalty per parent that can be called, likewise."""

    estimator: DAGBag

    def __call__(self, X: Any, y: None = None) -> float:
        return self.estimator.log_likelihood(X)


class _Score:
    """The parameter `score`, which scikit-learn also takes for a method."""

    def __set__(self, estimator: DAGBag, value: Any) -> None:
        estimator.__dict__["score"] = value

    def __get__(self, estimator: DAGBag | None, owner: type | None = None) -> Any:
        if estimator is None:
            return self
        value = estimator.__dict__["score"]
        if not isinstance(value, (str, float, int)) or isinstance(value, bool):
            return value
        kind = _ScoreText if isinstance(value, str) else _ScoreNumber
        called = kind(value)
        called.estimator = estimator
        return called


class DAGBag:
    """Learn a DAG from a table, with the confidence of every edge.

    A search on each of `n_boot` resamples of the rows, and one DAG of the pairs of nodes that more
    than a part `cutoff` of them connect. The defaults are those that the accuracy study
    recommends. The answer does not depend on the order, names or units of the columns. Works as an
    estimator of scikit-learn, which need not be installed.

    Parameters
    ----------
    n_boot : int, default 100
        Number of resamples; 0 is one search on the data, without confidences.
    learner : str or callable, default "auto"
        The search on each resample: "boss", "xges", "hill_climbing", a learner of
        :mod:`dagbag.learners` or of your own (see :func:`dagbag.bag`). "auto" is what the accuracy
        study recommends, which is "boss"; ``choices_`` says why.
    score : str or float, default "bic"
        The score of the search: "bic", "aic", "ebic", "gic", "bge", "likelihood", or a penalty per
        parent. See also the Notes.
    penalty : float, optional
        Multiple of the score's penalty per parent. By default 1, but for "bic", which is extended
        by the number of nodes, to log(n) + 1.5 log(p).
    alpha : float, default 1.0
        What a reversal costs when DAGs are compared, where an addition costs 1. It decides about
        directions only.
    cutoff : float, "auto" or "stability", default 0.5
        The strength that an edge must exceed: the part of the resamples that connect its nodes.
        "stability" is the smallest one for which at most one false edge is expected
        (:mod:`dagbag.stability`), "auto" the one that the strengths suggest, at most 1/2
        (:func:`dagbag.stability.inclusion_threshold`).
    max_parents : int, "auto" or None, default "auto"
        Largest number of parents of a node; "auto" and None: one for every ten distinct rows.
    required, forbidden, allowed : edges, optional
        What is known of edges, by name: pairs of nodes, of which either may be a pattern such as
        "SNP_*", or a graph. Required edges are in the DAG, forbidden ones are not, and if some are
        allowed no others are.
    tiers : sequence of sequences of nodes, optional
        The earliest first: no edge leads from a later tier to an earlier one.
    knowledge : Knowledge, dict or path, optional
        The same and more (roots, leaves, groups), see :class:`dagbag.Knowledge`. It is honoured by
        every search and by the aggregation.
    resample : {"auto", "bootstrap", "subsample", "pairs"}, default "auto"
        How rows are drawn, as for :func:`dagbag.score`. "auto" is the bootstrap, or "pairs" for
        ``cutoff="stability"``.
    sample_frac : float, optional
        Rows of a resample as a part of all, as for :func:`dagbag.score`.
    random_state : int, RandomState, Generator or RRandom, optional
        Of the draws; an integer gives the same bits every time, for every `n_jobs`. Without it
        they come from the session's stream, see :func:`dagbag.set_seed`.
    n_jobs : int, optional
        Workers; by default all cores. The answer does not depend on it.
    memory : {"auto", "cross-products", "data"}, default "auto"
        Where hill climbing takes its deltas from, as for :func:`dagbag.score`: from the data, tens
        of thousands of columns fit. The answer does not depend on it. The other searches have
        cross-products.
    progress : "auto", bool or callable, default "auto"
        A bar that counts replicates; "auto": in notebooks and at a prompt.
    checkpoint : path, optional
        File that keeps each replicate as it is finished; the same call goes on from there.
    missing : {"error", "drop"}, default "error"
        What becomes of rows with missing values, see :func:`dagbag.check_data`.
    method : {"greedy", "exact"}, default "greedy"
        How the DAGs are aggregated, as for :func:`dagbag.score_shd`.

    Attributes
    ----------
    result_ : AggregationResult, or LearnedDAG without resamples
        The DAG and all that is known of it.
    adjacency_ : ndarray of shape (p, p)
        0/1, ``adjacency_[source, target] == 1`` means source -> target.
    cpdag_ : ndarray of bool of shape (p, p)
        What data can tell of it: an edge in both directions has none.
    edges_ : DataFrame
        The edges with their strengths, the strongest first; ``to_frame()`` has all candidates.
    graph_ : networkx.DiGraph
        The DAG with the same as attributes of its edges; needs networkx.
    ensemble_ : Ensemble or None
        The DAGs of the resamples.
    choices_ : Choices
        What was chosen for "auto", and why.
    data_report_ : DataReport or None
        What is remarkable in the data, see :func:`dagbag.check_data`; None for a covariance matrix.
    knowledge_ : AppliedKnowledge or None
        What was known of the edges.
    converged_ : bool
        Whether every search and the aggregation ended by themselves.
    feature_names_in_ : ndarray of str of shape (p,)
        Names of the columns, if they are all texts.
    n_features_in_, n_samples_ : int
        Columns and rows, without those that were dropped.

    Notes
    -----
    `score` is the name of the score. Called, ``estimator.score(X)`` is the mean log-likelihood of
    the rows of X, the larger the better: scikit-learn's searches and cross-validation call it.

    Columns are shown to the search in an order of their standardised values (see `column_order` of
    :func:`dagbag.bag`); only columns that are the same but for their units are told apart by their
    place. A learner with lists by place sees them as they stand if there are no resamples.

    Examples
    --------
    >>> import pandas as pd
    >>> from dagbag import DAGBag, load_example
    >>> example = load_example()                     # 102 samples of 102 variables, 109 true edges
    >>> X = pd.DataFrame(example.Y, columns=example.nodes)
    >>> dag = DAGBag(random_state=1).fit(X)
    >>> len(dag.edges_), int(example.adjacency.sum())
    (101, 109)
    >>> dag.edges_.head(3)[["source", "target", "strength"]].to_string(index=False).splitlines()[0]
    'source target  strength'
    >>> len(dag.aggregate(cutoff=0.8))               # without learning again
    80
    """

    score = _Score()

    @hinting("DAGBag", 1)
    def __init__(
        self,
        n_boot: int = 100,
        *,
        learner: str | Callable[..., Any] = "auto",
        score: str | float = "bic",
        penalty: float | None = None,
        alpha: float = 1.0,
        cutoff: float | str = 0.5,
        max_parents: int | str | None = "auto",
        required: Any = None,
        forbidden: Any = None,
        allowed: Any = None,
        tiers: Any = None,
        knowledge: Any = None,
        resample: str = "auto",
        sample_frac: float | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        memory: str = "auto",
        progress: bool | Literal["auto"] | Callable[[int, int], None] | None = "auto",
        checkpoint: str | os.PathLike[str] | None = None,
        missing: str = "error",
        method: str = "greedy",
    ) -> None:
        self.n_boot = n_boot
        self.learner = learner
        self.score = score
        self.penalty = penalty
        self.alpha = alpha
        self.cutoff = cutoff
        self.max_parents = max_parents
        self.required = required
        self.forbidden = forbidden
        self.allowed = allowed
        self.tiers = tiers
        self.knowledge = knowledge
        self.resample = resample
        self.sample_frac = sample_frac
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.memory = memory
        self.progress = progress
        self.checkpoint = checkpoint
        self.missing = missing
        self.method = method

    # Learning

    def fit(self, X: Any, y: None = None, *, n: int | None = None) -> DAGBag:
        """Learn the DAGs of the resamples, and one DAG of them.

        Parameters
        ----------
        X : array, DataFrame, pyarrow table or AnnData of shape (n, p)
            A row per sample, a column per node. With `n` a covariance or correlation matrix, of
            shape (p, p), on which a single search is carried out: there are no rows to draw from.
        y : None
            Ignored, as scikit-learn has it.
        n : int, optional
            The number of rows that X is the covariance matrix of.

        Returns
        -------
        DAGBag
            Itself.

        Warns
        -----
        DataWarning
            Once, with all that is remarkable in the data; ``data_report_`` has it, too.
        ReplicateWarning
            If replicates are capped, saturated or degenerate.
        """
        n_boot = check_count(self.n_boot, "n_boot")
        report: DataReport | None = None
        if n is not None:
            data = check_covariance(X, n, name="X")
            n_boot = 0
        else:
            data, report = read_data(X, self.missing)
            data = replace(data, values=data.values.copy())  # the caller's may change
            report.warn()
        self._check_aggregation()
        check_n_jobs(self.n_jobs)
        check_progress(self.progress)
        resample = check_resample_choice(self.resample, self.cutoff)
        rows = check_resample(resample, self.sample_frac, data.n, n_boot)[1]
        known = self._known(data.nodes)
        learner = self._learner(data.n, rows, data.p, n_boot)
        asked = self._asked(n_boot, resample, covariance=n is not None)
        choices = recommend(asked, data.n, data.p, rows)
        ensemble = None
        if n_boot > 0:
            seed = check_random_state(self.random_state)
            ensemble = self._bag(data, learner, n_boot, resample, known, seed=seed)
        result: AggregationResult | LearnedDAG | SearchResult = (
            self._single(data, learner, known) if ensemble is None else self._kept_on(ensemble)
        )
        self.result_ = result
        self.ensemble_ = ensemble
        self.choices_ = choices
        self.data_report_ = report
        self.knowledge_ = known
        self.n_samples_ = data.n
        self.n_features_in_ = data.p
        self._set_names(data)
        self._data: Data | None = data
        self._origin = np.zeros(data.p) if n is not None else origins(X, data.p)
        self._model: GaussianModel | None = None
        return self

    def more(self, n: int, X: Any = None) -> DAGBag:
        """Learn more resamples, and aggregate all of them.

        They are other resamples than those that `fit` would have drawn had it been asked for all
        of them. A `checkpoint` is that of `fit` and does not keep them.

        Parameters
        ----------
        n : int
            How many more.
        X : as for `fit`, optional
            The data again, of a fitted estimator that was pickled, which keeps none.

        Returns
        -------
        DAGBag
            Itself.

        Examples
        --------
        >>> from dagbag import DAGBag, load_example
        >>> dag = DAGBag(20, random_state=1).fit(load_example().Y)
        >>> len(dag.more(10).ensemble_)
        30
        """
        check_fitted(self, "result_")
        before = check_ensemble(self.ensemble_, "more(n)")
        data = self._kept("more(n, X)", X)
        self._check_unchanged(str(before.settings["resample"]))
        total = before.n_boot + check_count(n, "n", minimum=1)
        rows = int(before.settings["resample_rows"])
        learner = self._learner(data.n, rows, data.p, total)
        kind = str(before.settings["resample"])
        with growing():
            ensemble = self._bag(data, learner, total, kind, self.knowledge_, warm_start=before)
        self.result_ = self._kept_on(ensemble)
        self.ensemble_ = ensemble
        self._data = data
        self._model = None
        return self

    @hinting("aggregate", 0)
    def aggregate(
        self,
        *,
        alpha: float | None = None,
        cutoff: float | str | None = None,
        method: str | None = None,
    ) -> AggregationResult:
        """Aggregate the same DAGs with another cutoff, without learning again.

        The estimator stays as it is.

        Parameters
        ----------
        alpha, cutoff, method : optional
            As for the estimator, whose own are the defaults.

        Returns
        -------
        AggregationResult

        Examples
        --------
        >>> from dagbag import DAGBag, load_example
        >>> dag = DAGBag(20, random_state=1).fit(load_example().Y)
        >>> [len(dag.aggregate(cutoff=cutoff)) for cutoff in (0.3, 0.5, 0.9)]
        [133, 99, 59]
        """
        check_fitted(self, "result_")
        self._check_unchanged()
        return self._aggregated(
            check_ensemble(self.ensemble_, "aggregate()"), alpha, cutoff, method
        )

    def _check_aggregation(self) -> None:
        """Check what is not needed before the searches are done, which may take hours."""
        check_cutoff_choice(self.cutoff)
        check_alpha(self.alpha)
        check_method(self.method)

    def _check_unchanged(self, resample: str | None = None) -> None:
        """Refuse parameters that were set after `fit` and would be passed over."""
        check_same_knowledge(self._known(self.result_.nodes), self.knowledge_)
        if resample is not None and self.resample != "auto":
            check_same_resample(self.resample, resample)

    def _kept_on(self, ensemble: Ensemble) -> AggregationResult:
        """Aggregate; what was learned is in the error if that fails."""
        try:
            return self._aggregated(ensemble)
        except ValueError as error:
            error.ensemble = ensemble  # type: ignore[attr-defined]
            raise

    def _known(self, nodes: tuple[Node, ...]) -> AppliedKnowledge | None:
        """Return what is known of the nodes, all conflicts told at once."""
        given = {
            name: getattr(self, name)
            for name in ("required", "forbidden", "allowed", "tiers")
            if getattr(self, name) is not None
        }
        other = read_knowledge(self.knowledge)
        if not given:
            return None if other is None else other.apply(nodes)
        own = Knowledge(**given)
        if isinstance(other, Knowledge):
            return own.merge(other).apply(nodes)
        known = own.apply(nodes)
        return known if other is None else known.merge(other.apply(nodes))

    def _single(
        self, data: Data, learner: Any, known: AppliedKnowledge | None
    ) -> LearnedDAG | SearchResult:
        """Search once, on the data."""
        order = None
        if _is_movable(learner):
            find = canonical_order if data.size is None else order_of_moments
            order = find(data.values)
        if order is not None:
            nodes = tuple(data.nodes[k] for k in order)
            values = np.ascontiguousarray(data.values[:, order])
            seen = replace(data, values=values, nodes=nodes)
            known = None if known is None else known.in_order(order, nodes)
        else:
            seen = data
        learner = informed(learner, known, seen)[0]
        seeded = takes_seed(learner) and self.random_state is not None
        extra = {"seed": check_random_state(self.random_state)} if seeded else {}
        ours = isinstance(learner, (BOSS, XGES, HillClimbing))  # which take covariances, too
        found: LearnedDAG | SearchResult = check_result(
            learner(seen if ours else _shown(seen, learner), **extra)
        )
        return found if order is None else found._renumbered(order, data.nodes)

    def _learner(self, n: int, rows: int, p: int, n_boot: int) -> Any:
        """Return the learner that the parameters ask for."""
        learner = check_learner_choice(self.learner)
        given = {
            "score": self.__dict__["score"],
            "penalty": self.penalty,
            "max_parents": self.max_parents,
            "memory": self.memory,
        }
        if not isinstance(learner, str):
            check_left_to_learner(learner, given)
            return learner
        score_type = check_score(self.__dict__["score"])
        penalty = check_penalty(self.penalty)
        parents = check_parents_choice(self.max_parents)
        if SEARCHES[learner] is not HillClimbing:
            check_has_cross_products(self.memory, learner)
            made: Any = SEARCHES[learner]
            starts = {"n_starts": N_STARTS} if made is BOSS and n_boot == 0 else {}
            return made(score_type=score_type, penalty=penalty, max_parents=parents, **starts)
        if parents is None:
            parents = max(n // ROWS_PER_PARENT, FEW_PARENTS)
        return HillClimbing(
            score_type=climbing_score(score_type, penalty, rows, p),
            max_parents=parents,
            max_step=MANY,
            memory=check_regime(self.memory),
        )

    def _asked(self, n_boot: int, resample: str, *, covariance: bool) -> dict[str, Any]:
        learner = check_learner_choice(self.learner)
        named = isinstance(learner, str)
        return {
            "n_boot": n_boot,
            "covariance": covariance,
            "learner": learner if named else name_of(learner),
            "score": check_score(self.__dict__["score"]) if named else None,
            "penalty": self.penalty,
            "max_parents": check_parents_choice(self.max_parents),
            "resample": resample,
            "resample_given": self.resample,
            "cutoff": self.cutoff,
        }

    def _bag(
        self,
        data: Data,
        learner: Any,
        n_boot: int,
        resample: str,
        known: AppliedKnowledge | None,
        *,
        seed: Any = None,
        warm_start: Ensemble | None = None,
    ) -> Ensemble:
        return bag(
            _shown(data, learner),
            learner,
            n_boot,
            column_order="canonical",
            seed=seed,
            resample=resample,
            sample_frac=self.sample_frac,
            n_jobs=self.n_jobs,
            progress=self.progress,
            checkpoint=self.checkpoint if warm_start is None else None,
            warm_start=warm_start,
            knowledge=known,
        )

    def _aggregated(
        self,
        ensemble: Ensemble,
        alpha: float | None = None,
        cutoff: float | str | None = None,
        method: str | None = None,
    ) -> AggregationResult:
        return score_shd(
            ensemble,
            self.alpha if alpha is None else alpha,
            max_step=2 * len(ensemble.edge_counts.count) + 1,  # all candidates
            method=self.method if method is None else method,
            **check_cutoff_choice(self.cutoff if cutoff is None else cutoff),
        )

    def _set_names(self, data: Data) -> None:
        """Keep the names of columns, as scikit-learn does: if they are texts."""
        if all(isinstance(node, str) for node in data.nodes):
            self.feature_names_in_ = np.array(data.nodes, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    # What was learned

    @property
    def adjacency_(self) -> npt.NDArray[np.int32]:
        """0/1 adjacency matrix by [source, target], (p, p)."""
        return self._fitted().adj_matrix

    @property
    def cpdag_(self) -> npt.NDArray[np.bool_]:
        """What data can tell of the DAG, (p, p): an edge in both directions has none."""
        return self._fitted().cpdag

    @property
    def edges_(self) -> Any:
        """The edges of the DAG as a table, the strongest first."""
        table = self.to_frame()
        if "selected" not in table.columns:
            return table
        if hasattr(table, "filter") and hasattr(table, "with_columns"):  # polars
            kept = table.filter(table["selected"]).drop("selected")
            return kept.sort("strength", descending=True, maintain_order=True)
        kept = table[table["selected"]].drop(columns="selected")
        return kept.sort_values("strength", ascending=False, kind="stable", ignore_index=True)

    @property
    def converged_(self) -> bool:
        """Whether every search and the aggregation ended by themselves."""
        result = self._fitted()
        capped = self.ensemble_ is not None and bool(self.ensemble_.capped.any())
        return result.converged and not capped

    @property
    def graph_(self) -> Any:
        """The DAG as a networkx DiGraph, with strengths and marks; see :mod:`dagbag.exchange`."""
        return self._fitted().to_networkx()

    def effects(self, X: Any = None, **kwargs: Any) -> Effects:
        """Fit every node on its parents: :func:`dagbag.effects` of the DAG and its ensemble.

        Parameters
        ----------
        X : as for `fit`, optional
            The data; by default those fitted to.
        **kwargs
            As :func:`dagbag.effects` takes them.

        Returns
        -------
        Effects

        Examples
        --------
        >>> from dagbag import DAGBag
        >>> from dagbag.simulate import simulate_gaussian
        >>> X = simulate_gaussian([("a", "c"), ("b", "c")], n=500, seed=1)
        >>> found = DAGBag(20, random_state=1).fit(X).effects(n_boot=0)
        >>> found.edges
        (('a', 'c'), ('b', 'c'))
        """
        result = self._fitted()
        data = check_rows(self._kept("effects(X)", X), NO_EFFECTS)
        return effects(data, result, **{"ensemble": self.ensemble_, **kwargs})

    def plot(self, **kwargs: Any) -> Any:
        """Draw the DAG, lines as wide as edges are strong; see :func:`dagbag.plotting.plot_dag`.

        Parameters
        ----------
        **kwargs
            As :func:`dagbag.plotting.plot_dag` takes them.

        Returns
        -------
        matplotlib Axes
        """
        return self._fitted().plot(**kwargs)

    @hinting("report", 2)
    def report(
        self,
        path: str | os.PathLike[str],
        X: Any = None,
        *,
        effects: Effects | bool | None = None,
        scatter: bool = False,
        truth: Any = None,
        other: Any = None,
        title: str | None = None,
    ) -> Path:
        """Write one page, to be opened in a browser, in which the DAG can be explored.

        The graph with what is known of each edge, sliders for alpha and the cutoff that aggregate
        again in the page, a table, how the replicates went, what is remarkable in the data, and
        what it takes to make it again; see :mod:`dagbag.reporting`.

        Parameters
        ----------
        path : str or path
            Where the page goes, such as ``"report.html"``.
        X : as for `fit`, optional
            The data, of an estimator that was pickled, which keeps none; by default those fitted
            to. Without any the page has no effects.
        effects : Effects or bool, optional
            As :meth:`effects` returns them; by default without bootstrap intervals. False: none.
        scatter, truth, other, title : optional
            As for :func:`dagbag.reporting.write_report`.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from dagbag import DAGBag, load_example
        >>> example = load_example()
        >>> dag = DAGBag(20, random_state=1).fit(example.Y)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     page = dag.report(Path(folder) / "report.html", truth=example.adjacency)
        ...     page.stat().st_size < 500_000
        True
        """
        self._fitted()
        data = self._data if X is None else self._read(X)
        rows = data if data is not None and data.size is None else None
        return reporting()._write_fitted(  # type: ignore[no-any-return]
            self,
            path,
            rows,
            effects=effects,
            scatter=scatter,
            truth=truth,
            other=other,
            title=title,
        )

    def save(self, path: str | os.PathLike[str], **kwargs: Any) -> None:
        """Write the DAG to a file, or the ensemble if it ends in ``.npz``.

        Parameters
        ----------
        path : str or path
            Its extension tells the format, see :func:`dagbag.exchange.write_graph`.
        **kwargs
            As :func:`dagbag.exchange.write_graph` takes them.
        """
        result = self._fitted()
        if str(path).lower().endswith(".npz"):
            check_ensemble(self.ensemble_, "save() of an .npz file").save(path)
        else:
            result.save(path, **kwargs)

    def to_frame(self, table: str = "edges") -> Any:
        """Return a table of the result, see :meth:`dagbag.AggregationResult.to_frame`.

        Parameters
        ----------
        table : {"edges", "adjacency"}, default "edges"
            "edges" has every edge that some replicate has, and whether it is in the DAG.

        Returns
        -------
        DataFrame
        """
        return self._fitted().to_frame(table)

    def log_likelihood(self, X: Any) -> float:
        """Return the mean log-likelihood of rows, the larger the better.

        That of the linear Gaussian model of the DAG, with coefficients of the data fitted to.
        Columns that were constant there are left out.

        Parameters
        ----------
        X : as for `fit`
            Rows, perhaps others than those fitted to, with the same columns.

        Returns
        -------
        float

        Examples
        --------
        >>> from dagbag import DAGBag, load_example
        >>> Y = load_example().Y
        >>> dag = DAGBag(20, random_state=1).fit(Y[:80])
        >>> dag.log_likelihood(Y[80:]) < dag.log_likelihood(Y[:80])
        True
        """
        model = self._gaussian()
        data = self._read(X)
        values = data.values + (origins(X, data.p) - self._origin)
        return float(model.log_likelihood(values).mean())

    def _gaussian(self) -> GaussianModel:
        result = self._fitted()
        if self._model is None:
            data = check_rows(self._kept("fit(X)"), NO_LIKELIHOOD)
            self._model = fit_gaussian(data.values, result._edges)
        return self._model

    def _kept(self, how: str, X: Any = None) -> Data:
        """Return the data given, or else those fitted to."""
        data: Data = check_kept(self._data, how) if X is None else self._read(X)
        return data

    def _read(self, X: Any) -> Data:
        """Read data with the columns that were fitted to, in their order."""
        data = read_data(X, self.missing)[0]
        values = np.ascontiguousarray(check_columns(data, self.result_.nodes))
        return replace(data, values=values, nodes=self.result_.nodes)

    def _fitted(self) -> AggregationResult | LearnedDAG | SearchResult:
        check_fitted(self, "result_")
        return self.result_

    # As scikit-learn has it

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name.

        Parameters
        ----------
        deep : bool, default True
            Without meaning here.

        Returns
        -------
        dict
        """
        return {name: self.__dict__.get(name) for name in _parameters(type(self))}

    def set_params(self, **params: Any) -> DAGBag:
        """Set parameters by name.

        Parameters
        ----------
        **params
            New values.

        Returns
        -------
        DAGBag
            Itself.
        """
        for name in params:
            check_parameter(name, _parameters(type(self)), type(self).__name__)
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            input_tags=InputTags(allow_nan=self.missing == "drop"),
        )

    if not TYPE_CHECKING:  # which would take every name for an attribute

        def __getattr__(self, name: str) -> Any:
            if name in LEARNED:
                check_fitted(self, "result_")
            return object.__getattribute__(self, name)  # which says what is wrong

    def __sklearn_is_fitted__(self) -> bool:
        return "result_" in vars(self)

    def __getstate__(self) -> dict[str, Any]:
        if not self.__sklearn_is_fitted__():
            return dict(self.__dict__)
        if self._data is not None and self._data.size is None:
            self._gaussian()  # what is asked of the model needs the data no more
        return {**self.__dict__, "_data": None}

    def __copy__(self) -> DAGBag:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> DAGBag:
        made = type(self).__new__(type(self))
        made.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return made

    def __repr__(self) -> str:
        changed = (
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if not _is_same(value, _parameters(type(self))[name])
        )
        made = f"{type(self).__name__}({', '.join(changed)})"
        return f"{made}\n{self.result_!r}" if self.__sklearn_is_fitted__() else made

    def _repr_html_(self) -> str:
        from ._html.card import card

        made = repr(self).splitlines()[0]
        if not self.__sklearn_is_fitted__():
            return card(made, ["Not fitted yet: fit(X) learns from a table."])
        report = self.data_report_
        lines = [str(choice) for choice in self.choices_]
        noticed = (
            []
            if report is None
            else [each.message for each in report.findings if each.severity == "warning"]
        )
        return card(made, lines, warnings=noticed) + self.result_._repr_html_()


def _is_same(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and bool(value == default))


def _shown(data: Data, learner: Any) -> Any:
    """Return data as a learner takes them: one of the user's own gets a frame if there was one."""
    if hasattr(learner, "on_row_counts"):
        return data
    if data.library is None:
        return data.values
    columns: dict[Any, Any] = dict(zip(data.nodes, data.values.T, strict=True))
    return make_frame(columns, data.library)


def _is_movable(learner: Any) -> bool:
    """Whether a learner may see the columns in another order: it has no lists by place."""
    ours = type(learner).__module__ == BOSS.__module__
    return ours and all(getattr(learner, name, None) is None for name in BY_PLACE)


def _parameters(kind: Any) -> dict[str, Any]:
    """Return the parameters of the estimator, or of a class made of it, with their defaults."""
    return parameters_of(kind.__init__)


LEARNED = (
    "result_", "ensemble_", "choices_", "data_report_", "knowledge_", "n_samples_",
    "n_features_in_", "feature_names_in_",
)  # fmt: skip
