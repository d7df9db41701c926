"""RUPT_FM: the toughness that margins to fracture are counted from (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, parameter

MATERIALS.add(
    "RUPT_FM", MaterialLaw(FACT("f", KIC=SIMP("o", typ="fonction_sdaster")), lambda occurrence: {"toughness": parameter(occurrence, "KIC")})
)
