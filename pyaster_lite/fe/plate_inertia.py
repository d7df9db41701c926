"""The inertia of plates: consistent, lumped and explicit masses, and what a rigid motion feels of it (r3.07.03)."""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .data import ElementData
from .plate_frames import plate_frames
from .plate_section import PlateSection
from .quadrature import quadrature


class PlateInertia:
    """The masses of plates whose shapes, side rotations and shear strains the element itself has."""

    mass_shears = False
    """Whether the mass of a triangle follows its shear strains."""

    def local_mass(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) in the plate's own axes: quadrangles have the membrane mass of a rectangle of their area."""
        shape, section = self.shape(data), PlateSection.of(data)
        alpha, gamma = self.mass_kinematics(shape, section)
        density = data.property("density") * section.thickness
        if self.nodes == 3:
            share = (np.ones((3, 3)) + np.eye(3)) / 12
        else:
            share = np.array([[4, 2, 1, 2], [2, 4, 2, 1], [1, 2, 4, 2], [2, 1, 2, 4]]) / 36
        membrane = (density * shape.area)[:, None, None] * np.kron(share, np.eye(2))
        weight = self._rule.weights * shape.determinant * density[:, None]
        w, turns = shape.deflection(gamma), shape.rotations(alpha)
        bending = contracted("eg,ega,egb->eab", weight, w, w)
        if self.rotary is not False:
            rotary = (section.rotary if self.rotary is None else self.rotary) * section.thickness**2 / 12
            inertia = weight * (rotary + section.offset**2)[:, None]
            bending = bending + contracted("eg,eiga,eigb->eab", inertia, turns, turns)
        coupling = None
        if section.offset.any() and self.rotary is not False:
            functions = shape.corner_functions()
            own = contracted("eg,gn,eiga->enia", weight * section.offset[:, None], functions, turns)
            coupling = own.reshape(len(own), 2 * self.nodes, -1)
        whole = self.assembled(membrane, bending, coupling, self.held_turns(section))
        return self.with_turns(data, whole, lambda added, rows: added.mass(density[rows]), stiff=False)

    def mass_kinematics(self, shape, section):
        """The side rotations (ne, nn, 3 nn) and shear strains (ne, ng, 2, 3 nn), None without any, that the mass follows."""
        alpha = self.side_rotations(shape, section)
        return alpha, self.shear_strain(shape, section, alpha)

    def mass(self, data):
        """The local mass in the global axes."""
        return self.turned(data, self.local_mass(data))

    def lumped_mass(self, data):
        """The diagonal of the consistent mass, scaled so that every global direction keeps the whole mass."""
        diagonal = np.einsum("eii->ei", self.mass(data)).copy()
        section, shape = PlateSection.of(data), self.shape(data)
        whole = data.property("density") * section.thickness * shape.area
        factors = []
        for axis in range(3):
            factors.append(whole / diagonal[:, axis::6].sum(axis=1))
            for start in (axis, axis + 3):
                diagonal[:, start::6] *= factors[axis][:, None]
        empty = diagonal == 0.0
        if empty.any():
            least = np.where(empty, np.inf, diagonal / np.tile(np.stack(factors, axis=1), 2 * self.nodes)).min(axis=1)
            diagonal = np.where(empty, (1e-5 * factors[0] * least)[:, None], diagonal)
        return diagonal[:, :, None] * np.eye(self.size)

    def explicit_mass(self, data):
        """The diagonal mass, where a turn about the third axis has the mean of those about the two others.

        As in code_aster triangles with the mass of discrete Kirchhoff theory have the sum of the row of DX in all directions, and
        turns that times max(h^2/12, area/8).
        """
        if self.nodes == 4 or self.mass_shears:
            mass = self.lumped_mass(data)
            places = np.arange(5, self.size, 6)
            mass[:, places, places] = (mass[:, places - 1, places - 1] + mass[:, places - 2, places - 2]) / 2
            return mass
        share = self.mass(data)[:, ::6].sum(axis=2)
        arm = np.maximum(PlateSection.of(data).thickness ** 2 / 12, self.shape(data).area / 8)
        return (share[..., None] * np.repeat([np.ones_like(arm), arm], 3, axis=0).T[:, None]).reshape(len(data), -1, 1) * np.eye(self.size)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, centre of gravity and about it IX, IY, IZ, IXY, IXZ, IYZ in the global axes, the offset left out."""
        frames, thickness = plate_frames(data.coordinates), PlateSection.of(data).thickness
        rule = quadrature(self.cell, {3: "FPG4", 4: "FPG9"}[self.nodes])
        shape = self.shape(data, rule.points)
        weight = rule.weights * shape.determinant * (data.property("density") * thickness)[:, None]
        place = np.einsum("gn,enk->egk", shape.corner_functions(), shape.plane)
        mass = weight.sum(axis=1)
        centre = np.einsum("eg,egk->ek", weight, place) / mass[:, None]
        second = np.einsum("eg,egi,egj->eij", weight, place - centre[:, None], place - centre[:, None])
        tensor = np.zeros((len(data), 3, 3))
        tensor[:, 0, 0] = second[:, 1, 1] + mass * thickness**2 / 12
        tensor[:, 1, 1] = second[:, 0, 0] + mass * thickness**2 / 12
        tensor[:, 2, 2] = second[:, 0, 0] + second[:, 1, 1]
        tensor[:, 0, 1] = tensor[:, 1, 0] = -second[:, 0, 1]
        tensor = frames.transpose(0, 2, 1) @ tensor @ frames
        result = np.zeros((len(data), 10))
        result[:, 0] = mass
        result[:, 1:4] = data.coordinates[:, 0] + np.einsum("ek,ekj->ej", centre, frames[:, :2])
        result[:, 4:] = tensor[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]] * [1, 1, 1, -1, -1, -1]
        return result
