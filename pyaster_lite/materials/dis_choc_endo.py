"""DIS_CHOC_ENDO: a stop that is crushed for good, and loses its stiffness (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE, beside, points
from ._law import MaterialLaw

KNOWN_AS = "DISCRETS_63"
"""The message of code_aster that counts the conditions on the curves."""
WORDS = ("FX", "RIGI_NOR", "AMOR_NOR")


def properties(occurrence):
    """Displacements with force, stiffness and damping there, the crushing at these points, both distances, and when it damps."""

    def refuse(condition, word, message):
        raise occurrence.wrong(word, message, known_as=KNOWN_AS, condition=condition)

    curves = [points(occurrence, word, 5, "DX", KNOWN_AS, ("EXCLU", "CONSTANT")) for word in WORDS]
    (x, force), (_, stiffness), (_, damping) = curves
    for word, (other, _) in zip(WORDS, curves):
        if len(other) != len(x):
            refuse(3, word, f"{word} has as many points as FX")
    if not 0.0 <= x[0] <= 1e-8:
        refuse(4, "FX", "the first abscissa is zero")
    for word, (other, _) in zip(WORDS, curves):
        if (abs(other - x) > 1e-8).any():
            refuse(5, word, f"{word} has the same abscissas as FX")
    if (np.diff(x) <= 0.0).any():
        refuse(6, "FX", "the abscissas grow from point to point")
    for condition, word, y in ((7, "FX", force), (8, "RIGI_NOR", stiffness)):
        if abs(y[0] - y[1]) > 1e-8 * y[0]:
            refuse(condition, word, f"the two first values of {word} are alike")
    if (np.diff(stiffness[2:]) > 1e-8 * stiffness[0]).any():
        refuse(9, "RIGI_NOR", "from its third point on RIGI_NOR does not grow")
    crushed = np.round(x - force / stiffness, 10)
    crushed[0] = -crushed[2]
    if (np.diff(crushed) < 0.0).any():
        refuse(10, "FX", "the crushing DX - FX / RIGI_NOR must grow from point to point")
    within = occurrence.CRIT_AMOR == "INCLUS"
    known = (x, force, stiffness, damping, crushed, occurrence.DIST_1 + occurrence.DIST_2, within)
    return {"crushed_stop": known} | beside(occurrence)


MATERIALS.add(
    "DIS_CHOC_ENDO",
    MaterialLaw(
        FACT(
            "f",
            **{word: SIMP("o", typ="fonction_sdaster") for word in WORDS},
            DIST_1=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
            DIST_2=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
            CRIT_AMOR=SIMP("o", into=("INCLUS", "EXCLUS")),
            **BESIDE,
        ),
        properties,
    ),
)
