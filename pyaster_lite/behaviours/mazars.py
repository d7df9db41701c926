"""RELATION='MAZARS': damage of concrete by extension (r7.01.08).

With e the strains that stress causes, e_i and s_i the principal values of e and of C e, all parameters at the highest temperature so far:

1. r = sum <s_i> / sum |s_i|;  g = -sqrt(sum <s_i>-^2)/sum <s_i>- in pure compression, else 1
2. y = g sqrt(sum <e_i>^2);  D = max(D_, D(y)) where y is above EPSD0, B = r^2 BT + (1 - r^2) BC
3. s = (1 - D) C e
4. tangent: (1 - D) C, less dD/dy times C e <e>/sqrt(sum <e_i>^2) where damage grows, the rates of r, A and B left out, as in
   code_aster; that of rates has no damage, and in plane stress only a tangent of growing damage is without stress across, as there:
   the suite's figures are those of the states so reached.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.large_strain import mandel
from pyaster_lite.fe.tensors import isotropic_stiffness, outer, without_across

from ._mazars import MOST, Mazars, coefficient, principal, warmest


class Extension(Mazars):
    """The law over all cells and points."""

    internal_names = ("ENDO", "INDIENDO", "TEMP_MAX", "EPSEQ")
    needs = Mazars.needs | {"mazars_limit": "MAZARS/EPSD0"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, v = strain.shape[:2], strain.shape[-1], state.internal
        hottest = v[..., 2] if data.step.predicting else warmest(data, v[..., 2], shape)
        young, poisson, words = self.parameters(data, shape, hottest)
        elasticity = isotropic_stiffness(young / (1 + poisson), young / (1 - 2 * poisson), n)
        if data.step.predicting:
            return state.stress, v, (1 - v[..., 0])[..., None, None] * elasticity
        own = self.elastic_strain(strain, data, continuum, poisson)
        damage, slope, size, plus = self.grown(own, own, young, poisson, words, v[..., 0])
        stress = (elasticity @ own[..., None])[..., 0]
        tangent = (1 - damage)[..., None, None] * elasticity
        grows = (damage > v[..., 0]) & (damage < MOST)
        factor = np.where(grows & (size >= 1e-7), slope / np.where(size > 0.0, size, 1.0), 0.0)
        tangent = tangent - factor[..., None, None] * outer(stress, mandel(plus, n))
        if continuum.flat and grows.any():
            tangent = np.where(grows[..., None, None], without_across(tangent), tangent)
        stress = (1 - damage)[..., None] * stress
        if continuum.flat:
            stress[..., 2] = 0.0
        out = np.stack([damage, (damage != 0.0).astype(float), hottest, size], axis=-1)
        return stress, out, tangent

    def grown(self, own, driving, young, poisson, words, before):
        """D and its slope of steps 1 and 2, sqrt(sum <e_i>^2), and <e> (ne, ng, 3, 3).

        own, driving  (ne, ng, ns) the strains that tell r and g, and those whose extensions damage;  before  D before the step
        """
        two_mu, three_k = young / (1 + poisson), young / (1 - 2 * poisson)
        values = principal(own)[0]
        by_axis = two_mu[..., None] * values + ((three_k - two_mu) / 3 * values.sum(axis=-1))[..., None]
        pull, push = np.maximum(by_axis, 0.0).sum(axis=-1), np.minimum(by_axis, 0.0)
        whole = abs(by_axis).sum(axis=-1)
        r = np.where(whole > 1e-10, pull / np.where(whole > 1e-10, whole, 1.0), 1.0)
        r = np.where(r < 1e-5, 0.0, np.where(r > 0.99999, 1.0, r))
        pressed = (abs(push.sum(axis=-1)) > 1e-10) & (r == 0.0)
        g = np.where(pressed, -np.linalg.norm(push, axis=-1) / np.where(pressed, push.sum(axis=-1), 1.0), 1.0)
        values, axes = principal(driving)
        stretched = np.maximum(values, 0.0)
        size = np.linalg.norm(stretched, axis=-1)
        y, first = g * size, words["limit"]
        a, b = coefficient(words, r), r**2 * words["tension_b"] + (1 - r**2) * words["compression_b"]
        found, slope = self.damage(np.maximum(y, first), first, a, b)
        damage = np.where(y > first, np.minimum(np.maximum(before, found), MOST), before)
        return damage, slope * np.where(r == 0.0, g, 1.0), size, np.einsum("...ai,...i,...bi->...ab", axes, stretched, axes)


BEHAVIOURS.add("MAZARS", Extension())
