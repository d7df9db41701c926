"""Densities corrected until the response spectra of their signals meet a given one (r4.05.05 section 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.ground_motion.density import high_pass, lacking
from pyaster_lite.fe.response_spectrum import ACCELERATION, harmonic, nigam


@dataclass(frozen=True)
class Target:
    """A response spectrum to be met.

    wanted     (n,) pseudo-accelerations at the pulsations of the density;  damping of the oscillators
    least      Hz, below which differences do not count
    weights    of the differences at the last frequency, of the largest, and of their root mean square
    method     NIGAM or HARMO;  middle: "median" or "mean" of the spectra of several signals
    """

    wanted: np.ndarray
    damping: float
    least: float
    weights: tuple[float, float, float]
    method: str
    middle: str


def response(times, signal, hertz, damping: float, method: str) -> np.ndarray:
    """(n,) pseudo-accelerations of oscillators under an accelerogram."""
    if method == "HARMO":
        return harmonic(times[1] - times[0], signal, hertz, damping, ACCELERATION)
    return nigam(times, signal, hertz, [damping])[0] * (2.0 * np.pi * np.asarray(hertz)) ** 2


def matched(w, density, target: Target, rounds: int, corner: float, signals: Callable, times):
    """The best density (n,) of the first and those of all rounds, and its differences (%): at the end, the largest, the root mean square.

    corner   Hz, of the high-pass filter that a corrected density goes through
    signals  function of a density giving the accelerograms, (k, n_times)
    """
    hertz = w / (2.0 * np.pi)
    counted = slice(int(np.searchsorted(hertz, target.least)) + 1, None)
    shares = np.array(target.weights) / sum(target.weights)
    middle = {"median": np.median, "mean": np.mean}[target.middle]
    corrected, best = density, None
    for turn in range(rounds + 1):
        spectra = [response(times, signal, hertz, target.damping, target.method) for signal in signals(density)]
        found = middle(spectra, axis=0) if len(spectra) > 1 else spectra[0]
        apart = _differences(found[counted], target.wanted[counted])
        miss = float(np.sqrt((shares**2 @ np.square(apart)) / 3.0))
        if best is None or miss < best[0]:
            best = miss, density, apart
        if turn < rounds:
            corrected = corrected * lacking(target.wanted, found) ** 2
            density = corrected * high_pass(w, corner)
    return best[1], best[2]


def _differences(found, wanted):
    apart = (found - wanted) / wanted * 100.0
    return float(apart[-1]), float(np.abs(apart).max()), float(np.sqrt(np.mean(apart**2)))
