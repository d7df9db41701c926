"""Where the derivatives that code_aster writes down for ALGO_INTE='NEWTON' are not those of the equations (srijac, lkijac).

They decide how close the equations are met once RESI_INTE is, and the tangent that balances the whole. With G = N - (N : n) n the flow,

1. the second rate of h by the deviator s (LKR, srd2hs) has -2 s (x) T, T the rate of det s, where -(s (x) T + T (x) s) stands
2. the rate of n by XIP (LETK, lkdndx) has -2 b^2 s/|s| + 2 b 1 where -b^2 s/|s| + b 1 stands, past the peak
3. XIP grows with XIVP as if the rock dilated (both)
4. where XIVP comes to its end within the step, the viscous limit is taken as if it did not move with it (both)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import deviator, norm, unit

from ._rock import ROOT

STEP = 1e-9


def beside(step, y, active):
    """What 1 and 2 add to the rates (n, ns + 3, ns + 3) of the residual of a `_Step` at y, and whether XIVP comes to its end (n,)."""
    rock, limits, n = step.rock, step.limits, step.n
    at, x, own = step.at(y)
    bend = rock.bend(at) if rock.bends else None

    def part(limit, past, amount):
        """Of one flow by its amount, given F: rates of the strain (n, ns, ns + 3) and of its distortion, and the distortion."""
        f, u = rock.criterion(limit, at)
        normal, sine = rock.normal(limit, u, at), limits.sine(past, x, limit, at)
        along = rock.along(sine, at)
        more = np.zeros((len(y), n, n + 3))
        if bend is not None:
            by_g = rock.parts(limit)[0]
            bent = (1.0 - by_g * limit[0] * rock.push(limit, u))[:, None, None] * bend
            more[..., :n] = bent - along[:, :, None] * (along[:, None, :] @ bent)
        elif past.any():
            more[..., n + 1] = _leaned(rock, limits, past, x, normal, sine, along, at)
        more *= amount(f)[:, None, None]
        flow = deviator(rock.out_of(normal, along))
        size = norm(flow)
        towards = ROOT * flow / np.where(size > 0.0, size, 1.0)[:, None]
        return more, (towards[:, None, :] @ more)[:, 0], ROOT * size * amount(f)

    slipped, grown, _ = part(limits.plastic(x), limits.past(y[:, n + 1]), lambda f: np.where((f >= 0.0) | active, y[:, n], 0.0))
    crept, aged, slip = part(limits.viscous(own), np.zeros(len(y), bool), lambda f: step.dt * rock.speed(limits.creep, f)[0])
    ended = slip > limits.end - step.values[:, 2]
    two_mu, _ = rock.moduli(at.trace)
    found = np.zeros((*y.shape, n + 3))
    found[:, :n] = -2.0 * rock.elasticity(at.trace, n) @ (slipped + crept) / two_mu[:, None, None]
    found[:, n + 1] = grown + np.where((limits.dilates(at, at) & rock.couples)[:, None], aged, 0.0)
    found[:, n + 2] = np.where(ended[:, None], 0.0, aged)
    return found, ended


def _leaned(rock, limits, past, x, normal, sine, along, at):
    """(n, ns) rates of G by XIP, of 2."""
    ahead, behind = (rock.dilatancy(limits.sine(past, x + step, limits.plastic(x + step), at)) for step in (STEP, -STEP))
    b, rate = rock.dilatancy(sine)[:, None], np.where(past, (ahead - behind) / (2.0 * STEP), 0.0)[:, None]
    aside = at.deviator / np.where(at.size > 0.0, at.size, 1.0)[:, None]
    turn = rate * b * (unit(aside.shape[-1]) - b * aside) / (b * b + 3.0) ** 1.5
    by_turn, by_along = ((normal * part).sum(axis=-1, keepdims=True) for part in (turn, along))
    return -by_turn * along - by_along * turn
