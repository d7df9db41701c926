"""Displacements about a tip: equilibrium, free lips, and gradients against finite differences."""

import numpy as np

from pyaster_lite.fe.crack_tip import TipFrame, displacements, gradients

NU, MU = 0.3, 80.0
KOLOSOV = 3 - 4 * NU


def at(x, y):
    r, t = np.array([[np.hypot(x, y)]]), np.array([[np.arctan2(y, x)]])
    return TipFrame(np.eye(3)[None, None], r, t, np.zeros((1, 1, 3)))


def stress(gradient):
    strain = 0.5 * (gradient + np.swapaxes(gradient, -1, -2))
    trace = np.trace(strain, axis1=-2, axis2=-1)
    return 2 * MU * (strain + NU / (1 - 2 * NU) * trace[..., None, None] * np.eye(3))


def test_gradients_are_those_of_the_displacements():
    h, x, y = 1e-6, 0.3, 0.7
    for radius in (None, np.array([[5.0]])):
        _, slope = gradients(at(x, y), KOLOSOV, MU, radius=radius)
        for axis, (dx, dy) in enumerate(((h, 0.0), (0.0, h))):
            ahead, behind = (gradients(at(x + s * dx, y + s * dy), KOLOSOV, MU, radius=radius)[0] for s in (1, -1))
            np.testing.assert_allclose(slope[..., axis], (ahead - behind) / (2 * h), rtol=1e-7, atol=1e-10)


def test_lips_are_free_and_ahead_the_stress_is_the_factor():
    _, slope = gradients(at(-1.0, 1e-14), KOLOSOV, MU)
    assert abs(stress(slope)[:, 0, 0, :, 1]).max() < 1e-12
    _, slope = gradients(at(1.0, 0.0), KOLOSOV, MU)
    ahead = stress(slope)[:, 0, 0, :, 1] * np.sqrt(2 * np.pi)
    np.testing.assert_allclose(ahead, [[0, 1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-14)


def test_a_turned_frame_turns_the_displacements():
    c, s = np.cos(0.4), np.sin(0.4)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    frame = at(0.3, 0.7)
    turned = TipFrame(turn[None, None], frame.r, frame.t, frame.places)
    (u, slope), (v, other) = gradients(frame, KOLOSOV, MU), gradients(turned, KOLOSOV, MU)
    np.testing.assert_allclose(v, u @ turn.T)
    np.testing.assert_allclose(other, turn @ slope @ turn.T)


def test_the_opening_is_symmetric():
    up, down = (displacements(np.array([1.0]), np.array([t]), KOLOSOV, MU) for t in (np.pi, -np.pi))
    np.testing.assert_allclose(up[0, 0, 1], -down[0, 0, 1])
    np.testing.assert_allclose(up[0, 0, 1], (1 + KOLOSOV) / (2 * MU) / np.sqrt(2 * np.pi))
