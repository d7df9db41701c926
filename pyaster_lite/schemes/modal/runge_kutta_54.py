"""RUNGE_KUTTA_54 on a reduced basis: the pair of Dormand and Prince."""

from pyaster_lite.catalogue.registry import MODAL_SCHEMES

from ._runge_kutta import RungeKutta, keywords


@MODAL_SCHEMES.register("RUNGE_KUTTA_54")
class DormandPrince(RungeKutta):
    """Explicit, orders 5 and 4 (Dormand and Prince 1980)."""

    keywords = keywords()
    TIMES = (0.0, 0.2, 0.3, 0.8, 8 / 9, 1.0, 1.0)
    WEIGHTS = (
        (0.2,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    )
    ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
    POWER = 6.0
