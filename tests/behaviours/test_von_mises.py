"""VMIS_ISOT_*: known solutions in traction, curves by points, temperatures between curves."""

import numpy as np
import pytest

from pyaster_lite.behaviours._hardening import ByPoints, Linear
from pyaster_lite.catalogue.registry import BEHAVIOURS, origin_of
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import PlaneStress, Space
from pyaster_lite.materials.traction import TractionCurve
from tests.behaviours.steel import NU, SLOPE, STEEL, SY, E, at_rest, curve, follow, points


def traction(word, strain, data=None, steps=1):
    """The stress along x at a strain along x, the stresses across being zero, and the internal variables."""
    behaviour, continuum, data = BEHAVIOURS[word], Space(), data or points(cells=1)
    state, full = at_rest(behaviour, continuum, (1, 1)), np.zeros((1, 1, 6))
    for share in np.linspace(0, 1, steps + 1)[1:]:
        full[..., 0] = share * strain
        for _ in range(100):
            stress, internal, tangent = behaviour.integrate(full, state, data, continuum)
            tangent = np.broadcast_to(tangent, (1, 1, 6, 6))
            full[..., 1:3] -= np.linalg.solve(tangent[0, 0, 1:3, 1:3], stress[0, 0, 1:3])
        state = type(state)(full.copy(), stress, internal)
    return stress[0, 0, 0], internal[0, 0]


@pytest.mark.parametrize("word", ["VMIS_ISOT_LINE", "VMIS_ISOT_TRAC"])
def test_traction_follows_the_curve(word):
    stress, (p, plastic) = traction(word, 0.02, steps=3)
    assert stress == pytest.approx(SY + SLOPE * (0.02 - SY / E), rel=1e-10)
    assert p == pytest.approx(0.02 - stress / E, rel=1e-10) and plastic == 1.0
    assert traction(word, 0.9 * SY / E)[0] == pytest.approx(0.9 * SY, rel=1e-12)


def test_traction_with_a_power():
    stress, (p, _) = traction("VMIS_ISOT_PUIS", 0.02)
    assert stress == pytest.approx(SY + SY * (E * p / 1.5 / SY) ** (1 / 3), rel=1e-10)
    assert p == pytest.approx(0.02 - stress / E, rel=1e-10)


def test_plane_stress_in_traction():
    behaviour, flat = BEHAVIOURS["VMIS_ISOT_LINE"], PlaneStress()
    stress = SY + SLOPE * (0.02 - SY / E)
    p = 0.02 - stress / E
    strain = np.array([0.02, -NU * stress / E - p / 2, 0.0, 0.0])
    found, internal, _ = behaviour.integrate(np.broadcast_to(strain, (2, 3, 4)), at_rest(behaviour, flat), points(), flat)
    np.testing.assert_allclose(found[..., 0], stress, rtol=1e-10)
    np.testing.assert_allclose(found[..., 1:], 0.0, atol=1e-6 * stress)
    np.testing.assert_allclose(internal[..., 0], p, rtol=1e-9)


def test_between_two_temperatures_young_and_the_curve_at_equal_plastic_strain_are_linear():
    soft = curve(slope=SLOPE / 4, sy=SY / 2, young=E / 2)
    made = TractionCurve([curve(), soft], "TEMP", [0.0, 100.0])
    material = STEEL | {"traction": made}
    data = points(material, lambda t: {"TEMP": np.full((1, 1), 30.0), "TEMP_REF": np.full((1, 1), 30.0)}, cells=1)
    hardening = ByPoints(data, (1, 1))
    assert hardening.young[0, 0] == pytest.approx(0.7 * E + 0.3 * E / 2)
    p = np.array([[0.01]])
    rates = [slope * young / (young - slope) for slope, young in ((SLOPE, E), (SLOPE / 4, E / 2))]
    expected = 0.7 * (SY + rates[0] * 0.01) + 0.3 * (SY / 2 + rates[1] * 0.01)
    np.testing.assert_allclose(hardening.at(p)[0], expected, rtol=1e-12)
    stress, (q, _) = traction("VMIS_ISOT_TRAC", 0.02, data)
    assert stress == pytest.approx(hardening.at(np.array([[q]]))[0][0, 0], rel=1e-10)


def test_a_curve_that_ends_fails_the_step():
    ended = Function(np.array([1e-3, 1e-2]), np.array([2e8, 3e8]), Properties("EPSI", "SIGM", ("LIN", "LIN"), "EXCLU", "EXCLU"))
    data = points(STEEL | {"traction": TractionCurve([ended])}, cells=1)
    behaviour, continuum = BEHAVIOURS["VMIS_ISOT_TRAC"], Space()
    strain = np.zeros((1, 1, 6))
    strain[..., 3] = 0.1
    with pytest.raises(LawFailed, match="curve of traction ends"):
        behaviour.integrate(strain, at_rest(behaviour, continuum, (1, 1)), data, continuum)


def test_a_softening_curve_is_met_at_its_first_crossing():
    x = np.array([1e-3, 1e-2, 2e-2, 1.0])
    y = np.array([2e8, 4e8, 1e8, 1e8])
    data = points(STEEL | {"traction": TractionCurve([Function(x, y, Properties("EPSI", "SIGM", ("LIN", "LIN"), "EXCLU", "CONSTANT"))])})
    hardening = ByPoints(data, (2, 3))
    trial, three_mu = np.full((2, 3), 1e9), np.full((2, 3), 1.5 * E / 1.3)
    p = np.full((2, 3), 1e-3)
    slip = hardening.slip(trial, three_mu, p)
    np.testing.assert_allclose(hardening.at(p + slip)[0] + three_mu * slip, trial, rtol=1e-12)


def test_a_sheet_of_steel_tells_how_near_its_limits_it_is():
    behaviour, flat = BEHAVIOURS["VMIS_CINE_GC"], PlaneStress()
    strain = np.zeros((1, 1, 4))
    strain[..., 0] = 5e-3
    for _ in range(60):
        stress, internal, tangent = behaviour.integrate(strain, at_rest(behaviour, flat, (1, 1)), points(cells=1), flat)
        strain[..., 1] -= stress[..., 1] / np.broadcast_to(tangent, (1, 1, 4, 4))[..., 1, 1]
    wanted = SY + SLOPE * (5e-3 - SY / E)
    np.testing.assert_allclose(stress[0, 0], [wanted, 0.0, 0.0, 0.0], atol=1e-6 * SY)
    across = -NU / (1 - NU) * (strain[0, 0, 0] + strain[0, 0, 1])
    away = np.array([strain[0, 0, 0], strain[0, 0, 1], across])
    away = away - away.mean()
    np.testing.assert_allclose(internal[0, 0, :2], [wanted / (2 * SY), np.sqrt(2 / 3 * away @ away) / 0.01], rtol=1e-6)
    np.testing.assert_allclose(internal[0, 0, 2], (wanted - SY) / (SLOPE * E / (E - SLOPE)), rtol=1e-6)


@pytest.mark.parametrize("word", ["VMIS_ISOT_LINE", "VMIS_ISOT_TRAC", "VMIS_ISOT_PUIS", "VMIS_ECMI_LINE"])
def test_plane_stress_within_a_precision(word):
    """A coarse answer is off by no more than the precision allows, and by more than none; a fine one is that without precision."""
    behaviour, flat = BEHAVIOURS[word], PlaneStress()
    strain = np.broadcast_to(np.array([0.02, -0.003, 0.0, 0.004]), (2, 3, 4))
    asked = at_rest(behaviour, flat), points(), flat
    exact, coarse, fine = (law.integrate(strain, *asked) for law in (behaviour, behaviour.within(1e-2, 20), behaviour.within(1e-12, 60)))
    np.testing.assert_allclose(fine[0], exact[0], atol=1e-9 * SY)
    off = abs(coarse[0] - exact[0]).max()
    assert 1e-9 * SY < off < 2e-2 * SY
    assert abs(coarse[0][..., 2]).max() == 0.0


def test_a_law_within_a_precision_is_known_as_that_of_the_catalogue():
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    assert origin_of(law.within(1e-6, 20).within(1e-8, 20)) is law and origin_of(law) is law


def test_points_that_are_met_do_not_wait_for_others_in_plane_stress(monkeypatch):
    """Of points from far beyond the limit to just beyond it Newton's method meets each in a few tries, and none is sent off again."""
    asked, at = [], Linear.at
    monkeypatch.setattr(Linear, "at", lambda self, p: asked.append(p) or at(self, p))
    strain = np.zeros((1, 200, 4))
    strain[..., 0] = SY / E * np.geomspace(1.05, 1000.0, 200)
    behaviour, continuum = BEHAVIOURS["VMIS_ISOT_LINE"], PlaneStress()
    stress, internal, _ = behaviour.integrate(strain, at_rest(behaviour, continuum, (1, 200)), points(cells=1), continuum)
    size = np.sqrt(stress[..., 0] ** 2 - stress[..., 0] * stress[..., 1] + stress[..., 1] ** 2)
    assert len(asked) < 20
    np.testing.assert_allclose(size, SY + E * SLOPE / (E - SLOPE) * internal[..., 0], rtol=1e-12)


@pytest.mark.parametrize("heat,elastic", [(50.0, True), (-50.0, False)])
def test_a_pulled_sheet_with_a_centre_starts_elastic_where_heat_unloads_it(heat, elastic):
    """Held in its plane, what is heated is pressed: as in code_aster, whose isotropic laws do not ask (nmecmi, nmisot)."""
    flat = PlaneStress()
    data = points(STEEL, lambda t: {"TEMP": np.full((1, 1), heat * t), "TEMP_REF": np.zeros((1, 1))}, cells=1)
    tangents = []
    for word in ("VMIS_ECMI_LINE", "VMIS_ISOT_LINE"):
        behaviour = BEHAVIOURS[word]
        state, _ = follow(behaviour, flat, [np.array([0.01, 0.0, 0.0, 0.0])], data.between(0.0, 0.0))
        tangents.append(behaviour.integrate(state.strain, state, data.between(0.0, 1.0, True), flat)[2][0, 0])
    hooke = E / (1 - NU**2) * np.array([[1.0, NU], [NU, 1.0]])
    assert np.allclose(tangents[0][:2, :2], hooke) == elastic
    assert not np.allclose(tangents[1][:2, :2], hooke)
