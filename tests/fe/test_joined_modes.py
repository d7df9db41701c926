"""A part of a chain moved by the modes of the whole chain, the rest of which is known by its stiffness on them."""

from types import SimpleNamespace

import numpy as np
from scipy.linalg import eigh

from pyaster_lite.fe.joined_modes import JoinedModes

N, PART, DT = 6, 3, 1e-3
LINKS = [np.eye(N)[i] - (np.eye(N)[i - 1] if i else 0.0) for i in range(N)]
NEAR = sum(np.outer(link, link) for link in LINKS[:PART])
FAR = sum(np.outer(link, link) for link in LINKS[PART:])
CENTRAL = SimpleNamespace(dt=DT, phi=0.5, early=0.5, late=0.5)


def test_part_and_rest_move_as_the_whole_does():
    """Central differences of the modes, the forces of the near links told as the nonlinear part's are."""
    squares, shapes = eigh(NEAR + FAR)
    force = np.eye(N)[-1]
    pushed = shapes.T @ force
    joined = JoinedModes(
        shapes[:PART], np.ones(N), shapes.T @ FAR @ shapes, None, lambda t: pushed, 0.0, [np.zeros(N), np.zeros(N), pushed]
    )
    q, v, a, t = np.zeros(N), np.zeros(N), shapes.T @ force, 0.0
    for _ in range(50):
        q0, v0, a0 = joined.course[t]
        moved = shapes @ (q0 + DT * v0 + 0.5 * DT**2 * a0)
        accelerations = joined.joined(t, CENTRAL, t + DT, -(NEAR @ moved)[:PART])
        q = q + DT * v + 0.5 * DT**2 * a
        after = shapes.T @ force - squares * q
        v, a, t = v + 0.5 * DT * (a + after), after, t + DT
        np.testing.assert_allclose(accelerations, (shapes @ a)[:PART], atol=1e-12)
    np.testing.assert_allclose(joined.course[t][0], q, atol=1e-14)
    np.testing.assert_allclose(joined.course[t][1], v, atol=1e-12)
