"""An argument that was not given, where None would be NULL."""

from __future__ import annotations


class _Missing:
    """What stands for an argument that was not given; it is equal to nothing else."""

    def __repr__(self) -> str:
        return "rv.MISSING"


MISSING = _Missing()
