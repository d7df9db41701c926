"""Steam in the gas of the pores: how easily it diffuses, and how its pressure follows the others (r7.01.11).

Some derivatives of tangents are code_aster's own, which are not those of the formulae: its iterations depend on them.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from ._point import LARGEST, Point, spread

LIQUID, STEAM, AIR = (1, 1), (1, 2), (2, 1)


class Steam:
    """The pressure of the steam before and after the step and what depends on it; `density` is that of the liquid.

    old, new  arrays, Pa;  latent  what the steam's enthalpy has over the liquid's at the end of the step, J/kg
    """

    def __init__(self, point: Point, density: np.ndarray, old: np.ndarray, new: np.ndarray):
        if np.any((dual.value_of(point.p2) < new) | (new < np.finfo(float).eps)):
            raise LawFailed("the pressure of the steam leaves the range from zero to that of the gas")
        self.point, self.liquid, self.old, self.new = point, density, old, new
        self.t = dual.value_of(point.t)
        self.constant = point.read("skeleton.r_gaz")
        self.latent = np.zeros(point.shape)

    @cached_property
    def value(self) -> np.ndarray:
        """The density of the steam, kg/m3."""
        return self.point.gas_density("steam", self.new, self.t)

    def pressure(self):
        """With its slopes: dp_v = (dp_l + L rho dT / T) rho_v / rho."""
        point, ratio = self.point, self.value / self.liquid
        warm = self.value * self.latent / self.t
        return dual.given(self.new, (point.p1, -ratio), (point.p2, ratio), (point.t, warm if point.layout.thermal else 0.0 * warm))

    def densities(self, pressure):
        """Those of steam and air: (after with slopes, before) of each."""
        point = self.point
        p, dp, t, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.t, point.dt))
        steam = point.gas_density("steam", pressure, point.t), point.gas_density("steam", self.old, t - dt)
        air = point.gas_density("gas", point.p2 - pressure, point.t), point.gas_density("gas", p - dp - self.old, t - dt)
        return steam, air

    def flowing_air(self, air, rate):
        """The density of the air as tangents of flows have it: warming, which the steam's pressure follows by `rate`, raises it."""
        if not (isinstance(air, dual.Dual) and self.point.layout.thermal):
            return air
        per_pascal = self.point.gas_density("gas", 1.0, self.t)
        return air + dual.given(0.0 * air.value, (self.point.t, 2.0 * per_pascal * rate))

    def gradients(self, pressure_gradient, steam, air):
        """Those of the densities of steam and air."""
        point, t = self.point, self.point.t
        by_steam, by_air = (point.gas_density(kind, 1.0, t) for kind in ("steam", "gas"))
        by_steam, by_air = (spread(x + np.zeros(point.shape)) for x in (by_steam, by_air))
        first, second = by_steam * pressure_gradient, by_air * (point.gradient("p2") - pressure_gradient)
        if point.layout.thermal:
            warm = point.gradient("t")
            first = first - spread(steam / t) * warm
            cooled = -spread(dual.value_of(air) / self.t) * warm
            if isinstance(air, dual.Dual):
                cooled = cooled + dual.Dual(0.0 * warm.value, (warm.value / self.t[..., None] ** 2)[..., None] * air.slope[..., None, :])
            second = second + cooled
        return first, second

    def diffusion(self, saturation):
        """Fick's coefficient of the steam in the gas, m2/s."""
        point = self.point
        around = dict(SAT=saturation, PGAZ=point.p2, PVAP=self.new, TEMP=point.t)
        hot = point.read("skeleton.fickv_t", **around)
        pressed, wet, gas = (point.read(f"skeleton.fickv_{name}", 1.0, **around) for name in ("pv", "s", "pg"))
        rates = point.read("skeleton.d_fv_t", 0.0, **around), point.read("skeleton.d_fv_pg", 0.0, **around)
        value = np.broadcast_to(hot * pressed * gas * wet, point.shape)
        return dual.given(value, (point.t, rates[0] * pressed * gas * wet), (point.p2, hot * rates[1] * pressed * wet))


def concentration_flow(coefficient, steam, air, gradients):
    """rho F grad(rho_v / rho), rho that of the gas: what of the air goes up the concentration of the steam, kg/(m2 s)."""
    first, second = gradients
    gas = steam + air
    share = spread(steam / gas)
    return spread(coefficient) * (first - share * (first + second))


def bounded(log: np.ndarray) -> np.ndarray:
    """exp(log) of arrays; LawFailed where a step changes a pressure too much."""
    if np.any(log > LARGEST):
        raise LawFailed("the pressure of the steam changes by more than exp(5) in the step")
    return np.exp(log)


def latent_log(point: Point) -> np.ndarray:
    """What warming adds to M (p_l - p_l_) / (R T rho) in the logarithm of the steam's pressure."""
    if not point.layout.thermal:
        return np.zeros(point.shape)
    t, dt = dual.value_of(point.t), dual.value_of(point.dt)
    latent = point.old(("enthalpy", STEAM)) - point.old(("enthalpy", LIQUID))
    heats = point.read("steam.cp", 0.0) - point.read("liquid.cp", 0.0)
    log = latent * (1 / (t - dt) - 1 / t) + heats * (np.log(t / (t - dt)) - dt / t)
    return log * point.read("steam.mass_mol") / point.read("skeleton.r_gaz")
