"""Bars of plates by facets: what each facet needs, and the two directions that serve them all (r7.04.05, section 2)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.reinforcement.design import CrackingDesign, forgotten
from pyaster_lite.fe.reinforcement.facets import facets, least_pair
from pyaster_lite.fe.reinforcement.section import Section
from pyaster_lite.fe.reinforcement.shear import stirrups


def plate_bars(design, thickness: np.ndarray, covers: tuple[float, float], forces: np.ndarray, count: int):
    """(areas (n, 6), error (n,), crushed (n,)) of n plates: per unit of length, lower x and y, upper x and y, then of shear x and y.

    forces  (n, 8) NXX NYY NXY MXX MYY MXY QX QY, tension positive;  covers  of the lower and the upper bars;  count  of facets
    Areas are -1 where there are none: not found (error, of section.py) or concrete crushed by shear.
    """
    areas = np.full((len(forces), 6), -1.0)
    error, crushed = np.zeros(len(forces), int), np.zeros(len(forces), bool)
    for height in np.unique(thickness):
        own = np.flatnonzero(thickness == height)
        areas[own], error[own], crushed[own] = _one_thickness(design, Section(float(height), 1.0, *covers), forces[own], count)
    return areas, error, crushed


def _one_thickness(design, section, forces, count):
    rules = design.rules
    cosine, sine = facets(count)
    turn = np.stack([cosine**2, sine**2, -2.0 * sine * cosine])
    normal, moment = -(forces[:, 0:3] @ turn).ravel(), -(forces[:, 3:6] @ turn).ravel()
    shear = np.abs(forces[:, 6:8] @ np.stack([cosine, sine])).ravel()
    worst = np.repeat(np.hypot(forces[:, 6], forces[:, 7]), count)
    shares = {"turn": np.tile(turn[:2].T, (len(forces), 1))} if isinstance(design, CrackingDesign) else {}
    bars = forgotten(design.bars(0, section, moment, normal, **shares))
    ties = stirrups(design.strengths(0, bars), section, moment, normal, shear, np.zeros_like(shear), bars, rules.wishes, worst)
    if rules.added:
        _add_shear(design, bars, ties, moment, shear)
    found = bars.error == 0
    if rules.longitudinal is not None:
        for area, cover in ((bars.lower, section.lower), (bars.upper, section.upper)):
            area[found] = np.maximum(area[found], rules.longitudinal * (section.height - cover))
        ties.density[~ties.crushed] = np.maximum(ties.density[~ties.crushed], rules.transverse * section.height)
    shape = (len(forces), count)
    failures = bars.error.reshape(shape)
    last = count - 1 - (failures[:, ::-1] > 0).argmax(axis=1)
    error, crushed = failures[np.arange(len(forces)), last], ties.crushed.reshape(shape).any(axis=1)
    areas = np.full((len(forces), 6), -1.0)
    for column, values, fine in ((0, bars.lower, error == 0), (2, bars.upper, error == 0), (4, ties.density, ~crushed)):
        if fine.any():
            areas[fine, column], areas[fine, column + 1] = least_pair(cosine, sine, values.reshape(shape)[fine])
    return areas, error, crushed


def _add_shear(design, bars, ties, moment, shear):
    """The tension that shear adds to the stretched bars."""
    needed = (bars.error == 0) & ~ties.crushed & (ties.density > 0)
    up = moment >= 0
    stress = np.where(up, bars.lower_stress, bars.upper_stress)
    with np.errstate(all="ignore"):
        more = shear / np.tan(ties.angle) / np.where(stress != -1.0, -stress, design.steel(bars))
    bars.lower = np.where(needed & up, np.maximum(bars.lower + more, 0.0), bars.lower)
    bars.upper = np.where(needed & ~up, np.maximum(bars.upper + more, 0.0), bars.upper)
