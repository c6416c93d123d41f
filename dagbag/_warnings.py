"""The warnings of this package: each one asks the user for a decision."""


class ConvergenceWarning(UserWarning):
    """A search was ended by max_step, not by convergence."""


class DegenerateDataWarning(UserWarning):
    """Columns that cannot be scored as they stand: constant, collinear, or saturated."""
