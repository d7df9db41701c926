"""VISC_IRRA_LOG and GRAN_IRRA_LOG: creep by the fluence, without and with growth (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, numbers, parameter

WORDS = {"A": "first", "B": "steady", "CSTE_TPS": "pace", "ENER_ACT": "heat"}


def _alone(occurrence):
    """fluence_*: as in behaviours._irradiated."""
    return {f"fluence_{name}": occurrence[word] for word, name in WORDS.items()} | {"fluence_fading": 0.0}


def _growing(occurrence):
    return _alone(occurrence) | {
        "fluence_fading": occurrence.C,
        "irradiated_growth": parameter(occurrence, "GRAN_FO"),
        "fluence_grows": 1.0,
    }


MATERIALS.add("VISC_IRRA_LOG", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS))), _alone))
MATERIALS.add("GRAN_IRRA_LOG", MaterialLaw(FACT("f", **numbers("o", "C " + " ".join(WORDS)), GRAN_FO=SIMP("f", typ=FUNCTION)), _growing))
