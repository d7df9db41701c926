"""ECRO_ASYM_LINE: linear hardening, another in compression than in tension (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {"DT_SIGM_EPSI": "tension_slope", "SY_T": "tension_yield", "DC_SIGM_EPSI": "compression_slope", "SY_C": "compression_yield"}


def properties(occurrence):
    """asymmetric_*: the slope of the traction curve beyond the yield stress, and that stress, Pa, of either side."""
    return {f"asymmetric_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add("ECRO_ASYM_LINE", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS))), properties))
