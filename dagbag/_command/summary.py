"""What is printed of a graph: how many edges, how sure, what of the directions."""

from __future__ import annotations

from typing import Any

SHOWN = 20  # edges


def edge_lines(result: Any, shown: int = SHOWN, more: str = "") -> list[str]:
    """List the edges, the strongest first; `more` says where the others are."""
    edges = listed_edges(result)
    if not edges:
        return ["No edges."]
    if not shown:
        return [f"{len(edges)} edges{more}"]
    width = max(len(text) for _, text, _ in edges[:shown])
    lines = [f"{'strength':<10}{'edge':<{width + 2}}direction"]
    for strength, text, told in edges[:shown]:
        sure = "" if strength is None else f"{strength:.2f}"
        lines.append(f"{sure:<10}{text:<{width + 2}}{told}".rstrip())
    if len(edges) > shown:
        lines.append(f"... and {len(edges) - shown} more{more}")
    return lines


def listed_edges(result: Any) -> list[tuple[float | None, str, str]]:
    """Return strength, edge and what is known of its direction, the strongest first."""
    from .._exchange.content import make_graph

    found: list[tuple[float | None, str, str]] = []
    for (source, target), told in make_graph(result).edge_attributes.items():
        known: dict[str, Any] = dict(told)
        directed = known["mark"] == "directed"
        text = f"{source} {'->' if directed else '--'} {target}"
        found.append((known.get("strength"), text, _direction(known, directed)))
    return sorted(found, key=lambda edge: -(edge[0] or 0.0))


def _direction(known: dict[str, Any], directed: bool) -> str:
    """Say how sure a direction is: of the resamples that connect the two, how many have it."""
    strength, compelled = known.get("strength"), known.get("compelled")
    if not directed:
        return "data cannot tell"
    if not strength or compelled is None:
        return ""
    other = known["reverse_compelled"]
    against = f", {100 * other / strength:.0f}% against it" if other else ""
    return f"{100 * compelled / strength:.0f}% of these resamples tell it{against}"


def count_line(result: Any) -> str:
    """Say how many edges there are, and how many have a direction that data can tell."""
    from .._input.words import counted

    p, edges = len(result.nodes), len(result)
    arrows = len(result.compelled_edges)
    pairs = p * (p - 1) // 2
    return (
        f"{counted(edges, 'edge')} between {counted(p, 'node')} ({pairs} pairs); "
        f"{arrows} with a direction that data can tell"
    )


def near_misses(result: Any, most: int = 3) -> str:
    """Name the pairs nearest below the cutoff, which another cutoff would take."""
    counts = getattr(result, "_counts", None)
    if counts is None or not len(counts.count):
        return ""
    taken = {frozenset(edge) for edge in result.edges}
    total = (counts.count + counts.reverse) / counts.n_boot
    below = []
    for source, target, strength in zip(counts.source, counts.target, total, strict=True):
        pair = (result.nodes[int(source)], result.nodes[int(target)])
        if frozenset(pair) not in taken:
            below.append((-float(strength), int(min(source, target)), int(max(source, target))))
    best = sorted(set(below))[:most]
    named = [f"{result.nodes[i]} -- {result.nodes[j]} ({-value:.2f})" for value, i, j in best]
    return f"Nearest below the cutoff: {', '.join(named)}" if named else ""
