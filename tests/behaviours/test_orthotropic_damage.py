"""Damage of concrete that has directions: its energy, one crack that opens and closes, broken directions, small steps."""

import numpy as np
import pytest

from pyaster_lite.behaviours._orthotropic_damage import Closed, Opened
from pyaster_lite.behaviours.endo_orth_beton import BROKEN, OrthotropicDamage
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.frames import mandel_rotation, rotation
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.large_strain import full
from pyaster_lite.fe.tensors import unit

E, NU = 32000.0, 0.2
LAME, MU = E * NU / (1 + NU) / (1 - 2 * NU), E / (2 * (1 + NU))
CONCRETE = {"young": E, "poisson": NU} | {
    f"orth.{word}": value for word, value in {"alpha": 0.87, "k0": 3e-4, "k1": 10.5, "k2": 6e-4, "ecrob": 1e-3, "ecrod": 0.06}.items()
}
WORDS = {name: np.full(4, value) for name, value in {"lame": LAME, "mu": MU, "ecrob": 1e-3, "ecrod": 0.06}.items()}
SPACE, LAW = Space(), OrthotropicDamage(1e-12, 50)
BULK = LAME + 2 * MU


def data():
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE], np.zeros(1, int))


def after(strains, start=None):
    state = start or PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 7)))
    for strain in strains:
        strain = np.reshape(np.asarray(strain, float), (1, 1, 6))
        stress, internal, tangent = LAW.integrate(strain, state, data(), SPACE)
        state = PointState(strain, stress, internal)
    return state, tangent[0, 0]


def energy(e, b, d):
    """The free energy (n,) that damage shares, and what it blocks."""
    e, b = full(e), full(b)
    opened = np.maximum(np.einsum("nij,nij->n", e, b), 0.0)
    turned = np.maximum(np.linalg.eigvalsh(b @ e + e @ b), 0.0)
    pressed = np.minimum(np.linalg.eigvalsh(e), 0.0)
    volume = np.minimum(np.trace(e, axis1=1, axis2=2), 0.0)
    closed = 0.5 * LAME * volume**2 + MU * (pressed**2).sum(axis=1)
    free = 0.5 * LAME * opened**2 + 0.25 * MU * (turned**2).sum(axis=1) + (1 - d) ** 2 * closed
    return free + 0.5e-3 * ((np.eye(3) - b) ** 2).sum(axis=(1, 2)) + 0.06 * d**2


def derivative(function, x):
    """(n, 6) by central differences."""
    found = np.zeros_like(x)
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-6 * abs(x).max()
        found[:, j] = (function(x + step) - function(x - step)) / (2 * step[j])
    return found


def test_stress_and_forces_come_from_the_energy():
    rng = np.random.default_rng(5)
    e, b = 1e-4 * rng.standard_normal((4, 6)), unit(6) - 0.2 * rng.random((4, 6))
    d = np.array([0.0, 0.1, 0.4, 0.8])
    opened, closed = Opened(e, b, WORDS), Closed(e, WORDS)
    stress = opened.stress + ((1 - d) ** 2)[:, None] * closed.stress
    np.testing.assert_allclose(derivative(lambda x: energy(x, b, d), e), stress, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(derivative(lambda x: energy(e, x, d), b), -opened.force, rtol=1e-6, atol=1e-9)
    slope = (energy(e, b, d + 1e-6) - energy(e, b, d - 1e-6)) / 2e-6
    force, _ = closed.force(d, np.zeros(4, bool))
    np.testing.assert_allclose(force, np.maximum(-slope, 0.0), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("angles", [(0.0, 0.0, 0.0), (0.3, -0.5, 0.8)])
def test_one_crack_opens_and_closes_in_any_axes(angles):
    turn = mandel_rotation(rotation(*angles)[None])[0]
    path = [turn @ [x, 0, 0, 0, 0, 0] for x in (1e-4, 2e-4, 3e-4)]
    state, _ = after(path)
    kept = (3e-4 / np.sqrt(0.87) + 1e-3) / (BULK * 3e-4**2 + 1e-3)
    wanted = np.array([BULK * kept**2 * 3e-4, *[LAME * kept * 3e-4] * 2, 0, 0, 0])
    np.testing.assert_allclose(turn.T @ state.stress[0, 0], wanted, atol=1e-9)
    shut, _ = after([turn @ [-1e-5, 0, 0, 0, 0, 0]], state)
    np.testing.assert_allclose(turn.T @ shut.stress[0, 0], [-BULK * 1e-5, -LAME * 1e-5, -LAME * 1e-5, 0, 0, 0], atol=1e-9)
    np.testing.assert_array_equal(shut.internal, state.internal)


def test_a_broken_direction_leaves_the_others_and_the_tangent_is_exact():
    broken, _ = after([[0.0, 0.05, 0, 0, 0, 0]])
    assert broken.internal[0, 0, 1] == pytest.approx(1 - BROKEN)
    assert abs(broken.internal[0, 0, [0, 2, 3, 4, 5, 6]]).max() < 1e-9
    strain = np.array([4e-4, 0.05, 1e-4, 5e-5, 2e-5, 3e-5])
    state, tangent = after([strain], broken)
    assert state.internal[0, 0, 0] > 0.3 and state.internal[0, 0, 1] == pytest.approx(1 - BROKEN, abs=1e-3)
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-9
        slope = (after([strain + step], broken)[0].stress - after([strain - step], broken)[0].stress)[0, 0] / 2e-9
        np.testing.assert_allclose(tangent[:, j], slope, rtol=1e-5, atol=1e-3)


def test_crushing_damages_the_whole():
    """In even compression G alone grows: (1 - d) (9 l + 6 mu) x^2 - 2 d ECROD = K/sqrt(1 - ALPHA)."""
    x = 5e-3
    state, _ = after([[-s, -s, -s, 0, 0, 0] for s in (0.2 * x, 0.5 * x, x)])
    level = 3e-4 + 10.5 * 3 * x * np.arctan(3 * x / 6e-4)
    whole = (9 * LAME + 6 * MU) * x**2
    wanted = (whole - level / np.sqrt(0.13)) / (whole + 0.12)
    assert state.internal[0, 0, 6] == pytest.approx(wanted, rel=1e-9) and wanted > 0.1
    np.testing.assert_allclose(state.stress[0, 0, :3], -((1 - wanted) ** 2) * x * (3 * LAME + 2 * MU), rtol=1e-9)


def test_lines_of_reach_meet_the_forces():
    """Opening grows damage where the line says that the threshold is passed, none before; the line of closing falls."""
    state, _ = after([[2e-4, 0, 0, 5e-5, 0, 0]])
    direction = np.array([[[1e-3, -2e-4, 0, 4e-4, 1e-4, 0]]])
    (a, b), (_, falling) = LAW.reaches(state.strain, state.strain, direction, state, data(), 0.02, (-1.0, 1.0), SPACE)[0, 0]
    assert b > 0.0 > falling
    beyond, short = (state.strain + (level - a) / b * direction for level in (0.02, -0.02))
    assert (abs(LAW.integrate(beyond, state, data(), SPACE)[1] - state.internal) > 1e-6).any()
    np.testing.assert_array_equal(LAW.integrate(short, state, data(), SPACE)[1], state.internal)


def test_no_line_where_the_reach_is_passed_whatever_the_intensity():
    state, _ = after([[1e-4, 0, 0, 0, 0, 0]])
    beyond = np.array([[[8e-4, 0, 0, 0, 0, 0]]])
    assert LAW.reaches(state.strain, beyond, np.array([[[0, 1e-3, 0, 0, 0, 0]]]), state, data(), 0.02, (-1.0, 1.0), SPACE) is None
