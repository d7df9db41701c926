"""Metals with voids: their flow surface, growth of voids, rupture, and what a driven hardening answers."""

import numpy as np
import pytest

from pyaster_lite.behaviours._gurson import BROKEN, DAMAGE, ELASTIC, FORESEEN, PLASTIC, SINGULAR, STATE, VOIDS, K
from pyaster_lite.behaviours._gurson_flow import Flow
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import mean, von_mises
from tests.behaviours.steel import STEEL

SPACE = Space()
METAL = {
    "young": 2e5, "poisson": 0.3, "hardening_start": 500.0, "hardening_line": 1000.0,
    "voids_first": 1.5, "voids_second": 1.0, "voids_initial": 1e-2, "voids_joining": 0.05, "voids_faster": 2.0, "voids_last": 0.25,
}  # fmt: skip
LAW = BEHAVIOURS["GTN"].within(1e-10, 100).configured(0.0)


def data(**more):
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [METAL | more], np.zeros(1, int)).between(0.0, 1.0)


def at_rest(law=LAW):
    return PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, law.internal_size)))


def after(strain, law=LAW, state=None, **more):
    stress, internal, _ = law.integrate(np.array([[strain]]), state or at_rest(law), data(**more), SPACE)
    return stress, internal


def surface(stress, internal, strain):
    """G, with J at the strain."""
    star = np.exp(sum(strain[:3])) * (500.0 + 1000.0 * internal[..., K])
    d = internal[..., FORESEEN]
    return (von_mises(stress) / star) ** 2 + 2 * d * np.cosh(1.5 * mean(stress) / star) - 1 - d**2


@pytest.mark.parametrize("strain", [[3e-3, -1e-3, -1e-3, 0.0, 1e-3, 0.0], [6e-3, 4e-3, 4e-3, 0.0, 0.0, 0.0], [-5e-3, 0.0, -3e-3, 0, 0, 0]])
def test_the_stress_is_on_the_surface_and_what_flows_is_normal_to_it(strain):
    stress, internal = after(strain)
    assert internal[0, 0, STATE] == PLASTIC
    assert abs(surface(stress, internal, strain)) < 1e-8
    flow = internal[0, 0, 3:9] * np.array([1, 1, 1, 2**0.5, 2**0.5, 2**0.5])
    normal = np.zeros(6)
    for i in range(6):
        step = np.zeros(6)
        step[i] = 1e-4
        normal[i] = (surface(stress + step, internal, strain) - surface(stress - step, internal, strain)).item()
    np.testing.assert_allclose(flow / np.linalg.norm(flow), normal / np.linalg.norm(normal), atol=1e-7)


def test_the_plastic_work_is_that_of_the_matrix():
    strain = [6e-3, 2e-3, -1e-3, 1e-3, 0.0, 0.0]
    stress, internal = after(strain)
    flow = internal[0, 0, 3:9] * np.array([1, 1, 1, 2**0.5, 2**0.5, 2**0.5])
    star = 500.0 + 1000.0 * internal[0, 0, K]
    np.testing.assert_allclose(stress[0, 0] @ flow, star * internal[0, 0, K], rtol=1e-8)


def test_voids_grow_with_the_volume_of_what_flows():
    _, internal = after([6e-3, 4e-3, 4e-3, 0.0, 0.0, 0.0])
    grown = (1 - 0.01) * internal[0, 0, 3:6].sum()
    np.testing.assert_allclose(internal[0, 0, VOIDS], 0.01 + grown, rtol=1e-10)
    np.testing.assert_allclose(internal[0, 0, DAMAGE], 1.5 * internal[0, 0, VOIDS])


def test_voids_that_join_damage_more():
    state = at_rest()
    state.internal[..., VOIDS], state.internal[..., DAMAGE] = 0.06, 1.5 * (0.06 + 2 * 0.01)
    _, internal = after([6e-3, 4e-3, 4e-3, 0.0, 0.0, 0.0], state=state)
    voids = internal[0, 0, VOIDS]
    np.testing.assert_allclose(internal[0, 0, DAMAGE], 1.5 * (voids + 2.0 * (voids - 0.05)))


def test_a_broken_point_has_no_stress_and_follows_the_strain():
    state = at_rest()
    state.internal[..., VOIDS], state.internal[..., DAMAGE] = 0.25, 1.0
    strain = [6e-3, 4e-3, 4e-3, 0.0, 0.0, 0.0]
    stress, internal = after(strain, state=state)
    assert internal[0, 0, STATE] == BROKEN and not stress.any()
    np.testing.assert_allclose(internal[0, 0, 3:6], strain[:3])


def test_the_stress_of_a_broken_point_fades_with_viscosity():
    law = BEHAVIOURS["VISC_GTN"]
    state = at_rest(law)
    state.internal[..., VOIDS], state.internal[..., DAMAGE], state.internal[..., 13] = 0.25, 1.0, 10.0
    creeping = {"viscous_stress": 1e5, "viscous_exponent": 2.0, "voids_viscous_limit": 0.5}
    stress, _ = after([0.0] * 6, law, state, **creeping)
    np.testing.assert_allclose(stress[0, 0, 0], 10.0 * np.exp(-2e5 / 5e4))


def test_a_slow_viscous_flow_is_the_plastic_one():
    strain = [5e-3, -1e-3, -1e-3, 0.0, 1e-3, 0.0]
    law = BEHAVIOURS["VISC_GTN"].within(1e-10, 100).configured(0.0)
    slow, _ = after(strain, law, viscous_stress=1e-6, viscous_exponent=3.0)
    np.testing.assert_allclose(slow, after(strain)[0], rtol=1e-6, atol=1e-5)
    fast, _ = after(strain, law, viscous_stress=3e3, viscous_exponent=3.0)
    assert von_mises(fast) > von_mises(slow) + 100.0


@pytest.mark.parametrize("word", ["GTN", "VISC_GTN"])
@pytest.mark.parametrize("drive", [-20.0, 30.0, 900.0])
def test_the_rates_of_a_driven_law_are_its_derivatives(word, drive):
    """Of the stress and of k, with the strain and with the field; the last drive leaves no stress."""
    law = BEHAVIOURS[word].within(1e-12, 200)
    own = data(viscous_stress=200.0, viscous_exponent=4.0)
    strain, penalty = np.array([[[5e-3, 1e-3, -1e-3, 2e-3, 0.0, 1e-3]]]), np.array([[300.0]])

    def found(e, phi):
        answer = law.driven(e, np.array([[phi]]), penalty, at_rest(law), own, SPACE)
        return answer.stress[0, 0], answer.value[0, 0], answer

    _, _, answer = found(strain, drive)
    assert answer.internal[0, 0, STATE] == (SINGULAR if drive == 900.0 else PLASTIC)
    up, down = found(strain, drive + 1e-3), found(strain, drive - 1e-3)
    np.testing.assert_allclose((up[0] - down[0]) / 2e-3, answer.by_field[0, 0], atol=1e-6)
    np.testing.assert_allclose((up[1] - down[1]) / 2e-3, answer.rate_by_field[0, 0], rtol=1e-5)
    for i in range(6):
        step = np.zeros(6)
        step[i] = 1e-8
        up, down = found(strain + step, drive), found(strain - step, drive)
        np.testing.assert_allclose((up[0] - down[0]) / 2e-8, answer.tangent[0, 0, :, i], atol=0.5)
        np.testing.assert_allclose((up[1] - down[1]) / 2e-8, answer.rate[0, 0, i], atol=1e-4)


def test_little_strain_is_elastic():
    stress, internal = after([1e-3, 0.0, 0.0, 0.0, 0.0, 0.0])
    assert internal[0, 0, STATE] == ELASTIC
    np.testing.assert_allclose(stress[0, 0, :2], [2e5 * 0.7 / 0.52 * 1e-3, 2e5 * 0.3 / 0.52 * 1e-3])


def test_parameters_of_the_contract_describe_voids_that_start():
    law = BEHAVIOURS["GTN"]
    own = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [STEEL], np.zeros(1, int)).between(0.0, 1.0)
    internal = law.integrate(np.array([[[3e-2, -1e-2, -1e-2, 0.0, 0.0, 0.0]]]), at_rest(law), own, SPACE)[1]
    assert 0.01 < internal[0, 0, 10] < 0.04


def test_the_rates_of_the_flow_are_its_slopes():
    """q, G and L by p, T*, h and s, against central differences; what is not told has no name."""
    at = {"h": 300.0, "s": 700.0, "p": 0.6, "star": 550.0}

    def told(**moved):
        now = {word: np.array([value]) for word, value in (at | moved).items()}
        rest = [np.array([value]) for value in (0.05, 1.1, 1.01, 2.3e5, 5e5, 0.0, 0.0, 0.0)]
        return Flow(now["h"], now["s"], *rest, hardening=None).rates(now["p"], now["star"])

    for number, (one, words) in enumerate(zip(told(), (("p", "star", "h"), ("p", "star", "h", "s"), ("p", "star", "h", "s")))):
        for word in words:
            step = 1e-6 * at[word]
            up, down = (told(**{word: at[word] + sign * step})[number].value for sign in (1, -1))
            np.testing.assert_allclose(getattr(one, word), (up - down) / (2 * step), rtol=1e-6)
    assert not hasattr(told()[0], "s")
