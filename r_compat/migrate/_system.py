"""The session: files, connections, options, progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _rast as r
from ._functions import Table
from ._kinds import (
    COUNT,
    FUNCTION,
    INTEGER,
    NULL,
    NUMBER,
    NUMBERS,
    STRINGS,
    TEXT,
    TEXTS,
    TRUTH,
    TRUTHS,
    constant,
    other,
    scalar,
    vector,
)
from ._library import packages_of
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._statements import Dest
from ._tools import DONE, flag, refuse_given, text
from ._usage import is_call

if TYPE_CHECKING:
    from ._translate import Translator

TABLE = system = Table("base")

Dots = list[tuple[str | None, Py]]

_CLOCK = vector("double", length=3, finite=True)
_CONNECTION = other("connection")
_PROGRESS = other("progress bar")
_OPTIONS = other("options")
_KEPT = other("options that are set")


# Connections


@system("file", "description", "open", "encoding", "...")
def _file(t: Translator, description: Py, open: Py | None, encoding: Py | None, dots: Dots) -> Py:
    if dots or (encoding is not None and encoding.kind.const not in ("UTF-8", "utf-8", "UTF8")):
        raise Refused("file() with further arguments")
    if description.kind.const in ("stdin", "clipboard", ""):
        raise Refused("file() of the keyboard or clipboard")
    mode = text(open, "", "open")
    if mode not in ("", "r", "rt", "w", "wt", "a", "at"):
        raise Refused(f"a connection with mode {mode!r}")
    parts = [description, literal(mode)] if mode else [description]
    return call("rv.Connection", parts, _CONNECTION)


@system("textConnection", "object", "...")
def _text_connection(t: Translator, dots: Dots, **given: Py) -> Py:
    if dots:
        raise Refused("textConnection() that writes")
    return call("rv.text_connection", [given["object"]], _CONNECTION)


@system.statement("close")
def _close(t: Translator, node: r.Call, dest: Dest) -> bool:
    if len(node.args) != 1 or node.args[0].value is None or dest.how in ("assign", "return"):
        raise Refused("close() of something that is no connection")
    value = t.expr(node.args[0].value)
    if value.kind.tag == "connection":
        t.emit(Line(f"{value.text}.close()"))
        return True
    if value.kind.tag == "progress bar":
        return True
    raise Refused("close() of a value that is not known to be a connection")


@system("sink", "file", "append", "...", lazy=True)
def _sink(t: Translator, file: r.Node | None, append: r.Node | None, dots: list[r.Arg]) -> Py:
    if dots:
        raise Refused("sink() of messages has no translation")
    if file is None or isinstance(file, r.Null):
        return call("rv.sink", [], DONE)
    value = t.expr(file)
    connection = value.kind.tag == _CONNECTION.tag
    if not connection and not (value.kind.is_scalar and value.kind.mode == "character"):
        raise Refused("sink() into a value that is not known to be the name of a file")
    added = None if append is None else t.expr(append)
    return call("rv.sink", [value], DONE, append=added)


_SHOW = ("cat", "writeLines", "print")


@system("capture.output", "...", lazy=True)
def _capture(t: Translator, dots: list[r.Arg]) -> Py:
    if not dots or any(arg.name for arg in dots):
        raise Refused("capture.output() into a file")
    made = []
    for arg in dots:
        node = arg.value
        shows = isinstance(node, r.Call) and is_call(node, *_SHOW)
        value = t.expr(node)
        if not shows:  # what R would print by itself
            value = call("rv.print_", [value])
        made.append(fill("lambda: X", FUNCTION, X=value))
    return call("rv.captured", made, TEXTS)


@system("scan", "file", "what", "sep", "text", "quiet", "n", "nmax")
def _scan(t: Translator, **given: Py | None) -> Py:
    words, file = given.get("text"), given.get("file")
    refuse_given("scan", n=given.get("n"), nmax=given.get("nmax"))
    if words is None and (file is None or not flag(given.get("quiet"), False, "quiet")):
        raise Refused("scan() of the keyboard, or other than quiet")
    what = given.get("what")
    texts = what is not None and what.kind.mode == "character"
    if what is not None and not texts and what.kind.mode != "double":
        raise Refused("scan() of other values than numbers and texts")
    kind = literal("character") if texts else None
    new = STRINGS if texts else NUMBERS
    if words is None and file is not None:
        return call("rv.scan", [file], new, what=what, sep=given.get("sep"))
    assert words is not None
    return call("rv.scan_text", [words], new, what=kind, sep=given.get("sep"))


@system("write", "x", "file", "ncolumns", "append", "sep")
def _write(
    t: Translator, x: Py, file: Py | None, ncolumns: Py | None, append: Py | None, sep: Py | None
) -> Py:
    parts = [x] if file is None else [x, file]
    return call("rv.write", parts, DONE, ncolumns=ncolumns, append=append, sep=sep)


# Files


@system("list.files dir", "path", "pattern", "all.files", "full.names", "recursive", "ignore.case")
def _list_files(
    t: Translator,
    path: Py | None,
    pattern: Py | None,
    all_files: Py | None,
    full_names: Py | None,
    recursive: Py | None,
    ignore_case: Py | None,
) -> Py:
    refuse_given("list.files", all_files=all_files)
    words = {
        "pattern": pattern,
        "full_names": full_names,
        "recursive": recursive,
        "ignore_case": ignore_case,
    }
    return call("rv.list_files", [] if path is None else [path], TEXTS, **words)


@system("Sys.glob", "paths", "dirmark")
def _glob(t: Translator, paths: Py, dirmark: Py | None) -> Py:
    refuse_given("Sys.glob", dirmark=dirmark)
    return call("rv.glob_files", [paths], TEXTS)


@system("file.size", "...")
def _file_size(t: Translator, dots: Dots) -> Py:
    parts = [p for _, p in dots]
    one = len(parts) == 1 and parts[0].kind.is_scalar
    return call("rv.file_size", parts, (NUMBER if one else NUMBERS).with_(low=0))


@system("file.info", "...")
def _file_info(t: Translator, dots: Dots) -> Py:
    raise Refused("file.info() is translated as file.info(x)$size only: use file.size()")


@system("dir.exists", "paths")
def _dir_exists(t: Translator, paths: Py) -> Py:
    return call("rv.dir_exists", [paths], TRUTH if paths.kind.is_scalar else TRUTHS)


@system("normalizePath path.expand", "path", "...")
def _normalize_path(t: Translator, path: Py, dots: Dots) -> Py:
    return call("rv.normalize_path", [path], TEXT if path.kind.is_scalar else TEXTS)


@system("getwd", "")
def _getwd(t: Translator, **_: object) -> Py:
    return call("rv.normalize_path", [literal(".")], TEXT)


@system("file.copy", "from", "to", "overwrite")
def _file_copy(t: Translator, to: Py, overwrite: Py | None, **given: Py) -> Py:
    source = given["from"]
    if not (source.kind.is_scalar and to.kind.is_scalar):
        raise Refused("file.copy() of several files")
    return call("rv.copy_file", [source, to], TRUTH, overwrite=overwrite)


@system("file.rename", "from", "to")
def _file_rename(t: Translator, to: Py, **given: Py) -> Py:
    source = given["from"]
    if not (source.kind.is_scalar and to.kind.is_scalar):
        raise Refused("file.rename() of several files")
    return call("rv.rename_file", [source, to], TRUTH)


@system("unlink", "x", "recursive", "force")
def _unlink(t: Translator, x: Py, recursive: Py | None, force: Py | None) -> Py:
    if recursive is not None and flag(recursive, False, "recursive"):
        return call("rv.remove_all", [x], COUNT).hidden()
    return call("rv.remove_file", [x], COUNT).hidden()


# The environment


@system("Sys.getenv", "x", "unset", "names")
def _getenv(t: Translator, x: Py | None, unset: Py | None, names: Py | None) -> Py:
    if x is None:
        raise Refused("all variables of the environment")
    refuse_given("Sys.getenv", names=names)
    gaps = unset is not None and not (unset.kind.mode == "character" and not unset.kind.na)
    if unset is not None and gaps:
        unset = literal(None)
    kind = scalar("character") if x.kind.is_scalar else vector("character")
    return call("rv.getenv", [x], kind.with_(complete=not gaps), unset=unset)


@system.statement("Sys.setenv")
def _setenv(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return") or any(not arg.name for arg in node.args):
        raise Refused("the value of Sys.setenv() has no translation")
    words = {str(arg.name): t.expr(arg.value) for arg in node.args}
    if any(not key.isidentifier() for key in words):
        raise Refused("Sys.setenv() of this name")
    t.emit(Line(call("rv.setenv", [], DONE, **words).text))
    return True


@system.statement("sessionInfo install.packages Rprof")
def _left_out(t: Translator, node: r.Call, dest: Dest) -> bool:
    """Leave out what describes or prepares R's session, and does nothing else."""
    assert isinstance(node.function, r.Name)
    if dest.how in ("assign", "return"):
        raise Refused("it depends on the session")
    t.note(f"{node.function.name}() is about R's session and is left out")
    return True


@system("Sys.setlocale", "category", "locale")
def _locale(t: Translator, category: Py | None, locale: Py | None) -> Py:
    """Translate the order of text that a locale means; nothing else of it changes a value."""
    which = "LC_ALL" if category is None else category.kind.const
    if which in ("LC_ALL", "LC_COLLATE"):
        if locale is None or not isinstance(locale.kind.const, str):
            raise Refused("Sys.setlocale() with a locale that is not known here")
        return call("rv.set_locale", [locale], DONE)
    t.note("Sys.setlocale() is about R's session and is left out", once=True)
    return literal(None, NULL)


_SET = ("digits", "scipen")  # which rv.options() knows
_WRITING = ("OutDec", "encoding", "stringsAsFactors", "na.action", "contrasts")
_USUAL = {"digits": 7, "scipen": 0, "stringsAsFactors": False}


@system.statement("options")
def _options(t: Translator, node: r.Call, dest: Dest) -> bool:
    """Options that change no value here are left out."""
    settings: dict[str, Py] = {}
    for arg in node.args:
        if arg.value is None:
            continue
        value = t.expr(arg.value)
        if arg.name is None and value.kind.tag == _KEPT.tag:
            t.emit(Line(call("rv.restore_options", [value], DONE).text))
        elif arg.name is None and value.kind.tag != _OPTIONS.tag:
            raise Refused("options() that are not known here")
        elif arg.name in _SET:
            settings[str(arg.name)] = value
            t.note("options() of digits is for what cat() and format() write", once=True)
        elif arg.name in _WRITING and value.kind.const != _USUAL.get(str(arg.name)):
            raise Refused(f"options({arg.name}) changes what R's functions return")
    made = call("rv.options", [], _KEPT, **settings) if settings else literal(None, _OPTIONS)
    if dest.how in ("assign", "return"):
        t.deliver(made, dest)
    elif settings:
        t.emit(Line(made.text))
    return True


@system("getOption", "x", "default")
def _get_option(t: Translator, x: Py, default: Py | None) -> Py:
    word = text(x, "", "x")
    if word in _SET:
        return call("rv.option", [literal(word)], INTEGER)
    if word in _USUAL:
        known = _USUAL[word]
        return literal(known, constant(known, "logical"))
    if default is not None and word not in _WRITING:
        t.note(f"the option {word} is taken to be not set", once=True)
        return default
    raise Refused("options of R's session")


@system("require requireNamespace", "package", "...", lazy=True)
def _require(t: Translator, package: r.Node, dots: list[r.Arg]) -> Py:
    asked = r.Call(package.span, r.Name(package.span, "require"), [r.Arg(None, package)])
    found = packages_of(asked)
    if found and all(name in t.library.packages for name in found):
        return literal(True, constant(True, "logical"))
    raise Refused("a package that is not known here")


@system.statement("setwd")
def _setwd(t: Translator, node: r.Call, dest: Dest) -> bool:
    raise Refused("setwd() changes the session: run the translation in that folder")


@system.statement("quit q")
def _quit(t: Translator, node: r.Call, dest: Dest) -> bool:
    places = ("save", "status", "runLast")
    given = {arg.name or places[k]: arg.value for k, arg in enumerate(node.args)}
    status = given.get("status")
    code = literal(0) if status is None else t.expr(status)
    t.emit(Line(f"sys.exit({code.text})" if status is not None else "sys.exit()"))
    return True


# Progress


@system("txtProgressBar", "...")
def _progress(t: Translator, dots: Dots) -> Py:
    t.note("progress bars are left out", once=True)
    return literal(None, _PROGRESS)


@system.statement("setTxtProgressBar")
def _set_progress(t: Translator, node: r.Call, dest: Dest) -> bool:
    if dest.how in ("assign", "return"):
        raise Refused("the value of setTxtProgressBar()")
    return True


@system("Sys.getpid", "")
def _getpid(t: Translator, **_: object) -> Py:
    raise Refused("it depends on the session")


@system("source sys.source", "...", lazy=True)
def _source(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("the file that source() runs is not part of this script: translate it, too")


@system("system.time", "expr", "gcFirst", lazy=True)
def _system_time(t: Translator, expr: r.Node, gcFirst: r.Node | None) -> Py:
    """Time one expression inside of another; what it assigns would be lost."""
    if any(isinstance(node, r.Assign) for node in r.walk(expr)):
        raise Refused("system.time() of assignments inside an expression has no translation")
    return call("rv.timed", [fill("lambda: X", FUNCTION, X=t.expr(expr))], _CLOCK)
