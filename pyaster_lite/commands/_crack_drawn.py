"""PROPA_FISS on meshes that cracks are drawn on: INITIALISATION and MAILLAGE (u4.82.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._crack_growth import cycles_for, rows_of
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.fe.extended.propagation.drawn import Crossed, advanced, places_between, shared_out

_SQUARE = 0.01
_BLUNT = 1.2
"""Lips must stay so much farther from crossing than where they do."""


def begin(args, context):
    """INITIALISATION: the mesh of a crack of a simple shape."""
    if args.FORM_FISS == "DEMI_DROITE":
        tip = np.array((*args.PFON, 0.0)[:3])
        points, lips, front = np.stack([tip - args.DTAN, tip]), ("SEG2", [[0, 1]]), ("POI1", [[1]])
    elif args.FORM_FISS == "DEMI_PLAN":
        count = args.NB_POINT_FOND
        line = np.array(args.POINT_ORIG) + np.linspace(0.0, 1.0, count)[:, None] * np.subtract(args.POINT_EXTR, args.POINT_ORIG)
        points, i = np.concatenate([line - args.DTAN, line]), np.arange(count - 1)
        lips = "QUAD4", np.stack([i, i + 1, count + i + 1, count + i], axis=1)
        front = "SEG2", np.stack([count + i, count + i + 1], axis=1)
    else:
        x, y = np.array(args.VECT_X), np.array(args.VECT_Y)
        if abs(x @ y) > _SQUARE:
            raise args.wrong("VECT_Y", "it is not square to VECT_X")
        angles = np.radians(np.linspace(args.ANGLE_ORIG, args.ANGLE_EXTR, args.NB_POINT_FOND))
        arc = args.DEMI_GRAND_AXE * np.cos(angles)[:, None] * x + args.DEMI_PETIT_AXE * np.sin(angles)[:, None] * y
        points, i = np.concatenate([[args.CENTRE], arc + args.CENTRE]), np.arange(1, args.NB_POINT_FOND)
        lips, front = ("TRIA3", np.stack([0 * i, i, i + 1], axis=1)), ("SEG2", np.stack([i, i + 1], axis=1))
    blocks = merge_blocks([(lips[0], lips[1], np.arange(len(lips[1]))), (front[0], front[1], len(lips[1]) + np.arange(len(front[1])))])
    groups = {f"{args.GROUP_MA_FISS}_0": np.arange(len(lips[1])), f"{args.GROUP_MA_FOND}_0": len(lips[1]) + np.arange(len(front[1]))}
    mesh = Mesh(points, blocks, {}, groups, space_dimension=2 if args.FORM_FISS == "DEMI_DROITE" else 3)
    _hand_out(args, context, [mesh], [args.get("MAIL_FISS")])


def go_on(args, context):
    """MAILLAGE: the lips go on to where the fronts are after the cycles in which the fastest one grows by DA_MAX."""
    rows = [rows_of(args, level, context) for level in args.FISSURE]
    cycles = cycles_for(args, rows)
    grow = _in_plane if args.MAIL_STRUC.dimension == 2 else _in_space
    meshes = [grow(args, level, own, cycles) for level, own in zip(args.FISSURE, rows)]
    _hand_out(args, context, meshes, [level.get("MAIL_PROPAGE") for level in args.FISSURE])


def _hand_out(args, context, meshes, places):
    """Each mesh where the deck wants it, and all of them with that of the body."""
    total = meshes[0]
    for mesh in meshes[1:]:
        total = context.run("ASSE_MAILLAGE", MAILLAGE_1=total, MAILLAGE_2=mesh, OPERATION="SUPERPOSE")
    whole = context.run("ASSE_MAILLAGE", MAILLAGE_1=args.MAIL_STRUC, MAILLAGE_2=total, OPERATION="SUPERPOSE")
    for mesh, place in zip(meshes, places):
        if place is not None:
            context.create(place, mesh)
    context.create(args.MAIL_TOTAL, whole)


def _in_plane(args, level, rows, cycles):
    mesh, front = level.MAIL_ACTUEL, level.FISS_ACTUELLE.front
    (cell,) = mesh.cell_group(_name(args, level, "GROUP_MA_FOND", -1))
    tip, angle = mesh.coordinates[mesh.cell_nodes(cell)[0]], rows.angles[0]
    way = np.cos(angle) * front.directions[0] + np.sin(angle) * front.normals[0]
    n = mesh.n_nodes
    return _longer(args, level, (tip + way * rows.speeds[0] * cycles)[None], ("SEG2", [[n - 1, n]]), ("POI1", [[n]]))


def _in_space(args, level, rows, cycles):
    """The points that grow stand at equal distances on the fronts, as many in all as the mesh had on its last one.

    The ends of the fronts are the nodes of the mesh nearest to them; they are put there first.
    """
    mesh, front = level.MAIL_ACTUEL, level.FISS_ACTUELLE.front
    if rows.abscissas is None:
        raise level.wrong("TABLE", "a crack in space needs the column ABSC_CURV")
    fronts, lengths = list(zip(front.starts.tolist(), front.stops().tolist())), front.abscissas[front.stops() - 1]
    count = _chained(args, level)
    coordinates, n = mesh.coordinates.copy(), mesh.n_nodes
    known, fresh, tips, lips = [], [], [], []
    for number, ((start, stop), length, share) in enumerate(zip(fronts, lengths, shared_out(count, lengths)), 1):
        if share < 2:
            raise level.wrong("MAIL_ACTUEL", f"front {number} gets {share} of the {count} points of the mesh: draw it with more of them")
        own = rows.of(number)
        abscissas = np.linspace(0.0, length, share)
        ends = [_nearest(coordinates, n - count, front.places[point]) for point in (start, stop - 1)]
        coordinates[ends] = front.places[[start, stop - 1]]
        middle, across, along = places_between(
            abscissas, *(v[start:stop] for v in (front.abscissas, front.places, front.normals, front.directions))
        )
        middle[[0, -1]] = coordinates[ends]
        nodes = np.array([ends[0], *(n + len(known) + np.arange(share - 2)), ends[1]])
        known += list(middle[1:-1])
        angle, speed = (np.interp(abscissas, own.abscissas, values) for values in (own.angles, own.speeds))
        try:
            grown = advanced(middle, across, along, angle, speed * cycles, _BLUNT)
        except Crossed as reason:
            raise args.wrong("DA_MAX", f"the lips would cross: {args.DA_MAX * reason.args[0]:.6g} is the most") from None
        lips.append((nodes, len(tips) + np.arange(share)))
        tips += list(grown)
    first = n + len(known)
    fresh = np.array([*known, *tips]).reshape(-1, 3)
    cells = [np.stack([a[:-1], a[1:], first + b[1:], first + b[:-1]], axis=1) for a, b in lips]
    edges = [np.stack([first + b[:-1], first + b[1:]], axis=1) for _, b in lips]
    return _longer(args, level, fresh, ("QUAD4", np.concatenate(cells)), ("SEG2", np.concatenate(edges)), coordinates)


def _nearest(coordinates, first, place):
    """The last of the nodes from `first` on that is nearest to a place."""
    away = ((coordinates[first:] - place) ** 2).sum(axis=1)
    return first + len(away) - 1 - int(np.argmin(away[::-1]))


def _name(args, level, word, back=0):
    return f"{level[word]}_{args.ITERATION + back}"


def _chained(args, level):
    """How many nodes the last front of the mesh has."""
    mesh, count, last = level.MAIL_ACTUEL, 0, None
    for cell in mesh.cell_group(_name(args, level, "GROUP_MA_FOND", -1)).tolist():
        a, b = mesh.cell_nodes(cell)[:2].tolist()
        if last is not None and a not in (last, last + 1):
            raise level.wrong("MAIL_ACTUEL", "the cells of the front are not in its order")
        count += 1 if a == last else 2
        last = b
    return count


def _longer(args, level, fresh, lips, front, coordinates=None):
    """The mesh of a crack with more nodes, lips and a new front."""
    mesh = level.MAIL_ACTUEL
    n = mesh.n_cells
    parts = [(block.type, block.nodes, block.cells) for block in mesh.blocks]
    parts += [(lips[0], lips[1], n + np.arange(len(lips[1]))), (front[0], front[1], n + len(lips[1]) + np.arange(len(front[1])))]
    groups = dict(mesh.cell_groups)
    groups[_name(args, level, "GROUP_MA_FISS")] = np.append(
        mesh.cell_group(_name(args, level, "GROUP_MA_FISS", -1)), n + np.arange(len(lips[1]))
    )
    groups[_name(args, level, "GROUP_MA_FOND")] = n + len(lips[1]) + np.arange(len(front[1]))
    points = mesh.coordinates if coordinates is None else coordinates
    return Mesh(np.concatenate([points, fresh]), merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)
