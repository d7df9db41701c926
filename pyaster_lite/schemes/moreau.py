"""SCHEMA='MOREAU', MOREAU_EXPLI: steps in velocities and impulses, for DEFI_CONTACT's ALGO_CONT='IMPULSION' (not in code_aster).

The algorithm stands in fe/moreau.py, that of contact in contact/impulsion.py. Where nothing touches, MOREAU with THETA=0.5 is the scheme
of mean acceleration and MOREAU_EXPLI (with MASS_DIAG='OUI') that of central differences.
"""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.moreau import VelocityScheme


@SCHEMES.register("MOREAU")
class MoreauJean:
    """Implicit but for contact's impulses; of second order for THETA=0.5, damped above."""

    explicit, impulsive = False, True
    keywords = {"THETA": SIMP("f", typ="R", val_min=0.5, val_max=1.0, defaut=0.5)}

    @staticmethod
    def scheme(args, unknown):
        """The scheme."""
        return VelocityScheme(args.THETA)


@SCHEMES.register("MOREAU_EXPLI")
class ExplicitMoreau:
    """Explicit in everything but contact; stable as central differences are."""

    explicit, impulsive = True, True
    keywords = {}

    @staticmethod
    def scheme(args, unknown):
        """The scheme."""
        return VelocityScheme(0.5, explicit=True)
