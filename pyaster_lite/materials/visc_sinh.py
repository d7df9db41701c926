"""VISC_SINH: a flow that drags by SIGM_0 asinh((p'/EPSI_0)^(1/M)) (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

NAMES = {"SIGM_0": "sinh_stress", "EPSI_0": "sinh_rate", "M": "sinh_exponent"}


def properties(occurrence):
    """Pa, 1/s and a number."""
    return {name: parameter(occurrence, word) for word, name in NAMES.items()}


both("VISC_SINH", lambda make: FACT("f", **make("o", " ".join(NAMES))), properties)
