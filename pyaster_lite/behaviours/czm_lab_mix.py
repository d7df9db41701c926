"""RELATION='CZM_LAB_MIX': steel and concrete slipping on one another (r7.02.11; Lorentz, Champain, 2019).

In the axes that CINEMATIQUE leaves free, p of t = l + r d, its norm |p|, k the largest |e| so far:

1.  s(e) = s0 (e/d0)^a/(e/d0 + 1)^(a + b),  d0 = dc b/a,  s0 = sc (a + b)^(a + b)/(a^a b^b): its largest value is sc
2.  |e| = |p|/r up to r k, k up to r k + s(k), then the root of s(|e|) + r |e| = |p|;  e along p.
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._bracket import between
from ._interface import FREE, HELD, LOSING, InterfaceLaw, shifted
from ._joint import read

OPENING, ONE_WAY, TWO_WAYS = 0, 1, 2


class Bond(InterfaceLaw):
    """The law over all cells and points."""

    needs = {"bond_strength": "CZM_LAB_MIX"}
    internal_names = ("SEUILDEP", "INDIDISS", "SAUT_N", "SAUT_T1", "SAUT_T2")

    def words(self, data, shape):
        """Those of CZM_LAB_MIX, with s0 and d0."""
        names = ("strength", "slip", "alpha", "beta", "penalty", "kinematics")
        sc, dc, a, b, penalty, kinematics = read(data, shape, **{f"bond_{name}": None for name in names})
        s0 = sc * (a + b) ** (a + b) / (a**a * b**b)
        return {"slip": dc, "a": a, "b": b, "s0": s0, "d0": dc * b / a, "penalty": penalty * sc / dc, "kinematics": kinematics}

    @staticmethod
    def traction(x, words):
        """s and its slope at x d0."""
        a, b, s0 = words["a"], words["b"], words["s0"]
        safe = np.where(x > 0.0, x, 1.0)
        value = np.where(x > 0.0, s0 * safe**a / (safe + 1) ** (a + b), 0.0)
        return value, s0 / words["d0"] * (a - b * safe) * safe ** (a - 1) / (safe + 1) ** (a + b + 1)

    @staticmethod
    def _free(t, words):
        """Which axes are free, as numbers (ne, ng, nd)."""
        kinematics = words["kinematics"]
        free = np.ones(t.shape)
        free[..., 0] = (kinematics == OPENING) & (t[..., 0] >= 0.0)
        if t.shape[-1] == 3:
            free[..., 2] = kinematics != ONE_WAY
        return free

    def opened(self, t, old, words, predicting, elastic):
        """Step 2."""
        r, k, n = words["penalty"], old[..., 0], t.shape[-1]
        free = self._free(t, words)
        part = free * t
        size = np.sqrt((part**2).sum(-1))
        along = np.zeros_like(part)
        along[..., 1] = 1.0
        along = np.where((size > 0.0)[..., None], part / np.where(size > 0.0, size, 1.0)[..., None], along)
        held, _ = self.traction(k / words["d0"], words)
        if predicting:
            regime = np.rint(old[..., 1])
        else:
            regime = np.where(size < r * k, FREE, np.where(size <= r * k + held, HELD, LOSING))
        slipped = np.where(regime == FREE, size / r, k)
        losing = regime == LOSING
        if losing.any():
            slipped = np.where(losing, self._solved(size, words, losing), slipped)
        used = np.where(losing, HELD, regime) if elastic else regime
        _, falling = self.traction(slipped / words["d0"], words)
        slope = np.select([used == FREE, used == LOSING], [1 / r, np.where(slipped > 0.0, 1 / (r + falling), 0.0)], 0.0)
        ratio = np.where(size > 0.0, slipped / np.where(size > 0.0, size, 1.0), 0.0)
        tangent = (slope - ratio)[..., None, None] * along[..., :, None] * along[..., None, :]
        for i in range(n):
            tangent[..., i, i] += ratio * free[..., i]
        opening = slipped[..., None] * along
        out = np.zeros_like(old)
        out[..., 0], out[..., 1] = np.maximum(k, slipped), regime
        out[..., 2 : 2 + n] = opening
        return opening, out, tangent

    def _solved(self, size, words, where):
        """The slip where s(x) + r x = |p|: Newton's method on a log scale, kept between bounds."""
        own = {name: np.broadcast_to(value, size.shape)[where] for name, value in words.items()}
        target, r, d0 = size[where], own["penalty"], own["d0"]
        most = target / r

        def unmet(x):
            value, slope = self.traction(x / d0, own)
            return value + r * x - target, slope + r

        x, _ = between(unmet, most, 0.0, most, lost="CZM_LAB_MIX: no slip balances the traction")
        result = np.zeros_like(size)
        result[where] = x
        return result

    def reaches(self, strain0, strain1, state, data, reach):
        """Lines of unit slope through where |p| is that of a slip grown by dc times the reach; None where there is no such place."""
        words = self.words(data, strain0.shape[:2])
        ahead = state.internal[..., 0] + words["slip"] * reach
        target = self.traction(ahead / words["d0"], words)[0] + words["penalty"] * ahead
        t0, t1 = shifted(strain0, strain1, words["penalty"])
        opening = words["kinematics"] == OPENING
        lines = np.full((*target.shape, 4, 2), np.nan)
        inside = np.zeros(target.shape, bool)
        for half, across in ((0, True), (2, False)):
            mask = np.ones(t0.shape)
            mask[..., 0] = across
            if t0.shape[-1] == 3:
                mask[..., 2] = words["kinematics"] != ONE_WAY
            square, cross, rest = ((mask * a * b).sum(-1) for a, b in ((t1, t1), (t1, t0), (t0, t0)))
            moves = square > abs(rest - target**2) * 1e-150
            safe = np.where(moves, square, 1.0)
            gap = (cross / safe) ** 2 - (rest - target**2) / safe
            inside |= ~moves & (rest <= target**2) & (opening == across)
            for side, sign in enumerate((1.0, -1.0)):
                intensity = -cross / safe + sign * np.sqrt(np.maximum(gap, 0.0))
                normal = t0[..., 0] + intensity * t1[..., 0]
                admitted = (opening & ((normal >= 0.0) if across else (normal < 0.0))) | (~opening & (not across))
                met = moves & (gap > 0.0) & admitted
                lines[..., half + side, 0] = np.where(met, reach - sign * intensity, np.nan)
                lines[..., half + side, 1] = np.where(met, sign, np.nan)
        if (np.isnan(lines[..., 0]).all(axis=-1) & ~inside).any():
            return None
        return lines


BEHAVIOURS.add("CZM_LAB_MIX", Bond())
