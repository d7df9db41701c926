"""ETCC_ACIER: relaxation and friction of tendons by the rules ETC-C (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """The stress that tendons can bear, Pa, where it is told."""
    return {} if occurrence.F_PRG is None else {"tendon_limit": occurrence.F_PRG}


MATERIALS.add(
    "ETCC_ACIER",
    MaterialLaw(
        FACT(
            "f",
            F_PRG=SIMP("f", typ="R", val_min=0.0),
            COEF_FROT=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
            PERT_LIGNE=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
            RELAX_1000=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
        ),
        properties,
    ),
)
