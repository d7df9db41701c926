"""Circular slip surfaces: their geometry, and the search for the one that resists least (u4.84.47)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .profile import NEAR, Profile, SlopeFailed

_FEW = 1e-3
"""The search ends when halving the step changes the factor by less."""


@dataclass
class Circle:
    """The arc below the ground between the abscissas x1 < x2 of its ends."""

    x1: float
    x2: float
    centre: tuple[float, float]
    radius: float

    def at(self, x):
        """The ordinate of the arc, NaN beside the circle."""
        apart = abs(x - self.centre[0])
        low = self.centre[1] - np.sqrt(np.maximum(self.radius**2 - apart**2, 0.0))
        return np.where(apart - self.radius > NEAR, np.nan, low)


def through(profile: Profile, x1: float, x2: float, radius: float) -> Circle:
    """The circle of a radius through two points of the surface; raises SlopeFailed where the radius is too small."""
    y1, middle, tilt = _bisector(profile, x1, x2)
    a, b, c = tilt**2 + 1, 2 * (x1 - middle) * tilt - 2 * y1, (x1 - middle) ** 2 + y1**2 - radius**2
    root = _root(a, b, c)
    if root is None:
        least = np.hypot(x1 - x2, y1 - profile.at(x2)) / 2
        raise SlopeFailed(f"no circle of radius {radius:g} passes through x = {x1:g} and {x2:g}: the radius is at least {least:g}")
    y0 = (-b + root) / 2 / a
    return Circle(x1, x2, (middle - tilt * y0, y0), radius)


def tangent(profile: Profile, x1: float, x2: float, *, y: float | None = None, x: float | None = None) -> float:
    """The radius of the circle through two points of the surface that touches a level line y or an upright line x."""
    y1, middle, tilt = _bisector(profile, x1, x2)
    if y is not None:
        a, b, c = tilt**2, 2 * (x1 - middle) * tilt - 2 * y1 + 2 * y, (x1 - middle) ** 2 + y1**2 - y**2
    else:
        a, b, c = 1.0, 2 * (x1 * tilt - y1 - tilt * x), (x1 - middle) ** 2 + y1**2 - (x - middle) ** 2
    root = _root(a, b, c)
    if root is None:
        raise SlopeFailed(f"no circle through x = {x1:g} and {x2:g} touches {'y' if x is None else 'x'} = {y if x is None else x:g}")
    y0 = (-b - root) / 2 / a
    return y0 - y if y is not None else abs(middle - tilt * y0 - x)


def _bisector(profile, x1, x2):
    """y1, and c, k of the line x = c - k y of points as far from both ends."""
    y1, y2 = profile.at(x1), profile.at(x2)
    return y1, (x2**2 - x1**2 + y2**2 - y1**2) / 2 / (x2 - x1), (y2 - y1) / (x2 - x1)


def _root(a, b, c):
    square = b**2 - 4 * a * c
    if abs(square) < NEAR:
        return 0.0
    return np.sqrt(square) if square > 0.0 else None


def flaw(profile: Profile, circle: Circle, n: int) -> str:
    """Why the ground cannot slide on a circle cut into n slices: "above" the surface, too "shallow", below the "bottom"; else empty."""
    (x0, y0), radius = circle.centre, circle.radius
    inner = (profile.x - circle.x1 >= NEAR) & (circle.x2 - profile.x >= NEAR)
    allowed = np.full(len(profile.x), radius)
    allowed[profile.hollows] -= profile.smallest
    if (inner & ((profile.x - x0) ** 2 + (profile.y - y0) ** 2 - allowed**2 >= 0.0)).any():
        return "above"
    if _shallow(profile, circle, n) is not None:
        return "shallow"
    if profile.bottom + radius - y0 > 1e-3:
        half = np.sqrt(radius**2 - (profile.bottom - y0) ** 2)
        if x0 + half - circle.x1 > NEAR and circle.x2 - x0 + half > NEAR:
            return "bottom"
    return ""


def _shallow(profile, circle, n):
    """The first point between slices (x, its least depth) that is too near to the surface, or None."""
    for x in np.linspace(circle.x1, circle.x2, n, endpoint=False)[1:]:
        margin = 2 * profile.cell_height(x)
        if profile.at(x) - circle.at(x) < margin:
            return x, margin
    return None


@dataclass
class Search:
    """The search over the ends x1 in `left`, x2 in `right` and over radii.

    factor   of a circle
    slices, radii  how many slices and radii;  lowest, highest: ordinates of the level lines that the circles touch, None for any
    tried    rows (x0, y0, radius, factor);  count: how many circles were tried, the places of those left out included
    """

    profile: Profile
    factor: Callable[[Circle], float]
    slices: int
    radii: int
    lowest: float | None = None
    highest: float | None = None
    tried: list = field(default_factory=list)
    count: int = 0

    def run(self, left, right) -> tuple[Circle, float]:
        """The circle with the least factor, and that factor. Raises SlopeFailed."""
        best, least = None, np.inf
        for x1 in left:
            for x2 in right:
                found = self._between(float(x1), float(x2), least)
                if found is not None and found[1] < least:
                    best, least = found
        if best is None:
            raise SlopeFailed("no slip surface resists less than infinitely: none could be tried")
        return best, least

    def _between(self, x1, x2, least):
        y1, y2 = self.profile.at(x1), self.profile.at(x2)
        half = np.hypot(x2 - x1, y2 - y1) / 2

        def circle(depth):
            return through(self.profile, x1, x2, (half**2 + depth**2) / 2 / depth)

        bounds = self._bounds(x1, x2, y1, y2)
        if bounds is None:
            return None
        deepest, *shallowest = (r - np.sqrt(r**2 - half**2) for r in bounds)
        if shallowest:
            deepest, shallow = max(deepest, shallowest[0]), min(deepest, shallowest[0])
            step = (deepest - shallow) / (self.radii - 1)
            depths = np.linspace(deepest, shallow, self.radii)
        else:
            step = deepest / self.radii
            depths = np.arange(deepest, 0.0, -step)
        if step < NEAR:
            only = circle(depths[0])
            if flaw(self.profile, only, self.slices):
                raise SlopeFailed(f"the only circle between x = {x1:g} and {x2:g} (radius {only.radius:g}) is no slip surface")
            return only, self._try(only)
        found = []
        for depth in depths:
            drawn = circle(depth)
            wrong = flaw(self.profile, drawn, self.slices)
            if wrong:
                break
            found.append((depth, self._try(drawn)))
        if not found:
            raise SlopeFailed(f"no circle between x = {x1:g} and {x2:g} is a slip surface: the deepest is {wrong}")
        factors = [f for _, f in found]
        first = int(np.argmin(factors))
        if factors[first] >= least:
            return None
        return self._halved(circle, found[first][0], step, factors, first)

    def _bounds(self, x1, x2, y1, y2):
        """The radii of the deepest and the shallowest circle, the second left out where any will do; None for no circle at all."""
        side = x1 if y1 > y2 else x2
        low = min(y1, y2)
        first = tangent(self.profile, x1, x2, x=side)
        centre = through(self.profile, x1, x2, first).centre[1] if self.lowest is None else 0.0
        if self.lowest is not None:
            if self.lowest > low:
                return None
            first = tangent(self.profile, x1, x2, y=self.lowest)
        elif centre - first < self.profile.bottom:
            first = tangent(self.profile, x1, x2, y=self.profile.bottom)
        if self.highest is not None:
            return first, tangent(self.profile, x1, x2, y=min(self.highest, low))
        widest = self._widest(x1, x2, y1, y2)
        return (first,) if widest is None else (first, widest)

    def _widest(self, x1, x2, y1, y2):
        """The largest radius that hollows of the surface above the chord leave, None where there are none."""
        profile, radius = self.profile, None
        slope = (y2 - y1) / (x2 - x1)
        for point in profile.hollows:
            x, y = profile.x[point], profile.y[point]
            if x1 < x < x2 and slope * x + y2 - slope * x2 > y:
                own = _by_three((x1, y1), (x, y - profile.smallest), (x2, y2))
                radius = own if radius is None else min(own, radius)
        if radius is None:
            return None
        for _ in range(101):
            drawn = through(profile, x1, x2, radius)
            wrong = flaw(profile, drawn, self.slices)
            if not wrong:
                return radius
            if wrong == "bottom":
                raise SlopeFailed("the ground below the slope is not deep enough for slip surfaces")
            if wrong == "above":
                radius -= profile.smallest
            else:
                x, margin = _shallow(profile, drawn, self.slices)
                radius = _by_three((x1, y1), (x, profile.at(x) - 1.05 * margin), (x2, y2))
        raise SlopeFailed(f"no circle between x = {x1:g} and {x2:g} stays below the surface")

    def _halved(self, circle, depth, step, factors, first):
        """The least factor around a depth, by steps that are halved."""
        stand = np.full(5, np.inf)
        around = factors[max(first - 1, 0) : first + 2]
        stand[(first == 0) : (first == 0) + len(around)] = around
        least, change, parts = factors[first], np.inf, 1
        while change > _FEW:
            deeper, shallower = circle(depth + step / 2**parts), circle(depth - step / 2**parts)
            if stand[0] == np.inf:
                stand[4] = self._factor(shallower)
            elif stand[2] == np.inf:
                stand[3] = self._factor(deeper)
            else:
                stand[3:] = self._factor(deeper), self._factor(shallower)
            for drawn, own in ((deeper, stand[3]), (shallower, stand[4])):
                self._note(drawn, own)
            found = np.min(stand)
            if found < least:
                side = int(np.argmin(stand))
                depth += (1 if side == 3 else -1) * step / 2**parts
                stand[:3] = stand[[0, 3, 1]] if side == 3 else stand[[1, 4, 2]]
            change, least = abs(found - least), found
            parts += 1
        return circle(depth), least

    def _factor(self, circle):
        value = self.factor(circle)
        return np.inf if np.isnan(value) else value

    def _try(self, circle):
        value = self._factor(circle)
        self._note(circle, value)
        return value

    def _note(self, circle, value):
        self.tried.append((*circle.centre, circle.radius, value))
        self.count += 1


def _by_three(first, second, third):
    """The radius of the circle through three points."""
    points = np.array([first, second, third])
    sides = points[0] - points[1:]
    if abs(np.linalg.det(sides)) < NEAR:
        raise SlopeFailed("three points of a slip surface are in line")
    squares = (points**2).sum(axis=1)
    centre = np.linalg.solve(sides, 0.5 * (squares[0] - squares[1:]))
    return float(np.linalg.norm(centre - points[0]))
