"""A step of LETK or LKR in one go from its start (ALGO_INTE='SPECIFIQUE'; r7.01.24, r7.01.40).

1.  trial = stress + C de;  creep: ev = dt A <Fv(trial)/PA>^N Gv, Gv the flow out of the viscous limit at the start
2.  the slip d of the plastic flow Gp of the start, where Fp(trial - C ev) >= 0:
    d = (Fp + N : C (de - ev) + dFp/dx gv + (dFp/dT + 3 K ALPHA tr N) dT)/(N : C Gp - dFp/dx sqrt(2/3) |dev Gp|), at the start, not below 0;
    gv the distortion of creep, which counts where the rock dilates
3.  stress = stress + C (de - ev - d Gp)
4.  tangent, as code_aster has it: C - C Gp x (N : (C - C Gv x p) + dFp/dx q)/(...) - C Gv x p, p = dt dA<>/dF C Nv of the trial
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, outer, unit

from ._rock import ROOT, Rock, distortion


def stepped(rock: Rock, heat, strain, sigma, values, dt, predicting):
    """Stress (n, ns), variables and tangent (n, ns, ns) after strains (n, ns); compression is positive.

    heat  what `rock.limits` wants at the start and at the end, with the expansion and the rise (see the laws)
    values  XIP, GAMMAP, XIVP, GAMMAVP, then what `rock.told` makes
    """
    n = sigma.shape[-1]
    before, after = rock.limits(heat.before), rock.limits(heat.after)
    now = rock.stress(sigma)
    elastic = rock.elasticity(now.trace, n)
    trial = sigma + _by(elastic, strain)
    ahead = rock.stress(trial)
    xip, xiv = values[:, 0], values[:, 2]

    limit_v = before.viscous(xiv)
    fv, uv_ahead = rock.criterion(after.viscous(xiv), ahead)
    normal_v = rock.normal(limit_v, rock.criterion(limit_v, now)[1], now)
    gv = rock.flow(normal_v, before.sine(np.zeros(len(xip), bool), xip, limit_v, now), now)
    speed, speed_rate = rock.speed(after.creep, fv)
    creep = (dt * speed)[:, None] * gv
    slip_v = distortion(creep)
    left = rock.stress(trial - _by(elastic, creep))
    dilates = after.dilates(ahead, left)
    coupled = dilates & rock.couples

    limit = before.plastic(xip)
    f, u = rock.criterion(limit, now)
    rates = before.plastic_rates(xip, limit)
    past = after.past(xip)
    normal = rock.normal(limit, u, now)
    gp = rock.flow(normal, before.sine(past, xip, limit, now), now)
    by_xi = rock.by_limit(limit, rates, u, now)
    pushed = _by(elastic, gp)
    bottom = (normal * pushed).sum(axis=-1) - by_xi * ROOT * np.sqrt((deviator(gp) ** 2).sum(axis=-1))
    if predicting:
        plastic = (values[:, 5] > 0.0) | (values[:, 6] > 0.0)
        return sigma, values, _tangent(rock, after, xiv, elastic, plastic, dt, ahead, uv_ahead, speed_rate, gv, normal, pushed, bottom)
    f_left, u_left = rock.criterion(after.plastic(xip), left)
    if rock.needs_u and (lost := (u_left < 0.0) | (u < 0.0)).any():
        raise LawFailed("a stress is past the apex of a limit of rock", points=lost)
    flows = f_left >= 0.0
    by_heat = rock.by_limit(limit, before.heat_rates(xip), u, now) + heat.expansion * rock.moduli(now.trace)[1] * (normal @ unit(n))
    top = f + (normal * _by(elastic, strain - creep)).sum(axis=-1) + np.where(coupled, by_xi * slip_v, 0.0) + by_heat * heat.rise
    d = np.where(flows, np.maximum(top / bottom, 0.0), 0.0)
    plastic_strain = d[:, None] * gp
    slip = distortion(plastic_strain)
    stress = sigma + _by(elastic, strain - creep - plastic_strain)
    new = values.copy()
    new[:, 0] += slip + np.where(coupled, slip_v, 0.0)
    new[:, 1] += slip
    new[:, 2] += np.where(fv >= 0.0, np.minimum(slip_v, after.end - xiv), 0.0)
    new[:, 3] += slip_v
    new[:, 4], new[:, 5], new[:, 6] = dilates, fv >= 0.0, flows
    rock.tell(new, after, strain, heat, creep, plastic_strain, stress)
    acts = flows | (fv >= 0.0)
    tangent = _tangent(
        rock, after, xiv, elastic, acts, dt, ahead, uv_ahead, speed_rate, gv, normal, pushed, bottom, np.where(coupled, by_xi, 0.0), creep
    )
    return stress, new, tangent


def _by(matrix, vector):
    return np.einsum("nij,nj->ni", matrix, vector)


def _tangent(rock, after, xiv, elastic, acts, dt, ahead, u, speed_rate, gv, normal, pushed, bottom, by_xi=0.0, creep=None):
    """Step 4; elastic where nothing acts."""
    ahead_normal = rock.normal(after.viscous(xiv), u, ahead)
    p = (dt * speed_rate)[:, None] * _by(elastic, ahead_normal)
    pushed_v = _by(elastic, gv)
    top = np.einsum("nij,ni->nj", elastic - outer(pushed_v, p), normal)
    if creep is not None:
        slip = distortion(creep)
        turn = 2.0 / 3.0 * deviator(creep) / np.where(slip > 0.0, slip, 1.0)[:, None]
        top = top + (by_xi * dt * speed_rate * (ahead_normal * turn).sum(axis=-1))[:, None] * pushed_v
    found = elastic - outer(pushed, top / bottom[:, None]) - outer(pushed_v, p)
    return np.where(acts[:, None, None], found, elastic)
