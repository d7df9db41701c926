"""DIS_CHOC_ENDO: a stop that is crushed for good, and loses its stiffness (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE, beside, points
from ._law import MaterialLaw

WORDS = ("FX", "RIGI_NOR", "AMOR_NOR")


def properties(occurrence):
    """Displacements with force, stiffness and damping there, the crushing at these points, both distances, and when it damps."""
    curves = [points(occurrence, word, 5, "DX") for word in WORDS]
    x, force = curves[0]
    for word, (other, _) in zip(WORDS[1:], curves[1:]):
        if len(other) != len(x) or (abs(other - x) > 1e-8).any():
            raise occurrence.wrong(word, f"{word} has the same abscissas as FX")
    stiffness, damping = curves[1][1], curves[2][1]
    for word, y in (("FX", force), ("RIGI_NOR", stiffness)):
        if abs(y[0] - y[1]) > 1e-8 * y[0]:
            raise occurrence.wrong(word, f"the two first values of {word} are alike")
    crushed = np.round(x - force / stiffness, 10)
    crushed[0] = -crushed[2]
    if (np.diff(crushed) < 0.0).any():
        raise occurrence.wrong("FX", "the crushing DX - FX / RIGI_NOR must grow from point to point")
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
