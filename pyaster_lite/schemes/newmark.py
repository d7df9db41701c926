"""SCHEMA='NEWMARK': u = u_ + dt v_ + dt^2 ((1/2 - BETA) a_ + BETA a), v = v_ + dt ((1 - GAMMA) a_ + GAMMA a) (r5.05.05)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.time_scheme import ImplicitScheme


@SCHEMES.register("NEWMARK")
class Newmark:
    """The mean acceleration by default: second order, without numerical damping."""

    explicit = False
    keywords = {"BETA": SIMP("f", typ="R", defaut=0.25), "GAMMA": SIMP("f", typ="R", defaut=0.5)}

    @staticmethod
    def scheme(args, unknown):
        """The scheme for the unknown "displacement" or "acceleration"."""
        if args.BETA <= 0.0:
            raise args.wrong("BETA", "an implicit Newmark scheme needs BETA above zero", help="DIFF_CENT is the explicit one")
        return ImplicitScheme(args.BETA, args.GAMMA, unknown)
