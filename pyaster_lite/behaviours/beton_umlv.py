"""RELATION='BETON_UMLV': creep of concrete, basic and by drying (r7.01.06).

The strain of creep is  (er + ei) 1 + (dr + di) + f,  s_m the mean stress, s' the deviator, h the humidity of the pores:

1.  deviator     kr dr + nr dr' = h s',   ni di' = h s'
2.  mean         nr er' = h s_m - kr er - 2 nr ei',   ni ei' = 2 kr er - ki ei - h s_m,  ei never growing: where it would over a step it
    stays, and er is that of a spring beside a dashpot
3.  drying       f' = |h'| s / nf
4.  over a step the strains of 1 to 3 are a + b s_ + c s, whence  s = (1 + D c)^-1 D (D_^-1 s_ + de - a - b s_),  de the increment of the
    strains less those of temperature, hydration and drying; as all is isotropic, for mean stress and deviator apart
5.  tangent  (1 + D c)^-1 D.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, unit

from ._creep import dashpot, kelvin, relative_humidity
from ._law import Law, moduli, strain_increment

REVERSIBLE, LASTING, DRYING = [2, 4, 6, 11, 13, 15], [3, 5, 7, 12, 14, 16], [8, 9, 10, 17, 18, 19]
"""Where the variables hold the components XX, YY, ZZ, XY, XZ, YZ of dr, di and f, in Mandel's notation."""
ER, EI, FREE = 0, 1, 20
NAMES = (
    "ERSP", "EISP", "ERD11", "EID11", "ERD22", "EID22", "ERD33", "EID33", "EFD11", "EFD22", "EFD33", "ERD12", "EID12", "ERD23", "EID23",
    "ERD31", "EID31", "EFD12", "EFD23", "EFD31", "ISPH",
)  # fmt: skip
NEEDS = {"young": "ELAS", "creep_mean_spring": "BETON_UMLV", "desorption": "BETON_DESORP"}
ROUND = np.finfo(float).eps


@dataclass
class Increment:
    """a + b s_ + c s of steps 1 to 3: (a, b, c) of er, ei, dr, di, and b = c of f."""

    reversible: tuple
    lasting: tuple
    deviator_reversible: tuple
    deviator_lasting: tuple
    drying: np.ndarray

    def total(self, ns):
        """a (ne, ng, ns), and b, c of mean stress and deviator."""
        (ar, *mean_r), (ai, *mean_i) = self.reversible, self.lasting
        (dr, *shear_r), (_, *shear_i) = self.deviator_reversible, self.deviator_lasting
        (b_mean, c_mean), (b, c) = ([x + y + self.drying for x, y in zip(*parts)] for parts in ((mean_r, mean_i), (shear_r, shear_i)))
        return (ar + ai)[..., None] * unit(ns) + dr, (b_mean, b), (c_mean, c)


class Creep:
    """The creep of points over a step, from the variables (ne, ng, >= 20) before it."""

    def __init__(self, data, shape, internal):
        words = ("mean_spring", "mean_viscosity", "mean_inner_spring", "mean_inner_viscosity", "spring", "viscosity", "inner_viscosity")
        self.k_mean, self.n_mean, self.k_inner, self.n_inner, self.k, self.n, self.n_lasting = (
            np.broadcast_to(data.at_points(f"creep_{word}"), shape) for word in words
        )
        self.n_drying = np.broadcast_to(data.at_points("creep_drying_viscosity", np.inf), shape)
        self.before, self.after = relative_humidity(data, shape, True), relative_humidity(data, shape)
        self.dt = data.step.after - data.step.before
        self.old = internal

    def increment(self, alone, ns) -> Increment:
        """Over the step, ei staying at the points that `alone` (ne, ng) tells."""
        old, zero, dt = self.old, np.zeros(alone.shape), self.dt
        dr = old[..., REVERSIBLE[:ns]]
        if dt == 0.0:
            none = (zero, zero, zero)
            return Increment(none, none, (0.0 * dr, zero, zero), (0.0, zero, zero), zero)
        left, b, c = kelvin(self.k, self.n, self.before, self.after, dt)
        left_mean, *own = kelvin(self.k_mean, self.n_mean, self.before, self.after, dt)
        spring = (left_mean * old[..., ER], *own)
        reversible, lasting = self._both(dt)
        return Increment(
            tuple(np.where(alone, x, y) for x, y in zip(spring, reversible)),
            tuple(np.where(alone, 0.0, y) for y in lasting),
            (left[..., None] * dr, b, c),
            dashpot(self.n_lasting, self.before, self.after, dt),
            abs(self.after - self.before) / (2 * self.n_drying),
        )

    def _both(self, dt):
        """a, b, c of er and ei where both move: two times, of the eigenvalues of their linear equations."""
        rr, ii, ri = self.k_mean / self.n_mean, self.k_inner / self.n_inner, self.k_mean / self.n_inner
        root = np.sqrt((rr - ii) ** 2 + 8 * ri * (rr + ii) + 16 * ri**2)
        fast, slow = -(rr + 4 * ri + ii + root) / 2, -(rr + 4 * ri + ii - root) / 2
        x1, x2 = (fast + ii) / (2 * ri), 2 * ri / (slow + ii)
        one, two, whole = np.exp(fast * dt), np.exp(slow * dt), x1 * x2 - 1
        er, ei = self.old[..., ER], self.old[..., EI]
        shares = (
            ((x1 * x2 * one - two) / whole - 1, x1 * (one - two) / whole),
            (x2 * (one - two) / whole, (one - x1 * x2 * two) / whole + 1),
        )
        grown = self.after - self.before
        result = []
        for by_er, by_ei in shares:
            unit_ = -by_er / self.k_mean + by_ei / self.k_inner
            result.append((by_er * er - by_ei * ei, grown * unit_, self.before * unit_))
        return result

    def grows(self, increment, before, after):
        """Whether ei would not shrink under the mean stresses (ne, ng) before and after the step, which it may not."""
        a, b, c = increment.lasting
        pulled = (before / self.n_inner > -ROUND) & (after / self.n_inner > -ROUND)
        return (a + b * before + c * after > 0.0) | pulled

    def variables(self, increment, before, after):
        """The first 21 variables at the end of the step, `before` and `after` (ne, ng, ns) the stresses."""
        ns = before.shape[-1]
        out = self.old[..., :21].copy()
        first, last, shear, sheared = mean(before), mean(after), deviator(before), deviator(after)
        for place, (a, b, c) in ((ER, increment.reversible), (EI, increment.lasting)):
            out[..., place] += a + b * first + c * last
        for places, (a, b, c) in ((REVERSIBLE, increment.deviator_reversible), (LASTING, increment.deviator_lasting)):
            out[..., places[:ns]] += a + b[..., None] * shear + c[..., None] * sheared
        out[..., DRYING[:ns]] += increment.drying[..., None] * (before + after)
        out[..., FREE] = 1.0
        return out


class Umlv(Law):
    """The law over all cells and points."""

    plane_stress, secant = False, True
    internal_names, needs = NAMES, NEEDS

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5; while predicting, the tangent with what ei did last."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        now, first = moduli(data), moduli(data, before=True)
        creep = Creep(data, shape, state.internal)
        if data.step.predicting:
            _, _, (c_mean, c) = creep.increment(np.rint(state.internal[..., FREE]) == 0, ns).total(ns)
            return state.stress, state.internal, self._tangent(now, c_mean, c, ns)
        increment = strain_increment(strain, state, data, continuum)[0]
        pressure, shear = mean(state.stress), deviator(state.stress)
        alone = np.zeros(shape, bool)
        for _ in range(2):
            crept = creep.increment(alone, ns)
            a, (b_mean, b), (c_mean, c) = crept.total(ns)
            free = increment - a
            found = now.three_k * (mean(free) + (1 / first.three_k - b_mean) * pressure) / (1 + now.three_k * c_mean)
            share = now.two_mu / (1 + now.two_mu * c)
            sheared = share[..., None] * (deviator(free) + (1 / first.two_mu - b)[..., None] * shear)
            alone = alone | creep.grows(crept, pressure, found)
        stress = sheared + found[..., None] * unit(ns)
        return stress, creep.variables(crept, state.stress, stress), self._tangent(now, c_mean, c, ns)

    @staticmethod
    def basic_creep(internal, data, ns):
        """(ne, ng, ns) strains of basic creep in Mandel's notation."""
        mean_part = (internal[..., ER] + internal[..., EI])[..., None] * unit(ns)
        return mean_part + internal[..., REVERSIBLE[:ns]] + internal[..., LASTING[:ns]]

    @staticmethod
    def drying_creep(internal, data, ns):
        """(ne, ng, ns) strains of creep by drying in Mandel's notation."""
        return internal[..., DRYING[:ns]]

    @classmethod
    def total_creep(cls, internal, data, ns):
        """(ne, ng, ns) both."""
        return cls.basic_creep(internal, data, ns) + cls.drying_creep(internal, data, ns)

    @staticmethod
    def _tangent(now, c_mean, c, ns):
        return isotropic_stiffness(now.two_mu / (1 + now.two_mu * c), now.three_k / (1 + now.three_k * c_mean), ns)


BEHAVIOURS.add("BETON_UMLV", Umlv())
