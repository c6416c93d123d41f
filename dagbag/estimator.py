"""The estimator: a DAG with the confidence of its edges from a table, as scikit-learn does it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._input.checks import check_count, check_penalty, check_resample
from ._input.data import Data, check_data
from ._input.estimates import (
    check_columns,
    check_cutoff_choice,
    check_ensemble,
    check_fitted,
    check_kept,
    check_learner_choice,
    check_left_to_learner,
    check_parameter,
    check_parents_choice,
    check_random_state,
    check_resample_choice,
    check_score,
    parameters_of,
)
from ._learners.gaussian import GaussianModel, fit_gaussian
from ._learners.recommended import climbing_score, recommend
from ._search.settings import FEW_PARENTS, ROWS_PER_PARENT
from .api import score_shd
from .bagging import bag, name_of
from .ensemble import Ensemble
from .learners import BOSS, MANY, XGES, HillClimbing
from .results import AggregationResult, LearnedDAG, SearchResult

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
    recommends. The answer does not depend on the order or the names of the columns. Works like an
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
        (:mod:`dagbag.stability`), "auto" the largest up to 1/2 that leaves out no replicate's
        support (:func:`dagbag.stability.inclusion_threshold`).
    max_parents : int, "auto" or None, default "auto"
        Largest number of parents of a node; "auto" and None: one for every ten distinct rows.
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
    progress : "auto", bool or callable, default "auto"
        A bar that counts replicates; "auto": in notebooks and at a prompt.
    checkpoint : path, optional
        File that keeps each replicate as it is finished; the same call goes on from there.
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
    converged_ : bool
        Whether every search and the aggregation ended by themselves.
    feature_names_in_ : ndarray of str of shape (p,)
        Names of the columns, if they are all texts.
    n_features_in_, n_samples_ : int
        Columns and rows.

    Notes
    -----
    `score` is the name of the score. Called, ``estimator.score(X)`` is the mean log-likelihood of
    the rows of X, the larger the better: scikit-learn's searches and cross-validation call it.

    Columns are shown to the search in an order of their values (see `column_order` of
    :func:`dagbag.bag`); only columns that are equal in every row are told apart by their place.

    Examples
    --------
    >>> import pandas as pd
    >>> from dagbag import DAGBag, load_example
    >>> example = load_example()                     # 102 samples of 102 variables, 109 true edges
    >>> X = pd.DataFrame(example.Y, columns=example.nodes)
    >>> dag = DAGBag(random_state=1).fit(X)
    >>> len(dag.edges_), int(example.adjacency.sum())
    (102, 109)
    >>> dag.edges_.head(3)[["source", "target", "strength"]].to_string(index=False).splitlines()[0]
    'source target  strength'
    >>> len(dag.aggregate(cutoff=0.8))               # without learning again
    79
    """

    score = _Score()

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
        resample: str = "auto",
        sample_frac: float | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        progress: str | bool | Callable[[int, int], None] = "auto",
        checkpoint: str | os.PathLike[str] | None = None,
        method: str = "greedy",
    ) -> None:
        self.n_boot = n_boot
        self.learner = learner
        self.score = score
        self.penalty = penalty
        self.alpha = alpha
        self.cutoff = cutoff
        self.max_parents = max_parents
        self.resample = resample
        self.sample_frac = sample_frac
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.progress = progress
        self.checkpoint = checkpoint
        self.method = method

    # Learning

    def fit(self, X: Any, y: None = None) -> DAGBag:
        """Learn the DAGs of the resamples, and one DAG of them.

        Parameters
        ----------
        X : array, DataFrame, pyarrow table or AnnData of shape (n, p)
            A row per sample, a column per node.
        y : None
            Ignored, as scikit-learn has it.

        Returns
        -------
        DAGBag
            Itself.
        """
        data = check_data(X)
        n_boot = check_count(self.n_boot, "n_boot")
        check_cutoff_choice(self.cutoff)
        resample = check_resample_choice(self.resample, self.cutoff)
        rows = check_resample(resample, self.sample_frac, data.n, n_boot)[1]
        learner = self._learner(data.n, rows, data.p)
        choices = recommend(self._asked(n_boot, resample), data.n, data.p, rows)
        ensemble = None
        if n_boot > 0:
            ensemble = self._bag(X, learner, n_boot, resample, seed=self.random_state)
        result = self._single(X, learner) if ensemble is None else self._aggregated(ensemble)
        self._X = X
        self.n_samples_ = data.n
        self.n_features_in_ = data.p
        self._set_names(data)
        self.choices_ = choices
        self.ensemble_ = ensemble
        self.result_ = result
        self._model: GaussianModel | None = None
        return self

    def more(self, n: int, X: Any = None) -> DAGBag:
        """Learn more resamples, and aggregate all of them.

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
        X = check_kept(self._X if X is None else X, "more(n, X)")
        total = before.n_boot + check_count(n, "n", minimum=1)
        rows = int(before.settings["resample_rows"])
        learner = self._learner(self.n_samples_, rows, self.n_features_in_)
        kind = str(before.settings["resample"])
        self.ensemble_ = self._bag(X, learner, total, kind, warm_start=before)
        self._X = X
        self.result_ = self._aggregated(self.ensemble_)
        return self

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
        [135, 102, 59]
        """
        check_fitted(self, "result_")
        return self._aggregated(
            check_ensemble(self.ensemble_, "aggregate()"), alpha, cutoff, method
        )

    def _single(self, X: Any, learner: Any) -> Any:
        """Search once, on the data."""
        seeded = (
            {} if self.random_state is None else {"seed": check_random_state(self.random_state)}
        )
        return learner(X, **seeded)

    def _learner(self, n: int, rows: int, p: int) -> Any:
        """Return the learner that the parameters ask for."""
        learner = check_learner_choice(self.learner)
        given = {
            "score": self.__dict__["score"],
            "penalty": self.penalty,
            "max_parents": self.max_parents,
        }
        if not isinstance(learner, str):
            check_left_to_learner(learner, given)
            return learner
        score_type = check_score(self.__dict__["score"])
        penalty = check_penalty(self.penalty)
        parents = check_parents_choice(self.max_parents)
        if SEARCHES[learner] is not HillClimbing:
            made: Any = SEARCHES[learner]
            return made(score_type=score_type, penalty=penalty, max_parents=parents)
        if parents is None:
            parents = max(n // ROWS_PER_PARENT, FEW_PARENTS)
        return HillClimbing(
            score_type=climbing_score(score_type, penalty, rows, p),
            max_parents=parents,
            max_step=MANY,
        )

    def _asked(self, n_boot: int, resample: str) -> dict[str, Any]:
        learner = check_learner_choice(self.learner)
        named = isinstance(learner, str)
        return {
            "n_boot": n_boot,
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
        X: Any,
        learner: Any,
        n_boot: int,
        resample: str,
        *,
        seed: Any = None,
        warm_start: Ensemble | None = None,
    ) -> Ensemble:
        return bag(
            X,
            learner,
            n_boot,
            column_order="canonical",
            seed=check_random_state(seed),
            resample=resample,
            sample_frac=self.sample_frac,
            n_jobs=self.n_jobs,
            progress=None if self.progress == "auto" else self.progress,  # type: ignore[arg-type]
            checkpoint=self.checkpoint,
            warm_start=warm_start,
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
        values = check_columns(check_data(X), self.result_.nodes)
        return float(model.log_likelihood(values).mean())

    def _gaussian(self) -> GaussianModel:
        result = self._fitted()
        if self._model is None:
            values = check_data(check_kept(self._X, "fit(X)")).values
            self._model = fit_gaussian(values, result._edges)
        return self._model

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
        return {name: self.__dict__[name] for name in PARAMETERS}

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
            check_parameter(name, PARAMETERS, type(self).__name__)
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            input_tags=InputTags(allow_nan=False),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return "result_" in vars(self)

    def __getstate__(self) -> dict[str, Any]:
        if self.__sklearn_is_fitted__() and self._X is not None:
            self._gaussian()  # what is asked of the model needs the data no more
        return {**self.__dict__, "_X": None}

    def __repr__(self) -> str:
        changed = (
            f"{name}={self.__dict__[name]!r}"
            for name, default in PARAMETERS.items()
            if not _is_same(self.__dict__[name], default)
        )
        made = f"{type(self).__name__}({', '.join(changed)})"
        return f"{made}\n{self.result_!r}" if self.__sklearn_is_fitted__() else made


def _is_same(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and bool(value == default))


PARAMETERS = parameters_of(DAGBag.__init__)
