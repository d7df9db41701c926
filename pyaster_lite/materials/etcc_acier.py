"""ETCC_ACIER: relaxation and friction of tendons by the rules ETC-C (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "ETCC_ACIER",
    MaterialLaw(
        FACT(
            "f",
            F_PRG=SIMP("f", typ="R", val_min=0.0),
            COEF_FROT=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
            PERT_LIGNE=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
            RELAX_1000=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
        )
    ),
)
