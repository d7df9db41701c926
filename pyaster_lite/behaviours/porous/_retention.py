"""A law of retention: how much liquid the pores hold at a capillary pressure, and how easily fluids then pass."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from ._point import Point


class Retention:
    """One member: `saturation`, `liquid` and `gas` give values and derivatives as arrays.

    damaged  whether the intrinsic permeability follows the damage of the skeleton
    referred  whether the porosity and the masses are by the volume of the reference state, as small strains have them
    """

    damaged = False
    referred = False

    def saturation(self, point: Point, pressure, temperature):
        """(saturation, its derivative by the capillary pressure) at arrays of capillary pressure and temperature."""
        raise NotImplementedError

    def liquid(self, point: Point, saturation, gas):
        """(relative permeability of the liquid, its derivative by the saturation)."""
        raise NotImplementedError

    def gas(self, point: Point, saturation, gas):
        """(relative permeability of the gas, its derivatives by the saturation and by the pressure of the gas)."""
        raise NotImplementedError

    def held(self, point: Point, before=None, capillary=None):
        """(saturation before the step, that after it with its slopes) at these capillary pressures, p1 where none are given.

        LawFailed where it leaves 0 to 1.
        """
        after = point.p1 if capillary is None else capillary
        start = dual.value_of(point.p1 - point.dp1) if before is None else before
        t, dt = dual.value_of(point.t), dual.value_of(point.dt)
        old, _ = self.saturation(point, start, t - dt)
        value, rate = self.saturation(point, dual.value_of(after), t)
        for s in (old, value):
            if np.any((s < 0.0) | (s > 1.0)):
                raise LawFailed("a saturation leaves the range 0 to 1")
        return np.broadcast_to(old, point.shape), dual.given(np.broadcast_to(value, point.shape), (after, rate))

    def pressed(self, point: Point, saturation):
        """The change of the pressure that acts on the grains, Pa: dp2 - S dp1."""
        return point.dp2 - dual.value_of(saturation) * point.dp1

    def liquid_mobility(self, point: Point, saturation, gas):
        """k_r / mu of the liquid, 1/(Pa s)."""
        value, rate = self.liquid(point, dual.value_of(saturation), dual.value_of(gas))
        return dual.given(np.broadcast_to(value, point.shape), (saturation, rate)) / point.viscosity("liquid")

    def gas_permeability(self, point: Point, saturation, gas):
        """The relative permeability of the gas, with its slopes."""
        value, by_saturation, by_pressure = self.gas(point, dual.value_of(saturation), dual.value_of(gas))
        return dual.given(np.broadcast_to(value, point.shape), (saturation, by_saturation), (gas, by_pressure))
