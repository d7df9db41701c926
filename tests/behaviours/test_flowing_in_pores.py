"""VISC_MAXWELL, VISC_MAXWELL_MT and BETON_AGEING: how they relax, creep and feel what fills their pores."""

import numpy as np
import pytest

from pyaster_lite.behaviours.visc_maxwell import with_pores
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, mean
from tests.behaviours.steel import NU, STEEL, E, at_rest, follow, points

G, K = E / 2 / (1 + NU), E / 3 / (1 - 2 * NU)
FLOWING = STEEL | {"maxwell_shape": 3 * G, "maxwell_volume": 5 * K}
CONCRETE = {name: value for name, value in STEEL.items() if name != "expansion"} | {
    "concrete_voigt_k": K / 2, "concrete_voigt_g": G / 3, "concrete_voigt_eta_k": K, "concrete_voigt_eta_g": G, "concrete_ageing_k": 2 * K,
    "concrete_ageing_g": 3 * G, "concrete_poured": -1.0, "concrete_drying": E, "concrete_arrhenius": 2100.0, "concrete_kelvin": 2e-6,
    "concrete_reference": 293.0,
}  # fmt: skip
STRAIN = 1e-4 * np.random.default_rng(2).standard_normal((2, 3, 6))


def pores(**values):
    """What surrounds (2, 3) points before and after the step from 0 to 1."""
    return lambda t: {name: np.full((2, 3), before if t == 0.0 else after) for name, (before, after) in values.items()}


def check_tangent(word, data, state):
    tangent = BEHAVIOURS[word].integrate(STRAIN, state, data, Space())[2]
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-6
        ahead, behind = (BEHAVIOURS[word].integrate(STRAIN + sign * step, state, data, Space())[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, np.broadcast_to(tangent, (2, 3, 6, 6))[..., j], atol=1e-6 * E)


def test_both_parts_of_a_held_strain_relax_by_their_own_times():
    state, _ = follow(BEHAVIOURS["VISC_MAXWELL"], Space(), [STRAIN[:, :1]] * 4, points(FLOWING))
    held = STRAIN[:, :1]
    np.testing.assert_allclose(deviator(state.stress), 2 * G * deviator(held) / (1 + 2 / 3) ** 4, rtol=1e-12)
    np.testing.assert_allclose(mean(state.stress), 3 * K * mean(held) / 1.2**4, rtol=1e-12)


def test_pores_soften_and_none_change_nothing():
    assert with_pores(K, G, 0.0) == pytest.approx((K, G))
    bulk, shear = with_pores(K, G, 0.3)
    assert 0.3 * K < bulk < 0.7 * K and 0.4 * G < shear < 0.7 * G
    dry = BEHAVIOURS["VISC_MAXWELL"].integrate(STRAIN, at_rest(BEHAVIOURS["VISC_MAXWELL"], Space()), points(FLOWING), Space())
    law = BEHAVIOURS["VISC_MAXWELL_MT"]
    none = law.integrate(STRAIN, at_rest(law, Space()), points(FLOWING, pores(PORO=(0.0, 0.0))), Space())
    np.testing.assert_allclose(none[0], dry[0], rtol=1e-12)
    check_tangent("VISC_MAXWELL_MT", points(FLOWING, pores(PORO=(0.1, 0.2))), at_rest(law, Space()))
    with pytest.raises(LawFailed, match="porosity"):
        law.integrate(STRAIN, at_rest(law, Space()), points(FLOWING), Space())


def test_concrete_parts_its_strain_and_remembers_the_driest_air():
    law, continuum = BEHAVIOURS["BETON_AGEING"], Space()
    data = points(CONCRETE, pores(PCAP=(0.0, 2e7), TEMP=(300.0, 310.0)))
    stress, internal, _ = law.integrate(STRAIN, at_rest(law, continuum), data, continuum)
    elastic = mean(stress)[..., None] / (3 * K) * np.array([1.0, 1, 1, 0, 0, 0]) + deviator(stress) / (2 * G)
    np.testing.assert_allclose(elastic + internal[..., :6] + internal[..., 6:12] + internal[..., 12:18], STRAIN, atol=1e-17)
    fallen = 1.0 - np.exp(-2e7 * 2e-6 / 310.0)
    np.testing.assert_allclose(internal[..., 12:18], fallen / E * stress, rtol=1e-12)
    np.testing.assert_allclose(internal[..., 18], np.exp(-1e7 * 2e-6 / 305.0) - 1.0, rtol=1e-12)
    check_tangent("BETON_AGEING", data, PointState(STRAIN, stress, internal))
    # wet again: nothing more is brought by drying
    wet = points(CONCRETE, pores(PCAP=(2e7, 0.0), TEMP=(310.0, 300.0)))
    _, after, _ = law.integrate(STRAIN, PointState(STRAIN, stress, internal), wet, continuum)
    np.testing.assert_array_equal(after[..., 12:], internal[..., 12:])
    with pytest.raises(LawFailed, match="capillary"):
        law.integrate(STRAIN, at_rest(law, continuum), points(CONCRETE), continuum)
