"""Pores with a liquid and a gas: p2 is the pressure of the gas, p1 the capillary pressure, which the liquid's is less by (r7.01.11)."""

from __future__ import annotations

from functools import cached_property

from pyaster_lite.fe.porous import dual

from ._fluid import Filling, Moves, darcy, gas_gap, heat_content, heat_of, liquid_gap
from ._point import Point

LIQUID, GAS = (1, 1), (2, 1)
OTHERS = ("POROSITE",)


class TwoPhases:
    """What laws with both phases have in common at the points.

    dpl      the change of the pressure of the liquid (less what is dissolved), as the density of the liquid follows it
    old_saturation, saturation, old_porosity, porosity  of the liquid, of the medium
    old_density, density  of the liquid
    """

    def __init__(self, point: Point, retention, dissolved=0.0):
        self.point, self.retention = point, retention
        self.reference = point.read("liquid.rho")
        self.old_density = point.old_internal[..., 0] + self.reference
        self.old_porosity = point.old_internal[..., 1] + point.porosity
        self.old_saturation, self.saturation = retention.held(point)
        self.grains = retention.pressed(point, self.saturation)
        self.porosity = (point.opened_porosity if retention.referred else point.porosity_after)(self.old_porosity, self.grains)
        self.dpl = point.dp2 - point.dp1 - dissolved
        self.density = point.liquid_density(self.old_density, self.dpl)

    @cached_property
    def permeability(self):
        """The intrinsic one."""
        return self.point.permeability(self.porosity)

    def in_liquid(self, own, density, old_density):
        """The mass of a constituent of the liquid."""
        content = density * self.saturation * self.porosity
        return self.point.mass_after(own, content, old_density * self.old_saturation * self.old_porosity, self.retention.referred)

    def in_gas(self, own, density, old_density):
        """The mass of a constituent of the gas."""
        content = density * (1.0 - self.saturation) * self.porosity
        before = old_density * (1.0 - self.old_saturation) * self.old_porosity
        return self.point.mass_after(own, content, before, self.retention.referred)

    def liquid_mass(self, followed=1.0):
        """That of the liquid, whose pressure follows p2 by `followed`; with EMMAG code_aster's slope along p2 is that of full pores."""
        point, mass = self.point, self.in_liquid(LIQUID, self.density, self.old_density)
        if point.layout.mechanical or point.storage is None:
            return mass
        s, phi, rho = (dual.value_of(x) for x in (self.saturation, self.porosity, self.density))
        yields = point.read("liquid.un_sur_k", 0.0) * followed
        exact, theirs = rho * s * (phi * yields + point.storage), rho * phi * (point.storage + yields)
        return mass + dual.given(0.0 * s, (point.p2, theirs - exact)) if isinstance(mass, dual.Dual) else mass

    def liquid_mobility(self):
        """Its relative permeability over its viscosity, 1/(Pa s)."""
        return self.retention.liquid_mobility(self.point, self.saturation, self.point.p2)

    def gas_mobility(self, kind: str):
        """That of the gas, whose viscosity is that of `kind`."""
        return self.retention.gas_permeability(self.point, self.saturation, self.point.p2) / self.point.viscosity(kind)

    def liquid_flow(self, weight=None):
        """Darcy's of the liquid with what is dissolved in it, by its density: k/mu K (- grad p + rho g), rho its own or `weight`."""
        point = self.point
        push = point.gradient("p1") - point.gradient("p2")
        return darcy(1.0, self.liquid_mobility(), self.permeability, push, point.gravity, self.density if weight is None else weight)

    def gas_flow(self, density, kind: str):
        """That of the gas, whose viscosity is that of `kind`."""
        point = self.point
        return darcy(1.0, self.gas_mobility(kind), self.permeability, -point.gradient("p2"), point.gravity, density)

    def moves(self, in_liquid: dict, in_gas: dict, kind: str, diffusion: dict) -> Moves:
        """For finite volumes, from the densities of the constituents as flows have them; the gas is as viscous as `kind`."""
        carried = {own: density * self.liquid_mobility() for own, density in in_liquid.items()}
        carried |= {own: density * self.gas_mobility(kind) for own, density in in_gas.items()}
        return Moves((sum(in_liquid.values()), sum(in_gas.values())), self.permeability, carried, diffusion)

    def filling(self, masses, flows, *internal) -> Filling:
        """What the law gives."""
        point = self.point
        own = [self.density - self.reference, self.porosity - point.porosity, *internal]
        return Filling(self.grains, masses, flows, own, self.porosity, self.saturation)

    def heat(self, constituents):
        """Q' with the heat of pairs (mass by volume of the phase, heat by mass) in the liquid and in the gas."""
        point, (in_liquid, in_gas) = self.point, constituents
        s, phi = dual.value_of(self.saturation), dual.value_of(self.porosity)
        held = [(dual.value_of(rho) * s * phi, c) for rho, c in in_liquid] + [(dual.value_of(rho) * (1 - s) * phi, c) for rho, c in in_gas]
        liquid, gas = liquid_gap(point, self.porosity, s), gas_gap(point, self.porosity, s)
        return heat_of(point, heat_content(point, held), [(point.dp1, liquid), (point.dp2, -(liquid + gas))])
