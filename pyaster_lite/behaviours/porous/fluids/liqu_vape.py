"""LIQU_VAPE: pores with a liquid of pressure p1 and its steam alone (r7.01.11).

p_v = p_v_ exp( M / (R T) dp1 / rho + what warming adds )        in balance with the liquid; the capillary pressure is p_v - p1
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from .._fluid import Filling, Fluid, darcy, gas_enthalpy, gas_gap, heat_content, heat_of, liquid_enthalpy, liquid_gap
from .._point import spread
from .._steam import bounded, latent_log

LIQUID, STEAM = (1, 1), (1, 2)


class LiquidAndSteam(Fluid):
    """The steam flows with the gradient of its own pressure.

    As in code_aster (comthm) flows and the conduction have the saturation, and its rate, that the curve has at p1 instead of p_v - p1, and
    relative permeabilities are read at the initial PRE2.
    """

    phases = (2, 0)
    still = True
    internal_names = ("POROSITE", "PVP", "SATLIQ")
    needs = {
        **Fluid.needs,
        "liquid.rho": "THM_LIQU",
        "steam.mass_mol": "THM_VAPE_GAZ",
        "skeleton.r_gaz": "THM_DIFFU/R_GAZ",
        "initial.pres_vape": "THM_INIT/PRES_VAPE",
    }

    def fill(self, point, retention):
        """The skeleton, which does not move, feels - S p1 through EMMAG."""
        reference, initial = point.read("liquid.rho"), point.read("initial.pres_vape")
        before, old_porosity, old = (point.old_internal[..., i] + x for i, x in enumerate((reference, point.porosity, initial)))
        density = point.liquid_density(before, point.dp1)
        rho, t, dt = (dual.value_of(x) for x in (density, point.t, point.dt))
        pull = point.gas_density("steam", dual.value_of(point.dp1), t) / rho
        value = old * bounded(pull + latent_log(point))
        if np.any(value < np.finfo(float).eps):
            raise LawFailed("the pressure of the steam vanishes")
        heavy = point.gas_density("steam", value, t) / rho
        enthalpy, slopes, latent = {}, [(point.p1, heavy)], 0.0
        if point.layout.thermal:
            heats = [point.read(f"{kind}.cp", 0.0) for kind in ("liquid", "steam")]
            enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, density, point.dp1), STEAM: gas_enthalpy(point, STEAM, heats[1])}
            latent = enthalpy[STEAM] - enthalpy[LIQUID]
            slopes.append((point.t, heavy * rho * dual.value_of(latent) / t))
        pressure = dual.given(value, *slopes)
        capillary, start = pressure - point.p1, old - dual.value_of(point.p1 - point.dp1)
        old_saturation, saturation = retention.held(point, start, capillary)
        _, passing = retention.held(point, start, dual.given(dual.value_of(point.p1), (capillary, np.ones(point.shape))))
        grains = dual.value_of(saturation) * point.dp1
        porosity = point.porosity_after(old_porosity, grains)
        steam, old_steam = point.gas_density("steam", pressure, point.t), point.gas_density("steam", old, t - dt)
        masses = {
            LIQUID: point.mass_after(LIQUID, density * saturation * porosity, before * old_saturation * old_porosity),
            STEAM: point.mass_after(STEAM, steam * (1.0 - saturation) * porosity, old_steam * (1.0 - old_saturation) * old_porosity),
        }
        flows = self._flows(point, retention, passing, porosity, density, steam, latent)
        own = [density - reference, porosity - point.porosity, pressure - initial, saturation]
        filling = Filling(grains, masses, flows, own, porosity, passing)
        if point.layout.thermal:
            s, phi = dual.value_of(saturation), dual.value_of(porosity)
            held = [(rho * s * phi, heats[0]), (dual.value_of(steam) * (1 - s) * phi, heats[1])]
            works = [(point.dp1, -liquid_gap(point, porosity, s)), (pressure - old, -gas_gap(point, porosity, s))]
            filling.enthalpy, filling.heat = enthalpy, heat_of(point, heat_content(point, held), works)
        return filling

    def _flows(self, point, retention, saturation, porosity, density, steam, latent):
        """Darcy's of both, the gradient of the steam's pressure being rho_v ( grad p1 / rho + L grad T / T )."""
        permeability = point.permeability(porosity)
        rise = spread(steam / density) * point.gradient("p1")
        if point.layout.thermal:
            rise = rise + spread(steam * latent / point.t) * point.gradient("t")
        liquid = retention.liquid_mobility(point, saturation, point.p2)
        vapour = retention.gas_permeability(point, saturation, point.p2) / point.viscosity("steam")
        return {
            LIQUID: darcy(density, liquid, permeability, -point.gradient("p1"), point.gravity),
            STEAM: darcy(steam, vapour, permeability, -rise, point.gravity),
        }


FLUIDS.add("LIQU_VAPE", LiquidAndSteam())
