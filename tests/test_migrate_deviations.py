"""What translations do otherwise than R, by the entries of r_compat/DEVIATIONS.md."""

import numpy as np
import pandas as pd
import pytest
from dagbag.r_compat import rvalues as rv


def test_integers_with_na_are_doubles(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("a\n1\nNA\n")
    read = rv.dollar(rv.read_csv(path), "a")
    assert read.dtype == np.float64
    with pytest.raises(rv.Untranslated, match="may be integers or doubles"):
        rv.class_(read)


def test_chosen_rows_have_their_numbers_as_names_in_a_matrix():
    frame = pd.DataFrame({"a": [1, 2, 3, 4], "b": 5})
    assert rv.rownames(rv.as_matrix(rv.head(frame, 2))).tolist() == ["1", "2"]
    assert rv.rownames(rv.as_matrix(frame)) is None
    for chosen in ([1, 2], [1, 3]):
        kept = rv.as_matrix(rv.get(frame, np.array(chosen), ...))
        assert rv.rownames(kept).tolist() == [str(row) for row in chosen]


def test_a_list_of_which_some_have_names_is_given_no_class():
    with pytest.raises(rv.Untranslated, match="names for all elements or for none"):
        rv.structure(rv.NamedList([1, 2], ["a", ""]), "foo")
