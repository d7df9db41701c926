"""PRAGER and PRAGER_FO: linear kinematic hardening, the centre of the yield surface moving by C times the plastic strain (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

both("PRAGER", lambda values: FACT("f", **values("o", "C")), lambda occurrence: {"prager": parameter(occurrence, "C")})
