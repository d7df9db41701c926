"""MCC and MCC_FO: modified Cam-Clay whose elasticity follows an energy (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "BulkModulus": "bulk", "ShearModulus": "shear", "SwellingIndex": "swelling", "InitCritPress": "critical",
    "CritStateSlope": "slope", "TensileYieldStress": "tension", "IncoPlastIndex": "hardening",
}  # fmt: skip


def properties(occurrence):
    """The moduli without stress (Pa), their growth with compaction, the ellipse (Pa) and its growth with plastic compaction."""
    return {f"mcc_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("MCC", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
