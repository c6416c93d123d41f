"""Knowledge by name: its arguments made comparable, and applied to the nodes of data.

An edge is kept as a (source, target) pair of names, patterns or groups; a matrix or labelled frame
as a `FixedGraph`. What is wrong is collected, not raised one by one.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from .._dag.edges import matrix_edges
from .._dag.types import BoolArray, Node
from ..exceptions import KnowledgeError
from .applied_knowledge import AppliedKnowledge, required_cycles
from .fixed_graphs import FixedGraph, fix_graph
from .frames import frame_library
from .graphs import read_matrix
from .knowledge_text import edges_of_text
from .labels import index_of, take_indices
from .words import edge_text, nearest, show

Pair = tuple[Any, Any]
EDGES = ("required", "forbidden", "allowed")
ARGUMENTS = (*EDGES, "tiers", "within_tiers", "roots", "leaves", "groups")
MAGIC = re.compile(r"[*?\[]")
RING = "groups refer to each other in a ring"
DEEPEST = 50  # groups in groups


# Arguments made comparable


def fix_edges(value: Any, name: str) -> tuple[Pair | FixedGraph, ...] | None:
    """Return edges as a tuple of pairs, or of one graph that compares by value; None for None."""
    if value is None:
        return None
    if isinstance(value, str):
        value = [value]
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, Mapping):
        raise TypeError(f"{name} must be a graph or a list of pairs of names, got {show(value)}")
    if isinstance(value, tuple) and len(value) == 2 and all(map(_is_bare, value)):
        raise ValueError(
            f"{name} must be a list of edges, got the one pair {show(value)}: write [{show(value)}]"
        )
    if isinstance(value, (list, tuple)) and any(isinstance(v, (str, FixedGraph)) for v in value):
        return _stated(name, (pair for part in value for pair in _parts(part, name)))
    fixed = fix_graph(value, name)
    if isinstance(fixed, FixedGraph):
        return (fixed,)
    return _stated(name, (_pair(part, name) for part in fixed))


def _is_bare(value: Any) -> bool:
    """Whether something is a name alone, and no edge written as a text."""
    return isinstance(value, str) and "->" not in value and "--" not in value


def _stated(name: str, parts: Iterable[Any]) -> tuple[Any, ...] | None:
    """Return each once; none at all are the same as nothing given, but for allowed ones."""
    return tuple(dict.fromkeys(parts)) or (() if name == "allowed" else None)


def _parts(part: Any, name: str) -> list[Any]:
    if isinstance(part, str):
        return _text_edges(part, name)
    return [part if isinstance(part, FixedGraph) else _pair(part, name)]


def _text_edges(text: str, name: str) -> list[Pair]:
    try:
        return edges_of_text(text, name)
    except ValueError as error:
        raise ValueError(
            f"{name} must have edges such as ('a', 'b') or 'a -> b', got {show(text)}: {error}"
        ) from None


def _pair(part: Any, name: str) -> Pair:
    if isinstance(part, (list, tuple, np.ndarray)) and len(part) == 2:
        return _name(part[0], name), _name(part[1], name)
    raise ValueError(f"{name} must have edges such as ('a', 'b') or 'a -> b', got {show(part)}")


def _name(value: Any, name: str) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (bool, type(None))) or not isinstance(value, Hashable):
        raise TypeError(f"{name} must name nodes, patterns or groups, got {show(value)}")
    return value


def fix_names(value: Any, name: str) -> tuple[Any, ...] | None:
    """Return names of nodes, patterns or groups as a tuple; a single one may stand alone."""
    if value is None:
        return None
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, (str, int, np.integer)) or not isinstance(value, Iterable):
        value = (value,)
    if isinstance(value, Mapping):
        raise TypeError(f"{name} must be names of nodes, patterns or groups, got {show(value)}")
    return tuple(dict.fromkeys(_name(part, name) for part in value)) or None


def fix_groups(value: Any) -> tuple[tuple[str, tuple[Any, ...]], ...] | None:
    """Return groups as a tuple of (name, members)."""
    if value is None:
        return None
    rule = "groups must be a dict of names and lists of nodes or patterns"
    if not isinstance(value, Mapping):
        if not isinstance(value, tuple) or not all(
            isinstance(each, tuple) and len(each) == 2 for each in value
        ):
            raise TypeError(f"{rule}, got {show(value)}")
        value = dict(value)
    for group in value:
        if not isinstance(group, str) or not group:
            raise TypeError(f"{rule}, got the name {show(group)}")
    return tuple((group, fix_names(value[group], "groups") or ()) for group in value) or None


def fix_tiers_within(tiers: Any, within: Any) -> tuple[Any, bool | tuple[int, ...]]:
    """Return tiers as tuples, the earliest first, and the numbers of those with edges inside."""
    rule = "tiers must be a list of lists of nodes, the earliest first, or a dict of numbers"
    by_number: dict[Any, tuple[Any, ...]] = {}
    if isinstance(tiers, Mapping):
        if not all(_is_number(number) for number in tiers.values()):
            raise TypeError(f"{rule}, got {show(tiers)}")
        for number in sorted(set(tiers.values())):
            of_number = (node for node, own in tiers.items() if own == number)
            by_number[number] = fix_names(list(of_number), "tiers") or ()
    elif (
        isinstance(tiers, (str, set, frozenset))
        or not isinstance(tiers, Iterable | None)
        or frame_library(tiers) is not None
    ):
        raise TypeError(f"{rule}, got {show(tiers)}")
    else:
        for number, tier in enumerate(() if tiers is None else tiers, 1):
            if tier is None:
                raise TypeError(f"{rule}, got None in it")
            by_number[number] = fix_names(tier, "tiers") or ()
    inside = _check_within(within, list(by_number))
    kept = [number for number, tier in by_number.items() if tier]
    places = tuple(place for place, number in enumerate(kept, 1) if number in inside)
    if not kept:  # the tiers may be stated elsewhere
        return None, not isinstance(within, (bool, np.bool_)) or bool(within)
    return (
        tuple(by_number[number] for number in kept),
        len(places) == len(kept) or places or False,
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _check_within(within: Any, numbers: list[Any]) -> list[Any]:
    """Return the numbers of the tiers that may have edges inside."""
    if isinstance(within, (bool, np.bool_)):
        return numbers if within else []
    rule = "within_tiers must be True, False, or numbers of tiers that may have edges inside"
    if isinstance(within, (str, Mapping)) or not isinstance(within, Iterable):
        raise TypeError(f"{rule}, got {show(within)}")
    found = list(within)
    for number in found:
        if not _is_number(number):
            raise TypeError(f"{rule}, got {show(number)}")
        if number not in numbers:
            told = ", ".join(f"{each}" for each in numbers) or "none, as there are no tiers"
            raise ValueError(f"{rule}, got {show(number)}; their numbers are {told}")
    return found


def check_form(value: Any, kinds: tuple[type, ...]) -> str:
    """Return what ``knowledge=`` was given as: "known", "arguments" or "path"."""
    if isinstance(value, kinds):
        return "known"
    if isinstance(value, Mapping):
        for name in value:
            if name not in ARGUMENTS:
                hint = nearest(str(name), ARGUMENTS)
                raise TypeError(
                    f"knowledge must have the arguments {', '.join(ARGUMENTS)}, got {show(name)}"
                    f"{hint}"
                )
        return "arguments"
    if isinstance(value, (str, os.PathLike)):
        return "path"
    raise TypeError(
        "knowledge must be a Knowledge, a dict of its arguments or the path of its text file, "
        f"got {show(value)}"
    )


def check_other(value: Any, kind: type) -> Any:
    """Return knowledge to be put together with other."""
    if not isinstance(value, kind):
        how = ": write Knowledge(**other)" if isinstance(value, Mapping) else ""
        raise TypeError(f"other must be a Knowledge, got {show(value)}{how}")
    return value


def check_no_knowledge(value: object, learner: str, instead: str) -> None:
    """Refuse knowledge that a learner cannot honour."""
    if value is not None:
        raise TypeError(
            f"{learner} cannot honour knowledge, got {show(value)}; {instead} searches the same "
            "classes of graphs and does"
        )


def takes_no_knowledge(learner: object) -> TypeError:
    """Say that a learner has no place for what is known."""
    name = getattr(learner, "__qualname__", type(learner).__qualname__)
    return TypeError(
        f"learner must be able to take the knowledge, but {name} has "
        "no parameter knowledge (and is no dataclass with such a field); give it one, and honour "
        "its blacklist and whitelist"
    )


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of both together; what cannot be put together is an error."""
    found: dict[str, Any] = {}
    for name in ("required", "forbidden", "roots", "leaves"):
        both = [value for value in (first[name], second[name]) if value is not None]
        found[name] = tuple(dict.fromkeys(each for value in both for each in value)) or None
    for name in ("allowed", "tiers"):
        mine, theirs = first[name], second[name]
        if mine is not None and theirs is not None and mine != theirs:
            raise ValueError(
                f"knowledge can be put together if one of the two has {name}, or both the same, "
                "got two; state them in one place"
            )
        found[name] = theirs if mine is None else mine
    found["within_tiers"] = _merged_within(first, second)
    groups = dict(first["groups"] or ())
    for group, members in second["groups"] or ():
        if groups.setdefault(group, members) != members:
            raise ValueError(
                f"knowledge can be put together if groups of one name have the same members, got "
                f"two of the name {group!r}"
            )
    found["groups"] = tuple(groups.items()) or None
    return found


def _merged_within(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool | tuple[int, ...]:
    """Return which tiers have edges inside; one without tiers may say that the other's have none.

    That they may have, which is the default, it does not say.
    """
    of_tiers = {each["within_tiers"] for each in (first, second) if each["tiers"] is not None}
    elsewhere = {each["within_tiers"] for each in (first, second) if each["tiers"] is None}
    if False in elsewhere:
        of_tiers = {False} | (of_tiers - {True})
    if len(of_tiers) > 1:
        raise ValueError("knowledge can be put together if within_tiers is the same in both")
    return of_tiers.pop() if of_tiers else True


# Applied to nodes


class Found(NamedTuple):
    """The nodes that a name stands for, and whether it is the name of one."""

    members: tuple[int, ...]
    single: bool


class _Names:
    """Names, patterns and groups looked up among nodes; what is wrong is collected."""

    def __init__(
        self,
        nodes: tuple[Node, ...],
        groups: Mapping[str, tuple[Any, ...]],
        lines: Mapping[Any, int],
    ) -> None:
        self.nodes = nodes
        self.position = {node: k for k, node in enumerate(nodes)}
        self.groups = groups
        self.lines = lines  # of a text file, by (section, entry)
        self.wrong: dict[str, None] = {}  # in the order in which they were found
        self._found: dict[Any, Found | str] = {}
        self._opened: dict[str, Found | str] = {}  # groups, each opened once

    def say(self, text: str, section: str, entry: Any = None) -> None:
        """Note that something is wrong, and where it stands."""
        line = self.lines.get((section, entry))
        self.wrong[text if line is None else f"line {line}: {text}"] = None

    def find(self, name: Any, section: str, entry: Any = None) -> Found:
        """Return the nodes that a name stands for; none, with a note, if there are none."""
        key = (type(name), name)
        if key not in self._found:
            self._found[key] = self._look_up(name, ())
        found = self._found[key]
        if isinstance(found, str):
            self.say(f"{section}: {found}", section, entry)
            return Found((), single=False)
        return found

    def _look_up(self, name: Any, through: tuple[str, ...]) -> Found | str:
        if name in self.position:
            return Found((self.position[name],), single=True)
        if isinstance(name, str) and name in self.groups:
            return self._group(name, through)
        if isinstance(name, str) and MAGIC.search(name):
            pattern = re.compile(fnmatch.translate(name))
            texts = [(k, node) for k, node in enumerate(self.nodes) if isinstance(node, str)]
            members = tuple(k for k, node in texts if pattern.match(node))
            if members:
                return Found(members, single=False)
            hint = nearest(MAGIC.sub("", name), [str(node) for _, node in texts]) if texts else ""
            return f"the pattern {name!r} matches no node{hint}"
        if isinstance(name, int):
            if str(name) in self.position:
                at = self.position[str(name)]
                if at != name and 0 <= name < len(self.nodes):
                    other = self.nodes[name]
                    return (
                        f"{name} may be the node '{name}' or the node at position {name}, "
                        f"{other!r}; write the text '{name}' or {other!r}, in a file in double "
                        "quotes"
                    )
                return Found((at,), single=True)
            if take_indices(self.nodes) and 0 <= name < len(self.nodes):
                return Found((index_of(name, self.position, "knowledge", "Y"),), single=True)
        known = [*(str(node) for node in self.nodes), *self.groups]
        hint = nearest(str(name), known)
        if isinstance(name, int) and not hint:
            hint = f"; there are {len(self.nodes)} nodes"
        elif self.nodes == tuple(range(len(self.nodes))):
            hint = f"; the data have no names, their nodes are 0 to {len(self.nodes) - 1}"
        return f"{name!r} is no node{' and no group' * bool(self.groups)}{hint}"

    def _group(self, name: str, through: tuple[str, ...]) -> Found | str:
        if name in self._opened:
            return self._opened[name]
        found = self._open(name, through)
        self._opened[name] = found
        return found

    def _open(self, name: str, through: tuple[str, ...]) -> Found | str:
        """Look up the members of a group that was come upon through others."""
        if len(through) == DEEPEST:
            return f"groups are nested deeper than {DEEPEST}"
        if name in through:
            knot = through[through.index(name) :]
            first = knot.index(min(knot))  # the same ring is told once
            ring = (*knot[first:], *knot[: first + 1])
            return f"{RING}: {' -> '.join(map(repr, ring))}"
        members: dict[int, None] = {}
        for member in self.groups[name]:
            found = self._look_up(member, (*through, name))
            if isinstance(found, str):
                return found if found.startswith(RING) else f"in the group {name!r}, {found}"
            members.update(dict.fromkeys(found.members))
        return Found(tuple(members), single=False)


def apply_knowledge(
    given: Mapping[str, Any],
    nodes: tuple[Node, ...],
    lines: Mapping[Any, int],
    of: str = "knowledge",
) -> AppliedKnowledge:
    """Return what arguments, made comparable, say of nodes; all that is wrong is one error.

    Parameters
    ----------
    given : mapping
        The arguments of `Knowledge` by name.
    nodes : tuple
    lines : mapping
        The lines of a text file by (section, entry), for messages.
    of : str, default "knowledge"
        What messages begin with.
    """
    groups = dict(given["groups"] or ())
    names = _Names(nodes, groups, lines)
    for group in groups:
        if group in names.position:
            names.say(f"groups: {group!r} is the name of a node, too", "groups", group)
        names.find(group, "groups", group)
    p = len(nodes)
    loops = np.eye(p, dtype=bool)
    required = _matrix(given["required"], "required", names)
    forbidden = _matrix(given["forbidden"], "forbidden", names)
    if given["within_tiers"] is False and given["tiers"] is None:
        names.say("within_tiers without tiers: say which nodes are in which tier", "tiers")
    tier_of = _tiers(given["tiers"], names)
    named = tier_of > 0
    earlier = named[:, np.newaxis] & named & (tier_of[:, np.newaxis] < tier_of)
    within = given["within_tiers"]
    closed = named if within is False else named & ~np.isin(tier_of, within)
    if within is True:
        closed = np.zeros(p, dtype=bool)
    inside = closed[:, np.newaxis] & closed & (tier_of[:, np.newaxis] == tier_of) & ~loops
    roots = _mask(given["roots"], "roots", names)
    leaves = _mask(given["leaves"], "leaves", names)
    barred = forbidden | earlier.T | inside
    barred[:, roots] = True
    barred[leaves] = True
    if given["allowed"] is not None:
        barred |= ~(_matrix(given["allowed"], "allowed", names) | required)
    barred &= ~loops
    for source, target in matrix_edges(required & barred).tolist():
        edge = f"required {edge_text(source, target, nodes)}"
        for against, why in (
            (forbidden[source, target], "is forbidden, too"),
            (
                earlier[target, source],
                f"leads from tier {tier_of[source]} back to tier {tier_of[target]}",
            ),
            (
                inside[source, target],
                f"is inside tier {tier_of[source]}, which is to have no edges",
            ),
            (roots[target], f"leads to {nodes[target]!r}, which is to have no parents (roots)"),
            (leaves[source], f"leaves {nodes[source]!r}, which is to have no children (leaves)"),
        ):
            if against:
                names.say(f"{edge} {why}", "required", (nodes[source], nodes[target]))
    for text in required_cycles(required, nodes):
        names.say(text, "required")
    if names.wrong:
        raise KnowledgeError(names.wrong, of)
    return AppliedKnowledge(nodes, barred, required, earlier if named.any() else None)


def _matrix(parts: Any, section: str, names: _Names) -> BoolArray:
    p = len(names.nodes)
    found = np.zeros((p, p), dtype=bool)
    for part in parts or ():
        if isinstance(part, FixedGraph):
            try:
                matrix = read_matrix(part.given(), section, names.nodes)
            except ValueError as error:
                names.say(str(error), section)
                continue
            found |= np.zeros((p, p), dtype=bool) if matrix is None else matrix
            continue
        sources = names.find(part[0], section, part)
        targets = names.find(part[1], section, part)
        if section == "required" and sources.single and sources == targets:
            names.say(
                f"required: {names.nodes[sources.members[0]]!r} leads to itself", section, part
            )
        found[np.ix_(sources.members, targets.members)] = True
    np.fill_diagonal(found, False)
    return found


def _mask(members: Any, section: str, names: _Names) -> BoolArray:
    mask = np.zeros(len(names.nodes), dtype=bool)
    for name in members or ():
        mask[list(names.find(name, section, name).members)] = True
    return mask


def _tiers(tiers: Any, names: _Names) -> Any:
    """Return the tier of each node, counted from 1; 0 if it is in none."""
    tier_of = np.zeros(len(names.nodes), dtype=np.int64)
    for number, tier in enumerate(tiers or (), 1):
        for name in tier:
            for k in names.find(name, "tiers", name).members:
                if tier_of[k] not in (0, number):
                    names.say(
                        f"tiers: {names.nodes[k]!r} is in tier {tier_of[k]} and in tier {number}",
                        "tiers",
                        name,
                    )
                tier_of[k] = tier_of[k] or number
    return tier_of
