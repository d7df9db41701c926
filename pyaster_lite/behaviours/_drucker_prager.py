"""Plasticity of Drucker and Prager: DRUCK_PRAGER, DRUCK_PRAG_N_A (r7.01.16).

With q the equivalent stress, m the mean stress, a the slope of the cone, R(p) its yield stress, b(p) the dilatancy (a itself
when the flow is associated), elastic trial values q^e, m^e of s^e:

1. elastic where f = q^e + 3a m^e - R(p_) <= 0;
2. on the cone dp solves q^e - 3mu dp + 3a (m^e - 3K b dp) = R(p_ + dp), the least solution;
   s = s^e - 3mu dp/q^e s^e' - 3K b dp 1;
3. at the apex, where 3mu dp would exceed q^e: associated, dp solves 3a (m^e - 3K a dp) = R(p_ + dp) and m = m^e - 3K a dp;
   else dp = q^e/3mu and m = R(p_ + dp)/3a;
   The trial is the stress before with the elastic increment; where plastic strains are kept (not associated) it is that of all
   strains less them.
4. tangents of 2 and 3, those of rates being the same with dp = 0 by the regime of the last step.

R is linear up to P_ULTM (SY + H p), a parabola that ends flat at SY_ULTM there, or SY_ULTM + (SY - SY_ULTM) exp(-p/P_C);
b falls linearly to 0 at P_ULTM, or from DILAT to DILAT_ULTM in the same exponential.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit

from ._bracket import between
from ._law import Law, moduli, strain_increment
from ._restarting import eased, held

LINEAR, PARABOLIC, EXPONENTIAL = 1, 2, 3
ELASTIC, CONE, APEX = 0, 1, 2
WORDS = ("kind", "slope", "yield", "rate", "end", "last", "decay", "dilatancy", "last_dilatancy")


class Cone:
    """The parameters at points, (ne, ng)."""

    def __init__(self, data, shape, associated):
        read = {word: np.broadcast_to(data.at_points(f"cone_{word}", 0.0), shape) for word in WORDS}
        self.kind, self.a, self.first, self.rate = read["kind"], read["slope"], read["yield"], read["rate"]
        self.end, self.last, self.decay = (np.where(read[word] > 0.0, read[word], 1.0) for word in ("end", "last", "decay"))
        self.last = read["last"]
        self.b, self.b_last, self.associated = read["dilatancy"], read["last_dilatancy"], associated

    def yield_stress(self, p):
        """R and its slope."""
        before = p <= self.end if not self.associated else p < self.end
        linear = self.first + self.rate * np.minimum(p, self.end), np.where(before, self.rate, 0.0)
        left = np.maximum(1.0 - p / self.end, 0.0)
        if self.associated:
            # SY (1 - (1 - r) p/p_u)^2 with r^2 = SY_ULTM/SY
            less = 1.0 - np.sqrt(np.where(self.kind == PARABOLIC, self.last / self.first, 1.0))
            root = 1.0 - less * np.minimum(p / self.end, 1.0)
            parabola = self.first * root**2, np.where(before, -2 * self.first * root * less / self.end, 0.0)
        else:
            gain = self.last - self.first
            parabola = self.last - gain * left**2, 2 * gain * left / self.end
        share = np.exp(-p / self.decay)
        exponential = self.last + (self.first - self.last) * share, -(self.first - self.last) / self.decay * share
        return [np.select([self.kind == LINEAR, self.kind == PARABOLIC], [x, y], z) for x, y, z in zip(linear, parabola, exponential)]

    def dilatancy(self, p):
        """b and its slope."""
        if self.associated:
            return self.a, np.zeros_like(p)
        share = np.exp(-p / self.decay)
        smooth = self.b_last + (self.b - self.b_last) * share, -(self.b - self.b_last) / self.decay * share
        straight = self.b * np.maximum(1.0 - p / self.end, 0.0), np.where(p <= self.end, -self.b / self.end, 0.0)
        return [np.where(self.kind == EXPONENTIAL, x, y) for x, y in zip(smooth, straight)]


class DruckerPrager(Law):
    """The law over all cells and points, its flow being associated or not."""

    plane_stress = False
    symmetric = False
    needs = {"young": "ELAS", "cone_slope": "DRUCK_PRAGER"}

    def __init__(self, associated: bool):
        self.associated = self.symmetric = self.localises = associated
        self.restarts = not associated
        strains = () if associated else tuple(f"EPSP{axes}" for axes in AXES)
        self.internal_names = ("EPSPEQ", "EPSPVOL", "INDIPLAS", *strains)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n = strain.shape[:2], strain.shape[-1]
        # rates are those of the material as it is before the step (lcdp_material), if the law is not associated
        elastic = moduli(data, before=data.step.predicting and not self.associated)
        cone, one = Cone(data, shape, self.associated), unit(n)
        if self.associated and (cone.kind == EXPONENTIAL).any():
            raise LawFailed("ECROUISSAGE='EXPONENTIEL' is for DRUCK_PRAG_N_A")
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        p = state.internal[..., 0]
        predicting = data.step.predicting
        if predicting:
            trial, regime = state.stress, np.rint(state.internal[..., 2]).astype(int)
        elif self.associated:
            increment, _ = strain_increment(strain, state, data, continuum, first=True)
            trial = state.stress + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * one
        else:
            free = anelastic_strain(data, continuum.strains)
            lasting = state.internal[..., 3 : 3 + n] * mandel_factors()[:n]
            kept = strain - lasting if free is None else strain - lasting - free
            trial = two_mu[..., None] * deviator(kept) + (three_k * mean(kept))[..., None] * one
        shear, middle = deviator(trial), mean(trial)
        size = np.sqrt(1.5) * norm(shear)
        safe = np.where(size > 0.0, size, 1.0)
        slip, after = np.zeros(shape), middle
        if not predicting:
            slip, after, regime = self._returned(cone, p, size, middle, 1.5 * two_mu, three_k)
        tangent = self._tangent(cone, p, slip, safe, shear, regime, two_mu, three_k, n, predicting)
        if predicting:
            # as in code_aster (lcdp_wrap) the law that is not associated then tells no stress at all
            start = state.stress if self.associated else eased(np.zeros_like(strain), tangent, held(strain, state, data, continuum)[1])
            return start, state.internal, tangent
        kept = np.where(regime == APEX, 0.0, 1.0 - 1.5 * two_mu * slip / safe)
        stress = kept[..., None] * shear + after[..., None] * one
        return stress, self._variables(state.internal, slip, regime, trial - stress, two_mu, three_k), tangent

    def _returned(self, cone, p, size, middle, three_mu, three_k):
        """(dp, mean stress, regime) of steps 1 to 3."""
        a3 = 3 * cone.a

        def on_cone(dp):
            limit, rate = cone.yield_stress(p + dp)
            b, b_rate = cone.dilatancy(p + dp)
            value = limit - size + three_mu * dp - a3 * (middle - three_k * b * dp)
            return value, three_mu + a3 * three_k * (b + b_rate * dp) + rate

        def at_apex(dp):
            limit, rate = cone.yield_stress(p + dp)
            return limit - a3 * (middle - three_k * cone.a * dp), a3 * three_k * cone.a + rate

        none, most = np.zeros_like(p), size / three_mu
        flows = on_cone(none)[0] < 0.0
        apex = flows & (on_cone(most)[0] <= 0.0)
        slip, _ = between(on_cone, none, none, most, rows=flows & ~apex)
        after = middle - three_k * cone.dilatancy(p + slip)[0] * slip
        if apex.any():
            if self.associated:
                far = np.maximum(most, np.where(apex, (a3 * middle) / (a3 * three_k * cone.a), 0.0))
                slip = np.where(apex, between(at_apex, most, most, far, rows=apex)[0], slip)
                after = np.where(apex, middle - three_k * cone.a * slip, after)
            else:
                slip = np.where(apex, most, slip)
                after = np.where(apex, cone.yield_stress(p + slip)[0] / a3, after)
        return np.where(flows, slip, 0.0), after, np.where(apex, APEX, np.where(flows, CONE, ELASTIC))

    def _variables(self, before, slip, regime, lost, two_mu, three_k):
        out = before.copy()
        out[..., 0] += slip
        out[..., 2] = regime
        volume = 3 * mean(lost) / three_k
        out[..., 1] += volume
        if not self.associated:
            n = lost.shape[-1]
            grown = deviator(lost) / two_mu[..., None] + (volume / 3)[..., None] * unit(n)
            out[..., 3 : 3 + n] += grown / mandel_factors()[:n]
        return out

    def _tangent(self, cone, p, slip, size, shear, regime, two_mu, three_k, n, predicting):
        """Step 4."""
        one, three_mu = unit(n), 1.5 * two_mu
        result = isotropic_stiffness(two_mu, three_k, n)
        limit, rate = cone.yield_stress(p + slip)
        b, b_rate = cone.dilatancy(p + slip)
        grows = b + b_rate * slip
        bottom = rate + three_mu + 3 * cone.a * three_k * grows
        by_q, by_m = 1.0 / bottom, 3 * cone.a / bottom
        lost = three_mu * slip / size
        normal = shear / size[..., None]
        q_rate = three_mu[..., None] * normal
        m_rate = (three_k / 3)[..., None] * one
        mean_rate = (1 - three_k * by_m * grows)[..., None] * m_rate - (three_k * by_q * grows)[..., None] * q_rate
        loss_rate = (three_mu * by_m / size)[..., None] * m_rate + (three_mu * (by_q / size - slip / size**2))[..., None] * q_rate
        even = np.eye(n) - np.outer(one, one) / 3
        cone_tangent = outer(np.broadcast_to(one, mean_rate.shape), mean_rate) - outer(shear, loss_rate)
        cone_tangent = cone_tangent + ((1 - lost) * two_mu)[..., None, None] * even
        result = np.where((regime == CONE)[..., None, None], cone_tangent, result)
        apex = regime == APEX
        if not apex.any() or (predicting and not self.associated):
            return result
        if self.associated:
            ended = (p + slip >= cone.end) & (not predicting)
            bulk = three_k / 3 - (three_k * cone.a) ** 2 / (9 * three_k / 3 * cone.a**2 + rate)
            tip = np.where(
                ended[..., None, None], 1e-6 * isotropic_stiffness(two_mu, three_k, n), bulk[..., None, None] * np.outer(one, one)
            )
        else:
            along = shear * (2 / 3 / two_mu / np.where(slip > 0.0, slip, 1.0))[..., None]
            tip = outer((rate / (3 * cone.a))[..., None] * one, along)
        return np.where(apex[..., None, None], tip, result)
