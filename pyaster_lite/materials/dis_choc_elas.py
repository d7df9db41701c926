"""DIS_CHOC_ELAS: a stop whose force is a function of how far it is pressed in (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE, beside, points
from ._law import MaterialLaw


def properties(occurrence):
    """Displacements and forces, and both distances."""
    x, y = points(occurrence, "FX", 2, "DX")
    if abs(x[0]) > 1e-8 or abs(y[0]) > 1e-8:
        raise occurrence.wrong("FX", "the first point is the origin")
    if (np.diff(y) <= 0.0).any():
        raise occurrence.wrong("FX", "the force grows with the displacement")
    beyond = occurrence.FX.properties.right == "LINEAIRE"
    return {"elastic_stop": (x, y, beyond, occurrence.DIST_1 + occurrence.DIST_2)} | beside(occurrence)


MATERIALS.add(
    "DIS_CHOC_ELAS",
    MaterialLaw(
        FACT(
            "f",
            FX=SIMP("o", typ="fonction_sdaster"),
            DIST_1=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
            DIST_2=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
            **BESIDE,
        ),
        properties,
    ),
)
