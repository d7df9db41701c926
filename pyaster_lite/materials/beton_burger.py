"""BETON_BURGER and BETON_BURGER_FO: creep of concrete that consolidates (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "YoungModulus": "young", "PoissonRatio": "poisson", "K_RS": "mean_spring", "ETA_RS": "mean_viscosity", "KAPPA": "consolidation",
    "ETA_IS": "mean_lasting", "K_RD": "spring", "ETA_RD": "viscosity", "ETA_ID": "lasting", "QSR_K": "activation",
    "TEMP_0_C": "reference", "ETA_FD": "drying",
}  # fmt: skip


def declare(values):
    """The declaration."""
    return FACT("f", **values("o", " ".join(WORDS)))


def properties(occurrence):
    """Stiffnesses, Pa, viscosities, Pa s, a strain, K, degrees; creep by drying is none where ETA_FD is not positive."""
    for word in WORDS:
        value = occurrence[word]
        if word not in ("QSR_K", "TEMP_0_C", "ETA_FD", "PoissonRatio") and isinstance(value, (int, float)) and value <= 0.0:
            raise occurrence.wrong(word, "it must be positive")
    return {f"burger_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("BETON_BURGER", declare, properties)
