"""BPEL_ACIER: relaxation and friction of tendons by the rules BPEL (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """The stress that tendons can bear, Pa, where it is told."""
    return {} if occurrence.F_PRG is None else {"tendon_limit": occurrence.F_PRG}


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
        ),
        properties,
    ),
)
