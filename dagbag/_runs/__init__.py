"""A run: draws, jobs, workers, progress, checkpoint, identity."""
