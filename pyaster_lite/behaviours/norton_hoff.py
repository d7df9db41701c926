"""RELATION='NORTON_HOFF': a rigid, incompressible solid whose limit load is sought (r7.07.01).

At the instant t, with m = 1 + 10^(1 - t) and e the deviator of the strain,

    s = A |e|^(m - 2) e,   A = SY sqrt(2/3)^m

a linear law at t = 1, the perfectly plastic one as t grows: the steered load for which its work is one tends to the limit load.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law

ROOT = np.sqrt(2.0 / 3.0)


class NortonHoff(Law):
    """The law over all cells and points; it knows no elasticity."""

    needs = {"yield_stress": "ECRO_LINE"}

    @staticmethod
    def exponent(time: float) -> float:
        """m."""
        return 1.0 + 10.0 ** (1.0 - time)

    def limits(self, strain, time: float, data) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """At deviators (ne, ng, ns): SY e_eq and (A/m) |e|^m, Pa, and e_eq^(m - 1), (ne, ng); e_eq = sqrt(2/3) |e|."""
        m, size = self.exponent(time), np.linalg.norm(strain, axis=-1)
        limit = data.at_points("yield_stress")
        return limit * ROOT * size, limit * ROOT**m / m * size**m, (ROOT * size) ** (m - 1)

    def integrate(self, strain, state, data, continuum):
        """The stress of the whole strain; the tangent of rates is that of the strain at the start of the step."""
        m = self.exponent(data.step.after)
        size = np.linalg.norm(strain, axis=-1)
        linear = (size == 0.0) | (data.step.after == 1.0)
        safe = np.where(linear, 1.0, size)
        stiff = data.at_points("yield_stress") * ROOT**m * np.where(linear, 1.0, safe ** (m - 2))
        tangent = stiff[..., None, None] * np.eye(strain.shape[-1])
        along = np.where(linear, 0.0, stiff * (m - 2) / safe**2)
        tangent = tangent + along[..., None, None] * strain[..., :, None] * strain[..., None, :]
        return stiff[..., None] * strain, state.internal, tangent


BEHAVIOURS.add("NORTON_HOFF", NortonHoff())
