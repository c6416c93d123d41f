"""`migrate --check`: what scripts print, write and draw, and what is said of the rest."""

import json
import os
import subprocess
import sys

import pytest
from dagbag.r_compat.migrate import _sides, migrate
from dagbag.r_compat.migrate._texts import layout_difference, numbers_agree, text_difference
from dagbag.r_compat.migrate.check import CheckError, run_check

# Texts


@pytest.mark.parametrize(
    ("r", "python"),
    [
        ("0.3333333", "0.3333333333333333"),
        ("0.3333333", "0.3333334"),  # the last of seven digits
        ("1e+05", "100000"),
        ("0.5", "0.50000001"),  # R rounds to seven digits and drops zeros
        ("12.3", "12.3456"),  # print(x, digits = 3)
        ("1.110223e-16", "0.0"),
        ("-0", "0"),
    ],
)
def test_numbers_agree_to_the_digits_shown(r, python):
    assert numbers_agree(r, python)


@pytest.mark.parametrize(
    ("r", "python"),
    [
        ("0.33", "0.34"),
        ("2", "2.3"),
        ("1.5", "1.54"),
        ("12.36", "12.3456789"),
        ("12345678", "12345679"),
        ("0.3333333", "0.3333336"),
        ("0.333333333333333", "0.33334"),
        ("0.50000001", "0.5"),  # Python shows fewer than R
    ],
)
def test_other_digits_differ(r, python):
    assert not numbers_agree(r, python)


def test_texts_are_compared_letter_by_letter():
    assert text_difference("mean: 0.3333333 \n", "mean: 0.33333333\n") is None
    assert text_difference("a  b\n", "a b\n") == "R has 'a  b', Python 'a b'"
    assert text_difference("V1 2\nx", "V1 2") == "line 2: R has 'x', Python nothing"
    assert text_difference("V1", "V2") is not None  # no number but a name
    assert text_difference("1.2.3", "1.2.4") is not None


@pytest.mark.parametrize(
    ("r", "python"),
    [
        (" [1] 1.0 2.5\n[13]  NA\n", "[1.  2.5 nan]\n"),
        ('[1] "a" "b"\n', "['a' 'b']\n"),
        ("[1]  TRUE FALSE\n", "[ True False]\n"),
        ("     [,1] [,2]\n[1,]    1    3\n[2,]    2    4\n", "[[1 3]\n [2 4]]\n"),
        ("$a\n[1] 1\n\n$b\n[1] 2\n\n", "{'a': 1, 'b': 2}\n"),
        ("[1] a b\nLevels: a b\n", "['a', 'b']\nCategories (2, object): ['a', 'b']\n"),
    ],
)
def test_layout_is_no_difference(r, python):
    assert layout_difference(r, python) is None


def test_other_words_or_numbers_or_another_order_differ():
    assert layout_difference("[1] 1 2", "[2 1]") == "R prints 1, Python 2"
    assert layout_difference("[1] 1 2", "[1]") == "R prints 2, Python nothing more"
    assert layout_difference('[1] "a"', "b") == "R prints a, Python b"


# Both sides


def checked(tmp_path, r, python=None, **options):
    script = tmp_path / "work" / "script.R"
    script.parent.mkdir(exist_ok=True)
    script.write_text(r, encoding="utf-8")
    return run_check(
        script, migrate(r) if python is None else python, **{"engine": "reference", **options}
    )


def verdicts(items):
    return {item.name: item.verdict for item in items}


@pytest.mark.r
def test_what_is_printed_is_compared_statement_by_statement(tmp_path):
    r = """x <- c(1 / 3, 20000, NA)
x
print(x > 1); cat("mean", mean(x[1:2]), "\\n")
m <- matrix(1:60 / 7, 2)
m
for (k in 1:2) cat("step", k, "\\n")
message("done ", 2)
list(a = 1, b = "u")
NULL
"""
    report = checked(tmp_path, r)
    assert verdicts(report.printed) == {**{f"line {k}": "equal" for k in (2, 3, 5, 6, 7, 8, 9)}}, (
        str(report)
    )


@pytest.mark.r
def test_a_wrong_print_is_told_with_its_line_and_both_sides(tmp_path):
    r = "x <- c(1, 2)\nx\ncat('sum', sum(x), '\\n')\nmessage('end')\n"
    done = migrate(r)
    wrong = done.python.replace("print(x)", "print(x * 2)").replace('"sum"', '"Sum"')
    wrong = wrong.replace('"end"', '"End"').replace("'end'", "'End'")
    report = checked(tmp_path, r, type(done)(wrong, (), (), 4, done.names, done.lines))
    told = {item.name: item.remark for item in report.printed}
    assert told["line 2"] == "[1]: R has 1, Python 2 (and 1 more of 2)"
    assert told["line 3"] == "R has 'sum 3', Python 'Sum 3'"
    assert told["line 4"] == "message: R has 'end', Python 'End'"
    assert report.status == 1
    assert "  printed: 0 of 3 equal" in str(report)


@pytest.mark.r
def test_output_that_is_lost_or_added_is_a_difference(tmp_path):
    report = checked(tmp_path, "x <- 1\nx\n", "x = 1\n")
    assert verdicts(report.printed) == {"everything printed": "differs"}
    report = checked(tmp_path, "x <- 1\n", "x = 1\nprint(None)\n")
    assert report.status == 1
    report = checked(tmp_path, "x <- 1\ncat('a\\n')\n", "x = 1\nprint('a')\nprint(None)\n")
    assert report.printed[0].remark == "line 2: R has nothing, Python 'None'"


@pytest.mark.r
def test_blanks_of_cat_are_looked_at_but_those_of_print_are_not(tmp_path):
    assert checked(tmp_path, "cat('a  b\\n')", "print('a b')").status == 1
    python = "import pandas as pd\nprint(pd.Series({'a': 1.0, 'b': 2.0}))\n"
    assert checked(tmp_path, "print(c(a = 1, b = 2))", python).status == 0
    assert checked(tmp_path, "print(c(a = 1, b = 3))", python).status == 1


@pytest.mark.r
def test_what_prints_in_a_way_of_its_own_is_not_compared_and_said(tmp_path):
    report = checked(tmp_path, "x <- 1:3\nstr(x)\n", "x = [1, 2, 3]\nprint('an array')\n")
    printed = report.printed[0]
    assert (printed.verdict, printed.remark) == (
        "not compared",
        "str() prints in a way of its own",
    )
    report = checked(tmp_path, "x <- 1:3\ncat(summary(x)[1], '\\n')\n", "print(2)\n")
    assert report.printed[0].verdict == "differs"  # a number of it is a number


@pytest.mark.r
def test_what_an_untranslated_statement_prints_is_not_compared(tmp_path):
    report = checked(tmp_path, "x <- 1\nprint(eval(parse(text = 'x')))\ncat(x, '\\n')\n")
    assert verdicts(report.printed) == {"line 2": "not compared", "line 3": "equal"}


@pytest.mark.r
def test_what_a_function_of_which_a_part_is_lost_prints_is_not_compared(tmp_path):
    lost = "print(eval(parse(text = '1')))"
    r = f"f <- function() {{\n  cat(1)\n  {lost}\n}}\nf()\ncat(2)\n"
    assert verdicts(checked(tmp_path, r).printed) == {"line 5": "not compared", "line 6": "equal"}


@pytest.mark.r
def test_progress_bars_are_not_compared(tmp_path):
    r = "pb <- txtProgressBar(max = 2)\nfor (i in 1:2) setTxtProgressBar(pb, i)\ncat(1)\n"
    assert verdicts(checked(tmp_path, r).printed) == {"line 2": "not compared", "line 3": "equal"}


@pytest.mark.r
def test_random_output_is_not_compared(tmp_path):
    report = checked(tmp_path, "x <- 1\nrunif(1)\n", "x = 1\nprint(0.5)\n")
    assert report.printed[0].remark == "R gives another one every time"
    assert report.status == 0


@pytest.mark.r
def test_print_methods_of_the_script_are_texts(tmp_path):
    r = """print.mine <- function(x, ...) { cat("<mine", x$n, ">\\n"); invisible(x) }
y <- structure(list(n = 2), class = "mine")
y
print(y)
"""
    python = """
def show(x):
    print("<mine", x["n"], ">")
y = {"n": 2}
show(y)
show(y)
"""
    report = checked(tmp_path, r, python)
    assert report.printed[0].verdict == "equal", str(report)
    assert report.named("equal") == ["y"]


# Files


@pytest.mark.r
def test_files_are_compared_by_their_contents(tmp_path):
    r = """dir.create("sub")
write.csv(data.frame(a = c(1 / 3, 2), b = c("u", NA)), "sub/t.csv", row.names = FALSE)
cat("x", 1 / 3, "\\n", file = "x.txt")
cat("[1, 2.5]", file = "j.json")
cat("same", file = "only_r.txt")
cat("old", file = "kept.txt")
x <- list(a = 1:3, b = "u"); saveRDS(x, "x.rds")
y <- c(u = 1, v = 2); save(x, y, file = "xy.RData")
"""
    python = """
import os
from pathlib import Path
import numpy as np
from dagbag.r_compat import rvalues as rv
os.mkdir("sub")
Path("sub/t.csv").write_text('"a","b"\\n0.3333333333333333,"u"\\n2,NA\\n')
Path("x.txt").write_text("x 0.3333333 \\n")
Path("j.json").write_text("[1,\\n 2.5]")
Path("only_python.txt").write_text("same")
Path("kept.txt").write_text("old")
x = {"a": np.arange(1, 4), "b": "v"}
rv.save_rds(x, "x.rds")
y = rv.NamedArray(np.array([1.0, 2.0]), [["u", "v"]])
Path("xy.RData").write_bytes(b"no")
"""
    work = tmp_path / "work"
    work.mkdir()
    (work / "kept.txt").write_text("old")
    (work / "input.csv").write_text("1")
    report = checked(tmp_path, r, python)
    told = {item.name: (item.verdict, item.remark) for item in report.files}
    assert told == {
        "j.json": ("equal", ""),
        "only_python.txt": ("differs", "only Python writes it"),
        "only_r.txt": ("differs", "only R writes it"),
        "sub/t.csv": ("equal", ""),
        "x.rds": ("differs", "b: R has 'u', Python 'v'"),
        "x.txt": ("equal", ""),
        "xy.RData": ("differs", "R cannot read Python's"),
    }
    assert report.status == 1


@pytest.mark.r
def test_a_file_that_is_written_as_it_was_is_compared_with_what_the_other_side_makes_of_it(
    tmp_path,
):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "n.txt").write_text("1\n")
    report = checked(
        tmp_path,
        'cat(1, "\\n", file = "n.txt")\n',
        "from pathlib import Path\nPath('n.txt').write_text('1')\n",
    )
    assert verdicts(report.files) == {"n.txt": "equal"}
    report = checked(
        tmp_path,
        "x <- 1\n",
        "from pathlib import Path\nx = 1\nPath('n.txt').write_text('2')\n",
    )
    assert report.files[0].remark == "R has '1', Python '2'"


@pytest.mark.r
def test_another_number_or_quote_in_a_file_differs(tmp_path):
    r = 'write.csv(data.frame(a = 0.25), "a.csv", row.names = FALSE)\n'
    python = "from pathlib import Path\nPath('a.csv').write_text('\"a\"\\n0.26\\n')\n"
    assert checked(tmp_path, r, python).files[0].remark == "line 2: R has '0.25', Python '0.26'"
    python = "from pathlib import Path\nPath('a.csv').write_text('a\\n0.25\\n')\n"
    assert checked(tmp_path, r, python).files[0].remark == "line 1: R has '\"a\"', Python 'a'"


@pytest.mark.r
def test_binary_files_and_images(tmp_path):
    r = """writeBin(as.raw(c(0, 1, 255)), "same.bin"); writeBin(as.raw(c(0, 1)), "other.bin")
pdf("p.pdf"); plot(1:3); invisible(dev.off())
"""
    python = """
from pathlib import Path
from matplotlib import pyplot as plt
Path("same.bin").write_bytes(bytes([0, 1, 255]))
Path("other.bin").write_bytes(bytes([0, 2]))
plt.plot([1, 2, 3], [1, 2, 3], "o")
plt.savefig("p.pdf")
"""
    report = checked(tmp_path, r, python)
    assert verdicts(report.files) == {
        "other.bin": "differs",
        "p.pdf": "not compared",
        "same.bin": "equal",
    }
    assert verdicts(report.plots) == {"plot 1": "equal"}


@pytest.mark.r
def test_files_outside_of_the_folder_and_links_are_not_followed(tmp_path):
    outside = tmp_path / "outside.txt"
    r = f"""x <- 1
cat(1, file = "{outside}")
invisible(file.symlink("{outside}", "link.txt"))
invisible(setwd(tempdir())); cat(2, file = "elsewhere.txt")
"""
    report = checked(tmp_path, r, "import os\nx = 1\nos.chdir('/')\n")
    assert report.files == ()
    assert report.status == 0


# Plots


@pytest.mark.r
def test_plots_are_compared_by_what_is_drawn(tmp_path):
    r = """x <- c(1, 2, 4)
plot(x, x^2, main = "Squares", xlab = "x", col = "red")
lines(x, 2 * x, lty = 2); abline(h = 3); abline(v = 2); abline(1, 2)
text(2, 5, "here"); legend("top", legend = c("a", "b"), lty = 1:2)
barplot(c(u = 3, v = 5), ylab = "n")
boxplot(c(1, 2, 3, 4, 20))
plot(x, type = "h")
"""
    python = """
import numpy as np
from matplotlib import pyplot as plt
x = np.array([1.0, 2.0, 4.0])
plt.figure(); plt.plot(x[::-1], x[::-1] ** 2, "bo"); plt.title("Squares"); plt.xlabel("x")
plt.plot(x, 2 * x); plt.axhline(3); plt.axvline(2); plt.axline((0, 1), slope=2)
plt.text(2, 5, "here"); plt.legend(handles=plt.gca().lines[:2], labels=["a", "b"])
plt.figure(); plt.bar([0, 1], [3, 5], tick_label=["u", "v"]); plt.ylabel("n"); plt.close("all")
plt.figure(); plt.boxplot([1, 2, 3, 4, 20])
plt.figure(); plt.vlines([1, 2, 3], 0, x)
"""
    report = checked(tmp_path, r, python)
    assert [item.verdict for item in report.plots] == ["equal"] * 4, str(report)
    told = {}
    for old, new in [
        ("** 2", "** 3"),
        ("2 * x)", "2 * x + 1)"),
        ("axhline(3)", "axhline(4)"),
        ("slope=2", "slope=3"),
        ('"here"', '"there"'),
        ('"Squares"', '"Cubes"'),
        ('["a", "b"]', '["a", "c"]'),
        ("[3, 5]", "[3, 6]"),
        ('["u", "v"]', '["u", "w"]'),
        ("4, 20]", "4, 30]"),
        ("0, x)", "0, x + 1)"),
    ]:
        assert old in python
        found = checked(tmp_path, r, python.replace(old, new)).plots
        told[old] = [item.remark.partition(":")[0] for item in found if item.verdict == "differs"]
    assert list(told.values()) == [
        ["points"], ["line"], ["horizontal"], ["slope"], ["text"], ["title"], ["legend"],
        ["bars"], ["x ticks"], ["box"], ["line"],
    ]  # fmt: skip


@pytest.mark.r
def test_plots_of_one_side_differ_and_what_is_not_compared_is_said(tmp_path):
    r = "plot(1:2)\nplot(1:3); mtext('margin')\n"
    python = "from matplotlib import pyplot as plt\nplt.plot([1, 2], [1, 2], 'o')\n"
    report = checked(tmp_path, r, python)
    assert [item.remark for item in report.plots] == ["", "only R draws it"]
    report = checked(tmp_path, "plot(1:2); mtext('margin')\n", python)
    assert report.plots[0].remark == "not compared: texts in the margin"
    assert report.status == 0


@pytest.mark.r
def test_a_plot_that_was_not_translated_is_not_compared(tmp_path):
    report = checked(tmp_path, "x <- 1:3\nplot(x)\nfilled.contour(volcano)\nplot(x, type = 'l')\n")
    assert [(item.name, item.verdict) for item in report.plots] == [
        ("plot 1 (line 2)", "equal"),
        ("plot 2 (line 3)", "not compared"),  # the key
        ("plot 3 (line 3)", "not compared"),
        ("plot 4 (line 4)", "equal"),
    ]


@pytest.mark.r
def test_trees_and_formulas_in_labels_are_compared_as_far_as_both_show_them(tmp_path):
    tree = "h <- hclust(dist(matrix(c(1, 2, 4, 8), dimnames = list(letters[1:4], NULL))))\n"
    r = "plot(h, main = 'Tree')\ncontour(1:4, 1:3, matrix(1:12, 4), xlab = expression(alpha), ylab = 'y')\n"
    report = checked(tmp_path, tree + r)
    assert [item.verdict for item in report.plots] == ["equal", "equal"], str(report)


@pytest.mark.r
def test_a_page_is_kept_when_panels_change_after_it(tmp_path):
    r = "pdf('a.pdf')\nold <- par(mfrow = c(2, 1))\nplot(1:3)\npar(old)\nabline(h = 2)\n"
    report = checked(tmp_path, r + "layout(matrix(1:2, 1))\nplot(3:1)\nok <- dev.off()\n")
    assert [item.verdict for item in report.plots] == ["equal", "equal"], str(report)
    assert [item.remark for item in report.files] == ["both write it; see the plots"]


# The verdict


@pytest.mark.r
def test_nothing_compared_is_no_success(tmp_path):
    report = checked(tmp_path, "f <- function(x) x\n", "def f(x):\n    return x\n")
    assert report.status == 2
    assert not report.equal
    assert str(report).startswith("Nothing could be compared")
    report = checked(tmp_path, "x <- 1\n", "y = 1\n")
    assert report.status == 2


@pytest.mark.r
def test_an_error_has_its_line_on_both_sides(tmp_path):
    r = """# a comment that the translation has too
f <- function(v) {
  w <- v + 1
  stopifnot(w < 3)
  w
}
a <- f(1)
b <- f(5)
d <- 3
"""
    report = checked(tmp_path, r)
    assert report.r_stopped.r_line == 4
    line = report.r_stopped.python_line
    assert "3" in migrate(r).python.splitlines()[line - 1]
    assert report.r_failure.startswith(f"line 4 (Python's line {line}): w < 3 is not TRUE")
    assert report.python_stopped.r_line == 4
    assert report.python_failure.startswith(
        f"line {report.python_stopped.python_line} (R's line 4)"
    )
    assert report.named("equal") == ["a"]
    assert report.status == 2


@pytest.mark.r
def test_python_that_stops_early_is_a_difference(tmp_path):
    r = "x <- 1\ny <- 2\ncat(y, '\\n')\n"
    done = migrate(r)
    wrong = done.python.replace("y = 2", "y = 1 // 0")
    report = checked(tmp_path, r, type(done)(wrong, (), (), 3, done.names, done.lines))
    assert report.python_failure.startswith("line ")
    assert "(R's line 2): ZeroDivisionError" in report.python_failure
    assert verdicts(report.printed) == {"line 3": "not compared"}
    assert report.status == 1


@pytest.mark.r
def test_everything_is_json(tmp_path):
    script = tmp_path / "script.R"
    script.write_text("x <- 1\nx\ncat(2, file = 'two.txt')\nplot(x)\n")
    out = tmp_path / "found.json"
    done = subprocess.run(
        [
            *[sys.executable, "-m", "dagbag.r_compat", "migrate", str(script)],
            *["--check-json", str(out), "--engine", "reference"],
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(out.read_text())
    assert done.returncode == found["status"] == 0, done.stderr
    assert found["counts"] == {
        "variables": {"equal": 1, "differ": 0, "not compared": 0},
        "printed pieces": {"equal": 1, "differ": 0, "not compared": 0},
        "files": {"equal": 1, "differ": 0, "not compared": 0},
        "plots": {"equal": 1, "differ": 0, "not compared": 0},
    }
    assert found["printed pieces"][0]["name"] == "line 2"


# Odd scripts


def test_pipes_and_devices_are_not_copied(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "data.csv").write_text("1")
    _sides._copy(folder, tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").iterdir()] == ["data.csv"]


def test_a_copy_within_the_folder_does_not_copy_itself(tmp_path):
    (tmp_path / "data.csv").write_text("1")
    target = tmp_path / "check" / "r" / "work"
    target.parent.mkdir(parents=True)
    _sides._copy(tmp_path, target)
    assert [path.name for path in target.iterdir()] == ["data.csv"]


def test_what_cannot_be_copied_is_told_in_a_line(tmp_path, monkeypatch):
    (tmp_path / "data.csv").write_text("1")

    def vanished(source, _):
        raise FileNotFoundError(2, "No such file or directory", source)

    copytree = _sides.shutil.copytree
    monkeypatch.setattr(
        _sides.shutil,
        "copytree",
        lambda *given, **more: copytree(*given, copy_function=vanished, **more),
    )
    with pytest.raises(_sides.CheckError, match=r"^1 files of .* cannot be copied, the first: "):
        _sides._copy(tmp_path, tmp_path.parent / "elsewhere" / "work")


@pytest.mark.r
def test_megabytes_are_printed(tmp_path):
    r = "x <- 1\ncat(rep('word', 1e6), '\\n')\n"
    report = checked(tmp_path, r, "x = 1\nprint('word ' * 10**6)\n")
    assert report.status == 0
    report = checked(tmp_path, r, "x = 1\nprint('other ' * 10**6)\n")
    assert report.printed[0].remark == "more than is compared"


@pytest.mark.r
def test_a_script_that_never_stops_printing_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(_sides, "_MAX_PRINTED", 10**5)
    with pytest.raises(CheckError, match="^R printed more than 100000 bytes$"):
        checked(tmp_path, "repeat cat('again and again\\n')\n", "x = 1\n", timeout=60)


@pytest.mark.r
def test_output_that_is_not_utf_8_and_what_a_script_changes_of_R(tmp_path):
    r = """x <- "\\xe9"; Encoding(x) <- "bytes"; writeLines(x, useBytes = TRUE)
writeBin(as.raw(c(233, 10)), "latin.txt"); rm(x)
options(width = 20, digits = 3, warn = 1); warning("unheard")
print <- function(x, ...) base::print(x, ...)
cat <- function(...) base::cat(..., sep = "|")
cat(1, 2, "\\n"); print(1 / 3)
sink("log.txt"); base::print(1:2); sink(); y <- 1
"""
    python = """
import sys
from pathlib import Path
sys.stdout.buffer.write(b"\\xe9\\n")
Path("latin.txt").write_bytes(b"\\xe9\\n")
print("1|2|\\n0.333")
Path("log.txt").write_text("[1] 1 2\\n")
y = 1
"""
    report = checked(tmp_path, r, python)
    assert verdicts(report.files) == {"latin.txt": "equal", "log.txt": "equal"}
    assert report.named("equal") == ["y"]
    assert report.printed[0].verdict == "equal", str(report)


@pytest.mark.r
def test_quit_and_errors_in_the_middle_keep_what_was_printed(tmp_path):
    report = checked(tmp_path, "cat('a\\n')\nquit()\ncat('b\\n')\n", "print('a')\n")
    assert report.status == 0
    report = checked(tmp_path, "{ cat('a\\n'); stop('no') }\n", "print('a')\nraise ValueError\n")
    assert report.printed[0].verdict == "equal"


@pytest.mark.r
def test_a_sink_that_is_left_open_loses_nothing(tmp_path):
    report = checked(
        tmp_path,
        "x <- 1\nsink('log.txt')\nprint(x)\n",
        "from pathlib import Path\nx = 1\nPath('log.txt').write_text('[1] 1\\n')\n",
    )
    assert report.status == 0
    assert verdicts(report.files) == {"log.txt": "equal"}
