"""What is known before the data are looked at, by name: given once, honoured everywhere.

:class:`Knowledge` says which edges must be there, which must not, and in which order nodes stand.
As ``knowledge=`` it is taken by :func:`dagbag.score`, :func:`dagbag.bag`,
:func:`dagbag.score_shd`, :func:`dagbag.aggregation_path` and every learner of
:mod:`dagbag.learners`; a dict of its arguments or the path of its text file will do, too. An
ensemble keeps what it was learned with, so that its aggregation honours it without being told
again.

The text file has sections in brackets, one thing to a line, and comments after ``#``::

    [groups]
    cytokines: IL6, TNF, IL1*
    [tiers]
    SNP_*
    cytokines
    [required]
    SNP_1 -> IL6
    [forbidden]
    IL6 -- TNF
    [roots]
    age, sex

``x -> y`` is an edge, ``x -- y`` one in either direction. ``[tiers: no edges within]`` and
``[tiers: edges within 1, 3]`` say which tiers have edges inside; the sections are groups, tiers,
required, forbidden, allowed, roots and leaves. A name with a comma, a colon, an arrow or the like
stands in double quotes; a whole number that is a text, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._dag.types import Node
from ._input.applied_knowledge import AppliedKnowledge
from ._input.arguments import hinting
from ._input.knowledge import (
    ARGUMENTS,
    EDGES,
    apply_knowledge,
    check_form,
    check_other,
    fix_edges,
    fix_groups,
    fix_names,
    fix_tiers_within,
    merged,
)
from ._input.knowledge_text import parse, read_text_file, text_of, write_text_file
from ._input.labels import check_nodes
from .exceptions import KnowledgeError

__all__ = ["AppliedKnowledge", "Knowledge", "KnowledgeError"]


@dataclass(frozen=True, repr=False)
class Knowledge:
    """What is known of the edges between named nodes.

    Wherever a node is named, a pattern with ``*``, ``?`` or ``[...]`` or the name of a group may
    stand for several: ``"SNP_*"``. A name that is a node's is that node, whatever is in it.
    Patterns are for nodes whose labels are texts; those of an array without names are 0..p-1. A
    number that is no label is the text of that name or, if there is none, a position; where both
    are there and differ, it is a conflict.

    Parameters
    ----------
    required : edges, optional
        Edges that must be there: (source, target) pairs, texts such as ``"a -> b"``, or any form of
        a graph, such as a matrix or a labelled frame.
    forbidden : edges, optional
        Edges that must not. ``"a -- b"`` forbids both directions.
    allowed : edges, optional
        If given, no other edges may be there than these and the required ones.
    tiers : list of lists of names, or dict, optional
        The earliest tier first, or a dict from names to numbers: no edge leads from a later tier to
        an earlier one. A node in no tier is free.
    within_tiers : bool or list of numbers, default True
        Whether nodes of one tier may be joined; or the numbers of the tiers that may have edges
        inside, counted from 1, or those of the dict. False holds for tiers of other knowledge that
        this is merged with, too.
    roots, leaves : names, optional
        Nodes without parents; nodes without children.
    groups : dict, optional
        Names for several nodes: from a name to a list of nodes, patterns or other groups.

    Notes
    -----
    Nothing is looked up before the nodes are known, when the knowledge is applied. Then all
    conflicts are reported at once, by name (:class:`KnowledgeError`): names and patterns that fit
    no node, nodes of two tiers, cycles of required edges, required edges that are forbidden, lead
    back to an earlier tier, into a root or out of a leaf.

    Tiers, roots and leaves forbid edges, not paths: through a node that is in no tier a path may
    lead back.

    A required edge of a column that is constant in the data is an error, as nothing can be learned
    with it; if the column is constant in a resample only, the edge stays.

    Examples
    --------
    >>> from dagbag import Knowledge
    >>> known = Knowledge(
    ...     roots="SNP_*", leaves=["bmi"], required=["SNP_1 -> IL6"], forbidden=[("IL6", "TNF")]
    ... )
    >>> print(known)
    [required]
    SNP_1 -> IL6
    [forbidden]
    IL6 -> TNF
    [roots]
    SNP_*
    [leaves]
    bmi
    >>> known.apply(["SNP_1", "SNP_2", "IL6", "TNF", "bmi"])
    <AppliedKnowledge: 5 nodes, 1 edge required, 11 of 20 forbidden>
    >>> known.apply(["SNP_1", "IL-6", "TNF", "BMI"])
    Traceback (most recent call last):
    dagbag.exceptions.KnowledgeError: knowledge has 3 conflicts:
      required: 'IL6' is no node; did you mean 'IL-6'?
      forbidden: 'IL6' is no node; did you mean 'IL-6'?
      leaves: 'bmi' is no node; did you mean 'BMI'?
    """

    required: Any = None
    forbidden: Any = None
    allowed: Any = None
    tiers: Any = None
    within_tiers: Any = True
    roots: Any = None
    leaves: Any = None
    groups: Any = None

    def __post_init__(self) -> None:
        for name in EDGES:
            self._set(name, fix_edges(getattr(self, name), name))
        tiers, within = fix_tiers_within(self.tiers, self.within_tiers)
        self._set("tiers", tiers)
        self._set("within_tiers", within)
        for name in ("roots", "leaves"):
            self._set(name, fix_names(getattr(self, name), name))
        self._set("groups", fix_groups(self.groups))
        self._set("_lines", {})  # of a text file, by (section, entry)
        self._set("_of", "knowledge")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in _FIELDS)

    def _given(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ARGUMENTS}

    def apply(self, nodes: Iterable[Node]) -> AppliedKnowledge:
        """Look up all names among nodes.

        Parameters
        ----------
        nodes : sequence of names, or int
            Those of the data; a number stands for 0..p-1.

        Returns
        -------
        AppliedKnowledge

        Raises
        ------
        KnowledgeError
            With all that is wrong.
        """
        return apply_knowledge(
            self._given(),
            check_nodes(nodes),
            self._lines,  # type: ignore[attr-defined]
            self._of,  # type: ignore[attr-defined]
        )

    def merge(self, other: Knowledge) -> Knowledge:
        """Return both together; ``a | b`` does the same.

        Parameters
        ----------
        other : Knowledge
            `tiers` and `allowed` can be those of one of the two only, unless they are the same. If
            the one without tiers has ``within_tiers=False``, those of the other have no edges
            inside.

        Returns
        -------
        Knowledge

        Examples
        --------
        >>> from dagbag import Knowledge
        >>> print(Knowledge(roots="SNP_*") | Knowledge(roots="age", required=["age -> bmi"]))
        [required]
        age -> bmi
        [roots]
        SNP_*
        age
        """
        return Knowledge(**merged(self._given(), check_other(other, Knowledge)._given()))

    def __or__(self, other: object) -> Knowledge:
        return self.merge(other) if isinstance(other, Knowledge) else NotImplemented

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Knowledge:
        """Read a text file, see :mod:`dagbag.knowledge`; what is wrong is told by its line.

        Parameters
        ----------
        path : str or path

        Returns
        -------
        Knowledge

        Raises
        ------
        KnowledgeError
            With all lines that cannot be read.

        Examples
        --------
        See :meth:`write`.
        """
        name = f"knowledge of {Path(path).name}"
        given, lines = parse(read_text_file(path), name)
        known = cls(**given)
        known._set("_lines", lines)
        known._set("_of", name)
        return known

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a text file, which :meth:`read` reads.

        Parameters
        ----------
        path : str or path

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from dagbag import Knowledge
        >>> known = Knowledge(tiers=[["SNP_*"], ["IL6", "TNF"]], within_tiers=[2])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder) / "known.txt"
        ...     known.write(path)
        ...     print(path.read_text(), end="")
        ...     Knowledge.read(path) == known
        [tiers: edges within 2]
        SNP_*
        IL6, TNF
        True
        """
        write_text_file(path, self._given())

    def __str__(self) -> str:
        return text_of(self._given()).rstrip("\n")

    def __repr__(self) -> str:
        told = (
            f"{name}={getattr(self, name)!r}"
            for name in _FIELDS
            if getattr(self, name) is not (True if name == "within_tiers" else None)
        )
        return f"Knowledge({', '.join(told)})"


Knowledge.__init__ = hinting("Knowledge")(Knowledge.__init__)  # type: ignore[method-assign]
_FIELDS = (
    "required", "forbidden", "allowed", "tiers", "within_tiers", "roots", "leaves", "groups",
)  # fmt: skip


def read_knowledge(value: Any) -> Knowledge | AppliedKnowledge | None:
    """Return what ``knowledge=`` was given, None for None."""
    if value is None:
        return None
    form = check_form(value, (Knowledge, AppliedKnowledge))
    if form == "arguments":
        return Knowledge(**value)
    found: Knowledge | AppliedKnowledge = Knowledge.read(value) if form == "path" else value
    return found


def known_of(value: Any, nodes: tuple[Node, ...]) -> AppliedKnowledge | None:
    """Return what ``knowledge=`` says of nodes, None for None."""
    known = read_knowledge(value)
    return None if known is None else known.apply(nodes)
