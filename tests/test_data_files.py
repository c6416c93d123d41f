"""Data from files: what is read, what is told of it, and one message for each wrong file."""

import gzip
import io
import os
import threading
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dagbag import check_data
from dagbag._input.data import read_data
from dagbag._input.data_files import read_data_file
from dagbag._input.files import read_graph_file

VALUES = [[1.5, 2], [3, 4], [5, 6]]
NAN = np.nan
SEMICOLONS = "fields are separated by semicolons: give sep if not"
LABELS = "the first column, {}, has the labels of rows: give index=False if not"


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def npy(array, save=np.save, **how):
    buffer = io.BytesIO()
    save(buffer, array, **how)
    return buffer.getvalue()


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/"), content)
    return buffer.getvalue()


# The file, the labels of its rows, and what is told.
READ = [
    ("a,b\n1.5,2\n3,4\n5,6\n", None, ()),
    ("a;b\n1.5;2\n3;4\n5;6\n", None, (SEMICOLONS,)),
    ("a\tb\n1.5\t2\n3\t4\n5\t6\n", None, ("fields are separated by tabs: give sep if not",)),
    ("a b\n1.5  2\n3 4\n5 6\n", None, ("fields are separated by spaces: give sep if not",)),
    ("a;b\n1,5;2\n3;4\n5;6\n", None, (SEMICOLONS, "commas are those of decimals: give decimal='.' if not")),
    ('a,b\n"1,5","2"\n3,4\n5,6\n', None, ("commas are those of decimals: give decimal='.' if not",)),
    ("\ufeffa,b\r\n1.5,2\r\n3,4\r\n5,6\r\n", None, ()),
    ("a,b\n1.5,2\n3,4\n5,6\n".encode("utf-16"), None, ()),
    (gzip.compress(b"a,b\n1.5,2\n3,4\n5,6\n", mtime=0), None, ()),
    ('"","a","b"\n"x",1.5,2\n"y",3,4\n"z",5,6\n', "xyz", (LABELS.format("without a name"),)),
    ("a,b\nx,1.5,2\ny,3,4\nz,5,6\n", "xyz", (LABELS.format("without a name"),)),
    ("sample,a,b\nx,1.5,2\ny,3,4\nz,5,6\n", "xyz", (LABELS.format("'sample'"),)),
    ("id,a,b\n1,1.5,2\n2,3,4\n3,5,6\n", "123", (LABELS.format("'id'"),)),
    ("day,a,b\n2020-01-01,1.5,2\n2020-01-02,3,4\n2020-01-03,5,6\n", ["2020-01-01", "2020-01-02", "2020-01-03"], (LABELS.format("'day'"),)),
]  # fmt: skip


@pytest.mark.parametrize(("content", "rows", "told"), READ)
def test_texts(file, content, rows, told):
    table = read_data_file(file(content))
    assert table.nodes == ("a", "b")
    assert table.values.tolist() == VALUES
    assert table.told == told
    assert (None if table.rows is None else list(table.rows)) == (rows and list(rows))
    notes = [f.message for f in read_data(table)[1].findings if f.kind == "file"]
    assert len(notes) == len(told)


def test_a_text_without_names(file):
    table = read_data_file(file("1.5,2\n3,4\n5,6\n"))
    assert table.nodes == ("V1", "V2")
    assert table.values.tolist() == VALUES
    assert table.told == ("the first line has no names: give header=True if it has",)
    assert read_data_file(file("7,8\n1.5,2\n3,4\n5,6\n"), header=True).nodes == ("7", "8")
    assert len(read_data_file(file("0,1\n1.5,2\n"), header=False).values) == 2


def test_options(file):
    path = file("k|g|a\nx|u|1,234\ny|v|2,345\nz|w|3,5\n")
    table = read_data_file(path, sep="|", index="g")
    assert table.nodes == ("k", "a")
    assert list(table.rows) == ["u", "v", "w"]
    assert table.kinds == ("text", "numbers")
    assert table.values[:, 1].tolist() == [1.234, 2.345, 3.5]
    assert read_data_file(path, sep="|", index=False).nodes == ("k", "g", "a")
    assert list(read_data_file(path, sep="|", index=1).rows) == ["u", "v", "w"]
    assert list(read_data_file(path, sep="|", index=True).rows) == ["x", "y", "z"]
    tabs = file("a\tb,c\n1\t2\n3\t4\n")
    assert read_data_file(tabs, sep="tab").nodes == ("a", "b,c")
    latin = file("Größe,b\n1,2\n3,4\n".encode("latin-1"))
    assert read_data_file(latin, encoding="latin-1").nodes == ("Größe", "b")
    wide = file("a,b\n1,2\n3,4\n".encode("utf-16-le"))
    assert read_data_file(wide, encoding="utf-16-le").nodes == ("a", "b")


def test_marks_of_thousands(file):
    text = "a;b\n1,234;x\n1,234,567;y\n12;y\n"
    table = read_data_file(file(text))
    assert table.values[:, 0].tolist() == [1234, 1234567, 12]
    assert table.told[1] == "commas are those of thousands: give decimal=',' if not"
    ambiguous = file("a;b\n1,234;1\n2,345;2\n")
    assert read_data_file(ambiguous, decimal=".").values[:, 0].tolist() == [1234, 2345]
    assert read_data_file(ambiguous, decimal=",").values[:, 0].tolist() == [1.234, 2.345]
    points = file("a;b\n1.234,5;1.234\n2,5;2.345\n")
    assert read_data_file(points, decimal=",").values.tolist() == [[1234.5, 1234], [2.5, 2345]]


def test_points_beside_decimal_commas(file):
    text = "a;b\n1,5;950\n2,5;{}\n0,7;870\n"
    with pytest.raises(
        ValueError, match=r"in one way, got '1.200' in line 3, column 'b'.*decimal="
    ):
        read_data_file(file(text.format("1.200")))
    found = read_data_file(file(text.format("1.200")), decimal=",").values
    assert found.tolist() == [[1.5, 950], [2.5, 1200], [0.7, 870]]
    for other in ("1.25", "0.125"):  # no marks of thousands
        assert read_data_file(file(text.format(other))).values[1, 1] == float(other)
    assert read_data_file(file("a;b\n0,125;x\n1,250;y\n")).values[:, 0].tolist() == [0.125, 1.25]


@pytest.mark.parametrize("cell", ["<0.01", "1_000", "0x10", "0.5%", "1003A"])
def test_a_first_column_of_numbers_but_one(file, cell):
    path = file(f"a,b\n1.5,2\n2.5,3\n{cell},1\n4,7\n")
    with pytest.raises(
        TypeError, match=f"^data.csv must .*got text in 'a' \\(first '{cell}' in row 2"
    ):
        read_data(read_data_file(path), "error", "data.csv")
    assert list(read_data_file(path, index=0).rows) == ["1.5", "2.5", cell, "4"]
    assert read_data_file(path, index=False).kinds == ("text", "numbers")


def test_several_packed_members(file):
    parts = [b"a,b\n1.5,2\n", b"3,4\n", b"", b"5,6\n", b""]
    packed = b"".join(gzip.compress(part, mtime=0) for part in parts)
    assert read_data_file(file(packed)).values.tolist() == VALUES
    assert read_data_file(io.BytesIO(packed + b"\0" * 512)).values.tolist() == VALUES
    many = b"a,b\n" + b"".join(b"%d,%d\n" % (k, k * k) for k in range(200_000))
    cut = gzip.compress(many[:1_000_000]) + gzip.compress(many[1_000_000:])
    assert read_data_file(file(cut)).values[-1].tolist() == [199_999, 199_999**2]
    with pytest.raises(ValueError, match="packed by gzip, got one with other bytes after its end$"):
        read_data_file(file(packed + b"7,8\n"))
    with pytest.raises(ValueError, match="got one that is cut short$"):
        read_data_file(file(packed[:-30]))


def piped(path, content):
    """Write to a pipe that somebody opens, once."""
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(content,), daemon=True)
    writer.start()
    return path


def test_pipes_are_read_once_and_devices_not_at_all(tmp_path, monkeypatch):
    text = b"a,b\n1.5,2\n3,4\n5,6\n"
    for k, content in enumerate((text, gzip.compress(text), npy(np.array(VALUES)))):
        assert read_data_file(piped(tmp_path / f"{k}", content)).values.tolist() == VALUES
    with pytest.raises(OSError, match="zero must be a file, got '/dev/zero', which is no file$"):
        read_data_file("/dev/zero")
    edges = piped(tmp_path / "edges", b"source,target\nx,y\n")
    assert read_graph_file(edges).pairs == [("x", "y")]
    for name, content in (("g.npy", npy(np.eye(2))), ("g.graphml", b"<graphml/>")):
        with pytest.raises(ValueError, match="^graph must be text where it is a pipe, got '.*g."):
            read_graph_file(piped(tmp_path / name, content))
    monkeypatch.setattr("dagbag._input.pipes.available_memory", lambda: 1e6)
    with pytest.raises(MemoryError, match="^the stream is more than memory has room for$"):
        read_data_file(io.BytesIO(text * 10**5))


@pytest.mark.parametrize(
    "word",
    ["", "NA", "NaN", "nan", "null", "NULL", "N/A", "n/a", "#N/A", "<NA>", "None", ".", "?", "-"],
)
def test_missing_values(file, word):
    table = read_data_file(file(f"a,b\n1,2\n{word},3\n4,{word}\n5,6\n7,9\n"))
    np.testing.assert_array_equal(table.values, [[1, 2], [NAN, 3], [4, NAN], [5, 6], [7, 9]])
    odd = [f"{word!r} among numbers is a missing value: write NA, or nothing"]
    assert list(table.told) == (odd if word in (".", "?", "-") else [])
    assert read_data(table, "drop")[0].dropped == 2


def test_columns_of_every_kind(file):
    text = """x,flag,text,day,mixed,empty,score
1,TRUE,red,2020-01-02,1,,1e3
2,false,blue,2021-11-30,two,,1_0
2,NA,red,2020-05-05,3,NA,5
"""
    table = read_data_file(file(text))
    assert dict(zip(table.nodes, table.kinds, strict=True)) == {
        "x": "numbers",
        "flag": "boolean",
        "text": "text",
        "day": "dates",
        "mixed": "text",
        "empty": "numbers",
        "score": "text",
    }
    report = check_data(table)
    assert [f.kind for f in report.findings if f.severity == "error"] == [
        "text",
        "dates",
        "missing",
    ]


def test_cells_over_several_lines(file):
    path = file('name,a\n"one\ntwo",1\nb,2\nc\n')
    with pytest.raises(ValueError, match="got 1 in line 5"):
        read_data_file(path)


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2), min_size=1, max_size=8
    ),
    st.sampled_from(",;\t"),
)
def test_numbers_come_back_to_the_last_bit(rows, sep):
    frame = pd.DataFrame(rows, columns=["a b", "c"])
    buffer = io.BytesIO(frame.to_csv(sep=sep, index=False).encode())
    table = read_data_file(buffer)
    assert table.nodes == ("a b", "c")
    assert np.array_equal(table.values, frame.to_numpy())
    assert np.array_equal(np.signbit(table.values), np.signbit(frame.to_numpy()))


def test_files_that_are_no_text(file, tmp_path):
    values = np.array(VALUES)
    assert read_data_file(file(npy(values), "x.npy")).values.tolist() == VALUES
    assert read_data_file(file(npy(values), "x.dat")).nodes == ("V1", "V2")
    assert read_data_file(file(npy(values, np.savez), "x.npz")).values.tolist() == VALUES
    assert read_data_file(file(npy(values, np.savez_compressed), "y")).values.tolist() == VALUES
    frame = pd.DataFrame(values, columns=["a", "b"], index=["x", "y", "z"]).assign(t=list("uvw"))
    frame.to_parquet(tmp_path / "x.parquet")
    table = read_data_file(tmp_path / "x.parquet")
    assert (table.nodes, table.kinds) == (("a", "b", "t"), ("numbers", "numbers", "text"))
    assert list(table.rows) == ["x", "y", "z"]
    assert table.values[:, :2].tolist() == VALUES
    packed = file(gzip.compress(npy(values), mtime=0), "x.npy.gz")
    assert read_data_file(packed).values.tolist() == VALUES


def test_the_index_of_columns_that_are_numbered(file):
    path = file("2,1,0\n1.5,7,3\n2.5,8,4\n")
    assert read_data_file(path, index="2", header=True).nodes == ("1", "0")
    assert read_data_file(path, index=2, header=True).nodes == ("2", "1")
    assert read_data_file(file("a,b,c\n1,2,3\n"), index="1").nodes == ("a", "c")
    with pytest.raises(ValueError, match="index must be a column of data.csv, got '²'"):
        read_data_file(path, index="²")


def test_what_is_no_text_has_no_use_for_options(file, tmp_path):
    pd.DataFrame(VALUES, columns=["a", "b"]).to_parquet(tmp_path / "x.parquet")
    for index in ("a", 0):
        table = read_data_file(tmp_path / "x.parquet", index=index)
        assert (table.nodes, list(table.rows)) == (("b",), [1.5, 3, 5])
    with pytest.raises(ValueError, match="index must be a column of x.parquet, got 'c'"):
        read_data_file(tmp_path / "x.parquet", index="c")
    array = file(npy(np.array(VALUES)), "x.npy")
    for option in (
        {"sep": ";"},
        {"header": True},
        {"decimal": ","},
        {"encoding": "ascii"},
        {"index": 0},
    ):
        (name,) = option
        with pytest.raises(
            ValueError, match=f"^{name} must be left out for x.npy, which is no text"
        ):
            read_data_file(array, **option)
    assert read_data_file(array, index=False).values.tolist() == VALUES


def test_streams(monkeypatch, tmp_path):
    text = b"a,b\n1.5,2\n3,4\n5,6\n"
    for stream in (io.BytesIO(text), io.StringIO(text.decode()), io.BytesIO(gzip.compress(text))):
        assert read_data_file(stream).values.tolist() == VALUES
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert read_data_file("-").nodes == ("a", "b")
    for content in (npy(np.array(VALUES)), npy(np.array(VALUES), np.savez)):
        assert read_data_file(io.BytesIO(content)).values.tolist() == VALUES
    pd.DataFrame(VALUES, columns=["a", "b"]).to_parquet(tmp_path / "x")
    stream = io.BytesIO((tmp_path / "x").read_bytes())
    assert read_data_file(stream).values.tolist() == VALUES


@pytest.mark.anndata
@pytest.mark.filterwarnings("ignore")  # it uses what newer versions of pandas will not have
def test_h5ad(tmp_path):
    import anndata

    genes, cells = pd.DataFrame(index=["g1", "g2"]), pd.DataFrame(index=["x", "y", "z"])
    whole = anndata.AnnData(np.array(VALUES), var=genes, obs=cells)
    nullable = hasattr(anndata.settings, "allow_write_nullable_strings")  # pandas 3 has only those
    allowed = {"allow_write_nullable_strings": True} if nullable else {}
    with anndata.settings.override(**allowed):
        whole.write_h5ad(tmp_path / "x.h5ad")
    for source in (tmp_path / "x.h5ad", io.BytesIO((tmp_path / "x.h5ad").read_bytes())):
        table = read_data_file(source)
        assert table.nodes == ("g1", "g2")
        assert list(table.rows) == ["x", "y", "z"]
        assert table.values.tolist() == VALUES


# Wrong files: what is in it, its name, further arguments, the one message.
WRONG = [
    ("", "data.csv", {}, "data.csv must be a table, got an empty file$"),
    (" \n\n", "data.csv", {}, "data.csv must be a table, got an empty file$"),
    ("\ufeff\n", "data.csv", {}, "data.csv must be a table, got an empty file$"),
    (gzip.compress(b"", mtime=0), "data.csv.gz", {}, "data.csv.gz must be a table, got an empty file$"),
    ("a,b\n", "data.csv", {}, "data.csv must have rows of numbers, got only names$"),
    ("a,b\n1,2\n3\n4,5\n6,7,8\n", "data.csv", {}, "data.csv must have 2 fields in every line, as the first has, got 1 in line 3, 3 in line 5: look for separators within fields"),
    ("a,b\n\n1,2\n" + "3\n" * 9, "data.csv", {}, "got 1 in line 4, 1 in line 5, 1 in line 6 and others in 6 more: look"),
    ("x\ny\nz\n", "data.csv", {"index": True}, "data.csv must have columns of numbers, got only labels of rows$"),
    ("a;b\n1,234;1\n2,345;2\n", "data.csv", {}, "data.csv must have numbers that can be read in one way, got '1,234' in line 2, column 'a': give decimal=',' or decimal='.'$"),
    ("a,b\n1,2\n", "data.csv", {"encoding": "a\0b"}, "encoding must be one that Python knows, got 'a.x00b'$"),
    ("a,b\n1," + "2" * 200_000 + "\n", "data.csv", {}, "data.csv must be CSV, got a field of more than 131072 characters in line 2: look for a quotation mark that is not closed$"),
    ('a,b\n1,"2\n3,4\n', "data.csv", {}, "data.csv must be CSV, got a quotation mark in line 2"),
    ("Größe,b\n1,2\n".encode("latin-1"), "data.csv", {}, "data.csv must be text in UTF-8, got other bytes in line 1: save it as UTF-8, or give its encoding, e.g. encoding='latin-1'"),
    ("a,b\n1,2\nä,3\n".encode("latin-1"), "data.csv", {}, "got other bytes in line 3: save"),
    ("a,b\n1,ä\n".encode(), "data.csv", {"encoding": "ascii"}, "data.csv must be text in ascii, got other bytes in line 2: save"),
    ("a,b\n1,2\n", "data.csv", {"encoding": "latin-99"}, "encoding must be one that Python knows, got 'latin-99'$"),
    ("a,b\n1,2\n3,4\n".encode("utf-16-le"), "data.csv", {}, "data.csv must be text, got UTF-16 without its mark: save it as UTF-8, or give encoding='utf-16-le'$"),
    (b"\x7fELF\0\0\0\0\xff\xfe\0\0", "data.csv", {}, "data.csv must be text in UTF-8, got a binary file: save it as CSV$"),
    (b"\x01\x02\0\0abc", "data.csv", {}, "data.csv must be text, got a binary file: save it as CSV$"),
    (zipped(xl__workbook="x"), "data.xlsx", {}, "data.xlsx must be CSV, .* got an Excel or zip file: save it as CSV$"),
    (b"\xd0\xcf\x11\xe0" + b"\0" * 9, "data.xls", {}, "got an Excel file: save it as CSV$"),
    (b"BZh91AY", "data.csv.bz2", {}, "got a packed file: unpack it first$"),
    (gzip.compress(b"a,b\n1,2\n", mtime=0)[:-9], "data.csv.gz", {}, "data.csv.gz must be a file packed by gzip, got one that is cut short$"),
    (b"\x1f\x8bnothing", "data.csv.gz", {}, "data.csv.gz must be a file packed by gzip, got a damaged one$"),
    (npy(np.arange(3)), "data.npy", {}, r"data.npy must have shape \(n, p\), got \(3,\)$"),
    (npy(np.array([["a"]])), "data.npy", {}, "data.npy must be an array of numbers as numpy.save writes it, got <U1$"),
    ("a,b\n1,2\n", "data.npy", {}, "as numpy.save writes it, got 'data.npy', which is none$"),
    (npy(np.eye(2), np.savez, b=np.eye(2)), "data.npz", {}, "data.npz must be an archive of one array as numpy.savez writes it, got 'b', 'arr_0'$"),
    ("a,b\n1,2\n", "data.npz", {}, "data.npz must be an archive of one array .* got 'data.npz', which is none$"),
    (b"PAR1 and no more", "data.parquet", {}, "data.parquet must be a parquet file"),
    ("a,b\n1,2\n", "data.csv", {"index": "aa"}, "index must be a column of data.csv, got 'aa'; did you mean 'a'[?]$"),
    ("a,b\n1,2\n", "data.csv", {"index": 2}, "index must be a column, from 0 to 1, got 2$"),
    ("a,b\n1,2\n", "data.csv", {"sep": "::"}, "sep must be one character, or 'tab', 'comma', 'semicolon', 'space', got '::'$"),
    ("a,b\n1,2\n", "data.csv", {"decimal": ";"}, "decimal must be '.' or ',', got ';'$"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "name", "options", "message"), WRONG)
def test_wrong_files(file, content, name, options, message):
    with pytest.raises(ValueError, match=message) as caught:
        read_data_file(file(content, name), **options)
    assert "\n" not in str(caught.value)


def test_one_row_is_too_few(file):
    with pytest.raises(ValueError, match="^data.csv must have at least 3 rows, got 1: rows are"):
        read_data(read_data_file(file("a,b\n1,2\n")), name="data.csv")


def test_a_text_as_a_single_column(file):
    assert read_data_file(file("a\n1\n2\n")).told == (
        "there is one column only: give sep if there are more",
    )


def test_columns_without_a_name_are_told(file):
    table = read_data_file(file("a,,c,\n1,2,3,4\n5,6,7,9\n"))
    assert table.nodes == ("a", "V2", "c", "V4")
    assert table.told == ("columns without a name are called 'V2', 'V4'",)


def test_a_link_to_nothing(tmp_path):
    (tmp_path / "data.csv").symlink_to("gone.csv")
    with pytest.raises(FileNotFoundError, match="not there: it is a link to 'gone.csv'$"):
        read_data_file(tmp_path / "data.csv")


def test_files_that_are_not_there(file, tmp_path, monkeypatch):
    file("x", "genes.csv")
    with pytest.raises(FileNotFoundError, match=r"which is not there; did you mean 'genes.csv'\?$"):
        read_data_file(tmp_path / "gene.csv")
    with pytest.raises(FileNotFoundError, match="which is not there: there is no folder '.*no'$"):
        read_data_file(tmp_path / "no" / "gene.csv")
    with pytest.raises(IsADirectoryError, match="must be a file, got the folder"):
        read_data_file(tmp_path)
    with pytest.raises(TypeError, match="the file must be a path, '-' or a stream, got 5$"):
        read_data_file(5)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(ValueError, match="^standard input must be a table, got nothing$"):
        read_data_file("-")

    def refuse(*_):
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PermissionError, match=r"can be read, got '.*genes.csv', which you may not"):
        read_data_file(tmp_path / "genes.csv")


def test_what_is_not_installed(file, monkeypatch):
    import importlib

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(ImportError, match=r"reading 'x.h5ad' needs anndata: pip install 'dagbag\["):
        read_data_file(file(b"\x89HDF\r\n\x1a\n", "x.h5ad"))


def test_more_than_memory_has_room_for(file, monkeypatch):
    monkeypatch.setattr("dagbag._input.data_files.available_memory", lambda: 1e6)
    bomb = file(gzip.compress(b"0," * 10**7), "data.csv.gz")
    with pytest.raises(MemoryError, match="data.csv.gz unpacks to more than memory has room for"):
        read_data_file(bomb)
