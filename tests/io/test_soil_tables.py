"""Tables of the soil: terms over frequencies, and what lies between."""

import numpy as np
import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.soil_tables import read_soil_tables, terms_at

TEXT = "TITLE\nTERM 1 1\n 1.0 5.0 -1.0\n 2.0 7.0 -3.0\n 4.0 7.0 -3.0\nTERM 1 2\n 1.0 0.0 0.0\n 2.0 1.0 0.0\n 4.0 1.0 2.0\nTERM\n"


def test_terms_are_read_and_lie_on_lines(tmp_path):
    path = tmp_path / "soil"
    path.write_text(TEXT)
    known, terms = read_soil_tables(path)
    assert known.tolist() == [1.0, 2.0, 4.0] and terms.shape == (2, 3)
    found = terms_at(known, terms, np.array([0.0, 1.5, 2.0, 3.0, 9.0]))
    np.testing.assert_allclose(found[:, 0], [3 - 1j, 6 + 2j, 7 + 3j, 7 + 3j, 7 + 3j])
    np.testing.assert_allclose(found[:, 1], [-1, 0.5, 1, 1 - 1j, 1 - 2j])


@pytest.mark.parametrize("bad, told", [(" 9.0 1.0\n", "three numbers"), ("TERM 2 2\n 1.0 0.0 0.0\n", "same frequencies")])
def test_what_is_no_table_is_told(tmp_path, bad, told):
    path = tmp_path / "soil"
    path.write_text(TEXT + bad)
    with pytest.raises(FileProblem, match=told):
        read_soil_tables(path)


def test_frequencies_of_records_are_told_apart_closely():
    known, terms = np.array([1.0, 2.0, 3.0]), np.array([[0.0, 10.0, 0.0]])
    near = np.array([1.9999])
    np.testing.assert_allclose(terms_at(known, terms, near), [[10.001]])
    np.testing.assert_allclose(terms_at(known, terms, near, 1e-6), [[9.999]])
