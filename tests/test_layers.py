"""Data flow downwards: a layer imports only from those above it in `LAYERS`."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "dagbag"
# From the ground up; a module may import from its own layer and those before it.
LAYERS = (
    ("exceptions",),
    ("_kernels",),
    ("_dag",),
    ("_html",),
    ("_input",),
    ("knowledge",),
    ("_random",),
    ("rrandom",),
    ("_search",),
    ("_aggregate",),
    ("_draw",),
    ("_exchange",),
    ("results",),
    ("_runs",),
    ("ensemble",),
    ("_learners",),
    ("_effects",),
    ("api", "bagging", "checking", "learners", "metrics", "curves", "datasets", "simulate"),
    ("stability", "null", "graph_score", "linear_effects", "sensitivity"),
    ("estimator",),
    ("_charts",),
    ("plotting",),
    ("exchange",),
    ("_report",),
    ("reporting",),
    ("study", "demo", "accuracy", "_command", "__main__", "__init__"),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
ROOMS = sorted(path for path in PACKAGE.glob("_*") if (path / "__init__.py").exists())
KERNELS = PACKAGE.parent / "csrc" / "dagbag" / "_kernels"
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def layer_of(parts):
    """The layer of a module by the parts of its path below the package."""
    return parts[0].removesuffix(".py")


def imported(path):
    """The modules of the package that a module imports, as parts below the package."""
    package = list(path.parts[:-1])
    for node in ast.walk(ast.parse((PACKAGE / path).read_text())):
        if not isinstance(node, ast.ImportFrom) or node.level == 0:
            continue
        base = package[: len(package) - node.level + 1] + (node.module or "").split(".")
        base = [part for part in base if part]
        if base:
            yield base
        else:  # from . import x; names of the package itself are those of its public modules
            yield from ([alias.name] for alias in node.names if alias.name in RANK)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_layers_import_downwards(path):
    mine = RANK[layer_of(path.parts)]
    upwards = [".".join(parts) for parts in imported(path) if RANK[layer_of(parts)] > mine]
    assert not upwards


# A method that draws is asked for on a result, and pictures are made of results.
LOOKED_UP_LATER = {"results.py": ["plotting", "reporting"]}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_what_is_looked_up_by_name_is_listed(path):
    """No module gets round its layer by looking up another by name."""
    found = re.findall(r'import_module\(f"{__package__}\.(\w+)"', (PACKAGE / path).read_text())
    assert found == LOOKED_UP_LATER.get(str(path), [])


def test_every_module_has_a_layer():
    assert {layer_of(path.parts) for path in MODULES} == set(RANK)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_names_its_files(room):
    """The map of a room is its docstring."""
    told = ast.get_docstring(ast.parse((room / "__init__.py").read_text())) or ""
    sources = [*room.iterdir(), *(KERNELS.iterdir() if room.name == "_kernels" else ())]
    there = {path.stem for path in sources if path.suffix in (".py", ".pyx", ".pxd")}
    named = {name.partition(".")[0] for name in re.findall(r"`(\w+(?:\.h)?)`", told)}
    assert there - {"__init__"} <= named
    headers = {"bounds", "columns", "residuals", "ufunc"} if room.name == "_kernels" else set()
    assert named <= there | headers


def test_the_files_that_the_map_names_are_there():
    root = PACKAGE.parent
    named = re.findall(r"`([\w./]+/[\w.]+)`", (root / "CONTRIBUTING.md").read_text())
    assert len(named) > 20
    assert [name for name in named if not (root / name).exists()] == []


# What turns out only while working, and what a class answers as a collection or reader of its files.
FOUND_LATER = {
    "bagging": {"_identity"},  # whether a learner can be told from others
    "ensemble": {
        "__contains__", "_joined", "_from_content", "_plain", "_plan_of", "class_counts", "load",
        "merge", "to_frame",
    },
    "null": {"cutoff"},  # no cutoff leaves so few edges
    "results": {"__contains__"},
    "simulate": {"random_edges"},  # no graph with such numbers was found
}  # fmt: skip


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.stem)
def test_public_modules_leave_checks_to_their_room(path):
    functions = (
        node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)
    )
    refusing = {function.name for function in functions if refuses(function)}
    assert refusing <= FOUND_LATER.get(path.stem, set())


def refuses(function):
    """Whether a function raises what a wrong argument deserves."""
    called = (
        node.exc.func
        for node in ast.walk(function)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    )
    return any(getattr(name, "id", "") in ("TypeError", "ValueError") for name in called)
