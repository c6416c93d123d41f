"""Other libraries, in an interpreter that has them: ``python peer_child.py LIBRARY``.

Imports nothing but the library, numpy and what the library comes with. Reads one request in JSON
per line from the standard input, answers with one line of JSON:

- ``{"fit": METHOD, "data": NPY, "rows": NPY or null, "penalty": X or null, "seed": K,
  "limit": S}``: graphs learned from the data, or from each resample, whose rows are a row of the
  second array; ``{"graphs": [[[source, target], ...], ...], "is_dag": bool, "seconds": CPU}``. An
  undirected edge stands in both directions.
- ``{"score": NPY, "edges": [...], "penalty": X or null}``: ``{"score": value}`` of a given DAG as
  the library scores it, larger is better; null if it does not tell.

A penalty is a multiple of BIC's, log(n) per parent where -2 log likelihood is minimised; without
one the library's default is used. More than `limit` CPU seconds end the process by SIGPROF.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import threading
import time
import warnings
from importlib import metadata
from typing import Any

import numpy as np

NOT_INSTALLED = 3


class CausalLearn:
    """causal-learn: its lambda is half a multiple of BIC's penalty."""

    distribution = "causal-learn"
    methods = ("pc", "ges", "boss", "grasp")
    is_dag = False

    def __init__(self) -> None:
        from causallearn.score import LocalScoreFunction
        from causallearn.search.ConstraintBased.PC import pc
        from causallearn.search.PermutationBased.BOSS import boss
        from causallearn.search.PermutationBased.GRaSP import grasp
        from causallearn.search.ScoreBased.GES import ges

        self._scores = LocalScoreFunction
        self._functions = {"pc": pc, "ges": ges, "boss": boss, "grasp": grasp}

    def fit(self, method: str, Y: Any, penalty: Any) -> Any:
        search = self._functions[method]
        weight = None if penalty is None else penalty / 2
        if method == "pc":  # its level is no penalty
            graph = search(Y, show_progress=False).G
        elif method == "ges":
            graph = search(Y, "local_score_BIC_from_cov", lambda_value=weight)["G"]
        else:
            given = None if weight is None else {"lambda_value": weight}
            graph = search(Y, parameters=given, verbose=False)
        return both_ways(graph.graph)

    def score(self, Y: Any, edges: Any, penalty: Any) -> float:
        given = None if penalty is None else {"lambda_value": penalty / 2}
        data = (np.cov(Y.T, ddof=0), len(Y))
        local = self._scores.local_score_BIC_from_cov
        return sum(float(local(data, i, pa, given)) for i, pa in parents(edges, Y.shape[1]))


class Xges:
    """xges: its alpha is the multiple of BIC's penalty, 2 by default."""

    distribution = "xges"
    methods = ("xges", "xges0")
    is_dag = True

    def __init__(self) -> None:
        import xges
        import xges.bic_scorer_fast  # without it fit() falls back to a slow score

        self._xges = xges

    def fit(self, method: str, Y: Any, penalty: Any) -> Any:
        search = self._xges.XGES() if penalty is None else self._xges.XGES(alpha=float(penalty))
        search.fit(Y, extended_search=method == "xges", verbose=0)
        return np.argwhere(search.get_a_dag().to_adjacency_matrix()).tolist()

    def score(self, Y: Any, edges: Any, penalty: Any) -> float:
        alpha = self._xges.XGES().alpha if penalty is None else float(penalty)
        scorer = self._xges.bic_scorer_fast.BICScorerFast(Y, alpha)
        return sum(float(scorer.local_score(i, set(pa))) for i, pa in parents(edges, Y.shape[1]))


class PyBNesian:
    """pybnesian's hill climbing; its BIC has no weight."""

    distribution = "pybnesian"
    methods = ("hc",)
    is_dag = True

    def __init__(self) -> None:
        import pyarrow
        import pybnesian

        self._arrow, self._pybnesian = pyarrow, pybnesian

    def fit(self, method: str, Y: Any, penalty: Any) -> Any:  # noqa: ARG002
        self._only_bic(penalty)
        names, data = self._table(Y)
        model = self._pybnesian.GreedyHillClimbing().estimate(
            self._pybnesian.ArcOperatorSet(),
            self._pybnesian.BIC(data),
            self._pybnesian.GaussianNetwork(names),
        )
        return [[int(a[1:]), int(b[1:])] for a, b in model.arcs()]

    def score(self, Y: Any, edges: Any, penalty: Any) -> float:
        self._only_bic(penalty)
        names, data = self._table(Y)
        arcs = [(names[a], names[b]) for a, b in edges]
        model = self._pybnesian.GaussianNetwork(names, arcs)
        return float(self._pybnesian.BIC(data).score(model))

    @staticmethod
    def _only_bic(penalty: Any) -> None:
        if penalty not in (None, 1):
            raise NotImplementedError(f"pybnesian has BIC's penalty only, not {penalty} times it")

    def _table(self, Y: Any) -> Any:
        names = [f"x{k}" for k in range(Y.shape[1])]
        columns = [self._arrow.array(column) for column in np.ascontiguousarray(Y.T)]
        return names, self._arrow.RecordBatch.from_arrays(columns, names)


class Pgmpy:
    """pgmpy's hill climbing with `bic-g`, whose penalty has no weight."""

    distribution = "pgmpy"
    methods = ("hc",)
    is_dag = True

    def __init__(self) -> None:
        import pandas
        from pgmpy.causal_discovery import HillClimbSearch

        self._pandas, self._search = pandas, HillClimbSearch

    def fit(self, method: str, Y: Any, penalty: Any) -> Any:  # noqa: ARG002
        if penalty not in (None, 1):
            raise NotImplementedError(f"pgmpy has BIC's penalty only, not {penalty} times it")
        frame = self._pandas.DataFrame(Y, columns=[f"x{k}" for k in range(Y.shape[1])])
        search = self._search(scoring_method="bic-g", return_type="dag", show_progress=False)
        found = search.fit(frame).causal_graph_.edges()
        return [[int(a[1:]), int(b[1:])] for a, b in found]

    def score(self, Y: Any, edges: Any, penalty: Any) -> None:
        """Its scores are not asked: the smallest gain that it takes tells the penalty."""


LIBRARIES: Any = {"cl": CausalLearn, "xges": Xges, "pybnesian": PyBNesian, "pgmpy": Pgmpy}


def cpu_seconds() -> float:
    """CPU seconds of this process: `time.process_time` counts in ticks while a CPU timer is set."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def both_ways(marks: Any) -> Any:
    """Edges from causal-learn's marks: -1 at the tail, 1 at the head.

    An edge with two equal ends is undirected, also one with two heads, of which PC can have some.
    """
    joined = marks != 0
    into = joined & ~((marks == 1) & (marks.T == -1))  # [i, j]: not an arrow from j to i alone
    return np.argwhere(into).tolist()


def parents(edges: Any, p: int) -> Any:
    """Each node with the list of its parents."""
    return [(i, sorted(a for a, b in edges if b == i)) for i in range(p)]


def answer_fit(library: Any, request: Any, warm: set[str]) -> Any:
    Y = np.load(request["data"])
    rows = [None] if request["rows"] is None else np.load(request["rows"])
    method, penalty = request["fit"], request["penalty"]
    if method not in warm:  # what is compiled, is compiled here
        library.fit(method, np.ascontiguousarray(Y[:, :5]), penalty)
        warm.add(method)
    signal.setitimer(signal.ITIMER_PROF, request["limit"] or 0)
    began = cpu_seconds()
    graphs = []
    for k, chosen in enumerate(rows):
        random.seed(request["seed"] + k)
        np.random.seed((request["seed"] + k) % 2**32)  # noqa: NPY002 - what the libraries draw from
        graphs.append(library.fit(method, Y if chosen is None else Y[chosen], penalty))
    seconds = cpu_seconds() - began
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {"graphs": graphs, "is_dag": library.is_dag, "seconds": seconds}


def answer(library: Any, request: Any, warm: set[str]) -> Any:
    try:
        if "fit" in request:
            return answer_fit(library, request, warm)
        Y = np.load(request["score"])
        return {"score": library.score(Y, request["edges"], request["penalty"])}
    except Exception as error:  # whatever a library raises is told to the parent
        signal.setitimer(signal.ITIMER_PROF, 0)
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def end_with_parent(parent: int) -> None:
    """End this process, in the middle of a fit, when nobody is there to hear of it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main(name: str) -> None:
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer
    warnings.simplefilter("ignore")
    try:
        library = LIBRARIES[name]()
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    print(json.dumps({"version": metadata.version(library.distribution)}), file=out, flush=True)
    warm: set[str] = set()
    for line in sys.stdin:
        print(json.dumps(answer(library, json.loads(line), warm)), file=out, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
