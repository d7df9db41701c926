"""ROUSSELIER: its rates, its kinds of answer, and what its cavities do."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from tests.behaviours.steel import NU, STEEL, SY, E

LAW = BEHAVIOURS["ROUSSELIER"].within(1e-13, 200)
CAVITIES = {"shape": 2.0, "stress": 2 * SY, "initial": 0.05, "joining": 1.0, "faster": 1.0, "step": 1.0, "kind": 1.0}
BASE, WAY = np.array([0.015, -0.004, -0.006]), np.array([[0.0, 4e-3, 1e-3], [0.0, 0.0, -2e-3], [3e-3, 0.0, 0.0]])


def made(**changes):
    steel = STEEL | {f"cavity_{word}": value for word, value in (CAVITIES | changes).items()}
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [steel], np.zeros(1, int)).between(0.0, 1.0)


def after(data, gradient, before=None, internal=None):
    before = np.eye(3)[None, None] if before is None else before
    return LAW.kirchhoff(gradient, before, np.zeros((1, 1, 9)) if internal is None else internal, data)


STRETCHES = {0.0: 5e-3 * (np.diag(BASE) + WAY), 1.0: np.diag(BASE) + WAY, 2.0: 8e-3 * np.eye(3) + 1e-5 * WAY}
"""Gradients less one by the kind of answer: elastic, flowing, at the corner."""


@pytest.mark.parametrize("kind", STRETCHES)
@pytest.mark.parametrize("type_", [1.0, 2.0])
def test_the_rate_is_the_derivative(kind, type_):
    data = made(kind=type_)
    start = np.eye(3) + 0.5 * STRETCHES[1.0][None, None] * (kind == 1.0)
    internal = after(data, start)[2] if kind == 1.0 else np.zeros((1, 1, 9))
    gradient = np.eye(3) + STRETCHES[kind][None, None]
    _, rate, end = after(data, gradient, start, internal)
    assert end[0, 0, 2] == kind
    for i in range(3):
        for j in range(3):
            step = np.zeros((3, 3))
            step[i, j] = 1e-8
            ahead, behind = (after(data, (np.eye(3) + s * step) @ gradient, start, internal)[0] for s in (1, -1))
            np.testing.assert_allclose((ahead - behind)[0, 0] / 2e-8, rate[0, 0, ..., i, j], atol=2e-6 * E / (1 - NU))


def test_cavities_follow_the_volume_or_its_plastic_part():
    gradient = np.eye(3) + STRETCHES[1.0][None, None]
    volume = np.linalg.det(gradient)[0, 0]
    follows, grows = (after(made(kind=kind), gradient)[2][0, 0] for kind in (1.0, 2.0))
    np.testing.assert_allclose(follows[1], 1 - 0.95 / volume, rtol=1e-12)
    # the elastic tensor that is kept has the elastic volume
    e = grows[3:]
    kept = np.eye(3) - 2 * np.array([[e[0], e[3] / 2**0.5, e[4] / 2**0.5], [e[3] / 2**0.5, e[1], e[5] / 2**0.5], [*(e[4:] / 2**0.5), e[2]]])
    np.testing.assert_allclose(1 - grows[1], 0.95 / (volume / np.linalg.det(kept) ** 0.5), rtol=1e-9)


def test_without_cavities_to_speak_of_it_is_von_mises():
    gradient = np.eye(3) + STRETCHES[1.0][None, None]
    gradient = gradient / np.linalg.det(gradient)[..., None, None] ** (1 / 3)
    stress, _, internal = after(made(initial=1e-9), gradient)
    # the size of the force of the elastic strain is the yield stress
    e = internal[0, 0, 3:]
    away = e - np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]) * e[:3].sum() / 3
    slope = STEEL["traction_slope"] * E / (E - STEEL["traction_slope"])
    np.testing.assert_allclose(E / (1 + NU) * np.sqrt(1.5 * away @ away), SY + slope * internal[0, 0, 0], rtol=1e-6)


def test_a_step_beyond_the_longest_flow_fails():
    with pytest.raises(LawFailed, match="DP_MAXI"):
        after(made(step=1e-4), np.eye(3) + STRETCHES[1.0][None, None])
