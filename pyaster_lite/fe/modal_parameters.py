"""Parameters of modes: generalised mass and stiffness, participation, effective masses, norms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

EPS = np.finfo(float).eps
HUGE = float(np.sqrt(np.finfo(float).max))
TINY = 100.0 * np.finfo(float).tiny
DIRECTIONS = ("DX", "DY", "DZ")


@dataclass
class ModalParameters:
    """Of k modes X (n, k), real: mass x.M x and stiffness x.K x (k,), participation x.M e / x.M x and effective mass
    (x.M e)^2 / x.M x along the unit motions e of three directions (3, k), total mass e.M e (3,)."""

    mass: np.ndarray
    stiffness: np.ndarray
    participation: np.ndarray
    effective: np.ndarray
    total: np.ndarray

    @property
    def fraction(self) -> np.ndarray:
        """Effective masses over the total mass (3, k), zero where there is no mass."""
        return np.where(self.total[:, None] > EPS, self.effective / np.where(self.total > EPS, self.total, 1.0)[:, None], 0.0)


def parameters(stiffness, mass, modes: np.ndarray, directions: np.ndarray) -> ModalParameters:
    """The parameters of modes (n, k) for unit motions `directions` (n, 3)."""
    generalised = np.einsum("ij,ij->j", modes, mass @ modes)
    rigidity = np.einsum("ij,ij->j", modes, stiffness @ modes)
    moved = mass @ directions
    coupling = moved.T @ modes
    light = abs(generalised) < TINY
    by = np.where(light, 1.0, generalised)
    participation = np.where(light, HUGE, coupling / by)
    effective = np.where(light, HUGE, coupling**2 / by)
    return ModalParameters(generalised, rigidity, participation, effective, np.einsum("ij,ij->j", directions, moved))


def largest_first(modes: np.ndarray, counted: np.ndarray | None = None) -> np.ndarray:
    """For each column of `modes` (n, k), its value of largest modulus among the rows `counted`, the first one of several.

    Values within rounding of the largest count as equal, so that the choice does not depend on the solver.
    """
    rows = modes if counted is None else modes[counted]
    if not rows.size:
        return np.zeros(modes.shape[1], modes.dtype)
    sizes = abs(rows)
    first = (sizes >= sizes.max(axis=0) * (1.0 - 1e-9)).argmax(axis=0)
    return rows[first, np.arange(modes.shape[1])]
