"""RELATION='ELAS_MEMBRANE_SV': membranes of Saint Venant and Kirchhoff's material, for large displacements (r3.07.08).

S = E/(1 - NU^2) ((1 - NU) e + NU tr(e) 1),   e Green's strain in the surface
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS


class SaintVenant:
    """The law over all points of membranes, as fe.membrane_large asks for it."""

    linear, symmetric = False, True
    internal_names, internal_size = ("VIDE",), 1
    needs = {"young": "ELAS", "poisson": "ELAS"}

    def spread(self, data, strain):
        """Stress (ne, ng, 3) and tangent (ne, ng, 3, 3) at strains (ne, ng, 3) of components 11, 22, sqrt 2 12."""
        young, poisson = data.property("young"), data.property("poisson")
        one = np.array([1.0, 1.0, 0.0])
        tangent = (1 - poisson)[:, None, None] * np.eye(3) + poisson[:, None, None] * np.outer(one, one)
        tangent = np.broadcast_to((young / (1 - poisson**2))[:, None, None, None] * tangent[:, None], (*strain.shape, 3))
        return np.einsum("egij,egj->egi", tangent, strain), tangent


BEHAVIOURS.add("ELAS_MEMBRANE_SV", SaintVenant())
