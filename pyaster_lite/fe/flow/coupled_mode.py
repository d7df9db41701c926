"""A mode in a flow: the root s of an equation whose added terms depend on s (r4.07.04).

    (m + m_f) s^2 + (c + c_f(s)) s + k + k_f(s) = 0,    s = -2 pi f xi + i 2 pi f sqrt(1 - xi^2)

The search is Broyden's with line search (Press et al., Numerical Recipes, section 9.7) on (Re s, Im s), from the mode in still
fluid and then, where that fails, from other multiples of its damping. Its steps and tolerances are those of code_aster, since the
correlations of added terms jump and have several roots: another search would stop at another one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

STARTS = (1.0, -1.0, 0.0, 0.5, 2.0, 5.0, 10.0, 20.0)
"""The multiples of the damping in still fluid that the search starts from."""
STEPS, FIRST, TOLERANCE, SHORTEST, LONGEST = 200, 1e-6, 1e-4, 1e-8, 100.0
"""Most steps, residual that is none at the start and later, shortest and longest step to the size of s."""


def coupled_mode(equation: Callable[[complex], complex], frequency: float, damping: float) -> tuple[float, float, bool]:
    """(frequency in Hz, reduced damping, whether it was found) of a mode that has `frequency` and `damping` in still fluid."""
    real, imaginary = -2 * np.pi * frequency * damping, 2 * np.pi * frequency * np.sqrt(1 - damping**2)

    def residual(x):
        value = equation(complex(x[0], x[1]))
        return np.array([value.real, value.imag])

    found = False
    for factor in STARTS:
        x, found = broyden(residual, np.array([factor * real, imaginary]))
        if found:
            break
    size = float(np.hypot(*x))
    return size / (2 * np.pi), -float(x[0]) / size, found


def broyden(residual: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> tuple[np.ndarray, bool]:
    """(x (n,), whether it solves residual(x) = 0)."""
    value = residual(x)
    if abs(value).max() < FIRST:
        return x, True
    longest = LONGEST * max(float(np.linalg.norm(x)), len(x))
    anew, slopes, before, before_value = True, None, x, value
    for _ in range(STEPS):
        if anew:
            slopes = _differences(residual, x, value)
        else:
            move = x - before
            change = value - before_value - slopes @ move
            change[abs(change) < SHORTEST * (abs(value) + abs(before_value))] = 0.0
            slopes = slopes + np.outer(change, move) / (move @ move)
        if not np.isfinite(slopes).all() or abs(np.linalg.det(slopes)) <= 1e-30:
            return x, False
        before, before_value = x, value
        gradient, step = slopes.T @ value, -np.linalg.solve(slopes, value)
        x, value, stuck = _along(residual, x, value, gradient, step, longest)
        if abs(value).max() < TOLERANCE:
            return x, True
        if stuck:
            least = max(0.5 * float(value @ value), 0.5 * len(x))
            if anew or (abs(gradient) * np.maximum(abs(x), 1.0)).max() / least < 10 * SHORTEST:
                return x, False
            anew = True
        else:
            anew = False
            if (abs(x - before) / np.maximum(abs(x), 1.0)).max() < SHORTEST:
                return x, True
    return x, False


def _differences(residual, x, value):
    columns = []
    for j in range(len(x)):
        moved = x.copy()
        step = np.sqrt(SHORTEST) * abs(x[j])
        moved[j] += step if step > 1e-30 else SHORTEST**0.5
        columns.append((residual(moved) - value) / (moved[j] - x[j]))
    return np.column_stack(columns)


def _along(residual, x, value, gradient, step, longest):
    """(x, residual, whether no step helps) after as much of a step as lessens the residual."""
    size = float(np.linalg.norm(step))
    if size > longest:
        step = step * longest / size
    slope, energy = float(gradient @ step), 0.5 * float(value @ value)
    least = SHORTEST / (abs(step) / np.maximum(abs(x), 1.0)).max()
    share, last = 1.0, None
    while True:
        moved = x + share * step
        new = residual(moved)
        own = 0.5 * float(new @ new)
        if share < least:
            return x, new, True
        if own <= energy + 1e-4 * share * slope:
            return moved, new, False
        if last is None:
            shorter = -slope / (2 * (own - energy - slope))
        else:
            shorter = min(_cubic(share, own - energy - share * slope, *last, slope), 0.5 * share)
        last = share, own - energy - share * slope
        share = max(shorter, 0.1 * share)


def _cubic(share, rest, before, rest_before, slope):
    """Where the cubic through two shares is least; code_aster divides the second term by the newer share."""
    a = (rest / share**2 - rest_before / share**2) / (share - before)
    b = (-before * rest / share**2 + share * rest_before / before**2) / (share - before)
    if abs(a) <= 1e-30:
        return -slope / (2 * b)
    return (-b + np.sqrt(max(b * b - 3 * a * slope, 0.0))) / (3 * a)
