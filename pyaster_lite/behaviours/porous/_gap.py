"""A gap that a fluid fills: the law of its sides and that of the fluid (r7.02.15).

With w the jump across, p the pressure, n = 1/N what a crack at its tip holds beside its opening:

1.  tractions by the law of the sides, which tells whether the fluid presses (s_f = - p, else 0) and the opening o that it flows through
2.  c = w + n p  what a unit of the gap holds;  m = m_ + rho c - rho_ c_,   M = - o^3/12 rho/mu (dp/ds - rho g)

Tangents are code_aster's: that of the mass along the pressure is put with the other sign as far as it is the density's.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.porous.gap import FLOW, JUMP, MASS, PRESSURE, SLOPE, Held

from ._point import Point

OWN = (1, 1)
ALONG = SimpleNamespace(
    mechanical=False, thermal=False, dim=1, constituents=(OWN,), strain={"p1": slice(PRESSURE, SLOPE), "grad p1": slice(SLOPE, SLOPE + 1)},
    stress={("mass", OWN): slice(MASS, MASS + 1), ("flow", OWN): slice(FLOW, FLOW + 1)},
)  # fmt: skip
"""What laws of fluids ask of a layout."""


class _GapPoint(Point):
    """A point of a gap: its pores are the gap itself."""

    content: np.ndarray
    ease: np.ndarray
    storage = None
    porosity = np.zeros((1, 1))

    def porosity_after(self, old, pressure):
        """What a unit of the gap holds; its slopes are along the opening alone."""
        slope = np.zeros((*self.shape, 8))
        slope[..., 0] = 1.0
        return dual.Dual(np.broadcast_to(self.content, self.shape), slope)

    def permeability(self, porosity):
        """o^2/12."""
        return self.ease[..., None, None]


class GapMedium:
    """The law of a kit on gaps, as fe.porous.gap asks it.

    sides  a law that tells of a jump how its sides hold, `bridge(jump, before, stress, pressure, variables, old, data)` giving tractions,
    variables, tangent, whether the fluid presses, the opening it flows through, what a unit holds, and n;  fluid  of the open list
    """

    linear = symmetric = False
    plane_stress = True

    def __init__(self, sides, fluid):
        self.sides, self.fluid = sides, fluid
        self.internal_names = (*sides.internal_names, "RHOLIQ", *fluid.internal_names)
        self.internal_size, self.n_sides = len(self.internal_names), len(sides.internal_names)

    def hold_apart(self, strain: np.ndarray, state: PointState, data: ElementData) -> Held:
        """Steps 1 and 2; raises LawFailed."""
        old, n = state.internal, self.n_sides
        bridged = self.sides.bridge(strain[..., JUMP], state, strain[..., PRESSURE], old[..., :n], old[..., n + 1], data)
        traction, variables, tangent, wet, opening, content, loose = bridged
        seeds = np.broadcast_to(np.eye(8), (*strain.shape, 8))
        point = _GapPoint(data, ALONG, dual.Dual(strain, seeds), state.strain, state.stress, old[..., n:])
        point.content, point.ease, point.gravity = content, opening**2 / 12, data.property("skeleton.gravity")[:, None, :1]
        filling = self.fluid.fill(point, None)
        mass, flow = filling.mass[OWN], filling.flow[OWN][..., 0]
        internal = np.empty((*strain.shape[:2], self.internal_size))
        internal[..., :n] = variables
        for column, value in enumerate(filling.internal, n):
            internal[..., column] = dual.value_of(value)
        pressed = -strain[..., PRESSURE] * wet
        stress = np.concatenate([traction, np.stack([pressed, mass.value, opening * flow.value], axis=-1)], axis=-1)
        density = mass.slope[..., 0]
        stored = np.stack([-density, mass.slope[..., PRESSURE] - density * loose], axis=-1)
        moves = np.stack([3 * flow.value, opening * flow.slope[..., PRESSURE], opening * flow.slope[..., SLOPE]], axis=-1)
        return Held(stress, internal, tangent, wet, stored, moves)


class CohesiveSides:
    """Sides that a cohesive law of joints holds; an intact crack lets the fluid through a fictitious opening and feels no pressure."""

    def __init__(self, law):
        self.law, self.internal_names = law, law.internal_names
        self.needs = {**law.needs, "crack.ouv_fict": "THM_RUPT"}

    def bridge(self, jump, state, pressure, variables, old, data):
        """Raises what the law raises."""
        before = PointState(state.strain[..., JUMP], state.stress[..., JUMP], variables)
        traction, after, tangent = self.law.separate(jump, before, data)
        broken = np.rint(after[..., 2]) > 0
        loose = np.broadcast_to(data.property("crack.un_sur_n")[:, None], old.shape)
        predicting = data.step.predicting
        content = old if predicting else jump[..., 0] + loose * pressure
        opening = np.where(broken, old if predicting else jump[..., 0], data.property("crack.ouv_fict")[:, None])
        return traction, after, tangent, broken * 1.0, opening, content, loose
