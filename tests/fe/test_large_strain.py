"""Solids with large displacements: tangents, rigid rotations, known stresses."""

import numpy as np
import pytest

from pyaster_lite.behaviours._regularised import Regularised
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.large_strain import Green, Large, Updated, followed, full, mandel
from pyaster_lite.fe.logarithmic_strain import Logarithmic, second_difference
from pyaster_lite.fe.multiplicative import Multiplicative
from pyaster_lite.fe.tensors import isotropic_stiffness, mandel_factors, unit
from tests.behaviours.steel import E
from tests.modelisations.test_contract import STEEL, motion, placed

KINDS = [Green, Logarithmic]
PLASTIC = STEEL | {"young": E, "poisson": 0.3, "yield_stress": 2e8, "traction_slope": 2e10}
PLACES = [("D_PLAN", "QUAD4"), ("AXIS", "TRIA6"), ("3D", "HEXA8")]


def turn(angle, dim):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def wild(element, data, size=0.02, seed=3):
    """Random displacements."""
    return size * np.random.default_rng(seed).standard_normal((len(data), element.size))


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("word,cell", PLACES)
def test_the_tangent_is_the_derivative_of_the_forces(kind, word, cell, monkeypatch):
    monkeypatch.setattr(Large, "hooped", True)
    solid, data = placed(word, cell, 1)
    element, law = followed(solid, kind), BEHAVIOURS["ELAS"]
    rest = element.start(data, law)
    _, _, state = element.respond(data, law, wild(element, data, seed=1), rest)
    u = wild(element, data)
    _, tangent, _ = element.respond(data, law, u, state)
    for j in range(element.size):
        step = np.zeros((1, element.size))
        step[0, j] = 1e-7
        ahead, behind = (element.respond(data, law, u + s * step, state, False)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0] / 2e-7, tangent[0, :, j], atol=1e-6 * abs(tangent).max())


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("predicting", [False, True])
def test_tangents_leave_out_what_the_hoop_stress_makes_as_it_is(kind, predicting, monkeypatch):
    """S33 N N / r^2 with S33 = J s33 / F33^2, of both kinds of strain."""
    solid, data = placed("AXIS", "TRIA6", 1)
    element, law = followed(solid, kind), BEHAVIOURS["ELAS"]
    u = wild(element, data)
    state = element.respond(data, law, u, element.start(data, law))[2]
    step = data.between(0.0, 1.0, predicting)
    less = element.respond(step, law, u, state)[1]
    monkeypatch.setattr(Large, "hooped", True)
    g, volume = element.gradient_matrix(data)
    f = np.eye(3) + element._square(np.einsum("eghd,ed->egh", g, u))
    hoop = state.stress[..., 2] * np.linalg.det(f) / f[..., 2, 2] ** 2
    left = np.einsum("egi,egj,eg->eij", g[:, :, -1], g[:, :, -1], hoop * volume)
    whole = element.respond(step, law, u, state)[1]
    np.testing.assert_allclose(whole - less, left, atol=1e-12 * abs(whole).max())
    assert abs(left).max() > 1e-5 * abs(whole).max()


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("word,cell", [("D_PLAN", "QUAD8"), ("C_PLAN", "TRIA3"), ("3D", "TETRA10")])
def test_a_rotation_makes_no_stress_and_turns_that_of_a_stretch(kind, word, cell):
    solid, data = placed(word, cell)
    data.materials = [PLASTIC]
    element, law = followed(solid, kind), BEHAVIOURS["ELAS"]
    rest, rotation = element.start(data, law), turn(1.0, solid.dim)
    force, _, state = element.respond(data, law, motion(element, data.coordinates, rotation - np.eye(3)), rest)
    assert abs(state.stress).max() < 1e-9 * E and abs(force).max() < 1e-9 * E
    stretch = np.diag([1.02, 0.97, 1.0])
    first = element.respond(data, law, motion(element, data.coordinates, stretch - np.eye(3)), rest)[2].stress
    second = element.respond(data, law, motion(element, data.coordinates, rotation @ stretch - np.eye(3)), rest)[2].stress
    turned = mandel(rotation @ full(first) @ rotation.T, first.shape[-1])
    np.testing.assert_allclose(second, turned, atol=1e-9 * abs(first).max())


@pytest.mark.parametrize("kind", [*KINDS, Updated], ids=lambda k: k.__name__)
def test_small_strains_give_what_the_solid_gives(kind):
    solid, data = placed("AXIS", "QUAD8")
    element, law = followed(solid, kind), BEHAVIOURS["ELAS"]
    u = wild(element, data, 1e-9)
    force, tangent, state = element.respond(data, law, u, element.start(data, law))
    expected, matrix, known = solid.respond(data, law, u, solid.start(data, law))
    np.testing.assert_allclose(force, expected, atol=1e-6 * abs(expected).max())
    np.testing.assert_allclose(tangent, matrix, atol=1e-6 * abs(matrix).max())
    np.testing.assert_allclose(state.stress, known.stress, atol=1e-6 * abs(known.stress).max())
    held = element.state_forces(data, state)
    np.testing.assert_allclose(held, expected, atol=1e-6 * abs(expected).max())


@pytest.mark.parametrize("n", [4, 6])
def test_a_matrix_has_the_components_of_its_tensor(n):
    tensor = np.arange(1.0, 1.0 + 2 * n).reshape(2, 1, n)
    matrix = full(tensor)
    np.testing.assert_array_equal(matrix, matrix.swapaxes(-1, -2))
    assert matrix[0, 0, 0, 1] == tensor[0, 0, 3] / np.sqrt(2.0)
    assert matrix[1, 0, 1, 2] == (tensor[1, 0, 5] / np.sqrt(2.0) if n == 6 else 0.0)
    np.testing.assert_allclose(mandel(matrix, n), tensor, rtol=1e-15)


def test_constants_of_tensors_are_nobodys_to_change():
    for constant in (unit(6), mandel_factors(), mandel_factors(["XX", "XY"])):
        with pytest.raises(ValueError, match="read-only"):
            constant *= 2.0
    assert isotropic_stiffness(2.0, 9.0, 4)[0].tolist() == pytest.approx([2 * 2 / 3 + 3, 3 - 2 / 3, 3 - 2 / 3, 0.0])


def test_a_stretch_in_green_s_strain():
    """S = E (l^2 - 1) / 2 with no Poisson ratio; Cauchy's stress is l S along a bar that keeps its section."""
    solid, data = placed("3D", "HEXA8")
    data.materials = [{"elasticity": np.eye(6) * E}]
    element, law = followed(solid, Green), BEHAVIOURS["ELAS"]
    u = motion(element, data.coordinates, np.diag([0.1, 0.0, 0.0]))
    state = element.respond(data, law, u, element.start(data, law))[2]
    np.testing.assert_allclose(state.stress[..., 0], 1.1 * E * (1.21 - 1) / 2, rtol=1e-9)
    held = element.state_forces(data, state)
    np.testing.assert_allclose(held, element.respond(data, law, u, element.start(data, law))[0], atol=1e-9 * abs(held).max())


def test_a_state_goes_on_as_if_it_had_never_stopped():
    solid, data = placed("3D", "TETRA10", 1)
    element, law = followed(solid, Green), BEHAVIOURS["VMIS_ISOT_LINE"]
    data.materials = [STEEL | {"young": E, "poisson": 0.3, "yield_stress": 2e8, "traction_slope": 2e10}]
    u = wild(element, data, 0.01)
    state = element.start(data, law)
    for share in (0.3, 0.6, 1.0):
        force, _, state = element.respond(data, law, share * u, state)
    assert isinstance(element, Large) and state.internal[..., 0].max() > 0.0
    again = element.respond(data, law, u, state)[0]
    np.testing.assert_allclose(again, force, atol=1e-9 * abs(force).max())


@pytest.mark.parametrize("kind", [Green, Logarithmic, Multiplicative], ids=lambda k: k.__name__)
@pytest.mark.parametrize("word,cell", PLACES)
def test_the_tangent_of_plastic_solids(kind, word, cell, monkeypatch):
    """Consistent with the forces; that of rates is that of a step that vanishes."""
    monkeypatch.setattr(Large, "hooped", True)
    solid, data = placed(word, cell, 1)
    data.materials = [PLASTIC]
    element, law = followed(solid, kind), BEHAVIOURS["VMIS_ISOT_LINE"]
    first, u = wild(element, data, 0.01, seed=1), wild(element, data, 0.02)
    _, _, state = element.respond(data, law, first, element.start(data, law))
    _, tangent, new = element.respond(data, law, u, state)
    assert new.internal[..., 1].max() == 1.0
    for j in range(element.size):
        step = np.zeros((1, element.size))
        step[0, j] = 1e-8
        ahead, behind = (element.respond(data, law, u + s * step, state, False)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0] / 2e-8, tangent[0, :, j], atol=1e-5 * abs(tangent).max())
    held = element.state_forces(data, new)
    np.testing.assert_allclose(held, element.respond(data, law, u, state)[0], atol=1e-9 * abs(held).max())


def test_simo_and_miehe_in_simple_traction():
    """The elastic part is isochoric but for J; small stretches give Hooke's stress."""
    solid, data = placed("3D", "HEXA8")
    data.materials = [PLASTIC | {"yield_stress": 1e12}]
    element, law = followed(solid, Multiplicative), BEHAVIOURS["VMIS_ISOT_LINE"]
    u = motion(element, data.coordinates, np.diag([1e-6, -0.3e-6, -0.3e-6]))
    state = element.respond(data, law, u, element.start(data, law))[2]
    np.testing.assert_allclose(state.stress[..., 0], 1e-6 * E, rtol=1e-5)
    np.testing.assert_allclose(state.stress[..., 1:], 0.0, atol=1e-11 * E)
    rotation = turn(0.7, 3)
    turned = element.respond(data, law, motion(element, data.coordinates, rotation - np.eye(3)), element.start(data, law))[2]
    assert abs(turned.stress).max() < 1e-9 * E


def test_simo_and_miehe_foresee_with_the_stress_that_the_last_step_left():
    """Whatever strain the law has kept, rates of d(t F^-T) have -t dF^T with it; a step that moves asks the law alone."""
    solid, data = placed("3D", "HEXA8", 1)
    data.materials = [PLASTIC]
    element, law = followed(solid, Multiplicative), BEHAVIOURS["VMIS_ISOT_LINE"]
    rest, left = element.start(data, law), element.start(data, law)
    left.stress[..., 0] = 1e-2 * E
    still, pull = np.zeros((1, element.size)), motion(element, data.coordinates, np.diag([1.0, 0.0, 0.0]))[0]
    foreseen, moving = ([element.respond(at, law, still, s)[1][0] for s in (rest, left)] for at in (data.between(0.0, 1.0, True), data))
    np.testing.assert_array_equal(*moving)
    volume = solid.strain_matrix(data)[1].sum()
    assert pull @ (foreseen[1] - foreseen[0]) @ pull == pytest.approx(-1e-2 * E * volume)


def test_a_logarithmic_stretch():
    """T = E ln(l) with no Poisson ratio, along a bar that keeps its section."""
    solid, data = placed("3D", "HEXA8")
    data.materials = [{"elasticity": np.eye(6) * E}]
    element, law = followed(solid, Logarithmic), BEHAVIOURS["ELAS"]
    u = motion(element, data.coordinates, np.diag([0.5, 0.0, 0.0]))
    state = element.respond(data, law, u, element.start(data, law))[2]
    np.testing.assert_allclose(state.internal[..., -6], E * np.log(1.5), rtol=1e-12)
    np.testing.assert_allclose(state.stress[..., 0], E * np.log(1.5) / 1.5, rtol=1e-12)


def test_divided_differences_of_close_values():
    """The series that replaces the quotient of small differences joins it."""
    rng = np.random.default_rng(5)
    spread = rng.standard_normal((200, 3))
    near, far = (second_difference(1.3 + width * spread / abs(spread).max(axis=1, keepdims=True)) for width in (0.9e-3, 1.1e-3))
    np.testing.assert_allclose(near, far, rtol=2e-3)
    exact = second_difference(np.array([[1.0, 2.0, 4.0]]))[0, 0, 1, 2]
    assert exact == pytest.approx(((0.5 * np.log(2)) - (0.5 * np.log(2) / 2)) / (1.0 - 4.0), rel=1e-12)


@pytest.mark.parametrize("kind", [Green, Updated])
@pytest.mark.parametrize("word,cell", PLACES)
def test_steered_strains_go_along_the_start_as_those_of_small_strain_do_where_it_is_small(word, cell, kind):
    solid, data = placed(word, cell, 1)
    u, change, steered = (wild(solid, data, size, seed) for seed, size in ((1, 1e-7), (2, 1e-3), (3, 1e-3)))
    wanted = solid.strain_reaches(data, None, None, u, change, steered, 0.0, ())
    found = followed(solid, kind).strain_reaches(data, None, None, u, change, steered, 0.0, ())
    np.testing.assert_allclose(found, wanted, atol=1e-5 * abs(wanted).max())


@pytest.mark.parametrize("kind", [Green, Updated])
def test_steered_strains_are_those_of_the_moved_cells(kind):
    # one point: F E F^T of a stretch by 1.5 along x, over which a further extension counts
    solid, data = placed("D_PLAN", "TRIA3", 1)
    places = data.coordinates[..., :2]
    u, steered = ((places * np.array([share, 0.0])).reshape(1, -1) for share in (0.5, 0.3))
    lines = followed(solid, kind).strain_reaches(data, None, None, u, 0 * u, steered, 0.0, ())
    np.testing.assert_allclose(lines[0, 0], [0.0, 0.3 / 1.5], atol=1e-12)


@pytest.mark.parametrize(
    "kind,law", [(Green, "ELAS"), (Updated, "ELAS"), (Logarithmic, "VMIS_ISOT_LINE"), (Multiplicative, "VMIS_ISOT_LINE")]
)
@pytest.mark.parametrize("word,cell", PLACES)
def test_where_nothing_flows_the_elastic_stiffness_is_the_tangent_of_the_moved_cells(kind, law, word, cell):
    solid, data = placed(word, cell, 1)
    data.materials = [PLASTIC | {"yield_stress": 1e12}]
    element, law = followed(solid, kind), BEHAVIOURS[law]
    _, _, state = element.respond(data, law, wild(element, data, seed=1), element.start(data, law))
    u = wild(element, data)
    tangent = element.respond(data, law, u, state)[1]
    np.testing.assert_allclose(element.elastic_stiffness(data, law, u, state), tangent, rtol=1e-9, atol=1e-9 * abs(tangent).max())
    rates = element.respond(data.between(0.0, 1.0, True), law, state.displacement, state)[1]
    found = element.elastic_stiffness(data, law, state.displacement, state)
    np.testing.assert_allclose(found, rates, rtol=1e-9, atol=1e-9 * abs(rates).max())
    # elastic predictions have the linear one of the mesh, though
    np.testing.assert_array_equal(element.resting_stiffness(data, law, u, state), solid.stiffness(data))


def test_elastic_predictions_beside_a_viscous_stress_keep_the_moved_cells():
    solid, data = placed("3D", "HEXA8", 1)
    data.materials = [PLASTIC | {"yield_stress": 1e12, "regularised_stiffness": 1e9, "regularised_time": 2.0}]
    element, law, data = followed(solid, Logarithmic), Regularised(BEHAVIOURS["VMIS_ISOT_LINE"], True), data.between(0.0, 1.0)
    _, _, state = element.respond(data, law, wild(element, data, seed=1), element.start(data, law))
    u = wild(element, data)
    found = element.resting_stiffness(data, law, u, state)
    np.testing.assert_array_equal(found, element.elastic_stiffness(data, law, u, state))
    assert abs(found - solid.stiffness(data)).max() > 1e-3 * abs(found).max()


@pytest.mark.parametrize("kind", [Logarithmic, Multiplicative, Green])
def test_the_elastic_stiffness_of_a_flowing_solid_is_that_of_small_strain_where_strains_are_small(kind):
    solid, data = placed("3D", "HEXA8", 1)
    data.materials = [PLASTIC | {"yield_stress": 1.0}]
    element, law = followed(solid, kind), BEHAVIOURS["VMIS_ISOT_LINE"]
    u = wild(element, data, 1e-9)
    rest = element.start(data, law)
    found, linear = element.elastic_stiffness(data, law, u, rest), solid.stiffness(data)
    np.testing.assert_allclose(found, linear, atol=1e-6 * abs(linear).max())
    assert abs(element.respond(data, law, u, rest)[1] - linear).max() > 0.1 * abs(linear).max()


def test_laws_that_unload_at_rest_keep_the_linear_stiffness():
    solid, data = placed("3D", "HEXA8", 1)
    element, law = followed(solid, Logarithmic), BEHAVIOURS["ROUSS_PR"]
    u = wild(element, data)
    np.testing.assert_array_equal(element.elastic_stiffness(data, law, u, None), element.stiffness(data))


class _Seeing:
    """A law that tells the strains that it is asked with."""

    internal_size = 0

    def integrate(self, strain, state, data, continuum):
        self.seen = state.strain[0, 0, 0], strain[0, 0, 0]
        return np.zeros_like(strain), state.internal, np.zeros((*strain.shape, strain.shape[-1]))


def test_both_strains_of_a_step_are_over_the_configuration_at_its_end():
    solid, data = placed("3D", "HEXA8")
    element, law = followed(solid, Updated), _Seeing()
    first, second = (motion(element, data.coordinates, np.diag([stretch, 0.0, 0.0])) for stretch in (0.1, 0.25))
    state = element.respond(data, law, first, element.start(data, law))[2]
    np.testing.assert_allclose(law.seen, (0.0, 0.1 / 1.1), atol=1e-15)
    element.respond(data, law, second, state)
    np.testing.assert_allclose(law.seen, (0.1 / 1.25, 0.25 / 1.25))
