"""UMAT and UMAT_FO: the numbers of a law that a user compiles, in its order (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw


def properties(occurrence):
    """The numbers or functions."""
    return {"umat": tuple(occurrence.LISTE_COEF)}


for word, kind in (("UMAT", "R"), ("UMAT_FO", FUNCTION)):
    MATERIALS.add(word, MaterialLaw(FACT("f", LISTE_COEF=SIMP("o", typ=kind, min=2, max="**")), properties))
