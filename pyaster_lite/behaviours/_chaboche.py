"""Plasticity and viscoplasticity of von Mises with the back stresses of Chaboche (r5.03.04).

With a_i the memories of the back stresses X_i = 2/3 C_i(p) a_i, p the cumulated strain at the end of the step, D its growth:

    C_i(p) = C_i (1 + (K - 1) exp(-W p)),  g_i(p) = G_i (A_I + (1 - A_I) exp(-B p))

1. s^e = 2mu/2mu_ s_' + 2mu de';  M_i = C_i/(1 + g_i delta_i D);  x = s^e - 2/3 sum M_i a_i_,  q its equivalent
2. q - (3mu + sum M_i N_i) D = R + (D/dt)^(1/N) K_N;  the last term is that of viscosity, R and N_i are told in _chaboche_hardening
3. the plastic strain grows by 3/2 D x/q, a_i = (a_i_ + N_i that)/(1 + g_i delta_i D)
4. tangent of 2 and 3; that of rates is the same with D = 0 by the regime of the last step, and elastic with viscosity.

As in code_aster the search for D ends where what 2 leaves, over the equivalent of s^e - 2/3 sum C_i a_i_, is within the precision.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit

from ._chaboche_hardening import BackStresses, Remembering, Saturating
from ._law import Law, moduli, strain_increment
from ._scalar_search import SEARCHES, bracketed

WORDS = ("first", "last", "rate", "kinematic_ratio", "kinematic_rate", "recall_ratio")
MEMORY = ("share", "start", "most", "rate")
TINY = np.finfo(float).tiny


@dataclass
class _Balance:
    """Equation 2 at points: what it leaves, x, q, of the b back stresses (b, n) each M, 1 + g delta D, g, N; two slopes by D."""

    left: np.ndarray
    x: np.ndarray
    q: np.ndarray
    parts: tuple
    rate: np.ndarray | None = None
    x_rate: np.ndarray | None = None


@dataclass
class _Points:
    """Points (n,) that flow: the functions of D."""

    words: dict
    isotropic: Saturating | Remembering
    backs: BackStresses
    viscosity: tuple | None
    three_mu: np.ndarray
    p: np.ndarray
    trial: np.ndarray
    dt: float
    radial: bool

    def _fading(self, d):
        p = self.p + d
        return self.words, np.exp(-self.words["kinematic_rate"] * p), np.exp(-self.words["rate"] * p)

    def balance(self, d) -> _Balance:
        """Equation 2, without the slopes."""
        m, down, g = self.backs.stiffness(d, *self._fading(d))
        x = self.trial - 2 / 3 * self.backs.summed(m)
        q = np.maximum(np.sqrt(1.5) * norm(x), TINY)
        r = x / q[:, None]
        share = np.ones_like(m) if self.radial else self.backs.part(d, r, g)
        left = q - self.isotropic.limit(d, r) - self.three_mu * d
        for part in m * share * d:
            left = left - part
        if self.viscosity is not None:
            left = left - self._drag(d)
        return _Balance(left, x, q, (m, down, g, share))

    def sloped(self, d) -> _Balance:
        """Equation 2 with its slopes."""
        found, fading = self.balance(d), self._fading(d)
        x, q = found.x, found.q
        r = x / q[:, None]
        m, _, g, share = found.parts
        m_rate, g_rate = self.backs.stiffness_rate(d, *fading)
        x_rate = -2 / 3 * self.backs.summed(m_rate)
        q_rate = 1.5 * (r * x_rate).sum(axis=-1)
        rate = q_rate - self.isotropic.slope(d, r) - self.three_mu
        slopes = [m * share, m_rate * share * d]
        if not self.radial:
            off = (self.backs.radial != 1.0).any(axis=0)
            slopes.append(off * m[0] * d * self.backs.told_rate(d, r, x_rate - (q_rate / q)[:, None] * x, share, g, g_rate))
        for of_back in zip(*slopes):
            for part in of_back:
                rate = rate - part
        if self.viscosity is not None:
            rate = rate - np.where(d > 0.0, self._drag(d) / (self.viscosity[0] * np.where(d > 0.0, d, 1.0)), np.inf)
        found.rate, found.x_rate = rate, x_rate
        return found

    def _drag(self, d):
        """The viscous stress."""
        exponent, speed = self.viscosity
        return np.where(d > 0.0, (d / self.dt) ** (1 / exponent) / speed, 0.0)

    def growth(self, search, close, tries, left, stiffness):
        """D and how many tries it took, `left` being what 2 leaves at D = 0, `stiffness` the sum of M there."""
        scale = self.trial - 2 / 3 * self.backs.summed(self.backs.modulus)
        scale = np.sqrt(1.5) * norm(scale)
        scale = np.where(scale <= TINY, 1.0, scale)
        d, took = np.zeros_like(self.p), np.zeros(self.p.shape, int)
        deficit = -left / scale
        wanted = abs(deficit) > close
        if not wanted.any():
            return d, took
        excess = np.maximum(left, 0.0)
        guess = excess / (self.three_mu + stiffness)
        if self.viscosity is not None:
            exponent, speed = self.viscosity
            fast = self.dt * (excess * speed) ** exponent
            guess = np.where(fast < 1.0, np.maximum(guess, fast), guess)
        d[wanted], took[wanted] = self.at(wanted)._searched(search, close, tries, guess[wanted], scale[wanted], deficit[wanted])
        return d, took

    def _searched(self, search, close, tries, guess, scale, start):
        def deficit(growth):
            return -self.balance(growth).left / scale

        high, met, end = bracketed(deficit, guess, close, tries)
        found, steps = high.copy(), np.ones(high.shape, int)
        if not met.all():
            rows = ~met
            rest, part, top = self.at(rows), scale[rows], high[rows]
            ends = start[rows], end[rows]
            found[rows], steps[rows] = search(lambda growth: -rest.balance(growth).left / part, 0.0 * top, top, close, tries, ends)
        return found, steps

    def at(self, rows) -> _Points:
        """Some of the points, itself where they are all."""
        if rows.all():
            return self
        drag = None if self.viscosity is None else tuple(value[rows] for value in self.viscosity)
        words = {word: values[rows] for word, values in self.words.items()}
        isotropic, backs = self.isotropic.at(rows), self.backs.at(rows)
        return _Points(words, isotropic, backs, drag, self.three_mu[rows], self.p[rows], self.trial[rows], self.dt, self.radial)


class Chaboche(Law):
    """The law over all cells and points, with `backs` back stresses.

    memory  whether the yield stress grows by the memory of the largest strains
    radial  whether the back stresses do not feel loads out of their direction
    With memory, or not radial, the tangent is code_aster's, which is not quite the derivative; that of rates is the radial one.
    """

    symmetric = False
    mirrored = "upper"
    plane_stress = False

    def __init__(self, backs: int, viscous: bool, memory: bool = False, radial: bool = True, search=None, precision=1e-12, tries=200):
        self.backs, self.viscous, self.memory, self.radial = backs, viscous, memory, radial
        self.words = ("modulus", "recall") if radial else ("modulus", "recall", "radial")
        self.secant, self.elastic_rates = memory or not radial, viscous
        self.search, self.precision, self.tries = search or SEARCHES["SECANTE" if radial else "BRENT"], precision, tries
        kept = (("KSI", *AXES), ("EPSP", *AXES)) if memory else ()
        names = ("ALPHA", "ALPHA2")[:backs]
        self.internal_names = ("EPSPEQ", "INDIPLAS", *(f"{name}{axes}" for name in names for axes in AXES))
        self.internal_names += (("ECROISOT", "MEMOECRO") if memory else ()) + tuple(f"{name}{axes}" for name, *of in kept for axes in of)
        self.needs = {"young": "ELAS", f"chaboche_modulus_{backs}": f"CIN{backs}_CHAB"}
        self.needs |= {"creep_exponent": "LEMAITRE"} if viscous else {}
        self.needs |= {"memory_most": "MEMO_ECRO"} if memory else {}
        self.needs |= {} if radial else {"chaboche_radial_1": "CIN2_NRAD"}

    def within(self, precision, tries):
        """The law with another precision of its equation."""
        return Chaboche(self.backs, self.viscous, self.memory, self.radial, self.search, precision, tries)

    def solved_by(self, algorithm):
        """The law with the search of ALGO_INTE; ValueError when it is none of its own."""
        if algorithm is not None and algorithm not in SEARCHES:
            raise ValueError(f"this law is solved by {' or '.join(SEARCHES)}")
        search = self.search if algorithm is None else SEARCHES[algorithm]
        return Chaboche(self.backs, self.viscous, self.memory, self.radial, search, self.precision, self.tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        if self.viscous and data.at_points("creep_hardening").any():
            raise LawFailed("laws of Chaboche take LEMAITRE with UN_SUR_M = 0 alone")
        now, before = moduli(data), moduli(data, before=True)
        two_mu, three_k = (np.broadcast_to(value, shape) for value in (now.two_mu, now.three_k))
        increment, _ = strain_increment(strain, state, data, continuum)
        pressure = now.three_k * (mean(state.stress) / before.three_k + mean(increment))
        trial = now.two_mu[..., None] * (deviator(state.stress) / before.two_mu[..., None] + deviator(increment))
        dt = data.step.after - data.step.before
        points = self._points(data, shape, n, old, trial, two_mu, dt)
        start = points.balance(np.zeros(points.p.shape))
        excess = start.left.reshape(shape)
        instant = data.step.predicting
        flows = old[..., 1] >= 0.5 if instant else excess > 1e-15 * two_mu
        if self.viscous and (instant or dt <= 0.0):
            flows = np.zeros(shape, bool)
        tangent = np.broadcast_to(isotropic_stiffness(two_mu, three_k, n), (*shape, n, n)).copy()
        plastic, internal = np.zeros((*shape, n)), old.copy()
        internal[..., 1] = 0.0
        if flows.any():
            rows = flows.reshape(-1)
            chosen = points.at(rows)
            if instant:
                d, took = np.zeros(chosen.p.shape), np.ones(chosen.p.shape)
            else:
                stiffness = start.parts[0][:, rows].sum(axis=0)
                d, took = chosen.growth(self.search, self.precision, self.tries, start.left[rows], stiffness)
            plastic[flows], less, there = self._flow(chosen, d, two_mu[flows], n, instant)
            tangent[flows] -= less
            internal[flows] = self._after(chosen, d, took, plastic[flows], there, internal[flows], n)
        stress = trial - two_mu[..., None] * plastic + pressure[..., None] * unit(n)
        return stress, internal, tangent

    def _given(self, data, shape):
        """What the law reads of the materials by name, (n,) each: made once where nothing that surrounds the points changes it."""
        names = [f"chaboche_{word}" for word in WORDS] + [f"chaboche_{word}_{i + 1}" for word in self.words for i in range(self.backs)]
        names += [f"memory_{word}" for word in MEMORY] if self.memory else []
        names += ["creep_exponent", "creep_rate"] if self.viscous else []

        def made():
            return {name: np.broadcast_to(data.at_points(name), shape).reshape(-1) for name in names}

        return made() if any(map(data.varies, names)) else data.once((*names, shape), made)

    def _points(self, data, shape, n, old, trial, two_mu, dt) -> _Points:
        given = self._given(data, shape)
        words = {word: given[f"chaboche_{word}"] for word in WORDS}
        variables = old.reshape(-1, old.shape[-1])
        memory = variables[:, 2 : 2 + 6 * self.backs].reshape(-1, self.backs, 6)[..., :n] * mandel_factors()[:n]

        def of_backs(word):
            return np.stack([given[f"chaboche_{word}_{i + 1}"] for i in range(self.backs)])

        modulus, recall, *radial = (of_backs(word) for word in self.words)
        backs = BackStresses(modulus, recall, radial[0] if radial else np.ones_like(modulus), memory.swapaxes(0, 1))
        if self.memory:
            own = {word: given[f"memory_{word}"] for word in MEMORY}
            kept = (variables[:, 14], variables[:, 15], variables[:, 16 : 16 + n], variables[:, 22 : 22 + n])
            isotropic = Remembering(words["first"], words["rate"], own, *kept)
        else:
            isotropic = Saturating(words["first"], words["last"], words["rate"], variables[:, 0])
        viscosity = (given["creep_exponent"], given["creep_rate"]) if self.viscous else None
        radial = self.radial or data.step.predicting
        return _Points(words, isotropic, backs, viscosity, 1.5 * two_mu.reshape(-1), variables[:, 0], trial.reshape(-1, n), dt, radial)

    def _after(self, points, d, took, plastic, there, internal, n):
        """The variables (n, nv) of points that flow."""
        r, scale = there.x / there.q[:, None], mandel_factors()[:n]
        internal[:, 0] += d
        internal[:, 1] = took
        (_, down, _, share), backs = there.parts, points.backs
        found = (backs.memory + share[..., None] * plastic) / down[..., None]
        found = np.where(backs.modulus[..., None] == 0.0, backs.memory, found) / scale
        for i, memory in enumerate(found):
            internal[:, 2 + 6 * i : 2 + 6 * i + n] = memory
        if self.memory:
            kept = points.isotropic.remembered(d, r)
            internal[:, 14:16], internal[:, 16 : 16 + n], internal[:, 22 : 22 + n] = kept[:, :2], kept[:, 2 : 2 + n], kept[:, 2 + n :]
        return internal

    @staticmethod
    def _flow(points, d, two_mu, n, instant=False):
        """The plastic strain, what the elastic tangent is less by, and the balance.

        Where the stress of an `instant` is not on the surface, which has moved by itself, code_aster (nmchat) weighs what hardens and how
        the back stresses change by the surface's size over the stress's.
        """
        there = points.sloped(d)
        x, q, many = there.x, there.q, (..., None)
        if instant:
            stiff = points.three_mu + there.parts[0].sum(axis=0)
            there.rate = -stiff + (1.0 - there.left / q) * (there.rate + stiff)
        shear = isotropic_stiffness(two_mu, np.zeros_like(two_mu), n)
        d_strain = -(1.5 * two_mu / q / there.rate)[many] * x
        x_strain = shear + outer(there.x_rate, d_strain)
        q_strain = 1.5 * (x[:, None, :] @ x_strain)[:, 0, :] / q[many]
        grown = 1.5 * (outer(x / q[many], d_strain) + (d / q)[:, None, None] * x_strain - outer(x * (d / q**2)[many], q_strain))
        return 1.5 * (d / q)[many] * x, two_mu[:, None, None] * grown, there
