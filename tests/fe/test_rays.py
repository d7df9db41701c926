"""A line through a skin: flat, curved and missed cells."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.rays import meet
from pyaster_lite.fe.shapes import shape_functions

UP = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize("kind", ["TRIA3", "TRIA6", "QUAD4", "QUAD8", "QUAD9"])
def test_a_curved_facet_is_met_where_its_shape_functions_say(kind):
    corners = np.array(reference_cell(kind).nodes, float)
    x = np.column_stack([corners, 2.0 + 0.1 * corners[:, 0] ** 2 - 0.2 * corners[:, 1]])
    place = np.array([[0.2, 0.3]])
    expected = (shape_functions(kind, place) @ x)[0]
    reach, met = meet(kind, np.array([x, x + [5.0, 0.0, 0.0]]), np.array([*expected[:2], -1.0]), UP)
    assert met.tolist() == [True, False]
    assert reach[0] == pytest.approx(expected[2] + 1.0, abs=1e-12)


def test_a_curved_line_in_the_plane_behind_the_point():
    arc = np.array([[-1.0, 1.0], [1.0, 1.0], [0.0, 2.0]])
    reach, met = meet("SEG3", arc[None], np.array([0.5, 5.0]), np.array([0.0, 1.0]))
    assert met[0] and reach[0] == pytest.approx(-3.25)


def test_a_facet_along_the_line_is_not_met():
    wall = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    assert not meet("TRIA3", wall[None], np.array([0.2, 0.0, -1.0]), UP)[1].any()
