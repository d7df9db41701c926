"""Stiff solids that move far: what they feel is their strain, not their place."""

import numpy as np
import pytest

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.kinematics import Axisymmetric, Plane
from pyaster_lite.fe.newton import State
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.structure import FiniteElements, Part
from pyaster_lite.fe.translations import Translations

THIRDS = np.array([[0.0, 0, 0], [1 / 3, 1e-9, 0], [1 / 3, 0.7, 0], [1e-8, 0.7, 0]])


class Linear:
    linear = True
    internal_size = 0


def two_squares_and_a_spring(young=1e13):
    """Squares apart from each other, the spring of 5 N/m along x on the first."""
    square, spring = Solid("QUAD4", Plane(), "FPG4", "FPG4"), Discrete("POI1", ("DX", "DY"))
    corners = np.stack([THIRDS, THIRDS + [2.0, 0, 0]])
    elasticity = [{"elasticity": young * np.eye(6)}]
    parts = [
        Part(square, ElementData(np.arange(2), corners, elasticity, np.zeros(2, int)), np.arange(16).reshape(2, 8), Linear()),
        Part(
            spring,
            ElementData(np.arange(1), np.zeros((1, 1, 3)), characteristics={"stiffness": np.diag([5.0, 0.0])[None]}),
            np.array([[0, 1]]),
            Linear(),
        ),
    ]
    return FiniteElements(16, parts, Elimination(Relations.stacked(16, [])), dynamic=False)


def force(structure, u):
    zero = np.zeros(structure.size)
    return structure.internal_forces(State(0.0, zero, zero, zero, zero, zero, zero), u, 1.0)[0]


def test_a_solid_that_moved_pulls_by_its_spring_only():
    structure = two_squares_and_a_spring()
    move = np.concatenate([np.tile([7.7, -3.3], 4), np.tile([0.1, 12.3], 4)])
    expected = np.zeros(16)
    expected[0] = 5.0 * 7.7
    assert force(structure, move) == pytest.approx(expected, abs=1e-12)
    strain = 1e-6 * np.random.default_rng(1).normal(size=16)
    assert force(structure, move + strain) == pytest.approx(structure.stiffness(None, None, 0.0, True) @ strain + expected, rel=1e-8)


def test_bodies_are_found_by_direction():
    ring = Solid("QUAD4", Axisymmetric(), "FPG4", "FPG4")
    bodies = Translations(9, [(ring, np.arange(8)[None])])
    assert bodies.less(np.arange(9.0)) == pytest.approx([0, -3, 2, -1, 4, 1, 6, 3, 8])


def test_strains_of_nonlinear_laws_do_not_feel_translations():
    square = Solid("QUAD4", Plane(), "FPG4", "FPG4")

    class Law(Linear):
        def integrate(self, strain, state, data, continuum):
            return 1e13 * strain, state.internal, np.broadcast_to(1e13 * np.eye(4), (*strain.shape[:2], 4, 4))

    data = ElementData(np.arange(1), THIRDS[None])
    forces, _, state = square.respond(data, Law(), np.tile([[7.7, -3.3]], 4), square.start(data, Law()))
    assert not forces.any() and not state.strain.any()
