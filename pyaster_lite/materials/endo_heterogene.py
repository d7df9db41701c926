"""ENDO_HETEROGENE: rock that breaks cell by cell, at random (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = ("SY", "WEIBULL", "KI", "EPAI", "GR")


def properties(occurrence):
    """Pa, a number, Pa m^(1/2), m, and whether thresholds are drawn once (above zero)."""
    return {"heterogeneous": np.array([occurrence[word] for word in WORDS], float)}


MATERIALS.add("ENDO_HETEROGENE", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS))), properties))
