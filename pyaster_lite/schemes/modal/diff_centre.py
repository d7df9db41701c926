"""DIFF_CENTRE on a reduced basis: the semi-implicit Euler scheme."""

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.modal_transient import ModalScheme


@MODAL_SCHEMES.register("DIFF_CENTRE")
class CentredDifferences(ModalScheme):
    """Explicit, constant step h (r5.06.04, Euler scheme).

    1.  v' = v + h a
    2.  u' = u + h v'
    3.  a' from the balance of forces at t + h
    """

    keywords = {}

    def advance(self):
        h, t = self.step, self.t + self.step
        self.v = self.v + h * self.a
        self.u = self.u + h * self.v
        self.a = self.system.acceleration(t, h, self.u, self.v)
        self.t, self.done = t, h
