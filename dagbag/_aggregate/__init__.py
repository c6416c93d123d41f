"""An ensemble made into one DAG.

- `greedy`: the ranking by gsf, and the greedy pass.
- `exact`: the best DAG by integer programming.
- `table`: the edge table.
"""
