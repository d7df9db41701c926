"""RELATION='IRRAD3M': plasticity, creep and swelling of steels that neutrons pass (r5.03.23; irrres, irrjac, irrjpl).

With f the fluence, ds its rise, R of _neutron_hardening, q the equivalent stress, n the normal 3 dev s/2q, h the first stiffness:

1. elastic trial; a step without a rise of fluence whose q is below R(p_) is elastic
2. otherwise the increments of (s, p, eta, i, g) solve
     e(s) - e(s_) + (dp + di) n + dg 1 - de = 0                   the elastic strains being of the moduli of their instants
     (q - R(p_ + dp))/h = 0  where q >= R and dp >= 0, or dp > 0;  else  dp = 0
     (deta - ZETA_F (q + q_) ds/2)/h = 0;   in the step that passes ETAI_S it has (eta_s - eta_) (q - q_)/2q_ taken from (q + q_) ds/2
     di = AI0 (what of deta is beyond ETAI_S);   dg = ZETA_G (G(f) - G(f_)),  G = RG0 ln((exp(a f0) + exp(a f))/(1 + exp(a f0)))/3a
   in plane stress, where de_zz is unknown besides:  (s_zz as of e(s))/h = 0;  what is left of s_zz is dropped (lcpopl)
3. a step that passes ETAI_S by more than TOLER_ET of it fails, to be cut
4. the tangent is that of rates, with the properties of the start of the step, as code_aster has it; so is that of a start, once V7 is
   not zero

Step 2 is solved by Newton's method as code_aster has it, its matrix leaving out how the stress depends on the swelling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, outer, unit, von_mises, without_across

from ._irradiated import temperatures
from ._law import Law, moduli, strain_increment
from ._neutron_hardening import Strength

EPS = np.finfo(float).eps
WORDS = ("first", "spread", "last", "share", "creep", "onset", "swelling", "pace", "fluence", "creep_factor", "swelling_factor", "overrun")


@dataclass
class Steel:
    """What an end of the step makes of the points (N,): stiffness and compliance (N, n, n), strength, and the parameters by their names."""

    stiffness: np.ndarray
    compliance: np.ndarray
    strength: Strength
    words: dict
    fluence: np.ndarray

    @property
    def swollen(self):
        """G of step 2."""
        pace, onset = self.words["pace"], self.words["fluence"]
        grown = np.logaddexp(pace * onset, pace * self.fluence) - np.logaddexp(0.0, pace * onset)
        return np.where(pace > 0.0, self.words["swelling"] * grown / (3.0 * np.where(pace > 0.0, pace, 1.0)), 0.0)

    def flows(self, q, p, slip):
        """Whether points slip, with R and dR/dp."""
        level, slope = self.strength.at(p)
        return ((q >= level) & (slip >= 0.0)) | (slip > EPS), level, slope


class IrradiatedSteel(Law):
    """The law over all cells and points."""

    irradiated = True
    internal_names = ("EPSPEQ", "SEUIL", "EPEQIRRA", "GONF", "INDIPLAS", "IRRA", "TEMP")
    needs = {"young": "ELAS", "neutrons_first": "IRRAD3M"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of step 2, and of the hardening."""
        return IrradiatedSteel(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, flat = strain.shape[:2], strain.shape[-1], continuum.flat
        old, start = state.internal.reshape(-1, 7), state.stress.reshape(-1, n)
        fluence, heat = self._fluences(data, shape), temperatures(data, shape, "IRRAD3M")
        before, now = (self._steel(data, shape, n, fluence[not first], first) for first in (True, False))
        rise = now.fluence - before.fluence
        if data.step.predicting:
            tangent = np.where((old[:, 6] != 0.0)[:, None, None], _rates(before, start, old, old, rise), before.stiffness)
            stress, internal = start, old
        else:
            increment = strain_increment(strain, state, data, continuum)[0].reshape(-1, n)
            stress = _trial(before, now, start, increment, flat)
            internal = old.copy()
            slips = (rise > 0.0) | (von_mises(stress) >= now.strength.at(old[:, 0])[0])
            if slips.any():
                found = self._solved(before, now, start, old, increment, rise, flat, slips)
                stress = np.where(slips[:, None], found[:, :n], stress)
                internal[:, :4] = np.where(slips[:, None], found[:, n : n + 4], old[:, :4])
            if flat:
                stress[:, 2] = 0.0
            internal[:, 4:] = np.stack([slips, now.fluence, heat[1].ravel()], axis=-1)
            tangent = np.where(slips[:, None, None], _rates(before, stress, old, internal, rise), now.stiffness)
        tangent = tangent.reshape(*shape, n, n)
        return stress.reshape(strain.shape), internal.reshape(*shape, 7), without_across(tangent) if flat else tangent

    @staticmethod
    def _fluences(data, shape):
        first, last = (data.variables(before).get("IRRA") for before in (True, False))
        if first is None or last is None:
            raise LawFailed("IRRAD3M needs the irradiation (IRRA)")
        if (first > 1.00001 * last).any():
            raise LawFailed("IRRAD3M: the irradiation falls")
        return [np.broadcast_to(value, shape).ravel() for value in (first, np.maximum(first, last))]

    def _steel(self, data, shape, n, fluence, before):
        own = moduli(data, before=before)
        two_mu, three_k = (np.broadcast_to(value, shape).ravel() for value in (own.two_mu, own.three_k))
        words = {name: np.broadcast_to(data.at_points(f"neutrons_{name}", before=before), shape).ravel() for name in WORDS}
        strength = Strength(*(words[name] for name in WORDS[:4]), self.precision, self.tries)
        stiffness, compliance = isotropic_stiffness(two_mu, three_k, n), isotropic_stiffness(1 / two_mu, 1 / three_k, n)
        return Steel(stiffness, compliance, strength, words, fluence)

    def _solved(self, before, now, start, old, increment, rise, flat, wanted):
        """(N, n + 4) the unknowns at the end of the step, of the points that are `wanted`."""
        n = start.shape[-1]
        y = np.concatenate([start, old[:, :4]] + [np.zeros((len(start), 1))] * flat, axis=-1)
        increment, move, done = increment.copy(), np.zeros_like(y), ~wanted
        if flat:
            increment[:, 2] = 0.0
        move[:, :n] = np.einsum("nij,nj->ni", now.stiffness, increment)
        elastic = np.einsum("nij,nj->ni", before.compliance, start)
        for _ in range(self.tries):
            with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
                r, matrix, overrun = _system(before, now, start, elastic, y, move, increment, rise, flat)
            r, matrix = np.where(done[:, None], 0.0, r), np.where(done[:, None, None], np.eye(y.shape[-1]), matrix)
            if not (np.isfinite(r).all() and np.isfinite(matrix).all()):
                break
            try:
                move = move + np.linalg.solve(matrix, r[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            if flat:
                increment[:, 2] = move[:, -1]
            met = ~done & (np.linalg.norm(r, axis=-1) < self.precision)
            if (met & (abs(overrun) > now.words["overrun"])).any():
                raise LawFailed("IRRAD3M: the threshold of creep is passed by more than TOLER_ET in a step")
            done |= met
            if done.all():
                return (y + move)[:, : n + 4]
        raise LawFailed("IRRAD3M: the equations of a step are not solved within ITER_INTE_MAXI tries")


def _trial(before, now, start, increment, flat):
    """Step 1."""
    strain = np.einsum("nij,nj->ni", before.compliance, start) + increment
    if flat:
        across = now.stiffness[:, 2].copy()
        across[:, 2] = 0.0
        strain[:, 2] = -np.einsum("nj,nj->n", across, strain) / now.stiffness[:, 2, 2]
    return np.einsum("nij,nj->ni", now.stiffness, strain)


def _normal(stress):
    """q (N,), n (N, n) and its rate (N, n, n), zero where there is no deviator."""
    size, q = stress.shape[-1], von_mises(stress)
    safe = np.where(q > 0.0, q, 1.0)
    normal = 1.5 * deviator(stress) / safe[:, None]
    shear = np.eye(size) - np.outer(unit(size), unit(size)) / 3.0
    rate = (1.5 * shear - outer(normal, normal)) / safe[:, None, None]
    return q, normal, np.where((q > 0.0)[:, None, None], rate, 0.0)


def _system(before, now, start, elastic, y, move, increment, rise, flat):
    """What is left of the equations of step 2 with its sign changed, their matrix, and by which part ETAI_S is passed in the step."""
    n = start.shape[-1]
    end, words = y + move, now.words
    slip, d_eta, creep, swelling = move[:, n : n + 4].T
    p, eta, eta_before = end[:, n], end[:, n + 1], y[:, n + 1]
    q, normal, rate = _normal(end[:, :n])
    q_before, first = von_mises(start), now.stiffness[:, 0, 0]
    strain = np.einsum("nij,nj->ni", now.compliance, end[:, :n])
    flows, level, slope = now.flows(q, p, slip)
    onset, factor, rise_of = words["onset"], words["creep_factor"], np.maximum(rise, 0.0)
    past, short = eta_before > onset, eta <= onset
    passing = ~past & ~short & (d_eta > 0.0)
    mean = (q_before + q) * rise_of * 0.5
    held = np.where(q_before > 0.0, (q - q_before) * (onset - eta_before) / (2.0 * np.where(q_before > 0.0, q_before, 1.0)), 0.0)
    wanted = np.where(past | short, mean, np.where(passing, mean - held, 0.0)) * factor
    crept = words["creep"] * np.where(past, d_eta, np.where(passing, eta - onset, 0.0))
    swollen = np.where(rise > 0.0, words["swelling_factor"] * (now.swollen - before.swollen), 0.0)

    r = np.zeros_like(y)
    r[:, :n] = increment - strain + elastic - (slip + creep)[:, None] * normal - swelling[:, None] * unit(n)
    r[:, n] = np.where(flows, -(q - level) / first, -slip)
    r[:, n + 1] = -(d_eta - wanted) / first
    r[:, n + 2] = -(creep - crept)
    r[:, n + 3] = -(swelling - swollen)

    m = np.zeros((len(y), y.shape[-1], y.shape[-1]))
    m[:, :n, :n] = now.compliance + (slip + creep)[:, None, None] * rate
    m[:, :n, n] = m[:, :n, n + 2] = normal
    m[:, n, :n] = np.where(flows[:, None], normal / first[:, None], 0.0)
    m[:, n, n] = np.where(flows, -slope / first, 1.0)
    m[:, n + 1, :n] = -(rise_of * factor * 0.5 / first)[:, None] * normal
    m[:, n + 1, n + 1] = 1.0 / first
    m[:, n + 2, n + 1] = -np.where((eta - d_eta > onset) | ~short, words["creep"], 0.0)
    m[:, n + 2, n + 2] = m[:, n + 3, n + 3] = 1.0
    if flat:
        across = now.stiffness[:, 2] / first[:, None]
        r[:, -1] = -np.einsum("nj,nj->n", across, strain)
        m[:, 2, -1] = -1.0
        m[:, -1, :n] = -(slip + creep)[:, None] * np.einsum("nj,nji->ni", across, rate)
        m[:, -1, n] = m[:, -1, n + 2] = -np.einsum("nj,nj->n", across, normal)
        m[:, -1, -1] = across[:, 2]
    return r, m, np.where(passing & (onset > 0.0), (eta - onset) / np.where(onset > 0.0, onset, 1.0), 0.0)


def _rates(steel, stress, old, internal, rise):
    """(N, n, n) the tangent of step 4."""
    words, onset = steel.words, steel.words["onset"]
    slip, d_eta, creep = (internal - old)[:, :3].T
    eta = internal[:, 1]
    q, normal, rate = _normal(stress)
    flows, _, slope = steel.flows(q, internal[:, 0], slip)
    softness = np.where(flows & (slope > 0.0), 1.0 / np.where(slope > 0.0, slope, 1.0), 0.0)
    part = np.where((eta > onset) & (d_eta > 0.0), (eta - onset) / np.where(d_eta > 0.0, d_eta, 1.0), 0.0)
    creeping = words["creep"] * rise * words["creep_factor"] * np.where(eta - d_eta > onset, 1.0, part)
    matrix = steel.compliance + (slip + creep)[:, None, None] * rate + (softness + creeping)[:, None, None] * outer(normal, normal)
    return np.linalg.inv(matrix)


BEHAVIOURS.add("IRRAD3M", IrradiatedSteel())
