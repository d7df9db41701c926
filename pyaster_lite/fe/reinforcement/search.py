"""The search of the least bars over states of a section, common to all limit states (r7.04.05, section 3)."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from pyaster_lite.fe.reinforcement.section import ASYMMETRIC, OVERLOADED, Bars, Section, Wishes

_TINY = np.finfo(float).eps


@dataclass
class States:
    """States of a section under positive moment, arrays (..., k): depth of the neutral axis over d, stresses of the compressed and the
    tensioned bars, force and moment of the concrete, stresses of the more and of the less compressed fibre."""

    depth: np.ndarray
    compressed: np.ndarray
    tensioned: np.ndarray
    normal: np.ndarray
    moment: np.ndarray
    top: np.ndarray
    bottom: np.ndarray

    def select(self, pick) -> States:
        """Some of the states."""
        return States(*(pick(getattr(self, one.name)) for one in fields(self)))

    @classmethod
    def join(cls, *parts: States) -> States:
        """One list after the other."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts], axis=-1) for one in fields(cls)))

    def spread(self, n: int) -> States:
        """The same, with a row for each of n sections."""
        return self.select(lambda values: np.broadcast_to(values, (n, values.shape[-1])))


def balance(section: Section, states: States, moment, normal):
    """(compressed, tensioned, residual) the areas that balance a force and a moment; what is left of the force where they cannot."""
    upper, lower = 0.5 * section.height - section.upper, section.effective - 0.5 * section.height
    force, turn = normal - states.normal, moment - states.moment
    first, second = states.compressed, states.tensioned
    below, beside = first * upper, -second * lower
    whole = first * beside - second * below
    with np.errstate(all="ignore"):
        regular = np.abs(whole) > _TINY
        compressed, tensioned = (force * beside - second * turn) / whole, (first * turn - below * force) / whole
        by_upper, by_lower = np.abs(first) > _TINY, np.abs(second) > _TINY
        compressed = np.where(regular, compressed, np.where(by_upper, turn / below, np.where(by_lower, 0.0, -1.0)))
        tensioned = np.where(regular, tensioned, np.where(by_upper, 0.0, np.where(by_lower, turn / beside, -1.0)))
        left = np.where(by_upper, force - first * compressed, np.where(by_lower, force - second * tensioned, -1.0))
    return compressed, tensioned, np.where(regular, 0.0, left)


def least_bars(limit, section: Section, moment, normal, wishes: Wishes, possible) -> Bars:
    """The least bars under positive moments and normal forces (n,), the upper ones being those in compression.

    1. areas that balance each state of the limit's list; 2. between two states where an area changes sign, the state where it is
    about nil, found by one secant, unless it is a pole; 3. of the states with areas that the wishes allow the first of the least sum.
    possible  (n,) whether single bars were found, which were not symmetric
    """
    n, turn, force = len(moment), moment[:, None], normal[:, None]
    states = limit.grid(section, wishes.steps).spread(n)
    compressed, tensioned, residual = limit.areas(section, states, turn, force)
    rows, spots, between, more = _roots(limit, section, states, compressed, tensioned, residual, moment, normal)
    rank = np.concatenate([np.tile(2 * np.arange(states.depth.shape[1]), n), 2 * spots + 1])
    row = np.concatenate([np.repeat(np.arange(n), states.depth.shape[1]), rows])
    every = States.join(states.select(np.ravel), between)
    first, second = np.concatenate([compressed.ravel(), more[0]]), np.concatenate([tensioned.ravel(), more[1]])
    left = np.concatenate([residual.ravel(), np.zeros(len(rows))])
    fits = (np.abs(left) < _TINY) & (first >= 0) & (second >= 0)
    wanted = fits.copy()
    if not wishes.compressed:
        wanted &= ((every.compressed <= 0) | (first < _TINY)) & ((every.tensioned <= 0) | (second < _TINY))
    if wishes.symmetric:
        wanted &= np.abs(first - second) <= wishes.tolerance
    some = np.zeros(n, bool)
    some[row[fits]] = True
    bars = Bars.none(n)
    order = np.flatnonzero(wanted)
    order = order[np.lexsort((rank[order], (first + second)[order], row[order]))]
    owner, start = np.unique(row[order], return_index=True)
    best = order[start]
    _store(bars, owner, every, best, first, second)
    lost = np.ones(n, bool)
    lost[owner] = False
    crushed = lost & some & (not wishes.compressed)
    skew = lost & ~crushed & (some | possible) & wishes.symmetric
    bars.error[crushed], bars.error[skew] = OVERLOADED, ASYMMETRIC
    return bars


def _store(bars, owner, every, best, first, second):
    bars.upper[owner], bars.lower[owner] = first[best], second[best]
    bars.upper_stress[owner], bars.lower_stress[owner] = every.compressed[best], every.tensioned[best]
    bars.upper_fibre[owner], bars.lower_fibre[owner] = every.top[best], every.bottom[best]
    bars.depth[owner] = every.depth[best]
    bars.plain[owner] = False


def _roots(limit, section, states, compressed, tensioned, residual, moment, normal):
    """(section, interval, states, areas) of the intervals with a root of an area."""
    crossing = [areas[:, :-1] * areas[:, 1:] < 0 for areas in (compressed, tensioned)]
    rows, spots = np.nonzero(crossing[0] | crossing[1])
    at = (rows, spots)
    after = (rows, spots + 1)
    nil = [one[at] for one in crossing]
    left = sum(np.where(one, areas[at], 0.0) for one, areas in zip(nil, (compressed, tensioned)))
    right = sum(np.where(one, areas[after], 0.0) for one, areas in zip(nil, (compressed, tensioned)))
    with np.errstate(all="ignore"):
        depth = states.depth[at] + (states.depth[after] - states.depth[at]) / (1.0 + np.abs(right / left))
        between = limit.at(section, depth, rows)
        found = limit.areas(section, between, moment[rows], normal[rows])[:2]
    keep = (residual[at] == 0) & (residual[after] == 0)
    for one, own, areas in zip(nil, found, (compressed, tensioned)):
        before, behind = areas[at], areas[after]
        pole = np.where(own * before > 0, ~(np.abs(own) < np.abs(before)), (own * behind > 0) & ~(np.abs(own) < np.abs(behind)))
        keep &= np.where(one, ~pole, (before >= 0) & (behind >= 0))
    more = [np.where(one, 0.0, own)[keep] for one, own in zip(nil, found)]
    return rows[keep], spots[keep], between.select(lambda values: np.broadcast_to(values, rows.shape)[keep]), more
