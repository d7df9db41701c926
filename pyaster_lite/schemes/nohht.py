"""SCHEMA='NOHHT': the variant of HHT with GAMMA = (1 - ALPHA) / 2 and half the weight on damping (r5.05.05)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.time_scheme import ImplicitScheme


@SCHEMES.register("NOHHT")
class NewHilberHughesTaylor:
    """Less numerical damping than HHT at the same ALPHA."""

    explicit = False
    keywords = {"ALPHA": SIMP("f", typ="R", defaut=-0.1)}

    @staticmethod
    def scheme(args, unknown):
        """The scheme for the unknown "displacement" or "acceleration"."""
        alpha = args.ALPHA
        if alpha <= -1.0 or alpha == 1.0:
            raise args.wrong("ALPHA", "ALPHA must lie above -1 and differ from 1", help="it is usually between -0.3 and 0")
        beta, gamma, eta = (1 - alpha) ** 2 / 4, (1 - alpha) / 2, -alpha
        return ImplicitScheme(beta, gamma, unknown, weights=(gamma - beta, 1 - gamma), eta=eta, delta=eta / 2)
