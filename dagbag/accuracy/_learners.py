"""Learners by name, ours and those of libraries that somebody else runs.

A name is a search and what is done with it, joined by dashes:

=============  =====================================================================================
hc             hill climbing, `dagbag.score`, with R's defaults
boss, xges     `dagbag.learners.BOSS`, `dagbag.learners.XGES`; mmhc is `MMHC`
cl.boss, ...   another library's, which `Peers` runs
bag-           in front: on resamples, then `dagbag.score_shd`
-x2            the penalty as a multiple of BIC's; without it the search's own default
-e1            BIC extended by the nodes, log n + 2 gamma log p; searches of ours only
-mp4           max_parents
-starts3       n_starts of ours, or nrestart of hill climbing, each with 10 random operations
-sub0.5        subsamples of that part of the rows instead of bootstrap resamples
-B60           the number of resamples
-cut0.4        the cutoff of the aggregation, a number or a word that `score_shd` knows
-a2            the alpha of the aggregation
-s0.5          the cutoff of the aggregation on strengths, instead of one on the gsf
-votes         each pair of the aggregated DAG is joined as most of the resamples' CPDAGs join it
-refit         directions by the same search on the data, among the pairs of the aggregated DAG
=============  =====================================================================================

as in ``bag-boss-x2-sub0.5-B60-cut0.4``. What differs in the aggregation alone shares its ensemble.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .. import learners
from ..api import score, score_shd
from ..bagging import bag
from ..metrics import cpdag
from ._learned import Learned, Unavailable
from ._problems import Problem

OWN = {"boss": "BOSS", "xges": "XGES", "mmhc": "MMHC"}
MANY = 100_000  # steps: no limit
PERTURB = 10  # operations of a perturbation

PENALTIES = ("1", "1.5", "2", "2.5", "3")
CUTOFFS = ("0.3", "0.4", "0.6", "0.7")
GROUPS = {
    "ours": [
        *("hc", "hc-x2", "hc-mp4", "bag-hc", "bag-hc-x2", "bag-hc-mp4"),
        *("boss-x1", "boss-x2", "bag-boss-x1", "bag-boss-x1.5", "bag-boss-x2"),
        *("xges-x2", "bag-xges-x2"),
    ],
    "penalties": [
        f"{bag}{search}-x{x}{sub}" for search in ("boss", "hc") for x in PENALTIES
        for bag, sub in (("", ""), ("bag-", ""), ("bag-", "-sub0.5"))
    ],
    "cutoffs": [
        f"bag-boss-x{x}{sub}{cut}" for x in PENALTIES for sub in ("", "-sub0.5")
        for cut in ("", *(f"-cut{cut}" for cut in CUTOFFS))
    ],
    "alphas": [f"bag-boss-x{x}-a{a}" for x in PENALTIES for a in ("0.5", "1.5", "2")],
    "limits": [
        f"{search}-x{x}{limit}" for search in ("bag-boss", "bag-hc") for x in ("1", "2")
        for limit in ("", "-mp3", "-mp5", "-mp8")
    ],
    "restarts": ["bag-hc", *(f"bag-hc-starts{k}" for k in (1, 5, 20))],
}  # fmt: skip


@dataclass(frozen=True)
class Recipe:
    """What a name says."""

    search: str
    bagged: bool = False
    penalty: float | None = None
    max_parents: int | None = None
    starts: int | None = None
    subsample: float | None = None
    n_boot: int | None = None
    cutoff: str | None = None
    alpha: float = 1.0
    strength: float | None = None
    gamma: float | None = None
    finish: str | None = None  # what is done with the aggregated DAG

    @property
    def ensemble(self) -> Recipe:
        """The recipe without what is said of the aggregation."""
        return replace(self, cutoff=None, alpha=1.0, strength=None, finish=None)

    @property
    def library(self) -> str | None:
        """The other library that the search is of."""
        return self.search.partition(".")[0] if "." in self.search else None


WORDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "x": ("penalty", float),
    "mp": ("max_parents", int),
    "starts": ("starts", int),
    "sub": ("subsample", float),
    "B": ("n_boot", int),
    "cut": ("cutoff", str),
    "a": ("alpha", float),
    "s": ("strength", float),
    "e": ("gamma", float),
    "": ("finish", str),
}
PATTERN = re.compile(
    rf"({'|'.join(filter(None, WORDS))})(\d+(?:\.\d+)?|(?<=cut)[a-z]+)|()(votes|refit)"
)


class Peers(Protocol):
    """Whoever runs other libraries."""

    methods: Mapping[str, Sequence[str]]  # what each can, by the name that it has here

    def fit(
        self,
        library: str,
        method: str,
        Y: npt.NDArray[np.float64],
        penalty: float | None,
        seed: int,
        rows: npt.NDArray[np.int64] | None = None,
    ) -> Any:
        """Learn from the data, or from resamples by their rows: graphs, is_dag, seconds."""


def read_name(
    name: str, n_boot: int = 100, methods: Mapping[str, Sequence[str]] | None = None
) -> Recipe:
    """Read a learner's name; a bagged one without a number of resamples gets `n_boot`.

    `methods` are those of other libraries.
    """
    others = methods or {}
    words = name.split("-")
    bagged = words[0] == "bag"
    search, *rest = words[1:] if bagged else words
    library, _, method = search.partition(".")
    if search not in ("hc", *OWN) and method not in others.get(library, ()):
        searches = ["hc", *OWN, *(f"{one}.{method}" for one in others for method in others[one])]
        raise ValueError(f"learners must be one of {', '.join(searches)}, got {name!r}")
    given: dict[str, Any] = {}
    for word in rest:
        found = PATTERN.fullmatch(word)
        if found is None:
            known = ", ".join(filter(None, WORDS))
            raise ValueError(f"{name}: {word} must be one of {known} and a number, votes, refit")
        field, kind = WORDS[found[1] or ""]
        given[field] = kind(found[2] or found[4])
    of_bags = {"subsample", "n_boot", "cutoff", "alpha", "strength", "finish"}
    if not bagged and (of := of_bags & set(given)):
        raise ValueError(f"{name}: {', '.join(sorted(of))} need a bagged learner, bag-{name}")
    if bagged:
        given.setdefault("n_boot", n_boot)
    return Recipe(search, bagged, **given)


def name_of(recipe: Recipe) -> str:
    """Write a recipe as its name, always the same for the same recipe."""
    words = ["bag"] * recipe.bagged + [recipe.search]
    default = Recipe(recipe.search)
    for word, (field, _) in WORDS.items():
        value = getattr(recipe, field)
        if value != getattr(default, field):
            words.append(f"{word}{value}" if isinstance(value, str) else f"{word}{value:g}")
    return "-".join(words)


@dataclass(frozen=True)
class Learner:
    """A name, and a function from a problem to what is learned."""

    name: str
    learn: Callable[[Problem], Learned]


def learner_of(name: str, peers: Peers | None = None, n_boot: int = 100) -> Learner:
    """Return the learner of a name."""
    recipe = read_name(name, n_boot, None if peers is None else peers.methods)
    learn = _learn_bagged if recipe.bagged else _learn_once
    return Learner(name_of(recipe), lambda problem: learn(recipe, problem, peers))


def _learn_once(recipe: Recipe, problem: Problem, peers: Peers | None) -> Learned:
    if recipe.library is not None:
        fits = _fit(recipe, problem, peers, None)
        return Learned(fits.graphs[0], fits.is_dag)
    if recipe.search == "hc":
        given = _hill_climbing(recipe, len(problem.Y))
        return Learned(_edges(score(problem.Y, seed=problem.seed, **given)), is_dag=True)
    learner = _own(recipe, *problem.Y.shape)
    seeds = {"seed": problem.seed} if _takes_seed(learner) else {}
    return Learned(_edges(learner(problem.Y, **seeds)), is_dag=True)


def _learn_bagged(recipe: Recipe, problem: Problem, peers: Peers | None) -> Learned:
    ensemble = problem.once(recipe.ensemble, lambda: _learn_ensemble(recipe, problem, peers))
    given: dict[str, Any] = {"alpha": recipe.alpha}
    if recipe.search != "hc":
        given["max_step"] = MANY
    if recipe.cutoff is not None:
        number = re.fullmatch(r"[\d.]+", recipe.cutoff)
        given["cutoff"] = float(recipe.cutoff) if number else recipe.cutoff
    if recipe.strength is not None:
        given["strength"] = recipe.strength
    aggregated: Any = score_shd(ensemble, **given).adj_matrix
    if recipe.finish == "votes":
        aggregated = _vote(
            aggregated, problem.once(("votes", recipe.ensemble), lambda: _votes(ensemble))
        )
    elif recipe.finish == "refit":
        aggregated = _refit(recipe, problem, aggregated)
    edges = _edges(aggregated)
    frequency = _frequencies(ensemble)
    both = frequency + frequency.T
    return Learned(edges, is_dag=recipe.finish != "votes", strengths=both[edges[:, 0], edges[:, 1]])


def _votes(ensemble: Any) -> npt.NDArray[np.float64]:
    """Return in how many CPDAGs of an ensemble each edge is compelled and reversible, (2, p, p)."""
    graphs = ensemble if isinstance(ensemble, list) else [member.adj_matrix for member in ensemble]
    votes = np.zeros((2, *np.shape(graphs[0])))
    for graph in graphs:
        completed = cpdag(graph)
        votes += completed & ~completed.T, completed & completed.T
    return votes


def _vote(aggregated: Any, votes: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Join the pairs of a DAG as most CPDAGs that join them do; without a majority undirected."""
    compelled, reversible = votes
    arrow = (compelled > compelled.T) & (compelled > reversible)
    pairs = (aggregated != 0) | (aggregated.T != 0)
    return np.asarray(pairs & ~arrow.T)


def _refit(recipe: Recipe, problem: Problem, aggregated: Any) -> Any:
    """Search on the data among the pairs of a DAG."""
    outside = (aggregated == 0) & (aggregated.T == 0)
    np.fill_diagonal(outside, False)
    n = len(problem.Y)
    if recipe.search == "hc":
        return score(problem.Y, blacklist=outside, **_hill_climbing(recipe, n)).adj_matrix
    learner = _own(recipe, *problem.Y.shape, blacklist=outside)
    seeds = {"seed": problem.seed} if _takes_seed(learner) else {}
    return learner(problem.Y, **seeds).adj_matrix


def _learn_ensemble(recipe: Recipe, problem: Problem, peers: Peers | None) -> Any:
    """Return an ensemble of this package, or a list of DAGs."""
    assert recipe.n_boot is not None
    how: dict[str, Any] = {"seed": problem.seed, "n_jobs": 1, "progress": False}
    if recipe.subsample is not None:
        how |= {"resample": "subsample", "sample_frac": recipe.subsample}
    if recipe.library is not None:
        fits = _fit(recipe, problem, peers, draw_rows(len(problem.Y), recipe.n_boot, how))
        p = problem.Y.shape[1]
        return [_dag(graph, p, fits.is_dag) for graph in fits.graphs]
    size = int(len(problem.Y) * (recipe.subsample or 1) + 0.5)  # as bag() and score() round
    if recipe.search == "hc":
        return score(problem.Y, recipe.n_boot, **_hill_climbing(recipe, size), **how)
    return bag(problem.Y, _own(recipe, size, problem.Y.shape[1]), recipe.n_boot, **how)


def _hill_climbing(recipe: Recipe, n: int) -> dict[str, Any]:
    """Return the arguments of score() for a recipe on so many rows."""
    given: dict[str, Any] = {"max_parents": recipe.max_parents}
    if recipe.penalty is not None:
        given["score_type"] = recipe.penalty * math.log(n)
    if recipe.starts is not None:
        given |= {"nrestart": recipe.starts, "perturb": PERTURB}
    return given


def _own(recipe: Recipe, n: int, p: int, **lists: Any) -> Any:
    """Return a learner of `dagbag.learners`, or say that it is not there."""
    kind = getattr(learners, OWN[recipe.search], None)
    if kind is None:
        raise Unavailable(f"dagbag.learners.{OWN[recipe.search]} is not there")
    known = inspect.signature(kind).parameters
    given: dict[str, Any] = dict(lists)
    if recipe.penalty is not None:
        if "penalty" in known:
            given["penalty"] = recipe.penalty
        else:
            given["score_type"] = recipe.penalty * math.log(n)
    if recipe.gamma is not None:
        given["score_type"] = math.log(n) + 2 * recipe.gamma * math.log(p)
    if recipe.max_parents is not None:
        given["max_parents"] = recipe.max_parents
    if recipe.starts is not None:
        given["n_starts"] = recipe.starts
    return kind(**given)


def _takes_seed(learner: Any) -> bool:
    return "seed" in inspect.signature(learner).parameters


def _fit(recipe: Recipe, problem: Problem, peers: Peers | None, rows: Any) -> Any:
    """Ask another library; its CPU time is the child's."""
    assert peers is not None
    library, _, method = recipe.search.partition(".")
    fits = peers.fit(library, method, problem.Y, recipe.penalty, problem.seed, rows)
    problem.borrowed += fits.seconds
    return fits


def draw_rows(n: int, n_boot: int, how: dict[str, Any]) -> npt.NDArray[np.int64]:
    """Return the rows of the resamples that `dagbag.bag` draws, (n_boot, size)."""
    rows: list[npt.NDArray[np.int64]] = []

    def keep(data: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
        rows.append(data[:, 0].astype(np.int64))
        return []

    keep.prefer = "threads"  # type: ignore[attr-defined]
    numbers = np.arange(n, dtype=float)
    bag(np.column_stack((numbers, numbers**2)), keep, n_boot, **how)
    return np.array(rows)


def _dag(edges: npt.NDArray[np.int64], p: int, is_dag: bool) -> npt.NDArray[np.bool_]:
    matrix = np.zeros((p, p), dtype=bool)
    matrix[edges[:, 0], edges[:, 1]] = True
    return matrix if is_dag else np.asarray(learners.pdag_to_dag(_marks(matrix)))


def _marks(matrix: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """Return causal-learn's marks of a graph with undirected edges: -1 tail, 1 head."""
    marks = np.where(matrix | matrix.T, -1, 0).astype(np.int8)
    marks[(matrix & ~matrix.T).T] = 1
    return marks


def _frequencies(ensemble: Any) -> npt.NDArray[np.float64]:
    """Return the selection frequencies by [source, target]."""
    if isinstance(ensemble, list):
        return np.asarray(np.mean(ensemble, axis=0))
    return np.asarray(ensemble.selection_frequency)


def _edges(result: Any) -> npt.NDArray[np.int64]:
    """Return the edges of a result by position."""
    return np.argwhere(np.asarray(getattr(result, "adj_matrix", result))).astype(np.int64)
