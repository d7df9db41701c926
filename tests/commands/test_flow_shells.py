"""COQUE_COAX: how shells move in a mode, and the modes in the fluid at rest."""

import numpy as np
import pytest

from pyaster_lite.commands._flow_shells import _at_rest, _motion
from pyaster_lite.fe.flow.coaxial_shells import Gap, wave_number, waves

GAP = Gap(0.0, 2.0, (1.0, 1.2), (0.01, 0.01))
STEEL = (2.0e11, 0.3, 7800.0)


@pytest.mark.parametrize("axis, backwards", ((2, False), (0, True)))
def test_the_motion_of_a_shell_is_read_from_its_nodes(axis, backwards):
    angles, heights = 2.0 * np.pi * np.arange(32) / 32, np.linspace(0.0, 2.0, 21)
    turn, z = (values.ravel() for values in np.meshgrid(angles, heights))
    across = ((1, 2), (2, 0), (0, 1))[axis]
    places = np.zeros((len(z), 3))
    places[:, axis], places[:, across[0]], places[:, across[1]] = z, np.cos(turn), np.sin(turn)
    order, phase, shares = 3, 4 * np.pi / 16, np.array([0.1, 0.4, -0.03, 0.02])
    number = wave_number(GAP, 0, order, 60.0, *STEEL)
    ratio = (2.0 - z if backwards else z) / 2.0
    radial = np.cos(order * (turn - phase)) * (waves(number * ratio) @ shares)
    moved = radial[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    found = _motion(places, np.arange(len(z)), moved, 0, GAP, axis, backwards, 60.0, STEEL)
    assert found.order == order
    # The sign of a crest is that of its phase: both are told by the node that moves most.
    x = np.linspace(0.0, 1.0, 7)
    same = np.cos(order * (found.phase - phase))
    np.testing.assert_allclose(abs(same), 1.0, rtol=1e-9)
    np.testing.assert_allclose(found.along(x) * same, waves(number * x) @ shares, rtol=1e-6, atol=1e-9)


def test_modes_at_rest_are_those_of_the_fuller_mass():
    own, added = np.diag([2.0, 3.0]), np.array([[1.0, 0.3], [0.3, 2.0]])
    frequencies, dampings = np.array([5.0, 6.0]), np.array([0.01, 0.02])
    shapes, found, rubbed = _at_rest(own, added, frequencies, dampings)
    stiffness = np.diag((2.0 * np.pi * frequencies) ** 2 * np.diagonal(own))
    for x, f, xi in zip(shapes.T, found, rubbed):
        np.testing.assert_allclose(stiffness @ x, (2.0 * np.pi * f) ** 2 * (own + added) @ x)
        damping = np.diag(4.0 * np.pi * frequencies * dampings * np.diagonal(own))
        np.testing.assert_allclose(x @ damping @ x, 4.0 * np.pi * f * xi * (x @ (own + added) @ x))
