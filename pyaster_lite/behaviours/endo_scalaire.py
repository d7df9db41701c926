"""RELATION='ENDO_SCALAIRE': damage with gradients whose threshold is elliptic (r5.03.18).

G = (c_t tr e + sqrt(c_h (tr e)^2 + 3/2 c_s |dev e|^2))^2 with, K the bulk and mu the shear modulus, x = 3K/(4 mu),
c_s = E/2 / ((1 - 2 NU) C_COMP + sqrt(x C_VOLU (1 - 2 NU)^2 + (1 + NU)^2))^2,  c_h = C_VOLU x c_s,  c_t = C_COMP sqrt(c_s).
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._graded_damage import GradedDamage
from ._law import moduli


def _threshold(data, shape, rows=...):
    elastic = moduli(data)
    young, poisson, ratio = elastic.young, elastic.poisson, elastic.three_k / (2 * elastic.two_mu)
    volume, pressed = data.at_points("softening_volume"), data.at_points("softening_pressed")
    size = (1 - 2 * poisson) * pressed + np.sqrt(ratio * volume * (1 - 2 * poisson) ** 2 + (1 + poisson) ** 2)
    shear = 0.5 * young / size**2
    shear, round_, straight = (np.broadcast_to(x, shape)[rows] for x in (shear, volume * ratio * shear, pressed * np.sqrt(shear)))

    def threshold(strains):
        """G and G' of principal strains."""
        trace = strains.sum(-1)
        deviator = strains - trace[..., None] / 3
        root = np.sqrt(round_ * trace**2 + 1.5 * shear * (deviator**2).sum(-1))
        h = straight * trace + root
        safe = np.where(root > 0.0, root, 1.0)
        slope = (straight + round_ * trace / safe)[..., None] + (1.5 * shear / safe)[..., None] * deviator
        return h**2, np.where(root[..., None] > 0.0, 2 * h[..., None] * slope, 0.0)

    return threshold


BEHAVIOURS.add("ENDO_SCALAIRE", GradedDamage(_threshold, "ENDO_SCALAIRE"))
