"""The tables a script may use: which packages it attaches, and whose function a name is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Known, Table
from ._pyexpr import Py, Refused
from ._usage import is_call

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

OF_R = frozenset(
    ["base", "stats", "utils", "graphics", "grDevices", "methods", "datasets", "tools", "parallel"]
)
OBJECTS_OF_R = ("R.version", "R.version.string", "version")
DATA_SETS = frozenset([
    "ability.cov", "airmiles", "AirPassengers", "airquality", "anscombe", "attenu",
    "attitude", "austres", "beaver1", "beaver2", "BJsales", "BJsales.lead", "BOD", "cars",
    "ChickWeight", "chickwts", "co2", "CO2", "crimtab", "discoveries", "DNase", "esoph",
    "euro", "euro.cross", "eurodist", "EuStockMarkets", "faithful", "fdeaths", "Formaldehyde",
    "freeny", "freeny.x", "freeny.y", "HairEyeColor", "Harman23.cor", "Harman74.cor",
    "Indometh", "infert", "InsectSprays", "iris", "iris3", "islands", "JohnsonJohnson",
    "LakeHuron", "ldeaths", "lh", "LifeCycleSavings", "Loblolly", "longley", "lynx",
    "mdeaths", "morley", "mtcars", "nhtemp", "Nile", "nottem", "npk", "occupationalStatus",
    "Orange", "OrchardSprays", "PlantGrowth", "precip", "presidents", "pressure", "Puromycin",
    "quakes", "randu", "rivers", "rock", "Seatbelts", "sleep", "stack.loss", "stack.x",
    "stackloss", "state.abb", "state.area", "state.center", "state.division", "state.name",
    "state.region", "state.x77", "sunspot.month", "sunspot.year", "sunspots", "swiss",
    "Theoph", "Titanic", "ToothGrowth", "treering", "trees", "UCBAdmissions",
    "UKDriverDeaths", "UKgas", "USAccDeaths", "USArrests", "UScitiesD", "USJudgeRatings",
    "USPersonalExpenditure", "uspop", "VADeaths", "volcano", "warpbreaks", "women",
    "WorldPhones", "WWWusage",
])  # fmt: skip


def check_no_data_set(r_name: str) -> None:
    """Refuse a name that R has for one of its data sets."""
    if r_name in DATA_SETS:
        raise Refused(f"`{r_name}` is R's own data: write.csv() it there, and read that file")


# Pipes are part of the syntax here, and loops in several processes are those of one.
HARMLESS = frozenset(["magrittr", "foreach", "doParallel", "doMC", "iterators", "pbapply"])
ATTACHING = ("library", "require", "requireNamespace", "loadNamespace")

# Functions of R that other packages, once attached, mean something else by.
_MASKED = {
    "bnlearn": ("score", "degree", "nodes", "path"),
    "dagbagM": ("score_shd",),
    "pcalg": ("skeleton", "shd"),
    "dplyr": ("filter", "lag", "intersect", "union", "setdiff", "setequal"),
    "tidyverse": ("filter", "lag", "intersect", "union", "setdiff", "setequal"),
    "data.table": ("transpose", "shift", "first", "last", "between"),
    "igraph": ("union", "decompose", "spectrum", "simplify", "compose", "normalize", "degree"),
    "raster": ("union", "select", "extract", "shift", "rotate", "scale"),
    "Matrix": ("crossprod", "tcrossprod", "qr", "chol", "solve", "diag", "kronecker"),
    "purrr": ("compose", "simplify", "reduce", "map"),
    "matrixStats": ("count",),
    "psych": ("alpha", "rescale"),
    "Hmisc": ("format.pval", "units", "describe"),
}


class Library:
    """The tables that a script may use.

    Attributes
    ----------
    packages : set of str
        Those that have a table, or need none.
    functions, statements, stores, lists, values, results, plots, shows, operators, imports : dict
        Of all tables that the script may use.
    """

    def __init__(self, tables: Sequence[Table], script: r.Block) -> None:
        self.packages = {table.package for table in tables} | OF_R
        self.attached = list(_attached(script))
        foreign = [package for package in self.attached if package not in OF_R | HARMLESS]
        self.unknown = [package for package in foreign if package not in self.packages]
        # A script that attaches nothing is taken for a part of one that does.
        usable = [t for t in tables if t.package in OF_R or not foreign or t.package in foreign]
        self.functions: dict[str, Known] = {}
        self.statements: dict[str, Callable[[Translator, r.Call, Dest], bool]] = {}
        self.stores: dict[str, Callable[[Translator, Py, list[r.Arg], Py], Py]] = {}
        self.lists: dict[str, Callable[[Translator, Py], Py]] = {}
        self.values: dict[str, Callable[[Translator], Py]] = {}
        self.results: dict[str, Callable[[Translator, Py, str | int], Py]] = {}
        self.plots: dict[str, Callable[[Translator, Py, r.Call], None]] = {}
        self.shows: dict[str, Callable[[Translator, Py], Py]] = {}
        self.operators: dict[str, Callable[[Translator, r.Binary], Py | None]] = {}
        self.imports: dict[str, str] = {}
        self.drawing: set[str] = set()
        for table in sorted(usable, key=lambda t: _rank(t.package, self.attached)):
            self.functions |= table.functions
            self.statements |= table.statements
            self.stores |= table.stores
            self.lists |= table.lists
            self.values |= table.values
            self.results |= table.results
            self.plots |= table.plots
            self.shows |= table.shows
            self.operators |= table.operators
            self.imports |= table.imports
            self.drawing |= table.drawing
        self._all: dict[tuple[str, str], Known] = {
            (table.package, name): known
            for table in tables
            for name, known in table.functions.items()
        }

    def find(self, function: str, package: str = "") -> Known | None:
        """Return the function of a table that a name means; None if there is none.

        What a package without a table is known to hide is refused; `doubtful` tells what it might.
        """
        if package and package not in OF_R:
            return self._all.get((package, function))
        known = self.functions.get(function)
        if known is None or package:
            return known
        for other in reversed(self.attached):
            if other == known.package:
                break
            if other not in self.unknown:
                continue
            if function in _MASKED.get(other, ()):
                raise Refused(
                    f"{function}() may be the one of {other}, which is not known and was attached; "
                    f"{known.package}::{function}() would say which is meant"
                )
        return known

    def doubtful(self, known: Known) -> str | None:
        """Return a package without a table that was attached after the one of a function."""
        if known.package in OF_R:
            return None
        for other in reversed(self.attached):
            if other == known.package:
                return None
            if other in self.unknown:
                return other
        return None


def _rank(package: str, attached: Sequence[str]) -> int:
    """Return how late a package was attached: the last one is found first."""
    if package in OF_R:
        return -1
    return len(attached) - attached[::-1].index(package) if package in attached else 0


def _attached(script: r.Block) -> Iterator[str]:
    """Yield the packages that a script attaches or names, in the order of the text."""
    for node in r.walk(script):
        if isinstance(node, r.Call) and is_call(node, *ATTACHING):
            yield from packages_of(node) or ()
        elif isinstance(node, r.Name) and node.package and node.package not in OF_R:
            yield node.package


def packages_of(node: r.Call) -> list[str] | None:
    """Return the packages that a call attaches; None if they are computed.

    Examples
    --------
    >>> from ._parse import parse
    >>> packages_of(parse("library(dagbag)").statements[0].node)
    ['dagbag']
    """
    args = [arg for arg in node.args if arg.name in (None, "package")]
    value = args[0].value if args else None
    by_value = any(
        arg.name == "character.only" and not (isinstance(arg.value, r.Bool) and not arg.value.value)
        for arg in node.args
    )
    if isinstance(value, r.Str):
        return [value.value]
    if isinstance(value, r.Name) and not by_value:
        return [value.name]
    return None
