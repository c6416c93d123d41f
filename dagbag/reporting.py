"""The report: one page in which a graph, its confidences and its cutoff can be explored.

:func:`write_report` writes a file that opens in any browser, without a network: the graph, in which
one can zoom, search and click; sliders for alpha and the cutoff, which aggregate the ensemble again
in the page exactly as :func:`dagbag.score_shd` does; a table of edges; how the replicates went;
what it takes to make the result again. The methods ``report`` of results, of ensembles and of the
estimator call it, and so does ``dagbag report``.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from ._input.arguments import hinting
from ._input.checks import check_flag
from ._input.data import Data, read_data
from ._input.estimates import check_cutoff_choice
from ._input.findings import DataReport
from ._input.graphs import read_structures
from ._input.reports import (
    check_beside,
    check_data_of,
    check_page,
    check_reported,
    check_scatter,
    check_title,
)
from ._input.words import counted
from ._report.content import content_of
from ._report.page import page_of
from ._report.subject import Comparison, ReportSubject
from ._runs.whole_files import write_text
from .api import score_shd
from .ensemble import Ensemble
from .linear_effects import Effects
from .linear_effects import effects as fit_effects
from .results import AggregationResult, DAGResult

__all__ = ["write_report"]


@hinting("write_report")
def write_report(
    result: Any,
    path: str | os.PathLike[str],
    *,
    ensemble: Ensemble | None = None,
    data: Any = None,
    effects: Effects | bool | None = None,
    scatter: bool = False,
    truth: Any = None,
    other: Any = None,
    title: str | None = None,
    missing: str = "error",
) -> Path:
    """Write one page, to be opened in a browser, in which a result can be explored.

    Parameters
    ----------
    result : AggregationResult, SearchResult, LearnedDAG or Ensemble
        What is shown. Of an ensemble, the DAG of the pairs that more than half of its replicates
        join. A DAG that was not aggregated has no strengths, and its page no sliders.
    path : str or path
        Where the page goes, such as ``"report.html"``.
    ensemble : Ensemble, optional
        The one that was aggregated: then the page tells how its replicates went, and what it was
        learned with.
    data : as for :class:`dagbag.DAGBag`, optional
        The data that were learned from: then the page tells what is remarkable in them, and the
        effects along the DAG. They are not part of the page.
    effects : Effects or bool, optional
        Of :func:`dagbag.effects`; by default fitted on `data`, if there are any; False: none.
    scatter : bool, default False
        Whether values of `data`, at most 300 rows, are part of the page, to be shown as a scatter
        plot of each edge. Who has the page has the values then.
    truth, other : graph, optional
        The true graph, or a second result, to compare with; matched by the names of nodes.
    title : str, optional
        Of the page.
    missing : {"error", "drop"}, default "error"
        What becomes of rows of `data` with missing values.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    TypeError, ValueError
        If something is not what it should be, or has other nodes than `result`.
    OSError
        If the file cannot be written.

    Notes
    -----
    The same arguments give the same bytes. A page of 102 nodes and 100 replicates takes 0.2 MB, of
    500 nodes 0.6 MB. More than 700 nodes or 3,000 edges are too many to be drawn at once: the page
    then begins with the strongest edges, and shows the neighbourhood of any node.

    Examples
    --------
    >>> import tempfile
    >>> from dagbag import load_example, score
    >>> example = load_example()
    >>> ensemble = score(example.Y, 5, "eBIC", seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = write_report(ensemble, Path(folder) / "report.html", truth=example.adjacency)
    ...     "Content-Security-Policy" in page.read_text(encoding="utf-8")
    True
    """
    file = check_page(path)
    check_flag(scatter, "scatter")
    check_scatter(scatter, data)
    if isinstance(result, Ensemble):
        ensemble = result
        result = _aggregated(result)
    shown = check_reported(result, DAGResult)
    beside = check_beside(ensemble, Ensemble, "ensemble", shown.nodes)
    findings: DataReport | None = None
    read: Data | None = None
    if data is not None:
        read, findings = read_data(data, missing, "data")
        read = replace(read, values=check_data_of(read, shown.nodes), nodes=shown.nodes)
    return _write(
        file,
        ReportSubject(
            shown,
            check_title(title, _title(shown)),
            beside,
            findings,
            _effects(effects, read, shown),
            read.values if read is not None and scatter else None,
            _comparisons(shown, truth=truth, other=other),
            _calls(shown),
        ),
    )


def _write(path: Path, subject: ReportSubject) -> Path:
    """Write the page of a subject."""
    write_text(path, page_of(content_of(subject)))
    return path


def _write_fitted(
    estimator: Any,
    path: Any,
    data: Data | None,
    *,
    effects: Any,
    scatter: Any,
    truth: Any,
    other: Any,
    title: Any,
) -> Path:
    """Write the page of a fitted estimator, whose own words say how it was made."""
    file, result = check_page(path), estimator.result_
    check_scatter(check_flag(scatter, "scatter"), data)
    made = repr(estimator).splitlines()[0]
    return _write(
        file,
        ReportSubject(
            result,
            check_title(title, _title(result)),
            estimator.ensemble_,
            estimator.data_report_,
            _effects(effects, data, result),
            data.values if data is not None and scatter else None,
            _comparisons(result, truth=truth, other=other),
            (f"dag = {made}.fit(X)", *_calls(result, "dag.ensemble_", "dag.result_")),
            tuple(map(str, estimator.choices_)),
        ),
    )


def _aggregated(ensemble: Ensemble, alpha: float = 1.0, cutoff: Any = 0.5) -> AggregationResult:
    """Aggregate an ensemble as the estimator does."""
    return score_shd(
        ensemble,
        alpha,
        max_step=2 * len(ensemble.edge_counts.count) + 1,  # all candidates
        **check_cutoff_choice(cutoff),
    )


def _title(result: DAGResult) -> str:
    return f"A graph of {counted(result.p, 'node')} and {counted(len(result), 'edge')}"


def _effects(wanted: Effects | bool | None, data: Data | None, result: DAGResult) -> Effects | None:
    """Return the effects that are given, or those of the data."""
    if wanted is False or (wanted is None and data is None):
        return None
    if wanted is None or wanted is True:
        return None if data is None else fit_effects(data, result, n_boot=0)
    return check_beside(wanted, Effects, "effects", result.nodes)


def _comparisons(result: DAGResult, **graphs: Any) -> tuple[Comparison, ...]:
    return tuple(
        Comparison(name, read_structures(graph, name, result.nodes, "result")._edges)
        for name, graph in graphs.items()
        if graph is not None
    )


def _calls(result: DAGResult, ensemble: str = "ensemble", name: str = "result") -> tuple[str, ...]:
    """Say how a result was aggregated; of others nothing is known but their settings."""
    if not isinstance(result, AggregationResult):
        return ()
    kind = "threshold" if not result._only_seen else "cutoff"
    value = result.threshold if kind == "threshold" else result.cutoff
    kind = "strength" if result.cutoff_on == "strength" else kind
    method = f", method={result.method!r}" if result.method != "greedy" else ""
    return (
        f"{name} = score_shd({ensemble}, {result.alpha!r}, {kind}={value!r}, "
        f"max_step={result.max_step}{method})",
    )
