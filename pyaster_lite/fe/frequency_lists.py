"""Lists of frequencies: refined around resonances, and parted into bands of about as many modes each (u4.34.12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

_DAMPED = 1e-12
_WIDTH = 0.01


@dataclass
class Refined:
    """Frequencies made finer: `values` in order, and the `pairs` of resonances whose neighbourhoods overlap."""

    values: np.ndarray
    pairs: list[tuple[float, float]]


def refined(values, resonances, count: int, nearest: float, width: Callable, damping=()) -> Refined:
    """`values` and `count` points around each resonance.

    nearest  frequencies that close to the one before are left out
    width    the breadth of the neighbourhood: a function of (resonances, dampings)
    damping  reduced damping of each resonance, the last one going for those that follow: the points then stand around the peak of
             the displacement; empty, they stand around the resonance
    """
    centres, damping = np.array(resonances, float), np.asarray(damping, float)
    damping = np.zeros(len(centres)) if not damping.size else np.append(damping, np.full(len(centres), damping[-1]))[: len(centres)]
    apart = np.append(True, np.diff(centres) > nearest)
    given, damping = centres[apart], damping[apart]
    peaks = np.where(damping > _DAMPED, given * np.sqrt(np.clip(1.0 - 2.0 * damping**2, 0.0, None)), given)
    widths = width(peaks, damping)
    points = peaks[:, None] + (np.arange(count) / (count - 1) - 0.5) * widths[:, None]
    reach = np.maximum.accumulate(points.max(axis=1))
    overlaps = np.flatnonzero(reach[:-1] > peaks[1:] - widths[1:] / 2.0)
    parts = [points.ravel(), np.asarray(values, float)]
    if count % 2 == 0:
        parts += [peaks, given]
    together = np.sort(np.concatenate(parts))
    kept = np.append(True, np.diff(together) > nearest)
    return Refined(together[kept], [(float(given[i]), float(given[i + 1])) for i in overlaps])


def half_power(peaks, damping):
    """The breadth of a resonance where its response is 3 dB lower; a hundredth of its frequency when it is not damped."""
    return np.where(damping > _DAMPED, 2.0 * damping, _WIDTH) * peaks


@dataclass
class Bands:
    """Bands of frequency: their `ends`, how many modes each holds, how far from the aim (of all modes), and the turns taken."""

    ends: np.ndarray
    counts: np.ndarray
    errors: np.ndarray
    turns: int
    met: bool


def balanced_bands(count: Callable, low: float, high: float, aim: int, tolerance: float, first: int, more: int, most: int) -> Bands:
    """Bands of about `aim` modes between `low` and `high`.

    `count(ends)` gives the number of modes between each two ends; `first` intervals of one breadth to begin with, `more` points put in
    the last interval of the band that is worst in each of at most `most` turns, until all are within `tolerance` of the aim.
    """
    ends = np.linspace(low, high, first + 1)
    numbers = np.asarray(count(ends), int)
    total = numbers.sum()
    if total == 0:
        return Bands(np.array([low, high]), np.zeros(1, int), np.ones(1), 1, False)
    shares = np.linspace(0.0, 1.0, int(total / aim) + 2)
    for turn in range(1, most + 1):
        below = np.append(0, np.cumsum(numbers)) / total
        chosen = np.array([int(np.flatnonzero(below >= share)[0]) for share in shares])
        held = np.round(np.diff(below[chosen]) * total).astype(int)
        errors = (held - aim) / total
        met = bool(np.abs(errors).max() < tolerance)
        if met or turn == most:
            break
        worst = int(np.argmax(errors))
        place = chosen[worst + 1] - 1
        inner = np.linspace(ends[place], ends[place + 1], more + 2)
        numbers = np.concatenate((numbers[:place], count(inner), numbers[place + 1 :])).astype(int)
        ends = np.concatenate((ends[: place + 1], inner[1:-1], ends[place + 1 :]))
    return Bands(ends[chosen], held, np.abs(errors), turn, met)
