"""Damping by the shares of energy of the ground."""

import numpy as np

from pyaster_lite.fe.ground_damping import of_mean_motion, of_springs, with_ground

ARMS = np.array([(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)])
SPRINGS = np.tile((2.0, 3.0, 5.0, 0.5, 0.25, 0.125), (4, 1))
WHOLE = np.array([8.0, 12.0, 20.0, 2.0 + 20.0, 1.0 + 20.0, 0.5 + 20.0])


def _rigid(move, turn):
    """(1, 4, 6) motions of the nodes of a rigid slab."""
    return np.hstack([move + np.cross(turn, ARMS), np.tile(turn, (4, 1))])[None]


def test_a_rigid_slab_holds_the_energy_of_its_springs():
    shapes = _rigid((0.3, -0.2, 0.1), (0.4, 0.5, -0.6))
    found = of_springs(shapes, WHOLE, SPRINGS, ARMS)
    np.testing.assert_allclose(found.sum(), 0.5 * (SPRINGS * shapes[0] ** 2).sum())


def test_both_ways_agree_on_a_slab_that_only_moves_along():
    shapes = _rigid((0.3, -0.2, 0.1), (0.0, 0.0, 0.0))[:, :, :3]
    np.testing.assert_allclose(of_mean_motion(shapes, WHOLE[:3]), of_springs(shapes, WHOLE[:3], SPRINGS[:, :3], ARMS))


def test_radiation_counts_by_the_part_of_the_energy_that_its_component_has():
    energies = np.array([[3.0, 1.0], [0.0, 0.0]])
    radiation = np.array([[0.2, 0.4], [0.2, 0.4]])
    found = with_ground(np.array([0.01, 0.02]), np.array([0.5, 0.1]), energies, radiation, 0.08)
    np.testing.assert_allclose(found, (0.01 + 0.5 * (0.08 + 0.25), 0.02 + 0.1 * 0.08))
