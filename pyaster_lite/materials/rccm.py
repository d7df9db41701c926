"""RCCM, RCCM_FO: the strengths that the rules of RCC-M ask for (u4.43.01); POST_FATIGUE and POST_RCCM read the words."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE

from ._law import MaterialLaw, functions, numbers

_STARTING = ENSEMBLE("A_AMORC", "B_AMORC", "D_AMORC", "R_AMORC")

MATERIALS.add(
    "RCCM", MaterialLaw(FACT("f", rules=_STARTING, **numbers("f", "SY_02 SM SU SC SH N_KE M_KE A_AMORC B_AMORC D_AMORC R_AMORC")))
)
MATERIALS.add(
    "RCCM_FO",
    MaterialLaw(FACT("f", rules=_STARTING, **functions("f", "SY_02 SM SU S N_KE M_KE A_AMORC B_AMORC R_AMORC"), **numbers("f", "D_AMORC"))),
)
