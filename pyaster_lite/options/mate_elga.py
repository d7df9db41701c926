"""MATE_ELGA, MATE_ELEM: what the material of solids is, at points or in the middle of cells (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_functions

from ._option import Option

PROPERTIES = {"E": "young", "NU": "poisson", "RHO": "density", "ALPHA": "expansion", "LAMBDA": "conductivity", "RHO_CP": "heat_capacity"}
NAMES = ("X", "Y", "Z", *PROPERTIES)


def at_points(element, data, given):
    """At the points of the stiffness; in the middle of absorbing sides."""
    if not _tells(element):
        return None
    if hasattr(element, "impedance"):
        return in_the_middle(element, data, given)
    return _once(element, data, "at points", lambda: element.points(data.coordinates), data.at_points), NAMES


def in_the_middle(element, data, given):
    """One value by cell."""
    if not _tells(element):
        return None

    def places():
        own = getattr(element, "middle_functions", None)
        middle = shape_functions(element.cell, quadrature(element.cell, "FPG1").points) if own is None else own
        return np.einsum("gn,enk->egk", middle, data.coordinates)

    return _once(element, data, "in the middle", places, lambda name, default: data.overall(name, default)[:, None]), NAMES


def _once(element, data, where, places, value):
    """Places and properties side by side, made once for all instants where no property depends on anything."""

    def made():
        found = places()
        return np.concatenate([found, _beside(found, [value(name, 0.0) for name in PROPERTIES.values()])], axis=-1)

    steady = not any(data.varies(name) for name in PROPERTIES.values())
    return data.once(("material", where, element), made).copy() if steady else made()


def _beside(places, values):
    """The values (ne, ng or 1) or (ne, ng or 1, n, n), of which the first counts, at the places (ne, ng, 3).

    Where a material has one by axis (ne, ng or 1, n), code_aster finds none of that name (te0142: ALPHA beside ALPHA_L).
    """
    firsts = [np.zeros(value.shape[:2]) if value.ndim == 3 else value[..., 0, 0] if value.ndim > 3 else value for value in values]
    return np.stack([np.broadcast_to(value, places.shape[:2]) for value in firsts], axis=-1)


def _tells(element):
    return hasattr(element, "continuum") and not getattr(element, "loaded_only", False)


OPTIONS.add("MATE_ELGA", Option("ELGA", "MATE_R", at_points, complexes="WHOLE"))
OPTIONS.add("MATE_ELEM", Option("ELEM", "MATE_R", in_the_middle, complexes="WHOLE"))
