"""LIQU_GAZ: pores with a liquid and a gas that do not mix, without any vapour (r7.01.11)."""

from pyaster_lite.catalogue.registry import FLUIDS
from pyaster_lite.fe.porous import dual

from .._fluid import Fluid, gas_enthalpy, liquid_enthalpy
from .._point import spread
from .._two_phases import GAS, LIQUID, TwoPhases


class LiquidAndGas(Fluid):
    """Both phases, each of one constituent."""

    phases = (2, 1)
    internal_names = ("POROSITE", "SATLIQ")
    needs = {**Fluid.needs, "liquid.rho": "THM_LIQU", "gas.mass_mol": "THM_GAZ", "skeleton.r_gaz": "THM_DIFFU/R_GAZ"}

    def fill(self, point, retention):
        """The gas is perfect."""
        both = TwoPhases(point, retention)
        p, dp, t, dt = (dual.value_of(x) for x in (point.p2, point.dp2, point.t, point.dt))
        gas, before = point.gas_density("gas", point.p2, point.t), point.gas_density("gas", p - dp, t - dt)
        masses = {LIQUID: both.liquid_mass(), GAS: both.in_gas(GAS, gas, before)}
        flows = {LIQUID: spread(both.density) * both.liquid_flow(), GAS: spread(gas) * both.gas_flow(gas, "gas")}
        filling = both.filling(masses, flows, both.saturation)
        if point.layout.thermal:
            heats = point.read("liquid.cp", 0.0), point.read("gas.cp", 0.0)
            filling.enthalpy = {LIQUID: liquid_enthalpy(point, LIQUID, both.density, both.dpl), GAS: gas_enthalpy(point, GAS, heats[1])}
            filling.heat = both.heat(([(both.density, heats[0])], [(gas, heats[1])]))
        return filling


FLUIDS.add("LIQU_GAZ", LiquidAndGas())
