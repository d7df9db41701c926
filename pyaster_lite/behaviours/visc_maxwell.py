"""RELATION='VISC_MAXWELL' and 'VISC_MAXWELL_MT': an elastic body in series with dashpots, one for the volume, one for the shape.

With the bulk modulus K and the shear modulus G at the end of a step of length dt, e the strain that stress causes, m the mean stress,
s the deviator:

1.  m = (m_ + K tr de) / (1 + K dt / eta_v)          s = (s_ + 2 G de') / (1 + 2 G dt / eta_d)
2.  _MT: a share f of the volume is pores, and Mori and Tanaka's mean of spherical ones in the body (K_s, G_s) tells

    K = 4 (1 - f) K_s G_s / (3 f K_s + 4 G_s)
    G = G_s (1 - f) (9 K_s + 8 G_s) / (9 K_s (1 + 2 f / 3) + 8 G_s (1 + 3 f / 2))

    and likewise eta_v and eta_d of those of the body. f is the porosity of a porous medium at the end of the step.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, unit

from ._law import Law, moduli, strain_increment


def with_pores(spheric, deviatoric, share):
    """Step 2: those of the body with its pores."""
    bulk = 4 * (1 - share) * spheric * deviatoric / (3 * share * spheric + 4 * deviatoric)
    below = 9 * spheric * (1 + 2 * share / 3) + 8 * deviatoric * (1 + 1.5 * share)
    return bulk, deviatoric * (1 - share) * (9 * spheric + 8 * deviatoric) / below


class Maxwell(Law):
    """The law over all cells and points; `porous` that of bodies with pores, which must be `surrounded` by their porosity."""

    plane_stress = False

    def __init__(self, porous: bool = False):
        self.porous = porous
        if porous:
            self.surrounded = True
        self.needs = {"young": "ELAS", "maxwell_shape": "VISC_MAXWELL_MT" if porous else "VISC_MAXWELL"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 and 2."""
        dt, n = data.step.after - data.step.before, strain.shape[-1]
        elastic = moduli(data)
        bulk, shear = elastic.three_k / 3.0, elastic.two_mu / 2.0
        volume, shape = data.at_points("maxwell_volume"), data.at_points("maxwell_shape")
        if self.porous:
            share = data.variables().get("PORO")
            if share is None:
                raise LawFailed("VISC_MAXWELL_MT is a law of porous media: no porosity is known here")
            (bulk, shear), (volume, shape) = with_pores(bulk, shear, share), with_pores(volume, shape, share)
        slower = 1.0 + bulk * dt / volume, 1.0 + 2 * shear * dt / shape
        increment = np.zeros_like(strain)
        if not data.step.predicting:
            increment = strain_increment(strain, state, data, continuum, first=self.porous)[0]
        grown = (mean(state.stress) + 3 * bulk * mean(increment)) / slower[0]
        turned = (deviator(state.stress) + 2 * shear[..., None] * deviator(increment)) / slower[1][..., None]
        stress = turned + grown[..., None] * unit(n)
        return stress, np.zeros_like(state.internal), isotropic_stiffness(2 * shear / slower[1], 3 * bulk / slower[0], n)


BEHAVIOURS.add("VISC_MAXWELL", Maxwell())
BEHAVIOURS.add("VISC_MAXWELL_MT", Maxwell(porous=True))
