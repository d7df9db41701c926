"""Plates that are followed from step to step."""

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import in_plane_stress
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.large_strain import Green, Updated
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_followed import followed_plate
from pyaster_lite.fe.structure import FiniteElements, Part
from pyaster_lite.materials._law import isotropic
from tests.fe.test_plate import POISSON, YOUNG, heated, one, turned_frame

METAL = {"elasticity": isotropic(YOUNG, POISSON), "yield_stress": 2.0e8, "traction_slope": 2.0e10}
KINDS = [(word, cell) for word in ("DKT", "DKTG", "Q4GG") for cell in ("TRIA3", "QUAD4")]


def start(word, cell, kind, **more):
    element, data = one(word, cell, turned_frame(), **more)
    data.characteristics["layers"] = np.array([2.0])
    data.materials[0].update(METAL)
    return followed_plate(element, kind, kind is not None), data.between(0.0, 1.0)


def differences(element, data, law, u, state, step):
    found = np.zeros((element.size, element.size))
    for i in range(element.size):
        ways = [element.respond(data, law, u + sign * step * np.eye(element.size)[i], state, False)[0][0] for sign in (1, -1)]
        found[:, i] = (ways[0] - ways[1]) / (2 * step)
    return found


@pytest.mark.parametrize("cell", ("TRIA3", "QUAD4"))
def test_the_tangent_of_plastic_layers_follows_from_their_forces(cell):
    element, data = start("DKT", cell, None, offset=0.01)
    law = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
    u = np.random.default_rng(3).standard_normal((1, element.size)) * 8e-4
    u[:, 5::6] = 0.0
    _, tangent, state = element.respond(data, law, u, element.start(data, law))
    assert (state.internal[..., 0] > 0).any() and (state.internal[..., 0] == 0).any(), "some layers are plastic"
    found = differences(element, data, law, u, element.start(data, law), 1e-8)
    off = tangent[0] - found
    data.characteristics["drilling"] = np.array([0.0])
    loose = element.respond(data, law, u, element.start(data, law))[1][0]
    np.testing.assert_allclose(loose, found, atol=1e-5 * abs(found).max())
    assert np.linalg.matrix_rank(off, tol=1e-6 * abs(found).max()) <= element.nodes, "only turns about the normal are held beside"


@pytest.mark.parametrize("word,cell", KINDS)
def test_small_moves_respond_as_the_stiffness_less_what_holds_turns_about_the_normal(word, cell):
    element, data = start(word, cell, Green)
    data.characteristics["drilling"] = np.array([0.0])
    u = np.random.default_rng(4).standard_normal((1, element.size)) * 1e-9
    force, tangent, _ = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    stiffness = MODELISATIONS[word].elements[cell].stiffness(data)
    np.testing.assert_allclose(tangent, stiffness, atol=1e-7 * abs(stiffness).max())
    np.testing.assert_allclose(force[0], stiffness[0] @ u[0], atol=1e-6 * abs(force).max())


def turned_in(word, cell, steps):
    """The element, its data and state after a turn of 1.2 rad about a slanted axis, and the largest force that is left."""
    element, data = start(word, cell, Green)
    law, axis = BEHAVIOURS["ELAS"], np.array([0.3, -0.5, 0.8]) / np.linalg.norm([0.3, -0.5, 0.8])
    cross, state = np.cross(axis, np.eye(3)).T, element.start(data, law)
    x = data.coordinates[0] - data.coordinates[0, 0]
    for angle in np.linspace(0.0, 1.2, steps + 1)[1:]:
        turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
        u = np.concatenate([x @ turn.T - x, np.tile(angle * axis, (element.nodes, 1))], axis=1).reshape(1, -1)
        force, _, state = element.respond(data, law, u, state)
    return element, data, state, abs(force).max()


@pytest.mark.parametrize("word,cell", KINDS)
def test_a_turn_makes_the_less_force_the_smaller_its_steps(word, cell):
    *_, coarse = turned_in(word, cell, 20)
    element, data, state, fine = turned_in(word, cell, 80)
    assert fine < coarse / 3.5
    shown, names = element.shown(data, state.stress)
    np.testing.assert_allclose(element.kept(data, shown), state.stress, atol=1e-9 * abs(state.stress).max())
    assert names[0] in ("SIXX", "NXX")


def test_forces_are_those_of_the_stresses_where_the_plate_stands():
    element, data = start("DKT", "QUAD4", Updated)
    u = np.random.default_rng(6).standard_normal((1, element.size)) * 1e-3
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(element.state_forces(data, state), force, atol=1e-9 * abs(force).max())


def test_what_there_is_not():
    plate = MODELISATIONS["DKT"].elements["TRIA3"]
    assert followed_plate(plate, None, True) is plate
    assert followed_plate(plate, Logarithmic, True) is None
    assert followed_plate(MODELISATIONS["DST"].elements["QUAD4"], Green, True) is None


@pytest.mark.parametrize("cell", ("TRIA3", "QUAD4"))
def test_every_layer_follows_its_own_temperature(cell):
    element, data = start("DKT", cell, None)
    strain = heated(data, len(element.rule()), 2)
    data.materials[0]["yield_stress"] = 1e12
    law, u = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"]), np.zeros((1, element.size))
    force, _, state = element.respond(data, law, u, element.start(data, law))
    np.testing.assert_allclose(state.stress[0, :, 0], np.tile(-YOUNG / (1 - POISSON) * strain, len(element.rule())), rtol=1e-9)
    np.testing.assert_allclose(force, -element.anelastic_force(data), atol=1e-9 * abs(force).max())


def test_plates_followed_in_small_strains_do_not_move_their_cells():
    element, _ = start("DKT", "QUAD4", None)
    assert element.straight and not start("DKT", "QUAD4", Green)[0].straight


@pytest.mark.parametrize("kind", [Green, Updated, None])
def test_corrections_of_plates_are_added_to_their_unknowns(kind):
    element, data = start("DKT", "TRIA3", kind)
    n = element.size
    parts = [Part(element, data, np.arange(n)[None], BEHAVIOURS["ELAS"])]
    structure = FiniteElements(n, parts, Elimination(Relations.stacked(n, [])), dynamic=False)
    u, correction = np.random.default_rng(4).normal(size=(2, n))
    np.testing.assert_array_equal(structure.turned(u, np.zeros_like(u), correction), correction)


class Stiff:
    """A law of sections whose forces are their strains."""

    linear, symmetric, internal_size, internal_names = False, True, 1, ("V1",)

    def resist(self, strain, state, data, section, user):
        return strain, state.internal, np.broadcast_to(np.eye(6), (*strain.shape, 6))


@pytest.mark.parametrize("cell", ("TRIA3", "QUAD4"))
def test_a_section_aside_sees_twice_the_curvature_of_the_last_instant(cell):
    element, data = start("DKTG", cell, None, offset=0.25)
    u, law = np.random.default_rng(6).standard_normal((1, element.size)), Stiff()
    _, _, first = element.respond(data, law, u, element.start(data, law))
    membrane, curvature = first.strain[..., :3], first.strain[..., 3:]
    forces = lambda state: Plate.kept(element, data, state.stress)  # noqa: E731
    np.testing.assert_allclose(forces(first)[..., :3], membrane, atol=1e-9)
    np.testing.assert_allclose(forces(first)[..., 3:6], curvature + 0.25 * membrane, atol=1e-9)
    again = element.respond(data, law, u, first)[2]
    np.testing.assert_allclose(forces(again)[..., :3], membrane + 2 * 0.25 * curvature, atol=1e-9)


class Counting(Stiff):
    """A law whose variable grows by one for each area, and that tells what its section's strain was."""

    by_area = (0,)

    def resist(self, strain, state, data, section, user):
        self.was = state.strain
        return strain, state.internal + 1.0, np.broadcast_to(np.eye(6), (*strain.shape, 6))


def test_what_is_spent_by_area_is_counted_for_that_of_points():
    element, data = start("DKTG", "QUAD4", None)
    u, law = np.random.default_rng(6).standard_normal((1, element.size)), Counting()
    _, _, state = element.respond(data, law, u, element.start(data, law))
    once = state.internal.copy()
    np.testing.assert_allclose(element.respond(data, law, u, state)[2].internal, 2 * once)
    np.testing.assert_allclose(once[..., 0], element.rule().weights * element.shape(data).determinant)


def test_a_section_is_told_the_strains_that_stress_causes_at_both_ends(monkeypatch):
    element, data = start("DKTG", "TRIA3", None)
    free = np.array([0.1, 0.2, 0.0, 0.3, 0.4, 0.0])
    monkeypatch.setattr(element, "free_strains", lambda data, before=False: (1.0 if before else 3.0) * free, raising=False)
    u, law = np.random.default_rng(6).standard_normal((1, element.size)), Counting()
    _, _, state = element.respond(data, law, u, element.start(data, law))
    forces = element.respond(data, law, u, state)[2].stress[..., :6]
    np.testing.assert_allclose(law.was, state.strain - free)
    np.testing.assert_allclose(
        Plate.kept(element, data, np.pad(forces, ((0, 0), (0, 0), (0, 2))))[..., :6], state.strain - 3.0 * free, atol=1e-9
    )
