"""Public names and signatures: those of the last release, but for what CHANGELOG.md names.

Run as a script, it prints the list, one line a name, as tests/golden/public-api-VERSION.txt has it.
"""

import importlib
import inspect
import pkgutil
import re
import types
from functools import cached_property
from pathlib import Path

import dagbag

HERE = Path(__file__).parent
RELEASED = HERE / "golden" / "public-api-0.3.0.txt"
CHANGELOG = HERE.parent / "CHANGELOG.md"
# What the commands are made of: `dagbag.r_compat` has what is for users.
BEHIND_COMMANDS = (
    "dagbag.demo",
    "dagbag.r_compat.comparison",
    "dagbag.r_compat.doctor",
    "dagbag.r_compat.reticulate",
    "dagbag.r_compat.validate",
)

RUN_TIME = ("rvalues", "rstats")  # of translations: what is new there is told by the module


def public_modules():
    """All modules of the package that no underscore hides, by name."""
    found = []  # r_compat lies elsewhere in a checkout
    for package in (dagbag, importlib.import_module("dagbag.r_compat")):
        found.append(package)
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            hidden = any(part.startswith("_") for part in info.name.split("."))
            if not hidden and not info.name.startswith(BEHIND_COMMANDS):
                found.append(importlib.import_module(info.name))
    return {module.__name__: module for module in found}.values()


def names_of(module):
    """What a module offers: `__all__`, or what is defined in it."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__)
    return sorted(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    )


def signature_of(value):
    """Arguments and defaults; types read otherwise with every version of numpy."""
    try:
        written = inspect.signature(value)
    except ValueError:
        return "(...)"
    bare = [each.replace(annotation=each.empty) for each in written.parameters.values()]
    return str(written.replace(parameters=bare, return_annotation=written.empty))


def lines_of(name, value):
    """One line for a name, and one for each public attribute of a class."""
    if isinstance(value, types.ModuleType):
        return [f"{name}: module"]
    if not isinstance(value, type):
        return [name + signature_of(value) if callable(value) else f"{name}: value"]
    made = signature_of(value)
    if issubclass(value, Warning) or "Made by" in (value.__doc__ or ""):  # not by the user
        made = ""
    lines = [f"{name}: class{made}"]
    for attribute in dir(value):
        member = inspect.getattr_static(value, attribute)
        if attribute.startswith("_") or _inherited(value, attribute):
            continue
        if isinstance(member, (property, cached_property)):
            lines.append(f"{name}.{attribute}: property")
        elif isinstance(member, (staticmethod, classmethod, types.FunctionType)):
            lines.append(f"{name}.{attribute}{signature_of(getattr(value, attribute))}")
        else:
            lines.append(f"{name}.{attribute}: attribute")
    return lines


def _inherited(kind, attribute):
    """Whether an attribute comes from outside this package, as a warning's `args`."""
    for base in kind.__mro__:
        if attribute in vars(base):
            return not base.__module__.startswith("dagbag")
    return False


def public_api():
    """The sorted lines of everything public."""
    return sorted(
        line
        for module in public_modules()
        for name in names_of(module)
        for line in lines_of(f"{module.__name__}.{name}", getattr(module, name))
    )


def short_names(lines):
    """The last part of the names of lines: `Ensemble.save`'s is save."""
    return {re.split(r"[(:]", line)[0].rpartition(".")[2] for line in lines}


def unreleased():
    """The section of the CHANGELOG on what has changed since the release."""
    found = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", CHANGELOG.read_text(), re.M | re.S)
    return found[1] if found else ""


def is_told_by_its_module(line, known, named):
    """Whether a name is new in what translations call: some hundreds, for scripts, not for people."""
    module = next((word for word in RUN_TIME if line.startswith(f"dagbag.r_compat.{word}.")), None)
    return module in named and re.split(r"[(:]", line)[0] not in known


def test_every_change_of_the_public_names_is_in_the_changelog():
    released, here = set(RELEASED.read_text().splitlines()), set(public_api())
    named = set(re.findall(r"\w+", unreleased()))
    known = {re.split(r"[(:]", line)[0] for line in released}
    unnamed = [
        line
        for line in sorted(released ^ here)
        if not short_names([line]) & named and not is_told_by_its_module(line, known, named)
    ]
    assert not unnamed, "public names that changed and are not named in CHANGELOG.md"


def test_what_is_gone_or_changed_is_told_by_its_name():
    known = {"dagbag.r_compat.rvalues.old"}
    for line, told in (
        ("dagbag.r_compat.rvalues.old(x)", False),
        ("dagbag.r_compat.rvalues.new(x)", True),
        ("dagbag.new(x)", False),
    ):
        assert is_told_by_its_module(line, known, {"rvalues"}) is told
        assert not is_told_by_its_module(line, known, set())


def test_the_list_sees_arguments_and_attributes():
    lines = public_api()
    assert any(line.startswith("dagbag.score(Y, n_boot=0") for line in lines)
    assert "dagbag.Ensemble.selection_frequency: property" in lines
    assert "dagbag.Ensemble.nodes: attribute" not in lines  # set by instances: a class has it not


if __name__ == "__main__":
    print("\n".join(public_api()))
