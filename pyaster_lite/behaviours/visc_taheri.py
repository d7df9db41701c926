"""RELATION='VISC_TAHERI': plasticity of von Mises under cycles, which hardens by the largest stress so far (r5.03.05).

With p the cumulated strain, o the largest stress, e the plastic strain at the start of the step, n that at the last unloading, x = 1
where the latter stays and 0 where it is e itself, b = x (e - n), a = (S - o) e + o b, and over the step dp along the unit r:

1.  t = exp(-B p (1 - o/S)),   C = C_INF + C1 t,   D = 1 - M t
2.  s^e - C a = q r,  s^e the elastic trial deviator;   m = |b + 3/2 dp r|,  l = |a + 3/2 S dp r|,  Q = R_0 + A (2/3)^ALPHA m^ALPHA
3.  f = q - 3/2 (2mu + S C) dp - D Q - K (dp/dt)^(1/N) p^(1/M),   g = C l + D Q - o
4.  at dp = 0, x = 1, o as before or g = 0:  f > 0: dp and o are such that f = 0, g = 0 or negative with o as it was there
    else, x = 0 where nothing was unloading before or f <= 0 there, else x between 0 and 1 such that f = 0
5.  s' = s^e - 3mu dp r;  tangent of 4, its symmetric part; that of rates is elastic.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit

from ._bracket import Bracket, search
from ._law import Law, moduli, strain_increment

CLOSE, TRIES = 1e-13, 300
TINY = 1e-300
WORDS = ("start", "exponent", "softening", "hardening", "fading", "first", "last", "most")


@dataclass
class Trial:
    """Points (n,) at the start of a step, with their parameters by name."""

    words: dict
    elastic: np.ndarray
    plastic: np.ndarray
    unloaded: np.ndarray
    p: np.ndarray
    top: np.ndarray

    def close(self):
        """(n,) values of f and g that count as none."""
        return CLOSE * (self.words["start"] + norm(self.elastic))

    def of(self, rows) -> Trial:
        """Some of the points."""
        words = {name: value[rows] for name, value in self.words.items()}
        return Trial(words, *(value[rows] for value in (self.elastic, self.plastic, self.unloaded, self.p, self.top)))


@dataclass
class Found:
    """f and g of step 3 with their derivatives by dp, o and x, and what tangents want.

    told_by_top  the derivatives by o as code_aster has them in its tangent, r being normed by q there
    """

    f: np.ndarray
    g: np.ndarray
    by_dp: tuple
    by_top: tuple
    by_share: tuple
    told_by_top: tuple
    along: np.ndarray
    stress: np.ndarray
    q_rate: np.ndarray
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    d: np.ndarray
    m: np.ndarray
    l: np.ndarray  # noqa: E741


def _dot(a, b):
    return 1.5 * (a * b).sum(axis=-1)


def _over(a, b):
    return a / np.where(b == 0.0, 1.0, b)


def surfaces(trial: Trial, dp, top, share) -> Found:
    """Steps 1 to 3."""
    w, p = trial.words, trial.p + dp
    most, two_mu = w["most"], w["two_mu"]
    fade = np.exp(-w["fading"] * p * (1 - top / most))
    c, d = w["last"] + w["first"] * fade, 1 - w["softening"] * fade
    kept = trial.plastic - trial.unloaded
    b = share[:, None] * kept
    a = (most - top)[:, None] * trial.plastic + top[:, None] * b
    driving = trial.elastic - c[:, None] * a
    size = np.sqrt(1.5) * norm(driving)
    lost = np.zeros(driving.shape[-1])
    lost[3] = 1 / np.sqrt(1.5)
    r = np.where((size > 0.0)[:, None], _over(driving, size[:, None]), lost)
    slip = 1.5 * dp[:, None] * r
    m_vector, l_vector = b + slip, a + most[:, None] * slip
    m, length = np.sqrt(1.5) * norm(m_vector), np.sqrt(1.5) * norm(l_vector)
    power = w["hardening"] * np.maximum(m, TINY) ** w["exponent"]
    q = w["start"] + np.where(m > 0.0, power, 0.0)
    q_rate = np.where(m > 0.0, w["exponent"] * power / np.maximum(m, TINY), 0.0)
    safe, whole = np.maximum(dp, TINY), np.maximum(p, TINY)
    flows = (dp > 0.0) & (w["drag"] > 0.0)
    drag = np.where(flows, w["drag"] * safe ** w["rate"] * whole ** w["strain"], 0.0)
    f = size - 1.5 * (two_mu + most * c) * dp - d * q - drag
    g = c * length + d * q - top

    def derivative(fade_rate, a_rate, b_rate, dp_rate, norm_):
        """Of f and g by something that moves t, a, b and dp at these rates."""
        c_rate, d_rate = w["first"] * fade_rate, -w["softening"] * fade_rate
        moved = -c_rate[:, None] * a - c[:, None] * a_rate
        size_rate = _dot(r, moved)
        r_rate = _over(moved * norm_[:, None] - size_rate[:, None] * driving, norm_[:, None] ** 2)
        gained = 1.5 * (dp_rate * r + dp[:, None] * r_rate)
        m_rate = _over(_dot(m_vector, b_rate + gained), m)
        l_rate = _over(_dot(l_vector, a_rate + most[:, None] * gained), length)
        hardened = d_rate * q + d * q_rate * m_rate
        return size_rate - 1.5 * most * c_rate * dp - hardened, c_rate * length + c * l_rate + hardened

    none = np.zeros(a.shape)
    f_dp, g_dp = derivative(-w["fading"] * (1 - top / most) * fade, none, none, 1.0, size)
    f_dp = f_dp - 1.5 * (two_mu + most * c) - np.where(flows, drag * (w["rate"] / safe + w["strain"] / whole), 0.0)
    left = size - 1.5 * (two_mu + most * c) * dp
    by_top, told = (
        (rate[0], rate[1] - 1.0)
        for rate in (derivative(w["fading"] * p / most * fade, b - trial.plastic, none, 0.0, x) for x in (size, left))
    )
    by_share = derivative(np.zeros(len(p)), top[:, None] * kept, kept, 0.0, size)
    return Found(f, g, (f_dp, g_dp), by_top, by_share, told, r, size, q_rate, a, b, c, d, m, length)


def topmost(trial: Trial, dp, share):
    """o with g = 0, at least that before the step and at most S."""
    low, high, zero = trial.top.copy(), trial.words["most"].copy(), trial.close()
    over = surfaces(trial, dp, low, share).g > zero
    beyond = over & (surfaces(trial, dp, high, share).g > -zero)
    wanted = over & ~beyond
    top = np.where(beyond, high, low)
    if wanted.any():
        rows = np.flatnonzero(wanted)
        part, dp, share = trial.of(rows), dp[rows], share[rows]

        def deficit(top):
            found = surfaces(part, dp, top, share)
            return -found.g, -found.by_top[1]

        top[rows] = search(deficit, low[rows], Bracket(low[rows], high[rows]), zero[rows], TRIES)
    return top


def held(trial: Trial, along, rate, top, guess, bracket, zero):
    """x with f = 0, o staying `top`: along(x) gives dp and the share, rate(found) the derivatives by x of f and g."""

    def deficit(x):
        dp, share = along(x)
        found = surfaces(trial, dp, top, share)
        return -found.f, -rate(found)[0]

    return search(deficit, guess, bracket, zero, TRIES)


def raised(trial: Trial, along, rate, guess, bracket, zero):
    """x and o with f = 0 and g = 0; as `held`."""

    def deficit(x):
        dp, share = along(x)
        found = surfaces(trial, dp, topmost(trial, dp, share), share)
        by = rate(found)
        return -found.f, -(by[0] - found.by_top[0] * _over(by[1], found.by_top[1]))

    x = search(deficit, guess, bracket, zero, TRIES)
    return x, topmost(trial, *along(x))


def _by_dp(found):
    return found.by_dp


def _by_share(found):
    return found.by_share


def flowed(trial: Trial, top):
    """dp and o of step 4 where f > 0 at dp = 0 and x = 1, o being `top` there, and whether o moves."""
    one, zero = np.ones(len(top)), trial.close()
    w = trial.words
    still = surfaces(trial, 0.0 * one, top, one)
    elastic = trial.elastic - w["last"][:, None] * still.a
    most = (np.maximum(np.sqrt(1.5) * norm(elastic), still.stress) - still.d * w["start"]) / 1.5 / (w["two_mu"] + w["most"] * w["last"])
    dp = held(trial, lambda dp: (dp, one), _by_dp, top, 0.5 * most, Bracket(0.0 * one, most), zero)
    grows = surfaces(trial, dp, top, one).g > 0.0
    if grows.any():
        rows = np.flatnonzero(grows)
        unity, bracket, top = one[rows], Bracket(0.0 * most[rows], 2.0 * most[rows]), top.copy()
        dp[rows], top[rows] = raised(trial.of(rows), lambda dp: (dp, unity), _by_dp, dp[rows], bracket, zero[rows])
    return dp, top, grows


def released(trial: Trial, top):
    """x and o of step 4 where f > 0 at dp = 0 and x = 0, o being `top` there."""
    none, zero = np.zeros(len(top)), trial.close()
    share = none + 1.0
    inside = surfaces(trial, none, top, share).f <= 0.0
    top = top.copy()
    if inside.any():
        rows = np.flatnonzero(inside)
        still = none[rows]
        bracket = Bracket(still, still + 1.0)
        share[rows] = held(trial.of(rows), lambda share: (still, share), _by_share, top[rows], 0.5 + still, bracket, zero[rows])
    grows = surfaces(trial, none, top, share).g > 0.0
    if grows.any():
        rows = np.flatnonzero(grows)
        still = none[rows]
        bracket = Bracket(still, still + 1.0)
        share[rows], top[rows] = raised(trial.of(rows), lambda share: (still, share), _by_share, share[rows], bracket, zero[rows])
    return share, top


class Taheri(Law):
    """The law over all cells and points."""

    plane_stress, secant = False, True
    needs = {"young": "ELAS", "taheri_start": "TAHERI"}
    internal_names = ("EPSPEQ", "SIGMAPIC", "EPSPXX", "EPSPYY", "EPSPZZ", "EPSPXY", "EPSPXZ", "EPSPYZ", "INDIPLAS")

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        now, first = moduli(data), moduli(data, before=True)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (now.two_mu, now.three_k))
        elastic = isotropic_stiffness(two_mu, three_k, ns)
        if data.step.predicting:
            return state.stress, state.internal, elastic
        increment, old = strain_increment(strain, state, data, continuum)[0], state.internal
        trial_stress = (now.two_mu / first.two_mu)[..., None] * deviator(state.stress) + two_mu[..., None] * deviator(increment)
        pressure = now.three_k / first.three_k * mean(state.stress) + three_k * mean(increment)
        scale = mandel_factors()[:ns]
        plastic = deviator(state.strain - state.stress / first.two_mu[..., None])
        tensors = (trial_stress, plastic, old[..., 2 : 2 + ns] * scale)
        words = self._words(data, shape, two_mu)
        trial = Trial(
            {name: value.reshape(-1) for name, value in words.items()},
            *(value.reshape(-1, ns) for value in tensors),
            *(old[..., k].reshape(-1).copy() for k in (0, 1)),
        )
        dp, top, share, kind, tangent = self._followed(trial, old[..., 8].reshape(-1), ns)
        found = surfaces(trial, dp, top, share)
        flows = (kind >= 2)[:, None]
        shear = trial.elastic - np.where(flows, (1.5 * trial.words["two_mu"] * dp)[:, None] * found.along, 0.0)
        out = np.zeros((dp.size, 9))
        out[:, 0], out[:, 1], out[:, 8] = trial.p + dp, top, kind
        out[:, 2 : 2 + ns] = (trial.plastic - share[:, None] * (trial.plastic - trial.unloaded)) / scale
        stress = shear.reshape(*shape, ns) + pressure[..., None] * unit(ns)
        return stress, out.reshape(*shape, 9), elastic - tangent.reshape(*shape, ns, ns)

    def _followed(self, trial, kind, ns):
        """dp, o, x and what happens (0 elastic, 1 released, 2 flows, 3 with a larger stress), and the loss of stiffness."""
        n = len(kind)
        zero, one = np.zeros(n), np.ones(n)
        top, share, dp = topmost(trial, zero, one), one.copy(), zero.copy()
        flows = surfaces(trial, zero, top, one).f > 0.0
        happens, tangent = zero.copy(), np.zeros((n, ns, ns))
        if flows.any():
            rows = np.flatnonzero(flows)
            dp[rows], top[rows], grows = flowed(trial.of(rows), top[rows])
            happens[rows] = np.where(grows, 3.0, 2.0)
            tangent[rows] = _softened(trial.of(rows), dp[rows], top[rows], grows)
        rest = ~flows
        share[rest] = 0.0
        before = np.flatnonzero(rest & (kind != 0.0))
        if before.size:
            top[before] = topmost(trial.of(before), zero[before], share[before])
            opens = surfaces(trial.of(before), zero[before], top[before], share[before]).f > 0.0
            rows = before[opens]
            if rows.size:
                share[rows], top[rows] = released(trial.of(rows), top[rows])
                happens[rows] = 1.0
        return dp, top, share, happens, tangent

    @staticmethod
    def _words(data, shape, two_mu):
        words = {word: np.broadcast_to(data.at_points(f"taheri_{word}"), shape) for word in WORDS}
        words["two_mu"], words["hardening"] = two_mu, words["hardening"] * (2.0 / 3.0) ** words["exponent"]
        exponent, rate, strain = (
            np.broadcast_to(data.at_points(f"creep_{word}", default), shape)
            for word, default in (("exponent", 1.0), ("rate", np.inf), ("hardening", 0.0))
        )
        dt = data.step.after - data.step.before
        drag = np.where(np.isfinite(rate), 1.0, 0.0) / np.where(np.isfinite(rate), rate, 1.0)
        return words | {"rate": 1 / exponent, "drag": drag / dt ** (1 / exponent) if dt > 0.0 else drag * 0.0, "strain": strain}


def _softened(trial, dp, top, grows):
    """(n, ns, ns) what flow takes of the stiffness."""
    found = surfaces(trial, dp, top, np.ones(len(dp)))
    r, two_mu, c, d = found.along, trial.words["two_mu"], found.c, found.d
    turned = _over(1.5 * dp, found.stress)
    m_rate = _over(1.5 * turned, found.m)[:, None] * (found.b - _dot(found.b, r)[:, None] * r)
    hardened = (d * found.q_rate)[:, None] * m_rate
    f_rate = 1.5 * r - hardened
    l_rate = _over(1.5 * turned * trial.words["most"], found.l)[:, None] * (found.a - _dot(found.a, r)[:, None] * r)
    g_rate = c[:, None] * l_rate + hardened
    (f_dp, g_dp), (f_top, g_top) = found.by_dp, found.told_by_top
    alone, whole = -f_rate / f_dp[:, None], f_dp * g_top - g_dp * f_top
    both = (f_top[:, None] * g_rate - g_top[:, None] * f_rate) / whole[:, None]
    p_rate = np.where(grows[:, None], both, alone)
    ns = r.shape[-1]
    shape = isotropic_stiffness(turned, 0.0 * turned, ns)
    loss = shape + 1.5 * outer(r, p_rate) - 1.5 * turned[:, None, None] * outer(r, r)
    return (two_mu**2)[:, None, None] * 0.5 * (loss + loss.swapaxes(-1, -2))


BEHAVIOURS.add("VISC_TAHERI", Taheri())
