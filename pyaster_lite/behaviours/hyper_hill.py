"""RELATION='HYPER_HILL': compressible foams (Hill 1979; Storakers 1986).

With l_i the stretches, J their product and mu, alpha, beta numbers of each term,

    W = sum of 2 mu / alpha^2 (l_1^alpha + l_2^alpha + l_3^alpha - 3 + (J^(-alpha beta) - 1) / beta)

so that with C_i = l_i^2 the second Piola-Kirchhoff stress has in the axes of C the values

    S_i = sum of 2 mu / alpha (C_i^(alpha/2 - 1) - J^(-alpha beta) / C_i)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel

from ._principal import turned
from ._restarting import Restarting


class Foam(Restarting):
    """The law over all cells and points."""

    plane_stress = False
    needs = {"foam_terms": "HYPER_HILL"}

    def respond(self, strain, state, data, continuum):
        """S from the whole strain."""
        terms = data.property("foam_terms")
        stress, tangent = principal_rates(strain, *(terms[:, None, None, :, k] for k in range(3)))
        return stress, state.internal, tangent


def principal_rates(strain, mu, alpha, beta):
    """S (ne, ng, n) and dS/dE of Green's strain (ne, ng, n); parameters (ne, 1, 1, terms)."""
    n = strain.shape[-1]
    c, axes = np.linalg.eigh(np.eye(3) + 2.0 * full(strain))
    if not (c > 0.0).all():
        raise LawFailed("a cell is turned inside out")
    volume = np.sqrt(c.prod(axis=-1))[..., None]
    scale, power = 2.0 * mu / alpha, alpha / 2.0 - 1.0
    swelling = scale * volume[..., None] ** (-alpha * beta)
    stretched = c[..., None] ** power
    stress = (scale * stretched - swelling / c[..., None]).sum(axis=-1)
    own = (scale * power * stretched / c[..., None] + swelling / c[..., None] ** 2).sum(axis=-1)
    between = (0.5 * alpha * beta * swelling).sum(axis=-1)[..., None] / (c[..., :, None] * c[..., None, :])
    rate = own[..., None] * np.eye(3) + between
    found = mandel(np.einsum("...ai,...i,...bi->...ab", axes, stress, axes), n)
    return found, 2.0 * turned(c, stress, rate, axes, n)


BEHAVIOURS.add("HYPER_HILL", Foam())
