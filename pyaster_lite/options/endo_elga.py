"""ENDO_ELGA, ENDO_ELNO, ENDO_NOEU: the damage of Lemaitre and Sermage along a course, and what drives it (u4.81.04, r7.04.01).

With q the von Mises equivalent of the stress and h its mean, p the cumulated plastic strain, S, EXP_S = s and p0 = EPSP_SEUIL numbers of
the material:

    TRIAX = h / q,   SI_ENDO = sqrt(2/3 (1 + NU) q^2 + 3 (1 - 2 NU) h^2),   COENDO = SI_ENDO^2 / (2 E S)
    DOM_LEM: (1 - D)^(2s + 1) falls by (2s + 1)/2 (COENDO^s + COENDO_^s) (p - p_) from order to order while p > p0; D is 0 before, 1 at most
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

from ._family import everywhere

NAMES = ("TRIAX", "SI_ENDO", "COENDO", "DOM_LEM")


def cumulated(given):
    """(ne, np) p among the variables; raises ComputationFailed where the law has none."""
    variables = given.fields["variables"][0]
    found = np.zeros(variables.shape[:2])
    for rows, law in given.laws():
        if "EPSPEQ" not in getattr(law, "internal_names", ()):
            raise ComputationFailed("the law of these cells has no cumulated plastic strain")
        found[rows] = variables[rows][..., law.internal_names.index("EPSPEQ")]
    return found


def damage(element, data, given):
    """The four components at the points of solids."""
    continuum = getattr(element, "continuum", None)
    stress = None if continuum is None else given.components("stress", [f"SI{axes}" for axes in continuum.strains])
    if stress is None:
        return None
    mean = stress[..., :3].mean(axis=-1)
    apart = stress.copy()
    apart[..., :3] -= mean[..., None]
    size = np.sqrt(1.5 * (apart**2 * np.where(np.arange(stress.shape[-1]) < 3, 1.0, 2.0)).sum(axis=-1))
    young, poisson = data.at_points("young"), data.at_points("poisson")
    strength, threshold, power = (data.at_points(f"sermage_{word}") for word in ("strength", "threshold", "power"))
    square = 2 / 3 * (1 + poisson) * size**2 + 3 * (1 - 2 * poisson) * mean**2
    drive = square / (2 * young * strength)
    slip = cumulated(given)
    slipped = 0.0 if given.before is None else cumulated(given.before)
    held = np.zeros((*size.shape, len(NAMES))) + given.former()
    before, lost = held[..., 2], held[..., 3]
    last = 2 * power + 1
    left = np.maximum(1 - lost, 0.0) ** last - last / 2 * (before**power + drive**power) * (slip - slipped)
    grown = np.where(left > 0.0, 1 - abs(left) ** (1 / last), 1.0)
    found = np.where(slip > threshold, np.minimum(grown, 1.0), 0.0)
    triaxiality = np.divide(mean, size, out=np.full(size.shape, np.nan), where=size > 0.0)
    return np.stack([triaxiality, np.sqrt(square), drive, found], axis=-1), NAMES


everywhere("ENDO", "ENDO_R", damage, needs={"stress": "SIEF_ELGA", "variables": "VARI_ELGA"}, follows=True)
