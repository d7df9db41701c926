"""RELATION='CZM_TURON': a cohesive joint in mixed mode by the criterion of Benzeggagh and Kenane (r7.02.11; Turon et al. 2006).

With K the stiffness, dN, dT the jumps where damage begins and DN, DT those where nothing holds in pure modes, n+ the open part
of the normal jump, s the norm of what slides, l = sqrt(n+^2 + s^2):

1.  h = s/(s + n+), B = h^2/(1 - 2h + 2h^2)
2.  d0 = sqrt(dN^2 + (dT^2 - dN^2) B^eta), or (criterion YE) the norm of (dN cos a, dT sin a), tan a = dN s/(dT n+)
    D = (dN DN + (dT DT - dN DN) B^eta)/d0
3.  r = max(d0, largest l so far),  w = D (x - d0)/(x (D - d0)), x = max(r, l), 1 from D on
4.  t = (1 - w) K d, but K d_n across a closed joint.
The tangent leaves the change of d0 and D out, as code_aster does.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._cohesive import norm_reaches
from ._joint import JointLaw, read

WORDS = ("stiffness", "start_n", "start_t", "end_n", "end_t", "power", "ellipse", "rest_n", "rest_t")
TINY = 2.2e-16


class Turon(JointLaw):
    """The law over all cells and points."""

    exact_tangent = False
    needs = {"turon_stiffness": "RUPT_TURON"}
    internal_names = (
        "SAUT_MAX", "VARSEUIL", "VARIENDO", "INDIDISS", "INDIENDO", "SAUT_N", "SAUT_T1", "SAUT_T2", "SAUTEQUI", "SAUTTANG",
        "PCENERDI", "ENERDISS", "MIXITE_S", "MIXITE_G", "SAUTINIT", "SAUTRUPT",
    )  # fmt: skip

    def separate(self, jump, state, data):
        """Steps 1 to 4."""
        shape, n, old = jump.shape[:2], jump.shape[-1], state.internal
        k, dn, dt, end_n, end_t, power, ellipse, rest_n, rest_t = read(data, shape, **{f"turon_{word}": None for word in WORDS})
        opening = np.maximum(jump[..., 0], 0.0)
        sliding = np.sqrt((jump[..., 1:] ** 2).sum(-1))
        size = np.sqrt(opening**2 + sliding**2)
        still = size < TINY
        share = np.where(still, old[..., 12], sliding / np.where(still, 1.0, sliding + opening))
        mixed = np.where(still, old[..., 13], share**2 / (1 - 2 * share + 2 * share**2))
        bent = mixed**power
        angle = np.where(opening < TINY, np.pi / 2, np.arctan(dn / dt * sliding / np.where(opening < TINY, 1.0, opening)))
        norm = np.sqrt((dn * np.cos(angle)) ** 2 + (dt * np.sin(angle)) ** 2)
        first = np.where(ellipse == 1.0, norm, np.sqrt(dn**2 + (dt**2 - dn**2) * bent))
        last = (dn * end_n + (dt * end_t - dn * end_n) * bent) / first
        fresh = old[..., 14] < TINY
        first = np.where(still, np.where(fresh, np.minimum(dn, dt), old[..., 14]), first)
        last = np.where(still, np.where(fresh, np.minimum(end_n, end_t), old[..., 15]), last)
        before = np.maximum(first, old[..., 0])
        if data.step.predicting:
            losing, broken = np.rint(old[..., 3]) == 1, np.rint(old[..., 4]) == 2
        else:
            broken = (size - last >= TINY) | (before - last >= TINY)
            losing = ~broken & ~(before - size > TINY)
        x = np.where(losing & ~still, size, before)
        damage = np.where(broken, 1.0, last * (x - first) / (x * (last - first)))
        tangent = self._tangent(jump, size, damage, losing, broken, k, first, last, rest_n, rest_t)
        if data.step.predicting:
            return state.stress, old, tangent
        stress = ((1 - damage) * k)[..., None] * jump
        stress[..., 0] = np.where(jump[..., 0] < 0.0, k, (1 - damage) * k) * jump[..., 0]
        whole = first - size >= TINY
        spent = np.where(whole, size**2 / first / last, 1 - (last - size) ** 2 / (last - first) / last)
        spent = np.where(broken, 1.0, spent)
        out = np.zeros((*shape, 16))
        out[..., 0], out[..., 1], out[..., 2], out[..., 3] = np.maximum(size, old[..., 0]), before, damage, losing
        out[..., 4] = np.where(broken, 2, np.where(losing, 1, before - first >= TINY))
        out[..., 5 : 5 + n] = jump
        out[..., 8], out[..., 9], out[..., 10], out[..., 11] = size, sliding, spent, 0.5 * spent * k * first * last
        out[..., 12], out[..., 13], out[..., 14], out[..., 15] = share, mixed, first, last
        return stress, out, tangent

    @staticmethod
    def _tangent(jump, size, damage, losing, broken, k, first, last, rest_n, rest_t):
        n = jump.shape[-1]
        left = np.where(broken, 0.0, (1 - damage) * k)
        result = np.zeros((*jump.shape, n))
        shut = jump[..., 0] <= TINY
        for i in range(n):
            result[..., i, i] = left
        closed = np.where(broken, jump[..., 0] <= TINY, shut & (jump[..., 0] < -TINY) | (abs(jump[..., 0]) <= TINY))
        result[..., 0, 0] = np.where(closed, k, result[..., 0, 0])
        moving = jump.copy()
        moving[..., 0] = np.maximum(jump[..., 0], 0.0)
        safe = np.where(size > 0.0, size, 1.0)
        bend = np.where(losing & (size > 0.0) & ~broken, k * last * first / (last - first) / safe**3, 0.0)
        result -= bend[..., None, None] * moving[..., :, None] * moving[..., None, :]
        for i in range(n):
            rest = rest_n if i == 0 else rest_t
            own = broken & ~closed if i == 0 else broken
            result[..., i, i] = np.where(own, rest, result[..., i, i])
        return result

    def reaches(self, jump0, jump1, state, data, reach):
        """As the other cohesive joints, from where damage begins."""
        before = np.maximum(state.internal[..., 14], state.internal[..., 0])
        return norm_reaches(jump0, jump1, before, np.maximum(state.internal[..., 15], before), reach)


BEHAVIOURS.add("CZM_TURON", Turon())
