"""igraph: graphs of networkx with R's numbers and orders, by ``rvalues.igraph``.

R's graphs are values: what changes one makes a new graph.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import (
    ANY,
    COUNT,
    DOUBLE,
    DOUBLES,
    FRAME,
    INTEGER,
    INTEGERS,
    LIST,
    LOGICAL,
    MATRIX,
    STRINGS,
    Kind,
    matrix,
    other,
    record,
)
from ._looks import options_of
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._tools import DONE, strings_literal

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = graphs = Table("igraph")
graphs.imports["igraph"] = "from dagbag.r_compat.rvalues import igraph"
graphs.imports["nx"] = "import networkx as nx"

GRAPH = other("igraph")
VERTICES = INTEGERS.with_(tag="igraph.vs")
EDGES = INTEGERS.with_(tag="igraph.es")
_COMPONENTS = record((("membership", DOUBLES), ("csize", DOUBLES), ("no", INTEGER)))
_PATHS = record((("vpath", LIST),))
_RANK = record((("vector", DOUBLES), ("value", DOUBLE)))

Make = Callable[..., Py]


def _is_graph(value: Py, word: str) -> Py:
    """Refuse what is known to be no graph: another function of that name may be meant."""
    if value.kind.tag != "igraph" and value.kind.shape not in ("any", "never", "other"):
        raise Refused(f"{word}() of a value that is not known to be a graph")
    return value


def _entry(
    names: str, params: str, kind: Kind, python: str = "", *, spare: str = "", graph: bool = True
) -> None:
    """Register a function that is one of `rvalues.igraph` with the same parameters."""
    order = params.split()
    unused = spare.split()

    def make(t: Translator, **given: Py | None) -> Py:
        for key in unused:
            if given.pop(key.replace(".", "_"), None) is not None:
                t.note(f"left out: {key}")
        first = given.pop(order[0].replace(".", "_"))
        word = python or names.split()[0]
        if first is None:
            raise Refused(f"{word}() without its first argument")
        if graph:
            _is_graph(first, word)
        return call(f"igraph.{word}", [first], kind, **given)

    graphs(names, *order, *unused)(make)


@graphs("graph_from_adjacency_matrix graph.adjacency", "adjmatrix", "mode", "weighted", "diag",
        "add.colnames", "add.rownames")  # fmt: skip
def _from_matrix(
    t: Translator,
    adjmatrix: Py,
    mode: Py | None,
    weighted: Py | None,
    diag: Py | None,
    add_colnames: Py | None,
    add_rownames: Py | None,
) -> Py:
    if add_colnames is not None or add_rownames is not None:
        raise Refused("the names that add.colnames gives have no translation")
    if weighted is not None and weighted.kind.shape == "null":
        weighted = None
    return call(
        "igraph.graph_from_adjacency_matrix",
        [adjmatrix],
        GRAPH,
        mode=mode,
        weighted=weighted,
        diag=diag,
    )


_entry("graph_from_edgelist graph.edgelist", "el directed", GRAPH, graph=False)
_entry("graph_from_data_frame graph.data.frame", "d directed vertices", GRAPH, graph=False)
_entry("make_graph graph", "edges n directed", GRAPH, "make_graph", graph=False)
_entry("make_empty_graph graph.empty", "n directed", GRAPH, graph=False)
_entry("make_full_graph graph.full", "n directed", GRAPH, graph=False, spare="loops")
_entry("make_star graph.star", "n mode", GRAPH, graph=False)
_entry("make_tree graph.tree", "n children mode", GRAPH, graph=False)


@graphs("make_ring graph.ring", "n", "directed", "mutual", "circular")
def _ring(t: Translator, n: Py, directed: Py | None, mutual: Py | None, circular: Py | None) -> Py:
    if mutual is not None:
        raise Refused("mutual edges of make_ring() have no translation")
    return call("igraph.make_ring", [n], GRAPH, directed=directed, circular=circular)


@graphs(
    "sample_gnp sample_gnm erdos.renyi.game random.graph.game sample_pa barabasi.game "
    "sample_smallworld watts.strogatz.game sample_degseq sample_k_regular rewire",
    "...",
    lazy=True,
)
def _random_graph(t: Translator, dots: list[r.Arg]) -> Py:
    t.output.lost_draws = t.output.line
    raise Refused("random graphs are igraph's own, they have no translation")


# Vertices and edges


@graphs("V", "graph")
def _vertices(t: Translator, graph: Py) -> Py:
    return call("igraph.V", [_is_graph(graph, "V")], VERTICES)


@graphs("E", "graph", "...")
def _edges(t: Translator, graph: Py, dots: list[tuple[str | None, Py]]) -> Py:
    if dots:
        raise Refused("E() of some edges has no translation")
    return call("igraph.E", [_is_graph(graph, "E")], EDGES)


def _attribute(what: str) -> Callable[[Translator, Py, str | int], Py]:
    def read(t: Translator, value: Py, key: str | int) -> Py:
        import ast

        node = value.node
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("igraph.V", "igraph.E"):
            return call(
                f"igraph.{what}_attr", [Py(node.args[0]), literal(key)], _attribute_kind(key)
            )
        if key == "name" and what == "vertex":
            return call("rv.names", [value], STRINGS)
        raise Refused(f"the attribute {key} of some vertices or edges has no translation")

    return read


def _attribute_kind(key: str | int) -> Kind:
    return STRINGS if key == "name" else (DOUBLES if key == "weight" else ANY)


graphs.results["igraph.vs"] = _attribute("vertex")
graphs.results["igraph.es"] = _attribute("edge")


def _attribute_store(what: str) -> Callable[[Translator, Py, list[r.Arg], Py], Py]:
    def make(t: Translator, graph: Py, args: list[r.Arg], value: Py) -> Py:
        key = t.expr(args[0].value)
        return call(f"igraph.set_{what}_attr", [graph, key, strings_literal(value)], GRAPH)

    return make


graphs.stores["V$"] = _attribute_store("vertex")
graphs.stores["E$"] = _attribute_store("edge")


@graphs("set_vertex_attr set.vertex.attribute", "graph", "name", "index", "value")
def _set_vertex(t: Translator, graph: Py, name: Py, index: Py | None, value: Py) -> Py:
    if index is not None and index.kind.tag != "igraph.vs":
        raise Refused("an attribute of some vertices has no translation")
    return call("igraph.set_vertex_attr", [graph, name, value], GRAPH)


@graphs("set_edge_attr set.edge.attribute", "graph", "name", "index", "value")
def _set_edge(t: Translator, graph: Py, name: Py, index: Py | None, value: Py) -> Py:
    if index is not None and index.kind.tag != "igraph.es":
        raise Refused("an attribute of some edges has no translation")
    return call("igraph.set_edge_attr", [graph, name, value], GRAPH)


@graphs("vertex_attr get.vertex.attribute edge_attr get.edge.attribute", "graph", "name")
def _some_attr(t: Translator, graph: Py, name: Py) -> Py:
    raise Refused("write V(g)$name or E(g)$name: only these have a translation")


_entry("vertex_attr_names list.vertex.attributes", "graph", STRINGS)
_entry("edge_attr_names list.edge.attributes", "graph", STRINGS)


@graphs("as_ids", "seq")
def _as_ids(t: Translator, seq: Py) -> Py:
    return call("igraph.as_ids", [seq], ANY)


# Sizes and questions, by networkx itself


def _method(names: str, template: str, kind: Kind) -> None:
    def make(t: Translator, graph: Py) -> Py:
        return fill(template, kind, G=_is_graph(graph, names.split()[0]))

    graphs(names, "graph")(make)


_method("vcount gorder", "G.number_of_nodes()", COUNT)
_method("ecount gsize", "G.number_of_edges()", COUNT)
_method("is_dag is.dag", "nx.is_directed_acyclic_graph(G)", LOGICAL)
_method("is_directed is.directed", "G.is_directed()", LOGICAL)

_entry("is_connected is.connected", "graph mode", LOGICAL)
_entry("is_simple is.simple", "graph", LOGICAL)
_entry("are_adjacent are.connected", "graph v1 v2", LOGICAL)

# Measures

_entry("degree", "graph v mode loops normalized", DOUBLES)
_entry("strength graph.strength", "graph mode", DOUBLES)
_entry("degree_distribution degree.distribution", "graph mode cumulative", DOUBLES)
_entry("betweenness", "graph v directed weights normalized", DOUBLES, spare="nobigint cutoff")
_entry("closeness", "graph v mode weights normalized", DOUBLES, spare="cutoff")
_entry("components clusters", "graph mode", _COMPONENTS)
_entry("topo_sort topological.sort", "graph mode", VERTICES)
_entry("neighbors", "graph v mode", VERTICES)
_entry("subcomponent", "graph v mode", VERTICES)
_entry("distances shortest.paths", "graph v to mode weights", MATRIX, spare="algorithm")
_entry("transitivity", "graph type", ANY)
_entry("edge_density graph.density", "graph loops", DOUBLE)
_entry("diameter", "graph directed weights", DOUBLE, spare="unconnected")
_entry("mean_distance average.path.length", "graph directed", DOUBLE, spare="unconnected")
_entry("page_rank page.rank", "graph damping", _RANK)
_entry("coreness graph.coreness", "graph", DOUBLES)


@graphs("shortest_paths get.shortest.paths", "graph", "from", "to", "mode", "weights", "output")
def _shortest(t: Translator, graph: Py, to: Py | None, mode: Py | None, **given: Py | None) -> Py:
    if given["weights"] is not None or (
        given["output"] is not None and given["output"].kind.const != "vpath"
    ):
        raise Refused("shortest_paths() with weights or of edges has no translation")
    start = given["from"]
    if start is None:
        raise Refused("shortest_paths() without from")
    return call("igraph.shortest_paths", [graph, start], _PATHS, to=to, mode=mode)


# Changes and conversions

_entry("induced_subgraph induced.subgraph subgraph", "graph vids", GRAPH, spare="impl")
_entry("delete_vertices delete.vertices", "graph v", GRAPH)
_entry("delete_edges delete.edges", "graph edges", GRAPH)
_entry("simplify", "graph remove.multiple remove.loops", GRAPH)
_entry("reverse_edges", "graph", GRAPH)
_entry("as_edgelist get.edgelist", "graph names", ANY)


@graphs("add_edges add.edges", "graph", "edges", "...")
def _add_edges(t: Translator, graph: Py, edges: Py, dots: list[tuple[str | None, Py]]) -> Py:
    words = {key: value for key, value in dots if key}
    if len(words) < len(dots) or "attr" in words:
        raise Refused("attributes of new edges must have names")
    return call("igraph.add_edges", [graph, edges], GRAPH, **words)


@graphs("add_vertices add.vertices", "graph", "nv", "...")
def _add_vertices(t: Translator, graph: Py, nv: Py, dots: list[tuple[str | None, Py]]) -> Py:
    if any(key != "name" for key, _ in dots):
        raise Refused("attributes of new vertices other than their name have no translation")
    return call("igraph.add_vertices", [graph, nv], GRAPH, name=dict(dots).get("name"))


@graphs("as.undirected as_undirected", "graph", "mode")
def _undirected(t: Translator, graph: Py, mode: Py | None) -> Py:
    if mode is not None and mode.kind.const != "collapse":
        raise Refused('only mode = "collapse" of as.undirected() has a translation')
    return call("igraph.as_undirected", [graph], GRAPH)


@graphs(
    "as_adjacency_matrix get.adjacency as_adj", "graph", "type", "attr", "edges", "names", "sparse"
)
def _adjacency(
    t: Translator,
    graph: Py,
    type: Py | None,
    attr: Py | None,
    edges: Py | None,
    names: Py | None,
    sparse: Py | None,
) -> Py:
    if names is not None or edges is not None or (type is not None and type.kind.const != "both"):
        raise Refused("these options of as_adjacency_matrix() have no translation")
    if sparse is None or sparse.kind.const is not False:
        t.note("R's matrix is a sparse one of the package Matrix, here it is an ordinary one")
    return call(
        "igraph.as_adjacency_matrix", [_is_graph(graph, "get.adjacency")], MATRIX, attr=attr
    )


@graphs("as_data_frame get.data.frame", "x", "what")
def _data_frame(t: Translator, x: Py, what: Py | None) -> Py:
    if what is not None and what.kind.const not in ("edges", "vertices"):
        raise Refused("as_data_frame() gives edges or vertices, not both")
    return call("igraph.as_data_frame", [_is_graph(x, "as_data_frame")], FRAME, what=what)


@graphs("write_graph write.graph", "graph", "file", "format")
def _write(t: Translator, graph: Py, file: Py, format: Py | None) -> Py:
    if format is not None and format.kind.const not in ("edgelist", "ncol"):
        raise Refused("write_graph() in this format has no translation")
    return call("igraph.write_graph", [graph, file], DONE, format=format)


# Drawing

_FIXED = {"layout_in_circle": "layout_in_circle", "layout.circle": "layout_in_circle",
          "layout_as_tree": "layout_as_tree", "layout.reingold.tilford": "layout_as_tree",
          "layout_with_sugiyama": "layout_as_tree"}  # fmt: skip
_SPRINGS = ("layout_with_fr", "layout.fruchterman.reingold", "layout_nicely", "layout.auto",
            "layout_randomly", "layout_with_dh", "layout_with_gem", "layout_with_graphopt",
            "layout_with_drl", "layout_with_lgl")  # fmt: skip
_STILL = ("layout_with_kk", "layout.kamada.kawai", "layout_with_mds", "layout_on_grid",
          "layout_as_star", "layout_on_sphere")  # fmt: skip
_PLACES = "the places of vertices are not R's"


def _layout_entry(word: str, python: str, *, draws: bool) -> None:
    def make(t: Translator, graph: Py, dots: object) -> Py:
        if python != "layout_in_circle":
            t.note(_PLACES)
        if draws:
            t.output.lost_draws = t.output.line
        return call(f"igraph.{python}", [graph], matrix("double"))

    graphs(word, "graph", "...")(make)


for _word, _target in _FIXED.items():
    _layout_entry(_word, _target, draws=False)
for _word in (*_SPRINGS, *_STILL):
    _layout_entry(_word, "layout_by_springs", draws=_word in _SPRINGS)

_DRAWN = ("vertex.color", "vertex.size", "vertex.label", "edge.color", "edge.width", "edge.label",
          "main")  # fmt: skip


def plot_graph(t: Translator, value: Py, node: r.Call) -> None:
    """``plot(g)``."""
    data, options = options_of(node, ("x", "y", "layout"))
    chosen = options.pop("layout", None) or data.get("layout")
    words: dict[str, Py] = {}
    if isinstance(chosen, r.Name) and t.lookup(chosen.name) is None:
        chosen = r.Call(chosen.span, chosen, [r.Arg(None, data["x"])])
    if chosen is not None:
        words["layout"] = t.expr(chosen)
    else:
        t.note(f"{_PLACES}, who draws them at random")
        t.output.lost_draws = t.output.line
    for key in _DRAWN:
        if key in options:
            found = options.pop(key)
            shown = (
                fill("np.nan") if isinstance(found, r.Missing) else strings_literal(t.expr(found))
            )
            words[key.replace(".", "_")] = shown
    if options:
        t.note(f"only the look is concerned, left out: {', '.join(options)}")
    t.emit(Line(call("igraph.draw", [value], ANY, **words).text))


graphs.plots["igraph"] = plot_graph


def _show(t: Translator, value: Py) -> Py:
    t.note("R prints a graph in a way of its own")
    return fill("print(G)", DONE, G=value)


graphs.shows["igraph"] = _show

__all__ = ["TABLE"]
