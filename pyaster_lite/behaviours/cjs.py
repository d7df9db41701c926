"""RELATION='CJS': soils of Cambou, Jafari and Sidoroff (r7.01.13).

The formulae are those of _cjs_flow. With Q = SEUILISO, R = ANGLEDEV, X = XCIN:

1.  at level 1 R = RM and Q has no bound, at level 3 R = RM; Q that is none yet is a third of J beside PA/1000, R is R_INIT or 1/1000
2.  the trace of the elastic trial, I = I_ + 3 K_0 c^N tr de, by the chord within RESI_INTE; the trial has the moduli of that trace;
    past no pressure it is a third of -Q_INIT, beside PA/100, along the three axes
3.  elastic where f_i <= 0 and f_d <= 0; else the mechanisms that the trial breaks flow, both where one has broken the other
4.  stress - C (de + d_i/3 1 - d_d G) = stress_,  Q - Q_ = d_i g_q,  R - R_ = d_d g_r,  X - X_ = d_d g_x,  f_i = 0,  f_d = 0
5.  tangents of rates, of the end too: how far the balance goes counts beside VALE_CALC
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, unit

from ._cjs_flow import LITTLE, Flow, Soil, Step, size, tangent
from ._law import Law, moduli, strain_increment

WORDS = (
    "dilatancy", "end", "power", "bulk", "characteristic", "hardening", "kinematic", "critical_rate", "lode", "critical_share", "critical",
    "air", "cohesion", "start", "level",
)  # fmt: skip
DOUBLINGS = 60


class Cjs(Law):
    """The law over all cells and points."""

    plane_stress = symmetric = False
    secant = pressed = True
    internal_names = (
        "SEUILISO", "ANGLEDEV", "XCINXX", "XCINYY", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ", "DISTSDEV", "SDEVCRIT", "DISTSISO", "NBITER",
        "RESIDU", "NBSSPAS", "SDEVEPSP", "INDIPLAS",
    )  # fmt: skip
    needs = {"young": "ELAS", "cjs_air": "CJS"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of its equations."""
        return Cjs(precision, abs(tries))

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n = strain.shape[:2], strain.shape[-1]

        def spread(value):
            return np.broadcast_to(value, shape).ravel().astype(float)

        elastic = moduli(data)
        soil = Soil({word: spread(data.at_points(f"cjs_{word}")) for word in WORDS}, spread(elastic.two_mu), spread(elastic.three_k), n)
        sigma = state.stress.reshape(-1, n)
        values = self._started(soil, sigma, state.internal.reshape(-1, self.internal_size))
        if data.step.predicting:
            others = anelastic_strain(data, continuum.strains, before=True, first=True)
            volume = state.strain if others is None else state.strain - others
            last = n + 9
            found = tangent(soil, sigma, values, volume.reshape(-1, n)[:, :3].sum(axis=-1), values[:, last], values[:, last - 1])
            return state.stress, state.internal, found.reshape(*shape, n, n)
        change = strain_increment(strain, state, data, continuum, first=True)[0].reshape(-1, n)
        others = anelastic_strain(data, continuum.strains, first=True)
        volume = (strain if others is None else strain - others).reshape(-1, n)[:, :3].sum(axis=-1)
        with np.errstate(all="ignore"):
            stress, values, found = self._step(soil, change, volume, sigma, values)
        return stress.reshape(strain.shape), values.reshape(state.internal.shape), found.reshape(*shape, n, n)

    @staticmethod
    def _started(soil, sigma, internal):
        """Step 1: the variables of the start; those of the plane have 4 components of X, and what follows them is two places before."""
        values = internal.copy()
        trace = sigma[:, :3].sum(axis=-1)
        first = (1e-3 * soil.air + np.minimum(trace, 0.0) + soil.cohesion) / 3.0
        bound = np.where(values[:, 0] == 0.0, first, values[:, 0])
        values[:, 0] = np.where(soil.level == 1, 1e25 * soil.air, bound)
        start = np.where(values[:, 1] == 0.0, np.where(soil.start == 0.0, 1e-3, soil.start), values[:, 1])
        values[:, 1] = np.where(soil.level == 2, start, soil.end)
        return values

    def _trace(self, soil, volume, before):
        """Step 2: I of the elastic trial, and where there is no pressure left (cjsci1)."""
        rate, q, air = soil.three_k * volume, soil.cohesion, soil.air
        before = np.where(before + q >= 0.0, -q + 1e-12 * air, before)

        def left(i):
            return i - before - rate * ((i + q) / 3.0 / air) ** soil.power

        straight = soil.power == 0.0
        found = np.where(straight, before + rate, before)
        squeezed = ~straight & (volume < 0.0)
        sought = squeezed | (~straight & (volume > 0.0))
        low, high = before.copy(), np.where(squeezed, before + q, -q)
        open_ = squeezed
        for _ in range(DOUBLINGS):
            high = np.where(open_, 2.0 * high, high)
            open_ = open_ & ~(left(high) < 0.0)
            if not open_.any():
                break
        at_low, at_high = left(low), np.where(squeezed, left(high), high - before)
        last, done = np.zeros_like(found), ~sought
        for _ in range(self.tries):
            new = (low * at_high - high * at_low) / (at_high - at_low)
            value = left(new)
            found = np.where(done, found, new)
            done = done | (abs((new - last) / new) < self.precision) | (value == 0.0)
            if done.all():
                break
            last = new
            # the start is above where it is squeezed, below where it is pulled
            keeps = (value > 0.0) == squeezed
            low, at_low = np.where(keeps, new, low), np.where(keeps, value, at_low)
            high, at_high = np.where(keeps, high, new), np.where(keeps, at_high, value)
        if open_.any() or not done.all():
            raise LawFailed("CJS: the pressure of the elastic trial is not found within ITER_INTE_MAXI tries")
        return found, straight & (found >= -q)

    def _step(self, soil, change, volume, sigma, values):
        """Steps 2 to 5 at flat points."""
        n, last = soil.n, soil.n + 9
        one = unit(n)
        none = (-soil.cohesion / 3.0 + soil.air / 100.0)[:, None] * one
        i, lost = self._trace(soil, change[:, :3].sum(axis=-1), sigma[:, :3].sum(axis=-1))
        trial = np.where(lost[:, None], none, sigma + soil.elastic(change, i))
        isotropic, deviatoric = soil.isotropic(trial, values) > 0.0, soil.deviatoric(trial, values) > 0.0
        new, stress = values.copy(), trial.copy()
        new[:, last] = 0.0
        used, error = np.zeros(len(sigma)), np.zeros(len(sigma))
        moves = np.flatnonzero(isotropic | deviatoric)
        go = moves
        while go.size:
            step = Step(soil.at(go), change[go], volume[go], sigma[go], trial[go], values[go], isotropic[go], deviatoric[go])
            end, pulled, sign, tries, error[go] = step.solved(self.precision, self.tries)
            used[go] += tries
            both = isotropic[go]
            new[go, 0] = np.where(both, end[:, n], values[go, 0])
            new[go, 1 : 2 + n], stress[go] = end[:, n + 1 : 2 * n + 2], end[:, :n]
            new[go, last] = np.where(isotropic[go] & deviatoric[go], 3.0, np.where(deviatoric[go], 2.0, 1.0))
            new[go, last - 1] = np.where(deviatoric[go], sign, values[go, last - 1])
            back = go[pulled]
            stress[back], new[back] = none[back], values[back]
            # as code_aster has it, a step that is pulled off both mechanisms has flowed (cjspla)
            new[back, last] = np.where(isotropic[back], 3.0, 0.0)
            part, alone = soil.at(go), ~pulled & (isotropic[go] != deviatoric[go])
            other = np.where(isotropic[go], part.deviatoric(stress[go], new[go]), part.isotropic(stress[go], new[go])) > 0.0
            go = go[alone & other]
            isotropic[go] = deviatoric[go] = True
        mechanism = new[:, last]
        found = tangent(soil, stress, new, volume, mechanism, new[:, last - 1])
        self._tell(soil, stress, new, volume, used, error, moves)
        return stress, new, found

    @staticmethod
    def _tell(soil, stress, values, volume, used, error, moves):
        """How far the thresholds are (cjsinp)."""
        n = soil.n
        at = Flow(soil, stress, values[:, 1], values[:, 2 : 2 + n], volume, 1.0)
        _, reference = soil.pressed(stress)
        r = np.where(soil.level == 1, soil.end, values[:, 1])
        bare = abs(np.where(soil.level == 1, at.j, r * at.j)) / reference < LITTLE
        values[:, n + 2] = np.where(bare, 1.0, abs(at.length * at.h / (r * at.j)))
        x, s = values[:, 2 : 2 + n], deviator(stress)
        h_s, cosine, length, _ = soil.shape(s, reference)
        turned = np.where(size(x) <= LITTLE, h_s, at.turning(x, volume, h_s, cosine, length, 1.0))
        share = np.where(soil.level == 2, values[:, 1] / soil.end, size(x) * turned)
        values[:, n + 3] = np.where(soil.level == 1, values[:, n + 3], share)
        values[:, n + 4] = np.where(soil.level == 1, values[:, n + 4], abs(at.j / (3.0 * values[:, 0])))
        values[:, n + 5], values[:, n + 6] = used, error
        values[:, n + 7] = 0.0
        values[moves, n + 7] = 1.0


BEHAVIOURS.add("CJS", Cjs())
