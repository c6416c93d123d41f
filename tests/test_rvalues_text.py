"""Text of `rvalues` against R: numbers as text, paste, format, sprintf, regular expressions."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from rvalues_cases import (
    ANY_VECTOR,
    FLAG,
    INF,
    LOGICALS,
    MATRIX,
    NAN,
    NUMBER,
    NUMBERS,
    TEXTS,
    WORD,
    Row,
    check,
    const,
    factors,
    integers,
    lists,
    named,
    one_of,
    texts,
)

ODD = [
    0.1, 1 / 3, 2 / 3, 1e5, 123456, 1234567, 1e15, 1e16, 1e-4, 1e-5, 0.00012345, 123456.789,
    100000, 1e300, 1.5e-10, 0.1 + 0.2, 1e5 + 0.1, 3.14159265358979, 22 / 7, 1e-15, 99999, 1e4,
    -0.5, 1234.5, 0, 5, -1e-7, 33.333333333333336,
]  # fmt: skip


def odd(rng):
    return np.array([float(rng.choice(ODD)) for _ in range(rng.choice([1, 2, 3]))])


def digits(rng):
    """Numbers of all sizes."""
    return np.array([rng.uniform(1, 10) * 10.0 ** rng.randint(-7, 8) for _ in range(2)])


VALUES = one_of(odd, digits, NUMBERS)
SENTENCES = ["a1b22", "gene_12", "TP53.x", "  pad ", "", "A-B-C", "x.y.z", "ab12cd", "(a)", "é1"]
LINES = one_of(texts(words=SENTENCES, gaps=False), const(*SENTENCES), texts(words=SENTENCES))
PATTERNS = const(
    "[0-9]+",
    "[a-z]",
    "\\.",
    "_",
    "[[:digit:]]",
    "^a",
    "b$",
    "-",
    "[^a-z]",
    "(a)(.)",
    "\\s+",
    ".",
    "[[:alpha:]]+",
    "x|y",
    "\\d",
    "a?",
    "[A-Z]{2}",
    "\\w+",
)
FIXED = const(".", "-", "(", "a", "ab", "\\d")
REPLACEMENTS = const("", "#", "<\\1>", "a.b", "$")
ASCII = const("a", "b c", "", "long word")
ROWS = [
    Row("as_character", "as.character({0})", one_of(VALUES, ANY_VECTOR, factors(), LOGICALS), n=150),
    Row("as_character", "as.character({0})", lists(one_of(NUMBER, WORD)), n=30),
    Row("paste", "paste({0}, {1})", one_of(ANY_VECTOR, VALUES), ANY_VECTOR, n=60),
    Row("paste", "paste({0}, {1}, sep = {sep})", TEXTS, one_of(factors(), VALUES),
        sep=const("", "-", ", "), n=40),
    Row("paste", "paste({0}, collapse = {collapse})", ANY_VECTOR, collapse=const("", "+"), n=40),
    Row("paste0", "paste0({0}, {1}, collapse = {collapse})", WORD, ANY_VECTOR,
        collapse=const("", "+"), n=40),
    Row("paste0", "paste0({0}, {1})", const("V", "x"), integers([0, 2]), n=20),
    Row("paste", "paste({0}, NULL, {1})", WORD, TEXTS, call=lambda a, b: rv.paste(a, None, b)),
    Row("sprintf", "sprintf({0}, {1})", const("%d", "%5d", "%-5d|", "%05d", "%s", "%i", "%+d"),
        one_of(integers([1, 2]), const(3)), n=40),
    Row("sprintf", "sprintf({0}, {1})",
        const("%f", "%.2f", "%8.3f", "%e", "%.3e", "%g", "%G", "%s", "%5.1f%%", "%-8.2f|", "%+.1f"),
        one_of(VALUES, const(0.5, NAN, INF, rv.NA)), n=120),
    Row("sprintf", "sprintf({0}, {1}, {2})", const("%s-%s", "%2$s %1$s", "%5s|%-5s|", "%s%%%s"),
        one_of(ASCII, texts(words=["a", "b c", ""])), one_of(ASCII, NUMBER), n=40),
    Row("sprintf", "sprintf('%s', {0})", one_of(LOGICALS, factors(gaps=False), VALUES),
        call=lambda x: rv.sprintf("%s", x), n=40),
    Row("sprintf", "sprintf('%d', {0})", LOGICALS, call=lambda x: rv.sprintf("%d", x), n=20),
    Row("format_", "format({0})", one_of(VALUES, LOGICALS, TEXTS, integers()), n=120),
    Row("format_", "format({0}, digits = {digits})", VALUES, digits=const(1, 2, 3, 4), n=80),
    Row("format_", "format({0}, nsmall = {nsmall})", one_of(odd, digits), nsmall=const(1, 2), n=60),
    Row("format_", "format({0}, digits = 3, nsmall = 2)", one_of(odd, digits),
        digits=const(3), nsmall=const(2)),
    Row("format_", "format({0}, width = {width})", one_of(VALUES, TEXTS), width=const(4, 10), n=40),
    Row("format_", "format({0}, big.mark = ',')", one_of(VALUES, const(1234567)),
        big_mark=const(","), n=40),
    Row("format_", "format({0}, scientific = {scientific})", VALUES, scientific=FLAG, n=60),
    Row("format_", "format({0}, justify = {justify})", texts(gaps=False),
        justify=const("left", "right", "centre"), n=30),
    Row("format_", "format({0})", MATRIX, n=30),
    Row("format_c", "formatC({0}, digits = {digits}, format = {format})", one_of(odd, digits),
        digits=const(1, 2, 3), format=const("f", "e", "g"), n=80),
    Row("format_c", "formatC({0}, width = {width}, flag = {flag})", integers([1, 3]),
        width=const(3, 6), flag=const("0", "-", " ", ""), n=40),
    Row("format_c", "formatC({0}, width = 8, format = 'd', big.mark = ',')",
        const(np.array([1234567, 12]), 5), width=const(8), format=const("d"), big_mark=const(",")),
    Row("format_c", "formatC({0})", one_of(VALUES, integers([2]), texts([2], gaps=False)), n=40),
    Row("pretty_num", "prettyNum({0}, big.mark = {big_mark})",
        one_of(VALUES, const(1234567, 0.5), integers([2], 0, 9999999)), big_mark=const(",", ""),
        n=60),
    Row("match_arg", "match.arg({0}, c('mean', 'median', 'max'))",
        const("mean", "med", "ma", "x", None),
        call=lambda a: rv.match_arg(a, np.array(["mean", "median", "max"], dtype=object))),
    Row("nchar", "nchar({0})", one_of(LINES, NUMBERS), n=40),
    Row("nchar", "nchar({0}, type = {type})", texts(words=["é", "abc", ""], gaps=False),
        type=const("chars", "bytes"), n=20),
    Row("toupper", "toupper({0})", LINES),
    Row("tolower", "tolower({0})", LINES),
    Row("trimws", "trimws({0}, {which})", const("  a ", "\t b\n", ""), which=const("both", "left",
        "right")),
    Row("substr", "substr({0}, {1}, {2})", LINES, const(0, 1, 2, 5), const(0, 1, 3, 9), n=60),
    Row("substr", "substr({0}, {1}, {2})", texts(2, words=SENTENCES), integers([2], 1, 3),
        integers([2], 2, 4), n=30),
    Row("set_substr", "{{ x <- {0}; substr(x, {1}, {2}) <- {3}; x }}", LINES, const(1, 2),
        const(2, 3), const("Z", "XYZ", ""), n=60),
    Row("strrep", "strrep({0}, {1})", one_of(const("ab", "-"), texts([2])), const(0, 1, 3), n=30),
    Row("chartr", "chartr('abc', 'xyz', {0})", LINES, call=lambda x: rv.chartr("abc", "xyz", x)),
    Row("starts_with", "startsWith({0}, {1})", texts(words=SENTENCES), const("a", "TP", "")),
    Row("ends_with", "endsWith({0}, {1})", texts(words=SENTENCES), const("2", "x", "")),
    Row("gsub", "gsub({0}, {1}, {2})", PATTERNS, const("", "#", "a.b", "$"), LINES, n=150),
    Row("gsub", "gsub({0}, {1}, {2}, perl = TRUE)", PATTERNS, const("", "#"), LINES,
        perl=const(True), n=80),
    Row("gsub", "gsub('([a-z])([0-9])', {0}, {1})", const("\\2\\1", "<\\1>", "\\\\"), LINES,
        call=lambda r, x: rv.gsub("([a-z])([0-9])", r, x), n=40),
    Row("gsub", "gsub('(^|_)([a-z])', '\\\\U\\\\2', {0}, perl = TRUE)", LINES,
        call=lambda x: rv.gsub("(^|_)([a-z])", "\\U\\2", x, perl=True), n=20),
    Row("gsub", "gsub({0}, {1}, {2}, fixed = TRUE)", FIXED, REPLACEMENTS, LINES,
        fixed=const(True), n=60),
    Row("sub", "sub({0}, {1}, {2})", PATTERNS, const("", "#", "a.b"), LINES, n=100),
    Row("sub", "sub({0}, {1}, {2}, ignore.case = TRUE)", PATTERNS, const("#"), LINES,
        ignore_case=const(True), n=30),
    Row("grepl", "grepl({0}, {1})", PATTERNS, LINES, n=80),
    Row("grepl", "grepl({0}, {1}, fixed = TRUE)", FIXED, LINES, fixed=const(True), n=40),
    Row("grep", "grep({0}, {1})", PATTERNS, LINES, n=40),
    Row("grep", "grep({0}, {1}, value = TRUE)", PATTERNS, one_of(LINES, named(texts(2))),
        value=const(True), n=40),
    Row("strsplit", "strsplit({0}, {1})", LINES, const("", "-", "[._]", "\\.", "[0-9]", " "), n=80),
    Row("strsplit", "strsplit({0}, {1}, fixed = TRUE)", LINES, FIXED, fixed=const(True), n=40),
    Row("first_matches", "{{ x <- {1}; regmatches(x, regexpr({0}, x)) }}", PATTERNS,
        texts(words=SENTENCES, gaps=False), n=60),
    Row("all_matches", "{{ x <- {1}; regmatches(x, gregexpr({0}, x)) }}",
        const("[0-9]+", "[a-z]", "\\.", "[[:alpha:]]+", "-"), texts(words=SENTENCES, gaps=False),
        n=60),
    Row("make_names", "make.names({0})",
        texts(words=["a b", "1x", "if", "_a", ".1", "ok", "", "a-b", "TRUE"], gaps=False), n=40),
    Row("make_unique", "make.unique({0})", texts(words=["a", "b", "a.1"], gaps=False), n=40),
    Row("file_ext", "tools::file_ext({0})", const("a.txt", "a.tar.gz", "a", "a.b/c", "x.R")),
    Row("file_path_sans_ext", "tools::file_path_sans_ext({0})",
        const("a.txt", "a.tar.gz", "a", "a.b/c", "d/x.R")),
    Row("cat", "capture.output(cat({0}, sep = {1}))", one_of(VALUES, ANY_VECTOR, LOGICALS),
        const(" ", ", ", "\n"), call=lambda x, s: shown(rv.cat, x, sep=s), n=100),
    Row("cat", "capture.output(cat({0}, {1}, '\\n'))", one_of(ANY_VECTOR, factors()), VALUES,
        call=lambda x, y: shown(rv.cat, x, y, "\n"), n=80),
    Row("cat", "capture.output(cat({0}, {1}, fill = TRUE))", WORD, NUMBERS,
        call=lambda x, y: shown(rv.cat, x, y, fill=True), n=30),
]  # fmt: skip


def shown(function, *values, **options):
    """The lines that a function prints, as capture.output has them."""
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        function(*values, **options)
    text = out.getvalue()
    lines = text.split("\n")
    if text.endswith("\n"):
        lines = lines[:-1]
    return np.array(lines if text else [], dtype=object)


@pytest.mark.r
def test_text_is_that_of_r():
    check(ROWS)


def test_what_may_be_a_double_has_no_format_with_nsmall():
    assert rv.format_(2.0, nsmall=2) == "2.00"
    for value in (2, np.int64(2), np.array([1, 2])):
        with pytest.raises(rv.Untranslated, match="may be integers or doubles"):
            rv.format_(value, nsmall=2)


def test_none_is_neither_null_nor_na_to_cat():
    with pytest.raises(rv.Untranslated, match="NULL or a text that is NA"):
        rv.cat("Person:", None, 3)
