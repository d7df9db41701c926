"""Sound in fluids that may dissipate it: the pressure alone, the speed of sound being complex (r4.02.01).

    (H + i w A - w^2 Q) p = i w s,     H = int grad N^T grad N,  Q = int N^T N / c^2,  A = int_side N^T N / (q c),  s = rho int_side v N^T

with v the speed of the sides along their normal, and q of an opening as fe.fluid has it.
"""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .fluid import PRESSURE, Fluid, FluidSide, Opening
from .kinematics import Continuum


class _Lossy:
    """A part of a fluid of pressure whose speed of sound may be complex."""

    outward = -1.0

    def __init__(self, cell: str, continuum: Continuum, family: str):
        super().__init__(cell, continuum, family, PRESSURE)

    def _speed(self, data: ElementData):
        real, loss = super()._speed(data), data.property("fluid_speed_loss", 0.0)
        return real + 1j * loss if loss.any() else real


class Sound(_Lossy, Fluid):
    """A cell of fluid."""

    def _conducts(self, data):
        return np.ones(len(data))

    def intensity(self, data: ElementData, pressure: np.ndarray, pulsation: float) -> np.ndarray:
        """(ne, nn, dim) complex sound intensity p v* / 2 at the nodes, W/m2, of a pressure (ne, nn); i w rho v = -grad p, read as
        code_aster does: v = i grad p / (w rho)."""
        density = data.property("fluid_density")[:, None, None]
        velocity = 1j / (pulsation * density) * np.einsum("endm,em->end", self.gradients_at_nodes(data), pressure)
        return 0.5 * pressure[..., None] * velocity.conj()


class SoundSide(_Lossy, FluidSide):
    """A side: the speeds that are imposed there."""


class SoundOpening(_Lossy, Opening):
    """A side that sound leaves through."""
