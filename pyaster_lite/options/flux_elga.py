"""FLUX, GRAT, TEMP and SOUR at points and nodes: flow of heat, gradient and value of the temperature (u4.81.04).

SOUR_ELGA is the heat of an electric current, the flow being that of the charge: its mean over the cell squared, by the conductivity.
"""

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.heat_shell import HeatShell

from ._family import everywhere
from ._option import Option
from .varc_elga import surroundings


def flow(element, data, given):
    """-K grad T; shells tell that through their surfaces, those of lines have no such option."""
    if isinstance(element, HeatShell) and given.u is not None:
        return (element.flow(data, given.u), element.FACES) if element.dim == 2 else None
    return _along_axes("FLU", element, element.flow(data, given.u)) if _conducts(element, given) else None


def gradient(element, data, given):
    """grad T."""
    return _along_axes("GRAT_", element, element.gradient(data, given.u)) if _conducts(element, given) else None


def temperature(element, data, given):
    """At the points and sub-points: the unknowns of heat, in mechanics what surrounds the materials."""
    if _conducts(element, given):
        return element.temperatures(data, given.u)[..., None], ("TEMP",)
    around = None if hasattr(element, "flow") else surroundings(element, data, given)
    if around is None:
        return None
    values, names, *sub = around
    return values[..., [names.index("TEMP")]], ("TEMP",), *sub


def source(element, data, given):
    """The square of the mean flow over the conductivity."""
    if not _conducts(element, given):
        return None
    flow = element.flow(data, given.u).mean(axis=1)
    conductivity = element.conductivity(data, given.u)[0][..., 0, 0]
    return ((flow**2).sum(axis=1)[:, None] / conductivity)[..., None], ("SOUR",)


def _conducts(element, given):
    return given.u is not None and hasattr(element, "flow") and not isinstance(element, HeatShell)


def _along_axes(stem, element, values):
    return values, tuple(f"{stem}{axis}" for axis in "XYZ"[: values.shape[-1]])


everywhere("FLUX", "FLUX_R", flow)
everywhere("GRAT", "GRAT_R", gradient)
OPTIONS.add("TEMP_ELGA", Option("ELGA", "TEMP_R", temperature))
OPTIONS.add("SOUR_ELGA", Option("ELGA", "SOUR_R", source))
