"""CORR_ACIER: reinforcement that corrodes (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {"D_CORR": "loss", "ECRO_K": "rate", "ECRO_M": "power", "SY": "yield"}


def properties(occurrence):
    """The damage at rupture, the hardening, Pa, and its power, the yield stress, Pa."""
    return {f"corroded_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add("CORR_ACIER", MaterialLaw(FACT("f", max=1, **numbers("o", " ".join(WORDS))), properties))
