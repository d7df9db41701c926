"""Phases of steel (r4.04.01): ferrite, pearlite, bainite, martensite and austenite along a history of temperatures, by Waeckel's law.

A state is (n, 9): the five phases, the sum of the four cold ones, the size of the grain (of austenite), T, and Ms, where martensite starts.
From T1 at t1 to T2 at t2, T0 being the temperature before, in sub-steps of at most five degrees:

heating   towards the equilibrium ze = (T - Ac1)/(Ac3 - Ac1) at the rate 1/tau, tau between tau1 and tau3 as ze grows;
          the cold phases dissolve in proportion
cooling   above Ar3 nothing;  else, above Ms, by the diagram (fe.metallurgy.diagram);  below it martensite,
          z4 = (1 - z1 - z2 - z3)(1 - exp(a (Ms - T))) where the steel cools fast enough, Ms moved by z1 + z2 + z3
grain     dD/dt = (1/D - 1/Dlim)/l of what is austenite, l = l0 exp(Q/T), Dlim = D10 exp(-W/T)

As in code_aster, T and dT/dt of a step that is not divided are those before it, and the austenite at the start of a divided step of heating
moves on from sub-step to sub-step only where the grain is followed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import ComputationFailed
from .diagram import Diagram

MARTENSITE, AUSTENITE, COLD, GRAIN, HEAT, START = 3, 4, 5, 6, 7, 8
"""Where they stand in a state."""
TINY = 1e-10
LEAST = np.finfo(float).eps
LARGEST = 5.0
"""Degrees of a sub-step."""
BELOW = 1e-3
"""How far below zero the austenite may come before a step is divided."""


@dataclass(frozen=True)
class Growth:
    """Of the grain: l0, Q, D10, W."""

    mobility: float
    activation: float
    limit: float
    limit_activation: float


@dataclass(frozen=True)
class Steel:
    """Ar3, a, Ms, Ac1, Ac3 in degrees, tau1, tau3 in s, the diagram, and how the grain grows (None where it does not)."""

    ar3: float
    alpha: float
    ms0: float
    ac1: float
    ac3: float
    first_delay: float
    last_delay: float
    diagram: Diagram
    growth: Growth | None = None

    def started(self, phases: np.ndarray, temperature: np.ndarray) -> np.ndarray:
        """States (n, 9) of given phases, sum of the cold ones and grain (n, 7) at temperatures (n,)."""
        total = phases[:, :5].sum(axis=1)
        check_total(total)
        cold = total - phases[:, AUSTENITE]
        cold = np.where(abs(cold - phases[:, COLD]) > 1e-2, cold, phases[:, COLD])
        return np.column_stack([phases[:, :5], cold, phases[:, GRAIN], temperature, np.full(len(phases), self.ms0)])

    def stepped(self, state: np.ndarray, temperatures, d01: float, d12: float) -> np.ndarray:
        """States (n, 9) at the end of a step of d12 s after one of d01 s; `temperatures` T0, T1, T2, each (n,)."""
        t0, t1, t2 = temperatures
        rate = (t1 - t0) / d01
        austenite = 1.0 - state[:, :4].sum(axis=1)
        equilibrium = np.minimum((t2 - self.ac1) / (self.ac3 - self.ac1), 1.0)
        cools = np.where(t2 < self.ac1, True, np.where(rate < 0.0, True, austenite > equilibrium))
        cools &= ~((rate > 0.0) | (t2 > self.ar3))
        gap = abs(t2 - t1)
        count = np.where(gap > LARGEST + 1e-3, (gap / LARGEST - 1e-3).astype(int) + 1, 1)
        found = state.copy()
        found[:, HEAT] = t2
        for rows, change in ((cools, self._cooled), (~cools, self._heated)):
            if rows.any():
                found[rows] = change(state[rows], t0[rows], t1[rows], t2[rows], d01, d12, count[rows])
        hot = 1.0 - found[:, 0] - found[:, 1] - found[:, 2] - found[:, 3]
        found[:, AUSTENITE] = np.where(hot <= LEAST, 0.0, np.minimum(hot, 1.0))
        found[:, COLD] = 1.0 - found[:, AUSTENITE]
        if (found[:, :5] < 0.0).any() or (found[:, :5] > 1.0).any():
            raise ComputationFailed("a phase of the steel leaves 0 to 1: the steps are too large")
        return found

    def _cooled(self, state, t0, t1, t2, d01, d12, count):
        state = state.copy()
        for i in range(1, count.max() + 1):
            rows = np.flatnonzero(count >= i)
            n, first, last = count[rows], t1[rows], t2[rows]
            start = first + (last - first) * (i - 1) / n
            end = first + (last - first) * i / n
            rate = np.where(n == 1, (first - t0[rows]) / d01, (end - start) / (d12 / n))
            state[rows] = self._cooled_once(state[rows], start, end, rate, d01)
        return state

    def _cooled_once(self, state, start, end, rate, dt):
        phases, diagram = state[:, :4], self.diagram
        cold, ms = phases.sum(axis=1), state[:, START]
        hot = start > self.ar3
        over = (cold >= 0.999) | (start < ms - np.log(0.01) / self.alpha - 15.0)
        goes = ~(hot | over)
        change = np.zeros_like(phases)
        diffuses = np.flatnonzero(goes & (start >= ms))
        if diffuses.size:
            effective = rate[diffuses] * np.exp(diagram.grain_effect * (state[diffuses, GRAIN] - diagram.grain))
            rise = (end - start)[diffuses]
            change[diffuses, :3] = diagram.rates(phases[diffuses, :3], effective, start[diffuses], rise)
        soft = cold - phases[:, MARTENSITE]
        untouched = phases[:, MARTENSITE] == 0.0
        moved = np.where((soft >= diagram.threshold) & untouched, self.ms0 + diagram.per_phase * soft + diagram.shift, ms)
        left = 1.0 - soft
        slow = (rate > diagram.martensite_speed(start)) & untouched
        hardens = ~((end > moved) | (left < 0.01) | slow)
        made = left * (1.0 - np.exp(self.alpha * np.maximum(0.0, moved - end)))
        change[:, MARTENSITE] = np.where(hardens, np.maximum(made - phases[:, MARTENSITE], 0.0), 0.0)
        total = change.sum(axis=1)
        full = cold + total > 0.999
        scale = np.where(full, (1.0 - cold) / np.where(total == 0.0, 1.0, total), 1.0)
        found = state.copy()
        found[:, :4] = np.where(goes[:, None], phases + change * scale[:, None], phases)
        found[:, HEAT] = end
        found[:, START] = np.where(hot, self.ms0, np.where(goes, moved, ms))
        z = found[:, :4]
        # the sum that code_aster takes for the austenite here
        found[:, GRAIN] = self._grain(state[:, GRAIN], 1.0, start, 1.0 - z[:, 0] + z[:, 1] + z[:, 2] + z[:, 3], dt, dt)
        return found

    def _heated(self, state, t0, t1, t2, d01, d12, count):
        known = 1.0 - state[:, :4].sum(axis=1)
        before, found, grain = self._dissolved(state, known, t0, t1, t2, d01, d12, count)
        again = found < -BELOW
        if again.any():
            rows = np.flatnonzero(again)
            parts = (values[rows] for values in (state, before, t0, t1, t2))
            before[rows], found[rows], grain[rows] = self._dissolved(*parts, d01, d12, np.full(len(rows), 10))
            if (found < -BELOW).any():
                raise ComputationFailed("the austenite of the steel comes below zero: the steps are too large")
        found = np.where(found > 1.0 - TINY, 1.0, np.where(found < 0.0, 0.0, found))
        share = np.where(before != 1.0, 1.0 - (found - before) / np.where(before != 1.0, 1.0 - before, 1.0), 1.0)
        result = state.copy()
        result[:, :4] *= share[:, None]
        result[:, HEAT], result[:, GRAIN] = t2, grain
        return result

    def _dissolved(self, state, austenite, t0, t1, t2, d01, d12, count):
        """Austenite at the start, as the sub-steps leave it, and at the end; the grain."""
        austenite, found, grain = austenite.copy(), austenite.copy(), state[:, GRAIN].copy()
        span, step = self.ac3 - self.ac1, d12 / count
        for i in range(1, count.max() + 1):
            rows = np.flatnonzero(count >= i)
            n, z = count[rows], austenite[rows]
            first = t1[rows] + (t2 - t1)[rows] * (i - 1) / n
            last = t1[rows] + (t2 - t1)[rows] * i / n
            rate = np.where(n == 1, (t1 - t0)[rows] / d01, (last - first) / step[rows])
            ze1, ze2 = np.minimum((first - self.ac1) / span, 1.0), np.minimum((last - self.ac1) / span, 1.0)
            delay = self.first_delay + (self.last_delay - self.first_delay) * ze1
            lag = delay * np.where(ze2 >= 1.0 - TINY, 0.0, rate) / span
            faded = np.exp(-step[rows] / delay)
            ahead = z + (-lag + ze2 + lag * faded - ze1) * (1.0 - z) / np.where(ze1 == 1.0, 1.0, 1.0 - ze1)
            behind = -lag + ze2 + (lag - ze1 + z) * faded
            rests = (first < self.ac1 - TINY) | (z >= 1.0)
            new = np.where(rests, z, np.where(z > ze1, ahead, behind))
            made = abs(new) >= TINY
            share = np.where(made, 1.0 - (new - z) / np.where(made, new, 1.0), 1.0)
            own = self._grain(grain[rows], share, first, new, d01, d12)
            found[rows] = new
            grain[rows] = own
            if self.growth is not None:
                austenite[rows] = np.where(n > 1, new, z)
        return austenite, found, grain

    def _grain(self, before, share, temperature, austenite, d01, d12):
        if self.growth is None:
            return np.full(len(before), self.diagram.grain)
        kelvin, own = temperature + 273.0, self.growth
        slowness = 1.0 / (own.mobility * np.exp(own.activation / kelvin))
        limit = own.limit * np.exp(-own.limit_activation / kelvin)
        b = before * share - d01 * slowness / limit
        grown = (b + np.sqrt(b**2 + 4.0 * d12 * slowness)) / 2.0
        return np.where(austenite < 1e-3, 0.0, grown)


def check_total(total: np.ndarray):
    """Raise ComputationFailed unless the phases add up to one."""
    if (abs(total - 1.0) > 1e-2).any():
        raise ComputationFailed(f"the phases at the start add up to {total[abs(total - 1.0) > 1e-2][0]:.6g}, not to one")
