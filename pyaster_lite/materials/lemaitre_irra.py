"""LEMAITRE_IRRA: creep of LEMAITRE under irradiation, and growth (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, numbers, parameter

WORDS = {
    "N": "exponent", "UN_SUR_K": "rate", "UN_SUR_M": "hardening", "QSR_K": "heat", "BETA": "power", "PHI_ZERO": "flux", "L": "least",
}  # fmt: skip


def properties(occurrence):
    """irradiated_*: as in behaviours.lemaitre_irra; the growth in hundredths."""
    found = {f"irradiated_{name}": occurrence[word] for word, name in WORDS.items()}
    return found | {"irradiated_growth": parameter(occurrence, "GRAN_FO")}


MATERIALS.add("LEMAITRE_IRRA", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS)), GRAN_FO=SIMP("f", typ=FUNCTION)), properties))
