"""BETON_GLRC: strengths of the concrete of reinforced sections, which DEFI_GLRC reads (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

MATERIALS.add("BETON_GLRC", MaterialLaw(FACT("f", **numbers("o", "FCJ FTJ EPSI_C"))))
