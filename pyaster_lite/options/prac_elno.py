"""PRAC_ELNO, PRME_ELNO, INTE_ELNO: pressure, level and intensity of sound at nodes, and their means at nodes (u4.81.04).

Levels are in decibels of the reference 2e-5 Pa: L = 20 log10 |p| / 2e-5.
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.fluid import Fluid
from pyaster_lite.fe.sound import Sound

from ._family import mean
from ._option import Option

REFERENCE = 2e-5


def level(pressure) -> np.ndarray:
    """In decibels."""
    with np.errstate(divide="ignore"):
        return 20.0 * np.log10(abs(pressure) / REFERENCE)


def pressure(element, data, given):
    """Real part, imaginary part and level."""
    if not isinstance(element, Sound):
        return None
    return np.stack([given.u.real, given.u.imag, level(given.u)], axis=-1), ("PRES_R", "PRES_I", "DB")


def loudness(element, data, given):
    """The level of the pressure of a fluid of a mechanical model."""
    if not isinstance(element, Fluid) or "PRES" not in element.components[0]:
        return None
    by_node = given.u.reshape(len(given.u), len(element.components), -1)
    return level(by_node[..., :1]), ("DB",)


def intensity(element, data, given):
    """Real and imaginary parts along the axes."""
    if not isinstance(element, Sound):
        return None
    found = element.intensity(data, given.u, np.sqrt(given.omega2))
    axes = "XYZ"[: found.shape[-1]]
    return np.concatenate([found.real, found.imag], axis=-1), tuple(f"INT{axis}_{part}" for part in "RI" for axis in axes)


for stem, quantity, compute in (("PRAC", "PRAC_R", pressure), ("PRME", "PRME_R", loudness), ("INTE", "INTE_R", intensity)):
    OPTIONS.add(f"{stem}_ELNO", Option("ELNO", quantity, compute, complexes="WHOLE"))
    if stem != "PRME":
        mean(stem, quantity)
