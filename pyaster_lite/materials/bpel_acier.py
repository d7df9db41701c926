"""BPEL_ACIER: relaxation and friction of tendons by the rules BPEL (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

MATERIALS.add(
    "BPEL_ACIER",
    MaterialLaw(
        FACT(
            "f",
            RELAX_1000=SIMP("f", typ="R", defaut=0.0),
            MU0_RELAX=SIMP("f", typ="R", defaut=0.0),
            F_PRG=SIMP("f", typ="R", val_min=0.0),
            FROT_COURB=SIMP("f", typ="R", defaut=0.0),
            FROT_LINE=SIMP("f", typ="R", defaut=0.0),
        )
    ),
)
