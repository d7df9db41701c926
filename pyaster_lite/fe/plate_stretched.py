"""Quadrangles with shear strains and an offset: what their membrane unknowns make beside membrane strains (r3.07.03).

The membrane strains e of a quadrangle are not constant, so that neither are the moments C e which an offset makes of them: shear
forces balance them, and the sides rotate by alpha = A_m u_m beside what the bending unknowns make:

    kappa_m = B_alpha A_m u_m,    T_m = (div C e) + (div D kappa_m),    gamma_m = H^-1 T_m
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .contraction import contracted
from .plate_section import PlateSection
from .plate_shapes import PlateShape, virtual_work


@dataclass
class Stretched:
    """By membrane unknown, the last axis of 2 nn: curvatures (ne, ng, 3, ...), shear forces and strains (ne, ng, 2, ...) and rotations
    (ne, 2, ng, ...)."""

    curvature: np.ndarray
    force: np.ndarray
    shear: np.ndarray
    rotation: np.ndarray

    def stiffness(self, shape: PlateShape, section: PlateSection, bending, shear, weights) -> tuple[np.ndarray, np.ndarray]:
        """(ne, 2 nn, 2 nn) and (ne, 2 nn, 3 nn) to add to the membrane and coupling blocks, given the curvatures and shear strains
        of the bending unknowns."""
        weight, membrane = weights * shape.determinant, shape.membrane()
        crossed = virtual_work(membrane, section.coupling, self.curvature, weight)
        own = virtual_work(self.curvature, section.bending, self.curvature, weight) + virtual_work(
            self.shear, section.shear, self.shear, weight
        )
        coupling = virtual_work(self.curvature, section.bending, bending, weight) + virtual_work(self.shear, section.shear, shear, weight)
        return own + crossed + crossed.transpose(0, 2, 1), coupling

    def mass(self, shape: PlateShape, section: PlateSection, deflection, rotations, weight, rotary) -> tuple[np.ndarray, np.ndarray]:
        """The same blocks of the mass, given the deflections and rotations of the bending unknowns, `weight` (ne, ng) kg.

        rotary  (ne,) whether the section has inertia of its own when it turns, None where rotations are left out altogether
        """
        w = shape.sheared_deflection(self.shear)
        own, coupling = _inertia(weight, w, w), _inertia(weight, w, deflection)
        if rotary is None:
            return own, coupling
        functions, inertia = shape.corner_functions(), weight * (rotary * section.thickness**2 / 12 + section.offset**2)[:, None]
        for axis in range(2):
            moved = np.zeros((len(weight), len(functions), self.rotation.shape[-1]))
            moved[..., axis::2] = functions
            turned = self.rotation[:, axis]
            crossed = _inertia(weight * section.offset[:, None], moved, turned)
            own = own + crossed + crossed.transpose(0, 2, 1) + _inertia(inertia, turned, turned)
            coupling = coupling + _inertia(inertia, turned, rotations[:, axis])
        return own, coupling


def _inertia(weight, first, second):
    return contracted("eg,ega,egb->eab", weight, first, second)
