"""What a given DAG says about the data: regressions along it, and what follows from them.

- `families`: a DAG as nodes with their parents, grouped by the number of parents.
- `regressions`: the least-squares fit of every node on its parents, from the data.
- `resamples`: the coefficients on resamples, from row counts and cross-products.
- `totals`: total effects along the DAG, with errors by the delta method and over resamples.
- `spread`: how much numbers vary over resamples.
- `possible`: the parents that a node may have in equivalent DAGs.
- `agreement`: how far DAGs of the same nodes agree.
"""
