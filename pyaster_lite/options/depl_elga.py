"""DEPL_ELGA: displacements at the sub-points of plates and of sheets of reinforcement above a surface (u4.81.04).

u(z) = sum N_j (u_j + theta_j x z n)
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def displacements(element, data, given):
    """(ne, points and sub-points, 3) in the global axes."""
    if given.u is None or element.dim != 2 or element.material_functions is None:
        return None
    at_nodes = given.u.reshape(len(data), len(element.components), 6)
    moved, turned = np.split(np.einsum("gn,eni->egi", element.point_functions, at_nodes), 2, axis=-1)
    offsets = element.offsets(data)
    found = moved[:, :, None] + np.cross(turned[:, :, None], offsets[:, None])
    return found.reshape(len(data), -1, 3), ("DX", "DY", "DZ"), offsets.shape[1]


OPTIONS.add("DEPL_ELGA", Option("ELGA", "DEPL_R", displacements))
