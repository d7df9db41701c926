"""Conductivity and enthalpy that depend on the temperature, and the heat that concrete gives off while it hardens (r5.02.02).

The degree of hydration h grows at the rate dh/dt = A(h, T); it takes Q h off the enthalpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .cash_karp import A2, A3, A4, A5, A6, HIGH
from .data import ElementData
from .errors import ComputationFailed

ABSOLUTE_ZERO = -273.15
"""In the degrees of temperatures."""


@dataclass(frozen=True)
class OfTemperature:
    """A property as a function of the temperature and its slope, both of arrays of any shape.

    back  the temperature as a function of the property, None where that does not grow steadily
    told  temperatures that the property is told at
    """

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    back: OfTemperature | None = None
    told: np.ndarray | None = None


def conductivity(data: ElementData, temperature: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(ne, ng, 3, 3) conductivity in the material's axes at temperatures (ne, ng), and its slope.

    A material without conduction_law, its OfTemperature along one, two or three axes, has a conductivity that does not depend on it.
    """
    value, slope = np.zeros((2, *temperature.shape, 3, 3))
    for rows, law in _by_material(data, "conduction_law"):
        if law is None:
            value[rows] = data.subset(rows).at_points("conductivity")
            continue
        for axis, along in enumerate(law * 3 if len(law) == 1 else law):
            value[rows, :, axis, axis] = along.value(temperature[rows])
            slope[rows, :, axis, axis] = along.slope(temperature[rows])
        if len(law) == 2:
            value[rows, :, 2, 2] = np.nan
    return value, slope


def enthalpy(data: ElementData, temperature: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(ne, ng) enthalpy by volume at temperatures (ne, ng), J/m3, and its slope; see `conductivity`, the law is enthalpy_law."""
    value, slope = np.zeros((2, *temperature.shape))
    for rows, law in _by_material(data, "enthalpy_law"):
        if law is None:
            slope[rows] = data.subset(rows).at_points("heat_capacity")
            value[rows] = slope[rows] * temperature[rows]
        else:
            value[rows], slope[rows] = law.value(temperature[rows]), law.slope(temperature[rows])
    return value, slope


def temperature_of(data: ElementData, held: np.ndarray) -> np.ndarray:
    """(ne, k) the temperature at which the enthalpy by volume is `held` (ne, k), J/m3; ComputationFailed where no law tells."""
    found = np.zeros_like(held)
    for rows, law in _by_material(data, "enthalpy_law"):
        found[rows] = _back(law).value(held[rows])
    return found


def steepest_return(data: ElementData) -> np.ndarray:
    """(ne,) how much the temperature grows with the enthalpy at most, K m3/J; code_aster looks at the numbers of the temperatures that
    the enthalpy is told at, taken for enthalpies."""
    found = np.zeros(len(data))
    for rows, law in _by_material(data, "enthalpy_law"):
        found[rows] = _back(law).slope(law.told).max()
    return found


def _back(law) -> OfTemperature:
    if law is None or law.back is None:
        raise ComputationFailed("the enthalpy must be told at temperatures, and grow with them")
    return law.back


def _by_material(data, name):
    """(rows of the cells, law or None) for each material."""
    return ((rows, material.get(name)) for rows, material in data.by_material())


@dataclass(frozen=True)
class Hardening:
    """affinity A of arrays (h, T), 1/s; heat Q, J/m3."""

    affinity: Callable[[np.ndarray, np.ndarray], np.ndarray]
    heat: float


STAGES = ((0.0, ()), (0.2, (A2,)), (0.3, A3), (0.6, A4), (1.0, A5), (0.875, A6))
"""Of the scheme of Cash and Karp: where each stage stands in the step, and what the rates before it count there."""


def hydrated(data: ElementData, hydration: np.ndarray, before: np.ndarray, after: np.ndarray, dt: float) -> np.ndarray:
    """(ne, ng) the degree of hydration after a step from `hydration`, the temperature going evenly from `before` to `after`."""
    result = hydration.copy()
    for rows, law in _by_material(data, "hardening"):
        if law is None:
            continue
        start, first, last = hydration[rows], before[rows], after[rows]
        rates: list[np.ndarray] = []
        for share, factors in STAGES:
            degree = start + dt * sum((c * rate for c, rate in zip(factors, rates)), np.zeros_like(start))
            rates.append(law.affinity(degree, first + share * (last - first)))
        result[rows] = start + dt * sum(w * rates[stage] for w, stage in zip(HIGH, (0, 2, 3, 5)))
    return result


def hydration_heat(data: ElementData, hydration: np.ndarray) -> np.ndarray:
    """(ne, ng) Q h by volume, zero for materials that do not harden."""
    result = np.zeros_like(hydration)
    for rows, law in _by_material(data, "hardening"):
        if law is not None:
            result[rows] = law.heat * hydration[rows]
    return result
