"""Tangents of elements against finite differences."""

import numpy as np


def check_tangent(element, data, law, u, state, tangent, scale):
    """`tangent` (1, nd, nd) is the derivative of the forces at unknowns u (1, nd), whose sizes are `scale` (nd,)."""
    size = abs(tangent[0] * scale[:, None] * scale).max()
    for j in range(element.size):
        step = np.zeros((1, element.size))
        step[0, j] = 1e-8 * scale[j]
        ahead, behind = (element.respond(data, law, u + s * step, state, False)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0] / 2e-8 * scale, tangent[0, :, j] * scale[j] * scale, atol=1e-5 * size)
