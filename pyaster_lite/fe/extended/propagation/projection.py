"""What the points of a mesh take from a front: the place they belong to, the axes there, how fast and where it grows (r7.02.12, 5.2).

1. The axes at the points of the front are made orthonormal, the tangent one in the plane of both.
2. In the plane, a point belongs to the nearest tip.
3. In space, between two points of the front the axes turn about one axis (Euler), proportionally to the length; a point belongs to
   the place whose normal plane it lies in: found by bisection from the nearest place of the broken line. Speed and angle are linear.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_SAME = 1e-12
_STEPS, _STEP = 25, 0.2
_TURNED = np.radians(0.5)
"""Axes that turn by less between two places are those of the first one."""


@dataclass
class Growth:
    """What grows at the points of a front: (m,) advance by cycle, m, and (m,) angle about the front, rad."""

    speeds: np.ndarray
    angles: np.ndarray


@dataclass
class Taken:
    """At points (n, ...): the place of the front, the axes there, the way from the place, and what grows there.

    places, normals, directions, ways  (n, 3);  speeds, angles  (n,)
    """

    places: np.ndarray
    normals: np.ndarray
    directions: np.ndarray
    ways: np.ndarray
    speeds: np.ndarray
    angles: np.ndarray

    @property
    def distances(self) -> np.ndarray:
        """(n,) squares of the distances to the places."""
        return (self.ways**2).sum(axis=1)

    def level_sets(self) -> tuple[np.ndarray, np.ndarray]:
        """(n,) normal and tangent level sets of the front as it is."""
        return (self.ways * self.normals).sum(axis=1), (self.ways * self.directions).sum(axis=1)

    def after(self, cycles: float) -> tuple[np.ndarray, np.ndarray]:
        """(n,) normal and tangent level sets of the front after so many cycles, the surface being plane beyond it."""
        cosine, sine = np.cos(self.angles)[:, None], np.sin(self.angles)[:, None]
        along = cosine * self.directions + sine * self.normals
        across = cosine * self.normals - sine * self.directions
        left = self.ways - (self.speeds * cycles)[:, None] * along
        return (left * across).sum(axis=1), (left * along).sum(axis=1)


def turned(normals, directions, angles, twists, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """The axes (m, 3) of a front turned about it by angles (m,), and then about the new direction by twists (m,)."""
    cosine, sine = np.cos(angles)[:, None], np.sin(angles)[:, None]
    if dim == 2:
        across, along = cosine * normals - sine * directions, cosine * directions + sine * normals
        return _unit(across), _unit(along)
    front = np.cross(directions, normals)
    straight = np.cross(normals, front)
    across, along = cosine * normals - sine * straight, cosine * straight + sine * normals
    return _unit(np.cos(twists)[:, None] * across - np.sin(twists)[:, None] * front), _unit(along)


def taken(points, front, normals, directions, growth: Growth, dim: int, smallest: float, beyond: str | None) -> Taken:
    """What points (n, 3) take from a front with the axes (m, 3).

    smallest  the length of the shortest edge of the mesh: places are found up to a hundredth of it
    beyond    the ends of a front: None for the axes there, "radial" where directions point away from these, "rebuilt" where first the
              normals and then the directions are those of the way from the ends (cohesive cracks)
    """
    across = _unit(normals)
    binormal = np.cross(normals, directions)
    along = _unit(np.cross(binormal, normals))
    if dim == 2:
        at, least = _nearest_tip(points, front.places)
        places = front.places[at]
        return Taken(places, across[at], along[at], points - places, growth.speeds[at], growth.angles[at])
    return _in_space(points, front, across, along, growth, smallest, beyond)


def distances(points, front, dim: int) -> np.ndarray:
    """(n,) squares of the distances of points (n, 3) to the broken line of a front, to its tips in the plane."""
    if dim == 2:
        return _nearest_tip(points, front.places)[1]
    segment, share, *_ = _on_broken_line(points, front)
    start, end = front.places[segment], front.places[segment + 1]
    return ((start + share[:, None] * (end - start) - points) ** 2).sum(axis=1)


def _nearest_tip(points, tips):
    at, least = np.zeros(len(points), int), np.full(len(points), np.finfo(float).max)
    for number, tip in enumerate(tips):
        _take_nearer(at, least, number, ((points - tip) ** 2).sum(axis=1))
    return at, least


def _take_nearer(at, least, number, away):
    nearer = away < least - (_SAME + least * _SAME)
    at[nearer], least[nearer] = number, away[nearer]
    return nearer


class Turning:
    """The axes between the points of a front: segment i goes from point i to the next one.

    across, along  (m, 3) unit normals to the surface and directions of the front at the points
    least          axes that turn by less, rad, are those of the first point
    """

    def __init__(self, across, along, least: float = _TURNED):
        self.base, self.least = np.stack([along, across, np.cross(along, across)], axis=1), least
        turn = np.einsum("skx,slx->skl", self.base[:-1], self.base[1:])
        self.angle = np.arccos(np.clip(0.5 * (np.trace(turn, axis1=1, axis2=2) - 1.0), -1.0, 1.0))
        skew = np.stack([turn[:, i, j] - turn[:, j, i] for i, j in ((1, 2), (2, 0), (0, 1))], axis=1)
        turning = np.broadcast_to((self.angle > least)[:, None], skew.shape)
        self.axis = np.divide(0.5 * skew, np.sin(self.angle)[:, None], out=np.zeros_like(skew), where=turning)

    def axes(self, segment, share):
        """(n, 3, 3) direction, normal and tangent of the front at shares of segments."""
        angle, e = self.angle[segment] * share, self.axis[segment]
        cosine, sine = np.cos(angle), np.sin(angle)
        outer = (1.0 - cosine)[:, None, None] * e[:, :, None] * e[:, None, :]
        spin = np.zeros((len(e), 3, 3))
        spin[:, 0, 1], spin[:, 0, 2], spin[:, 1, 2] = -e[:, 2], e[:, 1], -e[:, 0]
        spin -= spin.transpose(0, 2, 1)
        turn = outer + cosine[:, None, None] * np.eye(3) + sine[:, None, None] * spin
        found = turn @ self.base[segment]
        found /= np.linalg.norm(found, axis=2, keepdims=True)
        return np.where((angle > self.least)[:, None, None], found, self.base[segment])


def _in_space(points, front, across, along, growth, smallest, beyond):
    segment, share, first, last = _on_broken_line(points, front)
    turning, ends = Turning(across, along), np.zeros(len(points), bool)
    step, before = np.full(len(points), _STEP), np.zeros(len(points))
    start, line = front.places[segment].copy(), (front.places[segment + 1] - front.places[segment]).copy()
    going = np.arange(len(points))
    for count in range(_STEPS):
        own, s = segment[going], share[going]
        start[going], line[going] = front.places[own], front.places[own + 1] - front.places[own]
        tangent = turning.axes(own, s)[:, 2]
        gap = ((points[going] - s[:, None] * line[going] - start[going]) * tangent).sum(axis=1)
        left = abs(gap) >= 1e-2 * smallest
        going, own, s, gap, tangent = going[left], own[left], s[left], gap[left], tangent[left]
        if not len(going):
            break
        if count == 0:
            step[going] *= np.copysign(1.0, gap) * np.copysign(1.0, (tangent * line[going]).sum(axis=1))
            before[going] = gap
        step[going] *= np.where(gap * before[going] < 0.0, -0.5, 1.0)
        s = s + step[going]
        under, over = s < -_SAME, s > 1.0 + _SAME
        stop = (under & (own <= first[going])) | (over & (own >= last[going]))
        segment[going] = own + np.where(stop, 0, over.astype(int) - under.astype(int))
        share[going] = np.where(under, np.where(stop, 0.0, 1.0), np.where(over, np.where(stop, 1.0, 0.0), s))
        ends[going[stop]] = True
        before[going] = gap
        going = going[~stop]
    places = share[:, None] * line + start
    axes = turning.axes(segment, share)
    ways = points - places
    if beyond == "rebuilt":
        axes[ends, 1] = _radial(ways[ends], axes[ends, 1], axes[ends, 0])
    if beyond is not None:
        axes[ends, 0] = _radial(ways[ends], axes[ends, 0], axes[ends, 1])
    speeds, angles = ((v[segment + 1] - v[segment]) * share + v[segment] for v in (growth.speeds, growth.angles))
    return Taken(places, axes[:, 1], axes[:, 0], ways, speeds, angles)


def _on_broken_line(points, front):
    """(segment, share of it, first and last segment of its front) of the nearest place of the front for each point."""
    n = len(points)
    segment, least, share = np.zeros(n, int), np.full(n, np.finfo(float).max), np.zeros(n)
    first, last = np.zeros(n, int), np.zeros(n, int)
    for start, stop in zip(front.starts.tolist(), front.stops().tolist()):
        for i in range(start, stop - 1):
            line, way = front.places[i + 1] - front.places[i], points - front.places[i]
            s = way @ line / (line @ line)
            s = np.where(s - 1.0 >= _SAME, 1.0, np.where(s <= _SAME, 0.0, s))
            nearer = _take_nearer(segment, least, i, ((s[:, None] * line - way) ** 2).sum(axis=1))
            share[nearer], first[nearer], last[nearer] = s[nearer], start, stop - 2
    return segment, share, first, last


def _radial(ways, along, across):
    """Directions in the planes across that point to or from the points, the way that they did before; `along` of points right across."""
    flat = ways - (ways * across).sum(axis=1)[:, None] * across
    sense = np.where((along * flat).sum(axis=1) < 0.0, -1.0, 1.0)
    straight = flat.any(axis=1)
    return np.where(straight[:, None], sense[:, None] * _unit(np.where(straight[:, None], flat, along)), along)


def _unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
