"""Plane plates that shear: by the balance of moments (discrete shear), or by a field of the shear along the sides (r3.07.03)."""

from __future__ import annotations

import numpy as np

from .cells import reference_cell
from .errors import ComputationFailed
from .plate import Plate
from .plate_shapes import PlateShape

SIDE_POINTS = np.array([-1.0, 1.0]) / np.sqrt(3.0)


class ShearPlate(Plate):
    """The plate whose shear strains follow from the balance of moments."""

    mass_shears = True

    def side_rotations(self, shape, section):
        """The shear strains along the sides count, at their two Gauss points."""
        if section.offset.any() and self.nodes == 4:
            raise ComputationFailed("quadrangles with shear strains have no offset yet")
        nn, ne = self.nodes, len(shape.plane)
        identity, none = np.broadcast_to(np.eye(nn), (ne, nn, nn)), np.zeros((ne, nn, 3 * nn))
        left, right = np.zeros((ne, nn, nn)), shape.side_deflections()
        for k in range(nn):
            there = PlateShape(self.cell, shape.plane, _along_side(self.cell, k))
            left[:, k] = -self._side_shear(there, section, identity, False, k)
            left[:, k, k] += 2 / 3 * shape.lengths[:, k]
            right[:, k] += self._side_shear(there, section, none, True, k)
        return np.linalg.solve(left, right)

    @staticmethod
    def _side_shear(there, section, alpha, corners, k):
        """(ne, ...) integral along side k of the shear strain along it."""
        gamma = section.flexibility[:, None] @ there.balance(section.bending, alpha, corners)
        return np.einsum("ei,egid->ed", there.sides[:, k] / 2, gamma)

    def shear_strain(self, shape, section, alpha):
        """What the forces that balance the moments cause."""
        return section.flexibility[:, None] @ shape.balance(section.bending, alpha)


def _along_side(cell, k):
    """Reference points of the two Gauss points of side k."""
    nodes = reference_cell(cell).nodes
    first, last = nodes[k], nodes[(k + 1) % len(nodes)]
    return (first + last) / 2 + SIDE_POINTS[:, None] * (last - first) / 2


class FieldPlate(Plate):
    """The plate of Mindlin whose shear strain is constant along each side and linear between them."""

    def side_rotations(self, shape, section):
        """Rotations are linear: the sides add none."""
        return np.zeros((len(shape.plane), self.nodes, 3 * self.nodes))

    def shear_strain(self, shape, section, alpha):
        """From what the sides are sheared by."""
        sides = -shape.side_deflections()[:, None]
        x, y = (p[None, :, None] for p in shape.points.T)
        if self.nodes == 3:
            excess = -sides.sum(axis=2)
            own = np.stack([sides[:, :, 0] + excess * y, -sides[:, :, 2] - excess * x], axis=2)
        else:
            along = ((1 - y) * sides[:, :, 0] - (1 + y) * sides[:, :, 2]) / 4
            across = ((1 + x) * sides[:, :, 1] - (1 - x) * sides[:, :, 3]) / 4
            own = np.stack([along, across], axis=2)
        return shape.in_space(own)

    def shear_force(self, shape, section, alpha):
        """Of the shear strains."""
        return section.shear[:, None] @ self.shear_strain(shape, section, alpha)

    def mass_kinematics(self, shape, section):
        """Triangles have the mass of plates without shear strains."""
        if self.nodes == 3:
            return Plate.side_rotations(self, shape, section), None
        return super().mass_kinematics(shape, section)


class PlainMassFieldPlate(FieldPlate):
    """The plate whose mass is that of plates without shear strains, whatever its cell."""

    def mass_kinematics(self, shape, section):
        """As without shear strains."""
        return Plate.side_rotations(self, shape, section), None
