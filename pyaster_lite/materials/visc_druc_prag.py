"""VISC_DRUC_PRAG: the cone of rocks that creep, from its beginning to its peak and past it (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {"PREF": "pressure", "A": "rate", "N": "exponent", "P_PIC": "peak", "P_ULT": "last"}
STAGES = {"ALPHA": "slope", "R": "yield", "BETA": "dilatancy"}
TIMES = ("0", "PIC", "ULT")


def properties(occurrence):
    """A pressure (Pa), the rate under it (1/s), its power, slips of peak and ruin; slopes, stresses (Pa) and dilatancies of stages."""
    stages = {f"flow_{name}_{i}": occurrence[f"{word}_{when}"] for word, name in STAGES.items() for i, when in enumerate(TIMES)}
    return {f"flow_{name}": occurrence[word] for word, name in WORDS.items()} | stages


NAMES = (*WORDS, *(f"{word}_{when}" for word in STAGES for when in TIMES))
MATERIALS.add("VISC_DRUC_PRAG", MaterialLaw(FACT("f", **numbers("o", " ".join(NAMES))), properties))
