"""Conductivity and enthalpy that depend on the temperature (r5.02.02)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .data import ElementData


@dataclass(frozen=True)
class OfTemperature:
    """A property as a function of the temperature and its slope, both of arrays of any shape."""

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]


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


def _by_material(data, name):
    """(rows of the cells, law or None) for each material."""
    owner = np.full(len(data), -1) if data.owner is None else data.owner
    for index in np.unique(owner):
        yield np.flatnonzero(owner == index), data.materials[index].get(name) if index >= 0 else None
