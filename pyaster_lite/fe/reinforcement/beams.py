"""Bars of rectangular beams under a normal force, two moments, two shear forces and a torsion (r7.04.05, section 4)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.reinforcement.bending import biaxial
from pyaster_lite.fe.reinforcement.design import forgotten
from pyaster_lite.fe.reinforcement.section import Bars, Section
from pyaster_lite.fe.reinforcement.shear import stirrups

_TINY = np.finfo(float).eps
_NO_MOMENT = np.sqrt(_TINY)


def beam_bars(design, sizes: np.ndarray, covers: dict[str, tuple[float, float]], forces: np.ndarray):
    """(areas (n, 6), error (n,), crushed (n,)) of n beams: lower and upper along y, then along z, of shear, and the sum of the first four.

    sizes   (n, 2) of the sections along y and z;  covers  {"y", "z"} of the lower and the upper bars
    forces  (n, 6) N VY VZ MT MFY MFZ, tension positive
    Areas are -1 where there are none: not found (error, of section.py) or concrete crushed by shear.
    """
    areas = np.full((len(forces), 6), -1.0)
    error, crushed = np.zeros(len(forces), int), np.zeros(len(forces), bool)
    for width, height in np.unique(sizes, axis=0):
        own = np.flatnonzero((sizes == (width, height)).all(axis=1))
        pair = (Section(float(height), float(width), *covers["z"]), Section(float(width), float(height), *covers["y"]))
        areas[own], error[own], crushed[own] = _one_section(design, pair, forces[own])
    return areas, error, crushed


def _one_section(design, sections, forces):
    rules = design.rules
    normal, torsion = -forces[:, 0], forces[:, 3]
    moments, shears = (-forces[:, 4], -forces[:, 5]), (forces[:, 2], forces[:, 1])
    bars = _bending(design, sections, moments, normal)
    error = np.where(bars[0].error > 0, bars[0].error, bars[1].error)
    for one in bars:
        one.error[:] = error
        forgotten(one)
    ties = [
        stirrups(design.strengths(i, one), section, moments[i], normal, shears[i], torsion, one, rules.wishes)
        for i, (one, section) in enumerate(zip(bars, sections))
    ]
    steels = [design.steel(one) for one in bars]
    if rules.added:
        for i, one in enumerate(bars):
            _add_shear(one, ties[i], steels[i], moments[i], shears[i])
    crushed = ties[0].crushed | ties[1].crushed
    other = ties[1].density >= ties[0].density
    density = np.where(other, ties[1].density, ties[0].density)
    if rules.added:
        push = [np.abs(torsion) / (2.0 * one.core) / np.tan(one.angle) * one.perimeter for one in ties]
        _add_torsion(bars, steels, moments, np.where(other, push[1], push[0]), (error == 0) & ~crushed)
    found, height = error == 0, max(sections[0].height, sections[0].width)
    if rules.longitudinal is not None:
        for one, section in zip(bars, sections):
            for area, cover in ((one.lower, section.lower), (one.upper, section.upper)):
                area[found] = np.maximum(area[found], rules.longitudinal * (section.height - cover) * section.width)
        density = np.maximum(density, rules.transverse * height)
    longitudinal = np.stack([bars[1].lower, bars[1].upper, bars[0].lower, bars[0].upper], axis=1)
    areas = np.column_stack([longitudinal, density, longitudinal.sum(axis=1)])
    areas[np.ix_(~found, [0, 1, 2, 3, 5])] = -1.0
    areas[crushed, 4] = -1.0
    return areas, error, crushed


def _bending(design, sections, moments, normal):
    """The bars along z (for moments about y) and along y: each moment by itself, then both together."""
    n = len(normal)
    bars = []
    for _ in range(2):
        none = Bars.none(n)
        none.lower_stress[:] = none.upper_stress[:] = none.lower_fibre[:] = none.upper_fibre[:] = 0.0
        none.depth[:] = -1.0
        bars.append(none)
    there = [np.abs(one) > _NO_MOMENT for one in moments]
    straight = (np.abs(moments[0]) < _NO_MOMENT) & (np.abs(moments[1]) < _NO_MOMENT)
    force = np.where(straight, 0.5 * normal, normal)
    for i in range(2):
        rows = np.flatnonzero((straight | there[i]) & (bars[0].error == 0))
        if rows.size:
            bars[i].put(rows, design.bars(i, sections[i], moments[i][rows], force[rows]))
    both = np.flatnonzero(there[0] & there[1] & (bars[0].error == 0) & (bars[1].error == 0))
    if both.size:
        own = [one.of(both) for one in bars]
        limits = [design.limit(i, one) for i, one in enumerate(own)]
        steel = 0.5 * (design.steel(own[0]) + design.steel(own[1]))
        biaxial(limits, sections, [one[both] for one in moments], normal[both], own, (design.crushing(), steel), design.rules.wishes)
        for one, part in zip(bars, own):
            one.put(both, part)
    return bars


def _strength(stress, steel):
    """The stress that bars work at, their strength where they are idle."""
    return np.where(np.abs(stress) > _TINY, np.abs(stress), steel)


def _add_shear(bars, ties, steel, moment, shear):
    """The tension that shear adds to the stretched bars."""
    needed = (bars.error == 0) & ~ties.crushed & (ties.density > 0)
    push = np.where(needed, np.abs(shear) / np.tan(ties.angle), 0.0)
    up = moment >= 0
    bars.lower = bars.lower + np.where(up, push / _strength(bars.lower_stress, steel), 0.0)
    bars.upper = bars.upper + np.where(up, 0.0, push / _strength(bars.upper_stress, steel))


def _add_torsion(bars, steels, moments, push, rows):
    """The tension that torsion adds to the bars of the directions that are bent, all of them where none is."""
    bent = [np.abs(one) > _TINY for one in moments]
    none = ~bent[0] & ~bent[1]
    mean = 0.5 * (steels[0] + steels[1])
    for i, one in enumerate(bars):
        share = np.where(rows & (bent[i] | none), np.where(bent[0] == bent[1], 0.25, 0.5), 0.0)
        for name in ("lower", "upper"):
            stress = np.where(none, mean, _strength(getattr(one, f"{name}_stress"), steels[i]))
            setattr(one, name, getattr(one, name) + share * push / stress)
