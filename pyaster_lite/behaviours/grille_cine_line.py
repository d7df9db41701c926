"""RELATION='GRILLE_CINE_LINE': sheets of reinforcement with linear kinematic hardening (r5.03.09)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._uniaxial import Kinematic

BEHAVIOURS.add("GRILLE_CINE_LINE", Kinematic())
