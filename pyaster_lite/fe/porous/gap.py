"""Gaps filled by a fluid between two sides of a porous medium (r7.02.15): flat cells of eight nodes, and their ends.

The sides move as quadratic lines; the fluid has a pressure in the gap (nodes half-way between the sides) and one on each side (vertices),
held alike by a multiplier by side, which is what flows from the gap into it. With w the jump across and along the axes `material_frame`
that the characteristics turn, p the pressure in the gap, p_f those on the sides, l_f what flows into them:

    strains    w_n, w_t, p, dp/ds, p_+, p_-, l_+, l_-
    stresses   t_n, t_t, that of the fluid across, its mass, its flow, l_+, l_-, p_+ - p, p_- - p
    balance    t_n + s_f  against w_n,  t_t  against w_t,  dt (l_+ + l_-) - (m - m_)  against p,  dt M  against dp/ds,
               - dt l_f  against p_f,  p_f - p  against l_f

What is stored counts on the vertices of the line, all else on its Gauss points.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from ..contraction import contracted
from ..data import ElementData
from ..element import Element, PointState
from ..errors import ComputationFailed
from ..extrapolation import points_to_nodes
from ..quadrature import Rule, quadrature
from ..shapes import shape_derivatives, shape_functions
from ..skin import Side
from .element import AXIS

FIRST, FACING, MIDDLE = (0, 1, 4), (3, 2, 6), (7, 5)
"""The nodes of the sides, vertices first, and those between them."""
VERTEX, HALF, GAP = ("DX", "DY", "PRE1"), ("DX", "DY", "LH1"), ("PRE1",)
JUMP, PRESSURE, SLOPE, SIDES, INTO = slice(0, 2), 2, 3, slice(4, 6), slice(6, 8)
"""The strains."""
FLUID, MASS, FLOW, LEAKS, STEPS = 2, 3, 4, slice(5, 7), slice(7, 9)
"""The stresses after the tractions."""


@dataclass
class Held:
    """What a law of gaps answers at the points (ne, ng, ...).

    stress    the first five stresses; internal  variables
    traction  (..., 2, 2) by the jump; wet  whether the fluid presses
    stored    (..., 2) of less the mass, by the jump across and the pressure;  flow  (..., 3) by the jump across, the pressure, its slope
    """

    stress: np.ndarray
    internal: np.ndarray
    traction: np.ndarray
    wet: np.ndarray
    stored: np.ndarray
    flow: np.ndarray


class Gap(Element):
    """A gap on a QUAD8; PointState keeps the strains and stresses of the module.

    revolves  whether it goes around the axis Y
    """

    symmetric = False
    telling = False
    stepwise = True
    dim = space = 2
    cell = "QUAD8"
    layout = SimpleNamespace(
        mechanical=True, thermal=False, phases=(1, 0), crossing=False, constituents=((1, 1),), dim=1, scalars=("p1",),
        names=("SIGN", "SITX", "SIP", "M11", "FH11X", "LH1P", "LH1M", "DPRE1P", "DPRE1M"),
    )  # fmt: skip

    def __init__(self, revolves: bool = False):
        self.revolves = revolves
        gauss, corner = quadrature("SEG3", "FPG3"), quadrature("SEG3", "NOEU_S")
        self._rule = Rule(np.concatenate([gauss.points, corner.points]), np.concatenate([gauss.weights, corner.weights]))
        stores = np.arange(len(self._rule)) >= len(gauss)
        self._carries, self._stores = ~stores * 1.0, stores * 1.0
        kinds = {**dict.fromkeys((*FIRST[:2], *FACING[:2]), VERTEX), FIRST[2]: HALF, FACING[2]: HALF, **dict.fromkeys(MIDDLE, GAP)}
        self.components = tuple(kinds[node] for node in range(8))
        self._at = np.cumsum([0, *map(len, self.components)])

    def rule(self) -> Rule:
        """The points on the line, the vertices after the others."""
        return self._rule

    @property
    def second_points(self) -> int:
        """How many points, the last ones, are for what is stored."""
        return 2

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) that put the points on the first side."""
        result = np.zeros((len(self._rule), 8))
        result[:, FIRST[:2]] = shape_functions("SEG2", self._rule.points)
        return result

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the Gauss points to the nodes of both sides and between their vertices."""
        result = np.zeros((8, len(self._rule)))
        own = points_to_nodes("SEG3", "FPG3")
        result[list(FIRST), :3] = result[list(FACING), :3] = own
        result[list(MIDDLE), :3] = own[:2]
        return result

    def _lengths(self, data):
        line = data.coordinates[:, FIRST[:2], :2]
        half = np.linalg.norm(line[:, 1] - line[:, 0], axis=-1)[:, None] / 2
        length = half * self._rule.weights
        if self.revolves:
            radius = np.einsum("gn,en->eg", shape_functions("SEG2", self._rule.points), line[..., 0])
            length = length * np.where(radius == 0.0, AXIS * line[..., 0].max(axis=1, keepdims=True), radius)
        return half, length

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the length or area of the points, those of what is stored counting nothing."""
        return self._lengths(data)[1] * self._carries

    def strain_matrix(self, data: ElementData) -> np.ndarray:
        """B (ne, ng, 8, nd) from the unknowns to the strains."""
        frame = data.characteristics.get("material_frame")
        if frame is None:
            raise ComputationFailed("gaps need the axes of their tractions, which the characteristics do not give")
        at, points = self._at, self._rule.points
        line, side = shape_functions("SEG2", points), shape_functions("SEG3", points)
        along = shape_derivatives("SEG2", points)[:, 0] / self._lengths(data)[0][:, :, None]
        result = np.zeros((len(data), len(points), 8, self.size))
        for nodes, sign in ((FIRST, -1.0), (FACING, 1.0)):
            for n, node in enumerate(nodes):
                own = np.einsum("g,eij->egij", sign * side[:, n], frame[:, :2, :2])
                result[:, :, JUMP, at[node] : at[node] + 2] = own
        for n, node in enumerate(MIDDLE):
            result[:, :, PRESSURE, at[node]] = line[:, n]
            result[:, :, SLOPE, at[node]] = along[..., n]
        for face, nodes in enumerate((FACING, FIRST)):
            for n in range(2):
                result[:, :, SIDES.start + face, at[nodes[n]] + 2] = line[:, n]
            result[:, :, INTO.start + face, at[nodes[2]] + 2] = 1.0
        return result

    def start(self, data, behaviour):
        """Nothing has changed yet."""
        shape = (len(data), len(self._rule))
        return PointState(np.zeros((*shape, 8)), np.zeros((*shape, 9)), np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces, tangent and state of a law of gaps (its `hold_apart`); raises ComputationFailed for a law of something else."""
        if not hasattr(behaviour, "hold_apart"):
            raise ComputationFailed("gaps follow laws of porous media only")
        b, length = self.strain_matrix(data), self._lengths(data)[1]
        strain = np.einsum("egia,ea->egi", b, u)
        held = behaviour.hold_apart(strain, state, data.at_places(self.points(data.coordinates)))
        sides = strain[..., SIDES] - strain[..., [PRESSURE]]
        stress = np.concatenate([held.stress, strain[..., INTO], sides], axis=-1)
        stress = state.stress if data.step.predicting else stress
        carried, stored = length * self._carries, length * self._stores
        dt = data.step.after - data.step.before
        work = self._balance(stress, dt) * carried[..., None]
        work[..., PRESSURE] -= (stress[..., MASS] - state.stress[..., MASS]) * stored
        force = np.einsum("egia,egi->ea", b, work)
        matrix = None
        if want_tangent:
            slope = self._slope(held, dt) * carried[..., None, None]
            slope[..., PRESSURE, [0, PRESSURE]] += held.stored * stored[..., None]
            matrix = contracted("egia,egij,egjb->eab", b, slope, b)
        return force, matrix, PointState(strain, stress, held.internal)

    @staticmethod
    def _balance(stress, dt):
        """(ne, ng, 8) what works against the strains, but for what is stored."""
        work = np.zeros((*stress.shape[:2], 8))
        work[..., JUMP] = stress[..., JUMP]
        work[..., 0] += stress[..., FLUID]
        work[..., PRESSURE] = dt * stress[..., LEAKS].sum(axis=-1)
        work[..., SLOPE] = dt * stress[..., FLOW]
        work[..., SIDES] = -dt * stress[..., LEAKS]
        work[..., INTO] = stress[..., STEPS]
        return work

    @staticmethod
    def _slope(held, dt):
        slope = np.zeros((*held.wet.shape, 8, 8))
        slope[..., JUMP, JUMP] = held.traction
        slope[..., 0, PRESSURE] = -held.wet
        slope[..., SLOPE, [0, PRESSURE, SLOPE]] = dt * held.flow
        for face in range(2):
            into, side = INTO.start + face, SIDES.start + face
            slope[..., PRESSURE, into], slope[..., side, into] = dt, -dt
            slope[..., into, PRESSURE], slope[..., into, side] = -1.0, 1.0
        return slope

    def nodal_forces(self, data, stress):
        """Those of the stresses; flows act over steps only."""
        return self._forces(data, stress, 0.0)

    def step_forces(self, data: ElementData, before: np.ndarray, stress: np.ndarray) -> np.ndarray:
        """(ne, nd) those of a step that ends at these stresses: as in code_aster without its flows."""
        return self._forces(data, stress, 0.0)

    def holding_forces(self, data: ElementData, behaviour, state: PointState) -> np.ndarray:
        """(ne, nd) forces over the step of `data` while everything stays as in the state."""
        return self._forces(data, state.stress, data.step.after - data.step.before)

    def _forces(self, data, stress, dt):
        work = self._balance(stress, dt) * self.point_weights(data)[..., None]
        return np.einsum("egia,egi->ea", self.strain_matrix(data), work)

    def shown(self, data, stress):
        """The stresses as they are."""
        return stress, self.layout.names


class GapEnd(Side):
    """The end of a gap: a SEG3 from one side to the other, its middle in the gap."""

    layout = Gap.layout
    places_alone = True

    def __init__(self, continuum):
        super().__init__("SEG3", continuum, "FPG1")
        self.space, self.components = 2, (VERTEX, VERTEX, GAP)

    def outflow(self, data: ElementData, flows: dict[str, np.ndarray]) -> np.ndarray:
        """(ne, nd) less what flows into the gap, in all, (ne, 1); around an axis by the radius of the first node."""
        result = np.zeros((len(data), self.size))
        around = data.coordinates[:, 0, 0] if self.continuum.revolves else 1.0
        for flow in flows.values():
            result[:, -1] = -np.broadcast_to(flow, (len(data), 1))[:, 0] * around
        return result
