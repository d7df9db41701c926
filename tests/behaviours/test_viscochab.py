"""VISCOCHAB: the equations hold at the end of steps, with and without recovery; the memory; the tangent; what breaks."""

import numpy as np
import pytest

from pyaster_lite.behaviours._breaking import Breaking
from pyaster_lite.behaviours._viscochab_points import Points
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, norm
from tests.behaviours.steel import NU, STEEL, SY, E, follow, points
from tests.behaviours.steel import RECOVERY as PLAIN

LAW, TWO_MU = BEHAVIOURS["VISCOCHAB"].within(1e-13, 200), E / (1 + NU)
RECOVERS = PLAIN | {
    "k_0": 1e9, "alp": 0.3, "g_r": 1e-3, "m_r": 1.2, "qr_0": SY / 2, "g_x1": 1e-6, "m_1": 1.5, "g_x2": 1e-3, "d1": 0.6, "d2": 0.8,
}  # fmt: skip
PATH = [np.array([e, -0.4 * e, -0.3 * e, 0.5 * e, 0.2 * e, 0.0]) for e in (2e-3, 5e-3)]
TURNED = [*PATH, np.array([-3e-3, 1e-3, 2e-3, 1e-3, -2e-3, 1e-3])]


def metal(words):
    return STEEL | {f"recovery.{word}": value for word, value in words.items()}


@pytest.mark.parametrize("words", [PLAIN, RECOVERS], ids=["plain", "recovers"])
def test_the_equations_hold_after_a_step(words):
    data = points(metal(words), cells=1)
    before, _ = follow(LAW, Space(), TURNED[:2], data)
    after, _ = follow(LAW, Space(), TURNED[2:], data, before)
    w, (old, new) = words, (state.internal[0, 0] for state in (before, after))
    x, x_old, d, r = (new[:6], new[6:12]), (old[:6], old[6:12]), new[12] - old[12], new[13]
    assert d > 1e-4
    away = deviator(after.stress[0, 0]) - x[0] - x[1]
    size = np.sqrt(1.5) * norm(away)
    n = 1.5 * away / size
    elastic = (after.stress - before.stress)[0, 0]
    strain = deviator(elastic) / TWO_MU + elastic[:3].sum() / 3 * np.array([1, 1, 1, 0, 0, 0]) * (1 - 2 * NU) / E
    np.testing.assert_allclose(strain + d * n, (after.strain - before.strain)[0, 0], atol=1e-12)
    z = (size - w["a_r"] * r - w["k"]) / (w["k_0"] + w["a_k"] * r)
    assert z ** w["n"] * np.exp(w["alp"] * z ** (w["n"] + 1)) == pytest.approx(d, rel=1e-6)
    fade = w["a_i"] + (1 - w["a_i"]) * np.exp(-w["b"] * new[12])
    for i, now, was in ((1, x[0], x_old[0]), (2, x[1], x_old[1])):
        g, share = w[f"g{i}_0"] * fade, w[f"d{i}"]
        lost = g * share * d + w[f"g_x{i}"] * (np.sqrt(1.5) * norm(now)) ** (w[f"m_{i}"] - 1)
        np.testing.assert_allclose(now - was, 2 / 3 * (w[f"c{i}"] - (1 - share) * g * (now @ n)) * d * n - lost * now, rtol=1e-6, atol=1.0)
    goal = w["q_m"] + (w["q_0"] - w["q_m"]) * np.exp(-2 * w["mu"] * new[14])
    far = goal - w["qr_0"] * (1 - ((w["q_m"] - goal) / w["q_m"]) ** 2) - r
    assert r - old[13] == pytest.approx(w["b"] * (goal - r) * d + w["g_r"] * np.sign(far) * abs(far) ** w["m_r"], rel=1e-6)


def test_a_steady_load_is_remembered_whole():
    state, _ = follow(LAW, Space(), PATH[:1], points(metal(PLAIN), cells=1))
    v = state.internal[0, 0]
    assert v[14] == pytest.approx(0.5 * v[12], rel=1e-9)
    free, _ = follow(LAW, Space(), PATH[:1], points(metal(PLAIN | {"eta": 1.0}), cells=1))
    assert not free.internal[0, 0, 14:21].any() and free.internal[0, 0, 12] > 0.0


def test_the_tangent_is_the_derivative_where_it_is_symmetric():
    data = points(metal(PLAIN | {"eta": 1.0, "b": 0.0}), cells=1)
    start, _ = follow(LAW, Space(), PATH[:1], data)
    _, tangent = follow(LAW, Space(), PATH[1:], data, start)
    for j, unit in enumerate(np.eye(6)):
        ahead, behind = (follow(LAW, Space(), [PATH[1] + side * 1e-8 * unit], data, start)[0].stress[0, 0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[0, 0][:, j], atol=1e-5 * E)


def test_the_matrix_is_the_derivative_but_for_the_memory():
    """With D_1 = D_2 = 1, where nothing stands the other way round; R in the rows of the memory is not looked at."""
    w = {word: np.array([value]) for word, value in (RECOVERS | {"d1": 1.0, "d2": 1.0}).items()}
    stress, moduli = 1e8 * np.array([[3.0, -1.0, 0.5, 1.0, 0.2, 0.0]]), (np.array([TWO_MU]), np.array([E / (1 - 2 * NU)]))
    backs = deviator(1e7 * np.arange(12.0).reshape(2, 6))
    old = np.concatenate([*backs, [1e-3, 1e7, 5e-4], 1e-4 * np.arange(6.0), np.zeros(7)])[None]
    points = Points(w, w, moduli, 1e-3 * stress / 1e8, stress, stress, 0.0 * stress, old, 1.0)
    y, size = points.start(0) * 0.1, np.repeat([1e8, 1e-3, 1e8, 1e-3], [18, 1, 1, 7])
    matrix = points.matrix(y)[0]
    moved = [(points.left(y + 1e-6 * at) - points.left(y - 1e-6 * at))[0] / 2e-6 for at in np.diag(size)]
    np.testing.assert_allclose(-np.array(moved).T[:20] / size[:20, None], (matrix * size)[:20] / size[:20, None], rtol=1e-5, atol=1e-6)


def test_broken_material_keeps_little_of_its_stiffness():
    fragile = points(metal(PLAIN) | {"breaking_stress": SY, "breaking_loss": 1000.0}, cells=1)
    state, _ = follow(Breaking(LAW), Space(), PATH, fragile)
    assert state.internal[0, 0, -1] == 1.0 and state.internal[0, 0, -6] >= 0.0
    step = (PATH[1] - PATH[0])[3]
    assert state.stress[0, 0, 3] == pytest.approx(TWO_MU / 1000.0 * step)


def in_mpa(words):
    """One cell, in MPa: the explicit rule judges its steps by 1e-4 of whatever variable is small."""
    known = metal(words) | {"young": E * 1e-6, "elasticity": STEEL["elasticity"] * 1e-6}
    stresses = ("k_0", "k", "q_m", "q_0", "qr_0", "c1", "c2")
    return points(known | {f"recovery.{word}": known[f"recovery.{word}"] * 1e-6 for word in stresses}, cells=1)


@pytest.mark.parametrize("more", [{"d1": 0.6, "d2": 0.6}, {"alp": 0.3, "g_r": 1e-3, "m_r": 1.2, "g_x1": 1e-4, "m_1": 1.5}])
def test_explicit_steps_come_to_the_same(more):
    """The variables of the explicit rule are the plastic strain, a_1, a_2, k, R, Q, p."""
    data, ways = in_mpa(PLAIN | more), [0.05 * k * PATH[1] for k in range(1, 8)]
    slow, _ = follow(LAW, Space(), ways, data)
    fast, _ = follow(LAW.solved_by("RUNGE_KUTTA").within(1e-3, 20), Space(), ways, data)
    implicit, explicit = slow.internal[0, 0], fast.internal[0, 0]
    assert LAW.solved_by("NEWTON") is LAW and implicit[12] > 5e-4
    np.testing.assert_allclose(fast.stress, slow.stress, rtol=2e-2, atol=2e-2 * SY * 1e-6)
    np.testing.assert_allclose(explicit[[26, 24, 25]], implicit[12:15], rtol=1e-1)
    np.testing.assert_allclose(2e-6 / 3 * PLAIN["c1"] * explicit[6:12], implicit[:6], atol=5e-2 * abs(implicit[:6]).max())
    np.testing.assert_allclose(explicit[18:24], implicit[15:21], atol=5e-2 * abs(implicit[15:21]).max())
