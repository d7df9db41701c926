"""What the strains and stresses of a section with known bars are under a normal force and a moment (PostVeriFerraillage).

Compression and moments that compress the upper fibre are positive. A section under a negative moment is seen upside down; as in the code
followed the strains and stresses of its bars are told at their own place, those of its concrete are not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

UNKNOWN = -1.0
"""What is told where nothing can be."""


@dataclass(frozen=True)
class Reinforced:
    """A section of unit width: height, depths of the bars below the compressed fibre, their areas, the forces on it.

    far, near    of the bars away from and close to the compressed fibre: (depth, area)
    upset        whether the moment is negative
    """

    height: float
    far: tuple[float, float]
    near: tuple[float, float]
    normal: float
    moment: float
    upset: bool

    @classmethod
    def of(cls, height, covers, areas, normal, moment, upset) -> Reinforced:
        """Of covers and areas of the lower and the upper bars; `upset` tells which fibre counts as compressed."""
        (low, up), (lower, upper) = covers, areas
        if upset:
            return cls(height, (height - up, upper), (low, lower), normal, abs(moment), moment < 0)
        return cls(height, (height - low, lower), (up, upper), normal, abs(moment), moment < 0)

    def bars(self, depth, curvature):
        """Strains of the far and the near bars."""
        return -curvature * (self.far[0] - depth), -curvature * (self.near[0] - depth)


def _placed(section, far, near):
    return (near, far) if section.upset else (far, near)


def service_axis(section: Reinforced, ratio: float, young: float) -> tuple[float, float]:
    """Depth of the neutral axis and curvature of concrete without tension, both materials linear; `ratio` of their moduli."""
    h, n, (d, lower), (d0, upper) = section.height, section.normal, section.far, section.near
    if n == 0.0:
        return _bent(section, ratio, young)
    e = section.moment / n
    # zero of the moment of stresses about the place of the force, partly compressed
    arms = ratio * upper * (e - h / 2 + d0) + ratio * lower * (e - h / 2 + d)
    levers = ratio * upper * d0 * (h / 2 - d0 - e) + ratio * lower * d * (h / 2 - d - e)
    roots = [x for x in _cubic(1 / 6, e / 2 - h / 4, arms, levers) if 0 < x <= h]
    if len(roots) == 1:
        x = roots[0]
        return x, n / (young / ratio) / (x**2 / 2 + ratio * upper * (x - d0) + ratio * lower * (x - d))
    if n >= 0:
        a, b = arms + h * e, levers - h**3 / 12 - h**2 / 2 * e
    else:
        a = upper * (e - h / 2 + d0) + lower * (e - h / 2 + d)
        b = upper * d0 * (h / 2 - d0 - e) + lower * d * (h / 2 - d - e)
    if a == 0:
        return np.sign(n) * 10000 * h, 0.0
    x = -b / a
    concrete = (1 + np.sign(n)) / 2 * (2 * x - h) * h / 2
    return x, n / (young / ratio) / (concrete + ratio * upper * (x - d0) + ratio * lower * (x - d))


def _bent(section, ratio, young):
    if section.moment == 0.0:
        return 0.0, 0.0
    (d, lower), (d0, upper) = section.far, section.near
    a, b, c = 0.5, ratio * (upper + lower), -ratio * (upper * d0 + lower * d)
    x = (-b + np.sqrt(b**2 - 4 * a * c)) / 2 / a
    inertia = x**3 / 3 + ratio * lower * (d - x) ** 2 + ratio * upper * (d0 - x) ** 2
    return x, section.moment / inertia / young * ratio


def _cubic(a, b, c, d):
    """The real roots as the code followed has them, -1 in place of those that are not; where two coincide without the shift -b / 3a."""
    p = (3 * a * c - b**2) / (3 * a**2)
    q = (2 * b**3 - 9 * a * b * c + 27 * a**2 * d) / (27 * a**3)
    delta, shift = (q / 2) ** 2 + (p / 3) ** 3, -b / 3 / a
    if delta > 0:
        return shift + np.cbrt(-q / 2 + np.sqrt(delta)) + np.cbrt(-q / 2 - np.sqrt(delta)), -1.0, -1.0
    if delta < 0:
        angle, size = np.arccos(-q / 2 * np.sqrt(-27 / p**3)), 2 * np.sqrt(-p / 3)
        return tuple(shift + size * np.cos(angle / 3 + 2 / 3 * k * np.pi) for k in range(3))
    return 2 * np.cbrt(-q / 2), -np.cbrt(-q / 2), -np.cbrt(-q / 2)


def service_state(section: Reinforced, ratio: float, young: float):
    """(compressed height, strains, stresses) of concrete, of the lower and of the upper bars at the limit state of service."""
    depth, curvature = service_axis(section, ratio, young)
    h, n, lower, upper = section.height, section.normal, section.far[1], section.near[1]
    if curvature != 0:
        strains = max(0.0, depth * curvature, -curvature * (h - depth)), *section.bars(depth, curvature)
        stresses = young / ratio * strains[0], young * strains[1], young * strains[2]
    else:
        if np.sign(n) == -1:
            stresses = 0.0, n / 2 / lower, n / 2 / upper
        else:
            even = n / (h + ratio * (lower + upper))
            stresses = even, ratio * even, ratio * even
        strains = stresses[0] / young * ratio, stresses[1] / young, stresses[2] / young
    told = [(values[0], *_placed(section, *values[1:])) for values in (strains, stresses)]
    return max(0.0, min(depth, h)), *told


@dataclass(frozen=True)
class UltimateLaw:
    """Design strengths fcd and fyd, modulus of steel, strain of the vertex of the parabola of concrete, greatest strain of steel, its gain.

    sloped    whether steel gains strength with its strain
    crushing  the greatest strain of concrete
    """

    concrete: float
    steel: float
    young: float
    vertex: float
    greatest: float
    gain: float
    sloped: bool
    crushing: float

    def stress(self, strain):
        """Of steel."""
        limit = self.steel / self.young
        if abs(strain) <= limit:
            return self.young * strain
        if not self.sloped:
            return np.sign(strain) * self.steel
        slope = (self.gain - 1.0) * self.steel / (self.greatest - limit)
        start = self.steel * (self.gain * limit - self.greatest) / (limit - self.greatest)
        return start * np.sign(strain) + slope * strain

    def push(self, height, x, curvature):
        """Force and moment about the middle of the height of concrete compressed down to x."""
        top = max(0.0, x * curvature)
        if not (x > 0 and top > 0):
            return 0.0, 0.0
        low, flat, a = max(0.0, min(x, height)), 0.0, top / self.vertex
        if top > self.vertex:
            flat = x * (1 - self.vertex / top)
        force = low - x / (3 * a) * ((a * (low / x - 1) + 1) ** 3 - (a * (flat / x - 1) + 1) ** 3)
        # the moment counts no strain of concrete beyond what it bears
        a = min(top, self.crushing) / self.vertex
        even = ((height / 2 - flat) ** 2 - (height / 2 - low) ** 2) / 2 + flat / 2 * (height - flat)
        lost = x / 3 / a * (x - height / 2) * ((1 - a / x * (x - flat)) ** 3 - (1 - a / x * (x - low)) ** 3)
        for sign, end in ((1.0, flat), (-1.0, low)):
            r = x - end
            lost += sign * (r**2 / 2 - 2 / 3 * a / x * r**3 + a**2 / x**2 * r**4 / 4)
        return self.concrete * force, self.concrete * (even - lost)


def ultimate_state(section: Reinforced, law: UltimateLaw, start):
    """(compressed height, strains, stresses) of concrete, of the lower and of the upper bars at the ultimate limit state.

    start  depth and curvature from which the balance is searched
    """
    from scipy.optimize import fsolve

    h, (d, lower), (d0, upper) = section.height, section.far, section.near

    def unbalanced(unknown):
        push, turn = law.push(h, *unknown)
        far, near = (area * law.stress(strain) for area, strain in zip((lower, upper), section.bars(*unknown)))
        return [section.normal - push - far - near, section.moment - turn - far * (h / 2 - d) - near * (h / 2 - d0)]

    depth, curvature = fsolve(unbalanced, start)
    top = max(0.0, depth * curvature)
    strains = top, *section.bars(depth, curvature)
    crushed = law.concrete if top >= law.vertex else law.concrete * (1 - (1 - top / law.vertex) ** 2)
    limit = law.steel / law.young
    bars = [law.young * strain if abs(strain) <= limit else np.sign(strain) * law.steel for strain in strains[1:]]
    told = [(values[0], *_placed(section, *values[1:])) for values in (strains, (crushed, *bars))]
    return max(0.0, min(depth, h)), *told
