"""Cam-Clay under pressure and in shear, against closed forms."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, follow, points

K0, K, M, CRITICAL, FIRST, MU = 58.8, 14.7, 0.9, 3e5, 1e5, 6e6
CLAY = STEEL | {
    "clay_shear": MU, "clay_void": 1.94, "clay_swelling": K0, "clay_compression": K, "clay_kapa": 0.05, "clay_lambda": 0.25,
    "clay_slope": M, "clay_critical": CRITICAL, "clay_bulk": 0.0, "clay_tension": 0.0,
}  # fmt: skip


def pressed(*strains, pressure=FIRST):
    stress = np.zeros((1, 1, 6))
    stress[..., :3] = -pressure
    start = PointState(np.zeros((1, 1, 6)), stress, np.zeros((1, 1, 7)))
    return follow(BEHAVIOURS["CAM_CLAY"], Space(), [np.array(e) for e in strains], points(CLAY, cells=1), start)[0]


def squeezed(compaction):
    return [-compaction / 3] * 3 + [0.0, 0.0, 0.0]


def test_pressure_follows_two_lines_against_the_logarithm():
    elastic = np.log(2 * CRITICAL / FIRST) / K0
    assert -pressed(squeezed(elastic)).stress[0, 0, 0] == pytest.approx(2 * CRITICAL, rel=1e-12)
    top = 8e5
    virgin = elastic + np.log(top / (2 * CRITICAL)) * (1 / K0 + 1 / K)
    state = pressed(squeezed(elastic), squeezed(virgin))
    np.testing.assert_allclose(state.stress[0, 0], [-top, -top, -top, 0, 0, 0], rtol=1e-12, atol=1e-3)
    np.testing.assert_allclose(state.internal[0, 0, [0, 1, 2, 4]], [top / 2, 1.0, top, np.log(top / (2 * CRITICAL)) / K], rtol=1e-9)


def test_shear_ends_on_the_critical_state():
    """Far along a shear without change of volume q = M p and p = c."""
    state = pressed(*[squeezed(0.0)[:3] + [e, 0.0, 0.0] for e in np.linspace(0.0, 1.0, 400)[1:]])
    p, q = -state.stress[0, 0, :3].mean(), np.sqrt(1.5) * abs(state.stress[0, 0, 3])
    assert q == pytest.approx(M * p, rel=1e-6) and p == pytest.approx(state.internal[0, 0, 0], rel=1e-6)


def test_what_cannot_be():
    with pytest.raises(LawFailed, match="Poisson"):
        pressed(squeezed(0.0), pressure=0.0)
    with pytest.raises(LawFailed, match="compacts"):
        pressed(squeezed(1.0))
    with pytest.raises(LawFailed, match="PTRAC"):
        pressed(squeezed(0.0), pressure=-1.0)


def test_the_precision_of_decks_bounds_what_is_left_of_the_yield_function():
    path = [np.array([-0.02, 0.01, 0.004, 0.003, 0.0, 0.0])]
    stress = np.zeros((1, 1, 6))
    stress[..., :3] = -2 * CRITICAL
    left = []
    for precision in (1e-2, 1e-6, 0.0):
        start = PointState(np.zeros((1, 1, 6)), stress, np.zeros((1, 1, 7)))
        law = BEHAVIOURS["CAM_CLAY"].within(precision, 100)
        (critical, _, p, q, *_) = follow(law, Space(), path, points(CLAY, cells=1), start)[0].internal[0, 0]
        left.append(abs(q**2 + M**2 * p * (p - 2 * critical)) / (M * CRITICAL) ** 2)
    assert left[0] > left[1] > left[2] and left[2] < 1e-12
    with pytest.raises(LawFailed, match="in 1 tries"):
        follow(
            BEHAVIOURS["CAM_CLAY"].within(1e-12, 1), Space(), path, points(CLAY, cells=1), PointState(start.strain, stress, start.internal)
        )
