"""The functions of a front: the displacements of the three modes of opening about it (r7.02.12, 3.3).

With the displacements u_a of the modes (fe.crack_tip), in the axes of the front (1 ahead, 2 across, 3 along), the
function of mode a of node n is N_n P (u_a - sum of N_m u_a(m)), P the axes as columns at the place: it vanishes at the nodes. The sum
leaves out nodes that the front enriches without a jump (`plain`). A node which has a jump counts on both sides, its angle
being that of the side looked at. Angles have the sign of the side, +-pi on the lips.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import crack_tip

_AT_FRONT = 1e-12


@dataclass
class TipAxes:
    """The axes of the front at the nodes of cells.

    places, directions, normals  (ne, nn, dim) the nearest place of the front to each node, and the axes there
    status   (ne, nn) what enriches the nodes
    levels   (ne, nn, 2) the level sets there, tangent and normal
    """

    places: np.ndarray
    directions: np.ndarray
    normals: np.ndarray
    status: np.ndarray
    levels: np.ndarray

    def of(self, rows) -> TipAxes:
        """Those of some of the cells."""
        return TipAxes(self.places[rows], self.directions[rows], self.normals[rows], self.status[rows], self.levels[rows])


def modes(kolosov, shear, r, angle, dim: int) -> np.ndarray:
    """(..., modes, dim) displacements of the modes in the axes of the front; arguments (...)."""
    return np.moveaxis(crack_tip.displacements(r, angle, kolosov, shear), 0, -2)[..., :dim, :dim]


def mode_gradients(kolosov, shear, r, angle, dim: int) -> np.ndarray:
    """(..., modes, dim, 2) their derivatives along the axes 1 and 2."""
    _, along, around = (np.moveaxis(part, 0, -2)[..., :dim, :dim] for part in crack_tip.modes(r, angle, kolosov, shear))
    sin, cos, r = (np.asarray(v)[..., None, None] for v in (np.sin(angle), np.cos(angle), r))
    return np.stack([along * cos - around * sin / r, along * sin + around * cos / r], axis=-1)


class TipFunctions:
    """The functions of the front of cells, at points on their pieces.

    functions  (ne, ng, nn) of the cells at the points;  places (ne, ng, 3) where these stand;  sides (ne, ng) of the crack
    lips       (ne, ng) which points are on a lip
    """

    def __init__(self, axes: TipAxes, nodes, functions, places, sides, lips=None):
        self._given = (axes, nodes, functions, places, sides, lips)
        self.axes, self.functions, self.sides = axes, functions, sides
        self.dim = axes.places.shape[-1]
        self.base, self.r, self.angle = self._polar(functions, places[..., : self.dim])
        self.angle = sides * (abs(self.angle) if lips is None else np.where(lips, np.pi, abs(self.angle)))
        self.live = self.r >= _AT_FRONT
        nn = functions.shape[-1]
        own = np.broadcast_to(np.eye(nn), (len(functions), nn, nn))
        _, self.node_r, self.node_angle = self._polar(own, nodes[..., : self.dim])
        status = axes.status
        self.plain = status == -2
        self.shifted = ~self.plain.all(axis=1)
        self.jumping = (status == 1) | (status == 3)

    def of(self, rows) -> TipFunctions:
        """Those of some of the cells."""
        if len(rows) == len(self.functions) and (rows == np.arange(len(rows))).all():
            return self
        axes, *arrays = self._given
        return TipFunctions(axes.of(rows), *(None if array is None else array[rows] for array in arrays))

    def _polar(self, functions, places):
        """Axes (ne, ng, dim, dim) as columns, and polar coordinates (ne, ng) about the front."""
        found = [np.einsum("egn,end->egd", functions, part) for part in (self.axes.places, self.axes.directions, self.axes.normals)]
        origin, ahead, across = found
        ahead, across = (part / np.maximum(np.linalg.norm(part, axis=-1, keepdims=True), 1e-300) for part in (ahead, across))
        base = [ahead, across]
        if self.dim == 3:
            along = np.cross(ahead, across)
            base.append(along / np.maximum(np.linalg.norm(along, axis=-1, keepdims=True), 1e-300))
        first, second = self._from_front(functions, places - origin, ahead, across)
        return np.stack(base, axis=-1), np.hypot(first, second), np.arctan2(second, first)

    def _from_front(self, functions, away, ahead, across):
        """Two of (ne, ng), how far places `away` from the nearest ones of the front stand ahead of it and across it."""
        return ((part * away).sum(axis=-1) for part in (ahead, across))

    def values(self, kolosov, shear) -> np.ndarray:
        """(ne, ng, modes, dim) the functions less their interpolation, in the global axes; constants (ne,) of the material."""
        return (self._shape(kolosov, shear) - self._shift(kolosov, shear)) @ self.base.swapaxes(-1, -2) * self._live()

    def gradients(self, kolosov, shear, gradients) -> np.ndarray:
        """(ne, ng, modes, dim, dim) their derivatives in space; `gradients` (ne, ng, dim, nn) of the cells' functions."""
        k, mu, r = kolosov[:, None], shear[:, None], np.where(self.live, self.r, 1.0)
        own = mode_gradients(k, mu, r, self.angle, self.dim)
        shift = np.moveaxis(self._interpolated(kolosov, shear, gradients), 2, -1)
        turned = own @ self.base[:, :, None, :, :2].swapaxes(-1, -2) - shift
        return self.base[:, :, None] @ turned * self._live()[..., None]

    def _live(self):
        return self.live[..., None, None]

    def _shape(self, kolosov, shear):
        return modes(kolosov[:, None], shear[:, None], self.r, self.angle, self.dim)

    def _shift(self, kolosov, shear):
        return self._interpolated(kolosov, shear, self.functions[:, :, None])[:, :, 0]

    def _interpolated(self, kolosov, shear, weights):
        """(ne, ng, k, modes, dim) the sums over nodes of weights (ne, ng, k, nn) times the modes there, as points of each side see them."""
        ne, ng, k, nn = weights.shape
        rows, below = weights.reshape(ne, ng * k, nn), np.signbit(self.angle)
        sums = [(rows @ nodal).reshape(ne, ng, k, self.dim, self.dim) for nodal in self._at_nodes(kolosov, shear)]
        return np.where(below[:, :, None, None, None], *sums)

    def _at_nodes(self, kolosov, shear):
        """Two of (ne, nn, modes dim), the modes at the nodes as points below the crack see them and as those above do."""
        constants = kolosov[:, None], shear[:, None]
        used = (~self.plain & self.shifted[:, None])[..., None, None]
        for sign in (-1.0, 1.0):
            angle = np.where(self.jumping, sign * abs(self.node_angle), self.node_angle)
            yield (modes(*constants, self.node_r, angle, self.dim) * used).reshape(*angle.shape, -1)
