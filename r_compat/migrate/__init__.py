"""Leaving R: translate a script that uses the R package dagbag into Python.

:func:`migrate` reads R and writes Python that calls this project, numpy, pandas and matplotlib.
What it cannot translate stays as a marked comment in place and is listed at the end; what needs
the value of that is translated, and waits as a comment; traps become notes at their lines.
``python -m dagbag.r_compat migrate script.R`` does it from the command line, and with ``--check``
runs both scripts and compares what they leave behind: the variables that both define, what they
print, write and draw; what it does not compare it says.

How R's values live in Python
-----------------------------
- One atomic value is a Python or numpy scalar. Whole doubles may be ints: ``n <- 5`` is ``n = 5``.
- Vectors, matrices and arrays are numpy arrays (float64, int64, bool, and object for text).
- Names and dimnames, where the script makes any, are kept by `rvalues.NamedArray`, an ndarray
  that carries its labels; it computes as any other array.
- NA is nan in numbers, and in integers, which then are floats. Logicals with NA are object arrays
  with None; one logical that is NA is nan. Missing text is None; a rule of `rvalues`, for which
  None is NULL, gets one text that may be missing as ``rv.one(x)``.
- A list is a list, a dict if its elements have names, and an `rvalues.NamedList` if only some have
  or two have the same; NULL is None, and `rvalues.Nothing`, an array without elements, where a
  vector is going to grow.
- A data frame is a pandas DataFrame, a factor a pandas Categorical. A model or a test is a
  `rstats.Model`, a dict of R's components.
- Results of `score` and `score_shd` are this project's own, by attribute: ``result.adj_matrix``.
- A list with a class of the script's own is a dict or list that carries it (`rvalues.structure`).
- An environment is an `rvalues.Environment`, a dict that is never copied; a condition an exception.
- A function with ``...`` is one function for each way in which the script calls it.
- Indices are those of R in variables (``for i in range(1, n + 1)``) and of Python in brackets
  (``x[i - 1]``).

The modules, as data flows: ``_parse`` (text to R's syntax, ``_rast``), ``_lazy`` (arguments that
functions evaluate inside), ``_translate`` (syntax to Python's, by what ``_kinds`` knows of each
value; its docstring names its parts) with ``_arithmetic``, ``_positions`` (ranges and indices),
``_reading`` (parts of values, with ``_array_parts`` and ``_frame_parts``) and ``_storing``
(assigning to parts), the tables ``_vectors``, ``_matrices``, ``_math``, ``_types``,
``_conditions``, ``_trying``, ``_dispatch``, ``_environments``, ``_text``, ``_moments``,
``_decompositions``, ``_combinations``, ``_data_frames``, ``_columns``, ``_column_classes``,
``_factors``, ``_models``, ``_numerics``, ``_distributions``, ``_frames``, ``_grouping``,
``_apply``, ``_files``, ``_system``, ``_dates``, ``_graphics`` and what belongs to it, ``_ggplot2``,
``_igraph``, ``_random`` and ``_dagbag`` (one entry per function of R; another package is another
table, used by the scripts that attach it), ``_pyexpr`` (Python's expressions and statements),
``_emit`` (the module's text).
"""

from ._migrate import Migration, migrate
from ._output import Note, Refusal, Waiting
from ._parse import MigrateError

__all__ = ["MigrateError", "Migration", "Note", "Refusal", "Waiting", "migrate"]
