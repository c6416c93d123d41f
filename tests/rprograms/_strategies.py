"""Programs by plain seeds: program k of a seed is the same wherever it is asked for."""

from __future__ import annotations

import random
import re

from ._grammar import Composer, Program, compose, split
from ._statements import Writer

VALUES = re.compile(r"[0-9.]+|'[^']*'|\"[^\"]*\"")


def expressions(draws):
    """A program of one assignment."""
    return Writer(draws).assignment(depth=4) + "\n"


def programs(draws):
    """A program of one to eight statements, each of which may use what those before it made."""
    return Writer(draws).program()


def compositions(draws):
    """A program of 5 to 40 statements out of the idioms of the grammar."""
    return Composer(draws).program().text


def generate(write, count, start):
    """Different programs of a family: no two that differ only in numbers and strings."""
    found = {}
    number = 0
    while len(found) < count:
        program = write(random.Random(f"{write.__name__}/{start}/{number}"))
        found.setdefault(VALUES.sub("", program), program)
        number += 1
    return list(found.values())


def numbered(start, number):
    """Program `number` of a seed: one in five by type, the others out of idioms."""
    if number % 5:
        return compose(start, number)
    text = Writer(random.Random(f"{start}/{number}")).program()
    return Program([("by type", statement) for statement in split(text)])
