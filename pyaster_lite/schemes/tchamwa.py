"""SCHEMA='TCHAMWA': the explicit scheme of Tchamwa and Wielgosz, u = u_ + dt v_ + PHI dt^2 a_, v = v_ + dt a_ (r5.05.05)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.time_scheme import ExplicitScheme


@SCHEMES.register("TCHAMWA")
class TchamwaWielgosz:
    """First order; PHI above 1 damps high frequencies."""

    explicit = True
    keywords = {"PHI": SIMP("f", typ="R", defaut=1.05)}

    @staticmethod
    def scheme(args, unknown):
        """The scheme."""
        return ExplicitScheme(phi=args.PHI, early=1.0, late=0.0)
