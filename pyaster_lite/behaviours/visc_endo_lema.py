"""RELATION='VISC_ENDO_LEMA': creep of Lemaitre with a threshold and isotropic damage (r5.03.15), see _damaged_creep.

With q* the equivalent of the trial 2 mu dev(e - ev_), x = dt p1 and p2 = (q/((1 - D) A_D))^R_D solve

f(x) = (1 - D) (g - q* dt^(1/N)) + 3 mu x dt^(1/N) = 0,  g = K x^(1/N) (r_ + x)^(1/M) + SY dt^(1/N),  D = D_ + dt^(1 - R_D/N) (g/A_D)^R_D

within the precision beside f(0), on code_aster's path.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, mean, norm, unit

from ._damaged_creep import MOST, TINY, DamagedCreep
from ._law import moduli, strain_increment
from ._scalar_search import SEARCHES, UNSOLVED, dekker


def _from_nothing(function, low, high, close, tries):
    """Dekker's search, which sets out from nothing and the upper bound."""
    return dekker(function, high, close, tries, np.ones(high.shape, bool))


OWN = SEARCHES | {"DEKKER": _from_nothing}
"""By ALGO_INTE."""


class ViscEndoLema(DamagedCreep):
    """The law over all cells and points; `search` is that of ALGO_INTE."""

    needs = {"young": "ELAS", "creep_exponent": "LEMAITRE", "damaged_creep.r_d": "VISC_ENDO"}
    words = tuple(f"damaged_creep.{word}" for word in ("sy", "r_d", "a_d"))

    def __init__(self, precision: float = 1e-6, tries: int = 20, search=SEARCHES["SECANTE"]):
        super().__init__(precision, tries)
        self.search = search

    def within(self, precision, tries):
        """The law with another precision of its equation."""
        return ViscEndoLema(precision, tries, self.search)

    def solved_by(self, algorithm):
        """The law with the search of ALGO_INTE; ValueError when it is none of its own."""
        if algorithm is not None and algorithm not in OWN:
            raise ValueError(f"this law is solved by {' or '.join(OWN)}")
        return self if algorithm is None else ViscEndoLema(self.precision, self.tries, OWN[algorithm])

    def trial(self, strain, state, data, continuum):
        """The elastic strain if nothing flowed, from the stress of the start."""
        increment, _ = strain_increment(strain, state, data, continuum)
        before, lost = moduli(data, before=True), state.internal[..., 8]
        left = 1 - np.where(lost == 1.0, MOST, lost)
        start = deviator(state.stress) / before.two_mu[..., None]
        start = start + (mean(state.stress) / before.three_k)[..., None] * unit(strain.shape[-1])
        return start / left[..., None] + increment

    def _solved(self, step, strain, state, data, continuum):
        """(stress, p1, p2, matrix, tries)."""
        count, n = step.trial.shape
        undamaged = (step.hooke @ step.trial[..., None])[..., 0]
        away = deviator(undamaged)
        size = np.sqrt(1.5) * norm(away)
        flows = size > step.threshold
        three_mu = np.ones(count)
        three_mu[flows] = 1.5 * norm(away[flows]) / norm(deviator(step.trial[flows]))
        x, tries = np.zeros(count), np.zeros(count)
        if flows.any():
            x[flows], tries[flows] = self._slips(step, np.flatnonzero(flows), size[flows], three_mu[flows])
        step.full = flows & (self._lost(step, x) >= MOST)
        x[step.full] = 0.0
        lost = np.where(step.full, MOST, np.where(flows, self._lost(step, x), step.lost))
        # as in code_aster a stress under the threshold has no deviator left
        share = np.where(flows, (1 - lost) - three_mu * x / np.where(flows, size, 1.0), 0.0)
        stress = share[:, None] * away + ((1 - lost) * mean(undamaged))[:, None] * unit(n)
        p1, p2 = x / step.dt, np.where(step.full, 0.0, lost - step.lost) / step.dt
        _, matrix = step.look(stress, p1, p2.copy())
        return stress, p1, p2, matrix, tries

    @staticmethod
    def _lost(step, x):
        """The damage of x."""
        safe = np.maximum(x, TINY)
        flow = (safe / step.dt) ** (1 / step.exponent) * (step.old[:, 7] + safe) ** step.hardening / step.rate + step.threshold
        return step.lost + np.where(x > 0.0, step.dt * (flow / step.damage["a_d"]) ** step.damage["r_d"], 0.0)

    def _slips(self, step, rows, size, three_mu):
        """(x, tries) of the points that flow."""
        exponent, rate, hardening, r, lost, threshold = (
            value[rows] for value in (step.exponent, step.rate, step.hardening, step.old[:, 7], step.lost, step.threshold)
        )
        power, scale = step.damage["r_d"][rows], step.damage["a_d"][rows]
        lasts = step.dt ** (1 / exponent)

        def function(x):
            acts, safe = x >= TINY, np.maximum(x, TINY)
            g = np.where(acts, safe ** (1 / exponent) * (r + safe) ** hardening / rate + threshold * lasts, 0.0)
            grows = np.where(acts, step.dt ** (1 - power / exponent) * (np.where(acts, g, 1.0) / scale) ** power, 0.0)
            return (1 - lost - grows) * (g - size * lasts) + three_mu * x * lasts

        close = self.precision * abs(function(np.zeros_like(size)))
        high, met = self._beyond(function, size / three_mu, close)
        if met.all():
            return high, np.zeros(len(rows))
        # where it is met already, the search is of a function that it leaves at once
        x, tries = self.search(lambda x: np.where(met, x - high, function(x)), np.zeros_like(high), high, close, self.tries)
        return np.where(met, high, x), np.where(met, 0, tries)

    def _beyond(self, function, start, close):
        """(x, met): where the function is positive, by tens up while it rises and by halves once it falls, or where it is met already."""
        x, halves = start.copy(), np.zeros(start.shape, bool)
        f = function(x)
        met = abs(f) < close
        for _ in range(2 * self.tries):
            seeks = ~met & (f <= 0.0)
            if not seeks.any():
                return x, met
            halves |= seeks & (function(x * (1 + 1e-7)) <= f)
            x = np.where(seeks, np.where(halves, x / 2, x * 10), x)
            f = function(x)
            met |= seeks & (abs(f) < close) & ~halves
        raise LawFailed(UNSOLVED)


BEHAVIOURS.add("VISC_ENDO_LEMA", ViscEndoLema())
