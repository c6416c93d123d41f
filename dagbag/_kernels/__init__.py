"""The compiled kernels, built from csrc/dagbag/_kernels. A .pxd is the contract, a .pyi the types.

- `climb`: the loop of hill climbing, and its only entry; `resamples`: searches on resamples that
  follow each other without Python.
- `orders`: best order score search, with the trees of grow-shrink; `clock`: the time, for kernels
  that look for Ctrl-C.
- `xges`: greedy search over equivalence classes; `essential`: a CPDAG and one of its DAGs, under
  changes of an edge.
- `workspace`: what all searches have: columns, memory for regressions, an ear for Ctrl-C.
- `choice`: the choice rule: scan order, ties, window, and what EPS does to a delta.
- `eligible`: the cyclic/acyclic operation cache, the best eligible operation per
  column, raw deltas.
- `closure`: ancestor and descendant rows of a DAG under edge operations; `bitset`: rows of bits.
- `classes`: the edges of DAGs that every equivalent DAG has.
- `delta`: columns of the delta-score matrix that gain and lose parents.
- `node_score`: the score of a node, the contract that a target's column is filled by.
- `gaussian`, `bge`, `bagged`: scores that keep it; `regression`: what the first two share.
- `from_data`, `bounds.h`: the first of them without cross-products: bounds in single precision by
  matrix products, merits from the data where a bound says that they may matter.
- `refit`, `residuals.h`: least squares on the data for one neighborhood, kept while it grows.
- `moments`, `moments.h`: columns centred and scaled; `product`, `ufunc.h`: their cross-products, by
  numpy's own loop.
- `columns`, `columns.h`: the vectorised loops, in C because Cython cannot make them fast on every
  CPU with one wheel.
- `greedy`: the aggregation loop.
- `maxmin`: max-min parents and children of a target; `skeleton`: the tests of a level of PC;
  `conditions`: what both condition on, in turn.
- `rrandom`: R's generator; `rdraws`: draws of R's distributions by name, of which `rgamma` and
  `rcounts` have the algorithms; `rweighted`: samples with unequal probabilities.
- `alloc`: memory that grows, and the status of a kernel.
- `built`: what to do where they are not built.
"""
