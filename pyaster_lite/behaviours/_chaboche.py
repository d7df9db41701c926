"""Plasticity and viscoplasticity of von Mises with the back stresses of Chaboche (r5.03.04).

With a_i the memories of the back stresses X_i = 2/3 C_i(p) a_i, p the cumulated strain at the end of the step, D its growth:

    R(p) = R_I + (R_0 - R_I) exp(-B p),  C_i(p) = C_i (1 + (K - 1) exp(-W p)),  g_i(p) = G_i (A_I + (1 - A_I) exp(-B p))

1. s^e = 2mu/2mu_ s_' + 2mu de';  M_i = C_i/(1 + g_i D);  x = s^e - 2/3 sum M_i a_i_,  q its equivalent
2. q - (3mu + sum M_i) D = R(p) + (D/dt)^(1/N) K_N;  the last term is that of viscosity
3. the plastic strain grows by 3/2 D x/q, a_i = (a_i_ + that)/(1 + g_i D)
4. tangent of 2 and 3; that of rates is the same with D = 0 by the regime of the last step, or with what flows at once.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._law import Law, moduli, strain_increment

WORDS = ("first", "last", "rate", "kinematic_ratio", "kinematic_rate", "recall_ratio")
AXES = ("XX", "YY", "ZZ", "XY", "XZ", "YZ")


class _Points:
    """The functions of D at chosen points."""

    def __init__(self, words, backs, viscosity, three_mu, p, trial, memories, dt):
        self.words, self.backs, self.viscosity, self.three_mu = words, backs, viscosity, three_mu
        self.p, self.trial, self.memories, self.dt = p, trial, memories, dt

    def hardening(self, d):
        """[(M_i, its slope, 1 + g_i D, its slope)] for each back stress."""
        w, p = self.words, self.p + d
        decay, fade = np.exp(-w["kinematic_rate"] * p), np.exp(-w["rate"] * p)
        found = []
        for modulus, recall in self.backs:
            c = modulus * (1 + (w["kinematic_ratio"] - 1) * decay)
            c_rate = -modulus * (w["kinematic_ratio"] - 1) * w["kinematic_rate"] * decay
            g = recall * (w["recall_ratio"] + (1 - w["recall_ratio"]) * fade)
            g_rate = -recall * (1 - w["recall_ratio"]) * w["rate"] * fade
            down, down_rate = 1 + g * d, g + g_rate * d
            found.append((c / down, c_rate / down - c * down_rate / down**2, down, down_rate))
        return found

    def balance(self, d):
        """What 2 leaves, its slope, x, q and the rate of x by D."""
        parts, w = self.hardening(d), self.words
        x = self.trial - 2 / 3 * sum(m[..., None] * a for (m, *_), a in zip(parts, self.memories))
        x_rate = -2 / 3 * sum(rate[..., None] * a for (_, rate, *_), a in zip(parts, self.memories))
        q = np.maximum(np.sqrt(1.5) * norm(x), np.finfo(float).tiny)
        fade = np.exp(-w["rate"] * (self.p + d))
        limit, slope = w["last"] + (w["first"] - w["last"]) * fade, -w["rate"] * (w["first"] - w["last"]) * fade
        modulus = self.three_mu + sum(m for m, *_ in parts)
        left = q - modulus * d - limit
        rate = 1.5 * (x * x_rate).sum(axis=-1) / q - modulus - sum(m for _, m, *_ in parts) * d - slope
        if self.viscosity is not None:
            exponent, speed = self.viscosity
            drag = np.where(d > 0.0, (d / self.dt) ** (1 / exponent) / speed, 0.0)
            left, rate = left - drag, rate - np.where(d > 0.0, drag / (exponent * np.where(d > 0.0, d, 1.0)), np.inf)
        return left, rate, x, q, x_rate

    def growth(self):
        """D, by Newton's method kept between bounds."""
        low = np.zeros_like(self.p)
        high = np.maximum(self.balance(low)[3] / self.three_mu, 1e-12)
        for _ in range(60):
            over = self.balance(high)[0] > 0.0
            if not over.any():
                break
            high = np.where(over, 2 * high, high)
        d = high / 2
        for _ in range(300):
            left, rate, *_ = self.balance(d)
            low, high = np.where(left > 0.0, d, low), np.where(left > 0.0, high, d)
            found = d - left / np.where(rate == 0.0, 1.0, rate)
            found = np.where((found > low) & (found < high), found, (low + high) / 2)
            done = abs(found - d) <= 1e-15 * d
            d = found
            if done.all():
                break
        return d


class Chaboche(Law):
    """The law over all cells and points, with `backs` back stresses."""

    symmetric = False
    plane_stress = False

    def __init__(self, backs: int, viscous: bool):
        self.backs, self.viscous = backs, viscous
        self.internal_names = ("EPSPEQ", "INDIPLAS", *(f"ALPHA{i}{axes}" for i in range(1, backs + 1) for axes in AXES))
        self.needs = {"young": "ELAS", f"chaboche_modulus_{backs}": f"CIN{backs}_CHAB"} | (
            {"creep_exponent": "LEMAITRE"} if viscous else {}
        )

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal

        def at(name):
            return np.broadcast_to(data.at_points(name), shape)

        now, before = moduli(data), moduli(data, before=True)
        words = {word: at(f"chaboche_{word}") for word in WORDS}
        backs = [(at(f"chaboche_modulus_{i}"), at(f"chaboche_recall_{i}")) for i in range(1, self.backs + 1)]
        if self.viscous and data.at_points("creep_hardening").any():
            raise LawFailed("laws of Chaboche take LEMAITRE with UN_SUR_M = 0 alone")
        two_mu = np.broadcast_to(now.two_mu, shape)
        scale = np.concatenate([np.ones(3), np.full(n - 3, np.sqrt(2.0))])
        memories = [old[..., 2 + 6 * i : 2 + 6 * i + n] * scale for i in range(self.backs)]
        increment, _ = strain_increment(strain, state, data, continuum)
        pressure = now.three_k * (mean(state.stress) / before.three_k + mean(increment))
        trial = now.two_mu[..., None] * (deviator(state.stress) / before.two_mu[..., None] + deviator(increment))
        dt = data.step.after - data.step.before
        viscosity = (at("creep_exponent"), at("creep_rate")) if self.viscous else None

        def chosen(rows):
            taken = {word: values[rows] for word, values in words.items()}
            pairs = [(c[rows], g[rows]) for c, g in backs]
            drag = None if viscosity is None else tuple(values[rows] for values in viscosity)
            return _Points(taken, pairs, drag, 1.5 * two_mu[rows], old[rows][..., 0], trial[rows], [a[rows] for a in memories], dt)

        still = np.zeros(shape)
        whole = np.ones(shape, bool)
        start = chosen(whole)
        start.viscosity = None
        excess = start.balance(still[whole])[0].reshape(shape)
        instant = data.step.predicting and not self.viscous
        flows = old[..., 1] >= 1.0 if instant else excess > 1e-15 * two_mu
        if self.viscous and dt <= 0.0:
            flows = np.zeros(shape, bool)
        tangent = np.broadcast_to(isotropic_stiffness(two_mu, np.broadcast_to(now.three_k, shape), n), (*shape, n, n)).copy()
        plastic, growth, internal = np.zeros((*shape, n)), np.zeros(shape), old.copy()
        if flows.any():
            points = chosen(flows)
            growth[flows] = d = 0.0 if instant else points.growth()
            plastic[flows], less = self._flow(points, growth[flows], two_mu[flows], n)
            tangent[flows] -= less
            internal[..., 0] += growth
            for i, (_, _, down, _) in enumerate(points.hardening(d + np.zeros_like(points.p))):
                found = (points.memories[i] + plastic[flows]) / down[..., None] / scale
                internal[flows, 2 + 6 * i : 2 + 6 * i + n] = found
        internal[..., 1] = flows
        stress = trial - two_mu[..., None] * plastic + pressure[..., None] * unit(n)
        return stress, internal, tangent

    @staticmethod
    def _flow(points, d, two_mu, n):
        """The plastic strain, and what the elastic tangent is less by."""
        _, rate, x, q, x_rate = points.balance(d)
        many = (..., None)
        d_strain = -(1.5 * two_mu / q / rate)[many] * x
        traces = outer(unit(n), unit(n)) / 3
        x_strain = two_mu[..., None, None] * (np.eye(n) - traces) + outer(x_rate, d_strain)
        q_strain = 1.5 * (x[..., None, :] @ x_strain)[..., 0, :] / q[many]
        grown = 1.5 * (outer(x / q[many], d_strain) + (d / q)[..., None, None] * x_strain - outer(x * (d / q**2)[many], q_strain))
        return 1.5 * (d / q)[many] * x, two_mu[..., None, None] * grown
