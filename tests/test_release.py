"""What a release is made of: one version, wheels for all, and files that say the same."""

import doctest
import itertools
import json
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import moves
import pytest
import yaml
from oldest import tomllib

import dagbag
import dagbag._kernels

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RECIPE = yaml.safe_load((ROOT / "recipe" / "recipe.yaml").read_text())
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))  # not in an sdist
PYTHONS = ("310", "311", "312", "313", "314")
PLATFORMS = {
    "linux": [
        f"{libc}_{cpu}" for libc in ("manylinux", "musllinux") for cpu in ("x86_64", "aarch64")
    ],
    "macos": ["macosx_x86_64", "macosx_arm64"],
    "windows": ["win_amd64"],
}


def steps(path):
    for job in yaml.safe_load(path.read_text())["jobs"].values():
        yield from job["steps"]


def commands(path):
    return [step["run"] for step in steps(path) if "run" in step]


def targets():
    lines = (ROOT / "Makefile").read_text().replace("\\\n", "").splitlines()
    (phony,) = (line for line in lines if line.startswith(".PHONY:"))
    return set(phony.removeprefix(".PHONY:").split())


# One version


def test_the_version_is_written_once_and_the_others_follow():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "dagbag.__version__"}
    description = (ROOT / "r_compat" / "R" / "dagbag" / "DESCRIPTION").read_text()
    assert re.findall(r"^Version: (.*)$", description, re.MULTILINE) == [dagbag.__version__]
    assert CITATION["version"] == dagbag.__version__
    assert RECIPE["context"]["version"] == dagbag.__version__
    assert f"\n## {dagbag.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_a_build_has_that_version():
    done = subprocess.run(
        [sys.executable, "setup.py", "--version"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == dagbag.__version__


# Conda


def bare(requirement):
    """A requirement as conda and pip agree on it."""
    return requirement.replace(" ", "").lower()


def test_the_recipe_asks_for_what_the_package_asks_for():
    needed = RECIPE["requirements"]
    run = {bare(text) for text in PROJECT["project"]["dependencies"]}
    assert {bare(text) for text in needed["run"]} == run | {"python"}
    build = {bare(text) for text in PROJECT["build-system"]["requires"]}
    assert {bare(text) for text in needed["host"]} == build | {"pip", "python"}
    scripts = [f"{name} = {call}" for name, call in PROJECT["project"]["scripts"].items()]
    assert RECIPE["build"]["python"]["entry_points"] == scripts
    assert RECIPE["about"]["license"] == PROJECT["project"]["license"]


# Citation


def test_the_citation_is_complete():
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["license"] == PROJECT["project"]["license"]
    assert set(CITATION) >= {"message", "title", "abstract", "keywords", "authors", "type"}
    article = CITATION["preferred-citation"]
    assert set(article) >= {"type", "title", "authors", "year", "url", "identifiers"}
    assert "1406.2098" in article["url"]


# Wheels


@pytest.mark.cibuildwheel
@pytest.mark.parametrize("system", PLATFORMS)
def test_wheels_are_configured_for_every_python_and_system(system):
    done = subprocess.run(
        [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", system],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wanted = {f"cp{python}-{name}" for python in PYTHONS for name in PLATFORMS[system]}
    assert set(done.stdout.split()) == wanted


def test_the_pythons_of_wheels_are_those_that_the_package_says_it_supports():
    named = [text.rsplit(" ", 1)[1] for text in PROJECT["project"]["classifiers"] if " 3." in text]
    assert [version.replace(".", "") for version in named] == list(PYTHONS)
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"


@pytest.mark.skipif(
    platform.machine() != "x86_64" or shutil.which("objdump") is None,
    reason="reads the instructions of x86-64 by objdump",
)
def test_no_kernel_needs_more_than_every_x86_64_has():
    """Instructions of AVX stand in the clones only, which are chosen where they can run."""
    kernels = [
        kernel
        for folder in dagbag._kernels.__path__
        for kernel in Path(folder).glob("*.so")
    ]  # fmt: skip
    assert kernels
    outside = set()
    for kernel in kernels:
        listing = subprocess.run(
            ["objdump", "--disassemble", "--no-show-raw-insn", str(kernel)],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        name = ""
        for line in listing.splitlines():
            if line.endswith(">:"):
                name = line.split("<")[1][:-2]
            elif re.search(r"\tv[a-z]\w* +.*%[xyz]mm", line) and ".avx2" not in name:
                outside.add((kernel.name, name))
    assert outside == set()


# Workflows


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_there_is(path):
    for command in commands(path):
        if command.startswith("make "):
            assert set(command.split()[1:]) <= targets(), command
        for name in re.findall(r"\b(?:tests|tools|benchmarks)/[\w./-]+", command):
            assert (ROOT / name).is_file(), command


@pytest.mark.skipif(not WORKFLOWS, reason="an sdist has no workflows")
def test_the_workflow_of_wheels_makes_all_that_are_configured():
    path = ROOT / ".github" / "workflows" / "wheels.yml"
    matrix = yaml.safe_load(path.read_text())["jobs"]["wheels"]["strategy"]["matrix"]["include"]
    made = {(entry["os"].partition("-")[0], entry["archs"]) for entry in matrix}
    config = PROJECT["tool"]["cibuildwheel"]
    wanted = {
        (runner, cpu)
        for runner, system in (("ubuntu", "linux"), ("macos", "macos"), ("windows", "windows"))
        for cpu in config[system]["archs"]
    }
    assert made == wanted


# Other systems


def test_nothing_of_posix_is_needed(tmp_path):
    """With Windows's modules and names only: every module loads, runs are kept, files written."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "without_posix.py"), str(tmp_path)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {"failed": {}, "same": True}
    assert {path.name for path in tmp_path.iterdir()} >= {"run", "report.html", "learned"}


def test_moves_tell_builds_apart():
    examples = doctest.testmod(moves)
    assert examples.attempted >= 5
    assert examples.failed == 0
    for one, other in itertools.combinations(moves.SEARCHES.values(), 2):
        assert moves.digest(one, True, 3) != moves.digest(other, True, 3)
