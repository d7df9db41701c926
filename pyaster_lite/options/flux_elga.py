"""FLUX, GRAT and TEMP at points and nodes: flow of heat, gradient and value of the temperature (u4.81.04)."""

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import everywhere
from ._option import Option


def flow(element, data, given):
    """-K grad T."""
    return _along_axes("FLU", element, element.flow(data, given.u)) if _conducts(element, given) else None


def gradient(element, data, given):
    """grad T."""
    return _along_axes("GRAT_", element, element.gradient(data, given.u)) if _conducts(element, given) else None


def temperature(element, data, given):
    """At the points."""
    return (element.temperatures(given.u)[..., None], ("TEMP",)) if _conducts(element, given) else None


def _conducts(element, given):
    return given.u is not None and hasattr(element, "flow")


def _along_axes(stem, element, values):
    return values, tuple(f"{stem}{axis}" for axis in "XYZ"[: element.dim])


everywhere("FLUX", "FLUX_R", flow)
everywhere("GRAT", "GRAT_R", gradient)
OPTIONS.add("TEMP_ELGA", Option("ELGA", "TEMP_R", temperature))
