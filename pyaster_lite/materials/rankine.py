"""RANKINE: the largest tension that a material bears (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers, parameter

MATERIALS.add(
    "RANKINE", MaterialLaw(FACT("f", **numbers("o", "SIGMA_T")), lambda occurrence: {"tension_limit": parameter(occurrence, "SIGMA_T")})
)
