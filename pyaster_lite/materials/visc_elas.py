"""VISC_ELAS: the viscous stress that regularises a law (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

MATERIALS.add(
    "VISC_ELAS",
    MaterialLaw(FACT("f", **numbers("o", "K TAU")), lambda m: {"regularised_stiffness": m.K, "regularised_time": m.TAU}),
)
