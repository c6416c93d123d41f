"""What a given DAG says about the data: regressions along it, and what follows from them.

- `html`: tables for notebooks.
"""
