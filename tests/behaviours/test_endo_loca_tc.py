"""Damage of concrete in tension and compression: laws along confined paths, what delays, how damage adds up."""

import numpy as np
import pytest

from pyaster_lite.behaviours.endo_loca_tc import TensionCompression
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, FT, ONSET, FC, ENERGY, SHAPE = 3e10, 0.2, 3e6, 1.2e7, 4e7, 15.0, 1.5
CONCRETE = {"young": E, "poisson": NU, "concrete.delay": 0.0} | {
    f"concrete.{word}": value
    for word, value in {"energy": ENERGY, "shape": SHAPE, "tension": FT, "onset": ONSET, "compression": FC}.items()
}
LAW, SPACE = TensionCompression(1e-10), Space()
CONFINED = E * (1 - NU) / (1 + NU) / (1 - 2 * NU)
M0, D1 = 1.5 * np.pi * (SHAPE + 2) ** -1.5, 0.75 * np.pi * np.sqrt(1 + SHAPE)


def data(**more):
    step = Step(0.0, 1.0)
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | more], np.zeros(1, int), {}, None, step)


def pulled(strain, state=None, **more):
    zero = np.zeros((1, 1, 6))
    state = state or PointState(zero, zero, np.zeros((1, 1, 9)))
    now = np.array([[[strain, 0.0, 0.0, 0.0, 0.0, 0.0]]])
    stress, internal, tangent = LAW.integrate(now, state, data(**more), SPACE)
    return PointState(now, stress, internal), tangent[0, 0]


def h(b):
    r = (2 * (D1 - 1) - M0) / (2 - M0)
    return 1 + (0.5 * ENERGY * M0 - 1) * b + 0.5 * ENERGY * (D1 - M0) * b**r


@pytest.mark.parametrize("b", [0.05, 0.3, 0.8])
def test_confined_tension(b):
    """The stress is FT (1 - b) where the strain is FT h(b) over the confined modulus."""
    state, _ = pulled(FT * h(b) / CONFINED)
    np.testing.assert_allclose(state.stress[0, 0, 0], FT * (1 - b), rtol=1e-7)
    np.testing.assert_allclose(state.internal[0, 0, [1, 2]], [1 - (1 - b) / h(b), b], rtol=1e-7)


def test_compression_saturates_and_leaves_tension():
    state, _ = pulled(FT * h(0.3) / CONFINED)
    crushed, _ = pulled(-3 * ONSET / CONFINED, state)
    m = FC / ONSET
    left = (1 + (m - 1) * np.tanh(2.0 / (m - 1))) / 3.0
    np.testing.assert_allclose(crushed.stress[0, 0, 0], -3 * ONSET * left, rtol=1e-6)
    np.testing.assert_allclose(crushed.internal[0, 0, [2, 4, 5]], [0.3, 1 - left, 3.0], rtol=1e-6)
    again, _ = pulled(0.5 * FT * h(0.3) / CONFINED, crushed)
    np.testing.assert_allclose(again.stress[0, 0, 0], 0.5 * FT * 0.7 * left, rtol=1e-6)
    np.testing.assert_allclose(again.internal[0, 0, 8], 1 - left * 0.7 / h(0.3), rtol=1e-6)


def test_a_delay_holds_damage_back():
    strain = FT * h(0.5) / CONFINED
    (fast, _), (slow, tangent) = pulled(strain), pulled(strain, **{"concrete.delay": 0.5})
    b = slow.internal[0, 0, 2]
    assert b < fast.internal[0, 0, 2] and h(b) ** 2 + 0.5 * b * h(0.5) ** 2 == pytest.approx(h(0.5) ** 2)
    above = FT * h(0.5) * ((1 - b) / h(b) - 0.5 / h(0.5))
    assert slow.internal[0, 0, 7] == pytest.approx(above, rel=1e-6)
    ahead, behind = (pulled(strain * s, **{"concrete.delay": 0.5})[0].stress[0, 0, 0] for s in (1 + 1e-6, 1 - 1e-6))
    assert tangent[0, 0] == pytest.approx((ahead - behind) / (2e-6 * strain), rel=1e-6)


def test_materials_that_cannot_be():
    for more in ({"concrete.energy": 1.0}, {"concrete.onset": 5e6}, {"concrete.compression": 1e7}):
        with pytest.raises(LawFailed):
            pulled(1e-4, **more)
