"""Sections of plates: what their thickness makes of the material."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .data import ElementData
from .errors import ComputationFailed
from .plate_frames import in_plane_turn, plate_frames, user_turns
from .plate_stack import PlateStack

SHEAR_FACTOR = 5 / 6
LEVELS = np.array([-1.0, 0.0, 1.0])
"""Where a layer is looked at, in halves of its thickness about its middle: below, in the middle, above."""
_SHARES = np.array([1.0, 4.0, 1.0]) / 6
"""Simpson's weights of these places."""


@dataclass
class PlateSection:
    """The section of every plate of a group, arrays (ne, ...).

    membrane, bending, coupling  (ne, 3, 3) on (xx, yy, 2 xy): forces and moments by length about the surface of the mesh
    shear, flexibility  (ne, 2, 2) shear forces by strain, and the inverse
    thickness, offset   (ne,) m, the offset being that of the middle above the surface of the mesh
    drilling            (ne,) share of the least bending stiffness that holds turns about the normal
    rotary              (ne,) whether the section has inertia when it turns
    direction           (ne, 3) whose part in the plane is the first axis of results
    layers              (ne,) how many layers results are given for: of equal thickness, or those of a laminate
    stack               the layers of laminates, None where there is none
    The characteristics are thickness, plate_offset, drilling, rotary, direction and layers.
    """

    membrane: np.ndarray
    bending: np.ndarray
    coupling: np.ndarray
    shear: np.ndarray
    thickness: np.ndarray
    offset: np.ndarray
    drilling: np.ndarray
    rotary: np.ndarray
    direction: np.ndarray
    layers: np.ndarray
    stack: PlateStack | None = None

    @classmethod
    def of(cls, data: ElementData) -> PlateSection:
        """From isotropic elasticity, at the mean of what surrounds a cell, bending perhaps by moduli of its own, or a laminate, and
        the characteristics.

        Raises ComputationFailed where cells have no thickness.
        """
        given = data.characteristics
        thickness = given.get("thickness")
        lacking = np.arange(len(data)) if thickness is None else np.flatnonzero(thickness <= 0.0)
        if len(lacking):
            first = data.cells[lacking[0]] + 1
            raise ComputationFailed(f"{len(lacking)} cells (first: number {first}) need a thickness, which the characteristics do not give")
        young, poisson = data.overall("young", 0.0), data.overall("poisson", 0.0)
        plane = plane_stress(young, poisson)
        bent = plane
        if data.has("bending_young"):
            own, ratio = data.overall("bending_young", 0.0), data.overall("bending_poisson", 0.0)
            bent = np.where((own > 0.0)[:, None, None], plane_stress(own, ratio), plane)
        offset = given.get("plate_offset", np.zeros(len(data)))
        membrane = plane * thickness[:, None, None]
        bending = bent * (thickness**3 / 12)[:, None, None] + membrane * (offset**2)[:, None, None]
        shear = (SHEAR_FACTOR * young / (2 * (1 + poisson)) * thickness)[:, None, None] * np.eye(2)
        if data.has("plate_shear"):
            own = data.overall("plate_shear", np.zeros((2, 2)))
            shear = np.where(own.any(axis=(1, 2), keepdims=True), own, shear)
        rest = [given.get(name, default) for name, default in (("drilling", np.zeros(len(data))), ("rotary", np.zeros(len(data))))]
        direction = given.get("direction", np.tile([1.0, 0.0, 0.0], (len(data), 1)))
        coupling = membrane * offset[:, None, None]
        layers = given.get("layers", np.ones(len(data))).astype(int)
        section = cls(membrane, bending, coupling, shear, thickness, offset, rest[0], rest[1] > 0.0, direction, layers)
        if any("plate_membrane" in material for material in data.materials):
            section._take_laminates(data)
            section.stack = PlateStack.of(data, direction)
        return section

    def _take_laminates(self, data):
        """The stiffness of the cells whose material is a laminate, given in the axes of results (see fe.laminate)."""
        names = {"membrane": 3, "coupling": 3, "bending": 3, "shear_flexibility": 2}
        given = [data.property(f"plate_{name}", np.zeros((size, size))) for name, size in names.items()]
        rows = np.flatnonzero(given[0].any(axis=(1, 2)))
        a, b, d, soft = (values[rows] for values in given)
        turn = user_turns(plate_frames(data.coordinates[rows]), self.direction[rows])
        strains = np.linalg.inv(in_plane_turn(turn)).transpose(0, 2, 1)
        a, b, d = (strains.transpose(0, 2, 1) @ own @ strains for own in (a, b, d))
        offset = self.offset[rows, None, None]
        self.membrane[rows], self.coupling[rows] = a, b + offset * a
        self.bending[rows] = d + 2 * offset * b + offset**2 * a
        self.shear[rows] = turn.transpose(0, 2, 1) @ np.linalg.inv(soft) @ turn

    @property
    def flexibility(self) -> np.ndarray:
        """(ne, 2, 2) shear strains by force."""
        return np.linalg.inv(self.shear)

    def heights(self) -> np.ndarray:
        """(ne, 3 most layers) m above the surface of the mesh: below, in the middle and above each layer; NaN past the last."""
        layer = np.arange(self.layers.max())
        middle = (2 * layer + 1)[None, :, None] / self.layers[:, None, None]
        places = (middle + LEVELS / self.layers[:, None, None] - 1) * self.thickness[:, None, None] / 2 + self.offset[:, None, None]
        own = self._own_layers()
        if own is not None:
            bottom = np.cumsum(own, axis=1) - own
            mine = (bottom + own / 2)[..., None] + LEVELS * own[..., None] / 2 + (self.offset - self.thickness / 2)[:, None, None]
            places = np.where((own.sum(axis=1) > 0.0)[:, None, None], mine, places)
        return np.where((layer < self.layers[:, None])[..., None], places, np.nan).reshape(len(self.layers), -1)

    def _own_layers(self):
        """(ne, most layers) thicknesses of the layers of laminates, zero in other plates; None without laminates."""
        if self.stack is None:
            return None
        most, there = self.layers.max(), self.stack.count == self.layers
        own = np.zeros((len(there), most))
        kept = min(most, self.stack.thickness.shape[1])
        own[:, :kept] = np.where(there[:, None], self.stack.thickness[:, :kept], 0.0)
        return own

    def layer_weights(self) -> np.ndarray:
        """(ne, 3 most layers) m, with which values at the heights add up to integrals over the thickness; zero past the last."""
        there = np.arange(self.layers.max()) < self.layers[:, None]
        thickness, own = there * (self.thickness / self.layers)[:, None], self._own_layers()
        if own is not None:
            thickness = np.where(own.any(axis=1)[:, None], own, thickness)
        return (thickness[..., None] * _SHARES).reshape(len(thickness), -1)

    def through(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(ne, ng, ...) those of values (ne, ng, 3 most layers, ...) at the lower face, in the middle and at the upper face."""
        rows = np.arange(len(values))
        return tuple(values[rows, :, place] for place in (0, (3 * self.layers + 1) // 2 - 1, 3 * self.layers - 1))

    def mean_and_slope(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng, ...) mean and slope across the thickness of the parabola that values (ne, ng, 3 most layers, ...) make."""
        below, middle, above = self.through(values)
        thickness = self.thickness.reshape(-1, *[1] * (below.ndim - 1))
        return (below + 4 * middle + above) / 6, (above - below) / thickness

    def points(self, places: np.ndarray, normals: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng 3 most layers, 3) the heights above points (ne, ng, 3) of the surface, along `normals` there, and what they weigh in
        an integral over the volume (ne, ng 3 most layers); `weights` (ne, ng) in one over the surface."""
        heights = self.heights()[:, None, :, None]
        found = places[:, :, None] + heights * normals[:, :, None]
        volume = np.where(np.isnan(heights[..., 0]), np.nan, weights[..., None] * self.layer_weights()[:, None])
        return found.reshape(len(found), -1, 3), volume.reshape(len(found), -1)

    def whole(self) -> np.ndarray:
        """(ne, 6, 6) on membrane strains and curvatures."""
        return np.block([[self.membrane, self.coupling], [self.coupling, self.bending]])


def plane_stress(young, poisson):
    """(..., 3, 3) stresses of strains (xx, yy, 2 xy)."""
    plane = np.zeros((*young.shape, 3, 3))
    plane[..., 0, 0] = plane[..., 1, 1] = 1.0
    plane[..., 0, 1] = plane[..., 1, 0] = poisson
    plane[..., 2, 2] = (1 - poisson) / 2
    return plane * (young / (1 - poisson**2))[..., None, None]
