"""What `benchmarks/accuracy.py` is made of; data flow downwards.

- `learned.py`: what a learner hands back, and what it says when it cannot.
- `networks.py`: readers of graphs and of networks with coefficients, from files.
- `peer_child.py`: other libraries, in an interpreter that has them; imports nothing of dagbag. The
  clock of all learners.
- `problems.py`: cells (a graph and a number of samples), and the data of their replicates.
- `peers.py`: the children that run them.
- `learners.py`: learners by name, ours and theirs.
- `measures.py`: what was learned beside the truth.
- `penalties.py`: what a penalty of each library is in units of BIC's.
- `store.py`: a row per cell, replicate and learner, in a file that survives being killed.
- `tables.py`: means and standard errors, and how they are printed.
- `verdicts.py`: the best learner of every cell, and how far the recommended one is from it.
"""
