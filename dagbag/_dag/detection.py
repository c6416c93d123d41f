"""What a graph has found of the true one: the counts in the tables of the paper."""

# ruff: noqa: N815  # total_E and the like: the names of the paper's tables

from __future__ import annotations

from dataclasses import dataclass

from .structures import Structures, count_common

KINDS = ("E", "V", "M")  # skeleton edges, v-structures, moral edges
PARTS = ("correct", "total", "true")


@dataclass(frozen=True)
class Detection:
    """What a graph has found of the true one, as the tables of the paper count it.

    Made by :func:`dagbag.metrics.detection`.

    Attributes
    ----------
    correct_E, total_E, true_E : int
        Skeleton edges that both graphs have, that the learned one has, that the true one has.
    correct_V, total_V, true_V : int
        V-structures.
    correct_M, total_M, true_M : int
        Moral edges.
    """

    correct_E: int
    total_E: int
    true_E: int
    correct_V: int
    total_V: int
    true_V: int
    correct_M: int
    total_M: int
    true_M: int

    def power(self, kind: str = "E") -> float:
        """Return the share of the true edges or v-structures that were found.

        Parameters
        ----------
        kind : {"E", "V", "M"}, default "E"
            Skeleton edges, v-structures or moral edges.

        Returns
        -------
        float
            NaN if there was nothing to find.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> detection([[0, 1], [0, 0]], [[0, 0], [1, 0]]).power()
        1.0
        """
        correct, _, true = self._counts(kind)
        return correct / true if true else float("nan")

    def fdr(self, kind: str = "E") -> float:
        """Return the share of what was found that is false, the paper's fdp; its mean is the FDR.

        Parameters
        ----------
        kind : {"E", "V", "M"}, default "E"
            Skeleton edges, v-structures or moral edges.

        Returns
        -------
        float
            0 if nothing was found.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> detection([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [(0, 1)]).fdr()
        0.5
        """
        correct, total, _ = self._counts(kind)
        return (total - correct) / total if total else 0.0

    def as_dict(self) -> dict[str, int | float]:
        """Return the counts, power and FDR as one row of a table.

        Returns
        -------
        dict
            ``correct_E`` to ``true_M``, then ``power_E``, ``fdr_E`` to ``power_M``, ``fdr_M``.

        Examples
        --------
        >>> from dagbag.metrics import detection
        >>> row = detection([[0, 1], [0, 0]], [[0, 0], [1, 0]]).as_dict()
        >>> row["correct_E"], row["power_E"], row["fdr_E"]
        (1, 1.0, 0.0)
        """
        row: dict[str, int | float] = dict(vars(self))
        for kind in KINDS:
            row[f"power_{kind}"] = self.power(kind)
            row[f"fdr_{kind}"] = self.fdr(kind)
        return row

    def _counts(self, kind: str) -> tuple[int, int, int]:
        if kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
        correct, total, true = (getattr(self, f"{part}_{kind}") for part in PARTS)
        return correct, total, true


def compare(learned: Structures, true: Structures) -> Detection:
    """Count what two graphs with the same order of nodes have in common."""
    counts: list[int] = []
    for sets in ("skeleton_codes", "v_codes", "moral_codes"):
        found, wanted = getattr(learned, sets), getattr(true, sets)
        counts += (count_common(found, wanted), len(found), len(wanted))
    return Detection(*counts)
