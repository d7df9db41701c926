"""Solids whose law has a variable that a field is held to: tangents, uniform fields, and how far a gradient reaches."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.solid import Solid
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import placed

from .derivatives import check_tangent

METAL = STEEL | {"gradient_cost": 1e6, "gradient_penalty": 2e8, "gradient_swelling_penalty": 1e9}
SMALL = [("D_PLAN_GRAD_VARI", "TRIA6"), ("D_PLAN_GRAD_VARI", "QUAD8"), ("AXIS_GRAD_VARI", "QUAD8"), ("3D_GRAD_VARI", "PYRAM13")]
HYBRID = [("D_PLAN_GRAD_HHO", "QUAD9"), ("D_PLAN_GRAD_HHO", "TRIA7")]
MIXED = [("D_PLAN_GRAD_INCO", "QUAD8"), ("AXIS_GRAD_INCO", "TRIA6"), ("3D_GRAD_INCO", "TETRA10")]
CASES = [(*case, large) for case in SMALL + HYBRID for large in (False, True)] + [(*case, True) for case in MIXED]
SIZES = {"PRES": STEEL["young"], "LAG_GV": METAL["gradient_penalty"], "VARI": 1.0, "GONF": 1.0}


def made(word, cell, large):
    element, data = placed(word, cell, 1)
    data.materials = [METAL]
    swells = getattr(element, "swells", False)
    return (element if swells or not large else element.moving(Logarithmic)), data


def scales(element):
    """What the unknowns are of the size of, beside a strain."""
    kinds = {"HHO_VR": "VARI", "HHO_LG": "LAG_GV"}
    return np.array([SIZES.get(kinds.get(name[:6], name), 1.0) for names in element.components for name in names])


def wild(element, size, seed):
    return size * np.random.default_rng(seed).standard_normal((1, element.size)) * scales(element)


@pytest.mark.parametrize("word,cell,large", CASES)
@pytest.mark.parametrize("relation", ["VMIS_ISOT_NL", "GTN"])
def test_the_tangent_is_the_derivative_of_the_forces(word, cell, large, relation):
    element, data = made(word, cell, large)
    law = BEHAVIOURS[relation].within(1e-13, 200) if relation == "GTN" else BEHAVIOURS[relation]
    rest = element.start(data, law)
    data = data.between(0.0, 1.0)
    state = element.respond(data, law, wild(element, 4e-3, 1), rest, False)[2]
    u = wild(element, 4e-3, 1) + wild(element, 3e-3, 2)
    _, tangent, _ = element.respond(data, law, u, state)
    check_tangent(element, data, law, u, state, tangent, scales(element))


@pytest.mark.parametrize("word,cell,large", CASES)
def test_the_stiffness_is_the_tangent_at_rest(word, cell, large):
    element, data = made(word, cell, large)
    law = BEHAVIOURS["VMIS_ISOT_NL"]
    tangent = element.respond(data.between(0.0, 1.0), law, np.zeros((1, element.size)), element.start(data, law))[1]
    np.testing.assert_allclose(element.stiffness(data), tangent, rtol=1e-9, atol=1e-9 * abs(tangent).max())


@pytest.mark.parametrize("word,cell", MIXED)
def test_a_step_starts_from_the_balance_of_the_last_one(word, cell):
    """Also where the swelling is not that of the displacements, before anything moves."""
    element, data = made(word, cell, True)
    law, u = BEHAVIOURS["VMIS_ISOT_NL"], wild(element, 3e-4, 4)
    force, _, state = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law), False)
    foreseen = element.respond(data.between(1.0, 2.0, True), law, u, state, False)[0]
    np.testing.assert_allclose(foreseen, force, rtol=1e-9, atol=1e-9 * abs(force).max())


def test_a_uniform_variable_makes_the_plain_solid():
    """Where the field equals the variable everywhere and nothing multiplies it, the displacements feel no difference."""
    element, data = made("D_PLAN_GRAD_VARI", "QUAD8", False)
    law, data = BEHAVIOURS["VMIS_ISOT_NL"], data.between(0.0, 1.0)
    plain = Solid("QUAD8", element.continuum, *element.families.values())
    pulled = (data.coordinates[:, :, :2] @ np.array([[4e-3, 1e-3], [0.0, -2e-3]])).reshape(1, -1)
    force, _, state = plain.respond(data, law, pulled, plain.start(data, law), False)
    u = np.zeros((1, element.size))
    u[:, element.motion] = pulled
    u[:, element.places["VARI"]] = state.internal[0, 0, 0]
    assert state.internal[0, 0, 0] > 1e-3
    found, _, graded = element.respond(data, law, u, element.start(data, law), False)
    np.testing.assert_allclose(found[:, element.motion], force, rtol=1e-9, atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(found[:, np.concatenate(list(element.places.values()))], 0.0, atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(graded.internal, state.internal, atol=1e-12)


def test_stresses_of_the_fields_are_shown_by_name():
    element, data = made("3D_GRAD_INCO", "HEXA20", True)
    values, names = element.shown(data, np.ones((1, 8, 13)))
    assert names[6:] == ("SIGONF", "SIP", "SIGV_A", "SIGV_L", "SIGV_GX", "SIGV_GY", "SIGV_GZ")
    np.testing.assert_allclose(element.kept(data, values), 1.0)


def test_nodal_forces_are_those_of_the_response():
    element, data = made("AXIS_GRAD_VARI", "TRIA6", False)
    law = BEHAVIOURS["VMIS_ISOT_NL"]
    force, _, state = element.respond(data.between(0.0, 1.0), law, wild(element, 3e-3, 4), element.start(data, law), False)
    np.testing.assert_allclose(element.nodal_forces(data, state.stress), force, atol=1e-10 * abs(force).max())
    large = element.moving(Logarithmic)
    force, _, state = large.respond(data.between(0.0, 1.0), law, wild(large, 3e-2, 4), large.start(data, law), False)
    np.testing.assert_allclose(large.state_forces(data, state), force, atol=1e-10 * abs(force).max())


@pytest.mark.parametrize("word,cell", MIXED)
def test_nodal_forces_are_told_where_the_displacements_alone_have_brought_the_cell(word, cell):
    element, data = made(word, cell, True)
    law, u = BEHAVIOURS["VMIS_ISOT_NL"], wild(element, 4e-3, 5)
    force, _, state = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law), False)
    held = element.resisting_forces(data, u, state.stress, np.array([True]))
    np.testing.assert_allclose(held, force, atol=1e-10 * abs(force).max())


def test_elasticity_leaves_the_variable_at_zero():
    element, data = made("D_PLAN_GRAD_VARI", "QUAD8", False)
    law, u = BEHAVIOURS["ELAS"].total, wild(element, 1e-3, 1)
    force, tangent, _ = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law))
    np.testing.assert_allclose(tangent, element.stiffness(data), atol=1e-9 * abs(tangent).max())
    np.testing.assert_allclose(force, (tangent @ u[..., None])[..., 0], atol=1e-9 * abs(force).max())


@pytest.mark.parametrize("word,cell", SMALL)
def test_steered_strains_of_a_rested_cell_reach_what_is_asked_twice(word, cell):
    """Tangents of the size of the strains there, whose constants take the reach squared; along the strain before once there is one."""
    element, data = made(word, cell, False)
    change, steered, reach = 1e-5 * wild(element, 1.0, 3), wild(element, 1.0, 4), 3e-2
    fixed, unit = (np.einsum("egsd,ed->egs", element.strain_matrix(data)[0], u) for u in (change, steered))
    lines = element.strain_reaches(data, None, None, 0 * change, change, steered, reach, ())
    slope, step = lines[..., 1], 1e-6 * reach
    at = (reach**2 - lines[..., 0]) / slope

    def size(intensity):
        return np.linalg.norm(fixed[:, :, None] + intensity[..., None] * unit[:, :, None], axis=-1)

    np.testing.assert_allclose(size(at), reach)
    np.testing.assert_allclose((size(at + step) - size(at - step)) / (2 * step), slope, rtol=1e-6)
    later = element.strain_reaches(data, None, None, steered, change, steered, reach, ())
    np.testing.assert_allclose(later[:, :, 0, 1], np.linalg.norm(unit, axis=-1))
    assert np.isnan(later[:, :, 1]).all()
