"""Creep followed by explicit steps: NORTON under a strain that stays relaxes as its solution does."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import von_mises

from .steel import STEEL

EXPONENT, RATE = 3.0, 1e-10


def test_norton_relaxes_as_its_solution():
    steel = STEEL | {"creep_exponent": EXPONENT, "creep_rate": RATE, "creep_hardening": 0.0}
    data = ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [steel], np.zeros(1, int))
    law = BEHAVIOURS["NORTON"].solved_by("RUNGE_KUTTA").within(1e-6, 20)
    assert BEHAVIOURS["NORTON"].solved_by("NEWTON_PERT") is BEHAVIOURS["NORTON"]
    mu = STEEL["young"] / (2 * (1 + STEEL["poisson"]))
    strain = np.array([[[0.0, 0.0, 0.0, 1e-3, 0.0, 0.0]]])
    held = PointState(strain, 2 * mu * strain, np.zeros((1, 1, 7)))
    stress, internal, tangent = law.integrate(strain, held, data.between(0.0, 100.0), Space())
    start, n = von_mises(held.stress)[0, 0], EXPONENT
    # q' = -3 mu (q / K)^n
    left = (start ** (1 - n) + (n - 1) * 3 * mu * RATE**n * 100.0) ** (1 / (1 - n))
    assert von_mises(stress)[0, 0] == pytest.approx(left, rel=1e-4) and left < 0.99 * start
    np.testing.assert_allclose(2 * mu * (strain - internal[..., :6]), stress, atol=1e-6 * start)
    np.testing.assert_array_equal(tangent[0, 0], data.elasticity()[0, 0])
