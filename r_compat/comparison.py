"""Both sides on the same data: what R answers, what this package answers, and where they part.

A search is compared move by move, delta by delta, and in everything else that R returns. Where two
searches part, the rule of the choice is replayed there on all eligible operations, with EPS a
little smaller and a little larger: a tie is where that changes the winner, so that rounding
decides. Fits that R cannot do and this package refuses are told by the entry of ``DEVIATIONS.md``.
Whatever is neither is a disagreement.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dagbag import (
    AggregationResult,
    Ensemble,
    RRandom,
    SearchResult,
    __version__,
    score,
    score_shd,
)
from dagbag._dag.order import find_cycle
from dagbag._input.checks import (
    OPERATIONS,
    check_alpha,
    check_count,
    check_eps,
    check_integer,
    check_max_step,
    check_number,
    check_score_type,
)
from dagbag._input.constraints import Constraints, check_constraints
from dagbag._input.data import Data, check_data
from dagbag._input.labels import check_nodes
from dagbag._runs.draws import Resampling
from dagbag._search.crossprod import number_rows, standardize
from dagbag._search.scores import make_score
from dagbag._search.search import eligible_operations
from dagbag._search.settings import Settings, limit_parents
from dagbag.ensemble import Member
from dagbag.exceptions import quietly
from dagbag.rrandom import SampleKind

from . import bridge

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

# A part of a variance below this is rounding noise, see DEVIATIONS.md.
COLLINEAR = 1e-14
# Deltas of equal moves differ by less than this (contract), and by this part of large ones.
DELTA_TOLERANCE, DELTA_PART = 1e-6, 1e-9
AGREE, DISAGREE, EXPLAINED = 0, 1, 3  # exit status
LISTS = ("blacklist", "whitelist", "ini_adj_matrix")
_SHOWN = 8  # numbers of an argument that are shown


class Side(ABC):
    """One side of a comparison: calls, and the time they took in all."""

    original = False  # whether it is the original R package, with all that DEVIATIONS.md lists

    def __init__(self, name: str, sample_kind: SampleKind = "Rejection") -> None:
        self.name = name
        self.seconds = 0.0
        self.sample_kind: SampleKind = sample_kind

    @abstractmethod
    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Return a SearchResult or an Ensemble."""

    @abstractmethod
    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Return the aggregated DAG."""


class PythonSide(Side):
    """The side of this package."""

    def __init__(self) -> None:
        super().__init__(f"dagbag {__version__}")

    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Search, or learn an ensemble."""
        return self._timed(lambda: score(Y, **arguments))

    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Aggregate."""
        result: AggregationResult = self._timed(lambda: score_shd(ensemble, **arguments))
        return result

    def _timed(self, call: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        with quietly():
            result = call()
        self.seconds += time.perf_counter() - start
        return result


class RSide(Side):
    """R, through the bridge."""

    def __init__(self, engine: bridge.Engine, timeout: float | None) -> None:
        what = {"package": "R package dagbag", "reference": "reference in R"}[engine.kind]
        super().__init__(f"{what}, R {engine.versions['r_version']}", engine.sample_kind)
        self.original = engine.kind == "package"
        self._engine = engine
        self._timeout = timeout

    def score(self, Y: FloatArray, **arguments: Any) -> Any:
        """Search, or learn an ensemble."""
        return self._timed(bridge.score, Y, **arguments)

    def score_shd(self, ensemble: Ensemble, **arguments: Any) -> AggregationResult:
        """Aggregate."""
        result: AggregationResult = self._timed(bridge.score_shd, ensemble, **arguments)
        return result

    def _timed(self, function: Callable[..., Any], *data: Any, **arguments: Any) -> Any:
        with quietly():
            result = function(*data, engine=self._engine, timeout=self._timeout, **arguments)
        self.seconds += result.seconds
        return result


# What is found


@dataclass(frozen=True)
class Candidate:
    """What one side did at a step: an operation, or it stopped."""

    operation: str  # "add", "delete", "reverse" or "stop"
    source: Any = None
    target: Any = None
    delta: float | None = None  # as that side has it
    least_squares: float | None = None  # computed anew

    def __str__(self) -> str:
        if self.operation == "stop":
            return "stop"
        text = f"{self.operation} {self.source} -> {self.target}"
        if self.delta is not None:
            text += f", delta {self.delta:.9g}"
        if self.least_squares is not None:
            text += f" (least squares {self.least_squares:.9g})"
        return text


@dataclass(frozen=True)
class Difference:
    """Where two searches part."""

    step: int | None  # from 1; None: not known, as only graphs were compared
    kind: str  # "tie", "saturated", "deviation" or "unexplained"
    why: str
    ours: Candidate | None = None  # None: the moves are equal, something else is not
    theirs: Candidate | None = None

    def __str__(self) -> str:
        if self.step is None:
            return f"{self.kind}: {self.why}"
        if self.ours is None:
            return f"step {self.step}: {self.kind}: {self.why}"
        return f"step {self.step}: Python {self.ours}; R {self.theirs}; {self.kind}: {self.why}"


@dataclass(frozen=True)
class SearchComparison:
    """One search on both sides."""

    name: str
    equal: bool
    steps: int  # moves that are equal, or Python's where only graphs were compared
    largest_delta_difference: float | None = None  # of the equal moves; None: R tells no deltas
    difference: Difference | None = None
    by_moves: bool = True  # False: R tells only the graph of a resample


@dataclass(frozen=True)
class AggregationComparison:
    """One aggregation on both sides."""

    alpha: float
    equal: bool  # on the same ensemble: moves, final step and graph
    edges: tuple[int, int]  # Python, R, each from its own ensemble
    only_ours: tuple[tuple[Any, Any], ...] = ()
    only_theirs: tuple[tuple[Any, Any], ...] = ()

    def __str__(self) -> str:
        what = "equal" if self.equal else "DIFFERENT"
        if not (self.only_ours or self.only_theirs):
            return f"{self.edges[0]} edges, {what}"
        return (
            f"{what} on the same ensemble; each on its own: {self.edges[0]} edges in Python, "
            f"{self.edges[1]} in R, {len(self.only_ours)} only in Python, "
            f"{len(self.only_theirs)} only in R"
        )


@dataclass(frozen=True)
class Comparison:
    """The whole comparison. ``print`` it, or take :meth:`to_dict` or :meth:`to_html`.

    Attributes
    ----------
    engine : str
        What stood for R.
    shape : tuple of int
        Rows and nodes.
    arguments : dict
        What both sides were given.
    searches : tuple of SearchComparison
        The search on the data, then those on the resamples.
    aggregations : tuple of AggregationComparison
    seconds : tuple of float
        Python's time and R's.
    notes : tuple of str
    """

    engine: str
    shape: tuple[int, int]
    arguments: Mapping[str, Any]
    searches: tuple[SearchComparison, ...]
    aggregations: tuple[AggregationComparison, ...]
    seconds: tuple[float, float]
    notes: tuple[str, ...] = field(default=())

    @property
    def agree(self) -> bool:
        """Whether every move, graph and aggregated edge is the same."""
        searches = all(search.equal for search in self.searches)
        return searches and all(part.equal for part in self.aggregations)

    @property
    def explained(self) -> bool:
        """Whether whatever differs is a tie or a listed deviation, or follows from one."""
        differences = [search.difference for search in self.searches if not search.equal]
        known = all(d is not None and d.kind != "unexplained" for d in differences)
        return known and all(part.equal for part in self.aggregations)

    @property
    def status(self) -> int:
        """Exit status: 0 agree, 1 disagree, 3 every difference is explained."""
        if self.agree:
            return AGREE
        return EXPLAINED if self.explained else DISAGREE

    @property
    def largest_delta_difference(self) -> float | None:
        """Largest difference of a delta over all equal moves."""
        found = [s.largest_delta_difference for s in self.searches]
        return max((d for d in found if d is not None), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            **_plain(asdict(self)),
            "agree": self.agree,
            "explained": self.explained,
            "largest_delta_difference": _plain(self.largest_delta_difference),
        }

    def to_html(self) -> str:
        """Return a page of its own that can be sent to a colleague."""
        from .report import render

        return render(self)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)  # JSON has none
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return repr(value)


def _extent(searches: Sequence[SearchComparison]) -> str:
    """Say how searches were compared."""
    moves = sum(search.by_moves for search in searches)
    graphs = len(searches) - moves
    if not graphs:
        return ", compared move by move"
    return f"; {moves} compared move by move, {graphs} by their graphs"


def _lines(found: Comparison) -> list[str]:
    n, p = found.shape
    equal = sum(search.equal for search in found.searches)
    verdict = {
        AGREE: "The two sides agree.",
        EXPLAINED: "The two sides differ only where it is explained.",
        DISAGREE: "THE TWO SIDES DISAGREE.",
    }[found.status]
    given = ", ".join(f"{name}={shown}" for name, shown in shown_arguments(found))
    lines = [
        verdict,
        f"  R: {found.engine}; data {n} x {p}; {given}",
        f"  searches: {equal} of {len(found.searches)} equal{_extent(found.searches)}",
    ]
    largest = found.largest_delta_difference
    if largest is not None:
        lines.append(f"  largest difference of a delta: {largest:.2g}")
    lines += [f"  {s.name}: {s.difference}" for s in found.searches if s.difference is not None]
    lines += [f"  aggregated, alpha {part.alpha:g}: {part}" for part in found.aggregations]
    lines.append(f"  time: {time_text(*found.seconds)}")
    lines += [f"  note: {note}" for note in found.notes]
    return lines


def shown_arguments(found: Comparison) -> list[tuple[str, str]]:
    """Return the arguments by name, long ones by their number."""
    shown = []
    for name, value in found.arguments.items():
        if name in LISTS and value is not None:
            text = f"{len(value)} edge{'s' * (len(value) != 1)}"
        elif isinstance(value, (list, tuple, np.ndarray)) and np.size(value) > _SHOWN:
            text = f"{np.size(value)} numbers"
        else:
            text = repr(value)
        shown.append((name, text))
    return shown


def time_text(ours: float, theirs: float) -> str:
    """Say how long both sides took, and which one took longer."""
    text = f"Python {ours:.3g} s, R {theirs:.3g} s"
    fast, slow = sorted((ours, theirs))
    if fast <= 0 or slow < 1.05 * fast:  # a clock that did not move; no difference worth telling
        return text
    ratio = slow / fast
    times = f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"
    return f"{text}: {'R' if slow == theirs else 'Python'} took {times} times as long"


# Least squares


@dataclass
class Refit:
    """Neighborhood scores by least squares on the data, whatever the search did."""

    Y: FloatArray
    penalty: float

    def __post_init__(self) -> None:
        """Standardise, which changes no delta."""
        self.n = len(self.Y)
        centred = self.Y - self.Y.mean(axis=0)
        sd = centred.std(axis=0, ddof=1)
        size = np.sqrt((self.Y**2).mean(axis=0))
        self.constant = sd <= COLLINEAR * size
        self.X = centred / np.where(self.constant, 1.0, sd)
        self.distinct = len(np.unique(self.Y, axis=0))

    def rss(self, target: int, parents: Sequence[int]) -> float:
        """Residual sum of squares of a node on its parents."""
        residual = self.X[:, target]
        if len(parents):
            q, _ = np.linalg.qr(self.X[:, list(parents)])
            for _ in range(2):
                residual = residual - q @ (q.T @ residual)
        return float(residual @ residual)

    def change(self, target: int, before: Sequence[int], after: Sequence[int]) -> float:
        """Change of a neighborhood score; NaN where a fit is perfect."""
        old, new = self.rss(target, before), self.rss(target, after)
        floor = COLLINEAR * self.rss(target, ())
        if min(old, new) <= floor:
            return math.nan
        return self.n * math.log(new / old) + self.penalty * (len(after) - len(before))

    def delta(self, graph: BoolArray, operation: str, source: int, target: int) -> float:
        """Delta of an operation on a graph."""
        total = 0.0
        for node, other in ((target, source), (source, target)):
            before = np.flatnonzero(graph[:, node]).tolist()
            gains = (operation == "add" and node == target) or (
                operation == "reverse" and node == source
            )
            loses = operation in ("delete", "reverse") and node == target
            if gains:
                total += self.change(node, before, [*before, other])
            elif loses:
                total += self.change(node, before, [k for k in before if k != other])
        return total


# Comparing


class Step(NamedTuple):
    """A move by the numbers of its nodes."""

    operation: str
    source: int
    target: int
    delta: float


def steps_of(result: SearchResult) -> list[Step]:
    """Return the moves of a search whose nodes are 0..p-1."""
    return [Step(*row) for row in result.moves]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Problem:
    """What both sides searched on, in the order in which they saw the nodes."""

    Y: FloatArray
    names: tuple[Any, ...]  # of the columns of Y
    constraints: Constraints
    settings: Settings
    shuffled: bool = False

    @property
    def start(self) -> BoolArray:
        """The graph to start from, (p, p)."""
        p = len(self.names)
        given = self.constraints.start
        return np.zeros((p, p), dtype=bool) if given is None else given.copy()

    @property
    def penalty(self) -> float | None:
        """Penalty per parent; None if the score is of another kind, which is not refitted here."""
        return self.settings.score.penalty


def compare_searches(
    name: str, problem: Problem, ours: SearchResult, theirs: SearchResult
) -> SearchComparison:
    """Find the first step at which two searches part, and say why.

    Parameters
    ----------
    name : str
    problem : Problem
    ours, theirs : SearchResult
        With the nodes 0..p-1.

    Returns
    -------
    SearchComparison
    """
    if _overflows(ours, theirs):
        return _compare_overflow(name, ours, theirs)
    mine, other = steps_of(ours), steps_of(theirs)
    same, largest, off = 0, 0.0, None
    for a, b in zip(mine, other, strict=False):
        if a[:3] != b[:3]:
            break
        same += 1
        gap = abs(a.delta - b.delta)
        if off is None and not gap <= DELTA_TOLERANCE + DELTA_PART * abs(a.delta):
            text = f"the deltas of an equal move are {a.delta:.9g} and {b.delta:.9g}"
            off = Difference(same, "unexplained", text)
        largest = max(largest, math.inf if math.isnan(gap) else gap)
    if same == len(mine) == len(other):
        found = off or _compare_lists(same, ours, theirs)
    else:
        parting = [moves[same] if same < len(moves) else None for moves in (mine, other)]
        found = _part(problem, mine[:same], parting[0], parting[1])
        if off is not None:
            found = replace(found, kind=off.kind, why=f"{off.why} at step {off.step} already")
    return SearchComparison(name, found is None, same, largest if same else None, found)


def _list_of(result: Any) -> Mapping[str, Any]:
    """Return R's list: R's own, if the result came from R."""
    return getattr(result, "r_list", None) or {name: result[name] for name in result.names()}


def _overflows(ours: SearchResult, theirs: SearchResult) -> bool:
    """Whether R's `movement` is too short for the whitelisted edges and the moves."""
    listed = len(ours._whitelisted) > 0 and ours.final_step > ours.max_step
    return listed and len(_list_of(theirs)["movement"]) < ours.final_step


def _compare_overflow(name: str, ours: SearchResult, theirs: SearchResult) -> SearchComparison:
    """Compare all that R tells beside `movement`, which it has written past its end."""
    differing = [part for part in _differing(ours, theirs) if part != "movement"]
    why = "1: R writes whitelisted edges and moves beyond max.step past the end of movement"
    steps = len(ours.moves)
    if differing:
        parted = Difference(None, "unexplained", f"{why}, but {', '.join(differing)} differ, too")
        return SearchComparison(name, False, steps, None, parted, by_moves=False)
    gap = np.abs(ours.delta_min - _list_of(theirs)["delta.min"]).max()
    parted = Difference(None, "deviation", f"{why}; all else is equal")
    return SearchComparison(name, False, steps, float(gap), parted, by_moves=False)


def _differing(ours: SearchResult, theirs: SearchResult) -> list[str]:
    """Return the names of R's components that are not equal."""
    answer = _list_of(theirs)
    differing = []
    for name in ours.names():
        mine, other = np.asarray(ours[name]), np.asarray(answer[name])
        close = mine.size == other.size and np.allclose(
            mine.ravel(order="F"),
            other.ravel(order="F"),
            rtol=DELTA_PART,
            atol=DELTA_TOLERANCE if name == "delta.min" else 0.0,
        )
        if not close or (mine.ndim > 1 and mine.shape != other.shape):
            differing.append(name)
    return differing


def _compare_lists(steps: int, ours: SearchResult, theirs: SearchResult) -> Difference | None:
    """Compare the rest of R's list, where all moves are equal."""
    differing = _differing(ours, theirs)
    if differing:
        return Difference(
            steps, "unexplained", f"the moves are equal, but not {', '.join(differing)}"
        )
    if ours.converged != theirs.converged:
        return Difference(steps, "unexplained", "the moves are equal, but only one side converged")
    return None


def _part(
    problem: Problem, before: Sequence[Step], ours: Step | None, theirs: Step | None
) -> Difference:
    """Tell why two searches go on differently from the same graph."""
    graph = problem.start
    for move in before:
        _apply(graph, move)
    refit = None if problem.penalty is None else Refit(problem.Y, problem.penalty)
    cut = problem.shuffled and theirs is None and len(before) + 1 == problem.settings.max_step
    if cut:
        kind, why = "deviation", "6: R drops the move at max.step of a shuffled search"
    else:
        kind, why = _explain(problem, graph, refit, ours, theirs)
    p = len(problem.names)
    candidates = [
        _candidate(move, graph, refit, problem.names)
        if move is None or (0 <= move.source < p and 0 <= move.target < p)
        else Candidate("no move")
        for move in (ours, theirs)
    ]
    return Difference(len(before) + 1, kind, why, candidates[0], candidates[1])


def _apply(graph: BoolArray, move: Step) -> None:
    graph[move.source, move.target] = move.operation == "add"
    if move.operation == "reverse":
        graph[move.target, move.source] = True


def _delta(move: Step | None, graph: BoolArray, refit: Refit | None) -> float | None:
    """Return the delta by least squares; None where it is not to be had."""
    if refit is None or move is None or move.source == move.target:
        return None
    delta = refit.delta(graph, move.operation, move.source, move.target)
    return None if math.isnan(delta) else delta


def _candidate(
    move: Step | None, graph: BoolArray, refit: Refit | None, names: Sequence[Any]
) -> Candidate:
    if move is None:
        return Candidate("stop")
    return Candidate(
        move.operation,
        names[move.source],
        names[move.target],
        None if math.isnan(move.delta) else float(move.delta),
        _delta(move, graph, refit),
    )


def _explain(
    problem: Problem,
    graph: BoolArray,
    refit: Refit | None,
    ours: Step | None,
    theirs: Step | None,
) -> tuple[str, str]:
    """Tell a tie, a saturated fit or a listed deviation from a disagreement."""
    if refit is None:
        return "unexplained", "this score is not refitted"
    wrong = None if theirs is None else _ineligible(theirs, graph, problem.constraints)
    if wrong is not None:
        return "unexplained", f"R's move is not eligible, {wrong}"
    listed = None if theirs is None else _listed(theirs, graph, refit)
    if listed is not None:
        return listed
    operations, deltas = _all_operations(problem, graph)
    for move in (ours, theirs):
        exact, known = _delta(move, graph, refit), _delta_of(move, operations, deltas)
        if move is not None and (exact is None or known is None or abs(exact - known) > 1e-5):
            return "unexplained", "the deltas of the search are not those of least squares"
    winners = [_winner(operations, deltas, problem.settings, slack) for slack in (-1.0, 0.0, 1.0)]
    wanted = None if theirs is None else theirs[:3]
    if wanted in winners:
        return "tie", f"rounding decides: another EPS near {problem.settings.eps:g} chooses R's"
    return "unexplained", "by the rule R's is not the choice"


def _ineligible(move: Step, graph: BoolArray, constraints: Constraints) -> str | None:
    """Say why an operation may not be carried out, if so."""
    source, target = move.source, move.target
    p = len(graph)
    if not (0 <= source < p and 0 <= target < p) or source == target:
        return "it names no edge"
    if move.operation == "add":
        if graph[source, target]:
            return "the edge is there already"
        new = (source, target)
    else:
        if not graph[source, target]:
            return "the edge is not there"
        if constraints.whitelist is not None and constraints.whitelist[source, target]:
            return "the edge is whitelisted"
        if move.operation == "delete":
            return None
        new = (target, source)
    if constraints.blacklist is not None and constraints.blacklist[new]:
        return "the edge is blacklisted"
    after = graph.copy()
    _apply(after, move)
    if find_cycle(np.argwhere(after), p) is not None:
        return "it closes a cycle"
    return None


def _all_operations(
    problem: Problem, graph: BoolArray
) -> tuple[list[tuple[str, int, int]], FloatArray]:
    """Return all eligible operations on a graph in scan order, and their deltas."""
    columns = standardize(problem.Y)
    constraints = replace(problem.constraints, start=graph)
    distinct = int(number_rows(problem.Y).max()) + 1
    moves, deltas = eligible_operations(
        columns, limit_parents(problem.settings, distinct), constraints
    )
    names = [(OPERATIONS[k - 1], i, j) for i, j, k in moves.tolist()]
    return names, deltas


def _delta_of(
    move: Step | None, operations: Sequence[tuple[str, int, int]], deltas: FloatArray
) -> float | None:
    if move is None or move[:3] not in operations:
        return None
    return float(deltas[operations.index(move[:3])])


def _winner(
    operations: Sequence[tuple[str, int, int]],
    deltas: FloatArray,
    settings: Settings,
    slack: float,
) -> tuple[str, int, int] | None:
    """Replay R's rule with EPS moved by the rounding of deltas; None: the search stops."""
    best, chosen = math.inf, None
    for operation, delta in zip(operations, deltas.tolist(), strict=True):
        eps = settings.eps + slack * 1e-9 * max(1.0, abs(delta))
        rounded = 0.0 if abs(delta) < eps else delta
        if chosen is None or rounded <= best - eps:
            best, chosen = rounded, operation
    edge = slack * 1e-9 * max(1.0, abs(settings.threshold))
    return None if chosen is None or best >= settings.threshold + edge else chosen


def _listed(theirs: Step, graph: BoolArray, refit: Refit) -> tuple[str, str] | None:
    """Return the entry of DEVIATIONS.md that R's move falls under."""
    source, target = theirs.source, theirs.target
    if refit.constant[source] or refit.constant[target]:
        return "deviation", "11, 23: R scores a constant column"
    if theirs.operation == "delete":
        return None
    gains, other = (target, source) if theirs.operation == "add" else (source, target)
    parents = np.flatnonzero(graph[:, gains]).tolist()
    if len(parents) + 1 > refit.distinct - 2:
        text = f"{len(parents) + 1} parents on {refit.distinct} distinct rows"
        return "saturated", f"9, 21: R's fit leaves no residual degree of freedom, {text}"
    if refit.rss(other, parents) <= COLLINEAR * refit.rss(other, ()):
        return "deviation", "12: R's candidate is collinear with the parents"
    if _delta(theirs, graph, refit) is None:
        return "deviation", "12: R's candidate is a perfect fit"
    return None


def compare_aggregations(
    alpha: float,
    ours: AggregationResult,
    theirs: AggregationResult,
    own: AggregationResult,
) -> AggregationComparison:
    """Compare two aggregations of one ensemble, and the graphs of each side's own.

    Parameters
    ----------
    alpha : float
    ours, theirs : AggregationResult
        Of this package's ensemble.
    own : AggregationResult
        R's of its own ensemble.

    Returns
    -------
    AggregationComparison
    """
    answer = _list_of(theirs)
    equal = all(
        np.array_equal(np.ravel(ours[name], order="F"), np.ravel(answer[name], order="F"))
        and (np.ndim(ours[name]) < 2 or np.shape(ours[name]) == np.shape(answer[name]))
        for name in ours.names()
    )
    mine, other = set(ours.edges), set(own.edges)
    return AggregationComparison(
        alpha=alpha,
        equal=equal and ours.edges == theirs.edges,
        edges=(len(mine), len(other)),
        only_ours=tuple(edge for edge in ours.edges if edge not in other),
        only_theirs=tuple(edge for edge in own.edges if edge not in mine),
    )


# The whole


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
    seed = check_integer(seed, "seed", -(2**31) + 1, 2**31 - 1)
    data = check_data(Y)
    if nodes is not None:
        data = replace(data, nodes=check_nodes(nodes, data.p))
    count = check_count(n_boot, "n_boot")
    alphas = [check_alpha(value) for value in np.atleast_1d(np.asarray(alpha, dtype=object))]
    constraints = check_constraints(
        arguments.get("blacklist"),
        arguments.get("whitelist"),
        arguments.get("ini_adj_matrix"),
        data.nodes,
    )
    given = {**arguments, **_as_matrices(constraints, arguments)}
    sides = (PythonSide(), _r_side(engine, timeout))
    case = _Case(data, constraints, given, seed, sides)
    searches = [case.on_data()]
    aggregations: list[AggregationComparison] = []
    if count > 0:
        ours, theirs = case.ensembles(count)
        searches += case.on_resamples(ours, theirs, all_moves=all_moves)
        level = check_number(shd_threshold, "shd_threshold")
        aggregations = [case.on_ensembles(value, level, ours, theirs) for value in alphas]
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


def _r_side(engine: str | bridge.Engine | Side, timeout: float | None) -> Side:
    if isinstance(engine, Side):
        return engine
    return RSide(bridge.get_engine(engine), timeout)


def _as_matrices(constraints: Constraints, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the lists that were given, as matrices by position."""
    lists = {
        "blacklist": constraints.blacklist,
        "whitelist": constraints.whitelist,
        "ini_adj_matrix": constraints.start,
    }
    return {name: lists[name] for name in LISTS if arguments.get(name) is not None}


def _as_edges(given: Mapping[str, Any], nodes: tuple[Any, ...]) -> dict[str, Any]:
    """Return the lists that were given, as edges by name."""
    return {
        name: [(nodes[i], nodes[j]) for i, j in np.argwhere(given[name]).tolist()]
        for name in LISTS
        if given.get(name) is not None
    }


def _other_graph(ours: Member, theirs: Member) -> Difference:
    """Tell of two graphs on one resample whose searches cannot be repeated."""
    mine, other = set(ours.edges), set(theirs.edges)
    return Difference(
        None,
        "unexplained",
        f"the graphs differ, {len(mine - other)} edges only in Python, {len(other - mine)} only in "
        "R; a random forest draws on from where the resample before it ended, so the searches "
        "are not repeated, and those after a search that drew otherwise are on other rows",
    )


def _named(ensemble: Ensemble, data: Data) -> Ensemble:
    """Give the nodes their names back."""
    return Ensemble(
        data.nodes, ensemble._replicates(), settings=ensemble.settings, library=data.library
    )


class _Case:
    """One question to two sides."""

    def __init__(
        self,
        data: Data,
        constraints: Constraints,
        given: Mapping[str, Any],
        seed: int,
        sides: tuple[Side, Side],
    ) -> None:
        self._data, self._given, self._seed, self._sides = data, given, seed, sides
        self._constraints = constraints
        score_type = check_score_type(given.get("score_type", "BIC"))
        self._settings = Settings(
            score=make_score(score_type, data.n, data.p, 1.0, None),
            limit=data.p,
            threshold=check_number(given.get("threshold", 0.0), "threshold"),
            max_step=check_max_step(given.get("max_step", 500)),
            eps=check_eps(given.get("EPS", 1e-6)),
        )

    def _stream(self) -> RRandom:
        return RRandom(self._seed, self._sides[1].sample_kind)

    def _ask(self, Y: FloatArray, given: Mapping[str, Any]) -> list[Any]:
        """Ask both sides, with the same stream of random numbers."""
        seeds = (self._stream(), self._seed)
        return [
            side.score(Y, seed=seed, **given) for side, seed in zip(self._sides, seeds, strict=True)
        ]

    def _problem(self, Y: FloatArray, order: npt.NDArray[np.int64], shuffled: bool) -> Problem:
        lists = self._constraints
        turned = [
            None if part is None else part[np.ix_(order, order)]
            for part in (lists.blacklist, lists.whitelist, lists.start)
        ]
        names = tuple(self._data.nodes[k] for k in order)
        return Problem(Y, names, Constraints(*turned), self._settings, shuffled)

    def on_data(self) -> SearchComparison:
        """Compare the searches on the data."""
        Y = self._data.values
        shuffled = bool(self._given.get("shuffle"))
        problem = self._problem(Y, np.arange(self._data.p), shuffled)
        return self._explained(compare_searches("data", problem, *self._ask(Y, self._given)))

    def ensembles(self, n_boot: int) -> list[Ensemble]:
        """Let both sides learn an ensemble."""
        return self._ask(self._data.values, {**self._given, "n_boot": n_boot})

    def on_ensembles(
        self, alpha: float, threshold: float, ours: Ensemble, theirs: Ensemble
    ) -> AggregationComparison:
        """Aggregate Python's ensemble on both sides, and R's in R."""
        asked = {"alpha": alpha, "threshold": threshold, "max_step": self._data.p**2}
        mine, other = (_named(ensemble, self._data) for ensemble in (ours, theirs))
        both = [side.score_shd(mine, **asked) for side in self._sides]
        before = self._sides[1].seconds
        own = self._sides[1].score_shd(other, **asked)
        self._sides[1].seconds = before  # the comparison's own work
        return compare_aggregations(alpha, both[0], both[1], own)

    def on_resamples(
        self, ours: Ensemble, theirs: Ensemble, *, all_moves: bool
    ) -> list[SearchComparison]:
        """Compare the graphs of the resamples, and the moves where they differ."""
        resampling = Resampling("bootstrap", self._data.n, self._data.n)
        stream = self._stream()
        order = np.arange(self._data.p)
        if self._given.get("shuffle"):
            order = stream.sample_int(self._data.p) - 1
        found = []
        for b, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            name = f"resample {b + 1}"
            equal = bool(np.array_equal(mine.adj_matrix, other.adj_matrix))
            rows = None if self._given.get("random_forest") else resampling.draw(stream)
            if rows is None or (equal and not all_moves):
                parted = None if equal else _other_graph(mine, other)
                found.append(
                    SearchComparison(name, equal, mine.steps, difference=parted, by_moves=False)
                )
                continue
            again = self._on_resample(name, rows, order)
            if again.equal and not equal:
                why = "the same search on the same rows, but another graph in R's ensemble"
                parted = Difference(again.steps, "unexplained", f"{why}: other rows or draws")
                again = replace(again, equal=False, difference=parted)
            found.append(self._explained(again))
        return found

    def _explained(self, found: SearchComparison) -> SearchComparison:
        """Name the entry of DEVIATIONS.md that arguments fall under which the original mistakes."""
        d = found.difference
        if d is None or d.kind != "unexplained" or not self._sides[1].original:
            return found
        if check_count(self._given.get("nrestart", 0), "nrestart"):
            why = "2, 22: R restarts on stale scores, and not at all on resamples"
        elif self._given.get("ini_adj_matrix") is not None:
            why = "3: R's deltas of initial edges are uninitialised"
        else:
            return found
        return replace(found, difference=replace(d, kind="deviation", why=why))

    def _on_resample(
        self, name: str, rows: npt.NDArray[np.int64], order: npt.NDArray[np.int64]
    ) -> SearchComparison:
        """Repeat the two searches on one resample, without resampling."""
        Y = np.ascontiguousarray(self._data.values[rows][:, order])
        given = {
            key: value[np.ix_(order, order)]
            if isinstance(value, np.ndarray) and value.ndim == 2
            else value
            for key, value in self._given.items()
            if key not in ("shuffle", "standardize_boot")
        }
        before = [side.seconds for side in self._sides]
        both = self._ask(Y, given)
        for side, seconds in zip(self._sides, before, strict=True):
            side.seconds = seconds  # the comparison's own work
        return compare_searches(name, self._problem(Y, order, shuffled=False), *both)

    def notes(self, n_boot: int) -> tuple[str, ...]:
        """Say what was not compared."""
        if n_boot and self._given.get("random_forest"):
            return ("random forest: resamples are compared by their graphs only",)
        return ()
