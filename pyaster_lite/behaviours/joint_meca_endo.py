"""RELATION='JOINT_MECA_ENDO': joints whose friction and cohesion are coupled by damage (r7.01.25).

With K_N, K_T the stiffnesses, m the friction, D the energy, B_N, B_T the residual stiffnesses, g the lasting jump (g_n, g_t),
d the jump, w the damage, S(w) = (1 - w)^3/sqrt(w):

1. trial t = K (d - g_), X = t - S B g_; elastic where |X_t| + m X_n <= 0;
2. else w >= w_ solves F(w) = 0: the slip l(w) that brings X back on the cone is the one whose work releases the energy,

       l  = (|W| + m (K_N (d_n - g_n) - S B_N g_n)) / (m^2 K_N + K_T + S (m^2 B_N + B_T)),  W = K_T (d_t - g_t) - S B_T g_t
       l' = -(m B_N g_n + B_T g_t.W/|W|)/B + sqrt((...)^2 - B (B_N g_n^2 + B_T g_t^2 + 2 D/S'))/B,  B = m^2 B_N + B_T

   and g grows by l (m, W/|W|);
3. where that would leave X_n above the tip of the cone, w solves G(w) = 0 instead, X = 0 and g = K d/(K + S B).

Both are found between w_ and 1 by halving and chord in turn, to ALPHA. The tangent is elastic up to ten times ALPHA, and that of
finite differences beyond.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._joint import JointLaw, read

M1, M2 = 3.0, 0.5


class Damage(JointLaw):
    """The law over all cells and points."""

    internal_names = (
        "LAMBDA", "INDIPLAS", "DEPPLAS1", "DEPPLAS2", "DEPPLAS3", "ENDO", "SAUT_N", "SAUT_T1", "SAUT_T2", "VIDE",
        "SIGN_GLO", "GRADP_X", "GRADP_Y", "GRADP_Z", "FH_X", "FH_Y", "FH_Z", "PRESF", "SIGM_T1", "SIGM_T2",
    )  # fmt: skip
    needs = {"joint_energy": "JOINT_MECA_ENDO"}

    def separate(self, jump, state, data):
        """Steps 1 to 3."""
        shape, n, v = jump.shape[:2], jump.shape[-1], state.internal
        own = _Point(data, shape, v[..., 2 : 2 + n], v[..., 5])
        if data.step.predicting:
            damaged = (v[..., 1] >= 0.5) & (v[..., 5] >= 10 * own.least)
            return state.stress, v, own.tangent(jump * (1 + 1e-6), damaged)
        lasting, damage, regime, slip = own.solved(jump)
        stress = own.stiffness(n) * (jump - lasting)
        (fluid,) = read(data, shape, joint_fluid=0.0)
        out = np.zeros((*shape, 20))
        out[..., 0], out[..., 1], out[..., 5] = v[..., 0] + slip, regime, damage
        out[..., 2 : 2 + n], out[..., 6 : 6 + n] = lasting, jump
        out[..., 10], out[..., 17], out[..., 18 : 17 + n] = stress[..., 0], fluid, stress[..., 1:]
        tangent = own.tangent(jump, (regime > 0) & (damage >= 10 * own.least))
        stress[..., 0] -= fluid
        return stress, out, tangent


class _Point:
    """The parameters at points, with the lasting jump (ne, ng, nd) and the damage (ne, ng) of the last converged instant."""

    def __init__(self, data, shape, lasting, damage):
        self.k_n, self.k_t, self.friction, self.energy, self.b_n, self.b_t, self.least = read(
            data, shape, joint_normal=None, joint_tangential=None, joint_friction=None, joint_energy=None, joint_residual_normal=None,
            joint_residual_tangential=None, joint_damage_step=None,
        )  # fmt: skip
        self.lasting, self.damage = lasting, damage

    def stiffness(self, n):
        """(ne, ng, nd) K."""
        return np.stack([self.k_n, *[self.k_t] * (n - 1)], axis=-1)

    def residual(self, n):
        """(ne, ng, nd) B."""
        return np.stack([self.b_n, *[self.b_t] * (n - 1)], axis=-1)

    def tangent(self, jump, damaged):
        """(ne, ng, nd, nd) K, or differences of the exact solution where damage grows."""
        n = jump.shape[-1]
        elastic = self.stiffness(n)[..., None] * np.eye(n)
        if not damaged.any():
            return elastic
        step, result = 1e-6 * np.sqrt(2 * self.energy / self.k_n), np.zeros_like(elastic)
        for j in range(n):
            move = step[..., None] * np.eye(n)[j]
            ahead, behind = (self.stiffness(n) * (d - self.solved(d, True)[0]) for d in (jump + move, jump - move))
            result[..., j] = (ahead - behind) / (2 * step[..., None])
        return np.where(damaged[..., None, None], result, elastic)

    def solved(self, jump, exactly=False):
        """(lasting jump, damage, regime, slip) at a jump."""
        n, m = jump.shape[-1], self.friction
        k, b = self.stiffness(n), self.residual(n)
        stress, old = k * (jump - self.lasting), self.damage
        started = np.maximum(old, self.least)
        share = np.where(old >= self.least, (1 - old) ** M1 / np.where(old > 0, old, 1.0) ** M2, 0.0)
        x = stress - b * share[..., None] * self.lasting
        grows = np.linalg.norm(x[..., 1:], axis=-1) + m * x[..., 0] > 0.0
        damage = self._between(lambda w: self._on_cone(w, jump), started, old, grows, exactly)
        grows &= damage > self.least
        raised, left = _powers(damage)
        w = stress * raised[..., None] - b * self.lasting * left[..., None]
        size = np.linalg.norm(w[..., 1:], axis=-1)
        slip = (size + m * w[..., 0]) / ((m**2 * self.k_n + self.k_t) * raised + (m**2 * self.b_n + self.b_t) * left)
        way = np.concatenate([m[..., None], w[..., 1:] / np.where(size > 0, size, 1.0)[..., None]], axis=-1)
        beyond = grows & (w[..., 0] - (self.k_n * raised + self.b_n * left) * m * slip > 0.0)
        change, regime = slip[..., None] * way, np.where(grows, 1, 0)
        if beyond.any():
            tip = self._between(lambda w: self._at_tip(w, jump), started, old, beyond, exactly)
            raised, left = (p[..., None] for p in _powers(tip))
            # code_aster has B_N for all components here
            moved = (stress * raised - self.b_n[..., None] * self.lasting * left) / (k * raised + b * left)
            there = beyond & (tip > self.least)
            change = np.where(there[..., None], moved, change)
            slip, damage = np.where(there, moved[..., 0] / m, slip), np.where(beyond, tip, damage)
            regime, grows = np.where(there, 2, np.where(beyond, 0, regime)), grows & (there | ~beyond)
        lasting = self.lasting + np.where(grows[..., None], change, 0.0)
        return lasting, np.where(regime > 0, damage, old), regime, np.where(grows, slip, 0.0)

    def _on_cone(self, w, jump):
        """F."""
        m, total = self.friction, self.friction**2 * self.b_n + self.b_t
        lasting, (raised, left) = self.lasting, _powers(w)
        x = self.k_t[..., None] * (jump - lasting)[..., 1:] * raised[..., None] - self.b_t[..., None] * lasting[..., 1:] * left[..., None]
        size = np.linalg.norm(x, axis=-1)
        way = x / np.where(size > 0, size, 1.0)[..., None]
        pull = size + m * self.k_n * (jump - lasting)[..., 0] * raised - m * self.b_n * lasting[..., 0] * left
        root, line = (1 - w) ** ((M1 - 1) / 2), (M1 - M2) * w + M2
        slip = pull / ((m**2 * self.k_n + self.k_t) * raised + total * left) * root
        along = m * self.b_n * lasting[..., 0] + self.b_t * (lasting[..., 1:] * way).sum(axis=-1)
        stored = self.b_n * lasting[..., 0] ** 2 + self.b_t * (lasting[..., 1:] ** 2).sum(axis=-1)
        inside = (along * line) ** 2 * root**2 + total * line * (2 * self.energy * w ** (M2 + 1) - stored * line * root**2)
        wanted = -along / total * root + np.sqrt(np.maximum(inside, 0.0)) / (total * line)
        return (slip - wanted) / np.sqrt(2 * self.energy / total / M1)

    def _at_tip(self, w, jump):
        """G."""
        raised, left = _powers(w)
        normal = self.b_n * (self.k_n * jump[..., 0] / (self.k_n * raised + self.b_n * left)) ** 2
        along = self.b_t * (self.k_t / (self.k_t * raised + self.b_t * left)) ** 2 * (jump[..., 1:] ** 2).sum(axis=-1)
        return (normal + along) * ((M1 - M2) * w + M2) * (1 - w) ** (M1 - 1) / self.energy - 2 * w ** (1 - M2)

    def _between(self, function, low, old, where, exactly):
        """A root between `low` and 1 by halving and chord in turn; the damage before where there is none."""
        high, found = np.ones_like(low), old.copy()
        first, last = function(low), function(high)
        open_ = where & (first * last <= 0.0)
        least = np.full_like(low, 1e-15) if exactly else self.least
        value = first.copy()
        for turn in range(400):
            open_ = open_ & (abs(high - low) > least) & (abs(value) > least)
            if not open_.any():
                break
            gap = np.where(last != first, last - first, 1.0)
            trial = 0.5 * (low + high) if turn % 2 == 0 else (low * last - high * first) / gap
            now = function(np.where(open_, trial, low))
            value, found = np.where(open_, now, value), np.where(open_, trial, found)
            up = open_ & (now > 0.0)
            down = open_ & ~up
            low, first = np.where(up, trial, low), np.where(up, now, first)
            high, last = np.where(down, trial, high), np.where(down, now, last)
        return found


def _powers(w):
    """w^(1/2) and (1 - w)^3."""
    return w**M2, (1 - w) ** M1


BEHAVIOURS.add("JOINT_MECA_ENDO", Damage())
