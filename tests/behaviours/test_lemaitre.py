"""LEMAITRE: a held stress creeps by the law's own integral."""

import numpy as np
import pytest

from pyaster_lite.behaviours.lemaitre import Lemaitre
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, E, points


@pytest.mark.parametrize("theta,error", [(1.0, 2e-2), (0.5, 1e-4)])
def test_relaxation_of_a_held_strain(theta, error):
    """With no hardening and N = 4 in pure shear: d(1/q^3)/dt = 9 mu / K^4; half steps are of second order."""
    material = STEEL | {"creep_hardening": 0.0, "creep_rate": 1e-9}
    data, law, space = points(material, cells=1), Lemaitre(theta), Space()
    mu, q0, duration, steps = E / 2.6, 2e8, 2.0, 400
    stress = np.zeros((1, 1, 6))
    stress[..., 3] = q0 / np.sqrt(3) * np.sqrt(2)
    state = PointState(np.zeros((1, 1, 6)), stress, np.zeros((1, 1, 2)))
    for i in range(steps):
        step = data.between(i * duration / steps, (i + 1) * duration / steps)
        stress, internal, _ = law.integrate(state.strain, state, step, space)
        state = PointState(state.strain, stress, internal)
    expected = (q0**-3 + 9 * mu * 1e-36 * duration) ** (-1 / 3)
    found = np.sqrt(1.5) * abs(state.stress[0, 0, 3])
    assert found < 0.9 * q0
    assert found == pytest.approx(expected, rel=error)
    assert state.internal[0, 0, 0] == pytest.approx((q0 - found) / (3 * mu), rel=1e-9)


def test_other_thetas_are_refused():
    with pytest.raises(ValueError, match="0.5 or 1"):
        Lemaitre().configured(0.7)


def test_nothing_flows_below_the_precision():
    """A deviator of rounding size leaves the tangent elastic, however fast the law would creep."""
    material = STEEL | {"creep_exponent": 1.0, "creep_hardening": 0.0, "creep_rate": 1.0}
    data, strain = points(material, cells=1).between(0.0, 1.0), np.array([[[1e-18, -1e-18, 0, 0, 0, 0]]])
    state = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 2)))
    shear = [law.integrate(strain, state, data, Space())[2][0, 0, 3, 3] for law in (Lemaitre(), Lemaitre().within(1e-6, 20))]
    assert shear[0] < 1e-6 * shear[1]
    assert shear[1] == pytest.approx(E / 1.3)


def test_a_rough_search_is_mended_by_one_more_turn():
    """Within a precision so rough that the elastic trial is taken, q = q^e / (1 + 3 mu dt g(q^e) / q^e)."""
    material = STEEL | {"creep_exponent": 4.0, "creep_hardening": 0.0, "creep_rate": 1e-9}
    stress = np.zeros((1, 1, 6))
    stress[..., 0] = 2e8
    state = PointState(np.zeros((1, 1, 6)), stress, np.zeros((1, 1, 2)))
    found, internal, _ = Lemaitre().within(1e8, 20).integrate(state.strain, state, points(material, cells=1).between(0.0, 0.1), Space())
    slip = 0.1 * (2e8 * 1e-9) ** 4
    left = 2e8 / (1 + 3 * E / 2.6 * slip / 2e8)
    assert found[0, 0, 0] - found[0, 0, 1] == pytest.approx(left)
    assert internal[0, 0, 0] == pytest.approx((2e8 - left) / (3 * E / 2.6))
