"""HYDR_VGC: van Genuchten's retention, Mualem's permeability of the liquid, k_g = (1 - S)^3 of the gas (r7.01.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import RETENTIONS

from .._mualem import VanGenuchten


class Cubic(VanGenuchten):
    """The gas by a cube, which stays as it is beyond the ends of the curves."""

    def gas(self, point, saturation, gas):
        """The cube."""
        *_, low, high = self._range(point)
        free = 1.0 - np.clip(saturation, low, high)
        return free**3, -3.0 * free**2, np.zeros_like(saturation)


RETENTIONS.add("HYDR_VGC", Cubic())
