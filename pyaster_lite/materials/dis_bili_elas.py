"""DIS_BILI_ELAS: two slopes of the force of a discrete along each of its axes (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

from ._device import BESIDE, beside
from ._law import FUNCTION, MaterialLaw, parameter

AXES = ("DX", "DY", "DZ")
SLOPES = {"KDEB": "first_slope", "KFIN": "last_slope"}


def properties(occurrence):
    """FPRE (3,) along each axis, NaN where nothing is said of it, and both slopes as functions of the temperature."""
    acts = [axis for axis in AXES if f"KDEB_{axis}" in occurrence]
    if not acts:
        raise occurrence.wrong("DIS_BILI_ELAS", "DIS_BILI_ELAS says nothing of any axis")
    limits = np.array([occurrence[f"FPRE_{axis}"] if axis in acts else np.nan for axis in AXES], float)
    slopes = {f"{name}_{axis}": parameter(occurrence, f"{word}_{axis}") for word, name in SLOPES.items() for axis in acts}
    return {"tightening": limits} | slopes | beside(occurrence)


MATERIALS.add(
    "DIS_BILI_ELAS",
    MaterialLaw(
        FACT(
            "f",
            rules=tuple(PRESENT_PRESENT(f"KDEB_{axis}", f"KFIN_{axis}", f"FPRE_{axis}") for axis in AXES),
            **{f"{word}_{axis}": SIMP("f", typ=FUNCTION) for word in SLOPES for axis in AXES},
            **{f"FPRE_{axis}": SIMP("f", typ="R") for axis in AXES},
            **BESIDE,
        ),
        properties,
    ),
)
