"""HHO: the coefficient of the stabilisation of hybrid elements, Pa or W/(m K); by default they find one themselves (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "HHO",
    MaterialLaw(FACT("f", COEF_STAB=SIMP("f", typ="R", val_min=0.0)), lambda occurrence: {"hho_stabilisation": occurrence.COEF_STAB}),
)
