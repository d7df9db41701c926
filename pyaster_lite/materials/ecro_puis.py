"""ECRO_PUIS and ECRO_PUIS_FO: hardening by a power, R(p) = SY + SY (E p / (A_PUIS SY))^(1 / N_PUIS) (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter


def declare(values):
    """The declaration."""
    return FACT("f", **values("o", "SY A_PUIS N_PUIS"))


def properties(occurrence):
    """The yield stress, the coefficient and the exponent."""
    words = {"SY": "yield_stress", "A_PUIS": "hardening_coefficient", "N_PUIS": "hardening_exponent"}
    return {name: parameter(occurrence, word) for word, name in words.items()}


both("ECRO_PUIS", declare, properties)
