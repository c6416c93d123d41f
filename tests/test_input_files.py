"""One reader for every command: good and bad files, each with its table or its message."""

import builtins
import gzip
import io
import os
import pickle
import zipfile

import numpy as np
import pytest

from dagbag._input.files import read_graph_file, read_table

VALUES = [[1, 2], [3, 4], [5, 6]]
ABC = ("a", "b", "c")


@pytest.fixture
def file(tmp_path):
    """Write a file and return its path."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def npy(array, **how):
    buffer = io.BytesIO()
    np.save(buffer, array, **how)
    return buffer.getvalue()


def zipped():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "")
    return buffer.getvalue()


# Tables


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("a,b\n1,2\n3,4\n5,6\n", ("a", "b")),
        ("a;b\n1;2\n3;4\n5;6\n", ("a", "b")),
        ("a\tb\n1\t2\n3\t4\n5\t6\n", ("a", "b")),
        ("a b\n1 2\n3 4\n5 6\n", ("a", "b")),
        ('"a" "b"\n"r1" 1 2\n"r2" 3 4\n"r3" 5 6\n', ("a", "b")),  # write.table
        ('"","a","b"\n"1",1,2\n"2",3,4\n"3",5,6\n', ("a", "b")),  # write.csv
        (",a,b\n0,1,2\n1,3,4\n2,5,6\n", ("a", "b")),  # to_csv
        ("\ta\tb\nr1\t1\t2\nr2\t3\t4\nr3\t5\t6\n", ("a", "b")),
        (",0,1\n0,1,2\n1,3,4\n2,5,6\n", ("0", "1")),
        ("0,1\n1,2\n3,4\n5,6\n", ("0", "1")),
        ('"1","2"\n1,2\n3,4\n5,6\n', ("1", "2")),
        ("1.0,2\n3,4\n5,6\n", ("V1", "V2")),
        ("1.0 2\n3 4\n5 6\n", ("V1", "V2")),
        ("  1.   2\n  3   4\n  5   6\n", ("V1", "V2")),
        ("gene 1,gene 2\n1,2\n3,4\n5,6\n", ("gene 1", "gene 2")),
        ('"a,x","b;y"\n1,2\n3,4\n5,6\n', ("a,x", "b;y")),
        ("a , b\n 1, 2\n 3, 4\n 5, 6\n", ("a", "b")),
        ("a,b\n1,2\n\n3,4\n  \n5,6\n\n\n", ("a", "b")),
        ("a,b\r1,2\r3,4\r5,6", ("a", "b")),
        ("\ufeffa,b\r\n1,2\r\n3,4\r\n5,6\r\n", ("a", "b")),
        ("Größe,b\n1,2\n3,4\n5,6\n", ("Größe", "b")),
        ("Größe\tb\n1\t2\n3\t4\n5\t6\n".encode("utf-16"), ("Größe", "b")),
        ("a,b\n1e0,2.\n+3,4\n5,6\n", ("a", "b")),
        (npy(np.array(VALUES)), ("V1", "V2")),
        (npy(np.array(VALUES, dtype=np.float32)), ("V1", "V2")),
    ],
)
def test_tables(file, content, names):
    found, values = read_table(file(content))
    assert found == names
    assert values.tolist() == VALUES
    assert values.dtype == np.float64


def test_tables_of_one_column_or_one_row(file):
    assert read_table(file("gene 1\n1\n2\n"))[0] == ("gene 1",)
    assert read_table(file("1.5\n2\n"))[1].tolist() == [[1.5], [2]]
    assert read_table(file("a,b\n1,2\n"))[1].tolist() == [[1, 2]]
    assert read_table(file("TRUE,a\nFALSE,2\nTRUE,3\n"))[1].tolist() == [[0, 2], [1, 3]]


def test_a_first_line_of_numbers_may_be_said_to_be_data(file):
    path = file("0,1\n1,2\n3,4\n")
    assert read_table(path, header=False)[1].tolist() == [[0, 1], [1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "data must be a table, got the empty file .*data.csv"),
        (" \n\n", "got the empty file"),
        ("\ufeff\n", "got an empty file"),
        ("a,b\n", "data must have rows of numbers, got only names"),
        ("a,b\n1,2\n3\n", "data must have 2 fields in every row, got 1 in row 2"),
        ("a,b\n1,2,3\n4,5,6,7\n", "data must have 2 fields in every row, got 3 in row 2"),
        ("a,b\n1,x\n", "data must be numbers, got 'x' in row 1, column 'b'$"),
        ("a,b\n1,1_0\n", "data must be numbers, got '1_0' in row 1, column 'b'"),
        ("1,2.5\n3,x\n", "data must be numbers, got 'x' in row 2, column 'V2'"),
        ("a,b\n1,2\n3,NA\n", "data must have no missing values, got 'NA' in row 2, column 'b': leave"),
        ("a,b\n1,2\n3,\n", "data must have no missing values, got '' in row 2, column 'b'"),
        ("1,NA\n3,4\n", "data must have no missing values, got 'NA' in row 1, column 'V2'"),
        ("a,b\n1,nan\n", "data must have no missing values, got 'nan'"),
        ("s,a,g\nx,1,y\nz,2,y\n", "got 'x' in row 1, column 's', and others in 'g': row names stand in"),
        ("a;b\n1,5;2,5\n3,5;4,5\n", "got '1,5' in row 1, column 'a', and others in 'b': write it with a"),
        ("1,5;2,5\n3,5;4,5\n", "decimal point"),
        ('a,b\n1,"2\n3,4\n', "data must be CSV, got a quotation mark in line 2"),
        (b"Gr\xf6\xdfe,b\n1,2\n", "data must be text in UTF-8, got other bytes in line 1: save it as UTF-8"),
        (b"a,b\n1,2\n\xe4,3\n", "got other bytes in line 3"),
        (b"a,b\n1,\0\n", "data must be text, got a binary file"),
        (zipped(), "got an Excel or zip file: save it as CSV"),
        (gzip.compress(b"a,b\n1,2\n", mtime=0), "got a packed file: unpack it first"),
        (npy(np.arange(3)), r"data must have shape \(n, p\), got \(3,\)"),
        (npy(np.array([["a"]])), "data must be an array of numbers as numpy.save writes it, got <U1"),
        (npy(np.array([[None]]), allow_pickle=True), "data must be an array of numbers"),
        (npy(np.zeros((2, 2)))[:-1], "data must be an array of numbers"),
        (b"PAR1 and no more", "data must be a parquet file"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(file, content, message):
    with pytest.raises(ValueError, match=message):
        read_table(file(content))


def test_contents_that_are_not_what_the_name_says(file):
    with pytest.raises(ValueError, match="as numpy.save writes it, got 'data.npy', which is none"):
        read_table(file("a,b\n1,2\n", "data.npy"))
    with pytest.raises(ValueError, match="must be a parquet file"):
        read_table(file("a,b\n1,2\n", "data.parquet"))
    assert read_table(file(npy(np.array(VALUES)), "data.txt"))[1].tolist() == VALUES


@pytest.mark.parametrize("read", [read_table, read_graph_file])
def test_no_file(tmp_path, read):
    with pytest.raises(FileNotFoundError, match=r"must be a file, got '.*no\.csv', which is not"):
        read(tmp_path / "no.csv")
    with pytest.raises(IsADirectoryError, match="must be a file, got the folder"):
        read(tmp_path)


def test_a_pipe_is_read():
    reading, writing = os.pipe()
    os.write(writing, b"a,b\n1,2\n3,4\n5,6\n")
    os.close(writing)
    assert read_table(f"/dev/fd/{reading}")[1].tolist() == VALUES
    os.close(reading)


# Parquet


def hide(monkeypatch, *libraries):
    """Let libraries be not installed."""
    real = builtins.__import__

    def absent(name, *rest, **more):
        if name.partition(".")[0] in libraries:
            raise ImportError(name)
        return real(name, *rest, **more)

    import importlib

    monkeypatch.setattr(builtins, "__import__", absent)
    monkeypatch.setattr(importlib, "import_module", lambda name: absent(name, fromlist=["x"]))


@pytest.mark.parametrize("hidden", [(), ("pyarrow",), ("pyarrow", "polars", "pandas")])
def test_parquet_by_what_is_installed(tmp_path, monkeypatch, hidden):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "data.pq"
    pandas.DataFrame({"a": [1, 3, 5], "b": [2.0, 4, 6]}, index=["x", "y", "z"]).to_parquet(path)
    hide(monkeypatch, *hidden)
    if "polars" in hidden:
        with pytest.raises(ImportError, match="reading 'data.pq' needs pyarrow or polars"):
            read_table(path)
        return
    names, values = read_table(path)
    assert names == ("a", "b")
    assert values.tolist() == VALUES


def test_parquet_of_other_columns(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "data"
    frame = pandas.DataFrame({"a": [1, 2], "g": ["x", "y"], "t": pandas.to_datetime([1, 2])})
    frame.to_parquet(path)
    with pytest.raises(ValueError, match="data must be numbers, got others in 'g', 't'"):
        read_table(path)
    frame[["a"]].set_index("a").to_parquet(path)
    with pytest.raises(ValueError, match="data must be a table, got one without columns"):
        read_table(path)
    frame.set_index("g")[["a"]].to_parquet(path)
    assert read_table(path)[0] == ("a",)


def test_graphs_in_parquet(tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "graph.parquet"
    pandas.DataFrame({"sf": [0.9, 0.8], "source": ["a", "b"], "target": ["c", "c"]}).to_parquet(
        path
    )
    assert read_graph_file(path).pairs == [("a", "c"), ("b", "c")]
    matrix = pandas.DataFrame([[0, 0, 1], [0, 0, 1], [0, 0, 0]], columns=list("abc"))
    matrix.astype(bool).to_parquet(path)
    assert read_graph_file(path, ABC).pairs == [("a", "c"), ("b", "c")]


# Graphs


@pytest.mark.parametrize(
    "content",
    [
        "a,c\nb,c\n",
        "1,3\n2,3\n",
        "1.0,c\n2,c\n",
        "source,target\na,c\nb,c\n",
        "x,y\na,c\nb,c\n",
        "sf;Target;Source\n0.5;c;a\n0.4;c;b\n",
        '"","from","to"\n"1","a","c"\n"2","b","c"\n',
        '"","x","y"\n"1","a","c"\n"2","b","c"\n',
        '"from" "to"\n"1" "a" "c"\n"2" "b" "c"\n',
        "a c\nb c\n",
        "0,0,1\n0,0,1\n0,0,0\n",
        "a,b,c\n0,0,1\n0,0,1\n0,0,0\n",
        "x,y,z\n0,0,1\n0,0,1\n0,0,0\n",  # no name is known: by position
        "c,b,a\n0,0,0\n1,0,0\n1,0,0\n",
        ",c,b,a\nc,0,0,0\nb,1,0,0\na,1,0,0\n",
        ",c,b,a\na,1,0,0\nb,1,0,0\nc,0,0,0\n",  # rows in another order than columns
        ",a,b,c\n0,0,0,1\n1,0,0,1\n2,0,0,0\n",  # pandas' rows that only count
        '"a","b","c"\n"1",0,0,1\n"2",0,0,1\n"3",0,0,0\n',
        "a,0,0,1\nb,0,0,1\nc,0,0,0\n",
        "a\tb\tc\nFALSE\tFALSE\tTRUE\nFALSE\tFALSE\tTRUE\nFALSE\tFALSE\tFALSE\n",
        npy(np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], dtype=bool)),
        npy(np.array([[1, 3], [2, 3], [2, 3]])[:2].repeat(2, axis=0)[[0, 2, 3]]),
    ],
)
def test_graphs_of_known_nodes(file, content):
    found = read_graph_file(file(content), ABC)
    assert found.nodes == ABC
    assert sorted(set(found.pairs)) == [("a", "c"), ("b", "c")]


def test_graphs_of_two_nodes(file):
    path = file("0,1\n0,0\n")
    assert read_graph_file(path, ("a", "b")).pairs == [("a", "b")]
    assert read_graph_file(file("0,1\n1,2\n")).edges.tolist() == [[0, 1], [1, 2]]
    assert read_graph_file(file(",a,b\na,0,1\nb,0,0\n")).pairs == [("a", "b")]
    assert read_graph_file(file('"a","b"\n"a",0,1\n"b",0,0\n')).pairs == [("a", "b")]


def test_nodes_may_be_called_source_and_target(file):
    path = file("source,target\ntarget,x\n")
    found = read_graph_file(path, ("source", "target", "x"))
    assert found.pairs == [("source", "target"), ("target", "x")]


def test_graphs_without_edges(file):
    assert read_graph_file(file("source,target\n"), ABC).pairs == []
    assert read_graph_file(file("0,0,0\n0,0,0\n0,0,0\n"), ABC).pairs == []


def test_graphs_of_networkx(tmp_path):
    networkx = pytest.importorskip("networkx")
    path = tmp_path / "graph.GML"
    networkx.write_gml(networkx.DiGraph([("a", "c"), ("b", "c")]), path)
    assert read_graph_file(path).pairs == [("a", "c"), ("b", "c")]
    assert read_graph_file(path, ABC).nodes == ABC
    networkx.write_gml(networkx.Graph([("a", "c")]), path)
    with pytest.raises(ValueError, match="graph must be a directed graph"):
        read_graph_file(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a,d\n", "graph must be a 3 x 3 table of 0 and 1, or lines of source and target .* got 'a,d'"),
        ("a,b,c\n", "got 'a,b,c'"),
        ("a\n", "got 'a'"),
        ("x y\n", "got 'x,y'"),
        ("0,1\n", "got '0,1'"),
        ("TRUE,b\n", "got 'TRUE,b'"),
        ("source,target\na,\n", "got 'a,'"),
        ("source,target\na,b\nb\n", "got 'b,'"),
        ("0,0,2\n0,0,1\n0,0,0\n", "got '0,0,2'"),
        ("a,b,x\n0,0,1\n0,0,1\n0,0,0\n", "graph must have the names of the data's columns, got 'x'"),
        ("a,b,b\n0,0,1\n0,0,1\n0,0,0\n", "graph must have the names of the data's columns, got 'b'"),
        (",a,b,c\na,0,0,1\nb,0,0,1\nd,0,0,0\n", "graph must have the names of its columns, got 'd'"),
        (npy(np.zeros((4, 4))), r"graph must have shape \(3, 3\), got \(4, 4\)"),
        (npy(np.full((3, 3), 2)), "graph must hold only 0 and 1, got 2"),
        (npy(np.zeros(3)), r"graph must have shape \(p, p\), got \(3,\)"),
        (pickle.dumps([("a", "b")]), "graph must be text"),
    ],
)  # fmt: skip
def test_what_is_no_graph_of_known_nodes_is_refused(file, content, message):
    with pytest.raises(ValueError, match=message):
        read_graph_file(file(content), ABC)
