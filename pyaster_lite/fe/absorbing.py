"""Absorbing sides: dashpots, and springs where a length is given, that let the waves of a solid leave it (r4.02.05).

C = f rho (cp n n + cs (1 - n n)) by area,  K = ((lambda + 2 mu) n n + mu (1 - n n)) / L

with f the material's COEF_AMOR, L its LONG_CARA, cp and cs the speeds of the waves.
"""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import LinearElement
from .skin import Side


class AbsorbingSide(Side, LinearElement):
    """A side of a solid that takes its waves away."""

    loaded_only = False
    absorbs = True

    def moduli(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """lambda and mu, (ne, ng or 1) each."""
        young, poisson = data.at_points("young"), data.at_points("poisson")
        return young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))

    def impedance(self, data: ElementData) -> np.ndarray:
        """(ne, ng, dim, dim) of the dashpots, by area."""
        lame, shear = self.moduli(data)
        density, factor = data.property("density")[:, None], data.property("absorbing_factor", 1.0)[:, None]
        return self._by_normal(data, factor * np.sqrt((lame + 2 * shear) * density), factor * np.sqrt(shear * density))

    def foundation(self, data: ElementData) -> np.ndarray:
        """(ne, ng, dim, dim) of the springs, by area."""
        lame, shear = self.moduli(data)
        length = data.property("absorbing_length", np.inf)[:, None]
        return self._by_normal(data, (lame + 2 * shear) / length, shear / length)

    def unit_normals(self, data: ElementData) -> np.ndarray:
        """(ne, ng, dim) normals of length 1."""
        normal = self.normals(data.coordinates)[..., : self.continuum.dim]
        return normal / np.linalg.norm(normal, axis=-1, keepdims=True)

    def _by_normal(self, data, along, across):
        normal = self.unit_normals(data)
        through = normal[..., :, None] * normal[..., None, :]
        return along[..., None, None] * through + across[..., None, None] * (np.eye(self.continuum.dim) - through)

    def _integrated(self, data, by_area):
        functions = self._functions
        blocks = contracted("eg,gn,gm,egij->enimj", self.point_weights(data), functions, functions, by_area)
        return blocks.reshape(len(blocks), self.size, self.size)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) zeros: a side weighs nothing."""
        return np.zeros((len(data), 10))

    def damping(self, data: ElementData, stiffness=None, mass=None) -> np.ndarray:
        """(ne, nd, nd) of the dashpots."""
        return self._integrated(data, self.impedance(data))

    def stiffness(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) of the springs; None when no material has a length."""
        if not data.has("absorbing_length"):
            return None
        return self._integrated(data, self.foundation(data))

    def traction(self, data: ElementData, traction: np.ndarray) -> np.ndarray:
        """(ne, nd) forces of a traction (ne, ng, dim), in Pa."""
        return self._spread(traction * self.point_weights(data)[..., None])
