"""Directed acyclic graphs as edges: order, cycles, equivalence classes, structures."""
