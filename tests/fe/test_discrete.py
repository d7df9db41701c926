"""Discretes between two nodes that the temperature lengthens."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.frames import frame_of_axis

EXPANSION, WARMER = 1e-3, 50.0
SPACE = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


def spring(unknowns, end):
    frame, half = frame_of_axis(np.array(end)), len(unknowns)
    turn = np.zeros((half, half))
    for kind in (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ")):
        at = [i for i, name in enumerate(unknowns) if name in kind]
        axes = [kind.index(unknowns[i]) for i in at]
        turn[np.ix_(at, at)] = frame[np.ix_(axes, axes)]
    own = turn.T @ np.diag(1e6 * (1.0 + np.arange(half))) @ turn
    matrix = np.block([[own, -own], [-own, own]])

    def around(t):
        return {"TEMP": np.full((1, 2), 20.0 + WARMER * t), "TEMP_REF": np.full((1, 2), 20.0), "INST": np.full((1, 2), t)}

    characteristics = {"stiffness": matrix[None], "frame": frame[None]}
    material = [{"expansion": EXPANSION}]
    data = ElementData(np.array([0]), np.array([[[0.0, 0.0, 0.0], end]]), material, np.array([0]), characteristics, surroundings=around)
    return Discrete("SEG2", unknowns), data.between(0.0, 1.0)


def test_a_free_end_goes_as_far_as_it_is_longer():
    end = [1.0, 2.0, -0.5]
    element, data = spring(SPACE, end)
    u = np.zeros((1, 2, 6))
    u[0, 1, :3] = EXPANSION * WARMER * np.array(end)
    behaviour = BEHAVIOURS["ELAS"]
    rest = element.start(data, behaviour)
    force, tangent, state = element.respond(data, behaviour, u.reshape(1, -1), rest)
    np.testing.assert_allclose(force, 0.0, atol=1e-6)
    np.testing.assert_allclose(state.stress, 0.0, atol=1e-6)
    np.testing.assert_allclose(tangent, element.stiffness(data))
    held, _, _ = element.respond(data, behaviour, 0 * u.reshape(1, -1), rest)
    np.testing.assert_allclose(held, -element.anelastic_force(data))
    later, _, _ = element.respond(data.between(1.0, 1.5), behaviour, u.reshape(1, -1), state)
    np.testing.assert_allclose(later, 0.5 * held)


@pytest.mark.parametrize("unknowns,end", [(SPACE[:3], [0.0, 1.0, 3.0]), (("DX", "DY"), [2.0, 1.0, 0.0])])
def test_the_temperature_lengthens_those_alone_that_turn_in_space(unknowns, end):
    element, data = spring(unknowns, end)
    assert element.anelastic_force(data) is None


def test_forces_grow_from_those_given_whatever_the_displacements():
    element, data = spring(SPACE[:3], [2.0, 0.0, 0.0])
    u, held = np.array([[0.0, 0.0, 0.0, 0.1, 0.2, 0.3]]), np.full((1, 1, 6), 5.0)
    start = PointState(u[:, None], held, np.zeros((1, 2, 0)))
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], 3.0 * u, start)
    np.testing.assert_allclose(force, 5.0 + np.einsum("eij,ej->ei", element.stiffness(data), 2.0 * u))
    np.testing.assert_allclose(state.stress[:, 0], force)


def test_what_couples_a_mass_weighs_nothing():
    rng = np.random.default_rng(4)
    matrix = rng.normal(size=(6, 6))
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), characteristics={"mass": (matrix + matrix.T)[None]})
    weight = Discrete("POI1", SPACE).weight(data, np.array([1.0, -2.0, 3.0]))
    np.testing.assert_allclose(weight[0], 2.0 * np.diag(matrix) * [1.0, -2.0, 3.0, 0.0, 0.0, 0.0])
