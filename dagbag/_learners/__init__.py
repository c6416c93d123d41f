"""What the learning procedures are made of.

- `question`: the checked question, from the arguments of every search.
- `informed`: what is known, handed to a learner.
- `ensembles`: a run made into an ensemble.
- `hill_climbing`: hill climbing, asked of the data or of resamples.
- `boss`: best order score search, asked of the data or of resamples.
- `xges`: greedy search over equivalence classes, likewise; `learned`: what both found, by name.
- `bagged_score`: hill climbing on mean deltas.
- `gaussian`: the linear Gaussian model of a DAG.
- `recommended`: what "auto" stands for.
- `spanning_tree`: the tree of Chow and Liu, and the best forest.
- `mmpc`: the pairs that MMHC searches among.
- `pc_skeleton`: PC's skeleton; `causal_learn`: PC and GES of causal-learn.
"""
