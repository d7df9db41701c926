"""BETON_AGEING and BETON_AGEING_FO: concrete that creeps less with age and more while it dries (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "VoigtSphModulus": "voigt_k", "VoigtDevModulus": "voigt_g", "VoigtSphViscosity": "voigt_eta_k", "VoigtDevViscosity": "voigt_eta_g",
    "MaxwellSphModulus": "ageing_k", "MaxwellDevModulus": "ageing_g", "ConcreteInitTime": "poured", "DessiccationModulus": "drying",
    "ArrheniusIndex": "arrhenius", "KelvinIndex": "kelvin", "ReferenceTemperature": "reference",
}  # fmt: skip


def properties(occurrence):
    """The elasticity, moduli (Pa) and viscosities (Pa s); temperatures in K, KelvinIndex in K/Pa."""
    elastic = {"young": parameter(occurrence, "YoungModulus"), "poisson": parameter(occurrence, "PoissonRatio")}
    return elastic | {f"concrete_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("BETON_AGEING", lambda values: FACT("f", **values("o", " ".join(("YoungModulus", "PoissonRatio", *WORDS)))), properties)
