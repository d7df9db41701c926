"""Cables: forces and tangents of any motion, and what hangs on a pulley."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, AREA = 2.0e9, 1e-3
MATERIAL = {"young": YOUNG, "density": 8000.0, "cable_compression": 0.1}
CASES = [("CABLE", "SEG2", "CABLE"), ("CABLE_POULIE", "SEG3", "ELAS")]


def one(word, cell):
    """An element and the data of one cell of it."""
    element = MODELISATIONS[word].elements[cell]
    coordinates = np.array([[[0.0, 0.0, 0.0], [2.0, 1.0, 0.5], [1.0, 1.0, 0.0]][: len(element.components)]])
    return element, ElementData(np.array([0]), coordinates, [MATERIAL], np.array([0]), {"cable": np.array([[AREA, 100.0]])})


@pytest.mark.parametrize("word,cell,law", CASES)
@pytest.mark.parametrize("size", [0.01, 0.3])
def test_the_tangent_is_the_derivative_of_the_forces(word, cell, law, size):
    element, data = one(word, cell)
    behaviour, rest = BEHAVIOURS[law], element.start(data, BEHAVIOURS[law])
    u = size * np.random.default_rng(1).standard_normal((1, element.size))
    tangent = element.respond(data, behaviour, u, rest)[1][0]
    for j in range(element.size):
        step = np.zeros((1, element.size))
        step[0, j] = 1e-6
        ahead, behind = (element.respond(data, behaviour, u + s * step, rest, False)[0][0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, tangent[:, j], atol=1e-7 * abs(tangent).max())


@pytest.mark.parametrize("word,cell,law", CASES)
def test_a_turn_makes_no_force(word, cell, law):
    element, data = one(word, cell)
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    u = (data.coordinates[0] @ axes.T - data.coordinates[0]).reshape(1, -1)
    state = element.respond(data, BEHAVIOURS[law], u, element.start(data, BEHAVIOURS[law]))[2]
    # where nothing pulls, the first pull stands in for it
    assert state.stress[0, 0, 0] == 100.0


def test_pressed_together_a_cable_has_little_stiffness():
    element, data = one("CABLE", "SEG2")
    length, rest = np.linalg.norm(data.coordinates[0, 1]), element.start(data, BEHAVIOURS["CABLE"])
    for factor, ratio in ((1.01, 1.0), (0.99, 0.1)):
        u = np.concatenate([np.zeros(3), (factor - 1.0) * data.coordinates[0, 1]])[None]
        force, _, state = element.respond(data, BEHAVIOURS["CABLE"], u, rest)
        pull = ratio * YOUNG * AREA * (factor**2 - 1) / 2
        assert state.stress[0, 0, 0] == pytest.approx(pull)
        np.testing.assert_allclose(force[0, 3:], pull * factor * data.coordinates[0, 1] / length)
        np.testing.assert_allclose(element.state_forces(data, state), force)
        np.testing.assert_allclose(element.nodal_forces(data.moved(u), state.stress), force)


def test_a_pulley_lets_the_cable_slide():
    """Both sides pull alike, whichever is longer, and the whole is balanced."""
    element, data = one("CABLE_POULIE", "SEG3")
    force = element.respond(data, BEHAVIOURS["ELAS"], np.full((1, 9), 0.1) + np.eye(9)[[3]], element.start(data, BEHAVIOURS["ELAS"]))[0]
    by_node = force.reshape(3, 3)
    assert np.linalg.norm(by_node[0]) == pytest.approx(np.linalg.norm(by_node[1]))
    np.testing.assert_allclose(by_node.sum(axis=0), 0.0, atol=1e-9 * abs(force).max())


def test_a_cable_has_no_stiffness_of_its_own():
    element, data = one("CABLE", "SEG2")
    with pytest.raises(ComputationFailed, match="nonlinear evolutions"):
        element.stiffness(data)
    with pytest.raises(ComputationFailed, match="nonlinear evolutions"):
        element.elastic_state(data, np.zeros((1, 6)))


def test_weight_and_mass_are_those_of_the_mesh():
    element, data = one("CABLE", "SEG2")
    whole = 8000.0 * AREA * np.linalg.norm(data.coordinates[0, 1])
    moved = data.moved(np.full((1, 6), 0.3) * np.arange(6))
    np.testing.assert_allclose(element.weight(moved, np.array([0.0, 0.0, -9.0])).reshape(2, 3).sum(axis=0), [0, 0, -9.0 * whole])
    assert element.mass(moved)[0, ::3, ::3].sum() == pytest.approx(whole) == element.inertia(data)[0, 0]


def test_the_point_of_a_cable_over_a_pulley_stands_there():
    element, data = one("CABLE_POULIE", "SEG3")
    np.testing.assert_allclose(np.einsum("gn,enk->egk", element.point_functions, data.coordinates)[0, 0], data.coordinates[0, 2])
