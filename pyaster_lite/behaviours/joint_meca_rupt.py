"""RELATION='JOINT_MECA_RUPT': joints that crack under tension, and may be grouted or sawn (r7.01.25).

With K_N, K_T the stiffnesses, s the strength, p and b the penalties of rupture and contact, a the reach along:

1. d0 = s/K_N, dc = (1 + p) d0, sc = s (1 + p)/p, dt = dc tan(a pi/4) (endless for a = 2);
2. k = max(d0, largest opening so far), dc where the joint is sawn;
3. the rest position moves by max(0, d_n + grout/(b K_N)) and by -(sawn - opening before) where that is a loss; d is the jump
   from there;
4. along, K = K_T (1 - d_n/dt) where it is open and t = K d_t; without K it slips: the rest position follows d_t;
5. across, t = b K_N d_n closed, sc (1/k - 1/dc) d_n up to k, sc (1 - d_n/dc) up to dc, nothing beyond, less the pressure of
   a fluid.
"""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._joint import FREE, JointLaw, read


class Rupture(JointLaw):
    """The law over all cells and points."""

    internal_names = (
        "SEUILDEP", "INDIDISS", "INDIENDN", "PCENERDI", "INDIENDT", "PCENDOT", "SAUT_N", "SAUT_T1", "SAUT_T2", "EPAISSJO",
        "SIGN_GLO", "GRADP_X", "GRADP_Y", "GRADP_Z", "FH_X", "FH_Y", "FH_Z", "PRESF", "SHIFT_T1", "SHIFT_T2",
    )  # fmt: skip
    needs = {"joint_strength": "JOINT_MECA_RUPT"}

    def separate(self, jump, state, data):
        """Steps 1 to 5."""
        shape, n, v = jump.shape[:2], jump.shape[-1], state.internal
        k_n, k_t, strength, penalty, contact, reach = read(
            data, shape, joint_normal=None, joint_tangential=None, joint_strength=None, joint_rupture_penalty=None,
            joint_contact_penalty=None, joint_reach=None,
        )  # fmt: skip
        fluid, grout, sawn = read(data, shape, joint_fluid=0.0, joint_grout=-1.0, joint_sawn=0.0)
        first, last = strength / k_n, (1 + penalty) * strength / k_n
        steep = strength * (1 + penalty) / penalty
        sliding = np.where(reach < 2.0, last * np.tan(np.minimum(reach, 1.999) * pi / 4), (1 + last) * 1e8)

        worst = np.where(sawn > 0.0, last, np.maximum(first, v[..., 0]))
        rest = np.concatenate([v[..., 9:10], v[..., 18 : 17 + n]], axis=-1)
        swollen = np.where(grout >= 0.0, np.maximum(0.0, jump[..., 0] + grout / (contact * k_n)), 0.0)
        change = swollen - np.maximum(0.0, sawn - np.maximum(0.0, state.strain[..., 0]))
        rest[..., 0] += change
        d = jump - rest
        opened = d[..., 0]

        back = np.where(last * worst > 0, np.maximum(0.0, steep * (1 - worst / np.where(last > 0, last, 1.0)) / worst), 0.0)
        whole = reach == 2.0
        less = np.where(sliding > 0, np.maximum(0.0, 1 - opened / np.where(sliding > 0, sliding, 1.0)), 0.0)
        along = np.where((opened > 0) & ~whole, k_t * less, k_t)
        broken, inside = (opened >= last) | (worst >= last), opened <= worst
        if data.step.predicting:
            losing, broken_now = v[..., 1] >= 0.5, v[..., 2] >= 1.5
            tangent = self._tangent(d, k_n, k_t, contact, along, back, steep / last, sliding, (losing, broken_now), grout, change)
            return state.stress, v, tangent

        slips = along <= 0.0
        stress = np.where(slips[..., None], 0.0, along[..., None] * d)
        rest[..., 1:] += np.where(slips[..., None], d[..., 1:], 0.0)
        secant = np.where(inside, back, np.maximum(0.0, steep * (1 - opened / last) / np.where(inside, 1.0, opened)))
        stress[..., 0] = contact * k_n * np.minimum(0.0, opened) + np.where(broken, 0.0, secant * np.maximum(0.0, opened))
        losing = ~broken & ~inside

        out = np.zeros((*shape, 20))
        out[..., 0] = np.maximum(worst, opened)
        out[..., 1] = losing
        out[..., 2] = np.where(broken, 2.0, np.where(inside, worst > first, 1.0))
        out[..., 3] = np.where(last > first, np.clip((out[..., 0] - first) / np.where(last > first, last - first, 1.0), 0.0, 1.0), 1.0)
        out[..., 4] = np.where(slips, 2.0, along < k_t)
        out[..., 5] = 1 - along / k_t
        out[..., 6 : 6 + n] = d + rest
        out[..., 9], out[..., 10], out[..., 17] = rest[..., 0], stress[..., 0], fluid
        out[..., 18 : 17 + n] = rest[..., 1:]
        stress[..., 0] -= fluid
        tangent = self._tangent(d, k_n, k_t, contact, along, back, steep / last, sliding, (losing, broken), grout, change)
        return stress, out, tangent

    @staticmethod
    def _tangent(d, k_n, k_t, contact, along, back, softening, sliding, state, grout, change):
        losing, broken = state
        opened, n = d[..., 0], d.shape[-1]
        result = np.zeros((*d.shape, n))
        closed = opened <= 0.0
        normal = np.where(broken, FREE * k_n, np.where(losing, -softening, back))
        swelling = (grout >= 0.0) & (change > 0.0)
        result[..., 0, 0] = np.where(closed, np.where(swelling, FREE * k_n, contact * k_n), normal)
        kept = np.where(abs(along) < FREE * k_t, FREE * k_t, along)
        bending = ~closed & (sliding > 0) & (opened < sliding)
        for i in range(1, n):
            result[..., i, i] = np.where(closed, k_t, kept)
            result[..., i, 0] = np.where(bending, -d[..., i] * k_t / np.where(sliding > 0, sliding, 1.0), 0.0)
        return result


BEHAVIOURS.add("JOINT_MECA_RUPT", Rupture())
