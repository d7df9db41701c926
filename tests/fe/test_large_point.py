"""A point in large strain: imposed stresses are those by the surface at rest, and its tangent is their derivative."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.large_strain import Updated
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.material_point import LargePoint, UpdatedPoint
from pyaster_lite.fe.multiplicative import Multiplicative
from pyaster_lite.fe.newton import State
from tests.behaviours.steel import STEEL


def made(kind, relation="VMIS_ISOT_LINE"):
    steel = STEEL | {"traction_slope": 2e9, "yield_stress": 2e8}
    data = ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [steel], np.zeros(1, int))
    law = BEHAVIOURS[relation]
    place = data, law, Space(), {}, lambda t: np.zeros(6)
    point = UpdatedPoint(*place) if kind is Updated else LargePoint(*place, kind)
    zero = np.zeros(6)
    rest = point.start(zero, zero, np.zeros(law.internal_size + point.added_variables))
    return point, State(0.0, zero, zero, zero, zero, zero, zero, rest)


@pytest.mark.parametrize("kind", [Logarithmic, Multiplicative])
def test_the_tangent_is_the_derivative_of_the_forces(kind):
    point, state = made(kind)
    u = np.array([0.05, -0.02, -0.01, 0.03, 0.01, -0.02])
    tangent = point.stiffness(state, u, 1.0, True)
    for j in range(6):
        move = 1e-6 * np.eye(6)[j]
        ahead, behind = (point.internal_forces(state, u + s * move, 1.0)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, tangent[:, j], atol=1e-5 * STEEL["young"])


def test_the_force_of_a_stretched_point_is_that_of_its_surface_at_rest():
    point, state = made(Logarithmic, "ELAS")
    stretch = 0.1
    u = np.array([stretch, 0.0, 0.0, 0.0, 0.0, 0.0])
    force, held = point.internal_forces(state, u, 1.0)
    bulk = STEEL["young"] * (1 - STEEL["poisson"]) / ((1 + STEEL["poisson"]) * (1 - 2 * STEEL["poisson"]))
    assert force[0] == pytest.approx(bulk * np.log(1 + stretch) / (1 + stretch))
    # the section across has not changed: the nominal stress along is the true one
    assert held.stress[0, 0, 0] == pytest.approx(force[0])
    np.testing.assert_allclose(point.shown_strain(u)[0], stretch + stretch**2 / 2)


def test_increments_over_the_moved_configuration_add_up():
    point, state = made(Updated, "ELAS")
    reached = 0.0
    bulk = STEEL["young"] * (1 - STEEL["poisson"]) / ((1 + STEEL["poisson"]) * (1 - 2 * STEEL["poisson"]))
    for before, stretch in ((0.0, 0.1), (0.1, 0.15)):
        reached += (stretch - before) / (1 + stretch)
        increment = (stretch - before) * np.eye(6)[0]
        force, held = point.internal_forces(state, increment, state.time + 1.0)
        assert held.stress[0, 0, 0] == pytest.approx(bulk * reached)
        # P = J s F^-T along the stretch is the true stress: the section across has not changed
        assert force[0] == pytest.approx(bulk * reached)
        state = replace(state, time=state.time + 1.0, u=state.u + increment, internal=held)
