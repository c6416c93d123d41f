r"""Graphs out to other programs, and in from their files.

Every function here takes a graph of any form (:mod:`dagbag.metrics` lists them); a result brings
along what it knows of its edges. The same functions are methods of results:
``result.to_networkx()``, ``result.save("dag.graphml")``.

Attributes of edges, where they are known:

- ``mark``: "directed" or "undirected", whether the CPDAG of the DAG has a direction for the edge,
  or the lists that the result was made with tell one;
- ``strength``, ``sf``, ``reverse_sf``, ``direction``, ``gsf``, ``compelled``,
  ``reverse_compelled``, ``undirected``: of an aggregation, its frequencies over the replicates, as
  its ``to_frame()`` has them;
- ``coefficient``, ``se``: with ``effects=``.

``kind="dag"``, the default, writes every edge with its arrow. ``kind="cpdag"`` writes the CPDAG:
an edge marked "undirected" is a line where a format has lines (dot, dagitty, SIF), and otherwise
stands there in both directions. A line has no ``gsf`` and no ``coefficient``. A graph that has
edges in both directions itself is a CPDAG, for ``kind="cpdag"`` only.

Nodes without edges are kept in every format. In text, names are text: a node 7 comes back as
``"7"``, unless ``read_graph(path, nodes=)`` is told. Names that a format cannot hold are refused.

========= ======================== ==========================================================
extension function                 for
========= ======================== ==========================================================
.dot .gv  :func:`to_dot`           graphviz
.txt      :func:`to_dagitty`       dagitty, on the web and in R
.gml      :func:`to_gml`           DoWhy, networkx
.graphml  :func:`to_graphml`       Cytoscape, networkx, igraph, Gephi
.sif      :func:`to_sif`           Cytoscape, with two tables of attributes beside it
.json     :func:`to_json`          everything, exactly
.csv .tsv :func:`to_csv`           pandas, Excel, Cytoscape
.png .svg pictures                 :func:`dagbag.plotting.plot_dag`
.pdf
========= ======================== ==========================================================
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

from ._exchange.content import make_graph
from ._exchange.csv_text import csv_text
from ._exchange.dagitty import dagitty_text
from ._exchange.dot import dot_text
from ._exchange.formats import (
    NO_EDGE_ATTRIBUTES,
    NO_NODE_ATTRIBUTES,
    PICTURES,
    TEXTS,
    file_texts,
    read_file,
)
from ._exchange.gml import gml_text
from ._exchange.graph import Graph
from ._exchange.graphml import graphml_text
from ._exchange.igraph_graphs import igraph_graph
from ._exchange.json_text import json_graph, json_text
from ._exchange.networkx_graphs import networkx_graph
from ._exchange.pgmpy_models import pgmpy_model
from ._exchange.sif import Sif, sif_texts
from ._input.exchanged import (
    check_extension,
    check_json,
    check_kind,
    check_separator,
    check_unused,
    check_values,
)
from ._runs.whole_files import write_whole

__all__ = [
    "Graph",
    "Sif",
    "from_json",
    "read_graph",
    "to_csv",
    "to_dagitty",
    "to_dot",
    "to_gml",
    "to_graphml",
    "to_igraph",
    "to_json",
    "to_networkx",
    "to_pgmpy",
    "to_sif",
    "write_graph",
]

Kind = Literal["dag", "cpdag"]
Nodes = int | Sequence[object] | None


# Objects of other libraries


def to_networkx(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> Any:
    """Make a networkx DiGraph.

    Parameters
    ----------
    graph : graph
        A DAG of any form, or a result, whose attributes go along.
    kind : {"dag", "cpdag"}, default "dag"
        With "cpdag" an edge that has no direction in the CPDAG stands in both.
    nodes : int or sequence, optional
        The number or the names of the nodes of a list of edges, which does not tell those without
        edges. Pairs of names alone are between the nodes that they name.
    effects : Effects, optional
        Anything whose ``to_frame()`` has the columns source, target, coefficient and se: the last
        two become attributes of the edges.
    node_attributes : dict, optional
        Attributes of nodes by name: values, one per node, or a dict by node. Text, numbers, or True
        and False.

    Returns
    -------
    networkx.DiGraph
        Nodes as they are called and in their order.

    Examples
    --------
    >>> from dagbag.exchange import to_networkx
    >>> found = to_networkx([("a", "b"), ("c", "b")], nodes=["a", "b", "c", "alone"])
    >>> list(found.nodes), found.edges["a", "b"]
    (['a', 'b', 'c', 'alone'], {'mark': 'directed'})
    """
    return networkx_graph(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_igraph(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> Any:
    """Make a directed graph of igraph.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`.

    Returns
    -------
    igraph.Graph
        Names are the vertex attribute ``name``, as text; nodes without names have none, and are
        igraph's own numbers.

    Examples
    --------
    >>> from dagbag.exchange import to_igraph
    >>> found = to_igraph([("a", "b")], nodes=["a", "b", "alone"])
    >>> found.vs["name"], found.get_edgelist(), found.es["mark"]
    (['a', 'b', 'alone'], [(0, 1)], ['undirected'])
    """
    return igraph_graph(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_pgmpy(graph: Any, X: Any = None, *, nodes: Nodes = None) -> Any:
    """Make a linear Gaussian Bayesian network of pgmpy.

    Parameters
    ----------
    graph : graph
        A DAG of any form.
    X : array-like or DataFrame of shape (n, p), optional
        Data with the nodes as columns, in any order if they have names. Each node gets its CPD:
        least-squares coefficients, and the standard deviation of the residuals, divided by the
        degrees of freedom.
    nodes : int or sequence, optional
        As for :func:`to_networkx`.

    Returns
    -------
    pgmpy.models.LinearGaussianBayesianNetwork

    Notes
    -----
    Needs pgmpy 1.1 or later: ``pip install dagbag[exchange]``.

    Examples
    --------
    >>> from dagbag.exchange import to_pgmpy
    >>> from dagbag.simulate import simulate_gaussian
    >>> X = simulate_gaussian([("a", "b")], n=100, seed=1)
    >>> model = to_pgmpy([("a", "b")], X)
    >>> model.get_cpds("b").evidence, model.check_model()
    (['a'], True)
    """
    content = make_graph(graph, nodes=nodes)
    return pgmpy_model(content, check_values(X, content.nodes, content._links))


# Text


def to_dot(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> str:
    r"""Write text of graphviz.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`. Attributes of nodes that graphviz knows, such as ``fillcolor``,
        are drawn; a strength is the width of a line.

    Returns
    -------
    str
        With ``kind="cpdag"``, edges without a direction have no heads. :func:`read_graph` reads
        this text, not the dot of other programs.

    Raises
    ------
    ValueError
        If a name ends in a single backslash, or has one before a quotation mark, or a zero
        character: dot cannot hold these.

    Examples
    --------
    >>> from dagbag.exchange import to_dot
    >>> print(to_dot([("a", "b")], nodes=["a", "b", "two words"], kind="cpdag"))
    digraph {
      kind=cpdag;
      "a";
      "b";
      "two words";
      "a" -> "b" [mark="undirected", dir="none"];
    }
    <BLANKLINE>
    """
    return dot_text(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_dagitty(graph: Any, *, kind: Kind = "dag", nodes: Nodes = None) -> str:
    """Write text of dagitty, for its web page or for ``dagitty()`` in R.

    Parameters
    ----------
    graph, nodes
        As for :func:`to_networkx`.
    kind : {"dag", "cpdag"}, default "dag"
        A ``dag``, or a ``pdag`` with ``--`` for the edges without a direction.

    Returns
    -------
    str
        Without attributes.

    Raises
    ------
    ValueError
        If a name is empty or has a quotation mark, a backslash or a line end.

    Examples
    --------
    >>> from dagbag.exchange import to_dagitty
    >>> print(to_dagitty([("a", "b")], nodes=["a", "b", "two words"], kind="cpdag"))
    pdag {
    a
    b
    "two words"
    a -- b
    }
    <BLANKLINE>
    """
    return dagitty_text(make_graph(graph, kind, nodes=nodes))


def to_gml(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> str:
    """Write GML, as networkx reads it and ``dowhy.CausalModel(graph=...)`` takes it.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`. DoWhy needs a DAG; True and False are 1 and 0.

    Returns
    -------
    str
        Nodes have an ``id`` and their name as ``label``; ASCII, other characters by number.

    Examples
    --------
    >>> from dagbag.exchange import to_gml
    >>> print(to_gml([("a", "b")]))
    graph [
      directed 1
      kind "dag"
      node [
        id 0
        label "a"
      ]
      node [
        id 1
        label "b"
      ]
      edge [
        source 0
        target 1
        mark "undirected"
      ]
    ]
    <BLANKLINE>
    """
    return gml_text(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_graphml(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> str:
    """Write GraphML, as Cytoscape, Gephi, networkx and igraph read it.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`.

    Returns
    -------
    str
        Attributes have typed keys. The ``id`` of a node is its name, and so is its attribute
        ``name``.

    Raises
    ------
    ValueError
        If a name is empty, or has a control character that XML does not have.

    Examples
    --------
    >>> from dagbag.exchange import to_graphml
    >>> print(to_graphml([("a", "b")]).splitlines()[-3])
        <edge source="a" target="b"><data key="edge_mark">undirected</data></edge>
    """
    return graphml_text(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_sif(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> Sif:
    r"""Write SIF of Cytoscape, and tables of the attributes of edges and nodes.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`.

    Returns
    -------
    Sif
        Three texts: ``network``, whose relation is "directed", or "undirected" for a line of a
        CPDAG, and whose nodes without edges have a line of their own; ``edges`` and ``nodes``,
        CSV for "Import, Table from File", with the keys "shared name" and "name".

    Raises
    ------
    ValueError
        If a name is empty, has a tab or a line end, or a blank at an end.

    Examples
    --------
    >>> from dagbag.exchange import to_sif
    >>> to_sif([("a", "b")], nodes=["a", "b", "alone"]).network
    'a\tdirected\tb\nalone\n'
    """
    return sif_texts(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_json(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> str:
    """Write JSON, which :func:`from_json` reads back exactly.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`.

    Returns
    -------
    str
        An object: ``format`` is "dagbag.graph"; ``version`` is 1; ``kind`` is "dag" or "cpdag";
        ``nodes`` is a list of objects with ``name`` and perhaps ``attributes``; ``edges`` one of
        objects with ``source``, ``target`` (names), ``mark`` ("directed" or "undirected"), and
        perhaps ``attributes``. An undirected edge of a CPDAG is there once, from the node that
        comes first. Names are text, whole numbers, or lists of these for tuples; attributes are
        text, finite numbers, true and false; one that is missing is left out. ASCII.

    Examples
    --------
    >>> from dagbag.exchange import from_json, to_json
    >>> print(to_json([(0, 1)], nodes=3))
    {"format": "dagbag.graph", "version": 1, "kind": "dag",
    "nodes": [
    {"name": 0},
    {"name": 1},
    {"name": 2}
    ],
    "edges": [
    {"source": 0, "target": 1, "mark": "undirected"}
    ]}
    <BLANKLINE>
    >>> from_json(to_json([(0, 1)], nodes=3))
    <Graph: 3 nodes, 1 edge; dag>
    """
    return json_text(
        make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    )


def to_csv(
    graph: Any,
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    separator: str = ",",
) -> str:
    r"""Write a table of edges as text.

    Parameters
    ----------
    graph, kind, nodes, effects
        As for :func:`to_networkx`.
    separator : {",", ";", "\\t"}, default ","

    Returns
    -------
    str
        Columns source, target, mark, and the attributes that are known. A node without edges has a
        row with nothing but its name as source, which Cytoscape imports as a node. With
        ``kind="cpdag"`` an edge without a direction has two rows. Nodes have no attributes, and
        their order is that in which they come; for both see :func:`to_json`.

    Notes
    -----
    pandas takes a node called NA for a missing value, and 007 for 7: read the table with
    ``pandas.read_csv(path, dtype={"source": str, "target": str}, keep_default_na=False)``.

    Examples
    --------
    >>> from dagbag.exchange import to_csv
    >>> print(to_csv([("a", "b"), ("c", "b")], nodes=["a", "b", "c", "alone"]))
    source,target,mark
    a,b,directed
    c,b,directed
    alone,,
    <BLANKLINE>
    """
    content = make_graph(graph, kind, nodes=nodes, effects=effects)
    return csv_text(content, check_separator(separator))


# Files


def from_json(text: str) -> Graph:
    """Read what :func:`to_json` wrote.

    Parameters
    ----------
    text : str

    Returns
    -------
    Graph
        With all attributes; every function that takes a graph takes it.

    Raises
    ------
    ValueError
        If the text is something else, or of a later version.

    Examples
    --------
    >>> from dagbag.exchange import from_json, to_json
    >>> found = from_json(to_json([("a", "b"), ("c", "b")]))
    >>> found.edges, found.edge_attributes["a", "b"]
    ((('a', 'b'), ('c', 'b')), {'mark': 'directed'})
    """
    return json_graph(check_json(text), "text")


def write_graph(
    graph: Any,
    path: str | os.PathLike[str],
    *,
    kind: Kind = "dag",
    nodes: Nodes = None,
    effects: Any = None,
    node_attributes: Any = None,
) -> None:
    """Write a graph to a file, in the format of its extension.

    Parameters
    ----------
    graph, kind, nodes, effects, node_attributes
        As for :func:`to_networkx`.
    path : path
        What it ends in tells the format: .dot or .gv, .graphml, .gml, .sif, .json, .csv, .tsv,
        .txt (dagitty), .png, .svg, .pdf. Beside ``x.sif`` the tables of attributes are written,
        ``x-edges.csv`` and ``x-nodes.csv``. A file is whole or is not there.

    Raises
    ------
    ValueError
        If the extension is another, or the format cannot hold a name or an attribute.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from dagbag.exchange import read_graph, write_graph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_graph([("a", "b")], Path(folder) / "dag.graphml", nodes=["a", "b", "alone"])
    ...     read_graph(Path(folder) / "dag.graphml").nodes
    ('a', 'b', 'alone')
    """
    file, suffix = check_extension(path, (*TEXTS, *PICTURES))
    check_unused(effects, "effects", suffix, NO_EDGE_ATTRIBUTES)
    check_unused(node_attributes, "node_attributes", suffix, NO_NODE_ATTRIBUTES)
    if suffix in PICTURES:
        return _draw(graph, file, kind, nodes)
    content = make_graph(graph, kind, nodes=nodes, effects=effects, node_attributes=node_attributes)
    for place, text in file_texts(content, file, suffix).items():
        data = text.encode()
        write_whole(place, lambda opened, data=data: opened.write(data))  # type: ignore[misc]
    return None


def _draw(graph: Any, path: os.PathLike[str], kind: Kind, nodes: Nodes) -> None:
    from .plotting import plot_dag

    directions: Literal["class", "dag"] = "class" if check_kind(kind) == "cpdag" else "dag"
    drawn = plot_dag(graph, nodes=nodes, directions=directions)
    drawn.figure.savefig(path)  # type: ignore[union-attr]
    import matplotlib.pyplot

    matplotlib.pyplot.close(drawn.figure)  # type: ignore[arg-type]


def read_graph(path: str | os.PathLike[str], *, nodes: Nodes = None) -> Graph:
    """Read a graph from a file that :func:`write_graph` wrote.

    Parameters
    ----------
    path : path
        What it ends in tells the format: .dot or .gv (as written here, not of other programs),
        .graphml, .gml (by networkx), .sif (without its tables), .json, .csv, .tsv, .txt. Text
        of another kind than those written here is read as a table of edges or a matrix.
    nodes : int or sequence, optional
        The nodes, which the file gives by name: their order, those that it lacks, and names that
        are no text. ``nodes=5`` are 0, ..., 4.

    Returns
    -------
    Graph
        With the attributes that the format keeps, and the marks of the DAG where it keeps none. A
        file with edges in both directions is a CPDAG.

    Raises
    ------
    OSError
        If there is no such file.
    ValueError
        If it holds something else, or a cycle. Nothing that is in a file is ever run.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from dagbag.exchange import read_graph, write_graph
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_graph([(0, 1)], Path(folder) / "dag.csv", nodes=3)
    ...     read_graph(Path(folder) / "dag.csv", nodes=3).edges
    ((0, 1),)
    """
    return read_file(path, nodes)
