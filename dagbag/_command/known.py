"""What is known before the data are looked at, from files."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .parsers import existing
from .runs import KNOWLEDGE, Record

EDGES = {
    "required": "edges that are there: source, target",
    "forbidden": "edges that are not there",
    "allowed": "the only edges that may be there",
}
PLAIN = (".csv", ".tsv", ".npy", ".parquet")
TABLES = (*PLAIN, ".json", ".graphml", ".gml", ".sif", ".dot", ".gv")


@dataclass(frozen=True)
class Known:
    """Knowledge, and the text that tells it in the folder of a run."""

    knowledge: Any
    text: str


def add_knowledge(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "what is known", "names may be patterns: SNP_* is all that begin so"
    )
    group.add_argument(
        "--knowledge",
        type=existing,
        metavar="FILE",
        help="text with sections [required], [forbidden], [allowed], [tiers], [roots], [leaves], "
        "[groups]",
    )
    for name, told in EDGES.items():
        group.add_argument(
            f"--{name}",
            type=existing,
            metavar="FILE",
            help=f"{told}; a table, or lines as a -> b",
        )
    group.add_argument(
        "--tiers",
        type=existing,
        metavar="FILE",
        help="names of a tier per line, parted by commas, earliest first: no edge points back",
    )


def read_known(options: argparse.Namespace, record: Record | None) -> Known | None:
    """Put together what the options say, or else the run that is reproduced."""
    names = ("knowledge", *EDGES, "tiers")
    given = {name: path for name in names if (path := getattr(options, name)) is not None}
    if given:
        return _together([_part(name, path) for name, path in given.items()])
    if record is None or record.run.knowledge is None:
        return None
    from .._input.knowledge_text import parse
    from ..knowledge import Knowledge

    found, _ = parse(record.run.knowledge, str(record.path.parent / KNOWLEDGE))
    return _together([Knowledge(**found)])


def _part(name: str, path: Path) -> Any:
    """Return what one option says."""
    from ..knowledge import Knowledge

    if name == "knowledge":
        return Knowledge.read(path)
    if name == "tiers":
        return Knowledge(**_section(path, name))
    return Knowledge(**{name: _edges(path, name)})


def _together(parts: list[Any]) -> Known:
    from .._input.knowledge_text import text_of

    whole = parts[0]
    for part in parts[1:]:
        whole = whole.merge(part)
    return Known(whole, text_of(whole._given()))


def _edges(path: Path, name: str) -> Any:
    """Return edges by name, from a table or from lines; only required ones must be acyclic."""
    from .._input.files import read_graph_file
    from .graphs import read_dag_file

    if path.suffix.lower() not in TABLES:
        return _section(path, name)[name]
    if name == "required" or path.suffix.lower() not in PLAIN:
        return list(read_dag_file(path).pairs)
    return read_graph_file(path, name=f"the graph of {path.name!r}").pairs


def _section(path: Path, name: str) -> dict[str, Any]:
    """Read a file that is one section of the text of knowledge, without its title."""
    from .._input.knowledge_text import parse, read_text_file

    text = read_text_file(path, f"--{name}")
    if re.search(r"^\s*\[[^\]]*\]\s*(#.*)?$", text, flags=re.MULTILINE):
        raise UsageError(
            f"--{name} must be a file without sections, got some in {path}: --knowledge {path} "
            "reads them"
        )
    given: dict[str, Any] = parse(text, f"--{name} {path}", name)[0]
    if not given[name]:
        what = "tiers" if name == "tiers" else "edges"
        raise UsageError(f"--{name} must be a file of {what}, got none in {path}")
    return given
