"""PROPA_FISS on level sets: SIMPLEXE, UPWIND, GEOMETRIQUE (u4.82.11, r7.02.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._crack_growth import cycles_for, rows_of
from pyaster_lite.concepts.crack_enrichment import Outside, carried, enriched, parts_of
from pyaster_lite.concepts.level_set_crack import GridLevels
from pyaster_lite.fe.extended.front import Tangled, nodal_gradients
from pyaster_lite.fe.extended.level_sets import adjusted, shortest_edge
from pyaster_lite.fe.extended.propagation.domain import TooNarrow, reached, torus, whole
from pyaster_lite.fe.extended.propagation.grid import Crooked, Grid, advected
from pyaster_lite.fe.extended.propagation.lengthened import lengthened
from pyaster_lite.fe.extended.propagation.marching import marched, near_zero
from pyaster_lite.fe.extended.propagation.projection import Growth, distances, taken, turned
from pyaster_lite.fe.extended.propagation.simplices import Simplices

_NEAR_FRONT = 1e-3
"""Zeros of tangent level sets nearer than this to a vertex, by the edge, are put there: fronts that grow would waver."""


def go_on(args, context):
    """The cracks after the cycles in which the fastest front grows by DA_MAX."""
    for level in args.FISSURE:
        crack = level.FISS_ACTUELLE
        if crack not in args.MODELE.cracks:
            raise level.wrong("FISS_ACTUELLE", f"{crack.name} is not a crack of the model {args.MODELE.name}")
        if crack.front is None:
            raise level.wrong("FISS_ACTUELLE", f"{crack.name} has no front")
        if crack.nature == "COHESIF":
            raise level.wrong("FISS_ACTUELLE", f"{crack.name} is cohesive: OPERATION='PROPA_COHESIF'")
    if args.TEST_MAIL == "OUI":
        for level in args.FISSURE:
            context.create(level.FISS_PROPAGEE, _tried(args, level, context))
        return
    rows = [rows_of(args, level, context) for level in args.FISSURE]
    cycles = cycles_for(args, rows)
    for level, own in zip(args.FISSURE, rows):
        crack = level.FISS_ACTUELLE
        at_points = _at_points(level, context, own, crack.front, crack.mesh.dimension)
        context.create(level.FISS_PROPAGEE, _grown(args, level, crack, *at_points, cycles))


def cohesive(args, context):
    """The cohesive cracks after their fronts have grown by DA_MAX; they keep these until new ones are found."""
    for level in args.FISSURE:
        crack = level.FISS_ACTUELLE
        if crack.nature != "COHESIF":
            raise level.wrong("FISS_ACTUELLE", f"{crack.name} is not cohesive")
        if crack.mesh is not args.MODELE.mesh:
            raise level.wrong("FISS_ACTUELLE", f"{crack.name} is on another mesh than the model {args.MODELE.name}")
        rows = rows_of(args, level, context)
        made = _grown(args, level, crack, *_at_points(level, context, rows, crack.front, crack.mesh.dimension), 1.0)
        made.front = crack.front
        context.create(level.FISS_PROPAGEE, made)


def _tried(args, level, context):
    """The crack whose front has grown evenly several times, each front being looked at: is the mesh fine enough?"""
    first = crack = level.FISS_ACTUELLE
    if first.mesh.dimension == 2:
        raise args.wrong("TEST_MAIL", "it is for cracks in space")
    smallest = shortest_edge(parts_of(first.mesh)[1], first.mesh.coordinates)
    for count in range(1, args.ITERATIONS + 1):
        still = np.zeros(len(crack.front.places))
        crack = _grown(args, level, crack, Growth(still + args.DA_MAX, still), still, 1.0)
        if crack.front is None:
            raise level.wrong("FISS_PROPAGEE", f"the crack has no front after {count} advances")
        away = np.sqrt(distances(crack.front.places, first.front, 3)) - count * args.DA_MAX
        if abs(away).max() > args.TOLERANCE / 100.0 * smallest:
            off = f"the front is from {away.min():.3g} to {away.max():.3g} off what is expected after {count} advances"
            context.warn(args, "TOLERANCE", f"{off}: the shortest edge is {smallest:.6g}")
    return crack


def _grown(args, level, crack, growth, twists, cycles):
    mesh, front, method, dim = crack.mesh, crack.front, args.METHODE_PROPA, crack.mesh.dimension
    # what the level sets grow on: the grid, or the mesh itself
    ground = crack if crack.grid is None else crack.grid
    if crack.grid is not None and method == "SIMPLEXE":
        raise args.wrong("METHODE_PROPA", f"SIMPLEXE is for cracks without a grid, {crack.name} has one")
    if crack.grid is not None and method == "UPWIND" and dim == 3:
        if len(front.starts) > 1 or front.closed:
            raise args.not_yet("METHODE_PROPA", "UPWIND on a grid in space is for one front with two ends so far")
        reach = 7 * args.DA_MAX if args.ZONE_MAJ == "TOUT" else args.get("RAYON_TORE") or args.RAYON + args.DA_MAX
        drawn_on, growth = lengthened(front, growth, reach)
    else:
        drawn_on = front
    _, solids = parts_of(ground.mesh)
    grid = _grid(args, ground.mesh, solids) if method == "UPWIND" else None
    smallest = grid.smallest if grid is not None else shortest_edge(solids, ground.mesh.coordinates)
    cohesive = crack.nature == "COHESIF"
    radius = 0.0 if cohesive else args.RAYON
    if smallest > radius and not cohesive:
        raise args.wrong("RAYON", f"it is less than the shortest edge of the mesh, {smallest:.6g}")
    normals, directions = drawn_on.normals, drawn_on.directions
    if grid is None:
        normals, directions = turned(normals, directions, growth.angles, twists, dim)
        growth = Growth(growth.speeds, np.zeros(len(twists)))
    beyond = None if grid is not None else "rebuilt" if cohesive else "radial"
    at = taken(ground.mesh.coordinates, drawn_on, normals, directions, growth, dim, smallest, beyond)
    needed, over = (radius + args.DA_MAX) ** 2, None
    if crack.grid is not None:
        over, needed = reached(parts_of(mesh)[1], distances(mesh.coordinates, front, dim), needed)
    domain = _domain(args, crack, at, solids, needed)
    levels = _Levels(ground, solids, domain, smallest)
    if method != "GEOMETRIQUE" and crack.updated is not None:
        levels.begin(at, domain.nodes & ~crack.updated.nodes)
    levels.grow(at, cycles) if grid is None else levels.advect(at, cycles)
    if method == "SIMPLEXE":
        levels.march_in_simplices()
    elif method == "UPWIND":
        levels.march_on_grid(grid, at, cycles)
    try:
        made = _made(crack, levels, over)
    except (Outside, Tangled) as reason:
        raise level.wrong("FISS_PROPAGEE", str(reason)) from None
    made.updated = domain if args.ZONE_MAJ == "TORE" else None
    return made


def _made(crack, levels, over):
    """The crack of level sets that have grown; on a mesh beside a grid they are brought up to date at the nodes (n,) `over` a mask."""
    mesh, gradients, grid = crack.mesh, levels.gradients(), None
    normal, tangent = levels.normal, levels.tangent
    _, solids = parts_of(mesh)
    if crack.grid is not None:
        grid = GridLevels(crack.grid.mesh, normal, tangent, *gradients)
        ahead = carried(crack.grid.mesh, mesh.coordinates[over], normal, tangent)
        normal, tangent = crack.normal.copy(), crack.tangent.copy()
        normal[over], tangent[over] = ahead
        gradients = [nodal_gradients(solids, mesh.coordinates, values) for values in (normal, tangent)]
    normal, tangent = adjusted(normal, solids, crossed=crack.nature == "COHESIF"), adjusted(tangent, solids, _NEAR_FRONT, tangent=True)
    made = enriched(mesh, crack.nature, normal, tangent, crack.enrichment, gradients=gradients)
    made.grid, made.carried = grid, over
    return made


def _grid(args, mesh, solids):
    try:
        return Grid(solids, mesh.coordinates, mesh.dimension)
    except Crooked as reason:
        raise args.wrong("METHODE_PROPA", f"UPWIND needs a regular grid: {reason}") from None


class _Levels:
    """The level sets of a crack on the way: normal, tangent (n,)."""

    def __init__(self, before, solids, domain, smallest):
        self.x, self.dim, self.solids = before.mesh.coordinates, before.mesh.dimension, solids
        self.domain, self.smallest, self.before = domain, smallest, before
        self.normal, self.tangent = before.normal.copy(), before.tangent.copy()

    def gradients(self):
        """(n, 3) of both: those of before out of the domain."""
        pairs = ((self.normal, self.before.normal_gradients), (self.tangent, self.before.tangent_gradients))
        return [self.domain.gradients(self.x, values, outside) for values, outside in pairs]

    def begin(self, at, fresh):
        """The distances to the front, at the nodes (n,) that no domain had yet."""
        normal, tangent = at.level_sets()
        self.normal[fresh], self.tangent[fresh] = normal[fresh], tangent[fresh]

    def grow(self, at, cycles):
        """The surface stays where it was, and is plane ahead of it."""
        later, ahead = at.after(cycles)
        beyond = self.domain.nodes & (self.tangent > 0.0)
        self.normal[beyond], self.tangent[self.domain.nodes] = later[beyond], ahead[self.domain.nodes]

    def advect(self, at, cycles):
        self.normal, self.tangent = advected(self.normal, self.tangent, self.gradients(), at, cycles, self.domain.nodes)

    def march_in_simplices(self):
        simplices = Simplices(self.solids, self.x, self.dim, self.domain.nodes)
        for name in ("normal", "tangent"):
            values, known = near_zero(getattr(self, name), self.domain, self.smallest, self.dim)
            setattr(self, name, marched(values, self.domain, simplices.settle(known)))

    def march_on_grid(self, grid, at, cycles):
        """The tangent one twice: first from where the plane front is."""
        later, beyond = at.after(cycles)
        nodes = self.domain.nodes
        values, known = near_zero(self.normal, self.domain, self.smallest, self.dim)
        self.normal = marched(values, self.domain, grid.settle(known, nodes, later, False, ahead=self.tangent > 0.0))
        for plane in (True, False):
            values, known = near_zero(self.tangent, self.domain, self.smallest, self.dim)
            self.tangent = marched(values, self.domain, grid.settle(known, nodes, beyond, plane))


def _domain(args, crack, at, solids, needed):
    """Where the level sets are brought up to date."""
    if args.ZONE_MAJ == "TOUT":
        if crack.updated is not None:
            raise args.wrong("ZONE_MAJ", f"the level sets of {crack.name} are those of a torus only: say TORE again")
        return whole(solids, len(at.speeds))
    given = args.get("RAYON_TORE")
    imposed = given**2 if given is not None else None if crack.updated is None else crack.updated.radius
    try:
        return torus(solids, at.distances, needed, imposed)
    except TooNarrow as reason:
        radius, needed = reason.args
        raise args.wrong("RAYON_TORE", f"the torus of radius {radius:.6g} is too narrow: {needed:.6g} is needed") from None


def _at_points(level, context, rows, front, dim):
    """(Growth, twists) at the points of the front."""
    named = level.get("NB_POINT_FOND")
    if named and not rows.space:
        context.warn(level, "NB_POINT_FOND", "it is for cracks in space: not used")
    columns = np.stack([rows.speeds, rows.angles, rows.twists], axis=1)
    if named and rows.space:
        columns = _between(level, rows, columns, front, list(named))
    elif len(columns) != len(front.places):
        raise level.wrong("TABLE", f"{level.TABLE.name} has {len(columns)} rows, the front {len(front.places)} points")
    speeds, angles, twists = columns.T.copy()
    if not rows.space:
        angles *= np.where(np.cross(front.directions, front.normals)[:, 2] < 0.0, -1.0, 1.0)
    return Growth(speeds, angles), twists


def _between(level, rows, columns, front, counts):
    """(m, 3) at the points of the front, linearly between the rows of the table."""
    lines = list(zip(front.starts.tolist(), front.stops().tolist()))
    if len(counts) != len(lines):
        raise level.wrong("NB_POINT_FOND", f"{len(counts)} numbers for {len(lines)} fronts")
    found = np.empty((len(front.places), columns.shape[1]))
    for number, ((start, stop), count) in enumerate(zip(lines, counts), 1):
        own = rows.fronts == number
        if own.sum() != count:
            raise level.wrong("NB_POINT_FOND", f"the table has {own.sum()} rows for front {number}")
        length = front.abscissas[stop - 1]
        known = np.linspace(0.0, length, count) if rows.abscissas is None else rows.abscissas[own]
        for column in range(columns.shape[1]):
            found[start:stop, column] = np.interp(front.abscissas[start:stop], known, columns[own, column])
    return found
