"""Directed acyclic graphs as edges.

- `types`: types of arrays and nodes.
- `edges`: one array of edges: its type, order and keys, to and from matrices.
- `edge_sets`: sets of edges as a matrix or as edges, whichever is near.
- `order`: order, cycles and strong components.
- `cpdag`: equivalence classes: compelled edges, and directions for what has none.
- `separation`: d-connection.
- `structures`: skeleton edges, v-structures and moral edges as sorted whole numbers.
- `detection`: correct, total and true E, V, M; `running_counts`: the same, kept up to date.
- `counts`: how often each edge is in an ensemble, and its generalized selection frequency.
- `class_counts`: how often each edge is compelled or undirected in the CPDAGs of an ensemble.
- `random_dags`: how graphs are drawn.
"""
