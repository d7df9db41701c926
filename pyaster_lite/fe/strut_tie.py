"""Struts and ties of reinforced concrete: nodes where stresses of a plate are extreme, bars between them all, and sections that carry the
loads at the strengths of steel and concrete (calc_bt_ops)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from .errors import ComputationFailed

_ON_LINE = 1e-4
_SAMPLES = 10
_SOFTER = 13.3
"""Bars are left out once sections change less than this many times what counts as settled."""
_STIFF = 1e-6
DRAWN = 200
"""Up to this iteration bars are of steel or of concrete by their forces; then they stay what they are."""


def on_grid(seeds, data, grid_x, grid_y, inside) -> np.ndarray:
    """(n, m) values at the points of a grid, by data (k,) at seeds (k, 2); nil outside.

    A point of the grid that is one of the seeds to 1e-6 has its value. Between two seeds of its column or row, or among four, it has what
    code_aster computes there, which takes seeds next to each other in the numbering for neighbours (griddata_local).
    Raises ComputationFailed where the grid finds no seeds.
    """
    grid_x, grid_y, seeds = np.round(grid_x, 6), np.round(grid_y, 6), np.round(seeds, 6)
    rows: dict[tuple, list[int]] = {}
    for row, place in enumerate(map(tuple, seeds)):
        rows.setdefault(place, []).append(row)
    at_x, at_y = set(seeds[:, 0].tolist()), set(seeds[:, 1].tolist())
    found = np.zeros(grid_x.shape)

    def value(x, y):
        own = rows.get((x, y), ())
        if len(own) != 1:
            raise ComputationFailed(f"the grid of stresses finds no node at ({x:g}, {y:g}): its steps must go with the mesh")
        return data[own[0]]

    def ends(axis, x):
        place = np.searchsorted(seeds[:, axis], x)
        if place == len(seeds):
            raise ComputationFailed(f"the grid of stresses finds no nodes around {x:g}: its steps must go with the mesh")
        return seeds[place - 1, axis], seeds[place, axis]

    for i, j in np.argwhere(inside):
        x, y = grid_x[i, j], grid_y[i, j]
        if len(rows.get((x, y), ())) == 1:
            found[i, j] = data[rows[x, y][0]]
        elif x in at_x and y not in at_y:
            low, high = ends(1, y)
            found[i, j] = (value(x, low) - value(x, high)) / (high - low) * y
        elif y in at_y and x not in at_x:
            low, high = ends(0, x)
            found[i, j] = (value(low, y) - value(high, y)) / (high - low) * x
        else:
            (left, right), (low, high) = ends(0, x), ends(1, y)
            corners = value(left, low), value(right, low), value(right, high), value(left, high)
            parts = (right - x) * (high - y), (x - left) * (high - y), (x - left) * (y - low), (right - x) * (y - low)
            found[i, j] = sum(c * p for c, p in zip(corners, parts)) / ((right - left) * (high - low))
    return found


def valleys(values) -> np.ndarray:
    """(n, m) where a grid of values has valleys along both axes, ends and edges of level parts among them."""
    found = np.ones(values.shape, bool)
    for axis in (0, 1):
        mirrored = np.pad(values, [(1, 1) if k == axis else (0, 0) for k in (0, 1)], mode="reflect")
        found &= np.diff(np.sign(np.diff(mirrored, axis=axis)), axis=axis) > 0
    return found


def in_polygon(points, corners, edges: bool = False) -> np.ndarray:
    """(n,) whether points are in a closed polygon; on its edges, too, or by the parity of crossings alone."""
    x, y = np.asarray(points, float).T[:, :, None]
    (x1, y1), (x2, y2) = (np.asarray(part, float).T for part in (corners, np.roll(corners, -1, axis=0)))
    meets = (y > np.minimum(y1, y2)) & (y <= np.maximum(y1, y2)) & (x <= np.maximum(x1, x2))
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = (y - y1) * (x2 - x1) / (y2 - y1) + x1
    crossed = (meets & ((x1 == x2) | (x <= cut))).sum(axis=1) % 2 == 1
    if not edges:
        return crossed
    length = np.hypot(x2 - x1, y2 - y1)
    beside = abs(length - np.hypot(x - x2, y - y2) - np.hypot(x - x1, y - y1)) < _ON_LINE * length
    return crossed | beside.any(axis=1)


def distinct(points) -> np.ndarray:
    """Points (n, 2) without repetitions, where each is first."""
    return np.array(list(dict.fromkeys(map(tuple, points.tolist()))), float).reshape(-1, 2)


def standing_on(points, places) -> np.ndarray:
    """(n,) whether points (n, 2) are some of the places (k, 2)."""
    wanted = set(map(tuple, np.asarray(places, float).tolist()))
    return np.array([tuple(point) in wanted for point in points.tolist()], bool)


def merged(points, reach: float, fixed) -> np.ndarray:
    """Points no farther than `reach` from one another become their mean, or that of the fixed ones among them, to 0.01; one after the
    other, where they are by then."""
    points = points.copy()
    for i in range(len(points)):
        near = np.hypot(*(points[i] - points).T) <= reach
        own = near & fixed
        points[near] = np.round(points[own if own.any() else near].mean(axis=0), 2)
    return distinct(points)


def bars_between(points, longest: float, holes=()) -> np.ndarray:
    """(m, 2) all pairs of points no farther from each other than `longest`, whose line does not enter a hole (k, 2)."""
    bars = np.argwhere(np.triu(np.ones((len(points),) * 2, bool), 1))
    bars = bars[lengths(points, bars) <= longest]
    ends = points[bars]
    samples = np.stack([np.linspace(ends[:, 0, k], ends[:, 1, k], _SAMPLES, axis=1) for k in (0, 1)], axis=-1)
    kept = np.ones(len(bars), bool)
    for hole in holes:
        kept &= ~in_polygon(samples.reshape(-1, 2), hole).reshape(-1, _SAMPLES).any(axis=1)
    return bars[kept]


def lengths(points, bars) -> np.ndarray:
    """(m,) of bars."""
    return np.hypot(*(points[bars[:, 1]] - points[bars[:, 0]]).T)


@dataclass(frozen=True)
class Strengths:
    """Moduli of steel and concrete, the stresses of ties and struts, the least section, and by what share sections change at most."""

    steel: float
    concrete: float
    tie: float
    strut: float
    least: float
    change: float


@dataclass
class Truss:
    """Points (n, 2), bars (m, 2) and their sections (m,), which code_aster takes for sides of squares; `forces` (m,), tension positive.

    supports  [(point, (ux, uy))], NaN where a point is free;  loads  [(point, (fx, fy))]
    """

    points: np.ndarray
    bars: np.ndarray
    supports: list
    loads: list
    sections: np.ndarray = field(init=False)
    forces: np.ndarray = field(init=False)

    def __post_init__(self):
        self.sections, self.forces = np.ones(len(self.bars)), np.ones(len(self.bars))

    @property
    def held(self) -> np.ndarray:
        """(n, 2) which displacements are imposed."""
        found = np.zeros((len(self.points), 2), bool)
        for point, values in self.supports:
            found[point] |= ~np.isnan(values)
        return found

    def solve(self, moduli) -> np.ndarray:
        """(m,) forces of bars by their moduli; raises ComputationFailed where the truss is a mechanism."""
        from scipy.linalg import LinAlgError, cho_factor, cho_solve

        size = 2 * len(self.points)
        ends, length = self.points[self.bars], lengths(self.points, self.bars)
        way = (ends[:, 1] - ends[:, 0]) / length[:, None]
        stiffness = moduli * self.sections**2 / length
        pull = np.hstack([-way, way])
        dofs = np.stack([2 * self.bars[:, 0], 2 * self.bars[:, 0] + 1, 2 * self.bars[:, 1], 2 * self.bars[:, 1] + 1], axis=1)
        matrix = np.zeros((size, size))
        np.add.at(matrix, (dofs[:, :, None], dofs[:, None, :]), stiffness[:, None, None] * pull[:, :, None] * pull[:, None, :])
        moved, load = np.zeros(size), np.zeros(size)
        for point, values in self.supports:
            moved[2 * point : 2 * point + 2] = np.where(np.isnan(values), moved[2 * point : 2 * point + 2], values)
        for point, values in self.loads:
            load[2 * point : 2 * point + 2] += values
        free = np.flatnonzero(~self.held.ravel())
        right = load[free] - matrix[free] @ moved
        try:
            moved[free] = cho_solve(cho_factor(matrix[np.ix_(free, free)]), right)
        except LinAlgError:
            raise ComputationFailed("the struts and ties found so far are a mechanism") from None
        return stiffness * (pull * moved[dofs]).sum(axis=1)

    def resize(self, strengths: Strengths) -> float:
        """Sections towards what the forces need; the norm of their changes."""
        needed = np.where(self.forces > 0.0, self.forces / strengths.tie, abs(self.forces) / strengths.strut)
        needed = np.clip(needed, self.sections * (1.0 - strengths.change), self.sections * (1.0 + strengths.change))
        needed = np.maximum(needed, strengths.least)
        change = float(np.sqrt(np.sum((abs(needed - self.sections) / self.sections) ** 2)))
        self.sections = needed
        return change

    def keep(self, rows):
        """Bars in another order, without some of them, and the points that they need."""
        self.bars, self.sections, self.forces = self.bars[rows], self.sections[rows], self.forces[rows]
        used = np.unique(self.bars)
        number = np.full(len(self.points), -1)
        number[used] = np.arange(len(used))
        if any(number[point] < 0 for point, _ in (*self.supports, *self.loads)):
            raise ComputationFailed("no bar is left at a support or a load")
        self.points, self.bars = self.points[used], number[self.bars]
        self.supports = [(int(number[point]), values) for point, values in self.supports]
        self.loads = [(int(number[point]), values) for point, values in self.loads]

    def lighten(self, strengths: Strengths, share: float, principal: int, seed: int | None):
        """Leave out a share of the bars: the thickest first, those that touch their points, then the others by chance, as many as make the
        diagonal of the stiffness tell of no mechanism, the last but one."""
        order = np.lexsort((np.arange(len(self.bars)), self.sections))[::-1]
        self.keep(order)
        points = np.unique(self.bars[: int(len(self.bars) * (1.0 - share))])
        touching = np.isin(self.bars, points).any(axis=1)
        others = np.flatnonzero(~touching).tolist()
        random.Random(seed or None).shuffle(others)
        self.keep(np.concatenate([np.flatnonzero(touching), np.array(others, int)]))
        if principal > len(self.bars):
            raise ComputationFailed(f"{len(self.bars)} bars are left, fewer than the {principal} that CRIT_ELIM keeps")
        count = self._stiff_from(strengths, principal)
        if count < len(self.bars):
            self.keep(np.arange(count - 1))

    def _stiff_from(self, strengths, principal):
        """How many of the bars make every free displacement stiff. Each bar writes over what others wrote in the matrix, rather than being
        added (calc_bt_ops, K_matrix1by1)."""
        length = lengths(self.points, self.bars)
        way = (self.points[self.bars[:, 1]] - self.points[self.bars[:, 0]]) / length[:, None]
        moduli = np.where(self.forces > 0.0, strengths.steel, strengths.concrete)
        stiffness = (moduli * self.sections / length)[:, None] * way**2
        diagonal, free = np.zeros((len(self.points), 2)), np.ones((len(self.points), 2), bool)
        for point, values in self.supports:
            free[point] &= values != 0.0
        for row, (bar, own) in enumerate(zip(self.bars, stiffness)):
            if row >= principal and abs(diagonal[free]).min(initial=np.inf) >= _STIFF:
                return row
            diagonal[bar] = own
        if abs(diagonal[free]).min(initial=np.inf) < _STIFF:
            raise ComputationFailed("some point is held by no bar in one direction")
        return len(self.bars)


@dataclass(frozen=True)
class Search:
    """How sections are searched for: at most so many iterations, what counts as settled, and by `lighter` (share, seed) which share of the
    bars is left out, or None."""

    iterations: int
    settled: float
    lighter: tuple | None = None


def optimise(truss: Truss, strengths: Strengths, search: Search):
    """Resize until the sections settle; bars are left out, then, by `lighter`. At the end all bars are of steel, and resized once more."""
    moduli, change = np.full(len(truss.bars), strengths.steel), np.inf
    principal = int(round((1.0 - search.lighter[0]) * len(truss.bars), 0)) if search.lighter else 0
    for iteration in range(1, search.iterations):
        if iteration <= DRAWN:
            moduli = _moduli(truss, strengths)
        truss.forces = _loaded(truss, moduli)
        change = truss.resize(strengths)
        if search.lighter and change <= _SOFTER * search.settled:
            share, seed = search.lighter
            truss.lighten(strengths, share, principal, seed)
            moduli = _moduli(truss, strengths)
            truss.forces = truss.solve(moduli)
        if change <= search.settled:
            break
    if change > search.settled:
        raise ComputationFailed(f"the sections do not settle in {search.iterations} iterations")
    truss.forces = truss.solve(np.full(len(truss.bars), strengths.steel))


def _moduli(truss, strengths):
    pulled = truss.forces > 0.0
    return np.where(pulled, strengths.steel, strengths.concrete if pulled.any() else strengths.steel)


def _loaded(truss, moduli):
    forces = truss.solve(moduli)
    if forces.sum() == 0.0:
        raise ComputationFailed("the struts and ties carry nothing")
    return forces
