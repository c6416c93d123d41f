"""What files hold, checked by its meaning: a checksum tells damage, not who made the file.

Ensembles and checkpoints may come from strangers. Nothing in them is run, no length in them is
believed before it is compared with the bytes there are, and what they say must be what this
package could have written: graphs without cycles, each edge once and in order, counts in range.
Anything else is a ValueError with the reason; the caller names the file.
"""

from __future__ import annotations

import errno
import json
import math
import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from .._dag.edges import edge_keys
from .._dag.order import cycle_text, find_cycle, strong_components
from .._dag.types import Node
from .._input.applied_knowledge import AppliedKnowledge, required_cycles
from .._input.memory import available_memory
from .._input.words import edge_text, listing, show
from .replicates import Replicate, check_state

LIBRARIES = (None, "pandas", "polars")
_LARGEST_HEADER = 10_000  # bytes of a header of numpy's
_LARGE_PENALTY = 1e200  # that of all edges of a large graph is finite below it
_COUNTS = {"steps": -1, "distinct_rows": -1, "saturated": 0, "constant": 0, "collinear": 0}
_OF_NODES = ("saturated", "constant", "collinear")  # at most p

Arrays = Mapping[str, npt.NDArray[Any]]


# Archives of arrays


def read_arrays(file: IO[bytes], kinds: Mapping[str, str]) -> dict[str, npt.NDArray[Any]]:
    """Read an ``.npz`` archive that must hold these arrays and no others.

    Parameters
    ----------
    file : binary file
    kinds : mapping of str to str
        Kind and bytes of an element, as ``"i4"``, for each array; ``"U"`` for text.

    Returns
    -------
    dict of str to ndarray

    Raises
    ------
    ValueError
        If it is something else, or would not fit into memory.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            _check_members(members, kinds)
            return {
                member.filename.removesuffix(".npy"): _read_array(archive, member, kinds)
                for member in members
            }
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError) as error:
        raise ValueError(f"it is no archive of arrays, or damaged ({error})") from None
    except RuntimeError as error:  # an encrypted archive
        raise ValueError(f"it is no archive of arrays ({error})") from None
    except OSError as error:
        raise _seek_error(error) from None


def read_format(file: IO[bytes]) -> int:
    """Return the number of the format, whatever else is in the archive."""
    try:
        with zipfile.ZipFile(file) as archive:
            found = _read_array(archive, archive.getinfo("format.npy"), {"format": "i8"})
    except KeyError:
        raise ValueError("it has other arrays in it") from None
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"it is no archive of arrays, or damaged ({error})") from None
    except OSError as error:
        raise _seek_error(error) from None
    if found.shape != ():
        raise ValueError("its format is not a number")
    return int(found)


def _seek_error(error: OSError) -> Exception:
    """Return a ValueError for a place in the file that its damaged directory puts outside it."""
    if error.errno == errno.EINVAL:
        return ValueError("it is no archive of arrays, or damaged (a place in it is outside)")
    return error


def _check_members(members: list[zipfile.ZipInfo], kinds: Mapping[str, str]) -> None:
    names = [member.filename for member in members]
    wanted = {f"{name}.npy" for name in kinds}
    if len(set(names)) < len(names) or set(names) != wanted:
        other = sorted(set(names) ^ wanted) or sorted(names)
        raise ValueError(f"it must hold {len(wanted)} arrays, each once; see {listing(other, 3)}")
    size, available = sum(member.file_size for member in members), available_memory()
    if size > available / 2:
        raise ValueError(
            f"its arrays take {size / 1e9:.1f} GB, and {available / 1e9:.1f} GB are available"
        )


def _read_array(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, kinds: Mapping[str, str]
) -> npt.NDArray[Any]:
    """Read an array whose header fits the bytes there are."""
    name = member.filename.removesuffix(".npy")
    with archive.open(member) as file:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError(f"{name} is of another version of numpy's format")
        shape, turned, dtype = _read_header(file, name)
        _check_kind(name, dtype, kinds[name])
        count = 1
        for extent in shape:
            count *= extent
        if count < 0 or count * dtype.itemsize != member.file_size - file.tell():
            raise ValueError(f"{name} of shape {shape} does not fit its bytes")
        data = file.read()  # to the end, where the checksum is compared
    array = np.frombuffer(data, dtype=dtype).reshape(shape, order="F" if turned else "C")
    return array.astype(dtype.newbyteorder("="))


def _read_header(file: IO[bytes], name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Read a header; numpy would advise to trust one that is too long."""
    try:
        return np.lib.format.read_array_header_1_0(file, max_header_size=_LARGEST_HEADER)
    except ValueError:
        raise ValueError(
            f"{name} has no header of numpy's, or one of more than {_LARGEST_HEADER:,} bytes"
        ) from None


def _check_kind(name: str, dtype: np.dtype[Any], kind: str) -> None:
    found = "U" if dtype.kind == "U" and kind == "U" else f"{dtype.kind}{dtype.itemsize}"
    if found != kind:
        raise ValueError(f"{name} must be an array of kind {kind}, got {dtype}")


# Labels and settings


def labels_of(text: str) -> tuple[Node, ...]:
    """Return the labels of nodes from JSON: texts, numbers, tuples of them, all different."""
    found = json.loads(text)
    if not isinstance(found, list) or not found:
        raise ValueError("nodes are no list of labels")
    nodes = tuple(_label(value) for value in found)
    unequal = sum(node != node for node in nodes)  # NaN
    if len(set(nodes)) < len(nodes) or unequal > 1:
        raise ValueError("nodes must be labelled differently")
    return nodes


def _label(value: Any) -> Node:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, dict) and list(value) == ["tuple"] and isinstance(value["tuple"], list):
        return tuple(map(_label, value["tuple"]))
    raise ValueError(f"a node cannot be labelled {show(value)}")


def settings_of(text: str) -> dict[str, Any]:
    """Return settings from JSON: texts, numbers, True, False or None by name."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("settings are no mapping")
    for name, value in found.items():
        if value is not None and not isinstance(value, (str, int, float)):
            raise ValueError(f"setting {show(name)} cannot be {show(value)}")
    return found


def library_of(text: str) -> str | None:
    """Return the library that tables are made with: one of those this package knows."""
    found = json.loads(text)
    if found is not None and (not isinstance(found, str) or found not in LIBRARIES):
        raise ValueError(f"library must be pandas, polars or none, got {show(found)}")
    return found


# Replicates


def check_edges(
    edges: npt.NDArray[Any],
    lengths: npt.NDArray[np.int64],
    nodes: tuple[Node, ...],
    named: Callable[[int], str],
) -> None:
    """Refuse replicates that are not DAGs with each edge once, by target, then source.

    Parameters
    ----------
    edges : integer ndarray of shape (n_edges, 2)
        Rows (source, target) of all replicates, one after the other.
    lengths : ndarray of int of shape (B,)
        Edges of each replicate, not negative, n_edges in all.
    nodes : tuple
    named : function
        What to call replicate k in messages.
    """
    p = len(nodes)
    which = np.repeat(np.arange(len(lengths)), lengths)
    outside = ((edges < 0) | (edges >= p)).any(axis=1)
    if outside.any():
        k = int(np.argmax(outside))
        raise ValueError(
            f"{named(which[k])} has an edge {tuple(edges[k].tolist())}, but nodes are 0..{p - 1}"
        )
    loops = edges[:, 0] == edges[:, 1]
    if loops.any():
        k = int(np.argmax(loops))
        raise ValueError(
            f"{named(which[k])} has the self loop {edge_text(edges[k, 0], edges[k, 1], nodes)}"
        )
    keys = edge_keys(edges, p)
    disorder = (np.diff(keys) <= 0) & (np.diff(which) == 0)
    if disorder.any():
        k = int(np.argmax(disorder)) + 1
        twice = "twice" if keys[k] == keys[k - 1] else "out of order"
        raise ValueError(
            f"{named(which[k])} has {edge_text(edges[k, 0], edges[k, 1], nodes)} {twice}"
        )
    _check_acyclic(edges, which, nodes, named)


def _check_acyclic(
    edges: npt.NDArray[Any],
    which: npt.NDArray[np.int64],
    nodes: tuple[Node, ...],
    named: Callable[[int], str],
) -> None:
    """Refuse cycles: all graphs at once, as one; a million edges take 0.2 s."""
    if not len(edges):
        return
    p = len(nodes)
    placed = edges + (which * p)[:, np.newaxis]
    size = (int(which[-1]) + 1) * p
    if size > 4 * len(edges) + 1_000_000:  # most nodes have no edge
        _, numbered = np.unique(placed, return_inverse=True)
        placed = numbered.reshape(-1, 2)
        size = 2 * len(edges)
    component = strong_components(placed, size)
    inner = component[placed[:, 0]] == component[placed[:, 1]]
    if inner.any():
        first = int(which[inner].min())
        cycle = find_cycle(edges[which == first].astype(np.int64), p)
        assert cycle is not None
        raise ValueError(f"{named(first)} has the cycle {cycle_text(cycle, nodes)}")


def known_of_bits(
    forbidden: npt.NDArray[np.uint8], required: npt.NDArray[np.uint8], nodes: tuple[Node, ...]
) -> AppliedKnowledge:
    """Return the knowledge of packed bits: that a DAG can honour, and nothing of a node itself."""
    p = len(nodes)
    lists = []
    for name, bits in (("forbidden", forbidden), ("required", required)):
        if bits.shape != ((p * p + 7) // 8,):
            raise ValueError(f"{name} has no bit for each pair of {p} nodes")
        matrix = np.unpackbits(bits)
        if matrix[p * p :].any():
            raise ValueError(f"{name} has more bits than there are pairs")
        lists.append(matrix[: p * p].reshape(p, p).astype(bool))
        if np.diag(lists[-1]).any():
            raise ValueError(f"{name} has a self loop")
    black, white = lists
    if (black & white).any():
        source, target = np.argwhere(black & white)[0].tolist()
        raise ValueError(f"{edge_text(source, target, nodes)} is both required and forbidden")
    for text in required_cycles(white, nodes):
        raise ValueError(text)
    return AppliedKnowledge(nodes, black, white)


def check_honours(
    known: AppliedKnowledge,
    edges: npt.NDArray[Any],
    lengths: npt.NDArray[np.int64],
    named: Callable[[int], str],
) -> None:
    """Refuse replicates against what is known; see `check_edges`, which comes first."""
    which = np.repeat(np.arange(len(lengths)), lengths)
    source, target = edges.T
    barred = known.blacklist[source, target]
    if barred.any():
        k = int(np.argmax(barred))
        raise ValueError(
            f"{named(which[k])} has {edge_text(source[k], target[k], known.nodes)}, which is "
            "forbidden"
        )
    there = np.bincount(which[known.whitelist[source, target]], minlength=len(lengths))
    lacking = there < known.whitelist.sum()
    if lacking.any():
        raise ValueError(f"{named(int(np.argmax(lacking)))} lacks edges that are required")


def check_counts(fields: Arrays, p: int, named: Callable[[int], str]) -> None:
    """Refuse counts of replicates that are negative, or larger than the number of nodes."""
    for name, least in _COUNTS.items():
        counts = fields[name]
        wrong = counts < least
        if name in _OF_NODES:
            wrong |= counts > p
        if wrong.any():
            k = int(np.argmax(wrong))
            raise ValueError(f"{named(k)} cannot have {name} {counts[k]}")


def check_replicates(
    replicates: Mapping[int, Replicate],
    nodes: tuple[Node, ...],
    most_rows: int,
    *,
    in_turn: bool,
    settings: Mapping[str, Any],
) -> None:
    """Refuse replicates that no run on these nodes could have finished.

    Parameters
    ----------
    replicates : mapping of int to Replicate
        By their number, for messages.
    nodes : tuple
    most_rows : int
        Rows of a resample.
    in_turn : bool
        Whether each replicate has to say where it left the random stream.
    settings : mapping of str to object
        Of the run, which say how far its searches could go.
    """
    numbers = list(replicates)

    def named(k: int) -> str:
        return f"replicate {numbers[k]}"

    found = list(replicates.values())
    for k, replicate in enumerate(found):
        if replicate.distinct_rows > most_rows:
            raise ValueError(f"{named(k)} cannot have distinct_rows {replicate.distinct_rows}")
        if (replicate.state is not None) is not in_turn:
            raise ValueError(f"{named(k)} belongs to another kind of run")
        if replicate.state is not None:
            check_state(replicate.state)
    lengths = np.array([len(replicate.edges) for replicate in found], dtype=np.int64)
    edges = np.concatenate([np.empty((0, 2), np.int32), *(r.edges for r in found)])
    check_edges(edges, lengths, nodes, named)
    fields = {name: np.array([getattr(r, name) for r in found], dtype=np.int64) for name in _COUNTS}
    check_counts(fields, len(nodes), named)
    if "max_step" in settings:
        _check_searches(found, settings, named)


def _check_searches(
    found: Iterable[Replicate], settings: Mapping[str, Any], named: Callable[[int], str]
) -> None:
    """Refuse what hill climbing does not leave untold, and more steps than it may take."""
    restarts = settings["nrestart"]
    huge = settings["prior"] is not None or settings["penalty"] > _LARGE_PENALTY
    most_steps = (restarts + 1) * settings["max_step"] + restarts * settings["perturb"]
    for k, replicate in enumerate(found):
        if not 0 <= replicate.steps <= most_steps:
            raise ValueError(
                f"{named(k)} cannot have steps {replicate.steps}: its run takes 0 to {most_steps}"
            )
        if replicate.distinct_rows < 1:
            raise ValueError(f"{named(k)} cannot have distinct_rows {replicate.distinct_rows}")
        if not math.isfinite(replicate.score) and not (huge and replicate.score == math.inf):
            raise ValueError(f"{named(k)} cannot have score {replicate.score}")
