"""Membranes in large displacements against finite differences and rigid turns."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe import membrane_large
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed, NoReference
from pyaster_lite.fe.finite_rotation import rotation_matrix
from pyaster_lite.fe.membrane_large import LargeMembrane

CELLS = ("TRIA3", "TRIA6", "TRIA7", "QUAD4", "QUAD8")


def one(cell, tension=0.0):
    plain = MODELISATIONS["MEMBRANE"].elements[cell]
    element = LargeMembrane(cell, *plain.families.values())
    x = reference_cell(cell).nodes @ np.array([[1.2, 0.1, 0.3], [-0.2, 0.8, 0.1]])
    given = {"membrane_thickness": 0.02, "membrane_tension": tension, "membrane_direction": [1.0, 0.2, 0.0]}
    characteristics = {name: np.array([value]) for name, value in given.items()}
    material = {"young": 100.0, "poisson": 0.3, "density": 2.0}
    return element, ElementData(np.array([0]), x[None], [material], np.array([0]), characteristics)


@pytest.mark.parametrize("word, poisson", [("ELAS_MEMBRANE_SV", 0.3), ("ELAS_MEMBRANE_NH", 0.45)])
@pytest.mark.parametrize("cell", CELLS)
def test_the_tangent_follows_from_the_forces_but_for_what_is_added_again(cell, word, poisson, monkeypatch):
    monkeypatch.setattr(membrane_large, "REPEATED", 1.0)
    element, data = one(cell)
    data.materials[0]["poisson"] = poisson
    law, rest = BEHAVIOURS[word], None
    rest, u = element.start(data, law), np.random.default_rng(1).standard_normal((1, element.size)) * 0.1
    force, tangent, state = element.respond(data, law, u, rest)
    found = np.zeros_like(tangent[0])
    for i in range(element.size):
        ways = [element.respond(data, law, u + sign * 1e-6 * np.eye(element.size)[i], rest, False)[0][0] for sign in (1, -1)]
        found[:, i] = (ways[0] - ways[1]) / 2e-6
    np.testing.assert_allclose(tangent[0], found, atol=1e-7 * abs(found).max())
    np.testing.assert_allclose(element.state_forces(data, state), force, atol=1e-12 * abs(force).max())


@pytest.mark.parametrize("cell", CELLS)
def test_a_turn_makes_no_force_and_a_first_tension_holds_the_surface_across(cell):
    element, data = one(cell)
    law = BEHAVIOURS["ELAS_MEMBRANE_SV"]
    x, turn = data.coordinates[0], rotation_matrix(np.array([0.4, -1.0, 0.7]))
    force, _, _ = element.respond(data, law, (x @ turn.T - x).reshape(1, -1), element.start(data, law))
    assert abs(force).max() < 1e-12
    zero = np.zeros((1, element.size))
    loose = element.respond(data, law, zero, element.start(data, law))[1][0]
    tight, held = one(cell, tension=5.0)
    stiff = tight.respond(held, law, zero, tight.start(held, law))[1][0]
    assert np.linalg.matrix_rank(stiff, tol=1e-9) > np.linalg.matrix_rank(loose, tol=1e-9)
    # code_aster adds the stiffness of the stress T (a_1 a_1 + a_2 a_2), a_i the axes of the reference cell, four times
    first, second = np.array([1.2, 0.1, 0.3]), np.array([-0.2, 0.8, 0.1])
    along, normal = first / np.linalg.norm(first), np.cross(first, second)
    lifted = np.outer(x @ along, normal / np.linalg.norm(normal)).ravel()
    pulled = 5.0 * ((along @ first) ** 2 + (along @ second) ** 2)
    area = tight.slopes(held)[2][0].sum()
    np.testing.assert_allclose(lifted @ stiff @ lifted, 4.0 * pulled * 0.02 * area, rtol=1e-10)
    rest = tight.start(held, law)
    np.testing.assert_allclose(tight.holding_forces(held, law, rest), tight.respond(held, law, zero, rest)[0], atol=1e-12)


def test_a_thickness_is_needed_and_pressure_pushes_against_the_normal():
    element, data = one("QUAD4")
    push = element.pressure(data, 3.0)[0].reshape(-1, 3)
    normal = np.cross([1.2, 0.1, 0.3], [-0.2, 0.8, 0.1])
    np.testing.assert_allclose(push.sum(axis=0), -3 * 4 * normal, rtol=1e-12)
    assert element.weight(data, np.array([0.0, 0.0, -1.0])).sum() == pytest.approx(-2.0 * 0.02 * 4 * np.linalg.norm(normal))
    data.characteristics.pop("membrane_thickness")
    law = BEHAVIOURS["ELAS_MEMBRANE_SV"]
    with pytest.raises(ComputationFailed, match="thickness"):
        element.respond(data, law, np.zeros((1, element.size)), element.start(data, law))


def test_there_are_no_reference_forces():
    element, data = one("QUAD4")
    with pytest.raises(NoReference):
        element.reference_force(data, {"strain": 1e-3})


@pytest.mark.parametrize("cell", CELLS)
def test_masses_are_told_times_the_area_once_more(cell):
    element, data = one(cell)
    area, middle = element.areas(data).sum(), np.einsum("eg,egk->k", element.areas(data), element.points(data.coordinates))
    told = element.inertia(data)[0]
    assert told[0] == pytest.approx(2.0 * area**2)
    np.testing.assert_allclose(told[1:4], middle / area)
    arms = element.points(data.coordinates)[0] - middle / area
    about_z = 2.0 * area * (element.areas(data)[0] * (arms[:, 0] ** 2 + arms[:, 1] ** 2)).sum()
    assert told[6] == pytest.approx(about_z)
