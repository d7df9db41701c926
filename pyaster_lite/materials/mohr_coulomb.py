"""MOHR_COULOMB: soils that slide along planes (u4.43.01)."""

from math import radians

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """Angles, rad, and the cohesion, Pa."""
    angles = {"soil_friction": radians(occurrence.PHI), "soil_dilatancy": radians(occurrence.ANGDIL)}
    return angles | {"soil_cohesion": occurrence.COHESION}


MATERIALS.add(
    "MOHR_COULOMB",
    MaterialLaw(
        FACT(
            "f",
            **dict.fromkeys(("PHI", "ANGDIL"), SIMP("o", typ="R", val_min=0.0, val_max=60.0)),
            COHESION=SIMP("o", typ="R", val_min=0.0),
        ),
        properties,
    ),
)
