"""ITER_INTE_PAS: laws that go in steps within each step."""

from __future__ import annotations

from pyaster_lite.behaviours._law import Law
from pyaster_lite.behaviours._substeps import Substepped


def substepped(occurrence, behaviour):
    """With ITER_INTE_PAS, the law in so many steps within each step; those that it asks for only where a law fails are not taken."""
    count = occurrence.get("ITER_INTE_PAS") or 0
    if count < 2 or behaviour.linear or not isinstance(behaviour, Law):
        return behaviour
    if occurrence.RELATION == "KIT_DDI" or occurrence.DEFORMATION == "SIMO_MIEHE":
        raise occurrence.wrong("ITER_INTE_PAS", "neither KIT_DDI nor SIMO_MIEHE goes in steps within steps")
    return Substepped(behaviour, count)
