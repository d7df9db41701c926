"""RELATION='DIS_VISC': a nonlinear damper with springs, along the own axis of a discrete (r5.03.17).

With e the elongation, e_v that of the damper, s the force, S1 = 1/K1, S3 = 1/K3:

    x = (s (1 + K2 S1) - K2 e) / C,  e_v' = sign(x) |x|^(1/ALPHA),  s' = ((1 + K2 S3) e' - e_v') / (S1 + S3 + K2 S1 S3)

and C |x e_v'| is dissipated. As in code_aster (dizeng, dis_elas_para) a step starts from the whole force of the last one, which holds that
of the spring beside it (KP, KT1, KT2), and this is added again.
Internal variables: s, e_v, what is dissipated, the stiffness of the last instant.
"""

from __future__ import annotations

from math import log10

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp

from ._device import Device

LITTLE = 1e-8


class Zener(Device):
    """The law of one discrete."""

    flows = True
    mingles = True

    internal_names = ("FORCE", "UVISQ", "DISSTHER", "RAIDEUR")
    needs = {"zener": "DIS_VISC"}
    parameters = "zener"

    def act(self, known, link, e, held, elastic, before, data):
        """By the equations above; a step starts with the stiffness of the last one."""
        force, stiffness = elastic
        s1, k2, s3, c, alpha = known
        whole = s1 + s3 + k2 * s1 * s3
        at_once, after = (1 + k2 * s3) / whole, before.copy()
        dt = data.step.after - data.step.before
        if data.step.predicting or dt <= 0.0:
            stiffness[0] = before[3] if before[3] else at_once
            return force, stiffness, after
        speed = (link.moved[e, 0] - link.earlier[e, 0]) / dt

        def rates(y):
            x = (y[0] * (1 + k2 * s1) - k2 * y[2]) / c
            if abs(x) > 1e10 and log10(abs(x)) > 200 * alpha:
                raise cash_karp.Stiff
            flow = abs(x) ** (1 / alpha) * (1 if x >= 0 else -1)
            return ((1 + k2 * s3) * speed - flow) / whole, flow, speed, c * abs(x * flow)

        start = [held[0], before[1], link.earlier[e, 0], before[2]]
        found, last = cash_karp.follow(rates, start, dt, self.tolerance, self.tries)
        stiffness[0] = last[0] / speed if abs(speed) > LITTLE else last[0]
        if abs(stiffness[0]) < LITTLE:
            stiffness[0] = at_once
        force[0] = found[0]
        after[:] = found[0], found[1], found[3], stiffness[0]
        return force, stiffness, after


BEHAVIOURS.add("DIS_VISC", Zener())
