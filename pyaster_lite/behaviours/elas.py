"""RELATION='ELAS': linear elasticity.

    stress = stress_ + C (strain - strain_)

with C the elasticity of the continuum (Mandel's notation), a subscript _ for the last converged instant (r5.03.02).
"""

from __future__ import annotations

from pyaster_lite.catalogue.registry import BEHAVIOURS


class Elastic:
    """The law over all cells and points."""

    linear = True
    internal_size = 1
    internal_names = ("V1",)

    def integrate(self, strain, state, data, continuum):
        """Stress (ne, ng, ns), internal variables unchanged, tangent (ne, 1, ns, ns)."""
        elasticity = continuum.elasticity(data.elasticity())[:, None]
        stress = state.stress + (elasticity @ (strain - state.strain)[..., None])[..., 0]
        return stress, state.internal, elasticity


BEHAVIOURS.add("ELAS", Elastic())
