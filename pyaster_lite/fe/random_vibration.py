"""Response of modes to stationary random excitation, in the frequency domain (r4.07.02).

    S_response(f) = J(f) S_excitation(f) J(f)^*,   J_kj = p_kj H_k(f) w^e w^2,   H_k = 1 / (w_k^2 (1 - r^2 + 2 i xi_k r)),   r = f / f_k

p_kj being what a unit of the excitation j does to the mode k by its generalised mass; e = -2 for forces, 0 for imposed motion, more by
one for every time derivative that the response has beyond the excitation.
"""

from __future__ import annotations

import numpy as np

POINTS = 50
"""Frequencies chosen around each mode."""


def transfer(ratio, damping):
    """1 / (1 - r^2 + 2 i xi r)."""
    return 1.0 / (1.0 - ratio**2 + 2j * ratio * damping)


def response(frequencies, modal, damping, participation, excitation, exponent: int, still: int, sign: float = 1.0) -> np.ndarray:
    """(nf, m, m) cross spectra of `still` imposed motions followed by the modes.

    frequencies    (nf,) Hz;  modal, damping  (nm,) frequencies and damping ratios of the modes
    participation  (nm, ne);  excitation  (nf, ne, ne)
    """
    pulsation = 2 * np.pi * np.asarray(frequencies, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = sign * pulsation ** float(exponent) * pulsation**2
    # as in code_aster, at frequency zero
    factor = np.where(pulsation == 0.0, 0.0 if exponent == 0 else 1.0, factor)
    receptance = transfer(np.asarray(frequencies)[:, None] / modal, damping) / (2 * np.pi * modal) ** 2
    moving = factor[:, None, None] * participation * receptance[:, :, None]
    sources = excitation.shape[1]
    held = np.broadcast_to(np.eye(still, sources), (len(pulsation), still, sources))
    both = np.concatenate([held, moving], axis=1)
    return both @ excitation @ both.conj().transpose(0, 2, 1)


def range_of(first: float, last: float, step: float | None) -> np.ndarray:
    """Equal steps that end at `last` exactly; a hundred without a step."""
    step = (last - first) / 100.0 if step is None else step
    count = int((last - first) / step + 1e-6) + 1
    return np.append(first + step * np.arange(count - 1), last)


def chosen_frequencies(modal, damping, given, points: int = POINTS, step: float | None = None) -> np.ndarray:
    """Points around every mode at equal angles of its circle of resonance, those `given`, the resonances, and steps in the gaps."""
    own = [around(f, xi, points) for f, xi in zip(modal, damping)]
    resonances = [f for f, xi in zip(modal, damping) if xi != 0.0]
    found = np.unique(np.concatenate([*own, given, resonances]))
    end = 2.0 * max(modal)
    step = end / 100.0 if step is None else step
    filled = [found[:1]]
    for below, above in zip(found[:-1], found[1:]):
        if above - below > step and above <= end:
            filled.append(below + step * np.arange(1, int((above - below) / step) + 1))
        filled.append(np.array([above]))
    return np.concatenate(filled)


def around(frequency: float, damping: float, points: int) -> np.ndarray:
    """From zero to twice the frequency of a mode, at equal angles of the transfer function around its centre."""
    if damping == 0.0:
        return np.linspace(0.0, 2.0 * frequency, points)
    centre = 1.0 / (4j * damping)
    angle = lambda ratio: _phase((transfer(ratio, damping) - centre) / 1j)  # noqa: E731
    low, high = np.zeros(points), np.full(points, 2.0)
    wanted = np.linspace(angle(0.0), angle(2.0), points)
    while True:
        middle = (low + high) / 2
        # code_aster stops halving at 1e-6
        if (middle - low).max() < 1e-6:
            return middle * frequency
        beyond = angle(middle) >= wanted
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)


def _phase(value):
    """As code_aster has it: on the left half it turns once more by half a turn."""
    x, y, angle = np.real(value), np.imag(value), np.angle(value)
    return np.where(x < 0.0, angle + np.pi, np.where(y > 0.0, angle, angle + 2 * np.pi))


def moment(frequencies, spectrum, order: int) -> float:
    """The integral of (2 pi f)^order S(f), by trapezes; twice that of a spectrum of frequencies above zero only."""
    values = np.asarray(spectrum) * (2 * np.pi * np.asarray(frequencies)) ** order
    total = float(np.sum((values[1:] + values[:-1]) / 2 * np.diff(frequencies)))
    return 2.0 * total if frequencies[0] >= 0.0 else total


def peak_rate(amplitudes, variance: float, second: float, fourth: float) -> np.ndarray:
    """(n,) how often peaks of amplitudes (n,) come in 2 pi of time, by unit of amplitude, of a Gaussian signal (r7.04.02).

    variance, second, fourth  its spectral moments of the pulsation
    """
    from scipy.special import erfc

    regular = np.sqrt(second**2 / variance / fourth)
    rest = np.sqrt(max(1.0 - regular**2, 0.0))
    reduced = np.asarray(amplitudes, float) / np.sqrt(variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        wide = rest * np.exp(-(reduced**2) / (2.0 * rest**2)) if rest > 0.0 else 0.0
        share = np.where(reduced == 0.0, 1.0, erfc(-regular * reduced / (np.sqrt(2.0) * rest)))
    narrow = regular * reduced * np.exp(-(reduced**2) / 2.0) * np.sqrt(np.pi / 2.0) * share
    return np.sqrt(fourth / (second * variance)) * (wide + narrow) / np.sqrt(2.0 * np.pi)


def level_rate(amplitudes, variance: float, second: float) -> np.ndarray:
    """(n,) how much less often levels are passed, by unit of amplitude, in 2 pi of time, of a Gaussian signal (r7.04.02)."""
    amplitudes = np.asarray(amplitudes, float)
    return np.sqrt(second / variance**3) * amplitudes * np.exp(-(amplitudes**2) / (2.0 * variance))
