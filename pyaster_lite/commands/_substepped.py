"""ITER_INTE_PAS: laws that go in steps within each step."""

from __future__ import annotations

from pyaster_lite.behaviours._law import Law
from pyaster_lite.behaviours._substeps import Substepped


def substepped(occurrence, behaviour):
    """With ITER_INTE_PAS, the law in so many steps within each step; below zero, only at the points where it fails at once."""
    count = occurrence.get("ITER_INTE_PAS") or 0
    if abs(count) < 2 or behaviour.linear or not isinstance(behaviour, Law):
        return behaviour
    if occurrence.RELATION == "KIT_DDI" or occurrence.DEFORMATION == "SIMO_MIEHE":
        raise occurrence.wrong("ITER_INTE_PAS", "neither KIT_DDI nor SIMO_MIEHE goes in steps within steps")
    return Substepped(behaviour, abs(count), spared=count < 0)
