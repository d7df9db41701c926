"""Plasticity of metals with cavities after Rousselier, in small strain: ROUSS_PR, ROUSS_VISC (r5.03.06, r5.03.07).

With f the cavities, a p those that have started (a = AN), r = (1 - f - a p)/(1 - f0) the density, t = theta, m the mean and q the von Mises
stress of s/r, e the strain that stress causes, h = PORO_ACCE where f + a p has passed PORO_CRIT, 1 elsewhere, all at f_ + t df, p_ + t dp:

1.  trial: r s with the moduli, elastic where q - R(p_) + D s1 f exp(m/s1) < 0
2.  m = m_ + t 3K (tr de/3 - df/(3 h (1 - f)));  dp of df:  dp (f + a p) (1 - f) h D exp(m/s1) = df
3.  df solves  q_trial - 3 mu t dp - R(p) + s1 D (f + a p) exp(m/s1) - SIGM_0 asinh((dp/(EPSI_0 dt))^(1/M)) = 0
4.  where the compression lets no cavity change, dp solves it with df = 0
5.  the end of the step has t = 1;  beyond PORO_LIMI the stress only fades
6.  tangent as code_aster has it, by the properties of the start of the step (plasti, rsljpl); that of rates is r times the elasticity
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._bracket import Bracket
from ._hardening import by_points
from ._law import Law, strain_increment

MOST, LEAST, SAFE = 200.0, -50.0, 10.0
"""Bounds of m/s1."""
CLOSE, LONGER = 1e-12, 1e-12


class Cavities(Law):
    """The law over all cells and points."""

    plane_stress = False
    mirrored = "lower"
    # a step starts elastic, as in code_aster
    elastic_rates = True
    # iterations by the elasticity of the moved cells were seen not to end once cavities soften the metal
    unloads_at_rest = True
    internal_names = ("EPSPEQ", "POROSITE", "DISSIP", "EBLOC", "INDIPLAS")

    def __init__(self, viscous: bool, theta: float = 1.0, precision: float = 1e-6, tries: int = 20):
        self.viscous, self.theta, self.precision, self.tries = viscous, theta, precision, tries
        self.needs = {"poisson": "ELAS", "traction": "TRACTION", "cavity_shape": "ROUSSELIER"}
        self.needs |= {"sinh_stress": "VISC_SINH"} if viscous else {}

    def configured(self, theta):
        """The law with another theta."""
        return Cavities(self.viscous, theta, self.precision, self.tries)

    def within(self, precision, tries):
        """The law with another precision of step 3, beside s1."""
        return Cavities(self.viscous, self.theta, precision, max(tries, 20))

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 6."""
        point = _Points(self, strain.shape[:2], state, data)
        ns = strain.shape[-1]
        whole = isotropic_stiffness(point.two_mu, point.three_k, ns)
        if data.step.predicting:
            density = np.where(state.internal[..., 4] > 0.5, point.density, point.plain_density)
            return state.stress, state.internal, density[..., None, None] * whole
        increment, _ = strain_increment(strain, state, data, continuum)
        return point.stepped(increment, state, whole)


class _Points:
    """What a step has at the points, (ne, ng) each."""

    def __init__(self, law, shape, state, data):
        self.law, self.shape, self.theta = law, shape, law.theta
        self.dt = data.step.after - data.step.before
        words, made = _words(data, shape, law.viscous, False), by_points(data, shape, False)
        self.first, first = words, made
        if data.surroundings is not None:
            self.first, first = _words(data, shape, law.viscous, True), by_points(data, shape, True)
        self.d, self.s1, self.f0, joining, faster, self.last, self.fading, self.a, self.heating = words
        self.p = state.internal[..., 0]
        self.f = np.where(state.internal[..., 1] == 0.0, self.f0, state.internal[..., 1])
        total = self.f + self.a * self.p
        self.plain_density, self.density = (1 - self.f) / (1 - self.f0), (1 - total) / (1 - self.f0)
        self.h, self.broken = np.where(total >= joining, faster, 1.0), total >= self.last
        self.hardening, self.first_hardening = made.hardening, first.hardening
        now, before = made.elasticity, first.elasticity
        self.young = np.broadcast_to(now.young, shape)
        self.two_mu, self.three_k = (np.broadcast_to(x, shape) for x in (now.two_mu, now.three_k))
        self.first_moduli = [np.broadcast_to(x, shape) for x in (before.two_mu, before.three_k)]
        self.soften = np.broadcast_to(now.two_mu / before.two_mu, shape), np.broadcast_to(now.three_k / before.three_k, shape)
        self.sinh = _sinh(data, shape, False) if law.viscous else None
        self.first_sinh = _sinh(data, shape, data.surroundings is not None) if law.viscous else None

    def drag(self, dp, sinh=None):
        """SIGM_0 asinh, and its slope by dp, by the numbers of the end of the step or others."""
        sinh = self.sinh if sinh is None else sinh
        if sinh is None:
            return 0.0, 0.0
        stress, rate, exponent = sinh
        unit_ = np.maximum(dp, 1e-300) / (self.dt * rate)
        power = unit_ ** (1 / exponent)
        return np.where(dp > 0.0, stress * np.arcsinh(power), 0.0), stress * power / (exponent * np.maximum(dp, 1e-300)) / np.sqrt(
            1 + power**2
        )

    def stepped(self, increment, state, whole):
        """Stress, variables and tangent."""
        theta, one = self.theta, unit(increment.shape[-1])
        volume, shear = mean(increment), deviator(increment)
        old_mean, old_shear = mean(state.stress), deviator(state.stress)
        elastic = (self.soften[0] * 1.0)[..., None] * old_shear + (self.soften[1] * old_mean)[..., None] * one
        elastic = elastic + (self.plain_density * theta)[..., None] * (whole @ increment[..., None])[..., 0]
        size, middle = np.sqrt(1.5) * norm(deviator(elastic)) / self.plain_density, mean(elastic) / self.plain_density
        limit = self.hardening.at(self.p)[0] - self.d * self.s1 * self.f * np.exp(np.minimum(middle / self.s1, MOST))
        flows = (size >= limit) & ~self.broken
        mixed = [theta * x + 1 - theta for x in self.soften]
        start_shear, start_mean = (mixed[0] / self.density)[..., None] * old_shear, mixed[1] * old_mean / self.density
        trial = start_shear + (theta * self.two_mu)[..., None] * shear
        df, dp = self._flow(flows, np.sqrt(1.5) * norm(trial), start_mean, volume)
        full = start_shear + self.two_mu[..., None] * shear
        trial_size = np.sqrt(1.5) * norm(full)
        f, p = self.f + df, self.p + dp
        density = (1 - f - self.a * p) / (1 - self.f0)
        size = trial_size - 1.5 * self.two_mu * dp
        middle = start_mean + self.three_k * (volume - df / (3 * (1 - f) * self.h))
        bent = (size / np.where(trial_size > 0.0, trial_size, 1.0))[..., None] * full
        stress = np.where(flows[..., None], density[..., None] * (bent + middle[..., None] * one), elastic)
        fade = self.fading * self.young * np.sqrt(2 / 3) * norm(increment)
        level = np.sqrt(1.5) * norm(state.stress)
        left = np.where(fade >= level, 0.0, 1 - fade / np.where(level > 0.0, level, 1.0))
        stress = np.where(self.broken[..., None], left[..., None] * state.stress, stress)
        internal = self._variables(state.internal, flows, f, p, df, dp, density, size, middle)
        tangent = np.where(flows[..., None, None], 0.0, self.plain_density[..., None, None] * whole)
        if flows.any():
            tangent = np.where(flows[..., None, None], self._tangent(stress, f, p, df, dp, one), tangent)
        if self.broken.any():
            product = np.sqrt(2 / 3) * norm(increment) * level
            share = np.where(product > 0.0, -2 * self.fading * self.young / (3 * np.where(product > 0.0, product, 1.0)), 0.0)
            tangent = np.where(self.broken[..., None, None], share[..., None, None] * outer(state.stress, increment), tangent)
        return stress, internal, tangent

    def _flow(self, flows, trial, start, volume):
        """(df, dp) of steps 2 to 4."""
        df, dp = np.zeros(self.shape), np.zeros(self.shape)
        if not flows.any():
            return df, dp
        middle = start + self.three_k * volume
        span = self.theta * self.three_k / (3 * self.h)

        def bound(x):
            return (1 - self.f) * (middle - x * self.s1) / (span + middle - x * self.s1)

        low = np.where(middle / self.s1 > MOST, bound(MOST), 0.0)
        high = bound(LEAST)
        held = flows & ((high < 0.0) | (high > 1 - self.f) | (self.f == 0.0))
        grows = flows & ~held
        if grows.any():
            df = self._growth(lambda x: self._excess(x, trial, start, volume)[:2], low, high, grows)
            dp = np.where(grows, self._excess(df, trial, start, volume)[2], 0.0)
        if held.any():
            lifted = self.d * self.s1 * self.f * np.exp(np.minimum(middle / self.s1, SAFE))

            def still(x):
                value, slope = self.hardening.at(self.p + self.theta * x)
                drag, drag_slope = self.drag(x)
                three_mu = 1.5 * self.two_mu
                left = trial - three_mu * self.theta * x - value + lifted - drag
                return left, -(three_mu + slope) * self.theta - drag_slope

            found = self._searched(still, np.zeros(self.shape), np.maximum(trial / (1.5 * self.two_mu * self.theta), 0.0), held)
            dp = np.where(held, found, dp)
        return df, dp

    def _growth(self, excess, low, high, rows):
        """df of step 3 within the precision, as code_aster looks for it: by Newton's steps, by chords where they go out.

        Where five steps have not made them longer by LONGER each, it halves the interval from then on.
        """
        low, high = np.where(rows, low, 0.0), np.where(rows, high, 1.0)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            (above, slope_low), (below, slope_high) = excess(low), excess(high)
            if (rows & ((above < 0.0) | (below > 0.0))).any():
                raise LawFailed("ROUSS: no growth of the cavities is found")
            last = self.law.viscous
            x, value, slope = (high, below, slope_high) if last else (low, above, slope_low)
            way, done, halves, fifth = 1.0, ~rows, np.zeros(self.shape, bool), np.zeros(self.shape)
            for number in range(1, self.law.tries + 1):
                step = -value / slope
                if number % 5 == 0:
                    halves |= (step - fifth) / 5 <= LONGER
                    fifth = step
                inside = (way * step > 0.0) & (way * step < high - low)
                chord = (above * high - below * low) / (above - below)
                x = np.where(done, x, np.where(halves, 0.5 * (low + high), np.where(inside, x + step, chord)))
                value, slope = excess(x)
                done = done | (abs(value) < self.law.precision * self.s1)
                if done.all():
                    return np.where(rows, x, 0.0)
                rising = value > 0.0
                low, above = np.where(rising, x, low), np.where(rising, value, above)
                high, below = np.where(rising, high, x), np.where(rising, below, value)
                way = np.where(rising, 1.0, -1.0)
        raise LawFailed("ROUSS: no growth of the cavities is found")

    def _searched(self, excess, low, high, rows):
        """Where a falling excess is zero, at some of the points."""
        low, high = np.where(rows, low, 0.0), np.where(rows, high, 1.0)
        x, bracket = 0.5 * (low + high), Bracket(low, high)
        for _ in range(300):
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                value, slope = excess(x)
            value, slope = np.where(np.isfinite(value), value, np.inf), np.where(np.isfinite(slope), slope, -np.inf)
            done = ~rows | (abs(value) <= CLOSE * self.s1)
            new = np.where(done, x, bracket.next(x, -value, -slope))
            if (done | (abs(new - x) <= 1e-15 * abs(x))).all():
                return np.where(rows, x, 0.0)
            x = new
        raise LawFailed("ROUSS: no growth of the cavities is found")

    def _excess(self, df, trial, start, volume):
        """The left side of step 3, its derivative by df, and dp."""
        theta, f = self.theta, self.f + self.theta * df
        solid = 1 - f
        middle = start + self.three_k * theta * (volume - df / (3 * solid * self.h))
        rate = -self.three_k / 3 * theta * (solid + theta * df) / solid**2 / self.h
        lift = self.d * np.exp(middle / self.s1)
        lift_rate = lift * rate / self.s1
        work, work_rate = solid * lift * self.h, (solid * lift_rate - theta * lift) * self.h
        started = self.f + theta * df + self.a * self.p
        share, two = df / work, 2 * self.a * theta
        plain = df / (f * work), (1 - df * work_rate / work - df * theta / f) / (f * work)
        safe = np.where(two > 0.0, two, 1.0)
        dp = np.where(two > 0.0, (-started + np.sqrt(started**2 + 2 * two * share)) / safe, plain[0])
        dp_rate = np.where(two > 0.0, ((1 - df * work_rate / work) / work - theta * dp) / (two * dp + started), plain[1])
        p = self.p + theta * dp
        value, slope = self.hardening.at(p)
        total, (drag, drag_slope) = f + self.a * p, self.drag(dp)
        left = trial - 1.5 * self.two_mu * theta * dp - value + self.s1 * total * lift - drag
        change = self.s1 * (total * lift_rate + (theta + self.a * theta * dp_rate) * lift)
        return left, change - ((1.5 * self.two_mu + slope) * theta + drag_slope * 1.0) * dp_rate, dp

    def _variables(self, old, flows, f, p, df, dp, density, size, middle):
        out = old.copy()
        out[..., 1], out[..., 4] = self.f, 0.0
        dt = self.dt if self.dt > 0.0 else np.inf
        plastic = dp / dt * density * size
        swelling = middle * density * df / (1 - f) / self.h / dt
        stored = density * self.s1 * np.log(self.f0 / f * density) * df / dt
        blocked = old[..., 3] + ((1 - self.heating) * plastic + stored) * (self.dt if self.dt > 0.0 else 0.0)
        some = blocked >= 0.0
        lost = np.where(some, self.heating * plastic + swelling - stored, plastic + swelling)
        values = (p, f, lost, np.where(some, blocked, 0.0), np.ones(self.shape))
        for place, value in enumerate(values):
            out[..., place] = np.where(flows, value, out[..., place])
        for place, value in enumerate((self.p, 1.0, 0.0, 0.0, 1.0)):
            out[..., place] = np.where(self.broken, value, out[..., place])
        return out

    def _tangent(self, stress, f, p, df, dp, one):
        """Step 6."""
        (d, s1, f0, joining, faster, _, _, a, _), (two_mu, three_k) = self.first, self.first_moduli
        h, theta = np.where(self.f + a * self.p >= joining, faster, 1.0), self.theta
        mu, k, n = two_mu / 2, three_k / 3, len(one)
        three_mu, solid, total = 1.5 * two_mu, 1 - f, f + a * p
        density = (solid - a * p) / (1 - f0)
        real = stress / density[..., None]
        middle, away = mean(real), deviator(real)
        size = np.maximum(np.sqrt(1.5) * norm(away), 1e-300)
        slope = self.first_hardening.at(p)[1]
        if self.law.viscous:
            slope = slope + self.drag(dp, self.first_sinh)[1] / theta
        lift = d * np.exp(np.minimum(middle / s1, SAFE))
        held, swell = lift * s1 * total, theta * df / (3 * solid * h)
        z1, z2 = 1 + 3 * swell * h, three_mu + slope
        z3, z4, z5 = k * total * z1 - s1 * solid * h, dp * theta * slope - size, three_mu * theta * dp + size
        x1 = held * lift * z3 + lift * z2 * z3 * theta * dp + z1 * z2 * s1 - a * z1 * lift * s1**2
        x2 = -(held * lift * z3 * dp + lift * z3 * z4 * theta * dp + z1 * s1 * z4) + a * z1 * lift * s1**2 * dp
        y1, y2 = -three_k * lift * z1 * total / (x1 * size), -three_mu / (x1 * z5 * size**2)
        y3 = -three_k * lift * z1 * a * theta * dp / (x1 * size)
        a1, a2 = three_k + y1 * k * size * (held + dp * theta * z2), mu * (y1 + y3) * s1
        a3, a4, a5 = two_mu * (1 + y2 * x1 * dp * theta * size**2), y2 * three_mu * x2, y2 * three_k * held * z1 * z5 * size
        z7, z8, z9 = lift * s1 * total, solid / (solid - a * p), a / (solid - a * p)
        a6 = three_mu * k * theta * dp - a2 * size * s1
        y4 = h * z8 / z1 + z9 * s1 / (z7 + z2 * theta * dp)
        y5 = h * a2 * z8 / z1 - z9 * a6 / (size * (z7 + z2 * theta * dp))

        def along(x, y):
            return x[..., None] * one + y[..., None] * away

        result = a3[..., None, None] * np.eye(n)
        result = result + outer(np.broadcast_to(one, away.shape), along((a1 - a3) / 3, a2)) + outer(away, along(a5 / 3, a4))
        result = result + (y4 / three_k)[..., None, None] * outer(real, along(a1 - three_k, 3 * y5 / y4))
        return density[..., None, None] * result


def _words(data, shape, viscous, before):
    """(ne, ng) the numbers of ROUSSELIER at an end of the step; no cavity starts in ROUSS_VISC."""
    words = ("shape", "stress", "initial", "joining", "faster", "last", "fading", "starting", "heating")
    found = {word: np.broadcast_to(data.at_points(f"cavity_{word}", before=before), shape) for word in words}
    if viscous:
        found["starting"] = np.zeros(shape)
    return found.values()


def _sinh(data, shape, before):
    """(ne, ng) each of the three numbers of VISC_SINH at an end of the step."""
    return [np.broadcast_to(data.at_points(f"sinh_{word}", before=before), shape) for word in ("stress", "rate", "exponent")]
