"""Graphs out to other programs and in from their files; a file per format.

- `graph`: a graph with attributes, which every writer takes and every reader returns.
- `content`: a graph of any form made into one, with what a result tells of its edges.
- `methods`: the methods of results.
- `networkx_graphs`, `igraph_graphs`, `pgmpy_models`: objects of other libraries.
- `dot`, `dagitty`: text of graphviz and dagitty; `tokens`: what both are read by.
- `gml`, `graphml`, `sif`, `json_text`, `csv_text`: text of DoWhy, Cytoscape and everybody.
- `libraries`: those of others, imported when they are needed; `formats`: which file is which.
"""
