"""A crack whose lips are sides of cells: its front, the axes along it, and where every node of the mesh stands from it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.polyline import nearest_on_line


@dataclass
class LocalAxes:
    """The axes of the front at the place of it that is nearest to each node of the mesh.

    places, directions, normals  (n_nodes, 3): that place, where the crack would go, across the crack; not of unit length between
                                 nodes of the front
    abscissas                    (n_nodes,) the length along the front
    """

    places: np.ndarray
    directions: np.ndarray
    normals: np.ndarray
    abscissas: np.ndarray

    @classmethod
    def around(cls, coordinates, line, abscissas, directions, normals) -> LocalAxes:
        """Those of nodes (n_nodes, 3) about points of a front (m, 3) with their abscissas (m,) and axes (m, 3)."""
        if len(line) == 1:
            shape = coordinates.shape
            return cls(*(np.broadcast_to(row, shape).copy() for row in (line[0], directions[0], normals[0])), np.zeros(len(coordinates)))
        piece, share, places = nearest_on_line(coordinates, line)

        def between(values):
            s = share.reshape(-1, *[1] * (values.ndim - 1))
            return s * values[piece + 1] + (1.0 - s) * values[piece]

        return cls(places, between(directions), between(normals), between(abscissas))


@dataclass
class Crack(Concept):
    """What DEFI_FOND_FISS makes.

    nodes        (m,) the front in order; one node in the plane; a closed front starts and ends with the same
    quadratic    whether the middles of its segments are nodes;  closed
    symmetric    whether the mesh is one half of the whole;  glued  whether the lips touch at rest
    upper, lower  the cells of the lips; `lower` is empty in a symmetric mesh
    directions, normals  (m, 3) at the nodes of the front: where the crack would go, across it towards the upper lip
    sizes        (m,) how far the cells at the front reach along `directions`
    rows_above, rows_below  for each node of the front, the nodes of a lip on its plane across the front, the front's first;
                 empty where there are none, or the lips are apart
    lips         the names of the first groups of cells of the upper and of the lower lip, empty where there is none
    """

    mesh: object
    nodes: np.ndarray
    quadratic: bool
    closed: bool
    symmetric: bool
    glued: bool
    upper: np.ndarray
    lower: np.ndarray
    directions: np.ndarray
    normals: np.ndarray
    sizes: np.ndarray
    rows_above: list = field(default_factory=list)
    rows_below: list = field(default_factory=list)
    lips: tuple[str, str] = ("", "")

    kind = "fond_fissure"

    @property
    def points(self) -> np.ndarray:
        """(m, 3) where the front is."""
        return self.mesh.coordinates[self.nodes]

    @property
    def abscissas(self) -> np.ndarray:
        """(m,) the length along the front."""
        return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(self.points, axis=0), axis=1))])

    @property
    def axes(self) -> LocalAxes:
        """The axes about every node of the mesh; along a quadratic front straight from one end of a segment to the other."""
        step = slice(None, None, 2 if self.quadratic else 1)
        parts = (values[step] for values in (self.points, self.abscissas, self.directions, self.normals))
        return LocalAxes.around(self.mesh.coordinates, *parts)

    # what the Python of decks asks -------------------------------------------------------------------------------

    def getCrackFrontNodes(self):
        """The names of the nodes of the front."""
        return [self.mesh.node_names[node] for node in self.nodes]

    def getCrackFrontNodeBasis(self):
        """A field of the nearest place of the front, the direction and the normal there, all in one row X1, X2, ... of a node."""
        axes, dim = self.axes, 2 if len(self.nodes) == 1 else 3
        values = np.concatenate([part[:, :dim] for part in (axes.places, axes.directions, axes.normals)], axis=1)
        return NodeField(self.mesh, "NEUT_R", tuple(f"X{i + 1}" for i in range(3 * dim)), values)

    def getCrackFrontPosition(self):
        """The coordinates of the nodes of the front, one after the other."""
        return self.points.ravel().tolist()

    def getCrackFrontAbsCurv(self):
        """The length along the front at its nodes."""
        return self.abscissas.tolist()

    def getUpperLipGroupName(self):
        """The group of cells of the upper lip, empty where there is none."""
        return self.lips[0]

    def getLowerLipGroupName(self):
        """The group of cells of the lower lip, empty where there is none."""
        return self.lips[1]

    def isSymmetric(self):
        """Whether the mesh is one half of the whole."""
        return self.symmetric

    def getConfigInit(self):
        """COLLEE or DECOLLEE."""
        return "COLLEE" if self.glued else "DECOLLEE"
