"""RELATION='POLYCRISTAL': grains of crystals under one mean strain (r5.03.11, section 7).

With f_g the fraction of grain g, e_g its slips' strain, beta_g its accommodation, E = sum f_g e_g, sigma = C (strain - E):

    sigma_g = sigma + MU_LOCA a (E - e_g),  a = q / (q + 3/2 MU_LOCA P), q the size of sigma, P cumulated      BZ
    sigma_g = sigma + MU_LOCA (sum f beta - beta_g)                                                            BETA
    dbeta_g = de_g - DL (beta_g - DA e'_g) |de_g|,  e'_g = sum M_s (gamma_s + dgamma_s)                        BETA

where the rates of gamma stand for dgamma, and what the first systems of a grain know hardens each of its families,
as in code_aster (lcmmop). It is followed by an explicit rule; the tangent is the elasticity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pyaster_lite.behaviours._law import Law
from pyaster_lite.behaviours._runge_kutta import runge_kutta

from ._systems import schmid
from ._values import LEAST
from .crystal import Crystal
from .single import NAMES, Field, marks_of


@dataclass
class Grain:
    """The number of its crystal, its fraction of the volume, and its axes (3, 3), as rows."""

    crystal: int
    fraction: float
    frame: np.ndarray


class Aggregate(Law):
    """The law over all cells and points."""

    plane_stress = False
    approached = True

    def __init__(self, crystals: Sequence[Crystal], grains: Sequence[Grain], rule: str, shear: float, back: tuple = (0.0, 0.0),
                 precision: float = 1e-6):  # fmt: skip
        self.crystals, self.grains, self.rule, self.shear, self.back, self.precision = crystals, grains, rule, shear, back, precision
        self.needs = {name: word for crystal in crystals for name, word in crystal.needs.items()}
        self.internal_names = tuple(self._names())
        self.slips = slice(7 + 6 * len(grains), 7 + 6 * len(grains) + 3 * self.systems)
        self.marks = slice(self.slips.stop, self.slips.stop + sum(crystals[grain.crystal].marks for grain in grains))
        self.stresses = slice(self.marks.stop, self.marks.stop + 6 * len(grains))

    @property
    def systems(self) -> int:
        """How many systems all grains have."""
        return sum(self.crystals[grain.crystal].count for grain in self.grains)

    @property
    def turns(self) -> bool:
        """Whether what the grains hold is aught else than their strains."""
        return self.rule == "BETA" and self.back[0] != 0.0

    def _names(self):
        yield from NAMES
        yield "EPSPEQ"
        for number in range(1, len(self.grains) + 1):
            yield from (f"{name}_{number}" for name in NAMES)
        for number, grain in enumerate(self.grains, 1):
            for i in range(1, self.crystals[grain.crystal].count + 1):
                yield from (f"{name}{i}_{number}" for name in ("ALPHA", "GAMMA", "P"))
        for number, grain in enumerate(self.grains, 1):
            yield from (f"{name}_{number}" for name in marks_of(self.crystals[grain.crystal]))
        for number in range(1, len(self.grains) + 1):
            yield from (f"SIGMA{name[4:]}_{number}" for name in NAMES)
        yield "INDIPLAS"

    def within(self, precision, tries):
        """The law with another precision of the explicit rule."""
        return Aggregate(self.crystals, self.grains, self.rule, self.shear, self.back, precision)

    def solved_by(self, algorithm):
        """There is one algorithm."""
        return self

    def integrate(self, strain, state, data, continuum):
        """The explicit rule at all points."""
        points = _Points(self, strain, state, data, continuum)
        if data.step.predicting:
            stress, internal = points.old_stress, points.internal
        else:
            stress, internal = points.followed()
        return points.shaped(stress), points.shaped(internal), points.shaped(points.hooke)


class _Points(Field):
    """What a step has at the points."""

    def __init__(self, law, strain, state, data, continuum):
        super().__init__(strain, state, data, continuum)
        self.law, self.fractions = law, np.array([grain.fraction for grain in law.grains])

    def _alike(self):
        """(crystal, its grains, what its families know, M (1 or n, g, s, 6), where its systems are among all, one after the other)."""
        law, first, places = self.law, 0, []
        for grain in law.grains:
            count = law.crystals[grain.crystal].count
            places.append(np.arange(first, first + count))
            first += count
        for number, crystal in enumerate(law.crystals):
            grains = [i for i, grain in enumerate(law.grains) if grain.crystal == number]
            if not grains:
                continue
            around = self.frames[:1] if (self.frames == self.frames[:1]).all() else self.frames
            frames = np.stack([law.grains[i].frame for i in grains])[None] @ around[:, None]
            tensors = schmid(*crystal.systems(frames))
            points = crystal.points(self.data, self.points_by_cell, self.rate_of_strain, self.dt, before=True)
            own, systems = _run(np.array(grains)), _run(np.concatenate([places[i] for i in grains]))
            yield crystal, own, [point.of_grains() for point in points], tensors, systems

    def followed(self):
        """Stress and variables at the end."""
        law, n, grains = self.law, self.count, len(self.law.grains)
        alike, slips = list(self._alike()), law.slips
        marks = self.internal[:, law.marks]

        def rate(rows, x, y):
            strain = self.old_strain[rows] + (x / self.dt)[:, None] * self.increment[rows] - y[:, :6]
            stress = (self.old_hooke[rows] @ strain[..., None])[..., 0]
            held = y[:, 7 : 7 + 6 * grains].reshape(-1, grains, 6)
            local = self._localised(stress, y[:, :6], y[:, 6], held)
            known = y[:, slips].reshape(len(y), -1, 3)
            out = np.zeros((len(rows), y.shape[1]))
            flows, turned = np.zeros((len(rows), grains, 6)), np.zeros((len(rows), grains, 6)) if law.turns else None
            rates = out[:, slips].reshape(len(y), -1, 3)
            for crystal, own, points, tensors, places in alike:
                tensors = tensors if len(tensors) == 1 else tensors[rows]
                resolved = _across(tensors, local[:, own])
                old = known[:, places].reshape(*resolved.shape, 3)
                # as in code_aster, the irradiation of the first grain counts for all
                first = marks[rows, None, : crystal.marks]
                here = points if len(rows) == n else [point.some(rows) for point in points]
                slip = crystal.rates(resolved, old, first, here, of_grain=True)
                slip = slip * (slip[..., 2:] > 0.0)
                rates[:, places] = slip.reshape(len(y), -1, 3)
                moved = slip[..., 1]
                flows[:, own] = _across(tensors.swapaxes(-1, -2), moved)
                if law.turns:
                    gone = np.where(moved != 0.0, old[..., 1] + moved, 0.0)
                    turned[:, own] = _across(tensors.swapaxes(-1, -2), gone)
            out[:, slips] = rates.reshape(len(y), -1)
            out[:, 7 : 7 + 6 * grains] = self._accommodated(flows, held, turned).reshape(len(y), -1)
            out[:, :6] = np.einsum("g,ngi->ni", self.fractions, flows)
            out[:, 6] = _size(out[:, :6])
            return out

        internal, last = self.internal.copy(), slips.stop
        with np.errstate(over="ignore", invalid="ignore"):
            internal[:, :last] = runge_kutta(internal[:, :last], rate, self.dt, law.precision)
        stress = (self.old_hooke @ (self.old_strain + self.increment - internal[:, :6])[..., None])[..., 0]
        size = _size(internal[:, :6] - self.internal[:, :6])
        internal[:, 6] = self.internal[:, 6] + size
        held = internal[:, 7 : 7 + 6 * grains].reshape(n, grains, 6)
        internal[:, law.stresses] = self._localised(stress, internal[:, :6], internal[:, 6], held).reshape(n, -1)
        known = internal[:, slips].reshape(n, -1, 3)
        self._irradiate(internal, marks, known, alike)
        internal[:, -1] = size != 0.0
        return stress, internal

    def _localised(self, stress, strain, cumulated, held):
        """The stresses (n, g, 6) of the grains."""
        if self.law.rule == "BETA":
            mean = np.einsum("g,ngi->ni", self.fractions, held)
            return stress[:, None] + self.law.shear * (mean[:, None] - held)
        away = stress.copy()
        away[:, :3] -= stress[:, :3].mean(axis=-1, keepdims=True)
        size = np.sqrt(1.5 * (away**2).sum(axis=-1))
        some = size > LEAST
        share = np.where(some, size / np.where(some, size + 1.5 * self.law.shear * cumulated, 1.0), 0.0)
        return stress[:, None] + (share * self.law.shear)[:, None, None] * (strain[:, None] - held)

    def _accommodated(self, flows, held, turned):
        """The rates (n, g, 6) of what the grains hold: their strains, or their accommodation."""
        if not self.law.turns:
            return flows
        limit, share = self.law.back
        return flows - limit * (held - share * turned) * _size(flows)[..., None]

    def _irradiate(self, internal, marks, known, alike):
        """What slips leave of the irradiation, by grain."""
        if not marks.size:
            return
        counts = [self.law.crystals[grain.crystal].marks for grain in self.law.grains]
        first = np.concatenate([[0], np.cumsum(counts)])
        for crystal, own, points, _, places in alike:
            grains = np.arange(len(counts))[own]
            for grain, place in zip(grains, np.arange(known.shape[1])[places].reshape(len(grains), -1)):
                at = slice(first[grain], first[grain + 1])
                if crystal.marks:
                    found = crystal.irradiated(marks[:, at], known[:, place], np.zeros(len(place)), points, True)
                    internal[:, self.law.marks][:, at] = found


def _run(numbers):
    """The numbers as a slice where they follow one another."""
    first, last = numbers[0], numbers[-1] + 1
    return slice(first, last) if (numbers == np.arange(first, last)).all() else numbers


def _across(tensors, values):
    """(n, g, s) products of tensors (1 or n, g, s, k) and values (n, g, k)."""
    if len(tensors) > 1:
        return (tensors @ values[..., None])[..., 0]
    return (values.swapaxes(0, 1) @ tensors[0].swapaxes(-1, -2)).swapaxes(0, 1)


def _size(strain):
    """sqrt(2/3 e : e)."""
    return np.sqrt(2 / 3 * (strain**2).sum(axis=-1))
