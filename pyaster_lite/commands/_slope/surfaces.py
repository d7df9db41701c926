"""METHODE_STAB='LEM': the factor of safety (or the critical acceleration) of slip surfaces, circles or lines of any shape."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._slope.ground import Ground
from pyaster_lite.commands._slope.water import Pores
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.slope import slices as balance
from pyaster_lite.fe.slope.circle import Search
from pyaster_lite.fe.slope.fireworks import Bounds, Display, Fireworks
from pyaster_lite.fe.slope.slices import Slices


class Slope:
    """What all methods share: the ground, its water, accelerations, and slices made of them."""

    def __init__(self, args, context):
        self.args, self.context = args, context
        if not args.X1_MINI <= args.X1_MAXI <= args.X2_MINI <= args.X2_MAXI:
            raise args.wrong("X1_MINI", "the bands of both ends must follow each other: X1_MINI, X1_MAXI, X2_MINI, X2_MAXI")
        self.ground = Ground(args, context)
        self.pores = Pores(args, context, self.ground)
        self.n = args.NB_TRANCHE
        self.profile = self.ground.profile
        level = args.ACCE
        self.critical = level is not None and level.CALC_KC == "OUI"
        self.horizontal = self.vertical = 0.0
        if level is not None and not self.critical:
            direction = np.asarray(level.DIRECTION, float)
            if abs(direction).max() < 1e-6:
                raise level.wrong("DIRECTION", "the direction is the zero vector")
            self.horizontal, self.vertical = (float(c) for c in level.COEF_ACCE * direction / np.linalg.norm(direction))

    @property
    def word(self) -> str:
        """What tables call the number."""
        return "KC" if self.critical else "FS"

    def slices(self, points, bases, weights, middles, push, push_angle) -> Slices:
        """Slices between points (n + 1, 2), whose bases are represented by places (n, 2)."""
        width = (points[-1, 0] - points[0, 0]) / self.n
        cells = np.array([self.ground.cell_below(*row) for row in zip(bases, points[:-1, 0], points[1:, 0])])
        air, capillary = self.pores.at(bases, cells)
        numbers = [self.ground.material_at(base, (b[0] - a[0]) / 2) for base, a, b in zip(bases, points[:-1], points[1:])]
        if self.args.PHI_C_EQUI == "OUI":
            each = np.array([self.ground.mean_strength(a, b) for a, b in zip(points[:-1], points[1:])])
        else:
            each = np.array([self.ground.strength(number) for number in numbers])
        materials = [self.ground.materials.materials[number] for number in numbers]
        soaked = [self.pores.friction(*row) for row in zip(capillary, cells, materials, each[:, 0])]
        if self.pores.ratios:
            capillary = capillary * weights / width
        rise = np.diff(points[:, 1]) / np.diff(points[:, 0])
        sign = 1.0 if self.profile.rising else -1.0
        shares = np.tan(each[:, 0]), np.tan(soaked), each[:, 1], air, capillary
        return Slices(width, np.arctan(rise), weights, *shares, push, push_angle, sign, self.horizontal, self.vertical)

    def refined(self, factor, distance, width, first) -> tuple[list[float], object]:
        """Factors on meshes that are ever finer around the slices, the first one given; and the weights of the last mesh.

        factor    of the surface, by weights;  distance: of places (n, 2) to the outlines of the slices, m
        """
        level, found, weights = self.args.RAFF_MAIL, [first], self.ground.weights
        spread, change = 0.3 * width, np.inf
        while change > level.RAFF_CRIT_STAB and len(found) <= level.NB_RAFF_MAXI:
            density = 1.0 / np.sqrt(2 * np.pi) / spread
            apart = distance(weights.mesh.coordinates[:, :2])
            near = density * np.exp(-(apart**2) / 2 / spread**2) >= float(f"{density * np.exp(-0.5):.4f}")
            weights = weights.finer(near)
            spread /= 2
            found.append(factor(weights))
            change = abs(found[-1] - found[-2])
        return found, weights

    def show(self, weights, inside):
        """CHAM_DEFO: DX = 1 at the nodes that slide, `inside` of places (n, 2), 0 at the others."""
        if self.args.CHAM_DEFO is None:
            return
        mesh = weights.mesh
        values = np.where(inside(mesh.coordinates[:, :2]), 1.0, 0.0)
        result = Result("evol_noli", mesh)
        result.store(0, {"INST": 0.0}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX",), values[:, None])})
        self.context.create(self.args.CHAM_DEFO, result)


def circles(args, context) -> Table:
    """BISHOP, FELLENIUS: the circle that resists least."""
    slope = Slope(args, context)
    profile, n = slope.profile, slope.n
    left = _band(args.X1_MINI, args.X1_MAXI, args.NB_POINT_1)
    right = _band(args.X2_MINI, args.X2_MAXI, args.NB_POINT_2)
    lowest = args.Y_MINI
    if lowest is not None and lowest > min(profile.at(args.X1_MAXI), profile.at(args.X2_MINI)):
        raise args.wrong("Y_MINI", "the lowest line lies above an end of the slip surfaces")

    def factor(circle, weights=slope.ground.weights):
        return _of_circle(slope, circle, weights)

    search = Search(profile, factor, n, args.NB_RAYON, lowest, args.Y_MAXI)
    circle, least = search.run(left, right)
    x1, x2, centre, radius = circle.x1, circle.x2, np.array(circle.centre), circle.radius
    width = (x2 - x1) / n

    def distance(places):
        inner = radius - np.linalg.norm(places - centre, axis=1)
        sides = abs(places[:, :1] - (x1 + width * np.arange(1, n))).min(axis=1, initial=np.inf)
        return np.where(inner > 1e-8, np.minimum(inner, sides), abs(inner))

    def inside(places):
        inner = radius**2 - ((places - centre) ** 2).sum(axis=1) >= 1e-6
        return inner & (places[:, 0] >= x1) & (places[:, 0] <= x2)

    factors, weights = slope.refined(lambda finer: factor(circle, finer), distance, width, least)
    slope.show(weights, inside)
    ends = {
        "X_1": x1,
        "Y_1": profile.at(x1),
        "X_2": x2,
        "Y_2": profile.at(x2),
        "CENTRE_X": centre[0],
        "CENTRE_Y": centre[1],
        "RAYON": radius,
    }
    columns = {"NUME_RAFF": ("I", list(range(len(factors)))), slope.word: ("R", [float(f) for f in factors])}
    columns |= {name: ("R", [float(value)]) for name, value in ends.items()}
    if args.INFO_TABLE == 2:
        tried = np.array(search.tried)
        tried = tried[np.argsort(tried[:, 2])]
        columns["NB_SURF_TEST"] = ("I", [search.count])
        for place, name in enumerate(("CENTRE_X", "CENTRE_Y", "RAYON")):
            columns[f"EXT_{name}"] = ("R", [float(tried[:, place].min()), float(tried[:, place].max())])
        for name, place in (("RAYON", 2), ("CENTRE_X", 0), ("CENTRE_Y", 1), (slope.word, 3)):
            columns[f"HIST_{name}"] = ("R", tried[:, place].tolist())
    return Table(columns)


def _band(first, last, count):
    return [first] if last - first < 1e-6 else np.linspace(first, last, count)


def _of_circle(slope, circle, weights):
    n, centre, radius = slope.n, np.array(circle.centre), circle.radius
    x = circle.x1 + (circle.x2 - circle.x1) / n * np.arange(n + 1)
    points = np.column_stack([x, circle.at(x)])
    apart = points - centre
    turn = np.arctan2(apart[:, 1], apart[:, 0])
    turn = np.where(turn < np.pi / 2, turn, turn - 2 * np.pi)
    middle = (turn[:-1] + turn[1:]) / 2
    bases = centre + radius * np.column_stack([np.cos(middle), np.sin(middle)])
    width = (circle.x2 - circle.x1) / n
    sliding = weights.whole_cells(np.linalg.norm(weights.mesh.coordinates[:, :2] - centre, axis=1) <= radius)
    weight, masses = weights.of_slices(sliding, (x[:-1] + x[1:]) / 2, width)
    push, angle, moment = slope.ground.water_push(circle.x1, circle.x2, n, centre)
    s = slope.slices(points, bases, weight, masses, push, angle)
    if slope.args.METHODE_LEM == "FELLENIUS":
        return balance.fellenius_acceleration(s) if slope.critical else balance.fellenius(s)
    arms = masses - centre
    if slope.critical:
        return balance.bishop_acceleration(s, moment, radius, arms[:, 1])
    moment += np.sum((s.vertical * arms[:, 0] - s.horizontal * arms[:, 1]) * weight)
    return balance.bishop(s, moment, radius)


def lines(args, context) -> Table:
    """SPENCER, MORGENSTERN_PRICE: the line that resists least among those that fireworks find."""
    slope = Slope(args, context)
    n, profile, words = slope.n, slope.profile, args.ALGO_EFWA
    if words.N < 1:
        raise words.wrong("N", "at least one surface is needed")
    seed = args.INIT_ALEA or context.random().randrange(1, 1_000_000)
    width = abs(args.X1_MINI + args.X1_MAXI - args.X2_MINI - args.X2_MAXI) / 2 / n
    show = Display(
        words.ITER_MAXI, words.A, width if words.A_INIT is None else words.A_INIT, 0.1 * width if words.A_FINAL is None else words.A_FINAL,
        words.N, words.M, words.MG, (words.SA, words.SB), words.NB_STAB_MAXI, words.CRIT_STAB,
    )  # fmt: skip
    bounds = Bounds(profile, (args.X1_MINI, args.X1_MAXI), (args.X2_MINI, args.X2_MAXI), n, words.MARGE_PENTE)
    fireworks = Fireworks(bounds, show, lambda surface: _of_line(slope, _points(profile, surface), slope.ground.weights), _generator(seed))
    given = None if words.ETAT_INIT is None else _first(words.ETAT_INIT, n)
    best, least, history = fireworks.run(given)
    points = _points(profile, best)
    factors, weights = slope.refined(
        lambda finer: _of_line(slope, points, finer),
        lambda places: _to_outline(places, points),
        abs(points[-1, 0] - points[0, 0]) / n,
        least,
    )
    slope.show(weights, lambda places: _above(places, points))
    columns = {"NUME_RAFF": ("I", list(range(len(factors)))), slope.word: ("R", [float(f) for f in factors])}
    columns |= {"NUME_POINT": ("I", list(range(n + 1))), "COOR_X": ("R", points[:, 0].tolist()), "COOR_Y": ("R", points[:, 1].tolist())}
    if args.INFO_TABLE == 2:
        tried = [_points(profile, surface) for surface in fireworks.tried]
        before = _filled(words.ETAT_INIT) if words.ETAT_INIT is not None else {}
        if "RAYON" not in before and "MIN_X" in before:
            history = before[f"HIST_{slope.word}"] + history
            if len(before["MIN_X"]) == n + 1:
                tried += [np.column_stack([before[f"{side}_X"], before[f"{side}_Y"]]) for side in ("MIN", "MAX")]
        for axis, place in (("X", 0), ("Y", 1)):
            columns[f"MIN_{axis}"] = ("R", np.min(tried, axis=0)[:, place].tolist())
            columns[f"MAX_{axis}"] = ("R", np.max(tried, axis=0)[:, place].tolist())
        columns |= {"NUME_ITER": ("I", list(range(len(history)))), f"HIST_{slope.word}": ("R", history)}
    return Table(columns)


def _generator(seed):
    from numpy.random import RandomState

    return RandomState(seed)


def _points(profile, surface):
    """(n + 1, 2) the points of a surface."""
    y = np.array(surface, float)
    y[[0, -1]] = profile.at(surface[0]), profile.at(surface[-1])
    return np.column_stack([np.linspace(surface[0], surface[-1], len(y)), y])


def _filled(table):
    """Columns up to their first empty cell."""
    found = {}
    for name in table.names:
        cells = table.column(name)
        found[name] = cells[: cells.index(None)] if None in cells else list(cells)
    return found


def _first(table, n):
    """The surface that an earlier table ends with."""
    given = _filled(table)
    if "RAYON" in given:
        x1, x2, x0, y0, radius = (given[name][0] for name in ("X_1", "X_2", "CENTRE_X", "CENTRE_Y", "RAYON"))
        x = np.linspace(x1, x2, n + 1)
        inner = y0 - np.sqrt(radius**2 - (x[1:-1] - x0) ** 2)
    else:
        x1, x2 = given["COOR_X"][0], given["COOR_X"][-1]
        x = np.linspace(x1, x2, n + 1)
        same = len(given["COOR_X"]) == n + 1
        inner = given["COOR_Y"][1:-1] if same else np.interp(x[1:-1], given["COOR_X"], given["COOR_Y"])
    return np.array([x1, *inner, x2])


def _of_line(slope, points, weights):
    n = slope.n
    bases = (points[:-1] + points[1:]) / 2
    along = np.diff(points, axis=0)
    normal = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    coordinates = weights.mesh.coordinates[:, :2]
    above = np.ones(len(coordinates), bool)
    for base, up in zip(bases, normal):
        height = (coordinates - base) @ up
        above &= (height >= 0.0) & (height <= 2 * _BAND)
    weight, masses = weights.of_slices(weights.whole_cells(above), bases[:, 0], abs(points[-1, 0] - points[0, 0]) / n)
    push, angle, moment = slope.ground.water_push(points[0, 0], points[-1, 0], n, bases)
    s = slope.slices(points, bases, weight, masses, push, angle)
    sway = None
    if slope.critical:
        sway = float(np.sum((bases[:, 1] - masses[:, 1]) * weight))
    else:
        arms = masses - bases
        moment += float(np.sum((arms[:, 0] * s.vertical - arms[:, 1] * s.horizontal) * weight))
    return balance.inclined(s, moment, _shape(slope, points), sway)


_BAND = 100.0
"""How far above the base of a slice, half of it, cells may slide (m)."""


def _shape(slope, points):
    """(f0, f) of the forces between slices: parallel for SPENCER; else from one slope of the ground to the other, and a sine."""
    n = slope.n
    if slope.args.METHODE_LEM == "SPENCER":
        return np.zeros(n), np.ones(n)
    x, y = slope.profile.x, slope.profile.y
    first, last = np.flatnonzero(x >= points[0, 0])[0], np.flatnonzero(x <= points[-1, 0])[-1]
    ends = [(y[i] - y[j]) / (x[i] - x[j]) for i, j in ((first, first + 1), (last, last - 1))]
    return np.linspace(*ends, n + 1)[1:], np.sin(np.linspace(0.0, np.pi, n + 1)[1:])


def _to_outline(places, points):
    """(n,) distances to the bases and the sides of slices, infinite beside them."""
    number = np.searchsorted(points[:, 0], places[:, 0], "right") - 1
    inside = (number >= 0) & (number < len(points) - 1)
    k = np.clip(number, 0, len(points) - 2)
    left = np.where(k == 0, np.inf, abs(places[:, 0] - points[k, 0]))
    right = np.where(k == len(points) - 2, np.inf, abs(places[:, 0] - points[k + 1, 0]))
    height = _heights(places, points, k)
    base = height / np.hypot(1.0, _rise(points)[k])
    apart = np.where(base > 1e-8, np.minimum(np.minimum(left, right), base), abs(base))
    return np.where(inside, apart, np.inf)


def _above(places, points):
    number = np.searchsorted(points[:, 0], places[:, 0], "right") - 1
    inside = (number >= 0) & (number < len(points) - 1)
    return inside & (_heights(places, points, np.clip(number, 0, len(points) - 2)) >= 1e-6)


def _rise(points):
    return np.diff(points[:, 1]) / np.diff(points[:, 0])


def _heights(places, points, k):
    return places[:, 1] - points[k, 1] - _rise(points)[k] * (places[:, 0] - points[k, 0])
