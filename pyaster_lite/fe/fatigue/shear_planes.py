"""The two planes of a periodic load where the shear, or a criterion of the deck's own, is largest (r7.04.04 section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.fatigue.circle import enclosing_radii
from pyaster_lite.fe.fatigue.planes import around, half_sphere, normal_part, resolved

_SAME = 1e-7
_LEAST = np.finfo(float).eps
_FINER = ((2.0, 5.0), (1.0, 1.0), (0.5, 0.5), (1.0, 0.25))
"""Degrees between the planes of each search around the last best one, and near the third axis."""


@dataclass
class ShearedPlane:
    """A plane with what happens on it: half the range of shear, the largest and mean normal stress and normal strain."""

    normal: np.ndarray
    shear: float = 0.0
    most_stress: float = 0.0
    mean_stress: float = 0.0
    most_strain: float = 0.0
    mean_strain: float = 0.0


def most_sheared(history) -> list[ShearedPlane]:
    """The two planes with the widest shear stress, each searched for in finer and finer steps around one of the half sphere."""
    planes = half_sphere()
    radii = enclosing_radii(resolved(history.stress, planes)[0])
    found = []
    for start in _two_largest(radii):
        normal = planes[start, 0]
        for step, pole in _FINER:
            near = around(normal, step, pole)
            shear = enclosing_radii(resolved(history.stress, near)[0])
            best = int(shear.argmax())
            normal = near[best, 0]
        stress, strain = (normal_part(tensors, normal) for tensors in (history.stress, history.strain))
        means = (float(stress.mean()), float(strain.mean()))
        found.append(ShearedPlane(normal, float(shear[best]), _most(stress), means[0], _most(strain), means[1]))
    return found


def _two_largest(values):
    """Of equal ones the first counts: the places of the largest value, and of the next one met."""
    first = second = 0
    most = [0.0, 0.0]
    for i, value in enumerate(values):
        if value <= _SAME:
            continue
        if (value - most[0]) / value > _SAME:
            second, most[1], first, most[0] = first, most[0], i, value
        if (value - most[1]) / value > _SAME and i != first:
            second, most[1] = i, value
    return first, second


def _most(values):
    """The value that was last larger in size than the one before it held, from nothing on."""
    held = 0.0
    for value in values.tolist():
        held = value if abs(value) > held else held
    return held


PARTS = {"SIGM": ("DTAUCR", "DSINCR", "MTAUCR", "MSINCR"), "EPSI": ("DGAMCR", "DEPNCR", "MGAMCR", "MEPNCR"),
         "EPSP": ("DGAMPC", "DEPNPC", "MGAMPC", "MEPNPC")}  # fmt: skip
"""Half the range of shear and of the normal part, the last shear and the largest normal part, of each tensor on a plane."""


def on_planes(history, planes, needed) -> dict[str, np.ndarray]:
    """(m,) each of the quantities of `PARTS` of those tensors that `needed` names one of; shear strains count twice."""
    found = {}
    for kind, tensors, twice in (("SIGM", history.stress, 1.0), ("EPSI", history.strain, 2.0), ("EPSP", history.plastic, 2.0)):
        names = PARTS[kind]
        if not set(names) & set(needed):
            continue
        shear, normal = resolved(tensors, planes)
        ranges = enclosing_radii(shear) if {"DTAUCR", "DGAMCR", "DGAMPC"} & set(needed) else np.zeros(len(planes))
        low, high = _extremes(normal)
        found |= dict(zip(names, (twice * ranges, (high - low) / 2.0, twice * _last(np.linalg.norm(shear, axis=-1)), high)))
    return found


def _extremes(normal):
    """Least and most (m,) of the normal part (m, n), counted from that of the first plane at the first instant, as code_aster does."""
    low = np.full(len(normal), normal[0, 0])
    high = low.copy()
    for values in normal.T:
        low = np.where(low - values > _SAME, values, low)
        high = np.where(high - values < _SAME, values, high)
    return low, high


def _last(sizes):
    """(m,) the last of the sizes (m, n) that is not nothing: code_aster compares each with the next plane's, which is not there yet."""
    loaded = sizes > _SAME
    last = sizes.shape[1] - 1 - loaded[:, ::-1].argmax(axis=1)
    return np.where(loaded.any(axis=1), sizes[np.arange(len(sizes)), last], _LEAST)


def critical(history, criterion, needed):
    """[(normal, quantities)] of the two planes where `criterion`(quantities of `on_planes`) -> (m,) is largest.

    Two finer searches follow that of the half sphere, one around each of its best planes; the last one tells the two planes.
    """
    planes = half_sphere()
    best, second, parts = _rank(history, planes, criterion, needed)
    pair = [(planes[best, 0], parts(best)), (planes[second, 0], parts(second))]
    for k in range(2):
        near = around(pair[k][0], 2.0, 5.0)
        best, second, parts = _rank(history, near, criterion, needed)
        pair = [(near[best, 0], parts(best)), (near[second, 0], parts(second))]
    return pair


def _rank(history, planes, criterion, needed):
    found = on_planes(history, planes, needed)
    least = 10.0 * _LEAST
    first = second = 0
    most = [_LEAST, _LEAST]
    for i, value in enumerate(criterion(found).tolist()):
        if value <= least:
            continue
        if value - most[0] > least:
            second, most[1], first, most[0] = first, most[0], i, value
        if abs(most[1] - most[0]) < least and i != first:
            second, most[1] = i, value
    return first, second, lambda plane: {name: float(values[plane]) for name, values in found.items()}
