"""Plausible mistakes in the translator's rules, and the suite that has to notice them."""
