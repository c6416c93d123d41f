"""Files: tables of text, R's own formats, and data sets of packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..r_example import ANOTHER_EXAMPLE
from . import _rast as r
from ._column_classes import READ
from ._dagbag import EXAMPLE
from ._functions import Table
from ._kinds import (
    ANY,
    STRINGS,
    TEXT,
    TEXTS,
    TRUTH,
    TRUTHS,
    atom,
    constant,
    other,
)
from ._library import check_no_data_set
from ._pyexpr import Line, Py, Refused, call, fill, literal
from ._text import pasted
from ._tools import DONE, flag, refuse_given
from ._usage import root_of

if TYPE_CHECKING:
    from ._statements import Dest
    from ._translate import Translator

TABLE = files = Table("utils")

_READ = ("file", "header", "sep", "quote", "dec", "fill", "comment.char", "row.names", "col.names",
         "as.is", "na.strings", "colClasses", "nrows", "skip", "check.names", "stringsAsFactors",
         "strip.white", "text")  # fmt: skip


def _read(t: Translator, word: str, given: dict[str, Py | None]) -> Py:
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
    words["col_classes"] = given.get("colClasses")
    factors = given.get("stringsAsFactors")
    made = factors is not None and flag(factors, False, "stringsAsFactors")
    if given.get("as_is") is not None:
        made = not flag(given["as_is"], True, "as.is")
    if made:
        words["strings_as_factors"] = literal(True)
    for key, default in (("strip_white", False), ("fill", word == "read.csv")):
        wanted = flag(given.get(key), default, key.replace("_", "."))
        if wanted != default:
            words[key] = literal(wanted)
    words["col_classes"] = given.get("colClasses")
    file = given.get("file")
    lines = given.get("text")
    if file is None and lines is not None:
        file = call("rv.text_connection", [lines])
    if file is None:
        raise Refused(f"{word}() without a file")
    return call("rv.read_csv" if word == "read.csv" else "rv.read_table", [file], READ, **words)


for _european, _usual in (("read.csv2", "read.csv"), ("read.delim2", "read.delim")):

    @files(_european, *_READ)
    def _read_european(t: Translator, _usual: str = _usual, **given: Py | None) -> Py:
        if _usual == "read.csv":
            given["sep"] = given.get("sep") or literal(";")
        given["dec"] = given.get("dec") or literal(",")
        return _read_csv(t, **given) if _usual == "read.csv" else _read_delim(t, **given)


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
            "as.is",
            "na.strings",
            "colClasses",
            "nrows",
            "skip",
            "check.names",
            "strip.white",
            "comment.char",
            "stringsAsFactors",
            "text",
        )
    ),
)
def _read_table(t: Translator, **given: Py | None) -> Py:
    return _read(t, "read.table", given)


@files("type.convert", "x", "as.is", "...")
def _type_convert(t: Translator, x: Py, as_is: Py | None, dots: list[tuple[str | None, Py]]) -> Py:
    if dots or as_is is None or as_is.kind.const is not True:
        raise Refused("type.convert() is translated with as.is = TRUE alone")
    return call("rv.type_convert", [x], ANY)


@files("read.delim", *_READ)
def _read_delim(t: Translator, **given: Py | None) -> Py:
    given["sep"] = given.get("sep") or literal("\t")
    given["header"] = given.get("header") or literal(True)
    given["comment_char"] = given.get("comment_char") or literal("")
    given["quote"] = given.get("quote") or literal('"')
    given["fill"] = given.get("fill") or literal(True, constant(True, "logical"))
    return _read(t, "read.table", given)


for _word, _look in (("write.csv", {}), ("write.csv2", {"sep": ";", "dec": ","})):

    @files(_word, "x", "file", "row.names", "quote", "na", "...")
    def _write_csv(
        t: Translator,
        x: Py,
        file: Py | None,
        row_names: Py | None,
        quote: Py | None,
        na: Py | None,
        dots: object,
        _word: str = _word,
        _look: dict[str, str] = _look,
    ) -> Py:
        if dots:
            raise Refused(f"{_word}() with further options")
        parts = [x] if file is None else [x, file]
        words = {"row_names": row_names, "quote": quote, "na": na}
        look = {key: literal(text) for key, text in _look.items()}
        return call("rv.write_csv", parts, DONE, **words, **look)


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
    "qmethod",
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
    qmethod: Py | None,
) -> Py:
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
        na=na,
        dec=dec,
        eol=eol,
        qmethod=qmethod,
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
    if len(node.args) != 1:
        raise Refused("load() with options")
    file = t.expr(node.args[0].value)
    given = root_of(dest.target) if dest.target is not None else None
    wanted = [r_name for r_name in t.names_to_come(node) if r_name != given]
    asked = dest.how in ("assign", "return")
    if not wanted and not asked:  # it only shows that the file can be read
        t.emit(Line(f"rv.load({file.text})"))
        return True
    holder = t.temporary("loaded")
    t.emit(Line(f"{holder} = rv.load({file.text})"))
    for r_name in wanted:
        t.emit(Line(f"{t.python_name(r_name)} = {holder}[{r_name!r}]"))
        t.set_kind(r_name, ANY)
    if asked:  # the names of what was read
        t.deliver(fill(f"np.array(list({holder}), dtype=object)", TEXTS), dest, invisible=True)
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
    check_no_data_set(key)
    if key != "example":
        raise Refused(f"the data set {key} is not known")
    t.note(ANOTHER_EXAMPLE, once=True)
    t.emit(Line(f"{t.python_name(key)} = rv.example()"))
    t.set_kind(key, EXAMPLE)
    return True


@files("readLines", "con", "n", "warn")
def _read_lines(t: Translator, con: Py, n: Py | None, warn: Py | None) -> Py:
    return call("rv.read_lines", [con] if n is None else [con, n], TEXTS)


@files("dput", "x", "file")
def _dput(t: Translator, x: Py, file: Py | None) -> Py:
    kind = x.kind
    whole = kind.is_scalar and kind.mode in ("integer", "any")
    unsure = whole or kind.whole or kind.either
    if unsure or not (kind.is_list or kind.shape in ("scalar", "vector")):
        raise Refused("dput() of a value that R may store in another way")
    if kind.is_list:
        raise Refused("dput() of a list")
    return call("rv.dput", [x] if file is None else [x, file], kind).hidden()


@files("md5sum", "files")
def _md5sum(t: Translator, **given: Py) -> Py:
    return call("rv.md5sum", [given["files"]], TEXTS.with_(complete=False, bare=False))


@files("file.exists", "...")
def _file_exists(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
    parts = [p for _, p in dots]
    one = len(parts) == 1 and parts[0].kind.is_scalar
    sure = len(parts) > 1 or parts[0].kind.shape == "vector"
    several = TRUTHS if sure else atom("logical", finite=True)
    return call("rv.file_exists", parts, TRUTH if one else several)


@files("file.path", "...")
def _file_path(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
    parts = [p for _, p in dots]
    scalar = all(p.kind.is_scalar for p in parts)
    if scalar:
        return pasted(t, dots, "/")
    known = any(p.kind.shape in ("vector", "matrix", "array") for p in parts)
    return call("rv.file_path", parts, STRINGS.unlabelled() if known else atom("character"))


@files("tempfile", "pattern", "tmpdir", "fileext")
def _tempfile(t: Translator, pattern: Py | None, tmpdir: Py | None, fileext: Py | None) -> Py:
    refuse_given("tempfile", tmpdir=tmpdir)
    return call("rv.temporary_file", [], TEXT, suffix=fileext)


@files("tempdir", "")
def _tempdir(t: Translator, **_: object) -> Py:
    return call("rv.temporary_folder", [], TEXT)


@files("file.remove", "...")
def _file_remove(t: Translator, dots: list[tuple[str | None, Py]]) -> Py:
    given = [value for _, value in dots]
    one = len(given) == 1 and given[0].kind.is_scalar
    return call("rv.file_remove", given, TRUTH if one else ANY)


@files("dir.create", "path", "showWarnings", "recursive")
def _dir_create(t: Translator, path: Py, showWarnings: Py | None, recursive: Py | None) -> Py:
    return call("rv.make_folder", [path], TRUTH, recursive=recursive).hidden()


@files("basename", "path")
def _basename(t: Translator, path: Py) -> Py:
    made = TEXT if path.kind.is_scalar else TEXTS.with_(length=path.kind.length)
    made = made if path.kind.complete else made.with_gaps()
    return call("rv.basename", [path], made if path.kind.atomic else ANY)


@files("commandArgs", "trailingOnly")
def _command_args(t: Translator, trailingOnly: Py | None) -> Py:
    if not flag(trailingOnly, False, "trailingOnly"):
        raise Refused("commandArgs() without trailingOnly = TRUE")
    return fill("np.array(sys.argv[1:], dtype=object)", TEXTS)


@files(
    "url download.file readline sessionInfo packageVersion install.packages system object.size "
    "Sys.info Rprof",
    "...",
    lazy=True,
)
def _refused(t: Translator, dots: list[r.Arg]) -> Py:
    raise Refused("it depends on the session")


@files("stdout stderr", "")
def _stderr(t: Translator, **_: object) -> Py:
    return fill("sys.stderr", other("stderr"))


__all__ = ["TABLE", "constant"]
