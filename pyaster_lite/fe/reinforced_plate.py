"""Sections of reinforced concrete by layers of bars: elasticity, moments of the first cracks, moments that yield (r7.01.31).

With h the thickness, E and nu those of concrete, layers of bars or sheets of area a_x, a_y by length at r_x, r_y half thicknesses above
the middle, of modulus E' and ratio nu', and m = E'/(1 - nu'^2):

    membrane  B_xx = E h/(1 - nu^2) + sum m a_x,  B_xy = nu E h/(1 - nu^2) + sum nu' m (a_x + a_y)/2,  B_ss = E h/(2 (1 + nu)) + sheets
    bending   the isotropic stiffness of the mean of that of both directions
    cracks    where the strain of one face reaches f_t/E, the prestress helping
    yielding  the parabola through the moments and forces for which concrete is crushed on one side of a plane and bars all yield
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_POINTS = 50
_NOTHING = 1e-8


@dataclass(frozen=True)
class BarLayers:
    """Layers of bars or sheets, arrays (n,): Pa and m2 by m; places in half thicknesses; a sheet resists in shear too."""

    young: np.ndarray
    poisson: np.ndarray
    yields: np.ndarray
    area: np.ndarray
    place: np.ndarray
    sheet: np.ndarray

    @property
    def modulus(self) -> np.ndarray:
        """E'/(1 - nu'^2)."""
        return self.young / (1 - self.poisson**2)


@dataclass(frozen=True)
class LayeredSection:
    """Concrete and its layers; `area` and `place` of these (2, n) along x and y, the prestress (2,) N by m.

    crush is the strength in compression, negative.
    """

    young: float
    poisson: float
    tension: float
    crush: float
    height: float
    layers: BarLayers
    prestress: tuple[float, float] = (0.0, 0.0)

    def membrane(self) -> np.ndarray:
        """(3, 3) on (xx, yy, 2 xy), N by m."""
        concrete, bars = self.young * self.height / (1 - self.poisson**2), self.layers
        mean = bars.area.mean(axis=0)
        found = np.zeros((3, 3))
        found[[0, 1], [0, 1]] = concrete + (bars.modulus * bars.area).sum(axis=1)
        found[0, 1] = found[1, 0] = self.poisson * concrete + (bars.poisson * bars.modulus * mean).sum()
        sheets = (bars.sheet * bars.young * mean / (1 + bars.poisson) / 2).sum()
        found[2, 2] = self.young * self.height / (1 + self.poisson) / 2 + sheets
        return found

    def moduli(self) -> tuple[float, float, float, float]:
        """E and nu of an isotropic plate in membrane, then in bending, that are the means of both directions."""
        h, bars, whole = self.height, self.layers, self.membrane()
        ratio = 2 * whole[0, 1] / (whole[0, 0] + whole[1, 1])
        concrete = self.young / (1 - self.poisson**2) * h**3 / 12
        along = 2 * concrete + (bars.modulus * bars.area * bars.place**2).sum() * h**2 / 4
        across = self.poisson * concrete
        across += (bars.poisson * bars.modulus * bars.area.mean(axis=0) * bars.place.mean(axis=0) ** 2).sum() * h**2 / 4
        bent = 2 * across / along
        return (whole[0, 0] + whole[1, 1]) / (2 * h) * (1 - ratio**2), ratio, along * 6 / h**3 * (1 - bent**2), bent

    def cracking(self) -> tuple[float, float]:
        """The moments of the first crack below and above, means of both directions."""
        h, bars, (_, _, young, poisson) = self.height, self.layers, self.moduli()
        flexural, strain = young * h**3 / 12 / (1 - poisson**2), self.tension / self.young
        along, coupling = np.diag(self.membrane())[:2], (bars.modulus * bars.place * bars.area).sum(axis=1) * h / 2
        pulled = np.array(self.prestress)
        first, second = (
            ((along * strain - pulled) * flexural + (side * pulled * h / 2 - strain * coupling) * coupling)
            / (side * along * h / 2 - coupling)
            for side in (1, -1)
        )
        return float(first.mean()), float(second.mean())

    def yield_moments(self, axis: int) -> np.ndarray:
        """(2, 6) the moments by membrane force that yield along an axis, in positive then in negative bending: see `moment_at`."""
        bars, h = self.layers, self.height
        order = np.argsort(bars.place[axis], kind="stable")
        place, strength = bars.place[axis][order], (bars.area[axis] * bars.yields)[order]
        ends, solid = np.concatenate([[-1.0], place, [1.0]]), np.concatenate([[True], bars.area[axis][order] >= _NOTHING * h, [True]])
        curves = []
        for sign in (1, -1):
            pulls, points = -np.ones(len(place)), []
            for corner in range(len(ends) - 1, 0, -1) if sign > 0 else range(len(ends) - 1):
                if 0 < corner <= len(place):
                    pulls[corner - 1] = 1.0
                points.append(self._points(sign, ends[corner], ends[corner - sign], solid[corner], pulls * strength, place, axis))
            force, moment = np.concatenate(points, axis=1)
            fit = np.polynomial.Polynomial.fit(force, moment, 2).convert().coef
            curves.append([*np.pad(fit, (0, 3 - len(fit))), force[0], force[-1], len(force)])
        return np.array(curves)

    def _points(self, sign, start, end, solid, bars, place, axis):
        count = max(int(abs(end - start) / 2 * _POINTS) - 1, 0)
        k = np.arange(0 if solid else 1, count + 1)
        neutral = start + k * (end - start) / max(count, 1)
        h = self.height
        force = bars.sum() + self.crush * h * (1 + sign * neutral) / 2 - self.prestress[axis]
        return np.stack([force, (bars * place).sum() * h / 2 - sign * self.crush * h**2 * (1 - neutral**2) / 8])


def moment_at(curve: np.ndarray, force: np.ndarray) -> np.ndarray:
    """(n,) moments at membrane forces (n,) of curves (n, 6): three coefficients of a parabola, which is followed by chords between
    two forces, so many points in all, and along the last chords beyond them."""
    first, last, count = curve[:, 3], curve[:, 4], curve[:, 5]
    step = (last - first) / (count - 1)
    cell = np.clip(np.floor((force - first) / step), 0, count - 2)
    left = first + cell * step
    ends = [curve[:, 0] + curve[:, 1] * at + curve[:, 2] * at**2 for at in (left, left + step)]
    return ends[0] + (ends[1] - ends[0]) * (force - left) / step


def reach(curve: np.ndarray, side: int) -> float:
    """The greatest moment of a curve (6,) of positive bending (side 0), the least one of negative bending (side 1), at its points."""
    moments = moment_at(np.tile(curve, (int(curve[5]), 1)), np.linspace(curve[3], curve[4], int(curve[5])))
    return float(moments.min() if side else moments.max())


def between(positive: np.ndarray, negative: np.ndarray) -> tuple[float, float]:
    """The least and the greatest force at which two curves (6,) meet, twice none where neither depends on the force.

    They meet beyond their last points or between them: where the chords cross.
    """
    if not (np.any(positive[1:3]) or np.any(negative[1:3])):
        return 0.0, 0.0
    ends = np.concatenate([np.linspace(c[3], c[4], int(c[5])) for c in (positive, negative)])
    span = np.ptp(ends)
    at = np.sort(np.concatenate([ends, [ends.min() - span, ends.max() + span]]))
    gap = moment_at(np.tile(positive, (len(at), 1)), at) - moment_at(np.tile(negative, (len(at), 1)), at)
    slope = np.diff(gap) / np.where(np.diff(at) > 0.0, np.diff(at), 1.0)
    meets = np.flatnonzero((gap[:-1] < 0.0) != (gap[1:] < 0.0))
    first = meets[0] if gap[0] < 0.0 else 0
    last = meets[-1] if gap[-1] < 0.0 else len(slope) - 1
    return tuple(float(at[i] - gap[i] / slope[i]) for i in (first, last))
