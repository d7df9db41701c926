"""VERI_BORNE: the strains, rates of strain and temperatures that a material's parameters hold for (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, ENSEMBLE

from ._law import MaterialLaw

WORDS = ("EPSI_MAXI", "VEPS_MAXI", "TEMP_MAXI", "TEMP_MINI")


def properties(occurrence):
    """The largest strain, its largest rate (1/s), the temperatures between which it all holds."""
    return {"validity": {word: occurrence[word] for word in WORDS if occurrence[word] is not None}}


MATERIALS.add(
    "VERI_BORNE",
    MaterialLaw(
        FACT("f", rules=(AU_MOINS_UN(*WORDS), ENSEMBLE("TEMP_MAXI", "TEMP_MINI")), **{word: SIMP("f", typ="R") for word in WORDS}),
        properties,
    ),
)
