"""RELATION='DIS_ECRO_CINE': discretes whose unknowns yield each by itself, hardening by moving (r5.03.17, dinon3 of code_aster).

Along an axis where the material acts, with k the elastic stiffness, u_p what stays, a what has hardened, and

    F = k (u - u_p),   X(a) = KCIN a / (1 + |KCIN a / LIMU|^PUIS)^(1 / PUIS),  KCIN a without PUIS,   |F - X| <= LIMY

1.  trial  F_e = k (u' - u_p);  elastic where |F_e - X| <= LIMY or nothing moves
2.  with s the way it moves:  da = u' - u + (F - X) / k - s LIMY / k,   du_p = da - s |X' - X| / k
3.  the work lost grows by |LIMY du_p| + (X + X') du_p / 2

Internal variables: u_p, a, the work lost, of each unknown.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._growing_device import GrowingDevice, refuse_others, step_of

LEAST = np.finfo(float).tiny
NAMES = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


class MovingLimit(GrowingDevice):
    """The law over all discretes of a group."""

    told_once = True
    internal_names = tuple(f"DIS{i}" for i in range(1, 19))
    needs = {"moving_limit": "DIS_ECRO_CINE"}

    def secants(self, data, link, own, before):
        """By the equations above; `moving_limit` (6, 4) is LIMY, KCIN, PUIS, LIMU of each unknown, NaN where it is not given."""
        given = data.property("moving_limit")
        refuse_others(link.names, {name: ~np.isnan(given[:, i]).all(axis=1) for i, name in enumerate(NAMES)}, "DIS_ECRO_CINE")
        given = given[:, [NAMES.index(name) for name in link.names]]
        acts = ~np.isnan(given).all(axis=2)
        limit, rate, power, most = np.where(np.isnan(given), -1.0, given).transpose(2, 0, 1)
        count = own.shape[1]
        kept = before[:, : 3 * count].reshape(len(own), count, 3)
        stays, hardened, lost = kept.transpose(2, 0, 1)
        step = step_of(link)
        moves = acts & (abs(step) > LEAST)
        held, trial = own * (link.earlier - stays), own * (link.moved - stays)
        centre = _centre(hardened, rate, power, most)
        yields = moves & (abs(trial - centre) > limit)
        stiff, way = np.where(own == 0.0, 1.0, own), np.where(step >= 0.0, 1.0, -1.0)
        more = np.where(yields, step + (held - centre) / stiff - way * limit / stiff, 0.0)
        new = _centre(hardened + more, rate, power, most)
        left = np.where(yields, more - way * abs(new - centre) / stiff, 0.0)
        secant = abs(own * (link.moved - stays - left) - held) / np.where(yields, abs(step), 1.0)
        after = before.copy()
        work = abs(limit * left) + 0.5 * (new + centre) * left
        after[:, : 3 * count] = np.stack([stays + left, hardened + more, lost + work], axis=2).reshape(len(own), -1)
        return np.where(yields, secant, own), after


def _centre(hardened, rate, power, most):
    """X."""
    curved = power > 0.0
    share = np.where(curved, abs(hardened) * rate / np.where(curved, most, 1.0), 0.0)
    power = np.where(curved, power, 1.0)
    return hardened * rate / np.where(curved, (1.0 + share**power) ** (1.0 / power), 1.0)


BEHAVIOURS.add("DIS_ECRO_CINE", MovingLimit())
