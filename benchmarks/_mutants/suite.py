"""What has to notice a mistake: constructs, doctests, tests, and random programs at last.

R's answers, the translations, and which statements of the package each program and test runs are
found once and kept in a file. A mistake is then shown to all that run the statement it is in, but
only translations that it changes are evaluated.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any
from unittest import mock

from _forks import forked

from . import pytests

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "r_compat"
TESTS = ROOT / "tests"
FOLDERS = ("migrate", "rvalues")
SECONDS = 10  # that a program may take
PROGRAMS = 500  # random ones
REFUSES = "it refuses more"  # a mistake that is not silent
RANDOM = "only a random program notices"
UNLOADED = "it does not load"
SEED = 2026
_CHUNKS = 16  # of programs, for processes side by side
_PREFIX = "dagbag.r_compat."


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the package from an edited source, past any bytecode on disk."""

    edit: Any = None

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        found = self.edit(path)
        return found if isinstance(found, CodeType) else _compiled(found, path)


def _compiled(source: Any, path: str) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)  # type: ignore[no-any-return]


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the package's modules with an edit of their source."""

    def __init__(self, edit: Any) -> None:
        self.edit = edit

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if not name.startswith(tuple(f"{_PREFIX}{folder}" for folder in FOLDERS)):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin)
            spec.loader.edit = self.edit
        return spec


@contextlib.contextmanager
def edited(edit: Any) -> Any:
    """Import the package with its sources edited: edit(path) gives text, a tree, or code."""
    loaded = [name for name in sys.modules if name.startswith(_PREFIX)]
    if loaded:
        raise RuntimeError(f"the package is loaded already: {loaded[0]}")
    finder = _Finder(edit)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def inside(path: str) -> str:
    """Return a file's path below the package."""
    return Path(path).resolve().relative_to(PACKAGE.resolve()).as_posix()


# Which statements a program runs


class Probes:
    """Statements of functions, numbered; `hits` has a 1 for those that ran."""

    def __init__(self) -> None:
        self.hits = bytearray(200_000)
        self.places: list[tuple[str, int, int]] = []

    def edit(self, path: str) -> ast.Module:
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        self.path = inside(path)
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._into(node)
        setup = ast.parse("import sys as _sys; __probes__ = _sys.modules['__probes__'].hits").body
        after = 1 if ast.get_docstring(tree) is not None else 0
        while (
            isinstance(tree.body[after], ast.ImportFrom) and tree.body[after].module == "__future__"
        ):
            after += 1
        tree.body[after:after] = setup
        return ast.fix_missing_locations(tree)

    def _into(self, function: Any) -> None:
        for node in ast.walk(function):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    if any(getattr(statement, "probe", False) for statement in block):
                        continue
                    setattr(node, name, [s for child in block for s in self._probed(child)])

    def _probed(self, statement: ast.stmt) -> list[ast.stmt]:
        number = len(self.places)
        self.places.append((self.path, statement.lineno, statement.end_lineno or statement.lineno))
        probe = ast.parse(f"__probes__[{number}] = 1").body[0]
        probe.probe = True  # type: ignore[attr-defined]
        for node in ast.walk(probe):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = statement.lineno  # type: ignore[attr-defined]
        return [probe, statement]

    def taken(self) -> list[int]:
        """Return the statements that ran since, and forget what the package keeps of results."""
        found = [k for k, hit in enumerate(self.hits[: len(self.places)]) if hit]
        self.hits[:] = bytes(len(self.hits))
        for function in self._caches:  # else the next program would not run what it needs
            function.cache_clear()
        return found

    @functools.cached_property
    def _caches(self) -> list[Any]:
        modules = [m for name, m in sys.modules.items() if name.startswith(_PREFIX)]
        found = [value for module in modules for value in vars(module).values()]
        return [value for value in found if isinstance(value, functools._lru_cache_wrapper)]


class Answers:
    """R's answers to programs, kept in a file: R says the same each time."""

    def __init__(self, folder: Path) -> None:
        asking = [TESTS / "evaluate.R", *PACKAGE.rglob("*.R")]
        self.path = folder / f"answers-{_digest(asking)}.json"
        self.known = {}
        if self.path.exists():
            self.known = json.loads(self.path.read_text(encoding="utf-8"))

    def __call__(self, texts: list[str]) -> list[Any]:
        from rprograms._evaluate import evaluate_in_r

        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            self.known |= dict(zip(new, evaluate_in_r(new), strict=True))
        return [self.known[text] for text in texts]

    @contextlib.contextmanager
    def instead_of_r(self) -> Any:
        """Answer what tests ask R."""
        import rprograms

        with mock.patch.object(rprograms, "evaluate_in_r", self):
            yield

    def keep(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.known), encoding="utf-8")


# The programs


def constructs() -> list[str]:
    """Return the paragraphs of R that tests compare with R."""
    found = []
    for path in sorted((TESTS / "rconstructs").glob("*.txt")):
        for part in re.split(r"\n\n+", path.read_text(encoding="utf-8")):
            if part.strip() and not part.startswith("#"):
                found.append(part.strip("\n") + "\n")
    return found


def random_programs() -> list[str]:
    import rprograms

    return [rprograms.numbered(SEED, number).text for number in range(PROGRAMS)]


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _tests() -> dict[str, Path]:
    """Return the files of tests by what they and their helpers are."""
    shared = [path for path in TESTS.glob("*.py") if not path.name.startswith("test_")]
    return {_digest([path, *shared, ROOT / "conftest.py"]): path for path in pytests.files()}


def place(folder: Path) -> Path:
    """Return the file of what holds without a mistake, for the package as it is."""
    paths = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.R"), Path(__file__), Path(pytests.__file__)]
    paths += [*TESTS.glob("rprograms/**/*.py"), *TESTS.glob("rprograms/**/*.txt")]
    return folder / f"baseline-{_digest(paths)}.json"


def baseline(kept: Path, jobs: int) -> None:
    """Find out what holds without a mistake, and keep it in a file; add what is new there.

    To be called in a process of its own: it loads the package with probes, all of it, so that the
    statements have the same numbers in those that it forks.
    """
    found: dict[str, Any] = {"programs": {}, "tests": {}}
    if kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
    probes = Probes()
    sys.modules["__probes__"] = probes  # type: ignore[assignment]
    with edited(probes.edit):
        for folder in FOLDERS:
            for path in sorted((PACKAGE / folder).glob("*.py")):
                importlib.import_module(f"{_PREFIX}{folder}.{path.stem}".removesuffix(".__init__"))
        found |= {"places": probes.places, "loading": probes.taken()}
        found["constructs"] = constructs()
        found.setdefault("random", random_programs())
        found["files"] = list(_tests())
        texts = list(dict.fromkeys([*found["constructs"], *found["random"]]))
        answers = Answers(kept.parent)
        new = [text for text in texts if text not in found["programs"]]
        pairs = list(zip(new, answers(new), strict=True))
        tasks: list[Any] = [key for key in found["files"] if key not in found["tests"]]
        tasks += [pairs[k::_CHUNKS] for k in range(min(_CHUNKS, len(pairs)))]
        for task, answer, why in forked(
            lambda task: _seen(task, probes, answers), tasks, jobs, 3600
        ):
            if why:
                raise RuntimeError(f"{why}: {task if isinstance(task, str) else task[0][0]}")
            if isinstance(task, str):
                found["tests"][task], more = answer
                answers.known |= more
            else:
                found["programs"] |= {program["text"]: program for program in answer}
    answers.keep()
    kept.write_text(json.dumps(found), encoding="utf-8")


def is_complete(kept: Path) -> bool:
    """Whether all constructs and tests as they are now are in the file."""
    if not kept.exists():
        return False
    found = json.loads(kept.read_text(encoding="utf-8"))
    return found["constructs"] == constructs() and found["files"] == list(_tests())


def _seen(task: Any, probes: Probes, answers: Answers) -> Any:
    """Return what a file of tests, or some programs with R's answers, run."""
    if isinstance(task, str):
        before = {*answers.known}
        with answers.instead_of_r():
            found = pytests.coverage(probes, _tests()[task])
        return found, {k: v for k, v in answers.known.items() if k not in before}
    return [_program(text, answer, probes) for text, answer in task]


def _program(text: str, answer: Any, probes: Probes) -> dict[str, Any]:
    import rprograms

    probes.taken()
    begun = time.monotonic()
    migration = rprograms.translate(text)
    translating = probes.taken()
    verdict = rprograms.judge(text, answer, migration)
    return {
        "text": text,
        "answer": answer,
        "python": migration.python,
        "refused": len(migration.refused),
        "names": migration.names,
        "lines": list(migration.lines.items()),
        "claims": claims(migration),
        "kind": verdict.kind,
        "reason": verdict.reason,
        "translating": translating,
        "running": probes.taken(),
        "seconds": time.monotonic() - begun,
    }


def claims(migration: Any) -> str:
    """Return what a translation claims of its variables, in short."""
    told = sorted(
        f"{name} {kind.shape} {kind.values} {kind.extents} {kind.labels}"
        for name, kind in migration._kinds.items()
    )
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


# A mistake


class Suite:
    """Shows mistakes to the programs that could notice them."""

    def __init__(self, kept: Path) -> None:
        found = json.loads(kept.read_text(encoding="utf-8"))

        def programs(texts: list[str]) -> list[dict[str, Any]]:
            chosen = [found["programs"][text] for text in dict.fromkeys(texts)]
            return [p for p in chosen if p["kind"] in ("equal", "both stop", "refused")]

        self.constructs, self.random = programs(found["constructs"]), programs(found["random"])
        self.answers = Answers(kept.parent)
        self.places = found["places"]
        self.loading = set(found["loading"])
        self.tests: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}  # that a test takes
        self.broken: list[str] = []  # tests that fail without a mistake
        for key in found["files"]:
            seen = found["tests"][key]
            self.tests |= {name: set(statements) for name, statements in seen["tests"].items()}
            self.seconds |= seen["seconds"]
            self.broken += seen["broken"]
        self.broken += [
            f"{text[:60]!r} is {found['programs'][text]['kind']}"
            for text in found["constructs"]
            if found["programs"][text]["kind"] in ("loud", "wrong")
        ]
        self.codes = {  # as they are now, whatever is edited meanwhile
            inside(str(path)): _compiled(path.read_text(encoding="utf-8"), str(path))
            for folder in FOLDERS
            for path in sorted((PACKAGE / folder).glob("*.py"))
        }

    def statement(self, path: str, line: int, default: bool = False) -> int | None:
        """Return the innermost statement around a line, None if loading the package runs it."""
        around = [
            (last - first, -first, k)
            for k, (where, first, last) in enumerate(self.places)
            if where == path and first <= line <= last
        ]
        if default:  # of a function: what follows is its first statement
            after = [(first, k) for k, (where, first, _) in enumerate(self.places) if where == path]
            around = [(0, 0, k) for _, k in sorted(pair for pair in after if pair[0] > line)[:1]]
        number = min(around)[2] if around else None
        return None if number in self.loading else number

    def noticed(self, mutant: Any) -> str | None:
        """Return who notices a mistake; None if nobody does.

        For a process that has not loaded the package.
        """

        def edit(path: str) -> Any:
            name = inside(path)
            return mutant.source if name == mutant.path else self.codes[name]

        signal.signal(signal.SIGALRM, _ring)
        number = self.statement(mutant.path, mutant.line, mutant.operator == "default")
        with edited(edit), contextlib.redirect_stderr(io.StringIO()):
            try:
                import rprograms

                rprograms.translate("x <- 1")
            except Exception as error:
                return f"{UNLOADED}: {type(error).__name__}: {error}"
            told = self._shown_all(self.constructs, number, mutant, rprograms)
            if told is None:
                told = _doctests(mutant.path)
            if told is None:
                ran = [n for n, found in self.tests.items() if number is None or number in found]
                with self.answers.instead_of_r():
                    told = pytests.first_failing({name: self.seconds[name] for name in ran})
            if told is None:
                told = self._shown_all(self.random, number, mutant, rprograms)
                told = told and f"{RANDOM}: {told}"
            return told

    def _shown_all(
        self, programs: list[dict[str, Any]], number: int | None, mutant: Any, rprograms: Any
    ) -> str | None:
        """Return the first of the programs that notices a mistake, of those that run it."""
        if number is not None:
            phases = ("translating", "running")
            programs = [p for p in programs if any(number in p[phase] for phase in phases)]
        for program in sorted(programs, key=lambda p: p["seconds"]):
            told = self._shown(program, mutant, rprograms)
            if told is not None:
                return told
        return None

    def _shown(self, program: dict[str, Any], mutant: Any, rprograms: Any) -> str | None:
        named = program["text"].strip().replace("\n", "; ")[:300]
        if mutant.path.startswith("migrate/"):
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                migration = rprograms.translate(program["text"])
            except (Exception, _Late) as error:
                return f"{type(error).__name__} in the translation of: {named}"
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            same = migration.python == program["python"]
            if same and claims(migration) == program["claims"]:
                return None
            if len(migration.refused) > program["refused"]:
                return f"{REFUSES}: {named}"
        else:
            refused = [SimpleNamespace(code=program["text"], reason="", line=1)] * program[
                "refused"
            ]
            migration = SimpleNamespace(
                python=program["python"],
                names=program["names"],
                lines={int(line): origin for line, origin in program["lines"]},
                refused=refused,
                waiting=(),
                _kinds={},
            )
        try:  # what tells variables uses rules of values, too
            found = rprograms.run_translation(migration.python, SECONDS)
            verdict = rprograms.compare(program["text"], program["answer"], migration, found)
        except Exception as error:
            return f"{type(error).__name__} in the evaluation of: {named}"
        finally:
            signal.signal(signal.SIGALRM, _ring)
        if verdict.kind == program["kind"]:
            return None
        return (
            f"{verdict.kind} ({verdict.what}: {verdict.reason}) and not {program['kind']}: {named}"
        )


class _Late(BaseException):
    pass


def _ring(*_: Any) -> None:
    raise _Late


def _doctests(path: str) -> str | None:
    import doctest

    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    module = importlib.import_module(_PREFIX + path.removesuffix(".py").replace("/", "."))
    said = io.StringIO()
    before = Path.cwd()
    with contextlib.redirect_stdout(said):
        result = doctest.testmod(module, optionflags=flags)
    os.chdir(before)
    return f"{result.failed} doctests of {path}" if result.failed else None
