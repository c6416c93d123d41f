"""Every public name of `rvalues` is compared with R, or tested for what R cannot tell."""

import importlib
import re
from pathlib import Path

import rprograms
from dagbag.r_compat import rvalues as rv

OWN = {  # where the test is that no row can be
    "class_": "test_rvalues_core", "example": "test_rvalues_files", "MISSING": "test_rvalues_named",
    "mvrnorm": "test_rvalues_random", "rng_kind": "test_rvalues_random", "load": "test_rdata",
    "save": "test_rdata", "temporary_file": "test_rvalues_files", "make_folder":
    "test_rvalues_files", "temporary_folder": "test_rvalues_files", "remove_file":
    "test_rvalues_files", "proc_time": "test_rvalues_vectors", "elapsed": "test_rvalues_vectors",
    "dir_exists": "test_rvalues_files", "dput": "test_rvalues_files",
    "ClassedDict": "test_rvalues_classes", "ClassedList": "test_rvalues_classes", "Nothing":
    "test_rvalues_classes", "implicit_class": "test_rvalues_classes", "method":
    "test_rvalues_classes", "or_null": "test_rvalues_classes", "Untranslated": "test_rvalues_core",
    "several": "test_rvalues_select", "lost_method": "test_rvalues_classes",
    }  # fmt: skip

NOT_YET = {  # known to be without a comparison: this may only become shorter
    "combined",  # R's foreach, which is no part of R: test_migrate_frames has what it returns
}


def rows():
    """The rows of all modules."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("test_rvalues_*.py"))
    found = [importlib.import_module(name) for name in modules if not name.endswith("coverage")]
    return [row for module in found for row in module.ROWS]


def translated():
    """The names that translations of R's constructs use, which are compared with R, too."""
    found = set()
    for path in sorted((Path(__file__).parent / "rconstructs").glob("*.txt")):
        for text in re.split(r"\n\n+", path.read_text(encoding="utf-8")):
            if text.strip() and not text.startswith("#"):
                found |= set(re.findall(r"\brv\.(\w+)", rprograms.translate(text).python))
    return found


def _draws(function):
    """Whether it draws: what plots are made of is compared in the tests of plots."""
    module = getattr(function, "__module__", "").rpartition(".")[2]
    return module in ("_bars", "_colors", "_graphics", "_graphs", "_marks", "_plots", "_devices")


def test_every_name_is_compared_with_r():
    compared = {row.name for row in rows()} | (translated() & set(rv.__all__))
    drawing = {name for name in rv.__all__ if _draws(getattr(rv, name))}
    assert sorted(set(rv.__all__) - compared - set(OWN) - drawing) == sorted(NOT_YET)
    assert sorted((compared | set(OWN)) - set(rv.__all__)) == []


def test_names_without_rows_are_tested_elsewhere():
    folder = Path(__file__).parent
    missing = [
        name
        for name, module in OWN.items()
        if f"rv.{name}" not in (folder / f"{module}.py").read_text(encoding="utf-8")
    ]
    assert missing == []


def test_there_are_thousands_of_cases():
    assert sum(row.count for row in rows()) > 10000
