"""LEMAITRE and LEMAITRE_FO: creep without a threshold, with hardening by the cumulated strain (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter


def declare(values):
    """The declaration; 1/M is none by default where numbers are given."""
    last = {"UN_SUR_M": SIMP("f", typ="R", defaut=0.0)} if values is numbers else values("o", "UN_SUR_M")
    return FACT("f", **values("o", "N UN_SUR_K"), **last)


def properties(occurrence):
    """The exponent, 1/K and 1/M."""
    words = {"N": "creep_exponent", "UN_SUR_K": "creep_rate", "UN_SUR_M": "creep_hardening"}
    return {name: parameter(occurrence, word) for word, name in words.items()}


both("LEMAITRE", declare, properties)
