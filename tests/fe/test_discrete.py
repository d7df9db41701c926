"""Discretes between two nodes that the temperature lengthens."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete
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
    around = lambda t: {"TEMP": np.full((1, 2), 20.0 + WARMER), "TEMP_REF": np.full((1, 2), 20.0), "INST": np.zeros((1, 2))}  # noqa: E731
    characteristics = {"stiffness": matrix[None], "frame": frame[None]}
    material = [{"expansion": EXPANSION}]
    data = ElementData(np.array([0]), np.array([[[0.0, 0.0, 0.0], end]]), material, np.array([0]), characteristics, surroundings=around)
    return Discrete("SEG2", unknowns), data


@pytest.mark.parametrize("unknowns,end", [(SPACE, [1.0, 2.0, -0.5]), (SPACE[:3], [0.0, 1.0, 3.0]), (("DX", "DY"), [2.0, 1.0, 0.0])])
def test_a_free_end_goes_as_far_as_it_is_longer(unknowns, end):
    element, data = spring(unknowns, end)
    u = np.zeros((1, 2, len(unknowns)))
    moves = [i for i, name in enumerate(unknowns) if name in SPACE[:3]]
    u[0, 1, moves] = EXPANSION * WARMER * np.array(end)[: len(moves)]
    behaviour = BEHAVIOURS["ELAS"]
    force, tangent, state = element.respond(data, behaviour, u.reshape(1, -1), element.start(data, behaviour))
    np.testing.assert_allclose(force, 0.0, atol=1e-6)
    np.testing.assert_allclose(state.stress, 0.0, atol=1e-6)
    np.testing.assert_allclose(tangent, element.stiffness(data))
    held, _, _ = element.respond(data, behaviour, 0 * u.reshape(1, -1), element.start(data, behaviour))
    np.testing.assert_allclose(held, -element.anelastic_force(data))


def test_what_couples_a_mass_weighs_nothing():
    rng = np.random.default_rng(4)
    matrix = rng.normal(size=(6, 6))
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), characteristics={"mass": (matrix + matrix.T)[None]})
    weight = Discrete("POI1", SPACE).weight(data, np.array([1.0, -2.0, 3.0]))
    np.testing.assert_allclose(weight[0], 2.0 * np.diag(matrix) * [1.0, -2.0, 3.0, 0.0, 0.0, 0.0])
