"""BETON_REGLE_PR: concrete by the parabola and rectangle of design rules (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

PROPERTIES = {"D_SIGM_EPSI": "softening", "SYT": "tension", "SYC": "compression", "EPSC": "strain", "N": "power"}


def properties(occurrence):
    """The slope after the peak in tension, Pa, both strengths, Pa, the strain where the rectangle begins, the power of the parabola."""
    return {f"parabola_{name}": occurrence[word] for word, name in PROPERTIES.items()}


MATERIALS.add("BETON_REGLE_PR", MaterialLaw(FACT("f", **numbers("o", " ".join(PROPERTIES))), properties))
