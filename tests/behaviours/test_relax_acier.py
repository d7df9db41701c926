"""Tendons that relax: hardening, temperature, tangents, what they need; their own deck shows the flow alone."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from pyaster_lite.behaviours.relax_acier import RelaxingBar
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, LIMIT = 2e11, 1.8e9
STEEL = {
    "young": YOUNG, "tendon_limit": LIMIT, "relaxing_drag": 1.5, "relaxing_power": 6.0, "relaxing_hardening_power": 2.0,
    "relaxing_hardening_bound": 400.0, "relaxing_hardening_rate": 200.0,
}  # fmt: skip


def bar(material=STEEL, warm=None):
    around = None if warm is None else (lambda t: {"TEMP": np.full((1, 1), warm[t > 0.0])})
    return ElementData(np.array([0]), np.zeros((1, 2, 3)), [material], np.array([0]), surroundings=around).between(0.0, 1e4)


def stretched(increment, stress, data, law=None, internal=(0.0, 0.0)):
    law = law or RelaxingBar(1e-9, 100)
    return law.stretch(np.full((1, 1), increment), np.full((1, 1), stress), np.array([[internal]]), data)


def flow(stress, strain):
    back = 200.0 * strain / (1 + (400.0 * strain) ** 2) ** 0.5
    return max((stress / LIMIT - back) / 1.5, 0.0) ** 6


def test_hardening_slows_the_flow_down():
    found = solve_ivp(lambda t, y: [YOUNG * (1e-7 - flow(*y)), flow(*y)], (0, 1e4), [1.2e9, 0.0], rtol=1e-10, atol=1e-12)
    stress, variables, tangent = stretched(1e-3, 1.2e9, bar())
    assert stress[0, 0] == pytest.approx(found.y[0, -1], rel=1e-6) and variables[0, 0, 0] == pytest.approx(found.y[1, -1], rel=1e-5)
    assert tangent[0, 0] == pytest.approx(YOUNG * (1 - flow(*found.y[:, -1]) / 1e-7), rel=1e-5) == variables[0, 0, 1]


def test_a_bar_at_rest_keeps_its_tangent():
    assert stretched(0.0, 1.2e9, bar())[2][0, 0] == YOUNG
    assert stretched(0.0, 1.2e9, bar(), internal=(0.0, 3e10))[2][0, 0] == 3e10


def test_constants_follow_the_temperature_over_the_step():
    softer = STEEL | {"relaxing_drag": lambda around: 1.5 - 0.005 * around["TEMP"]}
    found = solve_ivp(lambda t, y: [YOUNG * (1e-7 - hot(t, y)), hot(t, y)], (0, 1e4), [1.2e9, 0.0], rtol=1e-10, atol=1e-12)
    assert stretched(1e-3, 1.2e9, bar(softer, (20.0, 120.0)))[0][0, 0] == pytest.approx(found.y[0, -1], rel=1e-5)


def hot(t, y):
    return flow(y[0], y[1]) * (1.5 / (1.5 - 0.005 * (20.0 + 100.0 * t / 1e4))) ** 6


def test_the_limit_may_be_the_tendons_and_must_be_somewhere():
    own = STEEL | {"relaxing_limit": LIMIT / 2}
    assert stretched(1e-3, 1.2e9, bar(own))[0][0, 0] < stretched(1e-3, 1.2e9, bar())[0][0, 0]
    with pytest.raises(ComputationFailed, match="F_PRG"):
        stretched(1e-3, 1.2e9, bar({k: v for k, v in STEEL.items() if k != "tendon_limit"}))


def test_bars_take_both_laws_by_their_fibres():
    assert BEHAVIOURS["RELAX_ACIER"].within(1e-8, -20).fibre.tries == 20
    law, sheet = BEHAVIOURS["PINTO_MENEGOTTO"], BEHAVIOURS["GRILLE_PINTO_MEN"]
    assert law.internal_names == law.fibre.internal_names == sheet.internal_names[:8] and not hasattr(law, "stretch")
