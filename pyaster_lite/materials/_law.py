"""A factor keyword of DEFI_MATERIAU: what it may say and what the mechanics makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.keywords import FACT


@dataclass(frozen=True)
class MaterialLaw:
    """One member of the open list.

    keywords    the declaration
    properties  function of the occurrence giving what the mechanics reads, in its names (see fe.data.ElementData)
    """

    keywords: FACT
    properties: Callable[[object], dict] = field(default=lambda occurrence: {})


def isotropic(young: float, poisson: float) -> np.ndarray:
    """The elasticity (6, 6) of an isotropic solid in Mandel's notation."""
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    matrix = young / (1 + poisson) * np.eye(6)
    matrix[:3, :3] += lame
    return matrix


def constant(occurrence, word: str):
    """The value of a parameter: a number, or a function that has the same value everywhere."""
    value = occurrence[word]
    ordinates = getattr(value, "y", None)
    if value is None or isinstance(value, (int, float)):
        return value
    if ordinates is None or np.ptp(ordinates) != 0:
        raise occurrence.not_yet(word, f"{word} varies: parameters that depend on a field are not there yet")
    return float(ordinates[0])
