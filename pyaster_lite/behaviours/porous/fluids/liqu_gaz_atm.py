"""LIQU_GAZ_ATM: pores with a liquid and a gas whose pressure stays; p1 is the capillary pressure, less the liquid's (r7.01.11)."""

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Filling, Fluid, darcy, heat_content, heat_of, liquid_enthalpy, liquid_gap

LIQUID = (1, 1)


class LiquidUnderAtmosphere(Fluid):
    """The liquid alone is followed."""

    internal_names = ("POROSITE", "SATLIQ")
    needs = {**Fluid.needs, "liquid.rho": "THM_LIQU"}

    def fill(self, point, retention):
        """The skeleton feels S p1."""
        reference = point.read("liquid.rho")
        before, old_porosity = point.old_internal[..., 0] + reference, point.old_internal[..., 1] + point.porosity
        old_saturation, saturation = retention.held(point)
        pressure = -dual.value_of(saturation) * point.dp1
        porosity = point.porosity_after(old_porosity, pressure)
        density = point.liquid_density(before, -point.dp1)
        content = density * saturation * porosity
        mass = point.mass_after(LIQUID, content, before * old_saturation * old_porosity)
        mobility = retention.liquid_mobility(point, saturation, point.p2)
        flow = darcy(density, mobility, point.permeability(porosity), point.gradient("p1"), point.gravity)
        internal = [density - reference, porosity - point.porosity, saturation]
        filling = Filling(pressure, {LIQUID: mass}, {LIQUID: flow}, internal, porosity, saturation)
        if point.layout.thermal:
            filling.enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, density, -point.dp1)}
            capacity = heat_content(point, [(dual.value_of(content), point.read("liquid.cp", 0.0))])
            filling.heat = heat_of(point, capacity, [(point.dp1, liquid_gap(point, porosity, saturation))])
        return filling


FLUIDS.add("LIQU_GAZ_ATM", LiquidUnderAtmosphere())
