"""One point of Hujeux's law whose mechanisms go on as they did, in plain numbers: the equations and iterations of the arrays.

`advance` makes one part of a step where nothing starts, ends or comes to traction, or says that it is to be cut (`Shorter`); else it
raises `Odd`, and the arrays make that part. Only what acts has unknowns: the stress (6), the volumetric plastic strain, the radii of the
mechanisms and their multipliers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from ._lone import Ground, Odd, Plane
from ._lone_system import CENTRE, SENSE, SWELLING, Point, System, dotted, in_plane
from ._newton import ITERATIONS
from ._soil import EPS, TINY

OLDER = 35


@dataclass(frozen=True)
class Pace:
    """How a part is made: RESI_INTE, whether other mechanisms are tried before shorter parts (`final`), whether growth asks for these."""

    precision: float
    final: bool
    growth_cuts: bool


class Shorter(Exception):
    """Shorter parts are to be tried: the mechanisms are not the right ones, or they have `grown` too much.

    plastic, even   as `advance` has them
    parts           how many
    """

    def __init__(self, tried: Point, parts: int = 3, grown: bool = False):
        self.plastic, self.even = tried.acts, tried.solved_evenly
        self.parts, self.grown = parts, grown


def advance(ground: Ground, pace: Pace, strain, stress, trial, values):
    """Stress (6,), variables (50,), whether plastic and whether evenly so, after a part (6,) of a step from stress to its elastic `trial`.

    Where elastic trials leave monotone surfaces, which the solution then passes all the same, these act, if the part is final: else
    `Shorter` is raised. Evenly so is None where nothing was solved.
    """
    ground.held(trial)
    point = Point(ground, values)
    turning = _goes_on(point, strain, stress, trial)
    if not turning:
        return _kept(point, pace, strain, stress, trial)
    marked = Point(ground, _marked(point, turning, stress, trial))
    found, after = _made(marked, pace, strain, stress, trial, turned=turning != [3])
    if turning == [3] and point.monotone[3] == -1.0 and point.turned[3] == 0.0:
        return _asleep(point, marked, stress, found, after)
    if not _wrong(point, marked, turning, stress, found, after):
        raise Odd
    if not pace.final:
        raise Shorter(marked)
    point = Point(ground, _overtaken(point, marked, turning))
    found, after = _made(point, pace, strain, stress, found, known=True)
    _stays_so(point, stress, found, after)
    if _eases(point, stress, found, after):
        raise Odd
    return found, after, marked.acts, point.even


def _kept(point: Point, pace: Pace, strain, stress, trial):
    """`advance` where no load turns. Where the pressure eases inside of an isotropic surface that does not act, code_aster turns that
    surface and solves again, to find that the new one does not act either."""
    found, after = _made(point, pace, strain, stress, trial)
    _stays_so(point, stress, found, after)
    if _eases(point, stress, found, after):
        if not pace.final:
            raise Shorter(point)
        if not point.acts or point.values[SENSE] != 0.0:
            raise Odd
        found, after = _made(point, pace, strain, stress, found, known=True)
        _stays_so(point, stress, found, after)
        if not _eases(point, stress, found, after) or _passes_turned(point, found, after):
            raise Odd
    return found, after, point.acts, point.solved_evenly


def _asleep(point: Point, marked: Point, stress, found, after):
    """`advance` where an isotropic cyclic surface that did not act was turned: it is as it was where it still does not."""
    _stays_so(marked, stress, found, after, (3,))
    pc = marked.ground.consolidation(after[SWELLING])
    ahead = (marked.values[SENSE] == 1.0) == _evenly_eased(marked, stress, found, after)
    passed = _monotone_excess(marked, 3, found, pc, after[3]) > TINY or _cyclic_excess(marked if ahead else point, 3, found, pc) > TINY
    if marked.turned[3] == 1.0 or passed:
        raise Odd
    after = after.copy()
    after[7], after[CENTRE], after[SENSE] = point.values[7], point.values[CENTRE], point.values[SENSE]
    return found, after, marked.acts, marked.solved_evenly


def _wrong(point: Point, marked: Point, turning, stress, found, after):
    """Whether all of the loads that were to turn had better not: Memory.revise says so of each."""
    if 3 in turning and len(turning) > 1 and not marked.even:
        return False
    _stays_so(marked, stress, found, after, turning)
    pc = marked.ground.consolidation(after[SWELLING])
    if 3 not in turning or point.monotone[3] == 1.0:
        return all(_monotone_excess(marked, k, found, pc, after[k]) > TINY for k in turning)
    apart = turning == [3] and marked.turned[3] == 0.0 and _monotone_excess(marked, 3, found, pc, after[3]) <= TINY
    against = (marked.values[SENSE] == 1.0) != _evenly_eased(marked, stress, found, after)
    return apart and against and _cyclic_excess(point, 3, found, pc) > TINY


def _eases(point: Point, stress, found, after):
    """Whether the pressure goes back inside of an isotropic surface that does not act."""
    return point.monotone[3] == 0.0 and _evenly_eased(point, stress, found, after)


def _evenly_eased(point: Point, stress, found, after):
    consolidation = point.ground.consolidation
    now, then = _mobilised(point, 3, stress, consolidation(point.swelling)), _mobilised(point, 3, found, consolidation(after[SWELLING]))
    return now - then >= EPS


def _made(point: Point, pace: Pace, strain, stress, trial, known=False, turned=False):
    """Stress and variables after a part with these mechanisms; `turned` whether loads have turned in planes for it."""
    if not point.acts:
        return trial, point.values
    after = point.values.copy()
    found, parts, slipped_back = _solved(point, pace.precision, strain, stress, trial, after, known)
    point.ground.held(found)
    if parts > 1 and pace.growth_cuts:
        raise Shorter(point, parts, grown=True)
    if slipped_back:
        raise Odd if pace.final or turned else Shorter(point)
    return found, after


def _marked(point: Point, planes, stress, trial):
    """The variables once a load turns in these mechanisms: Memory.mark and Memory.turn, and whether the new surfaces act."""
    soil, pc, values = point.ground.soil, point.ground.consolidation(point.swelling), point.values.copy()
    for k in planes:
        if k == 3:
            values = _turned(point.ground, values)
            continue
        across, along, p = in_plane(stress, k)
        slope, share = _size_of_one(point.ground, p, pc)
        size, radius = slope * share, values[4 + k]
        x0, x1, t0, t1 = past = point.past(k)
        out = across - size * (x0 - t0 * radius), along - size * (x1 - t1 * radius)
        far = sqrt(out[0] ** 2 + out[1] ** 2 / 2)
        if not far > EPS:
            raise Odd
        values[OLDER + 5 * k : OLDER + 5 * k + 5] = [*past, radius]
        values[8 + 4 * k : 12 + 4 * k] = [across / size, along / size, -out[0] / far, -out[1] / far]
        values[4 + k], values[23 + k], values[27 + k] = soil.rd_cyc, -1.0, 0.0
    turned = Point(point.ground, values)
    for k in planes:
        values[27 + k] = 1.0 if _cyclic_excess(turned, k, trial, pc) > TINY else 0.0
    return values


def _turned(ground: Ground, values):
    """The variables once the pressure turns: Memory.turn."""
    values, centre, sense = values.copy(), values[CENTRE], values[SENSE]
    values[CENTRE] = values[3] if centre == 0.0 else centre - sense * values[7]
    values[SENSE] = 1.0 if sense == 0.0 else -sense
    values[7], values[26], values[30] = ground.soil.ri_cyc, -1.0, 0.0
    return values


def _passes_turned(point: Point, found, after):
    """Whether a stress is past the isotropic surface that the pressure would turn to."""
    turned = Point(point.ground, _turned(point.ground, point.values))
    return _cyclic_excess(turned, 3, found, point.ground.consolidation(after[SWELLING])) > TINY


def _overtaken(point: Point, marked: Point, turning):
    """The variables once monotone surfaces act again, the isotropic cyclic one as it did."""
    values = marked.values.copy()
    for k in turning:
        if k == 3:
            values[CENTRE], values[SENSE], values[26], values[30] = (point.values[at] for at in (CENTRE, SENSE, 26, 30))
            if point.turned[3] == 1.0:
                values[7] = point.values[7]
            continue
        values[8 + 4 * k : 12 + 4 * k] = [0.0] * 4
        values[4 + k], values[23 + k], values[27 + k] = point.ground.soil.rd_cyc, 1.0, 0.0
    return values


def _goes_on(point: Point, strain, stress, trial):
    """_mechanisms.foreseen where it leaves the states as they are, but for monotone and isotropic ones whose load turns: which are they."""
    ground, soil = point.ground, point.ground.soil
    strain = [0.0 if abs(e) < EPS else e for e in strain]
    factor = ground.stiffening(sum(trial[:3]) / 3)
    change = [factor * s for s in ground.pushed(strain)]
    pc, turns = ground.consolidation(point.swelling), []
    for k in range(4):
        state, acts = point.monotone[k], point.turned[k] == 1.0
        turned = state not in (0.0, 1.0)
        acted = acts if turned else state == 1.0
        if not turned and acts:
            raise Odd
        if k < 3:
            radius = point.radius(k, turned)
            idle_inside = not turned and not acted and _monotone_excess(point, k, trial, pc, radius) <= TINY
            loading = False if idle_inside else _loads(point, k, trial, pc, turned, radius, change)
        else:
            idle_inside = not turned and not acted and _monotone_excess(point, k, trial, pc, point.values[3]) <= TINY
            side = 1.0 if turned and point.values[SENSE] == 1.0 else -1.0
            loading = side * sum(change[:3]) / 3 / ground.young >= -EPS
        if not turned:
            if acted and not loading and (k < 3 or point.values[CENTRE] == point.values[SENSE] == 0.0):
                turns.append(k)
            elif acted != loading and not idle_inside:
                raise Odd
            continue
        held = _mobilised(point, k, stress, pc)
        if abs(held - point.values[k]) / point.values[k] < (1e-4 if k == 3 else 1e-5):
            raise Odd
        if acted:
            if k == 3 and not loading:
                turns.append(k)
            elif not loading or not point.values[4 + k] < 1.0:
                raise Odd
        elif not loading:
            if k == 3:
                turns.append(k)
            elif point.values[4 + k] != soil.rd_cyc:
                raise Odd
        elif _cyclic_excess(point, k, trial, pc) > TINY:
            raise Odd
    return turns


def _loads(point: Point, k, stress, pc, turned, radius, change):
    """Whether the change of stress leads out of a surface; a deviator of no size has no normal."""
    normal = Plane(point.ground, k, stress, pc, radius, point.past(k) if turned else None).normal()
    return dotted(normal, k, change) / point.ground.young >= -EPS


def _size_of_one(ground: Ground, p, pc):
    """Above traction, the deviator of a monotone surface of radius one, and the pressure's share."""
    above = p - ground.soil.ptrac
    if not (above / ground.soil.pref > TINY and above / pc > TINY):
        raise Odd
    return ground.soil.friction * above, 1 - ground.soil.b * log(above / pc)


def _monotone_excess(point: Point, k, stress, pc, radius):
    """surfaces.monotone_excess of one mechanism."""
    if k == 3:
        return -abs(sum(stress[:3]) / 3) / (point.ground.soil.d * pc) - radius
    across, along, p = in_plane(stress, k)
    slope, share = _size_of_one(point.ground, p, pc)
    return -sqrt(across**2 + along**2 / 2) / slope - radius * share


def _cyclic_excess(point: Point, k, stress, pc, radius=None):
    """surfaces.cyclic_excess of one mechanism."""
    radius = point.values[4 + k] if radius is None else radius
    if k == 3:
        size = point.ground.soil.d * pc
        return -abs(abs(sum(stress[:3]) / 3) + size * point.values[CENTRE]) / size - radius
    across, along, p = in_plane(stress, k)
    slope, share = _size_of_one(point.ground, p, pc)
    x0, x1, t0, t1 = point.past(k)
    c, a = across - (x0 - radius * t0) * slope * share, along - (x1 - radius * t1) * slope * share
    return -sqrt(c**2 + a**2 / 2) / slope - radius * share


def _mobilised(point: Point, k, stress, pc):
    """surfaces.mobilised of one mechanism."""
    if k == 3:
        return abs(sum(stress[:3]) / 3) / abs(point.ground.soil.d * pc)
    across, along, p = in_plane(stress, k)
    slope, share = _size_of_one(point.ground, p, pc)
    return -sqrt(across**2 + along**2 / 2) / (slope * share)


def _stays_so(point: Point, stress, found, after, but=()):
    """_mechanisms.revised where it changes nothing, `but` in some mechanisms; of the pressure that eases others ask."""
    ground, soil = point.ground, point.ground.soil
    pc = ground.consolidation(after[SWELLING])
    for k in range(4):
        if k not in but and point.monotone[k] != 1.0 and _monotone_excess(point, k, found, pc, after[k]) > TINY:
            raise Odd
    turned = [state == -1.0 and k not in but for k, state in enumerate(point.monotone)]
    for k in range(4):
        if not turned[k]:
            continue
        if point.turned[k] == 0.0:
            if _cyclic_excess(point, k, found, pc, after[4 + k]) > TINY or (k < 3 and point.values[4 + k] != soil.rd_cyc):
                raise Odd
        elif k < 3:
            x0, x1, t0, t1 = point.past(k)
            r = after[4 + k]
            reach = sqrt((x0 - r * t0) ** 2 + (x1 - r * t1) ** 2 / 2) + r - after[k]
            if reach / after[k] > TINY:
                raise Odd
    if turned[3] and point.turned[3] == 0.0 and _passes_turned(point, found, after):
        raise Odd


def _solved(point: Point, precision, strain, stress, trial, after, known):
    """The stress at the end, by Newton's method, and what `System.write` tells; writes radii and the swelling to `after`."""
    system = System(point, strain, stress)
    y = system.guess(trial, known)
    for iteration in range(1, ITERATIONS + 1):
        right = system.residual(y)
        if iteration > 1 and sqrt(sum(x * x for x in right)) < precision:
            break
        try:
            step = np.linalg.solve(np.array(system.matrix()), right).tolist()
        except np.linalg.LinAlgError:
            raise Odd from None
        y = [value + unit * change for value, unit, change in zip(y, system.units, step, strict=True)]
    else:
        raise Odd
    return y[:6], *system.write(y, precision, after)
