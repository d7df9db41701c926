"""SIMO_MIEHE: laws between the elastic left Cauchy-Green tensor and Kirchhoff's stress t (Simo, Miehe 1992; r5.03.21).

P = t F^-T,   dP = (dt - t L^T) F^-T,   L = dF F^-1
"""

from __future__ import annotations

import numpy as np

from .element import PointState
from .errors import LawFailed
from .large_strain import Large, mandel


class Multiplicative(Large):
    """A solid whose law answers to gradients: `behaviour.kirchhoff(f, before, internal, data)`, see behaviours/_simo_miehe."""

    added_variables = 6
    symmetric = False

    def integrate(self, data, behaviour, h, before, state, want_tangent):
        """t and dt/dL by the law."""
        f, f_before = np.eye(3) + h, np.eye(3) + before
        change = np.linalg.det(f) / np.linalg.det(f_before)
        if not ((change > 1e-2) & (change < 1e2)).all():
            raise LawFailed("the volume of a cell changes more than hundredfold in a step")
        stress, rate, internal = behaviour.kirchhoff(f, f_before, state.internal, data)
        inverse = np.linalg.inv(f)
        pairs = self.gradient_pairs
        first = stress @ np.swapaxes(inverse, -1, -2)
        piola = np.stack([first[..., i, a] for i, a in pairs], axis=-1)
        ns = len(self.continuum.strains)
        new = PointState(mandel(0.5 * (h + np.swapaxes(h, -1, -2)), ns), mandel(stress, ns) / np.linalg.det(f)[..., None], internal)
        if not want_tangent:
            return piola, None, new
        moved = np.einsum("...am,...imjl,...bl->...iajb", inverse, rate, inverse, optimize=True)
        turned = np.einsum("...im,...bm,...aj->...iajb", stress, inverse, inverse, optimize=True)
        a = moved - turned
        tangent = np.empty((*h.shape[:2], len(pairs), len(pairs)))
        for row, (i, p) in enumerate(pairs):
            for column, (j, q) in enumerate(pairs):
                tangent[..., row, column] = a[..., i, p, j, q]
        return piola, tangent, new
