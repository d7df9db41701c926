"""ADAPT_ORDRE2 on a reduced basis: centred differences with a step that follows the motion."""

from pyaster_lite.catalogue.registry import MODAL_SCHEMES

from ._apparent_frequency import ApparentFrequency, keywords


@MODAL_SCHEMES.register("ADAPT_ORDRE2")
class AdaptOrder2(ApparentFrequency):
    """Explicit, second order, velocities w at mid-steps (r5.06.04).

    With h the step tried and h0 the one first proposed (none before the first step; see `before`):

    1.  w' = w + (h0 + h)/2 a
    2.  u' = u + h w'
    3.  v' = w' + h/2 a
    4.  a' from the balance of forces at t + h, u', v'
    5.  judge the error; if need be go back to 1 with a shorter h
    """

    keywords = keywords()

    def __init__(self, *given, args):
        super().__init__(*given, args=args)
        self._mid = self.v
        self._first = True

    def advance(self):
        system, start = self.system, self.system.save()
        h = self.step
        before, self._first = (0.0 if self._first else self.before(h)), False
        tries = 1
        while True:
            mid = self._mid + self.a * (0.5 * (before + h))
            u = self.u + mid * h
            v = mid + self.a * (0.5 * h)
            a = system.acceleration(self.t + h, h, u, v)
            if not self.adaptive:
                following = h
                break
            again, following = self.judge(self.error(h, u, a), h, tries)
            if not again:
                self.note_velocity(mid)
                break
            system.restore(start)
            h, tries = following, tries + 1
        self.t, self.u, self.v, self.a, self._mid = self.t + h, u, v, a, mid
        self.done, self.step = h, following
