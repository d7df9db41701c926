"""Joints with a liquid: its pressure, its flow, and how they change."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.newton import State
from pyaster_lite.fe.porous.joint import wet_joint
from pyaster_lite.fe.structure import FiniteElements, Part

ROCK = {
    "joint_normal": 1e10, "joint_tangential": 5e9, "joint_friction": 0.6, "joint_adhesion": 1e6, "joint_hardening": 1e4,
    "joint_density": 1000.0, "joint_viscosity": 1e-3, "joint_least": 1e-5,
}  # fmt: skip
CELLS = ("QUAD8", "PENTA15", "HEXA20")


def placed(cell):
    """A joint of unit size without thickness, and its data: the side is the first one of the reference cell."""
    element, nodes = wet_joint(cell), reference_cell(cell).nodes
    coordinates = np.zeros((1, len(nodes), 3))
    coordinates[0, :, : nodes.shape[1]] = nodes
    coordinates[0, element.facing] = coordinates[0, element.first]
    return element, ElementData(np.arange(1), coordinates, [ROCK], np.zeros(1, int))


@pytest.mark.parametrize("cell", CELLS)
def test_an_even_pressure_opens_the_joint_and_does_not_flow(cell):
    element, data = placed(cell)
    law, u = BEHAVIOURS["JOINT_MECA_FROT"], np.zeros((1, element.size))
    u[:, element._presses] = 3e5
    force, _, new = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law), False)
    stress, names = element.shown(data, new.stress)
    np.testing.assert_allclose(stress[..., names.index("SIGN")], -3e5)
    np.testing.assert_allclose(stress[..., names.index("FH11X")], 0.0, atol=1e-15)
    np.testing.assert_allclose(force[:, element._presses], 0.0, atol=1e-15)
    np.testing.assert_allclose(new.internal[..., 17], 3e5)


@pytest.mark.parametrize("cell", CELLS)
def test_the_flow_follows_the_cube_of_the_opening(cell):
    element, data = placed(cell)
    law, slope = BEHAVIOURS["JOINT_MECA_FROT"], 2e4
    u = np.zeros((1, element.size))
    axis = int(abs(np.ptp(data.coordinates[0, element.first], axis=0)).argmax())
    u[:, element._presses] = slope * data.coordinates[:, element.first, axis]
    b, _ = element.strain_matrix(data)
    _, _, new = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law), False)
    flow = 1000.0 * 1e-15 / (12 * 1e-3) * slope
    np.testing.assert_allclose(np.linalg.norm(new.stress[..., element.dim :], axis=-1), flow, rtol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(new.internal[..., 14:17], axis=-1), flow, rtol=1e-12)


@pytest.mark.parametrize("cell", CELLS)
def test_the_tangent_is_the_derivative_of_the_forces(cell):
    element, data = placed(cell)
    law, rng = BEHAVIOURS["JOINT_MECA_FROT"], np.random.default_rng(2)
    data, rest = data.between(0.0, 1.0), element.start(data, law)
    scale = np.full(element.size, 1e-7)
    scale[element._presses] = 1e4
    u = scale * rng.standard_normal((1, element.size))
    u[:, element._moves] += 1e-4 * (element.strain_matrix(data)[0][:, 0, 0] > 0)
    change = 1e-4 * scale * rng.standard_normal((1, element.size))
    _, tangent, _ = element.respond(data, law, u, rest)
    up, down = (element.respond(data, law, u + sign * change, rest, False)[0] for sign in (1, -1))
    expected = np.einsum("eij,ej->ei", tangent, change)
    for rows in (element._moves, element._presses):
        np.testing.assert_allclose(0.5 * (up - down)[:, rows], expected[:, rows], atol=2e-5 * abs(expected[:, rows]).max())


@pytest.mark.parametrize("cell", CELLS)
def test_flows_feel_increments_that_rounding_takes_of_the_pressures(cell):
    """Pressures of 5e4 and an increment of a thousandth of their last digit: the flows change by as much as it says."""
    element, data = placed(cell)
    law, n = BEHAVIOURS["JOINT_MECA_FROT"], element.size
    u, increment = np.zeros(n), np.zeros(n)
    axis = int(abs(np.ptp(data.coordinates[0, element.first], axis=0)).argmax())
    u[element._presses] = 5e4
    increment[element._presses] = 1e-15 * data.coordinates[0, element.first, axis]
    structure = FiniteElements(n, [Part(element, data, np.arange(n)[None], law)], Elimination(Relations.stacked(n, [])), dynamic=False)
    state = State(0.0, u, *[np.zeros(n)] * 5, [element.start(data, law)])
    np.testing.assert_array_equal(u + increment, u)
    force, _ = structure.internal_forces(state, increment, 1.0)
    wanted = structure.internal_forces(state, 1e18 * increment, 1.0)[0] / 1e18
    largest = abs(wanted[element._presses]).max()
    assert largest > 0.0
    np.testing.assert_allclose(force[element._presses], wanted[element._presses], atol=1e-9 * largest)
