"""ECRO_LINE and ECRO_LINE_FO: a yield stress and a constant slope of the traction curve after it (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter


def declare(values):
    """The declaration."""
    return FACT("f", **values("o", "D_SIGM_EPSI SY"), **values("f", "SIGM_LIM EPSI_LIM"))


def properties(occurrence):
    """The slope, the yield stress and the limits that states are compared with."""
    names = {"D_SIGM_EPSI": "traction_slope", "SY": "yield_stress", "SIGM_LIM": "limit_stress", "EPSI_LIM": "limit_strain"}
    return {name: parameter(occurrence, word) for word, name in names.items() if occurrence.get(word) is not None}


both("ECRO_LINE", declare, properties)
