"""How much sooner a metal is worn out in water: the factor F_en of transients (NUREG/CR-6909, RCC-M RPP 3).

Over each step of a transient, with the principal stress of largest size of what it adds being a tension, e = K Tresca / E(T) is its strain
and

    F = exp((A + B e*) S* O* T* + C),    e* = ln(rate / upper rate), at least that of the lower rate, at most zero,

T* a straight line of the temperature between two bounds. F_en is the mean of F by the strains, one where they are small in all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .invariants import principal
from .stress_lines import tresca
from .tensors import mandel_factors


@dataclass
class Warming:
    """A transient at a place: instants (n,), s; stresses (n, 6); temperatures (n,); and O*, how much oxygen counts."""

    instants: np.ndarray
    stress: np.ndarray
    temperature: np.ndarray
    oxygen: float


@dataclass
class Environment:
    """The constants of the factor; rates and the least strain in per cent (by second), and Young's modulus at temperatures."""

    sulphur: float
    lower_rate: float
    upper_rate: float
    least_strain: float
    a: float
    b: float
    c: float
    coldest: float
    hottest: float
    cold: float
    hot: float
    warm_start: float
    warm_span: float
    temperatures: np.ndarray
    young: np.ndarray

    def factor(self, warmings, plastic: float) -> float:
        """F_en of transients one after the other, K being what plasticity multiplies strains by."""
        parts = [self._steps(own, plastic) for own in warmings]
        strain, weighted = (float(np.concatenate(values).sum()) for values in zip(*parts))
        return 1.0 if strain <= self.least_strain / 100.0 else weighted / strain

    def _steps(self, own: Warming, plastic):
        """(n - 1,) the strains of the steps, and their products with F."""
        added, mean = np.diff(own.stress, axis=0), 0.5 * (own.temperature[1:] + own.temperature[:-1])
        strain = plastic * np.where(_stretches(added), tresca(added), 0.0) / self._young(mean)
        with np.errstate(divide="ignore"):
            rate = np.log(100.0 * strain / np.diff(own.instants) / self.upper_rate)
        rate = np.clip(rate, np.log(self.lower_rate / self.upper_rate), 0.0)
        warmth = np.where(
            mean < self.coldest, self.cold, np.where(mean > self.hottest, self.hot, (mean - self.warm_start) / self.warm_span)
        )
        return strain, strain * np.exp((self.a + self.b * rate) * self.sulphur * own.oxygen * warmth + self.c)

    def _young(self, mean):
        piece = np.clip(np.searchsorted(self.temperatures, mean, side="right") - 1, 0, len(self.temperatures) - 2)
        start, end = self.temperatures[piece], self.temperatures[piece + 1]
        return self.young[piece] + (self.young[piece + 1] - self.young[piece]) * (mean - start) / (end - start)


def _stretches(stress):
    """Whether the principal stress of largest size is a tension."""
    values = principal(stress * mandel_factors())[0]
    return values[..., -1] >= -values[..., 0]
