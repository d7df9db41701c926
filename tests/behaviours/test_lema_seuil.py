"""Creep under irradiation beyond a threshold: the stress of a held strain, before and after."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, A, LIMIT, FLUX = 2e11, 0.3, 1e-12, 3e9, 0.5
LAW, SPACE = BEHAVIOURS["LEMA_SEUIL"], Space()
SHEAR = np.array([[[0.0, 0.0, 0.0, 1e-3, 0.0, 0.0]]])
HELD = np.sqrt(1.5) * E / (1 + NU) * 1e-3


def data(flux=FLUX, known=True):
    material = {"young": E, "poisson": NU, "threshold_rate": A, "threshold_limit": LIMIT}
    around = (lambda t: {"IRRA": np.full((1, 1), flux * t)}) if known else None
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [material], np.zeros(1, int), {}, around)


def relaxed(law, end, steps):
    """The shear held from the first instant on."""
    stress = np.zeros((1, 1, 6))
    stress[..., 3] = E / (1 + NU) * 1e-3
    state, times = PointState(SHEAR, stress, np.zeros((1, 1, 2))), np.linspace(0.0, end, steps + 1)
    for start, t in zip(times[:-1], times[1:]):
        state = PointState(SHEAR, *law.integrate(SHEAR, state, data().between(start, t), SPACE)[:2])
    return state


def test_below_the_threshold_nothing_creeps_and_the_stress_adds_up():
    state = relaxed(LAW, 0.9 * LIMIT / HELD, 10)
    np.testing.assert_allclose(state.stress[0, 0, 3], E / (1 + NU) * 1e-3)
    np.testing.assert_allclose(state.internal[0, 0], [0.0, 0.9])


@pytest.mark.parametrize(("theta", "near"), [(1.0, 5e-3), (0.5, 2e-5)])
def test_beyond_it_the_stress_relaxes_exponentially(theta, near):
    """q' = -3 mu 2/sqrt(3) A f q from where D is one, a step later at most."""
    begin, more = LIMIT / HELD, 10.0
    law = LAW.configured(theta)
    before = relaxed(law, begin, 1)
    state, steps = PointState(SHEAR, before.stress, before.internal), 400
    for step in range(steps):
        own = data().between(begin + more * step / steps, begin + more * (step + 1) / steps)
        state = PointState(SHEAR, *law.integrate(SHEAR, state, own, SPACE)[:2])
    rate = 1.5 * E / (1 + NU) * 2 / np.sqrt(3) * A * FLUX
    np.testing.assert_allclose(state.stress[0, 0, 3], E / (1 + NU) * 1e-3 * np.exp(-rate * more), rtol=near)


def test_the_tangent_is_the_derivative_beyond_the_threshold():
    own, state = data().between(0.0, 1.0), PointState(SHEAR, np.zeros((1, 1, 6)), np.array([[[0.0, 2.0]]]))
    strain = SHEAR + np.array([[[3e-4, -1e-4, 2e-4, 5e-4, 0.0, -2e-4]]])
    tangent = LAW.integrate(strain, state, own, SPACE)[2][0, 0]
    for j, unit in enumerate(np.eye(6)):
        ahead, behind = (LAW.integrate(strain + side * 1e-8 * unit, state, own, SPACE)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0, 0] / 2e-8, tangent[:, j], atol=1e-6 * E)


def test_the_irradiation_is_needed_and_does_not_fall():
    state = PointState(SHEAR, np.zeros((1, 1, 6)), np.zeros((1, 1, 2)))
    for own, text in ((data(known=False), "needs"), (data(flux=-1.0), "falls")):
        with pytest.raises(LawFailed, match=text):
            LAW.integrate(SHEAR, state, own.between(0.0, 1.0), SPACE)
