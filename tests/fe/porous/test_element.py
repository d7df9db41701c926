"""Cells of porous media: what they hold, what they balance, how they change."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.behaviours.porous._medium import Medium
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.porous.element import Porous, vertices_cell
from pyaster_lite.fe.porous.layout import Layout
from tests.behaviours.steel import STEEL
from tests.fe.porous.medium import CLAY, RULES, cells, medium, moved


@pytest.mark.parametrize("selective", [False, True])
@pytest.mark.parametrize("cell", RULES)
def test_uniform_pressures_of_cells_that_do_not_move_flow_by_gravity_alone(cell, selective):
    element, data = cells(cell, "LIQU_SATU", selective=selective)
    law, u = medium("LIQU_SATU"), np.zeros((2, element.size))
    u[:, element.places.scalar["p1"]] = 2e4
    state = element.start(data, law)
    force, _, new = element.respond(data.between(0.0, 10.0), law, u, state, False)
    stress, names = element.shown(data, new.stress)
    rho = CLAY["liquid.rho"] * np.exp(2e4 * CLAY["liquid.un_sur_k"])
    np.testing.assert_allclose(stress[..., names.index("FH11X")], 0.0, atol=1e-20)
    np.testing.assert_allclose(stress[..., names.index("FH11Y")], rho**2 * 1e-12 * -9.81, rtol=1e-12)
    np.testing.assert_allclose(stress[..., names.index("SIPXX")], -0.9 * 2e4)
    # what the masses put against the pressures sums up to what has come into the pores, the flows to nothing
    mass = (stress[..., names.index("M11")] * element.geometry(data)[3] * element._stores).sum(axis=1)
    np.testing.assert_allclose(force[:, element.places.scalar["p1"]].sum(axis=1), -mass, rtol=1e-9)


@pytest.mark.parametrize("fluid,thermal", [("LIQU_SATU", False), ("LIQU_SATU", True), ("LIQU_GAZ", False), ("LIQU_VAPE_GAZ", False)])
@pytest.mark.parametrize("selective", [False, True])
def test_the_tangent_is_the_derivative_of_the_forces_from_rest(fluid, thermal, selective):
    """At rest code_aster's slopes are those of the laws; but for what a change of saturation does they stay so nearby."""
    element, data = cells("QUAD8", fluid, thermal=thermal, selective=selective)
    law, data = medium(fluid), data.between(0.0, 1e3)
    rest = element.start(data, law)
    u, direction = np.zeros((2, element.size)), moved(element, data, 1e-3)
    _, tangent, _ = element.respond(data, law, u, rest)
    up, down = (element.respond(data, law, sign * direction, rest, False)[0] for sign in (1, -1))
    expected = np.einsum("eij,ej->ei", tangent, direction)
    np.testing.assert_allclose(0.5 * (up - down), expected, atol=2e-6 * abs(expected).max(axis=1).min())


def test_a_step_starts_from_the_flows_of_its_start_and_the_stresses_before_it():
    """From rest the weight of the liquid drives it at once: the first iterate of a column at rest is its hydrostatic pressure."""
    element, data = cells("QUAD8", "LIQU_SATU")
    law, data = medium("LIQU_SATU"), data.between(0.0, 50.0)
    rest, still = element.start(data, law), np.zeros((2, element.size))
    rest.stress[..., element.layout.stress["skeleton"]] = 3e4
    foreseen, tangent, _ = element.respond(replace(data, step=replace(data.step, predicting=True)), law, still, rest)
    after, exact, _ = element.respond(data, law, still, rest)
    np.testing.assert_allclose(foreseen, after, atol=1e-12 * abs(after).max())
    np.testing.assert_allclose(tangent, exact, atol=1e-12 * abs(exact).max())
    assert law.restarts and abs(foreseen[:, element.places.scalar["p1"]]).max() > 0.0


def test_a_step_of_a_medium_that_does_not_answer_anew_starts_without_flows():
    element, data = cells("QUAD8", "LIQU_GAZ", selective=True)
    law, data = medium("LIQU_GAZ"), data.between(0.0, 50.0)
    _, _, state = element.respond(data, law, moved(element, data), element.start(data, law), False)
    force = element.holding_forces(data, law, state)
    assert not force[:, element.places.scalar["p1"]].any() and force[:, element.places.displacement].any()
    assert not Medium(BEHAVIOURS["HUJEUX"], law.fluid, law.retention).restarts


def test_flows_are_weighted_between_the_ends_of_the_step():
    element, data = cells("QUAD8", "LIQU_SATU")
    data, u = data.between(0.0, 100.0), moved(*cells("QUAD8", "LIQU_SATU"))
    at = element.places.scalar["p1"]
    laws = [medium("LIQU_SATU", theta=theta) for theta in (0.0, 0.5, 1.0)]
    first, half, last = (element.respond(data, law, u, element.start(data, law), False)[0][:, at] for law in laws)
    np.testing.assert_allclose(half, 0.5 * (first + last), atol=1e-12 * abs(last).max())


@pytest.mark.parametrize("cell", RULES)
def test_fields_of_selective_cells_keep_what_is_linear(cell):
    element, data = cells(cell, "LIQU_SATU", selective=True)
    coordinates = element.points(data.coordinates)
    values = np.stack([coordinates[..., 0], coordinates[..., 1]], axis=-1)
    for names in (("SIXX", "M11"), ("SIXX", "SIYY"), ("V1", "V2")):
        np.testing.assert_allclose(element.values_at_nodes(values, names), data.coordinates[..., :2], atol=1e-12)


def test_points_on_the_axis_of_revolution_stretch_around_it_as_along_the_radius():
    element, data = cells("QUAD8", "LIQU_SATU", selective=True, space="revolution")
    data.coordinates[:, :, 0] -= data.coordinates[:, :, 0].min(axis=1, keepdims=True)
    data.coordinates[:, [0, 3, 7], 0] = 0.0
    u = np.zeros((2, element.size))
    u[:, element.places.displacement[:, 0]] = 1e-3 * data.coordinates[:, :, 0]
    strain = element.strains_of(data, u)[..., element.layout.strain["strain"]]
    np.testing.assert_allclose(strain[..., [0, 2]], 1e-3, rtol=1e-9)
    assert (element.geometry(data)[3] > 0.0).all()


def test_shears_are_told_larger_by_the_root_of_2():
    element, data = cells("QUAD8", "LIQU_SATU")
    u = np.zeros((2, element.size))
    u[:, element.places.displacement[:, 0]] = 1e-3 * data.coordinates[:, :, 1]
    told = dict(zip(element.continuum.strains, np.moveaxis(element.strains(data, u) / element.strain_factors, -1, 0)))
    np.testing.assert_allclose(told["XY"], np.sqrt(2.0) * 0.5e-3, rtol=1e-9)


@pytest.mark.parametrize("cell", RULES)
def test_both_rules_of_selective_cells_sum_fields_up(cell):
    selective, data = cells(cell, "LIQU_SATU", selective=True)
    plain, _ = cells(cell, "LIQU_SATU")
    np.testing.assert_allclose(plain.summed_weights(data), plain.point_weights(data))
    np.testing.assert_allclose(selective.summed_weights(data).sum(), 2 * selective.point_weights(data).sum(), rtol=1e-10)


def test_the_cell_of_the_vertices():
    assert [vertices_cell(cell) for cell in ("SEG3", "PYRAM13", "HEXA20")] == ["SEG2", "PYRAM5", "HEXA8"]


def test_an_elastic_stiffness_is_that_of_a_skeleton_that_unloads():
    """Of an elastic skeleton it is the tangent; of one that flows it is that of the same skeleton without its flow."""
    element, data = cells("QUAD8", "LIQU_SATU")
    data = replace(data.between(0.0, 1e3), materials=[CLAY | STEEL | {"yield_stress": 1e5}])
    elastic = medium("LIQU_SATU")
    plastic = Medium(BEHAVIOURS["VMIS_ISOT_LINE"], elastic.fluid, elastic.retention)
    u, zero = moved(element, data), np.zeros((2, element.size))
    wanted = element.respond(data.between(0.0, 1e3, True), elastic, zero, element.start(data, elastic))[1]
    _, tangent, state = element.respond(data, plastic, u, element.start(data, plastic))
    assert abs(tangent - wanted).max() > 1e-3 * abs(wanted).max()
    found = element.elastic_stiffness(data, plastic, zero, element.start(data, plastic))
    np.testing.assert_allclose(found, wanted, atol=1e-12 * abs(wanted).max())


@pytest.mark.parametrize("cell", ["QUAD8", "TETRA10"])
@pytest.mark.parametrize("selective", [False, True])
def test_a_second_gradient_is_the_derivative_of_an_energy_of_its_own(cell, selective):
    """What it adds to the forces and to the tangent, beside those of the same medium without it."""
    element, data = cells(cell, "LIQU_SATU", selective=selective)
    held, penalty, cost = 3e7, 2e6, 5e5
    data = replace(data.between(0.0, 10.0), materials=[CLAY | {"dilation_cost": cost, "gradient_penalty": penalty}])
    plain = element.layout
    second = Porous(cell, Layout(plain.continuum, True, plain.phases, False, dilates=True), RULES[cell], selective)
    at, law = second.places, medium("LIQU_SATU")
    u = np.zeros((2, second.size))
    of_plain = np.concatenate([at.displacement.ravel(), at.scalar["p1"]])
    rows = np.concatenate([element.places.displacement.ravel(), element.places.scalar["p1"]])
    u[:, of_plain] = moved(element, data)[:, rows]
    rng = np.random.default_rng(4)
    u[:, at.scalar["swelling"]], u[:, at.scalar["hold"]] = rng.standard_normal((2, 2, len(at.scalar["hold"]))) * [[[1e-5]], [[held]]]
    force, tangent, state = second.respond(data, law, u, second.start(data, law))
    bare, stiff, _ = element.respond(data, law, u[:, of_plain][:, np.argsort(rows)], element.start(data, law))
    volume = second.geometry(data)[3] * second._carries

    def energy(u):
        strain = second.strains_of(data, u)
        v, g, p = (strain[..., second.layout.strain[name].start] for name in ("volume", "swelling", "hold"))
        gradient = strain[..., second.layout.strain["grad swelling"]]
        density = p * (v - g) + 0.5 * penalty * (v - g) ** 2 + 0.5 * (1 + second.dim) * cost * (gradient**2).sum(-1)
        return (density * volume).sum(axis=1)

    direction = u * rng.standard_normal(u.shape)
    slope = (energy(u + 1e-4 * direction) - energy(u - 1e-4 * direction)) / 2e-4
    added = (force * direction).sum(axis=1) - (bare * direction[:, of_plain][:, np.argsort(rows)]).sum(axis=1)
    np.testing.assert_allclose(added, slope, rtol=1e-6)
    own = tangent.copy()
    own[np.ix_(range(2), of_plain[np.argsort(rows)], of_plain[np.argsort(rows)])] -= stiff
    curvature = (energy(u + 1e-2 * direction) - 2 * energy(u) + energy(u - 1e-2 * direction)) / 1e-4
    np.testing.assert_allclose(np.einsum("ei,eij,ej->e", direction, own, direction), curvature, rtol=1e-5)
    names = second.layout.names
    assert names[-3 - second.dim :] == ("PRES_M", "PRES", *(f"SIG{i}" for i in range(1, second.dim + 1)), "DEPV")
    assert len(names) == state.stress.shape[-1]


@pytest.mark.parametrize("selective", [False, True])
@pytest.mark.parametrize("cell,space", [("TRIA6", "plane"), ("QUAD8", "revolution"), ("TETRA10", "space")])
def test_forces_by_volume_push_the_skeleton_as_a_whole(cell, space, selective):
    element, data = cells(cell, "LIQU_SATU", selective=selective, space=space)
    volume, dim = element.point_weights(data).sum(axis=1), element.dim
    push = np.array([3.0, -2.0, 5.0])
    force = element.body_force(data, push)
    for axis in range(dim):
        np.testing.assert_allclose(force[:, element.places.displacement[:, axis]].sum(axis=1), push[axis] * volume, rtol=1e-12)
    assert not force[:, element.places.scalar["p1"]].any()
    weight = element.weight(data, np.array([0.0, -9.81, 0.0]))
    np.testing.assert_allclose(weight[:, element.places.displacement[:, 1]].sum(axis=1), -9.81 * CLAY["skeleton.rho"] * volume, rtol=1e-12)


def test_nothing_is_weighed_where_nothing_moves():
    element, data = cells("QUAD8", "LIQU_GAZ", mechanical=False, selective=True)
    assert not hasattr(element, "body_force") and element.weight(data, np.ones(3)) is None


@pytest.mark.parametrize("word", ["3D_HM", "3D_HMS", "3D_HM_SI", "3D_HMD", "D_PLAN_THM", "AXIS_HMS"])
def test_the_mass_is_that_of_the_displacements_by_the_density_of_the_elasticity(word):
    space = word.split("_H")[0].split("_T")[0]
    cell = "HEXA20" if space == "3D" else "QUAD8"
    element, solid = (MODELISATIONS[name].elements[cell] for name in (word, space))
    nodes = np.zeros((1, len(reference_cell(cell).nodes), 3))
    nodes[0, :, : solid.dim] = reference_cell(cell).nodes + 2.0
    data = ElementData(np.array([0]), nodes, [{"density": 3.0}], np.array([0]), {})
    mass, moving = element.mass(data)[0], element.places.displacement
    still = np.setdiff1d(np.arange(element.size), moving)
    assert not mass[still].any()
    whole = mass[np.ix_(moving[:, 0], moving[:, 0])].sum()
    assert whole == pytest.approx(3.0 * solid.point_weights(data).sum())
    if word in ("3D_HM", "3D_HM_SI", "D_PLAN_THM"):
        np.testing.assert_allclose(mass[np.ix_(moving.ravel(), moving.ravel())], solid.mass(data)[0], atol=1e-12)
        np.testing.assert_allclose(element.inertia(data), solid.inertia(data), atol=1e-12)
    assert (element.lumped_mass(data) is None) == (space != "3D")


@pytest.mark.parametrize(
    "word,light", [("3D_HMS_DIL", True), ("D_PLAN_HMS_DIL", False), ("D_PLAN_HH2MS_DIL", True), ("D_PLAN_THMS_DIL", True)]
)
def test_most_media_that_dilate_have_no_mass(word, light):
    cell = "HEXA20" if word[0] == "3" else "QUAD8"
    nodes = np.zeros((1, len(reference_cell(cell).nodes), 3))
    nodes[0, :, : reference_cell(cell).dim] = reference_cell(cell).nodes
    data = ElementData(np.array([0]), nodes, [{"density": 3.0}], np.array([0]), {})
    assert (MODELISATIONS[word].elements[cell].mass(data) is None) == light
