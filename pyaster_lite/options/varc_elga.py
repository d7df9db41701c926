"""VARC_ELGA, VARC_ELNO, VARC_NOEU: what surrounds the points of solids and changes their material (u4.81.04).

A variable that nothing gives has no value.
"""

import numpy as np

from ._family import everywhere

NAMES = ("TEMP", "HYDR", "SECH", "IRRA", "CORR", "PTOT", "NEUT1", "NEUT2")


def surroundings(element, data, given):
    """The variables at the end of the step."""
    if not hasattr(element, "continuum") or not hasattr(element, "point_weights") or getattr(element, "loaded_only", False):
        return None
    shape, known = (len(data), len(element.rule())), data.variables()
    values = [np.broadcast_to(known[name], shape) if name in known else np.full(shape, np.nan) for name in NAMES]
    return np.stack(values, axis=-1), NAMES


everywhere("VARC", "VARC_R", surroundings)
