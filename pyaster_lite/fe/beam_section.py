"""Cross-sections of beams at their two ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .data import ElementData
from .errors import ComputationFailed

NAMES = (
    "area",
    "inertia_y",
    "inertia_z",
    "shear_y",
    "shear_z",
    "offset_y",
    "offset_z",
    "torsion",
    "warping",
    "third_y",
    "third_z",
    "extreme_y",
    "extreme_z",
    "extreme_torsion",
    "bore",
)
"""What the last axis of the characteristic `section` (ne, 2, 15) holds, in the beam's own axes and SI units.

inertia_*  second moments of area (m4); shear_* area over effective shear area (none for no shear); offset_* from the
shear centre to the centroid (m); torsion, warping  the constants of Saint-Venant (m4) and Vlasov (m6); third_* the moments of
y r^2 and z r^2 (m5); extreme_* the distances that stresses are taken at (m); bore  the area of a fluid inside (m2).
"""
CONSTANT, AFFINE, HOMOTHETIC = 0, 1, 2
"""How the section goes from one end to the other: one dimension linear, or both."""
RECTANGLE, CIRCLE = 1, 2
"""What the characteristic `section_shape` (ne,) says of the shape; 0 where it is not known."""


@dataclass
class Section:
    """The sections of a group of beams: every quantity of NAMES (ne, 2), and how they vary, `variation` (ne,)."""

    values: np.ndarray
    variation: np.ndarray
    flexibility: np.ndarray

    @classmethod
    def of(cls, data: ElementData) -> Section:
        """From the characteristics of the cells; raises ComputationFailed where cells have no section."""
        values = data.characteristics.get("section")
        lacking = np.arange(len(data)) if values is None else np.flatnonzero(values[:, 0, 0] <= 0.0)
        if len(lacking):
            first = data.cells[lacking[0]] + 1
            raise ComputationFailed(f"{len(lacking)} cells (first: number {first}) need a section, which the characteristics do not give")
        variation = data.characteristics.get("section_variation", np.zeros(len(data))).astype(int)
        flexibility = data.characteristics.get("flexibility", np.ones((len(data), 2)))
        return cls(values, variation, np.where(flexibility > 0.0, flexibility, 1.0))

    def __getattr__(self, name):
        if name not in NAMES:
            raise AttributeError(name)
        return self.values[:, :, NAMES.index(name)]

    @property
    def offset(self) -> tuple[np.ndarray, np.ndarray]:
        """(ne,) where the shear centre is along y and z, in the mean of both ends."""
        return -self.offset_y.mean(axis=1), -self.offset_z.mean(axis=1)
