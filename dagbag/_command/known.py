"""What is known before the data are looked at, from files."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import UsageError
from .parsers import existing
from .runs import Record

EDGES = {
    "required": "edges that are there: source, target",
    "forbidden": "edges that are not there",
    "allowed": "the only edges that may be there",
}
TABLES = (".csv", ".tsv", ".json", ".graphml", ".gml", ".sif", ".dot", ".gv", ".npy", ".parquet")


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
    from .._input.knowledge_text import parse, text_of
    from ..knowledge import Knowledge

    parts = []
    if options.knowledge is not None:
        parts.append(Knowledge.read(options.knowledge))
    for name in EDGES:
        path = getattr(options, name)
        if path is not None:
            parts.append(Knowledge(**{name: _edges(path, name)}))
    if options.tiers is not None:
        parts.append(Knowledge(**_section(options.tiers, "tiers")))
    if not parts and record is not None and record.run.knowledge is not None:
        given, _ = parse(record.run.knowledge, str(record.path.parent / "knowledge.txt"))
        parts.append(Knowledge(**given))
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.merge(part)
    return Known(whole, text_of(whole._given()))


def _edges(path: Path, name: str) -> Any:
    """Return edges by name, from a table or from lines."""
    from .graphs import read_dag_file

    if path.suffix.lower() in TABLES:
        return list(read_dag_file(path).pairs)
    return _section(path, name)[name]


def _section(path: Path, name: str) -> dict[str, Any]:
    """Read a file that is one section of the text of knowledge, without its title."""
    from .._input.knowledge_text import parse, read_text_file

    text = read_text_file(path)
    if f"[{name}" in text:
        raise UsageError(f"--{name} is a file without sections; --knowledge {path} reads them")
    given: dict[str, Any] = parse(f"[{name}]\n{text}", str(path))[0]
    return given
