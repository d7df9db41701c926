"""ADAPT_ORDRE1 on a reduced basis: the semi-implicit Euler scheme with a step that follows the motion."""

from pyaster_lite.catalogue.registry import MODAL_SCHEMES

from ._apparent_frequency import ApparentFrequency, keywords

SMALLEST = 1e-13
WARM_UP = 5


@MODAL_SCHEMES.register("ADAPT_ORDRE1")
class AdaptOrder1(ApparentFrequency):
    """Explicit, first order (r5.06.04).

    With h the step tried and h0 the one first proposed:

    1.  v' = v + (h0 + h)/2 a
    2.  u' = u + h v'
    3.  a' from the balance of forces at t + h, u', v'
    4.  judge the error; if need be go back to 1 with a shorter h

    The first five steps are taken as they come.
    """

    keywords = keywords()

    def __init__(self, *given, args):
        super().__init__(*given, args=args)
        self._steps = 0

    def advance(self):
        system, start = self.system, self.system.save()
        h = following = self.step
        before = self.before(h) if self._steps else h
        tries = 1
        while True:
            v = self.v + self.a * (h if h <= SMALLEST else 0.5 * (before + h))
            u = self.u + v * h
            a = system.acceleration(self.t + h, h, u, v)
            if not self.adaptive:
                following = h
                break
            error = self.error(following, u, a) if self._steps >= WARM_UP else 0.0
            again, following = self.judge(error, h, tries)
            if not again:
                self.note_velocity(v)
                break
            system.restore(start)
            h, tries = following, tries + 1
        self._steps += 1
        self.t, self.u, self.v, self.a = self.t + h, u, v, a
        self.done, self.step = h, following
