"""How thick the layers of concrete of a plate are, and which bars balance it with them: the least bars over grids of angles, thicknesses
and ratios of principal stresses (r7.04.05, section 3; sandcas1 to sandcas4bis)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, nan, radians, sin, sqrt

import numpy as np

EPS = float(np.finfo(float).eps)
_NONE = -1.0
_UNBALANCED, _WISHES = 1, 2
_HALVINGS = 200
"""Where code_aster halves without end: lengths whose neighbours lie farther apart than its tolerance."""


@dataclass(frozen=True)
class Plate:
    """A plate: rules (sandwich.SandwichRules), height and covers of the lower and the upper bars."""

    rules: object
    height: float
    lower_cover: float
    upper_cover: float

    @property
    def covers(self):
        """(lower, upper)."""
        return self.lower_cover, self.upper_cover

    @property
    def strength(self) -> float:
        """f_cd."""
        return self.rules.concrete / self.rules.concrete_safety

    @property
    def yielding(self) -> float:
        """f_yd."""
        return self.rules.steel / self.rules.steel_safety

    @property
    def lower(self) -> float:
        """How far the lower bars are from the middle."""
        return 0.5 * self.height - self.lower_cover

    @property
    def upper(self) -> float:
        """How far the upper bars are from the middle."""
        return 0.5 * self.height - self.upper_cover

    @property
    def arm(self) -> float:
        """The distance of the bars."""
        return self.lower + self.upper

    def cracked(self, stress: float) -> float:
        """The strength of struts between cracks; `stress` brings that of concrete to MPa."""
        return 0.6 * (1.0 - self.rules.concrete * stress / 250.0) * self.strength if self.rules.membrane else self.strength

    def biaxial(self, ratio):
        """The strength of concrete compressed in two directions, by the ratio of the stresses."""
        return 0.85 * self.strength * (1.0 + 3.8 * ratio) / (1.0 + ratio) ** 2 if self.rules.membrane else self.strength + 0.0 * ratio

    def angles(self) -> np.ndarray:
        """-90 to 90 degrees by steps."""
        half = ceil(90.0 / self.rules.turn)
        found = np.arange(-half, half + 1) * self.rules.turn
        found[0], found[-1] = -90.0, 90.0
        return found

    def depths(self) -> np.ndarray:
        """Nothing to half of the height, by steps that add up."""
        count = ceil(0.5 / self.rules.depth) + 1
        found = np.concatenate([[0.0], np.cumsum(np.full(count - 1, self.rules.depth * self.height))])
        found[-1] = 0.5 * self.height
        return found

    def ratios(self) -> np.ndarray:
        """0 to 1 by steps."""
        count = ceil(1.0 / self.rules.ratio) + 1
        found = np.arange(count) * self.rules.ratio
        found[-1] = 1.0
        return found


@dataclass
class Layers:
    """What was found.

    areas  (4,) of bars: lower x, upper x, lower y, upper y;  pulled  (4,) whether they are not compressed
    lower, upper  the thicknesses of concrete;  error  0 where there is a balance
    """

    areas: np.ndarray
    pulled: np.ndarray
    lower: float
    upper: float
    error: int = 0


_LOST = Layers(np.full(4, _NONE), np.zeros(4, bool), _NONE, _NONE, _UNBALANCED)


def _bars(plate, forces, lower, upper, alike=False):
    """(lower x, upper x, lower y, upper y) forces of bars that balance struts.

    forces  (6,) NXX NYY NXY MXX MYY MXY;  lower, upper  (force, its moment about the middle, sine and cosine of the angle, ratio of the
    stress across);  alike  the lower struts push along y as along x, as code_aster has them where both faces are compressed (sandcas4bis)
    """
    along, rest = [], []
    for axis in range(2):
        needed = []
        for force, moment, s, c, ratio, same in ((*lower, alike), (*upper, False)):
            one, other = (s, c) if axis == 0 or same else (c, s)
            part = one**2 + ratio * other**2
            needed.append((force * part, moment * part))
        along.append(forces[axis] - needed[1][0] - needed[0][0])
        rest.append(forces[3 + axis] - needed[1][1] + needed[0][1])
    found = []
    for normal, moment in zip(along, rest):
        top = (moment + plate.lower * normal) / plate.arm
        found += [normal - top, top]
    return found


def _struts(plate, thickness, strength, angle, ratio=0.0):
    """One face's struts as `_bars` takes them."""
    force = -thickness * strength
    return force, 0.5 * (plate.height - thickness) * force, np.sin(angle), np.cos(angle), ratio


def _asymmetric(plate, bars):
    """Whether the bars of both faces differ more than they may."""
    if plate.rules.symmetric is None:
        return np.zeros(np.shape(bars[0]), bool)
    return np.maximum(*(abs(abs(bars[i + 1]) - abs(bars[i])) for i in (0, 2))) > plate.rules.symmetric


def _least(plate, bars, lower, upper, there=True) -> Layers:
    """The least bars of a grid, of equals the first one, among those that are there, fit into the height and are as symmetric as wished."""
    bars = np.broadcast_arrays(*bars)
    lower, upper = np.broadcast_to(lower, bars[0].shape), np.broadcast_to(upper, bars[0].shape)
    fits = there & (lower + upper <= plate.height)
    fine = fits & ~_asymmetric(plate, bars)
    if not fine.any():
        return Layers(_LOST.areas, _LOST.pulled, _NONE, _NONE, _WISHES if np.any(fits) else _UNBALANCED)
    total = abs(bars[1]) + abs(bars[0]) + abs(bars[3]) + abs(bars[2])
    at = np.unravel_index(np.where(fine, total, np.inf).argmin(), total.shape)
    return _layers(plate, [own[at] for own in bars], lower[at], upper[at])


def _layers(plate, bars, lower, upper, error=0) -> Layers:
    forces = np.array(bars, float)
    return Layers(abs(forces) / plate.yielding, forces >= 0.0, float(lower), float(upper), error)


def _axes(*sizes):
    """Arrays along axes of their own."""
    return [np.reshape(own, (1,) * i + (-1,) + (1,) * (len(sizes) - i - 1)) for i, own in enumerate(sizes)]


def _straight(forces) -> bool:
    """Whether the axes are those of all forces."""
    return abs(forces[2]) <= EPS and abs(forces[5]) <= EPS


_RIGHT = np.radians([90.0, 0.0])


def stretched(plate, forces) -> Layers:
    """Both faces need bars (sandcas1)."""
    strength = plate.cracked(plate.rules.stress)
    if _straight(forces):
        up, low, upper, lower = _axes(_RIGHT, _RIGHT, plate.depths(), plate.depths())
        bars = _bars(plate, forces, _struts(plate, lower, strength, low), _struts(plate, upper, strength, up))
        return _least(plate, bars, lower, upper)
    angles = plate.angles()
    low, up = (own + 0.0 * other for own, other in ((angles[:, None], angles), (angles, angles[:, None])))
    upper, lower = _two_struts(plate, forces, strength, np.broadcast_to(up, low.shape), low)
    there = (upper != _NONE) & (lower != _NONE) & (upper + lower <= plate.height)
    bars = _bars(plate, forces, _struts(plate, lower, strength, np.radians(low)), _struts(plate, upper, strength, np.radians(up)))
    return _optimum(plate, bars, lower, upper, there)


def _two_struts(plate, forces, strength, up, low):
    """(upper, lower) thicknesses by angles, in degrees, that balance shear and twist; -1 where none do."""
    height, (shear, twist) = plate.height, (forces[2], forces[5])
    flat_up, flat_low = (np.minimum(abs(own), abs(abs(own) - 90.0)) <= EPS for own in (up, low))
    across_up, across_low = (np.sin(np.radians(own)) * np.cos(np.radians(own)) for own in (up, low))
    with np.errstate(all="ignore"):
        share = across_up / across_low
        a = strength * across_up - strength * across_low * share**2
        b = -2.0 * height * strength * across_up - 2.0 * shear * share
        c = -height * shear - 2.0 * twist - shear * shear / (strength * across_low)
        straight = np.where((abs(b) > EPS) & (-c / b >= 0.0) & (-c / b <= height), -c / b, _NONE)
        upper = np.where(abs(a) > EPS, _smaller_root(a, b, c, 0.5 * height, EPS), straight)
        lower = -share * upper - shear / (strength * across_low)
        lower = np.where((upper != _NONE) & (lower >= 0.0) & (lower <= height), lower, _NONE)
        # Struts of one face alone, where those of the other lie along the axes
        alone = {}
        for name, across, sign in (("lower", across_low, 1.0), ("upper", across_up, -1.0)):
            thick = -shear / (strength * across) if abs(shear) >= EPS else np.zeros_like(across)
            left = twist + sign * 0.5 * (height - thick) * -thick * strength * across
            alone[name] = np.where((abs(left) <= EPS) & (thick >= 0.0) & (thick <= 0.5 * height), thick, _NONE)
    none = 0.0 if _straight(forces) else _NONE
    beside = {name: np.where(own == _NONE, _NONE, 0.0) for name, own in alone.items()}
    which = [flat_up & flat_low, flat_up, flat_low]
    upper = np.select(which, [none, beside["lower"], alone["upper"]], upper)
    return upper, np.select(which, [none, alone["lower"], beside["upper"]], lower)


def _smaller_root(a, b, c, most, above=None):
    """The smaller root of a x^2 + b x + c between 0 and `most`, -1 without."""
    under = b * b - 4.0 * a * c
    real = under >= 0.0 if above is None else under > above
    root = np.sqrt(np.where(real, under, 0.0))
    found = [(-b + root) / (2.0 * a), (-b - root) / (2.0 * a)]
    found = np.min([np.where(real & (x >= 0.0) & (x <= most), x, np.inf) for x in found], axis=0)
    return np.where(np.isinf(found), _NONE, found)


def _optimum(plate, bars, lower, upper, there, error=0) -> Layers:
    """The least bars, of equals the thinnest concrete; refused bars leave an error even where others are found, as in solver_optimum."""
    fine = np.broadcast_to(there, bars[0].shape)
    if not plate.rules.compressed:
        pushed = fine & (np.min(bars, axis=0) < 0.0)
        error = _WISHES if pushed.any() else error
        fine = fine & ~pushed
    uneven = fine & _asymmetric(plate, bars)
    error = 3 if uneven.any() else error
    fine = fine & ~uneven
    if not fine.any():
        return Layers(_LOST.areas, _LOST.pulled, _NONE, _NONE, error or _UNBALANCED)
    total = np.where(fine, abs(bars[1]) + abs(bars[0]) + abs(bars[3]) + abs(bars[2]), np.inf)
    thick = np.where(total == total.min(), lower + upper, np.inf)
    at = np.unravel_index(thick.argmin(), thick.shape)
    return _layers(plate, [own[at] for own in bars], lower[at], upper[at], error)


def one_stretched(plate, forces, above: bool) -> Layers:
    """One face needs bars, the upper one or the lower one (sandcas2, sandcas3); of compressed bars too where no others are found."""
    found = _by_halving(plate, forces, above)
    if found.error == _UNBALANCED and plate.rules.compressed:
        return _one_stretched_with_more(plate, forces, above)
    return found


def _by_halving(plate, forces, above) -> Layers:
    """By angles of the struts of the stretched face, the thickness of the other one is halved until its stress is the strength."""
    # From the other face the moments look the other way round, but code_aster leaves the twist
    own = (np.array(forces, float) if above else np.array(forces, float) * [1.0, 1.0, 1.0, -1.0, -1.0, 1.0]).tolist()
    near = plate.upper if above else plate.lower
    tolerance, error, rows = 0.01 / plate.rules.stress, 0, []
    for angle in plate.angles():
        thick, residual, state, failed = _halve(plate, own, near, float(angle), tolerance)
        error = _UNBALANCED if failed else error
        strut = state[0]
        good = strut != _NONE and thick != _NONE and strut + thick <= plate.height and abs(residual) <= tolerance
        rows.append((good, strut, thick, state[1], state[2]))
    there, strut, thick, x, y = (np.array(column) for column in zip(*rows))
    zero = np.zeros_like(x, float)
    bars = [zero, x, zero, y] if above else [x, zero, y, zero]
    lower, upper = (thick, strut) if above else (strut, thick)
    return _optimum(plate, bars, lower, upper, there.astype(bool), error)


def _halve(plate, forces, near, angle, tolerance):
    """(thickness, residual, (strut, x, y) of the last try, whether the search stopped short)."""
    height = plate.height
    a, b = 0.0, 0.5 * height
    at_a, at_b = (_one_side(plate, forces, near, angle, t)[0] for t in (a, b))
    for _ in range(_HALVINGS):
        middle = 0.5 * (a + b)
        residual, *state = _one_side(plate, forces, near, angle, middle)
        if at_a != _NONE and at_b != _NONE:
            if at_a * at_b > 0.0:
                if abs(at_a) <= abs(at_b):
                    b, at_b = a, at_a
                    a = max(a - (middle - a), 0.0)
                    at_a, *state = _one_side(plate, forces, near, angle, a)
                else:
                    a, at_a = b, at_b
                    b = min(b + b - middle, 0.5 / height)
                    at_b, *state = _one_side(plate, forces, near, angle, b)
            elif at_a * residual > 0.0:
                a, at_a = middle, residual
            elif at_b * residual > 0.0:
                b, at_b = middle, residual
            else:
                return 0.0, 0.0, state, True
        elif at_a != _NONE:
            b, at_b = middle, residual
        elif at_b != _NONE:
            # The residual goes to the other end in code_aster (sandcas2)
            a, at_b = middle, residual
        else:
            return _NONE, _NONE, state, False
        if abs(residual) <= tolerance or abs(a - b) <= EPS:
            break
    return middle, residual, state, False


def _one_side(plate, forces, near, angle, thick):
    """(residual of the strength of the compressed face, thickness of the struts of the stretched one, forces of its bars x and y), all -1
    where no struts balance shear and twist (solver_sandcas2)."""
    normal_x, normal_y, shear, moment_x, moment_y, twist = forces
    height, strength, turn = plate.height, plate.cracked(plate.rules.stress), radians(angle)
    s, c = sin(turn), cos(turn)
    if abs(angle) >= EPS and abs(abs(angle) - 90.0) >= EPS:
        p, q, r = -strength * s * c, strength * s * c * (2.0 * height - thick), (height - thick) * shear + 2.0 * twist
        if abs(p) >= EPS:
            under = q * q - 4.0 * p * r
            roots = [(-q + sign * sqrt(under)) / (2.0 * p) for sign in (1.0, -1.0)] if under >= 0.0 else []
        else:
            roots = [-r / q] if abs(q) >= EPS else []
        strut = min((x for x in roots if 0.0 <= x <= 0.5 * height), default=_NONE)
    else:
        strut = 0.0 if abs(twist + shear * 0.5 * (height - thick)) < EPS else _NONE
    if strut == _NONE:
        return _NONE, _NONE, _NONE, _NONE
    force = -strut * strength
    moment = 0.5 * (height - strut) * force
    across, far = shear + strength * s * c * strut, 0.5 * (height - thick)
    bars, rest = [], []
    for normal, bending, part in ((normal_x, moment_x, s**2), (normal_y, moment_y, c**2)):
        needed, turned = normal - force * part, bending - moment * part
        bars.append((turned + far * needed) / (near + far))
        rest.append(needed - bars[-1])
    mean, size = 0.5 * (rest[0] + rest[1]), sqrt((0.5 * rest[0] - 0.5 * rest[1]) ** 2 + across**2)
    if not plate.rules.membrane:
        limit = plate.strength
    else:
        # Of no compression at all there is no ratio: no balance is seen there (solver_sandcas2)
        limit = plate.biaxial(abs((mean + size) / (mean - size)) if mean != size else nan)
    return mean - size + thick * limit, strut, bars[0], bars[1]


def _one_stretched_with_more(plate, forces, above) -> Layers:
    """The same with bars at both faces, compressed ones too (sandcas2bis, sandcas3bis)."""
    # Strengths are taken for MPa there, whatever they are
    cracked = plate.cracked(1.0)
    if _straight(forces):
        up, low, upper, lower, ratio = _axes(_RIGHT, _RIGHT, plate.depths(), plate.depths(), plate.ratios())
        if above:
            struts = _struts(plate, lower, plate.biaxial(ratio), low, ratio), _struts(plate, upper, cracked, up)
        else:
            struts = _struts(plate, lower, cracked, low), _struts(plate, upper, plate.biaxial(ratio), up, ratio)
        return _least(plate, _bars(plate, forces, *struts), lower, upper)
    count = len(plate.depths())
    up, low = _axes(np.radians(plate.angles()), np.radians(plate.angles()), np.zeros(count))[:2]
    pushed = _axes(np.zeros(1), np.zeros(1), plate.depths())[2] if above else _depths_of_code(plate, count)
    far, near, sign = (low, up, 1.0) if above else (up, low, -1.0)
    a11, a12 = -cracked * np.cos(near) * np.sin(near), -plate.strength * pushed * np.cos(far) * np.sin(far)
    a21, a22 = 0.5 * a11, 0.5 * (plate.height - pushed) * a12
    with np.errstate(all="ignore"):
        a, b = -sign * a21, sign * (a21 * plate.height + a11 * a22 / a12)
        c = -(sign * (a22 / a12) * forces[2] + forces[5])
        strut = np.where(a12 <= EPS, _NONE, _first_root(a, b, c, 0.5 * plate.height))
        ratio = _ratio(plate, (forces[2] - a11 * strut) / a12)
        there = (strut != _NONE) & (ratio != _NONE)
        stress = plate.biaxial(ratio)
        if above:
            struts = _struts(plate, pushed, stress, low, ratio), _struts(plate, strut, cracked, up)
        else:
            struts = _struts(plate, strut, cracked, low), _struts(plate, pushed, stress, up, ratio)
        lower, upper = (pushed, strut) if above else (strut, pushed)
        return _least(plate, _bars(plate, forces, *struts), lower, upper, there)


def _depths_of_code(plate, count):
    """(angles above, angles below, depths) of the upper face in sandcas3bis, whose steps start from what was found before at another place
    of the lower one: from -1 where that was gone through already, else from nothing."""
    n = len(plate.angles())
    place = np.arange(count) - 1
    first, second = place % n, place // n
    i, j = np.arange(n)[:, None, None], np.arange(n)[None, :, None]
    gone = (first < i) | ((first == i) & (second <= j))
    found = np.where(gone, _NONE, 0.0) + plate.rules.depth * plate.height
    found[..., 0], found[..., -1] = 0.0, 0.5 * plate.height
    return found


def _first_root(a, b, c, most):
    """The first of both roots, by their formula, between 0 and `most`; of the straight line where a is no more than nothing; -1 without."""
    under = b * b - 4.0 * a * c
    root = np.sqrt(np.where(under >= 0.0, under, 0.0))
    found = np.full(np.shape(under), _NONE)
    for x in ((-b + root) / (2.0 * a), (-b - root) / (2.0 * a)):
        found = np.where((under >= 0.0) & (x >= 0.0) & (x <= most), x, found)
    return np.where(a <= EPS, np.where(b > EPS, -c / b, _NONE), found)


def _ratio(plate, share):
    """The ratio of the principal stresses of concrete by how much of its strength shear takes, -1 without."""
    if plate.rules.membrane:
        return _first_root(share + 0.85 * 3.8, 2.0 * share - 0.85 * 2.8, share - 0.85, 1.0)
    found = 1.0 - share
    return np.where((found < 0.0) | (found > 1.0), _NONE, found)


def both_compressed(plate, forces) -> Layers:
    """No face needs bars (sandcas4); bars, compressed ones too, where concrete alone finds no balance."""
    found = _of_concrete(plate, forces)
    if found.error and plate.rules.compressed:
        return _compressed_with_bars(plate, forces)
    return found


def _of_concrete(plate, forces) -> Layers:
    """Where the residuals of both faces change sign in the grid of thicknesses: the first place that is not on its edge."""
    depths, height = plate.depths(), plate.height
    upper, lower = depths[:, None], depths
    residuals = []
    high, low = 0.5 * (height - upper), 0.5 * (height - lower)
    for thick, sign, other in ((upper, 1.0, low), (lower, -1.0, high)):
        x, y, across = ((sign * forces[3 + k] + other * forces[k]) / (high + low) for k in range(3))
        mean, size = 0.5 * (x + y), np.sqrt((0.5 * x - 0.5 * y) ** 2 + across**2)
        least = mean - size
        with np.errstate(all="ignore"):
            ratio = np.where(abs(least) > EPS, abs((mean + size) / least), 0.0)
        limit = np.where(abs(least) > EPS, plate.biaxial(ratio), plate.strength)
        residuals.append(np.where(upper + lower <= height, least + thick * limit, _NONE))
    inside = (slice(1, -1), slice(1, -1))
    changes = []
    for own in residuals:
        around = own[2:, 1:-1], own[:-2, 1:-1], own[1:-1, :-2], own[1:-1, 2:]
        changes.append(np.any([own[inside] * other <= 0.0 for other in around], axis=0))
    both = changes[0] & changes[1]
    if not both.any():
        return _LOST
    row = int(np.unravel_index(both.argmax(), both.shape)[0]) + 1
    # The lower thickness is told by the place of the upper one (sandcas4)
    return Layers(np.zeros(4), np.ones(4, bool), float(depths[row]), float(depths[row]))


def _compressed_with_bars(plate, forces) -> Layers:
    """Compressed concrete at both faces with bars (sandcas4bis)."""
    ups, lows = plate.depths(), plate.depths()
    if _straight(forces):
        up, low, upper, lower, above, below = _axes(_RIGHT, _RIGHT, ups, lows, plate.ratios(), plate.ratios())
        struts = _struts(plate, lower, plate.biaxial(below), low, below), _struts(plate, upper, plate.biaxial(above), up, above)
        return _least(plate, _bars(plate, forces, *struts, alike=True), lower, upper)
    low, upper, lower = _axes(np.radians(plate.angles()), ups, lows)
    tried = [_compressed_at(plate, forces, angle, low, upper, lower) for angle in np.radians(plate.angles())]
    found = [own for own in tried if not own.error]
    return min(found, key=lambda own: own.areas.sum()) if found else max(tried, key=lambda own: own.error)


def _compressed_at(plate, forces, up, low, upper, lower) -> Layers:
    a11 = -plate.strength * upper * np.cos(up) * np.sin(up)
    a12 = -plate.strength * lower * np.cos(low) * np.sin(low)
    a21, a22 = 0.5 * a11, 0.5 * a12
    with np.errstate(all="ignore"):
        under = a21 + a11 * a22 / a12
        above = (forces[5] + a22 / a12 * forces[2]) / under
        below = (forces[2] - a11 * above) / a12
        ratios = [_ratio(plate, share) for share in (above, below)]
        there = (a12 > EPS) & (abs(under) >= EPS) & (ratios[0] != _NONE) & (ratios[1] != _NONE)
        stresses = [plate.biaxial(ratio) for ratio in ratios]
        struts = _struts(plate, lower, stresses[1], low, ratios[1]), _struts(plate, upper, stresses[0], up, ratios[0])
        return _least(plate, _bars(plate, forces, *struts, alike=True), lower, upper, there)
