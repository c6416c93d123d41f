"""Leaving R: translate a script that uses the R package dagbag into Python.

:func:`migrate` reads R and writes Python that calls this project, numpy, pandas and matplotlib.
What it cannot translate stays as a marked comment in place and is listed at the end; traps become
notes at their lines. ``python -m dagbag.r_compat migrate script.R`` does it from the command line,
and with ``--check`` runs both scripts and compares every variable that both define.

How R's values live in Python
-----------------------------
- One atomic value is a Python or numpy scalar. Whole doubles may be ints: ``n <- 5`` is ``n = 5``.
- Vectors, matrices and arrays are numpy arrays (float64, int64, bool, and object for text).
- Names and dimnames, where the script makes any, are kept by `rvalues.NamedArray`, an ndarray
  that carries its labels; it computes as any other array.
- NA is nan in numbers, and in logicals and integers, which then are floats; missing text is None.
- A list is a list, or a dict if its elements have names; NULL is None.
- A data frame is a pandas DataFrame, a factor a pandas Categorical.
- Results of `score` and `score_shd` are this project's own, by attribute: ``result.adj_matrix``.
- Indices are those of R in variables (``for i in range(1, n + 1)``) and of Python in brackets
  (``x[i - 1]``).

The modules, as data flows: ``_parse`` (text to R's syntax, ``_rast``), ``_translate`` with
``_arithmetic`` and ``_indexing`` (syntax to Python's, by what ``_kinds`` knows of each value), the
tables ``_vectors``, ``_matrices``, ``_math``, ``_types``, ``_conditions``, ``_text``, ``_stats``,
``_apply``, ``_files``, ``_graphics``, ``_random`` and ``_dagbag`` (one entry per function of R;
another package is another table), ``_pyexpr`` (Python's expressions and statements), ``_emit`` (the
module's text).
"""

from ._migrate import Migration, migrate
from ._parse import MigrateError
from ._translate import Note, Refusal

__all__ = ["MigrateError", "Migration", "Note", "Refusal", "migrate"]
