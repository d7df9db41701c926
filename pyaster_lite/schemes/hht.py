"""SCHEMA='HHT': Newmark with BETA = (1 - ALPHA)^2 / 4 and GAMMA = 1/2 - ALPHA (r5.05.05).

MODI_EQUI='OUI' is Hilber, Hughes and Taylor's scheme: forces other than inertia are taken between the two instants, with
the weight -ALPHA on the earlier one, which keeps second order. 'NON' leaves the balance at the end of the step: first
order, more damped.
"""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import SCHEMES
from pyaster_lite.fe.time_scheme import ImplicitScheme


@SCHEMES.register("HHT")
class HilberHughesTaylor:
    """Numerical damping of high frequencies by ALPHA."""

    explicit = False
    keywords = {
        "ALPHA": SIMP("f", typ="R", defaut=-0.1, dated=(("15.1.11", -0.3),)),
        "MODI_EQUI": SIMP("f", into=("OUI", "NON"), defaut="OUI", dated=(("15.2.3", "NON"),)),
    }

    @staticmethod
    def scheme(args, unknown):
        """The scheme for the unknown "displacement" or "acceleration"."""
        alpha = args.ALPHA
        if alpha == 1.0 or (args.MODI_EQUI == "OUI" and alpha <= -1.0):
            raise args.wrong("ALPHA", "ALPHA must lie above -1 and differ from 1", help="it is usually between -0.3 and 0")
        eta = -alpha if args.MODI_EQUI == "OUI" else 0.0
        return ImplicitScheme((1 - alpha) ** 2 / 4, 0.5 - alpha, unknown, eta=eta)
