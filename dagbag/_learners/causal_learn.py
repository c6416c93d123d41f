"""PC and GES of causal-learn as learners: what they take, and a DAG of what they return."""

from __future__ import annotations

import importlib
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from .._dag.cpdag import acyclic_orientation, consistent_extension
from .._dag.types import BoolArray, FloatArray
from .._input.applied_knowledge import AppliedKnowledge
from .._input.checks import check_count, check_flag, check_level, check_number
from .._input.constraints import check_constant_edges
from .._input.data import check_data
from .._input.knowledge import check_no_knowledge
from .._kernels.closure import ClosureGraph
from .._search.correlations import correlations
from .._search.crossprod import number_rows, standardize
from ..knowledge import known_of, read_knowledge
from .pc_skeleton import Separations, pc_skeleton

Known = AppliedKnowledge | None

# What causal-learn does with a v-structure that contradicts an earlier one.
OVERWRITE, KEEP = 0, 2


class _CausalLearn(ABC):
    """A learner of causal-learn: Python code, so best in processes."""

    prefer: ClassVar[str] = "processes"

    def __call__(self, data: Any) -> BoolArray:
        """Learn a DAG.

        Parameters
        ----------
        data : array-like or DataFrame of shape (n, p)

        Returns
        -------
        ndarray of shape (p, p), bool
            By [source, target].
        """
        return _run(self._marks, data, self._knowledge)

    _knowledge: ClassVar[Any] = None

    @abstractmethod
    def _marks(self, X: FloatArray, known: Known = None) -> npt.NDArray[Any]:
        """Return the endpoint matrix that the algorithm finds."""


@dataclass(frozen=True)
class PC(_CausalLearn):
    """The PC algorithm with Fisher's z test, directed by causal-learn, and a DAG of its pattern.

    The paper's ``PC-Alg``.

    Parameters
    ----------
    alpha : float, default 0.05
        Significance level of the tests.
    stable : bool, default True
        Delete the edges of a level together, so that the skeleton does not depend on the order of
        the columns. False is the original algorithm, which is that of the paper: each edge is
        deleted at once, which leaves more of them, and of two v-structures that contradict each
        other the later one counts, not the first.
    max_k : int, optional
        Largest number of variables conditioned on; 4 less than there are distinct rows at most,
        beyond which fits are perfect.
    knowledge : Knowledge, dict or path, optional
        What is known of the edges by name, see :mod:`dagbag.knowledge`.

    Notes
    -----
    Knowledge takes pairs out of the skeleton that it forbids both ways, and puts required ones
    into it; it directs edges before v-structures and Meek's rules do, which keep to it. Of a pair
    that only knowledge separates, common neighbors are not taken for v-structures. Edges that
    it directs into a cycle, which no tiers do, are left out.

    The skeleton, with what separates its pairs, is that of causal-learn, found by a kernel: in
    causal-learn itself the time of the stable variant grows with the fourth power of p, and 10
    minutes were not enough for p = 1000 independent columns, where this takes seconds. V-structures
    and the rules of Meek are causal-learn's. (Its own variant that is not stable is another one.)

    See :func:`pdag_to_dag` for how directions are completed. Constant columns, and columns that
    are a copy of an earlier one up to location, scale and sign, are isolated. Where other exact
    linear relations make a test singular, it deletes no edge.

    The same data gives the same DAG in every process; the order of the columns matters.

    Needs causal-learn 0.1.4.5 or later: ``pip install dagbag[learners]``. Best in processes: it is
    Python code, and while it runs the warnings of all threads are silenced.

    Examples
    --------
    >>> from dagbag.learners import PC
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([[0, 2], [1, 2]], n=500, seed=1, nodes=3)
    >>> np.argwhere(PC(alpha=0.01)(Y)).tolist()
    [[0, 2], [1, 2]]
    """

    alpha: float = 0.05
    stable: bool = True
    max_k: int | None = None
    knowledge: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "knowledge", read_knowledge(self.knowledge))
        object.__setattr__(self, "alpha", check_level(self.alpha))
        object.__setattr__(self, "stable", check_flag(self.stable, "stable"))
        if self.max_k is not None:
            object.__setattr__(self, "max_k", check_count(self.max_k, "max_k"))

    @property
    def _knowledge(self) -> Any:
        return self.knowledge

    def _marks(self, X: FloatArray, known: Known = None) -> npt.NDArray[Any]:
        deepest = max(int(number_rows(X).max()) - 3, 0)
        if self.max_k is not None:
            deepest = min(self.max_k, deepest)
        adjacency, separations = pc_skeleton(X, self.alpha, deepest, stable=self.stable)
        if known is not None:
            _correct_skeleton(adjacency, separations, known)
        return _orient(adjacency, separations, KEEP if self.stable else OVERWRITE, known)


@dataclass(frozen=True)
class GES(_CausalLearn):
    """Greedy equivalence search of causal-learn with its Gaussian BIC, and a DAG of its class.

    Parameters
    ----------
    lambda_value : float, default 0.5
        Penalty per parameter in units of log(n), on the scale of the log-likelihood; 0.5 is BIC.
    knowledge : None
        Refused: causal-learn's search has no place for it. :class:`XGES` has.

    Notes
    -----
    See :func:`pdag_to_dag` and :class:`PC` for directions, constant and copied columns, and the
    installation. For data with clearly more distinct rows than columns: causal-learn has no bound
    on the number of parents that holds, and a node with one parent less than there are distinct
    rows fits perfectly.

    Examples
    --------
    >>> from dagbag.learners import GES
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([[0, 2], [1, 2]], n=500, seed=1, nodes=3)
    >>> np.argwhere(GES()(Y)).tolist()
    [[0, 2], [1, 2]]
    """

    lambda_value: float = 0.5
    knowledge: None = None

    def __post_init__(self) -> None:
        check_no_knowledge(self.knowledge, "GES of causal-learn", "XGES(knowledge=...)")
        rule = "a finite number of at least 0"
        value = check_number(self.lambda_value, "lambda_value", rule, minimum=0)
        object.__setattr__(self, "lambda_value", value)

    def _marks(self, X: FloatArray, known: Known = None) -> npt.NDArray[Any]:  # noqa: ARG002
        module = _causal_learn("search.ScoreBased.GES", "GES")
        result = module.ges(X, score_func="local_score_BIC", lambda_value=self.lambda_value)
        return np.asarray(result["G"].graph)


def pdag_to_dag(marks: npt.ArrayLike) -> BoolArray:
    """Turn a partially directed graph of causal-learn into a DAG.

    A consistent extension by Dor and Tarsi: the same skeleton and v-structures. PC on a sample can
    return what has none, with cycles or edges with two arrowheads; these count as undirected, and
    if there is no extension still, directed edges are kept in scan order (by target, then source)
    while they close no cycle, and all others follow a topological order of those. The skeleton is
    always kept.

    Parameters
    ----------
    marks : array-like of shape (p, p)
        ``marks[i, j]`` is the mark at i of the edge between i and j: 0 for no edge, -1 for a tail,
        1 for an arrowhead. The ``graph`` of causal-learn's graphs.

    Returns
    -------
    ndarray of shape (p, p), bool
        By [source, target].

    Examples
    --------
    >>> np.argwhere(pdag_to_dag([[0, -1, 0], [1, 0, -1], [0, -1, 0]])).tolist()  # 0 -> 1 - 2
    [[0, 1], [1, 2]]
    """
    marks = np.asarray(marks)
    directed = (marks == -1) & (marks.T == 1)
    undirected = ((marks != 0) | (marks.T != 0)) & ~directed & ~directed.T
    dag = consistent_extension(directed, undirected)
    return acyclic_orientation(directed, undirected) if dag is None else dag


def _run(
    algorithm: Callable[[FloatArray, Known], npt.NDArray[Any]], data: Any, knowledge: Any
) -> BoolArray:
    """Run an algorithm of causal-learn on the columns that it can take; the others are isolated.

    But for edges that are required.
    """
    checked = check_data(data)
    columns = standardize(checked.values)
    known = known_of(knowledge, checked.nodes)
    if known is not None:
        check_constant_edges(known.whitelist, columns.constant, checked.nodes, known)
    kept = np.flatnonzero(~columns.constant)
    again = np.triu(np.abs(correlations(columns.X[:, kept])) == 1, 1).any(axis=0)
    kept = kept[~again]
    found = np.zeros((checked.p, checked.p), dtype=int)
    if len(kept) > 1:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nodes = tuple(checked.nodes[k] for k in kept)
            seen = None if known is None else known.in_order(kept, nodes)
            found[np.ix_(kept, kept)] = algorithm(np.ascontiguousarray(columns.X[:, kept]), seen)
    return pdag_to_dag(found) if known is None else dag_that_honours(found, known)


def dag_that_honours(marks: npt.NDArray[Any], known: AppliedKnowledge) -> BoolArray:
    """Turn a partially directed graph into a DAG that honours what is known.

    A consistent extension of it, if there is one; otherwise required edges, those that are known in
    one direction only and the directed ones are kept in this order while they close no cycle, and
    the others follow a topological order of these. Only what is known can take an edge away.
    """
    black, white = known.blacklist, known.whitelist
    joined = ((marks != 0) | (marks.T != 0) | white | white.T) & ~(black & black.T)
    one_way = joined & ~black & black.T & ~(white | white.T)
    told = white | one_way
    directed = (marks == -1) & (marks.T == 1) & joined & ~(told | told.T)
    undirected = joined & ~(told | told.T | directed | directed.T)
    dag = consistent_extension(told | directed, undirected)
    if dag is not None:
        return dag
    graph = ClosureGraph(len(marks))
    for edges in (white, one_way):
        for target, source in np.argwhere(edges.T).tolist():
            if not graph.addition_is_cyclic(source, target):
                graph.add(source, target)
    kept = graph.rows("children")
    return acyclic_orientation(directed, undirected, kept)


def _correct_skeleton(
    adjacency: BoolArray, separations: Separations, known: AppliedKnowledge
) -> None:
    """Leave out pairs that are forbidden both ways, and put required ones in."""
    never = known.blacklist & known.blacklist.T & adjacency
    adjacency[never] = False
    for i, j in np.argwhere(np.triu(never)).tolist():
        separations[i, j] = set(range(len(adjacency)))  # no test did: no v-structure between
    required = known.whitelist | known.whitelist.T
    adjacency[required] = True


def _causal_learn(module: str, learner: str) -> Any:
    """Import a module of causal-learn, which takes seconds, when it is needed."""
    try:
        return importlib.import_module(f"causallearn.{module}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "causallearn":
            raise
        raise ImportError(f"{learner} needs causal-learn: pip install dagbag[learners]") from None


# What the orientation rules of causal-learn work on


class _Separators:
    """What separates each pair, read as ``sepset[i, j]``; the copies of a graph share it."""

    def __init__(self, separations: Separations) -> None:
        self._sets = separations

    def __getitem__(self, pair: tuple[int, int]) -> tuple[set[int], ...]:
        found = self._sets.get((min(pair), max(pair)))
        return () if found is None else (found,)

    def __deepcopy__(self, memo: object) -> _Separators:
        return self


def _graph_classes() -> tuple[Any, Any]:
    """Return causal-learn's two classes of a graph, the same made fit for a thousand nodes.

    Its own keep a matrix of directed paths by a loop over all nodes for every edge, make it anew by
    a loop over all pairs whenever a directed edge is taken out, and look for triples among all
    pairs of edges: with 336 edges on 1000 nodes that took 32 s, where this takes 0.5 s.
    """
    general = _causal_learn("graph.GeneralGraph", "PC").GeneralGraph
    causal = _causal_learn("graph.GraphClass", "PC").CausalGraph

    class General(general):  # type: ignore[misc, valid-type]
        steps: Sequence[tuple[int, int]] = ()  # directed edges in the order that paths follow
        paths: BoolArray | None = None

        @property
        def dpath(self) -> BoolArray:
            """``dpath[j, i]``: there is a directed path from i to j, as causal-learn sees it."""
            if self.paths is None:
                self.paths = np.eye(self.num_vars, dtype=bool)
                for i, j in self.steps:
                    self._extend(i, j)
            return self.paths

        @dpath.setter
        def dpath(self, value: object) -> None:
            pass  # begun anew by reconstitute_dpath

        def _extend(self, i: int, j: int) -> None:
            assert self.paths is not None
            self.paths[j, i] = True
            self.paths[j] |= self.paths[i]
            self.paths[:, i] |= self.paths[:, j]

        def adjust_dpath(self, i: int, j: int) -> None:
            self.steps = [*self.steps, (i, j)]
            if self.paths is not None:
                self._extend(i, j)

        def reconstitute_dpath(self, edges: object) -> None:  # noqa: ARG002
            marks = self.graph
            left = {(i, j) for i, j in self.steps if marks[i, j] == -1 and marks[j, i] == 1}
            self.steps = sorted(left, key=lambda edge: (min(edge), max(edge)), reverse=True)
            self.paths = None

        def get_graph_edges(self) -> list[Any]:
            return []  # asked for only as the argument above

    class Causal(causal):  # type: ignore[misc, valid-type]
        def _triples(self) -> Iterator[tuple[int, int, int]]:
            edges = self.find_adj()
            after: dict[int, list[int]] = {}
            for i, j in edges:
                after.setdefault(i, []).append(j)
            return ((i, j, k) for i, j in edges for k in after[j] if k != i)

        def find_unshielded_triples(self) -> list[tuple[int, int, int]]:
            return [(i, j, k) for i, j, k in self._triples() if self.G.graph[i, k] == 0]

        def find_triangles(self) -> list[tuple[int, int, int]]:
            return [(i, j, k) for i, j, k in self._triples() if self.G.graph[i, k] != 0]

    return General, Causal


class _Background:
    """What causal-learn's rules ask of background knowledge, answered from matrices.

    Its own class looks through all rules for every question.
    """

    def __init__(self, known: AppliedKnowledge, nodes: Sequence[Any]) -> None:
        self._known = known
        self._position = {node.get_name(): int(node.get_name()[1:]) - 1 for node in nodes}

    def _at(self, matrix: BoolArray, source: Any, target: Any) -> bool:
        return bool(matrix[self._position[source.get_name()], self._position[target.get_name()]])

    def is_forbidden(self, source: Any, target: Any) -> bool:
        return self._at(self._known.blacklist, source, target)

    def is_required(self, source: Any, target: Any) -> bool:
        return self._at(self._known.whitelist, source, target)


def _direct_known(graph: Any, background: _Background) -> None:
    """Direct the edges whose direction is known."""
    edge, end = _causal_learn("graph.Edge", "PC").Edge, _causal_learn("graph.Endpoint", "PC")
    nodes = graph.G.nodes
    for i, j in np.argwhere(np.triu(graph.G.graph != 0)).tolist():
        for source, target in ((nodes[i], nodes[j]), (nodes[j], nodes[i])):
            reverse = background.is_forbidden(target, source)
            if background.is_required(source, target) or (
                reverse and not background.is_forbidden(source, target)
            ):
                graph.G.remove_edge(graph.G.get_edge(source, target))
                graph.G.add_edge(edge(source, target, end.Endpoint.TAIL, end.Endpoint.ARROW))
                break


def _orient(
    adjacency: BoolArray, separations: Separations, priority: int, known: Known = None
) -> npt.NDArray[Any]:
    """Direct a skeleton by causal-learn's rules: the endpoint matrix."""
    general, causal = _graph_classes()
    node = _causal_learn("graph.GraphNode", "PC").GraphNode
    kept = np.flatnonzero(adjacency.any(axis=0))
    position = dict(zip(kept.tolist(), range(len(kept)), strict=True))
    graph = causal(1)
    graph.G = general([node(f"X{k + 1}") for k in kept])
    graph.G.graph[adjacency[np.ix_(kept, kept)]] = -1
    graph.sepset = _Separators(
        {
            (position[i], position[j]): {position[k] for k in nodes if k in position}
            for (i, j), nodes in separations.items()
            if i in position and j in position
        }
    )
    background = None if known is None else _Background(known, graph.G.nodes)
    if background is not None:
        _direct_known(graph, background)
    graph = _causal_learn("utils.PCUtils.UCSepset", "PC").uc_sepset(graph, priority, background)
    graph = _causal_learn("utils.PCUtils.Meek", "PC").meek(graph, background)
    marks = np.zeros(adjacency.shape, dtype=int)
    marks[np.ix_(kept, kept)] = graph.G.graph
    return marks
