"""What bars and beams share: two nodes, an axis, linear elasticity, forces kept in the element's own axes."""

from __future__ import annotations

import numpy as np

from .anelastic import anelastic_strain
from .data import ElementData
from .element import ElasticElement, PointState
from .errors import ComputationFailed
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

VECTORS = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"), ("DRGX", "DRGY", "DRGZ"))
"""Unknowns that are the components of vectors."""


class LineElement(ElasticElement):
    """An element on a segment.

    forces   the names of the internal forces, which are kept as stress (ne, points, forces) in the element's own axes
    Every matrix is made in these axes (`frame` (ne, 3, 3) among the characteristics, as rows) and turned to the global ones.
    """

    cell, dim, n_points = "SEG2", 1, 1
    translations: tuple[str, ...] = ("DX", "DY", "DZ")

    def local_stiffness(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) in the element's own axes."""
        raise NotImplementedError

    def local_forces(self, data: ElementData, nodal: np.ndarray) -> np.ndarray:
        """(ne, points, forces) of nodal forces (ne, nd), both in the element's own axes."""
        raise NotImplementedError

    def length(self, data: ElementData) -> np.ndarray:
        """(ne,), m; raises ComputationFailed where a cell has none."""
        length = np.linalg.norm(data.coordinates[:, 1] - data.coordinates[:, 0], axis=1)
        if not length.all():
            raise ComputationFailed(f"cell number {data.cells[length.argmin()] + 1} has no length")
        return length

    def frame(self, data: ElementData) -> np.ndarray:
        """(ne, 3, 3) the element's own axes, as rows."""
        frame = data.characteristics.get("frame")
        if frame is None:
            raise ComputationFailed("beams, bars and cables need a section and axes, which the characteristics of the elements give")
        return frame

    def turn(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) from global components of the unknowns to the element's own."""
        frame, result, place = self.frame(data), np.zeros((len(data), self.size, self.size)), 0
        for names in self.components:
            for kinds in VECTORS:
                here = [place + i for i, name in enumerate(names) if name in kinds]
                axes = [kinds.index(name) for name in names if name in kinds]
                for i, row in zip(here, axes):
                    for j, column in zip(here, axes):
                        result[:, i, j] = frame[:, row, column]
            for i, name in enumerate(names):
                if not name.startswith("D"):
                    result[:, place + i, place + i] = 1.0
            place += len(names)
        return result

    def turned(self, data: ElementData, matrix: np.ndarray) -> np.ndarray:
        """A matrix (ne, nd, nd) of the element's own axes in the global ones."""
        turn = self.turn(data)
        return turn.transpose(0, 2, 1) @ matrix @ turn

    def stiffness(self, data):
        """The local stiffness in the global axes."""
        return self.turned(data, self.local_stiffness(data))

    def end_forces(self, data: ElementData, u: np.ndarray, held: bool = False) -> np.ndarray:
        """(ne, nd) forces on the ends in the element's own axes, at displacements (ne, nd) in the global ones.

        held  less those of the strains that no stress causes
        """
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        force = np.einsum("eij,ej->ei", self.local_stiffness(data), own)
        strain = self.free_strain(data) if held else None
        return force if strain is None else force - self._holding(data, strain)

    def free_strain(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne,) mean along the element of the strain that no stress causes, it expands as at its mean temperature (verifm); None when
        there is none."""
        strain = anelastic_strain(data, ("XX",), before, even=True)
        return None if strain is None else strain[..., 0].mean(axis=1)

    def _grown(self, data, strain):
        """(ne, nd) the displacements of the ends, in the own axes, of an element that grows freely by a strain (ne,)."""
        stretch, result = strain * self.length(data), np.zeros((len(data), self.size))
        result[:, 0], result[:, self.size // 2] = -stretch, stretch
        return result

    def _holding(self, data, strain):
        """(ne, nd) forces at the ends, in the own axes, that hold a strain (ne,): each end stands alone, the other held."""
        stiffness, grown, half = self.local_stiffness(data), self._grown(data, strain), self.size // 2
        ends = (slice(half), slice(half, None))
        return np.concatenate([np.einsum("eij,ej->ei", stiffness[:, end, end], grown[:, end]) for end in ends], axis=1)

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) forces that hold the strains that no stress causes; None when there are none."""
        strain = self.free_strain(data, before)
        return None if strain is None else np.einsum("eji,ej->ei", self.turn(data), self._holding(data, strain))

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """The forces at displacements (ne, nd), less those of the strains that no stress causes."""
        stress = self.local_forces(data, self.end_forces(data, u, True))
        return PointState(u[:, None], stress, np.zeros((len(data), self.n_points, 1)))

    def softened(self, data: ElementData, stress: np.ndarray) -> np.ndarray:
        """Forces of the last instant as Young's modulus changes over the step."""
        if not data.varies("young"):
            return stress
        return stress * (data.overall("young") / data.overall("young", before=True))[:, None, None]

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that is not linear."""
        if not behaviour.linear:
            raise ComputationFailed("beams, bars and cables follow linear elasticity only so far")
        return PointState(
            np.zeros((len(data), 1, self.size)),
            np.zeros((len(data), self.n_points, len(self.forces))),
            np.zeros((len(data), self.n_points, behaviour.internal_size)),
        )

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The forces of the last instant and those of the displacements since."""
        force = self.end_forces(data, u - state.strain[:, 0])
        warmer = self.free_strain(data)
        if warmer is not None:
            force = force - self._holding(data, warmer - self.free_strain(data, True))
        stress = self.softened(data, state.stress) + self.local_forces(data, force)
        tangent = self.stiffness(data) if want_tangent else None
        return self.nodal_forces(data, stress), tangent, PointState(u[:, None], stress, state.internal)

    def reference_force(self, data, references):
        """The reference force on translations and the reference moment on rotations."""
        names = [name for node in self.components for name in node]
        values = [references["force" if name in ("DX", "DY", "DZ") else "moment"] for name in names]
        return np.tile(values, (len(data), 1))

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, 2) the linear functions of the ends at the points: the middle, or both ends and the middle."""
        along = np.array([0.5]) if self.n_points == 1 else np.linspace(0.0, 1.0, self.n_points)
        return np.stack([1.0 - along, along], axis=1)

    def points_to_nodes(self) -> np.ndarray:
        """(2, ng) one point tells both ends, else the ends tell themselves."""
        return np.ones((2, 1)) if self.n_points == 1 else np.eye(self.n_points)[[0, -1]]

    def strain_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, 1, 3) the middle, where imposed strains are read."""
        return coordinates.mean(axis=1, keepdims=True)

    def gauss_points(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """Places (ne, ng, 3) and shares of the length (ne, ng) of the points of Gauss, as many as points where forces are kept."""
        rule = quadrature(self.cell, f"FPG{self.n_points}")
        if self.cell != "SEG2":
            places = np.einsum("gn,enk->egk", shape_functions(self.cell, rule.points), data.coordinates)
            tangents = np.einsum("gn,enk->egk", shape_derivatives(self.cell, rule.points)[:, 0], data.coordinates)
            return places, np.linalg.norm(tangents, axis=-1) * rule.weights
        along = (1.0 + rule.points[:, :1]) / 2.0
        places = np.einsum("gn,enk->egk", np.hstack([1.0 - along, along]), data.coordinates)
        return places, self.length(data)[:, None] * rule.weights / 2.0

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, 2, 3) the ends, where forces by length are read."""
        return coordinates
