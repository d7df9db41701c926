"""RELATION='BETON_RAG': concrete that is damaged, creeps, and swells by the alkali reaction (r7.01.26).

The mechanical strain is that of damage (_rag_damage): the whole one less those of temperature and hydration, of creep and of the
reaction. ENDO keeps the latter as they are; ENDO_FLUA integrates creep over the step, ENDO_FLUA_RAG the reaction as well, all strains
and what surrounds the points growing evenly:

1.  creep, of the deviator and the mean stress alike, s the stress of the damaged concrete:
        e' = (s - k1 i)/n1,   i' = (k2 (e - i) - k1 i)/n2 + e'         (nothing where n1, n2 are negative)
2.  the reaction, S the saturation, above S0 and below what has reacted:
        A' = a0 exp(E (T - Tr)/((T + 273.15) (Tr + 273.15))) (S - S0) (S - A)/(1 - S0)
3.  pressures of the gel and of capillarity:  pg = bg mg <A vg - <a0 vg + bg tr e>>,  pc = -a S (S^-b - 1)^(1 - 1/b)
4.  strains of the reaction: e0 times the largest damage so far of each axis of tension, damage being at most that of pg;
    its rate is a finite difference of PROBE along the strains' growth
integrated by Runge and Kutta's method of fifth order, each point with steps of its own (Cash, Karp), the error being measured as code_aster
does; then the stress is that of damage less pg + pc. The tangent is code_aster's, on which its iterations depend (lc0145): that of
elasticity, in which what a strain of SHIFT makes of a stress, damage and creep staying, stands instead where it is more than GRAIN;
always positive, and pressures being left out of the moved stress.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import isotropic_stiffness

from ._law import Law, moduli
from ._rag_damage import ONE, Strength, back, damaged, exponential

PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
PROBE = 1e-6
SHIFT = 1e-7
GRAIN = 1e-3
"""The least stress that counts in a tangent, for strengths in compression of 1000."""
ZERO = 273.15
DAMAGE, CREEP, GEL = 1, 2, 3
DRY, WET = 0.1, 0.9999
"""Saturations beyond which there is no capillary pressure."""
STRENGTH = ("tension_exponent", "tension", "compression_exponent", "compression", "drucker")
CREEP_WORDS = tuple(f"{part}_{word}" for part in ("mean", "deviator") for word in ("k1", "k2", "n1", "n2"))
GEL_WORDS = ("rate", "reference", "activation", "least", "volume", "modulus", "biot", "filled", "strain", "suction_a", "suction_b")
SCALE = np.concatenate([np.full(6, 1e-6), np.full(3, 0.1), np.full(21, 1e-6)])
"""What the error of strains, surroundings, creep and reaction is measured with."""
STAGES = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (3 / 10, -9 / 10, 6 / 5),
    (-11 / 54, 5 / 2, -70 / 27, 35 / 27),
    (1631 / 55296, 175 / 512, 575 / 13824, 44275 / 110592, 253 / 4096),
)
FIFTH = np.array([37 / 378, 0, 250 / 621, 125 / 594, 0, 512 / 1771])
FOURTH = np.array([2825 / 27648, 0, 18575 / 48384, 13525 / 55296, 277 / 14336, 1 / 4])


def symmetric(values):
    """(..., 3, 3) of six components (..., 6), shear as it is."""
    result = np.zeros((*values.shape[:-1], 3, 3))
    for k, (i, j) in enumerate(PAIRS):
        result[..., i, j] = result[..., j, i] = values[..., k]
    return result


def components(tensor):
    """(..., 6) of a symmetric tensor, shear as it is."""
    return np.stack([tensor[..., i, j] for i, j in PAIRS], axis=-1)


class _Points:
    """Points (n,) side by side, and the rates of y (n, 30): strain, T, hydration, S, creep e and i, A, strain of the gel."""

    def __init__(self, kind, strength, creep, gel, expansion, shrinkage, reference, thresholds, crushed, worn):
        self.kind, self.strength, self.creep, self.gel = kind, strength, creep, gel
        self.expansion, self.shrinkage, self.reference = expansion, shrinkage, reference
        self.thresholds, self.crushed, self.worn = thresholds, crushed, worn

    def of(self, rows):
        """Some of the points."""
        more = (getattr(self, name)[rows] for name in ("expansion", "shrinkage", "reference", "thresholds", "crushed", "worn"))
        creep, gel = ({word: value[rows] for word, value in words.items()} for words in (self.creep, self.gel))
        return _Points(self.kind[rows], self.strength.of(rows), creep, gel, *more)

    def pressures(self, strain, reacted, saturation):
        """pg and pc of step 3."""
        gel, trace = self.gel, np.trace(strain, axis1=-2, axis2=-1)
        filled = np.maximum(0.0, gel["filled"] * gel["volume"] + gel["biot"] * trace)
        pushed = gel["biot"] * gel["modulus"] * np.maximum(0.0, reacted * gel["volume"] - filled)
        moist = (saturation >= DRY) & (saturation < WET)
        s, b = np.where(moist, saturation, 0.5), gel["suction_b"]
        return pushed, np.where(moist, -gel["suction_a"] * s * (s**-b - 1) ** (1 - 1 / b), 0.0)

    def mechanical(self, strain, heat, hydration, crept, mean_crept, swollen):
        """The strain of damage, (n, 3, 3)."""
        even = -self.expansion * (heat - self.reference) + self.shrinkage * hydration - mean_crept
        return strain + even[:, None, None] * ONE - symmetric(crept) - symmetric(swollen)

    def swelling(self, held, pushed, swollen):
        """Step 4: the largest damage of the axes so far and the strain of the gel (n, 6)."""
        words = self.strength
        by_gel = np.exp(exponential(pushed, words.st, words.mt))
        worn = np.where(held.torn[:, None], np.maximum(self.worn, np.minimum(held.b, by_gel[:, None]) - 1), self.worn)
        grown = self.gel["strain"][:, None] * components(back(held.axes, worn[:, :, None] * ONE))
        return worn, np.where(held.torn[:, None], grown, swollen)

    def rates(self, y, driven):
        """y' (n, 30), `driven` (n, 9) those of strains and what surrounds the points."""
        out = np.zeros_like(y)
        out[:, :9] = driven
        heat, hydration, saturation = y[:, 6:9].T
        strain = symmetric(y[:, :6])
        mechanical = self.mechanical(strain, heat, hydration, y[:, 9:15], y[:, 15], y[:, 24:])
        held = damaged(mechanical, self.thresholds, self.crushed, self.strength)
        stress = held.stress
        reacts = self.kind == GEL
        if reacts.any():
            pushed, _ = self.pressures(strain, y[:, 23], saturation)
            _, now = self.swelling(held, pushed, y[:, 24:])
            ahead = symmetric(np.where(driven[:, :6] < 0.0, -PROBE, PROBE))
            moved = damaged(mechanical + ahead, self.thresholds, self.crushed, self.strength)
            _, then = self.swelling(moved, pushed, y[:, 24:])
            out[:, 24:] = np.where(reacts[:, None], abs(then - now) / PROBE, 0.0)
            stress = np.where(reacts[:, None, None], moved.stress, stress)
            gel = self.gel
            going = reacts & (saturation > gel["least"]) & (saturation > y[:, 23])
            warm = (heat - gel["reference"]) / (heat + ZERO) / (gel["reference"] + ZERO)
            speed = gel["rate"] * np.exp(np.clip(gel["activation"] * warm, -100.0, 100.0))
            share = (saturation - gel["least"]) * (saturation - y[:, 23]) / (1 - gel["least"])
            out[:, 23] = np.where(going, speed * share, 0.0)
        mean = np.trace(stress, axis1=-2, axis2=-1) / 3
        out[:, 9:15], out[:, 16:22] = self._creeping("deviator", components(stress - mean[:, None, None] * ONE), y[:, 9:15], y[:, 16:22])
        for column, values in zip((15, 22), self._creeping("mean", mean[:, None], y[:, 15:16], y[:, 22:23])):
            out[:, column] = values[:, 0]
        return out

    def _creeping(self, part, stress, crept, inner):
        k1, k2, n1, n2 = (self.creep[f"{part}_{word}"][:, None] for word in ("k1", "k2", "n1", "n2"))
        flows = (n1 >= 0.0) | (n2 >= 0.0)
        outer = (stress - k1 * inner) / abs(n1)
        return np.where(flows, outer, 0.0), np.where(flows, (k2 * (crept - inner) - k1 * inner) / abs(n2) + outer, 0.0)


def integrated(points: _Points, y, driven, dt: float, tolerance: float, most: int):
    """y at the end of a step of length dt; raises LawFailed when a point needs more than `most` tries."""
    length = np.full(len(y), dt)
    done, tries, y = np.zeros(len(y)), np.zeros(len(y), int), y.copy()
    active = np.arange(len(y))
    while active.size:
        tries[active] += 1
        if (tries[active] > most + 1).any():
            raise LawFailed("BETON_RAG: creep is not integrated within ITER_INTE_MAXI tries")
        here, start, h = points.of(active), y[active], length[active][:, None]
        rates = []
        for weights in STAGES:
            rates.append(here.rates(start + h * sum((w * rate for w, rate in zip(weights, rates)), np.zeros_like(start)), driven[active]))
        found = start + h * sum(w * rate for w, rate in zip(FIFTH, rates))
        lost = h * sum(w * rate for w, rate in zip(FIFTH - FOURTH, rates))
        error = np.sqrt(((lost / SCALE) ** 2).sum(-1)) / tolerance
        if not np.isfinite(error).all():
            raise LawFailed("BETON_RAG: creep has no finite rate")
        kept = error <= 1.0
        safe = np.maximum(error, 1e-300)
        shorter = np.maximum(0.1 * h[:, 0], 0.9 * h[:, 0] * safe**-0.25)
        longer = np.where(error > (5.0 / 0.9) ** -5.0, 0.9 * h[:, 0] * safe**-0.2, 5.0 * h[:, 0])
        rows = active[kept]
        y[rows], done[rows], tries[rows] = found[kept], done[rows] + h[kept, 0], 0
        length[active] = np.where(kept, longer, shorter)
        ended = abs(done - dt) <= 1e-8
        length = np.where(done + length > dt, dt - done, length)
        active = np.flatnonzero(~ended)
    return y


class Rag(Law):
    """The law over all cells and points."""

    plane_stress = symmetric = False
    mirrored, secant = "lower", True
    needs = {"young": "ELAS", "rag_kind": "BETON_RAG"}
    internal_names = (
        "BR_SUT11", "BR_SUT22", "BR_SUT33", "BR_SUT12", "BR_SUT13", "BR_SUT23", "BR_SIGDP", "BR_EFU11", "BR_EFU22", "BR_EFU33",
        "BR_EFU12", "BR_EFU13", "BR_EFU23", "BR_EFUSP", "BR_EP111", "BR_EP122", "BR_EP133", "BR_EP112", "BR_EP113", "BR_EP123",
        "BR_EP1SP", "BR_AVCHI", "BR_DVRAG1", "BR_DVRAG2", "BR_DVRAG3", "BR_EPV11", "BR_EPV22", "BR_EPV33", "BR_EPV12", "BR_EPV13",
        "BR_EPV23", "BR_PRGEL", "BR_PRCAP", "BR_ETUDE",
    )  # fmt: skip

    def __init__(self, tolerance: float = 1e-6, tries: int = 20):
        self.tolerance, self.tries = tolerance, tries

    def within(self, tolerance: float, tries: int) -> Rag:
        """The law integrated to a relative tolerance, a step being cut `tries` times at most."""
        return Rag(tolerance, abs(tries))

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4, then damage."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        if data.step.predicting:
            return state.stress, state.internal, isotropic_stiffness(two_mu, three_k, n)
        old = state.internal.reshape(-1, 34)
        points, around, after = self._read(data, shape, old, elastic)
        before, now = (full(x).reshape(-1, 3, 3) for x in (state.strain, strain))
        y = np.concatenate([components(before), around, old[:, 7:22], old[:, 25:31]], axis=1)
        dt = data.step.after - data.step.before
        flows = points.kind >= CREEP
        if flows.any() and dt > 0.0:
            driven = np.concatenate([components(now - before), after - around], axis=1) / dt
            rows = np.flatnonzero(flows)
            y[rows] = integrated(points.of(rows), y[rows], driven[rows], dt, self.tolerance, self.tries)
        pushed, sucked = points.pressures(before, y[:, 23], np.where(flows, y[:, 8], after[:, 2]))
        crept = (after[:, 0], after[:, 1], y[:, 9:15], y[:, 15], y[:, 24:])
        held = damaged(points.mechanical(now, *crept), points.thresholds, points.crushed, points.strength)
        worn, swollen = points.swelling(held, pushed, y[:, 24:])
        stress = held.stress - (pushed + sucked)[:, None, None] * ONE
        out = old.copy()
        out[:, :6], out[:, 6] = components(held.tension), held.compression
        out[:, 7:22] = y[:, 9:24]
        gels = (points.kind == GEL)[:, None]
        out[:, 22:25], out[:, 25:31] = np.where(gels, worn, out[:, 22:25]), np.where(gels, swollen, out[:, 25:31])
        out[:, 31], out[:, 32] = np.where(flows, pushed, out[:, 31]), np.where(flows, sucked, out[:, 32])
        out[:, 33] = np.maximum(points.kind, out[:, 33])
        elastic = isotropic_stiffness(two_mu.reshape(-1), three_k.reshape(-1), 6)
        tangent = self._tangent(points, now, now - before, (*crept[:4], out[:, 25:31]), held, stress, elastic)[:, :n, :n]
        return mandel(stress, n).reshape(*shape, n), out.reshape(*shape, 34), tangent.reshape(*shape, n, n)

    @staticmethod
    def _tangent(points, now, increment, crept, held, stress, elastic):
        """(n, 6, 6) at `stress` (n, 3, 3) after `increment` (n, 3, 3), damage being what it is in `held`."""
        result = elastic.copy()
        moves = abs(increment).max(axis=(1, 2)) > SHIFT
        least = GRAIN * 10.0 ** np.rint(np.log10(abs(points.strength.sc)) - 3)
        for k, (i, j) in enumerate(PAIRS):
            ahead = np.zeros_like(now)
            ahead[:, i, j] = ahead[:, j, i] = np.where(increment[:, i, j] < 0.0, -SHIFT, SHIFT)
            moved = damaged(points.mechanical(now + ahead, *crept), held.tension, held.compression, points.strength, grows=False)
            gained = abs(mandel(moved.stress - stress, 6))
            result[:, :, k] = np.where(moves[:, None] & (gained > least[:, None]), gained / SHIFT, result[:, :, k])
        return result

    def _read(self, data, shape, old, elastic):
        """Parameters and, at both ends of the step, T, hydration and S (n, 3)."""

        def flat(values):
            return np.broadcast_to(values, shape).reshape(-1)

        strength = Strength(*(flat(x) for x in (elastic.young, elastic.poisson)), *(flat(data.at_points(f"rag_{w}")) for w in STRENGTH))
        creep = {word: flat(data.at_points(f"rag_{word}", 1.0)) for word in CREEP_WORDS}
        gel = {word: flat(data.at_points(f"rag_{word}", 2.0 if word == "suction_b" else 0.0)) for word in GEL_WORDS}
        kind = flat(data.at_points("rag_kind"))
        known = [data.variables(before=True), data.variables()]
        if (kind == GEL).any() and not {"TEMP", "SECH"} <= known[1].keys():
            raise LawFailed("BETON_RAG: ENDO_FLUA_RAG needs the temperature and the saturation (SECH)")
        if (old[:, 33][kind < GEL] > CREEP).any():
            raise LawFailed("BETON_RAG: what has swollen by the reaction goes on with ENDO_FLUA_RAG only")
        around, after = (np.stack([flat(values.get(word, 0.0)) for word in ("TEMP", "HYDR", "SECH")], axis=1) for values in known)
        if "SECH" in known[1] and (np.minimum(around, after)[:, 2] < DRY).any():
            raise LawFailed(f"BETON_RAG: the saturation is below {DRY}")
        warm, sets = "TEMP" in known[1], "HYDR" in known[1]
        expansion = flat(data.at_points("expansion", 0.0)) if warm else np.zeros(len(old))
        shrinkage = flat(data.at_points("hydration_shrinkage", 0.0)) if sets else np.zeros(len(old))
        reference = flat(known[1].get("TEMP_REF", 0.0))
        points = _Points(kind, strength, creep, gel, expansion, shrinkage, reference, symmetric(old[:, :6]), old[:, 6], old[:, 22:25])
        return points, around, after


BEHAVIOURS.add("BETON_RAG", Rag())
