"""RELATION='MetaAcierEPIL_PT': plasticity of von Mises of steel whose phases change, with that of transformation, as MFront has it.

z_k the shares of the phases, the last one hot, zc the sum of the others, w_k = f(zc) z_k/zc of a cold phase and 1 - f of the hot one.

1.  R(p) = sum w_k (sy_k + E t_k/(E - t_k) p), t_k the slopes of the phases; T = sum K_k F_k'(zc) <dz_k>, a = 1 + 3mu T
2.  trial e = e_ + d(strain) - d(thermal), s = C e, q its size
3.  dp = <q - a R(p_)>/(3mu + a R'), s' = (s_trial' - 3mu dp n)/a, e = C^-1 s
4.  tangent of 3.

Variables: e in Mandel's notation (4 in the plane, 6 in space), p, p for each phase that is there, whether p grows.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, norm, outer, unit

from ._law import moduli_of, strain_increment
from ._phases import STEEL
from ._restarting import Restarting


class MixedSteel(Restarting):
    """The law over all cells and points."""

    phased = True
    plane_stress = False
    needs = {"epil_syy_0": "MetaAcierEPIL_PT"}
    internal_names = (*(f"EEL{a}" for a in AXES), "P", *(f"P_{name[1:]}" for name in STEEL), "KSI")

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, ns = strain.shape[:2], strain.shape[-1]

        def read(*words):
            return np.stack([np.broadcast_to(data.at_points(f"epil_{word}"), shape) for word in words], axis=-1)

        def of_share(word):
            out = np.zeros(shape)
            for rows, material in data.by_material():
                out[rows] = material[f"epil_{word}"].at(cold[rows])
            return out

        z, grown = self._shares(data, shape)
        cold = z[..., :-1].sum(axis=-1)
        there = cold > 0.0
        share = of_share("metaf1")
        inner = np.where(there[..., None], z[..., :-1] / np.where(there, cold, 1.0)[..., None], 0.0)
        weight = np.concatenate([share[..., None] * inner, (1.0 - share)[..., None]], axis=-1)
        young, poisson = read("youngmodulus"), read("poissonratio")[..., 0]
        slope = read(*(f"ett_{k}" for k in range(5)))
        hardening = (weight * slope * young / (young - slope)).sum(axis=-1)
        limit = (weight * read(*(f"syy_{k}" for k in range(5)))).sum(axis=-1)
        rates = np.stack([of_share(f"metafdf_{k}") for k in range(4)], axis=-1)
        elasticity = moduli_of(young[..., 0], poisson)
        two_mu, three_k = elasticity.two_mu, elasticity.three_k
        eased = 1.0 + 1.5 * two_mu * (read(*(f"fk_{k}" for k in range(4))) * rates * np.maximum(grown, 0.0)).sum(axis=-1)
        elastic = state.internal[..., :ns] + strain_increment(strain, state, data, continuum)[0]
        p0 = state.internal[..., ns]
        trial = two_mu[..., None] * deviator(elastic)
        size = np.sqrt(1.5) * norm(trial)
        excess = size - eased * (limit + hardening * p0)
        flows = excess > 0.0
        dp = np.where(flows, excess, 0.0) / (1.5 * two_mu + eased * hardening)
        along = np.where(flows[..., None], trial / np.where(flows, size, 1.0)[..., None], 0.0)
        found = (trial - (1.5 * two_mu * dp)[..., None] * along) / eased[..., None]
        middle = mean(elastic)[..., None] * unit(ns)
        ratio = np.where(flows, dp / np.where(flows, size, 1.0), 0.0)
        bend = np.where(flows, (1.5 * two_mu) ** 2 * (1.0 / (1.5 * two_mu + eased * hardening) - ratio), 0.0) / eased
        tangent = isotropic_stiffness(two_mu / eased * (1.0 - 1.5 * two_mu * ratio), three_k, ns)
        tangent = tangent - bend[..., None, None] * outer(along, along)
        internal = np.zeros((*shape, self.internal_size))
        internal[..., :ns] = found / two_mu[..., None] + middle
        internal[..., ns] = p0 + dp
        kept = np.where(z > 0.0, (p0 + dp)[..., None], 0.0)
        internal[..., ns + 1 : ns + 6] = np.where(flows[..., None], kept, state.internal[..., ns + 1 : ns + 6])
        internal[..., ns + 6] = dp > 0.0
        return found + three_k[..., None] * middle, internal, tangent

    def _shares(self, data, shape):
        """(ne, ng, 5) the phases at the end of the step and (ne, ng, 4) what the cold ones have gained."""
        after, before = data.variables(), data.variables(before=True)
        if any(name not in after for name in STEEL[:-1]):
            raise LawFailed("the phases of the metal are not known: AFFE_VARC of AFFE_MATERIAU gives them (M_ACIER)")
        last, first = (np.stack([np.broadcast_to(own[name], shape) for name in STEEL[:-1]], axis=-1) for own in (after, before))
        return np.concatenate([last, 1.0 - last.sum(axis=-1, keepdims=True)], axis=-1), last - first


BEHAVIOURS.add("MetaAcierEPIL_PT", MixedSteel())
