"""Crystals: their systems, their interactions, how they slip, and the steps that follow it."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.behaviours._runge_kutta import runge_kutta
from pyaster_lite.behaviours.crystals import _interaction, _systems
from pyaster_lite.behaviours.crystals.aggregate import Aggregate, Grain
from pyaster_lite.behaviours.crystals.crystal import DENSE, Crystal, family_of
from pyaster_lite.behaviours.crystals.single import SingleCrystal, _solved
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.materials._law import isotropic
from tests.modelisations.test_contract import placed

YOUNG, POISSON = 145200.0, 0.3
METAL = {
    "elasticity": isotropic(YOUNG, POISSON),
    "young": YOUNG,
    "poisson": POISSON,
    **{"mono_visc1.n": 10.0, "mono_visc1.k": 40.0, "mono_visc1.c": 1000.0, "mono_cine1.d": 36.68},
    **{"mono_visc2.n": 10.0, "mono_visc2.k": 40.0, "mono_visc2.c": 1000.0, "mono_visc2.a": 10.0, "mono_visc2.d": 0.3},
    **{"mono_isot1.r_0": 75.5, "mono_isot1.q": 9.77, "mono_isot1.b": 19.34, "mono_isot1.interaction": np.array([0.5])},
    **{"mono_isot2.r_0": 75.5, "mono_isot2.q1": 9.77, "mono_isot2.b1": 19.34, "mono_isot2.q2": 3.0, "mono_isot2.b2": 5.0},
    **{"mono_isot2.interaction": np.array([0.5]), "mono_dd_cfc.interaction": np.array([0.124, 0.625, 0.137, 0.122, 0.07])},
    **{"mono_cine2.d": 36.68, "mono_cine2.gm": 60.0, "mono_cine2.pm": 3.0, "mono_cine2.c": 1000.0},
    **{"mono_dd_cfc.tau_f": 20.0, "mono_dd_cfc.gamma0": 1e-3, "mono_dd_cfc.a": 0.13, "mono_dd_cfc.b": 0.005, "mono_dd_cfc.n": 10.0},
    **{"mono_dd_cfc.y": 2.5e-7, "mono_dd_cfc.alpha": 0.35, "mono_dd_cfc.beta": 2.54e-7, "mono_dd_cfc.rho_ref": 1e6},
}
RULES = (
    ("OCTAEDRIQUE", "MONO_VISC1", "MONO_ISOT1", "MONO_CINE1"),
    ("CUBIQUE1", "MONO_VISC2", "MONO_ISOT2", "MONO_CINE2"),
    ("OCTAEDRIQUE", "MONO_DD_CFC", None, None),
)
STRAIN = np.array([[[2.4e-3, -8e-4, -6e-4, 4e-4, 2e-4, -6e-4]]])


def law_and_state(rule):
    """A crystal of one rule, and one point at rest."""
    crystal = Crystal([family_of(rule[0], None, *rule[1:])])
    law = SingleCrystal(crystal, 1e-9, 100)
    state = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, law.internal_size)))
    if crystal.dense:
        state.internal[..., 6 : 6 + 3 * crystal.count : 3] = 1e8 * (2.54e-7) ** 2
    return law, state


def data(span=1.0):
    """One cell of the metal."""
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [METAL], np.zeros(1, int), step=Step(0.0, span))


@pytest.mark.parametrize("name", _systems.FAMILIES)
def test_slip_is_along_planes(name):
    """Directions lie in the planes, and all have length one; those of one axis alone do not slip."""
    normals, directions = _systems.family(name)
    assert np.allclose((normals**2).sum(axis=1), 1.0, atol=1e-11) and np.allclose((directions**2).sum(axis=1), 1.0, atol=1e-11)
    assert name == "UNIAXIAL" or np.allclose((normals * directions).sum(axis=1), 0.0, atol=1e-11)


@pytest.mark.parametrize("table", [_interaction.face_centred, _interaction.body_centred, _interaction.cubic24, _interaction.octahedral])
def test_interactions_are_symmetric(table):
    """Every pair of systems has its coefficient, the same both ways."""
    found = table()
    assert (found == found.T).all() and found.min() == 1


def test_interactions_that_do_not_fit_are_refused():
    """Six coefficients are those of twelve systems."""
    with pytest.raises(ValueError, match="no interaction of 24 systems by 6"):
        _interaction.matrix(np.ones(6), 24)


@pytest.mark.parametrize("rule", RULES)
def test_the_tangent_is_the_derivative_of_the_stress(rule):
    """By differences of the stress about a strain that makes systems slip."""
    law, state = law_and_state(rule)
    strain = 0.5 * STRAIN if law.crystal.dense else STRAIN
    tangent = law.integrate(strain, state, data(), Space())[2][0, 0]
    h = 1e-8
    for i in range(6):
        ends = [law.integrate(strain + sign * h * np.eye(6)[i], state, data(), Space())[0][0, 0] for sign in (1, -1)]
        assert np.allclose((ends[0] - ends[1]) / (2 * h), tangent[:, i], rtol=1e-4, atol=1e-5 * YOUNG)


@pytest.mark.parametrize("rule", RULES)
def test_both_rules_meet_in_short_steps(rule):
    """The implicit and the explicit rule follow the same rates, and slip leaves the volume."""
    law, implicit = law_and_state(rule)
    explicit, (_, moved) = law.solved_by("RUNGE_KUTTA").within(1e-5, 100), law_and_state(rule)
    steps = 20
    for number in range(steps):
        strain = STRAIN * (number + 1) / steps
        span = data(1 / steps)
        for one, own in ((law, implicit), (explicit, moved)):
            own.stress, own.internal, _ = one.integrate(strain, own, span, Space())
            own.strain = strain
    assert abs(implicit.internal[..., -2]).max() > 1e-6
    assert np.allclose(implicit.stress, moved.stress, rtol=2e-2, atol=1.0)
    assert abs(implicit.internal[0, 0, :3].sum()) < 1e-15


def test_a_turned_crystal_turns_its_answer():
    """A crystal whose axes are permuted answers to permuted strains with permuted stresses."""
    law, state = law_and_state(RULES[0])
    order = [1, 2, 0, 5, 3, 4]
    plain = law.integrate(STRAIN, state, data(), Space())[0][0, 0]
    turned = data()
    turned.characteristics = {"material_frame": np.array([[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])}
    permuted = np.zeros_like(STRAIN)
    permuted[..., order] = STRAIN
    assert np.allclose(law.integrate(permuted, state, turned, Space())[0][0, 0][order], plain, rtol=1e-9)


def test_a_lattice_turns_by_what_the_cell_spins_less_what_slips_do():
    """The parts of a second step add up to the skew part of dF F^-1 (r5.03.11, section 6)."""
    element, cell = placed("3D", "HEXA8", 1)
    cell = replace(cell, materials=[METAL], owner=np.zeros(1, int), step=Step(0.0, 1.0))
    law = SingleCrystal(Crystal([family_of(*RULES[0][:1], None, *RULES[0][1:])], turning="CALC"), 1e-9, 100)
    first, second = (np.array([[3e-3, 4e-3, 0.0], [-2e-3, -1e-3, 1e-3], [5e-3, 0.0, -1e-3]]) * size for size in (1.0, 1.8))
    moved = [(cell.coordinates @ h.T).reshape(1, -1) for h in (first, second)]
    state = element.start(cell, law)
    for u in moved:
        state = element.respond(cell, law, u, state, False)[2]
    rate = (second - first) @ np.linalg.inv(np.eye(3) + first) @ np.linalg.inv(np.eye(3) + second)
    spin = 0.5 * (rate - rate.T)
    turned = state.internal[0, :, -19:-3]
    assert (abs(turned[:, 9:12]) > 1e-6).any()
    assert np.allclose(turned[:, 9:12] + turned[:, 12:15], [spin[2, 1], spin[0, 2], spin[1, 0]], rtol=1e-9, atol=1e-15)


def test_a_step_is_sought_from_where_the_last_one_ended():
    """A long step of a crystal that flows on as it did: from the elastic stress it would take twice the iterations."""
    law, state = law_and_state(RULES[0])
    stress, internal, _ = law.integrate(STRAIN, state, data(), Space())
    on = law.integrate(1.5 * STRAIN, PointState(STRAIN, stress, internal), data(0.5), Space())[1]
    assert 1 <= on[0, 0, -1] <= 10


def test_no_step_is_too_short_for_ever():
    """The explicit rule meets exponential decay, and gives up where rates are nowhere finite."""
    found = runge_kutta(np.array([[1.0], [2.0]]), lambda rows, x, y: -y, 1.0, 1e-8)
    assert np.allclose(found[:, 0], [np.exp(-1), 2 * np.exp(-1)], rtol=1e-6)
    with pytest.raises(LawFailed), np.errstate(invalid="ignore"):
        runge_kutta(np.ones((1, 1)), lambda rows, x, y: np.full_like(y, np.nan), 1.0, 1e-8)


def test_every_slip_by_densities_names_its_parameters():
    """Each has a factor keyword of its own name."""
    assert all(word in DENSE[word](word).words() for word in DENSE)


def test_crystals_slip_by_their_own_materials():
    """Of two grains alike whose crystals have materials of their own, the softer slips more, whatever the cell is made of."""
    soft = METAL | {"mono_isot1.r_0": 40.0}
    crystals = [Crystal([family_of("OCTAEDRIQUE", None, *RULES[0][1:], material)]) for material in (METAL, soft)]
    grains = [Grain(number, 0.5, np.eye(3)) for number in (0, 1)]
    law = Aggregate(crystals, grains, "BZ", YOUNG / 2.6)
    state = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, law.internal_size)))
    internal = law.integrate(STRAIN, state, data(), Space())[1][0, 0]
    hard, yielding = (np.linalg.norm(internal[7 + 6 * number : 13 + 6 * number]) for number in (0, 1))
    assert yielding > 1.05 * hard > 0.0


@pytest.mark.parametrize("power", [0.1, 1.0, 3.0, 10.0])
def test_restored_back_slips_meet_their_equation(power):
    """That of MONO_CINE2, whatever its power, at slips that lead on or back."""
    ratio = 1e3 ** (1 - 1 / power)
    words = METAL | {"mono_cine2.pm": power, "mono_cine2.gm": 10.0, "mono_cine2.c": 10.0 * ratio}
    crystal = Crystal([family_of("OCTAEDRIQUE", None, "MONO_VISC2", "MONO_ISOT2", "MONO_CINE2", words)])
    x, known = np.linspace(-2e-3, 3e-3, 12)[None], np.zeros((1, 12, 3))
    known[..., 0] = alpha = np.full((1, 12), 1e-3)
    moved = crystal.increments(np.zeros((1, 12)), x, known, None, crystal.points(data(), 1, np.zeros(1), 1.0))[..., 0]
    now = alpha + moved
    left = moved - x + 36.68 * now * abs(x) + np.sign(now) * (ratio * abs(now)) ** power
    assert abs(left).max() < 1e-9


def two_families(material=None):
    """A crystal whose second family may have a material of its own, and what both know of one point."""
    crystal = Crystal([family_of(name, None, *RULES[0][1:], own) for name, own in (("OCTAEDRIQUE", None), ("CUBIQUE1", material))])
    return crystal, crystal.points(data(), 1, np.zeros(1), 1.0)


def test_the_first_systems_of_a_grain_harden_all_its_families():
    """Slips of the second family harden it in a crystal alone; in a grain those of the first harden both, one by one."""
    crystal, points = two_families()
    known = np.zeros((1, 24, 3))
    known[:, :12, 2] = 0.05
    alone, grain = (crystal.rates(np.full((1, 24), 120.0), known, None, points, of_grain)[0, :, 2] for of_grain in (False, True))
    matrix = points[1].interaction[0]
    limit = 75.5 + 9.77 * matrix.sum(axis=-1) * (1 - np.exp(-19.34 * 0.05))
    assert np.allclose(alone[12:], ((120.0 - 75.5) / 40.0) ** 10) and np.allclose(grain[:12], alone[:12])
    assert np.allclose(grain[12:], (np.maximum(120.0 - limit, 0.0) / 40.0) ** 10)


def test_the_last_family_says_how_systems_interact():
    """One matrix serves all the families of a crystal."""
    points = two_families(METAL | {"mono_isot1.interaction": np.array([0.9])})[1]
    assert all(np.allclose(point.interaction, 0.9 + 0.1 * np.eye(12)) for point in points)


def test_turned_and_plain_points_of_an_aggregate_agree():
    """Points are followed one by one where their axes differ, together where they do not: to the same answers."""
    crystal = Crystal([family_of("OCTAEDRIQUE", None, *RULES[0][1:])])
    law = Aggregate([crystal], [Grain(0, 0.4, np.eye(3)), Grain(0, 0.6, np.eye(3)[[1, 2, 0]])], "BETA", YOUNG / 2.6, (2.0, 0.5))
    two = ElementData(np.arange(2), np.zeros((2, 8, 3)), [METAL], np.zeros(2, int), step=Step(0.0, 1.0))
    strain = np.concatenate([STRAIN, 0.8 * STRAIN])
    state = PointState(np.zeros((2, 1, 6)), np.zeros((2, 1, 6)), np.zeros((2, 1, law.internal_size)))
    plain = law.integrate(strain, state, two, Space())[1]
    two.characteristics = {"material_frame": np.stack([np.eye(3), np.eye(3)[[1, 2, 0]]])}
    turned = law.integrate(strain, state, two, Space())[1]
    assert np.allclose(turned[0], plain[0], rtol=1e-9, atol=1e-12) and abs(turned[1] - plain[1]).max() > 1e-6


def test_equations_without_a_solution_cut_the_step():
    """They are a failure of the law, as slips that are too fast are."""
    with pytest.raises(LawFailed, match="no single solution"):
        _solved(np.zeros((1, 2, 2)), np.ones((1, 2, 1)))
