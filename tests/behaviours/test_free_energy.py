"""The free energy of elastic laws: its slope is the stress, and its slope by the temperature is that of finite differences."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Axisymmetric, PlaneStress, Space

POISSON = 0.3


def young(t):
    return 200.0 - 0.05 * t


def material():
    from pyaster_lite.materials._law import isotropic

    def of(variables):
        return np.asarray(young(variables["TEMP"]))

    def elasticity(variables):
        e = of(variables)
        unit = isotropic(1.0, POISSON)
        return e[..., None, None] * unit

    return {"young": of, "poisson": POISSON, "elasticity": elasticity, "expansion": 1e-4, "traction_slope": 20.0, "yield_stress": 0.3,
            "hardening_coefficient": 1.0, "hardening_exponent": 3.0}  # fmt: skip


def at(temperature):
    around = {"TEMP": np.full((1, 1), temperature), "TEMP_REF": np.zeros((1, 1))}
    return ElementData(np.array([0]), np.zeros((1, 1, 3)), [material()], np.array([0]), {}, lambda t: around)


@pytest.mark.parametrize("word", ["ELAS", "ELAS_VMIS_LINE", "ELAS_VMIS_PUIS"])
@pytest.mark.parametrize("continuum", [Space(), Axisymmetric()])
@pytest.mark.parametrize("size", [1e-4, 1e-2])
def test_stress_is_the_slope_of_the_energy(word, continuum, size):
    law, ns = BEHAVIOURS[word], len(continuum.strains)
    strain = size * np.array([1.0, -0.3, 0.4, 0.7, -0.2, 0.5])[:ns].reshape(1, 1, ns)
    stress, _, _ = law.free_energy(strain, at(20.0), continuum)
    h = 1e-4 * size
    for i in range(ns):
        step = np.zeros(ns)
        step[i] = h
        ahead, behind = (law.free_energy(strain + s * step, at(20.0), continuum)[1] for s in (1, -1))
        close = 1e-3 if word == "ELAS_VMIS_PUIS" else 2e-5
        np.testing.assert_allclose((ahead - behind) / (2 * h), stress[..., i], rtol=close, atol=1e-7 * abs(stress).max())


def test_the_search_for_an_energy_ends_within_a_thousandth_of_the_yield_stress():
    """By hand: the secant from nothing and the guess that the slope of R there betters."""
    e, first = young(20.0), 0.3
    strain = 1e-2 * np.array([1.0, -0.3, 0.4, 0.7, -0.2, 0.5]).reshape(1, 1, 6)
    caused = strain[0, 0] - 20.0 * 1e-4 * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    shear = caused - caused[:3].mean() * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    two_mu, bulk = e / (1.0 + POISSON), e / (3.0 * (1.0 - 2.0 * POISSON))
    three_mu, trial = 1.5 * two_mu, two_mu * np.sqrt(1.5 * shear @ shear)

    def curve(p):
        return first + first * (e * p / first) ** (1.0 / 3.0)

    def unmet(p):
        return curve(p) + three_mu * p - trial

    y = (trial - first) / three_mu
    y /= 1.0 + e / 3.0 * (e * y / first) ** (-2.0 / 3.0) / three_mu
    x, tries = 0.0, 0
    while tries == 0 or abs(unmet(y)) >= 1e-3 * first:
        x, y, tries = y, y - (y - x) * unmet(y) / (unmet(y) - unmet(x)), tries + 1
    size, area = curve(y), first * y + 0.75 * first * (e / first) ** (1.0 / 3.0) * y ** (4.0 / 3.0)
    stress, energy, _ = BEHAVIOURS["ELAS_VMIS_PUIS"].free_energy(strain, at(20.0), Space())
    assert abs(unmet(y)) > 1e-7 * first
    found = stress[0, 0] - stress[0, 0, :3].mean() * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    np.testing.assert_allclose(found, size * shear / np.sqrt(1.5 * shear @ shear), rtol=1e-12)
    np.testing.assert_allclose(energy[0, 0], bulk * caused[:3].sum() ** 2 / 2.0 + size**2 / (3.0 * two_mu) + area, rtol=1e-12)


def test_the_search_for_an_energy_in_plane_stress():
    """The first secant is near enough: p is not that of the step itself, R is on the curve, and nothing pushes across."""
    own = {"young": 200.0, "poisson": POISSON, "traction_slope": 20.0, "yield_stress": 0.3}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [own], np.array([0]))
    law, strain = BEHAVIOURS["ELAS_VMIS_LINE"], 2e-3 * np.array([1.0, -0.4, 0.0, 0.2]).reshape(1, 1, 4)
    stress, energy, _ = law.free_energy(strain, data, PlaneStress())
    rest = PointState(np.zeros_like(strain), np.zeros_like(strain), np.zeros((1, 1, 1)))
    exact, internal, _ = law.integrate(strain, rest, data, PlaneStress())
    assert stress[0, 0, 2] == 0.0
    assert 1e-9 < abs(stress - exact).max() < 1e-3 * 0.3
    size, rate = np.sqrt(1.5 * (exact[0, 0] ** 2).sum() - 0.5 * exact[0, 0, :3].sum() ** 2), 200.0 * 20.0 / 180.0
    p, bulk, two_mu = internal[0, 0, 0], 200.0 / 1.2, 200.0 / 1.3
    stored = (exact[0, 0, :3].sum() / (3 * bulk)) ** 2 * bulk / 2 + size**2 / (3 * two_mu) + (0.3 + rate * p / 2) * p
    np.testing.assert_allclose(energy[0, 0], stored, rtol=1e-2)


@pytest.mark.parametrize("word, size", [("ELAS", 1e-2), ("ELAS_VMIS_LINE", 1e-4), ("ELAS_VMIS_LINE", 1e-2)])
def test_slope_by_the_temperature(word, size):
    law, continuum = BEHAVIOURS[word], Space()
    strain = size * np.array([1.0, -0.3, 0.4, 0.7, -0.2, 0.5]).reshape(1, 1, 6)
    slope = law.free_energy(strain, at(20.0), continuum)[2]
    ahead, behind = (law.free_energy(strain, at(20.0 + s * 1e-2), continuum)[1] for s in (1, -1))
    np.testing.assert_allclose((ahead - behind) / 2e-2, slope, rtol=1e-5)


def test_the_energy_on_a_curve_by_points_has_the_moduli_of_elasticity():
    """The first point of the curve says 202 where E is 200: stresses follow the curve, what they store counts with E."""
    from pyaster_lite.concepts.function import Function, Properties
    from pyaster_lite.materials.traction import TractionCurve

    curve = TractionCurve([Function([0.01, 0.03], [2.02, 2.42], Properties("EPSI", "SIGM"))])
    own = {"young": 200.0, "poisson": POISSON, "traction": curve}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [own], np.array([0]))
    strain = np.array([1.0, -0.5, -0.5, 0.0, 0.0, 0.0]).reshape(1, 1, 6) * 0.02
    stress, energy, _ = BEHAVIOURS["ELAS_VMIS_TRAC"].free_energy(strain, data, Space())
    slope, two_mu = 0.4 / (0.02 - 0.4 / 202.0), 202.0 / 1.3
    trial = np.array([two_mu, 200.0 / 1.3]) * 0.03
    p = (trial - 2.02) / (1.5 * two_mu + slope)
    size = 2.02 + slope * p
    np.testing.assert_allclose(stress[0, 0, 0], size[0] * 2.0 / 3.0)
    np.testing.assert_allclose(energy[0, 0], size[1] ** 2 / (3.0 * 200.0 / 1.3) + (2.02 + size[1]) / 2.0 * p[1])


def test_a_stress_hardly_above_the_yield_stress_counts_as_that():
    own = {"young": 200.0, "poisson": POISSON, "hardening_coefficient": 1.0, "hardening_exponent": 3.0, "yield_stress": 0.3}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [own], np.array([0]))
    strain = 0.3 * 1.0005 * 1.3 / 200.0 / 1.5 * np.array([1.0, -0.5, -0.5, 0.0, 0.0, 0.0]).reshape(1, 1, 6)
    stress, energy, _ = BEHAVIOURS["ELAS_VMIS_PUIS"].free_energy(strain, data, Space())
    np.testing.assert_allclose(stress[0, 0], 0.3 * np.array([2.0, -1.0, -1.0, 0.0, 0.0, 0.0]) / 3.0, atol=1e-15)
    np.testing.assert_allclose(energy[0, 0], 0.3**2 / (3.0 * 200.0 / 1.3))
