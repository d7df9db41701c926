"""Statistics of shocks in archived transients: moments of motions and forces, contacts counted, impacts, wear.

The samples are cut into blocks of equal numbers (what is left over at the end is dropped) and the results are averages over them.
Steps that are all equal (`even`) weigh alike, others by the trapezoidal rule. A contact is a run of samples whose force exceeds a
threshold; contacts with at most `pause` samples between them are one shock.
Sources: u4.84.02; Archard's wear power: r7.01.10.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Samples:
    """Instants (n,) of a transient, cut into blocks, and whether the steps are all equal."""

    times: np.ndarray
    blocks: int
    even: bool

    @property
    def length(self) -> int:
        """Samples in a block."""
        return len(self.times) // self.blocks

    @property
    def spans(self) -> list[slice]:
        """The blocks."""
        return [slice(b * self.length, (b + 1) * self.length) for b in range(self.blocks)]

    @property
    def duration(self) -> float:
        """The time of all blocks."""
        return float(self.times[self.length * self.blocks - 1] - self.times[0])

    @property
    def step(self) -> float:
        """The step of even samples."""
        t = self.times
        return float((t[-3] - t[0]) / (len(t) - 3) if len(t) >= 4 else t[1] - t[0])

    def average(self, values) -> float:
        """The average of values (n,)."""
        if self.even:
            return float(np.mean([values[span].mean() for span in self.spans]))
        return sum(self._integral(values, span) for span in self.spans) / self.duration

    def variance(self, values) -> float:
        """The average of the squared departures from the average of each block."""
        departures = np.zeros(len(values))
        for span in self.spans:
            t = self.times[span]
            mean = values[span].mean() if self.even else self._integral(values, span) / (t[-1] - t[0])
            departures[span] = (values[span] - mean) ** 2
        return self.average(departures)

    def _integral(self, values, span):
        return float(np.trapezoid(values[span], self.times[span]))


def moments(samples: Samples, values) -> tuple[float, float, float, float, float]:
    """Mean, deviation, root of the mean square, highest and lowest of values (n,)."""
    kept = values[: samples.length * samples.blocks]
    mean, deviation, square = samples.average(values), samples.variance(values) ** 0.5, samples.average(values**2) ** 0.5
    return mean, deviation, square, float(kept.max()), float(kept.min())


def force_moments(samples: Samples, force, threshold: float) -> tuple[float, float, float, float, float]:
    """Mean over all the time and over that of contact, roots of the mean squares over both, and the highest of a force (n,).

    With uneven steps code_aster divides the mean, and the root, of all the time by the duration of contact; so does this.
    """
    touching = abs(force) > threshold
    kept = np.where(touching, force, 0.0)
    mean, root = samples.average(kept), samples.average(kept**2) ** 0.5
    if samples.even:
        parts = [(force[span][touching[span]], touching[span].any()) for span in samples.spans]
        in_contact = float(np.mean([values.mean() if any_ else 0.0 for values, any_ in parts]))
        square = float(np.mean([(values**2).mean() if any_ else 0.0 for values, any_ in parts]))
        highest = max(0.0, *(float(values.max()) if any_ else 0.0 for values, any_ in parts))
        return mean, in_contact, root, square**0.5, highest
    duration = samples.average(touching * 1.0) * samples.duration
    highest = max(0.0, *(float(force[span].max()) for span in samples.spans if touching[span].any()), 0.0)
    return (mean, mean / duration, root, (root / duration) ** 0.5, highest) if duration else (mean, 0.0, root, 0.0, 0.0)


@dataclass(frozen=True)
class Shock:
    """The contacts of one shock: [(first sample, the one after the last)]; whether it ended."""

    contacts: list[tuple[int, int]]
    ended: bool

    @property
    def first(self) -> int:
        """Its first sample."""
        return self.contacts[0][0]

    @property
    def end(self) -> int:
        """The sample after its last."""
        return self.contacts[-1][1]


def shocks(touching: np.ndarray, pause: int, span: slice) -> list[Shock]:
    """The shocks of a block: runs of True in touching (n,). One that has not ended within the block comes last."""
    inside = np.concatenate(([False], touching[span], [False]))
    edges = np.flatnonzero(inside[1:] != inside[:-1]) + span.start
    contacts = list(zip(edges[::2].tolist(), edges[1::2].tolist()))
    later = np.flatnonzero(touching)
    found, open_ = [], []
    for start, end in contacts:
        open_.append((start, end))
        following = np.searchsorted(later, end)
        wait = later[following] - end if following < len(later) else np.inf
        if end < span.stop and wait > pause:
            found.append(Shock(open_, True))
            open_ = []
    return found + ([Shock(open_, False)] if open_ else [])


def shock_counts(samples: Samples, force, threshold: float, pause: int):
    """(shocks, contacts, mean and longest duration of shocks, total duration, mean duration of contacts) that ended."""
    t, touching = samples.times, abs(force) > threshold
    durations, contacts = [], []
    for span in samples.spans:
        found = shocks(touching, pause, span)
        durations += [float(t[shock.end] - t[shock.first]) for shock in found if shock.ended]
        contacts += [float(t[end] - t[start]) for shock in found for start, end in shock.contacts if end < span.stop]
    total = sum(durations)
    mean = total / len(durations) if durations else 0.0
    return len(durations), len(contacts), mean, max(durations, default=0.0), total, sum(contacts) / len(contacts) if contacts else 0.0


def wear_power(samples: Samples, force, speed, sticks) -> float:
    """Archard's power: the average of |N v| over the steps that start in sliding."""
    found = []
    for span in samples.spans:
        t, power = samples.times[span], abs(force[span] * speed[span])
        steps = 0.5 * (power[1:] + power[:-1]) * np.diff(t) * ~sticks[span][:-1]
        found.append(steps.sum() / (t[-1] - t[0]))
    return float(np.mean(found))


@dataclass(frozen=True)
class Impact:
    """One shock: the instant and value of the largest force, impulse, duration, normal velocity at its start, contacts in it."""

    instant: float
    force: float
    impulse: float
    duration: float
    velocity: float
    contacts: int


def impacts(times, force, velocity, threshold: float, pause: int) -> tuple[list[Impact], Impact | None]:
    """The shocks that ended, and the one that did not. The first and last sample weigh half their instant in an impulse, as in
    code_aster."""
    touching = abs(force) > threshold
    width = np.concatenate((times[:1], times[2:] - times[:-2], times[-1:]))
    done, open_ = [], None
    for shock in shocks(touching, pause, slice(0, len(times))):
        samples = np.concatenate([np.arange(*contact) for contact in shock.contacts])
        here = force[samples]
        # The last of equals, and never below zero.
        place = len(here) - 1 - int(here[::-1].argmax())
        instant, largest = (float(times[samples[place]]), float(here[place])) if here[place] >= 0.0 else (0.0, 0.0)
        impulse = float(here @ width[samples]) / 2.0
        duration = float(times[shock.end] - times[shock.first]) if shock.ended else 0.0
        found = Impact(instant, largest, impulse, duration, float(velocity[shock.first]), len(shock.contacts))
        if shock.ended:
            done.append(found)
        else:
            open_ = found
    return done, open_


def histogram(values, classes: int) -> list[tuple[float, float, float]]:
    """(from, to, share) of each of `classes` equal classes between the least and the largest of values."""
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    width = (high - low) / classes
    counts = [0] * classes
    for value in values:
        counts[min(int((value - low) / width), classes - 1) if width else 0] += 1
    return [(low + i * width, low + (i + 1) * width, count / max(len(values), 1)) for i, count in enumerate(counts)]
