"""RELA_EFFO_VITE: force as a function of velocity."""

from pyaster_lite.catalogue.registry import LOCALISED

from ._component import ComponentDevice


@LOCALISED.register("RELA_EFFO_VITE")
class ForceOfVelocity(ComponentDevice):
    """The force f(v) on a component whose velocity is v (r5.06.03)."""

    def force(self, t, dt, q, p):
        return self.answer_to(p[0])
