"""Whatever is given to `migrate`: a clear message or a marked translation, never a traceback."""

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest
from dagbag.r_compat.__main__ import main
from dagbag.r_compat.migrate import migrate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FOLDER = Path(__file__).parent / "migrate"
LINES = [
    line
    for path in sorted(FOLDER.glob("*.R"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line.strip()
]


def marked(text):
    """Translate, and see to it that the result is Python in which what is missing is marked."""
    migration = migrate(text)
    ast.parse(migration.python)
    for item in migration.refused:
        assert item.reason
        assert 1 <= item.line <= max(len(text.splitlines()), 1)
        assert f"NOT TRANSLATED (line {item.line})" in migration.python
    return migration


BROKEN = [
    "x <- (1 + 2",
    "x <- 'unterminated",
    "f <- function(x",
    "if (x > 1",
    "}",
    "x <- c(1, 2))",
    "1 2 3",
    "a b c",
    "x <<<- 3",
    "for i in 1:3",
    "else x",
    "x[[1]",
    "`a",
    "x <- 5 %% %% 2",
    "x <- ",
    "<- 3",
    "%>%",
    "function",
    "if (TRUE) else",
    "x$",
    "x@",
    "\\(",
    "'\\q'",
    "0x",
    "1e",
    "5 -> 6",
    "TRUE <- 1",
    "f() <- 2",
    "NULL <- 3",
    "x <- 1;; y",
    'r"(raw',
    "@#$%^&*",
    "next",
    "break",
    "return(1)",
    "...",
    "..1",
    "repeat",
    "-",
    "!",
    "?help",
    "~",
    "x <- y <- ",
    "{{{{",
    "]]]]",
    ",,,,",
    "x[,,,]",
    "library()",
    "library(",
    "data()",
]


@pytest.mark.parametrize("text", BROKEN)
def test_broken_R(text):
    marked(text)
    marked(f"a <- 1\n{text}\nb <- 2\n")


def test_what_is_around_a_broken_statement_is_translated():
    migration = marked("a <- 1\nb <- )\nc1 <- 3\n")
    namespace = {}
    exec(migration.python, namespace)
    assert namespace["a"] == 1
    assert migration.refused


UNRELATED = {
    "pheatmap": """library(pheatmap)
df <- data.frame(x = 1:10, y = (1:10)^2)
pheatmap(as.matrix(df), cluster_rows = FALSE, annotation_col = data.frame(k = 1:2))
""",
    "dplyr": """library(dplyr); library(tidyr)
starwars %>% filter(mass > 50) %>% group_by(species, sex) %>%
  summarise(n = n(), across(where(is.numeric), ~ mean(.x, na.rm = TRUE)), .groups = "drop") %>%
  mutate(ratio = n / sum(n)) %>% arrange(desc(n)) %>% pivot_longer(cols = !species)
""",
    "Bioconductor": """library(DESeq2)
dds <- DESeqDataSetFromMatrix(countData = cts, colData = coldata, design = ~ batch + condition)
keep <- rowSums(counts(dds)) >= 10
dds <- dds[keep, ]
dds$condition <- relevel(dds$condition, ref = "untreated")
dds <- DESeq(dds)
res <- results(dds, contrast = c("condition", "treated", "untreated"))
resLFC <- lfcShrink(dds, coef = "condition_treated_vs_untreated", type = "apeglm")
plotMA(res, ylim = c(-2, 2))
assay(vst(dds, blind = FALSE))[1:3, ]
""",
    "data.table": """library(data.table)
DT <- fread("x.csv")
DT[, .(total = sum(v), .N), by = .(g, h)][order(-total)]
DT[, `:=`(a = 1, b = NULL)]
setkey(DT, g); DT["x", on = "g", nomatch = 0L]
""",
    "classes": """setClass("P", representation(name = "character", age = "numeric"))
setGeneric("greet", function(object, ...) standardGeneric("greet"))
setMethod("greet", "P", function(object) cat("Hi", object@name))
Stack <- R6::R6Class("Stack", public = list(items = list(), push = function(x) self$items[[1]] <- x))
p <- new("P", name = "A", age = 3); p@age <- 4; isVirtualClass("P")
""",
    "metaprogramming": """f <- function(x, ...) { cl <- match.call(); eval(substitute(x), list(...), parent.frame()) }
e <- quote(a + b * c); e[[1]]; body(f) <- quote(x); formals(f)$x <- 2
assign(paste0("v", 1), 3); get("v1"); do.call("sum", list(1, 2)); environment(f)$hidden <- 1
on.exit(print("bye")); Recall(1); sys.function(); .Call("C_code", 1L); .Internal(inspect(1))
""",
    "shiny": """library(shiny)
ui <- fluidPage(sliderInput("n", "N", 1, 10, 5), plotOutput("p"))
server <- function(input, output, session) { output$p <- renderPlot({ hist(rnorm(input$n)) }) }
shinyApp(ui, server)
""",
    "modelling": """fit <- glm(cbind(y, n - y) ~ poly(x, 2) * z + offset(log(e)) + I(x^2), family = binomial("logit"))
summary(fit)$coefficients[2, 4]; anova(fit, test = "Chisq"); predict(fit, type = "response")
library(lme4); m <- lmer(y ~ x + (1 | g), data = d, REML = FALSE); ranef(m)$g[["(Intercept)"]]
""",
}


@pytest.mark.parametrize("text", UNRELATED.values(), ids=UNRELATED.keys())
def test_R_of_unrelated_packages_is_marked(text):
    migration = marked(text)
    assert migration.refused


@pytest.mark.parametrize(
    "text", ["", "\n", "\n\n\n", "   \t\n", "# only a comment", "#", ";", ";;\n;"]
)
def test_an_empty_file_is_an_empty_translation(text):
    migration = marked(text)
    assert migration.statements == 0
    assert migration.refused == [] or not migration.refused


@pytest.mark.parametrize(
    "text",
    [
        "x <- 1",
        "x <- 1\r\ny <- 2\r\n",
        "x <- 1\ry <- 2",
        "\ufeffx <- 1\n",
        "\tx <- 1\n\x0c\ny <- 2\n",
        "x <- 1 # é ü 中文 \U0001f600\n",
        "é <- 1\nx <- é + 1\n",
        "`my var` <- 1\nx <- `my var` + 1\n",
    ],
)
def test_line_ends_marks_and_letters(text):
    migration = marked(text)
    assert not migration.refused
    namespace = {}
    exec(migration.python, namespace)
    assert namespace["x"] in (1, 2)


def test_a_variable_of_functions_that_has_no_value_yet():
    marked(
        "g <- function(x) { y <- x; h <- function() { y <<- y * 2; y }; h(); y }\n"
        "lost <- eval(parse(text = '1'))\n"
        "update <- function(x, k) x + k\n"
        "y <- update(2, lost)\n"
    )


def test_an_odd_character_is_not_a_name():
    marked("x <- 1\x00\ny <- 2\n")
    marked("x <- 1\u00a0+ 2\n")
    marked("x <- \u201cquoted\u201d\n")


@pytest.mark.parametrize("depth", [50, 1000])
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(", ")"),
        ("f(", ")"),
        ("if (a) { ", " }"),
        ("-", ""),
        ("x[", "]"),
        ("function(a) ", ""),
        ("1 + ", ""),
        ("", " + 1"),
        ("x$a[[", "]]"),
        ("", " |> f()"),
    ],
)
def test_deep_nesting(left, right, depth):
    marked(f"x <- {left * depth}1{right * depth}\ny <- 2\n")


def test_long_lines_and_long_strings():
    marked("x <- c(" + ", ".join(str(k) for k in range(5_000)) + ")\n")
    marked(f"x <- '{'long ' * 20_000}'\n")
    marked(f"# {'long ' * 20_000}\n")
    marked("x <- 1; " * 1_000 + "\n")


@pytest.mark.slow
def test_a_huge_file_takes_time_in_proportion():
    block = "y{k} <- c(1, {k}, 3)\nz{k} <- sum(y{k}[-1]) / 2\nif (z{k} > 3) {{\n  w <- z{k}\n}}\n"
    seconds = []
    for count in (100, 1_000):  # 500 and 5,000 lines
        text = "".join(block.format(k=k) for k in range(count))
        start = time.process_time()
        migration = migrate(text)
        seconds.append(time.process_time() - start)
        assert not migration.refused
    assert seconds[1] < 10 * 3 * seconds[0]


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=200))
def test_any_text(text):
    marked(text)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_scripts_with_holes(data):
    lines = data.draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=6))
    text = "\n".join(lines)
    for _ in range(data.draw(st.integers(0, 3))):
        k = data.draw(st.integers(0, len(text)))
        text = (
            text[:k]
            + data.draw(st.sampled_from(["", "(", ")", "}", "'", '"', "[", ",", "<-", "\n", "%%"]))
            + text[k + 1 :]
        )
    marked(text)


# The command line


def run(capsys, *arguments):
    """Exit status and what was said on standard error; an exception would be a traceback."""
    try:
        status = main(["migrate", *map(str, arguments)])
    except SystemExit as end:
        status = end.code
    return status, capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        bytes(range(256)) * 20,
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"\x00" * 1000,
        b"RDX3\nX\n\x00\x00\x00\x03",
    ],
    ids=["all bytes", "picture", "zeros", "RData"],
)
def test_binary_junk(tmp_path, capsys, content):
    script = tmp_path / "junk.R"
    script.write_bytes(content)
    status, said = run(capsys, script, "-o", tmp_path / "junk.py")
    assert status != 0
    assert said
    if (tmp_path / "junk.py").exists():
        text = (tmp_path / "junk.py").read_text(encoding="utf-8")
        ast.parse(text)
        assert "NOT TRANSLATED" in text


def test_latin1_and_crlf(tmp_path, capsys):
    script = tmp_path / "latin.R"
    script.write_bytes("# données\r\nname <- 'Jérôme'\r\n".encode("latin-1"))
    status, _ = run(capsys, script, "-o", tmp_path / "latin.py")
    text = (tmp_path / "latin.py").read_bytes().decode("utf-8")
    assert status == 0
    assert "# données\n" in text
    assert "Jérôme" in text
    assert "\r" not in text


def test_files_that_are_not_there_or_cannot_be_written(tmp_path, capsys):
    script = tmp_path / "script.R"
    script.write_text("x <- 1\n")
    for arguments in (
        [tmp_path / "none.R"],
        [tmp_path],
        [script, "-o", tmp_path / "no" / "such.py"],
        [script, "-o", tmp_path],
    ):
        status, said = run(capsys, *arguments)
        assert status not in (0, None)
        assert len(said.strip().splitlines()) == 1


def test_the_command_ends_without_a_traceback(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "dagbag.r_compat", "migrate", str(tmp_path / "none.R")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
