"""RELATION='ENDO_FISS_EXP': damage with gradients whose threshold is exponential, for concrete (r5.03.28).

G = K/M chi^2, chi being that of _damage_parts of the elastic stress with TAU, SIG0 and 3 BETA^2 - 1/3.
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._damage_parts import exponential
from ._graded_damage import GradedDamage
from ._law import moduli


def _threshold(data, shape, rows=...):
    elastic, names = moduli(data), ("energy", "slope", "level", "scale", "spread")
    lame, two_mu = (elastic.three_k - elastic.two_mu) / 3, elastic.two_mu
    given = (lame, two_mu, *(data.at_points(f"softening_{name}") for name in names))
    lame, two_mu, k, m, level, scale, spread = (np.broadcast_to(x, shape)[rows] for x in given)

    def stress(values):
        """The elastic one."""
        return (lame * values.sum(-1))[..., None] + two_mu[..., None] * values

    def threshold(strains):
        """G and G' of principal strains."""
        chi, slope = exponential(stress(strains), spread, level, scale)
        return k / m * chi**2, (2 * k / m * chi)[..., None] * stress(slope)

    return threshold


BEHAVIOURS.add("ENDO_FISS_EXP", GradedDamage(_threshold, "ENDO_FISS_EXP"))
