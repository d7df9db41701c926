"""Solids that break by smoothed stresses: their tangents, what the field is, and where cracks go."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cell_cracks import farther, largest, met_edges, neighbours
from pyaster_lite.fe.errors import LawFailed
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import placed

from .derivatives import check_tangent

STRONG = STEEL | {"nonlocal_length": 0.3, "heterogeneous": np.array([1e20, 6.0, 1.0, 1.0, 1.0])}
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def made(cell, material=STRONG):
    element, data = placed("D_PLAN_GRAD_SIGM", cell, 1)
    data.materials = [material]
    law = BEHAVIOURS["ENDO_HETEROGENE"].begun()
    return element, data.between(0.0, 1.0), law, element.start(data, law)


@pytest.mark.parametrize("cell", ["TRIA6", "QUAD8"])
def test_the_tangent_is_the_derivative_of_the_forces(cell):
    element, data, law, rest = made(cell)
    scale = np.array([1e8 if name.startswith("SI") else 1e-4 for names in element.components for name in names])
    u = np.random.default_rng(2).standard_normal((1, element.size)) * scale
    tangent = element.respond(data, law, u, rest)[1]
    check_tangent(element, data, law, u, rest, tangent, scale)
    np.testing.assert_allclose(element.stiffness(data), tangent, atol=1e-12 * abs(tangent).max())


def test_the_field_of_an_even_stress_is_that_stress():
    element, data, law, rest = made("QUAD8")
    u = np.zeros((1, element.size))
    u[:, element.motion[0::2]] = 1e-4 * data.coordinates[..., 0]
    stress = law.smoothed(element.respond(data, law, u, rest)[2].strain, rest.internal, data, element.continuum)[0]
    u[:, element._field_places] = stress[:, :1]
    force = element.respond(data, law, u, rest)[0]
    assert abs(force[:, element._field_places]).max() < 1e-12 * abs(stress).max()


def test_a_cell_breaks_where_its_smoothed_stress_is_above_what_it_drew():
    weak = STEEL | {"nonlocal_length": 0.3, "heterogeneous": np.array([5e6, 6.0, 1e5, 1.0, 1.0])}
    element, data, law, rest = made("TRIA6", weak)
    u = np.zeros((1, element.size))
    broken = []
    for level in (1e5, 1e9):
        u[:, element.places["SIYY"]] = level
        broken.append(element.respond(data, law.begun(), u, rest, False)[2].internal[0, 0])
    assert broken[0][0] == 0.0 and broken[0][1] == 0.0
    assert broken[1][0] == 0.999999 and broken[1][1] == 2.0
    assert 1e5 < broken[0][2] < 1e9 and broken[0][3] == pytest.approx(0.5736 * 1e5 / np.sqrt(np.pi * 0.3))


def test_thresholds_that_do_not_go_together_are_refused():
    element, data, law, rest = made("TRIA6", STEEL | {"nonlocal_length": 0.3, "heterogeneous": np.array([1.0, 6.0, 1e9, 1.0, 1.0])})
    with pytest.raises(LawFailed):
        element.respond(data, law, np.zeros((1, element.size)), rest, False)


def test_cells_know_what_is_behind_their_edges():
    behind = neighbours(np.stack([SQUARE, SQUARE + [1.0, 0.0]]))
    np.testing.assert_array_equal(behind, [[-1, 1, -1, -1], [-1, -1, -1, 0]])


def test_a_crack_goes_across_the_largest_stress_to_the_farther_edge():
    value, direction = largest(np.array([1.0, 3.0, 2.0, 0.0]))
    assert value == 3.0 and abs(direction[1]) == pytest.approx(1.0)
    met = met_edges(SQUARE, np.array([0.25, 0.5]), direction)
    assert [edge for edge, _ in met] == [1, 3]
    np.testing.assert_allclose([point for _, point in met], [[1.0, 0.5], [0.0, 0.5]])
    assert [edge for edge, _ in farther(met, np.array([0.25, 0.5]))] == [1]


def pulled(cells, numbers, law):
    """Variables of square cells side by side after the first broke, while all are pulled along y."""
    count = len(cells)
    field = np.zeros((count, 4, 4))
    field[..., 1] = 1e7
    before = np.zeros((count, 1, 12))
    before[..., 2], before[..., 3] = 1e8, 1e6
    before[0, :, 2] = 1e6
    nodes = np.zeros((count, 8, 3))
    nodes[:, :4, :2] = cells
    data = Cells(nodes, numbers, np.tile(STRONG["heterogeneous"], (count, 1)))
    last, course = None, []
    for _ in range(3):
        last = law.breaks(data, field, before, last)
        course.append(last[:, 0])
    return course


class Cells:
    """What the law asks of the data of cells."""

    def __init__(self, coordinates, cells, told):
        self.coordinates, self.cells, self._told = coordinates, cells, told

    def property(self, name):
        return self._told if name == "heterogeneous" else np.full(len(self.cells), 0.3)


def test_a_crack_goes_from_cell_to_cell_an_iterate_each():
    cells = np.stack([SQUARE, SQUARE + [1.0, 0.0], SQUARE + [2.0, 0.0]])
    course = pulled(cells, np.array([10, 11, 12]), BEHAVIOURS["ENDO_HETEROGENE"].begun())
    np.testing.assert_array_equal([own[:, 1] for own in course], [[2, 0, 0], [2, 3, 0], [2, 3, 3]])
    np.testing.assert_allclose(course[0][0, [4, 8, 9]], [12, 1.0, 0.5])
    np.testing.assert_allclose(course[1][1, [4, 8, 9, 10, 11]], [13, 2.0, 0.5, 1.0, 0.5])
    assert (course[2][:, 0] == 0.999999).all()
