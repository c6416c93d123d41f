"""An ensemble made into one DAG.

- `greedy`: the ranking by gsf, and the greedy pass.
- `exact`: the best DAG by integer programming.
- `table`: the edge table.
- `strengths`: the strength of a pair of nodes, and the cutoff that a distribution of them suggests.
- `stability`: bounds on the expected number of false edges.
"""
