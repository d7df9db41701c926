"""RELATION='DIS_CONTACT': contact in a discrete element with dampers, and with Coulomb's friction (r5.03.17).

In the local axes, with u the motion of the second node from the first (of a single node: its own), v its velocity, g the gap at u = 0, all
rates being those of a step in which u and v grow evenly; F forces of contact, p where the tangential spring slides, K the stiffness that
the element has by itself along each axis:

1.  open where u_x + g > 0:  F_x = 0, nothing slides, and across  F = K u  grows on
2.  without friction or tangential stiffness, closed:  F_x' = kn u_x' + cn v_x'  while it approaches ever faster or is pressed, else 0
3.  with both, q the force of friction:
        F_x' = kn u_x' + cn v_x',   q' = kt (u' - p') + c v',   F' = K u' + q'   across
    sliding where |q| >= mu |F_x| and  l = d . u' + sign(-F_x) mu kn / kt u_x' >= 0  along  d = q / |q|:  p' = l d,  c = ct;
    else  p' = 0,  c = 0

integrated over the step by fe.cash_karp. The tangent is that of the secant over the step, axis by axis. In dynamics the first forces of
a step (explicit schemes ask for no others) are  F_x = kn (u_x + g)  where it is closed, those across unchanged, and so are the variables:
while it flies, the velocity remembered is that before, and the damper feels all of it at the impact. Where the matrix is renewed with them
they are none, so that the step goes on.
A spring KP, KT1, KT2 beside is added to the forces; as in code_aster (dis_contact_frot) a step starts from these, so that what the spring
did at former instants stays in them.
A gap that closes from one instant to another starts from the length at rest and takes on the distances evenly. While it moves there is
neither friction nor a damper,  F_x' = kn (u_x' + g'),  p' = u'  across.
Internal variables: q (2), p (2), v (3), the length at rest or the gap that closes, 1 once the law has acted.
"""

from __future__ import annotations

from math import hypot

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp

ROUNDING = np.finfo(float).eps


class DampedContact:
    """The law over all discretes of a group, as fe.discrete asks for it; each is integrated by itself."""

    linear, damps, feels_supports = False, True, True
    internal_names = tuple(f"DIS{i}" for i in range(1, 10))
    internal_size = len(internal_names)
    needs = {"shock_friction": "DIS_CONTACT"}
    lacks = {"shock_corner": "CONTACT='COIN_2D'"}

    def __init__(self, tolerance: float = 1e-6, tries: int = 20):
        self.tolerance, self.tries = tolerance, tries

    def within(self, tolerance: float, tries: int) -> DampedContact:
        """The law integrated to a relative tolerance, a step being cut `tries` times at most."""
        return DampedContact(tolerance, abs(tries))

    def judged_apart(self, data):
        """Materials that damp have the forces computed again with the damping."""
        return any("shock_damping" in known or "shock_tangential_damping" in known for known in data.materials)

    def connect(self, data, link, own, before):
        """Forces (ne, nt), tangents (ne, nt, nt), variables (ne, nv) and whether what turns is held (ne,), in the local axes.

        link    fe.discrete.Link
        own     (ne, nt) stiffness that the element has by itself along each axis
        before  (ne, nv) variables of the last instant
        """
        nt, constants, beside = own.shape[1], *data.once("contact", lambda: _constants(data, link, own))
        dt = data.step.after - data.step.before
        force, diagonal, after = np.zeros_like(link.moved), own.copy(), before.copy()
        for e, (kn, kt, mu, cn, ct, gap, ky, kz, length, since, until) in enumerate(constants):
            y = np.zeros(14)
            y[:nt], y[3 : 3 + nt], y[6 : 6 + nt] = link.earlier[e], link.force[e], before[e, 4 : 4 + nt]
            y[9:11], y[11:13] = before[e, 2:4], before[e, 0:2]
            closes, change = since == since, 0.0
            if closes:
                shares = [min(max(0.0, (t - since) / (until - since)), 1.0) for t in (data.step.before, data.step.after)]
                change = (gap - length) * (shares[1] - shares[0])
            y[13] = gap if not closes else length if before[e, 8] == 0.0 else before[e, 7]
            kept = kn if y[0] + y[13] <= 0.0 else 0.0
            if y[13] <= 0.0 and before[e, 8] == 0.0:
                y[3] = kept * y[13]
            found = y
            if not closes and data.motion is not None and data.motion.first and not data.step.predicting:
                pressed = link.moved[e, 0] + gap
                diagonal[e, 0] = kn if pressed <= 0.0 else 0.0
                if pressed <= 0.0 and data.motion.first == "kept":
                    force[e] = kn * pressed, *link.force[e, 1:]
                continue
            if dt > 0.0:
                steady = np.zeros(6)
                steady[:nt], steady[3 : 3 + nt] = (link.moved[e] - y[:nt]) / dt, (link.velocity[e] - y[6 : 6 + nt]) / dt
                rates = _rates(kn, kt, mu, cn, ct, change / dt, ky, kz, steady.tolist())
                found = np.array(cash_karp.integrate(rates, y.tolist(), dt, self.tolerance, self.tries))
            closed = found[0] + found[13] <= 0.0
            force[e] = found[3 : 3 + nt]
            diagonal[e, 0] = kn if closed else 0.0
            if closed:
                gained, gone = force[e] - y[3 : 3 + nt], found[:nt] - y[:nt]
                diagonal[e] = np.where(abs(gone) > ROUNDING, abs(gained / np.where(gone == 0.0, 1.0, gone)), diagonal[e])
            else:
                force[e, 0] = 0.0
            after[e] = *found[11:13], *found[9:11], *found[6:9], found[13] if closes else length, 1.0
        tangent = np.zeros((len(own), nt, nt))
        tangent[:, np.arange(nt), np.arange(nt)] = diagonal + beside
        return force + beside * link.moved, tangent, after, np.ones(len(own), bool)


def _rates(kn, kt, mu, cn, ct, closing, ky, kz, steady):
    """The rates of (u, F, v, p, q, g), 3 + 3 + 3 + 2 + 2 + 1, where u and v grow evenly, and the gap by `closing`."""
    ux, uy, uz, vx, vy, vz = steady
    alone = abs(kt) <= ROUNDING or abs(mu) <= ROUNDING

    def rates(y):
        if y[0] + y[13] > 0.0:
            return ux, uy, uz, 0.0, ky * uy, kz * uz, vx, vy, vz, 0.0, 0.0, 0.0, 0.0, closing
        if closing:
            return ux, uy, uz, kn * (ux + closing), ky * uy, kz * uz, vx, vy, vz, uy, uz, 0.0, 0.0, closing
        push = kn * ux + cn * vx
        if alone:
            return ux, uy, uz, push if vx < 0.0 or y[3] < 0.0 else 0.0, ky * uy, kz * uz, vx, vy, vz, 0.0, 0.0, 0.0, 0.0, 0.0
        pull, along, damper, py, pz = hypot(y[11], y[12]), 0.0, 0.0, 0.0, 0.0
        if pull >= mu * abs(y[3]):
            dy, dz = (y[11] / pull, y[12] / pull) if pull > ROUNDING else (0.0, 0.0)
            along = dy * uy + dz * uz + kn * (-mu if y[3] > 0.0 else mu) * ux / kt
            if along >= 0.0:
                damper, py, pz = ct, along * dy, along * dz
        qy, qz = kt * (uy - py) + damper * vy, kt * (uz - pz) + damper * vz
        return ux, uy, uz, push, ky * uy + qy, kz * uz + qz, vx, vy, vz, py, pz, qy, qz, 0.0

    return rates


def _constants(data, link, own):
    """For each discrete kn, kt, mu, cn, ct, gap, K across (2), length and the instants between which the gap closes (not numbers where it
    does not); the spring beside (ne, nt).
    """
    given = data.property("shock_stiffness", np.nan)
    normal = np.where(np.isnan(given), own[:, 0], given)
    distances = data.property("shock_distances")
    gap = data.property("shock_gap") - distances[:, 0] if link.single else link.start[:, 0] - distances.sum(axis=1)
    others = ("shock_tangential_stiffness", "shock_friction", "shock_damping", "shock_tangential_damping")
    closing = np.broadcast_to(data.property("shock_closing", np.full(2, np.nan)), (len(own), 2))
    across = np.zeros((len(own), 2))
    across[:, : own.shape[1] - 1] = own[:, 1:]
    columns = [normal, *(data.property(name, 0.0) for name in others), gap, *across.T, link.start[:, 0], *closing.T]
    return np.stack(columns, axis=1).tolist(), data.property("spring_beside")[:, : own.shape[1]]


BEHAVIOURS.add("DIS_CONTACT", DampedContact())
