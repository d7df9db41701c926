"""ETHE_ELEM: - grad T . K grad T / 2 over each cell, in bodies of revolution without the radius, as code_aster has it (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def energy(element, data, given):
    """Of the temperatures."""
    if given.u is None or not (hasattr(element, "flow") and hasattr(element, "gradient")):
        return None
    density = 0.5 * np.einsum("egi,egi->eg", element.flow(data, given.u), element.gradient(data, given.u))
    weights = element.point_weights(data)
    if element.continuum.revolves:
        weights = weights / element.points(data.coordinates)[..., 0]
    return (weights * density).sum(axis=1)[:, None, None], ("TOTALE",)


OPTIONS.add("ETHE_ELEM", Option("ELEM", "ENER_R", energy))
