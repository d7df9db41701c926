"""RUNGE_KUTTA_32 on a reduced basis: the pair of Bogacki and Shampine."""

from pyaster_lite.catalogue.registry import MODAL_SCHEMES

from ._runge_kutta import RungeKutta, keywords


@MODAL_SCHEMES.register("RUNGE_KUTTA_32")
class BogackiShampine(RungeKutta):
    """Explicit, orders 3 and 2 (Bogacki and Shampine 1989)."""

    keywords = keywords()
    TIMES = (0.0, 0.5, 0.75, 1.0)
    WEIGHTS = ((0.5,), (0.0, 0.75), (2 / 9, 1 / 3, 4 / 9))
    ERROR = (5 / 72, -1 / 12, -1 / 9, 1 / 8)
    POWER = 4.0
