"""The first guess of a step of Hujeux's law, by the consistency of the mechanisms at its start, and the tangent of rates.

With C the elasticity, n_k the normals, m_k the flows, h_kl what hardening brings:
1. guess:   sum_l (-n_k C m_l + h_kl) g_l = -f_k (f_k at the elastic trial),  g >= 0,  ds = C (de - sum g m)
2. tangent: C (1 - sum_kl m_k B_kl n_l C),  B the inverse of (n_k C m_l - h_kl)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import norm

from ._memory import Memory
from ._soil import EPS, MEAN, TINY, Soil, in_planes, size
from ._surfaces import EVEN, Planes, grown_out, history_of
from ._system import RADII, SIZE, SLIPS, STRESS, SWELL, TEARS, Acting, Isotropic


def solved(matrix, right):
    """The solutions of systems (n, m, m), (n, m), and which of them have none."""
    try:
        return np.linalg.solve(matrix, right[..., None])[..., 0], np.zeros(len(right), bool)
    except np.linalg.LinAlgError:
        found, singular = np.zeros_like(right), np.zeros(len(right), bool)
    for i, (a, b) in enumerate(zip(matrix, right, strict=True)):
        try:
            found[i] = np.linalg.solve(a, b)
        except np.linalg.LinAlgError:
            singular[i] = True
    return found, singular


def first_guess(soil: Soil, strain, trial, before, memory: Memory, acting: Acting, change, known, free, forced):
    """The change (n, 18) of the unknowns and where it fails (n,); sets `acting.torn`.

    strain (n, 6) the step, trial (n, 6) the stress whose elasticity serves, before (n, 18) the unknowns at the start,
    change (n, 6) the change of stress where it is `known` (n,), free (n, 3) planes that may not be torn, forced (n,) where the others are.
    """
    n = len(strain)
    found = np.zeros((n, SIZE))
    stress = before[:, STRESS]
    pressure = trial @ EVEN
    failed = pressure >= 0.0
    stiff = soil.stiffening(np.where(failed, soil.pref, pressure))[:, None, None] * soil.elasticity
    elastic = np.einsum("nij,nj->ni", stiff, strain)
    change = np.where(known[:, None], change, elastic)
    ahead = soil.torn(stress + elastic, 2) >= -EPS
    acting.torn[:] = ~free & (ahead | forced[:, None]) & ~failed[:, None]
    acts = acting.any
    alone = ~acts.any(-1) & acting.torn.any(-1)
    change = np.where(alone[:, None], change, soil.confined(stress, change))
    even_only = acts[:, 3] & ~acts[:, :3].any(-1)
    found[even_only & ~failed, STRESS] = change[even_only & ~failed]

    turned, planes = acting.cyclic[:, :3], acts[:, :3]
    radius = np.where(acts, acting.radii(memory), 0.5)
    history = history_of(memory, turned)
    now = Planes(soil, stress, before[:, SWELL], radius[:, :3], history, turned)
    then = Planes(soil, stress + change, before[:, SWELL], radius[:, :3], history, turned)
    iso_now = Isotropic.at(soil, stress, radius[:, 3], now.pc, memory, acting)
    iso = Isotropic.at(soil, stress + change, radius[:, 3], now.pc, memory, acting)
    mobility, _ = soil.mobility(radius[:, :3])
    skipped = (planes & ((now.above / soil.pref <= TINY) | now.torn | then.torn)).any(-1)
    skipped |= acting.cyclic[:, 3] & _no_pressure(soil, stress, stress + change, now.pc, memory)
    out_of_reach = grown_out(soil, before[:, SWELL]) & (acts.any(-1) | acting.torn.any(-1))
    failed = failed | ((out_of_reach | (planes & now.torn).any(-1)) & ~even_only)

    some_turned, hardening = bool(turned.any()), soil.acyc + mobility * (soil.amon - soil.acyc)
    if some_turned:
        facing = then.facing
        open_side = (then.q >= TINY) & (1 + facing / then.safe >= TINY)
        hardening = hardening * np.where(turned & open_side, 1 + facing / then.safe, 1.0)
    flows = np.concatenate([now.flows(mobility), iso_now.flow[:, None], np.broadcast_to(MEAN / 2, (n, 3, 6))], axis=1)
    normals = np.concatenate([then.normals(), iso.normal[:, None], np.broadcast_to(MEAN / 2, (n, 3, 6))], axis=1)
    coupling = -normals @ stiff @ np.swapaxes(flows, 1, 2)

    swelling = _swelling(soil, now, then, mobility, memory, turned, acting.cyclic[:, 3])
    mobile, lever = soil.b * soil.friction * then.above * soil.beta, radius[:, :3]
    if some_turned:
        toward = then.turning / 2
        lever = radius[:, :3] - np.where(turned & ~then.slack, toward / then.safe, 0.0)
    coupling[:, :3, :4] += (mobile * lever)[..., None] * swelling[:, None, :]
    if some_turned:
        odd = radius[:, :3] - np.where(turned & ~then.slack, toward * then.safe, 0.0)
        by_turned = np.where(turned, mobile * (odd - lever), 0.0) * np.where(acting.cyclic[:, 3], swelling[:, 3], 0.0)[:, None]
        coupling[:, :3, 3] += by_turned
    side = np.where(acting.cyclic[:, 3] & (memory.sense == 1.0), -1.0, 1.0)
    start = np.where(acting.cyclic[:, 3], memory.centre, 0.0)
    even = soil.d * now.pc * soil.beta * (radius[:, 3] + side * start)
    row = np.where(turned & ~acting.cyclic[:, 3:], soil.dila * mobility * soil.dilatancy, swelling[:, :3])
    coupling[:, 3, :3] += even[:, None] * row
    coupling[:, 3, 3] += even * np.where(acting.cyclic[:, 3], side, 1.0)
    left = (1 - radius) ** 2
    own = then.grown * left[:, :3] / hardening
    if some_turned:
        own = then.grown * np.where(turned & ~then.slack, 1 + facing / then.safe, 1.0) * left[:, :3] / hardening
        own = np.where((coupling[:, [0, 1, 2], [0, 1, 2]] + own == 0.0) & turned, 2 * then.grown * left[:, :3] / hardening, own)
    coupling[:, [0, 1, 2], [0, 1, 2]] += own
    coupling[:, 3, 3] += soil.d * now.pc * left[:, 3] / iso.softening
    past = np.concatenate([-then.excess, -iso.excess[:, None], -(then.p + 2 * soil.margin - soil.ptrac)], axis=1)
    past[:, 3] = np.where(acting.cyclic[:, 3], past[:, 3], -abs((stress + change) @ EVEN) - radius[:, 3] * soil.d * now.pc)
    past = np.minimum(past, 0.0)
    idle = ~np.concatenate([acts, acting.torn], axis=1)
    idle |= (failed | skipped | even_only)[:, None]
    coupling[idle[:, :, None] | idle[:, None, :]] = 0.0
    points, places = np.nonzero(idle)
    coupling[points, places, places] = 1.0
    past[idle] = 0.0
    slips, singular = solved(coupling, past)
    failed |= singular
    slips = np.maximum(slips, 0.0)
    done = ~(failed | skipped | even_only)

    free_change = np.einsum("nij,nj->ni", stiff, strain - np.einsum("nk,nki->ni", slips, flows))
    whole = np.where(known[:, None], change, free_change)
    change = soil.confined(stress, whole)
    change = np.where(acting.torn.any(-1)[:, None], change, _halved(soil, stress, change, whole))
    bound = np.where(turned, memory.radius[:, :3], 1.0)
    grown = slips[:, :3] * left[:, :3] / hardening
    past_bound = radius[:, :3] + grown > bound
    limited = (bound - radius[:, :3]) / np.where(left[:, :3] == 0.0, 1.0, left[:, :3]) * hardening
    slips[:, :3] = np.where(planes & past_bound, limited, slips[:, :3])
    grown = np.concatenate([slips[:, :3] * left[:, :3] / hardening, (slips[:, 3] * left[:, 3] / iso.softening)[:, None]], axis=1)
    swollen = -(slips[:, :3] * soil.dila * mobility * slopes_of_change(soil, now, whole, planes, turned)).sum(-1)
    swollen = swollen - slips[:, 3] * swelling[:, 3]
    guess = np.zeros_like(found)
    guess[:, STRESS], guess[:, SWELL] = change, np.where(abs(swollen) < 0.1, swollen, 0.0)
    guess[:, RADII], guess[:, SLIPS], guess[:, TEARS] = np.where(acts, grown, 0.0), np.where(acts, slips[:, :4], 0.0), slips[:, 4:]
    found[done] = guess[done]
    return found, failed


def _halved(soil: Soil, stress, change, whole):
    """Changes of stress shortened, from what they were, to half of the stress."""
    now, moved = norm(stress), norm(whole)
    factor = np.where(moved / np.where(now == 0.0, 1.0, now) > 0.5, 0.5 * now / np.where(moved == 0.0, 1.0, moved), 1.0)
    small = np.where(moved / soil.scale > 0.5, -0.5 * soil.pref / np.where(moved == 0.0, 1.0, moved), 1.0)
    factor = np.where(now / soil.scale > TINY, factor, small)
    kept = norm(change) / np.where(moved == 0.0, 1.0, moved)
    return np.where(factor < kept, factor / np.where(kept == 0.0, 1.0, kept), 1.0)[:, None] * change


def slopes_of_change(soil: Soil, now: Planes, change, planes, turned):
    """(n, 3) the slopes that the first swelling goes by: of each plane that acts, the pressure and the deviator of the change of stress
    are those of the plane whose number is its place among the mechanisms, monotone ones first, as code_aster has it.
    """
    monotone, cyclic = planes & ~turned, planes & turned
    place = np.cumsum(monotone, axis=1) - 1
    place = np.where(cyclic, np.cumsum(cyclic, axis=1) - 1 + monotone.sum(axis=1, keepdims=True), np.maximum(place, 0))
    across, along, _ = in_planes(change)
    p, q = (np.take_along_axis(values, np.maximum(place, 0), axis=1) for values in (now.p, size(across, along)))
    pressure = np.where(p / soil.pref > TINY, p, 1e-6 * soil.pref)
    small = q / soil.scale <= TINY
    moved = np.where(turned, np.where(small, 0.0, now.inner / (2 * np.where(small, 1.0, q))), q)
    return soil.dilatancy + moved / pressure


def _no_pressure(soil: Soil, stress, ahead, pc, memory: Memory):
    size = soil.d * pc * memory.centre
    return ((abs(stress @ EVEN) + size) / soil.pref <= TINY) | ((abs(ahead @ EVEN) + size) / soil.pref <= TINY)


def _swelling(soil: Soil, now: Planes, then: Planes, mobility, memory: Memory, turned, turned_evenly):
    """(n, 4) the volume that each slip takes: deviators from the axis at `then`, the rest at `now` but those from the centre."""
    inner = 2 * then.across * then.c + then.along * then.a
    even = np.where(turned_evenly & (memory.sense == 1.0), -1.0, 1.0)
    return np.concatenate([soil.dila * mobility * now.slope(inner), even[:, None]], axis=-1)


def tangent_of_rates(soil: Soil, stress, memory: Memory):
    """(n, 6, 6) the tangent of rates of plastic states, and where there is none (n,)."""
    n = len(stress)
    acting = Acting.of_states(memory)
    acts, turned = acting.any, acting.cyclic[:, :3]
    radius = np.where(acts, acting.radii(memory), 0.5)
    at = Planes(soil, stress, memory.swelling, radius[:, :3], history_of(memory, turned), turned)
    iso = Isotropic.at(soil, stress, radius[:, 3], at.pc, memory, acting)
    failed = (acts[:, :3] & at.torn).any(-1) | (grown_out(soil, memory.swelling) & acts.any(-1))
    mobility, _ = soil.mobility(radius[:, :3])
    hardening = (soil.acyc + mobility * (soil.amon - soil.acyc)) * np.where(turned, 2.0, 1.0)
    flows = np.concatenate([at.flows(mobility), iso.flow[:, None]], axis=1)
    normals = np.concatenate([at.normals(), iso.normal[:, None]], axis=1)
    stiff = soil.stiffness(stress)
    pushed = normals @ stiff
    coupling = -pushed @ np.swapaxes(flows, 1, 2)
    toward = (2 * at.c * at.h[..., 0] + at.a * at.h[..., 1]) / 2
    lever = radius[:, :3] - np.where(turned & (at.q >= TINY), toward / np.where(at.q == 0.0, 1.0, at.q), 0.0)
    by_swelling = np.concatenate([-soil.friction * at.above * soil.b * soil.beta * lever, iso.by_swelling[:, None]], axis=1)
    swells = np.concatenate([soil.dila * mobility * at.slope(), iso.swells[:, None]], axis=1)
    coupling -= by_swelling[..., None] * swells[:, None, :]
    left = (1 - radius) ** 2
    places = np.arange(3)
    coupling[:, places, places] += at.grown * np.where(turned, 2.0, 1.0) * left[:, :3] / hardening
    coupling[:, 3, 3] += soil.d * at.pc * left[:, 3] / iso.softening
    coupling[~acts[:, :, None] | ~acts[:, None, :]] = 0.0
    points, idle = np.nonzero(~acts)
    coupling[points, idle, idle] = 1.0
    pushed = np.where((acts & ~failed[:, None])[..., None], pushed, 0.0)
    coupling[failed] = np.eye(4)
    found = np.zeros((n, 4, 6))
    for j in range(6):
        found[..., j], singular = solved(coupling, -pushed[..., j])
        failed = failed | singular
    return stiff @ (np.eye(6) - np.swapaxes(flows, 1, 2) @ found), failed
