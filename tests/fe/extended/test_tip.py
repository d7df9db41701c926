"""Fronts of cracks and the functions about them."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.front import characteristic_length, find_front, nodal_gradients
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.tip import TipAxes, TipFunctions, mode_gradients, modes
from pyaster_lite.fe.shapes import shape_derivatives, shape_functions

KOLOSOV, SHEAR = np.array([1.8]), np.array([0.7])


def test_derivatives_of_the_modes_are_finite_differences():
    x, step = np.array([0.3, -0.4]), 1e-6

    def at(point):
        return modes(1.8, 0.7, np.hypot(*point), np.arctan2(point[1], point[0]), 3)

    found = mode_gradients(1.8, 0.7, np.hypot(*x), np.arctan2(x[1], x[0]), 3)
    for axis in range(2):
        shift = step * np.eye(2)[axis]
        assert np.allclose(found[..., axis], (at(x + shift) - at(x - shift)) / (2 * step), atol=1e-8)


def test_lips_open_by_the_intensity():
    """A mode opens its lips by (k + 1) sqrt(r / 2 pi) / mu at an intensity of one (4 sqrt(r / 2 pi) / mu along the front)."""
    above, below = (modes(1.8, 0.7, np.array([2.0]), np.array([angle]), 3)[0] for angle in (np.pi, -np.pi))
    jump = above - below
    unit = np.sqrt(2.0 / (2 * np.pi)) / 0.7
    assert np.allclose(jump[:2, :2], [[0, 2.8 * unit], [2.8 * unit, 0]], atol=1e-12)
    assert jump[2, 2] == pytest.approx(4 * unit)


@pytest.mark.parametrize("status", [[1, 3, 2, 0], [-2, 2, 2, 3], [-2, -2, -2, -2]])
def test_functions_vanish_at_nodes_and_have_the_derivatives_told(status):
    nodes = np.array([[[-1.0, -0.6, 0], [0.8, -0.7, 0], [1.0, 0.9, 0], [-0.9, 0.8, 0]]])
    shape = (1, 4, 2)
    zero, ahead, across = np.zeros(shape), np.broadcast_to([1.0, 0.2], shape), np.broadcast_to([-0.2, 1.0], shape)
    axes = TipAxes(zero, ahead, across, np.array([status]), zero)

    def functions(xi, side):
        values = shape_functions("QUAD4", np.array([xi]))[None]
        return TipFunctions(axes, nodes, values, values @ nodes, np.full((1, 1), side))

    xi, step = np.array([0.2, 0.5]), 1e-6
    slopes = shape_derivatives("QUAD4", xi[None])[0]
    jacobian = slopes @ nodes[0, :, :2]
    gradients = np.linalg.solve(jacobian, slopes)[None, None]
    found = functions(xi, 1).gradients(KOLOSOV, SHEAR, gradients)[0, 0]
    along = [
        (functions(xi + d, 1).values(KOLOSOV, SHEAR) - functions(xi - d, 1).values(KOLOSOV, SHEAR)) / (2 * step) for d in step * np.eye(2)
    ]
    expected = np.einsum("jd,dai->aij", np.linalg.inv(jacobian), np.array(along)[:, 0, 0])
    assert np.allclose(found, expected, atol=1e-7)
    for local, place in enumerate(reference_cell("QUAD4").nodes):
        value = functions(place, 1 if local > 1 else -1).values(KOLOSOV, SHEAR)
        assert abs(value).max() < 1e-12 or status[local] == -2


def box(counts):
    """Nodes (n, 3) and HEXA8 of a cube of side one."""
    grids = [np.linspace(0, 1, count + 1) for count in counts]
    x, y, z = (axis.ravel() for axis in np.meshgrid(*grids, indexing="ij"))
    number = np.arange(len(x)).reshape([count + 1 for count in counts])
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    cells = [number[tuple(slice(o, None if o else -1) for o in c)].ravel() for c in corners]
    return np.stack([x, y, z], axis=1), np.stack(cells, axis=1)


def test_a_straight_front_is_found_and_joined():
    coordinates, cells = box((3, 4, 3))
    normal, tangent = coordinates[:, 2] - 0.45, coordinates[:, 0] - 0.55
    part = Cells("HEXA8", np.arange(len(cells)), cells)
    gradients = [nodal_gradients([part], coordinates, level) for level in (normal, tangent)]
    centre = coordinates[cells].mean(axis=1)
    held = np.flatnonzero((abs(centre[:, 0] - 0.5) < 0.1) & (abs(centre[:, 2] - 0.5) < 0.1))
    front = find_front(
        [("HEXA8", cells[i]) for i in held], coordinates, normal, tangent, *gradients, 3, lambda nodes: _on_skin(coordinates, nodes)
    )
    assert np.allclose(front.places, [[0.55, y, 0.45] for y in np.linspace(0, 1, 5)])
    assert np.allclose(front.abscissas, np.linspace(0, 1, 5)) and front.starts.tolist() == [0] and not front.closed
    assert np.allclose(front.directions, [1, 0, 0]) and np.allclose(front.normals, [0, 0, 1])
    assert np.allclose(front.sizes, 1 / 3)


def _on_skin(coordinates, nodes):
    y = coordinates[nodes][:, 1]
    return bool((y == 0).all() or (y == 1).all())


def test_two_tips_of_a_crack_in_the_plane():
    x, y = (axis.ravel() for axis in np.meshgrid(np.linspace(0, 1, 6), np.linspace(0, 1, 6), indexing="ij"))
    coordinates = np.stack([x, y, np.zeros(36)], axis=1)
    number = np.arange(36).reshape(6, 6)
    cells = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=-1).reshape(-1, 4)
    part = Cells("QUAD4", np.arange(25), cells)
    normal, tangent = y - 0.5, abs(x - 0.5) - 0.2 * 1.05
    gradients = [nodal_gradients([part], coordinates, level) for level in (normal, tangent)]
    front = find_front([("QUAD4", nodes) for nodes in cells], coordinates, normal, tangent, *gradients, 2, None)
    assert np.allclose(front.places[:, :2], [[0.29, 0.5], [0.71, 0.5]])
    assert np.sign(front.directions[:, 0]).tolist() == [-1, 1] and front.starts.tolist() == [0, 1]


@pytest.mark.parametrize("cell, size", [("HEXA8", np.sqrt(12)), ("QUAD4", np.sqrt(2 * np.sqrt(8))), ("TRIA3", 1.0)])
def test_sizes_of_cells(cell, size):
    nodes = np.zeros((reference_cell(cell).corners, 3))
    nodes[:, : reference_cell(cell).dim] = reference_cell(cell).nodes
    assert characteristic_length(cell, nodes) == pytest.approx(size)
