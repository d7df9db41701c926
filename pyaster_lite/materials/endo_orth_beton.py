"""ENDO_ORTH_BETON: thresholds and blocked energies of concrete whose damage has directions (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = ("ALPHA", "K0", "K1", "K2", "ECROB", "ECROD")


def properties(occurrence):
    """The coupling, thresholds (Pa, Pa, 1) and blocked energies (Pa) of integrity and of compression."""
    return {f"orth.{word.lower()}": occurrence[word] for word in WORDS}


MATERIALS.add(
    "ENDO_ORTH_BETON",
    MaterialLaw(
        FACT(
            "f",
            ALPHA=SIMP("f", typ="R", defaut=0.9),
            K2=SIMP("f", typ="R", defaut=7e-4),
            **numbers("o", "K0 K1 ECROB ECROD"),
        ),
        properties,
    ),
)
