"""A run: replicates learned by workers, kept in a checkpoint, known by what they depend on.

- `draws`: the random draws of an ensemble.
- `replicates`: one replicate, and its bytes in a checkpoint.
- `jobs`: what is done on each resample, by the kernel or by a learner; `time_limit`: for how long.
- `workers`, `progress`: who does it; the bar.
- `blas`: one BLAS thread while anybody learns; `interrupts`: Ctrl-C a moment later.
- `checkpoint`: finished replicates in an append-only file that outlives kills and damage.
- `loaded`: what ensembles and checkpoints hold, checked by its meaning.
- `whole_files`: files that are whole or not there.
- `record`: the identity of a run; `identity`: what a learner is, as a digest of its contents;
  `origin`: versions, BLAS and machine.
- `run`: learn what is missing, hand over what is finished, go on later.
"""
