"""The Python side of the R package in ``R/dagbag``: calls that never raise, in R's words.

An answer is a dict that reticulate turns into an R list. Graphs travel as positions of their
edges, so that R allocates its p x p x B array once and nobody copies it. The random numbers come
from R's ``.Random.seed`` and leave it where R itself would have left it.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

import dagbag
from dagbag._input.data import Labelled
from dagbag.ensemble import Ensemble
from dagbag.results import RList
from dagbag.rrandom import RRandom

from .helpers import move_adj, result_skeleton, y_stand

__all__ = ["answer", "in_r_words"]

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "score": dagbag.score,
    "score_shd": dagbag.score_shd,
    "y.stand": y_stand,
    "result_skeleton": result_skeleton,
    "move_adj": move_adj,
}
# What R decides by set.seed, or has no use for.
_WITHHELD = ("seed", "warm_start")
_EXPECTED = (TypeError, ValueError, MemoryError, ImportError)


def answer(
    function: str,
    arguments: Mapping[str, Any],
    nodes: list[str] | None = None,
    r_seed: npt.NDArray[np.int32] | None = None,
) -> dict[str, Any]:
    """Call a function for R.

    Parameters
    ----------
    function : {"score", "score_shd", "y.stand", "result_skeleton", "move_adj"}
    arguments : dict
        By R's names.
    nodes : list of str, optional
        Column names of ``Y`` for messages; without them columns are numbered from 1.
    r_seed : ndarray of int32 of shape (626,), optional
        R's ``.Random.seed`` before the call, if the call may draw.

    Returns
    -------
    dict
        "value": R's list, None after an error or Ctrl-C; "error": its text, or None;
        "interrupted": whether it was Ctrl-C; "warnings": a list of dicts with "message" and
        "classes"; "r_seed": ``.Random.seed`` after the call, if there is a value.

    Examples
    --------
    >>> answer("result_skeleton", {"adj": [[0, 1], [0, 0]], "true.ske": [[0, 0], [1, 0]]})["value"]
    [1, 1]
    >>> Y = np.random.default_rng(1).normal(size=(9, 4))
    >>> answer("score", {"Y": Y, "max.step": 0})["error"]
    'max.step must be a whole number of at least 1, got 0'
    """
    reply: dict[str, Any] = {"value": None, "error": None, "interrupted": False, "r_seed": None}
    with _interrupts_for_python(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            stream = None if r_seed is None else RRandom.from_r_seed(r_seed)
            reply["value"] = _call(function, dict(arguments), nodes, stream)
            reply["r_seed"] = None if stream is None else stream.to_r_seed()
        except KeyboardInterrupt:
            reply["interrupted"] = True
        except _EXPECTED as error:
            reply["error"] = in_r_words(str(error))
        except Exception as error:
            reply["error"] = f"{type(error).__name__}: {error}"
    reply["warnings"] = [
        {"message": in_r_words(str(found.message)), "classes": _classes(found.category)}
        for found in caught
    ]
    return reply


@contextmanager
def _interrupts_for_python() -> Iterator[None]:
    """Let Ctrl-C reach Python alone while it works.

    reticulate wakes both R and Python. Until its version 1.37 R may then leave from under
    Python's stack, and the session crashes in one of the next calls. Python's handler can be set
    back by `signal`, that of reticulate beneath it only by the C library.
    """
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # in the background: it stays so
    if ignored or os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    sigaction = ctypes.CDLL(None).sigaction
    beneath = ctypes.create_string_buffer(1024)  # more than any struct sigaction
    before = signal.getsignal(signal.SIGINT)
    sigaction(int(signal.SIGINT), None, beneath)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
        sigaction(int(signal.SIGINT), beneath, None)


def _call(
    function: str, arguments: dict[str, Any], nodes: list[str] | None, stream: RRandom | None
) -> Any:
    for name in arguments:
        if name.replace(".", "_") in _WITHHELD:
            raise TypeError(f"{function}() has no argument {name!r} in R, where set.seed decides")
    if function == "score":
        arguments["Y"] = _labelled(arguments["Y"], nodes)
        # Without a stream nothing is drawn, and Python's own stream is not to be touched.
        arguments["seed"] = RRandom(0) if stream is None else stream
    elif function == "score_shd":
        p = np.shape(arguments["boot.adj"])[0]
        arguments["nodes"] = range(1, p + 1)
    elif function not in _FUNCTIONS:
        raise ValueError(f"function must be one of {', '.join(_FUNCTIONS)}, got {function!r}")
    else:
        arguments = {name.replace(".", "_"): value for name, value in arguments.items()}
    return _as_list(_FUNCTIONS[function](**arguments))


def _labelled(Y: npt.NDArray[Any], nodes: list[str] | None) -> Labelled:
    """Name the columns for messages; R accepts names that stand twice, they are no use here."""
    if nodes is None or len(set(nodes)) < len(nodes):
        return Labelled(Y, tuple(range(1, np.shape(Y)[1] + 1)))
    return Labelled(Y, tuple(nodes))


# R's list


def _as_list(result: Any) -> Any:
    if isinstance(result, RList):
        return {
            name: _edge_positions(result) if name == "adj.matrix" else result[name]
            for name in result.names()
        }
    return list(result) if isinstance(result, tuple) else result


def _edge_positions(result: Any) -> dict[str, Any]:
    """Return the dim of R's array of graphs, and where its ones stand, from 1.

    R's positions are doubles: p * p * B may be beyond the integers.
    """
    p = len(result.nodes)
    positions = 1.0 + result._edges[:, 0] + float(p) * result._edges[:, 1]
    if not isinstance(result, Ensemble):
        return {"dim": [p, p], "ones": positions}
    positions += float(p) ** 2 * np.repeat(np.arange(result.n_boot), result.n_edges)
    return {"dim": [p, p, result.n_boot], "ones": positions}


# R's words

_WORDS = {"None": "NULL", "True": "TRUE", "False": "FALSE", "nan": "NaN", "inf": "Inf"}
_NAMES = (
    "n_boot", "score_type", "max_step", "ini_adj_matrix", "standardize_boot", "random_forest",
    "random_step_length", "boot_adj", "true_ske", "max_parents", "perturb_operations", "iss_mu",
    "iss_w", "sample_frac", "n_jobs", "time_limit", "false_edges",
)  # fmt: skip
_WORD = re.compile(rf"(?<![\w'.])(?:{'|'.join(_WORDS)})(?![\w'.])")
_NAME = re.compile(rf"\b(?:{'|'.join(_NAMES)})\b")
_COUNTED = re.compile(r"\b(first in row|in graph|no constant columns, got) (\d+)\b")
_MOVEAXIS = "np.moveaxis(array, 0, 2)"


def in_r_words(text: str) -> str:
    """Return a message with R's argument names and constants, counting from 1.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> in_r_words("n_jobs must be None or a whole number other than 0, got True")
    'n.jobs must be NULL or a whole number other than 0, got TRUE'
    >>> in_r_words("got NaN in column 'None' (first in row 0)")
    "got NaN in column 'None' (first in row 1)"
    """
    text = _WORD.sub(lambda word: _WORDS[word[0]], text)
    text = _NAME.sub(lambda name: name[0].replace("_", "."), text)
    text = text.replace(_MOVEAXIS, "aperm(boot.adj, c(2, 3, 1))")
    return _COUNTED.sub(lambda found: f"{found[1]} {int(found[2]) + 1}", text)


def _classes(category: type[Warning]) -> list[str]:
    """Return the classes of an R condition: those of Python, up to what R has itself."""
    return [kind.__name__ for kind in category.__mro__ if kind not in Warning.__mro__]
