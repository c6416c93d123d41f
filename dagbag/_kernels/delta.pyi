"""No Python interface: columns of deltas that gain and lose parents, for the search kernel."""
