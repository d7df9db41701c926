"""DIS_ECRO_TRAC: a device that yields, by its force over its displacement along its axis or across it (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._device import BESIDE, beside, points
from ._law import MaterialLaw

KNOWN_AS = "DISCRETS_62"
"""The message of code_aster that counts the conditions on the curve."""


def properties(occurrence):
    """Whether it acts across, whether it hardens by moving, displacements and forces."""
    word, parameter = ("FX", "DX") if "FX" in occurrence else ("FTAN", "DTAN")
    moving = occurrence.get("ECROUISSAGE") == "CINEMATIQUE"
    x, y = points(occurrence, word, 3, parameter, KNOWN_AS, ("EXCLU",))

    def refuse(condition, message):
        raise occurrence.wrong(word, message, known_as=KNOWN_AS, condition=condition)

    if moving and len(x) != 3:
        refuse(3, f"a device whose hardening is kinematic has three points, not {len(x)}")
    if abs(x[0]) > 1e-8 or abs(y[0]) > 1e-8:
        refuse(4, "the first point is the origin")
    if (np.diff(y) <= 0.0).any():
        refuse(5, "the force grows with the displacement")
    if (np.diff(np.diff(y) / np.diff(x)) > 0.0).any():
        refuse(6, "the force grows ever more slowly with the displacement")
    return {"yielding_device": (word == "FTAN", moving, x, y)} | beside(occurrence)


MATERIALS.add(
    "DIS_ECRO_TRAC",
    MaterialLaw(
        FACT(
            "f",
            rules=(UN_PARMI("FX", "FTAN"),),
            FX=SIMP("f", typ="fonction_sdaster"),
            FTAN=SIMP("f", typ="fonction_sdaster"),
            b_ftan=BLOC(present("FTAN"), ECROUISSAGE=SIMP("o", into=("ISOTROPE", "CINEMATIQUE"))),
            **BESIDE,
        ),
        properties,
    ),
)
