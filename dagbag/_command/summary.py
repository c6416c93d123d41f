"""What is printed of a graph: how many edges, how sure, what of the directions."""

from __future__ import annotations

from typing import Any

SHOWN = 20  # edges
NOT_TOLD = "data cannot tell"  # of a direction


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

    given = getattr(result, "_known", None)  # whose direction is knowledge, not found
    known = None if given is None else dict(zip(result.edges, given.tolist(), strict=True))
    found: list[tuple[float | None, str, str]] = []
    for (source, target), told in make_graph(result).edge_attributes.items():
        facts: dict[str, Any] = dict(told)
        directed = facts["mark"] == "directed"
        text = f"{source} {'->' if directed else '--'} {target}"
        if not directed:
            direction = NOT_TOLD
        elif known is None:
            direction = _told_by_data(facts)
        else:
            direction = "known before" if known[source, target] else _had(facts)
        found.append((facts.get("strength"), text, direction))
    return sorted(found, key=lambda edge: -(edge[0] or 0.0))


def _told_by_data(facts: dict[str, Any]) -> str:
    """Say of the resamples that connect two nodes how many tell the direction, and which."""
    strength, compelled = facts.get("strength"), facts.get("compelled")
    if not strength or compelled is None:
        return ""
    other = facts["reverse_compelled"]
    against = f", {100 * other / strength:.0f}% against it" if other else ""
    return f"{100 * compelled / strength:.0f}% of these resamples tell it{against}"


def _had(facts: dict[str, Any]) -> str:
    """Say how many have a direction, where knowledge and data together tell it."""
    direction = facts.get("direction")
    return "" if direction is None else f"{100 * direction:.0f}% of these resamples have it"


def count_line(result: Any) -> str:
    """Say how many edges there are, and how many have a direction that data can tell."""
    from .._input.words import counted

    p, edges = len(result.nodes), len(result)
    told = "that is known or that data can tell"
    if getattr(result, "_known", None) is None:
        told = "that data can tell"
    arrows = sum(direction != NOT_TOLD for *_, direction in listed_edges(result))
    lines = set(getattr(result, "undirected_edges", ()))
    against = len([each for each in getattr(result, "disputed_edges", ()) if each not in lines])
    disputed = f", of which {against} the other way in more resamples" if against else ""
    return (
        f"{counted(edges, 'edge')} between {counted(p, 'node')} ({p * (p - 1) // 2} pairs); "
        f"{arrows} with a direction {told}{disputed}"
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
