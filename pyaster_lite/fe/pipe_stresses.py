"""Stresses of pipes by their indices: pressure and moments between two states of a piping run (B 3600, ZE 200 of RCC-M, r7.04.03)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Section:
    """Where moments act: the columns of the three among the twelve loads, radius and inertia, and the indices C2 and K2."""

    columns: slice
    radius: float
    inertia: float
    c2: float
    k2: float


@dataclass
class Pipe:
    """Radius and thickness, the indices of pressure (C1, K1) and of thermal stress (C3, K3), one section, or nozzle and run."""

    radius: float
    thickness: float
    c1: float
    k1: float
    c3: float
    k3: float
    sections: tuple[Section, ...]

    def size(self, peak: bool, change, pressure: float, shake=None) -> float:
        """The stress of a change of loads (12,) and of pressure, with the indices K for peak stresses; an earthquake of loads (12,) goes
        from one sign to the other in each of the moments.

            C1 R |dp| / e + C2 R |dM| / I
        """
        whole = (self.c1 * self.k1 if peak else self.c1) * self.radius * abs(pressure) / self.thickness
        # The norm of moments is largest where each moment of the earthquake has the sign of the change: no sign need be tried
        moments = np.abs(change) + (0.0 if shake is None else 2.0 * np.abs(shake))
        for own in self.sections:
            index = own.c2 * own.k2 if peak else own.c2
            whole += index * own.radius * float(np.linalg.norm(moments[own.columns])) / own.inertia
        return whole

    def membrane(self, pressures) -> float:
        """The mean stress of the largest pressure."""
        return self.radius * float(np.abs(pressures).max()) / self.thickness

    def local(self, hot: float, pressed: float) -> tuple[float, float]:
        """What indices add to the peak stresses of transients, with and without their thermal part, by the ranges of linear stress."""
        of_pressure = (self.k1 * self.c1 - 1.0) * pressed
        return (self.k3 * self.c3 - 1.0) * hot + of_pressure, of_pressure


def state_pairs(peak: bool, pipe: Pipe, one, other, shake=None) -> tuple[float, float]:
    """(the largest of the stresses between a state of one situation and one of another, that between the two states left); situations are
    ((2, 12) loads, (2,) pressures)."""
    sizes = [
        pipe.size(peak, one[0][i] - other[0][j], float(one[1][i] - other[1][j]), shake) for i, j in ((0, 1), (0, 0), (1, 0), (1, 1))
    ]
    place = int(np.argmax(sizes))
    return (sizes[place], sizes[(place + 2) % 4]) if sizes[place] > 0.0 else (0.0, 0.0)
