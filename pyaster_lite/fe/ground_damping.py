"""The damping of modes of a structure on springs of ground, by the shares of potential energy (u4.52.13, r4.05.01).

A foundation of stiffness k (k_x, k_y, k_z and, with turns, k_rx, k_ry, k_rz) holds in a mode the energies  E_c = k_c d_c^2 / 2  of its mean
motion d, or  E_c = F_c^2 / (2 k_c)  of the forces F of springs at its nodes about its centre.
"""

from __future__ import annotations

import numpy as np


def of_mean_motion(shapes, stiffness) -> np.ndarray:
    """Energies (m, c) of shapes (m, n, c) at the n nodes of the foundation."""
    return 0.5 * np.asarray(stiffness) * np.mean(shapes, axis=1) ** 2


def of_springs(shapes, stiffness, at_nodes, arms) -> np.ndarray:
    """Energies (m, c) of shapes (m, n, c) on springs `at_nodes` (n, c); arms (n, 3) lead from the centre to the nodes."""
    pulls = shapes * at_nodes
    force = pulls.sum(axis=1)
    if shapes.shape[2] == 6:
        force[:, 3:] += np.cross(arms, pulls[:, :, :3]).sum(axis=1)
    return 0.5 * force**2 / np.asarray(stiffness)


def with_ground(inner, share, energies, radiation, material: float) -> np.ndarray:
    """Damping (m,) of modes.

    inner      (m,) what the parts of the structure bring
    share      (m,) share of the ground in the potential energy
    energies   (m, c) of the ground along each component; one without any brings no radiation
    radiation  (m, c) reduced damping of waves that leave along each component
    material   reduced damping of the ground itself
    """
    total = energies.sum(axis=1)
    parted = np.where(total > np.finfo(float).eps, (energies * radiation).sum(axis=1) / np.where(total > 0.0, total, 1.0), 0.0)
    return inner + share * (material + parted)
