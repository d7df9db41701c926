"""CABLE_GAINE_FROT: how cables slide in their sheaths (u4.43.01)."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """Friction by the length and by the angle, the penalty, and whether it adheres."""
    return {
        "sheath_friction": occurrence.get("FROT_LINE", 0.0),
        "sheath_curved_friction": occurrence.get("FROT_COURB", 0.0),
        "sheath_penalty": occurrence.PENA_LAGR,
        "sheath_adheres": float(occurrence.TYPE == "ADHERENT"),
    }


MATERIALS.add(
    "CABLE_GAINE_FROT",
    MaterialLaw(
        FACT(
            "f",
            TYPE=SIMP("o", into=("FROTTANT", "GLISSANT", "ADHERENT")),
            b_rubs=BLOC(equal("TYPE", "FROTTANT"), FROT_LINE=SIMP("f", typ="R", defaut=0.0), FROT_COURB=SIMP("f", typ="R", defaut=0.0)),
            PENA_LAGR=SIMP("o", typ="R", val_min=0.0),
        ),
        properties,
    ),
)
