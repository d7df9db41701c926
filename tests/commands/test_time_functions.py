"""Functions of the deck as plain ones: the same numbers as the concepts give, past their ends too."""

import pytest

from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.function import Function, OutsideDomain, Properties


@pytest.mark.parametrize("left", ["CONSTANT", "LINEAIRE"])
@pytest.mark.parametrize("right", ["CONSTANT", "LINEAIRE"])
def test_inside_and_past_both_ends(left, right):
    concept = Function([0.0, 1.0, 3.0], [2.0, -1.0, 4.0], Properties(parameter="DX", left=left, right=right))
    plain = scalar_function(concept, "DX")
    for x in (-5.0, -1e-10, 0.0, 0.4, 1.0, 2.9, 3.0, 3.0 + 1e-9, 7.5):
        assert plain(x) == pytest.approx(concept.evaluate(DX=x), rel=1e-15)


def test_beyond_an_excluded_end_it_refuses():
    plain = scalar_function(Function([0.0, 1.0], [0.0, 1.0], Properties(parameter="DX", left="LINEAIRE")), "DX")
    assert plain(-2.0) == -2.0
    with pytest.raises(OutsideDomain):
        plain(1.5)
