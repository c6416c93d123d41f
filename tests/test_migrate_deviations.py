"""What translations do otherwise than R, by the entries of r_compat/DEVIATIONS.md."""

import numpy as np
import pytest
from dagbag.r_compat import rvalues as rv


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
