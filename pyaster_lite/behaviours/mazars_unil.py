"""RELATION='MAZARS_UNIL': damage of concrete whose cracks close (Mazars, Hamon, Grange 2015; r7.01.08).

With e the strains that stress causes, I their trace, J = sqrt(((e1 - e2)^2 + (e1 - e3)^2 + (e2 - e3)^2)/2), s_i the principal
values of C e:

1. r = sum <s_i> / sum |s_i|
2. t = max(t_, (I/(1 - 2 NU) + J/(1 + NU))/2),  c = max(c_, (I/(1 - 2 NU) + 6 J/(1 + NU))/5)
3. y = r max(t, EPST0) + (1 - r) max(c, EPSC0),  y0 = r EPST0 + (1 - r) EPSC0;  D = D(y) above y0, B = G BT + (1 - G) BC,
   G = r^(r^2 - 2 r + 2), and not below what t_ and c_ give with this r
4. s = (1 - D) C e, tangent (1 - D) C as in code_aster
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.tensors import isotropic_stiffness, without_across

from ._mazars import MOST, Mazars, coefficient, principal, warmest


class Unilateral(Mazars):
    """The law over all cells and points."""

    symmetric = True
    internal_names = ("CRITSIG", "CRITEPS", "ENDO", "EPSEQT", "EPSEQC", "RSIGMA", "TEMP_MAX", "DISSIP")

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, v = strain.shape[:2], strain.shape[-1], state.internal
        hottest = warmest(data, v[..., 6], shape)
        young, nu, words = self.parameters(data, shape, hottest)
        tension, compression = _limits(words, nu)
        two_mu, three_k = young / (1 + nu), young / (1 - 2 * nu)
        elasticity = isotropic_stiffness(two_mu, three_k, n)
        own = self.elastic_strain(strain, data, continuum, nu)
        e, _ = principal(own)
        trace = e.sum(axis=-1)
        s = two_mu[..., None] * e + ((three_k - two_mu) / 3 * trace)[..., None]
        pull, whole = np.maximum(s, 0.0).sum(axis=-1), abs(s).sum(axis=-1)
        enough = whole > abs(young * np.minimum(tension, compression) * 1e-6)
        r = np.clip(np.where(enough, pull / np.where(enough, whole, 1.0), (pull > 0.0).astype(float)), 0.0, 1.0)
        a, share = coefficient(words, r), r ** (r**2 - 2 * r + 2)
        b, first = share * words["tension_b"] + (1 - share) * words["compression_b"], r * tension + (1 - r) * compression

        def grown(t, c):
            y = r * np.maximum(tension, t) + (1 - r) * np.maximum(compression, c)
            found = self.damage(np.maximum(y, first), first, a, b)[0]
            return np.where(y > first, np.clip(found, 0.0, MOST), 0.0)

        apart = np.sqrt(((e[..., 0] - e[..., 1]) ** 2 + (e[..., 0] - e[..., 2]) ** 2 + (e[..., 1] - e[..., 2]) ** 2) / 2)
        t = np.maximum(v[..., 3], (trace / (1 - 2 * nu) + apart / (1 + nu)) / 2)
        c = np.maximum(v[..., 4], (trace / (1 - 2 * nu) + 6 * apart / (1 + nu)) / 5)
        damage = np.maximum(grown(v[..., 3], v[..., 4]), grown(t, c))
        tangent = (1 - damage)[..., None, None] * (without_across(elasticity) if continuum.flat else elasticity)
        if data.step.predicting:
            return state.stress, v, tangent
        stress = (1 - damage)[..., None] * (elasticity @ own[..., None])[..., 0]
        if continuum.flat:
            stress[..., 2] = 0.0
        out = v.copy()
        out[..., 0] = np.linalg.norm(s, axis=-1) * _sign(s) * (1 - damage) / words["stress"]
        out[..., 1] = np.linalg.norm(e, axis=-1) * _sign(e) / words["strain"]
        out[..., 2], out[..., 5], out[..., 6] = damage, r, hottest
        out[..., 3], out[..., 4] = np.where(r > 0.0, t, v[..., 3]), np.where(r < 1.0, c, v[..., 4])
        return stress, np.nan_to_num(out), tangent


def _limits(words, nu):
    """EPST0 and EPSC0, which EPSD0 may give."""
    tension = np.where(np.isnan(words["tension_limit"]), words["limit"], words["tension_limit"])
    return tension, np.where(np.isnan(words["compression_limit"]), words["limit"] / (nu * np.sqrt(2.0)), words["compression_limit"])


def _sign(values):
    """The sign of the largest."""
    return np.sign(np.take_along_axis(values, abs(values).argmax(axis=-1)[..., None], axis=-1)[..., 0])


class AlongLine(Mazars):
    """The law along a line, with its tangent: the strains across are -NU e, J = (1 + NU) |e|."""

    symmetric = foresees = True
    internal_names = Unilateral.internal_names

    def stretch(self, increment, stress, internal, data, total=None):
        """Steps 1 to 4 of the whole strain; ComputationFailed where that is not followed, in bars."""
        if total is None:
            raise ComputationFailed("MAZARS_UNIL is not for bars: the fibres of beams follow it")
        shape, v = total.shape, internal
        hottest = warmest(data, v[..., 6], shape)
        young, nu, words = self.parameters(data, shape, hottest)
        tension, compression = _limits(words, nu)
        trial = young * total
        r = (trial > 0.0).astype(float)
        a, share = coefficient(words, r), r ** (r**2 - 2 * r + 2)
        b, first = share * words["tension_b"] + (1 - share) * words["compression_b"], r * tension + (1 - r) * compression

        def grown(t, c):
            y = r * np.maximum(tension, t) + (1 - r) * np.maximum(compression, c)
            found, slope = self.damage(np.maximum(y, first), first, a, b)
            return np.where(y > first, np.clip(found, 0.0, MOST), 0.0), np.where(y > first, slope, 0.0)

        t = np.maximum(v[..., 3], (total + abs(total)) / 2)
        c = np.maximum(v[..., 4], (total + 6 * abs(total)) / 5)
        before, (now, slope) = grown(v[..., 3], v[..., 4])[0], grown(t, c)
        damage = np.maximum(before, now)
        tangent = young * (1 - damage - np.where((now > before) & (now < MOST), abs(total) * slope, 0.0))
        if data.step.predicting:
            return (1 - damage) * trial, v, tangent
        out = v.copy()
        out[..., 0] = trial * (1 - damage) / words["stress"]
        out[..., 1] = np.sqrt(1 + 2 * nu**2) * total / words["strain"]
        out[..., 2], out[..., 5], out[..., 6] = damage, r, hottest
        out[..., 3], out[..., 4] = np.where(r > 0.0, t, v[..., 3]), np.where(r < 1.0, c, v[..., 4])
        return (1 - damage) * trial, np.nan_to_num(out), tangent


BEHAVIOURS.add("MAZARS_UNIL", Unilateral().with_fibre(AlongLine()))
