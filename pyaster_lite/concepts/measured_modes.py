"""Structures known by measured modes, as super-elements on some of their nodes (r4.06.05)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

CUTOFF = 120.0 * np.finfo(float).eps
"""Singular values below this part of the greatest count for nothing."""


@dataclass
class Measurement:
    """What sensors see of a basis: `sensors` (field, node, component) on the nodes of `model`, `axes` of those that have their own, else
    None, and `seen` (m, k) the vectors of the basis there."""

    model: object
    sensors: list
    axes: list
    seen: np.ndarray


@dataclass
class MeasuredModes:
    """Modes W (m, o) at sensors, spread by a basis: S (m, k) of it at the sensors, E (n, k) at the exterior unknowns.

        1.  T = E S^+ W   the modes at the exterior unknowns
        2.  V = T^+       the coordinates of a motion of these on the modes
        3.  K = V^T diag(w^2 m) V,  M = V^T diag(m) V,  C = V^T diag(c m) V
        4.  W V u         what the sensors see of a motion u

    masses (o,) m, squares (o,) w^2 and dampings (o,) c of the modes.
    """

    measurement: Measurement
    modes: np.ndarray
    exterior: np.ndarray
    squares: np.ndarray
    masses: np.ndarray
    dampings: np.ndarray
    inverse: np.ndarray = field(init=False)

    def __post_init__(self):
        spread = self.exterior @ np.linalg.pinv(self.measurement.seen, rcond=CUTOFF)
        self.inverse = np.linalg.pinv(spread @ self.modes, rcond=CUTOFF)

    def matrix(self, option: str) -> np.ndarray:
        """(n, n) stiffness, mass or damping."""
        weights = {"stiffness": self.squares * self.masses, "mass": self.masses, "damping": self.dampings * self.masses}[option]
        return self.inverse.T @ (weights[:, None] * self.inverse)

    def at_sensors(self, motion: np.ndarray) -> np.ndarray:
        """(m,) what the sensors see of a motion (n,) of the exterior unknowns."""
        return self.modes @ (self.inverse @ motion)
