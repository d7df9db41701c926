"""The motion of nodes whose rotations are large: rates that turn along, moments of inertia, and what a step of dynamics starts from."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.finite_rotation import composed, rotation_matrix
from pyaster_lite.fe.structure import FiniteElements, Part
from pyaster_lite.fe.turning_motion import TurningMotion

LAW = BEHAVIOURS["ELAS_POUTRE_GR"]
BEAM = MODELISATIONS["POU_D_T_GD"].elements["SEG2"]
PLACES = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
INERTIA = 7800.0 * np.diag([3e-5, 1e-5, 2e-5])
TURNING = np.array([[3, 4, 5], [9, 10, 11]])
RATES = (2.0 / 0.1, 4.0 / 0.1**2)
SPIN = np.array([0.3, -0.8, 0.5])


def one():
    given = dict(area=1e-2, inertia_y=1e-5, inertia_z=2e-5, shear_y=1.2, shear_z=1.1, torsion=3e-5)
    section = np.broadcast_to([given.get(name, 0.0) for name in NAMES], (1, 2, len(NAMES)))
    materials = [{"young": 2e11, "poisson": 0.3, "density": 7800.0}]
    return ElementData(np.array([0]), PLACES[None], materials, np.array([0]), {"frame": np.eye(3)[None], "section": section})


def nodal(vector):
    """Both nodes turn alike and stay where they are."""
    own = np.zeros(12)
    own[TURNING] = vector
    return own


def told(motion):
    """As elements are told."""
    return motion.at(np.arange(12)[None])


def moments(motion):
    """What the first node bears beside the constant mass."""
    motion = told(motion)
    return BEAM._gyration(BEAM._turning_inertia(one(), motion, True), motion)[0]


def motion_at(u, v, a):
    return TurningMotion(u, u, v, a, (u, v, a), RATES)


def test_velocities_turn_with_the_rotation_and_count_the_steps_rotation():
    """A turn about the axis of the velocity changes its length only, as Newmark's scheme says; one about another axis turns it."""
    axis = np.array([0.0, 0.0, 1.0])
    start = motion_at(np.zeros(12), nodal(0.3 * axis), nodal(-0.2 * axis))
    first = start.moved(TURNING, nodal(0.05 * axis), start.v, start.a)
    np.testing.assert_allclose(first.v[3:6], (0.3 + RATES[0] * 0.05) * axis)
    np.testing.assert_allclose(first.a[9:], (-0.2 + RATES[1] * 0.05) * axis)
    across = nodal([0.2, 0.0, 0.0])
    still = replace(start, rates=(0.0, 0.0)).moved(TURNING, across, start.v, start.a)
    np.testing.assert_allclose(still.v[3:6], 0.3 * rotation_matrix(across[3:6]) @ axis)


def test_the_moments_are_the_rate_of_the_angular_momentum():
    def momentum(t):
        return rotation_matrix(t * SPIN) @ INERTIA @ rotation_matrix(t * SPIN).T @ SPIN

    rate = (momentum(0.7 + 1e-5) - momentum(0.7 - 1e-5)) / 2e-5
    found = moments(motion_at(nodal(0.7 * SPIN), nodal(SPIN), np.zeros(12)))
    np.testing.assert_allclose(found, rate, rtol=1e-6)  # half the length is 1


def test_their_tangent_is_that_of_the_iterations():
    start = motion_at(nodal([0.4, 0.1, -0.2]), nodal(SPIN), nodal([0.5, 0.2, 1.0]))
    here = start.moved(TURNING, nodal(composed(start.u[3:6], np.array([0.02, -0.01, 0.03]))), start.v, start.a)

    def at(turn):
        """The iterate that would have been reached."""
        other = nodal(composed(here.u[3:6], turn))
        return moments(start.moved(TURNING, other, start.v, start.a)) + INERTIA @ start.moved(TURNING, other, start.v, start.a).a[3:6]

    step = 1e-6 * np.eye(3)
    slopes = np.stack([(at(turn) - at(-turn)) / 2e-6 for turn in step], axis=1)
    motion = told(here)
    whole = BEAM._gyration_tangent(BEAM._turning_inertia(one(), motion, True), motion, True)[0] + RATES[1] * INERTIA
    np.testing.assert_allclose(whole, slopes, rtol=1e-5, atol=1e-6 * abs(slopes).max())


def test_a_step_starts_without_rotations_and_with_the_last_correction_again():
    data = one()
    structure = FiniteElements(12, [Part(BEAM, data, np.arange(12)[None], LAW)], Elimination(Relations.stacked(12, [])))
    u = nodal([0.0, 0.0, 0.3])
    state = SimpleNamespace(u=u, v=np.zeros(12), a=np.zeros(12), time=0.0, internal=structure.rest())
    force, states = structure.set_off(state, 1.0, np.zeros(12), np.zeros(12), RATES)
    assert force == pytest.approx(np.zeros(12))
    last = np.zeros(12)
    last[9:] = [0.0, 0.0, 2e-5]
    structure.turned(u, np.zeros(12), last)
    _, states = structure.set_off(state, 1.0, np.zeros(12), np.zeros(12), RATES)
    np.testing.assert_allclose(states[0].internal[0, 0], [0.0, 0.0, 1e-5])
