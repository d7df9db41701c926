"""RELATION='CORR_ACIER': corroded reinforcement, that yields and is damaged then (r7.01.20, nm3dco, nm1dco of code_aster).

With R(p) = ECRO_K p^(1/ECRO_M), C the corrosion at the start of the step, e_c = 0.2345 - 0.0111 C up to 15, 0.051 - 0.0006 C beyond:

1.  trial  s' = s + A de, elastic where q(s') / (1 - D) < R(p) + SY
2.  plastic steps of Newton's, the slope of R being read off the stress, h = ECRO_K / ECRO_M ((q / (1 - D) - SY) / ECRO_K)^(1 - ECRO_M):
        l = (q / (1 - D) - R - SY) / (3 mu / (1 - D)^2 + h),  s -= 3 mu l / ((1 - D) q) dev s,  p += l / (1 - D)
    until the excess is RESI_INTE times the first one
3.  beyond p_d = 0.8 p_c the damage is D = D_CORR (p - p_d) / (p_c - p_d); back to 2 until the excess with the new D is RESI_INTE times
    that with the first new one.  p_c is sqrt(2/3 |e_p|^2) of e_c (1, -n, -n), n = 1/2 - SY / (E e_c) (1/2 - NU)
4.  the tangent is the one of code_aster, whose dp is that of the last step of 2

Along a line: e_p = p, p_d = 0.8 e_c, D = D_CORR (r p - p_d) / (e_c - p_d), r = 2/3 (1 + NU) + (1 - 2 NU) / 3, excesses beside SY.

Thermal strains count along lines only, as in code_aster. Internal variables: p, D, whether it flows.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed, LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, outer, unit, von_mises

from ._law import Law, moduli

NAMES = ("EPSPEQ", "ENDO", "INDIPLAS")
NEEDS = {"young": "ELAS", "corroded_yield": "CORR_ACIER"}
WORST = 0.99
EXACT, TRIES = 1e-12, 200


def _breaks(data, shape):
    """e_c at the points."""
    corrosion = data.variables(before=True).get("CORR")
    if corrosion is None:
        raise ComputationFailed("CORR_ACIER needs the corrosion CORR at its points")
    corrosion = np.broadcast_to(corrosion, shape)
    return np.where(corrosion <= 15.0, 0.2345 - 0.0111 * corrosion, 0.051 - 0.0006 * corrosion)


class _Steel:
    """The constants at all points, (np,) each, and R."""

    def __init__(self, data, shape):
        words = ("loss", "rate", "power", "yield")
        read = [*(f"corroded_{word}" for word in words), "young", "poisson"]
        values = (np.broadcast_to(data.at_points(name), shape).ravel() for name in read)
        self.loss, self.rate, self.power, self.first, self.young, self.poisson = values

    def hardened(self, p):
        """R."""
        return self.rate * p ** (1.0 / self.power)

    def slope(self, q, kept):
        """h of step 2."""
        return self.rate / self.power * (q / (kept * self.rate) - self.first / self.rate) ** (1.0 - self.power)


class _Precise(Law):
    """A law whose local equations are solved as code_aster does."""

    internal_names = NAMES
    needs = NEEDS

    def __init__(self, precision: float = EXACT, tries: int = TRIES):
        self.precision, self.tries = precision, tries

    def within(self, precision: float, tries: int):
        """The law whose equations are solved up to a relative precision, in `tries` at most."""
        found = type(self)(precision, tries)
        return found if self.fibre is None else found.with_fibre(self.fibre.within(precision, tries))


class CorrodedBar(_Precise):
    """The law along a line."""

    def stretch(self, increment, stress, internal, data, total=None):
        """Step 1 to 3 along a line; raises LawFailed where no answer is found."""
        shape = increment.shape
        steel = _Steel(data, shape)
        breaks = _breaks(data, shape).ravel()
        starts = 0.8 * breaks
        kept = 2.0 / 3.0 * (1.0 + steel.poisson) + 3.0 * (1.0 - 2.0 * steel.poisson) / 9.0
        p, damage = (internal[..., i].ravel().copy() for i in (0, 1))
        if data.step.predicting:
            new, flows = stress.ravel(), internal[..., 2].ravel() > 0.5
        else:
            new, flows = self._flowed(steel, stress.ravel() / steel.young + p + increment.ravel(), p, damage, starts, breaks, kept)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = steel.rate / steel.power * p ** (1.0 / steel.power - 1.0)
            softer = (1.0 - damage) * slope - new / (1.0 - damage) * steel.loss * kept / (breaks - starts)
            plastic = np.where(damage > 0.0, steel.young * softer / (steel.young + softer), slope / (1.0 + slope / steel.young))
        tangent = np.where(flows, plastic, steel.young).reshape(shape)
        found = np.stack([p, damage, flows.astype(float)], axis=-1).reshape(*shape, 3)
        return new.reshape(shape), internal if data.step.predicting else found, tangent

    def _flowed(self, steel, total, p, damage, starts, breaks, kept):
        """The stress and whether it flows; p and the damage are changed in place."""
        slid, new, flows = p.copy(), np.zeros_like(p), np.zeros(p.shape, bool)
        going = np.ones(p.shape, bool)
        for turn in range(1, self.tries):
            new[going] = (steel.young * (total - slid))[going]
            excess = abs(new) / (1.0 - damage) - steel.hardened(p) - steel.first
            flows[going] = excess[going] > 0.0
            going &= excess > 0.0
            look = going.copy()
            for _ in range(self.tries - 2):
                if not look.any():
                    break
                whole = 1.0 - damage
                slope = steel.slope(np.where(look, new, steel.first), whole)
                slip = np.where(look, excess / (steel.young / whole**2 + slope), 0.0)
                slid, p[:], new = slid + slip / whole, p + slip / whole, new - steel.young * slip / whole
                excess = abs(new) / whole - steel.hardened(p) - steel.first
                look &= abs(excess / steel.first) > self.precision
            if look.any():
                break
            going &= slid > starts
            damage[going] = (steel.loss * (kept * slid - starts) / (breaks - starts))[going]
            if turn > 1:
                excess = abs(new) / (1.0 - damage) - steel.hardened(p) - steel.first
                going &= abs(excess / steel.first) > self.precision
            lost = going & (damage > WORST)
            new[lost] = 0.0
            going &= ~lost
            if not going.any():
                return new, flows
        raise LawFailed("CORR_ACIER: plasticity or damage is not found")


class CorrodedSteel(_Precise):
    """The law over all cells and points."""

    surrounded = True
    plane_stress = False

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4; raises LawFailed where no answer is found."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elastic, breaks = moduli(data), _breaks(data, shape)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        steel = _Steel(data, shape)
        breaks, flat = breaks.ravel(), stiffness.reshape(-1, n, n)
        p, damage = (state.internal[..., i].ravel().copy() for i in (0, 1))
        stress, slip = state.stress.reshape(-1, n).copy(), np.zeros_like(p)
        share = 0.5 - steel.first / (steel.young * breaks) * (0.5 - steel.poisson)
        last = np.sqrt(2.0 / 3.0 * (1.0 + 2.0 * share**2)) * breaks
        limits = 0.8 * last, last
        if data.step.predicting:
            flows, yields = state.internal[..., 2].ravel() > 0.5, steel.hardened(p) + steel.first
        else:
            stress += (flat @ (strain - state.strain).reshape(-1, n)[..., None])[..., 0]
            flows = von_mises(stress) / (1.0 - damage) - steel.hardened(p) - steel.first >= 0.0
            if flows.any():
                self._flow(steel, 1.5 * two_mu.ravel(), stress, p, damage, slip, limits, flows.copy())
            yields = steel.hardened(p) + steel.first
        tangent = self._tangent(steel, flat, 1.5 * two_mu.ravel(), stress, p, damage, slip, limits, yields)
        tangent = np.where(flows[:, None, None], tangent, flat).reshape(*shape, n, n)
        if data.step.predicting:
            return state.stress, state.internal, tangent
        found = np.stack([p, damage, flows.astype(float)], axis=-1)
        return stress.reshape(*shape, n), found.reshape(*shape, 3), tangent

    def _flow(self, steel, three_mu, stress, p, damage, slip, limits, going):
        """Steps 2 and 3, changing stresses, p, the damage and the last slip in place."""
        starts, ends = limits
        q = von_mises(stress)
        first = np.where(going, q / (1.0 - damage) - steel.hardened(p) - steel.first, 1.0)
        anew, left = np.full(p.shape, np.nan), np.full(p.shape, self.tries - 1)
        while going.any():
            look = going.copy()
            while look.any():
                left[look] -= 1
                if (left[look] < 0).any():
                    raise LawFailed("CORR_ACIER: plasticity or damage is not found")
                whole = 1.0 - damage
                excess = q / whole - steel.hardened(p) - steel.first
                slope = steel.slope(np.where(look, q, steel.first * whole), whole)
                step = np.where(look, excess / (three_mu / whole**2 + slope), 0.0)
                lost = np.where(look, three_mu * step / (whole * np.where(q > 0.0, q, 1.0)), 0.0)
                stress -= lost[:, None] * deviator(stress)
                slip[look] = (step / whole)[look]
                p += step / whole
                q = von_mises(stress)
                excess = q / whole - steel.hardened(p) - steel.first
                look &= ~(abs(excess / np.where(first == 0.0, 1.0, first)) <= self.precision)
            going &= p > starts
            damage[going] = (steel.loss * (p - starts) / (ends - starts))[going]
            lost = going & (damage > WORST)
            damage[lost], stress[lost] = WORST, 0.0
            excess = q / (1.0 - damage) - steel.hardened(p) - steel.first
            anew = np.where(going & np.isnan(anew), excess, anew)
            going &= ~(abs(excess / anew) <= self.precision)

    @staticmethod
    def _tangent(steel, elastic, three_mu, stress, p, damage, slip, limits, yields):
        """Step 4 at all points, (np, n, n)."""
        n, whole = stress.shape[1], 1.0 - damage
        held = whole * yields
        with np.errstate(divide="ignore"):
            slope = steel.rate / steel.power * p ** (1.0 / steel.power - 1.0)
        softer = whole * slope - np.where(damage > 0.0, (yields - steel.first) * steel.loss / (limits[1] - limits[0]), 0.0)
        shape = 1.0 + three_mu * slip / held
        two_mu = 2.0 / 3.0 * three_mu
        along = 2.25 * two_mu**2 / shape * (1.0 - slip * softer / held) / (softer + three_mu)
        mean_part = np.trace(elastic[:, :3, :3], axis1=1, axis2=2) / 3.0 - 2.0 / 3.0 * two_mu
        ii, normal = np.outer(unit(n), unit(n)), deviator(stress) / held[:, None]
        return (
            (two_mu / shape)[:, None, None] * (np.eye(n) - ii / 3.0)
            + mean_part[:, None, None] * ii
            - along[:, None, None] * outer(normal, normal)
        )


BEHAVIOURS.add("CORR_ACIER", CorrodedSteel().with_fibre(CorrodedBar()))
