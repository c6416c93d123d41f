"""The settings of a run: options of ``dagbag learn``, and what run.json may say of them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .._input.words import nearest
from .errors import UsageError
from .parsers import not_negative, number, number_or, one_of, whole, whole_or

LEARNERS = ("auto", "boss", "xges", "hill_climbing")
SCORES = ("bic", "aic", "ebic", "gic", "bge", "likelihood")
RESAMPLES = ("auto", "bootstrap", "subsample", "pairs")
METHODS = ("greedy", "exact")
MISSING = ("error", "drop")


class Setting(NamedTuple):
    """An argument of `DAGBag`, as an option."""

    group: str
    read: Callable[[str], Any]
    default: Any
    help: str
    metavar: str | None = None
    action: type[argparse.Action] | str = "store"


class _Joined(argparse.Action):
    """A list parted by commas, to which the option adds each time that it is given."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        """Add what was given."""
        earlier = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, values if earlier is None else f"{earlier},{values}")


def _words(group: str, words: tuple[str, ...], default: str, told: str) -> Setting:
    return Setting(group, one_of(words), default, f"{told}: {', '.join(words)}", "WORD")


SEARCH = "the search on each resample"
GRAPH = "one graph of all"
DATA = "the data"

READING = ("sep", "index", "encoding", "decimal", "header")
"""Settings of the reader of files."""

OF_DATA = (*READING, "leave_out", "missing")
"""Settings of the data; the others are arguments of `DAGBag`."""

SETTINGS = {
    "sep": Setting(DATA, str, None, "what separates fields: a character, or tab, space", "X"),
    "index": Setting(
        DATA, str, None, "column with the labels of rows, by name or number from 0; or none", "COL"
    ),
    "encoding": Setting(DATA, str, None, "of a text file, if not UTF-8", "NAME"),
    "decimal": Setting(DATA, one_of((".", ",")), None, "what stands before decimals", "X"),
    "header": Setting(DATA, one_of(("yes", "no")), None, "whether names are on top", "yes|no"),
    "leave_out": Setting(
        DATA,
        str,
        None,
        "columns that are not looked at, by name or pattern, parted by commas",
        "A,B",
        _Joined,
    ),
    "missing": _words(DATA, MISSING, "error", "rows with missing values"),
    "n_boot": Setting(
        SEARCH, whole(0), 100, "resamples; 0 is one search, which does not say how sure", "B"
    ),
    "learner": _words(SEARCH, LEARNERS, "auto", "the search"),
    "score": Setting(
        SEARCH,
        number_or(*SCORES),
        "bic",
        f"{', '.join(SCORES)}, or a penalty per parent",
        "SCORE",
    ),
    "penalty": Setting(SEARCH, number, None, "multiple of the score's penalty", "X"),
    "max_parents": Setting(SEARCH, whole_or(0, "auto"), "auto", "of a node", "K"),
    "resample": _words(SEARCH, RESAMPLES, "auto", "how rows are drawn"),
    "sample_frac": Setting(SEARCH, number, None, "rows of a resample, as a part of all", "X"),
    "seed": Setting(SEARCH, whole(0), 1, "of the draws: the same seed, the same bits", "K"),
    "alpha": Setting(
        GRAPH,
        not_negative,
        1.0,
        "what a reversal costs beside an addition; for directions only",
        "X",
    ),
    "cutoff": Setting(
        GRAPH,
        number_or("auto", "stability"),
        0.5,
        "part of the resamples that must connect two nodes; or auto, stability",
        "X",
    ),
    "method": _words(GRAPH, METHODS, "greedy", "how edges are chosen"),
}

NOT_GIVEN = {
    "penalty": "1, or for bic log n + 1.5 log p",
    "sample_frac": "1, or 0.5 without replacement",
    "encoding": "UTF-8",
    "leave_out": "none",
}
"""What is done where a setting without a value is not given."""


def add_settings(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> None:
    """Add settings as options in their groups; those that are not given are left out."""
    groups: dict[str, argparse._ArgumentGroup] = {}
    for name in names:
        setting = SETTINGS[name]
        if setting.group not in groups:
            groups[setting.group] = parser.add_argument_group(setting.group)
        default = NOT_GIVEN.get(name, "as the file looks")
        if setting.default is not None:
            default = setting.default
        groups[setting.group].add_argument(
            "--" + name.replace("_", "-"),
            type=setting.read,
            action=setting.action,
            default=argparse.SUPPRESS,
            metavar=setting.metavar,
            help=f"{setting.help} (default: {default})",
        )


def given_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that were given as options."""
    return {name: value for name, value in vars(options).items() if name in SETTINGS}


def reading_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the reader of files is told."""
    found = {name: settings[name] for name in READING if settings.get(name) is not None}
    index = found.get("index")
    if index is not None:
        found["index"] = False if index == "none" else index
    if "header" in found:
        found["header"] = found["header"] == "yes"
    return found


def all_settings(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """Return every setting: its default, unless a layer says otherwise, the last one first."""
    found = {name: setting.default for name, setting in SETTINGS.items()}
    for layer in layers:
        found |= layer
    return found


def read_settings(given: Mapping[str, Any], of: str) -> dict[str, Any]:
    """Check settings that come from a file."""
    found = {}
    for name, value in given.items():
        if name not in SETTINGS:
            raise UsageError(f"{of}: there is no setting {name!r}{nearest(name, SETTINGS)}")
        left = value is None and SETTINGS[name].default is None
        found[name] = None if left else _read(name, value, of)
    return found


def _read(name: str, value: Any, of: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        got = json.dumps(value, ensure_ascii=False)
        raise UsageError(f"{of}: {name} must be a number or a word, got {got}")
    try:
        return SETTINGS[name].read(str(value))
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{of}: {name} {error}") from None
