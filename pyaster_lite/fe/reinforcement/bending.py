"""Bars of bending of sections under moments of any sign (r7.04.05), and the strength of sections with bars."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.reinforcement.search import least_bars
from pyaster_lite.fe.reinforcement.section import OVERLOADED, UNBALANCED, Bars, Section, Wishes

_ROWS = 300
_TINY = np.finfo(float).eps


def bars_of(limit, section: Section, moment: np.ndarray, normal: np.ndarray, wishes: Wishes) -> Bars:
    """The bars of one section under n pairs of a moment (positive compresses the upper fibre) and a normal force (compression)."""
    found = Bars.none(len(moment))
    for start in range(0, len(moment), _ROWS):
        rows = np.arange(start, min(start + _ROWS, len(moment)))
        up = moment[rows] >= 0
        for own, turned in ((rows[up], False), (rows[~up], True)):
            if own.size:
                found.put(own, _one_sign(limit, section, moment[own], normal[own], wishes, own, turned))
    return found


def _one_sign(limit, section, moment, normal, wishes, rows, turned):
    limit = limit.of(rows)
    seen, laid = (limit.turned(), section.turned()) if turned else (limit, section)
    bars, solved, possible = seen.direct(laid, np.abs(moment), normal, wishes)
    rest = np.flatnonzero(~solved)
    if rest.size:
        bars.put(rest, Bars.none(rest.size))
        rest = rest[~_bare(limit.of(rest), section, moment[rest], normal[rest])]
    if rest.size:
        bars.put(rest, least_bars(seen.of(rest), laid, np.abs(moment[rest]), normal[rest], wishes, possible[rest]))
    if not wishes.compressed:
        crushed = ((bars.lower > 0) & (bars.lower_stress > 0)) | ((bars.upper > 0) & (bars.upper_stress > 0))
        if crushed.any():
            lost = Bars.none(int(crushed.sum()))
            lost.error[:] = OVERLOADED
            bars.put(crushed, lost)
    return bars.turned() if turned else bars


def _bare(limit, section, moment, normal):
    """Whether concrete alone carries the moment and the force."""
    force, turn, half = diagram(limit, section, np.zeros(1), np.zeros(1))
    force, turn = np.broadcast_to(force, (len(moment), force.shape[1])), np.broadcast_to(turn, (len(moment), turn.shape[1]))
    within = (normal >= force[:, 0]) & (normal <= force[:, half - 1])
    greatest, _ = _bound(force[:, :half], turn[:, :half], normal, rising=True)
    least, _ = _bound(force[:, half - 1 :], turn[:, half - 1 :], normal, rising=False)
    return within & (moment <= greatest) & (moment >= least)


def diagram(limit, section: Section, lower: np.ndarray, upper: np.ndarray):
    """(forces, moments, k) the limit curve of a section with bars (n,): k points of positive moments, then those of negative ones."""
    above = limit.grid(section, 100, curve=True, upset=False)
    below = limit.turned().grid(section.turned(), 100, curve=True, upset=True)
    forces, moments = [], []
    for states, sign, own, first, second in ((above, 1.0, section, upper, lower), (below, -1.0, section.turned(), lower, upper)):
        arm, other = 0.5 * own.height - own.upper, own.effective - 0.5 * own.height
        pulled, pushed = second[:, None] * states.tensioned, first[:, None] * states.compressed
        step = slice(None) if sign > 0 else slice(None, None, -1)
        forces.append((pulled + pushed + states.normal)[:, step])
        moments.append(sign * (pushed * arm - pulled * other + states.moment)[:, step])
    return np.concatenate(forces, axis=1), np.concatenate(moments, axis=1), above.depth.shape[-1]


def _bound(force, turn, normal, rising):
    """(moment, at an end) of a half diagram at a normal force; the first point is never looked at on the falling half."""
    reached = force >= normal[:, None] if rising else force <= normal[:, None]
    if not rising:
        reached[:, 0] = False
    spot = np.where(reached.any(axis=1), reached.argmax(axis=1), force.shape[1] - 1)
    rows, before = np.arange(len(normal)), np.maximum(spot - 1, 0)
    rise, step = turn[rows, spot] - turn[rows, before], force[rows, spot] - force[rows, before]
    with np.errstate(all="ignore"):
        between = rise / step * (normal - force[rows, before]) + turn[rows, before]
    mean = 0.5 * (turn[rows, before] + turn[rows, spot])
    ends = (spot == (0 if rising else 1)) | (spot == force.shape[1] - 1)
    return np.where(spot == 0, turn[:, 0], np.where(np.abs(step) > _TINY, between, mean)), ends


def biaxial(limits, sections, moments, normal, bars, strength, wishes: Wishes):
    """Enlarge the bars of both directions until Bresler's sum of ratios is below one: ten per cent more at a time (EN 1992-1-1, 5.8.9).

    limits, sections, moments, bars  a pair each: of the first bending direction and of the other
    strength  (concrete, (n,) steel) strengths of the whole section
    Changes the bars, with UNBALANCED where a hundred steps are not enough.
    """
    area = sections[0].height * sections[0].width
    active = np.arange(len(normal))
    total = np.full(len(normal), 1.5)
    for step in range(1, 101):
        steel = sum(one.lower[active] + one.upper[active] for one in bars)
        known = np.ones(active.size, bool)
        most = []
        for limit, section, moment, one in zip(limits, sections, moments, bars):
            own, good = _resisting(limit.of(active), section, one, active, moment[active], normal[active])
            known &= good
            most.append(own)
        share = normal[active] / (area * strength[0] + steel * np.broadcast_to(strength[1], len(normal))[active])
        power = np.interp(share, (0.1, 0.7, 1.0), (1.0, 1.5, 2.0))
        with np.errstate(all="ignore"):
            ratios = sum((moment[active] / own) ** power for moment, own in zip(moments, most))
        usable = np.all([np.abs(own) > _TINY for own in most], axis=0)
        total[active] = np.where(known, np.where(usable, ratios, total[active]), 1.5)
        more = total[active] > 1
        active, steel = active[more], steel[more]
        if not active.size:
            return
        _enlarge(bars, active, steel, wishes)
        if step == 100:
            for one in bars:
                one.lower[active] = one.upper[active] = -1.0
                one.error[active] = UNBALANCED


def _resisting(limit, section, bars, rows, moment, normal):
    """(moment, whether it is known) that the section carries on the side of the acting one, under the normal force."""
    force, turn, half = diagram(limit, section, bars.lower[rows], bars.upper[rows])
    first, at_end = _bound(force[:, :half], turn[:, :half], normal, rising=True)
    second, at_other = _bound(force[:, half - 1 :], turn[:, half - 1 :], normal, rising=False)
    side = np.where(moment >= 0, 1.0, -1.0)
    return side * np.maximum(np.maximum(side * first, side * second), 0.0), ~(at_end | at_other)


def _enlarge(bars, rows, steel, wishes):
    bare = steel < _TINY
    start = np.where(bare, 100.0 / wishes.length**2, steel)
    for one in bars:
        lower, upper = one.lower[rows], one.upper[rows]
        if wishes.symmetric:
            lower = upper = 0.5 * (lower + upper)
        one.lower[rows] += 0.1 * np.where(bare, 0.25 * start, lower)
        one.upper[rows] += 0.1 * np.where(bare, 0.25 * start, upper)
