"""HUJEUX: soils under cyclic loads (u4.43.01)."""

from math import sin

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = "N BETA B D PHI ANGDIL PCO PREF ACYC AMON CCYC CMON RD_ELA RI_ELA RHYS RMOB XM RD_CYC RI_CYC DILA"
DEGREE = 0.0174532925199
"""code_aster's, rad."""


def properties(occurrence):
    """Parameters by their words, the angles by their sines."""
    named = {f"hujeux_{word.lower()}": occurrence[word] for word in (*WORDS.split(), "PTRAC") if word not in ("PHI", "ANGDIL")}
    return named | {"hujeux_friction": sin(DEGREE * occurrence.PHI), "hujeux_dilatancy": sin(DEGREE * occurrence.ANGDIL)}


MATERIALS.add("HUJEUX", MaterialLaw(FACT("f", **numbers("o", WORDS), PTRAC=SIMP("f", typ="R", defaut=0.0)), properties))
