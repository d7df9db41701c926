"""A control rod above its guide plate: forces of the flow at one place, by correlations of the reduced velocity (r4.07.04, section 3).

    c_f = -rho D L V / 2 (C_1(x) |u|^2 + a L^2 C_2(x) |r|^2),  k_f = -rho L V^2 / 2 (K_1 |u|^2 + a L^2 K_2 |r|^2),  x = V / (f D)

u, r the displacements and rotations across the rod at the place, L = 986 / 890 D the length that the experiments had.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .bundle import POWERS

LENGTH = 986.0 / 890.0
TURNING = 0.12849663
"""What moments have to forces, by the square of the length."""


def pieces(limits, rows, x: float) -> float:
    """A coefficient of rows (n + 1, 11) by powers of the reduced velocity, each up to its limit (n,)."""
    row = rows[int(np.searchsorted(limits, x, side="right"))]
    return float(row[row != 0.0] @ x ** POWERS[row != 0.0].astype(float))


@dataclass(frozen=True)
class ControlRod:
    """A rod: its diameter (m), the fluid's density, and its coefficients of forces and of moments, pairs (limits, rows)."""

    diameter: float
    density: float
    dampings: list[tuple]
    stiffnesses: list[tuple]

    def added_mass(self, coefficient: float, motions) -> np.ndarray:
        """(nm,) of motions (nm, 2), the squares of displacements and rotations at the place."""
        length = LENGTH * self.diameter
        mass = 0.5 * self.density * self.diameter**2 * length * coefficient
        return motions @ (mass, mass * length**2 / 3.0)

    def added(self, s: complex, velocity: float, motions) -> tuple[float, float]:
        """(damping, stiffness) for a mode of motions (2,) at a root s."""
        reduced, length = 2 * np.pi * velocity / (abs(s) * self.diameter), LENGTH * self.diameter
        weights = np.asarray(motions) * (1.0, TURNING * length**2)
        damping, stiffness = (
            sum(weight * pieces(*own, reduced) for weight, own in zip(weights, both)) for both in (self.dampings, self.stiffnesses)
        )
        half = -0.5 * self.density * length * velocity
        return half * self.diameter * damping, half * velocity * stiffness


SPECTRA = {
    "ASC_CEN": ((1e-4, 0.19, 0.07, 1.6), (2.7e-5, 0.19, 0.07, 2.1)),
    "ASC_EXC": ((1e-5, 0.5, 0.02, 2.9), (3.3e-4, 0.1, 0.02, 2.8)),
    "DES_CEN": ((4e-5, None, 0.19, 1.6), (2.7e-5, None, 0.19, 2.1)),
    "DES_EXC": ((1.7e-5, None, 0.22, 2.9), (1.7e-5, None, 0.19, 2.8)),
}
"""Of forces and of moments by arrangement: level, the reduced frequency where it is this (zero for none), corner and slope."""
CONFINED, ARM = 282.0 / 890.0, 0.77**2 / 4
REFERENCE = 8.9e-2
"""The diameter of the experiments, m."""


def excitation(arrangement: str, frequencies, velocity: float, diameter: float, density: float) -> np.ndarray:
    """(nf, 2) spectra of the force and of the moment on a rod."""
    scale = diameter / REFERENCE
    found = []
    for turns, (level, at, corner, slope) in enumerate(SPECTRA[arrangement]):
        top = level if at is None else level * (1 + (at / corner) ** slope)
        shape = top / (1 + (frequencies * diameter / abs(velocity) / corner) ** slope)
        found.append(CONFINED * scale**2 * (scale**2 * ARM if turns else 1.0) * shape)
    return 0.25 * CONFINED**2 * density**2 * abs(velocity) ** 3 * diameter**3 * np.stack(found, axis=-1)
