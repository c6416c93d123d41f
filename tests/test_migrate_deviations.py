"""What translations do otherwise than R, by the entries of r_compat/DEVIATIONS.md."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv
from dagbag.r_compat.migrate import migrate


def test_integers_with_na_are_doubles(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a\n1\nNA\n")
    read = rv.dollar(rv.read_csv(path), "a")
    assert read.dtype == np.float64
    with pytest.raises(rv.Untranslated, match="may be integers or doubles"):
        rv.class_(read)


def test_a_list_of_which_some_have_names_is_given_no_class():
    with pytest.raises(rv.Untranslated, match="names for all elements or for none"):
        rv.structure(rv.NamedList([1, 2], ["a", ""]), "foo")


def test_integers_of_data_are_not_followed():
    python = migrate("Y <- read.csv('y.csv')\nn <- nrow(Y)\ncells <- n * ncol(Y)\n").python
    assert "cells = n * Y.shape[1]\n" in python
    assert "rv.integers(" in migrate("k <- 100000L * 100000L\n").python


def test_choose_of_large_numbers_agrees_in_most_digits():
    assert rv.choose(30, 15) == 155117520
    exact = 100891344545564193334812497256
    assert abs(rv.choose(100, 50) / exact - 1) < 1e-12


def test_dates_have_no_names():
    dates = rv.as_date(rv.named(["2020-01-31", "2020-02-01"], ["a", "b"]))
    assert rv.names(dates) is None
    assert str(dates[0]) == "2020-01-31"


def test_the_first_of_nan_and_na_stays():
    sums = [rv.add(a, b) for a, b in ((np.nan, rv.NA), (rv.NA, np.nan))]
    assert [rv.is_in(value, rv.NA) for value in sums] == [False, True]
