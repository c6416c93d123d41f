"""The sub-commands: what each is for, and the module that is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple


class Command(NamedTuple):
    """A sub-command; its module has DESCRIPTION, EXAMPLES, `add_arguments` and `run`."""

    group: str
    summary: str

    @property
    def title(self) -> str:
        """The summary as a sentence."""
        return self.summary[0].upper() + self.summary[1:]


LEARN = "learn a graph from data"
LOOK = "look at graphs"
TRY = "try things out"
R = "coming from R"
HOUSE = "this installation"

COMMANDS = {
    "check": Command(LEARN, "say what is the matter with the data, all at once"),
    "learn": Command(LEARN, "learn a directed acyclic graph from a table of data"),
    "aggregate": Command(LEARN, "make one graph of a saved ensemble again, with other settings"),
    "effects": Command(LOOK, "estimate how strong the effects along a graph are"),
    "report": Command(LOOK, "write a page in which a graph can be explored in a browser"),
    "compare": Command(LOOK, "say where two graphs differ, by name"),
    "simulate": Command(TRY, "draw a random graph, and data from it"),
    "accuracy": Command(TRY, "measure how much of the truth learners find in data of a given size"),
    "study": Command(TRY, "simulate the tables of the paper again"),
    "demo": Command(TRY, "learn from the data that come with the package"),
    "validate": Command(R, "run R and Python on the same data and compare every move"),
    "migrate": Command(R, "translate an R script into Python"),
    "doctor": Command(HOUSE, "say what is installed, what is missing, and what to do about it"),
    "completion": Command(HOUSE, "print what makes a shell complete the words of this command"),
}


def module_of(name: str) -> Any:
    """Import the module of a sub-command, which is named after it."""
    return import_module(f"{__package__}.{name}")
