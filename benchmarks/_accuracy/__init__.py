"""What `benchmarks/accuracy.py` is made of, beside `dagbag.accuracy`; data flow downwards.

- `peer_child.py`: other libraries, in an interpreter that has them; imports nothing of dagbag.
- `peers.py`: the children that run them.
- `learners.py`: learners by name, ours and theirs.
- `penalties.py`: what a penalty of each library is in units of BIC's.
- `store.py`: a row per cell, replicate and learner, in a file that survives being killed.
- `verdicts.py`: the best learner of every cell, and how far the recommended one is from it.
"""
