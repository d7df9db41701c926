"""HYDR_VGM: van Genuchten's retention with Mualem's permeabilities, k_g = (1 - S_e)^1/2 (1 - S_e^(1/m))^(2m) (r7.01.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import RETENTIONS

from .._mualem import VanGenuchten, drawn_on


class Mualem(VanGenuchten):
    """Both phases by Mualem."""

    def gas(self, point, saturation, gas):
        """The curve, which ends at zero in full pores."""
        _, left, _, m, low, high = self._range(point)

        def curve(s):
            e = (s - left) / (1.0 - left)
            root = 1.0 - e ** (1.0 / m)
            value = np.sqrt(1.0 - e) * root ** (2.0 * m)
            fall = 2.0 * np.sqrt(1.0 - e) * root ** (2.0 * m - 1.0) * e ** (1.0 / m - 1.0)
            return value, -(value / (2.0 * (1.0 - e)) + fall) / (1.0 - left)

        return *drawn_on(curve, saturation, low, high, 0.0), np.zeros_like(saturation)


RETENTIONS.add("HYDR_VGM", Mualem())
