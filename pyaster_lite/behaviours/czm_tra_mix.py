"""RELATION='CZM_TRA_MIX': an interface in ductile rupture, its traction a trapeze (r7.02.11).

Up to e1 = COEF_EXTR D the traction rises, up to e2 = COEF_PLAS D it stays at sc, then falls to zero at D = 2 G/(sc (1 - e1/D + e2/D));
unloading goes back along the slope of the rise, so that part of the opening lasts.
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import BROKEN, CLOSED, FREE, HELD, LOSING, Opening
from ._joint import read


class Trapeze(Opening):
    """The opening k, e1 at least, is the largest so far, s(k) its traction."""

    needs = {"ductile_energy": "RUPT_DUCT"}

    def words(self, data, shape):
        """Those of RUPT_DUCT."""
        names = ("energy", "strength", "rise", "plateau", "penalty", "sliding")
        energy, strength, rise, plateau, penalty, sliding = read(data, shape, **{f"ductile_{name}": None for name in names})
        reach = 2 * energy / (strength * (1 - rise + plateau))
        h = strength / (reach * (1 - plateau))
        more = {"rise": rise * reach, "plateau": plateau * reach}
        return {"energy": energy, "strength": strength, "reach": reach, "h": h, "penalty": penalty * h, "sliding": sliding * h} | more

    @staticmethod
    def _left(k, words):
        sc = words["strength"]
        return np.clip(sc * (k - words["reach"]) / (words["plateau"] - words["reach"]), 0.0, sc)

    def normal(self, tn, old, words):
        """By t - r k."""
        r, h, sc, reach, rise, plateau = (words[name] for name in ("penalty", "h", "strength", "reach", "rise", "plateau"))
        k = np.maximum(rise, old[..., 0])
        s = self._left(k, words)
        above = tn - r * k
        where = [above <= -r * rise * s / sc, above <= s, above <= np.maximum(0.0, r * (plateau - k)) + s, above <= r * (reach - k)]
        regime = np.select(where, [CLOSED, HELD, FREE, LOSING], BROKEN)
        lasting = k - rise * s / sc
        held = (rise * (tn - s) + sc * k) / (r * rise + sc)
        return regime, np.select(where, [lasting, held, (tn - sc) / r, (tn - h * reach) / (r - h)], tn / r)

    def slope(self, regime, opening, words):
        """Of the rise while it is held."""
        held = words["rise"] / (words["rise"] * words["penalty"] + words["strength"])
        return np.where(regime == HELD, held, super().slope(regime, opening, words))

    def remembered(self, opening, old, words):
        """The work less what unloading gives back."""
        sc, rise, plateau, reach = (words[name] for name in ("strength", "rise", "plateau", "reach"))
        after = np.minimum(np.maximum(np.maximum(rise, old[..., 0]), opening), reach)
        s = self._left(after, words)
        whole = after + rise * (1 - s / sc)
        work = sc * (after - rise * s / sc) - (whole - plateau) * (sc - s) / 2
        return after, rise, reach, work / words["energy"]

    reaches = None


BEHAVIOURS.add("CZM_TRA_MIX", Trapeze())
