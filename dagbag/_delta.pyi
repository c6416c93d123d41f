"""No Python interface: the deltas of additions and deletions, for the search kernel."""
