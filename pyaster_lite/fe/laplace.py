"""Forces between currents: of a straight wire on straight beams that carry a current, by 1e-7 times the product of the currents
and per metre of distance (r4.01.03). Forces are those of the cubic functions of bending, (ne, 12) at both ends.
"""

from __future__ import annotations

import numpy as np

STEPS = 100
"""Points along a beam where the field of a wire is read."""


def _axes(coordinates):
    """(direction (ne, 3), length (ne, 1)) of beams at coordinates (ne, 2, 3)."""
    along = coordinates[:, 1] - coordinates[:, 0]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    return along / length, length


def _unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def _even(push, turn, length):
    """Of a force by length (ne, 3) and the direction of its moments, times the force (ne, 3)."""
    ends, moments = 0.5 * length * push, length**2 / 12 * turn
    return np.concatenate([ends, moments, ends, -moments], axis=1)


def given_force(coordinates, force) -> np.ndarray:
    """Of a force by length (3,) in the global axes; along a beam it makes no moment."""
    along, length = _axes(coordinates)
    force = np.broadcast_to(np.asarray(force, float), along.shape)
    turn = np.cross(along, force)
    return _even(force, np.where(np.linalg.norm(turn, axis=1, keepdims=True) < 1e-3, 0.0, turn), length)


def parallel_wire(coordinates, toward, distance=None) -> np.ndarray:
    """Of a wire beside each beam, at `toward` (ne, 3) or (3,) from it, and at a `distance` where that is told."""
    along, length = _axes(coordinates)
    field = np.cross(along, -np.broadcast_to(np.asarray(toward, float), along.shape))
    distance = np.linalg.norm(field, axis=1, keepdims=True) if distance is None else distance
    push = _unit(np.cross(along, field))
    return _even(push / distance, np.cross(along, push) / distance, length)


def straight_wire(coordinates, first, second, finite: bool) -> np.ndarray:
    """Of a wire through two points (3,), that ends there or not; where a beam meets its line nothing acts.

    As in code_aster the field that is read from the second end on acts through the functions of the first.
    """
    along, length = _axes(coordinates)
    first, second = np.asarray(first, float), np.asarray(second, float)
    wire = _unit(second - first)
    places = (np.arange(STEPS) + 0.5) / STEPS
    points = coordinates[:, None, 1] * (1 - places[:, None]) + coordinates[:, None, 0] * places[:, None]
    near, far = points - first, points - second
    field = np.cross(wire, near)
    distance = np.linalg.norm(field, axis=-1, keepdims=True)
    apart = distance >= 1e-8 * np.linalg.norm(near, axis=-1, keepdims=True)
    safe = np.where(apart, distance, 1.0)
    push = np.cross(along[:, None], field / safe)
    with np.errstate(invalid="ignore", divide="ignore"):
        turn = np.nan_to_num(np.cross(along[:, None], _unit(push)))
    share = length[:, None] / (STEPS * safe)
    if finite:
        share = share * 0.5 * (((_unit(near) - _unit(far)) @ wire)[..., None])
    share = np.where(apart, share, 0.0)
    a = places[:, None]
    functions = 1 - 3 * a**2 + 2 * a**3, a - 2 * a**2 + a**3, 3 * a**2 - 2 * a**3, a**3 - a**2
    ends = [(share * push * functions[i]).sum(axis=1) for i in (0, 2)]
    moments = [(share * turn * functions[i]).sum(axis=1) * length for i in (1, 3)]
    return np.concatenate([ends[0], moments[0], ends[1], moments[1]], axis=1)
