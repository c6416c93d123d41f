"""``dagbag doctor``: what is installed, what is missing, and what to do about it."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any, NamedTuple

from .errors import FINE, NO

DESCRIPTION = """\
Say what of dagbag is there: its version and kernels, numpy, scipy and their BLAS, optional
libraries with the line that installs them, cores and memory; then, of R, what the bridge to R
needs. The exit status is 0 if dagbag works, otherwise 1; with --r it is 0 if the bridge to R works
as well."""

EXAMPLES = ("dagbag doctor --no-r", "dagbag doctor --json")


class Extra(NamedTuple):
    """Libraries that are optional, and what for."""

    libraries: tuple[str, ...]
    purpose: str
    install: str


EXTRAS = (
    Extra(("pandas",), "tables in and out", "pip install dagbag[frames]"),
    Extra(("matplotlib",), "pictures", "pip install dagbag[plot]"),
    Extra(("causallearn",), "PC and other learners", "pip install dagbag[learners]"),
    Extra(("distributed",), "runs on a cluster", "pip install dagbag[cluster]"),
    Extra(("tree_sitter", "tree_sitter_language_pack"), "migrate", "pip install dagbag[migrate]"),
    Extra(("polars",), "polars frames", "pip install polars"),
    Extra(("pyarrow",), "parquet files and Arrow tables", "pip install pyarrow"),
    Extra(("anndata",), "AnnData and .h5ad files", "pip install dagbag[anndata]"),
    Extra(("networkx",), "networkx graphs, GraphML and GML files", "pip install dagbag[exchange]"),
    Extra(("igraph",), "igraph graphs", "pip install dagbag[exchange]"),
    Extra(("pgmpy",), "pgmpy models", "pip install dagbag[exchange]"),
    Extra(("sklearn",), "Pipeline and GridSearch", "pip install scikit-learn"),
)
DISTRIBUTIONS = {
    "causallearn": "causal-learn",
    "sklearn": "scikit-learn",
    "tree_sitter": "tree-sitter",
    "tree_sitter_language_pack": "tree-sitter-language-pack",
}
WIDTH = 22


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--r",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="ask for R, too, and count it in the exit status; --no-r leaves it out "
        "(default: told, not counted)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print what is found and return the exit status."""
    own = own_facts()
    works = own["works"]
    r: dict[str, Any] | None = None
    text = "" if options.json else own_report(own)
    if options.r is not False:
        of_r = import_module("dagbag.r_compat.doctor")
        if text:
            print(text, flush=True)  # R takes some seconds
            text = ""
        findings = of_r.diagnose()
        r = of_r.to_dict(findings)
        if not options.json:
            print(f"\nOnly to compare with R:\n{of_r.report(findings)}")
        if options.r:
            works = works and of_r.works(findings)
    if options.json:
        print(json.dumps({"dagbag": own, "r": r}, indent=2))
    elif text:
        print(text)
    return FINE if works else NO


def own_facts() -> dict[str, Any]:
    """Return what there is to know of dagbag itself."""
    from .. import __version__
    from .._input.memory import available_memory

    wrong = try_kernels()
    memory = available_memory()
    return {
        "version": __version__,
        "works": wrong is None,
        "wrong": wrong,
        "python": f"{platform.python_version()}, {sys.executable}",
        "platform": platform.platform(),
        "needed": {name: metadata.version(name) for name in needed_libraries()},
        "blas": blas_libraries(),
        "extras": {library: _version(library) for extra in EXTRAS for library in extra.libraries},
        "cores": usable_cores(),
        "memory_free_bytes": None if math.isinf(memory) else int(memory),
    }


def needed_libraries() -> tuple[str, ...]:
    """Return the libraries that dagbag cannot do without."""
    return ("numpy", "scipy", "joblib", "threadpoolctl", "tqdm")


def try_kernels() -> str | None:
    """Learn a graph whose answer is known; return what is wrong, or None."""
    import numpy as np

    from .. import score

    noise = np.random.default_rng(1).standard_normal((200, 3))
    Y = np.column_stack((noise[:, 0], noise[:, 0] + noise[:, 1], noise[:, 2]))
    found = [set(edge) for edge in score(Y).edges]
    return None if found == [{0, 1}] else f"a graph of one edge was learned as {found}"


def blas_libraries() -> list[str]:
    """Return the BLAS libraries that numpy and scipy have loaded, with their threads."""
    import scipy.linalg  # noqa: F401 - loads its BLAS
    from threadpoolctl import threadpool_info

    return [
        f"{one['internal_api']} {one['version'] or ''}, {one['num_threads']} threads".replace(
            " ,", ","
        )
        for one in threadpool_info()
        if one["user_api"] == "blas"
    ]


def usable_cores() -> int:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _version(library: str) -> str | None:
    if find_spec(library) is None:
        return None
    try:
        return metadata.version(DISTRIBUTIONS.get(library, library))
    except metadata.PackageNotFoundError:
        return "installed"


def own_report(facts: dict[str, Any]) -> str:
    """Return the facts as lines of text."""
    memory = facts["memory_free_bytes"]
    lines = [
        ("dagbag", facts["version"]),
        ("kernels", "built, and they learn" if facts["works"] else f"WRONG: {facts['wrong']}"),
        ("Python", facts["python"]),
        ("platform", facts["platform"]),
        *facts["needed"].items(),
        *(("BLAS", text) for text in facts["blas"] or ["not known"]),
        ("cores", str(facts["cores"])),
        ("memory that is free", "not known" if memory is None else f"{memory / 2**30:.1f} GiB"),
    ]
    told = [f"{name:<{WIDTH}}{value}" for name, value in lines]
    told += ["", "Optional:"]
    for extra in EXTRAS:
        versions = [facts["extras"][library] for library in extra.libraries]
        name = DISTRIBUTIONS.get(extra.libraries[0], extra.libraries[0])
        there = None not in versions
        told.append(f"{name:<{WIDTH}}{versions[0] if there else 'missing'} ({extra.purpose})")
        if not there:
            told.append(f"{'':<{WIDTH}}-> {extra.install}")
    return "\n".join([*told, "", f"dagbag {'works' if facts['works'] else 'does not work'}."])
