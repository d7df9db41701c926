"""RELATION='CZM_TAC_MIX': an interface whose opening and slip lose the traction together (r7.02.11; Talon and Curnier).

With p the open part of t = l + r d and |p| its norm, k the largest |e| so far, D the reach, h the slope of the fall:

1.  e = 0 up to sc where nothing has moved yet; e = p/r where it is broken;
2.  e = (|p| - sc)/((r - h) |p|) p where |p| is beyond k (r - h) + sc;  e = k/(k (r - h) + sc) p below.
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import BROKEN, CLOSED, FREE, LOSING, NONE, InterfaceLaw, fragile, largest, share, shifted, state_of, traction_ahead

EDGE = 1e-8
"""Tractions (Pa) below the edge that count as on it, as in code_aster."""


class MixedMode(InterfaceLaw):
    """The law over all cells and points."""

    def words(self, data, shape):
        """Those of RUPT_FRAG."""
        return fragile(data, shape)

    def opened(self, t, old, words, predicting, elastic):
        """Steps 1 and 2."""
        r, h, sc, reach = words["penalty"], words["h"], words["strength"], words["reach"]
        n = t.shape[-1]
        k = largest(old[..., 3], reach)
        open_part = t.copy()
        open_part[..., 0] = np.maximum(t[..., 0], 0.0)
        size = np.sqrt((open_part**2).sum(-1))
        edge = k * (r - h) + sc
        if predicting:
            regime = np.rint(old[..., 1])
        else:
            fresh, gone = k == 0.0, (k >= reach) | (size >= r * reach)
            fresh_regime = np.where(size <= sc, CLOSED, np.where(size >= r * reach, BROKEN, LOSING))
            regime = np.where(fresh, fresh_regime, np.where(gone, BROKEN, np.where(size >= edge - EDGE, LOSING, FREE)))
        safe = np.where(size > 0.0, size, 1.0)
        factor = np.select([regime == CLOSED, regime == BROKEN, regime == LOSING], [0.0, 1 / r, (size - sc) / ((r - h) * safe)], k / edge)
        opening = factor[..., None] * open_part
        shut = t[..., 0] < 0.0
        tangent = np.zeros((*t.shape, n))
        for i in range(n):
            tangent[..., i, i] = np.where(shut, 0.0, factor) if i == 0 else factor
        bend = np.where(regime == LOSING, sc / ((r - h) * safe**3), 0.0)
        tangent += bend[..., None, None] * open_part[..., :, None] * open_part[..., None, :]
        after = np.minimum(np.maximum(k, np.sqrt((opening**2).sum(-1))), reach)
        out = np.zeros_like(old)
        out[..., 0], out[..., 1], out[..., 2] = after, regime, state_of(after, 0.0, reach)
        out[..., 3] = share(after, reach)
        out[..., 4] = words["energy"] * out[..., 3]
        out[..., 6 : 6 + n] = opening
        return opening, out, tangent

    def reaches(self, strain0, strain1, state, data, reach):
        """Tangents of |p|^2 where it is that of a dissipated share grown by the reach; None where a point has no such place."""
        words = self.words(data, strain0.shape[:2])
        grown, traction = traction_ahead(state, reach, words)
        target = traction**2
        t0, t1 = shifted(strain0, strain1, words["penalty"])
        lines = np.full((*target.shape, 4, 2), NONE)
        for half, axes in ((0, slice(1, None)), (2, slice(None))):
            square, cross, rest = ((a[..., axes] * b[..., axes]).sum(-1) for a, b in ((t1, t1), (t1, t0), (t0, t0)))
            moves = square != 0.0
            safe = np.where(moves, square, 1.0)
            inside = (cross / safe) ** 2 - (rest - target) / safe
            for side, sign in enumerate((1.0, -1.0)):
                intensity = -cross / safe + sign * np.sqrt(np.maximum(inside, 0.0))
                normal = t0[..., 0] + intensity * t1[..., 0]
                met = moves & (inside > 0.0) & ((normal >= 0.0) if half else (normal < 0.0))
                slope = 2 * (square * intensity + cross)
                lines[..., half + side, 0] = np.where(met, reach - slope * intensity, NONE)
                lines[..., half + side, 1] = np.where(met, slope, NONE)
        counts = (grown <= 1.0) & (t1 != 0.0).any(axis=-1)
        if (counts & np.isnan(lines[..., 0]).all(axis=-1)).any():
            return None
        return np.where(counts[..., None, None], lines, NONE)


BEHAVIOURS.add("CZM_TAC_MIX", MixedMode())
