"""ETCC_BETON: concrete by the rules ETC-C, which takes nothing of the tension at once (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "ETCC_BETON",
    MaterialLaw(
        FACT(
            "f",
            EP_BETON=SIMP("f", typ="R", val_min=0.0, defaut=0.0, advisory=True),
        )
    ),
)
