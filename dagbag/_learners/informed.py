"""What is known, handed to a learner: by a field of its dataclass or a parameter of its call."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

from .._input.applied_knowledge import AppliedKnowledge
from .._input.checks import check_max_parents
from .._input.constraints import applied_lists, check_constant_edges, check_start_size
from .._input.data import Data
from .._input.fixed_graphs import given_graph
from .._input.knowledge import takes_no_knowledge
from .._runs.jobs import Tell
from .._search.crossprod import standardize
from ..knowledge import Knowledge, known_of

FIELD = "knowledge"
LISTS = ("blacklist", "whitelist", "tiers")  # of a learner of this package


def informed(
    learner: Callable[..., Any], known: AppliedKnowledge | None, data: Data
) -> tuple[Callable[..., Any], AppliedKnowledge | None, Tell | None]:
    """Return a learner that knows, all that it knows, and how to tell it on each resample.

    What it knows has the lists and the knowledge that a learner of this package came with.
    """
    in_field = _has_field(learner)
    tell: Tell | None = None
    if in_field:
        own = _own(learner, data)
        if known is not None:
            known = known if own is None else known.merge(own)
            learner = dataclasses.replace(learner, **{FIELD: known})  # type: ignore[type-var]
        else:
            known = own
        if _is_ours(learner):
            lists = {name: given_graph(getattr(learner, name, None)) for name in LISTS}
            told, known = known, applied_lists(data.nodes, known, **lists)
            if known is not None:  # before a search, not in the first of many
                limit = check_max_parents(getattr(learner, "max_parents", None), data.p)
                check_start_size(known.whitelist, limit, "max_parents", data.nodes, told)
        tell = _tell_field
    elif known is not None:
        if not _has_parameter(learner):
            raise takes_no_knowledge(learner)
        tell = _tell_parameter
    if known is not None and known.whitelist.any():
        constant = standardize(data.values).constant
        check_constant_edges(known.whitelist, constant, data.nodes, known)
    return learner, known, tell


def with_labels(learner: Callable[..., Any], data: Data) -> Callable[..., Any]:
    """Return a learner that knows by the labels of data what it was told by position, if any."""
    own = _own(learner, data) if _has_field(learner) else None
    return learner if own is None else dataclasses.replace(learner, **{FIELD: own})  # type: ignore[type-var]


def _own(learner: object, data: Data) -> AppliedKnowledge | None:
    """Return what a learner came with; a field of that name may be about something else."""
    value = getattr(learner, FIELD)
    ours = _is_ours(learner) or isinstance(value, (Knowledge, AppliedKnowledge))
    return known_of(value, data.nodes) if ours else None


def _has_field(learner: object) -> bool:
    if not dataclasses.is_dataclass(learner) or isinstance(learner, type):
        return False
    return any(field.name == FIELD and field.init for field in dataclasses.fields(learner))


def _is_ours(learner: object) -> bool:
    return type(learner).__module__.partition(".")[0] == __name__.partition(".")[0]


def _has_parameter(learner: Callable[..., Any]) -> bool:
    try:
        return FIELD in inspect.signature(learner).parameters
    except (TypeError, ValueError):  # built-in functions may have none
        return False


def _tell_field(learner: Any, known: AppliedKnowledge) -> tuple[Any, dict[str, Any]]:
    """Let the field have all; lists by index would be wrong for columns in another order."""
    named = {field.name for field in dataclasses.fields(learner)} if _is_ours(learner) else set()
    lists: dict[str, Any] = {name: None for name in LISTS if name in named}
    return dataclasses.replace(learner, **lists, **{FIELD: known}), {}


def _tell_parameter(learner: Any, known: AppliedKnowledge) -> tuple[Any, dict[str, Any]]:
    return learner, {FIELD: known}
