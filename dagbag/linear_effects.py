"""Effects along a DAG: coefficients per edge, fit per node, total effects per pair of nodes."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._dag.cpdag import compelled_edges, complete
from ._dag.edges import edge_keys, edge_matrix
from ._dag.types import BoolArray, FloatArray, Node
from ._effects.families import Families, families
from ._effects.possible import MOST_SETS, parent_sets
from ._effects.regressions import Fit, fit, regress
from ._effects.resamples import bootstrap, redrawn, replicate_coefficients
from ._effects.spread import Spread, spread
from ._effects.totals import from_source, known_totals, reachable, total_variances
from ._input.arguments import hinting
from ._input.checks import check_count, check_flag
from ._input.data import Data, check_data
from ._input.effects import (
    check_confidence,
    check_ensemble,
    check_pair,
    check_table,
    no_edge,
    too_many_sets,
)
from ._input.graphs import read_dag
from ._input.memory import check_array
from ._input.tables import make_frame
from ._input.words import counted, listing
from ._search.crossprod import Standardized
from ._search.crossprod import standardize as standardized_columns
from .ensemble import Ensemble
from .exceptions import DegenerateDataWarning, warn_user
from .results import DAGResult
from .rrandom import RRandom, stream_for

__all__ = ["Coefficient", "Effects", "PossibleEffects", "TotalEffect", "effects"]

DIRECTED, UNDIRECTED = "directed", "undirected"
_TABLES = ("edges", "nodes", "total")
_SHOWN = 5  # edges in a repr
_ROWS = 20  # in a notebook
N_BOOT = 200  # resamples if nobody says how many: percentiles need more than means


class Coefficient(NamedTuple):
    """The effect of a parent on a child, its other parents held fixed; see :class:`Effects`."""

    source: Node
    target: Node
    mark: str  #: "directed" or "undirected": whether data can tell the direction
    coefficient: float
    se: float  #: standard error
    lower: float  #: of the confidence interval
    upper: float
    t: float  #: coefficient / se
    p_value: float  #: of a t test of 0, as if the DAG had been known before
    standardized: float  #: coefficient in units of the standard deviations
    boot_sd: float = math.nan  #: over bootstrap resamples, the DAG held fixed
    boot_lower: float = math.nan
    boot_upper: float = math.nan
    sf: float = math.nan  #: selection frequency, part of the ensemble's DAGs that have the edge
    ensemble_mean: float = math.nan  #: over the replicates' own DAGs, 0 where the edge is not
    ensemble_sd: float = math.nan
    ensemble_lower: float = math.nan
    ensemble_upper: float = math.nan


class TotalEffect(NamedTuple):
    """The effect of a node on another along all directed paths; see :class:`Effects`."""

    source: Node
    target: Node
    effect: float
    se: float  #: standard error by the delta method
    lower: float  #: of the confidence interval
    upper: float
    boot_sd: float = math.nan  #: over bootstrap resamples, the DAG held fixed
    boot_lower: float = math.nan
    boot_upper: float = math.nan
    path_frequency: float = math.nan  #: part of the ensemble's DAGs that have a path
    ensemble_mean: float = math.nan  #: over the replicates' own DAGs, 0 where no path leads
    ensemble_sd: float = math.nan
    ensemble_lower: float = math.nan
    ensemble_upper: float = math.nan


class PossibleEffects(NamedTuple):
    """Total effects that equivalent DAGs come to; see :meth:`dagbag.Effects.possible_effects`."""

    source: Node
    target: Node
    effects: FloatArray  #: one for each set of parents; NaN if the data do not determine it
    parents: tuple[tuple[Node, ...], ...]  #: of the source

    @property
    def low(self) -> float:
        """The smallest of them; NaN if one is not determined."""
        return float(self.effects.min())

    @property
    def high(self) -> float:
        """The largest of them; NaN if one is not determined."""
        return float(self.effects.max())


class _Replicates(NamedTuple):
    """The DAGs of an ensemble with their coefficients."""

    dags: list[Families]
    coefficients: list[FloatArray]  # in units of the standard deviations
    rows: str  # "resamples" or "data"


class Effects:
    """Least-squares effects along a DAG.

    Made by :func:`effects`. The collection of what every edge, node and path says: tables by
    :meth:`to_frame`, single numbers by :meth:`coefficient` and :meth:`total_effect`.

    Attributes
    ----------
    nodes : tuple
    edges : tuple of (source, target)
        By name, ordered by target, then source.
    coefficients : ndarray of shape (n_edges,)
        One per edge; NaN where the data do not determine it.
    mark : tuple of str
        "directed" or "undirected" for each edge: whether it has a direction in the CPDAG of the
        DAG. An undirected one has the opposite direction in an equivalent DAG, which fits any data
        equally well, and its coefficient means nothing there.
    undetermined : tuple of (source, target)
        Edges without a coefficient: from or to a constant column, or from parents that are an exact
        linear function of each other or too many for the rows.
    n, p, n_boot : int
        Rows, nodes, bootstrap resamples.
    level : float
        Of all intervals.
    standardized : bool
        Whether effects are in units of the standard deviations.
    replicate_rows : str or None
        What the ensemble's DAGs were fitted on: "resamples", each on its own, or "data", all on the
        whole of them, because their rows could not be drawn again (`notes` says why); None without
        an ensemble.
    notes : tuple of str
        What a reader should know about these numbers.
    """

    def __init__(
        self,
        data: Data,
        columns: Standardized,
        dag: Families,
        found: Fit,
        resampled: FloatArray,
        replicates: _Replicates | None,
        *,
        settled: BoolArray,
        level: float,
        standardized: bool,
        notes: tuple[str, ...],
    ) -> None:
        self.nodes = data.nodes
        self.n, self.p = data.n, data.p
        self.n_boot = len(resampled)
        self.level = level
        self.standardized = standardized
        self.replicate_rows = None if replicates is None else replicates.rows
        self.notes = notes
        self._columns = columns
        self._library = data.library
        self._dag = dag
        self._settled = settled
        self._fit = found
        self._resampled = resampled
        self._replicates = replicates
        self._sd = np.ones(data.p) if standardized else columns.sd
        with np.errstate(over="ignore", invalid="ignore"):
            self._mean = np.zeros(data.p) if standardized else data.values.mean(axis=0)

    # Edges

    @cached_property
    def edges(self) -> tuple[tuple[Node, Node], ...]:
        """(source, target) by name, ordered by target, then source."""
        return tuple((self.nodes[s], self.nodes[t]) for s, t in self._dag.edges.tolist())

    @cached_property
    def _units(self) -> FloatArray:
        """What brings coefficients between columns of sd 1 to the units of the user, (n_edges,)."""
        source, target = self._dag.edges.T
        return np.asarray(self._sd[target] / self._sd[source])

    @cached_property
    def coefficients(self) -> FloatArray:
        """One per edge; NaN where the data do not determine it."""
        return np.asarray(self._fit.coefficients * self._units)

    @cached_property
    def undetermined(self) -> tuple[tuple[Node, Node], ...]:
        """Edges whose coefficient the data do not determine."""
        known = self._fit.determined.tolist()
        return tuple(edge for edge, there in zip(self.edges, known, strict=True) if not there)

    @cached_property
    def _compelled(self) -> BoolArray:
        return compelled_edges(self._dag.edges, self.p)

    @cached_property
    def mark(self) -> tuple[str, ...]:
        """Whether each edge has a direction: in the CPDAG, or by what was known of the edges."""
        told = self._compelled | self._settled
        return tuple(DIRECTED if each else UNDIRECTED for each in told.tolist())

    @cached_property
    def _edge_columns(self) -> dict[str, Any]:
        from scipy.special import stdtr, stdtrit

        source, target = self._dag.edges.T
        se = self._fit.errors * self._units
        df = self._fit.df[target]
        known = ~np.isnan(se)
        half = np.full(len(se), np.nan)
        half[known] = stdtrit(df[known], (1 + self.level) / 2) * se[known]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = self.coefficients / se
        p_value = np.full(len(se), np.nan)
        p_value[known] = 2 * stdtr(df[known], -np.abs(t[known]))
        return {
            "source": [self.nodes[k] for k in source.tolist()],
            "target": [self.nodes[k] for k in target.tolist()],
            "mark": list(self.mark),
            "coefficient": self.coefficients,
            "se": se,
            "lower": self.coefficients - half,
            "upper": self.coefficients + half,
            "t": t,
            "p_value": p_value,
            "standardized": self._fit.coefficients,
            **self._boot_columns(self._resampled * self._units),
            **self._own_columns("sf", *self._own_coefficients()),
        }

    def _boot_columns(self, values: FloatArray) -> dict[str, Any]:
        if not self.n_boot:
            return {}
        found = spread(values, self.level)
        return {"boot_sd": found.sd, "boot_lower": found.lower, "boot_upper": found.upper}

    def _own_columns(self, name: str, there: FloatArray, values: FloatArray) -> dict[str, Any]:
        """Return the columns of numbers in the replicates' own DAGs, (replicates, k) each."""
        if self._replicates is None:
            return {}
        found: Spread = spread(values, self.level)
        return {
            name: there.mean(axis=0),
            "ensemble_mean": found.mean,
            "ensemble_sd": found.sd,
            "ensemble_lower": found.lower,
            "ensemble_upper": found.upper,
        }

    def _own_coefficients(self) -> tuple[FloatArray, FloatArray]:
        """Return which replicates have an edge, and its coefficient there, 0 if it is not."""
        if self._replicates is None:
            return np.empty((0, 0)), np.empty((0, 0))
        keys = edge_keys(self._dag.edges, self.p)
        there = np.zeros((len(self._replicates.dags), len(keys)))
        values = np.zeros_like(there)
        both = zip(self._replicates.dags, self._replicates.coefficients, strict=True)
        for b, (dag, own) in enumerate(both):
            theirs = edge_keys(dag.edges, self.p)
            shared, mine, other = np.intersect1d(
                keys, theirs, assume_unique=True, return_indices=True
            )
            assert len(shared) == len(mine)
            there[b, mine] = 1.0
            values[b, mine] = own[other]
        return there, values * self._units

    def coefficient(self, source: Node, target: Node) -> Coefficient:
        """Return the coefficient of an edge with its interval.

        Parameters
        ----------
        source, target : node
            By name.

        Returns
        -------
        Coefficient

        Raises
        ------
        KeyError
            If the DAG does not have the edge.

        Examples
        --------
        See :func:`effects`.
        """
        s, t = check_pair(source, target, self.nodes)
        places = np.flatnonzero((self._dag.edges[:, 0] == s) & (self._dag.edges[:, 1] == t))
        if not len(places):
            raise no_edge(s, t, self.nodes, edge_matrix(self._dag.edges, self.p))
        k = int(places[0])
        return Coefficient(
            **{name: _plain(column[k]) for name, column in self._edge_columns.items()}
        )

    # Nodes

    @cached_property
    def _node_columns(self) -> dict[str, Any]:
        parents = np.bincount(self._dag.edges[:, 1], minlength=self.p)
        df, variance, r_squared = self._fit.df, self._fit.variance, self._fit.r_squared
        adjusted = np.where(df > 0, 1.0 - variance, np.nan)
        intercept = self._mean.copy()
        source, target = self._dag.edges.T
        np.subtract.at(intercept, target, self.coefficients * self._mean[source])
        return {
            "node": list(self.nodes),
            "parents": parents,
            "intercept": intercept,
            "residual_sd": np.sqrt(variance) * self._sd,
            "df": df.astype(np.int64),
            "r_squared": r_squared,
            "adjusted_r_squared": adjusted,
        }

    # Paths

    @cached_property
    def _paths(self) -> BoolArray:
        return reachable(self._dag)

    @cached_property
    def _totals(self) -> FloatArray:
        """Total effects between columns of sd 1, (p, p)."""
        check_array("total effects", (3, self.p, self.p), 8, "see coefficients")
        return known_totals(self._dag, self._fit.coefficients, self._paths)

    @cached_property
    def _total_errors(self) -> FloatArray:
        variances = total_variances(self._dag, self._totals, self._fit.covariances, self._fit.df)
        return np.sqrt(variances)

    @property
    def total_effects(self) -> FloatArray:
        """Total effects by [source, target], (p, p): 1 on the diagonal, 0 where no path leads."""
        with np.errstate(over="ignore", invalid="ignore"):
            found = np.asarray(self._totals * (self._sd / self._sd[:, np.newaxis]))
        found[self._totals == 0] = 0.0
        return found

    def total_effect(self, source: Node, target: Node) -> TotalEffect:
        """Return the effect of a node on another along all directed paths, with its interval.

        Parameters
        ----------
        source, target : node
            By name, of any two nodes: 0 if no path leads from one to the other.

        Returns
        -------
        TotalEffect

        Examples
        --------
        See :func:`effects`.
        """
        s, t = check_pair(source, target, self.nodes)
        unit = self._sd[t] / self._sd[s]
        pair = np.array([s]), np.array([t])
        values = from_source(self._dag, self._resampled, s)[:, [t]] * unit
        columns = {
            **self._estimated(*pair),
            **self._boot_columns(values),
            **self._own_columns("path_frequency", *self._own_totals(*pair)),
        }
        return TotalEffect(**{name: _plain(column[0]) for name, column in columns.items()})

    def _estimated(self, source: npt.NDArray[Any], target: npt.NDArray[Any]) -> dict[str, Any]:
        from scipy.special import ndtri

        unit = self._sd[target] / self._sd[source]
        effect = self._totals[source, target] * unit
        se = self._total_errors[source, target] * unit
        half = ndtri((1 + self.level) / 2) * se
        return {
            "source": [self.nodes[k] for k in source.tolist()],
            "target": [self.nodes[k] for k in target.tolist()],
            "effect": effect,
            "se": se,
            "lower": effect - half,
            "upper": effect + half,
        }

    def _own_totals(
        self, source: npt.NDArray[Any], target: npt.NDArray[Any]
    ) -> tuple[FloatArray, FloatArray]:
        """Return which replicates have a path, and the total effect there, 0 if there is none."""
        if self._replicates is None:
            return np.empty((0, 0)), np.empty((0, 0))
        shape = (len(self._replicates.dags), len(source))
        check_array("total effects of replicates", shape, 16, "ask for single pairs")
        there, values = np.zeros(shape), np.zeros(shape)
        both = zip(self._replicates.dags, self._replicates.coefficients, strict=True)
        for b, (dag, own) in enumerate(both):
            paths = reachable(dag)
            there[b] = paths[source, target]
            values[b] = known_totals(dag, own, paths)[source, target]
        return there, values * (self._sd[target] / self._sd[source])

    @cached_property
    def _total_columns(self) -> dict[str, Any]:
        """All pairs that a path joins, by target, then source."""
        joined = self._paths & ~np.eye(self.p, dtype=bool)
        target, source = np.nonzero(joined.T)
        check_array("total effects", (self.n_boot + 1, len(source)), 8, "ask for single pairs")
        values = np.empty((self.n_boot, len(source)))
        for b, own in enumerate(self._resampled):
            values[b] = known_totals(self._dag, own, self._paths)[source, target]
        return {
            **self._estimated(source, target),
            **self._boot_columns(values * (self._sd[target] / self._sd[source])),
            **self._own_columns("path_frequency", *self._own_totals(source, target)),
        }

    # What the direction of undirected edges has to do with it

    def possible_effects(self, source: Node, target: Node) -> PossibleEffects:
        """Return the total effects of a node on another in all DAGs that fit equally well.

        Data cannot tell the DAGs of an equivalence class apart. In each of them the total effect
        of a node on another is its coefficient in a regression that also has the node's parents
        there, and 0 if the other is one of these; sets of parents are found from the undirected
        edges at the node (the local IDA of Maathuis, Kalisch and Buehlmann 2009).

        Parameters
        ----------
        source, target : node
            By name, of any two nodes.

        Returns
        -------
        PossibleEffects
            Lists of edges that were known beforehand do not count: all directions of the CPDAG
            that are free are taken to be possible.

        Notes
        -----
        The regression on the parents and the sum over paths estimate the same number if the DAG is
        right; on data they differ a little, as two estimates do, so that :meth:`total_effect` need
        not be among them.

        Examples
        --------
        >>> import dagbag
        >>> from dagbag.simulate import simulate_gaussian
        >>> Y = simulate_gaussian([("a", "b")], n=500, seed=1)
        >>> found = dagbag.effects(Y, [("a", "b")], n_boot=0)
        >>> possible = found.possible_effects("a", "b")
        >>> possible.parents
        ((), ('b',))
        >>> possible.low, round(possible.high - float(found.coefficients[0]), 9)
        (0.0, 0.0)
        """
        s, t = check_pair(source, target, self.nodes)
        sets = parent_sets(s, self._cpdag)
        if sets is None:
            raise too_many_sets(self.nodes[s], MOST_SETS)
        X = self._columns.X
        unit = self._sd[t] / self._sd[s]
        constant = bool(self._columns.constant[[s, t]].any())
        effects = np.full(len(sets), np.nan)
        for k, parents in enumerate(sets):
            if t in parents:
                effects[k] = 0.0
            elif not constant:
                effects[k] = regress(X[:, t], X[:, [s, *parents]]).coefficients[0] * unit
        named = tuple(tuple(self.nodes[k] for k in parents) for parents in sets)
        return PossibleEffects(self.nodes[s], self.nodes[t], effects, named)

    @cached_property
    def _cpdag(self) -> BoolArray:
        return np.asarray(edge_matrix(complete(self._dag.edges, self._compelled), self.p))

    # For readers

    def to_frame(self, table: str = "edges") -> Any:
        """Return a tidy table (polars if the data were polars, otherwise pandas).

        Parameters
        ----------
        table : {"edges", "nodes", "total"}, default "edges"
            "edges": one row per edge, the fields of
            :class:`~dagbag.linear_effects.Coefficient`; "nodes": node, number of parents,
            intercept, residual standard deviation with its degrees of freedom, R^2 and adjusted
            R^2; "total": one row per pair of nodes that a directed path joins, the fields of
            :class:`~dagbag.linear_effects.TotalEffect`. Columns of the bootstrap and of the
            ensemble are there if they were asked for.

        Returns
        -------
        DataFrame

        Examples
        --------
        See :func:`effects`.
        """
        columns = {
            "edges": lambda: self._edge_columns,
            "nodes": lambda: self._node_columns,
            "total": lambda: self._total_columns,
        }[check_table(table, _TABLES)]()
        return make_frame(columns, self._library)

    def __len__(self) -> int:
        return self._dag.n_edges

    def _title(self) -> str:
        units = "standard deviations" if self.standardized else "the data's units"
        return (
            f"Effects: {counted(len(self), 'edge')} between {counted(self.p, 'node')}, n={self.n}, "
            f"in {units}; {self.level * 100:g}% intervals"
        )

    def __repr__(self) -> str:
        columns = self._edge_columns
        lines = [f"<{self._title()}>"]
        for k in range(min(_SHOWN, len(self))):
            arrow = "->" if self.mark[k] == DIRECTED else "--"
            lines.append(
                f"  {columns['source'][k]!r} {arrow} {columns['target'][k]!r}: "
                f"{columns['coefficient'][k]:.4g} "
                f"({columns['lower'][k]:.4g} to {columns['upper'][k]:.4g})"
            )
        if len(self) > _SHOWN:
            lines.append(f"  and {len(self) - _SHOWN} more, see to_frame()")
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        from ._html.card import card
        from ._html.table import html_table

        shown = ("source", "target", "mark", "coefficient", "se", "lower", "upper", "standardized")
        columns = {name: self._edge_columns[name] for name in shown}
        table = html_table(columns, most=_ROWS, more=".to_frame() has them all")
        return card(self._title(), warnings=self.notes, table=table)


def _plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


@hinting("effects")
def effects(
    X: Any,
    graph: Any,
    *,
    ensemble: Ensemble | None = None,
    n_boot: int | None = None,
    seed: int | RRandom | None = None,
    standardize: bool = False,
    level: float = 0.95,
) -> Effects:
    """Fit the linear model of a DAG: each node on its parents, by least squares.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, p)
        Data, as for :func:`dagbag.score`.
    graph : graph
        A DAG between the columns of X, in any form: a result of this package, a matrix, pairs of
        names, a table with the columns source and target, a graph of networkx or igraph.
    ensemble : Ensemble, optional
        DAGs learned on resamples of X (:func:`dagbag.bag`, :func:`dagbag.score`): each is fitted,
        too, so that intervals also tell what is not known about the structure. On its own resample
        if the rows can be drawn again, which they can unless replicates were merged or picked;
        otherwise on the whole data. ``replicate_rows`` says which.
    n_boot : int, optional
        Bootstrap resamples of the rows on which the given DAG is fitted, by default 200; 0 for
        none.
    seed : int or RRandom, optional
        What the rows are drawn from, as for :func:`dagbag.bag`.
    standardize : bool, default False
        Whether effects are in units of the standard deviations of the columns.
    level : float, default 0.95
        Of confidence and percentile intervals.

    Returns
    -------
    Effects

    Warns
    -----
    DegenerateDataWarning
        If the data do not determine some coefficients, which are NaN: of constant columns, of
        parents that are an exact linear function of each other (their singular values, of columns
        of sd 1, differ by a factor of 1e7 or more) or too many for the rows. Others of the same
        node that they do determine are given.

    Notes
    -----
    Effects are causal only if the DAG is: if every edge is a cause, in this direction, and no
    common cause of two nodes is missing. Edges marked "undirected" have a direction that data
    cannot tell; see :meth:`Effects.possible_effects` for what other directions come to.

    Standard errors, t and p-values take the DAG for known before the data were seen. If it was
    learned on them they are too small: strong edges were chosen because they looked strong. The
    ensemble's intervals are wider, and more honest; learn on one half of the rows and fit on the
    other if it matters.

    Whole numbers beyond 2^32 are taken less the smallest of their column, which intercepts then
    refer to.

    The interval of a total effect is the normal one with the standard error of the delta method;
    that of a coefficient is by Student's t.

    Examples
    --------
    >>> import dagbag
    >>> from dagbag.simulate import simulate_gaussian
    >>> Y = simulate_gaussian([("a", "c"), ("b", "c"), ("c", "d")], n=500, seed=1)
    >>> found = dagbag.effects(Y, [("a", "c"), ("b", "c"), ("c", "d")], seed=1)
    >>> found.mark
    ('directed', 'directed', 'directed')
    >>> along = found.coefficient("a", "c").coefficient * found.coefficient("c", "d").coefficient
    >>> abs(found.total_effect("a", "d").effect - along) < 1e-12
    True
    >>> found.total_effect("d", "a").effect
    0.0
    >>> found.to_frame("nodes")["r_squared"].round(1).tolist()
    [0.0, 0.7, 0.0, 0.6]
    """
    data = check_data(X, "X")
    dag = families(read_dag(graph, "graph", data.nodes, "X"), data.p)
    given = check_ensemble(ensemble, Ensemble, data.nodes)
    size = N_BOOT if n_boot is None else check_count(n_boot, "n_boot")
    scaled = check_flag(standardize, "standardize")
    confidence = check_confidence(level)
    stream = stream_for(seed)
    columns = standardized_columns(data.values)
    found = fit(dag, columns)
    replicates, notes = _fit_replicates(given, data, columns)
    resampled = bootstrap(dag, columns, size, stream)
    result = Effects(
        data,
        columns,
        dag,
        found,
        resampled,
        replicates,
        settled=_settled(graph, dag, data.nodes),
        level=confidence,
        standardized=scaled,
        notes=(*_degenerate(dag, found, columns, data.nodes), *_rare(found, resampled), *notes),
    )
    if result.undetermined:
        warn_user(result.notes[0], DegenerateDataWarning)
    return result


def _settled(graph: Any, dag: Families, nodes: tuple[Node, ...]) -> BoolArray:
    """Tell the edges whose direction a result has by prior knowledge, too; none of other graphs."""
    if not isinstance(graph, DAGResult):
        return np.zeros(len(dag.edges), dtype=bool)
    known = dict(zip(graph.edges, graph._settled.tolist(), strict=True))
    named = ((nodes[s], nodes[t]) for s, t in dag.edges.tolist())
    return np.array([known.get(edge, False) for edge in named], dtype=bool)


def _fit_replicates(
    ensemble: Ensemble | None, data: Data, columns: Standardized
) -> tuple[_Replicates | None, tuple[str, ...]]:
    """Fit the DAGs of an ensemble, and say if not on their own rows."""
    if ensemble is None:
        return None, ()
    rows, why = redrawn(ensemble, data)
    dags = [families(edges, data.p) for edges in ensemble._edge_lists()]
    found = _Replicates(
        dags, replicate_coefficients(dags, rows, columns), "data" if rows is None else "resamples"
    )
    if not why:
        return found, ()
    return found, (f"the ensemble's DAGs were fitted on the whole data: {why}",)


def _degenerate(
    dag: Families, found: Fit, columns: Standardized, nodes: tuple[Node, ...]
) -> tuple[str, ...]:
    """Say which coefficients the data do not determine, and why."""
    lost = dag.edges[~found.determined]
    if not len(lost):
        return ()
    constant = columns.constant[lost].any(axis=1)
    still = [nodes[k] for k in np.unique(lost[constant]) if columns.constant[k]]
    reasons = [f"constant: {listing(still)}"] if still else []
    for target in np.unique(lost[~constant, 1]).tolist():
        parents = [nodes[s] for s, t in lost[~constant].tolist() if t == target]
        few = int(np.sum(dag.edges[:, 1] == target)) > len(columns.X) - 1
        why = f"too many for {len(columns.X)} rows" if few else "an exact linear function of others"
        reasons.append(f"parents of {nodes[target]!r}, {why}: {listing(parents)}")
        if len(reasons) == 4:
            reasons.append("...")
            break
    count = counted(len(lost), "coefficient")
    return (f"{count} not determined by the data ({'; '.join(reasons)})",)


def _rare(found: Fit, resampled: FloatArray) -> tuple[str, ...]:
    """Say how many resamples do not determine what the data do."""
    lost = np.isnan(resampled[:, found.determined]).any(axis=1).sum()
    if not lost:
        return ()
    return (
        f"in {lost} of {counted(len(resampled), 'resample')} some coefficients are not determined, "
        "and left out of their spread",
    )
