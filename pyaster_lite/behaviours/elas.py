"""RELATION='ELAS': linear elasticity.

    stress = C (S_ stress_ + strain - strain_ - (e - e_))

with C the elasticity of the continuum at the end of the step and S its inverse, in Mandel's notation, e the strains that no
stress causes, a subscript _ for the last converged instant (r5.03.02).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law, strain_increment


class Elastic(Law):
    """The law over all cells and points."""

    linear = True

    def integrate(self, strain, state, data, continuum):
        """Stress (ne, ng, ns), internal variables unchanged, tangent (ne, ng or 1, ns, ns)."""
        elasticity = continuum.elasticity(data.elasticity())
        increment, _ = strain_increment(strain, state, data, continuum)
        if not data.varies("elasticity"):
            stress = state.stress + (elasticity @ increment[..., None])[..., 0]
            return stress, state.internal, elasticity
        ns = strain.shape[-1]
        compliance = np.linalg.inv(data.elasticity(before=True))[..., :ns, :ns]
        elastic = (compliance @ state.stress[..., None])[..., 0] + increment
        return (elasticity @ elastic[..., None])[..., 0], state.internal, elasticity


BEHAVIOURS.add("ELAS", Elastic())
