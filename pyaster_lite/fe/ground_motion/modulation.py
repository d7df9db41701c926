"""Functions of time that make a stationary signal rise and fall, so that its strong phase has a given length (r4.05.05 section 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_EARLY, _LATE = 0.05, 0.95
_STEP = 0.01
"""The shares of the energy where the strong phase begins and ends, and the step (s) in which shapes are fitted to it."""


@dataclass(frozen=True)
class Modulation:
    """Values (n,) at the instants of a signal; `begin` and `end` of the strong phase, s."""

    values: np.ndarray
    begin: float
    end: float


def accumulated(times, values) -> np.ndarray:
    """(n,) the integral of the squares from the first instant on."""
    squares = np.asarray(values) ** 2
    return np.concatenate([[0.0], np.cumsum(np.diff(times) * (squares[1:] + squares[:-1]) / 2.0)])


def arias(times, values, gravity: float) -> float:
    """Arias's intensity pi / (2 g) int a^2 dt."""
    return float(np.trapezoid(np.asarray(values) ** 2, times) * np.pi / (2.0 * gravity))


def strong_phase(times, values) -> tuple[float, float]:
    """When a share of 0.05 of the energy has come, and one of 0.95."""
    energy = accumulated(times, values)
    return tuple(float(times[np.searchsorted(energy / energy[-1], share)]) for share in (_EARLY, _LATE))


def _share(times, values, place):
    squares = values**2
    return np.trapezoid(squares[:place], times[:place]) / np.trapezoid(squares, times)


def gamma(times, power, rate) -> np.ndarray:
    """t^(power - 1) exp(-rate t)."""
    return times ** (power - 1.0) * np.exp(-rate * times)


def jennings_housner(times, begin, end, rate, power) -> np.ndarray:
    """A parabola, one between `begin` and `end`, then exp(-rate (t - end)^power)."""
    late = np.maximum(times - end, 0.0)
    return np.where(times < begin, (times / begin) ** 2, np.where(times < end, 1.0, np.exp(-rate * late**power)))


def fitted_gamma(times, last: float, begin: float, duration: float):
    """The gamma function whose strong phase lasts from `begin` for `duration`, at `times`, and the places of its ends in steps."""
    from scipy.optimize import fmin

    grid = np.arange(0.0, last, _STEP)
    places = [int(np.searchsorted(grid, instant)) for instant in (begin, begin + duration)]

    def miss(shape):
        if shape[0] <= 1.0:
            return 10.0
        if shape[1] < 0.0:
            return 1000.0
        values = gamma(grid, *shape)
        return np.hypot(_share(grid, values, places[0]) - _EARLY, _share(grid, values, places[1]) - _LATE)

    return gamma(times, *fmin(miss, [1.3, 0.25], disp=False)), places


def fitted_jennings_housner(times, last: float, duration: float):
    """The function of Jennings and Housner that is flat while the strong phase lasts, at `times`, and the places of its ends in steps."""
    from scipy.optimize import fmin

    grid = np.arange(0.0, last, _STEP)

    def early(start):
        values = jennings_housner(grid, start[0], start[0] + duration, 0.5, 1.0)
        return abs(_share(grid, values, int(np.searchsorted(grid, start[0]))) - _EARLY)

    begin = float(fmin(early, [2.0], disp=False)[0])
    end = begin + duration

    def late(shape):
        values = jennings_housner(grid, begin, end, *shape)
        return abs(_share(grid, values, int(np.searchsorted(grid, end))) - _LATE)

    shape = fmin(late, [0.5, 1.0], disp=False)
    return jennings_housner(times, begin, end, *shape), [int(np.searchsorted(grid, instant)) for instant in (begin, end)]
