"""Plasticity of von Mises with the hardening of ECRO_NL, viscous or not: VMIS_ISOT_NL, VISC_ISOT_NL (r5.03.34).

With e the mechanical strain, ep_, p_ the plastic ones before the step, s' a deviator, a hat where the plateau of Luders counts:

1.  trial s = l tr(e) 1 + 2 mu (e - ep_),  q = sqrt(3/2)|s'|
2.  R(p) = R0 + RH p + R1 (1 - exp(-g1 p)) + R2 (1 - exp(-g2 p)) + RK (p + P0)^gm,  ^R(p) = R(max(p, pL)),  V(dp) = K (dp/dt)^(1/N)
3.  elastic where q <= ^R(p_), else dp solves  q - 3 mu dp = ^R(p_ + dp) + V(dp)
4.  ep = ep_ + 3/2 dp s'/q,  the stress is the trial less 2 mu of its growth
5.  tangent of 4; that of rates is that of dp = 0, elastic where the flow is viscous

The reach that a point predicts is that of p, in units of UNIT: where q = 3 mu UNIT t + ^R(p_ + UNIT t); its lines have slopes 1 or -1.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, norm, outer, unit

from ._law import Law, moduli

UNIT = 0.05
LITTLE = 1e-6
"""An excess beside the first yield stress that counts as none for the tangent of rates."""
WORDS = ("line", "first", "first_rate", "second", "second_rate", "power", "power_shift", "plateau")


class Hardening:
    """^R and V over points."""

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

    def of(self, rows) -> Hardening:
        """At some of the points."""
        found = object.__new__(Hardening)
        found.__dict__ = {name: value[rows] for name, value in self.__dict__.items()}
        return found

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
    """The law over all cells and points."""

    plane_stress = False
    internal_names = ("EPSPEQ", "INDIPLAS", *(f"EPSP{axes}" for axes in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")))

    def __init__(self, viscous: bool):
        self.viscous = self.elastic_rates = viscous
        self.needs = {"young": "ELAS", "hardening_start": "ECRO_NL"} | ({"viscous_stress": "NORTON"} if viscous else {})

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        predicting = data.step.predicting
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        whole = isotropic_stiffness(two_mu, three_k, n)
        if predicting and self.viscous:
            return state.stress, old, whole
        hardening = Hardening(data, shape, self.viscous)
        free = anelastic_strain(data, continuum.strains, predicting)
        roots = np.where(np.arange(n) < 3, 1.0, np.sqrt(2.0))
        before = old[..., 2 : 2 + n] * roots
        trial = (whole @ ((strain if free is None else strain - free) - before)[..., None])[..., 0]
        shear = deviator(trial)
        q, p = np.sqrt(1.5) * norm(shear), old[..., 0]
        excess = q - hardening.at(p)[0]
        slip = np.zeros(shape)
        if predicting:
            flows = excess >= -LITTLE * hardening.at(hardening.plateau)[0]
        else:
            flows = excess > 0.0
            slip = _slip(hardening, p, q, 1.5 * two_mu, flows)
        safe = np.where(q > 0.0, q, 1.0)
        slope = hardening.at(p + slip)[1]
        if self.viscous:
            slope = slope + hardening.drag(np.where(flows, slip, 1.0))[1]
        normal = shear / safe[..., None]
        even = np.eye(n) - np.outer(unit(n), unit(n)) / 3
        ratio = 1.5 * two_mu * slip / safe
        bent = (1.5 * two_mu)[..., None, None] * (
            (two_mu * slip / safe)[..., None, None] * even
            + ((1 / (1.5 * two_mu + slope) - slip / safe) * 1.5 * two_mu)[..., None, None] * outer(normal, normal)
        )
        tangent = whole - np.where(flows[..., None, None], bent, 0.0)
        if predicting:
            return state.stress, old, tangent
        stress = trial - ratio[..., None] * shear
        out = old.copy()
        out[..., 0], out[..., 1] = p + slip, flows
        out[..., 2 : 2 + n] = (before + (1.5 * slip / safe)[..., None] * shear) / roots
        return stress, out, tangent

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns); None where a point can have no solution."""
        if self.viscous:
            raise LawFailed("PRED_ELAS does not know viscous flow")
        shape, n = fixed.shape[:2], fixed.shape[-1]
        hardening, two_mu = Hardening(data, shape, False), np.broadcast_to(moduli(data).two_mu, shape)[..., None]
        lasting = state.internal[..., 2 : 2 + n] * np.where(np.arange(n) < 3, 1.0, np.sqrt(2.0))
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


def _slip(hardening, p, q, three_mu, flows):
    """dp of step 3, by Newton's method kept between bounds."""
    low, high = np.zeros_like(q), np.where(flows, q / three_mu, 0.0)
    x = np.where(flows, 0.5 * high, 0.0)
    for _ in range(400):
        value, slope = hardening.at(p + x)
        drag, drag_slope = hardening.drag(x) if hardening.viscosity.any() else (0.0, 0.0)
        off = q - three_mu * x - value - drag
        low, high = np.where(off > 0.0, x, low), np.where(off > 0.0, high, x)
        new = x + off / (three_mu + slope + drag_slope)
        # a slip that is many decades smaller than its bound is looked for by decades
        middle = np.where(low > 0.0, np.sqrt(low * high), 0.01 * high)
        new = np.where((new > low) & (new < high), new, middle)
        new = np.where(flows & (off != 0.0), new, x)
        if (abs(new - x) <= 4e-16 * abs(new)).all():
            return new
        x = new
    return x
