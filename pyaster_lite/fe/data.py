"""What elements may ask about their cells: geometry, material properties, characteristics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .errors import ComputationFailed
from .frames import mandel_rotation


class MissingData(ComputationFailed):
    """Cells lack a property that their elements need; `cells` are their numbers, `name` the property."""

    def __init__(self, name: str, cells):
        self.name, self.cells = name, np.asarray(cells)
        count = "1 cell" if len(self.cells) == 1 else f"{len(self.cells)} cells"
        super().__init__(f"{count} (first: number {self.cells[0] + 1}) need the material property {name}, which is not given")


@dataclass
class ElementData:
    """The data of the cells of one element group.

    cells            (ne,) their numbers in the mesh
    coordinates      (ne, nn, 3), m
    materials        the distinct materials, each a mapping of property names to floats or arrays
    owner            (ne,) index of each cell's material, -1 where it has none
    characteristics  arrays (ne, ...) by name
    """

    cells: np.ndarray
    coordinates: np.ndarray
    materials: Sequence[Mapping] = ()
    owner: np.ndarray | None = None
    characteristics: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __len__(self):
        return len(self.cells)

    def property(self, name: str, default=None) -> np.ndarray:
        """(ne, ...) values of a material property; MissingData where it is absent and there is no default.

        Names in use: elasticity (6, 6) in Mandel's notation, Pa; density, kg/m3; stiffness_damping, s, and
        mass_damping, 1/s (Rayleigh's coefficients of K and M); young, poisson, expansion.
        """
        values = [material.get(name, default) for material in self.materials] + [default]
        owner = np.full(len(self), -1) if self.owner is None else self.owner
        absent = [i for i, value in enumerate(values) if value is None]
        if absent:
            lacking = np.isin(owner % len(values), absent)
            if lacking.any():
                raise MissingData(name, self.cells[lacking])
            shape = np.shape(next(value for value in values if value is not None)) if len(absent) < len(values) else ()
            values = [np.zeros(shape) if value is None else value for value in values]
        shapes = max((np.shape(v) for v in values), key=len)
        return np.stack([np.broadcast_to(np.asarray(v, float), shapes) for v in values])[owner]

    def elasticity(self) -> np.ndarray:
        """(ne, 6, 6) elasticity in the global axes, the material's own being turned where cells have material axes."""
        own = self.property("elasticity")
        frames = self.characteristics.get("material_frame")
        if frames is None:
            return own
        given = frames.any(axis=(1, 2))
        turn = mandel_rotation(frames[given])
        result = own.copy()
        result[given] = turn.transpose(0, 2, 1) @ own[given] @ turn
        return result

    def has(self, name: str) -> bool:
        """Whether any of the materials has the property."""
        return any(material.get(name) is not None for material in self.materials)

    def moved(self, displacements: np.ndarray) -> ElementData:
        """The data of the cells where displacements (ne, nn dim) have brought them."""
        coordinates = self.coordinates.copy()
        by_node = displacements.reshape(*coordinates.shape[:2], -1)
        coordinates[..., : by_node.shape[-1]] += by_node
        return replace(self, coordinates=coordinates)

    def subset(self, rows) -> ElementData:
        """The data of some of the cells."""
        owner = None if self.owner is None else self.owner[rows]
        chosen = {name: values[rows] for name, values in self.characteristics.items()}
        return ElementData(self.cells[rows], self.coordinates[rows], self.materials, owner, chosen)
