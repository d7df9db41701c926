"""Lists of real numbers as decks write them: VALE, or DEBUT with INTERVALLE (u4.34.01)."""

from __future__ import annotations

import numpy as np

ROUNDING = 1e-3
MOST = 10**7
"""No computation has more steps than that: a longer list is a slip."""


def numbers_along(args, context) -> np.ndarray:
    """The numbers that VALE gives, or that go from DEBUT through each INTERVALLE."""
    if "VALE" in args:
        return np.array(args.VALE, float)
    values = [args.DEBUT]
    for interval in args.INTERVALLE:
        for count, step, end in _pieces(interval, values[-1], context):
            # Added up one by one, as code_aster does: the numbers are the same to the last bit.
            inner = np.cumsum([values[-1]] + [step] * (count - 1))[1:]
            values += np.where(np.abs(inner) <= np.finfo(float).eps, 0.0, inner).tolist() + [end]
    return np.array(values, float)


def _pieces(interval, start, context):
    """[(count, step, end)] of an interval: a second piece of one step where PAS does not divide the interval."""
    end = interval.JUSQU_A
    if "NOMBRE" in interval:
        count = interval.NOMBRE
        if not 0 < count <= MOST:
            raise interval.wrong("NOMBRE", f"NOMBRE must be from 1 to {MOST}, not {count}")
        return [(count, (end - start) / count, end)]
    step = interval.PAS
    if step == 0 or (end - start) / step <= 1 - ROUNDING:
        raise interval.wrong("PAS", f"PAS = {step:.9g} does not lead from {start:.9g} to {end:.9g}")
    if (end - start) / step > MOST:
        raise interval.wrong("PAS", f"PAS = {step:.9g} leads from {start:.9g} to {end:.9g} in more than {MOST} steps")
    count = int(np.floor((end - start) / step + 0.5))
    last = end - (start + (count - 1) * step)
    if abs((last - step) / step) <= ROUNDING:
        return [(count, step, end)]
    if start + count * step > end:
        count -= 1
    reached = start + step * count
    context.warn(interval, "PAS", f"PAS = {step:.9g} does not divide the interval: its last step is {end - reached:.9g}")
    return [(count, step, reached), (1, end - reached, end)]
