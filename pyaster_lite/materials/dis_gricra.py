"""DIS_GRICRA: how a grid holds a rod, constant or by the temperature and the irradiation (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI

from ._device import BESIDE, beside
from ._law import MaterialLaw, functions, numbers, parameter

FIXED = ("KN_AX", "KT_AX", "ET_AX", "ET_ROT", "COUL_AX")
TURNING = ("ANG1", "ANG2", "ANG3", "PEN1", "PEN2", "PEN3", "PEN4")
ORDER = ("ANG1", "ANG2", "PEN1", "PEN2", "PEN3", "ANG3", "PEN4")


def properties(occurrence):
    """Constants (5,): stiffnesses along and across (N/m), hardenings across and in turns, friction; then the tightening (N), angles (rad)
    and slopes (N m/rad), numbers or functions of the temperature and the irradiation."""
    by_field = "_FO" if "ANG1_FO" in occurrence else ""
    tight = "F_SER_FO" if "F_SER_FO" in occurrence else "F_SER"
    varying = tuple(parameter(occurrence, word) for word in (tight, *(word + by_field for word in ORDER)))
    return {"grid_constants": np.array([occurrence[word] for word in FIXED]), "grid_varying": varying} | beside(occurrence)


MATERIALS.add(
    "DIS_GRICRA",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                UN_PARMI("ANG1", "ANG1_FO"),
                UN_PARMI("F_SER", "F_SER_FO"),
                PRESENT_PRESENT(*TURNING),
                PRESENT_PRESENT(*(f"{word}_FO" for word in TURNING)),
            ),
            **numbers("o", "KN_AX KT_AX COUL_AX"),
            **numbers("f", " ".join(("F_SER", *TURNING))),
            **functions("f", " ".join(("F_SER_FO", *(f"{word}_FO" for word in TURNING)))),
            ET_AX=SIMP("f", typ="R", defaut=1e-7),
            ET_ROT=SIMP("f", typ="R", defaut=1e-7),
            **BESIDE,
        ),
        properties,
    ),
)
