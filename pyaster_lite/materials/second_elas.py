"""SECOND_ELAS: what the gradients of the micro-dilation of a second-gradient medium cost (u4.43.01, r5.04.03)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """A1, N."""
    return {"dilation_cost": occurrence.A1}


MATERIALS.add("SECOND_ELAS", MaterialLaw(FACT("f", **numbers("o", "A1")), properties))
