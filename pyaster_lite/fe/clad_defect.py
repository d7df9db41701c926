"""Stress intensity factors of a defect under a coating, and their correction by the plastic zone in it (RSE-M, appendix 5.4; r7.02.10).

A defect of depth a and length 2c under a coating of thickness r on a metal of thickness t, stresses s(u) on its plane a polynomial of the
fourth degree in u = (r + x) / (r + t), x from the coating on:

    K = sqrt(pi a) sum_j s_j i_j u_a^j,    u_a = (r + a) / (r + t)

i_j the influence coefficients, straight in between in a/c, a/r and, but for A, in the ratio of Young's moduli. Over time
K_cp = K + dK, with beta = 1 + C tanh(36 r_y / r), r_y = (K_A / s_y)^2 / (6 pi), dK the largest (beta - 1) K that was met while K grew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .clad_coefficients import DEPTHS, SLENDERNESS, STIFFNESSES, TIPS
from .errors import ComputationFailed

_DEGREES = np.arange(5)
POINTS = len(_DEGREES)
"""How many places of a line the polynomial goes through."""


@dataclass
class Defect:
    """A defect: depth a, half length c (None for one without end), thicknesses of coating and metal, in metres."""

    depth: float
    half_length: float | None
    coating: float
    metal: float

    def coefficients(self, tip: str, stiffness) -> np.ndarray:
        """(n, 5) at a tip, for ratios (n,) of Young's moduli; ComputationFailed outside of what is tabulated."""
        slender = 0.0 if self.half_length is None else self.depth / self.half_length
        along_c, along_r = _between(SLENDERNESS[::-1], slender, "a/c"), _between(DEPTHS, self.depth / self.coating, "a/r")
        table = TIPS[tip][:, ::-1]
        both = np.einsum("i,j,zijk->zk", along_c, along_r, table)
        share = (np.asarray(stiffness)[:, None] - STIFFNESSES[0]) / (STIFFNESSES[1] - STIFFNESSES[0])
        return both[0] + share * (both[1] - both[0])

    def intensity(self, tip: str, stiffness, places, stress) -> np.ndarray:
        """(n,) K of stresses (n, 5) at places (5,) under the coating."""
        whole = self.coating + self.metal
        powers = ((self.coating + places) / whole)[:, None] ** _DEGREES
        polynomial = np.linalg.solve(powers, stress.T).T
        at_tip = ((self.coating + self.depth) / whole) ** _DEGREES
        return np.sqrt(np.pi * self.depth) * (polynomial * self.coefficients(tip, stiffness) * at_tip).sum(axis=1)

    def corrections(self, equivalent, strength, lengthwise: bool, by_ellipse: bool) -> dict[str, np.ndarray]:
        """beta (n,) by tip, of the equivalent K at A (n,) and yield strengths (n,); the depth counts in millimetres."""
        zone = np.tanh(36.0 * (equivalent / strength) ** 2 / (6.0 * np.pi) / self.coating)
        depth = 1000.0 * self.depth
        first, other = (0.165 * np.log(depth), 0.465 * (1.0 + depth / 100.0)) if lengthwise else (0.5, 0.5)
        beta = {"A": 1.0 + first * zone, "B": 1.0 + other * zone, "C": 1.0 + other * zone}
        if by_ellipse:
            flat = 1.464 * (self.depth / (4.0 * self.half_length)) ** 1.65
            beta["B"] = np.maximum(1.0, beta["B"] * np.sqrt((1.0 + flat) / (1.0 + flat * beta["B"] ** 2)))
        return beta


def _between(values, x, name):
    """The weights of ascending values between which x lies straight."""
    if not values[0] <= x <= values[-1]:
        raise ComputationFailed(f"{name} = {x:.6g} is not between {values[0]:g} and {values[-1]:g}: there are no influence coefficients")
    return np.array([np.interp(x, values, own) for own in np.eye(len(values))])


def equivalent(k1, k2, k3) -> np.ndarray:
    """(n,) of the three modes: the largest opening of a kinked crack, and 0.74 |K3|."""
    turned = k2 != 0.0
    safe, root = np.where(turned, k2, 1.0), np.sqrt(k1**2 + 8.0 * k2**2)
    angles = [2.0 * np.arctan((k1 + sign * root) / (4.0 * safe)) for sign in (1.0, -1.0)]
    opened = [(k1 * np.cos(t / 2) ** 2 - 1.5 * k2 * np.sin(t)) * np.cos(t / 2) for t in angles]
    return np.where(turned, np.maximum(*opened), np.maximum(0.0, k1)) + 0.74 * abs(k3)


def corrected(k: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """(n,) K_cp over time."""
    found, before, more = np.zeros_like(k), 0.0, 0.0
    for i, (own, factor) in enumerate(zip(k, beta)):
        if own >= before:
            more = max(more, factor * own - own)
        found[i] = own + more
        before = own
    return found
