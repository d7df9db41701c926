"""Viscous slip with hardening by the slips: MONO_VISC1, MONO_VISC2, MONO_ISOT1, MONO_ISOT2, MONO_CINE1, MONO_CINE2 (r5.03.11, 4.1).

With t the resolved stress of a system, alpha, gamma, p its variables, h the interaction:

    dp = dt (f / K)^N where f = |t - C alpha| - R > 0                                       VISC1
                            f = |t - C alpha - A gamma| - R + D C alpha^2 / 2               VISC2
    R  = R_0 + Q h (1 - exp(-B p))                                                          ISOT1
    R  = R_0 + Q1 h (1 - exp(-B1 p)) + Q2 (1 - exp(-B2 p)) of the system alone              ISOT2
    dalpha = dgamma - D alpha dp                                                            CINE1
    dalpha = dgamma - D alpha dp - sign(alpha) (|C alpha| / GM)^PM                          CINE2

An implicit step knows the slips x = dgamma: alpha of its end by them, p_ + |x|.
"""

from __future__ import annotations

import numpy as np

from ._values import LEAST, sign, size, spread


class Viscous:
    """The slip of one family; `dense`: whether the first variable is a density of dislocations, which it is not."""

    dense, marks = False, 0

    def __init__(self, flow: str, isotropic: str, kinematic: str):
        self.flow, self.isotropic, self.kinematic = flow, isotropic, kinematic
        self.interaction, self.table = isotropic, None

    def words(self) -> dict[str, tuple[str, ...]]:
        """The parameters that are read, by factor keyword."""
        flow = ("N", "K", "C") if self.flow == "MONO_VISC1" else ("N", "K", "C", "A", "D")
        isotropic = ("R_0", "Q", "B") if self.isotropic == "MONO_ISOT1" else ("R_0", "Q1", "B1", "Q2", "B2")
        kinematic = ("D",) if self.kinematic == "MONO_CINE1" else ("D", "GM", "PM", "C")
        return {self.flow: flow, self.isotropic: isotropic, self.kinematic: kinematic}

    def rates(self, stress, known, hardening, marks, point):
        """(..., n, 3) rates of alpha, gamma, p of resolved stresses (..., n) at known variables (..., n, 3), p those of `hardening`."""
        alpha, gamma, p = known[..., 0], known[..., 1], hardening[..., 2]
        slip, total = self._slip(stress, alpha, gamma, p, point, 1.0)
        own = point.values[self.kinematic]
        change = slip - own["D"] * alpha * size(slip)
        if self.kinematic == "MONO_CINE2":
            back = size(own["C"] * alpha)
            change = change - np.where(back > LEAST, sign(alpha) * (back / own["GM"]) ** own["PM"], 0.0)
        return np.stack([change, slip, total], axis=-1)

    def increments(self, stress, x, known, marks, point):
        """(..., n, 3) increments of alpha, gamma, p over a step whose slips are x (..., n)."""
        change = self._kinematic(x, known[..., 0], point)
        slip, total = self._slip(stress, known[..., 0] + change, known[..., 1] + x, known[..., 2] + size(x), point, point.dt)
        return np.stack(np.broadcast_arrays(change, slip, total), axis=-1)

    def irradiated(self, marks, known, slips, point, explicit):
        """Nothing is irradiated."""
        return marks

    def _slip(self, stress, alpha, gamma, p, point, dt):
        own = point.values[self.flow]
        back, lift = own["C"] * alpha, 0.0
        if self.flow == "MONO_VISC2":
            lift = 0.5 * own["D"] * back * alpha
            back = back + own["A"] * gamma
        excess = size(stress - back) - self._limit(p, point) + lift
        flows = np.real(excess) > 0.0
        total = np.where(flows, (np.where(flows, excess, 1.0) / own["K"]) ** own["N"], 0.0) * dt
        return total * sign(stress - back), total

    def _limit(self, p, point):
        own = point.values[self.isotropic]
        if self.isotropic == "MONO_ISOT1":
            return own["R_0"] + own["Q"] * spread(point.interaction, 1.0 - np.exp(-own["B"] * p))
        shared = own["Q1"] * spread(point.interaction, 1.0 - np.exp(-own["B1"] * p))
        return own["R_0"] + shared + own["Q2"] * (1.0 - np.exp(-own["B2"] * p))

    def _kinematic(self, x, alpha, point):
        own = point.values[self.kinematic]
        first = (x - own["D"] * alpha * size(x)) / (1.0 + own["D"] * size(x))
        if self.kinematic == "MONO_CINE1":
            return first
        return self._restored(first, x, alpha, own)

    def _restored(self, first, x, alpha, own):
        """dalpha with a - alpha - x + D a |x| + sign (C |a| / GM)^PM = 0 at a = alpha + dalpha, by Newton's steps.

        a has the sign of alpha + x. The unknown w, |a| (1 + D |x|) = scale w^inner, (C |a| / GM)^PM = share w^outer, makes the left side
        convex whatever PM: steps from above the root come down to it, and the part of a derivative comes of the last one.
        """
        free = own["C"] == 0.0
        power, ratio = (np.where(free, 1.0, value) for value in (own["PM"], own["C"] / np.where(free, 1.0, own["GM"])))
        steep = power < 1.0
        inner, outer = np.where(steep, 1.0 / power, 1.0), np.where(steep, 1.0, power)
        scale, share = np.where(steep, 1.0 / ratio, 1.0) * (1.0 + own["D"] * size(x)), np.where(steep, 1.0, ratio**power)
        whole = size(alpha + x)
        high = np.real(whole)
        w = np.minimum((high / np.real(scale)) ** (1.0 / inner), (high / share) ** (1.0 / outer))
        for number in range(200):
            left = scale * w**inner + share * w**outer - whole
            step = left / (scale * inner * w ** (inner - 1.0) + share * outer * w ** (outer - 1.0))
            w = w - step
            if number and (abs(np.real(step)) <= 1e-15 * (np.real(w) + LEAST)).all():
                break
        total = sign(alpha + x) * scale * w**inner / (1.0 + own["D"] * size(x))
        return np.where(own["C"] * np.real(alpha) == 0.0, first, total - alpha)
