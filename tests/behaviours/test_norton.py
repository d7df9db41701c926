"""NORTON beside LEMAITRE without hardening."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import norm
from tests.behaviours.steel import STEEL, follow, points

CREEP = STEEL | {"creep_hardening": 0.0}
PATH = [np.array([e, -0.3 * e, -0.3 * e, 0.4 * e, 0.0, 0.0]) for e in (5e-4, 1e-3, 2e-3)]


@pytest.mark.parametrize("theta", [0.5, 1.0])
def test_the_same_stress_and_the_strain_that_stress_leaves(theta):
    norton, lemaitre = (follow(BEHAVIOURS[w].configured(theta), Space(), PATH, points(CREEP, cells=1))[0] for w in ("NORTON", "LEMAITRE"))
    np.testing.assert_allclose(norton.stress, lemaitre.stress, rtol=1e-12)
    elastic = np.linalg.solve(STEEL["elasticity"], norton.stress[0, 0])
    np.testing.assert_allclose(norton.internal[0, 0, :6], PATH[-1] - elastic, rtol=1e-9, atol=1e-15)
    assert norton.internal[0, 0, 6] == pytest.approx(lemaitre.internal[0, 0, 0], rel=1e-12)


def test_nothing_flows_below_the_least_rate():
    slow = follow(BEHAVIOURS["NORTON"], Space(), [1e-3 * PATH[0]], points(CREEP | {"creep_rate": 1e-10}, cells=1))[0]
    assert slow.internal[0, 0, 6] == 0.0 and norm(slow.internal[0, 0]) < 1e-20
