"""The command line: what is printed, what it ends with, what it says of wrong calls."""

import contextlib
import csv
import doctest
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from shown_pictures import check_pictures, drawn_alike

import dagbag
from dagbag import exchange
from dagbag._command import completion, errors, table
from dagbag._command.main import main
from dagbag._command.parsers import parser_of
from dagbag._command.table import COMMANDS, module_of
from dagbag._input.data_files import read_data_file
from dagbag.metrics import shd, shd_cpdag

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-m", "dagbag"]


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command in a folder of its own; what it ended with and printed."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def rows_of(path):
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


# The frame


def test_the_bare_command_and_help_say_what_there_is(run):
    status, out, err = run()
    assert status == 0
    assert "dagbag learn data.csv -o out" in out
    assert len(out.splitlines()) < 12
    for words in (["--help"], ["-h"], ["help"]):
        status, told, err = run(*words)
        assert (status, err) == (0, "")
        assert all(f"  {name:<12}{COMMANDS[name].summary}\n" in told for name in COMMANDS)
        assert "130  Ctrl-C" in told


def test_the_version(run):
    assert run("--version") == (0, f"dagbag {dagbag.__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches(run, name):
    status, told, err = run(name, "--help")
    assert (status, err) == (0, "")
    assert told.startswith(f"usage: dagbag {name} [-h]")
    module = module_of(name)
    assert module.DESCRIPTION in told
    assert len(module.EXAMPLES) >= 2
    assert all(f"\n  {example}\n" in f"{told}\n" for example in module.EXAMPLES)
    assert max(map(len, module.DESCRIPTION.splitlines())) <= 100
    assert run("help", name) == (status, told, err)


def test_every_option_says_what_it_is_for():
    for name in COMMANDS:
        actions = parser_of(module_of(name), name)._actions
        assert [a.option_strings or a.dest for a in actions if not a.help] == []


def test_the_table_names_the_files():
    folder = Path(table.__file__).parent
    assert all((folder / f"{name}.py").exists() for name in COMMANDS)


def test_nothing_is_loaded_that_is_not_needed():
    code = (
        "import sys; from dagbag._command.main import main; main(['--help']); "
        "print(sorted({name.partition('.')[0] for name in sys.modules} "
        "& {'scipy', 'pandas', 'joblib', 'tqdm', 'matplotlib', 'argcomplete', 'networkx'}), "
        "'dagbag.study' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] False"


# Errors and exit statuses


def guarded(run, **how):
    return errors.guarded("dagbag it", run, **how)


def mistaken():
    return None + 1


def refusing():
    raise ValueError("n must be 2, got 3")


def unreadable():
    with Path("no such file").open():
        pass


def long_told():
    raise ValueError("two things:\n- one\n- two")


def unknown():
    raise KeyError("mine")


@pytest.mark.parametrize(
    ("what", "status", "line"),
    [
        (refusing, 2, "dagbag it: --n must be 2, got 3"),
        (unreadable, 2, "dagbag it: no such file: No such file or directory"),
        (long_told, 2, "dagbag it: two things:\n  - one\n  - two"),
        (mistaken, 3, "dagbag it: internal error, TypeError: unsupported operand type(s)"),
        (unknown, 3, "dagbag it: internal error, KeyError: 'mine'; --debug shows where"),
        (lambda: int("x"), 3, "dagbag it: internal error, ValueError: invalid literal"),
    ],
)
def test_one_place_tells_errors(capsys, what, status, line):
    assert guarded(what) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(line)
    assert "Traceback" not in told.err
    assert guarded(what, debug=True) == status
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "option"),
    [
        ("labels of rows: give index=False if not", "labels of rows: give --index none if not"),
        ("commas: give decimal='.' if not", "commas: give --decimal . if not"),
        ("separated by tabs: give sep if not", "separated by tabs: give --sep if not"),
        ('give\n  missing="drop" to', "give\n  --missing drop to"),
        ('learn with resample="pairs"', "learn with --resample pairs"),
        ("max_parents must be 2", "--max-parents must be 2"),
        ("no names: give header=True if it has", "no names: give --header yes if it has"),
        ("give header=False if not", "give --header no if not"),
        ("give decimal=',' or decimal='.'", "give --decimal , or --decimal ."),
        ("its encoding, e.g. encoding='latin-1' for", "its encoding, e.g. --encoding latin-1 for"),
        ("random_state must be None or 2, got 3", "--seed must be 2, got 3"),
        (
            "penalty must be a number above 0, or None, got 0",
            "--penalty must be a number above 0, got 0",
        ),
        ("penalty must be 1 or None with it", "--penalty must be 1 or left out with it"),
        ("score must be a name", "--score must be a name"),
        (
            "keep max_parents small; n_jobs=2 would fit",
            "keep --max-parents small; --n-jobs 2 would fit",
        ),
        ("got text in 'n_boot', max_parents.csv", "got text in 'n_boot', max_parents.csv"),
        ("or score_type='eBIC')", "or --score ebic)"),
        ("path must end in .csv", "-o must end in .csv"),
        ("the nodes must be 2; n must be", "the nodes must be 2; n must be"),
    ],
)
def test_arguments_are_named_as_options(told, option):
    assert errors.as_option(told) == option


def test_ctrl_c_and_no_memory(capsys):
    def interrupted():
        raise KeyboardInterrupt

    def resumable():
        raise errors.Resumable("the same command goes on from there")

    def full():
        raise MemoryError

    assert guarded(interrupted) == 130
    assert capsys.readouterr().err == "\ndagbag it: interrupted\n"
    assert guarded(resumable) == 130
    assert "goes on from there" in capsys.readouterr().err
    assert guarded(full) == 2
    assert capsys.readouterr().err == "dagbag it: not enough memory\n"


def test_warnings_are_short_lines_and_told_once(capsys):
    import warnings

    def warning():
        for _ in range(2):
            warnings.warn("columns are constant", dagbag.DegenerateDataWarning, stacklevel=1)
            warnings.warn("of no interest", DeprecationWarning, stacklevel=1)
        return 0

    assert guarded(warning) == 0
    assert capsys.readouterr().err == "warning: columns are constant\n"


def test_a_broken_pipe_is_not_an_error():
    process = subprocess.Popen(
        [*COMMAND, "simulate", "--p", "50", "--n", "2000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def shell_line(line, cwd, **environment):
    """Run a line of a shell, in which dagbag is this one."""
    how = {"cwd": cwd, "capture_output": True, "text": True, "timeout": 60, "check": False}
    line = f'dagbag() {{ {shlex.join(COMMAND)} "$@"; }}; {line}'
    return subprocess.run(["bash", "-c", line], env={**os.environ, **environment}, **how)


def test_names_that_the_terminal_cannot_show(tmp_path):
    data = "größe,b\n" + "".join(f"{k % 7},{(k % 7) + (k % 3) / 9}\n" for k in range(40))
    (tmp_path / "data.csv").write_text(data, encoding="utf-8")
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = shell_line("dagbag learn data.csv --n-boot 5", tmp_path, **ascii_only)
    assert done.returncode == 0
    assert "gr\\xf6\\xdfe" in done.stdout


@pytest.mark.parametrize("words", ["simulate", "learn data.csv --n-boot 5 -o -"])
def test_a_closed_stdout(words, tmp_path):
    (tmp_path / "data.csv").write_text(WRONG_FILES["data.csv"])
    done = shell_line(f"dagbag {words} >&-", tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(": stdout is closed, and there is something to print\n")


def test_migrate_says_what_it_needs(run, monkeypatch, tmp_path):
    (tmp_path / "script.R").write_text("x <- 1\n")
    for name in [name for name in sys.modules if name.startswith("dagbag.r_compat.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pandas", None)
    status, out, err = run("migrate", "script.R")
    assert (status, out) == (2, "")
    assert err == "dagbag migrate: this needs pandas: pip install 'dagbag[migrate]'\n"


@pytest.mark.parametrize("module", ["numpy", "dagbag._command.main"])
def test_ctrl_c_while_it_starts(module, tmp_path):
    """A Ctrl-C in the middle of an import ends as any other does."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    done = shell_line("dagbag --version", tmp_path, PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\ndagbag: interrupted\n")


def test_ctrl_c_several_times(tmp_path):
    words = ["learn", "data.csv", "--n-boot", "100000", "--n-jobs", "1", "-o", "out"]
    subprocess.run([*COMMAND, "simulate", "--p", "9", "-o", "."], cwd=tmp_path, check=True)
    process = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "out/checkpoint").exists():
        time.sleep(0.01)
    for _ in range(200):
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    assert "Traceback" not in process.communicate()[1]
    assert process.returncode == 130


# Completion


@pytest.mark.parametrize("shell", [s for s in completion.SHELLS if shutil.which(s)])
def test_shells_complete(run, shell, tmp_path):
    script = tmp_path / "completion"
    script.write_text(run("completion", shell)[1])

    def completed(*words):
        if shell == "fish":
            asked = f"source {script}; complete -C 'dagbag {' '.join(words)}'"
        elif shell == "zsh":
            quoted = " ".join(f"'{word}'" for word in words)
            asked = (
                f"compdef() {{ : }}; compadd() {{ shift; print -l -- $@ }}; _files() {{ : }}; "
                f"source {script}; words=(dagbag {quoted}); CURRENT=${{#words}}; _dagbag"
            )
        else:
            quoted = " ".join(f"'{word}'" for word in words)
            asked = (
                f"source {script}; COMP_WORDS=(dagbag {quoted}); COMP_CWORD={len(words)}; "
                '_dagbag; printf "%s\\n" "${COMPREPLY[@]}"'
            )
        done = subprocess.run([shell, "-c", asked], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        found = {line.partition("\t")[0] for line in done.stdout.splitlines()}
        return {word for word in found if word.startswith(words[-1])}

    assert completed("co") == {"compare", "completion"}
    assert completed("completion", "f") == {"fish"}
    assert completed("accuracy", "--graph", "S") == {"Sparse"}
    assert completed("simulate", "--n") == {"--n", "--n-edges", "--noise"}


def test_every_option_can_be_completed():
    for name in COMMANDS:
        words = completion.words_of(name)
        assert "--help" in words.options
        assert not any("'" in word for told in words.choices.values() for word in told)
    assert {"bic", "ebic"} < set(completion.words_of("learn").choices["--score"])
    assert {"indep_boot", "all", "list"} < set(completion.words_of("study").choices[""])
    assert "Sparse" in completion.words_of("simulate").choices["--graph"]


# This installation


def test_doctor_tells_of_dagbag_first(run):
    status, out, err = run("doctor", "--no-r")
    assert (status, err) == (0, "")
    assert out.startswith(
        f"dagbag                {dagbag.__version__}\nkernels               built"
    )
    assert out.endswith("dagbag works.\n")
    assert re.search(r"^numpy +\d", out, re.M)
    assert "->" not in re.sub(r"(?s)Optional:.*", "", out)


def test_doctor_says_how_to_get_what_is_missing(run, monkeypatch):
    from dagbag._command import doctor

    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    monkeypatch.setattr(doctor, "try_kernels", lambda: "nothing was learned")
    status, out, _ = run("doctor", "--no-r")
    assert status == 1
    assert "-> pip install dagbag[plot]" in out
    assert "kernels               WRONG: nothing was learned" in out
    told = json.loads(run("doctor", "--no-r", "--json")[1])
    assert told["dagbag"]["extras"]["pandas"] is None
    assert told["r"] is None


def test_doctor_names_extras_that_there_are():
    from dagbag._command import doctor

    pyproject = (ROOT / "pyproject.toml").read_text()
    for extra in doctor.EXTRAS:
        found = re.fullmatch(r"pip install dagbag\[(\w+)\]", extra.install)
        if found:
            assert re.search(rf"^{found[1]} = \[", pyproject, re.M)


@pytest.mark.parametrize(("counted", "expected"), [([], 0), (["--r"], 1)])
def test_r_counts_only_if_asked_for(run, monkeypatch, counted, expected):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("R_HOME", raising=False)
    status, out, _ = run("doctor", *counted)
    assert status == expected
    assert out.index("dagbag works.") < out.index("R                     MISSING")


# Beside R, and the paper


def test_the_commands_of_r_have_statuses_of_their_own(run, tmp_path):
    script = tmp_path / "script.R"
    script.write_text("x <- 1 + 1\n")
    assert run("migrate", script)[0] == 0
    script.write_text("x <- 1\nplotrix::gap.plot(x)\n")
    status, out, _ = run("migrate", script)
    assert status == errors.REMARKS
    assert "x = 1" in out


def test_the_study_is_the_same_command(run):
    assert run("study", "list") == (0, run("study", "list")[1], "")
    status, _, err = run("study", "indep_boot", "--nodes", "5")
    assert status == 2
    assert err == "dagbag study: --nodes is the number of nodes of --graph, which is missing\n"


# Problems with a known answer


def test_simulated_data_are_those_of_their_seed(run, tmp_path):
    asked = ("simulate", "--p", "6", "--n-edges", "5", "--n", "40", "--seed", "3")
    status, out, err = run(*asked, "-o", "sim")
    assert (status, err) == (0, "")
    assert "40 samples of 6 nodes, drawn from 5 edges." in out
    data = (tmp_path / "sim/data.csv").read_text()
    assert run(*asked)[1] == data
    assert run(*asked[:-1], "4")[1] != data
    truth = rows_of("sim/truth.csv")
    assert len(truth) == 5
    Y = np.genfromtxt("sim/data.csv", delimiter=",", names=True)
    assert set(Y.dtype.names) == {f"V{k}" for k in range(1, 7)}
    for row in truth:  # every edge is seen in the data
        assert abs(np.corrcoef(Y[row["source"]], Y[row["target"]])[0, 1]) > 0.1
    again = run(*asked[:1], "--graph", "sim/truth.csv", "--n", "9", "-o", "-", "--truth", "t.csv")
    assert again[0] == 0
    pairs = [
        {(row["source"], row["target"]) for row in rows_of(p)} for p in ("t.csv", "sim/truth.csv")
    ]
    assert pairs[0] == pairs[1]


def test_accuracy_is_measured(run):
    asked = ("accuracy", "--n", "100", "--p", "5", "--n-edges", "4", "--replicates", "2")
    status, out, err = run(*asked, "--learners", "hc", "boss-x2")
    assert (status, err) == (0, "")
    assert re.search(r"^boss-x2 +2 ", out, re.M)
    status, out, _ = run(*asked, "--learners", "hc", "--csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["replicate"] for row in rows] == ["0", "1"]
    expected = dagbag.accuracy.compare_learners(100, 5, 4, ["hc"], replicates=2).rows
    assert [int(row["shd"]) for row in rows] == [row["shd"] for row in expected]


def test_the_demo(run, monkeypatch):
    monkeypatch.setattr("dagbag._command.demo.main", lambda *files: print("to", *files))
    assert run("demo", "a.png", "--report", "a.html") == (0, "to a.png a.html\n", "")


# Data to graphs

FAST = ("--n-boot", "20", "--n-jobs", "1")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """A folder with data.csv and truth.csv."""
    folder = tmp_path_factory.mktemp("simulated")
    with contextlib.redirect_stdout(io.StringIO()):
        main(["simulate", "--p", "6", "--n-edges", "6", "--n", "150", "-o", str(folder)])
    return folder


@pytest.fixture(scope="module")
def learned(simulated):
    """A folder of a run."""
    folder = simulated / "out"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["learn", str(simulated / "data.csv"), "-o", str(folder), *FAST]) == 0
    return folder


def table_of(folder):
    return read_data_file(folder / "data.csv")


def bits(folder):
    """What a run has written, but for where its data are."""
    return {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != "run.json"
    }


def test_learn_is_the_estimator(run, simulated, learned):
    table = table_of(simulated)
    X = pd.DataFrame(table.values, columns=list(table.nodes))
    expected = dagbag.DAGBag(20, random_state=1, n_jobs=1).fit(X)
    ensemble = dagbag.Ensemble.load(learned / "ensemble.npz")
    assert ensemble == expected.ensemble_
    found = exchange.read_graph(learned / "graph.json")
    assert found.edges == expected.result_.edges
    assert found.nodes == tuple(X.columns)
    for name in ("edges.csv", "graph.dot", "graph.graphml"):
        assert set(exchange.read_graph(learned / name).edges) == set(found.edges)
    strengths = {(row["source"], row["target"]): float(row["strength"])
                 for row in rows_of(learned / "edges.csv") if row["target"]}  # fmt: skip
    table = expected.edges_
    assert strengths == dict(zip(zip(table.source, table.target), table.strength))  # noqa: B905
    status, out, err = run("learn", simulated / "data.csv", *FAST)
    assert (status, err) == (0, "")
    assert "data.csv: 150 rows, 6 columns." in out
    assert len(re.findall(r"^\d\.\d\d  ", out, re.M)) == len(found.edges)
    for source, target in expected.result_.compelled_edges:
        assert f"{source} -> {target} " in out
    for source, target in expected.result_.undirected_edges:
        assert f"{source} -- {target} " in out or f"{target} -- {source} " in out


def test_every_kind_of_file_has_the_same_answer(run, simulated, learned):
    table = table_of(simulated)
    X = pd.DataFrame(table.values, columns=list(table.nodes))
    X.to_parquet("data.parquet")
    X.to_csv("data.tsv", sep="\t", index=False)
    np.save("data.npy", X.to_numpy())
    expected = (learned / "edges.csv").read_text()
    for name in ("data.parquet", "data.tsv"):
        status, out, _ = run("learn", name, "-o", "-", *FAST)
        assert (status, out) == (0, expected)
    out = run("learn", "data.npy", "-o", "-", *FAST)[1]
    names = dict(zip((f"V{k}" for k in range(1, 7)), X.columns, strict=True))
    rows = [line.split(",") for line in out.splitlines()[1:]]
    renamed = [[names[a], names.get(b, ""), *rest] for a, b, *rest in rows]
    assert [",".join(row) for row in renamed] == expected.splitlines()[1:]


def test_a_run_is_reproduced_by_its_settings(run, learned, tmp_path):
    record = json.loads((learned / "run.json").read_text())
    assert record["dagbag"] == dagbag.__version__
    assert record["data"]["file"] == "../data.csv"
    assert record["finished"] is True
    assert record["settings"]["n_boot"] == 20
    assert "why" in record["chosen"]["learner"]
    assert run("learn", "--config", learned / "run.json", "-o", "again")[0] == 0
    assert bits(tmp_path / "again") == bits(learned)
    run("learn", "--config", learned / "run.json", "-o", "other", "--seed", "2")
    assert bits(tmp_path / "other")["ensemble.npz"] != bits(learned)["ensemble.npz"]
    assert json.loads(Path("other/run.json").read_text())["settings"]["seed"] == 2


def test_changed_data_are_told(run, simulated, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text((simulated / "data.csv").read_text())
    run("learn", data, "-o", "one", *FAST)
    data.write_text("\n".join(data.read_text().splitlines()[:-1]))
    status, _, err = run("learn", "--config", "one/run.json", "-o", "two")
    assert status == 0
    assert err == "warning: data.csv is not what it was in the run of one/run.json\n"
    data.unlink()
    status, _, err = run("learn", "--config", "one/run.json", "-o", "three")
    assert status == 2
    assert "one/run.json names the data" in err


def test_a_finished_run_is_not_learned_again(run, simulated, learned, monkeypatch):
    monkeypatch.setattr("dagbag.estimator.DAGBag.fit", None)
    before = bits(learned)
    status, out, _ = run("learn", simulated / "data.csv", "-o", learned, *FAST)
    assert status == 0
    assert "nothing was learned again" in out
    assert bits(learned) == before


def test_a_run_that_is_refused_keeps_no_folder_from_the_next(run, tmp_path):
    """What the message advises can be typed: the same folder, with another option or file."""
    (tmp_path / "gaps.csv").write_text("a,b\n" + "1,2\n2,1\n,3\n4,4\n5,3\n" * 5)
    (tmp_path / "tiers.txt").write_text("a\nbb\n")
    status, _, err = run("learn", "gaps.csv", "-o", "out", *FAST)
    assert status == 2
    assert "give --missing drop" in err
    assert (
        run("learn", "gaps.csv", "-o", "out", *FAST, "--missing", "drop", "--tiers", "tiers.txt")[0]
        == 2
    )
    assert list((tmp_path / "out").iterdir()) == []
    assert run("learn", "gaps.csv", "-o", "out", *FAST, "--missing", "drop")[0] == 0


def test_a_folder_of_another_run_is_left_alone(run, simulated, tmp_path):
    data = simulated / "data.csv"
    assert run("learn", data, "-o", "out", *FAST)[0] == 0
    before = bits(tmp_path / "out")
    status, out, err = run("learn", data, "-o", "out", *FAST, "--seed", "2", "--alpha", "2")
    assert (status, out) == (2, "")
    assert err == (
        "dagbag learn: out is the folder of another run (seed 1, not 2, alpha 1.0, not 2.0); "
        "take another one, or --force to overwrite it\n"
    )
    assert bits(tmp_path / "out") == before
    assert run("learn", data, "-o", "out", *FAST, "--seed", "2", "--force")[0] == 0
    assert bits(tmp_path / "out") != before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "edges.csv").write_text("mine")
    status, _, err = run("learn", data, "-o", "mine", *FAST)
    assert status == 2
    assert "mine has edges.csv of something else" in err
    assert (tmp_path / "mine" / "edges.csv").read_text() == "mine"


def test_names_do_nothing_to_the_terminal(run):
    rows = "".join(f"{k % 7},{(k % 7) + (k % 3) / 9}\n" for k in range(40))
    Path("data.csv").write_text(f"a\x1b[2J,b\x07\n{rows}")
    for words in (["learn", "data.csv", "--n-boot", "5"], ["check", "data.csv"]):
        _, out, err = run(*words)
        assert not {"\x1b", "\x07"} & set(out + err)
    assert "a\\x1b[2J" in run("learn", "data.csv", "--n-boot", "5")[1]
    _, _, err = run("learn", "data.csv", "--index", "c\x1b[2J")
    assert "\x1b" not in err


def test_a_run_that_had_its_data_from_a_pipe(run, monkeypatch):
    Path("run.json").write_text('{"settings": {}, "data": {"file": "-"}}')
    monkeypatch.setattr("sys.stdin", None)
    status, _, err = run("learn", "--config", "run.json")
    assert status == 2
    assert err == "dagbag learn: run.json had its data from a pipe: give DATA, or pipe them in\n"


def test_a_link_to_nothing(run):
    Path("data.csv").symlink_to("gone.csv")
    assert run("check", "data.csv")[2] == (
        "dagbag check: there is no file data.csv, which is a link to gone.csv\n"
    )


def test_one_search_has_no_ensemble(run, simulated):
    status, out, err = run("learn", simulated / "data.csv", "-o", "out", "--n-boot", "0")
    assert (status, err) == (0, "")
    assert "One search" in out
    assert not Path("out/ensemble.npz").exists()
    assert not Path("out/checkpoint").exists()
    again = run("learn", simulated / "data.csv", "-o", "out", "--n-boot", "0")[1]
    assert "nothing was learned again" in again
    assert again.splitlines()[1:] == out.splitlines()[2:]


def test_stdin_and_stdout(simulated, tmp_path):
    data = (simulated / "data.csv").read_bytes()
    learn = [*COMMAND, "learn", "-", *FAST]
    done = subprocess.run([*learn, "-o", "-"], input=data, capture_output=True, check=True)
    assert done.stderr == b""
    header, *_ = done.stdout.decode().splitlines()
    assert header.startswith("source,target,mark,strength,")
    subprocess.run([*learn, "-o", "out"], input=data, check=True, cwd=tmp_path, capture_output=True)
    assert (tmp_path / "out/edges.csv").read_bytes() == done.stdout
    again = subprocess.run(
        [*COMMAND, "learn", "--config", "out/run.json", "-o", "again"],
        input=data, check=True, cwd=tmp_path, capture_output=True,
    )  # fmt: skip
    assert b"stdin: 150 rows" in again.stdout
    assert bits(tmp_path / "again") == bits(tmp_path / "out")


def test_pipes_that_have_a_path(simulated, tmp_path):
    """They are read once, and other data are another run."""
    data = (simulated / "data.csv").read_bytes()
    (tmp_path / "data.csv").write_bytes(data)
    (tmp_path / "less.csv").write_bytes(data[: data.rindex(b"\n", 0, -1) + 1])
    learn = shlex.join([*COMMAND, "learn"]) + " {} " + shlex.join([*FAST, "-o", "out"])

    def bash(line):
        how = {"cwd": tmp_path, "capture_output": True, "text": True, "timeout": 60}
        return subprocess.run(["bash", "-c", line], check=False, **how)

    first = bash(learn.format("<(cat data.csv)"))
    assert (first.returncode, first.stderr) == (0, "")
    record = json.loads((tmp_path / "out/run.json").read_text())["data"]
    assert record == {"file": "-", "sha256": hashlib.sha256(data).hexdigest()}
    again = bash("cat data.csv | " + learn.format("/dev/stdin"))
    assert "this run has ended before" in again.stdout
    other = bash("cat less.csv | " + learn.format("/dev/stdin"))
    assert other.returncode == 2
    assert "out is the folder of another run (other data)" in other.stderr
    named = bash("mkfifo pipe; cat data.csv > pipe & sleep 0.1; " + learn.format("pipe"))
    assert "this run has ended before" in named.stdout
    endless = bash(learn.format("- < /dev/zero"))
    assert endless.returncode == 2
    assert endless.stderr == "dagbag learn: stdin must be a file or a pipe, got a device\n"


def test_a_run_goes_on_where_it_was(run, tmp_path):
    """Ctrl-C, then a kill, then to the end: the same bits as without them."""
    run("simulate", "--p", "30", "--n-edges", "40", "--n", "200", "-o", ".")
    asked = ["learn", "data.csv", "--n-boot", "120", "--n-jobs", "1"]
    for number in (signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(
            [*COMMAND, *asked, "-o", "out"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        kept = tmp_path / "out" / "checkpoint"
        size = kept.stat().st_size if kept.exists() else 0
        while process.poll() is None and not (kept.exists() and kept.stat().st_size > size + 2000):
            time.sleep(0.002)
        process.send_signal(number)
        out, err = process.communicate()
        assert out == ""
        if number == signal.SIGINT:
            assert process.returncode == 130
            assert re.search(r"interrupted( after \d+ of 120 resamples)?; what is finished", err)
            assert "is in out/checkpoint, the same command goes on from there" in err
            assert "Traceback" not in err
    assert json.loads(Path("out/run.json").read_text())["finished"] is False
    assert run(*asked, "-o", "out")[0] == 0
    assert run(*asked, "-o", "whole")[0] == 0
    assert bits(tmp_path / "out") == bits(tmp_path / "whole")


def test_knowledge_is_honoured_told_and_kept(run, simulated, tmp_path):
    for name, text in {
        "tiers.txt": "V1, V2\nV3, V4, V5, V6\n",
        "required.txt": "V1 -> V2\n",
        "forbidden.csv": "source,target\nV3,V4\nV4,V5\nV5,V3\n",
    }.items():
        (tmp_path / name).write_text(text)
    known = ("--tiers", "tiers.txt", "--required", "required.txt", "--forbidden", "forbidden.csv")
    status, out, err = run("learn", simulated / "data.csv", *known, "-o", "out", *FAST)
    assert (status, err) == (0, "")
    assert re.search(r"V1 -> V2 +known before", out)
    ensemble = dagbag.Ensemble.load("out/ensemble.npz")
    expected = dagbag.Knowledge(
        required=[("V1", "V2")],
        forbidden=[("V3", "V4"), ("V4", "V5"), ("V5", "V3")],
        tiers=[["V1", "V2"], ["V3", "V4", "V5", "V6"]],
    )
    assert dagbag.Knowledge.read("out/knowledge.txt") == expected
    applied = expected.apply(ensemble.nodes)
    for member in ensemble:
        assert not (member.adj_matrix.astype(bool) & applied.blacklist).any()
        assert ("V1", "V2") in member
    run("learn", "--config", "out/run.json", "-o", "again")
    assert bits(tmp_path / "again") == bits(tmp_path / "out")
    assert run("learn", simulated / "data.csv", "-o", "out", *FAST)[0] == 2
    (tmp_path / "all.txt").write_text(Path("out/knowledge.txt").read_text())
    status, out, _ = run(
        "learn", simulated / "data.csv", "--knowledge", "all.txt", "-o", "out", *FAST
    )
    assert status == 0
    assert "nothing was learned again" in out


def test_an_ensemble_is_aggregated_again(run, learned):
    ensemble = dagbag.Ensemble.load(learned / "ensemble.npz")
    status, out, err = run("aggregate", learned, "--cutoff", "0.9", "-o", "strict.json")
    assert (status, err) == (0, "")
    expected = dagbag.score_shd(ensemble, strength=0.9, max_step=1000)
    assert exchange.read_graph("strict.json").edges == expected.edges
    assert out.endswith("Written: strict.json\n")
    status, out, _ = run("aggregate", learned / "ensemble.npz", "-o", "-")
    assert out == (learned / "edges.csv").read_text()
    run("aggregate", learned, "-o", "all")
    assert {path.name for path in Path("all").iterdir()} == set(bits(learned)) - {"ensemble.npz"}


def test_a_page_of_a_run_is_written_beside_it(run, simulated, learned):
    status, out, err = run("report", learned, "--cutoff", "0.7", "--truth", simulated / "truth.csv")
    assert (status, err) == (0, "")
    page = learned / "report.html"
    assert out.startswith(f"Written: {page} (0.2 MB)")
    text = page.read_text(encoding="utf-8")
    page.unlink()
    assert '"cutoff":0.7' in text
    assert '"name":"truth"' in text
    assert '"scatter":null' in text
    data = ("--data", simulated / "data.csv")
    assert run("report", learned, *data, "--scatter", "-o", "page.html")[0] == 0
    text = Path("page.html").read_text(encoding="utf-8")
    assert '"scatter":{"rows":150' in text
    assert '"findings":[' in text


def test_a_run_is_compared_with_the_truth(run, simulated, learned):
    assert run("compare", learned, simulated / "truth.csv")[::2] == (0, "")
    told = json.loads(run("compare", learned, simulated / "truth.csv", "--json")[1])
    found = exchange.read_graph(learned / "graph.json")
    truth = exchange.read_graph(simulated / "truth.csv", nodes=found.nodes)
    assert told["shd_cpdag"] == shd_cpdag(found, truth)
    assert told["shd"] == shd(found, truth)
    asked = ("compare", learned, simulated / "truth.csv", "--json", "--cutoff", "0.95")
    strict = dagbag.score_shd(dagbag.Ensemble.load(learned / "ensemble.npz"), strength=0.95)
    assert json.loads(run(*asked)[1])["edges"][0] == len(strict)


def test_data_are_checked(run, tmp_path):
    (tmp_path / "gaps.csv").write_text("id,a,b\nx,1,2\ny,2,\nz,4,4\nu,2,3\nw,5,7\n")
    status, out, err = run("check", "gaps.csv")
    assert (status, err) == (1, "")
    assert out.startswith("gaps.csv: 5 rows, 2 columns: 1 error")
    assert "--missing drop" in re.sub(r"\s+", " ", out)
    assert run("check", "gaps.csv", "--missing", "drop")[0] == 0
    told = json.loads(run("check", "gaps.csv", "--json")[1])
    assert told["ok"] is False
    assert {"missing", "few-rows"} <= {finding["kind"] for finding in told["findings"]}
    status, out, err = run("learn", "gaps.csv", *FAST, "--missing", "drop")
    assert status == 0
    assert "gaps.csv: 4 rows" in out
    assert "note: the first column, 'id', has the labels of rows: give --index none" in err
    assert "1 row of 5 will be dropped" in err


def test_effects_are_those_of_the_function(run, simulated, learned):
    table = table_of(simulated)
    X = pd.DataFrame(table.values, columns=list(table.nodes))
    truth = exchange.read_graph(simulated / "truth.csv", nodes=list(X.columns))
    expected = dagbag.effects(X, truth, seed=1)
    status, out, err = run("effects", simulated / "data.csv", simulated / "truth.csv", "-o", "-")
    assert (status, err) == (0, "")
    rows = list(csv.DictReader(out.splitlines()))
    assert [float(row["coefficient"]) for row in rows] == expected.coefficients.tolist()
    status, out, _ = run(
        "effects", simulated / "data.csv", learned, "--table", "total", "-o", "e.csv"
    )
    assert out == "Written: e.csv\n"
    assert "ensemble_mean" in rows_of("e.csv")[0]
    out = run("effects", simulated / "data.csv", learned, "--table", "nodes")[1]
    assert re.match(r"node +parents +intercept +residual_sd +r_squared\n", out)


# Graphs side by side


@pytest.fixture
def two(tmp_path):
    (tmp_path / "a.csv").write_text("source,target\nx,y\ny,z\nw,z\nu,v\n")
    (tmp_path / "b.csv").write_text("from,to\ny,x\ny,z\nw,z\nw,t\n")


@pytest.mark.usefixtures("two")
def test_what_differs_is_told_by_name(run):
    status, out, err = run("compare", "a.csv", "b.csv")
    assert (status, err) == (0, "")
    assert "only in A: 1\n  u -> v\n" in out
    assert "only in B: 1\n  w -> t\n" in out
    assert "directed otherwise, as in A: 1\n  x -> y\n" in out
    assert "edges in both                            3   of A 75% (precision), of B 75% (rec" in out
    assert "arrows in both                           2   of A 100% (precision), of B 100%" in out
    assert "nodes only in A: 2\n  u\n  v" in out
    told = json.loads(run("compare", "a.csv", "b.csv", "--json")[1])
    assert (told["shd"], told["adj_shd"], told["shd_cpdag"]) == (4, 3, 2)
    assert told["reversed"] == [["x", "y"]]


@pytest.mark.usefixtures("two")
def test_the_status_says_whether_graphs_differ(run):
    assert run("compare", "a.csv", "b.csv", "--exit-code")[0] == 1
    status, out, _ = run("compare", "a.csv", "a.csv", "--exit-code")
    assert status == 0
    assert out.endswith("The same graph.\n")
    assert "and 1 more, --show 1" in run("compare", "a.csv", "b.csv", "--show", "0")[1]


# What is written down runs


@pytest.fixture
def shell(run, tmp_path, monkeypatch):
    """Run a line as a shell does; in this process where it is only a command of ours."""
    monkeypatch.setenv("HOME", str(tmp_path))
    last = 0
    ours = f'dagbag() {{ {shlex.join(COMMAND)} "$@"; }}'

    def call(line):
        nonlocal last
        if line.startswith("dagbag ") and not re.search(r"[|><&$;]", line):
            last, out, err = run(*shlex.split(line)[1:])
            return out + err
        done = subprocess.run(
            ["bash", "-c", f"{ours}\n(exit {last})\n{line}"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        last = done.returncode
        return done.stdout + done.stderr

    call.status = lambda: last
    return call


def type_all(page, shell):
    """Type what a page does, see what it prints, and return how many blocks there were."""
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    for block in blocks:
        for typed, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            got = shell(typed)
            assert checker.check_output(expected, got, flags), f"$ {typed}\n{got}"
    return len(blocks)


def test_the_page_of_the_command_line(shell, tmp_path):
    path = ROOT / "vignettes" / "command-line.md"
    page = path.read_text()
    with drawn_alike():
        assert type_all(page, shell) > 8
    check_pictures(path, tmp_path)
    statuses = dict(re.findall(r"^\| (\d+) \| (.+?)[:;|]", page, re.M))
    assert set(map(int, statuses)) == set(errors.STATUSES)


def test_what_the_readme_types(shell, tmp_path):
    page = (ROOT / "README.md").read_text()
    made, names = iter(doctest.DocTestParser().get_examples(page)), {}
    while not (tmp_path / "data.csv").exists():
        exec(next(made).source, names)
    assert type_all(page, shell) == 1


def test_the_examples_of_help_run(shell, tmp_path):
    """But those of the study and of R, which have tests of their own, and one that takes long."""
    for line in module_of("simulate").EXAMPLES:
        shell(line)
    shutil.copy("simulated/data.csv", "data.csv")
    shutil.rmtree("learned")
    (tmp_path / "script.R").write_text("x <- 1\n")
    (tmp_path / ".config/fish/completions").mkdir(parents=True)
    for name in ("simulate", "check", "learn", "aggregate", "effects", "report", "compare",
                 "completion", "accuracy", "migrate"):  # fmt: skip
        for line in module_of(name).EXAMPLES:
            told = shell(line)
            assert shell.status() == 0, f"$ {line}\n{told}"
    assert shell("dagbag doctor --no-r").endswith("works.\n")


def test_columns_that_are_left_out(run, simulated, tmp_path):
    lines = (simulated / "data.csv").read_text().splitlines()
    noted = [f"{line},{'note' if k == 0 else 'x' * (k % 3 + 1)}" for k, line in enumerate(lines)]
    (tmp_path / "noted.csv").write_text("\n".join(noted) + "\n")
    status, _, told = run("learn", "noted.csv", "--n-boot", "5")
    assert status == 2
    assert "leave it out (--leave-out)" in told
    assert run("learn", simulated / "data.csv", "--n-boot", "5", "-o", "plain")[0] == 0
    assert run("learn", "noted.csv", "--n-boot", "5", "-o", "left", "--leave-out", "note")[0] == 0
    assert (tmp_path / "left/edges.csv").read_text() == (tmp_path / "plain/edges.csv").read_text()
    assert run("learn", "--config", "left/run.json", "-o", "again")[0] == 0
    assert (tmp_path / "again/edges.csv").read_text() == (tmp_path / "plain/edges.csv").read_text()
    assert "nothing found" in run("check", "noted.csv", "--leave-out", "no*")[1]
    first = lines[0].split(",")[0]
    twice = run("check", "noted.csv", "--leave-out", "note", "--leave-out", first)
    assert "nothing found" in twice[1]
    assert twice == run("check", "noted.csv", "--leave-out", f"note,{first}")
    status, _, told = run("check", "noted.csv", "--leave-out", "nte")
    assert (status, told.splitlines()[-1]) == (
        2,
        "dagbag check: --leave-out must name columns of noted.csv, got 'nte'; did you mean 'note'?",
    )


# Wrong calls, each with its one message

WRONG = [
    ("lern data.csv", "dagbag: there is no command 'lern'; did you mean 'learn'?"),
    ("--verbose", "dagbag: there is no option '--verbose'; did you mean '--version'?"),
    # learn
    ("learn", "dagbag learn: the following arguments are required: DATA; see dagbag learn --help"),
    ("learn none.csv", "there is no file none.csv"),
    ("learn dat.csv", "there is no file dat.csv; did you mean 'data.csv'?"),
    ("learn /dev/zero", "dagbag learn: DATA must be a file, got /dev/zero, which is no file"),
    ("learn --config /dev/zero", "--config must be a file, got /dev/zero, which is no file"),
    ("effects data.csv /dev/zero", "GRAPH must be a file, got /dev/zero, which is no file"),
    ("simulate --graph /dev/zero", "must be a file, got '/dev/zero', which is no file"),
    ("learn data.csv --nboot 5", "there is no option --nboot; did you mean '--n-boot'?"),
    ("learn data.csv --n-boot -1", "--n-boot must be a whole number of at least 0, got '-1'"),
    ("learn data.csv --n-boot 1.5", "--n-boot must be a whole number of at least 0, got '1.5'"),
    ("learn data.csv --learner bos", "--learner must be one of auto, boss, xges, hill_climbing"),
    ("learn data.csv --score BIK", "--score must be a number or bic or aic or ebic or gic or bge"),
    ("learn data.csv --cutoff half", "--cutoff must be a number or auto or stability, got 'half'"),
    ("learn data.csv --cutoff 2", "dagbag learn: --cutoff must "),
    ("learn data.csv --alpha -1", "--alpha must be a number of at least 0, got '-1'"),
    ("learn data.csv --alpha nan", "--alpha must be a number, got 'nan'"),
    ("learn data.csv --max-parents few", "--max-parents must be auto or a whole number of at l"),
    ("learn data.csv --seed x", "--seed must be a whole number of at least 0, got 'x'"),
    ("learn data.csv --resample jackknife", "--resample must be one of auto, bootstrap, subs"),
    ("learn data.csv --missing ignore", "--missing must be one of error, drop, got 'ignore'"),
    ("learn data.csv more.csv", "'more.csv' is one argument too many; see dagbag learn --help"),
    ("learn data.csv -o a.csv", "-o must be a folder, and a.csv is a file"),
    ("learn data.csv -o broken", "broken/run.json must be JSON, as dagbag learn writes it, got"),
    ("learn --config other.json", 'other.json must have "settings", as run.json of dagbag learn'),
    ("learn --config odd.json", "odd.json: there is no setting 'nboot'; did you mean 'n_boot'?"),
    ("learn --config wrong.json", "wrong.json: n_boot must be a whole number of at least 0, got"),
    ("learn --config listed.json", "listed.json: cutoff must be a number or a word, got [0.5]"),
    ("learn --config seedless.json", "seedless.json: seed must be a number or a word, got null"),
    ("learn .", "dagbag learn: . must be a file, got the folder"),
    ("learn empty.csv", "dagbag learn: empty.csv must "),
    ("learn text.csv", "text.csv must have numeric columns, got text in 'b'"),
    ("learn gaps.csv", "gaps.csv must be complete, got missing values (NaN): 1 in 'b'"),
    ("learn one.csv", "dagbag learn: one.csv must "),
    ("learn data.csv --index z", "dagbag learn: --index must be a column of data.csv, got 'z'"),
    ("learn data.csv --decimal ;", "--decimal must be one of '.', ',', got ';'"),
    ("learn data.csv --knowledge none.txt", "there is no file none.txt"),
    ("learn data.csv --tiers tiers.txt", "tiers: 'c' is no node"),
    (
        "learn data.csv --tiers known.txt",
        "--tiers must be a file without sections, got some in known.t",
    ),
    ("learn data.csv --required cycle.csv", "the graph of 'cycle.csv' must be acyclic, got the cy"),
    # what follows
    ("check", "dagbag check: the following arguments are required: DATA"),
    ("check none.csv", "dagbag check: there is no file none.csv"),
    (
        "aggregate data.csv",
        "'data.csv' must be an ensemble, as dagbag learn writes it: it is no archive",
    ),
    (
        "aggregate .",
        "dagbag aggregate: . is a folder without ensemble.npz; dagbag learn -o . writes",
    ),
    ("simulate --seed -1", "--seed must be a whole number of at least 0, got '-1'"),
    ("accuracy --seed -1", "--seed must be a whole number of at least 0, got '-1'"),
    ("learn data.csv --index ²", "--index must be a column of data.csv, got '²'"),
    ("aggregate none.npz", "there is no file none.npz"),
    ("effects data.csv a.csv", "the nodes of a.csv must be columns of the data, got 'x'"),
    ("effects data.csv", "dagbag effects: the following arguments are required: GRAPH"),
    (
        "effects data.csv a.csv --table all",
        "--table must be one of edges, nodes, total, got 'all'",
    ),
    ("report", "dagbag report: the following arguments are required: ENSEMBLE"),
    ("report .", "dagbag report: . is a folder without ensemble.npz; dagbag learn -o . writes"),
    ("report data.csv", "'data.csv' must be an ensemble, as dagbag learn writes it: it is no arch"),
    ("report data.csv --scatter", "--scatter shows values of the data: give them by --data FILE"),
    ("compare a.csv", "dagbag compare: the following arguments are required: B; see"),
    ("compare a.csv c.csv", "dagbag compare: there is no file c.csv; did you mean"),
    ("compare a.csv b.csv d.csv", "dagbag compare: 'd.csv' is one argument too many; see"),
    (
        "compare a.csv b.csv --exitcode",
        "there is no option --exitcode; did you mean '--exit-code'?",
    ),
    ("compare a.csv empty.csv", "the graph of 'empty.csv' must be a graph, got an empty file"),
    ("compare a.csv cycle.csv", "the graph of 'cycle.csv' must be acyclic, got the cycle"),
    ("compare a.csv .", "dagbag compare: . is a folder without a graph; dagbag learn -o . writes"),
    ("compare a.csv b.csv --show -1", "--show must be a whole number of at least 0, got"),
    ("simulate --p 0", "--p must be a whole number of at least 1, got '0'"),
    ("simulate --p many", "--p must be a whole number of at least 1, got 'many'"),
    ("simulate --p 3 --n-edges 4", "simulate: --n-edges must be an integer between 0 and 3, got 4"),
    ("simulate --graph Sparse --p 3", "--p and --n-edges are told by --graph; leave them out"),
    ("simulate --graph Sparce", "--graph must be one of Empty, Tree, Sparse, Dense, Large, Extra"),
    ("simulate --snr 2 1", "dagbag simulate: --snr must "),
    ("simulate --snr high low", "--snr must be a number, got 'high'"),
    ("simulate --noise cauchy", "dagbag simulate: --noise must "),
    ("simulate -o a.csv", "dagbag simulate: -o must be a folder, and a.csv is a file"),
    ("accuracy --learners bos", "--learners must be one of hc, boss, xges, mmhc"),
    ("accuracy --graph Spars", "must be one of Empty, Tree, Sparse, Dense, Large, Extra-large"),
    ("accuracy --graph Tree --p 5", "p and n_edges must be left out where graph is given"),
    ("completion tcsh", "SHELL must be one of bash, zsh, fish, got 'tcsh'"),
    ("completion", "dagbag completion: the following arguments are required: SHELL"),
    ("study no_table", "dagbag study: TABLE must be tables, or all, or list, got 'no_table'"),
    ("migrate none.R", "dagbag migrate: none.R: No such file or directory"),
    (
        "validate none.csv",
        "dagbag validate: data must be a file, got 'none.csv', which is not there",
    ),
]

WRONG_FILES = {
    "data.csv": "a,b\n" + "".join(f"{np.sin(k)},{np.cos(k * k)}\n" for k in range(40)),
    "empty.csv": "",
    "text.csv": "a,b\n1,x\n2,y\n3,z\n4,y\n",
    "gaps.csv": "a,b\n1,2\n2,\n3,5\n4,3\n",
    "one.csv": "a,b\n1,2\n",
    "cycle.csv": "source,target\na,b\nb,a2\na2,a\n",
    "tiers.txt": "a, c\nb\n",
    "known.txt": "[tiers]\na\nb\n",
    "broken/run.json": "{",
    "other.json": "{}",
    "odd.json": '{"settings": {"nboot": 5}, "data": {"file": "data.csv"}}',
    "wrong.json": '{"settings": {"n_boot": "many"}, "data": {"file": "data.csv"}}',
    "seedless.json": '{"settings": {"seed": null}, "data": {"file": "data.csv"}}',
    "listed.json": '{"settings": {"cutoff": [0.5]}, "data": {"file": "data.csv"}}',
}


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("words", "line"), WRONG, ids=[words for words, _ in WRONG])
def test_a_wrong_call_has_one_line(run, words, line, tmp_path):
    for name, text in WRONG_FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    status, out, err = run(*words.split())
    assert status == 2
    assert out == ""
    assert line in err
    assert err.startswith("dagbag")
    assert len(err.splitlines()) == 1
