"""SCHEMA='DIFF_CENT': explicit central differences, Newmark with BETA = 0 and GAMMA = 1/2 (r5.05.05)."""

from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.time_scheme import ExplicitScheme


@SCHEMES.register("DIFF_CENT")
class CentralDifferences:
    """Second order; stable below the time a wave needs across the smallest cell."""

    explicit = True
    keywords = {}

    @staticmethod
    def scheme(args, unknown):
        """The scheme."""
        return ExplicitScheme(phi=0.5, early=0.5, late=0.5)
