"""Curved shells that are followed from step to step."""

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import in_plane_stress
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import NoReference
from pyaster_lite.fe.finite_rotation import composed, rotation_matrix
from pyaster_lite.fe.large_strain import Green, Updated
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.shell_followed import ElasticShell, followed_shell
from pyaster_lite.fe.structure import FiniteElements, Part
from pyaster_lite.materials._law import isotropic
from tests.fe.test_shell import CELLS, POISSON, YOUNG, one

METAL = {"elasticity": isotropic(YOUNG, POISSON), "yield_stress": 2.0e8, "traction_slope": 2.0e10}


def start(cell, kind, linear, drilling=0.0, curved=True):
    element, data = one(cell, curved)
    data.characteristics["layers"], data.characteristics["drilling"] = np.array([2.0]), np.array([drilling])
    data.materials[0].update(METAL)
    return followed_shell(element, kind, linear), data.between(0.0, 1.0)


@pytest.mark.parametrize("cell", CELLS)
def test_the_tangent_of_plastic_layers_follows_from_their_forces(cell):
    element, data = start(cell, None, False)
    law, rest = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"]), None
    rest = element.start(data, law)
    u = np.random.default_rng(3).standard_normal((1, element.size)) * 4e-4
    _, tangent, state = element.respond(data, law, u, rest)
    assert (state.internal[..., 0] > 0).any()
    found = np.zeros_like(tangent[0])
    for i in range(element.size):
        ways = [element.respond(data, law, u + sign * 1e-8 * np.eye(element.size)[i], rest, False)[0][0] for sign in (1, -1)]
        found[:, i] = (ways[0] - ways[1]) / 2e-8
    np.testing.assert_allclose(tangent[0], found, atol=1e-5 * abs(found).max())


@pytest.mark.parametrize("kind", [None, Green])
@pytest.mark.parametrize("cell", CELLS)
def test_the_shell_of_a_model_has_the_forces_of_stresses_that_a_law_has_left(cell, kind):
    element, data = start(cell, kind, False)
    law = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
    u = np.random.default_rng(3).standard_normal((1, element.size)) * 4e-4
    force, _, state = element.respond(data, law, u, element.start(data, law))
    assert element.straight == (kind is None)
    found = MODELISATIONS["COQUE_3D"].elements[cell].resisting_forces(data, u, state.stress, np.array([kind is not None]))
    np.testing.assert_allclose(found, force, atol=1e-12 * abs(force).max())


@pytest.mark.parametrize("cell", CELLS)
def test_small_moves_respond_as_the_stiffness(cell):
    for kind, linear in ((None, False), (Green, True)):
        element, data = start(cell, kind, linear, drilling=1e-5)
        law = BEHAVIOURS["ELAS"] if linear else in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
        u = np.random.default_rng(4).standard_normal((1, element.size)) * 1e-9
        force, tangent, _ = element.respond(data, law, u, element.start(data, law))
        stiffness = MODELISATIONS["COQUE_3D"].elements[cell].stiffness(data)
        np.testing.assert_allclose(tangent, stiffness, atol=1e-4 * abs(stiffness).max())
        np.testing.assert_allclose(force[0], stiffness[0] @ u[0], atol=1e-4 * abs(force).max())


@pytest.mark.parametrize("cell", CELLS)
def test_elastic_forces_are_those_of_the_stresses_of_all_layers(cell):
    element, data = start(cell, None, True)
    u = np.random.default_rng(5).standard_normal((1, element.size)) * 1e-3
    force, tangent, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(force, element.nodal_forces(data, state.stress), atol=1e-12 * abs(force).max())
    np.testing.assert_allclose(force[0], tangent[0] @ u[0], atol=1e-12 * abs(force).max())
    plain = MODELISATIONS["COQUE_3D"].elements[cell].stiffness(data)
    assert 1e-12 < abs(tangent - plain).max() / abs(plain).max() < 1e-2


def turned(element, data, axis):
    """(1, nd) displacements and rotations of a turn."""
    u, x = np.zeros((1, element.size)), data.coordinates[0]
    u[0, : 6 * element.outer].reshape(-1, 6)[:, :3] = (x @ rotation_matrix(axis).T - x)[: element.outer]
    u[:, element.rotation_vectors] = axis
    return u


@pytest.mark.parametrize("cell", CELLS)
def test_a_large_turn_of_a_flat_cell_makes_no_force(cell):
    element, data = start(cell, Green, True, curved=False)
    rest = element.start(data, BEHAVIOURS["ELAS"])
    force, tangent, state = element.respond(data, BEHAVIOURS["ELAS"], turned(element, data, np.array([0.6, -1.1, 0.8])), rest)
    assert abs(force).max() < 1e-12 * abs(tangent).max() and abs(state.stress).max() < 1e-12 * YOUNG


@pytest.mark.parametrize("cell", CELLS)
def test_the_virtual_work_of_the_forces_is_the_change_of_the_energy(cell):
    element, data = start(cell, Green, True)
    law = BEHAVIOURS["ELAS"]
    rest, u = element.start(data, law), turned(element, data, np.array([0.6, -1.1, 0.8]))
    bent = u + np.random.default_rng(1).standard_normal(u.shape) * 1e-3
    force = element.respond(data, law, bent, rest)[0][0]

    def energy(v):
        held = element.respond(data, law, v, rest)[2].stress.reshape(1, -1, 6, 5)
        soft = np.linalg.inv(element._elasticity(data))[0]
        volume = np.stack([volume for _, volume, _ in element._heights(data, 2)], axis=-1)
        return 0.5 * np.einsum("egli,ij,eglj,egl->", held, soft, held, volume)

    for i in range(0, element.size, 7):
        ways = []
        for sign in (1, -1):
            v, change = bent.copy(), sign * 1e-6 * np.eye(element.size)[i]
            v += np.where(np.isin(np.arange(element.size), element.rotation_vectors), 0.0, change)
            v[:, element.rotation_vectors] = composed(bent[:, element.rotation_vectors], change[element.rotation_vectors])
            ways.append(energy(v))
        assert (ways[0] - ways[1]) / 2e-6 == pytest.approx(force[i], abs=1e-5 * abs(force).max())


@pytest.mark.parametrize("cell", CELLS)
def test_a_prediction_forgets_how_far_the_elastic_shell_has_turned_but_not_where_it_is(cell):
    element, data = start(cell, Green, True, drilling=1e-5)
    law, u = BEHAVIOURS["ELAS"], np.random.default_rng(2).standard_normal((1, element.size)) * 1e-3
    moved = u.copy()
    moved[:, element.rotation_vectors] = 0.0
    rest = element.start(data, law)
    found = element.respond(data.between(0.0, 1.0, predicting=True), law, u, rest)[1]
    np.testing.assert_array_equal(found, element.respond(data, law, moved, rest)[1])


@pytest.mark.parametrize("linear", [True, False])
@pytest.mark.parametrize("cell", CELLS)
def test_a_step_starts_from_the_forces_of_stresses_read_back_without_what_holds_the_drilling(cell, linear):
    element, data = start(cell, Green, linear, drilling=1.0)
    data.characteristics["direction"] = np.array([[0.6, 0.8, 0.0]])
    law = BEHAVIOURS["ELAS"] if linear else in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
    u = np.random.default_rng(2).standard_normal((1, element.size)) * 1e-4
    force, _, state = element.respond(data, law, u, element.start(data, law))
    data.characteristics["drilling"] = np.array([0.0])
    free = element.respond(data, law, u, element.start(data, law))[0]
    found = element.state_forces(data, state)
    assert element.rereads and abs(free - force).max() > 1e-4 * abs(force).max()
    np.testing.assert_allclose(found, free, atol=1e-5 * abs(free).max())
    back = element.read_back(data, state.stress)
    assert 0 < abs(back - state.stress).max() < 1e-4 * abs(state.stress).max()
    np.testing.assert_array_equal(found, element.stress_forces(data, u, back))


@pytest.mark.parametrize("cell", CELLS)
def test_layers_that_have_not_yielded_turn_far_as_the_elastic_shell(cell):
    elastic, data = start(cell, Green, True, drilling=1e-5)
    layers, law = start(cell, Green, False)[0], in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
    data.materials[0]["yield_stress"] = 1e3 * YOUNG
    u = turned(elastic, data, np.array([0.6, -1.1, 0.8])) + np.random.default_rng(1).standard_normal((1, elastic.size)) * 1e-3
    wanted = elastic.respond(data, BEHAVIOURS["ELAS"], u, elastic.start(data, BEHAVIOURS["ELAS"]))
    found = layers.respond(data, law, u, layers.start(data, law))
    for ours, theirs in (*zip(found[:2], wanted[:2]), (found[2].stress, wanted[2].stress)):
        np.testing.assert_allclose(ours, theirs, atol=1e-11 * abs(theirs).max())


@pytest.mark.parametrize("cell", CELLS)
def test_a_turn_of_layers_that_yield_turns_their_forces(cell):
    element, data = start(cell, Green, False, curved=False)
    law, axis = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"]), np.array([0.6, -1.1, 0.8])
    rotation, moves = rotation_matrix(axis), np.arange(6 * element.outer).reshape(-1, 6)[:, :3]
    rest, still = element.start(data, law), np.zeros((1, element.size))
    still[:, moves] = np.random.default_rng(2).standard_normal((element.outer, 3)) * 2e-3
    moved = turned(element, data, axis)
    moved[:, moves] += still[:, moves] @ rotation.T
    (force, _, there), (other, _, here) = (element.respond(data, law, u, rest) for u in (still, moved))
    assert (there.internal[..., 0] > 0).any()
    np.testing.assert_allclose(here.stress, there.stress, atol=1e-9 * abs(there.stress).max())
    for places in (moves, element.rotation_vectors):
        np.testing.assert_allclose(other[:, places], force[:, places] @ rotation.T, atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(element.state_forces(data, here), other, atol=1e-12 * abs(force).max())


@pytest.mark.parametrize("cell", CELLS)
def test_a_pressure_that_follows_is_that_of_the_surface_and_its_stiffness_its_derivative(cell):
    element, data = one(cell, curved=True)
    pressure = np.linspace(1.0, 2.0, element.outer)[None]
    u = np.random.default_rng(2).standard_normal((1, element.size)) * 0.02
    force = element.following_pressure(element.moved(data, u), pressure)
    matrix = element.following_pressure_stiffness(element.moved(data, u), pressure)[0]
    for i in range(0, element.size, 5):
        ways = [element.following_pressure(element.moved(data, u + sign * 1e-6 * np.eye(element.size)[i]), pressure)[0] for sign in (1, -1)]
        np.testing.assert_allclose(-matrix[:, i], (ways[0] - ways[1]) / 2e-6, atol=1e-7 * abs(matrix).max())
    flat, there = one(cell)
    even = flat.following_pressure(there, np.ones((1, flat.outer)))
    np.testing.assert_allclose(even, flat.pressure(there, 1.0), atol=1e-12 * abs(force).max() + 1e-15)


def test_what_there_is_not():
    shell = MODELISATIONS["COQUE_3D"].elements["QUAD9"]
    assert type(followed_shell(shell, None, True)) is ElasticShell
    assert followed_shell(shell, Logarithmic, True) is None


@pytest.mark.parametrize("cell", CELLS)
def test_strains_of_a_step_are_those_of_the_shell_where_it_ends(cell):
    element, data = start(cell, Updated, True)
    law, u = in_plane_stress(BEHAVIOURS["ELAS"]), np.random.default_rng(6).standard_normal((1, element.size)) * 1e-2
    force, tangent, state = element.respond(data, law, u, element.start(data, law))
    there, small = element.moved(data, u), followed_shell(element, None, False)
    expected, matrix, _ = small.respond(there, law, u, small.start(there, law))
    np.testing.assert_allclose(force, expected, atol=1e-12 * abs(expected).max())
    np.testing.assert_allclose(tangent, matrix, atol=1e-12 * abs(matrix).max())
    again, _, after = element.respond(data, law, u, state)
    np.testing.assert_allclose(again, force, atol=1e-12 * abs(force).max())
    np.testing.assert_allclose(after.stress, state.stress, atol=1e-12 * abs(state.stress).max())


def test_elements_without_reference_forces_are_told(monkeypatch):
    element, data = start("QUAD9", None, False)
    monkeypatch.setattr(type(element), "reference_force", lambda *_: None)
    n = element.size
    parts = [Part(element, data, np.arange(n)[None], BEHAVIOURS["ELAS"])]
    structure = FiniteElements(n, parts, Elimination(Relations.stacked(n, [])), dynamic=False)
    with pytest.raises(NoReference, match="cells like number 1"):
        structure.reference_forces({"stress": 1.0})
