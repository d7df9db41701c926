"""Bars of shear and of torsion (r7.04.05; EN 1992-1-1, 6.2 and 6.3; BAEL 91, A.5.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.reinforcement.section import Bars, Section, Wishes

_TINY = np.finfo(float).eps
_ANGLES = np.deg2rad(21.8 + 0.1 * np.arange(233))


@dataclass(frozen=True)
class Strengths:
    """Strengths that the bars of shear are designed with.

    eurocode  the rules of Eurocode 2, else those of BAEL 91
    plate     a strip of a plate, else a beam
    strength  characteristic one of concrete;  concrete, steel  design ones;  safety  partial factor of concrete
    pushed    compression counts
    block, reach  of the rectangle of stresses; None where stresses are linear
    """

    eurocode: bool
    plate: bool
    strength: float
    concrete: float
    steel: np.ndarray
    safety: float
    pushed: bool
    block: float | None = None
    reach: float | None = None


@dataclass
class Stirrups:
    """Density of the bars of shear (-1: concrete crushed by shear), the struts' angle (rad, -1 where none is needed), the area within
    the wall that resists torsion and its perimeter, and whether concrete is crushed."""

    density: np.ndarray
    angle: np.ndarray
    core: float
    perimeter: float
    crushed: np.ndarray


def stirrups(law: Strengths, section: Section, moment, normal, force, torsion, bars: Bars, wishes: Wishes, resultant=None) -> Stirrups:
    """The bars of shear of n sections under a moment, a normal force (compression), a shear force and a torsion.

    resultant  (n,) the shear force of a plate in its worst direction, for BAEL 91
    """
    height, width = section.height, section.width
    up = moment >= 0
    d, other = np.where(up, height - section.lower, height - section.upper), np.where(up, section.upper, section.lower)
    shear, turn = np.abs(force), np.abs(torsion)
    wall = np.maximum(width * height / (2.0 * (width + height)), np.maximum(2.0 * (height - d), 2.0 * other))
    core, perimeter = (width - wall) * (height - wall), 2.0 * (width - wall + height - wall)
    around = turn / (2.0 * core) * (height - wall)
    if not law.eurocode:
        stress = resultant / d if law.plate else (shear + around) / (width * d)
        return Stirrups(stress / law.steel, np.full(len(moment), np.pi / 4), core, perimeter, np.zeros(len(moment), bool))
    cube = law.strength * wishes.stress
    mean = 0.7 * (0.3 * cube ** (2.0 / 3.0) if cube <= 50 else 2.12 * np.log(1 + 0.1 * (cube + 8)))
    push = np.clip(normal / (width * height), 0.0, 0.2 * law.strength / law.safety) if law.pushed else np.zeros(len(moment))
    strut = _strut_factor(push, law.strength)
    lever = _lever(law, section, moment, bars, d, other)
    size = np.minimum(1.0 + np.sqrt(200.0 / (wishes.length * np.maximum(d, height - other))), 2.0)
    least = np.sqrt(cube) / law.safety * (0.34 if law.plate else 0.053 * size**1.5) / wishes.stress
    stretched = np.where(bars.upper_stress < 0, bars.upper, 0.0) + np.where(bars.lower_stress < 0, bars.lower, 0.0)
    share = np.maximum(stretched / (width * d), 0.0)
    with_bars = 0.18 / law.safety * size * np.cbrt(100.0 * share * cube) / wishes.stress
    alone = (np.maximum(with_bars, least) + 0.15 * push) * width * d
    with np.errstate(all="ignore"):
        needed = ~(turn / (mean / (law.safety * wishes.stress) * wall * 2.0 * core) + shear / alone <= 1)
    density, angle, crushed = _least(law, cube, width, strut, lever, shear, turn, around, core, wall)
    return Stirrups(np.where(needed, density, 0.0), np.where(needed, angle, -1.0), core, perimeter, needed & crushed)


def _strut_factor(push, strength):
    """The factor of the struts' strength under compression (EN 1992-1-1, 6.11)."""
    share = push / strength
    return np.where(share <= 0.25, 1.0 + share, np.where(share <= 0.5, 1.25, np.maximum(2.5 * (1.0 - share), 0.0)))


def _lever(law, section, moment, bars, d, other):
    """The lever of the internal forces: that of the compressed bars and of the concrete together, 0.9 d where it is not known."""
    up = moment > 0
    area, stress = np.where(up, bars.upper, bars.lower), np.where(up, bars.upper_stress, bars.lower_stress)
    fibre = np.where(up, bars.upper_fibre, bars.lower_fibre)
    if law.block is None:
        concrete, arm = 0.5 * fibre * bars.depth * d * section.width, (1.0 - bars.depth / 3.0) * d
    else:
        concrete = law.block * law.strength * law.reach * bars.depth * d * section.width
        arm = (1.0 - 0.5 * law.reach * bars.depth) * d
    whole = area * stress + concrete
    known = (bars.depth >= 0) & (bars.depth <= 1) & (moment != 0) & (np.abs(whole) > _TINY)
    with np.errstate(all="ignore"):
        return np.where(known, (area * stress * (d - other) + concrete * arm) / whole, 0.9 * d)


def _least(law, cube, width, strut, lever, shear, turn, around, core, wall):
    """(density, angle, crushed) of the struts' angle, between 21.8 and 45 degrees, that needs the least bars."""
    angle, column = _ANGLES, lambda values: np.asarray(values, float)[..., None]
    reduced = 0.6 if cube <= 60 else 0.9 - cube / 200.0
    strength = column(strut) * law.concrete
    most = strength * width * column(lever) * reduced / (np.tan(angle) + 1.0 / np.tan(angle))
    twist = 2.0 * 0.6 * (1.0 - cube / 250.0) * strength * column(core * wall) * np.sin(angle) * np.cos(angle)
    with np.errstate(all="ignore"):
        holds = column(shear) / most + column(turn) / twist <= 1
        density = column(shear + 2.0 * around) * np.tan(angle) / (column(lever) * column(law.steel))
    best = np.where(holds, density, np.inf).argmin(axis=-1)
    crushed = ~holds.any(axis=-1)
    chosen = np.take_along_axis(density, best[:, None], axis=-1)[:, 0]
    return np.where(crushed, -1.0, chosen), np.where(crushed, -1.0, angle[best]), crushed
