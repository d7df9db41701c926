"""Soils of Cambou, Jafari and Sidoroff: both thresholds, where a step ends on them, the rates of the equations, the plane."""

import numpy as np
import pytest

from pyaster_lite.behaviours._cjs_flow import Soil, cofactors
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane, Space

AIR, LODE, END = -100e3, 0.82, 0.289
GIVEN = {
    "young": 35.7e6, "poisson": 0.15, "cjs_dilatancy": -0.55, "cjs_end": END, "cjs_power": 0.6, "cjs_bulk": 25.5e6,
    "cjs_characteristic": 0.265, "cjs_hardening": 0.25, "cjs_kinematic": 1e25, "cjs_critical_rate": 0.0, "cjs_lode": LODE,
    "cjs_critical_share": 0.0, "cjs_critical": 1.0, "cjs_air": AIR, "cjs_cohesion": 0.0, "cjs_start": 0.0, "cjs_level": 2.0,
}  # fmt: skip
LOOSE = GIVEN | {"cjs_power": 0.0, "cjs_bulk": 0.0, "cjs_hardening": 0.0, "cjs_characteristic": END / 2, "cjs_level": 1.0}
MOVED = GIVEN | {
    "cjs_hardening": 0.0, "cjs_kinematic": 0.01, "cjs_critical_rate": 40.0, "cjs_critical_share": 0.02,
    "cjs_critical": AIR, "cjs_level": 3.0,
}  # fmt: skip
LAW = BEHAVIOURS["CJS"].within(1e-12, 50)


def answer(material, strain, before, values=None, predicting=False):
    """(stress, variables, tangent) of one point after a strain from a stress."""
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [material], np.zeros(1, int), step=Step(0.0, 1.0, predicting))
    n = len(strain)
    values = np.zeros(16) if values is None else values
    state = PointState(np.zeros((1, 1, n)), np.asarray(before, float).reshape(1, 1, n), values.reshape(1, 1, 16))
    stress, internal, tangent = LAW.integrate(np.asarray(strain, float).reshape(1, 1, n), state, data, Space() if n == 6 else Plane())
    return stress[0, 0], internal[0, 0], tangent[0, 0]


def soil(material, n=6):
    """The parameters of one point."""
    words = {word[4:]: np.array([value]) for word, value in material.items() if word.startswith("cjs_")}
    return Soil(words, np.array([31e6]), np.array([51e6]), n)


def pressed(*principal):
    return np.r_[principal, np.zeros(3)]


def test_the_peak_of_a_loose_soil_is_that_of_its_cone():
    p = 100e3
    peak = 3 * END * p / (np.sqrt(2 / 3) * (1 - LODE) ** (1 / 6) - END)
    at = soil(LOOSE)
    values = np.r_[1e25 * AIR, END, np.zeros(14)][None]
    assert at.deviatoric(pressed(-p, -p, -p - 0.999 * peak)[None], values) < 0.0
    assert at.deviatoric(pressed(-p, -p, -p - 1.001 * peak)[None], values) > 0.0
    stress, internal, _ = answer(LOOSE, pressed(1e-3, 1e-3, -5e-3), pressed(-p, -p, -p - 0.99 * peak))
    assert internal[15] == 2.0 and internal[8] == pytest.approx(1.0, rel=1e-6)
    assert at.deviatoric(stress[None], values) == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("material", [GIVEN, MOVED], ids=["hardening", "moving"])
def test_a_step_that_breaks_both_ends_on_both(material):
    before = pressed(-130e3, -130e3, -150e3)
    start = np.r_[-136e3, 0.06 if material is GIVEN else END, np.zeros(14)]
    stress, internal, _ = answer(material, pressed(1e-4, 2e-4, -3e-3), before, start)
    at = soil(material)
    assert internal[15] == 3.0 and internal[0] < start[0]
    assert at.isotropic(stress[None], internal[None]) == pytest.approx(0.0, abs=1e-3)
    assert at.deviatoric(stress[None], internal[None]) == pytest.approx(0.0, abs=1e-3)
    if material is MOVED:
        assert np.linalg.norm(internal[2:8]) > 1e-4 and internal[2:5].sum() == pytest.approx(0.0, abs=1e-12)
    else:
        assert 0.06 < internal[1] < END


def test_a_soil_stiffens_with_its_pressure():
    _, _, tangent = answer(GIVEN, np.zeros(6), pressed(-50e3, -50e3, -50e3), predicting=True)
    _, _, more = answer(GIVEN, np.zeros(6), pressed(-150e3, -150e3, -150e3), predicting=True)
    np.testing.assert_allclose(more, 3**0.6 * tangent)
    # unloading: tr d(stress) = 3 K c^0.6 tr d(strain), its trace by the chord
    stress, internal, _ = answer(GIVEN, np.r_[1e-4, 1e-4, 1e-4, 0, 0, 0], pressed(-150e3, -150e3, -150e3), np.r_[-2e5, 0.1, np.zeros(14)])
    assert internal[15] == 0.0
    i = stress[:3].sum()
    bulk = GIVEN["young"] / (1 - 2 * GIVEN["poisson"])
    assert i == pytest.approx(-450e3 + bulk * (i / 3 / AIR) ** 0.6 * 3e-4, rel=1e-9)


def test_a_pull_leaves_the_least_pressure():
    stress, internal, _ = answer(LOOSE, pressed(1e-1, 1e-1, 1e-1), pressed(-1e5, -1e5, -1e5))
    np.testing.assert_allclose(stress, pressed(AIR / 100, AIR / 100, AIR / 100))
    assert internal[15] == 0.0


def test_the_plane_is_the_space_without_two_shears():
    before, strain = pressed(-130e3, -130e3, -150e3), np.array([1e-4, -5e-3, 0.0, 1e-3, 0.0, 0.0])
    stress, internal, tangent = answer(GIVEN, strain, before, np.r_[-1e6, 0.06, np.zeros(14)])
    flat, values, plane = answer(GIVEN, strain[:4], before[:4], np.r_[-1e6, 0.06, np.zeros(14)])
    np.testing.assert_allclose(flat, stress[:4], rtol=1e-9)
    np.testing.assert_allclose(values[:6], internal[:6], rtol=1e-9, atol=1e-20)
    np.testing.assert_allclose(plane, tangent[:4, :4], rtol=1e-6, atol=1.0)
    # what follows X comes two places before
    assert values[13] == internal[15] == 2.0


@pytest.mark.parametrize("material", [GIVEN, MOVED], ids=["hardening", "moving"])
def test_the_tangent_of_rates_is_that_of_small_steps(material):
    """Where only the deviatoric mechanism flows: stress after a small strain is the tangent's."""
    start = np.r_[-1e6, 0.06 if material is GIVEN else END, np.zeros(14)]
    stress, internal, _ = answer(material, pressed(2e-3, 2.1e-3, -4e-3), pressed(-130e3, -130e3, -150e3), start)
    assert internal[15] == 2.0
    _, _, tangent = answer(material, np.zeros(6), stress, internal, predicting=True)
    small = 1e-7 * np.array([0.3, 0.2, -1.0, 0.1, 0.0, 0.2])
    moved, _, _ = answer(material, small, stress, internal)
    np.testing.assert_allclose(moved - stress, tangent @ small, rtol=2e-3, atol=2e-2)


def test_too_few_tries_are_told():
    with pytest.raises(LawFailed):
        data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [GIVEN], np.zeros(1, int))
        state = PointState(np.zeros((1, 1, 6)), pressed(-1e5, -1e5, -1e5).reshape(1, 1, 6), np.zeros((1, 1, 16)))
        BEHAVIOURS["CJS"].within(1e-12, 1).integrate(pressed(0, 0, -5e-3).reshape(1, 1, 6), state, data, Space())


def test_cofactors_are_the_rate_of_the_determinant():
    q = np.random.default_rng(0).standard_normal((5, 6))
    determinants = (cofactors(q) * q).sum(axis=1) / 3
    step = 1e-6 * np.eye(6)
    for j in range(6):
        ahead, behind = ((cofactors(q + sign * step[j]) * (q + sign * step[j])).sum(axis=1) / 3 for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, cofactors(q)[:, j], atol=1e-8)
    np.testing.assert_allclose(determinants[0], np.linalg.det(_full(q[0])))


def _full(q):
    a, b, c = q[3:] / np.sqrt(2)
    return np.array([[q[0], a, b], [a, q[1], c], [b, c, q[2]]])
