"""Beams in large rotations: rigid motions, the tangent, the curvature from iterate to iterate."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.finite_rotation import composed, rotation_matrix
from pyaster_lite.fe.structure import FiniteElements, Part

LAW = BEHAVIOURS["ELAS_POUTRE_GR"]
BEAM = MODELISATIONS["POU_D_T_GD"].elements["SEG2"]
PLACES = np.array([[0.3, -1.0, 2.0], [1.5, -1.0, 3.6]])


def one():
    axis = (PLACES[1] - PLACES[0]) / 2.0
    frame = np.array([axis, [0.0, 1.0, 0.0], np.cross(axis, [0.0, 1.0, 0.0])])[None]
    given = dict(area=1e-2, inertia_y=1e-5, inertia_z=2e-5, shear_y=1.2, shear_z=1.1, torsion=3e-5)
    section = np.broadcast_to([given.get(name, 0.0) for name in NAMES], (1, 2, len(NAMES)))
    materials = [{"young": 2e11, "poisson": 0.3, "density": 7800.0}]
    return ElementData(np.array([0]), PLACES[None], materials, np.array([0]), {"frame": frame, "section": section})


def moved(data, u, correction):
    """The next iterate after a correction, and the data that know of it."""
    new = u + correction
    for own in (slice(3, 6), slice(9, 12)):
        new[:, own] = composed(u[:, own], correction[:, own], False)
    return new, replace(data, characteristics={**data.characteristics, "correction": correction})


def test_a_rigid_turn_makes_no_force():
    data = one()
    spin = np.array([0.7, -1.1, 0.4])
    shift = PLACES @ (rotation_matrix(spin) - np.eye(3)).T + np.array([1.0, 2.0, 3.0])
    correction = np.concatenate([np.concatenate([d, spin]) for d in shift])[None]
    u, told = moved(data, np.zeros((1, 12)), correction)
    force, _, state = BEAM.respond(told, LAW, u, BEAM.start(data, LAW))
    assert abs(force).max() < 1e-5
    np.testing.assert_allclose(state.internal, 0.0, atol=1e-12)


def test_the_tangent_is_the_derivative_by_corrections():
    """Where both nodes turn alike: the mean of rotation vectors is not the vector of the mean rotation else."""
    data, rng = one(), np.random.default_rng(2)
    correction = 0.4 * rng.standard_normal((1, 12))
    correction[:, 9:] = correction[:, 3:6]
    u, told = moved(data, np.zeros((1, 12)), correction)
    force, tangent, state = BEAM.respond(told, LAW, u, BEAM.start(data, LAW))
    for j in (0, 1, 2, 6, 7, 8):
        ahead, behind = (BEAM.respond(*_at(data, u, state, j, step), False)[0] for step in (1e-6, -1e-6))
        np.testing.assert_allclose((ahead - behind)[0] / 2e-6, tangent[0, :, j], rtol=1e-5, atol=1e-6 * abs(tangent).max())
    for axis in range(3):
        turns = []
        for step in (1e-6, -1e-6):
            own = np.zeros((1, 12))
            own[:, [3 + axis, 9 + axis]] = step
            new, known = moved(data, u, own)
            turns.append(BEAM.respond(known, LAW, new, state, False)[0][0])
        expected = tangent[0, :, 3 + axis] + tangent[0, :, 9 + axis]
        np.testing.assert_allclose((turns[0] - turns[1]) / 2e-6, expected, rtol=1e-5, atol=1e-6 * abs(tangent).max())


def _at(data, u, state, j, step):
    new, told = moved(data, u, step * np.eye(12)[[j]])
    return told, LAW, new, state


def test_the_forces_of_a_state_are_those_of_its_iterate():
    data = one()
    u, told = moved(data, np.zeros((1, 12)), 0.3 * np.random.default_rng(5).standard_normal((1, 12)))
    force, _, state = BEAM.respond(told, LAW, u, BEAM.start(data, LAW))
    np.testing.assert_allclose(BEAM.state_forces(data, state), force, rtol=1e-12)
    np.testing.assert_allclose(BEAM.nodal_forces(BEAM.moved(data, u), state.stress), force, rtol=1e-12)


def test_at_rest_the_tangent_is_that_of_a_timoshenko_beam_of_one_point():
    data = one()
    tangent = BEAM.stiffness(data)[0]
    np.testing.assert_allclose(tangent, tangent.T, atol=1e-6 * abs(tangent).max())
    axis = data.characteristics["frame"][0, 0]
    stretch = np.concatenate([np.zeros(6), axis, np.zeros(3)])
    assert stretch @ tangent @ stretch == pytest.approx(2e11 * 1e-2 / 2.0)


def test_the_mass_carries_rigid_motions():
    mass = BEAM.mass(one())[0]
    shift = np.tile([0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 2)
    assert shift @ mass @ shift == pytest.approx(7800.0 * 1e-2 * 2.0)
    assert isinstance(BEAM.start(one(), LAW), PointState)


def test_a_structure_composes_the_rotations_of_such_beams():
    data = one()
    part = Part(BEAM, data, np.arange(12)[None], LAW)
    structure = FiniteElements(12, [part], Elimination(Relations.stacked(12, [])), dynamic=False)
    u, correction = 0.3 * np.arange(12.0), 0.2 * np.ones(12)
    found = u + structure.turned(u, np.zeros_like(u), correction)
    np.testing.assert_allclose(found[:3], u[:3] + 0.2)
    for own in (slice(3, 6), slice(9, 12)):
        np.testing.assert_allclose(rotation_matrix(found[own]), rotation_matrix(correction[own]) @ rotation_matrix(u[own]), atol=1e-12)
