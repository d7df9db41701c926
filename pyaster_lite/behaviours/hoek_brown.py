"""RELATION='HOEK_BROWN': rocks that harden up to a peak, then lose their cohesion (r7.01.18).

With x1 >= x2 >= x3 the principal values of a stress, e_i those of its deviator, q its equivalent, ' that of the elastic trial, g the
slip of the step:

1.  parameters of the slip G = G_ + g:  S, M and the angle a are linear from their first values to those of the peak GAMMA_RUP, a goes on
    to its last value at GAMMA_RES; B falls from 0 at the peak along a parabola flat at GAMMA_RES, to BETA - sqrt(S_RUP);
    h = 2 sin a/(3 + sin a),  l = g/(1 + h),  the limit of pulls t = (M_RUP + sqrt(M_RUP^2 + 4 (1 - ALPHAHB)^2 S_RUP))/(2 (1 - ALPHAHB)^2)
2.  x_i = x'_i - 3 mu l/q' e'_i - 3 K h l
3.  f = D^2 - S + M x1,  D = x1 - x3 - B (1 + x1/t);  elastic where D <= sqrt(S - M x1) at the trial, else g solves f = 0
4.  tangent, s' being the trial's deviator, n dl/d strain by D = B (1 + x1/t) + sqrt(S - M x1), j = h + h' g:

        K 1 1 + (1 - 3 mu l/q') 2 mu I_dev + 9 mu^2 l/q'^3 s' s' - 3 mu/q' s' n - 3 K j n 1

    as it stands in code_aster (hbmata, calcdl): n and 1 of the last term the wrong way round, shears of s' and n without their sqrt 2;
    where greatest or least values meet, both count for half.  That of rates: the same with g = 0, by the regime of the last step.
    The law of total stresses has the whole derivative of 2 and 3 by the trial (_principal.turned) times the elasticity.

With RESI_INTE, g is what Newton's method has when |f| or its share of that of the trial is below (lchobr).
"""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mandel_factors, mean, outer, unit

from ._law import Law, moduli, strain_increment
from ._principal import turned

WORDS = ("peak", "last", "first_s", "s", "first_m", "m", "residual", "ratio", "first_angle", "angle", "last_angle")
SAME, ROUND = 1e-8, 1e-14
"""Principal values so close, beside the largest, that they meet; what counts as none beside the terms of f, of D and of g."""
TRIES = 100
SHEARS = mandel_factors()


class _Rock:
    """Step 1 to 3 at chosen points; fields (np,)."""

    def __init__(self, words, mu, k, slip, trial):
        self.words, self.mu, self.k, self.slip, self.trial = words, mu, k, slip, trial
        self.e = trial - trial.mean(axis=-1, keepdims=True)
        self.q = np.sqrt(1.5) * np.linalg.norm(self.e, axis=-1)
        apart = 4.0 * (1.0 - words["ratio"]) ** 2
        self.t = 2.0 * (words["m"] + np.sqrt(words["m"] ** 2 + apart * words["s"])) / apart
        self._last = None, None

    def parameters(self, g):
        """S, M, B, h and their slopes; those of one g are asked several times in a row."""
        if self._last[0] is not g:
            self._last = g, self._parameters(g)
        return self._last[1]

    def _parameters(self, g):
        w, slip = self.words, self.slip + g
        hardens, ruined = slip < w["peak"], slip >= w["last"]
        share, after = slip / w["peak"], (slip - w["peak"]) / (w["last"] - w["peak"])

        def line(first, last):
            return np.where(hardens, first + (last - first) * share, last), np.where(hardens, (last - first) / w["peak"], 0.0)

        s, m = line(w["first_s"], w["s"]), line(w["first_m"], w["m"])
        least, span = w["residual"] - np.sqrt(w["s"]), w["last"] - w["peak"]
        falls = ~(hardens | ruined)
        b = (
            np.where(hardens, 0.0, np.where(ruined, least, least * after * (2.0 - after))),
            np.where(falls, 2 * least * (1 - after) / span, 0),
        )
        angle, turns = line(w["first_angle"], w["angle"])
        angle = np.where(hardens, angle, np.where(ruined, w["last_angle"], w["angle"] + (w["last_angle"] - w["angle"]) * after))
        turns = np.where(falls, (w["last_angle"] - w["angle"]) / span, turns)
        sine = np.sin(angle)
        h = 2 * sine / (3 + sine), 6 * np.cos(angle) * turns / (3 + sine) ** 2
        return s, m, b, h

    def moved(self, g):
        """Step 2: x and its rate by g, and the share 3 mu l/q' of the deviator that is lost."""
        _, _, _, (h, h_rate) = self.parameters(g)
        slid, rate = g / (1 + h), 1 / (1 + h) - g * h_rate / (1 + h) ** 2
        scale = (3 * self.mu / np.where(self.q > 0.0, self.q, 1.0))[:, None] * self.e
        x = self.trial - scale * slid[:, None] - (3 * self.k * h * slid)[:, None]
        by_g = -scale * rate[:, None] - (3 * self.k * (h_rate * slid + h * rate))[:, None]
        return x, by_g, 3 * self.mu * slid / np.where(self.q > 0.0, self.q, 1.0)

    def criterion(self, g):
        """Step 3: f, its rate by g, and (np, 2) those by x1 and x3."""
        (s, s_rate), (m, m_rate), (b, b_rate), _ = self.parameters(g)
        x, by_g, _ = self.moved(g)
        top = 1 + x[:, 0] / self.t
        d = x[:, 0] - x[:, 2] - b * top
        by_x = np.stack([2 * d * (1 - b / self.t) + m, -2 * d], axis=-1)
        rate = by_x[:, 0] * by_g[:, 0] + by_x[:, 1] * by_g[:, 2] - 2 * d * b_rate * top - s_rate + m_rate * x[:, 0]
        return d * d - s + m * x[:, 0], rate, by_x

    def slides(self):
        """Whether the trial is past the surface, as where it is so pulled that there is no strength."""
        (s, _), (m, _), (b, _), _ = self.parameters(np.zeros_like(self.slip))
        left = s - m * self.trial[:, 0]
        d = self.trial[:, 0] - self.trial[:, 2] - b * (1 + self.trial[:, 0] / self.t)
        root = np.sqrt(np.maximum(left, 0.0))
        return (left < 0.0) | (d - root > ROUND * root)

    def solved(self, precision=None, tries=TRIES):
        """g, to a precision if there is one; LawFailed where there is none before the axis of pressures."""
        g, first = np.zeros_like(self.slip), None
        for _ in range(tries):
            f, rate, _ = self.criterion(g)
            close = ROUND * self.parameters(g)[0][0] if precision is None or first is None else precision * np.maximum(1.0, abs(first))
            first = f if first is None else first
            with np.errstate(divide="ignore", invalid="ignore"):
                step = np.where(abs(f) <= close, 0.0, f / rate)
            g = g - step
            if not np.isfinite(g).all() or (g < 0.0).any():
                break
            if (abs(step) <= ROUND * g).all():
                if (self.moved(g)[2] > 1.0).any():
                    break
                return g
        raise LawFailed("HOEK_BROWN: no slip brings a stress back onto the surface of strength")

    def rate(self, g):
        """(np, 3, 3) dx/dx'."""
        _, by_g, lost = self.moved(g)
        _, slope, by_x = self.criterion(g)
        own = np.eye(3) - lost[:, None, None] * (np.eye(3) - 1.0 / 3.0)
        own = own + (1.5 * lost / np.where(self.q > 0.0, self.q, 1.0) ** 2)[:, None, None] * (self.e[:, :, None] * self.e[:, None, :])
        near = SAME * abs(self.trial).max(axis=-1, keepdims=True)
        greatest, least = (abs(self.trial - self.trial[:, [i]]) <= near for i in (0, 2))
        push = by_x[:, [0]] * greatest / greatest.sum(axis=-1, keepdims=True) + by_x[:, [1]] * least / least.sum(axis=-1, keepdims=True)
        return own - by_g[:, :, None] * (push[:, None, :] @ own / slope[:, None, None])


    def tangent(self, g, axes, n):
        """(np, n, n) that of code_aster, step 4; axes (np, 3, 3) the trial's."""
        (s, s_rate), (m, m_rate), (b, b_rate), (h, h_rate) = self.parameters(g)
        mu, k, dl, top, q = self.mu, self.k, g / (1 + h), 1 / self.t, np.where(self.q > 0.0, self.q, 1.0)
        steep = 3 * mu / q
        plain = SHEARS[:n]

        def tensor(values):
            return mandel(np.einsum("pai,pi,pbi->pab", axes, values, axes), n) / plain

        near = SAME * abs(self.trial).max(axis=-1, keepdims=True)
        own = np.stack([tensor(np.eye(3)[[i]] + np.zeros_like(self.e)) for i in range(3)], axis=-1)
        for i in (0, 2):
            meets = (abs(self.e[:, [1]] - self.e[:, [i]]) <= near)[..., None]
            half = own[:, :3, [1, i]].mean(axis=-1, keepdims=True)
            own[:, :3, [1, i]] = np.where(meets, half, own[:, :3, [1, i]])
        ones, away = unit(n), tensor(self.e)
        d1, d3 = (2 * mu[:, None] * (own[..., i] - ones / 3) for i in (0, 2))
        d_steep = -(9 * mu**2 / q**3)[:, None] * away
        left, apart = s - m * self.moved(g)[0][:, 0], self.e[:, 0] - self.e[:, 2]
        x1, root = self.moved(g)[0][:, 0], np.sqrt(left)
        falls = 3 * k * h_rate * g + steep * self.e[:, 0] + 3 * k * h
        stiff = -apart * steep - b_rate * (1 + h) * (1 + top * x1) + b * top * falls
        stiff = stiff - ((1 + h) * (s_rate - x1 * m_rate) + m * falls) / (2 * root)
        first = d1 + k[:, None] * ones - dl[:, None] * (self.e[:, [0]] * d_steep + steep[:, None] * d1)
        grows = -(1 - steep * dl)[:, None] * (d1 - d3) + (apart * dl)[:, None] * d_steep + (b * top - m / (2 * root))[:, None] * first
        grows = grows / stiff[:, None]
        found = isotropic_stiffness(2 * mu * (1 - steep * dl), 3 * k, n) + (9 * mu**2 * dl / q**3)[:, None, None] * outer(away, away)
        swells = 3 * k * (h + h_rate * g)
        return found - steep[:, None, None] * outer(away, grows) - swells[:, None, None] * outer(grows, np.broadcast_to(ones, grows.shape))


class HoekBrown(Law):
    """The law over all cells and points; `whole` derivative or not, see step 4."""

    plane_stress = symmetric = False
    internal_names = ("GAMMAECR", "EPSPVOL", "INDIPLAS")
    needs = {"young": "ELAS", "rock_peak": "HOEK_BROWN"}
    precision, tries, whole, secant = None, TRIES, False, True

    def within(self, precision, tries):
        """The law to another precision."""
        found = copy(self)
        found.precision, found.tries = precision, abs(tries) + 2
        return found

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elastic, internal = moduli(data), state.internal
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        trial = state.stress
        if not data.step.predicting:
            increment, _ = strain_increment(strain, state, data, continuum)
            trial = trial + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * unit(n)
        values, axes = np.linalg.eigh(full(trial))
        values, axes = values[..., ::-1], axes[..., ::-1]

        def rock(points):
            words = {word: np.broadcast_to(data.at_points(f"rock_{word}"), shape)[points] for word in WORDS}
            return _Rock(words, two_mu[points] / 2, three_k[points] / 3, internal[points][:, 0], values[points])

        if data.step.predicting:
            slides = internal[..., 2] > 0.0
        else:
            slides = rock(np.ones(shape, bool)).slides().reshape(shape)
        found, rate = values.copy(), np.broadcast_to(np.eye(3), (*shape, 3, 3)).copy()
        variables = internal.copy()
        variables[..., 2] = slides
        if slides.any():
            at = rock(slides)
            g = np.zeros_like(at.slip) if data.step.predicting else at.solved(self.precision, self.tries)
            found[slides], rate[slides] = at.moved(g)[0], at.rate(g)
            h = at.parameters(g)[3][0]
            variables[slides, 0] += g
            variables[slides, 1] += 3 * h * g / (1 + h)
        tangent = stiffness.copy()
        if self.whole:
            tangent = np.where(slides[..., None, None], turned(values, found, rate, axes, n) @ stiffness, stiffness)
        elif slides.any():
            tangent[slides] = at.tangent(g, axes[slides], n)
        if data.step.predicting:
            return state.stress, internal, tangent
        turned_back = mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n)
        return np.where(slides[..., None], turned_back, trial), variables, tangent


BEHAVIOURS.add("HOEK_BROWN", HoekBrown())
