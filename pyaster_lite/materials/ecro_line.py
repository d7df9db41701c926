"""ECRO_LINE and ECRO_LINE_FO: a yield stress and a constant slope of the traction curve after it (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter


def declare(values):
    """The declaration."""
    return FACT("f", **values("o", "D_SIGM_EPSI SY"), **values("f", "SIGM_LIM EPSI_LIM"))


def properties(occurrence):
    """The slope and the yield stress."""
    occurrence.mark_read("SIGM_LIM", "EPSI_LIM")
    return {"traction_slope": parameter(occurrence, "D_SIGM_EPSI"), "yield_stress": parameter(occurrence, "SY")}


both("ECRO_LINE", declare, properties)
