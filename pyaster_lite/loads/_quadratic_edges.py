"""What the function that jumps across a crack is at the nodes of a quadratic edge where a displacement is imposed on both lips (r7.02.12).

The displacement along the edge, at t from -1 to 1, is a parabola on each side of the crack, which goes through the values of the imposed
function at the nodes on that side, at the crack, and, where one node only is on it, at the point halfway between that node and the crack.
With N the functions of the edge, H what jumps at its nodes, 1 its end below the crack, 2 the one above, 3 its middle:

1. an end whose side holds the middle too, or any where the crack runs through the middle, is alone on the other side's unknowns there:
   its H follows from the value at the crack, or from that halfway to the other end;
2. the two nodes beyond the crack from an end that is alone give its side a parabola through the values at the crack and halfway to it.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.shapes import shape_functions

LOWER, UPPER, MIDDLE = range(3)


def jump_weights(points: np.ndarray, levels: np.ndarray, crack: float, which: int, beside: float) -> tuple[np.ndarray, np.ndarray]:
    """(points (k, dim), weights (k,)) where the imposed function is read, and how, for the jump at one of the three nodes.

    points, levels  (3, dim) where the nodes stand and (3,) their level sets: below, above, middle
    crack   where on the edge the level set vanishes, from -1 to 1
    beside  how far beyond the crack the function is read
    """
    share = 0.5 * (1 + crack)
    one, two = points[:2]
    before = (1 - (1 - beside) * share) * one + (1 - beside) * share * two
    after = (1 - beside) * (1 - share) * one + (1 - (1 - beside) * (1 - share)) * two
    if levels[MIDDLE] == 0.0:
        sense = -1.0 if levels[which] > 0.0 else 1.0
        at = _functions(0.5 * sense)
        other, own, lip = (LOWER, UPPER, before) if which == UPPER else (UPPER, LOWER, after)
        weights = sense * np.array([0.0, 0.0, 1.0, -at[MIDDLE]]) / (2 * at[own])
        weights[other] = -sense * at[other] / (2 * at[own])
        weights[own] = -0.5 * sense
        return np.array([one, two, at @ points, lip]), weights
    at = _functions(crack)
    if which != MIDDLE and crack * levels[which] >= 0.0:
        sense = 1.0 if which == UPPER else -1.0
        weights = sense * np.append(at, -1.0) / (2 * at[which])
        weights[which] = 0.5 * sense
        return np.array([*points, before if which == UPPER else after]), weights
    halfway = 0.5 * (np.sign(crack) + crack) if crack != 0.0 else 0.5
    beyond = _functions(halfway)
    far = LOWER if crack > 0.0 else UPPER
    sense = 1.0 if crack > 0.0 else -1.0
    # 2 sense (N_far H_far + N_3 H_3) = f - sum N f at both places
    rows = 2 * sense * np.array([[own[far], own[MIDDLE]] for own in (at, beyond)])
    solved = np.linalg.inv(rows)[1 if which == MIDDLE else 0]
    weights = np.concatenate([-solved @ np.array([at, beyond]), solved])
    return np.array([*points, after if crack > 0.0 else before, beyond @ points]), weights


def zero_on_edge(levels: np.ndarray) -> float:
    """Where the parabola of level sets (3,), below, above and in the middle of an edge, vanishes from -1 to 1."""
    bend, slope, start = 0.5 * (levels[LOWER] + levels[UPPER]) - levels[MIDDLE], 0.5 * (levels[UPPER] - levels[LOWER]), levels[MIDDLE]
    roots = np.roots([bend, slope, start]) if abs(bend) > 1e-12 * abs(slope) else np.array([-start / slope])
    return float(min(roots.real[abs(roots.imag) < 1e-9], key=lambda t: max(abs(t) - 1.0, 0.0)))


def _functions(t):
    return shape_functions("SEG3", np.array([[t]]))[0]
