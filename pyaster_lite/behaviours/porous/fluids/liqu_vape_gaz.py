"""LIQU_VAPE_GAZ: pores with a liquid, and a gas of its steam and of dry air (r7.01.11).

p_v = p_v_ exp( M / (R T) dp_l / rho + what warming adds )        in balance with the liquid, dp_l = dp2 - dp1
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Fluid, gas_enthalpy, liquid_enthalpy
from .._point import spread
from .._steam import AIR, LIQUID, STEAM, Steam, bounded, concentration_flow, latent_log
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
        steam = Steam(point, rho, old, old * bounded(pull + latent_log(point)))
        enthalpy = {}
        if thermal:
            heats = [point.read(f"{kind}.cp", 0.0) for kind in ("liquid", "steam", "gas")]
            enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, both.density, both.dpl)}
            enthalpy |= {own: gas_enthalpy(point, own, heat) for own, heat in zip((STEAM, AIR), heats[1:])}
            steam.latent = dual.value_of(enthalpy[STEAM]) - dual.value_of(enthalpy[LIQUID])
        (wet, old_wet), (dry, old_dry) = steam.densities(steam.pressure())
        masses = {LIQUID: both.liquid_mass(), STEAM: both.in_gas(STEAM, wet, old_wet), AIR: both.in_gas(AIR, dry, old_dry)}
        flowing = steam.flowing_air(dry, steam.value * steam.latent / steam.t)
        diffused = self._diffused(point, both, steam, wet, flowing)
        carried = both.gas_flow(wet + flowing, "steam")
        flows = {LIQUID: spread(both.density) * both.liquid_flow()}
        flows |= {STEAM: spread(wet) * carried - diffused, AIR: spread(flowing) * carried + diffused}
        filling = both.filling(masses, flows, steam.new - initial, both.saturation)
        if thermal:
            filling.enthalpy = enthalpy
            filling.heat = both.heat(([(both.density, heats[0])], [(wet, heats[1]), (dry, heats[2])]))
        return filling

    def _diffused(self, point, both, steam, wet, dry):
        """rho F grad C, with the derivatives of code_aster for those of the steam's pressure by the unknowns."""
        rho, own, p, t, latent = steam.liquid, steam.value, steam.new, steam.t, steam.latent
        yields = point.read("liquid.un_sur_k", 0.0)
        thermal = point.layout.thermal
        ratio = own / rho
        second = ratio * (-ratio / p + yields), ratio * (ratio / p - yields)  # of the ratio, by p1 and p2
        heat = own * latent / t
        swells = 3.0 * point.read("liquid.alpha", 0.0, TEMP=point.t) if thermal else 0.0
        by_t = -ratio * (-heat / p + 1 / t - swells) if thermal else np.zeros(point.shape)
        along_p1 = dual.given(-ratio, (point.p1, -second[0]), (point.p2, -second[1]), (point.t, -by_t))
        along_p2 = dual.given(ratio, (point.p1, second[0]), (point.p2, second[1]), (point.t, by_t))
        gradient = spread(along_p2) * point.gradient("p2") + spread(along_p1) * point.gradient("p1")
        if thermal:
            gradient = gradient + spread(self._by_warming(point, steam, yields)) * point.gradient("t")
        return concentration_flow(steam.diffusion(both.saturation), wet, dry, steam.gradients(gradient, wet, dry))

    def _by_warming(self, point, steam, yields):
        """rho_v L / T, the steam's pressure by the temperature."""
        rho, own, p, t, latent = steam.liquid, steam.value, steam.new, steam.t, steam.latent
        ratio, heat = own / rho, own * latent / t

        def by_pressure(sign):
            return ratio / t * (1 - sign * (1 + latent * rho * yields) + sign * latent * rho * (yields - ratio / p))

        warm = -latent * rho * ratio / t * (2.0 / t - heat / p)
        return dual.given(heat, (point.p1, by_pressure(-1.0)), (point.p2, by_pressure(1.0)), (point.t, warm))


FLUIDS.add("LIQU_VAPE_GAZ", LiquidSteamAndAir())
