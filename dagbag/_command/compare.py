"""``dagbag compare``: where two graphs differ, by name."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .errors import FINE, NO, say
from .parsers import existing, whole
from .settings import add_settings, given_settings
from .shared import percent

DESCRIPTION = """\
Say where two graphs differ: edges that only one of them has, edges that point the other way, the
structural Hamming distance, and the distance of their CPDAGs, which counts only what data can tell.
A graph is a file of edges (CSV with columns source and target, or what dagbag learn writes), an
ensemble.npz, or a folder of dagbag learn. With the second one taken for the truth, precision is the
part of the first one's edges or arrows that are true, recall the part of the true ones it has."""

EXAMPLES = (
    "dagbag compare learned simulated/truth.csv",
    "dagbag compare out/edges.csv again/edges.csv --exit-code",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("first", type=existing, metavar="A", help="a graph, ensemble or folder")
    parser.add_argument("second", type=existing, metavar="B", help="another one, or the truth")
    parser.add_argument(
        "--show", type=whole(0), default=10, metavar="K", help="edges of a kind (default: 10)"
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--exit-code", action="store_true", help="exit status 1 if the graphs differ"
    )
    add_settings(parser, ("alpha", "cutoff", "method"))


def run(options: argparse.Namespace) -> int:
    """Compare and print."""
    from .graphs import read_named_graph

    aggregation = given_settings(options)
    found = compare(
        *(read_named_graph(path, **aggregation) for path in (options.first, options.second))
    )
    if options.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        say(as_text(found, options.first, options.second, options.show))
    return NO if options.exit_code and found["shd"] else FINE


def compare(first: Any, second: Any) -> dict[str, Any]:
    """Return what differs between two graphs, by name; nodes of one of them are in both."""
    from ..metrics import adj_shd, shd, shd_cpdag

    nodes = tuple(dict.fromkeys((*second.nodes, *first.nodes)))
    one, other = first.matrix(nodes), second.matrix(nodes)
    found, true = _completed(one), _completed(other)
    arrows, true_arrows = found & ~found.T, true & ~true.T
    pairs, true_pairs = one | one.T, other | other.T

    def named(matrix: Any) -> list[tuple[str, str]]:
        return [(nodes[i], nodes[j]) for i, j in zip(*matrix.nonzero(), strict=True)]

    return {
        "nodes": len(nodes),
        "edges": [int(pairs.sum()) // 2, int(true_pairs.sum()) // 2],
        "common_edges": int((pairs & true_pairs).sum()) // 2,
        "arrows": [int(arrows.sum()), int(true_arrows.sum())],
        "common_arrows": int((arrows & true_arrows).sum()),
        "shd": shd(one, other),
        "adj_shd": adj_shd(one, other),
        "shd_cpdag": shd_cpdag(one, other),
        "only_in_first": named(one & ~true_pairs),
        "only_in_second": named(other & ~pairs),
        "reversed": named(one & ~other & true_pairs),
        "nodes_only_in_first": [node for node in first.nodes if node not in set(second.nodes)],
        "nodes_only_in_second": [node for node in second.nodes if node not in set(first.nodes)],
    }


def _completed(matrix: Any) -> Any:
    """Return the CPDAG of a DAG; a graph with undirected edges is taken as it is."""
    from ..metrics import cpdag

    return matrix if (matrix & matrix.T).any() else cpdag(matrix)


def as_text(found: dict[str, Any], first: Path, second: Path, shown: int) -> str:
    """Write what differs as lines."""
    edges, arrows = found["edges"], found["arrows"]
    common, same = found["common_edges"], found["common_arrows"]
    lines = [
        f"A: {first}, {edges[0]} edges, {arrows[0]} of them with a direction that data can tell",
        f"B: {second}, {edges[1]} edges, {arrows[1]} of them with a direction that data can tell",
        f"{'edges in both':<36}{common:>6}   of A {percent(common, edges[0])} (precision), "
        f"of B {percent(common, edges[1])} (recall)",
        f"{'arrows in both':<36}{same:>6}   of A {percent(same, arrows[0])} (precision), "
        f"of B {percent(same, arrows[1])} (recall)",
        f"{'structural Hamming distance':<36}{found['shd']:>6}   a reversed edge counts 2",
        f"{'distance of the CPDAGs':<36}{found['shd_cpdag']:>6}   what data can tell",
    ]
    for title, name in (
        ("only in A", "only_in_first"),
        ("only in B", "only_in_second"),
        ("directed otherwise, as in A", "reversed"),
    ):
        lines += _listed(title, [f"{a} -> {b}" for a, b in found[name]], shown)
    for title, name in (("nodes only in A", "nodes_only_in_first"),
                        ("nodes only in B", "nodes_only_in_second")):  # fmt: skip
        lines += _listed(title, found[name], shown) if found[name] else []
    return "\n".join([*lines, "The same graph." if not found["shd"] else ""]).rstrip()


def _listed(title: str, items: list[str], shown: int) -> list[str]:
    more = len(items) - shown
    rest = [f"  ... and {more} more, --show {len(items)} lists them"] if more > 0 else []
    return [f"{title}: {len(items)}", *(f"  {item}" for item in items[:shown]), *rest]
