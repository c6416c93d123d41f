"""What the sdist and the wheel carry, and what a build or an import without kernels says."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from extra import needed
from oldest import constraints

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "benchmarks", "csrc", "dagbag", "docs", "paper", "r_compat", "recipe", "report_src", "tests",
    "tools", "vignettes",
)  # fmt: skip
FILES = (
    "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "Makefile",
    "README.md", "RELEASING.md", "conftest.py", "pyproject.toml", "setup.py",
)  # fmt: skip
MADE = shutil.ignore_patterns(
    "*.so", "*.py[cod]", "*.c", "__pycache__", ".*", "*~", "made", "node_modules"
)


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def python(*arguments, cwd):
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what is written by hand, so that nothing that was built before helps."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=MADE)
    for name in FILES:
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def sdist(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("sdist")
    done = python("setup.py", "-q", "sdist", "--dist-dir", str(out), cwd=source)
    assert done.returncode == 0, done.stderr
    (archive,) = out.iterdir()
    with tarfile.open(archive) as tar:
        return {member.name.partition("/")[2] for member in tar if member.isfile()}


def test_the_sdist_carries_all_it_takes_to_build_and_test(source, sdist):
    by_hand = {f"{folder}/{name}" for folder in FOLDERS for name in files(source / folder)}
    assert by_hand.union(FILES) <= sdist
    assert {
        "csrc/dagbag/_kernels/greedy.pyx",
        "csrc/dagbag/_kernels/columns.h",
        "tests/golden/bge.json",
    } <= sdist


def test_the_sdist_carries_nothing_that_a_build_makes(source, sdist):
    made = {name for name in sdist if name not in files(source)}
    assert {name for name in made if "egg-info" not in name} == {"PKG-INFO", "setup.cfg"}


def test_the_wheel_carries_every_module_and_all_they_read(source, tmp_path):
    """Of all but the kernels, which are compiled: a module in no listed package would be missing."""
    done = python("setup.py", "-q", "build_py", "--build-lib", str(tmp_path), cwd=source)
    assert done.returncode == 0, done.stderr
    expected = {f"dagbag/{name}" for name in files(source / "dagbag")}
    expected |= {f"dagbag/r_compat/{name}" for name in files(source / "r_compat")}
    assert files(tmp_path) == expected


def test_a_build_without_kernels_fails(source, tmp_path):
    shutil.copy(source / "setup.py", tmp_path)
    done = python("setup.py", "-q", "build_ext", "--inplace", cwd=tmp_path)
    assert done.returncode != 0
    assert "no kernels (*.pyx) in csrc/dagbag/_kernels" in done.stderr


def test_a_checkout_whose_kernels_are_not_built_says_what_to_do(source):
    done = python("-S", "-c", "import dagbag", cwd=source)  # -S: no editable install steps in
    assert done.returncode != 0
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: the kernels of dagbag are not built in the folder dagbag")
    assert "`pip install -e .`" in last
    assert "`make demo`" in last
    assert "leave this folder" in last


def test_an_installation_without_kernels_says_what_to_do(source, tmp_path):
    shutil.copytree(source / "dagbag", tmp_path / "site" / "dagbag")
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); import dagbag"
    done = python("-S", "-c", code, cwd=tmp_path)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: the kernels of dagbag are missing from")
    assert "pip install --force-reinstall dagbag" in last


def test_the_oldest_versions_are_those_of_pyproject():
    project = {
        "dependencies": ["numpy>=1.26", "a-b[c,d]>=2.0.1"],
        "optional-dependencies": {"x": ["e>=3,<4", "f<1.0", "dagbag[y]"], "y": ["numpy>=1.26"]},
    }
    assert constraints({"project": project}) == ["a-b==2.0.1", "e==3", "numpy==1.26"]


def test_an_earlier_and_a_later_bound_of_one_package_are_told():
    project = {"dependencies": ["a>=1"], "optional-dependencies": {"x": ["a>=2"]}}
    with pytest.raises(ValueError, match="a has two lower bounds"):
        constraints({"project": project})


def test_an_extra_takes_in_others():
    extras = {
        "plot": ["matplotlib>=3.7"],
        "test": ["dagbag[plot,io]", "pytest"],
        "io": ["a", "pytest"],
    }
    assert needed(extras, "test") == ["matplotlib>=3.7", "a", "pytest"]
