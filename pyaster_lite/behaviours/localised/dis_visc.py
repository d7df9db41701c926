"""DIS_VISC: non-linear viscous damper between two nodes (generalised Zener model)."""

from __future__ import annotations

from math import copysign, log10

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe import cash_karp

from ._pair import NODES, PairDevice


@LOCALISED.register("DIS_VISC")
class ViscousDamper(PairDevice):
    """A spring 1 in series with a spring 2 parallel to (spring 3 + dashpot) (r5.03.17).

    With x the lengthening, F the force, w that of the dashpot, P the energy lost; S1 = 1/K1, S3 = 1/K3:

        s = (F (1 + K2 S1) - K2 x) / C,  w' = sign(s) |s|^(1/alpha),  P' = C |s w'|
        F' = (x' (1 + K2 S3) - w') / (S1 + S3 + K2 S1 S3)
    """

    rules = (*PairDevice.rules, UN_PARMI("K1", "UNSUR_K1"), UN_PARMI("K2", "UNSUR_K2"), UN_PARMI("K3", "UNSUR_K3"))
    keywords = {
        **NODES,
        "K1": SIMP("f", typ="R", val_min=1e-8),
        "K2": SIMP("f", typ="R", val_min=0.0),
        "K3": SIMP("f", typ="R", val_min=1e-8),
        "UNSUR_K1": SIMP("f", typ="R", val_min=0.0),
        "UNSUR_K2": SIMP("f", typ="R", val_min=1e-8),
        "UNSUR_K3": SIMP("f", typ="R", val_min=0.0),
        "C": SIMP("o", typ="R", val_min=1e-8),
        "PUIS_ALPHA": SIMP("f", typ="R", val_min=1e-8, val_max=1.0, defaut=0.5),
        "ITER_INTE_MAXI": SIMP("f", typ="I", defaut=20),
        "RESI_INTE": SIMP("f", typ="R", defaut=1e-6),
    }

    def __init__(self, site, args, setting):
        super().__init__(site, args)
        self.s1 = 1.0 / args.K1 if "K1" in args else args.UNSUR_K1
        self.k2 = args.K2 if "K2" in args else 1.0 / args.UNSUR_K2
        self.s3 = 1.0 / args.K3 if "K3" in args else args.UNSUR_K3
        self.c, self.power = args.C, args.PUIS_ALPHA
        self.softness = self.s1 + self.s3 + self.k2 * self.s1 * self.s3
        if self.softness <= 0.0:
            raise args.wrong("C", "1/K1 + 1/K3 + K2/(K1 K3) is zero: the damper would be infinitely stiff")
        self.tries, self.tolerance = args.ITER_INTE_MAXI, args.RESI_INTE
        self.state, self.answer = (0.0, 0.0, 0.0, 0.0), 0.0

    def force(self, t, dt, q, p):
        if abs(dt) > 0.0:
            found = cash_karp.integrate(self._rates(-p[0]), self.state, dt, self.tolerance, self.tries)
            if dt > 0.0:
                self.state, self.answer = tuple(found), p[0]
            return [found[0], 0.0, 0.0]
        return [self.state[0], 0.0, 0.0]

    def _rates(self, lengthening):
        s1, k2, s3, c, power, softness = self.s1, self.k2, self.s3, self.c, self.power, self.softness

        def rates(y):
            stretch = (y[0] * (1.0 + k2 * s1) - k2 * y[2]) / c
            if abs(stretch) > 1e10 and log10(abs(stretch)) > 200.0 * power:
                raise cash_karp.Stiff
            flow = copysign(abs(stretch) ** (1.0 / power), stretch)
            return (lengthening * (1.0 + k2 * s3) - flow) / softness, flow, lengthening, c * abs(stretch * flow)

        return rates

    def variables(self, first, second):
        return (*first, *second, self.answer, *self.state)

    def take_up(self, variables):
        self.answer, self.state = variables[6], tuple(variables[7:11])
