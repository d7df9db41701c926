"""CSSM and CSSM_FO: soils in cyclic shear that harden as they are compacted (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "BulkModulus": "bulk", "ShearModulus": "shear", "InitCritPress": "critical", "CritStateSlope": "slope", "IncoPlastIndex": "hardening",
    "HypExponent": "exponent", "HypDistortion": "distortion", "MinCritPress": "centre", "ShearModulusRatio": "share",
    "IsoHardRatio": "reduction", "IsoHardIndex": "growth",
}  # fmt: skip


def properties(occurrence):
    """Moduli and pressures in Pa, the others without unit."""
    return {f"cssm_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("CSSM", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
