"""CSSM under pressure and in shear, against closed forms."""

import numpy as np
import pytest
from scipy.optimize import brentq

from pyaster_lite.behaviours.cssm import DISTORTIONS
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, follow, points

K, MU, CRITICAL, BT, ETA, OM, REFERENCE, EXPONENT = 5e8, 2e8, 1e5, 30.0, 0.9, 32.0, 2e-4, 0.78
SOIL = STEEL | {
    "cssm_bulk": K, "cssm_shear": MU, "cssm_critical": CRITICAL, "cssm_slope": 1.4, "cssm_hardening": BT, "cssm_exponent": EXPONENT,
    "cssm_distortion": REFERENCE, "cssm_centre": 1e9, "cssm_share": 0.1, "cssm_reduction": ETA, "cssm_growth": OM,
}  # fmt: skip


def last(path, soil=SOIL):
    return follow(BEHAVIOURS["CSSM"], Space(), path, points(soil, cells=1))[0]


def squeezed(volumes):
    path = np.zeros((len(volumes), 6))
    path[:, :3] = np.asarray(volumes)[:, None] / 3
    return path


def test_pressure_bears_the_plastic_compaction_that_it_makes():
    """p = 2 pc0 (exp(- bt v) - eta exp(2 om v)), since the sum of multipliers is - v under pressure."""

    def pressure(v):
        return 2 * CRITICAL * (np.exp(-BT * v) - ETA * np.exp(2 * OM * v))

    top = 1e5
    v = brentq(lambda v: pressure(v) - top, -0.05, 0.0)
    state = last(squeezed(np.linspace(0.0, v - top / K, 60)[1:]))
    assert -state.stress[0, 0, 0] == pytest.approx(top, rel=1e-9)
    np.testing.assert_allclose(state.internal[0, 0, [12, 14]], [-v, v], rtol=1e-9)
    assert state.internal[0, 0, -1] == 1.0
    released = last(squeezed([*np.linspace(0.0, v - top / K, 60)[1:], v]))
    assert abs(released.stress).max() < 1e-3 and released.internal[0, 0, -1] == 0.0


def test_shear_at_the_centre_of_the_surfaces_follows_the_chords_of_the_hyperbola():
    """Where p is C no surface changes the volume: Cam-Clay, far from its limit, bears rho mu g and Iwan's part its limits t_i in turn."""
    far, share = SOIL | {"cssm_critical": 1e9, "cssm_reduction": 0.0, "cssm_centre": 1e5}, 0.1 * MU
    t = MU * DISTORTIONS / (1 + (DISTORTIONS / REFERENCE) ** EXPONENT)
    slopes = np.diff(t) / np.diff(DISTORTIONS) - share
    passed = np.cumsum([t[0] / (MU - share), *(np.diff(t) / slopes)])
    for i in (0, 3, 5):
        path = np.zeros((i + 2, 6))
        path[:, :3] = -1e5 / (3 * K)
        path[1:, 3] = passed[: i + 1] / np.sqrt(2)
        stress = last(path, far).stress[0, 0]
        assert stress[3] / np.sqrt(2) == pytest.approx(t[i] + share * passed[i], rel=1e-9)
        np.testing.assert_allclose(stress[:3], -1e5, rtol=1e-9)
