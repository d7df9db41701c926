"""Anisotropic creep of cladding: tangent, known rates, and the phases that the law follows."""

import numpy as np
import pytest

from pyaster_lite.behaviours.meta_lema_ani import Cladding, hill
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Space

PLAIN = {
    "youngmodulus": 8e4, "poissonratio": 0.35, "f1_a": 2.39, "f2_a": 0.22, "c_a": 9.36, "f1_m": 0.0, "f2_m": 0.77e-4, "c_m": 0.99e-4,
    "f1_n": 4.39, "f2_n": 2.96, "c_n": 6.11, "f1_q": 19922.8, "f2_q": 21023.7, "c_q": 6219.0, "f_alpha": 8e-6, "c_alpha": 1e-5,
    "tdeq": 809.0, "k": 1.135e-2, "neq": 2.187, "t1c": 831.0, "t2c": 0.0, "qsr_k": 14614.0, "ac": 1.58e-4, "m": 4.7,
    "t1r": 949.1, "t2r": 0.0, "ar": -5.725, "br": 0.05,
}  # fmt: skip
BENT = {"mrr_rr": 0.46, "mtt_tt": 1.04, "mzz_zz": 0.68, "mrt_rt": 0.9, "mrz_rz": 0.72, "mtz_tz": 0.8}
EVEN = {word: 1.0 if word[1] == word[2] else 0.75 for word in BENT}
LAW = Cladding()


def points(first, last, dt=1.0, alpha=EVEN):
    words = PLAIN | {f"{phase}_{word}": value for phase in "fc" for word, value in (alpha if phase == "f" else EVEN).items()}
    around = lambda t: {"TEMP": np.full((1, 2), first + (last - first) * t / dt), "TEMP_REF": np.full((1, 2), 700.0)}  # noqa: E731
    material = {f"cladding_{word}": value for word, value in words.items()}
    return ElementData(np.arange(1), np.zeros((1, 8, 3)), [material], np.zeros(1, int), surroundings=around, step=Step(0.0, dt))


def at_rest(continuum):
    ns = len(continuum.strains)
    return PointState(np.zeros((1, 2, ns)), np.zeros((1, 2, ns)), np.zeros((1, 2, LAW.internal_size)))


def test_hill_of_even_coefficients_is_von_mises():
    stress = np.array([3.0, -1.0, 2.0, 0.5, 0.3, -0.7]) * np.array([1, 1, 1, *[np.sqrt(2)] * 3])
    even = hill(np.array([1.0, 1.0, 1.0, 0.75, 0.75, 0.75]))
    deviator = stress - stress[:3].sum() / 3 * np.array([1, 1, 1, 0, 0, 0])
    assert stress @ even @ stress == pytest.approx(1.5 * deviator @ deviator)
    np.testing.assert_allclose(even @ np.array([1, 1, 1, 0, 0, 0]), 0.0, atol=1e-15)


@pytest.mark.parametrize("continuum", [Axisymmetric(), Space()], ids=["axis", "space"])
@pytest.mark.parametrize("temperature", [700.0, 880.0, 1100.0])
def test_the_tangent_is_the_derivative_of_the_stress(continuum, temperature):
    data, ns = points(temperature, temperature, alpha=BENT), len(continuum.strains)
    first = 1e-3 * np.random.default_rng(1).standard_normal((1, 2, ns))
    stress, internal, _ = LAW.integrate(first, at_rest(continuum), data, continuum)
    state = PointState(first, stress, internal)
    _, _, tangent = LAW.integrate(1.5 * first, state, data, continuum)
    for j in range(ns):
        step = np.zeros(ns)
        step[j] = 1e-7
        ahead, behind = (LAW.integrate(1.5 * first + side * step, state, data, continuum)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-7, tangent[..., j], atol=1e-5 * 8e4)


def test_the_rate_of_creep_is_that_of_the_stress():
    """Pure alpha has no hardening here: dp/dt = (|s|/(a exp(q/(n T))))^n."""
    data, strain = points(700.0, 700.0), np.zeros((1, 2, 6))
    strain[..., 0] = 1e-3
    stress, internal, _ = LAW.integrate(strain, at_rest(Space()), data, Space())
    size = internal[..., 9]
    rate = (size / (2.39 * np.exp(19922.8 / 4.39 / 973.0))) ** 4.39
    np.testing.assert_allclose(internal[..., 6], rate, rtol=1e-9)
    np.testing.assert_allclose(size, stress[..., 0] - stress[..., 1], rtol=1e-9)


def test_heating_turns_the_cladding_to_beta_and_strains_it():
    state, continuum = at_rest(Space()), Space()
    for first in range(780, 1200, 10):
        stress, internal, _ = LAW.integrate(state.strain, state, points(first, first + 10, 5.0), continuum)
        assert (internal[..., 7] >= state.internal[..., 7]).all()
        state = PointState(state.strain, stress, internal)
    np.testing.assert_allclose(state.internal[..., 7], 1.0)
    np.testing.assert_allclose(state.internal[..., 8], 1e-5 * 500.0)
    assert (state.internal[..., 13] == 0.0).all()


@pytest.mark.parametrize("continuum", [Axisymmetric(), Space()], ids=["axis", "space"])
def test_a_system_within_a_precision_gives_what_the_equation_of_one_unknown_does(continuum):
    data, ns = points(1100.0, 1120.0, alpha=BENT), len(continuum.strains)
    strain = 1e-3 * np.random.default_rng(2).standard_normal((1, 2, ns))
    exact = LAW.integrate(strain, at_rest(continuum), data, continuum)
    found = LAW.within(1e-13, 100).integrate(strain, at_rest(continuum), data, continuum)
    for one, other, scale in zip(exact, found, (1.0, 1e-3, 8e4)):
        np.testing.assert_allclose(other, one, atol=1e-5 * scale)
    with pytest.raises(LawFailed):
        LAW.within(1e-30, 5).integrate(strain, at_rest(continuum), data, continuum)
