"""Numbers in the headers of universal files."""

from types import SimpleNamespace

import pytest

from pyaster_lite.commands._ideas_reading import Layout


@pytest.mark.parametrize(
    "text, number", [("2.5D+01", 25.0), ("0.25000-101", 0.25e-101), ("0.17977+309", None), ("-1.5E+00", -1.5)], ids=str
)
def test_exponents_may_lack_their_letter_and_numbers_beyond_all_are_none(text, number):
    layout = SimpleNamespace(positions={"POSI_FREQ": (8, 1)})
    dataset = SimpleNamespace(word=lambda line, place: text, first=1)
    assert Layout.number_at(layout, dataset, "POSI_FREQ", float, None) == number
