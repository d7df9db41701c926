"""LIQU_AD_GAZ: pores with a liquid that dissolves a gas, and that gas without any steam (r7.01.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Fluid, gas_enthalpy
from .._point import spread
from .._steam import AIR, DISSOLVED, LIQUID, STEAM, UNKNOWNS, Dissolved, Rates, followed
from .._two_phases import TwoPhases
from .liqu_ad_gaz_vape import LiquidWithAirAndSteam


class LiquidWithAir(LiquidWithAirAndSteam):
    """The dissolved gas diffuses through the liquid; finite volumes keep the pressures of their middles as PRE1 and PRE2."""

    internal_names = ("POROSITE", "PVP", "SATLIQ", "PRE1", "PRE2")
    needs = {
        **Fluid.needs,
        "liquid.rho": "THM_LIQU",
        "gas.mass_mol": "THM_GAZ",
        "skeleton.r_gaz": "THM_DIFFU/R_GAZ",
        "dissolved.coef_henry": "THM_AIR_DISS",
    }

    def fill(self, point, retention):
        """The skeleton feels p2 - S p1."""
        dissolved = Dissolved(point, 0.0, 0.0)
        both = TwoPhases(point, retention, dissolved.change)
        rho, t, zero = dual.value_of(both.density), dissolved.t, np.zeros(point.shape)
        warm = -dissolved.new / t if point.layout.thermal else zero
        liquid = {"p1": zero - 1.0, "p2": 1.0 - dissolved.solubility * t, "t": warm}
        absorbed = {"p1": zero, "p2": dissolved.solubility * t, "t": -warm}
        still = {(u, name): zero for u in UNKNOWNS for name in UNKNOWNS}
        rates = Rates(liquid, dict.fromkeys(UNKNOWNS, zero), absorbed, still, still)
        yields = point.read("liquid.un_sur_k", 0.0)
        swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) if point.layout.thermal else 0.0
        by = {name: rho * yields * rate for name, rate in liquid.items()}
        both.density = followed(point, rho, {**by, "t": by["t"] - rho * swells})
        p, dp, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.dt))
        air, old_air = point.gas_density("gas", point.p2, point.t), point.gas_density("gas", p - dp, t - dt)
        soaked = dissolved.with_rates({"p1": zero, "p2": zero + 1.0, "t": zero})
        masses = {LIQUID: both.liquid_mass(liquid["p2"]), AIR: both.in_gas(AIR, air, old_air)}
        masses[DISSOLVED] = both.in_liquid(DISSOLVED, soaked, dissolved.old_density)
        flowing = dissolved.with_rates({"p1": zero, "p2": zero + 1.0, "t": -warm})
        carried = both.liquid_flow(both.density + flowing)
        flows = {LIQUID: spread(both.density) * carried, AIR: spread(air) * both.gas_flow(air, "gas")}
        flows[DISSOLVED] = spread(flowing) * carried - dissolved.diffused(rates, both.saturation)
        nothing = np.zeros((*point.shape, point.layout.dim))
        masses[STEAM], flows[STEAM] = point.old(("mass", STEAM)), nothing
        filling = both.filling(masses, flows, zero, both.saturation, zero, zero)
        in_liquid = {LIQUID: both.density, DISSOLVED: flowing}
        filling.moves = lambda: both.moves(in_liquid, {AIR: air}, "gas", dissolved.diffusion(flowing, both.saturation))
        if point.layout.thermal:
            heats = [point.read(f"{kind}.cp", 0.0) for kind in ("liquid", "gas", "dissolved")]
            first = self._liquid_enthalpy(point, both, heats[0])
            enthalpy = {AIR: gas_enthalpy(point, AIR, heats[1]), DISSOLVED: gas_enthalpy(point, DISSOLVED, heats[2])}
            enthalpy |= {LIQUID: self._with_slopes(point, first, rho, rates, heats[0]), STEAM: point.old(("enthalpy", STEAM))}
            filling.enthalpy = enthalpy
            filling.heat = both.heat(([(rho, heats[0]), (dissolved.density, heats[2])], [(air, heats[1])]))
        return filling


FLUIDS.add("LIQU_AD_GAZ", LiquidWithAir())
