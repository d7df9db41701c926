"""RELATION='VISC_ISOT_LINE': as VISC_ISOT_TRAC, hardening by a straight line (r5.03.21); SIMO_MIEHE alone."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import linear
from .visc_isot_trac import Dragging, dragged

NEEDS = {"young": "ELAS", "traction_slope": "ECRO_LINE", "sinh_stress": "VISC_SINH"}
BEHAVIOURS.add("VISC_ISOT_LINE", Dragging(dragged(linear), NEEDS))
