"""DERA_ELGA: how stresses unload from one storage order to the next (u4.81.04); other components are not there yet.

DCHA = (|s+| - |s|) / |s+|, 0 where both vanish and -1 where s+ does:   DCHA_V of the deviators (of s less its centre, kinematic
hardening being linear, which is not there yet),   DCHA_T of the tensors
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS, OPTIONS
from pyaster_lite.fe.errors import ComputationFailed

from ._option import Option

VANISHES = 10 * np.finfo(float).eps


def unloading(element, data, given):
    """Both components at the points of solids."""
    continuum = getattr(element, "continuum", None)
    if continuum is None:
        return None
    names = [f"SI{axes}" for axes in continuum.strains]
    now, after = given.components("stress", names), given.after.components("stress", names)
    if now is None or after is None:
        return None
    if any(law is BEHAVIOURS["VMIS_CINE_LINE"] for _, law in given.laws()):
        raise ComputationFailed("DERA_ELGA does not know the centre of VMIS_CINE_LINE yet")
    return np.stack([_lost(_deviator(now), _deviator(after)), _lost(now, after)], axis=-1), ("DCHA_V", "DCHA_T")


def _deviator(stress):
    found = stress.copy()
    found[..., :3] -= stress[..., :3].mean(axis=-1, keepdims=True)
    return found


def _lost(now, after):
    weights = np.where(np.arange(now.shape[-1]) < 3, 1.0, 2.0)
    before, size = (np.sqrt((value**2 * weights).sum(axis=-1)) for value in (now, after))
    still = np.where(before <= VANISHES, 0.0, -1.0)
    return np.where(size <= VANISHES, still, (size - before) / np.where(size <= VANISHES, 1.0, size))


OPTIONS.add("DERA_ELGA", Option("ELGA", "DERA_R", unloading, {"stress": "SIEF_ELGA"}, leads=True))
