"""No Python interface: the choice rule, for the search kernel."""
