"""LIQU_VAPE_GAZ: pores with a liquid, and a gas of its steam and of dry air (r7.01.11).

p_v = p_v_ exp( M / (R T) dp_l / rho + what warming adds )        in balance with the liquid, dp_l = dp2 - dp1
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from .._fluid import Fluid, gas_enthalpy, liquid_enthalpy
from .._point import spread
from .._steam import AIR, LIQUID, STEAM, Steam, bounded, latent_log, positive
from .._two_phases import TwoPhases


class LiquidSteamAndAir(Fluid):
    """The steam diffuses through the air."""

    phases = (2, 1)
    internal_names = ("POROSITE", "PVP", "SATLIQ")
    needs = {
        **Fluid.needs,
        "liquid.rho": "THM_LIQU",
        "gas.mass_mol": "THM_GAZ",
        "steam.mass_mol": "THM_VAPE_GAZ",
        "skeleton.r_gaz": "THM_DIFFU/R_GAZ",
        "initial.pres_vape": "THM_INIT/PRES_VAPE",
    }

    def fill(self, point, retention):
        """The skeleton feels p2 - S p1."""
        both = TwoPhases(point, retention)
        initial, thermal = point.read("initial.pres_vape"), point.layout.thermal
        old, rho = point.old_internal[..., 2] + initial, dual.value_of(both.density)
        pull = point.gas_density("steam", dual.value_of(both.dpl), dual.value_of(point.t)) / rho
        enthalpy, latent = {}, np.zeros(point.shape)
        if thermal:
            heats = [point.read(f"{kind}.cp", 0.0) for kind in ("liquid", "steam", "gas")]
            enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, both.density, both.dpl)}
            enthalpy |= {own: gas_enthalpy(point, own, heat) for own, heat in zip((STEAM, AIR), heats[1:])}
            latent = dual.value_of(enthalpy[STEAM]) - dual.value_of(enthalpy[LIQUID])
        new = positive(old * bounded(pull + latent_log(point)))
        if np.any(dual.value_of(point.p2) < new):
            raise LawFailed("the pressure of the steam is above that of the gas")
        steam = Steam(point, rho, old, new, latent)
        (wet, old_wet), (dry, old_dry) = steam.densities()
        masses = {LIQUID: both.liquid_mass(), STEAM: both.in_gas(STEAM, wet, old_wet), AIR: both.in_gas(AIR, dry, old_dry)}
        rates = steam.rates()
        moist, air = steam.flowing(rates)
        diffused = steam.diffused(rates, moist, air, both.saturation)
        carried = both.gas_flow(moist + air, "steam")
        flows = {LIQUID: spread(both.density) * both.liquid_flow()}
        flows |= {STEAM: spread(moist) * carried - diffused, AIR: spread(air) * carried + diffused}
        filling = both.filling(masses, flows, steam.new - initial, both.saturation)
        if thermal:
            filling.enthalpy = enthalpy
            filling.heat = both.heat(([(both.density, heats[0])], [(wet, heats[1]), (dry, heats[2])]))
        return filling


FLUIDS.add("LIQU_VAPE_GAZ", LiquidSteamAndAir())
