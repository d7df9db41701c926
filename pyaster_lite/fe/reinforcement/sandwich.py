"""Bars of plates by the model of three layers: membranes of concrete and bars at both faces, shear in the middle (r7.04.05, section 3;
EN 1992-2, 6.109 and annex LL; sandwich.F90)."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, cos, hypot, log, pi, sin, tan

import numpy as np

from pyaster_lite.fe.reinforcement.sandwich_grids import EPS, Layers, Plate, both_compressed, one_stretched, stretched


@dataclass(frozen=True)
class SandwichRules:
    """What an AFFE asks for.

    concrete, steel  f_ck and f_yk;  concrete_safety, steel_safety  their partial factors;  membrane  whether 6.109 of EN 1992-2 bounds
    the struts;  turn, depth, ratio  the steps of angles (degrees), of thicknesses over the height and of ratios of principal stresses;
    mega, metres  whether stresses are MPa (and lengths mm) rather than Pa (and m);  compressed  whether bars may be;  symmetric  by
    which difference of forces the bars of both faces may differ, or None;  added  shear adds to the membranes;  pushed  whether axial
    compression helps in shear;  least  None, "CODE" or (longitudinal, transverse) least shares of bars
    """

    concrete: float
    steel: float
    concrete_safety: float
    steel_safety: float
    membrane: bool
    turn: float
    depth: float
    ratio: float
    mega: bool
    compressed: bool
    symmetric: float | None
    added: bool
    pushed: bool
    least: object

    @property
    def stress(self) -> float:
        """What brings stresses to MPa."""
        return 1.0 if self.mega else 1e-6

    @property
    def length(self) -> float:
        """What brings lengths to mm."""
        return 1.0 if self.mega else 1e3


def sandwich_bars(rules: SandwichRules, height: float, covers: tuple[float, float], forces):
    """(areas (6,) as plates.plate_bars or None where no balance is found, the membrane forces (8,) then, whether shear crushes concrete)
    of one plate.

    forces  (8,) NXX NYY NXY MXX MYY MXY QX QY
    """
    plate = Plate(rules, height, *covers)
    forces, last, more = np.array(forces, float), np.zeros(3), np.zeros(3)
    first = True
    while first or (more > last).any():
        last = more
        upper, lower = _kinds(plate, forces, last)
        forces[:3] += last
        layers = _balance(plate, forces[:6], upper, lower)
        if layers.error:
            return None, forces, False
        ties, more, crushed = _shear(plate, layers, forces)
        if crushed or more is None or not rules.added:
            break
        first = False
    return _with_least(plate, layers, ties, crushed), forces, crushed


def _kinds(plate, forces, added):
    """What the upper and the lower layer need: 4 no bars, else some (annex F of EN 1992-1-1)."""
    arm = plate.arm
    shares = ((arm - plate.upper) / arm, 1.0), ((arm - plate.lower) / arm, -1.0)
    return [_kind(*(forces[:3] * share + sign * forces[3:6] / arm + 0.5 * added)) for share, sign in shares]


def _kind(x, y, shear):
    size = abs(shear)
    if x >= -size and y >= -size:
        return 1
    if x < -size:
        return 2 if y > shear * shear / x else 4
    if y < -size:
        return 3 if x > shear * shear / y else 4
    return 4


def _balance(plate, forces, upper, lower) -> Layers:
    if upper != 4 and lower != 4:
        return stretched(plate, forces)
    if upper != 4 or lower != 4:
        return one_stretched(plate, forces, upper != 4)
    return both_compressed(plate, forces)


def _shear(plate, layers, forces):
    """((2,) bars of shear along x and y, (3,) the membrane forces that shear adds or None without, whether concrete is crushed)."""
    rules, height = plate.rules, plate.height
    pulled = layers.pulled
    lower_pulled, upper_pulled = pulled[0] or pulled[2], pulled[1] or pulled[3]
    covers = {(True, True): max(plate.covers), (True, False): plate.covers[0], (False, True): plate.covers[1], (False, False): 0.0}
    depth = height - covers[lower_pulled, upper_pulled]
    qx, qy = forces[6:8]
    way = atan(qy / qx) if qx != 0 else pi / 2
    c, s = cos(way), sin(way)
    share = np.where(pulled, layers.areas, 0.0)
    share = ((share[0] + share[1]) * c * c + (share[2] + share[3]) * s * s) / depth
    wanted, normal = hypot(qx, qy), forces[0] * c**2 + forces[1] * s**2 + 2.0 * forces[2] * c * s
    pushed = min(max(-normal / height, 0.0), 0.2 * rules.concrete / rules.concrete_safety) if rules.pushed else 0.0
    strength, mega = plate.strength, rules.concrete * rules.stress
    lever = _lever(plate, layers, lower_pulled, upper_pulled)
    scale = min(1.0 + (200.0 / (rules.length * depth)) ** 0.5, 2.0)
    bare = 0.18 / rules.concrete_safety * scale * (100.0 * share * mega) ** (1.0 / 3.0) / rules.stress if share > 0 else 0.0
    bare = max(bare, 0.34 / rules.concrete_safety * mega**0.5 / rules.stress)
    middle = height - 0.5 * layers.lower - 0.5 * layers.upper
    bare = (bare + 0.15 * pushed) * middle
    if abs(bare) >= EPS and wanted / bare <= 1.0:
        return np.zeros(2), None, False
    angles = np.radians(21.8 + np.arange(233) * 0.1)
    softening = 0.6 if mega <= 60.0 else 0.9 - mega / 200.0
    struts = _compressed(pushed, strength) * lever * softening * strength / (np.tan(angles) + 1.0 / np.tan(angles))
    with np.errstate(divide="ignore", invalid="ignore"):
        ties = wanted * np.tan(angles) / (lever * plate.yielding)
    fine = np.flatnonzero(struts - wanted >= 0)
    if not fine.size:
        return np.full(2, -1.0), None, True
    best = fine[ties[fine].argmin()]
    if ties[best] == 0.0:
        return np.zeros(2), None, False
    more = np.array([qx * qx, qy * qy, qx * qy]) / (wanted * tan(angles[best]))
    return ties[best] * np.array([c * c, s * s]), more, False


def _compressed(pushed, strength) -> float:
    """alpha_cw: how axial compression changes the strength of struts (EN 1992-1-1, 6.11N)."""
    if pushed <= 0.0 or pushed >= strength:
        return 1.0
    if pushed <= 0.25 * strength:
        return 1.0 + pushed / strength
    return 1.25 if pushed <= 0.5 * strength else 2.5 * (1.0 - pushed / strength)


def _lever(plate, layers, lower_pulled, upper_pulled) -> float:
    """The arm of the inner forces."""
    whole = plate.height - 0.5 * layers.lower - 0.5 * layers.upper
    faces = (
        (layers.upper, upper_pulled, plate.covers[1], layers.areas[1] + layers.areas[3]),
        (layers.lower, lower_pulled, plate.covers[0], layers.areas[0] + layers.areas[2]),
    )
    for thick, pulled, cover, area in faces:
        concrete, steel = (0.0 if pulled else 1.0) * thick * plate.strength, area * plate.yielding
        if abs(concrete + steel) > EPS:
            whole += (0.5 * thick * concrete + (thick - cover) * steel) / (concrete + steel)
    return whole


def _with_least(plate, layers, ties, crushed):
    """(6,) lower x and y, upper x and y, of shear x and y, with the least bars."""
    rules, bars = plate.rules, np.array(layers.areas)[[0, 2, 1, 3]]
    if rules.least is not None:
        # code_aster compares and converts the strength the other way round (sandwich.F90)
        given = rules.concrete / rules.stress
        tensile = 0.30 * given ** (2.0 / 3.0) if rules.concrete <= 50.0 * rules.stress else 2.12 * log(1.0 + (given + 8.0) / 10.0)
        along, across = (max(0.26 * tensile / rules.steel, 0.0013), 0.0) if rules.least == "CODE" else rules.least
        for face, cover in ((slice(0, 2), plate.covers[0]), (slice(2, 4), plate.covers[1])):
            if bars[face].sum() < along * (plate.height - cover):
                bars[face] = 0.5 * along * (plate.height - cover)
        if not crushed and ties.sum() < across * plate.height:
            ties = np.full(2, 0.5 * across * plate.height)
    return np.concatenate([bars, ties])
