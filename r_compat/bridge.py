"""The bridge to R: R's own ``score`` and ``score_shd``, called in a child process through rpy2.

Arrays go in, results of this package come out; errors, warnings and crashes of R come back as
exceptions. There are two engines: ``"package"``, the R package dagbag as it is installed, and
``"reference"``, the plain R of ``R/reference.R``, which works wherever R is. Neither R nor rpy2
is loaded into the caller's process.
"""

from __future__ import annotations

import os
import threading
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dagbag._input.arguments import accepts_dots
from dagbag._input.checks import (
    check_alpha,
    check_count,
    check_eps,
    check_flag,
    check_max_step,
    check_number,
    check_seed,
    check_step_lengths,
)
from dagbag._input.data import check_data
from dagbag._input.streams import SampleKind, check_sample_kind
from dagbag._input.table_cells import numbered_names
from dagbag._input.words import nearest
from dagbag.datasets import Example
from dagbag.exceptions import warn_user

from ._errors import RBridgeError, RCrash, RError, RTimeout, RUnavailable, RWarning
from ._from_r import (
    RAggregationResult,
    REnsemble,
    RList,
    RSearchResult,
    aggregation_result,
    array_for_r,
    check_engine_list,
    ensemble_result,
    list_for_r,
    search_result,
)
from ._process import DOCTOR, RProcess

__all__ = [
    "Engine",
    "RBridgeError",
    "RCrash",
    "RError",
    "RReply",
    "RTimeout",
    "RUnavailable",
    "RWarning",
    "example",
    "score",
    "score_shd",
]

REFERENCE = Path(__file__).parent / "R" / "reference.R"
KINDS = ("package", "reference")
LARGEST_INTEGER = 2**31 - 1  # of R
LARGEST_DOUBLE = 2**53  # up to which all whole numbers are doubles

_LOAD_REFERENCE = """function(path) {
  assign(".dagbag_reference", new.env(parent = globalenv()), globalenv())
  sys.source(path, .dagbag_reference)
}"""
# The drop-in package of this project has the same name; it would ask Python about Python.
_LOAD_PACKAGE = """function() {
  if (!nzchar(system.file(package = "dagbag"))) return("missing")
  if (any(grepl("reticulate", packageDescription("dagbag")[c("Imports", "Depends")])))
    return("drop-in")
  suppressPackageStartupMessages(library(dagbag))
  "loaded"
}"""
_EXAMPLE = """function() {
  place <- new.env()
  data(list = "example", package = "dagbag", envir = place)
  found <- if (exists("Y", place)) as.list(place) else get("example", place)
  names <- colnames(found$Y)
  list(Y = unname(as.matrix(found$Y)), true.dir = unname(as.matrix(found$true.dir)), names = names)
}"""
_PREFIX = {"package": "dagbag::", "reference": ".dagbag_reference$"}
_GET_PACKAGE = (
    'the R package dagbag {}; engine="package" wants the original R package dagbag 1.1: install '
    'it into a library of this R (R_LIBS), or use engine="reference"'
)


class RReply(NamedTuple):
    """The answer to :meth:`Engine.call`."""

    #: numbers as arrays (whole ones with NA: floats with NaN), named lists as dictionaries,
    #: texts as lists
    value: Any
    seconds: float  #: what the call took inside R
    warnings: tuple[str, ...]  #: R's warnings
    output: str  #: what R printed


class Engine:
    """R in a child process, with one of the two implementations loaded.

    The process starts with the first call and is used for all that follow; one that crashed, was
    interrupted or took too long is replaced at the next call. Calls of several threads wait for
    each other. A forked process starts an R of its own.

    Parameters
    ----------
    kind : {"package", "reference"}, default "package"
        The installed R package dagbag, or the plain R that comes with this package.
    sample_kind : {"Rejection", "Rounding"}, default "Rejection"
        R's ``RNGkind(sample.kind=)``; "Rounding" is that of R before 3.6.

    Examples
    --------
    >>> with Engine("reference") as engine:
    ...     reply = engine.call("function(x, power) sum(x^power)", x=np.arange(4.0), power=2.0)
    >>> reply.value
    array([14.])
    """

    def __init__(self, kind: str = "package", *, sample_kind: SampleKind = "Rejection") -> None:
        if kind not in KINDS:
            raise ValueError(
                f'engine must be "package", "reference" or an Engine, got {kind!r}'
                f"{nearest(str(kind), KINDS)}"
            )
        self.kind = kind
        self.sample_kind = check_sample_kind(sample_kind)
        self._process: RProcess | None = None
        self._lock = threading.Lock()
        _engines.add(self)

    def call(
        self,
        function: str,
        *,
        seed: int | None = None,
        timeout: float | None = None,
        label: str = "f",
        **arguments: Any,
    ) -> RReply:
        """Call an R function.

        Parameters
        ----------
        function : str
            R source of a function, or its name.
        seed : int, optional
            Given to ``set.seed`` before the call; otherwise the session's stream goes on.
        timeout : float, optional
            Seconds after which R is killed.
        label : str, default "f"
            How R's error messages call the function.
        **arguments
            By R's names: arrays, numbers, texts, None (NULL), lists of these. Whole numbers
            that are too large for R's 32 bits become doubles.

        Returns
        -------
        RReply

        Raises
        ------
        RError
            If R signals an error.
        RCrash
            If R's process ends.
        RTimeout
            After `timeout` seconds.
        RUnavailable
            If R, rpy2 or the R package is not there.

        Examples
        --------
        See :class:`Engine`.
        """
        if seed is not None:
            seed = check_seed(seed)
        if timeout is not None and not check_number(timeout, "timeout") > 0:
            raise ValueError(f"timeout must be above 0, got {timeout!r}")
        request = {
            "function": function,
            "label": label,
            "seed": seed,
            "sample_kind": self.sample_kind,
            "arguments": {name: _plain(value, name) for name, value in arguments.items()},
        }
        with self._lock:
            return _ask(self._started(), request, timeout)

    def call_named(self, name: str, **arguments: Any) -> RReply:
        """Call a function of the implementation by its name, e.g. ``"score"``.

        Parameters
        ----------
        name : str
        **arguments
            As in :meth:`call`.

        Returns
        -------
        RReply

        Examples
        --------
        >>> with Engine("reference") as engine:
        ...     reply = engine.call_named("score", Y=np.random.default_rng(1).random((9, 2)))
        >>> sorted(reply.value)
        ['adj.matrix', 'bic.ok', 'delta.min', 'final.step', 'movement']
        """
        return self.call(_PREFIX[self.kind] + name, label=name, **arguments)

    @property
    def versions(self) -> dict[str, str]:
        """Versions of R and rpy2, and R's home: r_version, rpy2_version, r_home."""
        with self._lock:
            greeting = self._started().greeting
        return {name: greeting[name] for name in ("r_version", "rpy2_version", "r_home")}

    def _started(self) -> RProcess:
        if self._process is None or not self._process.alive:
            process = RProcess()
            try:
                _load(process, self.kind)
            except BaseException:
                process.kill()
                raise
            self._process = process
        return self._process

    def close(self) -> None:
        """End R's process; the next call starts another one.

        A call of another thread that waits for R ends with RCrash.
        """
        process, self._process = self._process, None
        if process is None:
            return
        if not self._lock.acquire(blocking=False):
            process.interrupt()
            return
        try:
            process.kill()
        finally:
            self._lock.release()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        running = self._process is not None and self._process.alive
        return f"<Engine {self.kind!r}: R is {'running' if running else 'not running'}>"


def _plain(value: Any, name: str) -> Any:
    """Return an argument as the child process takes it."""
    if value is None or isinstance(value, (bool, float, str)):
        return value
    if isinstance(value, int):
        return float(value) if _exceeds_integer(value, value, name) else value
    if isinstance(value, (list, tuple)):
        return [_plain(item, name) for item in value]
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be numbers, texts or None, got {type(value).__name__}")
    if array.ndim == 0:
        return _plain(array.item(), name)
    whole = array.dtype.kind in "iu" and array.size > 0
    if whole and _exceeds_integer(int(array.min()), int(array.max()), name):
        return array.astype(np.float64)
    return array


def _exceeds_integer(low: int, high: int, name: str) -> bool:
    """Whether R needs doubles for whole numbers: its integers have 32 bits, the lowest is NA."""
    if low < -LARGEST_DOUBLE or high > LARGEST_DOUBLE:
        worst = high if high > LARGEST_DOUBLE else low
        raise ValueError(f"{name} must be within -2**53 and 2**53 to be exact in R, got {worst}")
    return low < -LARGEST_INTEGER or high > LARGEST_INTEGER


def _ask(process: RProcess, request: dict[str, Any], timeout: float | None) -> RReply:
    answer = process.ask(request, timeout)
    if answer["failure"] is not None:
        raise RError(*answer["failure"])
    seconds = float(np.ravel(answer["seconds"])[0])
    return RReply(answer["value"], seconds, tuple(answer["warnings"]), process.output())


def _load(process: RProcess, kind: str) -> None:
    """Load an implementation into a process."""
    request: dict[str, Any] = {
        "function": _LOAD_REFERENCE,
        "label": "load",
        "seed": None,
        "sample_kind": "Rejection",
        "arguments": {"path": str(REFERENCE)},
    }
    if kind == "reference":
        _ask(process, request, None)
        return
    try:
        reply = _ask(process, {**request, "function": _LOAD_PACKAGE, "arguments": {}}, None)
    except RError as error:
        raise RUnavailable(
            f"{_GET_PACKAGE.format(f'does not load ({error.message})')}; {DOCTOR}"
        ) from None
    state = reply.value[0]
    if state == "missing":
        raise RUnavailable(f"{_GET_PACKAGE.format('is not installed')}; {DOCTOR}")
    if state == "drop-in":
        what = "that is installed is the drop-in, which itself calls this Python package"
        raise RUnavailable(f"{_GET_PACKAGE.format(what)}; {DOCTOR}")


_shared: dict[str, Engine] = {}
_shared_lock = threading.Lock()
_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _renew_locks() -> None:
    """Replace the locks of a forked process: who holds them are threads that it does not have."""
    global _shared_lock
    _shared_lock = threading.Lock()
    for engine in list(_engines):
        engine._lock = threading.Lock()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_renew_locks)


def get_engine(engine: str | Engine) -> Engine:
    """Return an engine, for a kind the one that all calls share."""
    if isinstance(engine, Engine):
        return engine
    if not isinstance(engine, str):
        raise TypeError(
            f'engine must be "package", "reference" or an Engine, got {type(engine).__name__}'
        )
    with _shared_lock:
        if engine not in _shared:
            _shared[engine] = Engine(engine)
        return _shared[engine]


def _ask_engine(
    engine: str | Engine, name: str, parts: tuple[str, ...], **arguments: Any
) -> tuple[RList, float]:
    """Return the list that a function of R answers with, and its seconds; pass its warnings on."""
    reply = get_engine(engine).call_named(name, **arguments)
    return _list_of(reply, parts), reply.seconds


def _list_of(reply: RReply, parts: tuple[str, ...]) -> RList:
    """Return R's list, and pass R's warnings on."""
    for message in reply.warnings:
        warn_user(f"R: {message}", RWarning)
    return check_engine_list(reply.value, parts)


@accepts_dots
def score(
    Y: Any,
    n_boot: int = 0,
    score_type: str = "BIC",
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
    shuffle: bool = False,
    print: bool = False,
    EPS: float = 1e-06,
    *,
    seed: int | None = None,
    engine: str | Engine = "package",
    timeout: float | None = None,
) -> RSearchResult | REnsemble:
    """Learn a DAG, or an ensemble on resamples, with R.

    R's ``score(Y, ...)`` after ``set.seed(seed)``. The arguments are those of
    :func:`dagbag.score`, as far as R has them, and may be given by R's dotted names, too. Shapes
    and kinds are checked; whether R takes the values is for R to say.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, p)
    n_boot, score_type, threshold, max_step, ini_adj_matrix, blacklist, whitelist : optional
        As in :func:`dagbag.score`; `score_type` as R spells it, "BIC" or "likelihood".
    standardize, standardize_boot, random_forest, random_step_length, nrestart, perturb : optional
        As in :func:`dagbag.score`.
    shuffle, print, EPS : optional
        As in :func:`dagbag.score`.
    seed : int, optional
        For ``set.seed``; otherwise the stream of R's session goes on.
    engine : {"package", "reference"} or Engine, default "package"
        Which implementation.
    timeout : float, optional
        Seconds after which R is killed.

    Returns
    -------
    SearchResult or Ensemble
        With two attributes more: ``r_list``, R's own list, and ``seconds``, its time inside R.

    Raises
    ------
    RError, RCrash, RTimeout, RUnavailable
        See :meth:`Engine.call`.

    Warns
    -----
    RWarning
        For each warning of R.

    Examples
    --------
    >>> import dagbag
    >>> from dagbag.r_compat import bridge
    >>> Y = dagbag.load_example().Y[:, 20:35]
    >>> result = bridge.score(Y, engine="reference")
    >>> np.array_equal(result.movement, dagbag.score(Y).movement)
    True
    >>> ensemble = bridge.score(Y, n_boot=5, seed=1, engine="reference")
    >>> np.array_equal(ensemble.adj_matrix, dagbag.score(Y, n_boot=5, seed=1).adj_matrix)
    True
    """
    data = check_data(Y)
    steps = check_max_step(max_step)
    white = list_for_r(whitelist, "whitelist", data.nodes)
    count = check_count(n_boot, "n_boot")
    forest = check_flag(random_forest, "random_forest")
    if not isinstance(score_type, str):
        raise TypeError(f"score_type must be a str, got {type(score_type).__name__}")
    flags = {
        "standardize": check_flag(standardize, "standardize"),
        "standardize.boot": check_flag(standardize_boot, "standardize_boot"),
        "shuffle": check_flag(shuffle, "shuffle"),
        "print": check_flag(print, "print"),
    }
    answer, seconds = _ask_engine(
        engine,
        "score",
        ("adj.matrix",) if count > 0 else RSearchResult._r_names,
        seed=seed,
        timeout=timeout,
        **{
            "Y": data.values,
            "n.boot": count,
            "score.type": score_type,
            "threshold": check_number(threshold, "threshold"),
            "max.step": steps,
            "ini.adj.matrix": list_for_r(ini_adj_matrix, "ini_adj_matrix", data.nodes),
            "blacklist": list_for_r(blacklist, "blacklist", data.nodes),
            "whitelist": white,
            "random.forest": forest,
            "random.step.length": check_step_lengths(random_step_length, steps) if forest else None,
            "nrestart": check_count(nrestart, "nrestart"),
            "perturb": check_count(perturb, "perturb"),
            "EPS": check_eps(EPS),
            **flags,
        },
    )
    result: RSearchResult | REnsemble
    if count > 0:
        result = ensemble_result(
            answer,
            data,
            {"score_type": score_type, "max_step": steps, "rows": data.n, "engine": "R"},
        )
    else:
        result = search_result(
            answer,
            data,
            whitelist=white,
            score_type=score_type,
            standardized=flags["standardize"],
            shuffled=flags["shuffle"],
            max_step=steps,
        )
    result.r_list, result.seconds = answer, seconds
    return result


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
    engine: str | Engine = "package",
    timeout: float | None = None,
) -> RAggregationResult:
    """Aggregate an ensemble of DAGs into one with R.

    R's ``score_shd(boot.adj, ...)``; see :func:`dagbag.score_shd` for the arguments.

    Parameters
    ----------
    boot_adj : ensemble, array of shape (p, p, B), or list of graphs
    alpha, threshold, max_step, blacklist, whitelist, print : optional
        As in :func:`dagbag.score_shd`.
    engine : {"package", "reference"} or Engine, default "package"
    timeout : float, optional
        Seconds after which R is killed.

    Returns
    -------
    AggregationResult
        With two attributes more: ``r_list``, R's own list, and ``seconds``, its time inside R.

    Examples
    --------
    >>> from dagbag.r_compat import bridge
    >>> dags = np.zeros((3, 3, 4), dtype=int)
    >>> dags[0, 1, :3] = dags[1, 0, 3] = dags[1, 2, :] = 1
    >>> bridge.score_shd(dags, engine="reference").edges
    ((0, 1), (1, 2))
    """
    array, given = array_for_r(boot_adj)
    white = list_for_r(whitelist, "whitelist", given.nodes, "boot_adj")
    black = list_for_r(blacklist, "blacklist", given.nodes, "boot_adj")
    numbers: dict[str, Any] = {
        "alpha": check_alpha(alpha),
        "threshold": check_number(threshold, "threshold"),
    }
    steps = check_max_step(max_step)
    answer, seconds = _ask_engine(
        engine,
        "score_shd",
        RAggregationResult._r_names,
        timeout=timeout,
        **{
            "boot.adj": array,
            "max.step": steps,
            "blacklist": black,
            "whitelist": white,
            "print": check_flag(print, "print"),
            **numbers,
        },
    )
    result = aggregation_result(
        answer, given, blacklist=black, whitelist=white, max_step=steps, **numbers
    )
    result.r_list, result.seconds = answer, seconds
    return result


def example(*, engine: str | Engine = "package", timeout: float | None = None) -> Example:
    """Load the example data of the R package, ``data(example)``.

    Parameters
    ----------
    engine : "package" or Engine, default "package"
        The reference has no data of its own; see :func:`dagbag.load_example`.
    timeout : float, optional
        Seconds after which R is killed.

    Returns
    -------
    Example
        `Y`, the true `adjacency`, and `nodes`.
    """
    chosen = get_engine(engine)
    if chosen.kind != "package":
        raise ValueError('engine must be "package" for the example data, got "reference"')
    reply = chosen.call(_EXAMPLE, timeout=timeout, label="example")
    found = _list_of(reply, ("Y", "true.dir"))
    names = found.get("names") or numbered_names(found["Y"].shape[1])
    return Example(
        found["Y"].astype(np.float64), (found["true.dir"] != 0).astype(np.int32), tuple(names)
    )
