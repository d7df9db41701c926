"""Spectral densities of ground motion: Kanai and Tajimi's, rational ones, and those that answer a response spectrum (r4.05.05 section 3).

Pulsations w are in rad/s; densities are one-sided halves, so that the variance is twice their integral.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import numpy as np

from pyaster_lite.fe.response_spectrum import rice


def kanai_tajimi(w, frequency: float, damping: float, corner: float, scale: float = 1.0) -> np.ndarray:
    """(n,) the density of a soil of one mode (Hz), low frequencies taken away as in code_aster: around sqrt(2 pi) times the corner (Hz)."""
    w0, w2 = 2.0 * pi * frequency, w**2
    top = 4.0 * damping**2 * w0**2 * w2
    corner2 = 2.0 * pi * corner**2
    return scale * (top + w0**4) / ((w0**2 - w2) ** 2 + top) * w2**2 / (4.0 * corner2 * w2 + (corner2 - w2) ** 2)


def rational(w, frequency: float, damping: float, r0: float, r1: float, corner: float, scale: float = 1.0) -> np.ndarray:
    """(n,) (r0^2 + r1^2 w^2) / ((w0^2 - w^2)^2 + (2 damping w0 w)^2), low frequencies taken away below a corner in Hz."""
    w0, w2 = 2.0 * pi * frequency, w**2
    found = scale * (r0**2 + r1**2 * w2) / ((w0**2 - w2) ** 2 + (2.0 * damping * w0) ** 2 * w2)
    return found * high_pass(w, corner) if corner > 0.0 else found


def high_pass(w, corner: float) -> np.ndarray:
    """(n,) the squared gain of a critically damped filter with a corner in Hz."""
    wc2, w2 = (2.0 * pi * corner) ** 2, w**2
    return w2**2 / ((wc2 - w2) ** 2 + 4.0 * wc2 * w2)


def low_pass(w, cut: float, order: int = 10) -> np.ndarray:
    """(n,) the squared gain of Butterworth's filter with a cut in Hz."""
    return 1.0 / (1.0 + (w / (2.0 * pi * cut)) ** (2.0 * order))


def moments(w, density):
    """Variance, central frequency (Hz) and bandwidth of a density."""
    m0, m1, m2 = (2.0 * np.trapezoid(density * w**k, w) for k in range(3))
    return m0, sqrt(m2 / m0) / (2.0 * pi), sqrt(1.0 - m1**2 / (m0 * m2))


def peak_of_oscillator(duration: float, frequency: float, damping: float, chance: float = 0.5) -> float:
    """The most of an oscillator's response over its deviation, that is not passed with a chance (Vanmarcke)."""
    crossings = 2.0 * frequency * duration / (-log(chance))
    if crossings < 1.0:
        return 1.0
    transient = damping / (1.0 - exp(-4.0 * damping * pi * frequency * duration))
    width = sqrt(4.0 * transient / pi)
    return sqrt(max(1.0, 2.0 * log(crossings * (1.0 - exp(-(width**1.2) * sqrt(pi * log(crossings)))))))


def compatible(spectrum, damping: float, least: float, most: float, duration: float, frequencies, cut=0.0, rounds=10, width=0):
    """The density (w, values) whose median response spectrum is the given one, and that spectrum (Hz, values) where it was read.

    spectrum     function: frequencies (Hz) -> pseudo-accelerations;  damping of its oscillators
    least, most  Hz: nothing below, and the last frequency;  duration of the strong phase, s
    frequencies  the step in Hz, or a list of them
    cut          Hz: of Butterworth's filter, where it is above 1
    rounds       how often the density is corrected by the square of what the spectrum lacks
    width        how many points on each side a correction is smoothed over, by Hamming's window

    The first guess is Vanmarcke's recurrence over ascending frequencies.
    """
    end, begin = 2.0 * pi * most, 2.0 * pi * max(least, 0.01)
    w, found, wanted, area = [0.0], [0.0], [0.0], 0.0
    for here in _ascending(frequencies, end):
        value, density = 0.0, 0.0
        if here > begin:
            value = float(spectrum(here / (2.0 * pi)))
            peak = peak_of_oscillator(duration, here / 2.0 / pi, damping)
            density = max((value**2 / peak**2 - 2.0 * area) / (here * (pi / (2.0 * damping) - 2.0)), 0.0)
        area += (here - w[-1]) * (density + found[-1]) / 2.0
        w.append(here)
        found.append(density)
        wanted.append(value)
    w, found, wanted = np.array(w), np.array(found), np.array(wanted)
    hertz = w / (2.0 * pi)
    if cut > 1.0:
        found = found * low_pass(w, cut)
    for _ in range(rounds):
        found = smoothed(found * lacking(wanted, rice(w, found, hertz, damping, duration, 2)) ** 2, width)
    return w, found, hertz, wanted


def _ascending(frequencies, end):
    """Pulsations in even steps of a frequency, or of a list, up to the last one."""
    step, here, row = frequencies if np.ndim(frequencies) == 0 else None, 0.0, 0
    while here < end:
        if step is not None:
            here += step * 2.0 * pi
        else:
            here = frequencies[row] * 2.0 * pi if row < len(frequencies) else end
            row += 1
        yield here


def smoothed(values, width: int) -> np.ndarray:
    """(n,) means over `width` points on each side, weighed by Hamming's window; the first and last points stay."""
    if not width:
        return values
    window = 0.54 - 0.46 * np.cos(pi * np.arange(2 * width + 1) / width)
    means = values.copy()
    means[width : len(values) - width] = np.convolve(values, window, "valid") / (1.08 * width)
    return means


def lacking(wanted, there) -> np.ndarray:
    """(n,) wanted / there, one where nothing is there."""
    return np.divide(wanted, there, np.ones(len(wanted)), where=np.asarray(there) != 0.0)


def fit_rational(w, density, corner: float):
    """Frequency (Hz), damping, r0 and r1 of the rational density that is nearest to one, and (n,) what it lacks, as a factor."""
    from scipy.optimize import fmin

    variance, frequency, width = moments(w, density)
    damping = width ** (2.0 / 1.2) * pi / 4.0
    w0 = 2.0 * pi * frequency
    start = 2.0 * np.trapezoid(rational(w, frequency, damping, w0**2, 2.0 * w0 * damping, corner), w)
    scale = sqrt(variance) / sqrt(start)

    def miss(*shape):
        return np.sqrt(((rational(w, *shape, corner) - density) ** 2).sum())

    r = fmin(lambda r: miss(frequency, damping, *r), [w0**2 * scale, 2.0 * w0 * damping * scale], disp=False)
    r = abs(r)
    frequency, damping = fmin(lambda mode: miss(*mode, *r), [frequency, damping], disp=False)
    r = abs(fmin(lambda r: miss(frequency, damping, *r), r, disp=False))
    return frequency, damping, *r, lacking(density, rational(w, frequency, damping, *r, corner))


def correlated_logarithms(periods, deviations) -> np.ndarray:
    """(m, m) Cholesky's factor of the covariance of logarithms of a spectrum at periods (m,) up to 10 s (Baker and Jayaram 2008)."""
    short, long = (make(periods[:, None], periods[None]) for make in (np.minimum, np.maximum))
    c1 = 1.0 - np.cos(pi / 2.0 - 0.366 * np.log(long / np.maximum(short, 0.109)))
    c2 = 1.0 - 0.105 * (1.0 - 1.0 / (1.0 + np.exp(np.minimum(100.0 * long - 5.0, 700.0)))) * (long - short) / (long - 0.0099)
    c4 = c1 + 0.5 * (np.sqrt(c1) - c1) * (1.0 + np.cos(pi * short / 0.109))
    mixed = np.where(long < 0.2, np.minimum(c2, c4), c4)
    correlation = np.where(long < 0.109, c2, np.where(short > 0.109, c1, mixed))
    return np.linalg.cholesky(correlation * np.outer(deviations, deviations))
