"""LIQU_AD_GAZ_VAPE: pores with a liquid that dissolves air, and a gas of steam and dry air (r7.01.11).

p_v* = p_v_ exp( M / (R T) dp_l / rho_ + what warming adds )        were no air dissolved
p_v = (rho_ K_H - M (p_v_ + p2_ R log(T / T_))) / (rho_ K_H / p_v* - M (1 + R log(T / T_)))
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from .._fluid import Fluid, gas_enthalpy
from .._point import spread
from .._steam import AIR, DISSOLVED, LIQUID, STEAM, Dissolved, Steam, bounded, followed, latent_log, old_latent, positive
from .._two_phases import TwoPhases
from .liqu_vape_gaz import LiquidSteamAndAir


class LiquidWithAirAndSteam(Fluid):
    """Steam diffuses through the air, dissolved air through the liquid."""

    phases, crossing = (2, 2), True
    internal_names = ("POROSITE", "PVP", "SATLIQ")
    needs = {**LiquidSteamAndAir.needs, "dissolved.coef_henry": "THM_AIR_DISS"}

    def fill(self, point, retention):
        """The skeleton feels p2 - S p1."""
        initial, thermal = point.read("initial.pres_vape"), point.layout.thermal
        old = point.old_internal[..., 2] + initial
        new = self._steam_pressure(point, old)
        dissolved = Dissolved(point, old, new)
        both = TwoPhases(point, retention, dissolved.change)
        rho = dual.value_of(both.density)
        enthalpy, latent = {}, np.zeros(point.shape)
        if thermal:
            heats = {own: point.read(f"{kind}.cp", 0.0) for own, kind in ((LIQUID, "liquid"), (STEAM, "steam"), (AIR, "gas"))}
            heats[DISSOLVED] = point.read("dissolved.cp", 0.0)
            enthalpy = {own: gas_enthalpy(point, own, heat) for own, heat in heats.items() if own != LIQUID}
            first = self._liquid_enthalpy(point, both, heats[LIQUID])
            latent = dual.value_of(enthalpy[STEAM]) - first
        steam = Steam(point, rho, old, new, latent)
        held = steam.rates(dissolved.solubility, dissolved.new, old_latent(point))
        rates = steam.rates(dissolved.solubility, dissolved.new)
        if thermal:
            enthalpy[LIQUID] = self._with_slopes(point, first, rho, held, heats[LIQUID])
        masses = self._masses(point, both, steam, dissolved, held)
        flows, moves = self._flows(point, both, steam, dissolved, rates)
        filling = both.filling(masses, flows, new - initial, both.saturation)
        filling.moves = moves
        if thermal:
            filling.enthalpy = enthalpy
            in_liquid = [(rho, heats[LIQUID]), (dissolved.density, heats[DISSOLVED])]
            per_pascal = point.gas_density("gas", 1.0, steam.t)
            in_gas = [(steam.density, heats[STEAM]), (per_pascal * (dual.value_of(point.p2) - new), heats[AIR])]
            filling.heat = both.heat((in_liquid, in_gas))
        return filling

    def _steam_pressure(self, point, old):
        """p_v at the end of the step; iterates may have less gas than steam: code_aster sees it, and forgets that (thmCpl009)."""
        p, dp, t, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.t, point.dt))
        rho = point.old_internal[..., 0] + point.read("liquid.rho")
        pull = point.gas_density("steam", dp - dual.value_of(point.dp1), t) / rho
        molar, henry = point.read("steam.mass_mol"), point.read("dissolved.coef_henry", TEMP=point.t)
        alone = positive(old * bounded(pull - molar * dp / rho / henry + latent_log(point)))
        warming = point.read("skeleton.r_gaz") * np.log(t / (t - dt))
        below = rho * henry / alone - molar * (1 + warming)
        if np.any(abs(below) < np.finfo(float).eps):
            raise LawFailed("the steam and the dissolved air have no balance")
        return (rho * henry - molar * (old + (p - dp) * warming)) / below

    def _liquid_enthalpy(self, point, both, heat):
        """h_ + c dT + (1 - 3 alpha T) (dp2 - dp1 - dp_a) / rho, an array."""
        t, rho = dual.value_of(point.t), dual.value_of(both.density)
        swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t)
        work = (1.0 - swells * t) / rho * dual.value_of(both.dpl)
        return point.old(("enthalpy", LIQUID)) + heat * dual.value_of(point.dt) + work

    def _with_slopes(self, point, enthalpy, rho, rates, heat):
        """The enthalpy of the liquid, whose slope by p1 has the other sign in code_aster."""
        share = (1.0 - 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) * dual.value_of(point.t)) / rho
        by = {"p1": -share * rates.liquid["p1"], "p2": share * rates.liquid["p2"], "t": share * rates.liquid["t"] + heat}
        return followed(point, enthalpy, by)

    def _masses(self, point, both, steam, dissolved, rates):
        """With the slopes of code_aster, in which p1 acts on the liquid as if no air were dissolved."""
        rho, yields = steam.rho, point.read("liquid.un_sur_k", 0.0)
        swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) if point.layout.thermal else 0.0
        by = {"p1": -rho * yields, "p2": rho * yields * rates.liquid["p2"], "t": rho * (yields * rates.liquid["t"] - swells)}
        both.density = followed(point, rho, by)
        air = {"p1": -rates.steam["p1"], "p2": 1 - rates.steam["p2"], "t": -rates.steam["t"]}
        (wet, old_wet), (dry, old_dry) = steam.densities()
        return {
            LIQUID: both.liquid_mass(rates.liquid["p2"]),
            STEAM: both.in_gas(STEAM, wet, old_wet),
            AIR: both.in_gas(AIR, dry, old_dry),
            DISSOLVED: both.in_liquid(DISSOLVED, dissolved.with_rates(air), dissolved.old_density),
        }

    def _flows(self, point, both, steam, dissolved, rates):
        """Those by constituent, and what tells Moves."""
        rho, yields = steam.rho, point.read("liquid.un_sur_k", 0.0)
        swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) if point.layout.thermal else 0.0
        by = {name: rho * yields * rate for name, rate in rates.liquid.items()}
        by["t"] = by["t"] - rho * swells
        liquid = followed(point, rho, by)
        absorbed = dissolved.with_rates({"p1": -rates.steam["p1"], "p2": 1 - rates.steam["p2"], "t": rates.dissolved["t"]})
        moist, air = steam.flowing(rates)
        diffused = steam.diffused(rates, moist, air, both.saturation)
        soaked = dissolved.diffused(rates, both.saturation)
        gas, carried = both.gas_flow(moist + air, "steam"), both.liquid_flow(liquid + absorbed)
        flows = {
            LIQUID: spread(liquid) * carried,
            STEAM: spread(moist) * gas - diffused,
            AIR: spread(air) * gas + diffused,
            DISSOLVED: spread(absorbed) * carried - soaked,
        }

        def moves():
            diffusion = steam.diffusion(rates, moist, air, both.saturation) | dissolved.diffusion(absorbed, both.saturation)
            return both.moves({LIQUID: liquid, DISSOLVED: absorbed}, {STEAM: moist, AIR: air}, "steam", diffusion)

        return flows, moves


FLUIDS.add("LIQU_AD_GAZ_VAPE", LiquidWithAirAndSteam())
