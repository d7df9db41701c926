"""RELATION='BETON_DOUBLE_DP': concrete between two cones of Drucker and Prager, crushed and torn (r7.01.03).

Parameters after a step are those of the highest temperature so far, those before it of the temperature then:

1.  the trial is D (D_^-1 s_ + de), de the increment of the strains less those of what surrounds the points
2.  the cones bring its invariants back (_double_cone), the deviator keeping its direction
3.  tangent, that of rates:  D - D n M^-1 n^T D,  n the normals of the criteria that act, M = n^T D n + diag(f'); at apexes n is spherical;
    by the parameters before the step where a criterion acts (plasbe, betjpl)

A length belongs to the softening: LONG_CARA, or that of the cell, the root of its measure (times sqrt 2 where it has few points).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, unit

from ._double_cone import APEXES, ROOT, Return, Strength
from ._double_cone_reach import excess, lines
from ._law import Law, moduli, strain_increment

COLD = -1e3
"""What code_aster writes as the highest temperature where there is none."""
WORDS = ("compression", "tension", "biaxial", "compression_energy", "tension_energy")
OPTIONS = ("elastic", "compression_bent", "tension_bent")
BY_COMPRESSION, BY_TENSION = (1, 3, 11, 33), (2, 3, 22, 33)


class DoubleCone(Law):
    """The law over all cells and points."""

    plane_stress, secant, sized = False, True, True
    internal_names = ("EPSPEQT", "EPSPEQC", "TEMP_MAX", "INDIPLAS")
    needs = {"young": "ELAS", "cones_compression": "BETON_DOUBLE_DP"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        first, start = moduli(data, before=True), data.between(data.step.before, data.step.before)
        if data.step.predicting:
            return state.stress, state.internal, self._tangent(_strength(start, first, shape), first, state.stress, state.internal, ns)
        warm, heat = self._warmest(data, state.internal[..., 2])
        now = moduli(warm)
        increment = strain_increment(strain, state, data, continuum)[0]
        shear = now.two_mu[..., None] * (deviator(state.stress) / first.two_mu[..., None] + deviator(increment))
        middle = np.broadcast_to(now.three_k * (mean(state.stress) / first.three_k + mean(increment)), shape)
        size = np.sqrt(1.5) * norm(shear)
        strength, old = _strength(warm, now, shape), state.internal
        found = Return(strength, size.ravel(), middle.ravel(), old[..., :2].reshape(-1, 2).T, old[..., 3].ravel()).solve()
        left = found.size.reshape(shape) / np.where(size > 0.0, size, 1.0)
        stress = left[..., None] * shear + found.middle.reshape(shape)[..., None] * unit(ns)
        internal = old.copy()
        internal[..., :2] += found.grown.T.reshape(*shape, 2)
        internal[..., 2], internal[..., 3] = heat, found.kind.reshape(shape)
        tangent = np.broadcast_to(isotropic_stiffness(now.two_mu, now.three_k, ns), (*shape, ns, ns))
        if found.kind.any():
            acts = internal[..., 3, None, None] != 0.0
            tangent = np.where(acts, self._tangent(_strength(start, first, shape), first, stress, internal, ns), tangent)
        return stress, internal, tangent

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 1, 2) of strains fixed + x per_unit (ne, ng, ns), from the strain before (see _double_cone_reach)."""
        shape, own = before.shape[:2], moduli(data)
        lame, two_mu = (own.three_k - own.two_mu) / 3, own.two_mu
        # code_aster's elastic stress: each strain times its own modulus
        stiff = two_mu[..., None] + lame[..., None] * unit(before.shape[-1])
        start, unit_, change, along = (
            np.reshape(x, (-1, before.shape[-1]))
            for x in (state.stress + stiff * (fixed - before), stiff * per_unit, fixed - before, per_unit)
        )
        strength, old = _strength(data, own, shape), state.internal[..., :2].reshape(-1, 2).T
        limit, used_up = strength.limits(old)[0], old > strength.lasts
        cones = [excess(start, unit_, *words) for words in zip(*strength.slopes, limit, strength.scale)]
        found = lines(cones, used_up, lambda x: norm(change + x[:, None] * along))
        return found.reshape(*shape, 1, 2)

    @staticmethod
    def _warmest(data, before):
        """The data at the highest temperature so far, and that temperature (ne, ng)."""
        temperature = data.variables().get("TEMP")
        if temperature is None:
            return data, np.full(before.shape, COLD)
        heat = np.maximum(before, np.maximum(temperature, data.variables(True)["TEMP"]))
        around, after = data.surroundings, data.step.after
        return replace(data, surroundings=lambda t: {**around(t), "TEMP": heat} if t == after else around(t)), heat

    @staticmethod
    def _tangent(strength, own, stress, internal, ns):
        """Step 3 (ne, ng, ns, ns)."""
        shape, kind = stress.shape[:2], np.rint(internal[..., 3]).astype(int)
        elastic = np.broadcast_to(isotropic_stiffness(own.two_mu, own.three_k, ns), (*shape, ns, ns))
        if not kind.any():
            return elastic
        slope, width = (value.reshape(2, *shape) for value in strength.slopes)
        rates = strength.limits(internal[..., :2].reshape(-1, 2).T)[1].reshape(2, *shape)
        size = np.sqrt(1.5) * norm(deviator(stress))
        sheared = np.where(np.isin(kind, APEXES), 0.0, 1 / (ROOT * np.where(size > 0.0, size, 1.0)))[..., None] * deviator(stress)
        normal = np.stack([(sheared + s[..., None] * unit(ns) / 3) / w[..., None] for s, w in zip(slope, width)], axis=-1)
        active = np.stack([np.isin(kind, BY_COMPRESSION), np.isin(kind, BY_TENSION)], axis=-1)
        driven = np.where(active[..., None, :], elastic @ normal, 0.0)
        matrix = np.where(active[..., None, :] & active[..., :, None], normal.swapaxes(-1, -2) @ driven, 0.0)
        matrix = matrix + np.where(active, np.moveaxis(rates, 0, -1), 1.0)[..., None] * np.eye(2)
        return elastic - driven @ np.linalg.solve(matrix, driven.swapaxes(-1, -2))


def _strength(data, own, shape):
    """Strength at the points, flattened."""

    def at(values):
        return np.broadcast_to(values, shape).ravel()

    two_mu, three_k = at(own.two_mu), at(own.three_k)
    given = [at(data.at_points(f"cones_{word}")) for word in WORDS]
    elastic, squashed, torn = (at(data.at_points(f"cones_{word}")) for word in OPTIONS)
    size = data.characteristics.get("cell_size", np.full(len(data), np.nan))
    length = at(data.at_points("cones_length", np.nan))
    length = np.where(np.isnan(length), at(size[:, None]), length)
    return Strength(at(own.young), two_mu / 2, three_k / 3, *given, length, elastic, squashed > 0, torn > 0)


BEHAVIOURS.add("BETON_DOUBLE_DP", DoubleCone())
