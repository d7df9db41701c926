"""Gaps that a fluid fills: their tangent, what leaves them, and where their law ends."""

import numpy as np
import pytest

from pyaster_lite.behaviours.porous._gap import CohesiveSides, GapMedium
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import ComputationFailed, LawFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Plane
from pyaster_lite.fe.porous.gap import Gap, GapEnd

CLAY = {
    "initial.poro": 1.0, "skeleton.rho": 1.0, "skeleton.gravity": np.zeros(3), "liquid.rho": 1000.0, "liquid.un_sur_k": 0.0,
    "liquid.visc": 1e-3, "bandis_stiffness": 1e6, "bandis_closure": 0.05, "bandis_power": 0.0, "bandis_tangential": 4e6,
    "cohesive_energy": 100.0, "cohesive_strength": 1e4, "cohesive_adherence": 0.1, "cohesive_contact": 1.0,
    "crack.ouv_fict": 1e-3, "crack.un_sur_n": 1e-8,
}  # fmt: skip
LAWS = [BEHAVIOURS["JOINT_BANDIS"], CohesiveSides(BEHAVIOURS["CZM_LIN_REG"]), CohesiveSides(BEHAVIOURS["CZM_EXP_REG"])]


def placed(revolves=False):
    """A gap of unit length without thickness along x from x = 1, its normal along y, over a step of 2 s."""
    element, nodes = Gap(revolves), reference_cell("QUAD8").nodes
    coordinates = np.zeros((1, 8, 3))
    coordinates[0, :, 0] = 1.5 + nodes[:, 0] / 2
    frame = np.array([[[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]])
    data = ElementData(np.arange(1), coordinates, [CLAY], np.zeros(1, int), {"material_frame": frame})
    return element, data.between(0.0, 2.0)


def opened(element, data, law, opening=1e-2):
    """The state of rest of a gap that stands open."""
    rest = element.start(data, law)
    rest.internal[..., law.n_sides + 1] = opening
    return rest


def moved(element, seed):
    scale = {"DX": 1e-4, "DY": 1e-3, "PRE1": 1e4, "LH1": 1e-2}
    return np.random.default_rng(seed).uniform(0.2, 1.0, (1, element.size)) * [scale[n] for own in element.components for n in own]


@pytest.mark.parametrize("sides", LAWS, ids=["bandis", "linear", "exponential"])
@pytest.mark.parametrize("revolves", [False, True])
def test_the_tangent_is_the_derivative_of_the_forces(sides, revolves):
    element, data = placed(revolves)
    law = GapMedium(sides, FLUIDS["LIQU_SATU"])
    u = moved(element, 1)
    u[0, [element._at[node] + 1 for node in (2, 3, 6)]] += 5e-3
    _, matrix, new = element.respond(data, law, u, opened(element, data, law))
    assert new.internal.shape == (1, 5, law.internal_size)
    for j in range(element.size):
        step = np.zeros_like(u)
        step[0, j] = 1e-6 * max(1e-3, abs(u[0, j]))
        ends = [element.respond(data, law, u + sign * step, opened(element, data, law), False)[0] for sign in (1, -1)]
        slope = (ends[0] - ends[1])[0] / (2 * step[0, j])
        np.testing.assert_allclose(matrix[0, :, j], slope, rtol=1e-4, atol=2e-6 * max(1.0, abs(slope).max()))


def test_what_is_stored_along_the_line_is_what_the_opening_holds():
    element, data = placed()
    law = GapMedium(LAWS[0], FLUIDS["LIQU_SATU"])
    u = np.zeros((1, element.size))
    for node in (2, 3, 6):
        u[0, element._at[node] + 1] = 1e-3
    force, _, new = element.respond(data, law, u, opened(element, data, law), False)
    np.testing.assert_allclose(new.stress[..., 3], 1.0)  # 1000 kg/m3 times 1 mm
    pressures = [element._at[node] for node in (5, 7)]
    np.testing.assert_allclose(force[0, pressures].sum(), -1.0)
    np.testing.assert_allclose(element.nodal_forces(data, new.stress)[0, pressures], 0.0)


def test_what_leaves_the_gap_enters_its_sides():
    element, data = placed()
    law = GapMedium(LAWS[0], FLUIDS["LIQU_SATU"])
    u = np.zeros((1, element.size))
    for node in (4, 6):
        u[0, element._at[node] + 2] = 3.0
    force, _, new = element.respond(data, law, u, opened(element, data, law), False)
    np.testing.assert_allclose(element.holding_forces(data, law, new), force)
    np.testing.assert_allclose(element.step_forces(data, new.stress, new.stress), 0.0)
    names = np.array([name for own in element.components for name in own])
    gap = [element._at[node] for node in (5, 7)]
    np.testing.assert_allclose(force[0, gap].sum(), 2 * 2.0 * 3.0)
    np.testing.assert_allclose(force[0, names == "PRE1"].sum(), 0.0, atol=1e-12)


@pytest.mark.parametrize("moves", [-2e-2, 5e-2])
def test_bandis_knows_no_gap_beyond_its_reach(moves):
    element, data = placed()
    law = GapMedium(LAWS[0], FLUIDS["LIQU_SATU"])
    u = np.zeros((1, element.size))
    for node in (2, 3, 6):
        u[0, element._at[node] + 1] = moves
    with pytest.raises(LawFailed, match="JOINT_BANDIS"):
        element.respond(data, law, u, opened(element, data, law))


def test_other_laws_and_lacking_axes_are_told():
    element, data = placed()
    rest = PointState(np.zeros((1, 5, 8)), np.zeros((1, 5, 9)), np.zeros((1, 5, 3)))
    with pytest.raises(ComputationFailed, match="laws of porous media only"):
        element.respond(data, BEHAVIOURS["ELAS"], np.zeros((1, element.size)), rest)
    bare = ElementData(data.cells, data.coordinates, data.materials, data.owner)
    with pytest.raises(ComputationFailed, match="axes"):
        element.strain_matrix(bare)


@pytest.mark.parametrize("continuum,around", [(Plane(), 1.0), (Axisymmetric(), 2.0)])
def test_a_flow_through_the_end_goes_into_the_gap(continuum, around):
    element = GapEnd(continuum)
    data = ElementData(np.arange(1), np.array([[[2.0, 0.0, 0.0], [2.0, 0.1, 0.0], [2.0, 0.05, 0.0]]]))
    force = element.outflow(data, {"p1": np.array([[5.0]])})
    np.testing.assert_allclose(force, [[0.0] * 6 + [-5.0 * around]])


def test_a_gap_stiffens_as_it_closes():
    element, data = placed()
    data = ElementData(data.cells, data.coordinates, [CLAY | {"bandis_power": 2.0}], data.owner, data.characteristics)
    law = GapMedium(LAWS[0], FLUIDS["LIQU_SATU"])
    u = np.zeros((1, element.size))
    for node in (2, 3, 6):
        u[0, element._at[node] + 1] = -5e-3
    stress = element.respond(data.between(0.0, 1.0), law, u, opened(element, data, law), False)[2].stress
    np.testing.assert_allclose(stress[..., 0], -1e6 * 10.0**2 * 5e-3)
