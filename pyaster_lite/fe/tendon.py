"""Tendons of prestressed concrete: length, curvature, and the tension that friction, anchors and relaxation leave (r7.01.02)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PARTS = 5
"""Between two nodes the integrals along the curve are taken by as many trapezia."""
WAVY = 10
"""A curve whose curvature changes its sign so much oftener than the slope of its chords turns is not one."""
SMALL = 1e-4


def trajectory(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Abscissae (n,) and angles turned through so far (n,), rad, of a line of nodes x (n, 3).

    Cubic splines of the length of the chords go through the nodes, their ends along the first and the last chord. Where they
    wave about, the chords themselves are taken, half of the angle at a node counting there.
    """
    from scipy.interpolate import CubicSpline

    chords = np.diff(x, axis=0)
    lengths = np.linalg.norm(chords, axis=1)
    if not lengths.all():
        raise ValueError("two nodes of the line are at the same place")
    s = np.concatenate([[0.0], np.cumsum(lengths)])
    slopes = chords / lengths[:, None]
    spline = CubicSpline(s, x, bc_type=((1, slopes[0]), (1, slopes[-1])))
    if _waves(slopes, spline(s, 2)):
        angles = np.arccos(np.clip(abs((slopes[1:] * slopes[:-1]).sum(axis=1)), 0.0, 1.0))
        turned = np.concatenate([[0.0], np.cumsum(angles)])
        return s, np.concatenate([[0.0], turned[:-1] + angles / 2, turned[-1:]])
    at = s[:-1, None] + lengths[:, None] * np.arange(PARTS + 1) / PARTS
    first, second = spline(at, 1), spline(at, 2)
    size = (first**2).sum(axis=-1)
    turn = np.linalg.norm(np.cross(first, second), axis=-1) / size
    weights = np.array([0.5, *np.ones(PARTS - 1), 0.5])
    pieces = [(lengths / PARTS) * (values @ weights) for values in (np.sqrt(size), turn)]
    return tuple(np.concatenate([[0.0], np.cumsum(piece)]) for piece in pieces)


def _waves(slopes, second):
    """Whether some coordinate's second derivative changes its sign too often; slopes are compared with the first one (code_aster)."""
    signs = np.sign(slopes[1:] - slopes[0])
    for column in range(signs.shape[1]):
        own = signs[:, column][signs[:, column] != 0.0]
        turns = np.count_nonzero(own[1:] != own[:-1])
        if np.count_nonzero(second[1:, column] * second[:-1, column] < 0.0) >= turns + WAVY:
            return True
    return False


@dataclass(frozen=True)
class Tendon:
    """What the tension depends on.

    pull, slip     N at the active anchors, m that each of them gives way by
    stiffness      E A of the steel, N
    curved, along  losses by friction: 1/rad and 1/m
    """

    pull: float
    slip: float
    stiffness: float
    curved: float
    along: float

    def tension(self, s: np.ndarray, turned: np.ndarray, both: bool) -> np.ndarray:
        """(n,) N after friction and the slip of the first anchor, or of both.

        F = F0 exp(-mu a - k s)      up to the length d that the slip reaches, F <- F(d)^2 / F
        """
        first, reach = self._from(s, turned)
        if not both:
            return first
        back, turned_back = s[-1] - s[::-1], turned[-1] - turned[::-1]
        second, reach_back = self._from(back, turned_back)
        second = second[::-1]
        if reach + reach_back < s[-1]:
            return np.maximum(first, second)
        tension = np.minimum(first, second)
        if reach + reach_back > s[-1]:
            most = np.maximum(self._rubbed(s, turned), self._rubbed(back, turned_back)[::-1])
            lost = most - tension
            work = ((lost[1:] + lost[:-1]) * np.diff(s)).sum() / 2
            tension = tension - (2 * self.stiffness * self.slip - work) / s[-1]
        return tension

    def _rubbed(self, s, turned):
        return self.pull * np.exp(-self.curved * turned - self.along * s)

    def _from(self, s, turned):
        """Tension with the active anchor at the start, and the length that its slip reaches."""
        force = self._rubbed(s, turned)
        if self.slip == 0.0:
            return force, 0.0
        wanted, work = self.stiffness * self.slip, self._work(s, force)
        if work[-1] < SMALL * wanted:
            return force - wanted / s[-1], s[-1]
        if work[-1] <= wanted:
            return force[-1] ** 2 / force - (wanted - work[-1]) / s[-1], s[-1]
        above = int(np.searchsorted(work, wanted, side="right"))
        below = above - 1
        share = (wanted - work[below]) / (work[above] - work[below])
        reach = s[below] + share * (s[above] - s[below])
        angle = turned[below] + share * (turned[above] - turned[below])
        last = self.pull * np.exp(-self.curved * angle - self.along * reach)
        return np.concatenate([last**2 / force[: below + 1], force[below + 1 :]]), reach

    def _work(self, s, force):
        """(n,) for each node, the integral of F - F(d)^2 / F up to there, d being its place."""
        steps = np.diff(s) / 2
        plain = np.concatenate([[0.0], np.cumsum((force[1:] + force[:-1]) * steps)])
        inverse = np.concatenate([[0.0], np.cumsum((1 / force[1:] + 1 / force[:-1]) * steps)])
        return plain - force**2 * inverse


def relaxed_bpel(tension, limit: float, hours: float, start: float, share: float):
    """F (1 - r(j) 5 rho_1000 / 100 (F / F_u - mu_0)): `limit` F_u, `hours` rho_1000 in per cent, `start` mu_0, `share` r(j)."""
    return tension * (1.0 - share * 0.05 * hours * (tension / limit - start))


def relaxed_etcc(tension, limit: float, hours: float, time: float):
    """F - 0.8 F 0.66e-5 rho_1000 exp(9.1 F / F_u) (t / 1000 h)^(0.75 (1 - F / F_u))."""
    ratio = tension / limit
    return tension * (1.0 - 0.8 * 0.66e-5 * hours * np.exp(9.1 * ratio) * (time / 1000.0) ** (0.75 * (1.0 - ratio)))
