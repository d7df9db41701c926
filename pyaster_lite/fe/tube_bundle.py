"""Bundles of tubes in a fluid that does not give way, made one body: beams everywhere, and a potential (r4.07.05).

Of a cell of the bundle, as a share of its area: the fluid a_f, and the tensor b of what it moves with the tubes. Tubes go along the
first axis of the body and of the third reference axis of its cells; they do not shear. With H cubic along the tubes and linear
across them, w the motions across, N and P linear and the functions of the potential, rho_s and rho of tubes and fluid, and the scale
s of the drawing, all by area of a cell:

    K_ww = s^2 int E I H'' H''    K of traction and torsion:  s^2 int (E A, G J) N' N'
    M_ww = int (rho b + s^2 rho_s A) H H    M of traction and torsion:  s^2 rho_s int (A, IY + IZ) N N
    M_phi,w = -rho int grad P (b + (1 - a_f) 1) H    M_phi,phi = -rho int grad P (a_f 1 - b) grad P, b across only
"""

from __future__ import annotations

import numpy as np

from .beam_section import Section
from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .element import LinearElement
from .errors import ComputationFailed
from .isoparametric import Isoparametric
from .kinematics import Space
from .shapes import shape_derivatives, shape_functions

CORNERS = 8
BEAM = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
CARRIED, SIDEWAYS, MIXED, FLUID, CELL, SCALE = range(6)
"""The columns of the characteristic `bundle` (ne, 6): what the fluid carries along Y and Z, and between them, the areas (m2) of the
fluid and of a cell as they are drawn, the scale of the drawing."""


STRAIGHT = 0.99
"""The least cosine between an edge and the tubes."""


def _gauss(across: int, along: int):
    """Points (n, 3) and weights (n,) of so many by axis."""
    (x, wx), (z, wz) = np.polynomial.legendre.leggauss(across), np.polynomial.legendre.leggauss(along)
    places = np.stack(np.meshgrid(x, x, z, indexing="ij"), axis=-1).reshape(-1, 3)
    return places, np.einsum("i,j,k->ijk", wx, wx, wz).ravel()


class TubeBundle(Isoparametric, LinearElement):
    """A hexahedron: the 6 unknowns of a beam at its corners, PHI at all its nodes."""

    def __init__(self, cell: str, family: str):
        super().__init__(cell, Space(), family, family, ("PHI",))
        others = len(self.components) - CORNERS
        self.components = ((*BEAM, "PHI"),) * CORNERS + (("PHI",),) * others
        self.potentials = np.array([7 * i + 6 for i in range(CORNERS)] + [7 * CORNERS + i for i in range(others)])
        self.rule_size = 3 if others else 2
        self.space = 3

    def _frame(self, data: ElementData) -> np.ndarray:
        frame = data.characteristics.get("frame")
        if frame is None or "bundle" not in data.characteristics:
            raise ComputationFailed("bundles of tubes need ORIENTATION, POUTRE and POUTRE_FLUI, which the characteristics give")
        return frame

    def _turned(self, data, matrix):
        frame, size = self._frame(data), matrix.shape[-1]
        turn = np.zeros((len(data), size, size))
        turn[:, np.arange(size), np.arange(size)] = 1.0
        for first in (7 * corner + shift for corner in range(CORNERS) for shift in (0, 3)):
            turn[:, first : first + 3, first : first + 3] = frame
        return turn.transpose(0, 2, 1) @ matrix @ turn

    def _mapping(self, data, points, weights):
        """The inverse (ne, ng, 3, 3) of the Jacobian d place_j / d reference_i by [j, i], the volumes (ne, ng), half the length."""
        own = np.einsum("eij,enj->eni", self._frame(data), data.coordinates[:, :CORNERS])
        jacobian = np.einsum("gin,enj->egij", shape_derivatives("HEXA8", points), own)
        edge = own[:, 4] - own[:, 0]
        askew = abs(edge[:, 0]) < STRAIGHT * np.linalg.norm(edge, axis=1)
        if askew.any():
            message = "the tubes, the first axis of its ORIENTATION, must go from its first four nodes to the next four"
            raise ComputationFailed(f"cell number {data.cells[askew.argmax()] + 1}: {message}")
        return np.linalg.inv(jacobian), abs(np.linalg.det(jacobian)) * weights, edge[:, 0] / 2

    def _bending(self, points, half, order: int = 0):
        """(2, ne, ng, nd) the motions along Y and Z, or their derivatives by the third reference axis."""
        nodes = reference_cell("HEXA8").nodes
        x, y, z = points.T[:, :, None]
        across = (1 + x * nodes[:, 0]) * (1 + y * nodes[:, 1]) / 4
        end = nodes[:, 2]
        if order == 0:
            moves, turns = (2 + 3 * end * z - end * z**3) / 4, (z + end) * (z**2 - 1) / 4
        else:
            moves, turns = -1.5 * end * z, (end + 3 * z) / 2
        result = np.zeros((2, len(half), len(points), self.size))
        first = 7 * np.arange(CORNERS)
        for axis, turning, sign in ((0, 5, 1.0), (1, 4, -1.0)):
            result[axis][:, :, first + 1 + axis] = across * moves
            result[axis][:, :, first + turning] = sign * half[:, None, None] * (across * turns)
        return result

    def _shares(self, data):
        """The scale squared by area, the share of fluid, and the tensor (ne, 3, 3) of what is carried, in own axes."""
        given = data.characteristics["bundle"]
        area = given[:, CELL]
        carried = np.zeros((len(data), 3, 3))
        carried[:, 1, 1], carried[:, 2, 2] = given[:, CARRIED] / area, given[:, SIDEWAYS] / area
        carried[:, 1, 2] = carried[:, 2, 1] = given[:, MIXED] / area
        return given[:, SCALE] ** 2 / area, given[:, FLUID] / area, carried

    def stiffness(self, data):
        """(ne, nd, nd); bending by E IY along Y and E IZ along Z, as in code_aster."""
        scale, section = self._checked(data)
        young = data.property("young")
        result = np.zeros((len(data), self.size, self.size))
        points, weights = _gauss(2, 2)
        inverse, volume, half = self._mapping(data, points, weights)
        curved = self._bending(points, half, 2) * inverse[None, :, :, 0, 2, None] ** 2
        for rigid, shape in zip((section.inertia_y[:, 0], section.inertia_z[:, 0]), curved):
            result += contracted("eg,egi,egj->eij", volume * (young * rigid * scale)[:, None], shape, shape)
        points, weights = _gauss(self.rule_size, self.rule_size)
        inverse, volume, _ = self._mapping(data, points, weights)
        along = np.einsum("egi,gin->egn", inverse[:, :, 0], shape_derivatives("HEXA8", points))
        shear = young / (2 * (1 + data.property("poisson")))
        for unknown, rigid in ((0, young * section.area[:, 0]), (3, shear * section.torsion[:, 0])):
            places = 7 * np.arange(CORNERS) + unknown
            block = contracted("eg,egn,egm->enm", volume * (rigid * scale)[:, None], along, along)
            result[np.ix_(range(len(data)), places, places)] += block
        return self._turned(data, result)

    def mass(self, data):
        """(ne, nd, nd), not definite."""
        scale, section = self._checked(data)
        _, share, carried = self._shares(data)
        density, fluid, cells = data.property("density"), data.property("fluid_density"), range(len(data))
        result = np.zeros((len(data), self.size, self.size))
        own = density * section.area[:, 0] * scale
        points, weights = _gauss(2, 4)
        _, volume, half = self._mapping(data, points, weights)
        moves = self._bending(points, half)
        wet = fluid[:, None, None] * carried[:, 1:, 1:] + own[:, None, None] * np.eye(2)
        result += contracted("eab,eg,aegi,begj->eij", wet, volume, moves, moves)
        points, weights = _gauss(2, 3)
        inverse, volume, half = self._mapping(data, points, weights)
        gradient = np.einsum("egai,gin->egan", inverse[:, :, 1:], shape_derivatives(self.cell, points))
        pushed = fluid[:, None, None] * (carried[:, 1:, 1:] + (1 - share)[:, None, None] * np.eye(2))
        coupling = -contracted("eab,eg,egan,begj->enj", pushed, volume, gradient, self._bending(points, half))
        result[:, self.potentials] += coupling
        result[:, :, self.potentials] += coupling.transpose(0, 2, 1)
        points, weights = _gauss(self.rule_size, self.rule_size)
        inverse, volume, _ = self._mapping(data, points, weights)
        functions = shape_functions("HEXA8", points)
        turning = density * (section.inertia_y + section.inertia_z)[:, 0] * scale
        for unknown, by_volume in ((0, own), (3, turning)):
            places = 7 * np.arange(CORNERS) + unknown
            result[np.ix_(cells, places, places)] += np.einsum("eg,gn,gm->enm", volume * by_volume[:, None], functions, functions)
        gradient = np.einsum("egai,gin->egan", inverse, shape_derivatives(self.cell, points))
        left = fluid[:, None, None] * (share[:, None, None] * np.eye(3) - carried)
        flows = contracted("eab,eg,egan,egbm->enm", left, volume, gradient, gradient)
        result[np.ix_(cells, self.potentials, self.potentials)] -= flows
        return self._turned(data, result)

    def _checked(self, data):
        self._frame(data)
        return self._shares(data)[0], Section.of(data)

    def damping(self, data, stiffness=None, mass=None):
        """None."""
        return None

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) as Isoparametric.inertia_of, of tubes and fluid."""
        scale, section = self._checked(data)
        share = self._shares(data)[1]
        return self.inertia_of(data, data.property("density") * section.area[:, 0] * scale + data.property("fluid_density") * share)
