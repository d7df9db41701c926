"""RELATION='CHOC_ENDO' and 'CHOC_ENDO_PENA': a stop between two nodes that is crushed for good and damps (r5.03.17).

With g = u + gap - ua how far it is open, ua where crushing has brought its face, v the velocity, and threshold S, stiffness K and
damping C over the crushing p, integrated over the step where g <= 0:

    q = K g - C |v|,  N' = K (u' - ua') - C sign(v) v'
    where |q| >= S and it goes on:  p' = sign(q) (K u' - C sign(v) v') / (S' + K - sign(q) K' g + sign(q) C' |v|),  ua' = sign(q) p'
        N' = K (u' - ua') + K' g p' - C sign(v) v' - C' |v| p'

In q, C counts only where it is a part of the threshold (CRIT_AMOR='INCLUS'). In dynamics a step starts from, and its first iteration takes,
the elastic force of the crushing so far; where the matrix is renewed there, it is judged as if there were none.

By penalty, with S, K, C functions of how far it is pressed in, e = -(u + gap), and E, R the most so far and what stays:

    q = K(E) (R - e) + C_in v;  N = -S(e) + C_out v where |q| >= S(e), q + C_out v else, nothing where that would pull
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp
from pyaster_lite.fe.errors import LawFailed

from ._device import ROUNDING, Device, between


class CrushedStop(Device):
    """The law of one discrete, integrated."""

    damps = feels_supports = True
    internal_names = ("DIS1", "DIS2", "DIS3", "DIS4", "DIS5")
    needs = {"crushed_stop": "DIS_CHOC_ENDO"}
    parameters = "crushed_stop"

    def judged_apart(self, data):
        """Materials that damp have the forces computed again with the damping."""
        return True

    def act(self, known, link, e, held, elastic, before, data):
        """Along x; across it stays elastic."""
        force, stiffness = elastic
        x, threshold, rigidity, damping, crushed, distance, within = known
        gap, after = link.start[e, 0] - distance, before.copy()
        dt = data.step.after - data.step.before
        motion, whole = data.motion, np.interp(before[0], crushed, rigidity)
        if motion is not None and motion.first and not data.step.predicting:
            opened = link.moved[e, 0] + gap - before[1]
            stiffness[0] = whole if opened <= 0.0 else 0.0
            force[0] = whole * opened if opened <= 0.0 and motion.first == "kept" else 0.0
            return force, stiffness, after
        if dt <= 0.0:
            stiffness[0] = whole
            return force, stiffness, after
        gone, rounded = link.moved[e, 0] - link.earlier[e, 0], 2.0 * ROUNDING * abs(link.moved[e]).max()
        speed, growth = (gone if abs(gone) > rounded else 0.0) / dt, (link.velocity[e, 0] - before[2]) / dt
        rates = _rates(crushed, threshold, rigidity, damping, within, gap, speed, growth)
        start = [link.earlier[e, 0], held[0], before[2], before[0], before[1]]
        place = threshold[0] / rigidity[0]
        scale = [place, threshold[0], place / dt, place, place]
        found = cash_karp.integrate(rates, start, dt, self.tolerance, self.tries, scale)
        force[0] = min(0.0, found[1])
        stiffness[0] = np.interp(found[3], crushed, rigidity)
        if abs(found[0] - start[0]) > ROUNDING:
            stiffness[0] = min(stiffness[0], abs((force[0] - held[0]) / (found[0] - start[0])))
        after[:] = found[3], found[4], found[2], link.start[e, 0] if not before[4] else before[3], 1.0
        return force, stiffness, after


def _rates(crushed, threshold, rigidity, damping, within, gap, speed, growth):
    """The rates of u, N, v, p and ua."""
    crushed, threshold, rigidity, damping = (curve.tolist() for curve in (crushed, threshold, rigidity, damping))

    def rates(y):
        u, push, v, p, face = y
        opened = u + gap - face
        if opened > 0.0:
            return speed, 0.0, growth, 0.0, 0.0
        if p >= crushed[-1]:
            raise LawFailed(f"a stop is crushed by {p:.6g} m, beyond its curves, which end at {crushed[-1]:.6g}")
        (s, ds), (k, dk), (c, dc) = (between(crushed, curve, p) for curve in (threshold, rigidity, damping))
        inside, slope = (c, dc) if within else (0.0, 0.0)
        trial, sense = k * opened - inside * abs(v), 1.0 if v >= 0.0 else -1.0
        rate = k * speed - c * sense * growth
        if abs(trial) < s:
            return speed, 0.0 if push >= 0.0 and rate > 0.0 else rate, growth, 0.0, 0.0
        side = -1.0 if trial < 0.0 else 1.0
        more, less = side * rate, ds + k - side * dk * opened + side * dc * abs(v)
        if more * less <= 0.0:
            return speed, rate, growth, 0.0, 0.0
        flow = more / less
        moved = k * (speed - side * flow) + dk * opened * flow - c * sense * growth - dc * abs(v) * flow
        return speed, moved, growth, flow, side * flow

    return rates


class PenalisedStop(Device):
    """The law of one discrete, by penalty; the tangent is the element's own stiffness."""

    damps = feels_supports = True
    internal_names = ("DIS1", "DIS2", "DIS3")
    needs = {"crushed_stop": "DIS_CHOC_ENDO"}
    parameters = "crushed_stop"

    def act(self, known, link, e, held, elastic, before, data):
        """Along x; nothing holds across."""
        force, stiffness = elastic
        x, threshold, rigidity, damping, _, distance, within = known
        depth, velocity = link.moved[e, 0] + link.start[e, 0] - distance, link.velocity[e, 0]
        most, left = min(before[0], depth), before[1]
        limit, known_limit, k, c = (
            np.interp(-at, x, y) for at, y in ((depth, threshold), (most, threshold), (most, rigidity), (most, damping))
        )
        inside, outside = (c, 0.0) if within else (0.0, c)
        force[:], state = 0.0, 0.0
        if depth <= left:
            if abs(k * (depth - left)) > known_limit:
                left = depth + known_limit / k
            trial = k * (depth - left) + inside * velocity
            if abs(trial) >= limit:
                force[0], state = -limit + outside * velocity, 2.0
            elif trial + outside * velocity <= 0.0:
                force[0], state = trial + outside * velocity, 1.0
        return force, stiffness, np.array([most, left, state])


BEHAVIOURS.add("CHOC_ENDO", CrushedStop())
BEHAVIOURS.add("CHOC_ENDO_PENA", PenalisedStop())
