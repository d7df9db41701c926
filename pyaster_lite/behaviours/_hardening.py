"""Isotropic hardening: the yield stress R over the cumulated plastic strain p, and the return to the yield surface.

Every kind answers for all points (ne, ng) at once:
    at(p) -> R(p), R'(p)
    first -> R(0)
    slip(trial, three_mu, p) -> dp with R(p + dp) + 3 mu dp = trial, for a trial stress above R(p)
    area(p) -> the integral of R from 0 to p, of those that make a law of elasticity
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.data import MissingData
from pyaster_lite.fe.errors import ComputationFailed, LawFailed

from ._bracket import between
from ._law import Moduli, moduli, moduli_of


class Linear:
    """R = SY + R' p with R' = E E_T / (E - E_T), E_T the slope of the traction curve (ECRO_LINE)."""

    def __init__(self, data, elasticity: Moduli):
        slope, young = data.at_points("traction_slope"), elasticity.young
        if (slope >= young).any():
            raise ComputationFailed("D_SIGM_EPSI must be below Young's modulus")
        self.first, self.rate = data.at_points("yield_stress"), slope * young / (young - slope)
        self.slope, self.young = slope, young

    def area(self, p):
        """Under the straight line."""
        return (self.first + 0.5 * self.rate * p) * p

    def changes(self, p, size, shear_slope, two_mu, slope_of, data):
        """How R and its integral change with the temperature on the curve of an elastic law at a given strain.

        size (ne, ng) sqrt(3/2 |e'|^2) of the strain, shear_slope of 2 mu, slope_of(data, name) that of a property.
        """
        young, slope = slope_of(data, "young"), slope_of(data, "traction_slope")
        first = slope_of(data, "yield_stress")
        rate = (young * self.slope + self.young * slope + self.rate * (slope - young)) / (self.young - self.slope)
        growth = (shear_slope * size - first - p * (rate + 1.5 * shear_slope)) / (self.rate + 1.5 * two_mu)
        stress, change = self.first + self.rate * p, first + rate * p + self.rate * growth
        return change, 0.5 * ((first + change) * p + (self.first + stress) * growth)

    def at(self, p):
        """R and its slope."""
        return self.first + self.rate * p, np.broadcast_to(self.rate, p.shape)

    def slip(self, trial, three_mu, p):
        """The linear equation's solution."""
        return (trial - self.first - self.rate * p) / (self.rate + three_mu)


class Power:
    """R = SY + SY (E p / (A SY))^(1/N) (ECRO_PUIS)."""

    def __init__(self, data, elasticity: Moduli):
        self.first, self.young = data.at_points("yield_stress"), elasticity.young
        self.scale = self.young / (data.at_points("hardening_coefficient") * self.first)
        self.power = 1.0 / data.at_points("hardening_exponent")

    def area(self, p):
        """Under the curve."""
        return self.first * p * (1.0 + (self.scale * p) ** self.power / (1.0 + self.power))

    def at(self, p):
        """R and its slope, which is E at p = 0 where the power has none."""
        small = p <= np.finfo(float).eps
        safe = np.where(small, 1.0, p)
        rate = self.power * self.first * self.scale * (self.scale * safe) ** (self.power - 1.0)
        return self.first + self.first * (self.scale * p) ** self.power, np.where(small, self.young, rate)

    def slip(self, trial, three_mu, p):
        """By Newton's method between none and the slip without hardening."""

        def unmet(dp):
            stress, rate = self.at(p + dp)
            return stress + three_mu * dp - trial, rate + three_mu

        most = np.maximum((trial - self.at(p)[0]) / three_mu, 0.0)
        # as many tries as a number can be halved: next to SY a large N leaves hardly any slip
        return between(unmet, 0.5 * most, 0.0, most, beside=p, tries=1100)[0]


class ByPoints:
    """R by points, straight in between (TRACTION, or curves by another name); between two curves linear at equal p."""

    def __init__(self, data, shape, before: bool = False, name: str = "traction"):
        self._parts, self.shape = [], shape
        self.young, self.first = np.zeros(shape), np.zeros(shape)
        owner = np.full(len(data), -1) if data.owner is None else data.owner
        for index in np.unique(owner):
            curve = data.materials[index].get(name) if index >= 0 else None
            cells = owner == index
            if curve is None:
                raise MissingData(name, data.cells[cells])
            variables = {word: np.broadcast_to(value, shape) for word, value in data.variables(before).items()}
            try:
                pairs = curve.pairs(variables)
            except KeyError as missing:
                raise ComputationFailed(f"the curves of traction depend on {missing.args[0]}, which is not known at the points") from None
            except ValueError as outside:
                raise ComputationFailed(str(outside)) from None
            for rows, low, high, share in pairs:
                rows = rows & cells[:, None]
                if rows.any():
                    self._parts.append(_Between(rows, low, high, share[rows]))
                    self.young[rows] = self._parts[-1].young
                    self.first[rows] = self._parts[-1].stress[:, 0]

    def area(self, p):
        """Under the pieces of the curve."""
        area = np.zeros(self.shape)
        for part in self._parts:
            area[part.rows] = part.area(p[part.rows])
        return area

    def at(self, p):
        """R and its slope."""
        stress, rate = np.zeros(self.shape), np.zeros(self.shape)
        for part in self._parts:
            stress[part.rows], rate[part.rows] = part.at(p[part.rows])
        return stress, rate

    def slip(self, trial, three_mu, p):
        """The exact solution on the piece of the curve where it lies."""
        dp = np.zeros(self.shape)
        three_mu = np.broadcast_to(three_mu, self.shape)
        for part in self._parts:
            dp[part.rows] = part.slip(trial[part.rows], three_mu[part.rows], p[part.rows])
        return dp


class _Between:
    """Points `rows` between two curves (E, p, R, what holds beyond), on the union of their abscissas."""

    def __init__(self, rows, low, high, share):
        self.rows, share = rows, share[:, None]
        self.young = ((1 - share) * low[0] + share * high[0])[:, 0]
        if low is high:
            self.p, stress, self.beyond = low[1], np.repeat(low[2][None], len(share), axis=0), low[3]
        else:
            self.p = _merged(low[1], high[1])
            stress = (1 - share) * _read(low, self.p) + share * _read(high, self.p)
            sides = {low[3], high[3]}
            self.beyond = next(side for side in ("EXCLU", "LINEAIRE", "CONSTANT") if side in sides)
            if self.beyond == "EXCLU":
                last = min(curve[1][-1] for curve in (low, high) if curve[3] == "EXCLU")
                kept = self.p <= last
                self.p, stress = self.p[kept], stress[:, kept]
        self.stress = stress
        self.rate = np.zeros_like(stress)
        self.rate[:, :-1] = np.diff(stress, axis=1) / np.diff(self.p)
        if self.beyond == "LINEAIRE" and len(self.p) > 1:
            self.rate[:, -1] = self.rate[:, -2]

    def at(self, p):
        place = self._inside(np.searchsorted(self.p, p, "right") - 1, p)
        row = np.arange(len(p))
        rate = self.rate[row, place]
        return self.stress[row, place] + rate * (p - self.p[place]), rate

    def area(self, p):
        pieces = 0.5 * (self.stress[:, 1:] + self.stress[:, :-1]) * np.diff(self.p)
        before = np.concatenate([np.zeros((len(pieces), 1)), np.cumsum(pieces, axis=1)], axis=1)
        place = self._inside(np.searchsorted(self.p, p, "right") - 1, p)
        row = np.arange(len(p))
        return before[row, place] + 0.5 * (self.stress[row, place] + self.at(p)[0]) * (p - self.p[place])

    def slip(self, trial, three_mu, p):
        reached = self.stress + three_mu[:, None] * (self.p - p[:, None]) <= trial[:, None]
        start = np.searchsorted(self.p, p, "right") - 1
        place = np.maximum(np.where(reached.all(axis=1), len(self.p), np.argmin(reached, axis=1)) - 1, start)
        # Where the curve softens, the first crossing after p holds.
        for i in np.flatnonzero((np.diff(reached.astype(int), axis=1) != 0).sum(axis=1) > 1):
            beyond = np.flatnonzero(~reached[i, start[i] + 1 :])
            place[i] = start[i] + beyond[0] if beyond.size else len(self.p) - 1
        row = np.arange(len(p))
        rate = self.rate[row, place]
        dp = (trial - self.stress[row, place] - rate * (p - self.p[place])) / (three_mu + rate)
        self._inside(place, p + np.where(trial > self.at(p)[0], dp, 0.0))
        return dp

    def _inside(self, place, p):
        if self.beyond == "EXCLU" and (p > self.p[-1]).any():
            raise LawFailed(f"a curve of traction ends at a plastic strain of {self.p[-1]:.6g}, which is passed")
        return place


def _merged(first, second):
    """Ascending abscissas of both, those within a millionth of one another once."""
    every = np.union1d(first, second)
    keep = np.concatenate([[True], np.diff(every) > 1e-6 * abs(every[1:])])
    return every[keep]


def _read(curve, at):
    _, p, stress, beyond = curve
    found = np.interp(at, p, stress)
    if beyond == "LINEAIRE" and len(p) > 1:
        slope = (stress[-1] - stress[-2]) / (p[-1] - p[-2])
        found = np.where(at > p[-1], stress[-1] + slope * (at - p[-1]), found)
    return found


@dataclass
class Yield:
    """What a yield surface is made of: elasticity, isotropic hardening, and Prager's modulus (0 without kinematic hardening)."""

    elasticity: Moduli
    hardening: object
    prager: np.ndarray | float = 0.0


class Reduced:
    """A hardening of which 3/2 C p is kinematic: R(p) less that."""

    def __init__(self, whole, prager):
        self.whole, self.part = whole, 1.5 * prager

    @property
    def first(self):
        """R(0)."""
        return self.whole.first

    def at(self, p):
        """R and its slope."""
        stress, rate = self.whole.at(p)
        return stress - self.part * p, rate - self.part

    def slip(self, trial, slope, p):
        """As the whole, the kinematic part standing on the other side."""
        return self.whole.slip(trial + self.part * p, slope - self.part, p)


class Level:
    """No isotropic hardening."""

    def __init__(self, first):
        self.first = first

    def at(self, p):
        """R and its slope."""
        return np.broadcast_to(self.first, p.shape), np.zeros(p.shape)

    def slip(self, trial, slope, p):
        """Straight."""
        return (trial - self.first) / slope


def linear(data, shape, before):
    """ECRO_LINE."""
    elasticity = moduli(data, before)
    return Yield(elasticity, None if before else Linear(data, elasticity))


def power(data, shape, before):
    """ECRO_PUIS."""
    elasticity = moduli(data, before)
    return Yield(elasticity, None if before else Power(data, elasticity))


def by_points(data, shape, before):
    """TRACTION, whose curve gives Young's modulus too."""
    hardening = ByPoints(data, shape, before)
    return Yield(moduli_of(hardening.young, data.at_points("poisson", before=before)), hardening)


def linear_with_prager(data, shape, before):
    """ECRO_LINE and PRAGER."""
    found, prager = linear(data, shape, before), data.at_points("prager", before=before)
    return Yield(found.elasticity, None if before else Reduced(found.hardening, prager), prager)


def by_points_with_prager(data, shape, before):
    """TRACTION and PRAGER."""
    found, prager = by_points(data, shape, before), data.at_points("prager", before=before)
    return Yield(found.elasticity, Reduced(found.hardening, prager), prager)


def kinematic(data, shape, before):
    """ECRO_LINE, all of whose hardening is kinematic: C = 2/3 E E_T / (E - E_T)."""
    elasticity, slope = moduli(data, before), data.at_points("traction_slope", before=before)
    young = elasticity.young
    if (slope <= 0.0).any() or (slope >= young).any():
        raise ComputationFailed("D_SIGM_EPSI must lie between zero and Young's modulus")
    return Yield(elasticity, None if before else Level(data.at_points("yield_stress")), slope * young / (young - slope) / 1.5)
