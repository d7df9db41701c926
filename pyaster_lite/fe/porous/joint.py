"""Joints that a liquid fills and flows along (r7.01.25): the pressure stands on nodes of its own, half-way between the sides.

    t_n = that of the law - p          w = - rho max(e, o + e)^3 / (12 mu) grad p,   o the opening, e the least one

The liquid flows at once: nothing is stored. Gradients may be much smaller than the pressures: what rounding takes of the sum of these
and their increments is given back to them, as if both were told apart.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..contraction import contracted
from ..data import ElementData
from ..element import PointState
from ..joint import Joint
from ..shapes import shape_derivatives, shape_functions

REST, GRADIENT, FLOW, PRESSURE = 9, slice(11, 14), slice(14, 17), 17
"""Where laws of joints keep their rest position across and what the liquid does."""


class WetJoint(Joint):
    """A joint with the pressure of a liquid.

    wet       the nodes that carry it, as those of the first side follow one another; the rest is that of fe.joint.Joint
    Strains are kept as jumps, gradients of the pressure along the joint and pressures, stresses as tractions and flows.
    exact     its forces want what rounding takes of unknowns (ne, nd), the characteristic "lost"
    """

    exact = True

    def __init__(self, cell: str, side: str, family: str, first, facing, between, wet):
        super().__init__(cell, side, family, first, facing, between)
        self.ground, self.wet = side, np.array(wet)
        names = [() if node in self.between else self.translations for node in range(self.nodes)]
        for node in wet:
            names[node] = (*names[node], "PRE1")
        self.components = tuple(names)
        starts = np.cumsum([0, *map(len, names)])
        self._moves = np.concatenate([starts[n] + np.arange(self.dim) for n in range(self.nodes) if n not in self.between])
        self._presses = starts[self.wet + 1] - 1

    def _along(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """The axes along the joint (ne, ng, dim - 1, dim), and the gradients there of the functions of the side (ne, ng, dim - 1, nn)."""
        slopes = shape_derivatives(self.side, self._rule.points)
        tangents = np.einsum("gdn,enk->egdk", slopes, data.coordinates[:, self.first, : self.dim])
        first = tangents[:, :, :1] / np.linalg.norm(tangents[:, :, :1], axis=-1, keepdims=True)
        if self.dim == 2:
            # code_aster's gradients run with the side, its second axis against it
            return -first, slopes[None] / np.linalg.norm(tangents, axis=-1)[..., None]
        normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        axes = np.concatenate([first, np.cross(normal, first[:, :, 0])[:, :, None]], axis=2)
        metric = np.einsum("egdk,egik->egdi", tangents, axes)
        return axes, np.linalg.solve(metric, np.broadcast_to(slopes, (len(data), *slopes.shape)))

    def start(self, data, behaviour):
        """At rest."""
        shape = (len(data), len(self._rule))
        return PointState(
            np.zeros((*shape, 2 * self.dim)), np.zeros((*shape, 2 * self.dim - 1)), np.zeros((*shape, behaviour.internal_size))
        )

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces and tangent of the law, with those of the liquid."""
        dim = self.dim
        b, area = self.strain_matrix(data)
        axes, slope = self._along(data)
        functions = shape_functions(self.side, self._rule.points)
        jump = np.einsum("egia,ea->egi", b, u[:, self._moves])
        nodal = u[:, self._presses]
        pressure, apart = nodal @ functions.T, nodal - nodal[:, :1]
        if "lost" in data.characteristics:
            apart = apart + data.characteristics["lost"][:, self._presses]
        gradient = np.einsum("egin,en->egi", slope, apart)
        before = replace(state, strain=state.strain[..., :dim], stress=state.stress[..., :dim])
        stress, internal, tangent = behaviour.separate(jump, before, data.at_places(self.points(data.coordinates)))
        opening = jump[..., 0] - internal[..., REST]
        density, viscosity, least = (data.property(f"joint_{name}")[:, None] for name in ("density", "viscosity", "least"))
        ease = density * np.maximum(least, opening + least) ** 3 / (12 * viscosity)
        flow = -ease[..., None] * gradient
        stress = np.concatenate([stress, flow], axis=-1)
        if not data.step.predicting:
            stress[..., 0] -= pressure
            internal = internal.copy()
            for rows, value in ((GRADIENT, gradient), (FLOW, flow)):
                internal[..., rows] = 0.0
                internal[..., rows.start : rows.start + dim] = np.einsum("egik,egi->egk", axes, value)
            internal[..., PRESSURE] = pressure
        new = PointState(np.concatenate([jump, gradient, pressure[..., None]], axis=-1), stress, internal)
        if not want_tangent:
            return self._forces(data, stress, b, area, slope), None, new
        eases = np.where(opening < 0.0, 0.0, 3 * density * (opening + least) ** 2 / (12 * viscosity))
        matrix = np.zeros((len(data), self.size, self.size))
        moves, presses = self._moves[:, None], self._presses[:, None]
        matrix[:, moves, self._moves] = contracted("eg,egia,egij,egjb->eab", area, b, tangent, b)
        matrix[:, moves, self._presses] = -contracted("eg,ega,gn->ean", area, b[:, :, 0], functions)
        matrix[:, presses, self._presses] = -contracted("eg,egin,egim->enm", area * ease, slope, slope)
        matrix[:, presses, self._moves] = -contracted("eg,egin,egi,egb->enb", area * eases, slope, gradient, b[:, :, 0])
        return self._forces(data, stress, b, area, slope), matrix, new

    def _forces(self, data, stress, b, area, slope):
        force = np.zeros((len(data), self.size))
        force[:, self._moves] = contracted("eg,egia,egi->ea", area, b, stress[..., : self.dim])
        force[:, self._presses] = contracted("eg,egin,egi->en", area, slope, stress[..., self.dim :])
        return force

    def stiffness(self, data):
        """Of the joint that has not parted, with the liquid that flows through its least opening."""
        b, area = self.strain_matrix(data)
        _, slope = self._along(data)
        normal, tangential = data.property("joint_normal"), data.property("joint_tangential")
        spring = np.stack([normal, *[tangential] * (self.dim - 1)], axis=-1)
        density, viscosity, least = (data.property(f"joint_{name}") for name in ("density", "viscosity", "least"))
        matrix = np.zeros((len(data), self.size, self.size))
        matrix[:, self._moves[:, None], self._moves] = contracted("eg,egia,ei,egib->eab", area, b, spring, b)
        ease = (density * least**3 / (12 * viscosity))[:, None] * area
        matrix[:, self._presses[:, None], self._presses] = -contracted("eg,egin,egim->enm", ease, slope, slope)
        functions = shape_functions(self.side, self._rule.points)
        matrix[:, self._moves[:, None], self._presses] = -contracted("eg,ega,gn->ean", area, b[:, :, 0], functions)
        return matrix

    def reference_force(self, data, references):
        """Those of a traction and of a flow shared by the directions."""
        _, area = self.strain_matrix(data)
        force = np.zeros((len(data), self.size))
        force[:, self._moves] = super().reference_force(data, references)
        force[:, self._presses] = references["flow 1"] / (self.dim - 1) * np.einsum("eg,egin->en", area, abs(self._along(data)[1]))
        return force

    def shown(self, data, stress):
        """The normal traction, those along, and the flows along."""
        return stress, (*("SIGN", "SITX", "SITY")[: self.dim], *("FH11X", "FH11Y")[: self.dim - 1])

    def nodal_forces(self, data, stress):
        """Those of the tractions and of the flows."""
        b, area = self.strain_matrix(data)
        return self._forces(data, stress, b, area, self._along(data)[1])


def wet_joint(cell: str) -> WetJoint:
    """The joint on a cell between two sides: QUAD8, PENTA15 or HEXA20."""
    if cell == "QUAD8":
        return WetJoint(cell, "SEG3", "FPG2", (0, 1, 4), (3, 2, 6), {7: 0, 5: 1}, (7, 5, 6))
    side, family, n = {"PENTA15": ("TRIA6", "FPG6", 3), "HEXA20": ("QUAD8", "FPG9", 4)}[cell]
    first, facing = (*range(n), *range(2 * n, 3 * n)), (*range(n, 2 * n), *range(4 * n, 5 * n))
    wet = (*range(3 * n, 4 * n), *range(4 * n, 5 * n))
    return WetJoint(cell, side, family, first, facing, {3 * n + i: i for i in range(n)}, wet)
