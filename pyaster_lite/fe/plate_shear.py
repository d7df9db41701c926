"""Plane plates that shear: by the balance of moments (discrete shear), or by a field of the shear along the sides (r3.07.03)."""

from __future__ import annotations

import numpy as np

from .cells import reference_cell
from .plate import Plate
from .plate_section import PlateSection
from .plate_shapes import PlateShape, virtual_work
from .plate_stretched import Stretched

SIDE_POINTS = np.array([-1.0, 1.0]) / np.sqrt(3.0)


class ShearPlate(Plate):
    """The plate whose shear strains follow from the balance of moments."""

    mass_shears = follows_shear = True

    def side_rotations(self, shape, section):
        """The shear strains along the sides count, at their two Gauss points."""
        none = np.zeros((len(shape.plane), self.nodes, 3 * self.nodes))
        shear = self._along_sides(shape, section, lambda there: there.balance(section.bending, none))
        return np.linalg.solve(self._side_matrix(shape, section), shape.side_deflections() + shear)

    def stretched_sides(self, shape, section):
        """alpha (ne, nn, 2 nn) of the membrane unknowns, whose strains an offset makes moments of."""
        shear = self._along_sides(shape, section, lambda there: there.membrane_balance(section.coupling))
        return np.linalg.solve(self._side_matrix(shape, section), shear)

    def _side_matrix(self, shape, section):
        """(ne, nn, nn) what holds the rotations of the sides."""
        nn = self.nodes
        identity = np.broadcast_to(np.eye(nn), (len(shape.plane), nn, nn))
        own = -self._along_sides(shape, section, lambda there: there.balance(section.bending, identity, False))
        return own + 2 / 3 * shape.lengths[..., None] * np.eye(nn)

    def _along_sides(self, shape, section, force):
        """(ne, nn, ...) integral along each side of the shear strain along it; `force` gives the shear forces of a PlateShape."""
        found = []
        for k in range(self.nodes):
            there = PlateShape(self.cell, shape.plane, _along_side(self.cell, k))
            gamma = section.flexibility[:, None] @ force(there)
            found.append(np.einsum("ei,egid->ed", there.sides[:, k] / 2, gamma))
        return np.stack(found, axis=1)

    def shear_strain(self, shape, section, alpha):
        """What the forces that balance the moments cause."""
        return section.flexibility[:, None] @ shape.balance(section.bending, alpha)

    def stretch(self, shape, section):
        """What the membrane unknowns make where there is an offset and strains are not constant, as fe.plate_stretched has it;
        None elsewhere."""
        if self.nodes == 3 or not section.offset.any():
            return None
        alpha = self.stretched_sides(shape, section)
        shear = shape.membrane_balance(section.coupling) + shape.balance(section.bending, alpha, False)
        return Stretched(shape.bending(alpha, False), shear, section.flexibility[:, None] @ shear, shape.rotations(alpha, False))

    def local_stiffness(self, data):
        """Membrane strains that are not constant bend and shear plates with an offset."""
        own, shape, section = super().local_stiffness(data), self.shape(data), PlateSection.of(data)
        more = self.stretch(shape, section)
        if more is None:
            return own
        alpha = self.side_rotations(shape, section)
        parts = more.stiffness(shape, section, shape.bending(alpha), self.shear_strain(shape, section, alpha), self._rule.weights)
        return own + self.assembled(parts[0], np.zeros((len(data), 3 * self.nodes, 3 * self.nodes)), parts[1], 0.0)

    def local_mass(self, data):
        """As the stiffness."""
        own, shape, section = super().local_mass(data), self.shape(data), PlateSection.of(data)
        more = self.stretch(shape, section)
        if more is None:
            return own
        alpha, gamma = self.mass_kinematics(shape, section)
        rotary = None if self.rotary is False else section.rotary if self.rotary is None else np.full(len(data), self.rotary)
        weight = self._rule.weights * shape.determinant * (data.property("density") * section.thickness)[:, None]
        parts = more.mass(shape, section, shape.deflection(gamma), shape.rotations(alpha), weight, rotary)
        return own + self.assembled(parts[0], np.zeros((len(data), 3 * self.nodes, 3 * self.nodes)), parts[1], 0.0)

    def _told_forces(self, data, u, points=None, free=None):
        """As code_aster has it, moments and shear forces take what stretching makes only where the offset is upwards."""
        forces, section = super()._told_forces(data, u, points, free), PlateSection.of(data)
        more = self.stretch(self.shape(data, points), section)
        if more is None:
            return forces
        own = np.einsum("eij,ej->ei", self.turn(data), u)[:, self._places[0]]
        curvature, up = np.einsum("egij,ej->egi", more.curvature, own), (section.offset > 0.0)[:, None, None]
        forces[..., :3] += np.einsum("eij,egj->egi", section.coupling, curvature)
        forces[..., 3:6] += up * np.einsum("eij,egj->egi", section.bending, curvature)
        forces[..., 6:8] += up * np.einsum("egij,ej->egi", more.force, own)
        return forces


def _along_side(cell, k):
    """Reference points of the two Gauss points of side k."""
    nodes = reference_cell(cell).nodes
    first, last = nodes[k], nodes[(k + 1) % len(nodes)]
    return (first + last) / 2 + SIDE_POINTS[:, None] * (last - first) / 2


class FieldPlate(Plate):
    """The plate of Mindlin whose shear strain is constant along each side and linear between them."""

    follows_shear = True

    def side_rotations(self, shape, section):
        """Rotations are linear: the sides add none."""
        return np.zeros((len(shape.plane), self.nodes, 3 * self.nodes))

    def shear_strain(self, shape, section, alpha):
        """From what the sides are sheared by; triangles shear as in their middle everywhere, as in code_aster (t3gedg)."""
        sides = -shape.side_deflections()[:, None]
        x, y = (p[None, :, None] for p in shape.points.T)
        if self.nodes == 3:
            x = y = np.full_like(x, 1 / 3)
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

    def energy_stiffness(self, data):
        """Code_aster (t3grig) tells the potential energy of triangles without that of shear, and bending as if their area was one."""
        if self.nodes != 3:
            return self.local_stiffness(data)
        shape, section = self.shape(data), PlateSection.of(data)
        bm, bb = shape.membrane(), shape.bending(self.side_rotations(shape, section))
        weight = self._rule.weights * shape.determinant
        stretched = virtual_work(bm, section.membrane, bm, weight)
        bent = virtual_work(bb, section.bending, bb, np.ones_like(weight))
        return self.assembled(stretched, bent, None, self.held_turns(section))

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
