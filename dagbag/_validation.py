"""Every check of user input: one ``check_<argument>`` each, returning the normalised value.

Nothing below this module checks again. Messages name the argument, the rule and what came.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import math
import numbers
import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ._graphs import cycle_text, find_cycle

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int32]
Node = Hashable
Function = TypeVar("Function", bound=Callable[..., Any])

MIN_ROWS = 3
SCORE_TYPES = ("BIC", "likelihood", "AIC", "eBIC", "GIC", "BGe")
_SCORE_ALIASES = {"like": "likelihood", "loglik": "likelihood"}
METHODS = ("greedy", "exact")
OPERATIONS = ("add", "delete", "reverse")
LARGEST_PENALTY = 1e100  # sums of penalties stay far from overflow
# Integers beyond this are taken less their column's smallest one, so that neither float64 nor the
# rule for constant columns swallows their differences.
FAR_INTEGER = 2**32


@dataclass(frozen=True)
class Data:
    """A checked data matrix."""

    values: FloatArray  # (n, p), C-contiguous; may be the caller's own memory: never written to
    nodes: tuple[Node, ...]
    library: str | None  # "pandas" or "polars" if the columns came labelled

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.values.shape[0])

    @property
    def p(self) -> int:
        """Number of nodes."""
        return int(self.values.shape[1])


@dataclass(frozen=True)
class Labelled:
    """A matrix with names of its columns that is no frame: data of R, not copied."""

    values: npt.NDArray[Any]  # (n, p)
    nodes: tuple[Node, ...]  # p of them


def show(value: object) -> str:
    """Return a short repr for messages."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listing(items: Sequence[object], most: int = 5) -> str:
    """Quote the first few items and say how many more there are."""
    text = ", ".join(repr(item) for item in items[:most])
    return text if len(items) <= most else f"{text} and {len(items) - most} more"


def counted(n: int, what: str) -> str:
    """Write a number of things: ``"1 edge"``, ``"2 edges"``."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"``, or nothing if no word is near."""
    folded = {candidate.lower(): candidate for candidate in words}
    match = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return f"; did you mean {folded[match[0]]!r}?" if match else ""


# Scalars


def _as_float(value: Any) -> float:
    if value is None:
        return math.nan
    try:
        return float(value)
    except OverflowError:  # an integer beyond the floats
        return math.inf if value > 0 else -math.inf


def check_flag(value: object, name: str) -> bool:
    """Return True or False as a bool."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {show(value)}")


def check_integer(value: object, name: str, low: int, high: int | None = None) -> int:
    """Return an integer between low and high as an int; floats are not integers."""
    rule = f"of at least {low}" if high is None else f"between {low} and {high}"
    message = f"{name} must be an integer {rule}, got {show(value)}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(message)
    if value < low or (high is not None and value > high):
        raise ValueError(message)
    return int(value)


def check_count(value: object, name: str, minimum: int = 0, maximum: int = 2**31 - 1) -> int:
    """Return a whole number between minimum and maximum as an int."""
    rule = f"{name} must be a whole number of at least {minimum}"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{rule}, got {show(value)}")
    number = _as_float(value)
    if not (number.is_integer() or number == math.inf) or number < minimum:
        raise ValueError(f"{rule}, got {show(value)}")
    if number > maximum:
        raise ValueError(f"{name} must be a whole number of at most {maximum}, got {show(value)}")
    return int(number)


def check_number(
    value: object, name: str, rule: str = "a finite number", *, minimum: float = -math.inf
) -> float:
    """Return a finite number of at least minimum as a float."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be {rule}, got {show(value)}")
    number = _as_float(value)
    if not math.isfinite(number) or number < minimum:
        raise ValueError(f"{name} must be {rule}, got {show(value)}")
    return number


def check_max_step(value: object) -> int:
    """Return the largest number of search steps."""
    return check_count(value, "max_step", minimum=1)


def check_eps(value: object) -> float:
    """Return the tolerance of R's choice rule."""
    return check_number(value, "EPS", "a finite number of at least 0", minimum=0.0)


def check_alpha(value: object) -> float:
    """Return the cost of a reversal in the generalized structural Hamming distance."""
    return check_number(value, "alpha", "a finite number of at least 0", minimum=0.0)


def check_time_limit(value: object) -> float:
    """Return a number of seconds."""
    return check_number(value, "time_limit", "a finite number of seconds, at least 0", minimum=0.0)


def check_method(value: object) -> str:
    """Return the name of a method of aggregation."""
    rule = f"method must be one of {', '.join(METHODS)}"
    if not isinstance(value, str):
        raise TypeError(f"{rule}, got {show(value)}")
    if value not in METHODS:
        raise ValueError(f"{rule}, got {show(value)}{nearest(value, METHODS)}")
    return value


def check_path(value: Any, name: str) -> list[Any]:
    """Return the values of a path; a number is a path of one."""
    if isinstance(value, str) or getattr(value, "ndim", 1) == 0 or not isinstance(value, Iterable):
        return [value]
    values = list(value)
    if not values:
        raise ValueError(f"{name} must be a number or a sequence of numbers, got none")
    return values


def check_max_parents(value: object, p: int) -> int:
    """Return the largest number of parents; None means p - 1."""
    return max(p - 1, 0) if value is None else min(p - 1, check_count(value, "max_parents"))


def check_score_type(value: object) -> str | float:
    """Return the canonical name of a score, or the penalty per parent."""
    if isinstance(value, str):
        name = value.strip()
        for known in SCORE_TYPES:
            if name.lower() == known.lower():
                return known
        if name.lower() in _SCORE_ALIASES:
            return _SCORE_ALIASES[name.lower()]
        hint = nearest(name, [*SCORE_TYPES, *_SCORE_ALIASES])
        raise ValueError(
            f"score_type must be one of {', '.join(SCORE_TYPES)} or a penalty per parent, "
            f"got {show(value)}{hint}"
        )
    rule = "the name of a score or a penalty of at least 0"
    penalty = check_number(value, "score_type", rule, minimum=0.0)
    if penalty > LARGEST_PENALTY:
        raise ValueError(
            f"score_type must be {rule} and at most {LARGEST_PENALTY:g}, got {show(value)}"
        )
    return penalty


def check_level(value: object) -> float:
    """Return a significance level."""
    alpha = check_number(value, "alpha", "a number between 0 and 1", minimum=0.0)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be a number between 0 and 1, got {show(value)}")
    return alpha


def check_perturb_operations(value: object) -> tuple[bool, bool, bool]:
    """Return which of add, delete, reverse a perturbation may use."""
    try:
        wanted = [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    except TypeError:
        wanted = [value]
    if not all(isinstance(name, str) for name in wanted):
        raise TypeError(
            f"perturb_operations must be a choice of {', '.join(OPERATIONS)}, got {show(value)}"
        )
    for name in wanted:
        if name not in OPERATIONS:
            raise ValueError(
                f"perturb_operations must be a choice of {', '.join(OPERATIONS)}, "
                f"got {show(name)}{nearest(name, OPERATIONS)}"
            )
    if not wanted:
        raise ValueError("perturb_operations must name at least one operation, got none")
    return ("add" in wanted, "delete" in wanted, "reverse" in wanted)


def check_step_lengths(value: object, max_step: int) -> FloatArray:
    """Return random_step_length with one entry per step; a scalar is recycled."""
    rule = "random_step_length must be a number, or one number per step"
    if value is None:
        raise ValueError(f"{rule}, when random_forest is True, got None")
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "iufO":
            raise TypeError
        lengths = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{rule}, got {show(value)}") from None
    if lengths.ndim > 1:
        raise ValueError(f"{rule}, got an array of shape {lengths.shape}")
    if lengths.ndim == 1 and len(lengths) < max_step:
        raise ValueError(f"{rule} (max_step = {max_step}), got {len(lengths)} numbers")
    if not np.isfinite(lengths).all() or (lengths < 0).any():
        raise ValueError(f"{rule}, finite and not negative")
    return lengths[:max_step] if lengths.ndim else np.broadcast_to(lengths, (max_step,))


def check_shuffle(value: object, *, ensemble: bool) -> str | None:
    """Return how the nodes are shuffled: None, "once" or "resample"."""
    if isinstance(value, str) and value == "resample":
        if not ensemble:
            raise ValueError('shuffle must be True or False when n_boot is 0, got "resample"')
        return value
    if isinstance(value, (bool, np.bool_)):
        return "once" if value else None
    kind = ValueError if isinstance(value, str) else TypeError
    raise kind(f'shuffle must be True, False or "resample", got {show(value)}')


RESAMPLES = ("bootstrap", "subsample")


def check_resample(
    kind: object, sample_frac: object, n: int, *, ensemble: bool = True
) -> tuple[str, int]:
    """Return how rows are drawn, and how many of n; all of them where there is no ensemble."""
    if not isinstance(kind, str) or kind not in RESAMPLES:
        hint = nearest(kind, RESAMPLES) if isinstance(kind, str) else ""
        wrong = ValueError if isinstance(kind, str) else TypeError
        raise wrong(f'resample must be "bootstrap" or "subsample", got {show(kind)}{hint}')
    part = {"bootstrap": 1.0, "subsample": 0.5}[str(kind)]
    if sample_frac is not None:
        part = check_number(sample_frac, "sample_frac", "a number above 0 and at most 1")
        if not 0 < part <= 1:
            raise ValueError(f"sample_frac must be above 0 and at most 1, got {show(sample_frac)}")
    if not ensemble:
        return str(kind), n
    size = int(part * n + 0.5)
    if size < MIN_ROWS:
        raise ValueError(
            f"sample_frac must leave at least {MIN_ROWS} of the {n} rows, got {part} of them"
        )
    return str(kind), size


def check_learner(value: Any) -> Any:
    """Return a learner: something that can be called."""
    if not callable(value):
        raise TypeError(f"learner must be a callable of the data, got {show(value)}")
    if isinstance(value, type):
        raise TypeError(f"learner must be an instance, got the class: write {value.__name__}()")
    return value


def check_prefer(learner: Any) -> str:
    """Return where a learner is best run."""
    prefer = getattr(learner, "prefer", "processes")
    if prefer not in ("threads", "processes"):
        raise ValueError(f'learner.prefer must be "threads" or "processes", got {show(prefer)}')
    return str(prefer)


def check_n_jobs(value: object) -> int | None:
    """Return the number of workers as joblib understands it."""
    if value is None:
        return None
    rule = "n_jobs must be None or a whole number other than 0"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{rule}, got {show(value)}")
    if value == 0:
        raise ValueError(f"{rule}, got 0")
    return int(value)


def check_progress(value: Any) -> Any:
    """Return whether to show a bar; None decides by who is looking."""
    if value is None or callable(value):
        return value
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(
        f"progress must be True, False, None or a function of (done, total), got {show(value)}"
    )


def check_timeout(value: object) -> float | None:
    """Return the seconds that a replicate may take; None for no limit."""
    rule = "a number of seconds above 0, or None"
    if value is None:
        return None
    seconds = check_number(value, "timeout", rule)
    if seconds <= 0:
        raise ValueError(f"timeout must be {rule}, got {show(value)}")
    return seconds


def check_checkpoint(value: Any, n_boot: int) -> str | None:
    """Return the path of a checkpoint as text."""
    if value is None:
        return None
    if n_boot == 0:
        raise ValueError("n_boot must be at least 1 for a checkpoint, got 0")
    try:
        path = os.fspath(value)
    except TypeError:
        path = b""
    if not isinstance(path, str):
        raise TypeError(f"checkpoint must be a path, got {show(value)}")
    if not path or "\0" in path:
        raise ValueError(f"checkpoint must be a path, got {show(path)}")
    return path


def check_generator(seed: object) -> np.random.Generator:
    """Return the numpy generator that a seed stands for."""
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    try:
        return np.random.default_rng(check_integer(seed, "seed", 0))
    except TypeError:
        raise TypeError(
            f"seed must be None, a non-negative integer or a numpy Generator, got {show(seed)}"
        ) from None


def check_snr(snr: Any) -> tuple[float, float]:
    """Return the range of signal-to-noise ratios as two floats."""
    message = f"snr must be two numbers with 0 < low <= high < inf, got {show(snr)}"
    try:
        low, high = (float(ratio) for ratio in snr)
    except TypeError:
        raise TypeError(message) from None
    except ValueError:
        raise ValueError(message) from None
    if not 0 < low <= high < math.inf:
        raise ValueError(message)
    return low, high


# The data


def frame_library(value: object) -> str | None:
    """Return "pandas" or "polars" for their frames, without importing either."""
    for kind in type(value).__mro__:  # subclasses such as geopandas' are frames, too
        root = kind.__module__.partition(".")[0]
        if root in ("pandas", "polars") and kind.__name__ == "DataFrame":
            return root
    return None


def advice(value: Any) -> str:
    """Say what a thing is that can be made into what was asked for, and how; "" if it is not."""
    kind = type(value).__name__
    if isinstance(value, (str, bytes, os.PathLike)):
        return f"the path {show(value)}: read the file first, e.g. with pandas.read_csv"
    if kind == "LazyFrame":
        return "a LazyFrame: give its .collect()"
    if hasattr(value, "toarray") and hasattr(value, "shape"):
        return f"a sparse {kind} of shape {value.shape}: give its .toarray()"
    if isinstance(value, Mapping):
        return f"a {kind}: give pandas.DataFrame of it"
    if isinstance(value, Iterator):
        return f"a {kind}: give a list of what it yields"
    return ""


def _non_numeric(frame: Any, library: str) -> list[object]:
    if library == "polars":
        return [
            name
            for name, kind in zip(frame.columns, frame.dtypes, strict=True)
            if not (kind.is_numeric() or str(kind) == "Boolean")
        ]
    kinds = [getattr(kind, "numpy_dtype", kind) for kind in frame.dtypes]
    return [
        name
        for name, kind in zip(frame.columns, kinds, strict=True)
        if getattr(kind, "kind", "O") not in "biuf"
    ]


def _frame_values(frame: Any, library: str) -> npt.NDArray[Any]:
    bad = _non_numeric(frame, library)
    if bad:
        raise TypeError(f"Y must have numeric columns, got {_not_numbers(frame, library, bad)}")
    if library == "polars":
        polars = __import__("polars")
        values = np.asarray(frame.cast(polars.Float64).to_numpy())
    else:
        values = np.asarray(frame.to_numpy(dtype=np.float64, na_value=np.nan))
    for k in _far_columns(values):
        column = frame[:, k] if library == "polars" else frame.iloc[:, k]
        whole = column.to_list()
        if all(isinstance(value, (int, np.integer)) for value in whole):
            values = np.array(values)  # never the frame's own memory
            values[:, k] = _less_smallest(whole)
    return values


def _not_numbers(frame: Any, library: str, bad: list[object]) -> str:
    """Tell columns of numbers that are stored otherwise from columns that are none."""
    other = [name for name in bad if not _holds_numbers(frame[name])]
    if other:
        return f"non-numeric {listing(other)}: leave it out, or code it as numbers"
    how = ".astype(float)" if library == "pandas" else ".cast(polars.Float64)"
    return f"numbers stored as text or objects in {listing(bad)}: give Y{how}"


def _holds_numbers(values: Any) -> bool:
    """Whether texts or objects would all do as numbers."""
    if getattr(values, "ndim", 1) != 1:  # a frame: two columns of one name
        return False
    try:
        for value in values.tolist() if isinstance(values, np.ndarray) else values.to_list():
            if value is not None and not isinstance(value, numbers.Number):
                float(value.decode() if isinstance(value, bytes) else value)
            elif isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
                return False
    except (TypeError, ValueError):
        return False
    return True


def _far_columns(values: npt.NDArray[Any]) -> list[int]:
    """Return the columns with numbers beyond FAR_INTEGER."""
    if not values.size:
        return []
    far = (values.max(axis=0) > FAR_INTEGER) | (values.min(axis=0) < -FAR_INTEGER)
    return [int(k) for k in np.flatnonzero(far)]


def _less_smallest(integers: Sequence[Any]) -> list[float]:
    """Return the differences of integers to the smallest, exact before they become floats."""
    smallest = int(min(integers))
    return [_as_float(int(value) - smallest) for value in integers]


def is_arrow(value: object) -> bool:
    """Whether something is a table or record batch of pyarrow, without importing it."""
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    return root == "pyarrow" and kind.__name__ in ("Table", "RecordBatch")


def _from_arrow(table: Any) -> Labelled:
    """Return the numbers of a table with the names of its columns; null is NaN."""
    names = tuple(table.schema.names)
    found = [_arrow_column(np.asarray(column)) for column in table.columns]
    bad = [name for name, column in zip(names, found, strict=True) if column is None]
    if bad:
        raise TypeError(f"Y must have numeric columns, got non-numeric {listing(bad)}")
    columns = [column for column in found if column is not None]
    return Labelled(np.column_stack(columns) if columns else np.empty((0, 0)), names)


def _arrow_column(column: npt.NDArray[Any]) -> FloatArray | None:
    """Return a column as floats; None if it has something else than numbers and nulls."""
    known = (type(None), bool)  # what an array of logical values with nulls is made of
    objects = column.dtype.kind == "O"
    if objects and not all(isinstance(value, known) for value in column):
        return None
    return column.astype(np.float64) if objects or column.dtype.kind in "biuf" else None


def _first_masked(value: Any) -> tuple[int, ...] | None:
    """Return where an array or nested list has a masked entry first; None if nowhere."""
    if isinstance(value, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(value))
        return tuple(masked[0].tolist()) if len(masked) else None
    if isinstance(value, (list, tuple)):
        for k, item in enumerate(value):
            inner = _first_masked(item)
            if inner is not None:
                return (k, *inner)
    return None


def check_unmasked(value: Any, name: str) -> Any:
    """Return an array or nested list none of whose entries is masked: numpy drops masks."""
    if is_arrow(value):
        raise TypeError(f"{name} must not be a table of pyarrow, give its to_pandas()")
    at = _first_masked(value)
    if at is not None:
        place = at[0] if len(at) == 1 else at
        raise ValueError(
            f"{name} must have no masked entries, got one at {place}; fill them, see np.ma.filled"
        )
    return value


def _array_values(Y: Any) -> npt.NDArray[Any]:
    found = advice(Y)
    if found:
        raise TypeError(f"Y must be an n x p array or DataFrame, got {found}")
    if isinstance(Y, np.ma.MaskedArray):
        Y = np.ma.filled(Y.astype(np.float64), np.nan) if np.ma.is_masked(Y) else Y.data
    Y = check_unmasked(Y, "Y")
    try:
        values = np.asarray(Y)
    except ValueError:
        raise ValueError("Y must be an n x p matrix, got rows of different lengths") from None
    if values.ndim != 2:
        raise ValueError(
            f"Y must be an n x p matrix, got {type(Y).__name__} of shape {values.shape}"
        )
    if values.dtype.kind == "O":
        return np.column_stack([_object_column(values[:, k], k) for k in range(values.shape[1])])
    if values.dtype.kind not in "biuf":
        hint = ""
        if values.dtype.kind in "US" and _holds_numbers(values.ravel()):
            hint = f": {_AS_FLOATS}"
        raise TypeError(f"Y must be real numbers, got dtype {values.dtype}{hint}")
    far = _far_columns(values) if values.dtype.kind in "iu" else []
    if far:
        exact = values
        values = exact.astype(np.float64)
        for k in far:
            values[:, k] = _less_smallest(exact[:, k].tolist())
    return values


_AS_FLOATS = "give numpy.array(Y, dtype=float)"


def _object_column(column: npt.NDArray[Any], k: int) -> FloatArray:
    """Return a column of Python's numbers as floats."""
    for value in column:
        # None is a missing value, and is reported as such.
        if value is not None and not isinstance(value, (numbers.Real, np.bool_)):
            hint = f": {_AS_FLOATS}" if _holds_numbers(column) else ""
            raise TypeError(
                f"Y must have numeric columns, got {show(value)} in column {k}{hint}"
            )
    whole = all(isinstance(value, (int, np.integer)) for value in column)
    if whole and len(column) and max(map(abs, column)) > FAR_INTEGER:
        return np.array(_less_smallest(column.tolist()))
    return np.array([_as_float(value) for value in column], dtype=np.float64)


def check_data(Y: Any) -> Data:
    """Return the data as a finite float64 matrix with the names of its columns."""
    library = frame_library(Y)
    if is_arrow(Y):
        Y = _from_arrow(Y)
    labels = Y.nodes if isinstance(Y, Labelled) else None
    if labels is not None:
        Y = Y.values
    raw = _array_values(Y) if library is None else _frame_values(Y, library)
    with np.errstate(over="ignore"):
        values = np.ascontiguousarray(raw, dtype=np.float64)
    n, p = values.shape
    nodes: tuple[Node, ...] = tuple(range(p)) if library is None else tuple(Y.columns)
    if labels is not None:
        nodes = labels
    if p < 1:
        raise ValueError("Y must have at least 1 column, got 0")
    if n < MIN_ROWS:
        raise ValueError(f"Y must have at least {MIN_ROWS} rows, got {n}")
    if len(set(nodes)) < p:
        twice = [node for k, node in enumerate(nodes) if node in nodes[:k]]
        raise ValueError(f"Y must have distinct column names, got {listing(twice)} twice")
    with np.errstate(over="ignore", invalid="ignore"):
        summary = values.sum(axis=0)
    if not np.isfinite(summary).all():
        bad = np.flatnonzero(~np.isfinite(values).all(axis=0))
        if len(bad):
            column = values[:, bad[0]]
            what = "NaN" if np.isnan(column).any() else "Inf"
            row = int(np.flatnonzero(~np.isfinite(column))[0])
            raise ValueError(
                f"Y must be finite, got {what} in column {nodes[bad[0]]!r} "
                f"(first in row {_row_label(Y, library, row)})"
                + (f", and in {counted(len(bad) - 1, 'more column')}" if len(bad) > 1 else "")
            )
    return Data(values, nodes, library)


def _row_label(Y: Any, library: str | None, row: int) -> str:
    """Return what a row is called: by pandas' index, or its position, from 0."""
    if library != "pandas":
        return str(row)
    label = Y.index[row]
    return repr(label.item() if isinstance(label, np.generic) else label)


def take_rows(Y: Any, rows: npt.NDArray[np.int64], order: npt.NDArray[np.int64] | None) -> Any:
    """Return rows of an array or frame, in a given order of the columns, as the same kind."""
    library = frame_library(Y)
    if library is None:
        taken = Y[rows]
        return taken if order is None else np.ascontiguousarray(taken[:, order])
    if order is not None:
        Y = Y[[Y.columns[k] for k in order]]
    if library == "polars":
        return Y[rows]
    return Y.iloc[rows].reset_index(drop=True)


# Graphs


def edge_text(source: int, target: int, nodes: Sequence[Node]) -> str:
    """Write an edge for messages."""
    return f"{nodes[source]!r} -> {nodes[target]!r}"


def _index_of(node: Any, position: dict[Node, int], name: str, of: str) -> int:
    is_bool = isinstance(node, (bool, np.bool_))  # True equals 1, but names no node
    if not is_bool and isinstance(node, Hashable) and node in position:
        return position[node]
    by_name = any(not isinstance(label, (int, np.integer)) for label in position)
    if by_name and isinstance(node, (int, np.integer)) and not is_bool:
        if 0 <= node < len(position):
            return int(node)
        raise ValueError(
            f"{name} must name nodes, or give indices in 0..{len(position) - 1}, got {show(node)}"
        )
    hint = nearest(node, [str(label) for label in position]) if isinstance(node, str) else ""
    raise ValueError(f"{name} must name nodes of {of}, got {show(node)}{hint}")


def check_node(value: object, name: str, nodes: tuple[Node, ...]) -> int:
    """Return the position of a node given by name or 0-based index."""
    return _index_of(value, {node: k for k, node in enumerate(nodes)}, name, "Y")


def _from_pairs(pairs: Iterable[Any], name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    position = {node: k for k, node in enumerate(nodes)}
    edges = []
    for pair in pairs:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise ValueError(f"{name} must be a list of (source, target) pairs, got {show(pair)}")
        source, target = (_index_of(node, position, name, of) for node in pair)
        if source == target:
            raise ValueError(f"{name} must have no self loops, got {show(tuple(pair))}")
        edges.append((source, target))
    return _distinct(np.array(edges, dtype=np.int32).reshape(-1, 2), len(nodes))


def _distinct(edges: IntArray, p: int) -> IntArray:
    """Return the edges once each, by target, then source."""
    keys = np.unique(edges[:, 1].astype(np.int64) * p + edges[:, 0])
    return np.column_stack((keys % p, keys // p)).astype(np.int32)


def _from_graph(graph: Any, name: str, nodes: tuple[Node, ...], of: str) -> IntArray:
    """Return the edges of an object with nodes and edges: a result, or a networkx graph."""
    if hasattr(graph, "is_directed") and not graph.is_directed():
        raise ValueError(f"{name} must be a directed graph, got {show(graph)}")
    indices = getattr(graph, "_edges", None)
    if isinstance(indices, np.ndarray) and graph.nodes == nodes:  # our own: no names to look up
        return np.asarray(indices, dtype=np.int32)
    # The edges of a multigraph have a third part, their key.
    return _from_pairs([tuple(edge)[:2] for edge in graph.edges], name, nodes, of)


def _frame_parts(frame: Any, library: str) -> tuple[list[Any], list[Any], npt.NDArray[Any]]:
    """Return row labels, column labels and values of a square table.

    Polars has no row labels: they are in a first column "node", or the rows stand in the order of
    the columns.
    """
    columns = list(frame.columns)
    if library == "pandas":
        rows = list(frame.index)
    elif columns and columns[0] == "node" and len(frame) == len(columns) - 1:
        rows = frame["node"].to_list()
        frame = frame.drop("node")
        columns = columns[1:]
    else:
        rows = columns
    return rows, columns, np.asarray(frame.to_numpy())


def from_frame(
    frame: Any, library: str, name: str, nodes: tuple[Node, ...], of: str = "Y"
) -> npt.NDArray[Any]:
    """Return the matrix of a frame in the order of the nodes: by its labels, if it has them.

    A frame whose labels are not those of an unlabelled Y is read by position.
    """
    p = len(nodes)
    rows, columns, values = _frame_parts(frame, library)
    if values.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {values.shape}")
    known = set(nodes)
    by_label = set(columns) == known and set(rows) == known
    if not by_label and nodes == tuple(range(p)):
        return values
    for labels, side in ((columns, "column"), (rows, "row")):
        wrong = [label for label in labels if label not in known]
        wrong += _repeated(labels)
        if wrong:
            raise ValueError(
                f"{name} must have the nodes of {of} as {side} labels, each once, "
                f"got {listing(wrong)}"
            )
    row_of = {label: k for k, label in enumerate(rows)}
    column_of = {label: k for k, label in enumerate(columns)}
    return values[np.ix_([row_of[v] for v in nodes], [column_of[v] for v in nodes])]


def _is_matrix(rows: list[Any], p: int) -> bool:
    """Whether nested sequences are a p x p matrix; (source, target) pairs otherwise."""
    if len(rows) != p or any(not hasattr(row, "__len__") or len(row) != p for row in rows):
        return False
    if p != 2:
        return True
    return all(isinstance(row, list) and all(v in (0, 1) for v in row) for row in rows)


def is_graph_object(value: object) -> bool:
    """Whether something has nodes and edges by name: a networkx graph or a result."""
    return (
        frame_library(value) is None
        and not isinstance(value, type)
        and hasattr(value, "nodes")
        and hasattr(value, "edges")
    )


def is_networkx(value: object) -> bool:
    """Whether something is a networkx graph, whose nodes have names but no order."""
    return is_graph_object(value) and hasattr(value, "is_directed")


def node_labels(value: object) -> tuple[Node, ...] | None:
    """Return the names that a frame, a networkx graph or a result gives its nodes, if any.

    The nodes 0..p-1 of a networkx graph are no names, in whatever order they came into it.
    """
    library = frame_library(value)
    if library is not None:
        _, columns, _ = _frame_parts(value, library)
        labels = tuple(columns)
    elif is_graph_object(value):
        labels = tuple(value.nodes)  # type: ignore[attr-defined]
        if is_networkx(value) and set(labels) == set(range(len(labels))):
            return None
    else:
        return None
    return None if labels == tuple(range(len(labels))) else labels


def graph_size(value: Any) -> int | None:
    """Return the number of nodes of a graph; None for a list of pairs, which does not say."""
    library = frame_library(value)
    if library is not None:
        return len(_frame_parts(value, library)[1])
    if is_graph_object(value):
        return len(value.nodes)
    if hasattr(value, "shape"):
        return int(value.shape[0]) if len(value.shape) == 2 else None
    if isinstance(value, (list, tuple)) and value and _is_matrix(list(value), len(value)):
        return len(value)
    return None


def check_nodes(value: Any, p: int | None = None) -> tuple[Node, ...]:
    """Return names of nodes, each once."""
    rule = "nodes must be a sequence of distinct names"
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{rule}, got {show(value)}")
    nodes = tuple(value)
    if not all(isinstance(node, Hashable) for node in nodes):
        raise TypeError(f"{rule}, got {show(value)}")
    if len(set(nodes)) < len(nodes):
        raise ValueError(f"{rule}, got {listing(_repeated(nodes))} twice")
    if not nodes or (p is not None and len(nodes) != p):
        raise ValueError(f"nodes must have {p or 'at least 1'} names, got {len(nodes)}")
    return nodes


def _repeated(labels: Sequence[Node]) -> list[Node]:
    return [label for label, count in Counter(labels).items() if count > 1]


def check_edges(value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y") -> IntArray:
    """Return the (k, 2) edges, by target, then source, of whatever `check_graph` takes."""
    graph = _read_graph(value, name, nodes, of)
    if graph.dtype != bool:
        return cast(IntArray, graph)
    source, target = np.divmod(np.flatnonzero(graph), len(nodes))
    order = np.argsort(target, kind="stable")
    return np.column_stack((source[order], target[order])).astype(np.int32)


def check_graph(
    value: Any, name: str, nodes: tuple[Node, ...], of: str = "Y"
) -> BoolArray | None:
    """Return a p x p boolean adjacency[source, target].

    Parameters
    ----------
    value : matrix, scipy sparse, DataFrame, list of pairs, networkx DiGraph, result, or None
    name : str
        The argument, for messages.
    nodes : tuple
        Names of the nodes: those of pairs, frames and graphs are looked up here.
    of : str, default "Y"
        The argument that the nodes come from, for messages.
    """
    if value is None:
        return None
    graph = _read_graph(value, name, nodes, of)
    if graph.dtype == bool:
        return cast(BoolArray, graph)
    adjacency = np.zeros((len(nodes), len(nodes)), dtype=bool)
    adjacency[graph[:, 0], graph[:, 1]] = True
    return adjacency


def _read_graph(
    value: Any, name: str, nodes: tuple[Node, ...], of: str
) -> IntArray | BoolArray:
    """Return the edges, (k, 2) by target, then source, or the adjacency, (p, p): what is near."""
    p = len(nodes)
    check_unmasked(value, name)
    library = frame_library(value)
    if library is not None:
        return _from_matrix(from_frame(value, library, name, nodes, of), name, nodes)
    if is_graph_object(value):
        return _from_graph(value, name, nodes, of)
    if hasattr(value, "toarray"):  # scipy sparse
        return _from_sparse(value, name, nodes)
    if hasattr(value, "__array__"):
        return _from_matrix(np.asarray(value), name, nodes)
    if isinstance(value, Iterable) and not isinstance(value, str):
        rows = list(value)
        if _is_matrix(rows, p):
            return _from_matrix(np.array(rows), name, nodes)
        return _from_pairs(rows, name, nodes, of)
    raise TypeError(
        f"{name} must be a {p} x {p} matrix or a list of (source, target) pairs, "
        f"got {show(value)}"
    )


def _from_matrix(matrix: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> BoolArray:
    p = len(nodes)
    if matrix.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {matrix.shape}")
    adjacency = zero_or_one(matrix, name)
    _check_loops(np.flatnonzero(np.diag(adjacency)), name, nodes)
    np.fill_diagonal(adjacency, False)
    return adjacency


def _from_sparse(matrix: Any, name: str, nodes: tuple[Node, ...]) -> IntArray:
    p = len(nodes)
    if matrix.shape != (p, p):
        raise ValueError(f"{name} must have shape {(p, p)}, got {matrix.shape}")
    entries = matrix.tocsr().tocoo()  # sums what stands twice
    kept = zero_or_one(entries.data, name)
    source, target = entries.row[kept], entries.col[kept]
    inner = source != target
    _check_loops(source[~inner], name, nodes)
    return _distinct(np.column_stack((source[inner], target[inner])), p)


def _check_loops(loops: npt.NDArray[Any], name: str, nodes: tuple[Node, ...]) -> None:
    if len(loops) and name != "blacklist":  # barring a self loop is what happens anyway
        raise ValueError(
            f"{name} must have no self loops, got one at "
            f"{listing([nodes[k] for k in loops.tolist()])}"
        )


def zero_or_one(matrix: npt.NDArray[Any], name: str) -> BoolArray:
    """Return an array of 0 and 1 as booleans, always a new one."""
    rule = f"{name} must hold only 0 and 1, or False and True"
    if matrix.dtype.kind not in "biufO":
        raise TypeError(f"{rule}, got dtype {matrix.dtype}")
    if matrix.dtype == bool:
        return np.array(matrix)
    if matrix.dtype.kind == "O":
        for value in matrix.flat:
            if not isinstance(value, (numbers.Real, np.bool_)) or value not in (0, 1):
                raise ValueError(f"{rule}, got {show(value)}")
    adjacency = np.asarray(matrix == 1, dtype=bool)
    other = ~(adjacency | np.asarray(matrix == 0, dtype=bool))
    if other.any():
        raise ValueError(f"{rule}, got {show(matrix[other][0].item())}")
    return adjacency


def check_acyclic(adjacency: BoolArray, name: str, nodes: Sequence[Node]) -> None:
    """Refuse a graph with a directed cycle, naming one."""
    cycle = find_cycle(np.argwhere(adjacency), len(adjacency))
    if cycle is not None:
        raise ValueError(f"{name} must be acyclic, got the cycle {cycle_text(cycle, nodes)}")


@dataclass(frozen=True)
class Constraints:
    """Checked lists and initial graph, (p, p) boolean by [source, target], or None."""

    blacklist: BoolArray | None
    whitelist: BoolArray | None
    start: BoolArray | None  # initial graph with the whitelist


def check_constraints(
    blacklist: Any, whitelist: Any, ini_adj_matrix: Any, nodes: tuple[Node, ...], of: str = "Y"
) -> Constraints:
    """Return both lists and the graph to start from; conflicts are errors.

    An edge in both lists stays in, as in R.
    """
    black = check_graph(blacklist, "blacklist", nodes, of)
    white = check_graph(whitelist, "whitelist", nodes, of)
    initial = check_graph(ini_adj_matrix, "ini_adj_matrix", nodes, of)
    if white is not None:
        check_acyclic(white, "whitelist", nodes)
    if initial is None:
        return Constraints(black, white, white)
    check_acyclic(initial, "ini_adj_matrix", nodes)
    if black is not None:
        barred = initial & black
        if white is not None:
            barred &= ~white
        if barred.any():
            source, target = np.argwhere(barred)[0]
            raise ValueError(
                "ini_adj_matrix must have no blacklisted edges, "
                f"got {edge_text(source, target, nodes)}"
            )
    if white is not None:
        initial = initial | white
        check_acyclic(initial, "ini_adj_matrix with the whitelist", nodes)
    return Constraints(black, white, initial)


def check_constant_edges(
    start: BoolArray | None, constant: BoolArray, nodes: Sequence[Node]
) -> None:
    """Refuse an initial graph with edges of constant columns, which are isolated."""
    if start is None:
        return
    found = start & (constant[:, np.newaxis] | constant)
    if found.any():
        source, target = np.argwhere(found)[0]
        raise ValueError(
            "whitelist and ini_adj_matrix must have no edges of constant columns, "
            f"got {edge_text(source, target, nodes)}"
        )


def check_moderate(sd: FloatArray, nodes: Sequence[Node]) -> None:
    """Refuse columns whose squares BGe, which is not invariant to scale, cannot work with."""
    worst = int(np.argmax(sd))
    if sd[worst] > 1e60:
        raise ValueError(
            "Y must have columns of sd below 1e60 for BGe with standardize=False, "
            f"got {sd[worst]:.3g} in column {nodes[worst]!r}"
        )


def check_start_size(
    start: BoolArray | None, limit: int, why: str, nodes: Sequence[Node]
) -> None:
    """Refuse an initial graph that gives a node more parents than the search could."""
    if start is None:
        return
    count = start.sum(axis=0)
    j = int(np.argmax(count))
    if count[j] > limit:
        raise ValueError(
            f"whitelist and ini_adj_matrix must give each node at most {limit} parents ({why}), "
            f"got {count[j]} for {nodes[j]!r}"
        )


# Names of arguments

_CALLED_OTHERWISE = {  # elsewhere, by the name of the argument here
    "Y": ("X", "data", "df", "x"),
    "n_boot": ("B", "nboot", "n_bootstrap", "n_bootstraps", "bootstrap", "n_resamples",
               "n_replicates", "n_estimators", "R"),
    "seed": ("random_state", "rng", "random_seed", "rseed", "generator"),
    "n_jobs": ("n_workers", "workers", "n_cores", "cores", "ncores", "n_threads", "threads",
               "num_threads", "num_workers", "n_processes", "cluster", "parallel"),
    "progress": ("verbose", "verbosity", "progressbar", "progress_bar", "show_progress", "quiet"),
    "blacklist": ("forbidden", "forbidden_edges", "banned", "black_list", "exclude",
                  "tiers", "tier", "temporal_order", "layers", "allowed", "allowed_edges"),
    "whitelist": ("required", "required_edges", "mandatory", "fixed", "fixed_edges",
                  "white_list", "include"),
    "ini_adj_matrix": ("start", "start_dag", "initial", "init", "init_graph", "initial_graph"),
    "score_type": ("score", "scoring", "scoring_method", "criterion", "penalty"),
    "max_step": ("max_iter", "maxiter", "max_steps", "n_steps", "iterations"),
    "max_parents": ("max_indegree", "max_in_degree", "maxp", "max_degree"),
    "nrestart": ("restart", "restarts", "n_restarts"),
    "EPS": ("tol", "tolerance", "epsilon"),
    "cutoff": ("threshold", "cut", "min_frequency", "min_strength", "frequency", "limit"),
    "nodes": ("names", "labels", "node_names", "columns", "feature_names", "variable_names"),
    "ax": ("axis", "axes"),
    "n": ("n_samples", "size", "rows"),
    "p": ("n_nodes", "n_variables", "n_features"),
}
_REMARKS = {
    "tiers": " There are no tiers: list the edges from later to earlier nodes",
    "allowed": " List all other edges",
    "quiet": " Write progress=False",
    "threshold": " It is (1 - threshold) / 2",
}
_REMARKS |= dict.fromkeys(("tier", "temporal_order", "layers"), _REMARKS["tiers"])
_REMARKS["allowed_edges"] = _REMARKS["allowed"]
_OF_AGGREGATION = ("cutoff", "alpha", "method", "time_limit", "boot_adj")


def _suggestion(name: str, known: Sequence[str]) -> str:
    """Say which argument an unknown name stands for, or where it belongs."""
    for here, elsewhere in _CALLED_OTHERWISE.items():
        if here in known and name in elsewhere:
            return f"; did you mean {here!r}?{_REMARKS.get(name, '')}"
    if name in _OF_AGGREGATION:
        return f"; {name} is an argument of score_shd() and aggregation_path()"
    return nearest(name, known)


def accepts_dots(function: Function) -> Function:
    """Let a function take R's dotted argument names; an unknown name says what there is."""
    known = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def wrapper(*args: Any, **given: Any) -> Any:
        arguments: dict[str, Any] = {}
        for name, value in given.items():
            plain = name.replace(".", "_")
            if plain not in known:
                raise TypeError(
                    f"{function.__name__}() got an unexpected keyword argument {name!r}"
                    f"{_suggestion(plain, known)}"
                )
            if plain in arguments:
                raise TypeError(
                    f"{function.__name__}() got multiple values for argument {plain!r}"
                )
            arguments[plain] = value
        return function(*args, **arguments)

    return cast(Function, wrapper)
