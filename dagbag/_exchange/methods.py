"""The methods by which a result goes out: those of `dagbag.exchange`, on itself."""

from __future__ import annotations

import importlib
import os
from typing import Any, Literal


def _public() -> Any:
    # Pictures, which are formats, too, stand on results: looked up when they are asked for.
    return importlib.import_module("dagbag.exchange")


class GraphMethods:
    """What every result that is one graph can be made into; see :mod:`dagbag.exchange`."""

    def to_networkx(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> Any:  # fmt: skip
        """Return a networkx DiGraph: :func:`dagbag.exchange.to_networkx`."""
        return _public().to_networkx(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )

    def to_igraph(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> Any:  # fmt: skip
        """Return a directed graph of igraph: :func:`dagbag.exchange.to_igraph`."""
        return _public().to_igraph(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )

    def to_pgmpy(self, X: Any = None) -> Any:
        """Return a linear Gaussian network of pgmpy: :func:`dagbag.exchange.to_pgmpy`."""
        return _public().to_pgmpy(self, X)

    def to_dot(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> str:  # fmt: skip
        """Return text of graphviz: :func:`dagbag.exchange.to_dot`."""
        text: str = _public().to_dot(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )
        return text

    def to_dagitty(self, *, kind: Literal["dag", "cpdag"] = "dag") -> str:
        """Return text of dagitty: :func:`dagbag.exchange.to_dagitty`."""
        text: str = _public().to_dagitty(self, kind=kind)
        return text

    def to_gml(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> str:  # fmt: skip
        """Return GML, as DoWhy takes it: :func:`dagbag.exchange.to_gml`."""
        text: str = _public().to_gml(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )
        return text

    def to_graphml(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> str:  # fmt: skip
        """Return GraphML, as Cytoscape takes it: :func:`dagbag.exchange.to_graphml`."""
        text: str = _public().to_graphml(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )
        return text

    def to_sif(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> Any:  # fmt: skip
        """Return SIF and tables of attributes: :func:`dagbag.exchange.to_sif`."""
        return _public().to_sif(self, kind=kind, effects=effects, node_attributes=node_attributes)

    def to_json(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None,
        node_attributes: Any = None,
    ) -> str:  # fmt: skip
        """Return JSON, which keeps everything: :func:`dagbag.exchange.to_json`."""
        text: str = _public().to_json(
            self, kind=kind, effects=effects, node_attributes=node_attributes
        )
        return text

    def to_csv(
        self, *, kind: Literal["dag", "cpdag"] = "dag", effects: Any = None, separator: str = ","
    ) -> str:
        """Return the table of edges as text: :func:`dagbag.exchange.to_csv`."""
        text: str = _public().to_csv(self, kind=kind, effects=effects, separator=separator)
        return text

    def save(
        self, path: str | os.PathLike[str], *, kind: Literal["dag", "cpdag"] = "dag",
        effects: Any = None, node_attributes: Any = None,
    ) -> None:  # fmt: skip
        """Write a file in the format of its extension: :func:`dagbag.exchange.write_graph`."""
        _public().write_graph(
            self, path, kind=kind, effects=effects, node_attributes=node_attributes
        )
