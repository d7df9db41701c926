"""Metals with voids that start, grow and join, after Gurson, Tvergaard and Needleman: GTN, VISC_GTN (r5.03.29).

With e the mechanical strain, ep_, k_, f_, d_ the plastic strain, the hardening, the voids and the damage before a step of length dt:

1.  the damage at which the step flows is that foreseen, d = d_ + theta dt d_', between what the voids that have started make and 1
2.  broken where d_ or d pass a limit: e is plastic, and the stress vanishes, at the rate of the flow where that is viscous
3.  trial: l tr(e - ep_) 1 + 2 mu (e - ep_), of mean h and von Mises stress s; elastic where its T* is less than that of k_
4.  no stress is left where the T* of the flow that frees all of it is none: e is plastic, and T* = 0 gives k
5.  else the stress is p h 1 + q s', with p, q and k of _gurson_flow;  ep = ep_ + what the trial has lost / moduli
6.  voids: those that start depend on k and on the path of ep, those that are there grow by tr(dep) (1 - f), by a theta-scheme
7.  d = q1 f + q1 faster <f - joining>, at most 1
8.  tangent of 3 to 5 at constant d

A field that k is held to drives it (fe.graded): T* has r k - phi in it, and k answers with its rates.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np
from scipy.special import erf

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit

from ._gurson_flow import Flow
from ._gurson_search import ELASTIC, PLASTIC, SINGULAR, Search
from ._law import Law, moduli
from ._nonlinear_hardening import Hardening
from ._restarting import eased, held

BROKEN = 3
K, VOIDS, STATE, STRAIN, PATH, STARTED, DAMAGE, RATE, STRESS, FORESEEN, ERROR, HARD, VISCOUS, FIELD, STOP = (
    *range(3), slice(3, 9), *range(9, 13), slice(13, 19), *range(19, 25),
)  # fmt: skip
"""Where the internal variables stand."""
LEAST = 1e-6
"""A mean stress that counts as none, beside what the law decides by: p would have no meaning without any."""
STEEPEST = 1e100
"""A slope of T*, Pa, that stands for an infinite one: that of the drag where nothing flows."""


class Voids:
    """Steps 1, 6 and 7 over points."""

    def __init__(self, data, shape, theta, old, dt):
        self.data, self.shape, self.theta, self.dt = data, shape, theta, dt
        self.first, self.second, self.initial, self.last = (self.of(word) for word in ("first", "second", "initial", "last"))
        self.started, self.rate, self.path = old[..., STARTED], old[..., RATE], old[..., PATH]
        self.grown = np.maximum(old[..., VOIDS] - self.started, self.initial)
        self.volume = self.grown + self.started
        self.joined = np.maximum(old[..., DAMAGE] - self.first * self.volume, 0.0)
        self.damage = self.joined + self.first * self.volume

    def of(self, word, default=None):
        """A parameter at the points."""
        return np.broadcast_to(self.data.at_points(f"voids_{word}", default), self.shape)

    def foreseen(self):
        """d of step 1."""
        least = self.first * (self.initial + self.started) + self.joined
        return np.minimum(np.maximum(least, self.damage + self.theta * self.dt * self.rate), 1.0)

    def _starting(self, k, path):
        voids, middle, spread = self.of("gauss_voids", 0.0), self.of("gauss_mean", 0.1), np.sqrt(2.0) * self.of("gauss_deviation", 0.05)
        bell = 0.5 * voids * (erf((k - middle) / spread) + erf(middle / spread))
        most, start, end = self.of("step_voids", 0.0), self.of("step_start", 0.05), self.of("step_end", 0.15)
        step = np.maximum(0.0, np.minimum(most / (end - start) * (k - start), most))
        return bell + step + self.of("line_slope", 0.0) * np.maximum(path - self.of("line_start", 0.8), 0.0)

    def after(self, k, change, broken):
        """(voids, those that have started, path, damage, its rate) after the plastic strain has changed."""
        theta = self.theta
        path = self.path + np.sqrt(2 / 3) * norm(change)
        started, trace = self._starting(k, path), 3.0 * mean(change)
        middle = theta * started + (1 - theta) * self.started
        grown = (self.grown + trace * (1 - middle - (1 - theta) * self.grown)) / (1 + theta * trace)
        grown = np.maximum(self.initial, grown)
        over = started + grown > self.last
        gain = np.where(over, started + grown - self.volume, 1.0)
        share = np.where(over, (self.last - self.volume) / np.where(gain == 0.0, 1.0, gain), 1.0)
        started = share * started + (1 - share) * self.started
        grown = share * grown + (1 - share) * self.grown
        volume = np.minimum(self.last, started + grown)
        joined = np.maximum(self.joined, self.first * self.of("faster") * np.maximum(0.0, volume - self.of("joining")))
        damage = np.minimum(1.0, joined + self.first * volume)
        path, started = np.where(broken, self.path, path), np.where(broken, self.started, started)
        volume, damage = np.where(broken, self.last, volume), np.where(broken, 1.0, damage)
        rate = (damage - self.damage) / self.dt if self.dt > 0.0 else np.zeros(self.shape)
        grown = np.maximum(volume - started, self.initial)
        volume = grown + started
        return volume, started, path, np.maximum(damage, self.first * volume), rate


class Gurson(Law):
    """The law over all cells and points; `theta` of steps 1 and 6, `precision` of its decisions beside the first yield stress."""

    plane_stress = symmetric = False
    restarts = True
    internal_names = (
        "EPSPEQ", "POROSITE", "INDIPLAS", *(f"EPSP{pair}" for pair in AXES), "EPCUM", "PORO_NUC", "ENDO", "VIT_ENDO",
        *(f"SI{pair}" for pair in AXES), "ENDO_EX", "SIEQ_ERX", "SIEQ_ECR", "SIEQ_VSC", "SIEQ_NLC", "ARRET",
    )  # fmt: skip
    lacks = {"hardening_plateau": "EPSP_LUDERS"}

    def __init__(self, viscous: bool, theta: float = 1.0, precision: float = 1e-6, tries: int = 20):
        self.viscous, self.theta, self.precision, self.tries = viscous, theta, precision, tries
        self.needs = {"young": "ELAS", "hardening_start": "ECRO_NL", "voids_first": "GTN"}
        self.needs |= {"viscous_stress": "NORTON"} if viscous else {}

    def configured(self, theta):
        """The law with another theta."""
        return Gurson(self.viscous, theta, self.precision, self.tries)

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return Gurson(self.viscous, self.theta, precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 8."""
        nothing = np.zeros(strain.shape[:2])
        answer = self._respond(strain, state, data, continuum, nothing, nothing)
        return answer.stress, answer.internal, answer.tangent

    def driven(self, strain, field, penalty, state, data, continuum) -> Answer:
        """Steps 1 to 8 with phi = `field` and r = `penalty` (ne, ng)."""
        return self._respond(strain, state, data, continuum, field, penalty)

    def _respond(self, strain, state, data, continuum, field, penalty):
        shape, n, old, predicting = strain.shape[:2], strain.shape[-1], state.internal, data.step.predicting
        dt = data.step.after - data.step.before
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        hardening = Hardening(data, shape, self.viscous)
        strain, others = held(strain, state, data, continuum)
        free = anelastic_strain(data, continuum.strains)
        strain = strain if free is None else strain - free
        voids = Voids(data, shape, self.theta, old, dt)
        damage = voids.foreseen()
        limit = np.minimum(voids.of("broken_limit", 1.0), 1.0 - np.sqrt(self.precision))
        broken = (voids.damage >= limit) | (damage >= limit)
        sound = np.where(broken, limit, damage)
        weak = voids.of("viscous_limit", 1.0)
        hardening.viscosity = hardening.viscosity / np.where(sound <= weak, 1.0, (1 - sound) / np.where(weak < 1.0, 1 - weak, 1.0))

        roots = mandel_factors()[:n]
        before = old[..., STRAIN][..., :n] * roots
        whole = isotropic_stiffness(two_mu, three_k, n)
        trial = (whole @ (strain - before)[..., None])[..., 0]
        shear = deviator(trial)
        near = self.precision * hardening.at(np.zeros(shape))[0]
        h = mean(trial)
        h = np.copysign(np.maximum(LEAST * near, abs(h)), h)
        flow = Flow(
            h, np.sqrt(1.5) * norm(shear), sound, voids.second, np.exp(3 * mean(strain)), 1.5 * two_mu, three_k, old[..., K], field,
            penalty, hardening,
        )  # fmt: skip
        kinds, p, q, star, dk = self._solved(flow, near, broken)
        stress = (p * h)[..., None] * unit(n) + q[..., None] * shear
        stress = np.where((kinds == ELASTIC)[..., None], trial, stress)
        lasting = before + ((1 - p) * h / three_k)[..., None] * unit(n) + ((1 - q) / two_mu)[..., None] * shear
        lasting = np.where((kinds == ELASTIC)[..., None], before, lasting)
        lasting = np.where((kinds >= SINGULAR)[..., None], strain, lasting)
        kept = self._damped(old[..., STRESS][..., :n] * roots, data, weak, dt)
        stress = np.where((kinds == SINGULAR)[..., None], 0.0, np.where((kinds == BROKEN)[..., None], kept, stress))

        if predicting:
            star_ = flow.star(np.zeros(shape))[0]
            flowing = (kinds == ELASTIC) & (star_ > near) & ~flow.below(star_ - near)
            kinds, star = np.where(flowing, PLASTIC, kinds), np.where(flowing, star_, star)
        rates = self._rates(flow, kinds, p, q, star, dk, shear, whole)
        if predicting:
            return Answer(eased(stress, rates[0], others), old, rates[0], old[..., K], *rates[1:])
        out = np.zeros_like(old)
        k = old[..., K] + dk
        volume, started, path, after, rate = voids.after(k, lasting - before, kinds == BROKEN)
        values = {K: k, VOIDS: volume, STATE: kinds, PATH: path, STARTED: started, DAMAGE: after, RATE: rate, FORESEEN: damage}
        for place, value in values.items():
            out[..., place] = value
        out[..., STRAIN][..., :n], out[..., STRESS][..., :n] = lasting / roots, stress / roots
        out[..., STOP] = voids.damage >= limit
        self._tell(out, flow, stress, dk, after, limit, broken)
        return Answer(stress, out, rates[0], k, *rates[1:])

    def _solved(self, flow, near, broken):
        """Steps 2 to 5: (kind, p, q, T*, dk) over the points."""
        shape = flow.h.shape
        kinds, p, q = np.full(shape, ELASTIC), np.ones(shape), np.ones(shape)
        star, dk = np.zeros(shape), np.zeros(shape)
        kinds[broken] = BROKEN
        first = flow.star(dk)[0]
        kinds[~broken & (abs(first) <= near)] = SINGULAR
        left = (kinds == ELASTIC) & ~flow.below(first + near)
        if not left.any():
            return kinds, p, q, star, dk
        most = np.where(left, flow.singular(), 0.0)
        end = flow.star(most)[0]
        freed = left & ((end <= near) | flow.below(near))
        if freed.any():
            part, start, last = Search(flow.of(freed), near[freed], self.precision, self.tries), most[freed], end[freed]
            begin = np.where((last < 0.0) | (abs(last) <= part.near), start, 0.0)
            dk[freed] = part.reach(np.zeros_like(start), part.near, begin)
            kinds[freed] = SINGULAR
        flowing = left & ~freed
        if flowing.any():
            own = Search(flow.of(flowing), near[flowing], self.precision, self.tries)
            kinds[flowing], p[flowing], q[flowing], star[flowing], dk[flowing] = own.solve()
        return kinds, p, q, star, dk

    @staticmethod
    def _rates(flow, kinds, p, q, star, dk, shear, whole):
        """Step 8: the tangent, and the rates of the stress with phi, of k with e and with phi."""
        n = shear.shape[-1]
        tangent = np.where((kinds == ELASTIC)[..., None, None], whole, 0.0)
        by_field, k_rate, k_by_field = np.zeros(shear.shape), np.zeros(shear.shape), np.zeros(shear.shape[:2])
        one = unit(n)
        rows = kinds == SINGULAR
        if rows.any():
            part = flow.of(rows)
            value, slope = part.star(dk[rows])
            k_by_field[rows] = part.swelling / slope
            k_rate[rows] = (-value / slope)[:, None] * one
        rows = kinds == PLASTIC
        if not rows.any():
            return tangent, by_field, k_rate, k_by_field
        part, p, q, star, dk, shear = flow.of(rows), p[rows], q[rows], star[rows], dk[rows], shear[rows]
        share, g, slip = part.rates(p, star)
        slope = part.star(dk)[1]
        by_swelling, by_phi = star, -part.swelling
        # G = 0 and dk = L in (p, dk), driven by h, s, tr e and phi
        slope = np.minimum(slope, STEEPEST)
        a, b, c, d = g.p, g.star * slope, -slip.p, 1 - slip.star * slope
        det = a * d - b * c

        def moved(first, second, own):
            first, second = first + g.star * own, second - slip.star * own
            return (b * second - d * first) / det, (c * first - a * second) / det

        own = {"h": 0.0, "s": 0.0, "j": by_swelling, "f": by_phi}
        ways = {
            "h": moved(g.h, -slip.h, 0.0),
            "s": moved(g.s, -slip.s, 0.0),
            "j": moved(0.0, -slip.value, by_swelling),
            "f": moved(0.0, 0.0, by_phi),
        }
        p_by = {way: x[0] for way, x in ways.items()}
        k_by = {way: x[1] for way, x in ways.items()}
        star_by = {way: slope * k_by[way] + own[way] for way in ways}
        q_by = {way: share.p * p_by[way] + share.star * star_by[way] for way in ways}
        q_by["h"] = q_by["h"] + share.h
        directions = {
            "h": (part.three_k / 3)[:, None] * one,
            "s": (part.three_mu / np.where(part.s > 0.0, part.s, 1.0))[:, None] * shear,
            "j": np.broadcast_to(one, shear.shape),
        }

        def gradient(by):
            return sum(by[way][:, None] * direction for way, direction in directions.items())

        three_k, two_mu = part.three_k, part.three_mu / 1.5
        even = ((p * three_k - q * two_mu) / 3)[:, None, None] * np.outer(one, one) + (q * two_mu)[:, None, None] * np.eye(n)
        mean_way = part.h[:, None] * one
        tangent[rows] = even + outer(mean_way, gradient(p_by)) + outer(shear, gradient(q_by))
        by_field[rows] = p_by["f"][:, None] * mean_way + q_by["f"][:, None] * shear
        k_rate[rows], k_by_field[rows] = gradient(k_by), k_by["f"]
        return tangent, by_field, k_rate, k_by_field

    def _damped(self, stress, data, weak, dt):
        """Step 2: what is left of the stress at broken points."""
        shape = stress.shape[:2]
        if not self.viscous:
            return np.zeros_like(stress)
        stiff, exponent = (np.broadcast_to(data.at_points(f"viscous_{word}"), shape) for word in ("stress", "exponent"))
        young = np.broadcast_to(data.at_points("young"), shape)
        damper = stiff * (1 - weak)
        some = damper > 0.0
        safe = np.where(some, damper, 1.0)
        a, size = young / safe, norm(stress) / safe
        over = size > 1.0
        base = np.where(over, size, 2.0)
        first = (1 - base ** (1 - exponent)) / ((exponent - 1) * a)
        norton = (1 + a * (exponent - 1) * dt * base ** (exponent - 1)) ** (1 / (1 - exponent))
        mixed = np.exp(-a * np.maximum(dt - first, 0.0)) / base
        left = np.where(over, np.where(first <= dt, mixed, norton), np.exp(-a * dt))
        return np.where(some, left, 0.0)[..., None] * stress

    def _tell(self, out, flow, stress, dk, after, limit, broken):
        """What users are told beside: the parts of T*, and the error of foreseeing the damage, Pa."""
        sound = np.where(broken, 0.0, flow.swelling * (1 - flow.damage))
        k = flow.before + dk
        out[..., HARD] = sound * flow.hardening.at(k)[0]
        out[..., FIELD] = sound * (flow.penalty * k - flow.drive)
        if self.viscous:
            out[..., VISCOUS] = np.where(dk > 0.0, sound * flow.hardening.drag(dk)[0], 0.0)
        size = norm(stress)
        rows = ~broken & (after < limit) & (size > self.precision * flow.hardening.at(0.0 * k)[0])
        if rows.any():
            part = replace(flow.of(rows), h=mean(stress)[rows], s=np.sqrt(1.5) * norm(deviator(stress))[rows])
            then = copy(part)
            then.damage = after[rows]
            out[..., ERROR][rows] = abs(1 - part.equivalent() / then.equivalent()) * size[rows]
