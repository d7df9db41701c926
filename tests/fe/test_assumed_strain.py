"""Cells with one integration point: no hourglass without force, even strains, laws other than linear elasticity."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.large_strain import Green, Updated
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import motion, placed

CELLS = [("D_PLAN_SI", "QUAD4"), ("C_PLAN_SI", "QUAD4"), ("3D_SI", "HEXA8")]


def made(word, cell):
    """An image of the reference cell by an affine map."""
    element, data = placed(word, cell, 1)
    data.materials = [STEEL]
    return element, data


def tangent_of(element, data, law):
    return element.respond(data, law, np.zeros((1, element.size)), element.start(data, law))[1][0]


@pytest.mark.parametrize("word,cell", CELLS)
@pytest.mark.parametrize("name", ["ELAS", "VMIS_ISOT_LINE"])
def test_only_rigid_motions_are_free(word, cell, name):
    element, data = made(word, cell)
    values = np.linalg.eigvalsh(tangent_of(element.for_law(name == "ELAS"), data, BEHAVIOURS[name]))
    assert (values > 1e-9 * values[-1]).sum() == element.size - (6 if element.dim == 3 else 3)


@pytest.mark.parametrize("word,cell", CELLS)
def test_an_even_strain_makes_the_stress_of_a_full_cell_and_its_forces(word, cell):
    element, data = made(word, cell)
    full, _ = placed(word.removesuffix("_SI"), cell, 1)
    u = motion(element, data.coordinates, np.array([[1e-3, 2e-4, -3e-4], [1e-4, -5e-4, 2e-4], [0.0, 4e-4, 3e-4]]))
    law = BEHAVIOURS["ELAS"]
    force, _, state = element.respond(data, law, u, element.start(data, law))
    wanted, _, other = full.respond(data, law, u, full.start(data, law))
    ns = other.stress.shape[-1]
    np.testing.assert_allclose(state.stress[0, 0, :ns], other.stress[0, 0], rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(state.stress[0, 0, ns:], 0.0, atol=1e-3)
    np.testing.assert_allclose(force, wanted, rtol=1e-9, atol=1e-6)


@pytest.mark.parametrize("name", ["ELAS", "VMIS_ISOT_LINE"])
def test_forces_follow_from_the_stresses_that_are_kept_and_add_up(name):
    element, data = made("3D_SI", "HEXA8")
    element, law = element.for_law(name == "ELAS"), BEHAVIOURS[name]
    u = 1e-6 * np.random.default_rng(2).standard_normal((1, element.size))
    force, _, state = element.respond(data, law, u, element.start(data, law))
    values, names = element.shown(data, state.stress)
    assert names[6:8] == ("FSTAB1", "FSTAB2") and len(names) == 78
    np.testing.assert_allclose(element.nodal_forces(data, element.kept(data, values)), force, rtol=1e-12)
    np.testing.assert_allclose(element.respond(data, law, 2 * u, state)[0], 2 * force, rtol=1e-9)


@pytest.mark.parametrize("word,cell", CELLS)
def test_strains_of_steps_are_seen_over_where_they_end(word, cell):
    element, data = made(word, cell)
    followed, law = element.moving(Updated), BEHAVIOURS["ELAS"]
    assert element.moving(Green) is None and followed.for_law(False).updated
    x = data.coordinates[:, :, : element.dim]
    stretched = np.zeros_like(x)
    stretched[..., 0] = 0.1 * (x[..., 0] - x[:, :1, 0])
    force, _, state = followed.respond(data, law, stretched.reshape(1, -1), followed.start(data, law))
    # the change of length over the length at the end
    assert state.strain[0, 0, 0] == pytest.approx(0.1 / 1.1)
    again = followed.respond(data, law, stretched.reshape(1, -1), state)[2]
    np.testing.assert_allclose(again.strain, state.strain, atol=1e-15)
    np.testing.assert_allclose(followed.state_forces(data, state), force, rtol=1e-9, atol=1e-6 * abs(force).max())


def test_linear_operators_bend_and_twist_a_box_as_its_assumed_strains_say():
    """Bending in its plane makes no stress across, as wide as it is, and twisting the shears of its displacements (r3.06.10)."""
    element, data = placed("3D_SI", "HEXA8", 1)
    box = np.array([3.0, 1.0, 0.5])
    data.coordinates = (reference_cell("HEXA8").nodes * box / 2)[None]
    data.materials = [STEEL]
    (x, y, z), still = data.coordinates[0].T, np.zeros(8)
    stiffness, elasticity = element.stiffness(data)[0], data.elasticity()[0, 0]
    shear = elasticity[3, 3] / 2
    poisson = elasticity[0, 1] / (elasticity[0, 0] + elasticity[0, 1])
    for along, modulus, moment in ((x * y, 2 * shear / (1 - poisson), box[1] ** 2), (y * z, shear, box[1] ** 2 + box[2] ** 2)):
        u = np.stack([along, still, still], axis=1).ravel()
        assert u @ stiffness @ u == pytest.approx(modulus * box.prod() * moment / 12)


def test_steps_take_the_derivatives_of_reference_coordinates_transposed():
    """As nmas3d does: a box of sides 3 and 1 that is bent, turned by a quarter, is taken for one of sides 1 and 3."""
    element, data = placed("3D_SI", "HEXA8", 1)
    data.materials, law = [STEEL], BEHAVIOURS["ELAS"]
    shape = reference_cell("HEXA8").nodes * [1.5, 0.5, 0.25]
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    u = np.zeros((8, 3))
    u[:, 0] = reference_cell("HEXA8").nodes[:, [0, 1]].prod(axis=1)
    energies = []
    for turn in (np.eye(3), quarter):
        data.coordinates, data._kept = (shape @ turn.T)[None], {}
        moved = (u @ turn.T).reshape(1, -1)
        energies.append(float((element.respond(data, law, moved, element.start(data, law))[0] @ moved.T)[0, 0]))
    assert energies[1] == pytest.approx(9.0 * energies[0])


def test_in_the_plane_no_hourglass_is_told_across_and_plane_stress_tells_forces_of_the_centre_alone():
    """As in code_aster (nmas2d; FORC_NODA by te0008)."""
    u, law = 1e-6 * np.random.default_rng(2).standard_normal((1, 8)), BEHAVIOURS["VMIS_ISOT_LINE"]
    for word, alike in (("D_PLAN_SI", True), ("C_PLAN_SI", False)):
        element, data = made(word, "QUAD4")
        force, _, state = element.for_law(False).respond(data, law, u, element.start(data, law))
        held = state.stress[0, 0, 4:]
        assert abs(held[:4]).min() > 1.0 and not held[4:].any()
        assert np.allclose(element.nodal_forces(data, state.stress), force, rtol=1e-9) is alike
    np.testing.assert_allclose(element.nodal_forces(data, state.stress), element.nodal_forces(data, state.stress[..., :4]))
