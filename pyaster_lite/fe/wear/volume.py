"""Volumes worn off under a power of wear, the mean of |normal force x sliding speed| (u4.84.22, r7.01.10).

Archard     V = k P t
EDF_MZ      V = v0 (d t + (1 - d) (1 - exp(-n t)) / n),  v0 = k P^b,  d = s / v0: the wear slows down towards a threshold s
KWU_EPRI    V = k w P t, the weight w of the parts that impacts and sliding have in the wear
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed


def archard(coefficient: float, power: float, times) -> np.ndarray:
    """Volumes (nt,) m3."""
    return coefficient * power * np.asarray(times)


def slowing(coefficient: float, exponent: float, rate: float, threshold: float, power: float, times) -> np.ndarray:
    """Volumes (nt,) m3 of the law EDF_MZ; raises ComputationFailed for a wear slower than the threshold from the start."""
    first = coefficient * power**exponent
    part = threshold / first
    if part > 1.0:
        raise ComputationFailed(f"the wear starts at {first:.3g} m3/s, slower than its threshold of {threshold:.3g} m3/s")
    t = np.asarray(times)
    return first * (part * t - (1.0 - part) / rate * np.expm1(-rate * t))


def impact_weight(force, speed, impact: float, sliding: float, k: float, c: float, most_force=None, most_speed=None) -> float:
    """The weight w of the law KWU_EPRI from samples (n,) of the normal force and of the sliding speed.

    Both are counted in five classes up to their largest values, forces by steps of whole newtons. A class weighs for impacts, where the
    speed is of the lowest class, impact k (N / c)^3, and for sliding  sliding N v^2, with N and v in its middle (code_aster has but the
    lowest force slide at the lowest speed). With the means of both, w = S^2 / (S + I).
    Raises ComputationFailed when the forces are too small for classes, or impacts wear less than sliding.
    """
    force, speed = np.asarray(force), np.asarray(speed)
    step = round(force.max() if most_force is None else most_force) // 5
    if step < 1:
        raise ComputationFailed("the normal forces of the shocks are too small to be put in classes")
    width = (speed.max() if most_speed is None else most_speed) / 5.0
    touching = force > 0.0
    rows = np.searchsorted(width * np.arange(1, 5), speed[touching])
    columns = np.searchsorted(float(step) * np.arange(1, 5), force[touching])
    count = np.zeros((5, 5))
    np.add.at(count, (rows, columns), 1.0)
    share = count / count.sum()
    middle = np.arange(5) + 0.5
    impacts = share[0] @ (impact * k * (middle * step / c) ** 3)
    slides = np.outer((middle * width) ** 2, middle * step) * sliding
    slides[0, 1:] = 0.0
    slid = float((share * slides).sum())
    if impacts < slid:
        raise ComputationFailed("KWU_EPRI: the impacts wear less than the sliding")
    return slid**2 / (slid + impacts)


@dataclass(frozen=True)
class Sectors:
    """Mean powers (s,) W of wear in sectors of the section, and the share (s,) of the time that is spent in each."""

    power: np.ndarray
    presence: np.ndarray

    def volumes(self, coefficients, times) -> np.ndarray:
        """Volumes (nt, s) m3 by Archard."""
        return np.outer(times, np.asarray(coefficients) * self.power * self.presence)


def by_sector(times, force, speed, angle, edges, blocks: int) -> Sectors:
    """The wear of samples (n,) whose place has an angle (n,), by sectors of edges (s + 1,), a mean over blocks of equal numbers."""
    length = len(times) // blocks
    work = abs(np.asarray(force) * speed)
    power, number = np.zeros(len(edges) - 1), np.zeros(len(edges) - 1)
    for block in range(blocks):
        span = slice(block * length, (block + 1) * length)
        sector = np.searchsorted(edges, angle[span][:-1]) - 1
        inside = (sector >= 0) & (sector < len(power))
        step = np.diff(times[span])
        energy = 0.5 * (work[span][1:] + work[span][:-1]) * step
        energy, spent = (np.bincount(sector[inside], values[inside], len(power)) for values in (energy, step))
        power += np.divide(energy, spent, out=np.zeros_like(energy), where=spent > 0.0) / blocks
        number += np.bincount(sector[inside], minlength=len(power))
    return Sectors(power, number / number.sum())
