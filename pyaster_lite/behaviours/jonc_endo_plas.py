"""RELATION='JONC_ENDO_PLAS': a joint of wall and floor that bends about its own z, damaged and plastic (r5.03.17).

With t the relative rotation, tp the plastic one, r = t - tp, rp and rm the farthest of r on both sides (RDP and |RDM| to start with),
X the centre, and <> the positive part:

    k  = KDP + (KE - KDP) RDP / rp  where r >= 0,   KDM + (KE - KDM) |RDM| / rm  elsewhere;   M = k r
    rp' = <r'> where r > rp,   rm' = <-r'> where -r > rm
    where s (M - X) > MY, s the side of M from X:   tp' = t' f / (KP + f) where it goes with s,  X' = KP tp'
    f  = KDP + (KE - KDP) RDP / rp (1 + r / rp where t' >= 0),   KDM + (KE - KDM) |RDM| / rm (1 - r / rm where t' < 0) on the other side

and what is dissipated grows by (KE - KD) RD / 2 times the damage's growth, and MY |tp'|. The other motions are elastic.
Internal variables: t, tp, rp, rm, X, what is dissipated, (1 - KD/KE)(1 - RD/r) of both sides, 1 once it has begun.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp

from ._device import ROUNDING, Device

BENDS = 5


class BendingJoint(Device):
    """The law of one discrete of two nodes that turn; its tangent is the secant of the step."""

    turning = feels_supports = True
    internal_names = ("ROTATOTA", "ROTAPLAS", "ROTAPLUS", "ROTAMOIN", "XCIN_MZZ", "DISSTOTA", "ENDOPLUS", "ENDOMOIN", "INISEUIL")
    needs = {"bending_joint": "JONC_ENDO_PLAS"}
    parameters = "bending_joint"

    def act(self, known, link, e, held, elastic, before, data):
        """By the equations above about z."""
        force, stiffness = elastic
        whole, _, stiff_plus, stiff_minus, plus, minus, *_ = known
        stiffness[BENDS], after, dt = whole, before.copy(), data.step.after - data.step.before
        if data.step.predicting or dt <= 0.0:
            return force, stiffness, after
        moment, turned, step = held[BENDS], link.earlier[e, BENDS], link.moved[e, BENDS] - link.earlier[e, BENDS]
        plastic, farthest, nearest, centre, lost = before[1:6]
        if not before[8]:
            farthest, nearest = plus, abs(minus)
        least = min(plus, abs(minus))
        size = 0.6 * least
        scale = [whole * size, size, size, size, size, whole * size, whole * least**2 * 0.6]
        start = [moment, turned, plastic, farthest, nearest, centre, lost]
        found = cash_karp.integrate(_rates(known, step / dt), start, dt, self.tolerance, self.tries, scale)
        damage = (1 - stiff_plus / whole) * (1 - plus / found[3]), (1 - stiff_minus / whole) * (1 - abs(minus) / found[4])
        if abs(step) > ROUNDING:
            stiffness[BENDS] = abs((found[0] - moment) / step)
        force[BENDS] = found[0]
        return force, stiffness, np.array([*found[1:], *damage, 1.0])


def _rates(known, speed):
    """The rates of M, t, tp, rp, rm, X and what is dissipated, 7 numbers, at a rate of rotation."""
    whole, hardening, stiff_plus, stiff_minus, plus, minus, limit_plus, limit_minus = known
    above, below = (whole - stiff_plus) * plus, (whole - stiff_minus) * abs(minus)

    def rates(y):
        _, turned, plastic, rp, rm, centre, _ = y
        if abs(rp) < ROUNDING or abs(rm) < ROUNDING:
            raise cash_karp.Stiff
        r = turned - plastic
        positive = r >= 0.0
        k = stiff_plus + above / rp if positive else stiff_minus + below / rm
        side, limit = (1.0, limit_plus) if k * r >= centre else (-1.0, abs(limit_minus))
        flow = 0.0
        if side * (k * r - centre) > limit:
            if positive:
                f = stiff_plus + above / rp * (1.0 + (r / rp if speed >= 0.0 else 0.0))
            else:
                f = stiff_minus + below / rm * (1.0 - (r / rm if speed < 0.0 else 0.0))
            if hardening + f > ROUNDING and side * speed * f / (hardening + f) > 0.0:
                flow = speed * f / (hardening + f)
        change = speed - flow
        p = max(change, 0.0) if r > rp else 0.0
        m = max(-change, 0.0) if -r > rm else 0.0
        moment = k * change - (above / rp**2 * p * r if positive else below / rm**2 * m * r)
        return moment, speed, flow, p, m, hardening * flow, 0.5 * (above * p + below * m) + limit * abs(flow)

    return rates


BEHAVIOURS.add("JONC_ENDO_PLAS", BendingJoint())
