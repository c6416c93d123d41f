"""No Python interface: the cyclic/acyclic operation cache, for the search kernel."""
