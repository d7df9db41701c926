"""MAZARS and MAZARS_FO: damage of concrete (u4.43.01)."""

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI

from ._law import both, parameter

WORDS = {
    "EPSD0": "limit",
    "EPST0": "tension_limit",
    "EPSC0": "compression_limit",
    "K": "shear",
    "AT": "tension_a",
    "BT": "tension_b",
    "AC": "compression_a",
    "BC": "compression_b",
    "SIGM_LIM": "stress",
    "EPSI_LIM": "strain",
    "CHI": "coupling",
}


def declare(values):
    """The declaration."""
    return FACT(
        "f",
        rules=(UN_PARMI("EPSD0", "EPST0"),),
        **values("f", "EPSD0 EPST0 SIGM_LIM EPSI_LIM"),
        **values("o", "K AC BC AT BT"),
        CHI=SIMP("f", typ="R", val_min=0.0, val_max=1.0),
        b_espi=BLOC(present("EPST0"), **values("o", "EPSC0")),
    )


def properties(occurrence):
    """Limits of strain, what shapes damage, the limits that states are compared with, and what of creep damages."""
    given = {name: parameter(occurrence, word) for word, name in WORDS.items() if occurrence.get(word) is not None}
    return {f"mazars_{name}": value for name, value in given.items()}


both("MAZARS", declare, properties)
