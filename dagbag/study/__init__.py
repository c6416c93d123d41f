"""The paper's numerical study: every table of its Appendix C, simulated again.

``python -m dagbag.study TABLE`` runs the simulations of a table on all cores, keeps finished
replicates so that an interrupted run goes on, writes tidy CSV files and prints published against
reproduced numbers. :func:`run_table` is the same from Python.
"""

from ._graph_files import read_graph
from ._orders import OrderEffect, order_effect
from ._published import CAPTIONS, COLUMNS, Method, Row, Setting, published
from ._report import Cell, Line, Summary, write_csv
from ._runner import Options, run_table

__all__ = [
    "CAPTIONS",
    "COLUMNS",
    "Cell",
    "Line",
    "Method",
    "Options",
    "OrderEffect",
    "Row",
    "Setting",
    "Summary",
    "order_effect",
    "published",
    "read_graph",
    "run_table",
    "write_csv",
]
