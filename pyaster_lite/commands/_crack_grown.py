"""PROPA_FISS on level sets: SIMPLEXE, UPWIND, GEOMETRIQUE (u4.82.11, r7.02.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._crack_growth import cycles_for, rows_of
from pyaster_lite.concepts.crack_enrichment import Outside, enriched, parts_of
from pyaster_lite.fe.extended.front import Tangled
from pyaster_lite.fe.extended.level_sets import adjusted, shortest_edge
from pyaster_lite.fe.extended.propagation.domain import TooNarrow, torus, whole
from pyaster_lite.fe.extended.propagation.projection import Growth, taken, turned

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
    rows = [rows_of(args, level, context) for level in args.FISSURE]
    cycles = cycles_for(args, rows)
    for level, own in zip(args.FISSURE, rows):
        context.create(level.FISS_PROPAGEE, _grown(args, level, context, own, cycles))


def _grown(args, level, context, rows, cycles):
    crack = level.FISS_ACTUELLE
    mesh, front, dim = crack.mesh, crack.front, crack.mesh.dimension
    growth, twists = _at_points(level, context, rows, front, dim)
    _, solids = parts_of(mesh)
    smallest = shortest_edge(solids, mesh.coordinates)
    if smallest > args.RAYON:
        raise args.wrong("RAYON", f"it is less than the shortest edge of the mesh, {smallest:.6g}")
    normals, directions = turned(front.normals, front.directions, growth.angles, twists, dim)
    straight = Growth(growth.speeds, np.zeros(len(twists)))
    at = taken(mesh.coordinates, front, normals, directions, straight, dim, smallest, radial=True)
    domain = _domain(args, crack, at, solids)
    later, ahead = at.after(cycles)
    normal, tangent = crack.normal.copy(), crack.tangent.copy()
    beyond = domain.nodes & (tangent > 0.0)
    normal[beyond], tangent[domain.nodes] = later[beyond], ahead[domain.nodes]
    gradients = [
        domain.gradients(mesh.coordinates, values, outside)
        for values, outside in ((normal, crack.normal_gradients), (tangent, crack.tangent_gradients))
    ]
    normal, tangent = adjusted(normal, solids), adjusted(tangent, solids, _NEAR_FRONT)
    try:
        made = enriched(mesh, crack.nature, normal, tangent, crack.enrichment, gradients=gradients)
    except (Outside, Tangled) as reason:
        raise level.wrong("FISS_PROPAGEE", str(reason)) from None
    made.updated = domain if args.ZONE_MAJ == "TORE" else None
    return made


def _domain(args, crack, at, solids):
    """Where the level sets are brought up to date."""
    if args.ZONE_MAJ == "TOUT":
        if crack.updated is not None:
            raise args.wrong("ZONE_MAJ", f"the level sets of {crack.name} are those of a torus only: say TORE again")
        return whole(solids, len(at.speeds))
    given = args.get("RAYON_TORE")
    imposed = given**2 if given is not None else None if crack.updated is None else crack.updated.radius
    try:
        return torus(solids, at.distances, (args.RAYON + args.DA_MAX) ** 2, imposed)
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
