"""Iwan and Iwan_FO: soils under cyclic shear (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {"YoungModulus": "young", "PoissonRatio": "poisson", "HypDistortion": "distortion", "HypExponent": "exponent"}


def properties(occurrence):
    """Young's modulus (Pa), the Poisson ratio, the distortion that halves the modulus, and how quickly it falls."""
    return {f"iwan_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("Iwan", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
