"""Thick curved shells by degeneration of a solid (r3.07.04): displacements on 8 (6) nodes, rotations on 9 (7).

    u = sum N_j u_j + z sum M_j theta_j x n_j        z from -h/2 to h/2

with N the functions of the nodes of the sides, M those of all nodes, n_j the unit normals at the nodes. Membrane and shear
strains are made at a few points and taken on to the points of integration, where bending is made.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .element import ElasticElement, PointState
from .errors import ComputationFailed
from .kinematics import inverted
from .plate_frames import in_plane_turn
from .plate_section import PlateSection
from .quadrature import Rule, quadrature
from .shapes import shape_derivatives, shape_functions
from .turning import cross_matrix

TRANSLATIONS, ROTATIONS = ("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ")
SIDES = {"QUAD9": "QUAD8", "TRIA7": "TRIA6"}
CORNERS = {"QUAD9": "QUAD4", "TRIA7": "TRIA3"}
FEW = {"QUAD9": "FPG4", "TRIA7": "FPG3"}
ALL = {"QUAD9": "FPG9", "TRIA7": "FPG7"}
AROUND = [0, 4, 1, 5, 2, 6, 3, 7, 8]
"""The points of QUAD9 one after the other around the middle, as curved shells count them."""
LITTLE = 1e-6
"""An energy below this, in J, is not shared out."""
HEIGHTS = np.array([-1.0, 1.0]) / np.sqrt(3.0)
"""Points across the thickness, in halves of it."""
STRAINS = np.outer([1.0, 1.0, 2.0], [1.0, 1.0, 0.5])
"""What makes a turn of (xx, yy, xy) one of strains (xx, yy, 2 xy)."""


def turns_to(direction: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """(ne, n, 2, 2) from the first two axes of frames (ne, n, 3, 3) to those whose first one is the part of `direction` (ne, 3) in
    their plane.

    As in code_aster (coqrep), where normals that are interpolated are a little short, so that these are not quite turns.
    """
    normal = frames[:, :, 2]
    along = direction[:, None] - (normal @ direction[..., None]) * normal
    along /= np.linalg.norm(along, axis=-1, keepdims=True)
    c, s = np.moveaxis(np.einsum("enij,enj->eni", frames[:, :, :2], along), -1, 0)
    c = c / np.hypot(c, s)
    s = s / np.hypot(c, s)
    return np.moveaxis(np.array([[c, s], [-s, c]]), (0, 1), (2, 3))


def _strained(moves, slopes):
    """(ne, n, 5, k): e11, e22, 2 e12, 2 e13, 2 e23 of motions (ne, n, 3, k) times functions of slopes (ne, n, 3, k), along local axes."""
    pairs = ((0, 1), (0, 2), (1, 2))
    normal = [moves[:, :, p] * slopes[:, :, p] for p in (0, 1)]
    return np.stack([*normal, *(moves[:, :, p] * slopes[:, :, q] + moves[:, :, q] * slopes[:, :, p] for p, q in pairs)], axis=2)


class Shell(ElasticElement):
    """A shell on QUAD9 or TRIA7, whose last node only turns; characteristics are those of PlateSection, shear_factor beside."""

    dim = 2
    translations = TRANSLATIONS

    def __init__(self, cell: str):
        self.cell, self.nodes = cell, int(cell[-1])
        self.outer = self.nodes - 1
        self.components = (TRANSLATIONS + ROTATIONS,) * self.outer + (ROTATIONS,)

    @cached_property
    def _rule(self):
        rule = quadrature(self.cell, ALL[self.cell])
        return Rule(rule.points[AROUND], rule.weights[AROUND]) if self.cell == "QUAD9" else rule

    def rule(self):
        """The quadrature over the middle surface."""
        return self._rule

    @cached_property
    def _few(self):
        return quadrature(self.cell, FEW[self.cell]).points

    @cached_property
    def _taken_on(self):
        """(n points, n few): from the few points to all, by the polynomials of as many terms."""
        terms = lambda p: np.stack([np.ones(len(p)), *p.T, p[:, 0] * p[:, 1]][: len(self._few)], axis=1)  # noqa: E731
        return terms(self._rule.points) @ np.linalg.inv(terms(self._few))

    @cached_property
    def _turning(self):
        """Where the rotations of each node stand among the unknowns."""
        starts = [*(6 * np.arange(self.outer) + 3), 6 * self.outer]
        return np.array(starts)[:, None] + np.arange(3)

    def normals(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """Unit normals (ne, nn, 3) at the nodes, and (ne, nn, 2, 3) unit vectors across them, the first along the first side."""
        return data.once("normals", lambda: self._made_normals(data))

    def _made_normals(self, data):
        derivatives = shape_derivatives(SIDES[self.cell], reference_cell(self.cell).nodes)
        tangents = np.einsum("gdn,enk->egdk", derivatives, data.coordinates[:, : self.outer])
        normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        first = tangents[:, :, 0] / np.linalg.norm(tangents[:, :, 0], axis=-1, keepdims=True)
        return normal, np.stack([first, np.cross(normal, first)], axis=2)

    @staticmethod
    def _thickness(data):
        return data.once("thickness", lambda: PlateSection.of(data).thickness)

    def _place(self, data, points, height):
        """Inverse of the mapping (ne, n, 3, 3), its determinant, local axes (ne, n, 3, 3) at reference points and a height."""
        normal = self.normals(data)[0][:, : self.outer]
        thickness = self._thickness(data)
        functions, derivatives = shape_functions(SIDES[self.cell], points), shape_derivatives(SIDES[self.cell], points)
        x = data.coordinates[:, : self.outer] + height / 2 * thickness[:, None, None] * normal
        tangents = np.einsum("gdn,enk->egdk", derivatives, x)
        across = np.einsum("gn,enk->egk", functions, normal)
        mapping = np.concatenate([tangents, (across * thickness[:, None, None] / 2)[:, :, None]], axis=2)
        first = tangents[:, :, 0] / np.linalg.norm(tangents[:, :, 0], axis=-1, keepdims=True)
        axes = np.stack([first, np.cross(across, first), across], axis=2)
        return *inverted(mapping), axes

    def _gradients(self, data, points, height):
        """(ne, n, 3, 3, nd): derivatives of u_i by x_j of the translations, and of the rotations (a pair)."""
        inverse, determinant, axes = self._place(data, points, height)
        ne, n = len(data), len(points)
        moved, turned = np.zeros((ne, n, 3, 3, self.size)), np.zeros((ne, n, 3, 3, self.size))
        derivatives = shape_derivatives(SIDES[self.cell], points)
        for axis in range(3):
            moved[:, :, axis, :2, axis : 6 * self.outer : 6] = derivatives
        own = np.einsum("gdm,emti->egidmt", *self._turns(data, points, height))
        turned[..., self._turning.ravel()] = own.reshape(ne, n, 3, 3, -1)
        return [contracted("egjd,egida->egija", inverse, g) for g in (moved, turned)], determinant, axes

    def _strains(self, data, points, height):
        """(ne, n, 5, nd) e11, e22, 2 e12, 2 e13, 2 e23 in the local axes by the translations, and by the rotations; the determinant.

        What moves along w by a function N has the gradients w_p N,q along the axes p and q: the matrices are made of products of
        these, not by turning tensors that are zero for the most part.
        """
        inverse, determinant, axes = self._place(data, points, height)
        along, (ne, n) = axes @ inverse, determinant.shape
        moved, turned = np.zeros((ne, n, 5, self.size)), np.zeros((ne, n, 5, self.size))
        slopes = along[..., :2] @ shape_derivatives(SIDES[self.cell], points)
        for axis in range(3):
            moved[..., axis : 6 * self.outer : 6] = _strained(axes[..., axis, None], slopes)
        parts, arms = self._turns(data, points, height)
        moves = np.einsum("egpi,emti->egpmt", axes, arms).reshape(ne, n, 3, -1)
        turned[..., self._turning.ravel()] = _strained(moves, np.repeat(along @ parts, 3, axis=-1))
        return moved, turned, determinant

    def _turns(self, data, points, height):
        """(n, 3, nn) derivatives by the reference coordinates of z M_m, and (ne, nn, 3, 3) where a turn about each axis moves a normal."""
        functions, slopes = shape_functions(self.cell, points), shape_derivatives(self.cell, points)
        thickness = self._thickness(data)
        arms = np.cross(np.eye(3), self.normals(data)[0][:, :, None]) * thickness[:, None, None, None]
        return np.concatenate([height / 2 * slopes, functions[:, None] / 2], axis=1), arms

    def strain_matrix(self, data: ElementData, height: float, part: str = "whole"):
        """B (ne, ng, 5, nd) of e11, e22, 2 e12, 2 e13, 2 e23 at a height, and weighted volumes (ne, ng).

        part  "whole", or the part of "membrane" or "bending" alone
        """
        few, turned, _ = self._strains(data, self._few, height)
        few[:, :, 3:] += turned[:, :, 3:]
        few[:, :, {"whole": 5, "membrane": 3, "bending": 0}[part] :] = 0.0
        _, turned, determinant = self._strains(data, self._rule.points, height)
        b = (self._taken_on @ few.reshape(*few.shape[:2], -1)).reshape(turned.shape)
        if part != "membrane":
            b[:, :, :3] += turned[:, :, :3]
        return b, self._rule.weights * determinant

    def _elasticity(self, data):
        young, poisson = data.overall("young"), data.overall("poisson")
        shear = young / (2 * (1 + poisson))
        factor = data.characteristics.get("shear_factor", np.full(len(data), 5 / 6))
        result = np.zeros((len(data), 5, 5))
        result[:, 0, 0] = result[:, 1, 1] = young / (1 - poisson**2)
        result[:, 0, 1] = result[:, 1, 0] = young * poisson / (1 - poisson**2)
        result[:, 2, 2], result[:, 3, 3], result[:, 4, 4] = shear, shear * factor, shear * factor
        return result

    def _moduli(self, data, points, height):
        """(ne, n, 5, 5), or one for all points, in the local axes at reference points and a height; of orthotropic shells they turn
        from the user's axes, and shear is not weighed, as in code_aster."""
        if not data.has("shell_plane"):
            return self._elasticity(data)[:, None]
        own = data.property("shell_plane", np.zeros((5, 5)))
        rows = np.flatnonzero(own.any(axis=(1, 2)))
        result = np.zeros((len(data), len(points), 5, 5))
        others = np.setdiff1d(np.arange(len(data)), rows)
        if len(others):
            result[others] = self._elasticity(data.subset(others))[:, None]
        axes = self._place(data, points, height)[2][rows]
        turn = turns_to(data.characteristics["direction"][rows], axes)
        strains = (in_plane_turn(turn.reshape(-1, 2, 2)) * STRAINS).reshape(*turn.shape[:2], 3, 3)
        whole = np.zeros((*turn.shape[:2], 5, 5))
        whole[..., :3, :3], whole[..., 3:, 3:] = strains, turn
        result[rows] = contracted("egji,ejk,egkl->egil", whole, own[rows], whole)
        return result

    def _across(self, data):
        """[(height, weight)] of the sums over the thickness, of which the halves are 1."""
        return [(height, 1.0) for height in HEIGHTS]

    def _held(self, data, matrix):
        """The matrix with a share of its least diagonal entry of a turn on turns about the normals."""
        normal, across = self.normals(data)
        blocks = matrix[:, self._turning[:, :, None], self._turning[:, None, :]]
        least = np.einsum("enpi,enij,enpj->enp", across, blocks, across).min(axis=(1, 2))
        share = PlateSection.of(data).drilling * least
        result = matrix.copy()
        for node, places in enumerate(self._turning):
            own = share[:, None, None] * normal[:, node, :, None] * normal[:, node, None, :]
            result[np.ix_(range(len(data)), places, places)] += own
        return result

    def stiffness(self, data, part: str = "whole"):
        """sum over points and heights of B^T D B; of a part of the strains on demand."""
        if PlateSection.of(data).offset.any():
            raise ComputationFailed("curved shells have no offset yet")
        total = 0.0
        for height, weight in self._across(data):
            b, volume = self.strain_matrix(data, height, part)
            moduli = np.broadcast_to(self._moduli(data, self._rule.points, height), (*volume.shape, 5, 5))
            total = total + contracted("eg,egia,egij,egjb->eab", weight * volume, b, moduli, b)
        return self._held(data, total)

    def mass(self, data):
        """sum over points and heights of rho times the square of the displacement."""
        normal, thickness = self.normals(data)[0], PlateSection.of(data).thickness
        density, points, total = data.property("density"), self._rule.points, 0.0
        functions, inner = shape_functions(SIDES[self.cell], points), shape_functions(self.cell, points)
        arms = np.cross(np.eye(3), normal[:, :, None]) * thickness[:, None, None, None]
        for height in HEIGHTS:
            _, determinant, _ = self._place(data, points, height)
            u = np.zeros((len(data), len(points), 3, self.size))
            for axis in range(3):
                u[:, :, axis, axis : 6 * self.outer : 6] = functions
            own = np.einsum("gm,emti->egimt", height / 2 * inner, arms)
            u[..., self._turning.ravel()] = own.reshape(*u.shape[:3], -1)
            volume = self._rule.weights * determinant * density[:, None]
            total = total + contracted("eg,egia,egib->eab", volume, u, u)
        return self._held(data, total)

    def energy_parts(self, data, u, kind: str, factor: float = 1.0):
        """(ne, 3) the energy and the shares of membrane and bending, and their names; of `kind` stiffness or mass.

        That of the stiffness is less the work of the forces of temperature (te0401), without the energy of their own. As in code_aster
        the mass has no shares: the energy stands there again.
        """
        form = lambda matrix: 0.5 * np.einsum("ei,eij,ej->e", u, matrix, u)  # noqa: E731
        names = ("TOTALE", "MEMBRANE", "FLEXION")
        if kind == "mass":
            return np.tile(factor * form(self.mass(data))[:, None], (1, 3)), names
        total, warmer = form(self.stiffness(data)), self.anelastic_force(data)
        if warmer is not None:
            total = total - np.einsum("ei,ei->e", warmer, u)
        large = abs(total) > LITTLE
        shares = [np.where(large, form(self.stiffness(data, part)) / np.where(large, total, 1.0), 0.0) for part in ("membrane", "bending")]
        return factor * np.stack([total, *shares], axis=1), names

    # loads

    def moved(self, data, u):
        """The node in the middle stays."""
        places = np.zeros((len(data), self.nodes, 3))
        places[:, : self.outer] = u[:, : 6 * self.outer].reshape(len(data), -1, 6)[..., :3]
        return data.moved(places.reshape(len(data), -1))

    def _surface(self, data):
        """Tangents (ne, ng, 2, 3) of the middle surface, the functions of the nodes of the sides (ng, nn - 1) and their derivatives."""
        points = self._rule.points
        functions, derivatives = shape_functions(SIDES[self.cell], points), shape_derivatives(SIDES[self.cell], points)
        return np.einsum("gdn,enk->egdk", derivatives, data.coordinates[:, : self.outer]), functions, derivatives

    def following_pressure(self, data: ElementData, pressure: np.ndarray) -> np.ndarray:
        """(ne, nd) of pressures (ne, nn - 1) at the nodes of the sides against the middle surface, where it stands."""
        tangents, functions, _ = self._surface(data)
        push = (pressure @ functions.T * self._rule.weights)[..., None] * -np.cross(tangents[:, :, 0], tangents[:, :, 1])
        nodal = np.einsum("gn,egk->enk", functions, push)
        result = np.zeros((len(data), self.size))
        for axis in range(3):
            result[:, axis : 6 * self.outer : 6] = nodal[..., axis]
        return result

    def following_pressure_stiffness(self, data: ElementData, pressure: np.ndarray) -> np.ndarray:
        """(ne, nd, nd) less the derivative of `following_pressure`, the pressure staying as it is."""
        tangents, functions, derivatives = self._surface(data)
        first, second = (cross_matrix(tangents[:, :, axis]) for axis in (0, 1))
        turn = np.einsum("egij,gm->egmij", first, derivatives[:, 1]) - np.einsum("egij,gm->egmij", second, derivatives[:, 0])
        push = pressure @ functions.T * self._rule.weights
        nodal = contracted("eg,gn,egmij->enimj", push, functions, turn)
        result = np.zeros((len(data), self.size, self.size))
        for i in range(3):
            for j in range(3):
                result[:, i : 6 * self.outer : 6, j : 6 * self.outer : 6] = nodal[:, :, i, :, j]
        return result

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, nn - 1, 3) the nodes of the sides, where loads by area are read."""
        return coordinates[:, : self.outer]

    def _spread(self, data, force):
        """(ne, nd) of forces by area at the nodes of the sides (ne, nn - 1, 3)."""
        functions = shape_functions(SIDES[self.cell], self._rule.points)
        derivatives = shape_derivatives(SIDES[self.cell], self._rule.points)
        tangents = np.einsum("gdn,enk->egdk", derivatives, data.coordinates[:, : self.outer])
        area = np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * self._rule.weights
        nodal = contracted("eg,gn,gm,emk->enk", area, functions, functions, force)
        result = np.zeros((len(data), self.size))
        for axis in range(3):
            result[:, axis : 6 * self.outer : 6] = nodal[..., axis]
        return result

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) of a pressure at the nodes of the sides (ne, nn - 1) or a number, Pa, against the normal."""
        normal = self.normals(data)[0][:, : self.outer]
        return self._spread(data, -np.broadcast_to(pressure, normal.shape[:2])[..., None] * normal)

    def shell_force(self, data: ElementData, force, moment, own_axes: bool = False, plane: float | None = None) -> np.ndarray:
        """(ne, nd) of forces and moments by area at the nodes of the sides (ne, nn - 1, 3), in the global axes or along the node's own.

        As in code_aster (fsurf, forsrg) a moment c turns the nodes of the sides by n x c, spread over the reference cell rather than the
        area, and the forces are those on the middle surface whatever `plane` they are said to act in.
        """
        normal, across = self.normals(data)
        normal, across = normal[:, : self.outer], across[:, : self.outer]
        if own_axes:
            axes = np.concatenate([across, normal[:, :, None]], axis=2)
            force, moment = (np.einsum("enij,eni->enj", axes, given) for given in (force, moment))
        result, points = self._spread(data, force), self._rule.points
        inner = shape_functions(self.cell, points)[:, : self.outer]
        nodal = contracted("g,gm,gn,enk->emk", self._rule.weights, inner, shape_functions(SIDES[self.cell], points), moment)
        result[:, self._turning[: self.outer]] += np.cross(normal, nodal)
        return result

    def weight(self, data, acceleration):
        """The weight by area."""
        return self.inertial_force(data, np.broadcast_to(acceleration, (len(data), self.outer, 3)))

    def inertial_force(self, data: ElementData, acceleration: np.ndarray) -> np.ndarray:
        """(ne, nd) forces of accelerations at the nodes of the sides (ne, nn - 1, 3) on the mass by area."""
        return self._spread(data, (data.property("density") * PlateSection.of(data).thickness)[:, None, None] * acceleration)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, centre of gravity and about it IX, IY, IZ, IXY, IXZ, IYZ of the middle surface with its thickness."""
        functions, derivatives = (f(SIDES[self.cell], self._rule.points) for f in (shape_functions, shape_derivatives))
        x, normal = data.coordinates[:, : self.outer], self.normals(data)[0][:, : self.outer]
        tangents = np.einsum("gdn,enk->egdk", derivatives, x)
        area = np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * self._rule.weights
        thickness = PlateSection.of(data).thickness
        weight = area * (data.property("density") * thickness)[:, None]
        place, across = (np.einsum("gn,enk->egk", functions, own) for own in (x, normal))
        mass = weight.sum(axis=1)
        centre = np.einsum("eg,egk->ek", weight, place) / np.where(mass > 0.0, mass, 1.0)[:, None]
        second = np.einsum("eg,egi,egj->eij", weight, place - centre[:, None], place - centre[:, None])
        second += (thickness**2 / 12)[:, None, None] * np.einsum("eg,egi,egj->eij", weight, across, across)
        x2, y2, z2 = np.einsum("eii->ie", second)
        moments = [y2 + z2, x2 + z2, x2 + y2, second[:, 0, 1], second[:, 0, 2], second[:, 1, 2]]
        return np.concatenate([mass[:, None], centre, np.stack(moments, axis=1)], axis=1)

    # response

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that is not linear."""
        if not behaviour.linear:
            raise ComputationFailed("shells follow linear elasticity only so far")
        none = np.zeros((len(data), 1, 0))
        return PointState(np.zeros((len(data), 1, self.size)), none, np.zeros((len(data), 1, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The forces of the displacements."""
        stiffness = self.stiffness(data)
        force = np.einsum("eij,ej->ei", stiffness, u)
        return force, stiffness if want_tangent else None, PointState(u[:, None], state.stress, state.internal)
