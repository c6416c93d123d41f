"""What of R is there, what is missing, and what to do about it."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

import numpy as np

import dagbag

from . import bridge
from ._errors import RBridgeError
from ._process import DOCTOR, GET_R, ask_r, find_r, get_rpy2, wrong_home

R_PACKAGES = {
    "dagbag": 'R CMD INSTALL dagbag_1.1.tar.gz (only engine="package" needs it)',
    "reticulate": "Rscript -e 'install.packages(\"reticulate\")' (Debian: r-cran-reticulate; "
    "for calling this package from R)",
    "jsonlite": "Rscript -e 'install.packages(\"jsonlite\")' (Debian: r-cran-jsonlite)",
    "testthat": "Rscript -e 'install.packages(\"testthat\")' (Debian: r-cran-testthat; "
    "for the tests of the R side)",
}
_ASK = """
say <- function(key, value) cat(key, "\t", paste(value, collapse = " "), "\n", sep = "")
say("version", as.character(getRversion()))
say("home", R.home())
say("blas", extSoftVersion()["BLAS"])
say("lapack", La_library())
say("libraries", .libPaths())
for (name in c(%s)) if (nzchar(system.file(package = name))) {
  say(name, as.character(packageVersion(name)))
  if (any(grepl("reticulate", packageDescription(name)[c("Imports", "Depends")])))
    say(paste0(name, "-calls-python"), "yes")
}
"""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked for."""

    name: str
    found: str | None  #: version or place; None: missing
    ok: bool
    needed: bool  #: without it the bridge does not work
    advice: str = ""  #: what to do if it is not ok


def diagnose() -> tuple[Finding, ...]:
    """Look for R, rpy2 and R packages, and try the bridge.

    Returns
    -------
    tuple of Finding
        The last two are the two engines.

    Examples
    --------
    >>> diagnose()[0].name
    'R'
    """
    facts = _ask_r()
    return (*_r(facts), _rpy2(facts), *_packages(facts), *_engines(facts))


def works(findings: tuple[Finding, ...]) -> bool:
    """Whether the reference engine works, and so all that is needed is there.

    Examples
    --------
    >>> works((Finding("R", None, ok=False, needed=True),))
    False
    """
    return all(finding.ok for finding in findings if finding.needed)


def report(findings: tuple[Finding, ...]) -> str:
    """Return the findings as lines of text.

    Examples
    --------
    >>> print(report((Finding("R", None, ok=False, needed=True, advice="install R"),)))
    R                     MISSING
                          -> install R
    The bridge to R does not work.
    """
    lines = []
    for finding in findings:
        mark = "" if finding.ok or finding.found is None else "NOT WORKING: "
        missing = "MISSING" if finding.needed else "missing"
        lines.append(f"{finding.name:<22}{mark}{finding.found or missing}")
        if not finding.ok and finding.advice:
            lines.append(f"{'':<22}-> {finding.advice}")
    verdict = "works" if works(findings) else "does not work"
    return "\n".join([*lines, f"The bridge to R {verdict}."])


def to_dict(findings: tuple[Finding, ...]) -> dict[str, Any]:
    """Return the findings as JSON has them.

    Examples
    --------
    >>> to_dict((Finding("R", "4.2.2", ok=True, needed=True),))["works"]
    True
    """
    return {"works": works(findings), "findings": [asdict(finding) for finding in findings]}


def _ask_r() -> dict[str, str]:
    """Ask R itself, without rpy2."""
    names = ", ".join(f'"{name}"' for name in R_PACKAGES)
    said = ask_r(_ASK % names) or ""
    return dict(line.split("\t", 1) for line in said.splitlines() if "\t" in line)


def _r(facts: dict[str, str]) -> list[Finding]:
    executable = find_r()
    wrong = wrong_home()
    if wrong is not None:
        return [Finding("R", str(executable or "not found"), ok=False, needed=True, advice=wrong)]
    if executable is None:
        return [Finding("R", None, ok=False, needed=True, advice=GET_R)]
    if "version" not in facts:
        found = f"{executable} does not run"
        return [Finding("R", found, ok=False, needed=True, advice=f"run it; {GET_R}")]
    set_home = os.environ.get("R_HOME")
    home = facts["home"] + (f" (R_HOME={set_home})" if set_home else "")
    blas = facts["blas"].strip() or facts["lapack"]
    return [
        Finding("R", f"{facts['version']}, {executable}, home {home}", ok=True, needed=True),
        Finding("BLAS of R", blas or "R's own", ok=True, needed=False),
        Finding("libraries of R", facts["libraries"], ok=True, needed=False),
    ]


def _rpy2(facts: dict[str, str]) -> Finding:
    """Whether rpy2 is installed; whether it fits this R is tried by the reference engine."""
    versions = [
        f"{name} {metadata.version(name)}"
        for name in ("rpy2", "rpy2-rinterface")
        if _installed(name)
    ]
    return Finding(
        "rpy2",
        ", ".join(versions) or None,
        ok=bool(versions),
        needed=True,
        advice=get_rpy2(facts.get("version")),
    )


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _packages(facts: dict[str, str]) -> list[Finding]:
    findings = []
    for name, advice in R_PACKAGES.items():
        found = facts.get(name)
        if found is not None and name == "dagbag" and "dagbag-calls-python" in facts:
            found = f"{found}, the drop-in, which calls Python"
        ok = found is not None
        findings.append(Finding(f"R package {name}", found, ok=ok, needed=False, advice=advice))
    return findings


def _engines(facts: dict[str, str]) -> list[Finding]:
    return [
        _try("engine reference", "reference", needed=True),
        _try("engine package", "package", needed=False)
        if "dagbag" in facts
        else Finding(
            "engine package",
            None,
            ok=False,
            needed=False,
            advice="needs the original R package dagbag 1.1",
        ),
    ]


def _try(name: str, kind: str, *, needed: bool) -> Finding:
    """Learn a small DAG with an engine, and with this package."""
    Y = _small_data()
    try:
        with bridge.Engine(kind) as engine:
            learned = bridge.score(Y, engine=engine, timeout=120)
            versions = engine.versions
    except RBridgeError as error:
        return Finding(name, str(error).removesuffix(f"; {DOCTOR}"), ok=False, needed=needed)
    if not np.array_equal(learned["movement"], dagbag.score(Y)["movement"]):
        said = "answers, but not as this package does"
        return Finding(name, said, ok=False, needed=needed, advice="report it")
    found = f"works: R {versions['r_version']} in rpy2 {versions['rpy2_version']}"
    return Finding(name, found, ok=True, needed=needed)


def _small_data() -> Any:
    noise = np.random.default_rng(1).standard_normal((40, 4))
    return noise @ np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 1]])
