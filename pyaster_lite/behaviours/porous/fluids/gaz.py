"""GAZ: pores full of a perfect gas of pressure p1 (r7.01.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Filling, Fluid, darcy, gas_enthalpy, gas_gap, heat_content, heat_of

GAS = (1, 1)


class Gas(Fluid):
    """The gas alone."""

    needs = {**Fluid.needs, "gas.mass_mol": "THM_GAZ", "skeleton.r_gaz": "THM_DIFFU/R_GAZ"}

    def fill(self, point, retention):
        """The skeleton feels the whole pressure; where it does not move, EMMAG closes the pores as the pressure rises.

        That, and the conductivity, which is read as in saturated pores, are as in code_aster.
        """
        old_porosity = point.old_internal[..., 1] + point.porosity
        porosity = point.porosity_after(old_porosity, point.dp1)
        if point.storage is not None and point.storage.any():
            closed = old_porosity * np.exp(-dual.value_of(point.dp1) * point.storage)
            porosity = dual.Dual(closed, porosity.slope) if isinstance(porosity, dual.Dual) else closed
        p, dp, t, dt = (dual.value_of(x) for x in (point.p1, point.dp1, point.t, point.dt))
        density, before = point.gas_density("gas", point.p1, point.t), point.gas_density("gas", p - dp, t - dt)
        mass = point.mass_after(GAS, density * porosity, before * old_porosity)
        flow = darcy(density, 1.0 / point.viscosity("gas"), point.permeability(porosity), -point.gradient("p1"), point.gravity)
        internal = [np.zeros(point.shape), porosity - point.porosity]
        filling = Filling(point.dp1, {GAS: mass}, {GAS: flow}, internal, porosity, 0.0, wet=1.0)
        if point.layout.thermal:
            heat = point.read("gas.cp", 0.0)
            filling.enthalpy = {GAS: gas_enthalpy(point, GAS, heat)}
            content = heat_content(point, [(dual.value_of(density * porosity), heat)])
            filling.heat = heat_of(point, content, [(point.dp1, -gas_gap(point, porosity, 0.0))])
        return filling


FLUIDS.add("GAZ", Gas())
