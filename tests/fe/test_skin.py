"""Pressure on skins: its forces, and how they change when the nodes move."""

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.fe.skin import Skin

PLACES = {
    "SEG2": [[1.0, 0.2], [2.0, 0.7]],
    "SEG3": [[1.0, 0.2], [2.0, 0.7], [1.4, 0.6]],
    "TRIA3": [[0.0, 0, 0], [1, 0, 0.2], [0, 1, -0.3]],
    "QUAD4": [[0.0, 0, 0], [1, 0, 0.2], [1.2, 1, 0.1], [0, 1, -0.3]],
}


@pytest.mark.parametrize(
    ("cell", "continuum", "family", "shear"),
    [
        ("SEG2", Plane(), "FPG2", 0.7),
        ("SEG3", Plane(), "FPG4", 0.7),
        ("SEG2", Axisymmetric(), "FPG2", 0.7),
        ("SEG3", Axisymmetric(), "FPG4", -1.3),
        ("TRIA3", Space(), "FPG3", 0.0),
        ("QUAD4", Space(), "FPG4", 0.0),
    ],
)
def test_pressure_stiffness_is_less_the_derivative_of_the_forces(cell, continuum, family, shear):
    skin = Skin(cell, continuum, family)
    coordinates = np.zeros((1, len(PLACES[cell]), 3))
    coordinates[0, :, : len(PLACES[cell][0])] = PLACES[cell]
    data = ElementData(np.arange(1), coordinates)
    pressure = np.linspace(2.0, 3.0, len(skin._functions))[None]
    step, found = 1e-6, np.zeros((skin.size, skin.size))
    for column in range(skin.size):
        push = np.zeros((1, skin.size))
        push[0, column] = step
        ahead, behind = (skin.pressure(data.moved(side * push), pressure, shear)[0] for side in (1.0, -1.0))
        found[:, column] = -(ahead - behind) / (2 * step)
    matrix = skin.pressure_stiffness(data, pressure, shear)[0]
    if isinstance(continuum, Axisymmetric):
        # what comes of the radius is transposed there
        assert not np.allclose(matrix, found)
        matrix, found = matrix + matrix.T, found + found.T
    assert matrix == pytest.approx(found, abs=1e-8)


def test_a_closed_pressure_pushes_nowhere_however_the_nodes_stand():
    corners = np.array([[0.0, 0, 0], [2, 0.1, 0], [2.2, 1, 0], [-0.3, 0.8, 0]])
    skin = Skin("SEG2", Plane(), "FPG2")
    sides = ElementData(np.arange(4), np.stack([corners, np.roll(corners, -1, axis=0)], axis=1))
    forces = skin.pressure(sides, 5.0).reshape(4, 2, 2)
    assert abs(forces.sum(axis=(0, 1))).max() < 1e-14
