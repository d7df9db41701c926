"""The edges of cells."""

import pytest

from pyaster_lite.fe.extended.level_sets import edges


@pytest.mark.parametrize("cell, shape", [("SEG4", (1, 2)), ("SEG3", (1, 3)), ("TRIA6", (3, 3)), ("HEXA27", (12, 3)), ("PYRAM5", (8, 2))])
def test_edges_end_with_their_middle_where_they_have_one(cell, shape):
    assert edges(cell).shape == shape
