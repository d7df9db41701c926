"""LIQU_SATU: pores full of a liquid of pressure p1 (r7.01.11)."""

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Filling, Fluid, darcy, heat_content, heat_of, liquid_enthalpy, liquid_gap

LIQUID = (1, 1)


class Saturated(Fluid):
    """The liquid alone."""

    needs = {**Fluid.needs, "liquid.rho": "THM_LIQU"}

    def fill(self, point, retention):
        """The skeleton feels the whole pressure."""
        reference = point.read("liquid.rho")
        before, old_porosity = point.old_internal[..., 0] + reference, point.old_internal[..., 1] + point.porosity
        porosity = point.porosity_after(old_porosity, point.dp1)
        density = point.liquid_density(before, point.dp1)
        mass = point.mass_after(LIQUID, density * porosity, before * old_porosity)
        flow = darcy(density, 1.0 / point.viscosity("liquid"), point.permeability(porosity), -point.gradient("p1"), point.gravity)
        filling = Filling(point.dp1, {LIQUID: mass}, {LIQUID: flow}, [density - reference, porosity - point.porosity], porosity, 1.0)
        if point.layout.thermal:
            filling.enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, density, point.dp1)}
            content = heat_content(point, [(dual.value_of(density * porosity), point.read("liquid.cp", 0.0))])
            filling.heat = heat_of(point, content, [(point.dp1, -liquid_gap(point, porosity, 1.0))])
        return filling


FLUIDS.add("LIQU_SATU", Saturated())
