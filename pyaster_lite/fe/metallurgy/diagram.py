"""The diagram of a steel's transformations at continuous cooling, and what it tells of any other cooling (r4.04.01).

An experiment cools at the speed V at 700 degrees; its temperature follows P(T) = ln-time, a polynomial of order 5,

    dT/dt = 1 / (P'(T) exp(P(T) - P(700) - ln(V P'(700))))

and tells the proportions z of ferrite, pearlite, bainite at falling temperatures. The rates dz/dT of a state (z, dT/dt, T) are those of
the six nearest points of the experiments at T, T + 5, T - 5, weighted by its barycentric coordinates among them (in the sense of least
squares, negative ones left out); beyond the fastest and the slowest experiment, theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STEP = 5.0
"""Degrees."""
TOLD = 700.0
"""The temperature of the speeds of experiments."""
MARGIN = 1e-10
SAME = 1e-9


def speed(polynomial: np.ndarray, at_700, temperature):
    """dT/dt of an experiment of coefficients (..., 6), V (...) at temperatures that broadcast with them."""
    powers = np.arange(6)
    temperature = np.asarray(temperature, float)[..., None]
    value = (polynomial * temperature**powers).sum(-1)
    slope = (polynomial[..., 1:] * powers[1:] * temperature ** powers[:-1]).sum(-1)
    told = (polynomial * TOLD**powers).sum(-1)
    told_slope = (polynomial[..., 1:] * powers[1:] * TOLD ** powers[:-1]).sum(-1)
    given = (polynomial != 0.0).all(-1)
    with np.errstate(all="ignore"):
        found = 1.0 / (slope * np.exp(value - told - np.log(told_slope * at_700)))
    return np.where(given, found, at_700)


@dataclass(frozen=True)
class Experiment:
    """One cooling: V in degrees by second, the coefficients (6,) of P, and points (k, 4) z1, z2, z3, T, T falling."""

    speed: float
    polynomial: np.ndarray
    points: np.ndarray

    def at(self, temperature):
        """z and dz/dT, each (n, 3), at temperatures (n,)."""
        falling, known = self.points[:, 3], self.points[:, :3]
        last = len(falling) - 1
        if not last:
            return np.broadcast_to(known[0], (len(temperature), 3)), np.zeros((len(temperature), 3))
        first = np.minimum((temperature[:, None] <= falling).sum(axis=1) - 1, last)
        cold = (first == last) & (temperature < falling[-1] - SAME)
        i = np.clip(first, 0, last - 1)
        gap = falling[i + 1] - falling[i]
        rate = np.divide(known[i + 1] - known[i], gap[:, None], out=np.zeros((len(i), 3)), where=gap[:, None] != 0.0)
        value = known[i] + rate * (temperature - falling[i])[:, None]
        hot = first < 0
        value = np.where(cold[:, None], known[-1], np.where(hot[:, None], known[0], value))
        return value, np.where((cold | hot)[:, None], 0.0, rate)


@dataclass(frozen=True)
class Diagram:
    """Experiments from the slowest on, the law of martensite and that of the grain.

    threshold, per_phase, shift  once so much has become ferrite, pearlite and bainite, Ms rises by per_phase times it and shift
    slowest  the least speed of cooling at 700 degrees that makes martensite
    grain, grain_effect  the size of reference, and what a larger one does to the speed
    """

    experiments: tuple[Experiment, ...]
    threshold: float
    per_phase: float
    shift: float
    slowest: float
    grain: float = 0.0
    grain_effect: float = 0.0

    def martensite_speed(self, temperature):
        """The least speed of cooling that makes martensite, at temperatures."""
        return speed(self.experiments[0].polynomial, self.slowest, temperature)

    def rates(self, phases: np.ndarray, cooling: np.ndarray, temperature: np.ndarray, rise: np.ndarray) -> np.ndarray:
        """(n, 3) what a rise of the temperature (n,) adds to ferrite, pearlite and bainite, at a state of phases (n, 3) and dT/dt (n,)."""
        polynomials = np.array([e.polynomial for e in self.experiments])
        at_700 = np.array([e.speed for e in self.experiments])
        steps, states, slopes = (0.0, STEP, -STEP), [], []
        for step in steps:
            told = temperature + step
            found = [e.at(told) for e in self.experiments]
            speeds = speed(polynomials, at_700, told[:, None])
            values = np.stack([value for value, _ in found], axis=1)
            states.append(np.concatenate([values, speeds[..., None], np.broadcast_to(told[:, None, None], (*speeds.shape, 1))], axis=-1))
            slopes.append(np.stack([rate for _, rate in found], axis=1))
        fastest, slow = states[0][:, 0, 3], states[0][:, -1, 3]
        before, after = cooling > fastest * (1.0 + MARGIN), cooling < slow * (1.0 - MARGIN)
        inside = ~(before | after)
        rate = np.where(before[:, None], slopes[0][:, 0], slopes[0][:, -1])
        if inside.any():
            states, slopes = (np.concatenate(parts, axis=1)[inside] for parts in (states, slopes))
            own = np.column_stack([phases[inside], cooling[inside], temperature[inside]])
            rate[inside] = np.where((rise[inside] > 0.0)[:, None], 0.0, _weighted(own, states, slopes))
        return rate * rise[:, None]


def _weighted(own, states, slopes):
    """(m, 3) the slopes (m, k, 3) of the six states (m, k, 5) that are nearest to (m, 5)."""
    scale = np.concatenate([np.ones((len(own), 3)), own[:, 3:]], axis=1)[:, None]
    distance = (((own[:, None] - states) / scale) ** 2).sum(axis=-1)
    near = np.argsort(distance, axis=1, kind="stable")[:, :6]
    rows = np.arange(len(own))[:, None]
    matrix = np.ones((len(own), 6, near.shape[1]))
    matrix[:, :5] = (states[rows, near] / scale).swapaxes(1, 2)
    right = np.concatenate([own / scale[:, 0], np.ones((len(own), 1))], axis=1)
    weight = (np.linalg.pinv(matrix, rcond=np.finfo(float).eps) @ right[..., None])[..., 0]
    weight = np.maximum(weight, 0.0)
    total = weight.sum(axis=1, keepdims=True)
    chosen = slopes[rows, near]
    mean = np.einsum("ek,ekz->ez", weight, chosen) / np.where(total == 0.0, 1.0, total)
    return np.where(total == 0.0, chosen[:, 0], mean)
