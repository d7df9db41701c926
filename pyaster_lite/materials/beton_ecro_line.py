"""BETON_ECRO_LINE: strengths of concrete and the slope by which it softens (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """The slope, Pa, which is negative, and the strengths, Pa."""
    given = {"D_SIGM_EPSI": "softening_slope", "SYT": "tension_strength", "SYC": "compression_strength"}
    return {name: occurrence[word] for word, name in given.items() if occurrence[word] is not None}


MATERIALS.add("BETON_ECRO_LINE", MaterialLaw(FACT("f", **numbers("o", "D_SIGM_EPSI SYT"), **numbers("f", "SYC")), properties))
