"""MCC under pressure, against closed forms."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, follow, points

K, KP, BT, CRITICAL, PULL = 1.6e8, 50.0, 50.0, 1e6, 1e4
CLAY = STEEL | {
    "mcc_bulk": K, "mcc_shear": 1e8, "mcc_swelling": KP, "mcc_critical": CRITICAL, "mcc_slope": 1.0,
    "mcc_tension": PULL, "mcc_hardening": BT,
}  # fmt: skip


def squeezed(volumes, clay=CLAY):
    strains = np.zeros((len(volumes), 6))
    strains[:, :3] = np.asarray(volumes)[:, None] / 3
    return follow(BEHAVIOURS["MCC"], Space(), strains, points(clay, cells=1))[0]


def test_elasticity_stiffens_with_the_pressure():
    state = squeezed([-np.log(1 + KP * CRITICAL / K) / KP])
    np.testing.assert_allclose(state.stress[0, 0], [-CRITICAL] * 3 + [0.0] * 3, rtol=1e-12, atol=1e-6)
    assert not state.internal[0, 0, 10]
    linear = squeezed([-1e-3], CLAY | {"mcc_swelling": 0.0})
    np.testing.assert_allclose(linear.stress[0, 0, :3], -1e-3 * K, rtol=1e-12)


def test_many_small_steps_follow_the_consolidation():
    """p = 2 pc + s0 with pc = pc0 exp(- bt v), where v is the plastic part."""
    plastic = -0.02
    top = 2 * CRITICAL * np.exp(-BT * plastic) + PULL
    whole = plastic - np.log(1 + KP * top / K) / KP
    state = squeezed(np.linspace(0.0, whole, 400)[1:])
    assert -state.stress[0, 0, 0] == pytest.approx(top, rel=1e-4)
    assert state.internal[0, 0, 7] == pytest.approx(plastic, rel=1e-4)
    assert state.internal[0, 0, 8] == pytest.approx(CRITICAL * np.exp(-BT * state.internal[0, 0, 7]) + PULL, rel=1e-12)


def test_a_pull_beyond_the_elasticity_is_refused():
    stress = np.zeros((1, 1, 6))
    stress[..., :3] = 1.1 * K / KP
    start = PointState(np.zeros((1, 1, 6)), stress, np.zeros((1, 1, 12)))
    with pytest.raises(LawFailed, match="elasticity bears"):
        follow(BEHAVIOURS["MCC"], Space(), np.zeros((1, 6)), points(CLAY, cells=1), start)
