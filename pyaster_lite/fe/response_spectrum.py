"""Responses of damped oscillators to an acceleration of their support (r4.05.03)."""

from __future__ import annotations

import numpy as np

DISPLACEMENT, VELOCITY, ACCELERATION = 0, 1, 2
TOGETHER = 256
"""Steps whose loads are taken at once."""


def nigam(times, acceleration, frequencies, dampings):
    """(n_dampings, n_frequencies) greatest relative displacements, exact for an acceleration that is linear in each step.

    times, acceleration  (n,), s and m/s2;  frequencies in Hz;  dampings reduced, below 1
    Source: Nigam and Jennings (1969). The response starts from rest.
    """
    steps = np.diff(times)
    uniform = np.abs(steps / steps[0] - 1).max() < 1e-6
    pulsation = 2 * np.pi * np.asarray(frequencies, float)[None, :]
    damping = np.asarray(dampings, float)[:, None]
    shape = np.broadcast_shapes(pulsation.shape, damping.shape)
    x, v, peak = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    propagator = _propagator(pulsation, damping, steps[0])
    for first in range(0, len(steps), TOGETHER):
        chunk = steps[first : first + TOGETHER, None, None]
        (xx, xv, x1, x2), (vx, vv, v1, v2) = propagator if uniform else _propagator(pulsation, damping, chunk)
        before, after = (acceleration[start : start + len(chunk), None, None] for start in (first, first + 1))
        driven = x1 * before + x2 * after, v1 * before + v2 * after
        path = np.empty((len(chunk), *shape))
        factors = (np.broadcast_to(factor, path.shape) for factor in (xx, xv, vx, vv))
        for i, (from_x, from_v, to_x, to_v, more_x, more_v) in enumerate(zip(*factors, *driven)):
            x, v = from_x * x + from_v * v + more_x, to_x * x + to_v * v + more_v
            path[i] = x
        np.maximum(peak, np.abs(path).max(axis=0), out=peak)
    return peak


def _propagator(w, xi, h):
    """What displacement and velocity after a step h get from displacement, velocity and both accelerations."""
    wd, decay = w * np.sqrt(1 - xi**2), xi * w
    e = np.exp(-decay * h)
    cos, sin = np.cos(wd * h), np.sin(wd * h)
    b, c, f = 2 * xi / w, (2 * xi**2 - 1) / wd, cos + sin * decay / wd
    slope_x = (e * (b * cos + c * sin) - b) / w**2
    slope_v = (1 - e * f) / w**2
    x = e * (cos + decay / wd * sin), e * sin / wd, -e * f / w**2 - slope_x / h, 1 / w**2 + slope_x / h
    v = -e * w**2 / wd * sin, e * (cos - decay / wd * sin), e * sin / wd - slope_v / h, slope_v / h
    return x, v


def harmonic(step, acceleration, frequencies, damping, nature, pseudo=True):
    """(n_frequencies,) greatest responses by Fourier transforms, the signal being taken as periodic.

    nature  DISPLACEMENT, VELOCITY (relative) or ACCELERATION; `pseudo`: the displacement times the pulsation to that
            power, else the relative velocity and the absolute acceleration themselves
    """
    n = len(acceleration)
    w = 2 * np.pi * np.fft.rfftfreq(n, d=step)
    spectrum = np.fft.rfft(acceleration)
    peaks = []
    for w0 in 2 * np.pi * np.asarray(frequencies, float):
        top = 1.0
        if not pseudo:
            top = (1.0, 1j * w, w0**2 + 2j * damping * w0 * w)[nature]
        response = np.fft.irfft(spectrum * top / (w0**2 - w**2 + 2j * damping * w0 * w), n=n)
        peaks.append((w0**nature if pseudo else 1.0) * np.abs(response).max())
    return np.array(peaks)


def rice(pulsations, density, frequencies, damping, duration, nature):
    """(n_frequencies,) median greatest responses to a stationary signal of power spectral density `density` (rad/s).

    Rice's formula with Vanmarcke's peak factor; nature is the power of the pulsation that the displacement is taken to.
    """
    peaks = []
    for f0 in np.asarray(frequencies, float):
        w0 = 2 * np.pi * f0
        if f0 == 0.0:
            peaks.append(0.0)
            continue
        response = density / ((w0**2 - pulsations**2) ** 2 + 4 * damping**2 * w0**2 * pulsations**2)
        factor, m0 = peak_factor(pulsations, response, duration)
        peaks.append(w0**nature * factor * np.sqrt(m0))
    return np.array(peaks)


def peak_factor(pulsations, density, duration, fractile=0.5):
    """(peak factor, variance) of a stationary signal over a duration (Vanmarcke 1976)."""
    m0, m1, m2 = (2 * np.trapezoid(density * np.abs(pulsations) ** k, pulsations) for k in (0, 1, 2))
    central = np.sqrt(m2 / m0) / (2 * np.pi)
    bandwidth = np.sqrt(1 - m1**2 / (m0 * m2))
    crossings = 2 * central * duration / -np.log(fractile)
    if crossings < 1:
        return 1.0, m0
    exponent = -(bandwidth**1.2) * np.sqrt(np.pi * np.log(crossings))
    return np.sqrt(max(1.0, 2 * np.log(crossings * (1 - np.exp(exponent))))), m0


def high_pass(signal, step, corner, damping=1.0):
    """The signal through a second order high-pass filter of that corner frequency (Hz), by Fourier transforms."""
    w0 = 2 * np.pi * corner
    w = 2 * np.pi * np.fft.rfftfreq(len(signal), d=step)
    transfer = -(w**2) / (w0**2 - w**2 + 2j * damping * w0 * w)
    return np.fft.irfft(np.fft.rfft(signal) * transfer, n=len(signal))
