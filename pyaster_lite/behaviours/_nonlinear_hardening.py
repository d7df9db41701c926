"""Plasticity of von Mises with the hardening of ECRO_NL, viscous or not: VMIS_ISOT_NL, VISC_ISOT_NL (r5.03.34).

With e the mechanical strain, ep_, p_ the plastic ones before the step, s' a deviator, a hat where the plateau of Luders counts:

1.  trial s = l tr(e) 1 + 2 mu (e - ep_),  q = sqrt(3/2)|s'|
2.  R(p) = R0 + RH p + R1 (1 - exp(-g1 p)) + R2 (1 - exp(-g2 p)) + RK (p + P0)^gm,  ^R(p) = R(max(p, pL)),  V(dp) = K (dp/dt)^(1/N)
3.  elastic where q <= ^R(p_), else dp solves  q - 3 mu dp = ^R(p_ + dp) + V(dp)
4.  ep = ep_ + 3/2 dp s'/q,  the stress is the trial less 2 mu of its growth
5.  tangent of 4, of plastic flow too where q is near ^R(p_) when rates are asked for

Where a field holds p (fe.graded), ^R has r p - phi besides; where that frees all of s', p is such that ^R + V is zero.

The reach that a point predicts is that of p, in units of UNIT: where q = 3 mu UNIT t + ^R(p_ + UNIT t); its lines have slopes 1 or -1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, norm, outer, unit

from ._bracket import Bracket
from ._law import Law, moduli
from ._over_points import OverPoints
from ._restarting import eased, held

UNIT = 0.05
STIFF = 1e100
"""A slope of V, Pa, that stands for an infinite one."""
WORDS = ("line", "first", "first_rate", "second", "second_rate", "power", "power_shift", "plateau")


class Hardening(OverPoints):
    """^R and V over points; `penalty` r and `drive` phi of a field that holds p, none unless they are set."""

    penalty = drive = 0.0

    def __init__(self, data, shape, viscous):
        self.start = np.broadcast_to(data.at_points("hardening_start"), shape)
        for word in WORDS:
            setattr(self, word, np.broadcast_to(data.at_points(f"hardening_{word}", 0.0), shape))
        self.exponent = np.broadcast_to(data.at_points("hardening_power_exponent", 1.0), shape)
        self.share, self.viscosity = np.ones(shape), np.zeros(shape)
        if viscous:
            dt = data.step.after - data.step.before
            stress, exponent = (np.broadcast_to(data.at_points(f"viscous_{word}"), shape) for word in ("stress", "exponent"))
            self.share = 1 / exponent
            self.viscosity = stress / dt**self.share if dt > 0.0 else np.full(shape, np.inf)

    def held(self, p):
        """^R with the field, and its slope."""
        value, slope = self.at(p)
        return value + self.penalty * p - self.drive, slope + self.penalty

    def at(self, p):
        """^R and its slope."""
        hat = np.maximum(p, self.plateau)
        one, two = np.exp(-self.first_rate * hat), np.exp(-self.second_rate * hat)
        base = hat + self.power_shift
        some = base > 0.0
        safe = np.where(some, base, 1.0)
        raised = np.where(some & (self.power != 0.0), self.power * safe**self.exponent, 0.0)
        value = self.start + self.line * hat + self.first * (1 - one) + self.second * (1 - two) + raised
        slope = self.line + self.first * self.first_rate * one + self.second * self.second_rate * two + self.exponent * raised / safe
        return value, np.where(p < self.plateau, 0.0, slope)

    def drag(self, dp):
        """V and its slope, dp positive."""
        safe = np.maximum(dp, 1e-300)
        value = self.viscosity * safe**self.share
        return value, self.share * value / safe


class NonlinearHardening(Law):
    """The law over all cells and points; `precision` of step 3 beside the first yield stress."""

    plane_stress = False
    internal_names = ("EPSPEQ", "INDIPLAS", *(f"EPSP{axes}" for axes in AXES))

    restarts = True

    def __init__(self, viscous: bool, precision: float = 1e-6, tries: int = 20):
        self.viscous = self.elastic_rates = viscous
        self.precision, self.tries = precision, tries
        self.needs = {"young": "ELAS", "hardening_start": "ECRO_NL"} | ({"viscous_stress": "NORTON"} if viscous else {})

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return NonlinearHardening(self.viscous, precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        answer = self._respond(strain, state, data, continuum, Hardening(data, strain.shape[:2], self.viscous))
        return answer.stress, answer.internal, answer.tangent

    def driven(self, strain, field, penalty, state, data, continuum) -> Answer:
        """Steps 1 to 5 with phi = `field` and r = `penalty` (ne, ng)."""
        hardening = Hardening(data, strain.shape[:2], self.viscous)
        hardening.drive, hardening.penalty = field, penalty
        return self._respond(strain, state, data, continuum, hardening)

    def _respond(self, strain, state, data, continuum, hardening):
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        predicting = data.step.predicting
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        three_mu = 1.5 * two_mu
        whole = isotropic_stiffness(two_mu, three_k, n)
        strain, others = held(strain, state, data, continuum)
        free = anelastic_strain(data, continuum.strains)
        roots = mandel_factors()[:n]
        before = old[..., 2 : 2 + n] * roots
        trial = (whole @ ((strain if free is None else strain - free) - before)[..., None])[..., 0]
        shear = deviator(trial)
        q, p = np.sqrt(1.5) * norm(shear), old[..., 0]
        excess = q - hardening.held(p)[0]
        flows = (excess > self.precision * hardening.at(hardening.plateau)[0]) & np.isfinite(hardening.viscosity)
        all_of_it = q / three_mu
        freed = flows & (hardening.held(p + all_of_it)[0] + hardening.drag(all_of_it)[0] < 0.0)
        near, slip = self.precision * hardening.at(hardening.plateau)[0], np.zeros(shape)
        if flows.any():
            rows = flows
            own = _Slip(hardening.of(rows), p[rows], q[rows], three_mu[rows], near[rows], freed[rows])
            slip[rows] = own.found(self.tries)
        safe = np.where(q > 0.0, q, 1.0)
        spent = np.where(freed, all_of_it, slip)
        stress = trial - (three_mu * spent / safe)[..., None] * shear
        if predicting:
            flows = excess >= -near
            freed = flows & (q <= near)
        slope = hardening.held(p + slip)[1]
        if self.viscous:
            # before anything moves the drag is taken for stiff, as in code_aster
            slope = slope + (STIFF if predicting else hardening.drag(slip)[1])
        normal, regular = shear / safe[..., None], flows & ~freed
        even = np.eye(n) - np.outer(unit(n), unit(n)) / 3
        yielding = np.where(regular, 1 / (three_mu + slope), 0.0)
        share = np.where(regular, slip / safe, 0.0)
        bent = three_mu[..., None, None] * (
            (two_mu * share)[..., None, None] * even + ((yielding - share) * three_mu)[..., None, None] * outer(normal, normal)
        )
        tangent = whole - np.where(regular[..., None, None], bent, np.where(freed[..., None, None], two_mu[..., None, None] * even, 0.0))
        by_field = np.where(freed, 1 / np.where(freed, slope, 1.0), yielding)
        rate = (three_mu * yielding)[..., None] * normal
        if predicting:
            return Answer(eased(stress, tangent, others), old, tangent, p + slip, -rate, rate, by_field)
        out = old.copy()
        out[..., 0], out[..., 1] = p + slip, np.where(freed, 2.0, flows)
        out[..., 2 : 2 + n] = (before + (1.5 * spent / safe)[..., None] * shear) / roots
        return Answer(stress, out, tangent, p + slip, -rate, rate, by_field)

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns); None where a point can have no solution."""
        if self.viscous:
            raise LawFailed("PRED_ELAS does not know viscous flow")
        shape, n = fixed.shape[:2], fixed.shape[-1]
        hardening, two_mu = Hardening(data, shape, False), np.broadcast_to(moduli(data).two_mu, shape)[..., None]
        lasting = state.internal[..., 2 : 2 + n] * mandel_factors()[:n]
        start, along = deviator(two_mu * (fixed - lasting)), deviator(two_mu * per_unit)
        target = (1.5 * two_mu[..., 0] * UNIT * reach + hardening.at(state.internal[..., 0] + UNIT * reach)[0]) ** 2 / 1.5
        square, cross, rest = ((a * b).sum(-1) for a, b in ((along, along), (along, start), (start, start)))
        moves = square > abs(rest - target) * 1e-150
        safe = np.where(moves, square, 1.0)
        inside = (cross / safe) ** 2 - (rest - target) / safe
        if ((moves & (inside <= 0.0)) | (~moves & (rest > target))).any():
            return None
        lines = np.full((*shape, 2, 2), np.nan)
        for side, sign in enumerate((1.0, -1.0)):
            x = -cross / safe + sign * np.sqrt(np.maximum(inside, 0.0))
            lines[..., side, 0] = np.where(moves, reach - sign * x, np.nan)
            lines[..., side, 1] = np.where(moves, sign, np.nan)
        return lines


@dataclass
class _Slip:
    """Step 3 within `near` (n,) Pa: dp is looked for without V first, then V where that tells that it takes part.

    freed  where no s' is left, and ^R + V = 0 is solved
    """

    hardening: Hardening
    before: np.ndarray
    q: np.ndarray
    three_mu: np.ndarray
    near: np.ndarray
    freed: np.ndarray

    def _without_drag(self, dp):
        value, slope = self.hardening.held(self.before + dp)
        spent = np.where(self.freed, 0.0, self.three_mu)
        return value + spent * dp - np.where(self.freed, 0.0, self.q), slope + spent

    def _by_drag(self, drag):
        """dp of V, and its slope."""
        hard = self.hardening
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = drag / hard.viscosity
            return ratio ** (1 / hard.share), ratio ** (1 / hard.share - 1) / (hard.share * hard.viscosity)

    def found(self, tries):
        """dp (n,); LawFailed after so many tries."""
        whole = self.q / self.three_mu
        zero = np.zeros_like(whole)
        dp, drags = np.where(self.freed, whole, zero), np.zeros(whole.shape, bool)
        drag = first = self.hardening.drag(dp)[0]
        value, slope = self.hardening.held(self.before + whole)
        # the hardening by a line and by the field is the least that there is
        stiff = np.where(self.freed, self.hardening.penalty + self.hardening.line, 1.0)
        last = np.where(self.freed, whole - (value + first) / np.where(stiff == 0.0, 1.0, stiff), whole)
        plain, steep = Bracket(dp, last), Bracket(zero)
        for _ in range(tries):
            by_drag, rate = self._by_drag(drag)
            dp = np.where(drags, by_drag, dp)
            drag = np.where(drags, drag, self.hardening.drag(dp)[0])
            value, slope = self._without_drag(dp)
            left = value + drag
            done = abs(left) <= self.near
            if done.all():
                return dp
            turns = ~drags & ~done & (left > 0.0) & (value <= self.near)
            if turns.any():
                steep.restart(turns, np.where(self.freed, first, 0.0), drag)
                drags |= turns
                rate = self._by_drag(drag)[1]
            dp = np.where(done | drags, dp, plain.next(dp, value, slope))
            drag = np.where(done | ~drags, drag, steep.next(drag, left, slope * rate + 1.0))
        raise LawFailed("a law has not converged")
