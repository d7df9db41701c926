"""CABLE: how stiff a cable is that is pressed together (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "CABLE",
    MaterialLaw(
        FACT("f", EC_SUR_E=SIMP("f", typ="R", defaut=1e-4)),
        lambda occurrence: {"cable_compression": occurrence.EC_SUR_E},
    ),
)
