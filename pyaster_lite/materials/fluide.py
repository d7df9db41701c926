"""FLUIDE: a compressible fluid: density, speed of sound, gravity, and what openings reflect (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw

NAMES = {
    "RHO": "fluid_density",
    "PESA_Z": "fluid_gravity",
    "CELE_R": "fluid_speed",
    "CELE_I": "fluid_speed_loss",
    "COEF_AMOR": "fluid_reflection",
    "LONG_CARA": "fluid_distance",
}


def properties(occurrence):
    """The words under their names."""
    if occurrence.COEF_AMOR >= 1.0:
        raise occurrence.wrong("COEF_AMOR", "an opening that reflects everything is a wall: COEF_AMOR lies below 1")
    return {name: occurrence[word] for word, name in NAMES.items() if word in occurrence}


MATERIALS.add(
    "FLUIDE",
    MaterialLaw(
        FACT(
            "f",
            RHO=SIMP("o", typ="R"),
            PESA_Z=SIMP("f", typ="R"),
            CELE_R=SIMP("f", typ="R"),
            COEF_AMOR=SIMP("f", typ="R", defaut=0.0),
            CELE_I=SIMP("f", typ="R", defaut=0.0),
            LONG_CARA=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
