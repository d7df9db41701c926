"""Turbulent pressures on structures and what they do to modes (r4.07.02).

The cross spectrum of the pressures at two points is S(w) times a coherence, that of a flow which carries its whirls along x at the
speed u, and across it at v when v is not far above u (v <= 10 u):

    Corcos    exp(-|x| / l) exp(-|y| / m) cos(w x / u + w y / v)                   on a plane, y across
    Au-Yang   exp(-|x| / l) exp(-r |a| / m) cos(w x / u + w r a / v)               on a cylinder of radius r, a the angle around

and a mode f(x) along the normal feels S(w) sum_ij c_ij f_i f_j, over all pairs of points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

TOGETHER = 512
"""Rows of pairs that are handled at once."""
FAST = 10.0
"""A flow across that is faster than this times the one along says nothing."""


@dataclass(frozen=True)
class Flow:
    """speeds along and across, m/s; lengths over which whirls last, m; pulsation, rad/s."""

    along: float
    across: float
    length: float
    width: float
    pulsation: float

    def coherence(self, x: np.ndarray, y: np.ndarray, shortest: np.ndarray) -> np.ndarray:
        """Of points apart by x along and y across; `shortest` is the distance across that whirls fade over."""
        turn = self.pulsation * x / self.along
        if self.across <= FAST * self.along:
            turn = turn + self.pulsation * y / self.across
        return np.exp(-abs(x) / self.length - shortest / self.width) * np.cos(turn)


def plane_places(points: np.ndarray, along, across) -> np.ndarray:
    """(n, 2) coordinates of points (n, 3) along and across the flow."""
    return points @ np.stack([along, across], axis=1)


def cylinder_places(points: np.ndarray, axis, origin) -> tuple[np.ndarray, float]:
    """(n, 2) heights and angles of points (n, 3) on a cylinder, from the first of them, and its radius."""
    offset = points - origin
    height = offset @ axis
    radial = offset - height[:, None] * axis
    first = radial[0]
    angle = np.arctan2(np.cross(first, radial) @ axis, radial @ first)
    return np.stack([height, angle], axis=1), float(np.linalg.norm(first))


def acceptance(flow: Flow, places: np.ndarray, fluxes: np.ndarray, radius: float | None = None) -> float:
    """sum_ij c_ij f_i f_j of a mode's fluxes (n,) through points at `places` (n, 2), angles on a cylinder of some radius."""
    total = 0.0
    for start in range(0, len(places), TOGETHER):
        rows = slice(start, start + TOGETHER)
        x, y = (places[rows, None, axis] - places[None, :, axis] for axis in (0, 1))
        shortest = abs(y)
        if radius is not None:
            shortest, y = radius * np.minimum(shortest, abs(shortest - 2.0 * np.pi)), radius * y
            if flow.across > FAST * flow.along:
                y = shortest
        total += fluxes[rows] @ (flow.coherence(x, y, shortest) @ fluxes)
    return float(total)
