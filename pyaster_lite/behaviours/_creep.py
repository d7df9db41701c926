"""What the laws of creep of concrete share: the humidity of the pores, and a spring beside a dashpot."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed


def relative_humidity(data, shape, before: bool = False) -> np.ndarray:
    """(ne, ng) of the pores at the end of the step, or `before` it; LawFailed where the water (SECH) is wanted and not known."""
    variables = data.variables(before)
    water, heat = (np.broadcast_to(variables.get(name, np.nan), shape) for name in ("SECH", "TEMP"))
    result = np.empty(shape)
    for rows, material in data.by_material():
        result[rows] = material["desorption"].humidity(water[rows], heat[rows])[0]
    if np.isnan(result).any():
        raise LawFailed("creep of concrete needs the water in it (AFFE_VARC with NOM_VARC='SECH'), which tells how humid the pores are")
    return result


def kelvin(stiffness, viscosity, before, after, dt):
    """a, b, c of the increment a e_ + b s_ + c s of the strain e of a spring beside a dashpot, under s h, h going from `before` to `after`.

    What drives grows evenly over the step, h s being taken as h_ s + (h - h_) s_ at its end (r7.01.06).
    """
    time = viscosity / stiffness
    left = np.exp(-dt / time)
    kept = before * (2 * (time - dt) / dt + 1 - left * (2 * time / dt + 1))
    moved = after * (left * time - (time - dt)) / dt
    return left - 1, (kept + moved) / stiffness, before * (time * left - (time - dt)) / (dt * stiffness)


def dashpot(viscosity, before, after, dt):
    """0, b, c of the same of a dashpot alone."""
    return 0.0, after * dt / (2 * viscosity), before * dt / (2 * viscosity)
