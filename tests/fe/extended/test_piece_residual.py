"""What stresses lack of equilibrium in the pieces of a cut cell, against sums by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.fe.extended.cutting import Pieces
from pyaster_lite.fe.extended.integration import piece_points
from pyaster_lite.fe.extended.residual import at_nodes, at_vertices, inner_terms, stress_norm

SQUARE = np.array([[[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]])


class Cut:
    """A square of four nodes cut along its diagonal, with the points of its halves."""

    def __init__(self):
        nodes = np.array([[0, 1, 2], [0, 2, 3]])
        places = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
        made = Pieces(np.array([0, 0]), nodes, places[nodes], np.array([[1], [-1]]))
        points = piece_points("QUAD4", made, SQUARE, "FPG12", 2)
        self.enrichment = SimpleNamespace(made=made, points=points, cells=np.array([0]), rows=lambda data: np.array([0]))
        rule = np.full((4, 4), 0.25)
        self.plain = SimpleNamespace(cell="QUAD4", components=(0,) * 4, families={"stiffness": "FPG4"}, point_functions=rule)


@pytest.fixture
def cut():
    return Cut()


def test_values_at_the_nodes_of_pieces_and_of_the_cell(cut):
    places = cut.enrichment.points.places[0]
    values = (3.0 + 2.0 * places[:, :1] - places[:, 1:2])[None]
    np.testing.assert_allclose(at_vertices(cut, None, values)[0, :, :, 0], [[3, 7, 5], [3, 5, 1]], atol=1e-12)
    np.testing.assert_allclose(at_nodes(cut, None, values)[0, :, 0], [3, 7, 5, 1], atol=1e-12)


def test_balance_of_pieces_and_jump_between_them(cut):
    stress = np.zeros((1, 2, 3, 3, 3))
    stress[0, 0, :, 0, 0] = [0.0, 2.0, 2.0]
    inner, jumps = inner_terms(cut, None, stress)
    # div s = (1, 0) on half of the square, whose longest edge is the diagonal
    assert inner[0] == pytest.approx(8.0 * 2.0)
    # the jump of the stress goes from 0 to 2 along the diagonal, n = (1, -1) / sqrt 2; both pieces see it
    assert jumps[0] == pytest.approx(2 * 8.0 / 2.0 * (4.0 / 2.0))


def test_the_size_of_the_stress_reads_three_nodes_only(cut):
    stress = np.zeros((1, 4, 3, 3))
    stress[..., 0, 0] = 1.0
    data = SimpleNamespace(coordinates=SQUARE)
    assert 0.0 < stress_norm(cut, data, stress)[0] < 8.0
