"""RELATION='ENDO_CARRE': brittle damage whose stiffness falls as (1 - a)^2, a being a field that only grows (fe.nodal_damage).

With e the strain, e' its deviator, l and mu Lame's numbers, K the bulk modulus, w0 = SY^2/2E, R(a) = (1 - a)^2 + 1e-5 and a 1 at most:

    tr e >= 0:   w = (l (tr e)^2 + 2 mu e:e)/2,   s = R (l tr e 1 + 2 mu e)
    tr e < 0:    w = mu e':e',                    s = K tr e 1 + 2 mu R e'
    b = 2 (w0 - (1 - a) w)

Internal variables: a, and 1 where it has grown over the step.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import outer

from ._law import moduli

LEAST = 1e-5


class SquareDamage:
    """The law over all cells and points; its tangents keep the least of the stiffness, those of a do not."""

    linear = False
    internal_names = ("ENDO", "INDIENDO")
    internal_size = len(internal_names)
    needs = {"young": "ELAS", "yield_stress": "ECRO_LINE", "gradient_cost": "NON_LOCAL"}

    def degrade(self, strain, field, state, data, continuum):
        """s, b, the variables, ds/de, ds/da (which is db/de) and db/da."""
        elastic, shape = moduli(data), field.shape
        two_mu, three_k = (np.broadcast_to(x, shape)[..., None] for x in (elastic.two_mu, elastic.three_k))
        unit = np.array([1.0 if a == b else 0.0 for a, b in continuum.strains])
        trace = (strain @ unit)[..., None]
        deviator = strain - trace / 3.0 * unit
        shut = trace < 0.0
        opened = np.where(shut, 0.0, three_k / 3.0 * trace * unit) + two_mu * deviator
        energy = 0.5 * (np.where(shut, 0.0, three_k / 3.0 * trace**2)[..., 0] + (two_mu * deviator**2).sum(axis=-1))
        a = np.minimum(field, 1.0)
        whole = 1.0 - a
        share = (whole**2 + LEAST)[..., None]
        stress = share * opened + np.where(shut, three_k / 3.0 * trace * unit, 0.0)
        onset = np.broadcast_to(data.at_points("yield_stress") ** 2 / (2.0 * elastic.young), shape)
        force = 2.0 * (onset - whole * energy)
        bulk = np.where(shut, 1.0, share) * three_k / 3.0
        tangent = (bulk - share * two_mu / 3.0)[..., None] * outer(unit, unit) + (share * two_mu)[..., None] * np.eye(len(unit))
        internal = np.stack([a, (a > state.internal[..., 0]).astype(float)], axis=-1)
        return stress, force, internal, tangent, -2.0 * whole[..., None] * opened, 2.0 * energy


BEHAVIOURS.add("ENDO_CARRE", SquareDamage())
