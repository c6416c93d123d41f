"""Files: tables of text, R's own formats, and data sets of packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..r_example import ANOTHER_EXAMPLE
from . import _rast as r
from ._dagbag import EXAMPLE
from ._functions import Table
from ._kinds import ANY, LOGICAL, STRING, STRINGS, Kind, constant
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._tools import DONE, flag, refuse_given

if TYPE_CHECKING:
    from ._translate import Dest, Translator

TABLE = files = Table("utils")

_READ = ("file", "header", "sep", "quote", "dec", "fill", "comment.char", "row.names", "col.names",
         "na.strings", "colClasses", "nrows", "skip", "check.names", "stringsAsFactors",
         "strip.white")  # fmt: skip
MISSING = "if the file has missing values, comparisons with them are FALSE here and NA in R"


def _read(t: Translator, word: str, given: dict[str, Py | None]) -> Py:
    refuse_given(word, colClasses=given.get("colClasses"))
    words = {
        key: given.get(key)
        for key in (
            "header",
            "sep",
            "row_names",
            "check_names",
            "skip",
            "nrows",
            "na_strings",
            "comment_char",
            "quote",
            "col_names",
            "dec",
        )
    }
    factors = given.get("stringsAsFactors")
    if factors is not None and flag(factors, False, "stringsAsFactors"):
        words["strings_as_factors"] = literal(True)
    file = given.get("file")
    if file is None:
        raise Refused(f"{word}() without a file")
    t.note(MISSING, once=True)
    return call(
        "rv.read_csv" if word == "read.csv" else "rv.read_table", [file], Kind("frame"), **words
    )


def _unless(value: Py | None, usual: str) -> Py | None:
    return None if value is not None and value.kind.const == usual else value


@files("read.csv", *_READ)
def _read_csv(t: Translator, **given: Py | None) -> Py:
    return _read(t, "read.csv", given)


@files(
    "read.table",
    *(
        (
            *_READ[:1],
            "header",
            "sep",
            "quote",
            "dec",
            "fill",
            "row.names",
            "col.names",
            "na.strings",
            "colClasses",
            "nrows",
            "skip",
            "check.names",
            "strip.white",
            "comment.char",
            "stringsAsFactors",
        )
    ),
)
def _read_table(t: Translator, **given: Py | None) -> Py:
    return _read(t, "read.table", given)


@files("read.delim", *_READ)
def _read_delim(t: Translator, **given: Py | None) -> Py:
    given["sep"] = given.get("sep") or literal("\t")
    given["header"] = given.get("header") or literal(True)
    given["comment_char"] = given.get("comment_char") or literal("")
    given["quote"] = given.get("quote") or literal('"')
    return _read(t, "read.table", given)


@files("write.csv", "x", "file", "row.names", "quote", "na", "...")
def _write_csv(
    t: Translator,
    x: Py,
    file: Py | None,
    row_names: Py | None,
    quote: Py | None,
    na: Py | None,
    dots: object,
) -> Py:
    refuse_given("write.csv", na=_unless(na, "NA"))
    parts = [x] if file is None else [x, file]
    return call("rv.write_csv", parts, DONE, row_names=row_names, quote=quote)


@files(
    "write.table",
    "x",
    "file",
    "append",
    "quote",
    "sep",
    "eol",
    "na",
    "dec",
    "row.names",
    "col.names",
)
def _write_table(
    t: Translator,
    x: Py,
    file: Py | None,
    append: Py | None,
    quote: Py | None,
    sep: Py | None,
    eol: Py | None,
    na: Py | None,
    dec: Py | None,
    row_names: Py | None,
    col_names: Py | None,
) -> Py:
    refuse_given("write.table", eol=eol, na=_unless(na, "NA"), dec=dec)
    parts = [x] if file is None else [x, file]
    return call(
        "rv.write_table",
        parts,
        DONE,
        sep=sep,
        row_names=row_names,
        col_names=col_names,
        quote=quote,
        append=append,
    )


@files("readRDS", "file")
def _read_rds(t: Translator, file: Py) -> Py:
    return call("rv.read_rds", [file], ANY)


@files("saveRDS", "object", "file", "...")
def _save_rds(t: Translator, file: Py, dots: object, **given: Py) -> Py:
    return call("rv.save_rds", [given["object"], file], DONE)


@files.statement("save")
def _save(t: Translator, node: r.Call, dest: Dest) -> bool:
    words = {}
    file = None
    for arg in node.args:
        if arg.name == "file":
            file = t.expr(arg.value)
        elif arg.name is None and isinstance(arg.value, (r.Name, r.Str)):
            key = arg.value.name if isinstance(arg.value, r.Name) else arg.value.value
            words[key] = t.expr(r.Name(arg.value.span, key))
        else:
            raise Refused("save() with options")
    if file is None:
        raise Refused("save() without a file")
    import ast

    items = Py(ast.Dict([ast.Constant(k) for k in words], [v.node for v in words.values()]))
    t.emit(Line(fill("rv.save(F, **D)", D=items, F=file).text))
    return True


@files.statement("load")
def _load(t: Translator, node: r.Call, dest: Dest) -> bool:
    """Read the variables of an RData file that the script uses: no others are known before."""
    if len(node.args) != 1 or dest.how in ("assign", "return"):
        raise Refused("load() with options, or its value")
    file = t.expr(node.args[0].value)
    wanted = t.names_to_come(node)
    if not wanted:  # it only shows that the file can be read
        t.emit(Line(f"rv.load({file.text})"))
        return True
    holder = t.temporary("loaded")
    t.emit(Line(f"{holder} = rv.load({file.text})"))
    for r_name in wanted:
        t.emit(Line(f"{t.python_name(r_name)} = {holder}[{r_name!r}]"))
        t.set_kind(r_name, ANY)
    return True


@files.statement("data")
def _data(t: Translator, node: r.Call, dest: Dest) -> bool:
    names = [arg.value for arg in node.args if arg.name in (None, "list")]
    if len(names) != 1:
        raise Refused("data() of several data sets")
    value = names[0]
    key = (
        value.name if isinstance(value, r.Name) else value.value if isinstance(value, r.Str) else ""
    )
    if key != "example":
        raise Refused(f"the data set {key} is not known")
    t.note(ANOTHER_EXAMPLE, once=True)
    t.emit(Line(f"{t.python_name(key)} = rv.example()"))
    t.set_kind(key, EXAMPLE)
    return True


@files("readLines", "con", "n")
def _read_lines(t: Translator, con: Py, n: Py | None) -> Py:
    refuse_given("readLines", n=n)
    return call("rv.read_lines", [con], STRINGS)


@files("file.exists", "...")
def _file_exists(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
    parts = [p for _, p in dots]
    one = len(parts) == 1 and parts[0].kind.is_scalar
    return call("rv.file_exists", parts, LOGICAL if one else Kind("vector", "logical"))


@files("dir.exists", "paths")
def _dir_exists(t: Translator, paths: Py) -> Py:
    return call("rv.file_exists", [paths], LOGICAL)


@files("file.path", "...")
def _file_path(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
    parts = [p for _, p in dots]
    scalar = all(p.kind.is_scalar for p in parts)
    return call("rv.paste", parts, STRING if scalar else STRINGS, sep=literal("/"))


@files("tempfile", "pattern", "tmpdir", "fileext")
def _tempfile(t: Translator, pattern: Py | None, tmpdir: Py | None, fileext: Py | None) -> Py:
    refuse_given("tempfile", tmpdir=tmpdir)
    return call("rv.temporary_file", [], STRING, suffix=fileext)


@files("tempdir", "")
def _tempdir(t: Translator, **_: object) -> Py:
    return call("rv.temporary_folder", [], STRING)


@files("unlink file.remove", "x", "...")
def _unlink(t: Translator, x: Py, dots: object) -> Py:
    return call("rv.remove_file", [x], DONE)


@files("dir.create", "path", "showWarnings", "recursive")
def _dir_create(t: Translator, path: Py, showWarnings: Py | None, recursive: Py | None) -> Py:
    return call("rv.make_folder", [path], DONE)


@files("basename", "path")
def _basename(t: Translator, path: Py) -> Py:
    if path.kind.is_scalar:
        return fill("X.rsplit('/', 1)[-1]", STRING, X=path)
    return call("rv.basename", [path], STRINGS.with_(length=path.kind.length))


@files("commandArgs", "trailingOnly")
def _command_args(t: Translator, trailingOnly: Py | None) -> Py:
    if not flag(trailingOnly, False, "trailingOnly"):
        raise Refused("commandArgs() without trailingOnly = TRUE")
    return fill("np.array(sys.argv[1:], dtype=object)", STRINGS)


@files(
    "Sys.getenv getwd list.files file.info url download.file scan readline "
    "sessionInfo packageVersion install.packages system object.size Rprof sink "
    "capture.output textConnection",
    "...",
    lazy=True,
)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it depends on the session")


@files("stdout stderr", "")
def _stderr(t: Translator, **_: object) -> Py:
    return fill("sys.stderr", Kind("other", tag="stderr"))


__all__ = ["TABLE", "constant"]
