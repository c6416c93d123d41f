"""Files of `rvalues` against R: what is written, byte by byte, and what is read."""

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_VECTOR,
    FLAG,
    MATRIX,
    NUMBERS,
    TEXT_MATRIX,
    Row,
    check,
    const,
    dicts,
    doubles,
    factors,
    frames,
    lists,
    logicals,
    matrices,
    named,
    one_of,
    partly,
    texts,
)

ODD = pd.DataFrame(
    {
        "plain": [1 / 3, 1e5, 123456.789, rv.NA],
        "text": np.array(['say "hi"', "a,b", None, ""], dtype=object),
        "flag": np.array([True, None, False, True], dtype=object),
        "group": pd.Categorical(["u", "v", None, "u"]),
        "whole": [1, -2, 3, 100000],
        "huge": [1e-10, 1e15, 1e16, 0.1 + 0.2],
    }
)
TABLE = one_of(frames(), frames(), const(ODD), MATRIX, TEXT_MATRIX, matrices(logicals))


def written(function):
    """Run a function that writes a file, and return its text."""

    def run(*values, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "out.txt"))
            function(*values, path, **options)
            return Path(path).read_bytes().decode()

    return run


def twice(function):
    def run(x, y, path, **options):
        function(x, path, **options)
        function(y, path, append=True, **options)

    return run


def read(function):
    """Run a function that reads a file with a given text."""

    def run(text, *values, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "in.txt")
            path.write_bytes(text.encode())
            return function(str(path), *values, **options)

    return run


def back(save, load):
    """Save and load in Python."""

    def run(x):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "x.rds"))
            save(x, path)
            return load(path)

    return run


def put(call):
    """R's code that writes with a call and has the text of the file."""
    return (
        "{{ f <- tempfile(); "
        + call
        + "; r <- readChar(f, file.size(f), useBytes = TRUE); unlink(f); Encoding(r) <- 'UTF-8'; r }}"
    )


def take(call):
    return "{{ f <- tempfile(); writeLines({0}, f, sep = ''); r <- " + call + "; unlink(f); r }}"


CSV = const(
    "a,b\n1,x\n2,y\n",
    "a,b,c\n1,,TRUE\nNA,'q',FALSE\n3.5,\"p, q\",NA\n",
    'id,name\n"r1","say ""hi"""\n"r2",z\n',
    "x y,2nd,x y\n1,2,3\n4,5,6\n",
    "a,b\n1e3,0x1F\n-5,7\n",
    '"","u","v"\n"r1",1,2\n"r2",3,4\n',
    "a\n1\n2\n",
    "g,v\nT,1\nF,NaN\n",
    "s\n001\n010\n",
    "a,b\n 1 , x \n 2 , y \n",
)
BLANK = const(
    "a b\n1 x\n2 y\n",
    "x y\nr1 1 2\nr2 3 4\n",
    "# note\na b\n1 2 # more\n3 4\n",
    "a\tb\n1\t'two words'\n3\tx\n",
    "1 2 3\n4 5 6\n",
    "a b\n\n1 NA\n3 4\n",
)
LINES = texts([1, 2, 4], gaps=False, words=["one", "two words", "", "é", 'q"q'])
WRITING = [
    Row("write_table", put("write.table({0}, f)"), TABLE, call=written(rv.write_table), n=80),
    Row("write_table", put("write.table({0}, f, quote = {quote}, sep = {sep}, "
        "row.names = {row_names}, col.names = {col_names})"), TABLE, quote=FLAG,
        sep=const(",", "\t", ";"), row_names=FLAG, col_names=FLAG, call=written(rv.write_table),
        n=100),
    Row("write_table", put("write.table({0}, f, col.names = NA, sep = ',')"), TABLE,
        col_names=const(rv.NA), sep=const(","), call=written(rv.write_table), n=40),
    Row("write_table", put("write.table({0}, f, na = {na}, dec = {dec}, eol = {eol})"), TABLE,
        na=const("", "-"), dec=const(",", "."), eol=const("\n", "\r\n"),
        call=written(rv.write_table), n=60),
    Row("write_table", put("write.table({0}, f, qmethod = {qmethod})"), const(ODD),
        qmethod=const("double", "escape"), call=written(rv.write_table)),
    Row("write_table", put("write.table({0}, f, quote = 2, row.names = FALSE)"), const(ODD),
        quote=const(2), row_names=const(False), call=written(rv.write_table)),
    Row("write_table", put("write.table({0}, f, row.names = c('p', 'q'), "
        "col.names = c('u', 'v'))"), matrices(doubles, (2,), (2,)),
        row_names=const(np.array(["p", "q"], dtype=object)),
        col_names=const(np.array(["u", "v"], dtype=object)), call=written(rv.write_table), n=10),
    Row("write_table", put("write.table({0}, f); write.table({1}, f, append = TRUE)"),
        matrices(doubles, (2,), (2,)), matrices(doubles, (1,), (2,)),
        call=written(twice(rv.write_table)), n=10),
    Row("write_csv", put("write.csv({0}, f)"), TABLE, call=written(rv.write_csv), n=80),
    Row("write_csv", put("write.csv({0}, f, row.names = FALSE, quote = {quote})"), TABLE,
        row_names=const(False), quote=FLAG, call=written(rv.write_csv), n=60),
    Row("write_csv", put("write.csv({0}, f, na = {na})"), TABLE, na=const("", "."),
        call=written(rv.write_csv), n=30),
    Row("write_lines", put("writeLines({0}, f)"), LINES, call=written(rv.write_lines), n=20),
    Row("write_lines", put("writeLines({0}, f, sep = {sep})"), LINES, sep=const(" ", ""),
        call=written(rv.write_lines), n=20),
    Row("cat", put("cat({0}, file = f, sep = {sep})"), one_of(ANY_VECTOR, NUMBERS),
        sep=const("\n", " ", ","),
        call=written(lambda x, path, sep: rv.cat(x, file=path, sep=sep)), n=40),
    Row("cat", put("cat({0}, '\\n', file = f); cat({0}, file = f, append = TRUE)"), NUMBERS,
        call=written(lambda x, path: (rv.cat(x, "\n", file=path),
                                      rv.cat(x, file=path, append=True))), n=20),
    Row("write", put("write({0}, f, ncolumns = {ncolumns}, sep = {sep})"),
        one_of(NUMBERS, texts(gaps=False), MATRIX), ncolumns=const(1, 2, 5), sep=const(" ", "\t"),
        call=written(rv.write), n=40),
    Row("dput_text", "paste(capture.output(dput({0})), collapse = '\\n')",
        one_of(doubles([0, 1, 3]), texts([0, 1, 3]), logicals([1, 3]), named(doubles([1, 2])),
               const(np.array([1, 2, 3]), np.array([4, 7]), "a", 0.5, True, None),
               lists(const(0.5, "a"), n=[1, 2]), dicts(const(0.5, "b"), n=[1, 2])),
        call=lambda x: rv.dput_text(x), n=80),
]  # fmt: skip
READING = [
    Row("read_csv", take("read.csv(f)"), CSV, call=read(rv.read_csv), n=40),
    Row("read_csv", take("read.csv(f, stringsAsFactors = TRUE, check.names = FALSE)"), CSV,
        strings_as_factors=const(True), check_names=const(False), call=read(rv.read_csv), n=40),
    Row("read_csv", take("read.csv(f, header = FALSE)"), CSV, header=const(False),
        call=read(rv.read_csv), n=40),
    Row("read_csv", take("read.csv(f, row.names = 1)"),
        const("id,a\nr1,1\nr2,2\n", '"","u","v"\n"r1",1,2\n"r2",3,4\n'), row_names=const(1),
        call=read(rv.read_csv)),
    Row("read_csv", take("read.csv(f, na.strings = c('-', ''))"),
        const("a,b\n-,x\n2,\n", "a,b\n1,-\n2,y\n"),
        na_strings=const(np.array(["-", ""], dtype=object)), call=read(rv.read_csv)),
    Row("read_table", take("read.table(f, header = TRUE)"), BLANK, header=const(True),
        call=read(rv.read_table), n=40),
    Row("read_table", take("read.table(f)"), BLANK, call=read(rv.read_table), n=40),
    Row("read_lines", take("readLines(f)"),
        const("one\ntwo\n", "one\n\nthree", "", "é\n"), call=read(rv.read_lines)),
    Row("read_lines", take("readLines(f, n = {n_})"), const("one\ntwo\nthree\n"),
        n_=const(1, 2, 5), call=read(lambda f, n_: rv.read_lines(f, n=n_))),
    Row("scan", take("scan(f, quiet = TRUE)"), const("1 2 3\n4.5\n", "1\n\n2\n", "NA 3\n"),
        call=read(rv.scan)),
    Row("scan", take("scan(f, what = '', quiet = TRUE, sep = {sep})"),
        const("a,b\nc\n", "x y,z\n"), sep=const(",", "\n"),
        call=read(lambda f, sep: rv.scan(f, what="", sep=sep))),
    Row("scan", take("scan(f, what = character(), quiet = TRUE)"), const("a 'b c' d\n", "u v\nw\n"),
        call=read(lambda f: rv.scan(f, what=np.array([], dtype=object)))),
]  # fmt: skip
SOME = one_of(doubles(), named(doubles([1, 2])), texts(), logicals(), MATRIX, factors(), frames(),
              lists(), dicts(), partly())  # fmt: skip
OTHER = [
    Row("save_rds", "{0}", SOME, call=back(rv.save_rds, rv.read_rds), n=100),
    Row("read_rds", "{0}", SOME, call=back(rv.save_rds, rv.read_rds), n=40),
    Row("basename", "basename({0})", const("a/b.txt", "b", "/x/y/", "a//b", "")),
    Row("dirname", "dirname({0})", const("a/b.txt", "b", "/x/y/", "a//b", "/a", "a/b/c")),
    Row("file_exists", "file.exists({0})", const("/", "/not/there", "/tmp")),
    Row("file_path", "file.path({0}, {1})", const("a", "/x", ""), one_of(const("b.txt"), texts([2])),
        n=20),
]  # fmt: skip
ROWS = WRITING + READING + OTHER


@pytest.mark.r
@pytest.mark.parametrize("rows", [WRITING, READING, OTHER])
def test_files_are_those_of_r(rows):
    check(rows)


def test_files_come_and_go(tmp_path):
    path = rv.temporary_file(suffix=".txt")
    assert path.endswith(".txt")
    assert not rv.file_exists(path)
    assert Path(path).parent == Path(rv.temporary_folder())
    folder = str(tmp_path / "a" / "b")
    assert not rv.make_folder(folder)
    assert rv.make_folder(folder, recursive=True)
    assert rv.dir_exists(folder)
    assert not rv.make_folder(folder)
    written_to = str(Path(folder, "x.txt"))
    rv.dput(np.array([1.5, 2.0]), written_to)
    assert Path(written_to).read_text(encoding="utf-8") == "c(1.5, 2)\n"
    assert rv.file_exists(written_to)
    assert not rv.dir_exists(written_to)
    rv.remove_file(written_to)
    assert not rv.file_exists(written_to)


def test_the_example_has_the_form_of_r(capsys):
    found = rv.example()
    assert list(found) == ["Y", "true.dir", "true.ske"]
    assert found["true.ske"].dtype == bool
    assert "example" in capsys.readouterr().err


def test_lines_of_na_alone_may_be_logical():
    with pytest.raises(rv.Untranslated, match="writeLines\\(\\) of NA alone"):
        rv.write_lines(np.array([None, None], dtype=object))
    for value in (rv.ifelse(np.array([np.nan, np.nan]), "x", "y"), 2.5):
        with pytest.raises(TypeError, match="can only write character objects"):
            rv.write_lines(value)
