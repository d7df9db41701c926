"""RELATION='GRILLE_ISOT_LINE': sheets of reinforcement with linear isotropic hardening (r5.03.09)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._uniaxial import Isotropic

BEHAVIOURS.add("GRILLE_ISOT_LINE", Isotropic())
