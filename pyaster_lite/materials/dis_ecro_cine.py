"""DIS_ECRO_CINE: what each unknown of a discrete bears before it yields, and how that moves then (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT

from ._device import BESIDE, beside
from ._law import MaterialLaw

AXES = ("DX", "DY", "DZ", "RX", "RY", "RZ")
WORDS = {"LIMY": 0.0, "KCIN": 0.0, "PUIS": 1.0, "LIMU": 1e-8}
"""What is told of each axis, and the least that it may be."""


def properties(occurrence):
    """Of each unknown (6, 4) the limit, the slope, the power and the utmost, NaN where they are not given."""
    values = [[occurrence[f"{word}_{axis}"] for word in WORDS] for axis in AXES]
    if not any(f"{word}_{axis}" in occurrence for word in WORDS for axis in AXES):
        raise occurrence.wrong("DIS_ECRO_CINE", "DIS_ECRO_CINE says nothing of any axis")
    return {"moving_limit": np.array(values, float)} | beside(occurrence)


MATERIALS.add(
    "DIS_ECRO_CINE",
    MaterialLaw(
        FACT(
            "f",
            rules=tuple(
                rule
                for axis in AXES
                for rule in (PRESENT_PRESENT(f"LIMY_{axis}", f"KCIN_{axis}"), ENSEMBLE(f"PUIS_{axis}", f"LIMU_{axis}"))
            ),
            **{f"{word}_{axis}": SIMP("f", typ="R", val_min=least) for word, least in WORDS.items() for axis in AXES},
            **BESIDE,
        ),
        properties,
    ),
)
