"""MohrCoulombAS and MohrCoulombAS_FO: Mohr and Coulomb's criterion without corners (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "YoungModulus": "young", "PoissonRatio": "poisson", "Cohesion": "cohesion", "FrictionAngle": "friction", "DilatancyAngle": "dilatancy",
    "TransitionAngle": "transition", "TensionCutOff": "tension", "HardeningCoef": "hardening",
}  # fmt: skip


def properties(occurrence):
    """Moduli and stresses in Pa, angles in degrees."""
    return {f"rounded_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("MohrCoulombAS", lambda values: FACT("f", **values("o", " ".join(WORDS))), properties)
