"""Cables that slide in their sheaths: three nodes, the slip along them and what holds it (r3.08.10).

With t the tangents of the nodes interpolated, ' the derivative along the curve, u the displacement of the sheath, g the slip of the
cable, m the force by length that holds it (linear between the ends), the strain of the cable is  t . u' + g'. Its law gives N; that
of the sheath gives what has slipped, d, from m + r g (r the penalty), N and the curvature |t'|. The stresses kept are

    N        m + r (g - d)        g - d

of which the first works on the strain, the second on g and the third on m.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .beam_section import Section
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .line_element import LineElement
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

CELL, ENDS, FAMILY = "SEG3", "SEG2", "FPG2"


class SheathedCable(LineElement):
    """A cable in space; its section is characteristic `section`. `follows`: from where the sheath is, not from where it was."""

    cell, n_points = CELL, 2
    forces = ("N", "CONT_X", "CONT_Y")
    components = (("DX", "DY", "DZ", "GLIS", "SITY"),) * 2 + (("DX", "DY", "DZ", "GLIS"),)
    symmetric = False

    def __init__(self, follows: bool = False):
        self.follows, self.straight = follows, not follows
        flat = [name for names in self.components for name in names]
        self.motion = np.array([[i for i, name in enumerate(flat) if name == axis] for axis in ("DX", "DY", "DZ")]).T
        self.slip, self.holding = (np.array([i for i, name in enumerate(flat) if name == own]) for own in ("GLIS", "SITY"))

    @cached_property
    def _rule(self):
        return quadrature(CELL, FAMILY)

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, 3)."""
        return shape_functions(CELL, self._rule.points)

    def points_to_nodes(self) -> np.ndarray:
        """(3, ng)."""
        return points_to_nodes(CELL, FAMILY)

    def moved(self, data, u):
        """With the sheath."""
        return data.moved(u[:, self.motion.ravel()])

    def length(self, data):
        """By the points."""
        return self._geometry(data)[1].sum(axis=1)

    def _geometry(self, data):
        """Rows (ne, ng, 3, nd) of the strain, of g and of m; lengths of the points (ne, ng) and the curvature there."""
        x, ends = data.coordinates, quadrature(CELL, "NOEU").points
        tangents = np.einsum("nk,eki->eni", shape_derivatives(CELL, ends)[:, 0], x)
        slopes = shape_derivatives(CELL, self._rule.points)[:, 0]
        speed = np.linalg.norm(np.einsum("gn,eni->egi", slopes, x), axis=-1)
        sizes = np.linalg.norm(tangents, axis=-1, keepdims=True)
        if not sizes.all() or not speed.all():
            raise ComputationFailed(f"cell number {data.cells[0] + 1} or another one has no length")
        tangents = tangents / sizes
        derivatives = slopes / speed[..., None]
        along = np.einsum("gn,eni->egi", self.point_functions, tangents)
        along /= np.linalg.norm(along, axis=-1, keepdims=True)
        curvature = np.linalg.norm(np.einsum("egn,eni->egi", derivatives, tangents), axis=-1)
        rows = np.zeros((*speed.shape, 3, self.size))
        rows[:, :, 0, self.motion] = derivatives[..., None] * along[:, :, None]
        rows[:, :, 0, self.slip] = derivatives
        rows[:, :, 1, self.slip] = self.point_functions
        rows[:, :, 2, self.holding] = shape_functions(ENDS, self._rule.points)
        return rows, speed * self._rule.weights, curvature

    def _area(self, data):
        return Section.of(data).area[:, :1]

    def stiffness(self, data):
        """Of a cable that does not slip."""
        rows, weight, _ = self._geometry(data)
        matrix = np.einsum("eg,e,ega,egb->eab", weight, data.overall("young") * self._area(data)[:, 0], rows[:, :, 0], rows[:, :, 0])
        between = np.einsum("eg,ega,egb->eab", weight, rows[:, :, 1], rows[:, :, 2])
        return matrix + between + between.swapaxes(1, 2)

    def mass(self, data):
        """None so far: it stands still."""
        return None

    lumped_mass = mass

    def weight(self, data, acceleration):
        """By the length, on the sheath."""
        weight = self._geometry(data)[1] * (data.property("density") * self._area(data)[:, 0])[:, None]
        result = np.zeros((len(data), self.size))
        result[:, self.motion] = np.einsum("eg,gn->en", weight, self.point_functions)[..., None] * acceleration
        return result

    def nodal_forces(self, data, stress):
        """Each stress on what it works on."""
        rows, weight, _ = self._geometry(data)
        return np.einsum("eg,egsd,egs->ed", weight, rows, stress)

    def reference_force(self, data, references):
        """By the references of N, of the stress by the root of the section, and of the slip."""
        rows, weight, _ = self._geometry(data)
        rows, result = abs(rows), np.zeros((len(data), self.size))
        force, slip = references["force"], references["jump"]
        spread = np.einsum("eg,egni->en", weight, rows[:, :, 0][..., self.motion]) * force / 3
        result[:, self.motion] = spread[..., None]
        held = references["stress"] * np.sqrt(self._area(data))
        own = rows[..., self.slip]
        result[:, self.slip] = np.einsum("eg,egn->en", weight, own[:, :, 0]) * force + np.einsum("eg,egn->en", weight, own[:, :, 1]) * held
        result[:, self.holding] = np.einsum("eg,egn->en", weight, rows[:, :, 2][..., self.holding]) * slip
        return result

    def start(self, data, behaviour):
        """At rest."""
        zero = np.zeros((len(data), self.n_points, 1))
        internal = np.zeros((len(data), self.n_points, behaviour.internal_size))
        return PointState(zero, np.zeros((len(data), self.n_points, 3)), internal, np.zeros((len(data), self.size)))

    def elastic_state(self, data, u):
        """Linear analyses know no sheaths."""
        raise ComputationFailed("cables that slide in their sheaths are for STAT_NON_LINE")

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The law of the cable at its strain, then that of the sheath."""
        if not hasattr(behaviour, "slides"):
            raise ComputationFailed("cables in sheaths follow KIT_CG")
        rows, weight, curvature = self._geometry(self.moved(data, u) if self.follows else data)
        strain, slip, held = np.moveaxis(np.einsum("egsd,ed->egs", rows, u), -1, 0)
        increment = np.einsum("egd,ed->eg", rows[:, :, 0], u - state.displacement)
        area = self._area(data)
        old, internal = state.stress[..., 0] / area, state.internal
        stress, slope, own = behaviour.stretched(increment, old, internal, data)
        force = area * stress
        slipped, by_held, by_force, sheath = behaviour.slides(held, slip, force, curvature, internal, data)
        penalty = np.broadcast_to(data.at_points("sheath_penalty"), held.shape)
        whole = np.stack([force, held + penalty * (slip - slipped), slip - slipped], axis=-1)
        tangent = None
        if want_tangent:
            stretching = area * slope
            inside = np.zeros((*held.shape, 3, 3))
            inside[..., 0, 0] = stretching
            inside[..., 1, 0] = -penalty * by_force * stretching
            inside[..., 1, 1] = penalty * (1 - penalty * by_held)
            inside[..., 1, 2] = 1 - penalty * by_held
            inside[..., 2, 0] = -by_force * stretching
            inside[..., 2, 1] = 1 - penalty * by_held
            inside[..., 2, 2] = -by_held
            tangent = contracted("eg,egsa,egst,egtb->eab", weight, rows, inside, rows)
        forces = np.einsum("eg,egsd,egs->ed", weight, rows, whole)
        return forces, tangent, PointState(strain[..., None], whole, np.concatenate([own, sheath], axis=-1), u)

    def line_strains(self, data, u):
        """(ne, ng, 1) the strain of the cable, and its name."""
        return np.einsum("egd,ed->eg", self._geometry(data)[0][:, :, 0], u)[..., None], ("EPXX",)

    def state_forces(self, data, state):
        """Where the sheath is, if it is followed."""
        return self.nodal_forces(self.moved(data, state.displacement) if self.follows else data, state.stress)

    def geometric_stiffness(self, data: ElementData, stress: np.ndarray) -> None:
        """None."""
