"""Modes of structures that repeat around Z, from a basis of one sector with both its sides held (R4.06.03)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Sector:
    """A sector in the coordinates of its basis, modes first.

    stiffness, mass  (n, n)
    modes            the coordinates of the modes of the held sector
    right, left      the coordinates of the shapes of both sides, and `turn` (k, k): what the left one does where the right one moves
                     by one unit, by the same rule in each sector
    axis             of each harmonic that moves the axis its shapes (n, m)
    count            of the sectors
    """

    stiffness: np.ndarray
    mass: np.ndarray
    modes: np.ndarray
    right: np.ndarray
    left: np.ndarray
    turn: np.ndarray
    axis: dict
    count: int

    def motions(self, harmonic: int) -> np.ndarray:
        """(n, m) complex: those in which the left side follows the right one by the angle of the harmonic."""
        size, n_modes = len(self.stiffness), len(self.modes)
        made = np.zeros((size, n_modes + len(self.right)), complex)
        made[self.modes, np.arange(n_modes)] = 1.0
        sides = made[:, n_modes:]
        sides[self.right, np.arange(len(self.right))] = 1.0
        sides[self.left] = np.exp(2j * np.pi * harmonic / self.count) * self.turn
        return np.hstack([made, self.axis[harmonic]]) if harmonic in self.axis else made

    def solve(self, harmonic: int):
        """All eigenvalues (rad/s)² that rise, and the vectors (n, m) complex, normed by the mass, their
        largest entry real."""
        from scipy.linalg import eigh

        motions = self.motions(harmonic)
        stiffness, mass = (motions.conj().T @ matrix @ motions for matrix in (self.stiffness, self.mass))
        values, vectors = eigh(0.5 * (stiffness + stiffness.conj().T), 0.5 * (mass + mass.conj().T))
        vectors = motions @ vectors
        largest = vectors[abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
        return values, vectors * (largest.conj() / abs(largest))


def kept_by_the_axis(turn: np.ndarray, harmonic: int, count: int, along: np.ndarray) -> np.ndarray:
    """(n, m) complex: the motions of the axis that all sectors share in a harmonic, 0 or 1, from what a turn by a sector does to its
    unknowns, those with `along` (n,) true going along Z or around it; one left out of the interface stays still, as in code_aster."""
    step = np.exp(2j * np.pi * harmonic / count) * turn
    mean = sum(np.linalg.matrix_power(step, power) for power in range(count)) / count
    left, size, _ = np.linalg.svd(mean[:, along if harmonic == 0 else ~along], full_matrices=False)
    return left[:, size > 1.0e-9]
