"""Plasticity of metals whose phases change: tangents, what phases hand on, and that free transformation makes no stress."""

import numpy as np
import pytest

from pyaster_lite.behaviours._phases import COLD_SUM, STEEL, ZIRC, Phased
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Axisymmetric, Space
from pyaster_lite.materials.traction import TractionCurve

WORDS = [word for word in BEHAVIOURS if isinstance(BEHAVIOURS[word], Phased)]
FROM, TO = np.array([0.1, 0.1, 0.1, 0.1, 0.6]), np.array([0.1, 0.05, 0.1, 0.35, 0.4])


class Share:
    """A function of a share of phases."""

    def __init__(self, value):
        self.value = value

    def at(self, share):
        return np.full(np.shape(share), self.value)


def curve(k):
    """What a phase gains over its plastic strain, by pieces."""
    known = Properties("EPSI", "SIGM", ("LIN", "LIN"), right="LINEAIRE")
    return TractionCurve([Function(np.array([1e-3, 1e-2]), np.array([5.0 + k, 25.0 + k]), known)], hardening=True)


def material():
    found = {"young": 2e5, "poisson": 0.3, "thermal_strain": 0.0}
    for k, s in enumerate(("F1", "F2", "F3", "F4", "C")):
        found |= {f"phase_slope_{s}": 2000.0 + 300 * k, f"phase_yield_{s}": 100.0 + 50 * k, f"phase_flow_{s}": 80.0 + 40 * k}
        found |= {f"phase_curve_{s}": curve(k)}
        found |= {f"phase_viscosity_{s}": 50.0 + 10 * k, f"phase_exponent_{s}": 2.0 + k}
        found |= {f"phase_recovery_{s}": 1e-3, f"phase_recovery_exponent_{s}": 2.0}
        if s != "C":
            found |= {f"transformation_{s}": 1e-6, f"transformation_rate_{s}": Share(1.0), f"restored_C_{s}": 0.5, f"restored_{s}_C": 0.8}
    return found


def points(kit="ACIER", still=False, alloy=((0.5, 0.2, 0.3), (0.3, 0.2, 0.5)), cold=False):
    names, first, last = (STEEL, FROM, TO) if kit == "ACIER" else (ZIRC, *np.array(alloy))
    if cold:
        last = last + np.r_[np.zeros(len(names) - 2), last[-1], -last[-1]]

    def around(t):
        z = first if still else first + (last - first) * t
        found = {name: np.full((2, 3), own) for name, own in zip(names, z)}
        return (
            found
            | ({COLD_SUM: np.full((2, 3), z[:-1].sum())} if kit == "ACIER" else {})
            | {"TEMP": np.full((2, 3), 500.0), "TEMP_REF": np.full((2, 3), 500.0)}
        )

    cells = np.zeros((2, 8, 3))
    return ElementData(np.arange(2), cells, [material()], np.zeros(2, int), surroundings=around, step=Step(0.0, 1.0))


def at_rest(law, continuum):
    ns = len(continuum.strains)
    return PointState(np.zeros((2, 3, ns)), np.zeros((2, 3, ns)), np.zeros((2, 3, law.internal_size)))


def strains(continuum, size, seed):
    return size * np.random.default_rng(seed).standard_normal((2, 3, len(continuum.strains)))


@pytest.mark.parametrize("kit", ["ACIER", "ZIRC"])
@pytest.mark.parametrize("continuum", [Axisymmetric(), Space()], ids=["axis", "space"])
@pytest.mark.parametrize("word", WORDS)
def test_the_tangent_is_the_derivative_of_the_stress(word, continuum, kit):
    # of viscous mixtures it is so where the hot phase is gone
    law, data = BEHAVIOURS[word].of_metal(kit), points(kit, cold=BEHAVIOURS[word].viscous)
    first = strains(continuum, 2e-3, 1)
    stress, internal, _ = law.integrate(first, at_rest(law, continuum), points(kit, still=True), continuum)
    state, strain = PointState(first, stress, internal), 2.2 * first
    stress, internal, tangent = law.integrate(strain, state, data, continuum)
    assert internal.shape[-1] == len(law.internal_names) and (internal[..., -1] == 1.0).any()
    for j in range(len(continuum.strains)):
        step = np.zeros(len(continuum.strains))
        step[j] = 1e-8
        ahead, behind = (law.integrate(strain + side * step, state, data, continuum)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[..., j], atol=2e-6 * 2e5)


def test_tangents_count_the_drag_of_the_hot_phase_by_its_share_once_more():
    law, data, shape = Phased(True, False, False, False), points(), (2, 3)
    z, cold = law.fractions(data, shape, False)
    weight = law.counted(data, z, cold)
    excess, stiffness = np.full(shape, 60.0), np.full(shape, 2e5)
    slip, drag = law.slipped(data, shape, excess, stiffness, np.ones(shape), weight, 1.0, z)
    eta, n = 50.0 + 10 * np.arange(5), 2.0 + np.arange(5)
    by_phase = TO * eta * slip[0, 0] ** (1 / n)
    np.testing.assert_allclose(stiffness * slip + by_phase.sum(), excess)
    np.testing.assert_allclose(drag, (by_phase / n * (1.0, 1.0, 1.0, 1.0, TO[-1])).sum() / slip[0, 0])


@pytest.mark.parametrize("word", WORDS)
def test_nothing_happens_without_strain(word):
    law, continuum = BEHAVIOURS[word], Space()
    state = at_rest(law, continuum)
    stress, internal, _ = law.integrate(state.strain, state, points(), continuum)
    assert not stress.any() and not internal[..., :-1].any()


def test_a_phase_that_appears_takes_over_the_hardening_of_the_hot_one():
    law, continuum = Phased(False, False, False, False), Space()
    state = at_rest(law, continuum)
    state.internal[..., 4] = 0.02
    _, internal, _ = law.integrate(state.strain, state, points(), continuum)
    np.testing.assert_allclose(internal[..., 3], 0.02 * 0.25 / 0.35)
    np.testing.assert_allclose(internal[..., 0], 0.0)


@pytest.mark.parametrize("viscous", [True, False])
def test_what_has_hardened_stays_above_zero(viscous):
    law, continuum = Phased(viscous, False, False, False).of_metal("ZIRC"), Space()
    state = at_rest(law, continuum)
    state.internal[..., :3] = 0.001, 0.002, 0.008
    # the hot phase takes 0.08 of the first cold one, and grows by no more than 0.01, as the second one takes the rest
    _, internal, _ = law.integrate(state.strain, state, points("ZIRC", alloy=((0.98, 0.02, 0.0), (0.90, 0.09, 0.01))), continuum)
    assert (internal[..., 2] == 0.0).all() and (internal[..., :2] > 0.0).all()


def test_under_a_stress_transformation_strains_along_it():
    law, continuum = Phased(False, False, True, False), Space()
    state = at_rest(law, continuum)
    state.stress[..., 0] = 30.0
    state.strain[..., :3] = 30.0 / 2e5 * np.array([1.0, -0.3, -0.3])
    kept, _, _ = law.integrate(state.strain, state, points(), continuum)
    assert (kept[..., 0] < 30.0).all()
    more = state.strain + 1e-6 * 0.25 * 30.0 * np.array([1.0, -0.5, -0.5, 0, 0, 0])
    held, _, _ = law.integrate(more, state, points(), continuum)
    np.testing.assert_allclose(held[..., 0], 30.0)


@pytest.mark.parametrize(("viscous", "flowing"), [(True, 1.0), (False, 0.0), (False, 1.0)])
def test_a_step_starts_from_the_stress_that_transformation_would_lose(viscous, flowing):
    law = Phased(viscous, False, True, False)
    state, data = at_rest(law, Space()), points()
    state.stress[..., 0], state.internal[..., -2] = 30.0, flowing
    found, two_mu = law.transforming(state, data), 2e5 / 1.3
    transformed = 1e-6 * np.maximum(TO - FROM, 0.0)[:-1].sum()
    rate = (TO * (2000.0 + 300 * np.arange(5)) * 2e5 / (2e5 - 2000.0 - 300 * np.arange(5))).sum()
    share = rate / (1.5 * two_mu + rate) if flowing and not viscous else 1.0
    np.testing.assert_allclose(found[0, 0, :3], share * 1.5 * two_mu * transformed * np.array([20.0, -10.0, -10.0]))
    assert Phased(viscous, False, False, False).transforming is None


LARGE = [word for word in WORDS if BEHAVIOURS[word].kirchhoff is not None]


@pytest.mark.parametrize("kit", ["ACIER", "ZIRC"])
@pytest.mark.parametrize("word", LARGE)
def test_the_rate_of_large_strains_is_the_derivative_of_the_stress(word, kit):
    law, data = BEHAVIOURS[word].of_metal(kit), points(kit, cold=BEHAVIOURS[word].viscous)
    rng = np.random.default_rng(7)
    internal = np.zeros((2, 3, law.internal_size + 6))
    first = np.eye(3) + 2e-3 * rng.standard_normal((2, 3, 3, 3))
    still = points(kit, still=True)
    kirchhoff, _, internal = law.kirchhoff(first, np.broadcast_to(np.eye(3), first.shape), internal, still, np.zeros(first.shape))
    stress = kirchhoff / np.linalg.det(first)[..., None, None]
    second = first + 3e-3 * rng.standard_normal(first.shape)
    _, rate, after = law.kirchhoff(second, first, internal, data, stress)
    assert after[..., law.internal_size].all() and not after[..., law.internal_size + 1 :].any()
    for j, el in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[j, el] = 1e-7
        ahead, behind = (law.kirchhoff((np.eye(3) + side * step) @ second, first, internal, data, stress)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-7, rate[..., j, el], atol=2e-5 * 2e5)


@pytest.mark.parametrize("word", LARGE)
def test_small_strains_are_the_limit_of_large_ones(word):
    law, data = BEHAVIOURS[word], points()
    strain = np.zeros((2, 3, 6))
    strain[..., :3] = 1e-3 * np.array([1.0, -0.4, -0.3])
    small, variables, _ = law.integrate(strain, at_rest(law, Space()), data, Space())
    f = np.eye(3) + np.apply_along_axis(np.diag, -1, strain[..., :3])
    unbent = np.broadcast_to(np.eye(3), f.shape)
    large, _, internal = law.kirchhoff(f, unbent, np.zeros((2, 3, law.internal_size + 6)), data, np.zeros(f.shape))
    np.testing.assert_allclose(np.diagonal(large, axis1=-2, axis2=-1), small[..., :3], atol=5e-3 * abs(small).max())
    np.testing.assert_allclose(internal[..., : law.internal_size - 1], variables[..., :-1], rtol=1e-2, atol=1e-6)


def test_kinematic_hardening_is_for_small_strains():
    assert BEHAVIOURS["META_P_CL"].kirchhoff is None and BEHAVIOURS["META_P_CL_PT"].of_metal("ZIRC").kirchhoff is None


def test_hardening_by_curves_is_linear_on_the_first_piece_and_follows_the_next_one():
    law, data = BEHAVIOURS["META_P_INL"], points(still=True)
    strain = np.zeros((2, 3, 6))
    strain[..., :3] = 0.02 * np.array([1.0, -0.5, -0.5])
    stress, internal, _ = law.integrate(strain, at_rest(law, Space()), data, Space())
    p = internal[0, 0, 0]
    assert p > 1e-2
    k = np.arange(5)
    gained = 25.0 + k + (p - 1e-2) * 20.0 / 9e-3
    limit = (FROM * (100.0 + 50.0 * k + gained)).sum()
    np.testing.assert_allclose(1.5 * stress[0, 0, 0], limit, rtol=1e-10)
    np.testing.assert_allclose(internal[0, 0, -2], (FROM * gained).sum(), rtol=1e-10)


@pytest.mark.parametrize("kit", ["ACIER", "ZIRC"])
def test_a_searched_slip_is_the_exact_one_within_the_precision(kit):
    plain, data = BEHAVIOURS["META_V_IL_PT_RE"].of_metal(kit), points(kit)
    strain = strains(Space(), 2e-3, 5)
    exact = plain.integrate(strain, at_rest(plain, Space()), data, Space())[0]
    size = np.abs(exact).max()
    for precision in (1e-2, 1e-8):
        found = plain.within(precision, 50).integrate(strain, at_rest(plain, Space()), data, Space())[0]
        assert 0.0 < np.abs(found - exact).max() < 10 * precision * size
