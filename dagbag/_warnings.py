"""The warnings of this package: each one asks the user for a decision."""


class ConvergenceWarning(UserWarning):
    """A search or an aggregation was ended by max_step or time_limit, not by convergence."""


class DegenerateDataWarning(UserWarning):
    """Columns that cannot be scored as they stand: constant, collinear, or saturated."""
