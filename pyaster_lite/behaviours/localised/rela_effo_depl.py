"""RELA_EFFO_DEPL: force as a function of displacement."""

from pyaster_lite.catalogue.registry import LOCALISED

from ._component import ComponentDevice


@LOCALISED.register("RELA_EFFO_DEPL")
class ForceOfDisplacement(ComponentDevice):
    """The force f(x) on a component whose displacement is x (r5.06.03)."""

    def force(self, t, dt, q, p):
        return self.answer_to(q[0])
