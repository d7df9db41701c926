"""Steam in the gas of the pores and air dissolved in their liquid: pressures in balance, what diffuses (r7.01.11).

Some derivatives of tangents are code_aster's own, which are not those of the formulae: its iterations depend on them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from ._point import LARGEST, Point, spread

LIQUID, STEAM, AIR, DISSOLVED = (1, 1), (1, 2), (2, 1), (2, 2)
UNKNOWNS = ("p1", "p2", "t")


@dataclass
class Rates:
    """How the pressures of the liquid, the steam and the dissolved air follow p1, p2 and T, and how that of steam and air changes.

    liquid, steam, dissolved        arrays by unknown
    steam_changes, dissolved_changes  arrays by (unknown that moves, unknown of the rate)
    """

    liquid: dict
    steam: dict
    dissolved: dict
    steam_changes: dict
    dissolved_changes: dict


def rates_of(point: Point, rho, rho_v, p_v, latent, solubility=0.0, p_a=0.0) -> Rates:
    """From the densities of the liquid and the steam, the steam's pressure, its latent heat L and the dissolved air's pressure.

    solubility  R / K_H, zero where no air is dissolved. With q = R T / K_H and r = rho / rho_v the pressures of liquid and steam follow

    dp_l = r ( dp1 + (q - 1) dp2 + (p_a / T - L rho_v R / K_H) dT ) / (q - r)
    dp_v = ( dp1 + (q - 1) dp2 + (p_a - L rho) dT / T ) / (q - r)
    """
    t = dual.value_of(point.t)
    thermal = point.layout.thermal
    yields = point.read("liquid.un_sur_k", 0.0)
    swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) if thermal else 0.0
    q, r = solubility * t, rho / rho_v
    a = q - r
    b = r * (q - 1.0)
    warm_l = (p_a / t - latent * solubility * rho_v) * r / a if thermal else 0.0 * t
    warm_v = (p_a - latent * rho) / t / a if thermal else 0.0 * t
    liquid = {"p1": r / a, "p2": r * (q - 1.0) / a, "t": warm_l}
    steam = {"p1": 1.0 / a, "p2": (q - 1.0) / a, "t": warm_v}
    dissolved = {"p1": -1.0 - liquid["p1"], "p2": 1.0 - liquid["p2"], "t": -warm_l}
    drift = warm_v / p_v - 1.0 / t - yields * dissolved["t"]
    a3, a4 = drift - swells, -drift - swells
    of_steam, of_air = {}, {}
    for u in ("p1", "p2"):
        gap = yields * liquid[u] - steam[u] / p_v
        of_steam[u, "p2"], of_steam[u, "p1"] = b / a**2 * gap, r / a**2 * gap
        of_air[u, "p2"], of_air[u, "p1"] = -q * b / a**2 * gap, -q * r / a**2 * gap
        of_steam[u, "t"] = -1 / t / a**2 * (a * (1 - liquid[u] * (1 + latent * rho * yields)) + (p_a - latent * rho) * r * gap)
        moved = latent * solubility * rho_v / p_v * steam[u] - dissolved[u] / t
        of_air[u, "t"] = r / a * moved - q * r / a**2 * (latent * solubility * rho_v - p_a / t) * a3
    of_steam["t", "p2"] = solubility / a - (q - 1) / a**2 * (solubility - a4 * r)
    of_steam["t", "p1"] = -1 / a**2 * (solubility - r * a4)
    of_air["t", "p2"] = solubility / a * r + r**2 * b * solubility / a**2 * (1 + a3 * t)
    of_air["t", "p1"] = solubility / a**2 * r * (1 + a3 * t)
    shift = dissolved["t"] - latent * rho * (yields * warm_l - swells)
    of_steam["t", "t"] = shift / t / a - (a + t * (solubility - r * a4)) * (p_a - latent * rho) / (t * a) ** 2
    cooled = latent * solubility * rho_v * (warm_v / p_v - 1 / t) + p_a / t**2 - warm_v / t
    of_air["t", "t"] = r / a * cooled - q * r / a**2 * (latent * solubility * rho_v - p_a / t) * (a3 + 1 / t)
    if not thermal:
        of_steam |= {pair: 0.0 * t for pair in of_steam if "t" in pair}
        of_air |= {pair: 0.0 * t for pair in of_air if "t" in pair}
    return Rates(liquid, steam, dissolved, of_steam, of_air)


def followed(point: Point, value: np.ndarray, rates: dict):
    """A number with its derivatives by p1, p2 and T."""
    return dual.given(value, *((getattr(point, name), rates[name]) for name in UNKNOWNS))


def gradient_of(point: Point, rates: dict, changes: dict):
    """(ne, ng, dim) that of a pressure with these rates."""
    total = 0.0
    for name in point.layout.scalars:
        rate = followed(point, rates[name], {u: changes[u, name] for u in UNKNOWNS})
        total = total + spread(rate) * point.gradient(name)
    return total


class Steam:
    """The steam before and after the step: its pressures `old` and `new`, Pa; `rho` is the density of the liquid.

    latent  what the steam's enthalpy has over the liquid's at the end of the step, J/kg
    """

    def __init__(self, point: Point, rho: np.ndarray, old: np.ndarray, new: np.ndarray, latent: np.ndarray):
        self.point, self.rho, self.old, self.new, self.latent = point, rho, old, new, latent
        self.t = dual.value_of(point.t)
        self.density = point.gas_density("steam", new, self.t)

    def rates(self, solubility=0.0, p_a=0.0, latent=None) -> Rates:
        """Those of the pressures at the end of the step."""
        return rates_of(self.point, self.rho, self.density, self.new, self.latent if latent is None else latent, solubility, p_a)

    def densities(self):
        """Those of steam and air: (after with slopes, before) of each, the steam being in balance with a pure liquid in the slopes."""
        point, ratio = self.point, self.density / self.rho
        heat = self.density * self.latent / self.t if point.layout.thermal else np.zeros(point.shape)
        pressure = followed(point, self.new, {"p1": -ratio, "p2": ratio, "t": heat})
        p, dp, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.dt))
        steam = point.gas_density("steam", pressure, point.t), point.gas_density("steam", self.old, self.t - dt)
        air = point.gas_density("gas", point.p2 - pressure, point.t), point.gas_density("gas", p - dp - self.old, self.t - dt)
        return steam, air

    def flowing(self, rates: Rates):
        """The densities of steam and air as tangents of flows have them: the steam counts upwards in the air's derivative by T."""
        point, t = self.point, self.t
        per_pascal = point.gas_density("gas", 1.0, t)
        p2 = dual.value_of(point.p2)
        by = rates.steam
        steam = {name: self.density / self.new * by[name] for name in ("p1", "p2")}
        steam["t"] = self.density * (by["t"] / self.new - 1 / t)
        air = {"p1": -per_pascal * by["p1"], "p2": per_pascal * (1 - by["p2"]), "t": per_pascal * (by["t"] - (p2 - self.new) / t)}
        return followed(point, self.density, steam), followed(point, per_pascal * (p2 - self.new), air)

    def diffused(self, rates: Rates, steam, air, saturation):
        """rho F grad(rho_v / rho), rho that of the gas: what of the air goes up the concentration of the steam, kg/(m2 s)."""
        first, second = self._gradients(gradient_of(self.point, rates.steam, rates.steam_changes), steam, air)
        share = spread(steam / (steam + air))
        return spread(self._coefficient(saturation)) * (first - share * (first + second))

    def diffusion(self, rates: Rates, steam, air, saturation) -> dict:
        """By constituent, the concentration p_v / p2 and what goes down it (of the air up): rho_v (1 - c) F and - rho_a c F."""
        p2 = dual.value_of(self.point.p2)
        slopes = {name: rates.steam[name] / p2 for name in UNKNOWNS}
        share = followed(self.point, self.new / p2, slopes | {"p2": slopes["p2"] - self.new / p2**2})
        fick = self._coefficient(saturation)
        return {STEAM: (share, steam * (1.0 - share) * fick), AIR: (share, -(air * share * fick))}

    def _gradients(self, pressure, steam, air):
        """Those of the densities of steam and air, from that of the steam's pressure."""
        point, t = self.point, point_t(self.point)
        first = spread(point.gas_density("steam", 1.0, t)) * pressure
        second = spread(point.gas_density("gas", 1.0, t)) * (point.gradient("p2") - pressure)
        if point.layout.thermal:
            warm = point.gradient("t")
            first = first - spread(steam / point.t) * warm
            cooled = -spread(dual.value_of(air) / self.t) * warm
            if isinstance(air, dual.Dual):
                cooled = cooled + dual.Dual(0.0 * warm.value, (warm.value / self.t[..., None] ** 2)[..., None] * air.slope[..., None, :])
            second = second + cooled
        return first, second

    def _coefficient(self, saturation):
        """Fick's of the steam in the gas, m2/s."""
        point = self.point
        around = dict(SAT=saturation, PGAZ=point.p2, PVAP=self.new, TEMP=point.t)
        hot = point.read("skeleton.fickv_t", **around)
        pressed, wet, gas = (point.read(f"skeleton.fickv_{name}", 1.0, **around) for name in ("pv", "s", "pg"))
        rates = point.read("skeleton.d_fv_t", 0.0, **around), point.read("skeleton.d_fv_pg", 0.0, **around)
        value = np.broadcast_to(hot * pressed * gas * wet, point.shape)
        return dual.given(value, (point.t, rates[0] * pressed * gas * wet), (point.p2, hot * rates[1] * pressed * wet))


def point_t(point: Point):
    """The temperature at every point."""
    return point.t + np.zeros(point.shape)


def bounded(log: np.ndarray) -> np.ndarray:
    """exp(log) of arrays; LawFailed where a step changes a pressure too much."""
    if np.any(log > LARGEST):
        raise LawFailed("the pressure of the steam changes by more than exp(5) in the step")
    return np.exp(log)


def positive(pressure: np.ndarray) -> np.ndarray:
    """The pressure of the steam, (ne, ng) Pa; LawFailed where there is none."""
    if np.any(pressure < np.finfo(float).eps):
        raise LawFailed("the pressure of the steam is not above zero")
    return pressure


def latent_log(point: Point) -> np.ndarray:
    """What warming adds to M (p_l - p_l_) / (R T rho) in the logarithm of the steam's pressure."""
    if not point.layout.thermal:
        return np.zeros(point.shape)
    t, dt = dual.value_of(point.t), dual.value_of(point.dt)
    heats = point.read("steam.cp", 0.0) - point.read("liquid.cp", 0.0)
    log = old_latent(point) * (1 / (t - dt) - 1 / t) + heats * (np.log(t / (t - dt)) - dt / t)
    return log * point.read("steam.mass_mol") / point.read("skeleton.r_gaz")


def old_latent(point: Point) -> np.ndarray:
    """What the steam's enthalpy has over the liquid's before the step, J/kg."""
    return point.old(("enthalpy", STEAM)) - point.old(("enthalpy", LIQUID)) if point.layout.thermal else np.zeros(point.shape)


class Dissolved:
    """Air dissolved in the liquid by Henry's law: p_a = (p2 - p_v) R T / K_H before and after the step, Pa."""

    def __init__(self, point: Point, old_steam, steam):
        self.point = point
        self.henry = point.read("dissolved.coef_henry", TEMP=point.t)
        self.solubility = point.read("skeleton.r_gaz") / self.henry
        p, dp, self.t, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.t, point.dt))
        self.new = (p - steam) * self.solubility * self.t
        self.old = (p - dp - old_steam) * self.solubility * (self.t - dt)
        self.change = self.new - self.old
        self.density = point.gas_density("gas", self.new, self.t)
        self.old_density = point.gas_density("gas", self.old, self.t - dt)

    def with_rates(self, air: dict):
        """The density with the derivatives that go with those of the air's pressure in the gas, by unknown."""
        per_pascal = self.point.read("gas.mass_mol") / self.henry
        return followed(self.point, self.density, {name: per_pascal * rate for name, rate in air.items()})

    def diffused(self, rates: Rates, saturation):
        """F grad rho_a, what goes down the concentration of the dissolved air with the other sign, kg/(m2 s)."""
        point, t = self.point, point_t(self.point)
        pressure = followed(point, self.new, rates.dissolved)
        gradient = spread(point.gas_density("gas", 1.0, t)) * gradient_of(point, rates.dissolved, rates.dissolved_changes)
        if point.layout.thermal:
            gradient = gradient - spread(point.gas_density("gas", pressure, t) / t) * point.gradient("t")
        return spread(self._coefficient(saturation)) * gradient

    def diffusion(self, density, saturation) -> dict:
        """The concentration and Fick's coefficient, for finite volumes."""
        return {DISSOLVED: (density, dual.value_of(self._coefficient(saturation)))}

    def _coefficient(self, saturation):
        """Fick's of the dissolved air, m2/s."""
        point = self.point
        liquid = dual.value_of(point.p2) - dual.value_of(point.p1)
        around = dict(SAT=saturation, PAD=self.new, PLIQ=liquid, TEMP=point.t)
        hot = point.read("skeleton.ficka_t", 0.0, **around)
        others = np.prod(
            [np.broadcast_to(point.read(f"skeleton.ficka_{name}", 1.0, **around), point.shape) for name in ("pa", "pl", "s")], axis=0
        )
        return dual.given(hot * others, (point.t, point.read("skeleton.d_fa_t", 0.0, **around) * others))
