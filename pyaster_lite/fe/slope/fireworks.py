"""Slip surfaces of any shape: the one that resists least by the enhanced fireworks algorithm (u4.84.47).

A surface is (x of its left end, ordinates between slices, x of its right end). Sparks around each surface move some of its numbers, the
further the less it is good; further points that would break its bounds are drawn again. The best one stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .profile import NEAR, Profile, SlopeFailed


@dataclass
class Display:
    """How many sparks fly and how far.

    rounds at most, or `still` ones that gain less than `gain`; `first` and `last` the least reach at the start and at the end;
    `drawn` sparks go towards the best surface; shares (least, most) of the sparks that one surface throws
    """

    rounds: int
    reach: float
    first: float
    last: float
    surfaces: int
    sparks: int
    drawn: int
    shares: tuple[float, float]
    still: int
    gain: float


@dataclass
class Bounds:
    """Where numbers of a surface may be.

    left, right  (least, most) abscissas of the ends;  slices: how many
    margin       how far points stay below the ground, None for the height of a cell there
    """

    profile: Profile
    left: tuple[float, float]
    right: tuple[float, float]
    slices: int
    margin: float | None = None

    def of(self, surface, place, turned):
        """(least, most) of one number given those before it; `turned` surfaces start from their right end."""
        last = self.slices
        ends = (self.left, self.right)
        if place == 0:
            return ends[turned]
        if place == last:
            return ends[not turned]
        profile = self.profile
        start, end = surface[0], surface[-1]
        width = (end - start) / self.slices
        x = start + place * width
        y_end = profile.at(end)
        x2, y2 = (start, profile.at(start)) if place == 1 else (x - width, surface[place - 1])
        most = min(self._below_chord(x, x2, y2, end, y_end), profile.at(x) - self._margin(x))
        active = profile.rising == turned
        sign = -1.0 if turned else 1.0
        if place == 1:
            opening = np.pi / 3 if active else np.pi / 4
            least = profile.at(start) + np.tan(profile.angle_at(start, turned) - sign * opening) * width
        else:
            x1, y1 = x - 2 * width, profile.at(start) if place == 2 else surface[place - 2]
            least = ((x1 - x) * y2 + (x - x2) * y1) / (x1 - x2)
            if place == last - 1 and active:
                least = max(least, y_end + np.tan(profile.angle_at(end, turned) - sign * np.pi / 4) * width)
        return max(least, profile.bottom), most

    def _below_chord(self, x, x2, y2, end, y_end):
        """The ordinate at x of the chord from (x2, y2) to the end, or to a break of the surface below it."""
        most = ((x2 - x) * y_end + (x - end) * y2) / (x2 - end)
        slope = (y2 - most) / (x2 - x)
        for px, py in self.profile.breaks[0]:
            if px <= x2:
                continue
            if px >= end:
                break
            if slope * (px - x2) + y2 - py > NEAR:
                most = min(most, ((x2 - x) * py + (x - px) * y2) / (x2 - px))
        return most

    def _margin(self, x):
        return self.margin if self.margin is not None else self.profile.cell_height(x)


class Fireworks:
    """The algorithm; `draw` is a numpy.random.RandomState, `factor` that of a surface."""

    def __init__(self, bounds: Bounds, display: Display, factor: Callable[[np.ndarray], float], draw):
        self.bounds, self.display, self.factor, self.draw = bounds, display, factor, draw
        self.tried: list[np.ndarray] = []

    def run(self, given: np.ndarray | None = None) -> tuple[np.ndarray, float, list[float]]:
        """(the best surface, its factor, the least factor of each round); `given` takes the place of the first surface drawn."""
        show, draw = self.display, self.draw
        count = show.surfaces
        surfaces = np.zeros((count, self.bounds.slices + 1))
        surfaces[:, 0] = draw.uniform(*self.bounds.left, size=count)
        surfaces[:, -1] = draw.uniform(*self.bounds.right, size=count)
        for row in range(count):
            start, _, turned = self._turned(surfaces[row].copy(), 1, True)
            made = self._from(start, 1, turned, check=False, again=True)
            if made is None:
                raise SlopeFailed("no slip surface could be drawn: the bands of its ends or the ground are too narrow")
            surfaces[row] = self._back(made, True)
        if given is not None:
            surfaces[0] = given
        fits = self._factors(surfaces)
        best = int(np.argmin(fits))
        history, still = [fits[best]], 0
        chosen, least = surfaces[best].copy(), fits[best]
        for turn in range(1, show.rounds + 1):
            if still >= show.still:
                break
            numbers, reaches = self._shared(fits, least, turn)
            sparks = [self._spark(surface, reach) for surface, n, reach in zip(surfaces, numbers, reaches) for _ in range(n)]
            heard = self._factors(sparks)
            towards = [self._towards(surfaces, best) for _ in range(show.drawn)]
            everyone = np.array([*surfaces, *sparks, *towards])
            every = np.concatenate([fits, heard, self._factors(towards)])
            still = still + 1 if abs(least - every.min()) < show.gain else 0
            chosen, least = everyone[every.argmin()].copy(), every.min()
            surfaces[0], fits[0], best = chosen, least, 0
            history.append(least)
            if count > 1:
                rows = self._kept(every, least, count - 1)
                surfaces[1:], fits[1:] = everyone[rows], every[rows]
        return chosen, float(least), [float(value) for value in history]

    def _factors(self, surfaces):
        self.tried += [surface.copy() for surface in surfaces]
        return np.array([self.factor(surface) for surface in surfaces], float)

    def _shared(self, fits, least, turn):
        """How many sparks each surface throws, and how far."""
        show, tiny = self.display, 1e-8
        worst = fits.max()
        low, high = (share * show.sparks for share in show.shares)
        numbers = show.sparks * (worst - fits + tiny) / ((worst - fits).sum() + tiny)
        numbers = [round(value) for value in np.clip(numbers, low, high)]
        shrinking = np.sqrt((2 * show.rounds - turn - 1) * (turn - 1))
        narrow = show.first - (show.first - show.last) / show.rounds * shrinking
        reaches = show.reach * (fits - least + tiny) / ((fits - least).sum() + tiny)
        return numbers, np.maximum(reaches, narrow)

    def _spark(self, surface, reach):
        return self._moved(surface, lambda place, own: reach * self.draw.uniform(-1, 1))

    def _towards(self, surfaces, best):
        lucky = int(self.draw.rand() * len(surfaces)) - 1
        return self._moved(surfaces[lucky], lambda place, own: (surfaces[best, place] - own[place]) * self.draw.normal(1, 1))

    def _moved(self, surface, by):
        """A surface some of whose numbers have moved, as long as its bounds can be kept."""
        own = surface.copy()
        passive = round(self.draw.rand()) == 1
        for place in range(len(own)):
            if round(self.draw.rand()) == 1:
                moved = own.copy()
                moved[place] += by(place, own)
                made = self._from(*self._turned(moved, place, passive), check=True, again=passive)
                if made is None:
                    break
                own = self._back(made, passive)
        return own

    def _turned(self, surface, place, passive):
        """The surface, a place of it and whether it was turned, so that it starts from its passive end (or from the other one)."""
        if self.bounds.profile.rising == passive:
            return surface, place, False
        return surface[::-1].copy(), self.bounds.slices - place, True

    def _back(self, surface, passive):
        return surface if self.bounds.profile.rising == passive else surface[::-1].copy()

    def _from(self, surface, place, turned, check, again):
        """The surface with numbers from a place on drawn within their bounds, those that keep them left with `check`; None in vain.

        `again` goes back where later numbers have no room, else only the numbers before count, as they were.
        """
        last = len(surface) if check else len(surface) - 1
        if place == last:
            return surface
        before = surface.copy()
        if not again:
            for number in range(place, last):
                least, most = self.bounds.of(before, number, turned)
                if most < least:
                    return None
                if not least <= before[number] <= most:
                    before[number] = self.draw.uniform(least, most)
            return before
        least, most = self.bounds.of(surface, place, turned)
        if most < least:
            return None
        for _ in range(2):
            if not check or not least <= before[place] <= most:
                surface[place] = self.draw.uniform(least, most)
            made = self._from(surface, place + 1, turned, check, True)
            if made is not None:
                return made
        return None

    def _kept(self, every, least, count):
        """Rows chosen by the roulette, the better the likelier."""
        if abs(every.max() - least) < NEAR:
            return self.draw.randint(0, len(every), count)
        shares = np.cumsum((every.max() - every) / (every.max() - least))
        return np.searchsorted(shares, self.draw.uniform(0, shares[-1], count))
