"""RELATION='CZM_EXP_MIX': an interface whose opening loses its traction exponentially (r7.02.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import BROKEN, CLOSED, FREE, HELD, LOSING, Opening, fragile, largest


class ExponentialOpening(Opening):
    """As CZM_OUV_MIX with s(k) = sc exp(-sc k/G), broken at 3.2 G/sc; what is dissipated is counted as if the fall was a line."""

    def words(self, data, shape):
        """Of the longer reach."""
        return fragile(data, shape, 3.2)

    def normal(self, tn, old, words):
        """On the falling branch e solves sc exp(-sc e/G) + r e = t."""
        r, sc, reach, rate = words["penalty"], words["strength"], words["reach"], words["strength"] / words["energy"]
        k = largest(old[..., 3], reach)
        s = sc * np.exp(-rate * k)
        where = [tn < 0.0, tn < r * k, tn <= r * k + s, tn < r * reach]
        regime = np.select(where, [CLOSED, FREE, HELD, LOSING], BROKEN)
        opening = np.select(where[:3], [0.0, tn / r, k], tn / r)
        falling = regime == LOSING
        if falling.any():
            x = opening[falling]
            of = [np.broadcast_to(v, tn.shape)[falling] for v in (tn, r, sc, rate)]
            for _ in range(60):
                left = of[2] * np.exp(-of[3] * x)
                step = (left + of[1] * x - of[0]) / (of[1] - of[3] * left)
                x = np.maximum(x - step, 0.0)
                if (abs(step) <= 1e-15 * abs(x)).all():
                    break
            opening[falling] = x
        return regime, opening

    def slope(self, regime, opening, words):
        """Of the exponential on the falling branch."""
        r, rate = words["penalty"], words["strength"] / words["energy"]
        left = words["strength"] * np.exp(-rate * np.maximum(opening, 0.0))
        return np.select([regime == LOSING, (regime == BROKEN) | (regime == FREE)], [1 / (r - rate * left), 1 / r], 0.0)


BEHAVIOURS.add("CZM_EXP_MIX", ExponentialOpening())
