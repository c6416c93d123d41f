"""Functions."""

from ._functions import Table

TABLE = Table("base")
