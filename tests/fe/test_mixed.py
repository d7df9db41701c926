"""Solids with a pressure of their own: tangents, agreement with plain solids, no locking."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.mixed_large import mixed_large
from pyaster_lite.fe.multiplicative import Multiplicative
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import placed

CELLS = {"D_PLAN": ["TRIA6", "QUAD8"], "AXIS": ["QUAD8"], "3D": ["TETRA10", "HEXA20"]}
PLACES = [(f"{word}_INCO_{fields}", cell) for fields in ("UPG", "UP") for word, cells in CELLS.items() for cell in cells]
PROJECTED = [("D_PLAN_INCO_UPO", "QUAD4"), ("AXIS_INCO_UPO", "TRIA3"), ("3D_INCO_UPO", "PENTA6")]
BUBBLES = [("D_PLAN_INCO_UP", "TRIA3"), ("AXIS_INCO_UP", "TRIA3"), ("3D_INCO_UP", "TETRA4")]
LARGE = [(word, cell, Logarithmic) for word, cell in PLACES] + [(w, c, Multiplicative) for w, c in PLACES if w.endswith("G")]


def made(word, cell):
    element, data = placed(word, cell, 1)
    data.materials = [STEEL]
    return element, data


def wild(element, size=1e-3, seed=3):
    """Random unknowns: displacements and swellings of a size, pressures of the stresses that go with it."""
    u = size * np.random.default_rng(seed).standard_normal((1, element.size))
    u[:, element.pressure] *= STEEL["young"]
    return u


def derivative_agrees(element, data, law, state, u):
    _, tangent, _ = element.respond(data, law, u, state)
    scale = np.ones(element.size)
    scale[element.pressure] = STEEL["young"]
    for j in range(element.size):
        step = np.zeros((1, element.size))
        step[0, j] = 1e-7 * scale[j]
        ahead, behind = (element.respond(data, law, u + s * step, state, False)[0] for s in (1, -1))
        found = (ahead - behind)[0] / 2e-7 * scale
        wanted = tangent[0, :, j] * scale[j] * scale
        np.testing.assert_allclose(found, wanted, atol=2e-6 * abs(tangent[0] * scale[:, None] * scale).max())


@pytest.mark.parametrize("word,cell", PLACES + BUBBLES + PROJECTED)
def test_the_stiffness_is_the_derivative_of_the_forces(word, cell):
    element, data = made(word, cell)
    rest = element.start(data, BEHAVIOURS["ELAS"])
    derivative_agrees(element, data, BEHAVIOURS["ELAS"], rest, wild(element))
    tangent = element.respond(data, BEHAVIOURS["ELAS"], 0 * wild(element), rest)[1]
    np.testing.assert_allclose(element.stiffness(data), tangent, atol=1e-12 * abs(tangent).max())


@pytest.mark.parametrize("word,cell,kind", LARGE)
def test_the_tangent_in_large_strain_is_the_derivative_of_the_forces(word, cell, kind):
    mixed, data = made(word, cell)
    element, law = mixed_large(mixed, kind), BEHAVIOURS["VMIS_ISOT_LINE"]
    rest = element.start(data, law)
    state = element.respond(data, law, wild(element, 5e-3, 1), rest)[2]
    derivative_agrees(element, data, law, state, wild(element, 5e-3))


@pytest.mark.parametrize("word,cell,kind", LARGE)
def test_stresses_in_large_strain_hold_the_forces_where_the_displacements_have_brought_the_cells(word, cell, kind):
    mixed, data = made(word, cell)
    law, u = BEHAVIOURS["VMIS_ISOT_LINE"], wild(mixed, 5e-3)
    element = mixed_large(mixed, kind)
    force, _, state = element.respond(data, law, u, element.start(data, law))
    found = mixed.nodal_forces(mixed.moved(data, u), state.stress)[:, mixed.motion]
    np.testing.assert_allclose(found, force[:, mixed.motion], atol=1e-12 * abs(force[:, mixed.motion]).max())


@pytest.mark.parametrize("word,cell", [place for place in PLACES if place[0].endswith("_UP")])
def test_steps_of_two_fields_in_large_strain_start_with_the_heat_on_the_pressure(word, cell):
    """As code_aster's: what holds a state leaves out the anelastic change of volume, 3 x 1e-5 x (70 - 20), that its balance took off."""
    mixed, data = made(word, cell)
    element, law = mixed_large(mixed, Logarithmic), BEHAVIOURS["VMIS_ISOT_LINE"]
    data.materials = [STEEL | {"expansion": 1e-5}]
    data.surroundings = lambda t: {"TEMP": np.full((1, 1), 70.0), "TEMP_REF": np.full((1, 1), 20.0)}
    force, _, state = element.respond(data, law, wild(element, 5e-3), element.start(data, law))
    more = element.state_forces(data, state) - force
    assert element.rereads
    np.testing.assert_allclose(more[:, element.motion], 0.0, atol=1e-12 * abs(force).max())
    assert more[:, element.pressure].sum() == pytest.approx(1.5e-3 * element.geometry(data)[3].sum())


@pytest.mark.parametrize("word,cell", [place for place in PLACES if place[0].endswith("_UP")])
def test_rates_of_two_fields_in_large_strain_have_the_pressure_for_the_law_s_mean(word, cell):
    """As code_aster's: of a law whose mean is q they have 2 (p - q) dev e : dev e more than those of one whose mean is p."""
    mixed, data = made(word, cell)
    element, law, p, q = mixed_large(mixed, Logarithmic), BEHAVIOURS["VMIS_ISOT_LINE"], 3e8, -1e8
    u = np.zeros((1, element.size))
    u[:, mixed.pressure] = p
    rates = []
    for mean in (p, q):
        state = element.start(data, law)
        state.stress[..., :3], state.stress[..., -1], state.displacement = p, mean - p, u
        state.internal[..., -6:-3] = mean
        rates.append(element.respond(data.between(0.0, 1.0, True), law, u, state)[1])
    b, volume = mixed.strain_matrix(data)
    strains = b - b[:, :, :3].mean(axis=2, keepdims=True) * mixed._unit[:, None]
    wanted = 2 * (p - q) * np.einsum("egsi,egsj,eg->eij", strains, strains, volume)
    np.testing.assert_allclose(rates[1] - rates[0], wanted, atol=1e-9 * abs(rates[0]).max())


@pytest.mark.parametrize("word,cell", [("D_PLAN_INCO_UPG", "QUAD8"), ("AXIS_INCO_UPG", "QUAD8")])
def test_slopes_of_the_swelling_cost_what_the_material_says(word, cell):
    mixed, data = made(word, cell)
    element, law = mixed_large(mixed, Multiplicative), BEHAVIOURS["VMIS_ISOT_LINE"]
    rest, u = element.start(data, law), wild(element, 5e-3)
    plain = element.respond(data, law, u, rest, False)[0]
    data.materials = [STEEL | {"swelling_cost": 1e10}]
    derivative_agrees(element, data, law, rest, u)
    more = element.respond(data, law, u, rest, False)[0] - plain
    energy = 0.5 * (more * u).sum()
    slope = np.einsum("egin,en->egi", element.vertex_gradients(data), u[:, element.swelling])
    volume = element.geometry(data)[3]
    np.testing.assert_allclose(energy, 0.5e10 * ((slope**2).sum(-1) * volume).sum(), rtol=1e-9)
    assert not np.delete(more, element.swelling, axis=1).any()


@pytest.mark.parametrize("word,cell", PLACES)
def test_an_even_strain_makes_the_stress_of_a_plain_solid(word, cell):
    element, data = made(word, cell)
    plain, _ = placed(word.split("_INCO")[0], cell, 1)
    strain = np.diag([1e-3, -4e-4, 2e-4])[: element.dim, : element.dim]
    moved = (data.coordinates[..., : element.dim] @ strain).reshape(1, -1)
    plain_strain = plain.plain_strains(data, moved)[0, 0]
    stress = element.continuum.elasticity(data.elasticity())[0, 0] @ plain_strain
    u = np.zeros((1, element.size))
    u[:, element.motion] = moved
    u[:, element.pressure] = stress[:3].sum() / 3.0
    u[:, element.swelling] = plain_strain[:3].sum()
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(state.stress[0, :, :-1], np.broadcast_to(stress, state.stress[0, :, :-1].shape), rtol=1e-9, atol=1.0)
    np.testing.assert_allclose(state.stress[..., -1], 0.0, atol=1e-3)
    np.testing.assert_allclose(force[:, np.r_[element.pressure, element.swelling]], 0.0, atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(element.elastic_state(data, u).stress, state.stress, rtol=1e-9, atol=1.0)


@pytest.mark.parametrize("word, cell", PLACES)
def test_iterates_are_foreseen_with_the_heat_on_the_displacements_alone(word, cell):
    element, data = made(word, cell)
    plain, other = placed(word.split("_INCO")[0], cell, 1)
    for own in (data, other):
        own.materials = [STEEL | {"expansion": 1e-5}]
        own.surroundings = lambda t: {"TEMP": np.full((1, 1), 70.0), "TEMP_REF": np.full((1, 1), 20.0)}
    force = element.anelastic_force(data)
    assert not np.delete(force, element.motion, axis=1).any()
    np.testing.assert_allclose(force[:, element.motion], plain.anelastic_force(other), rtol=1e-9, atol=1e-9 * abs(force).max())


def test_references_of_projections_go_with_the_stabilisation():
    element, data = made("D_PLAN_INCO_UPO", "QUAD4")
    references = {"stress": 2.0, "strain": 3.0, "projection": 5.0}
    found = element.reference_force(data, references)
    volume = element.geometry(data)[3].sum()
    places = element._projections.ravel()
    assert found[0, places].sum() == pytest.approx(2 * 5.0 * element._weight(data)[0] * volume)
    assert found[0, element.pressure].sum() == pytest.approx(3.0 * volume)


def test_pressures_meet_their_projections_by_the_divergence_around_an_axis():
    """The tangent of the coupling is that of code_aster: with N/r beside the slope along r, where the forces have the slope alone."""
    element, data = made("AXIS_INCO_UPO", "TRIA3")
    rest, law = element.start(data, BEHAVIOURS["ELAS"]), BEHAVIOURS["ELAS"]
    tangent = element.respond(data, law, np.zeros((1, element.size)), rest)[1][0]
    along, across = element._projections
    step = np.zeros((1, element.size))
    step[0, along[0]] = 1.0
    force = element.respond(data, law, step, rest, False)[0][0]
    _, functions, radius, volume = element.geometry(data)
    hoop = element._weight(data)[0] * np.einsum("g,gn,g->n", volume[0] / radius[0], functions, functions[:, 0])
    np.testing.assert_allclose(tangent[element.pressure, along[0]], force[element.pressure] + hoop, rtol=1e-12)
    step[0, along[0]], step[0, across[0]] = 0.0, 1.0
    force = element.respond(data, law, step, rest, False)[0][0]
    np.testing.assert_allclose(tangent[element.pressure, across[0]], force[element.pressure], rtol=1e-12)


@pytest.mark.parametrize("word, cell", [("D_PLAN_INCO_UPG", "TRIA6"), ("D_PLAN_INCO_UP", "TRIA6")])
def test_the_matrix_of_an_option_counts_shear_of_swelling_solids_four_times(word, cell):
    element, data = made(word, cell)
    b, volume = element.strain_matrix(data)
    shear = STEEL["young"] / (1.0 + STEEL["poisson"]) * np.einsum("eg,egi,egj->eij", volume, b[:, :, 3], b[:, :, 3])
    more = element.stiffness_of_option(data) - element.stiffness(data)
    assert more == pytest.approx(3.0 * shear if element.swells else 0.0 * shear, abs=1e-6 * shear.max())
