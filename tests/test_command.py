"""The command line: what is printed, what it ends with, what it says of wrong calls."""

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dagbag
from dagbag._command import completion, errors, table
from dagbag._command.main import main
from dagbag._command.parsers import parser_of
from dagbag._command.table import COMMANDS, module_of

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
        (refusing, 2, "dagbag it: n must be 2, got 3"),
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
    monkeypatch.setattr("dagbag._command.demo.main", lambda picture: print(f"to {picture}"))
    assert run("demo", "a.png") == (0, "to a.png\n", "")


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


# Wrong calls, each with its one message

WRONG = [
    ("comapre a.csv", "dagbag: there is no command 'comapre'; did you mean 'compare'?"),
    ("--verbose", "dagbag: there is no option '--verbose'; did you mean"),
    ("compare a.csv", "dagbag compare: the following arguments are required: B; see"),
    ("compare a.csv c.csv", "dagbag compare: argument B: there is no file c.csv; did you mean"),
    ("compare a.csv b.csv d.csv", "dagbag compare: 'd.csv' is one argument too many; see"),
    (
        "compare a.csv b.csv --exitcode",
        "there is no option --exitcode; did you mean '--exit-code'?",
    ),
    ("compare a.csv empty.csv", "dagbag compare: empty.csv: graph must "),
    ("compare a.csv .", "dagbag compare: . is a folder without a graph; dagbag learn -o . writes"),
    ("compare a.csv b.csv --show -1", "argument --show: must be a whole number of at least 0, got"),
    ("simulate --p 0", "argument --p: must be a whole number of at least 1, got '0'"),
    ("simulate --p many", "argument --p: must be a whole number of at least 1, got 'many'"),
    ("simulate --p 3 --n-edges 4", "simulate: n_edges must be an integer between 0 and 3, got 4"),
    ("simulate --graph Sparse --p 3", "--p and --n-edges are told by --graph; leave them out"),
    ("simulate --graph Sparce", "dagbag simulate: "),
    ("simulate --snr 2 1", "dagbag simulate: snr must "),
    ("simulate --snr high low", "argument --snr: must be a number, got 'high'"),
    ("simulate --noise cauchy", "dagbag simulate: noise must "),
    ("simulate -o a.csv", "dagbag simulate: -o must be a folder, and a.csv is a file"),
    ("accuracy --learners bos", "a learner must be one of hc, boss, xges, mmhc, got bos"),
    ("accuracy --graph Spars", "must be one of Empty, Tree, Sparse, Dense, Large, Extra-large"),
    ("accuracy --graph Tree --p 5", "p and n_edges must be left out where graph is given"),
    ("completion tcsh", "argument SHELL: must be one of bash, zsh, fish, got 'tcsh'"),
    ("completion", "dagbag completion: the following arguments are required: SHELL"),
    ("study no_table", "dagbag study: TABLE must be tables, or all, or list, got 'no_table'"),
    ("migrate none.R", "dagbag migrate: none.R: No such file or directory"),
    ("validate none.csv", "dagbag validate: "),
]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("words", "line"), WRONG, ids=[words for words, _ in WRONG])
def test_a_wrong_call_has_one_line(run, words, line, tmp_path):
    (tmp_path / "empty.csv").write_text("")
    status, out, err = run(*words.split())
    assert status == 2
    assert out == ""
    assert line in err
    assert err.startswith("dagbag")
    assert len(err.splitlines()) == 1
