"""RELATION='ELAS': linear elasticity.

    stress = C (S_ stress_ + strain - strain_ - (e - e_))

with C the elasticity of the continuum at the end of the step and S its inverse, in Mandel's notation, e the strains that no
stress causes, a subscript _ for the last converged instant (r5.03.02).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain

from ._free_energy import of_linear
from ._law import Law, strain_increment
from ._uniaxial import Elastic as AlongLine


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

    def free_energy(self, strain, data, continuum):
        """Stress, free energy by volume and its derivative by the temperature, all of the strain alone (see _free_energy)."""
        others = anelastic_strain(data, continuum.strains)
        elastic = strain if others is None else strain - others
        elastic = continuum.completed(elastic, elastic, data)
        stress = (continuum.elasticity(data.elasticity()) @ elastic[..., None])[..., 0]
        return stress, *of_linear(stress, elastic, data)


class TotalElastic(Elastic):
    """From a state that nothing is known of: stress = C (strain - e), whatever e was at first."""

    from_whole_strain = True

    def integrate(self, strain, state, data, continuum):
        """Stress of the whole strain."""
        elasticity = continuum.elasticity(data.elasticity())
        others = anelastic_strain(data, continuum.strains)
        elastic = strain if others is None else strain - others
        return (elasticity @ elastic[..., None])[..., 0], state.internal, elasticity


ELASTIC = Elastic().with_fibre(AlongLine())
ELASTIC.total = TotalElastic().with_fibre(AlongLine())
BEHAVIOURS.add("ELAS", ELASTIC)
