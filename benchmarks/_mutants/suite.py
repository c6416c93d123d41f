"""What has to notice a mistake: constructs, random programs, doctests, tests.

R's answers, the translations, and which statements of the package each program runs are found once
and kept in a file. A mistake is then shown only to programs that run the statement it is in, and of
those only translations that it changes are evaluated.
"""

from __future__ import annotations

import ast
import contextlib
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
from types import SimpleNamespace
from typing import Any

from _forks import forked

from . import pytests

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "r_compat"
TESTS = ROOT / "tests"
FOLDERS = ("migrate", "rvalues")
SECONDS = 10  # that a program may take
PROGRAMS = 500  # random ones
REFUSES = "it refuses more"  # a mistake that is not silent
SEED = 2026
_CHUNKS = 16  # of programs, for processes side by side
_PREFIX = "dagbag.r_compat."


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the package from an edited source, past any bytecode on disk."""

    edit: Any = None

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        source = Path(path).read_text(encoding="utf-8")
        return compile(self.edit(path, source), path, "exec", dont_inherit=True)


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
    """Import the package with its sources edited: edit(path, source) gives text or a tree."""
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

    def edit(self, path: str, source: str) -> ast.Module:
        tree = ast.parse(source)
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
        found = [k for k, hit in enumerate(self.hits[: len(self.places)]) if hit]
        self.hits[:] = bytes(len(self.hits))
        return found


# The programs


def corpus() -> list[str]:
    """Return the constructs, and programs of a seed."""
    import rprograms

    texts = []
    for path in sorted((TESTS / "rconstructs").glob("*.txt")):
        for part in re.split(r"\n\n+", path.read_text(encoding="utf-8")):
            if part.strip() and not part.startswith("#"):
                texts.append(part.strip("\n") + "\n")
    texts += [rprograms.numbered(SEED, number).text for number in range(PROGRAMS)]
    return texts


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def place(folder: Path) -> Path:
    """Return the file of what holds without a mistake, for the package and tests as they are."""
    paths = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.R"), *TESTS.glob("rconstructs/*.txt")]
    paths += [*TESTS.glob("rprograms/**/*.py"), *TESTS.glob("rprograms/**/*.txt")]
    paths += [*pytests.files(), TESTS / "rvalues_cases.py", *Path(__file__).parent.glob("*.py")]
    return folder / f"baseline-{_digest(paths)}.json"


def baseline(kept: Path, jobs: int) -> None:
    """Find out what holds without a mistake, and keep it in a file.

    To be called in a process of its own: it loads the package with probes, all of it, so that the
    statements have the same numbers in those that it forks.
    """
    probes = Probes()
    sys.modules["__probes__"] = probes  # type: ignore[assignment]
    with edited(probes.edit):
        for folder in FOLDERS:
            for path in sorted((PACKAGE / folder).glob("*.py")):
                importlib.import_module(f"{_PREFIX}{folder}.{path.stem}".removesuffix(".__init__"))
        found: dict[str, Any] = {"places": probes.places, "loading": probes.taken()}
        texts = corpus()
        asking = [TESTS / "evaluate.R", *PACKAGE.rglob("*.R")]
        answers = _answers(texts, kept.with_name(f"answers-{_digest(asking)}.json"))
        pairs = list(zip(texts, answers, strict=True))
        tasks: list[Any] = [*pytests.files(), *(pairs[k::_CHUNKS] for k in range(_CHUNKS))]
        programs, tests, broken = [], {}, []
        for task, answer, why in forked(lambda task: _seen(task, probes), tasks, jobs, 3600):
            if why:
                raise RuntimeError(f"{why}: {task if isinstance(task, Path) else task[0][0]}")
            if isinstance(task, Path):
                tests.update(answer[0])
                broken += answer[1]
            else:
                programs += answer
    found |= {"programs": programs, "tests": tests, "broken": broken}
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found), encoding="utf-8")


def _seen(task: Any, probes: Probes) -> Any:
    """Return what a file of tests, or some programs with R's answers, run."""
    if isinstance(task, Path):
        return pytests.coverage(probes, task)
    return [_program(text, answer, probes) for text, answer in task]


def _program(text: str, answer: Any, probes: Probes) -> dict[str, Any]:
    import rprograms
    from dagbag.r_compat.migrate import migrate

    probes.taken()
    begun = time.monotonic()
    migration = migrate(text)
    translating = probes.taken()
    verdict = rprograms.judge(text, answer, migration)
    return {
        "text": text,
        "answer": answer,
        "python": migration.python,
        "refused": len(migration.refused),
        "names": migration.names,
        "claims": claims(migration),
        "kind": verdict.kind,
        "reason": verdict.reason,
        "translating": translating,
        "running": probes.taken(),
        "seconds": time.monotonic() - begun,
    }


def _answers(texts: list[str], path: Path) -> list[Any]:
    """Return what R says of programs; what it said before is in a file."""
    import rprograms

    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    new = [text for text in dict.fromkeys(texts) if text not in known]
    if new:
        known |= dict(zip(new, rprograms.evaluate_in_r(new), strict=True))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({text: known[text] for text in texts}), encoding="utf-8")
    return [known[text] for text in texts]


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
        self.programs = [
            p for p in found["programs"] if p["kind"] in ("equal", "both stop", "refused")
        ]
        self.places = found["places"]
        self.loading = set(found["loading"])
        self.tests = {name: set(statements) for name, statements in found["tests"].items()}
        self.broken = found["broken"]  # tests that fail without a mistake
        self.sources = {  # as they are now, whatever is edited meanwhile
            inside(str(path)): path.read_text(encoding="utf-8")
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

    def covering(self, number: int | None) -> list[dict[str, Any]]:
        """Return the programs that run a statement, quick ones first."""
        chosen = self.programs
        if number is not None:
            phases = ("translating", "running")
            chosen = [p for p in chosen if any(number in _set(p, phase) for phase in phases)]
        return sorted(chosen, key=lambda p: p["seconds"])

    def noticed(self, mutant: Any) -> str | None:
        """Return who notices a mistake; None if nobody does.

        For a process that has not loaded the package.
        """

        def edit(path: str, _: str) -> str:
            return mutant.source if inside(path) == mutant.path else self.sources[inside(path)]

        signal.signal(signal.SIGALRM, _ring)
        number = self.statement(mutant.path, mutant.line, mutant.operator == "default")
        with edited(edit), contextlib.redirect_stderr(io.StringIO()):
            try:
                import rprograms
                from dagbag.r_compat.migrate import migrate

                migrate("x <- 1")
            except Exception as error:
                return f"it does not load: {type(error).__name__}: {error}"
            for program in self.covering(number):
                told = self._shown(program, mutant, migrate, rprograms)
                if told is not None:
                    return told
            failed = _doctests(mutant.path)
            if failed is None:
                ran = {n for n, found in self.tests.items() if number is None or number in found}
                failed = pytests.first_failing(ran)
            return failed

    def _shown(
        self, program: dict[str, Any], mutant: Any, migrate: Any, rprograms: Any
    ) -> str | None:
        named = program["text"].strip().replace("\n", "; ")[:300]
        if mutant.path.startswith("migrate/"):
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                migration = migrate(program["text"])
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
                refused=refused,
                waiting=(),
                _kinds={},
            )
        found = rprograms.run_translation(migration.python, SECONDS)
        signal.signal(signal.SIGALRM, _ring)
        verdict = rprograms.compare(program["text"], program["answer"], migration, found)
        if verdict.kind == program["kind"]:
            return None
        return (
            f"{verdict.kind} ({verdict.what}: {verdict.reason}) and not {program['kind']}: {named}"
        )


class _Late(BaseException):
    pass


def _ring(*_: Any) -> None:
    raise _Late


def _set(program: dict[str, Any], phase: str) -> set[int]:
    if not isinstance(program[phase], set):
        program[phase] = set(program[phase])
    found: set[int] = program[phase]
    return found


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
