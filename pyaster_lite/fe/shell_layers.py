"""Thick curved shells with their stresses and strains across the thickness, layer by layer (r3.07.04)."""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from .anelastic import anelastic_strain
from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .plate import FORCES, STRAINS, turned_forces
from .plate_frames import in_plane_turn
from .plate_section import PlateSection
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions
from .shell import CORNERS, Shell
from .tensors import AXES
from .turning import cross_matrix

SIMPSON = np.array([1.0, 4.0, 1.0]) / 6
HEIGHTS_OF_LAYER = np.array([-1.0, 0.0, 1.0])
_BESIDE = {"QUAD9": ((0, 1), (1, 2), (2, 3), (3, 0), (0, 1, 2, 3)), "TRIA7": ((0, 1), (1, 2), (2, 0), (0, 1, 2))}
"""The corners whose mean stands at each further node."""


def heights_through(count: int) -> list[tuple[float, float]]:
    """Heights from -1 to 1 across the thickness, three to each of `count` equal layers, and their weights by Simpson's rule (sum 2)."""
    layer, place = np.divmod(np.arange(3 * count), 3)
    return list(zip((2 * layer + 1 + HEIGHTS_OF_LAYER[place]) / count - 1.0, 2 / count * SIMPSON[place]))


def rows_by_layers(layers: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Each number of layers in (ne) and the cells that have it."""
    return [(int(count), np.flatnonzero(layers == count)) for count in np.unique(layers)]


class LayeredShell(Shell):
    """The shell that keeps its stresses at three heights of each layer: (ne, ng 3 layers, 5) of 11, 22, 12, 13, 23 in own axes."""

    section_points = "layers"
    rereads = True

    def sub_counts(self, data):
        """Three for each layer."""
        return 3 * PlateSection.of(data).layers

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of all nodes at the points."""
        return shape_functions(self.cell, self._rule.points)

    @cached_property
    def _least_squares(self) -> np.ndarray:
        """(corners, points) that fits functions of the corners to values at the points."""
        return np.linalg.pinv(shape_functions(CORNERS[self.cell], self._rule.points))

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng): at the corners by least squares, at the other nodes the mean of the corners beside."""
        return self._beside(self._least_squares)

    def _beside(self, corners):
        """(nn, ...) of (corners, ...)."""
        return np.concatenate([corners, [corners[list(own)].mean(axis=0) for own in _BESIDE[self.cell]]])

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """As PlateSection.points, of the points of the rule over the middle surface, through all nodes with that at the centre (te0488)."""
        places = np.einsum("gn,enk->egk", self.point_functions, data.coordinates)
        return PlateSection.of(data).points(places, self._place(data, self._rule.points, 0.0)[2][:, :, 2], self.areas(data))

    def areas(self, data: ElementData) -> np.ndarray:
        """(ne, ng) those of the points of the rule on the middle surface."""
        tangents = np.einsum("gdn,enk->egdk", shape_derivatives(self.cell, self._rule.points), data.coordinates)
        return np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * self._rule.weights

    # strains and stresses

    def point_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, 3 most layers, 5) strains 11, 22, 2 12, 2 13, 2 23 in the own axes at each height; NaN past the last layer."""
        section = PlateSection.of(data)
        made = np.full((len(data), len(self._rule), 3 * section.layers.max(), 5), np.nan)
        for count, rows in rows_by_layers(section.layers):
            own = data.subset(rows)
            for place, (height, _) in enumerate(heights_through(count)):
                made[rows, :, place] = np.einsum("egij,ej->egi", self.strain_matrix(own, height)[0], u[rows])
        return made

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that is not linear."""
        rest = super().start(data, behaviour)
        none = np.zeros((len(data), len(self._rule) * self.sub_points(data), 5))
        return PointState(rest.strain, none, rest.internal)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The forces of the displacements; the stresses of the last instant and those of the displacements since, or of all that have
        come where the law wants the whole strain."""
        force, tangent, moved = super().respond(data, behaviour, u, state, want_tangent)
        free = self.free_strains(data)
        if free is not None:
            force = force - self.anelastic_force(data)
        if behaviour.from_whole_strain:
            stress = self._stress(data, u, free)
        else:
            since = None if free is None else free - self.free_strains(data, True)
            stress = state.stress + self._stress(data, u - state.strain[:, 0], since)
        return force, tangent, PointState(moved.strain, stress, moved.internal)

    def free_strains(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, ng, 3 most layers, 2) strains 11 and 22 that no stress causes; None when there are none."""
        ng, sub = len(self._rule), self.sub_points(data)
        strain = anelastic_strain(data.at_sub_points(ng, sub), ("XX", "YY"), before, even=True)
        if strain is not None and data.has("shell_plane"):
            if strain.any():
                raise ComputationFailed("orthotropic curved shells do not expand (ALPHA_L, ALPHA_T), nor do those of code_aster")
            return None
        return None if strain is None else np.broadcast_to(strain, (len(data), ng * sub, 2)).reshape(len(data), ng, sub, 2)

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) forces that hold the parabola across the thickness of the strains that no stress causes; None without any."""
        free = self.free_strains(data, before)
        if free is None:
            return None
        below, middle, above = PlateSection.of(data).through(free)
        force = np.zeros((len(data), self.size))
        for height, weight in self._across(data):
            b, volume = self.strain_matrix(data, height)
            strain = (1 - height**2) * middle + height / 2 * ((1 + height) * above - (1 - height) * below)
            stress = np.einsum("egij,egj->egi", self._moduli(data, self._rule.points, height)[..., :2], strain)
            force += contracted("eg,egia,egi->ea", weight * volume, b, stress)
        return force

    def elastic_state(self, data, u):
        """The state of linear elasticity at displacements (ne, nd), without the forces."""
        return PointState(u[:, None], self._stress(data, u, self.free_strains(data)), np.zeros((len(data), 1, 0)))

    def _stress(self, data, u, free=None):
        strain = self.point_strains(data, u)
        if free is not None:
            strain[..., :2] -= free
        if data.has("shell_plane"):
            section = PlateSection.of(data)
            levels = np.unique(2 * section.heights() / section.thickness[:, None], axis=0)
            if len(levels) > 1:
                raise ComputationFailed("orthotropic shells of different numbers of layers in one group are not there yet")
            moduli = np.stack([self._moduli(data, self._rule.points, height) for height in levels[0]], axis=2)
            stress = np.einsum("eglij,eglj->egli", moduli, strain)
        else:
            stress = np.einsum("eij,eglj->egli", self._elasticity(data), strain)
        return stress.reshape(len(data), -1, 5)

    def shown(self, data, stress):
        """(ne, ng 3 layers, 6) stresses in the user's axes, and their names.

        As in code_aster the axes of the first reduced point turn those of all.
        """
        return self._tensors(stress, self._turn(self._first(data), data), 1.0), tuple("SI" + axes for axes in AXES)

    def kept(self, data, values):
        """Stresses in the own axes of those that `shown` gives."""
        back = self._turn(self._first(data), data).transpose(0, 2, 1)
        return self._tensors(values[..., [0, 1, 3, 4, 5]], back, 1.0)[..., [0, 1, 3, 4, 5]]

    def read_back(self, data, stress):
        """Stresses in the own axes as code_aster reads them: it keeps them in the user's (cosiro)."""
        return self.kept(data, self.shown(data, stress)[0])

    def layer_strains(self, data, u):
        """(ne, ng 3 layers, 6) strains in the user's axes at displacements (ne, nd)."""
        strain = self.point_strains(data, u)
        return self._tensors(strain.reshape(len(data), -1, 5), self._turn(self._first(data), data), 0.5)

    def stresses_at_nodes(self, data, values, sub):
        """(ne, nn sub, 6) of stresses as `shown` gives them: taken on in the own axes, then in the user's at each node."""
        own = self.kept(data, values).reshape(len(data), -1, 5 * sub)
        own = np.einsum("ng,egc->enc", self.points_to_nodes(), own).reshape(len(data) * self.nodes, sub, 5)
        turn = self._turn(self._node_frames(data), data, self.nodes)
        return self._tensors(own, turn, 1.0).reshape(len(data), -1, 6)

    def _node_frames(self, data):
        """(ne nn, 3, 3) the own axes at the nodes."""
        normal, across = self.normals(data)
        return np.concatenate([across, normal[:, :, None]], axis=2).reshape(-1, 3, 3)

    def _first(self, data):
        """(ne, 3, 3) the own axes at the first reduced point of the middle surface."""
        return self._place(data, self._few[:1], 0.0)[2][:, 0]

    @staticmethod
    def _turn(frames, data, times=1):
        """(n, 2, 2) from the axes of frames (n, 3, 3), `times` for each cell, to the user's.

        Where a shell is curved the normal within a cell is not of unit length; as in code_aster (coqrep, vdrepe) the sine is twice made
        a unit beside the cosine that has just been, and a turn there and back is not quite none.
        """
        reference = np.repeat(data.characteristics["direction"], times, axis=0)
        along = np.einsum("nij,nj->ni", frames, reference)
        part = reference - along[:, 2:] * frames[:, 2]
        c, s = np.einsum("nij,nj->in", frames[:, :2], part / np.linalg.norm(part, axis=1, keepdims=True))
        for _ in range(2):
            c = c / np.hypot(c, s)
            s = s / np.hypot(c, s)
        return np.moveaxis(np.array([[c, s], [-s, c]]), -1, 0)

    @staticmethod
    def _tensors(own, turn, shear):
        """(n, points, 6) XX YY ZZ XY XZ YZ in turned axes of (n, points, 5), shear components times `shear`."""
        scaled = own * [1.0, 1.0, shear, shear, shear]
        plane = np.einsum("nij,npj->npi", in_plane_turn(turn), scaled[..., :3])
        across = np.einsum("nij,npj->npi", turn, scaled[..., 3:])
        nothing = np.where(np.isnan(plane[..., :1]), np.nan, 0.0)
        return np.concatenate([plane[..., :2], nothing, plane[..., 2:], across], axis=-1)

    def section_strains(self, data: ElementData, u: np.ndarray, at_nodes: bool = False) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, ng or nn, 8) membrane strains, curvatures and shear strains, all shears doubled, and their names.

        As in code_aster they are made above the shell, at its thickness from the middle, the shears of each direction being counted
        as components of tensors; and the axes of the user at a node turn the point of the same number too.
        """
        thickness = PlateSection.of(data).thickness[:, None, None]
        membrane, bending = (np.einsum("egij,ej->egi", self.strain_matrix(data, 2.0, part)[0], u) for part in ("membrane", "bending"))
        whole = np.einsum("egij,ej->egi", self.strain_matrix(data, 2.0)[0], u)
        own = np.concatenate([membrane[..., :3], bending[..., :3] / thickness, whole[..., 3:]], axis=-1)
        if at_nodes:
            own = np.einsum("ng,egi->eni", _through_points() if self.cell == "QUAD9" else _through_triangle(), own)
        turn = self._turn(self._node_frames(data), data, self.nodes)
        turned = turned_forces(own.reshape(-1, 1, 8), turn)
        return turned.reshape(len(data), self.nodes, 8), STRAINS

    # forces

    def forces_at_points(self, data, values):
        """(ne, ng, 8) forces by length in the user's axes of stresses as `shown` gives them, and their names."""
        section = PlateSection.of(data)
        layers = np.nan_to_num(values.reshape(len(values), len(self._rule), -1, 6))
        weight, z = section.layer_weights(), np.nan_to_num(section.heights())
        plane, shear = layers[..., [0, 1, 3]], layers[..., 4:]
        parts = [np.einsum("el,eglk->egk", weight, plane), np.einsum("el,eglk->egk", weight * z, plane)]
        return np.concatenate([*parts, np.einsum("el,eglk->egk", weight, shear)], axis=-1), FORCES

    def followed_at_nodes(self, data, values):
        """As `forces_at_points`, at the nodes: taken there in the own axes of the shell, and turned by those of each node (efcoq3d)."""
        own = self.kept(data, values.reshape(len(values), -1, 6))
        own = np.insert(own, 2, 0.0, axis=-1).reshape(values.shape)
        at_nodes = np.einsum("ng,egc->enc", self.points_to_nodes(), self.forces_at_points(data, own)[0])
        turn = self._turn(self._node_frames(data), data, self.nodes)
        return turned_forces(at_nodes.reshape(-1, 1, 8), turn).reshape(at_nodes.shape), FORCES

    def forces_at_nodes(self, data, given):
        """(ne, nn, 8) forces by length in the user's axes: from the reduced points taken on to the nodes."""
        if given.u is None:
            return None
        section, free = PlateSection.of(data), self.free_strains(data)
        thickness, found = section.thickness, np.zeros((len(data), len(self._few), 8))
        faces = (None,) * 3 if free is None else section.through(free)
        reduced = shape_functions(CORNERS[self.cell], self._few) @ self._least_squares
        for height, share, held in zip(HEIGHTS_OF_LAYER, SIMPSON, faces):
            moved, turned, _ = self._strains(data, self._few, height)
            strain = np.einsum("egja,ea->egj", moved + turned, given.u)
            if held is not None:
                strain[..., :2] -= np.einsum("fg,egi->efi", reduced, held)
            stress = np.einsum("egij,egj->egi", self._moduli(data, self._few, height), strain)
            weight = (share * thickness)[:, None, None]
            found[..., :3] += weight * stress[..., :3]
            found[..., 3:6] += weight * (height * thickness / 2)[:, None, None] * stress[..., :3]
            found[..., 6:] += weight * stress[..., 3:]
        outer = self._taken_to()
        at_nodes = np.einsum("ng,egc->enc", outer, found)
        normal, across = self.normals(data)
        turn = self._turn(np.concatenate([across, normal[:, :, None]], axis=2).reshape(-1, 3, 3), data, self.nodes)
        turn = turn.reshape(len(data), self.nodes, 2, 2)
        tensor = in_plane_turn(turn.reshape(-1, 2, 2)).reshape(len(data), self.nodes, 3, 3)
        parts = [np.einsum("enij,enj->eni", tensor, at_nodes[..., k : k + 3]) for k in (0, 3)]
        return np.concatenate([*parts, np.einsum("enij,enj->eni", turn, at_nodes[..., 6:])], axis=-1), FORCES

    def _taken_to(self):
        """(nn, few): from the reduced points to the nodes, the last one the mean of the middles of the sides (or corners)."""
        nodes = reference_cell(self.cell).nodes[: self.outer]
        terms = lambda p: np.stack([np.ones(len(p)), *p.T, p[:, 0] * p[:, 1]][: len(self._few)], axis=1)  # noqa: E731
        outer = terms(nodes) @ np.linalg.inv(terms(self._few))
        corners = len(self._few)
        return np.concatenate([outer, [outer[corners:].mean(axis=0)]])

    def geometric_stiffness(self, data, stress):
        """sum over points and heights of grad u . s grad u, and what turns of the normals n_j by the second order in theta_j work:

        z_j . (theta_j x (theta_j x n_j))     z_j = sum over points and heights of s grad(z M_j)     (r3.07.05)
        """
        section, normal = PlateSection.of(data), self.normals(data)[0]
        own = stress.reshape(len(data), len(self._rule), -1, 5)
        total = np.zeros((len(data), self.size, self.size))
        for count, rows in rows_by_layers(section.layers):
            part, pulls = data.subset(rows), 0.0
            for place, (height, weight) in enumerate(heights_through(count)):
                (moved, turned), determinant, axes = self._gradients(part, self._rule.points, height)
                local = own[rows, :, place][..., [0, 2, 3, 2, 1, 4, 3, 4]]
                local = np.concatenate([local, np.zeros_like(local[..., :1])], axis=-1).reshape(*local.shape[:2], 3, 3)
                volume = weight * self._rule.weights * determinant
                tensor = volume[..., None, None] * contracted("egpi,egpq,egqj->egij", axes, local, axes)
                slope = moved + turned
                total[rows] += contracted("egija,egjk,egikb->eab", slope, tensor, slope)
                pulls = pulls + contracted("egij,egnj->eni", tensor, self._arm_slopes(part, height))
            second = cross_matrix(pulls) @ cross_matrix(normal[rows])
            second = 0.5 * (second + second.swapaxes(-1, -2))
            for node, places in enumerate(self._turning):
                total[np.ix_(rows, places, places)] += second[:, node]
        return total

    def _arm_slopes(self, data, height):
        """(ne, ng, nn, 3) the gradients of z M_j at the points of a height."""
        points, thickness = self._rule.points, PlateSection.of(data).thickness
        parts = np.concatenate([height / 2 * shape_derivatives(self.cell, points), shape_functions(self.cell, points)[:, None] / 2], axis=1)
        return thickness[:, None, None, None] * np.einsum("egjd,gdn->egnj", self._place(data, points, height)[0], parts)

    def nodal_forces(self, data, stress):
        """Forces that hold the stresses of all layers."""
        section = PlateSection.of(data)
        own = stress.reshape(len(data), len(self._rule), -1, 5)
        total = np.zeros((len(data), self.size))
        for count, rows in rows_by_layers(section.layers):
            part = data.subset(rows)
            for place, (height, weight) in enumerate(heights_through(count)):
                b, volume = self.strain_matrix(part, height)
                total[rows] += weight * contracted("eg,egij,egi->ej", volume, b, own[rows, :, place])
        return total

    def state_forces(self, data, state):
        """Those of the stresses that are read back."""
        return self.nodal_forces(data, self.read_back(data, state.stress))

    def reference_force(self, data, references):
        """Of the stress of reference, as code_aster has it (fornpd), with A point after point, layer after layer, each component in turn:

            S_k = sum of A_i^T R, i up to k,   R_j = S_n + sum of |S_k| / n

        displacements in the global axes and turns in those across the normals; the last node, that only turns, has S_n alone.
        """
        section, across = PlateSection.of(data), self.normals(data)[1]
        turned = np.zeros((len(data), self.size, 5 * self.outer + 2))
        for node, places in enumerate(self._turning):
            first = 5 * node + (3 if node < self.outer else 0)
            turned[:, places, first : first + 2] = across[:, node].transpose(0, 2, 1)
            if node < self.outer:
                turned[:, places - 3, np.arange(5 * node, 5 * node + 3)] = 1.0
        result = np.zeros((len(data), self.size))
        for count, rows in rows_by_layers(section.layers):
            parts = []
            for height, weight in heights_through(count):
                b, volume = self.strain_matrix(data.subset(rows), height)
                parts.append(contracted("eg,egia,eab->egib", weight * references["stress"] * volume, b, turned[rows]))
            sums = np.concatenate(parts, axis=1).reshape(len(rows), -1, turned.shape[2]).cumsum(axis=1)
            own = sums[:, -1].copy()
            own[:, : 5 * self.outer] += abs(sums).mean(axis=1)[:, : 5 * self.outer]
            result[rows] = np.einsum("eab,eb->ea", turned[rows], own)
        return result


@cache
def _through_points() -> np.ndarray:
    """(9, 9) to the nodes of QUAD9, by the polynomials through points that code_aster takes nearer to the middle than they are."""
    near = np.sqrt(1 / 3)
    corners, middles = [0, 2, 4, 6], [1, 3, 5, 7]
    ring = np.zeros((9, 2))
    nodes = reference_cell("QUAD9").nodes
    ring[corners], ring[middles] = near * nodes[:4], near * nodes[4:8]
    terms = lambda p: np.stack([x**i * y**j for i in range(3) for j in range(3) for x, y in [p.T]], axis=1)  # noqa: E731
    return terms(nodes) @ np.linalg.inv(terms(ring))


@cache
def _through_triangle() -> np.ndarray:
    """(7, 7) to the nodes of TRIA7: the parabola through the points around the middle, and of that in the middle what code_aster adds,
    -9/44 + 1728/77 x y - 243/308 (x^2 + y^2) - 3969/44 x^2 y^2."""
    nodes, points = reference_cell("TRIA7").nodes, quadrature("TRIA7", "FPG7").points
    terms = lambda p: np.stack([np.ones(len(p)), *p.T, p[:, 0] * p[:, 1], *(p**2).T], axis=1)  # noqa: E731
    x, y = nodes.T
    middle = -9 / 44 + 1728 / 77 * x * y - 243 / 308 * (x**2 + y**2) - 3969 / 44 * (x * y) ** 2
    return np.concatenate([middle[:, None], terms(nodes) @ np.linalg.inv(terms(points[1:]))], axis=1)
