"""The page of a comparison: one file, no scripts, nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from dagbag import __version__

from .found import AGREE, DISAGREE, EXPLAINED, SearchComparison
from .text import shown_arguments, time_text

if TYPE_CHECKING:
    from .result import Comparison

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd;
         vertical-align: top; }
th { font-weight: 600; background: #f6f6f6; }
.verdict { padding: .7rem 1rem; border-left: .4rem solid; background: #f6f6f6; font-weight: 600; }
.agree { border-color: #0072b2; } .explained { border-color: #e69f00; }
.disagree { border-color: #d55e00; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
.small { color: #555; font-size: .9rem; }
"""
VERDICTS = {
    AGREE: ("agree", "The two sides agree."),
    EXPLAINED: ("explained", "The two sides differ, and every difference is explained."),
    DISAGREE: ("disagree", "The two sides disagree."),
}
SHOWN = 50  # rows of searches


def render(found: Comparison) -> str:
    """Return the page.

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    str
    """
    kind, verdict = VERDICTS[found.status]
    n, p = found.shape
    largest = found.largest_delta_difference
    facts: list[tuple[str, Any]] = [
        ("Python", f"dagbag {__version__}"),
        ("R", found.engine),
        ("Data", f"{n} rows, {p} variables"),
        ("Arguments", ", ".join(f"{k} = {v}" for k, v in shown_arguments(found))),
        ("Searches", f"{sum(s.equal for s in found.searches)} of {len(found.searches)} equal"),
        ("Largest difference of a delta", "not told by R" if largest is None else f"{largest:.2g}"),
        ("Time", time_text(*found.seconds)),
        *(("Note", note) for note in found.notes),
    ]
    parts = [
        f'<h1>Does dagbag match R?</h1><p class="verdict {kind}">{escape(verdict)}</p>',
        _table(("", ""), facts),
        "<h2>Aggregated graphs</h2>" + _aggregations(found) if found.aggregations else "",
        "<h2>Searches</h2>" + _searches(found.searches),
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Does dagbag match R?</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _table(head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> str:
    def line(cells: tuple[Any, ...], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"

    top = line(head, "th") if any(head) else ""
    return f"<table>{top}{''.join(line(row, 'td') for row in rows)}</table>"


def _aggregations(found: Comparison) -> str:
    rows: list[tuple[Any, ...]] = [
        (
            f"{part.alpha:g}",
            part.edges[0],
            part.edges[1],
            "equal" if part.equal else "DIFFERENT",
            _edges(part.only_ours),
            _edges(part.only_theirs),
        )
        for part in found.aggregations
    ]
    head = (
        "alpha",
        "edges, Python's ensemble",
        "edges, R's ensemble",
        "on the same ensemble",
        "only from Python's",
        "only from R's",
    )
    return _table(head, rows)


def _edges(edges: tuple[tuple[Any, Any], ...], most: int = 10) -> str:
    shown = ", ".join(f"{source} → {target}" for source, target in edges[:most])
    return shown + (f" and {len(edges) - most} more" if len(edges) > most else "")


def _searches(searches: tuple[SearchComparison, ...]) -> str:
    different = [search for search in searches if not search.equal]
    equal = [search for search in searches if search.equal]
    rows: list[tuple[Any, ...]] = []
    for search in [*different, *equal][:SHOWN]:
        d = search.difference
        rows.append(
            (
                search.name,
                _outcome(search),
                search.steps if search.by_moves else "not compared",
                "" if d is None or d.ours is None else f"{d.ours}",
                "" if d is None or d.theirs is None else f"{d.theirs}",
                "" if d is None else f"{d.kind}: {d.why}",
            )
        )
    head = ("search", "outcome", "equal moves", "Python", "R", "why")
    more = len(searches) - len(rows)
    rest = f'<p class="small">and {more} more, all of them equal</p>' if more > 0 else ""
    return _table(head, rows) + rest


def _outcome(search: SearchComparison) -> str:
    if search.difference is not None and search.difference.step is not None:
        return f"part at step {search.difference.step}"
    if not search.equal:
        known = search.difference is not None and search.difference.kind == "deviation"
        return "equal graphs, other movement" if known else "different"
    return "equal in every move" if search.by_moves else "equal graphs"
