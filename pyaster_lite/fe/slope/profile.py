"""The surface of a slope: its points from left to right, its breaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

NEAR = 1e-6


class SlopeFailed(ComputationFailed):
    """No slip surface can be drawn as asked."""


@dataclass
class Profile:
    """Points x, y (n,) ordered by x, each with the `heights` of a cell below it (n,); m.

    bottom     the ordinate of the lowest node of the ground
    smallest   the size of the smallest cell
    rising     whether the ground rises from left to right, so that it slides to the left
    """

    x: np.ndarray
    y: np.ndarray
    heights: np.ndarray
    bottom: float
    smallest: float
    rising: bool = True

    def at(self, x):
        """The ordinate of the surface."""
        return np.interp(x, self.x, self.y)

    def cell_height(self, x: float) -> float:
        """The height of the cell below the last point at or before x."""
        return self.heights[np.flatnonzero(self.x <= x)[-1]]

    @cached_property
    def slopes(self) -> np.ndarray:
        """(n - 1,) dy/dx between points, NaN where the surface is upright."""
        dx, dy = np.diff(self.x), np.diff(self.y)
        upright = abs(dx) < NEAR
        return np.where(upright, np.nan, dy / np.where(upright, 1.0, dx))

    @cached_property
    def hollows(self) -> list[int]:
        """The points where the surface turns upwards."""
        before, after = self.slopes[:-1], self.slopes[1:]
        return (1 + np.flatnonzero((np.isnan(before) & ~np.isnan(after)) | (after - before > NEAR))).tolist()

    @cached_property
    def breaks(self) -> tuple[np.ndarray, np.ndarray]:
        """(m, 2) the points where the surface turns, and the angles (m + 1,) of the parts between them, rad."""
        before, after = self.slopes[:-1], self.slopes[1:]
        upright = np.isnan(before) | np.isnan(after)
        turns = np.flatnonzero((upright & ~(np.isnan(before) & np.isnan(after))) | (abs(after - before) > NEAR))
        parts = [self.slopes[turns[0]] if len(turns) else self.slopes[0], *self.slopes[turns + 1]]
        wall = np.pi / 2 if self.rising else -np.pi / 2
        angles = np.array([wall if np.isnan(k) else np.arctan(k) for k in parts])
        return np.stack([self.x[turns + 1], self.y[turns + 1]], axis=1), angles

    def angle_at(self, x: float, right: bool) -> float:
        """The angle of the surface, rad; at a break, that of its right side or of its left side; 0 at the ends of a straight one."""
        points, angles = self.breaks
        if not len(points):
            return 0.0 if min(abs(self.x[0] - x), abs(self.x[-1] - x)) < NEAR else angles[0]
        there = np.flatnonzero(abs(points[:, 0] - x) < NEAR)
        if len(there):
            return angles[there[0] + right]
        return angles[np.searchsorted(points[:, 0], x)]
