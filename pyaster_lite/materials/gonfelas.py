"""GonfElas, GonfElas_FO: elastic clays that swell as their capillary pressure falls (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, isotropic, made_of, parameter

WORDS = "YoungModulus PoissonRatio BiotCoef ReferencePressure betaM"
NAMES = ("swelling_biot", "swelling_pressure", "swelling_fading")


def properties(occurrence):
    """The elasticity, Biot's coefficient, the reference pressure (Pa) and how quickly the swelling fades above it."""
    young, poisson, *others = (parameter(occurrence, word) for word in WORDS.split())
    return {"swelling_elasticity": made_of(isotropic, young, poisson)} | dict(zip(NAMES, others))


both("GonfElas", lambda kind: FACT("f", **kind("o", WORDS)), properties)
