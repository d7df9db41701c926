"""Barcelone and Barcelone_FO: clays that stresses and drying compact (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "BulkModulus": "bulk", "ShearModulus": "shear", "SwellingIndex": "swelling", "SuccionIndex": "suction", "SuccionModulus": "modulus",
    "CritStateSlope": "slope", "InitConsPress": "first", "YieldSuccion": "yielding", "YieldTensSlope": "pulling",
    "PlastSuccionIndex": "dried", "PlastStrainIndex": "compressed", "PlastStrainPara1": "stiffening", "PlastStrainPara2": "least",
    "RefeConsPress": "reference", "FlowCorrection": "flow", "InitVoidsRatio": "voids",
}  # fmt: skip


def properties(occurrence):
    """Moduli and pressures in Pa, PlastStrainPara1 in 1/Pa, the others without unit."""
    return {f"barcelone_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("Barcelone", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
